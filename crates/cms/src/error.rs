//! What can go wrong while reading or building certificates and CMS.

use std::fmt;

/// An error with a stable code, its cause and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CmsError {
    kind: CmsErrorKind,
    detail: String,
}

/// The kinds of [`CmsError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CmsErrorKind {
    /// The bytes are not the strict DER they have to be.
    Encoding,
    /// A certificate can't be read.
    Certificate,
    /// A key, digest, curve or scheme that is not supported.
    Algorithm,
    /// A signature that does not belong to what it should have signed.
    Signature,
    /// A time stamp token that does not answer what was asked.
    Timestamp,
    /// An OCSP response or a list of revoked certificates that can't be read, or answers something else.
    Revocation,
}

impl CmsError {
    /// An error of `kind`, with the cause in words.
    pub fn new(kind: CmsErrorKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
        }
    }

    pub(crate) fn encoding(detail: impl Into<String>) -> Self {
        Self::new(CmsErrorKind::Encoding, detail)
    }

    pub(crate) fn algorithm(detail: impl Into<String>) -> Self {
        Self::new(CmsErrorKind::Algorithm, detail)
    }

    /// The kind, for programs.
    pub fn kind(&self) -> CmsErrorKind {
        self.kind
    }

    /// The stable code, for the outside.
    pub fn code(&self) -> &'static str {
        match self.kind {
            CmsErrorKind::Encoding => "cms_encoding",
            CmsErrorKind::Certificate => "certificate_unreadable",
            CmsErrorKind::Algorithm => "algorithm_unsupported",
            CmsErrorKind::Signature => "signature_mismatch",
            CmsErrorKind::Timestamp => "timestamp_mismatch",
            CmsErrorKind::Revocation => "revocation_unreadable",
        }
    }
}

impl fmt::Display for CmsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.detail)
    }
}

impl std::error::Error for CmsError {}
