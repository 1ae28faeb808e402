//! Services of trusted lists (ETSI TS 119 612), as the caller read them. Their signatures are the caller's to check.

use serde::{Deserialize, Serialize};

/// A service of a trusted list (TS 119 612, 5.5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TrustService {
    /// The country of the list, such as `DE`.
    pub territory: String,
    /// Who provides the service.
    pub provider: String,
    /// What it is called.
    pub name: String,
    /// What it does.
    pub kind: TrustServiceKind,
    /// Its certificates, DER in base64.
    pub certificates: Vec<String>,
    /// When the list that names it has to be followed by another one, seconds since 1970.
    pub list_until: i64,
    /// Its status over time.
    pub periods: Vec<ServicePeriod>,
}

/// What a service does. Others are left out of what the core gets.
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

/// From when a service had which status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ServicePeriod {
    /// The first second, since 1970. It lasts until the next period.
    pub since: i64,
    /// True for `granted`, and until 2016-07-01 for `accredited`, `undersupervision` and
    /// `supervisionincessation`.
    pub granted: bool,
    /// True where another provider has taken the service over.
    pub taken_over: bool,
    /// What its qualified certificates are for (additionalServiceInformation); anything where it is empty.
    pub uses: Vec<QcUse>,
    /// What the list says about some of its certificates, whatever they say themselves.
    pub rules: Vec<QualificationRule>,
}

/// What a qualified certificate is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum QcUse {
    /// Signatures of people.
    Signatures,
    /// Seals of organizations.
    Seals,
    /// Web sites.
    WebSites,
}

/// A qualification element (TS 119 612, 5.5.9.2.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct QualificationRule {
    /// What it says of the certificates that it is about.
    pub qualifiers: Vec<Qualifier>,
    /// Which ones these are.
    pub criteria: Criteria,
}

/// What a list says of certificates (TS 119 612, 5.5.9.2.3). Names for devices are those for SSCD and QSCD alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Qualifier {
    /// `QCStatement`: qualified, whatever it says itself.
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

/// Which certificates are meant (TS 119 612, 5.5.9.2.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Criteria {
    /// How many of the criteria have to be met.
    pub assert: Assertion,
    /// Sets of policies, each of which is met by a certificate with all of it.
    pub policies: Vec<Vec<String>>,
    /// Sets of bits of the key usage, each of which is met where all are so.
    pub key_usage: Vec<Vec<KeyUsageBit>>,
    /// Sets of purposes of the extended key usage, each of which is met by a certificate with all of it.
    pub purposes: Vec<Vec<String>>,
    /// Further lists.
    pub lists: Vec<Criteria>,
    /// True where there are criteria that the reader of the list does not know.
    pub others: bool,
}

/// How many criteria have to be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Assertion {
    /// Each of them.
    All,
    /// One or more.
    AtLeastOne,
    /// None of them.
    None,
}

/// A bit of the key usage, and how it has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct KeyUsageBit {
    /// Its position in RFC 5280, 4.2.1.3.
    pub bit: u8,
    /// Whether it is set.
    pub value: bool,
}
