//! Validation results: the types of the public API.

use countersign_cms::{CertificateInfo, Finding};
use serde::{Deserialize, Serialize};

use crate::changes::Change;
use crate::indication;
use crate::qualification_report::QualificationReport;

/// Kind of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum SignatureKind {
    /// Signature of a person or an organization.
    Signature,
    /// Document time stamp.
    DocumentTimestamp,
}

/// PAdES baseline level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Level {
    /// No level.
    #[serde(rename = "none")]
    None,
    /// Basic.
    #[serde(rename = "B-B")]
    BB,
    /// With a trusted time.
    #[serde(rename = "B-T")]
    BT,
    /// With long-term validation material.
    #[serde(rename = "B-LT")]
    BLT,
    /// With archive time stamps that protect the material.
    #[serde(rename = "B-LTA")]
    BLTA,
}

/// Indication of a validation (ETSI EN 319 102-1, 5.1.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Indication {
    /// TOTAL-PASSED: the signature is valid.
    Passed,
    /// TOTAL-FAILED: the signed content was changed, the signature is broken, or a later change is
    /// not permitted.
    Failed,
    /// INDETERMINATE: the available information is not sufficient.
    Indeterminate,
}

/// Subindication: the reason for an indication other than passed (ETSI EN 319 102-1, tables 5 and
/// 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum SubIndication {
    /// Failed: the digest of the signed bytes does not match.
    HashFailure,
    /// Failed: the signature value does not match the signer's key.
    SigCryptoFailure,
    /// Failed: the signature has a wrong format, or the document was changed later in a way that is
    /// not permitted.
    FormatFailure,
    /// Indeterminate: the signer's certificate is missing or is not the one used for signing.
    NoSigningCertificateFound,
    /// Indeterminate: no path to a trusted certificate.
    NoCertificateChainFound,
    /// Indeterminate: the certificates do not permit this use.
    ChainConstraintsFailure,
    /// Indeterminate: the signature violates a rule of its own standard.
    SigConstraintsFailure,
    /// Indeterminate: an algorithm or key is no longer secure, and nothing proves an earlier time.
    CryptoConstraintsFailureNoPoe,
    /// Indeterminate: the certificate was not valid at any proven time.
    OutOfBoundsNoPoe,
    /// Indeterminate: the certificate was revoked, and nothing proves an earlier time.
    RevokedNoPoe,
    /// Indeterminate: an authority of the path was revoked, and nothing proves an earlier time.
    RevokedCaNoPoe,
    /// Indeterminate: the revocation status of a certificate is not known yet.
    TryLater,
    /// Indeterminate: another reason, such as an unsupported algorithm. The findings name it.
    Generic,
}

/// Revocation status of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum RevocationState {
    /// Not revoked at the time of use.
    Good,
    /// Not revoked according to outdated information.
    Stale,
    /// Revoked.
    Revoked,
    /// Unknown: no source.
    Unknown,
}

/// Revocation information of one certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RevocationReport {
    /// Name of the certificate.
    pub certificate: String,
    /// The status.
    pub state: RevocationState,
    /// Source: `ocsp` or `crl`.
    pub source: Option<String>,
    /// Time of the information (thisUpdate), ISO 8601.
    pub known_at: Option<String>,
    /// Revocation time, ISO 8601.
    pub revoked_at: Option<String>,
    /// Revocation reason, as named in RFC 5280.
    pub reason: Option<String>,
}

/// Time stamp of a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TimestampReport {
    /// Time of the stamp, ISO 8601.
    pub time: String,
    /// Certificate of the time stamping authority.
    pub authority: Option<CertificateInfo>,
    /// True if the stamp covers this signature and its own signature is valid.
    pub intact: bool,
    /// True if the authority has a path to a trusted certificate.
    pub trusted: bool,
    /// Serial number, hexadecimal.
    pub serial_number: String,
    /// Policy of the stamp, as a dotted OID.
    pub policy: String,
    /// Revocation of the authority's certificate and its path.
    pub revocation: Vec<RevocationReport>,
}

