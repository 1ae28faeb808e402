//! X.509 certificates (RFC 5280): parsing, and verification of the issuer's signature.

use serde::{Deserialize, Serialize};

use crate::asn1::{BIT_STRING, INTEGER, SEQUENCE, Value, context, context_primitive, only};
use crate::digest::DigestAlgorithm;
use crate::error::{CmsError, CmsErrorKind};
use crate::extension::{BasicConstraints, Extensions, KeyUsage};
use crate::general_name::GeneralName;
use crate::key::{PublicKey, SignatureScheme};
use crate::name::Name;
use crate::name_constraints::NameConstraints;
use crate::qualified::QcStatements;
use crate::{pem, time};

/// A parsed certificate with its exact bytes.
#[derive(Debug, Clone)]
pub struct Certificate {
    der: Vec<u8>,
    signed: (usize, usize),
    scheme: Result<SignatureScheme, CmsError>,
    signature: Vec<u8>,
    serial: Vec<u8>,
    issuer: Name,
    subject: Name,
    not_before: i64,
    not_after: i64,
    key_info: Vec<u8>,
    extensions: Extensions,
}

impl PartialEq for Certificate {
    fn eq(&self, other: &Self) -> bool {
        self.der == other.der
    }
}

impl Eq for Certificate {}

impl Certificate {
    /// Reads one certificate, DER or PEM. Of several PEM blocks it reads the first.
    ///
    /// # Errors
    /// `CmsErrorKind::Certificate` if it is not the strict DER of RFC 5280, 4.1.
    ///
    /// ```
    /// # use countersign_cms::testing::TestCertificate;
    /// use countersign_cms::{Certificate, CmsErrorKind};
    /// # let root = TestCertificate::root("Root", 1);
    /// # let file = TestCertificate::person("Alice", 2, &root).make().der().to_vec();
    /// let certificate = Certificate::read(&file)?;
    /// assert_eq!(certificate.subject().common_name(), Some("Alice"));
    /// assert!(certificate.is_signed_by(&root.make()) && !certificate.is_self_signed());
    /// assert!(certificate.is_valid_at(1_795_219_200) && !certificate.is_valid_at(0));
    /// assert_eq!(Certificate::read(b"no certificate").unwrap_err().kind(), CmsErrorKind::Certificate);
    /// # Ok::<(), countersign_cms::CmsError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, CmsError> {
        let der = pem::decode(bytes, "CERTIFICATE")
            .into_iter()
            .next()
            .unwrap_or_else(|| bytes.to_vec());
        Self::read_der(&der)
            .map_err(|cause| CmsError::new(CmsErrorKind::Certificate, cause.to_string()))
    }

    /// Reads all certificates of a PEM file, or the one certificate of a DER file.
    ///
    /// # Errors
    /// The same as [`Self::read`], for the first certificate that can't be read.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>, CmsError> {
        let blocks = pem::decode(bytes, "CERTIFICATE");
        match blocks.is_empty() {
            true => Ok(vec![Self::read(bytes)?]),
            false => blocks.iter().map(|block| Self::read(block)).collect(),
        }
    }

    fn read_der(der: &[u8]) -> Result<Self, CmsError> {
        let outer = only(der, SEQUENCE)?;
        let mut inside = outer.inside();
        let signed = inside.expect(SEQUENCE)?;
        let algorithm = inside.expect(SEQUENCE)?;
        let signature = inside.expect(BIT_STRING)?.bits()?.to_vec();
        inside.finish()?;
        let fields = Fields::read(&signed)?;
        if fields.algorithm != algorithm.whole {
            return Err(CmsError::encoding(
                "the two algorithms of the certificate differ",
            ));
        }
        let start = outer.whole.len() - outer.content.len();
        Ok(Self {
            der: der.to_vec(),
            signed: (start, start + signed.whole.len()),
            // A plain rsaEncryption identifier would not name the digest here. It does not occur in practice.
            scheme: SignatureScheme::read(&algorithm, DigestAlgorithm::Sha256),
            signature,
            serial: fields.serial.to_vec(),
            issuer: fields.issuer,
            subject: fields.subject,
            not_before: fields.validity.0,
            not_after: fields.validity.1,
            key_info: fields.key_info.to_vec(),
            extensions: fields.extensions,
        })
    }

    /// Exact DER bytes.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Subject name.
    pub fn subject(&self) -> &Name {
        &self.subject
    }

    /// Issuer name.
    pub fn issuer(&self) -> &Name {
        &self.issuer
    }

    /// Content octets of the serial number.
    pub fn serial(&self) -> &[u8] {
        &self.serial
    }

    /// First second of the validity period, since 1970.
    pub fn not_before(&self) -> i64 {
        self.not_before
    }

    /// Last second of the validity period, since 1970.
    pub fn not_after(&self) -> i64 {
        self.not_after
    }

    /// Whether `at` (seconds since 1970) lies within the validity period.
    pub fn is_valid_at(&self, at: i64) -> bool {
        (self.not_before..=self.not_after).contains(&at)
    }

    /// Parses the public key.
    ///
    /// # Errors
    /// The same as [`PublicKey::read`].
    pub fn public_key(&self) -> Result<PublicKey, CmsError> {
        PublicKey::read(&self.key_info)
    }

    /// DER of the SubjectPublicKeyInfo.
    pub fn key_info(&self) -> &[u8] {
        &self.key_info
    }

    /// Content of the subjectPublicKey BIT STRING, which OCSP hashes to identify an issuer.
    pub(crate) fn key_bits(&self) -> Option<&[u8]> {
        let mut inside = only(&self.key_info, SEQUENCE).ok()?.inside();
        inside.expect(SEQUENCE).ok()?;
        inside.any().ok()?.bits().ok()
    }

    /// Key usage extension.
    pub fn key_usage(&self) -> Option<KeyUsage> {
        self.extensions.key_usage
    }

    /// Extended key usage extension, as dotted identifiers.
    pub fn extended_key_usage(&self) -> Option<&[String]> {
        self.extensions.extended_key_usage.as_deref()
    }

    /// Basic constraints extension.
    pub fn basic_constraints(&self) -> Option<BasicConstraints> {
        self.extensions.basic_constraints
    }

    /// Subject key identifier.
    pub fn subject_key_id(&self) -> Option<&[u8]> {
        self.extensions.subject_key_id.as_deref()
    }

    /// Key identifier of the issuer (authority key identifier).
    pub fn authority_key_id(&self) -> Option<&[u8]> {
        self.extensions.authority_key_id.as_deref()
    }

    /// Critical extensions that this crate does not process. No valid path may contain such a certificate.
    pub fn unknown_critical(&self) -> &[String] {
        &self.extensions.unknown_critical
    }

    /// Subject alternative names.
    pub(crate) fn alternative_names(&self) -> &[GeneralName] {
        &self.extensions.alternative_names
    }

    /// The names that name constraints apply to: the subject and the alternative names.
    pub(crate) fn constrained_names(&self) -> Vec<GeneralName> {
        let mut names = self.alternative_names().to_vec();
        let subject = self.subject();
        if !subject.is_empty() {
            names.push(GeneralName::Directory(subject.clone()));
        }
        // Older certificates have the e-mail address in the subject (RFC 5280, 4.2.1.10).
        let has_email = names.iter().any(|it| matches!(it, GeneralName::Email(_)));
        if let Some(email) = subject.email().filter(|_| !has_email) {
            names.push(GeneralName::Email(email.to_owned()));
        }
        names
    }

    /// Name constraints, if it is a CA certificate that has them.
    pub(crate) fn name_constraints(&self) -> Option<&NameConstraints> {
        self.extensions.name_constraints.as_ref()
    }

    /// URLs of the OCSP responders (authority information access).
    pub fn ocsp_urls(&self) -> &[String] {
        &self.extensions.ocsp_urls
    }

    /// URLs of the issuer's certificate (authority information access).
    pub fn issuer_urls(&self) -> &[String] {
        &self.extensions.issuer_urls
    }

    /// URLs of the CRLs that cover the certificate (CRL distribution points).
    pub fn crl_urls(&self) -> &[String] {
        &self.extensions.crl_urls
    }

    /// Whether the certificate is an OCSP responder's that needs no revocation check (ocsp-nocheck; RFC 6960,
    /// 4.2.2.2.1).
    pub fn is_never_revoked(&self) -> bool {
        self.extensions.ocsp_no_check
    }

    /// Certificate policies extension, as dotted identifiers.
    pub fn policies(&self) -> &[String] {
        &self.extensions.policies
    }

    /// QCStatements extension.
    pub fn qc_statements(&self) -> Option<&QcStatements> {
        self.extensions.qc_statements.as_ref()
    }

    /// Whether an extension occurs more than once, which RFC 5280 forbids.
    pub fn has_repeated_extension(&self) -> bool {
        self.extensions.repeated
    }

    /// E-mail addresses of the subject alternative name; if it has none, the address in the subject.
    pub fn emails(&self) -> Vec<&str> {
        let names = self.extensions.alternative_names.iter();
        let emails = names.filter_map(|name| match name {
            GeneralName::Email(email) => Some(email.as_str()),
            _ => None,
        });
        let emails: Vec<&str> = emails.collect();
        match emails.is_empty() {
            true => self.subject.email().into_iter().collect(),
            false => emails,
        }
    }

    /// Whether subject and issuer match and the certificate's own key signed it.
    pub fn is_self_signed(&self) -> bool {
        self.issuer.matches(&self.subject) && self.is_signed_by(self)
    }

    /// Whether `issuer`'s key signed this certificate.
    pub fn is_signed_by(&self, issuer: &Self) -> bool {
        match (&self.scheme, issuer.public_key()) {
            (Ok(scheme), Ok(key)) => {
                let signed = self.der.get(self.signed.0..self.signed.1);
                signed.is_some_and(|signed| key.verifies(*scheme, signed, &self.signature))
            }
            _ => false,
        }
    }

    /// Digest algorithm of the certificate's signature. `None` if the algorithm is unsupported or has no digest of its
    /// own.
    pub fn signature_digest(&self) -> Option<DigestAlgorithm> {
        self.scheme.as_ref().ok().and_then(|scheme| scheme.digest())
    }

    /// SHA-256 of the DER.
    pub fn fingerprint(&self) -> Vec<u8> {
        DigestAlgorithm::Sha256.digest(&self.der)
    }

    /// Short name for messages: the common name, or the whole subject.
    pub fn label(&self) -> String {
        match self.subject.common_name() {
            Some(name) => name.to_owned(),
            None => self.subject.describe(),
        }
    }

    /// Summary for reports.
    pub fn info(&self) -> CertificateInfo {
        CertificateInfo {
            common_name: self.subject.common_name().map(str::to_owned),
            first_name: self.subject.given_name().map(str::to_owned),
            last_name: self.subject.surname().map(str::to_owned),
            email: self.emails().first().map(|email| (*email).to_owned()),
            phone: self.subject.telephone().map(str::to_owned),
            organization_name: self.subject.organization().map(str::to_owned),
            subject: self.subject.describe(),
            issuer: self.issuer.describe(),
            issuer_common_name: self.issuer.common_name().map(str::to_owned),
            serial_number: hex(&self.serial),
            not_before: time::iso(self.not_before),
            not_after: time::iso(self.not_after),
            self_signed: self.is_self_signed(),
            key: self
                .public_key()
                .map(|key| key.describe())
                .unwrap_or_default(),
            fingerprint: hex(&self.fingerprint()),
        }
    }
}

