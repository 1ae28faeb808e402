//! Errors that prevent validation. Problems of a single signature are findings, not errors.

use std::fmt;

use countersign_cms::CmsError;
use countersign_codes::CoreErrorCode;
use countersign_pdf::PdfError;

/// Why a document can't be validated.
#[derive(Debug, Clone, PartialEq)]
pub enum VerifyError {
    /// The document can't be read.
    Pdf(PdfError),
    /// A trusted certificate can't be read.
    Trust(CmsError),
    /// No revision ends at this length in bytes.
    Revision(u64),
}

impl VerifyError {
    /// The stable error code.
    pub fn code(&self) -> CoreErrorCode {
        match self {
            Self::Pdf(cause) => cause.code(),
            Self::Trust(_) => CoreErrorCode::VerifyTrust,
            Self::Revision(_) => CoreErrorCode::VerifyRevision,
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pdf(cause) => write!(out, "{cause}"),
            Self::Trust(cause) => write!(out, "a trusted certificate can't be read: {cause}"),
            Self::Revision(length) => write!(out, "there is no revision of {length} bytes"),
        }
    }
}

impl std::error::Error for VerifyError {}

impl From<PdfError> for VerifyError {
    fn from(cause: PdfError) -> Self {
        Self::Pdf(cause)
    }
}