/// Validation result of one signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SignatureReport {
    /// Name of the signature field. `None` for a detached signature.
    pub field: Option<String>,
    /// Kind of the signature.
    pub kind: SignatureKind,
    /// The signer's certificate.
    pub signer: Option<CertificateInfo>,
    /// Claimed signing time (`/M`), ISO 8601; not proven.
    pub signing_time: Option<String>,
    /// Claimed signing time in the CMS (signing-time, RFC 5652, 11.3), ISO 8601. Absent in PAdES, required in CAdES.
    pub cms_signing_time: Option<String>,
    /// The first time stamp of the signature.
    pub timestamp: Option<TimestampReport>,
    /// True if the signed bytes are unchanged and the signature value matches the certificate. Also
    /// false if that can't be determined: see `indication`.
    pub intact: bool,
    /// Indication (ETSI EN 319 102-1).
    pub indication: Indication,
    /// Why the indication is not `passed`.
    pub sub_indication: Option<SubIndication>,
    /// True if the signature covers the whole file. A detached signature that is intact does.
    pub covers_whole_file: bool,
    /// True if the signer has a path to a trusted certificate.
    pub trusted: bool,
    /// Level of PAdES or, for a detached signature, of CAdES reached.
    pub level: Level,
    /// True if the indication is `passed`: intact, trusted, and no later change that the signer did
    /// not permit.
    pub acceptable: bool,
    /// Findings, most severe first.
    pub findings: Vec<Finding>,
    /// The byte range as written in the file.
    pub byte_range: Vec<u64>,
    /// Length of the file up to the end of the signed revision, in bytes.
    pub revision_end: u64,
    /// DocMDP level, if this signature certifies the document.
    pub certified: Option<u8>,
    /// DocMDP level in the signature itself, whether or not `/Perms` refers to it (ISO 32000-2,
    /// 12.8.2.2).
    pub doc_mdp: Option<u8>,
    /// True if the signature locks fields (FieldMDP).
    pub locks_fields: bool,
    /// Names of the fields that the signature locks (FieldMDP, ISO 32000-2, 12.8.2.4) although the
    /// `/Lock` of its field does not: the form's author did not ask for it.
    pub locked_by_signer: Vec<String>,
    /// Stated reason (`/Reason`).
    pub reason: Option<String>,
    /// Stated place (`/Location`).
    pub location: Option<String>,
    /// Stated name (`/Name`).
    pub name: Option<String>,
    /// Stated contact (`/ContactInfo`).
    pub contact: Option<String>,
    /// The signer's certificate, DER in base64.
    pub certificate: Option<String>,
    /// Certificate path, starting with the signer's certificate.
    pub chain: Vec<CertificateInfo>,
    /// Revocation of the signer's certificate and its path.
    pub revocation: Vec<RevocationReport>,
    /// Earliest time at which time stamps prove the signature to exist, ISO 8601.
    pub proven_time: Option<String>,
    /// Qualification, if trusted lists were passed.
    pub qualification: Option<QualificationReport>,
    /// Changes after this signature, most severe first.
    pub changes: Vec<Change>,
    /// Number of changes not included in `changes`.
    pub changes_omitted: u32,
    /// Number of findings about later changes not included in `findings`.
    pub findings_omitted: u32,
}

impl SignatureReport {
    /// A report for a signature that is not validated, with the reason.
    pub(crate) fn refused(field: &str, finding: Finding) -> Self {
        let mut report = Self {
            findings: vec![finding],
            ..Self::unvalidated(field)
        };
        (report.indication, report.sub_indication) = indication::conclude(&report);
        report
    }

    /// An empty report.
    pub(crate) fn unvalidated(field: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            kind: SignatureKind::Signature,
            signer: None,
            signing_time: None,
            cms_signing_time: None,
            timestamp: None,
            intact: false,
            indication: Indication::Indeterminate,
            sub_indication: Some(SubIndication::Generic),
            covers_whole_file: false,
            trusted: false,
            level: Level::None,
            acceptable: false,
            findings: Vec::new(),
            byte_range: Vec::new(),
            revision_end: 0,
            certified: None,
            doc_mdp: None,
            locks_fields: false,
            locked_by_signer: Vec::new(),
            reason: None,
            location: None,
            name: None,
            contact: None,
            certificate: None,
            chain: Vec::new(),
            revocation: Vec::new(),
            proven_time: None,
            qualification: None,
            changes: Vec::new(),
            changes_omitted: 0,
            findings_omitted: 0,
        }
    }
}

/// A state of a signature, for display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SignatureState {
    /// Stable name: `signing_time`, `integrity`, `coverage` or the code of a finding.
    #[serde(rename = "type")]
    pub kind: String,
    /// Text in English.
    pub text: String,
    /// Additional data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// ISO 8601; only for `signing_time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// Description of a signature for the product's entities, without trust validation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SignatureInfo {
    /// Stable within the file: a hash of field name, byte range and certificate.
    pub id: String,
    /// Time, ISO 8601: of the time stamp if valid, else as stated.
    pub date: Option<String>,
    /// Full name of the signer (common name or `/Name`).
    pub alt_name: Option<String>,
    /// Given name.
    pub first_name: Option<String>,
    /// Surname.
    pub second_name: Option<String>,
    /// Organization.
    pub organization_name: Option<String>,
    /// `pades`, `pkcs7` or `timestamp`.
    pub signature_type: String,
    /// Serial number of the certificate, hexadecimal.
    pub serial_number: Option<String>,
    /// States of the signature.
    pub states: Vec<SignatureState>,
    /// E-mail address in the certificate.
    pub email: Option<String>,
    /// Widgets that show the signature, as `12R`.
    pub linked_annotations: Vec<String>,
    /// Serial number of the time stamp, hexadecimal.
    pub timestamp_serial: Option<String>,
    /// Name of the signature field.
    pub field: String,
    /// Set by the caller.
    pub user_id: Option<String>,
    /// Set by the caller.
    pub transaction_id: Option<String>,
}