/// Summary of a certificate for reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CertificateInfo {
    /// Common name of the subject.
    pub common_name: Option<String>,
    /// Given name of the subject.
    pub first_name: Option<String>,
    /// Surname of the subject.
    pub last_name: Option<String>,
    /// E-mail address from the subject alternative name or, if it has none, from the subject.
    pub email: Option<String>,
    /// Telephone number of the subject.
    pub phone: Option<String>,
    /// Organization of the subject.
    pub organization_name: Option<String>,
    /// Whole subject name.
    pub subject: String,
    /// Whole issuer name.
    pub issuer: String,
    /// Common name of the issuer.
    pub issuer_common_name: Option<String>,
    /// Serial number, hexadecimal.
    pub serial_number: String,
    /// Start of the validity period, ISO 8601.
    pub not_before: String,
    /// End of the validity period, ISO 8601.
    pub not_after: String,
    /// True if the certificate is self-signed.
    pub self_signed: bool,
    /// Kind of key, such as `RSA 2048` or `P-256`.
    pub key: String,
    /// SHA-256 of the certificate, hexadecimal.
    pub fingerprint: String,
}

/// Encodes bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The TBSCertificate.
struct Fields<'a> {
    serial: &'a [u8],
    algorithm: &'a [u8],
    issuer: Name,
    validity: (i64, i64),
    subject: Name,
    key_info: &'a [u8],
    extensions: Extensions,
}

