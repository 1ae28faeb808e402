//! Fills values into fields, all or nothing.

mod buttons;
mod link_appearance;
mod names;
mod pictures;
mod planner;
mod requested_states;
mod texts;

use crate::acroform;
use crate::appearance_plan::{AppearancePlan, Fonts};
use crate::error::{FieldFinding, FormsError};
use crate::fill::Filler;
use crate::flatten;
use crate::links;
use crate::locks::{self, DocumentChange, Restrictions};
use crate::orphans;
use crate::picture::Picture;
use crate::read::has_appearance;
use crate::tree::{Form, FormField};
use crate::value::{FieldValue, FieldValues};
use countersign_pdf::{
    Dictionary, Document, Object, ObjectId, Objects, PdfError, Permissions, Update,
};
use names::{Names, names};
use planner::Planner;
use std::collections::HashMap;

/// Options for merging values.
#[derive(Clone, Debug, Default)]
pub struct MergeOptions {
    /// Font files (TrueType or OpenType) for characters missing in Helvetica, in order of
    /// preference. The default instance of variable fonts is used.
    pub fonts: Vec<Vec<u8>>,
    /// Draws every field into its page and removes the form. Refused for signed documents, whose
    /// signatures would become invalid.
    pub flatten: bool,
}

/// Fills values into the fields of a document, as changes of `update` (ISO 32000-2, 12.7.4.3 and
/// 12.7.5).
///
/// Keys are field names as returned by [`crate::read`]. The value of a radio group may also be the
/// name of one of its buttons (state or export value). Changes only `/V`, `/AS` and `/AP` of the
/// named fields and adds objects, so earlier signatures stay valid. If nobody signed yet, data that
/// would contradict the values is removed: XFA, and the selection indexes and rich text of the
/// fields.
///
/// # Errors
/// [`FormsError::Merge`] with all findings if values do not fit; nothing is changed.
/// [`FormsError::Refused`] and [`FormsError::NotPermitted`] if signatures or permissions forbid the
/// change; no signature permits flattening. [`FormsError::Pdf`] if the document can't be read.
///
/// ```
/// use countersign_forms::{FieldValue, FieldValues, MergeOptions, merge};
/// use countersign_pdf::{Document, Update};
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n\
/// #   2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
/// #   3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>endobj\n\
/// #   4 0 obj<</Subtype/Widget/FT/Tx/T(name)/Rect[10 10 90 30]>>endobj\ntrailer<</Root 1 0 R>>";
/// let document = Document::from_bytes(pdf.to_vec())?;
/// let mut update = Update::new(&document);
/// let values = FieldValues::from([("name".to_owned(), FieldValue::Text("Ada".into()))]);
/// merge(&mut update, &values, &MergeOptions { flatten: true, ..MergeOptions::default() })?;
/// let flat = Document::from_bytes([pdf.as_slice(), &update.finish()?.bytes].concat())?;
/// assert!(countersign_forms::read(&flat)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge(
    update: &mut Update<'_>,
    values: &FieldValues,
    options: &MergeOptions,
) -> Result<(), FormsError> {
    merge_with_findings(update, values, options).map(drop)
}

/// Like [`merge`], and returns what it found that refuses nothing, such as a text that its field does not show in full.
///
/// # Errors
/// As for [`merge`].
pub fn merge_with_findings(
    update: &mut Update<'_>,
    values: &FieldValues,
    options: &MergeOptions,
) -> Result<Vec<FieldFinding>, FormsError> {
    let form = form_of(update)?;
    let document = update.document();
    let may = if options.flatten {
        |it: Permissions| it.modify
    } else {
        locks::may_fill
    };
    if !locks::permits(document, may) {
        return Err(FormsError::NotPermitted);
    }
    let restrictions = Restrictions::of_form(document, &form)?;
    if !options.flatten {
        restrictions.check_open()?;
        let is_redrawn = acroform::is_redrawn(&form.dictionary);
        let names = (HashMap::new(), restrictions);
        let findings = fill(update, form, names, values, options)?;
        if is_redrawn {
            draw_values(update, values, options)?;
        }
        return Ok(findings);
    }
    restrictions.check(DocumentChange::Rewrite)?;
    let values = flatten::with_unseen_values(update, &form, values)?;
    let findings = fill(update, form, Default::default(), &values, options)?;
    flatten::flatten(update)?;
    Ok(findings)
}

