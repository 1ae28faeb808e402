//! What is known about a signature while it is judged.

use countersign_cms::{Certificate, Finding, SignedData, SignerCheck, TimeStampToken};
use countersign_pdf::{Dictionary, ObjectId};

use crate::coverage::Coverage;
use crate::form::SignatureField;
use crate::report::SignatureReport;
use crate::trust::Moment;

/// A signature under judgement.
pub(crate) struct Case<'a> {
    pub(crate) field: &'a SignatureField,
    pub(crate) id: Option<ObjectId>,
    pub(crate) dictionary: Dictionary,
    pub(crate) coverage: Coverage,
    pub(crate) contents: Contents,
    /// The paths that its verdict rests on, and for which time: of signer and stamps.
    pub(crate) paths: Vec<(Vec<Certificate>, Moment)>,
    pub(crate) report: SignatureReport,
}

/// What stands in the gap.
pub(crate) enum Contents {
    /// Nothing that can be read; a finding says why.
    Unreadable,
    /// A signature, and what checking it found.
    Signature(Box<SignedData>, Box<SignerCheck>),
    /// A time stamp, and the digest of what it covers.
    TimeStamp(Box<TimeStampToken>, Vec<u8>),
}

impl Case<'_> {
    /// Adds a finding that makes the signature not acceptable.
    pub(crate) fn error(&mut self, code: &str, message: &str, place: impl Into<String>) {
        self.report
            .findings
            .push(Finding::error(code, message, place));
    }

    /// True when the gap is what it has to be.
    pub(crate) fn is_well_placed(&self) -> bool {
        self.coverage.ranges.is_some() && self.coverage.findings.is_empty()
    }
}
