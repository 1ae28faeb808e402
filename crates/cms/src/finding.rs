//! Findings: results of a check, collected so that the first one does not hide the others.

use countersign_codes::FindingCode;
use serde::{Deserialize, Serialize};

use crate::error::{CmsError, CmsErrorKind};

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
    pub code: FindingCode,
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
        code: FindingCode,
        message: impl Into<String>,
        place: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            place: place.into(),
        }
    }

    /// Creates a finding that makes the signature unacceptable.
    pub fn error(code: FindingCode, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message, place)
    }

    /// Creates a finding that lowers the signature level.
    pub fn warning(
        code: FindingCode,
        message: impl Into<String>,
        place: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Warning, code, message, place)
    }

    /// Creates a finding for information only.
    pub fn info(code: FindingCode, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message, place)
    }

    /// Creates the finding for a part of a signature that can't be read or used.
    pub(crate) fn unusable(cause: &CmsError, place: impl Into<String>) -> Self {
        let code = match cause.kind() {
            CmsErrorKind::Encoding => FindingCode::CmsEncoding,
            CmsErrorKind::Certificate => FindingCode::CertificateUnreadable,
            CmsErrorKind::Algorithm => FindingCode::AlgorithmUnsupported,
            CmsErrorKind::Signature | CmsErrorKind::Timestamp | CmsErrorKind::Revocation => {
                FindingCode::CmsUnreadable
            }
        };
        Self::error(code, cause.to_string(), place)
    }
}
