//! What happened after a signature, and whether the signer allowed it.

use std::collections::HashSet;

use countersign_cms::Finding;
use countersign_pdf::{Document, Object, PdfError};

use crate::certification::Lock;
use crate::changes::{Change, ChangeKind, ChangeSeverity};
use crate::form::FormTree;

/// Above this part of a page, a new visible signature field covers what was signed.
const COVERING: f64 = 0.25;

/// What the signature allows.
pub(crate) struct Permission<'a> {
    /// Level of certification that holds after this signature.
    pub(crate) level: Option<u8>,
    /// Fields it locks.
    pub(crate) locks: &'a [Lock],
    /// Names of the fields that hold document time stamps: these never change what is signed.
    pub(crate) time_stamps: &'a [String],
}

/// Judges changes that came after a signature.
pub(crate) fn judge(
    document: &Document,
    form: &FormTree,
    changes: &[Change],
    permission: &Permission<'_>,
) -> Result<Vec<Finding>, PdfError> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut known: HashSet<Finding> = HashSet::new();
    for change in changes {
        let finding = match change.severity {
            ChangeSeverity::Forbidden | ChangeSeverity::Suspicious => Some(Finding::error(
                code(change.kind),
                &change.message,
                place(change),
            )),
            ChangeSeverity::Allowed => allowed(document, form, change, permission)?,
        };
        findings.extend(finding.filter(|finding| known.insert(finding.clone())));
    }
    Ok(findings)
}

fn code(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Content => "later_content",
        ChangeKind::Page => "later_page",
        ChangeKind::Annotation => "later_annotation",
        ChangeKind::FieldFilled => "later_field_filled",
        ChangeKind::FieldAdded => "later_field_added",
        ChangeKind::FieldChanged => "later_field_changed",
        ChangeKind::SignatureAdded => "later_signature",
        ChangeKind::Catalog => "later_catalog",
        ChangeKind::Dss => "later_dss",
        ChangeKind::Metadata => "later_metadata",
        ChangeKind::Trailer => "later_trailer",
        ChangeKind::Bytes => "later_bytes",
        ChangeKind::Other => "later_other",
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
    document: &Document,
    form: &FormTree,
    change: &Change,
    permission: &Permission<'_>,
) -> Result<Option<Finding>, PdfError> {
    let field = change.field.as_deref().unwrap_or_default();
    let is_stamp = permission.time_stamps.iter().any(|name| name == field);
    let harmless = matches!(change.kind, ChangeKind::Dss | ChangeKind::Metadata) || is_stamp;
    if permission.level == Some(1) && !harmless {
        let message = format!("the certification allows no change, and {}", change.message);
        return Ok(Some(Finding::error(
            "certification_forbids",
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
        return Ok(Some(Finding::error("field_locked", message, place(change))));
    }
    if change.kind == ChangeKind::FieldAdded {
        return field_added(document, form, change, permission, field);
    }
    Ok(None)
}

/// A signature field that is not seen may always be added; one that is seen must be signed, small,
/// and not forbidden by a certification. No other field belongs into a signed document.
fn field_added(
    document: &Document,
    form: &FormTree,
    change: &Change,
    permission: &Permission<'_>,
    name: &str,
) -> Result<Option<Finding>, PdfError> {
    let error = |message: &str| {
        Ok(Some(Finding::error(
            "later_field_added",
            message,
            place(change),
        )))
    };
    let Some(field) = form.signatures.iter().find(|field| field.name == name) else {
        return error("a field was added after signing");
    };
    let mut largest: f64 = 0.0;
    for widget in &field.widgets {
        largest = largest.max(part_of_page(document, change.page, *widget)?);
    }
    if largest <= 0.0 {
        return Ok(None);
    }
    if permission.level.is_some() {
        return error("a visible field was added after the document was certified");
    }
    if field.value.is_null() || largest > COVERING {
        return error("a visible field was added over what was signed");
    }
    let message = "a visible signature field was added after signing";
    Ok(Some(Finding::warning(
        "later_visible_signature",
        message,
        place(change),
    )))
}

/// How much of its page a widget covers; all of it when that can't be told.
fn part_of_page(
    document: &Document,
    page: Option<u32>,
    widget: countersign_pdf::ObjectId,
) -> Result<f64, PdfError> {
    let object = document.object(widget)?;
    let Some(dictionary) = object.as_dictionary() else {
        return Ok(1.0);
    };
    let rect = document.lookup(dictionary, b"Rect")?;
    let numbers: Vec<f64> = rect
        .as_array()
        .unwrap_or_default()
        .iter()
        .filter_map(Object::as_number)
        .collect();
    let [left, bottom, right, top] = numbers.as_slice() else {
        return Ok(1.0);
    };
    let area = (right - left).abs() * (top - bottom).abs();
    if area == 0.0 {
        return Ok(0.0);
    }
    let Some(index) = page.and_then(|page| (page as usize).checked_sub(1)) else {
        return Ok(1.0);
    };
    let [x0, y0, x1, y1] = document.page(index)?.crop_box;
    Ok(area / ((x1 - x0) * (y1 - y0)))
}
