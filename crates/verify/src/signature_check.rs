//! State of a signature during validation.

use countersign_cms::{Certificate, Finding, FindingCode, SignedData, SignerCheck, TimeStampToken};
use countersign_pdf::{Dictionary, ObjectId};

use crate::coverage::Coverage;
use crate::form::SignatureField;
use crate::report::SignatureReport;
use crate::trust::Moment;

/// A signature under validation.
pub(crate) struct SignatureCheck<'a> {
    pub(crate) field: &'a SignatureField,
    pub(crate) id: Option<ObjectId>,
    pub(crate) dictionary: Dictionary,
    pub(crate) coverage: Coverage,
    pub(crate) contents: Contents,
    /// Certificate paths of the signer and of the time stamps, each with the time for which it is
    /// validated.
    pub(crate) paths: Vec<(Vec<Certificate>, Moment)>,
    pub(crate) report: SignatureReport,
}

/// Decoded contents of the gap in the byte range.
pub(crate) enum Contents {
    /// Unreadable; a finding says why.
    Unreadable,
    /// A signature, and the result of checking it.
    Signature(Box<SignedData>, Box<SignerCheck>),
    /// A time stamp token, and the digest of the bytes it covers.
    TimeStamp(Box<TimeStampToken>, Vec<u8>),
}

impl SignatureCheck<'_> {
    /// Adds an error finding: the signature is not acceptable.
    pub(crate) fn error(&mut self, code: FindingCode, message: &str, place: impl Into<String>) {
        self.report
            .findings
            .push(Finding::error(code, message, place));
    }

    /// True if the byte range and its gap are valid.
    pub(crate) fn is_well_placed(&self) -> bool {
        self.coverage.ranges.is_some() && self.coverage.findings.is_empty()
    }
}