impl<'a> Fields<'a> {
    fn read(signed: &Value<'a>) -> Result<Self, CmsError> {
        let mut fields = signed.inside();
        let version = match fields.optional(context(0))? {
            Some(version) => version.inside().expect(INTEGER)?.small_integer()?,
            None => 0,
        };
        let serial = fields.expect(INTEGER)?.content;
        let algorithm = fields.expect(SEQUENCE)?.whole;
        let issuer = Name::read(&fields.expect(SEQUENCE)?)?;
        let mut validity = fields.expect(SEQUENCE)?.inside();
        let validity = (time::read(&validity.any()?)?, time::read(&validity.any()?)?);
        let subject = Name::read(&fields.expect(SEQUENCE)?)?;
        let key_info = fields.expect(SEQUENCE)?.whole;
        fields.optional(context_primitive(1))?;
        fields.optional(context_primitive(2))?;
        let extensions = match fields.optional(context(3))? {
            Some(_) if version != 2 => {
                return Err(CmsError::encoding(
                    "extensions need a certificate of version 3",
                ));
            }
            Some(list) => Extensions::read(&list.inside().expect(SEQUENCE)?)?,
            None => Extensions::default(),
        };
        fields.finish()?;
        Ok(Self {
            serial,
            algorithm,
            issuer,
            validity,
            subject,
            key_info,
            extensions,
        })
    }
}
