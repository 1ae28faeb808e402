//! Findings: results of a check, collected so that the first one does not hide the others.

use serde::{Deserialize, Serialize};

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Severity {
    /// For information only; does not change the verdict.
    Info,
    /// Lowers the signature level or needs attention; the signature stays acceptable.
    Warning,
    /// The signature is not acceptable.
    Error,
}

/// One result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Finding {
    /// Stable code, for programs and translations.
    pub code: String,
    /// Severity.
    pub severity: Severity,
    /// Description in English, for experts.
    pub message: String,
    /// Location: a certificate, an object or a byte offset.
    #[serde(rename = "where")]
    pub place: String,
}

impl Finding {
    /// Creates a finding of any severity.
    pub fn new(
        severity: Severity,
        code: &str,
        message: impl Into<String>,
        place: impl Into<String>,
    ) -> Self {
        Self {
            code: code.to_owned(),
            severity,
            message: message.into(),
            place: place.into(),
        }
    }

    /// Creates a finding that makes the signature unacceptable.
    pub fn error(code: &str, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message, place)
    }

    /// Creates a finding that lowers the signature level.
    pub fn warning(code: &str, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message, place)
    }

    /// Creates a finding for information only.
    pub fn info(code: &str, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message, place)
    }
}
