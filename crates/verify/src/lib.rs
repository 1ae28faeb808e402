//! Judges the signatures of a PDF: integrity, coverage, signer, later changes.
//!
//! ```
//! use countersign_verify::{VerifyOptions, verify};
//! # fn demo(document: &countersign_pdf::Document, root: Vec<u8>, now: i64)
//! #     -> Result<(), countersign_verify::VerifyError> {
//! let options = VerifyOptions { trust: vec![root], at: now, ignore_trust: false };
//! for report in verify(document, &options)? {
//!     println!("{:?}: {}", report.field, report.acceptable);
//!     for finding in report.findings {
//!         println!("  {} {}", finding.code, finding.message);
//!     }
//! }
//! # Ok(()) }
//! ```
//!
//! A document that can be opened always gets a verdict: whatever is wrong with a signature is a
//! finding. [`compare_revisions`] names each change between two revisions; anything it can't
//! explain is forbidden.

mod certification;
mod changes;
mod compare;
mod coverage;
mod error;
mod form;
mod info;
mod later;
mod report;
mod signature;

use std::cell::OnceCell;

use countersign_cms::Certificate;
use countersign_pdf::Document;

pub use changes::{Change, ChangeKind, ChangeSeverity, Changes};
pub use countersign_cms::{CertificateInfo, Finding, Severity};
pub use error::VerifyError;
pub use report::{
    Level, SignatureInfo, SignatureKind, SignatureReport, SignatureState, TimestampReport,
    VerifyOptions,
};

use form::{FormTree, SignatureField};
use signature::Judge;

/// Judges every signature, in the order in which they were made.
pub fn verify(
    document: &Document,
    options: &VerifyOptions,
) -> Result<Vec<SignatureReport>, VerifyError> {
    let judged = judge_all(document, options)?;
    Ok(judged.into_iter().map(|(_, report)| report).collect())
}

/// Describes every signature without judging trust.
pub fn signatures(document: &Document) -> Result<Vec<SignatureInfo>, VerifyError> {
    let options = VerifyOptions {
        ignore_trust: true,
        ..VerifyOptions::default()
    };
    let judged = judge_all(document, &options)?;
    Ok(judged
        .iter()
        .map(|(field, report)| info::describe(field, report))
        .collect())
}

fn judge_all(
    document: &Document,
    options: &VerifyOptions,
) -> Result<Vec<(SignatureField, SignatureReport)>, VerifyError> {
    let mut anchors = Vec::new();
    for bytes in &options.trust {
        anchors.extend(Certificate::read_all(bytes).map_err(VerifyError::Trust)?);
    }
    let form = FormTree::read(document);
    let judge = Judge::new(document, &form, &anchors, options);
    let mut out = Vec::new();
    for field in judge.in_order() {
        if let Some(report) = judge.judge(field) {
            out.push((field.clone(), report));
        }
    }
    out.sort_by_key(|(_, report)| report.revision_end);
    Ok(out)
}

/// Compares the document as it was with `older_length` bytes to what it was with `newer_length`.
pub fn compare_revisions(
    document: &Document,
    older_length: u64,
    newer_length: u64,
) -> Result<Changes, VerifyError> {
    let at = |length: u64| {
        let possible = length > 0 && length <= document.len();
        match possible.then(|| document.earlier(length)) {
            Some(Ok(earlier)) => Ok(earlier),
            Some(Err(_)) | None => Err(VerifyError::Revision(length)),
        }
    };
    if older_length > newer_length {
        return Err(VerifyError::Revision(older_length));
    }
    let (older, newer) = (at(older_length)?, at(newer_length)?);
    Ok(compare::compare(&older, &newer, &OnceCell::new())?)
}