/// Draws the values of an unsigned form that readers were to draw (`/NeedAppearances`), except those of `drawn`, and
/// removes that request: readers would replace the appearances that people sign. If no font has the letters of a value,
/// or a button has no appearance, the request stays.
///
/// # Errors
/// [`FormsError::Pdf`] if the document can't be read.
pub fn draw_values(
    update: &mut Update<'_>,
    drawn: &FieldValues,
    options: &MergeOptions,
) -> Result<(), FormsError> {
    let form = form_of(update)?;
    if !acroform::is_redrawn(&form.dictionary) || form.is_signed() {
        return Ok(());
    }
    let mut values = flatten::unseen_values(update, &form, true)?;
    values.retain(|name, _| !drawn.contains_key(name));
    let mut is_whole = has_every_button(update, &form)?;
    match fill_placed(update, HashMap::new(), &values, options) {
        Err(FormsError::Merge(findings)) => {
            is_whole = false;
            for finding in findings {
                values.remove(&finding.field);
            }
            fill_placed(update, HashMap::new(), &values, options)?;
        }
        other => drop(other?),
    }
    if is_whole {
        acroform::edit(update, |form| form.remove(b"NeedAppearances"))?;
    }
    Ok(())
}

/// The texts that [`draw_values`] draws, one per line, for the caller to find fonts for them.
///
/// # Errors
/// [`PdfError`] if the document can't be read.
pub fn texts_to_draw(document: &Document) -> Result<String, PdfError> {
    let form = document
        .lookup(&document.catalog()?, b"AcroForm")?
        .into_object();
    if !form.as_dictionary().is_some_and(acroform::is_redrawn) {
        return Ok(String::new());
    }
    let update = Update::new(document);
    let form = form_of(&update)?;
    if form.is_signed() {
        return Ok(String::new());
    }
    let values = flatten::unseen_values(&update, &form, true)?;
    let text = |value| match value {
        FieldValue::Text(text) => Some(text),
        _ => None,
    };
    let texts: Vec<String> = values.into_values().filter_map(text).collect();
    Ok(texts.join("\n"))
}

