//! Errors of reading and building certificates and CMS.

use std::fmt;

/// An error of a kind, with its cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CmsError {
    kind: CmsErrorKind,
    detail: String,
}

/// Kinds of [`CmsError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CmsErrorKind {
    /// Malformed or non-strict DER.
    Encoding,
    /// A certificate can't be read.
    Certificate,
    /// An unsupported key, digest, curve or signature scheme.
    Algorithm,
    /// A signature that does not verify over the data it should cover.
    Signature,
    /// A time stamp token that does not match its request.
    Timestamp,
    /// An OCSP response or CRL that is malformed, or an OCSP error response.
    Revocation,
}

impl CmsError {
    /// Creates an error of this kind, with the cause in words.
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

    /// Kind of the error.
    pub fn kind(&self) -> CmsErrorKind {
        self.kind
    }
}

impl fmt::Display for CmsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.detail)
    }
}

impl std::error::Error for CmsError {}
