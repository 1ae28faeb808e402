//! Object identifiers, by the names of their standards.

pub(crate) const DATA: &str = "1.2.840.113549.1.7.1";
pub(crate) const SIGNED_DATA: &str = "1.2.840.113549.1.7.2";
pub(crate) const TST_INFO: &str = "1.2.840.113549.1.9.16.1.4";

pub(crate) const CONTENT_TYPE: &str = "1.2.840.113549.1.9.3";
pub(crate) const MESSAGE_DIGEST: &str = "1.2.840.113549.1.9.4";
pub(crate) const SIGNING_TIME: &str = "1.2.840.113549.1.9.5";
pub(crate) const SIGNING_CERTIFICATE: &str = "1.2.840.113549.1.9.16.2.12";
pub(crate) const SIGNATURE_TIME_STAMP: &str = "1.2.840.113549.1.9.16.2.14";
pub(crate) const SIGNING_CERTIFICATE_V2: &str = "1.2.840.113549.1.9.16.2.47";

pub(crate) const SHA1: &str = "1.3.14.3.2.26";
pub(crate) const SHA256: &str = "2.16.840.1.101.3.4.2.1";
pub(crate) const SHA384: &str = "2.16.840.1.101.3.4.2.2";
pub(crate) const SHA512: &str = "2.16.840.1.101.3.4.2.3";

pub(crate) const RSA: &str = "1.2.840.113549.1.1.1";
pub(crate) const MGF1: &str = "1.2.840.113549.1.1.8";
pub(crate) const RSA_PSS: &str = "1.2.840.113549.1.1.10";
pub(crate) const RSA_SHA1: &str = "1.2.840.113549.1.1.5";
pub(crate) const RSA_SHA256: &str = "1.2.840.113549.1.1.11";
pub(crate) const RSA_SHA384: &str = "1.2.840.113549.1.1.12";
pub(crate) const RSA_SHA512: &str = "1.2.840.113549.1.1.13";
pub(crate) const EC: &str = "1.2.840.10045.2.1";
pub(crate) const ECDSA_SHA1: &str = "1.2.840.10045.4.1";
pub(crate) const ECDSA_SHA256: &str = "1.2.840.10045.4.3.2";
pub(crate) const ECDSA_SHA384: &str = "1.2.840.10045.4.3.3";
pub(crate) const ECDSA_SHA512: &str = "1.2.840.10045.4.3.4";
pub(crate) const P256: &str = "1.2.840.10045.3.1.7";
pub(crate) const P384: &str = "1.3.132.0.34";
pub(crate) const P521: &str = "1.3.132.0.35";
pub(crate) const ED25519: &str = "1.3.101.112";

pub(crate) const COMMON_NAME: &str = "2.5.4.3";
pub(crate) const SURNAME: &str = "2.5.4.4";
pub(crate) const SUBJECT_SERIAL: &str = "2.5.4.5";
pub(crate) const COUNTRY: &str = "2.5.4.6";
pub(crate) const ORGANIZATION: &str = "2.5.4.10";
pub(crate) const ORGANIZATION_UNIT: &str = "2.5.4.11";
pub(crate) const TELEPHONE: &str = "2.5.4.20";
pub(crate) const GIVEN_NAME: &str = "2.5.4.42";
pub(crate) const EMAIL: &str = "1.2.840.113549.1.9.1";

pub(crate) const ADOBE_REVOCATION: &str = "1.2.840.113583.1.1.8";
pub(crate) const OCSP_RESPONSE: &str = "1.3.6.1.5.5.7.16.2";
pub(crate) const OCSP_BASIC: &str = "1.3.6.1.5.5.7.48.1.1";
pub(crate) const OCSP_NONCE: &str = "1.3.6.1.5.5.7.48.1.2";
pub(crate) const ARCHIVE_CUTOFF: &str = "1.3.6.1.5.5.7.48.1.6";
pub(crate) const ACCESS_OCSP: &str = "1.3.6.1.5.5.7.48.1";
pub(crate) const ACCESS_ISSUERS: &str = "1.3.6.1.5.5.7.48.2";

pub(crate) const SUBJECT_KEY_ID: &str = "2.5.29.14";
pub(crate) const KEY_USAGE: &str = "2.5.29.15";
pub(crate) const SUBJECT_ALT_NAME: &str = "2.5.29.17";
pub(crate) const ISSUER_ALT_NAME: &str = "2.5.29.18";
pub(crate) const CRL_NUMBER: &str = "2.5.29.20";
pub(crate) const CRL_REASON: &str = "2.5.29.21";
pub(crate) const INVALIDITY_DATE: &str = "2.5.29.24";
pub(crate) const DELTA_CRL: &str = "2.5.29.27";
pub(crate) const ISSUING_DISTRIBUTION_POINT: &str = "2.5.29.28";
pub(crate) const NAME_CONSTRAINTS: &str = "2.5.29.30";
pub(crate) const CRL_DISTRIBUTION_POINTS: &str = "2.5.29.31";
pub(crate) const EXPIRED_ON_CRL: &str = "2.5.29.60";
pub(crate) const AUTHORITY_INFORMATION: &str = "1.3.6.1.5.5.7.1.1";
pub(crate) const BASIC_CONSTRAINTS: &str = "2.5.29.19";
pub(crate) const CERTIFICATE_POLICIES: &str = "2.5.29.32";
pub(crate) const AUTHORITY_KEY_ID: &str = "2.5.29.35";
pub(crate) const EXTENDED_KEY_USAGE: &str = "2.5.29.37";
pub(crate) const TIME_STAMPING: &str = "1.3.6.1.5.5.7.3.8";
pub(crate) const SERVER_AUTHENTICATION: &str = "1.3.6.1.5.5.7.3.1";
pub(crate) const CLIENT_AUTHENTICATION: &str = "1.3.6.1.5.5.7.3.2";
pub(crate) const CODE_SIGNING: &str = "1.3.6.1.5.5.7.3.3";
pub(crate) const OCSP_SIGNING: &str = "1.3.6.1.5.5.7.3.9";
pub(crate) const OCSP_NO_CHECK: &str = "1.3.6.1.5.5.7.48.1.5";
