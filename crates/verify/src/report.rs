//! What a verification says: shapes that leave the core.

use countersign_cms::{CertificateInfo, Finding};
use serde::{Deserialize, Serialize};

use crate::changes::Change;
use crate::indication;
use crate::qualification::QualificationReport;
use crate::trust_service::TrustService;

/// Against what signatures are judged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifyOptions {
    /// Trusted certificates, DER or PEM; a PEM may hold several.
    pub trust: Vec<Vec<u8>>,
    /// Certificates that time stamps lead to, DER or PEM, and that vouch for nobody else; without any, those of `trust`.
    pub timestamp_trust: Vec<Vec<u8>>,
    /// The time of judgement, in seconds since 1970, by the caller's clock.
    pub at: i64,
    /// Judges everything but whether the signer is trusted.
    pub ignore_trust: bool,
    /// Certificates that help to build paths, DER or PEM: believed only as far as `trust` vouches.
    pub certificates: Vec<Vec<u8>>,
    /// Answers of OCSP responders, DER, beside those in the document.
    pub ocsps: Vec<Vec<u8>>,
    /// Lists of revoked certificates, DER or PEM, beside those in the document.
    pub crls: Vec<Vec<u8>>,
    /// A certificate of which nobody says that it was not revoked makes a signature not acceptable.
    pub require_revocation: bool,
    /// The services of trusted lists: they vouch for certificates beside `trust`, while they are granted, and say
    /// whether a signature is qualified. None where no list was read.
    pub services: Option<Vec<TrustService>>,
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

/// The indication of a validation (ETSI EN 319 102-1, 5.1.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Indication {
    /// TOTAL-PASSED: the signature holds.
    Passed,
    /// TOTAL-FAILED: what was signed was changed, the signature is broken, or what came later is not
    /// permitted.
    Failed,
    /// INDETERMINATE: neither can be told from what is known.
    Indeterminate,
}

/// Why an indication is not the best one, in the names of ETSI EN 319 102-1, tables 5 and 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum SubIndication {
    /// Failed: the signed bytes are not those that were signed.
    HashFailure,
    /// Failed: the signature value does not belong to the signer's key.
    SigCryptoFailure,
    /// Failed: the signature is not built as it has to be, or the document was changed later in a way
    /// that is not permitted.
    FormatFailure,
    /// Indeterminate: the certificate of the signer is not there, or another one than was signed with.
    NoSigningCertificateFound,
    /// Indeterminate: nobody trusted vouches for the signer.
    NoCertificateChainFound,
    /// Indeterminate: the certificates do not permit this use.
    ChainConstraintsFailure,
    /// Indeterminate: the signature breaks a rule of its own standard.
    SigConstraintsFailure,
    /// Indeterminate: an algorithm or key no longer counts, and nothing proves an earlier time.
    CryptoConstraintsFailureNoPoe,
    /// Indeterminate: the certificate was not valid at any time that is proven.
    OutOfBoundsNoPoe,
    /// Indeterminate: the certificate was revoked, and nothing proves an earlier time.
    RevokedNoPoe,
    /// Indeterminate: the same of an authority above it.
    RevokedCaNoPoe,
    /// Indeterminate: nobody says yet whether a certificate was revoked.
    TryLater,
    /// Indeterminate: another reason, such as an algorithm that is not supported. The findings name it.
    Generic,
}

/// Whether a certificate was revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum RevocationState {
    /// It was not, for the time it was used.
    Good,
    /// It was not, by knowledge that is out of date.
    Stale,
    /// It was.
    Revoked,
    /// Nobody says.
    Unknown,
}

/// What is known about the revocation of one certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RevocationReport {
    /// Whose certificate.
    pub certificate: String,
    /// What is known.
    pub state: RevocationState,
    /// Where from: `ocsp` or `crl`.
    pub source: Option<String>,
    /// When the source knew it, ISO 8601.
    pub known_at: Option<String>,
    /// Since when it is revoked, ISO 8601.
    pub revoked_at: Option<String>,
    /// Why, in the words of RFC 5280.
    pub reason: Option<String>,
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
    /// The policy it was issued under, as a dotted identifier.
    pub policy: String,
    /// Whether the authority's certificate and those above it were revoked.
    pub revocation: Vec<RevocationReport>,
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
    /// When the signer says it was signed (`/M`), ISO 8601; proves nothing.
    pub signing_time: Option<String>,
    /// The same as the CMS says it (signing-time, RFC 5652, 11.3), ISO 8601. PAdES does without it.
    pub cms_signing_time: Option<String>,
    /// The time stamp.
    pub timestamp: Option<TimestampReport>,
    /// True when the signed bytes are unchanged and the signature value belongs to the certificate. False
    /// also where that can't be told: `indication` says which.
    pub intact: bool,
    /// The verdict in the terms of ETSI EN 319 102-1.
    pub indication: Indication,
    /// Why it is not `passed`.
    pub sub_indication: Option<SubIndication>,
    /// True when the signature covers the whole file.
    pub covers_whole_file: bool,
    /// True when the signer leads to a trusted certificate.
    pub trusted: bool,
    /// The level reached.
    pub level: Level,
    /// True when the indication is `passed`: intact, trusted, and nothing happened afterwards that the
    /// signer did not allow.
    pub acceptable: bool,
    /// What was seen.
    pub findings: Vec<Finding>,
    /// The byte range as it stands in the file.
    pub byte_range: Vec<u64>,
    /// Bytes of the file up to the end of the signed revision.
    pub revision_end: u64,
    /// Level of certification, where this signature certifies the document.
    pub certified: Option<u8>,
    /// Level of DocMDP that the signature itself asks for, whether or not the document's permissions
    /// name it (ISO 32000-2, 12.8.2.2).
    pub doc_mdp: Option<u8>,
    /// True when it forbids filling fields later (FieldMDP).
    pub locks_fields: bool,
    /// Names of the form's fields that it locks (FieldMDP, ISO 32000-2, 12.8.2.4) without the `/Lock` of
    /// its field naming them too: whoever made the form did not ask for that.
    pub locked_by_signer: Vec<String>,
    /// Stated reason.
    pub reason: Option<String>,
    /// Stated place.
    pub location: Option<String>,
    /// Stated name.
    pub name: Option<String>,
    /// Stated way to reach the signer (`/ContactInfo`).
    pub contact: Option<String>,
    /// The signer's certificate, DER in base64.
    pub certificate: Option<String>,
    /// The path from the signer's certificate upwards, the certificate itself included.
    pub chain: Vec<CertificateInfo>,
    /// Whether the signer's certificate and those above it were revoked.
    pub revocation: Vec<RevocationReport>,
    /// The earliest time at which time stamps prove that the signature existed, ISO 8601.
    pub proven_time: Option<String>,
    /// Whether it is qualified, where trusted lists were read.
    pub qualification: Option<QualificationReport>,
    /// What happened to the document after this signature, the worst first.
    pub changes: Vec<Change>,
    /// How many more changes there are than `changes` tells.
    pub changes_omitted: u32,
    /// How many more findings about later changes there are than `findings` tells.
    pub findings_omitted: u32,
}

impl SignatureReport {
    /// A signature that is not judged, for this reason.
    pub(crate) fn refused(field: &str, finding: Finding) -> Self {
        let mut report = Self {
            findings: vec![finding],
            ..Self::unjudged(field)
        };
        (report.indication, report.sub_indication) = indication::conclude(&report);
        report
    }

    /// A signature of which nothing is known yet.
    pub(crate) fn unjudged(field: &str) -> Self {
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
