//! Services of trusted lists (ETSI TS 119 612), as parsed by the caller. The caller also verifies
//! the signatures of the lists.

use serde::{Deserialize, Serialize};

/// A service of a trusted list (TS 119 612, 5.5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TrustService {
    /// Country of the list, such as `DE`.
    pub territory: String,
    /// The provider.
    pub provider: String,
    /// Name of the service.
    pub name: String,
    /// Type of the service.
    pub kind: TrustServiceKind,
    /// Certificates of the service, DER in base64.
    pub certificates: Vec<String>,
    /// Next update of the list, in seconds since 1970: a newer list must exist by then.
    pub list_until: i64,
    /// Status history.
    pub periods: Vec<ServicePeriod>,
}

/// Service type. Services of other types are not passed to the core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum TrustServiceKind {
    /// Issues qualified certificates (`CA/QC`).
    CaQc,
    /// Issues qualified time stamps (`TSA/QTST`).
    TsaQtst,
    /// Issues other time stamps (`TSA`, `TSA/TSS-QC`, `TSA/TSS-AdESQCandQES`).
    Tsa,
}

/// A period of the status history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ServicePeriod {
    /// Start of the period, in seconds since 1970. It ends at the start of the next one.
    pub since: i64,
    /// True for `granted`, and until 2016-07-01 for `accredited`, `undersupervision` and
    /// `supervisionincessation`.
    pub granted: bool,
    /// True if another provider has taken the service over.
    pub taken_over: bool,
    /// Permitted uses of its qualified certificates (additionalServiceInformation); empty means
    /// any.
    pub uses: Vec<QcUse>,
    /// Statements of the list about some certificates, which override the certificates' own.
    pub rules: Vec<QualificationRule>,
}

/// Use of a qualified certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum QcUse {
    /// Signatures of natural persons.
    Signatures,
    /// Seals of legal persons.
    Seals,
    /// Website authentication.
    WebSites,
}

/// A qualification element (TS 119 612, 5.5.9.2.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct QualificationRule {
    /// Statements about the matching certificates.
    pub qualifiers: Vec<Qualifier>,
    /// Criteria that select the certificates.
    pub criteria: Criteria,
}

/// Qualifier of a certificate (TS 119 612, 5.5.9.2.3). Device qualifiers cover both SSCD and QSCD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Qualifier {
    /// `QCStatement`: qualified, regardless of the certificate's own statement.
    Qualified,
    /// `NotQualified`.
    NotQualified,
    /// `QCWithSSCD`, `QCWithQSCD`, `QCQSCDManagedOnBehalf`.
    OnDevice,
    /// `QCNoSSCD`, `QCNoQSCD`.
    NotOnDevice,
    /// `QCSSCDStatusAsInCert`, `QCQSCDStatusAsInCert`.
    DeviceAsInCertificate,
    /// `QCForESig`.
    ForSignatures,
    /// `QCForESeal`.
    ForSeals,
    /// `QCForWSA`.
    ForWebSites,
}

/// Criteria that select certificates (TS 119 612, 5.5.9.2.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Criteria {
    /// How many criteria must be met.
    pub assert: Assertion,
    /// Sets of policy OIDs. A set is met if the certificate has all of them.
    pub policies: Vec<Vec<String>>,
    /// Sets of key usage bits. A set is met if all bits have the given values.
    pub key_usage: Vec<Vec<KeyUsageBit>>,
    /// Sets of extended key usage OIDs. A set is met if the certificate has all of them.
    pub purposes: Vec<Vec<String>>,
    /// Nested criteria lists.
    pub lists: Vec<Criteria>,
    /// True if the list contains criteria that the parser does not know.
    pub others: bool,
}

/// How many criteria must be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Assertion {
    /// All of them.
    All,
    /// At least one.
    AtLeastOne,
    /// None of them.
    None,
}

/// A key usage bit and its required value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct KeyUsageBit {
    /// Bit position (RFC 5280, 4.2.1.3).
    pub bit: u8,
    /// Required value.
    pub value: bool,
}