/// True if every check box and radio button has appearances of its own.
fn has_every_button(update: &Update<'_>, form: &Form) -> Result<bool, PdfError> {
    for field in form.fields.iter().filter(|field| field.is_toggle()) {
        for widget in &field.widgets {
            if !has_appearance(update, &widget.dictionary)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Fills values into fields placed in the same update; the form is kept. `links`: link fields by
/// name.
pub(crate) fn fill_placed(
    update: &mut Update<'_>,
    links: HashMap<String, ObjectId>,
    values: &FieldValues,
    options: &MergeOptions,
) -> Result<Vec<FieldFinding>, FormsError> {
    let form = form_of(update)?;
    // `place` has already checked the restrictions.
    fill(
        update,
        form,
        (links, Restrictions::default()),
        values,
        options,
    )
}

fn form_of(update: &Update<'_>) -> Result<Form, PdfError> {
    let catalog = update.dictionary(update.document().catalog_id()?)?;
    Form::read(update, &catalog)
}

/// Plans every value, and applies the plan if all of them fit.
fn fill(
    update: &mut Update<'_>,
    mut form: Form,
    (links, restrictions): (HashMap<String, ObjectId>, Restrictions),
    values: &FieldValues,
    options: &MergeOptions,
) -> Result<Vec<FieldFinding>, FormsError> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = Names {
        targets: names(update, &form)?,
        links,
    };
    let is_known =
        |name: &String| known.targets.contains_key(name) || known.links.contains_key(name);
    if !values.keys().all(is_known) {
        known.links = orphans::find(update, &mut form)?;
        known.targets = names(update, &form)?;
    }
    let claim = update.document().pdf_a();
    let fonts = Fonts::new(update, &form.dictionary, &options.fonts, claim)?;
    let mut plan = Planner::new(update, (&form, restrictions), fonts, known).plan(values)?;
    let free = plan.free;
    let warnings = std::mem::take(&mut plan.warnings);
    plan.apply(update, &mut form)?;
    if free {
        acroform::remove_program(update)?;
    }
    Ok(warnings)
}

/// All planned changes.
struct Plan<'f> {
    fonts: Fonts<'f>,
    pictures: Vec<Picture>,
    fields: Vec<FieldPlan>,
    links: Vec<LinkPlan>,
    warnings: Vec<FieldFinding>,
    /// True if the document has no signatures.
    free: bool,
}

impl Plan<'_> {
    fn apply(self, update: &mut Update<'_>, form: &mut Form) -> Result<(), PdfError> {
        let mut filler = Filler::new(update, self.fonts, self.pictures);
        filler.expect(self.fields.iter().map(|plan| plan.appearances.len()).sum());
        for plan in self.links {
            plan.apply(&mut filler)?;
        }
        for plan in self.fields {
            if let Some(field) = form.fields.get_mut(plan.field) {
                apply(&mut filler, field, plan, self.free)?;
            }
        }
        filler.finish()
    }
}

/// Planned change of one field.
struct FieldPlan {
    field: usize,
    /// The new `/V`; `None` for fields without a value.
    value: Option<Object>,
    appearances: Vec<AppearancePlan>,
}

/// Planned change of a link field.
struct LinkPlan {
    id: ObjectId,
    /// Target address, and the visible text.
    address: String,
    text: String,
    /// The equivalent text field, and its appearance; `None` if no font has the glyphs.
    field: FormField,
    appearance: Option<AppearancePlan>,
}

impl LinkPlan {
    fn apply(self, filler: &mut Filler<'_, '_, '_>) -> Result<(), PdfError> {
        let mut link = filler.update().dictionary(self.id)?;
        links::lead(&mut link, &self.address, &self.text);
        match self.appearance {
            Some(appearance) => filler.write_appearance(&self.field, appearance, &mut link),
            None => drop(link.remove(b"AP")),
        }
        filler.update().set(self.id, link);
        Ok(())
    }
}

// One call per field: WebAssembly engines optimize a function between calls, not during one. Rare
// code is not inlined here, because it would be compiled together with this hot function.
#[inline(never)]
fn apply(
    filler: &mut Filler<'_, '_, '_>,
    field: &mut FormField,
    plan: FieldPlan,
    free: bool,
) -> Result<(), PdfError> {
    let mut value = plan.value;
    for appearance in plan.appearances {
        let Some(place) = field.widgets.get_mut(appearance.widget) else {
            continue;
        };
        let Some(id) = place.id else { continue };
        // The tree was read through the update, so this is the current widget.
        let mut widget = std::mem::take(&mut place.dictionary);
        filler.write_appearance(field, appearance, &mut widget);
        if Some(id) == field.id
            && let Some(value) = value.take()
        {
            set_value(&mut widget, value, free);
        }
        filler.update().set(id, widget);
    }
    if let (Some(value), Some(id)) = (value, field.id) {
        filler
            .update()
            .edit(id, |dictionary| set_value(dictionary, value, free))?;
    }
    Ok(())
}

/// Sets `/V`. In an unsigned document, also removes the selection indexes (ISO 32000-2, 12.7.5.4)
/// and rich text (12.7.4.3), which represent the old value.
fn set_value(field: &mut Dictionary, value: Object, free: bool) {
    if free {
        field.remove(b"I");
        field.remove(b"RV");
    }
    match value {
        Object::Null => field.remove(b"V"),
        value => field.insert("V", value),
    };
}
