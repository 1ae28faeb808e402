//! Decides whether the changes after a signature are permitted by it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use countersign_cms::{Finding, FindingCode};
use countersign_pdf::{Document, Object, ObjectId, PdfError};

use crate::certification::Lock;
use crate::changes::{Change, ChangeKind, ChangeSeverity};
use crate::compare::{Note, NoteKind, Outcome};
use crate::form::FormTree;

/// Maximum part of a page that new visible signature fields may cover together. More counts as
/// covering signed content.
const COVERING: f64 = 0.25;

/// What the signature permits.
pub(crate) struct Permission<'a> {
    /// DocMDP level in force after this signature.
    pub(crate) level: Option<u8>,
    /// Fields locked by the signature.
    pub(crate) locks: &'a [Lock],
    /// Names of the fields that hold document time stamps, which never change signed content.
    pub(crate) time_stamps: &'a HashSet<String>,
}

/// The current document.
pub(crate) struct Current<'a> {
    pub(crate) document: &'a Document,
    pub(crate) form: &'a FormTree,
    /// Page number (from 1) by object number of the annotation; read on first use.
    pub(crate) shown_on: OnceCell<HashMap<u32, u32>>,
}

impl Current<'_> {
    fn page_of(&self, widget: ObjectId) -> Option<u32> {
        let shown_on = self.shown_on.get_or_init(|| {
            let mut shown_on = HashMap::new();
            for index in 0..self.document.pages().unwrap_or(0) {
                let Ok(page) = self.document.page(index) else {
                    continue;
                };
                let annotations = self.document.lookup(&page.dictionary, b"Annots");
                let annotations = annotations.map(|it| it.into_object()).unwrap_or_default();
                let ids = annotations.as_array().unwrap_or_default().iter();
                for id in ids.filter_map(Object::as_reference) {
                    shown_on.entry(id.number).or_insert(index as u32 + 1);
                }
            }
            shown_on
        });
        shown_on.get(&widget.number).copied()
    }
}

/// Result for one signature: findings, most severe first, and the number of omitted ones.
#[derive(Debug, Default)]
pub(crate) struct ChangeFindings {
    pub(crate) findings: Vec<Finding>,
    pub(crate) omitted: usize,
}

/// Checks the changes after a signature. `limit`: maximum number of findings returned.
pub(crate) fn check(
    current: &Current<'_>,
    outcome: &Outcome,
    permission: &Permission<'_>,
    limit: usize,
) -> Result<ChangeFindings, PdfError> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut known: HashSet<Finding> = HashSet::new();
    let mut added = AddedFields::default();
    for change in &outcome.changes.changes {
        let finding = match change.severity {
            ChangeSeverity::Forbidden | ChangeSeverity::Suspicious => Some(Finding::error(
                code(change.kind),
                &change.message,
                place(change),
            )),
            ChangeSeverity::Allowed => allowed(current, change, permission, &mut added)?,
        };
        findings.extend(finding.filter(|finding| known.insert(finding.clone())));
    }
    let notes = outcome.notes.iter().map(pointed_out);
    findings.extend(notes.filter(|finding| known.insert(finding.clone())));
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let omitted = findings.len().saturating_sub(limit);
    findings.truncate(limit);
    Ok(ChangeFindings { findings, omitted })
}

fn pointed_out(note: &Note) -> Finding {
    let place = format!("field {}", note.field);
    match note.kind {
        NoteKind::ShowedOtherwise => {
            let message = "the field showed something other than its value when this was signed";
            Finding::warning(FindingCode::AppearanceDiffers, message, place)
        }
        NoteKind::Undetermined => {
            let message = "what the field shows can't be determined: a font of the file draws it";
            Finding::info(FindingCode::AppearanceUntold, message, place)
        }
    }
}

fn code(kind: ChangeKind) -> FindingCode {
    match kind {
        ChangeKind::Content => FindingCode::LaterContent,
        ChangeKind::Page => FindingCode::LaterPage,
        ChangeKind::Annotation => FindingCode::LaterAnnotation,
        ChangeKind::FieldFilled => FindingCode::LaterFieldFilled,
        ChangeKind::FieldAdded => FindingCode::LaterFieldAdded,
        ChangeKind::FieldChanged => FindingCode::LaterFieldChanged,
        ChangeKind::SignatureAdded => FindingCode::LaterSignature,
        ChangeKind::Catalog => FindingCode::LaterCatalog,
        ChangeKind::Dss => FindingCode::LaterDss,
        ChangeKind::Metadata => FindingCode::LaterMetadata,
        ChangeKind::Trailer => FindingCode::LaterTrailer,
        ChangeKind::Bytes => FindingCode::LaterBytes,
        ChangeKind::Resources => FindingCode::LaterResources,
        ChangeKind::Ambiguity => FindingCode::ReadersMayDisagree,
        ChangeKind::ObjectAdded
        | ChangeKind::ObjectChanged
        | ChangeKind::ObjectRemoved
        | ChangeKind::Other => FindingCode::LaterOther,
    }
}

