//! Validates the signatures of a PDF: integrity, coverage, signer, later changes; and detached signatures of other content.
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
//! Every document that can be opened gets a result: problems of a signature are findings, not
//! errors. [`compare_revisions`] lists each change between two revisions; a change without an
//! explanation is forbidden.

#![warn(clippy::missing_errors_doc)]

mod appearance;
mod button_appearances;
mod certification;
mod changes;
mod choices;
mod compare;
mod coverage;
mod criteria;
mod detached;
mod error;
mod form;
mod indication;
mod info;
mod known_signatures;
mod level;
mod list_appearances;
mod material;
mod options;
mod painting;
mod qualification;
mod qualification_report;
mod readers;
mod removed_signatures;
mod report;
mod requests;
mod services;
mod shown_text;
mod signature;
mod signature_check;
mod stamps;
mod subsequent_changes;
mod trust;
mod trust_service;
mod verdict;

use std::rc::Rc;

use countersign_cms::Certificate;
use countersign_pdf::Document;

pub use changes::{Change, ChangeKind, ChangeSeverity, Changes};
pub use countersign_cms::{CertificateInfo, Finding, FindingCode, Severity};
pub use detached::{ContentDigests, detached_revocation_requests, verify_detached};
pub use error::VerifyError;
pub use options::VerifyOptions;
pub use qualification_report::{
    QualificationLevel, QualificationReason, QualificationReport, ServiceName,
};
pub use report::{
    Indication, Level, RevocationReport, RevocationState, SignatureInfo, SignatureKind,
    SignatureReport, SignatureState, SubIndication, TimestampReport,
};

pub use requests::RevocationRequest;
pub use trust_service::{
    Assertion, Criteria, KeyUsageBit, QcUse, QualificationRule, Qualifier, ServicePeriod,
    TrustService, TrustServiceKind,
};

use compare::Side;
use form::{FormTree, SignatureField};
use signature::Validator;

/// Validates every signature. Returns one report per signature, in the order of the signed
/// revisions.
/// # Errors
/// `VerifyError::Trust` if a trusted certificate can't be read; `VerifyError::Revision` if no sound
/// revision ends at [`VerifyOptions::since`]. Problems of the document give findings, not errors.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../sign/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let (signed, root) = (alice.sign_field(&support::form(), "alice"), support::root().make().der().to_vec());
/// # let now = support::NOW + 60;
/// use countersign_pdf::Document;
/// use countersign_verify::{VerifyOptions, verify};
/// let document = Document::from_bytes(signed.clone())?;
/// let options = VerifyOptions { trust: vec![root], at: now, ..VerifyOptions::default() };
/// let report = &verify(&document, &options).expect("the root can be read")[0];
/// assert_eq!(report.field.as_deref(), Some("alice"));
/// assert!(report.intact && report.trusted && report.covers_whole_file && report.acceptable);
///
/// let mut forged = signed;
/// let page = forged.windows(8).position(|part| part == b"Contract").expect("its text");
/// forged[page] = b'K';
/// let report = &verify(&Document::from_bytes(forged)?, &options).expect("the root can be read")[0];
/// assert!(!report.intact && !report.acceptable);
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn verify(
    document: &Document,
    options: &VerifyOptions,
) -> Result<Vec<SignatureReport>, VerifyError> {
    let validated = validate_all(document, options)?;
    Ok(validated.into_iter().map(|(_, report)| report).collect())
}

/// The OCSP and CRL requests that could settle open revocation checks: one entry per certificate of
/// unknown status. Add the responses to [`VerifyOptions`] and call again, until no new request
/// appears.
/// # Errors
/// As for [`verify`].
pub fn revocation_requests(
    document: &Document,
    options: &VerifyOptions,
) -> Result<Vec<RevocationRequest>, VerifyError> {
    let anchors = anchors(options)?;
    let form = Rc::new(FormTree::read(document));
    let validator = Validator::new(document, &form, &anchors, options).knowing(options.since)?;
    let (mut checks, _) = validator.examine_all();
    let material = validator.settle(&mut checks);
    Ok(requests::open_questions(&checks, &material))
}

