//! Findings: what a check saw, collected so that the first one hides no other.

use serde::{Deserialize, Serialize};

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Severity {
    /// Worth knowing; changes no verdict.
    Info,
    /// Lowers the level of a signature, or deserves a look; it stays acceptable.
    Warning,
    /// The signature is not acceptable.
    Error,
}

/// One thing a check saw.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Finding {
    /// Stable code, for programs and translations.
    pub code: String,
    /// How much it weighs.
    pub severity: Severity,
    /// What was seen, in English, for experts.
    pub message: String,
    /// Where it was seen: a certificate, an object, a byte offset.
    #[serde(rename = "where")]
    pub place: String,
}

impl Finding {
    /// A finding of any severity.
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

    /// A finding that makes the signature not acceptable.
    pub fn error(code: &str, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message, place)
    }

    /// A finding that lowers the level.
    pub fn warning(code: &str, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message, place)
    }

    /// A finding that only informs.
    pub fn info(code: &str, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message, place)
    }
}
