//! Errors of reading and writing a PDF.

use std::fmt;

use countersign_codes::CoreErrorCode;

use crate::object_id::ObjectId;
use crate::source::SourceError;

/// Result type of this crate.
pub type Result<T> = std::result::Result<T, PdfError>;

/// Why a PDF could not be read or written.
///
/// [`PdfError::code`] is the stable public code; the variants give details for developers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PdfError {
    /// The file is encrypted, and no password was given (the empty one does not open it).
    PasswordNeeded,
    /// The given password is neither the user nor the owner password.
    PasswordIncorrect,
    /// A new password can't be used, with the reason.
    PasswordUnusable(&'static str),
    /// Changing the protection requires all rights: the document must be opened with the owner
    /// password.
    OwnerNeeded,
    /// The file has no PDF header, no cross-reference data and no objects.
    NotPdf,
    /// The source has no bytes.
    Empty,
    /// The cross-reference data can't be read, and scanning for objects did not help.
    CrossReference(&'static str),
    /// The trailer has no usable `/Root`.
    CatalogMissing,
    /// The bytes at this offset are not the expected object.
    Syntax {
        /// Offset of the error, in the file or in the decoded data.
        offset: u64,
        /// The problem.
        problem: &'static str,
    },
    /// An object exists but has another type than expected.
    Type {
        /// The object, if it is indirect.
        object: Option<ObjectId>,
        /// The expected type.
        expected: &'static str,
    },
    /// The document has no page with this index (from 0).
    PageMissing(usize),
    /// A stream's data can't be decoded.
    Filter {
        /// Name of the filter.
        filter: &'static str,
        /// The problem.
        problem: &'static str,
    },
    /// The stream uses a filter that is not decoded here (mostly image filters).
    FilterUnsupported(String),
    /// The encryption is not revision 2 to 6 of the standard security handler.
    EncryptionUnsupported(&'static str),
    /// A limit that protects against hostile files was exceeded.
    Limit(&'static str),
    /// The bytes of the file can't be read.
    Source(SourceError),
}

impl PdfError {
    /// The stable error code: `pdf_password`, `pdf_incorrect_password`, `request_validation_error`
    /// (for a new password), `pdf_parsing_error_no_buffer`, `pdf_encryption_unsupported` or
    /// `pdf_corrupted`.
    pub fn code(&self) -> CoreErrorCode {
        match self {
            Self::PasswordNeeded | Self::OwnerNeeded => CoreErrorCode::PdfPassword,
            Self::PasswordUnusable(_) => CoreErrorCode::RequestValidationError,
            Self::PasswordIncorrect => CoreErrorCode::PdfIncorrectPassword,
            Self::Empty => CoreErrorCode::PdfParsingErrorNoBuffer,
            Self::EncryptionUnsupported(_) => CoreErrorCode::PdfEncryptionUnsupported,
            Self::NotPdf
            | Self::CrossReference(_)
            | Self::CatalogMissing
            | Self::Syntax { .. }
            | Self::Type { .. }
            | Self::PageMissing(_)
            | Self::Filter { .. }
            | Self::FilterUnsupported(_)
            | Self::Limit(_)
            | Self::Source(_) => CoreErrorCode::PdfCorrupted,
        }
    }

    pub(crate) fn syntax(offset: u64, problem: &'static str) -> Self {
        Self::Syntax { offset, problem }
    }

    pub(crate) fn expected(object: Option<ObjectId>, expected: &'static str) -> Self {
        Self::Type { object, expected }
    }
}

impl fmt::Display for PdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PasswordNeeded => f.write_str("the document is password-protected"),
            Self::PasswordIncorrect => f.write_str("the password is incorrect"),
            Self::PasswordUnusable(problem) => {
                write!(f, "the new password can't be used: {problem}")
            }
            Self::OwnerNeeded => {
                f.write_str("the protection can only be changed with the owner's password")
            }
            Self::NotPdf => f.write_str("this is not a PDF file"),
            Self::Empty => f.write_str("the file is empty"),
            Self::CrossReference(problem) => write!(f, "broken cross-reference data: {problem}"),
            Self::CatalogMissing => f.write_str("the document has no catalog"),
            Self::Syntax { offset, problem } => write!(f, "{problem} at byte {offset}"),
            Self::Type {
                object: Some(id),
                expected,
            } => write!(f, "object {id} is not {expected}"),
            Self::Type {
                object: None,
                expected,
            } => write!(f, "expected {expected}"),
            Self::PageMissing(index) => write!(f, "there is no page {}", index.saturating_add(1)),
            Self::Filter { filter, problem } => write!(f, "{filter}: {problem}"),
            Self::FilterUnsupported(name) => write!(f, "filter {name} is not decoded here"),
            Self::EncryptionUnsupported(what) => write!(f, "unsupported encryption: {what}"),
            Self::Limit(what) => write!(f, "too much for a sane document: {what}"),
            Self::Source(error) => write!(f, "the file can't be read: {error}"),
        }
    }
}

impl std::error::Error for PdfError {}

impl From<SourceError> for PdfError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}
