//! Why a document can't be judged at all. Whatever is wrong with a signature is a finding, not an
//! error.

use std::fmt;

use countersign_cms::CmsError;
use countersign_pdf::PdfError;

/// Why a document can't be judged.
#[derive(Debug, Clone, PartialEq)]
pub enum VerifyError {
    /// The document can't be read.
    Pdf(PdfError),
    /// A trusted certificate can't be read.
    Trust(CmsError),
    /// There is no revision of this length.
    Revision(u64),
}

impl VerifyError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Pdf(cause) => cause.code(),
            Self::Trust(_) => "verify_trust",
            Self::Revision(_) => "verify_revision",
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
