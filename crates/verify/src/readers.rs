//! Detects content that other readers may interpret differently.
//!
//! Ambiguous syntax appended after a signature is an error. Ambiguities that already existed at
//! signing are a warning: the signature covers every byte and nothing changed since, but the author
//! of the file may have shown the signer other content.

use countersign_cms::{Finding, FindingCode};
use countersign_pdf::{Ambiguity, Document, PdfError};

use crate::changes::{Change, ChangeKind, ChangeSeverity};
use crate::signature_check::SignatureCheck;

/// Maximum number of ambiguities reported per comparison.
const MAX_REPORTED: usize = 5;

/// Ambiguities in the revisions that `new` adds to `old`.
pub(crate) fn ambiguous_since(old: &Document, new: &Document) -> Result<Vec<Change>, PdfError> {
    if old.is_repaired() {
        return Ok(Vec::new());
    }
    let later = new.ambiguities_since(old.len())?;
    Ok(later.iter().take(MAX_REPORTED).map(change).collect())
}

fn change(found: &Ambiguity) -> Change {
    Change {
        kind: ChangeKind::Ambiguity,
        severity: ChangeSeverity::Forbidden,
        object: None,
        field: None,
        page: None,
        value: None,
        shown: None,
        message: format!(
            "programs may show different content: {} (byte {})",
            found.problem, found.offset
        ),
    }
}

/// Adds a warning if the file was already ambiguous at signing. What ends by `known` is taken as checked.
pub(crate) fn warn_of_earlier(
    document: &Document,
    check: &mut SignatureCheck<'_>,
    known: Option<u64>,
) -> Result<(), PdfError> {
    let end = check.coverage.end();
    let later;
    let (first, appended) = match known {
        Some(known) => {
            later = document.ambiguities_since(known)?;
            (None, later.as_slice())
        }
        None => (
            document.first_ambiguities()?.first(),
            document.appended_ambiguities()?,
        ),
    };
    let found = first.or_else(|| appended.iter().find(|found| found.revision_end <= end));
    if let Some(found) = found {
        let message = format!(
            "programs may have shown different content when this was signed: {}",
            found.problem
        );
        let place = format!("byte {}", found.offset);
        let finding = Finding::warning(FindingCode::ReadersMayHaveDisagreed, message, place);
        check.report.findings.push(finding);
    }
    Ok(())
}
