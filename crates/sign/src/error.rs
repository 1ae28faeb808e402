//! Errors of preparing and completing signatures. Nothing is written when one occurs.

use std::fmt;

use countersign_cms::{CmsError, StampProblem};
use countersign_codes::CoreErrorCode;
use countersign_forms::FormsError;
use countersign_forms::locks::{Refusal, SignatureRule};
use countersign_forms::signature_appearance::AppearanceProblem;
use countersign_pdf::PdfError;

/// Reason why a signature can't be prepared or completed.
#[derive(Debug, Clone, PartialEq)]
pub enum SignError {
    /// The document can't be read or written.
    Pdf(PdfError),
    /// A field value can't be filled in.
    Forms(FormsError),
    /// The certificate, its chain or the key's algorithm is not usable.
    Certificate(CmsError),
    /// The certificate expired before the signing time. Contains the end of its validity.
    CertificateExpired(String),
    /// The certificate is not yet valid. Contains the start of its validity.
    CertificateNotYetValid(String),
    /// The certificate, or one of its issuers, was revoked before it was used.
    CertificateRevoked {
        /// Subject of the revoked certificate.
        subject: String,
        /// Revocation time, ISO 8601.
        since: String,
    },
    /// The key usage does not allow signing documents.
    CertificateUsage,
    /// Keys of this kind and size are too weak.
    CertificateKey(String),
    /// There is no signature field of this name or, for validation material, no signed one.
    FieldNotFound(String),
    /// The field of this name is already signed.
    FieldSigned(String),
    /// A field of this name already exists.
    FieldExists(String),
    /// The page of the new field does not exist.
    PageNotFound(u32),
    /// The rectangle of the new field is empty or not within its page.
    BadRect,
    /// A lock can't be added: the field has one, or it is an existing field of a signed form.
    Lock,
    /// An earlier signature does not permit this one.
    Refused(Refusal),
    /// The document's permissions do not allow it without the owner password.
    NotPermitted,
    /// A certification must be the first signature.
    NotFirst,
    /// The certification level does not exist.
    CertificationLevel(u8),
    /// The file is a hybrid of cross-reference tables and streams. PDF readers would disagree about what was signed.
    Hybrid,
    /// PDF readers may find different objects in the file. Contains the byte offset and the problem.
    Ambiguous(u64, &'static str),
    /// The file was repaired when it was read. An appended revision might not match what other readers see.
    Repaired,
    /// The session bytes are malformed.
    Session(&'static str),
    /// The document is not the one that the session was prepared for.
    DocumentChanged,
    /// The signature does not verify against the certificate and the prepared bytes.
    Mismatch(CmsError),
    /// The CMS is BER; PDF and PAdES require DER.
    NotDer,
    /// An existing signature of the document can't be read.
    Signature(CmsError),
    /// The path of a certificate ends at an untrusted root.
    Untrusted(String),
    /// Validation material is missing. Contains the subjects of the certificates.
    ValidationIncomplete(Vec<String>),
    /// Invalid parameters of a time-stamp request.
    Request(CmsError),
    /// The time stamp is rejected.
    TimeStamp(StampProblem),
    /// The CMS or token does not fit the reserved space.
    Reserve {
        /// Required bytes.
        needed: usize,
        /// Reserved bytes.
        reserved: usize,
    },
    /// The appearance of the signature can't be created.
    Appearance(AppearanceProblem),
    /// Internal error: a placeholder was not found in the written revision, or an existing signature does not cover
    /// the whole document.
    Layout(&'static str),
}

impl SignError {
    /// Stable error code.
    pub fn code(&self) -> CoreErrorCode {
        match self {
            Self::Pdf(cause) => cause.code(),
            Self::Forms(cause) => cause.code(),
            Self::Certificate(_) => CoreErrorCode::SignCertificate,
            Self::CertificateExpired(_) => CoreErrorCode::SignCertificateExpired,
            Self::CertificateNotYetValid(_) => CoreErrorCode::SignCertificateNotYetValid,
            Self::CertificateRevoked { .. } => CoreErrorCode::SignCertificateRevoked,
            Self::CertificateUsage => CoreErrorCode::SignCertificateUsage,
            Self::CertificateKey(_) => CoreErrorCode::SignCertificateKey,
            Self::FieldNotFound(_) => CoreErrorCode::SignFieldNotFound,
            Self::FieldSigned(_) => CoreErrorCode::SignFieldSigned,
            Self::FieldExists(_) => CoreErrorCode::SignFieldExists,
            Self::PageNotFound(_) => CoreErrorCode::SignPageNotFound,
            Self::BadRect => CoreErrorCode::SignRect,
            Self::Lock => CoreErrorCode::SignLock,
            Self::Refused(refusal) => match refusal.rule {
                SignatureRule::DocMdp => CoreErrorCode::SignCertified,
                SignatureRule::FieldMdp | SignatureRule::Lock => CoreErrorCode::SignFieldLocked,
                SignatureRule::Signature => CoreErrorCode::SignaturesInvalidation,
            },
            Self::NotPermitted => CoreErrorCode::PdfNotPermitted,
            Self::NotFirst => CoreErrorCode::SignNotFirst,
            Self::CertificationLevel(_) => CoreErrorCode::SignCertificationLevel,
            Self::Hybrid => CoreErrorCode::SignHybrid,
            Self::Ambiguous(..) => CoreErrorCode::SignReadersMayDisagree,
            Self::Repaired => CoreErrorCode::SignRepaired,
            Self::Session(_) => CoreErrorCode::SignSession,
            Self::DocumentChanged => CoreErrorCode::SignDocumentChanged,
            Self::Mismatch(_) => CoreErrorCode::SignMismatch,
            Self::NotDer => CoreErrorCode::SignCmsNotDer,
            Self::Signature(_) => CoreErrorCode::ValidationSignature,
            Self::Untrusted(_) => CoreErrorCode::ValidationUntrusted,
            Self::ValidationIncomplete(_) => CoreErrorCode::ValidationIncomplete,
            Self::Request(_) => CoreErrorCode::TimestampRequest,
            Self::TimeStamp(StampProblem::Refused(_)) => CoreErrorCode::TimestampRefused,
            Self::TimeStamp(StampProblem::Unreadable(_)) => CoreErrorCode::TimestampUnreadable,
            Self::TimeStamp(StampProblem::Imprint) => CoreErrorCode::TimestampImprint,
            Self::TimeStamp(StampProblem::Nonce) => CoreErrorCode::TimestampNonce,
            Self::TimeStamp(StampProblem::Policy(_)) => CoreErrorCode::TimestampPolicy,
            Self::TimeStamp(StampProblem::Signature(_)) => CoreErrorCode::TimestampSignature,
            Self::TimeStamp(StampProblem::Authority(_)) => CoreErrorCode::TimestampAuthority,
            Self::Reserve { .. } => CoreErrorCode::SignReserve,
            Self::Appearance(_) => CoreErrorCode::SignAppearance,
            Self::Layout(_) => CoreErrorCode::SignLayout,
        }
    }

    /// Number of bytes the CMS needs, if the reserved space was too small.
    pub fn needed(&self) -> Option<usize> {
        match self {
            Self::Reserve { needed, .. } => Some(*needed),
            _ => None,
        }
    }
}

impl SignError {
    /// The earlier signature that does not permit this one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::Forms(cause) => cause.refusal(),
            _ => None,
        }
    }

    /// Characters missing from the available fonts, if they are the problem. The caller may retry with fonts that have
    /// them.
    pub fn missing_characters(&self) -> Option<&str> {
        match self {
            Self::Appearance(problem) => problem.missing(),
            _ => None,
        }
    }
}

impl fmt::Display for SignError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pdf(cause) => write!(out, "{cause}"),
            Self::Forms(cause) => write!(out, "{cause}"),
            Self::Certificate(cause) => write!(out, "the certificate can't be used: {cause}"),
            Self::CertificateExpired(at) => write!(out, "the certificate expired at {at}"),
            Self::CertificateNotYetValid(at) => {
                write!(out, "the certificate is valid only from {at}")
            }
            Self::CertificateRevoked { subject, since } => {
                write!(out, "the certificate of {subject} was revoked at {since}")
            }
            Self::CertificateUsage => out.write_str("the certificate is not for signing documents"),
            Self::CertificateKey(key) => {
                write!(out, "a key {key} is too weak for a new signature")
            }
            Self::FieldNotFound(name) => write!(out, "there is no signature field {name:?}"),
            Self::FieldSigned(name) => write!(out, "the field {name:?} is signed already"),
            Self::FieldExists(name) => write!(out, "a field {name:?} exists already"),
            Self::PageNotFound(page) => write!(out, "there is no page {page}"),
            Self::BadRect => out.write_str("the field's place is not on the page"),
            Self::Lock => out.write_str("the field has a lock already, or the form is signed"),
            Self::Refused(refusal) => write!(out, "{refusal}"),
            Self::NotPermitted => out.write_str(
                "the protection of the document allows this only with the owner's password",
            ),
            Self::NotFirst => out.write_str("only the first signature can certify a document"),
            Self::CertificationLevel(level) => {
                write!(out, "certification has the levels 1, 2 and 3, not {level}")
            }
            Self::Hybrid => out.write_str(
                "the file mixes cross-reference tables and streams; save it anew before signing",
            ),
            Self::Ambiguous(offset, problem) => write!(
                out,
                "programs may show different content: {problem} (byte {offset}); save the file anew before signing"
            ),
            Self::Repaired => out.write_str("the file is damaged; save it anew before signing"),
            Self::Session(problem) => write!(out, "the signing session is broken: {problem}"),
            Self::DocumentChanged => {
                out.write_str("the document changed since the signature was prepared")
            }
            Self::Mismatch(cause) => write!(out, "{cause}"),
            Self::NotDer => out.write_str("the CMS is BER; a PDF takes DER only"),
            Self::Signature(cause) => write!(out, "a signature can't be read: {cause}"),
            Self::Untrusted(root) => write!(out, "the path ends at {root}, which is not trusted"),
            Self::ValidationIncomplete(subjects) => write!(
                out,
                "what proves these certificates is missing: {}",
                subjects.join(", ")
            ),
            Self::Request(cause) => write!(out, "a time stamp can't be asked for: {cause}"),
            Self::TimeStamp(problem) => write!(out, "{problem}"),
            Self::Reserve { needed, reserved } => write!(
                out,
                "the signature takes {needed} bytes and {reserved} are reserved: prepare again with a reserve of {needed}"
            ),
            Self::Appearance(problem) => write!(out, "the visible signature: {problem}"),
            Self::Layout(what) => write!(out, "{what} is not where it was written"),
        }
    }
}

impl std::error::Error for SignError {}

impl From<Refusal> for SignError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<PdfError> for SignError {
    fn from(cause: PdfError) -> Self {
        Self::Pdf(cause)
    }
}

impl From<FormsError> for SignError {
    fn from(cause: FormsError) -> Self {
        Self::Forms(cause)
    }
}
