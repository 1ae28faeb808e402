//! Judges the signatures of a PDF: integrity, coverage, signer, later changes.
//!
//! ```
//! use countersign_verify::{VerifyOptions, verify};
//! # fn demo(document: &countersign_pdf::Document, root: Vec<u8>, now: i64)
//! #     -> Result<(), countersign_verify::VerifyError> {
//! let options = VerifyOptions { trust: vec![root], at: now, ..VerifyOptions::default() };
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

mod appearance;
mod button_looks;
mod case;
mod certification;
mod changes;
mod compare;
mod coverage;
mod error;
mod form;
mod info;
mod later;
mod level;
mod material;
mod removed;
mod report;
mod requests;
mod shown_text;
mod signature;
mod stamps;
mod trust;
mod verdict;

use std::cell::OnceCell;

use countersign_cms::Certificate;
use countersign_pdf::Document;

pub use changes::{Change, ChangeKind, ChangeSeverity, Changes};
pub use countersign_cms::{CertificateInfo, Finding, Severity};
pub use error::VerifyError;
pub use report::{
    Level, RevocationReport, RevocationState, SignatureInfo, SignatureKind, SignatureReport,
    SignatureState, TimestampReport, VerifyOptions,
};

pub use requests::RevocationRequest;

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

/// What could be asked so that less stays open: for each certificate of which nobody says whether it
/// was revoked, whom to ask and what. Answers go into [`VerifyOptions`]; then ask again, until nothing
/// new comes.
pub fn revocation_requests(
    document: &Document,
    options: &VerifyOptions,
) -> Result<Vec<RevocationRequest>, VerifyError> {
    let anchors = anchors(options)?;
    let form = FormTree::read(document);
    let judge = Judge::new(document, &form, &anchors, options);
    let (mut cases, _) = judge.examine_all();
    let material = judge.settle(&mut cases);
    Ok(requests::open_questions(&cases, &material))
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
    let anchors = anchors(options)?;
    let form = FormTree::read(document);
    let judge = Judge::new(document, &form, &anchors, options);
    let (mut cases, mut out) = judge.examine_all();
    judge.settle(&mut cases);
    out.extend(judge.find_removed(&mut cases));
    for case in cases {
        out.push((case.field.clone(), judge.conclude(case)));
    }
    out.sort_by_key(|(_, report)| report.revision_end);
    Ok(out)
}

fn anchors(options: &VerifyOptions) -> Result<Vec<Certificate>, VerifyError> {
    let mut anchors = Vec::new();
    for bytes in &options.trust {
        anchors.extend(Certificate::read_all(bytes).map_err(VerifyError::Trust)?);
    }
    Ok(anchors)
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
