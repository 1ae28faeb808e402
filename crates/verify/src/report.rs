//! What a verification says: shapes that leave the core.

use countersign_cms::{CertificateInfo, Finding};
use serde::{Deserialize, Serialize};

use crate::changes::Change;

/// Against what signatures are judged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifyOptions {
    /// Trusted certificates, DER or PEM; a PEM may hold several.
    pub trust: Vec<Vec<u8>>,
    /// The time of judgement, in seconds since 1970, by the caller's clock.
    pub at: i64,
    /// Judges everything but whether the signer is trusted.
    pub ignore_trust: bool,
}

/// What kind of signature it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum SignatureKind {
    /// A person's or an organization's signature.
    Signature,
    /// A time stamp over the document.
    DocumentTimestamp,
}

/// The PAdES baseline level that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Level {
    /// None.
    #[serde(rename = "none")]
    None,
    /// Basic.
    #[serde(rename = "B-B")]
    BB,
    /// With a trusted time.
    #[serde(rename = "B-T")]
    BT,
    /// With the material to check it later.
    #[serde(rename = "B-LT")]
    BLT,
    /// With the material protected by archive time stamps.
    #[serde(rename = "B-LTA")]
    BLTA,
}

/// A time stamp of a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TimestampReport {
    /// When it was stamped, ISO 8601.
    pub time: String,
    /// The authority.
    pub authority: Option<CertificateInfo>,
    /// True when the stamp is about this signature and its own signature holds.
    pub intact: bool,
    /// True when the authority leads to a trusted certificate.
    pub trusted: bool,
    /// Serial number, hexadecimal.
    pub serial_number: String,
}

/// What was found about one signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SignatureReport {
    /// Name of the signature field.
    pub field: Option<String>,
    /// What it is.
    pub kind: SignatureKind,
    /// The signer's certificate.
    pub signer: Option<CertificateInfo>,
    /// When the signer says it was signed, ISO 8601; proves nothing.
    pub signing_time: Option<String>,
    /// The time stamp.
    pub timestamp: Option<TimestampReport>,
    /// True when the signed bytes are unchanged and the signature value belongs to the certificate.
    pub intact: bool,
    /// True when the signature covers the whole file.
    pub covers_whole_file: bool,
    /// True when the signer leads to a trusted certificate.
    pub trusted: bool,
    /// The level reached.
    pub level: Level,
    /// The verdict: intact, trusted, and nothing happened afterwards that the signer did not allow.
    pub acceptable: bool,
    /// What was seen.
    pub findings: Vec<Finding>,
    /// The byte range as it stands in the file.
    pub byte_range: Vec<u64>,
    /// Bytes of the file up to the end of the signed revision.
    pub revision_end: u64,
    /// Level of certification, where this signature certifies the document.
    pub certified: Option<u8>,
    /// True when it forbids filling fields later (FieldMDP).
    pub locks_fields: bool,
    /// Stated reason.
    pub reason: Option<String>,
    /// Stated place.
    pub location: Option<String>,
    /// Stated name.
    pub name: Option<String>,
    /// The signer's certificate, DER in base64.
    pub certificate: Option<String>,
    /// The path from the signer's certificate upwards, the certificate itself included.
    pub chain: Vec<CertificateInfo>,
    /// What happened to the document after this signature.
    pub changes: Vec<Change>,
}

impl SignatureReport {
    /// A signature of which nothing is known yet.
    pub(crate) fn unjudged(field: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            kind: SignatureKind::Signature,
            signer: None,
            signing_time: None,
            timestamp: None,
            intact: false,
            covers_whole_file: false,
            trusted: false,
            level: Level::None,
            acceptable: false,
            findings: Vec::new(),
            byte_range: Vec::new(),
            revision_end: 0,
            certified: None,
            locks_fields: false,
            reason: None,
            location: None,
            name: None,
            certificate: None,
            chain: Vec::new(),
            changes: Vec::new(),
        }
    }
}

/// A state of a signature, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SignatureState {
    /// Stable name: `signing_time`, `integrity`, `coverage` or a finding's code.
    #[serde(rename = "type")]
    pub kind: String,
    /// In English.
    pub text: String,
    /// What belongs to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// ISO 8601; of `signing_time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A signature as the product's entities describe it, without judging trust.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SignatureInfo {
    /// Stable within the file: a hash of the signature value.
    pub id: String,
    /// When, ISO 8601: of the time stamp, else as stated.
    pub date: Option<String>,
    /// Name of the signer when it does not fall into first and second.
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
    /// What is known about it.
    pub states: Vec<SignatureState>,
    /// E-mail address of the certificate.
    pub email: Option<String>,
    /// Widgets that show it, as `12R`.
    pub linked_annotations: Vec<String>,
    /// Serial number of its time stamp, hexadecimal.
    pub timestamp_serial: Option<String>,
    /// Name of the signature field.
    pub field: String,
    /// Known to the caller only.
    pub user_id: Option<String>,
    /// Known to the caller only.
    pub transaction_id: Option<String>,
}