/// Describes every signature without validating trust.
/// # Errors
/// As for [`verify`].
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../sign/tests/support/mod.rs")); }
/// # let signed = support::Signer::new("Alice", 2).sign_field(&support::form(), "alice");
/// let document = countersign_pdf::Document::from_bytes(signed)?;
/// let signatures = countersign_verify::signatures(&document).expect("there is no trust to read");
/// assert_eq!((signatures.len(), signatures[0].field.as_str()), (1, "alice"));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn signatures(document: &Document) -> Result<Vec<SignatureInfo>, VerifyError> {
    let options = VerifyOptions {
        ignore_trust: true,
        ..VerifyOptions::default()
    };
    let validated = validate_all(document, &options)?;
    Ok(validated
        .iter()
        .map(|(field, report)| info::describe(field, report))
        .collect())
}

fn validate_all(
    document: &Document,
    options: &VerifyOptions,
) -> Result<Vec<(SignatureField, SignatureReport)>, VerifyError> {
    let anchors = anchors(options)?;
    let form = Rc::new(FormTree::read(document));
    let validator = Validator::new(document, &form, &anchors, options).knowing(options.since)?;
    let (mut checks, mut out) = validator.examine_all();
    validator.settle(&mut checks);
    out.extend(validator.find_removed(&mut checks));
    for check in checks {
        out.push((check.field.clone(), validator.conclude(check)));
    }
    out.sort_by_key(|(_, report)| report.revision_end);
    Ok(out)
}

/// Trust anchors.
#[derive(Debug)]
pub(crate) struct Anchors {
    /// Anchors of signers.
    pub(crate) signers: Vec<Certificate>,
    /// Anchors of time stamping authorities.
    pub(crate) stamps: Vec<Certificate>,
}

fn anchors(options: &VerifyOptions) -> Result<Anchors, VerifyError> {
    let read = |list: &[Vec<u8>]| -> Result<Vec<Certificate>, VerifyError> {
        let mut all = Vec::new();
        for bytes in list {
            all.extend(Certificate::read_all(bytes).map_err(VerifyError::Trust)?);
        }
        Ok(all)
    };
    let signers = read(&options.trust)?;
    let stamps = match options.timestamp_trust.is_empty() {
        true => signers.clone(),
        false => read(&options.timestamp_trust)?,
    };
    Ok(Anchors { signers, stamps })
}

/// Compares two revisions of the document. `older_length` and `newer_length` are lengths in bytes
/// at which a revision ends (ISO 32000-2, 7.5.6).
///
/// # Errors
/// `VerifyError::Revision` if a length is not that of a revision or the order is wrong;
/// `VerifyError::Pdf` if either revision can't be read.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../sign/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let form = support::form();
/// # let signed = alice.sign_field(&form, "alice");
/// let document = countersign_pdf::Document::from_bytes(signed.clone())?;
/// let changes = countersign_verify::compare_revisions(&document, form.len() as u64, signed.len() as u64)
///     .expect("both are revisions");
/// assert!(changes.acceptable);
/// assert_eq!(changes.signed_fields, ["alice"]);
/// assert!(countersign_verify::compare_revisions(&document, 9, 3).is_err());
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
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
    let older = at(older_length)?;
    let opened;
    // Shares the cached objects with the document's other checks.
    let newer = match newer_length == document.len() && !document.is_repaired() {
        true => document,
        false => {
            opened = at(newer_length)?;
            &opened
        }
    };
    let newer_form = FormTree::read(newer);
    let older_form = FormTree::read_earlier(&older, newer, &newer_form);
    let side = |document, form| Side {
        document,
        form: Rc::new(form),
    };
    let (older, newer) = (side(&older, older_form), side(newer, newer_form));
    Ok(compare::compare(older, newer)?.changes)
}
