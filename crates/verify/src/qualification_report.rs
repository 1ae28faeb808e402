//! Qualification results: the types of the public API.

use serde::{Deserialize, Serialize};

/// The legal level of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum QualificationLevel {
    /// A qualified electronic signature.
    #[serde(rename = "QES")]
    Qes,
    /// A qualified electronic seal.
    #[serde(rename = "QESeal")]
    QeSeal,
    /// An advanced electronic signature with a qualified certificate.
    #[serde(rename = "AdES-QC")]
    AdesQc,
    /// An advanced electronic seal with a qualified certificate.
    #[serde(rename = "AdESeal-QC")]
    AdesealQc,
    /// An advanced electronic signature or seal.
    #[serde(rename = "AdES")]
    Ades,
    /// A qualified electronic time stamp.
    #[serde(rename = "QTST")]
    Qtst,
    /// Another time stamp.
    #[serde(rename = "TST")]
    Tst,
    /// Can't be determined; the reasons say why.
    #[serde(rename = "indeterminate")]
    Indeterminate,
    /// The signature is not valid.
    #[serde(rename = "none")]
    None,
}

/// Why a signature is not qualified, or why that can't be determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum QualificationReason {
    /// The signature is invalid, or its validity can't be determined.
    NotValid,
    /// No trusted list contains an authority of the certificate path.
    NotListed,
    /// The service was not yet listed at that time.
    NotListedThen,
    /// The service had lost its granted status.
    Withdrawn,
    /// Neither the certificate nor the list declares it qualified.
    NotDeclared,
    /// The certificate is qualified under the law of another country.
    OtherLaw,
    /// The list declares the certificate not qualified.
    ListDenies,
    /// The service is not listed for this use (signatures or seals).
    UseNotListed,
    /// The certificate is for website authentication.
    ForWebSites,
    /// The private key is not in a qualified device (QSCD).
    NoDevice,
    /// The list has expired, and no newer one was read.
    ListExpired,
    /// The list contains criteria that are not understood.
    CriteriaUnknown,
    /// A list contradicts itself or another one.
    Contradiction,
    /// The time stamp was not made by a qualified service.
    StampNotQualified,
}

/// Result: whether a signature is qualified, and by which service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct QualificationReport {
    /// The level reached.
    pub level: QualificationLevel,
    /// Why the level is not higher.
    pub reasons: Vec<QualificationReason>,
    /// The service on which the result is based.
    pub service: Option<ServiceName>,
    /// True if the certificate is qualified and its key is in a qualified device.
    pub on_device: bool,
    /// Whether the time stamp was made by a qualified service; `None` without a time stamp.
    pub qualified_timestamp: Option<bool>,
    /// The time for which the result holds, ISO 8601: the proven signing time, else the validation
    /// time.
    pub at: String,
}

/// A trust service of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ServiceName {
    /// Country of the list.
    pub territory: String,
    /// The provider.
    pub provider: String,
    /// Name of the service.
    pub name: String,
    /// Next update of the list, ISO 8601.
    pub list_until: String,
}