fn place(change: &Change) -> String {
    let field = change.field.as_ref().map(|name| format!("field {name}"));
    let page = change.page.map(|page| format!("page {page}"));
    let parts = [change.object.clone(), field, page];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

fn allowed(
    current: &Current<'_>,
    change: &Change,
    permission: &Permission<'_>,
    added: &mut AddedFields,
) -> Result<Option<Finding>, PdfError> {
    let field = change.field.as_deref().unwrap_or_default();
    let harmless = matches!(
        change.kind,
        ChangeKind::Dss | ChangeKind::Metadata | ChangeKind::Resources
    ) || permission.time_stamps.contains(field);
    if permission.level == Some(1) && !harmless {
        let message = format!("the certification allows no change, and {}", change.message);
        return Ok(Some(Finding::error(
            FindingCode::CertificationForbids,
            message,
            place(change),
        )));
    }
    let fills = matches!(
        change.kind,
        ChangeKind::FieldFilled | ChangeKind::SignatureAdded
    );
    if fills && permission.locks.iter().any(|lock| lock.holds(field)) {
        let message = "a field was filled that the signature locks";
        return Ok(Some(Finding::error(
            FindingCode::FieldLocked,
            message,
            place(change),
        )));
    }
    if change.kind == ChangeKind::FieldAdded {
        return added.check(current, change, permission, field);
    }
    Ok(None)
}

/// Signature fields added so far.
#[derive(Default)]
struct AddedFields {
    /// Names already checked: a field and its widget may be two objects.
    known: HashSet<String>,
    /// Part of each page (from 1) that the added fields cover together.
    covered: HashMap<u32, f64>,
}

impl AddedFields {
    /// An invisible signature field may always be added. A visible one must be signed, cover at
    /// most `COVERING` of its page together with the others, and not be ruled out by a
    /// certification. No other field may be added to a signed document.
    fn check(
        &mut self,
        current: &Current<'_>,
        change: &Change,
        permission: &Permission<'_>,
        name: &str,
    ) -> Result<Option<Finding>, PdfError> {
        let error = |message: &str| {
            Ok(Some(Finding::error(
                FindingCode::LaterFieldAdded,
                message,
                place(change),
            )))
        };
        let Some(field) = current.form.signatures_named(name).next() else {
            return error("a field was added after signing");
        };
        if !self.known.insert(name.to_owned()) {
            return Ok(None);
        }
        let (mut is_seen, mut covers) = (false, false);
        for widget in &field.widgets {
            let part = part_of_page(current, *widget)?;
            let Some((page, part)) = part else { continue };
            is_seen = true;
            let covered = self.covered.entry(page).or_default();
            *covered += part;
            covers |= *covered > COVERING;
        }
        if !is_seen {
            return Ok(None);
        }
        if permission.level.is_some() {
            return error("a visible field was added after the document was certified");
        }
        if field.value.is_null() || covers {
            return error("a visible field was added over what was signed");
        }
        let message = "a visible signature field was added after signing";
        Ok(Some(Finding::warning(
            FindingCode::LaterVisibleSignature,
            message,
            place(change),
        )))
    }
}

/// The widget's page, and the part of the page it covers; the whole page if that can't be
/// determined. `None` for an invisible widget (zero area).
fn part_of_page(current: &Current<'_>, widget: ObjectId) -> Result<Option<(u32, f64)>, PdfError> {
    let page = current.page_of(widget);
    let whole = Ok(Some((page.unwrap_or(0), 1.0)));
    let object = current.document.object(widget)?;
    let Some(dictionary) = object.as_dictionary() else {
        return whole;
    };
    let rect = current.document.lookup(dictionary, b"Rect")?;
    let numbers: Vec<f64> = rect
        .as_array()
        .unwrap_or_default()
        .iter()
        .filter_map(Object::as_number)
        .collect();
    let [left, bottom, right, top] = numbers.as_slice() else {
        return whole;
    };
    let area = (right - left).abs() * (top - bottom).abs();
    if area == 0.0 {
        return Ok(None);
    }
    let Some(page) = page else { return whole };
    let [x0, y0, x1, y1] = current.document.page(page as usize - 1)?.crop_box;
    Ok(Some((page, area / ((x1 - x0) * (y1 - y0)))))
}
