//! Flattening: draws every field into its page and removes the form (ISO 32000-2, 12.5.5 defines
//! the position of appearances).
//!
//! The displayed result does not change: existing appearances become page content, nothing is
//! redrawn. Hidden fields are dropped; annotations other than fields stay.

use crate::content::Content;
use crate::flags;
use crate::geometry::UserRect;
use crate::objects::numbers;
use crate::read::{has_appearance, text_value};
use crate::tree::{Form, FormField, Kind};
use crate::value::{FieldValue, FieldValues};
use countersign_pdf::{Dictionary, Object, ObjectId, Objects, Page, PdfError, Stream, Update};

/// Resource name prefix of flattened fields; their number follows.
const NAME: &str = "CsField";

/// Flattens all pages, including pending changes of the update.
#[inline(never)]
pub fn flatten(update: &mut Update<'_>) -> Result<(), PdfError> {
    let document = update.document();
    for index in 0..document.pages()? {
        flatten_page(update, &document.page(index)?)?;
    }
    let catalog = document.catalog_id()?;
    if update.dictionary(catalog)?.contains(b"AcroForm") {
        update.edit(catalog, |catalog| catalog.remove(b"AcroForm"))?;
    }
    Ok(())
}

/// `values`, plus the form's values without a valid appearance, which only appear in readers that
/// generate them: they would be lost with the form.
#[inline(never)]
pub fn with_unseen_values(
    update: &Update<'_>,
    form: &Form,
    values: &FieldValues,
) -> Result<FieldValues, PdfError> {
    let redrawn = form.dictionary.bool(b"NeedAppearances") == Some(true);
    let mut all = unseen_values(update, form, redrawn)?;
    all.extend(values.clone());
    Ok(all)
}

/// Text values without an appearance, and empty ones with a border or a background. If `redrawn` is true, readers regenerate all appearances, so
/// values with an existing appearance are included.
pub fn unseen_values(
    update: &Update<'_>,
    form: &Form,
    redrawn: bool,
) -> Result<FieldValues, PdfError> {
    let mut all = FieldValues::new();
    for field in &form.fields {
        if !matches!(field.kind, Kind::Text | Kind::Choice) {
            continue;
        }
        let mut unseen = redrawn;
        for widget in &field.widgets {
            unseen |= !has_appearance(update, &widget.dictionary)?;
        }
        let text = text_value(update, field)?;
        if unseen && (!text.is_empty() || has_frame(update, field)?) {
            all.insert(field.name.clone(), FieldValue::Text(text));
        }
    }
    Ok(all)
}

/// True if a widget has a border or a background, which readers draw without an appearance, too.
fn has_frame(update: &Update<'_>, field: &FormField) -> Result<bool, PdfError> {
    for widget in &field.widgets {
        let traits = update.lookup(&widget.dictionary, b"MK")?;
        let is_drawn = |traits: &Dictionary| traits.contains(b"BC") || traits.contains(b"BG");
        if traits.as_dictionary().is_some_and(is_drawn) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn flatten_page(update: &mut Update<'_>, page: &Page) -> Result<(), PdfError> {
    let mut dictionary = update.dictionary(page.id)?;
    let annotations = update.lookup(&dictionary, b"Annots")?.into_object();
    let mut remaining = Vec::new();
    let mut drawn = Vec::new();
    let all = annotations.as_array().unwrap_or_default();
    for annotation in all {
        let object = update.resolve(annotation)?;
        match object.as_dictionary() {
            Some(widget) if widget.name(b"Subtype") == Some(b"Widget") => {
                drawn.extend(placed_appearance(update, widget)?);
            }
            _ => remaining.push(annotation.clone()),
        }
    }
    if remaining.len() == all.len() {
        return Ok(());
    }
    if remaining.is_empty() {
        dictionary.remove(b"Annots");
    } else {
        dictionary.insert("Annots", remaining);
    }
    if !drawn.is_empty() {
        draw(update, page, &mut dictionary, &drawn)?;
    }
    update.set(page.id, dictionary);
    Ok(())
}

/// An appearance and the matrix that moves it to its position.
type Placed = (ObjectId, [f64; 6]);

/// The visible appearance of a widget and its position; `None` if it shows nothing.
fn placed_appearance(
    objects: &impl Objects,
    widget: &Dictionary,
) -> Result<Option<Placed>, PdfError> {
    let bits = objects.lookup(widget, b"F")?.as_integer().unwrap_or(0);
    if flags::has(bits, flags::HIDDEN) || flags::has(bits, flags::NO_VIEW) {
        return Ok(None);
    }
    let Some(id) = appearance_of(objects, widget)? else {
        return Ok(None);
    };
    let object = objects.object(id)?;
    let Some(form) = object.as_stream() else {
        return Ok(None);
    };
    let corners = |dictionary: &Dictionary, key: &[u8]| -> Result<UserRect, PdfError> {
        let corners = <[f64; 4]>::try_from(numbers(objects, dictionary, key)?);
        Ok(UserRect::from_corners(corners.unwrap_or_default()))
    };
    let matrix = <[f64; 6]>::try_from(numbers(objects, &form.dictionary, b"Matrix")?);
    let matrix = matrix.unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let shown = transformed(&corners(&form.dictionary, b"BBox")?, matrix);
    let place = corners(widget, b"Rect")?;
    Ok(onto(&shown, &place).map(|matrix| (id, matrix)))
}

/// The normal appearance stream; for a button, that of its current state.
fn appearance_of(
    objects: &impl Objects,
    widget: &Dictionary,
) -> Result<Option<ObjectId>, PdfError> {
    let appearances = objects.lookup(widget, b"AP")?;
    let Some(appearances) = appearances.as_dictionary() else {
        return Ok(None);
    };
    let normal = objects.lookup(appearances, b"N")?;
    if normal.as_stream().is_some() {
        return Ok(appearances.reference(b"N"));
    }
    let state = objects.lookup(widget, b"AS")?;
    let states = normal.as_dictionary();
    Ok(states
        .zip(state.as_name())
        .and_then(|(states, state)| states.reference(state)))
}

/// Axis-aligned bounding box of a transformed rectangle.
fn transformed(rect: &UserRect, [a, b, c, d, e, f]: [f64; 6]) -> UserRect {
    let corners = [
        (rect.left, rect.bottom),
        (rect.right, rect.bottom),
        (rect.left, rect.top),
        (rect.right, rect.top),
    ]
    .map(|(x, y)| (a * x + c * y + e, b * x + d * y + f));
    let [first, rest @ ..] = corners;
    let start = UserRect::from_corners([first.0, first.1, first.0, first.1]);
    rest.iter().fold(start, |all, (x, y)| UserRect {
        left: all.left.min(*x),
        bottom: all.bottom.min(*y),
        right: all.right.max(*x),
        top: all.top.max(*y),
    })
}

/// The matrix that maps one box onto another; `None` if either has no usable size.
fn onto(from: &UserRect, to: &UserRect) -> Option<[f64; 6]> {
    let (x, y) = (to.width() / from.width(), to.height() / from.height());
    let usable = |scale: f64| scale.is_finite() && scale > 0.0;
    (usable(x) && usable(y)).then(|| {
        let (left, bottom) = (to.left - from.left * x, to.bottom - from.bottom * y);
        [x, 0.0, 0.0, y, left, bottom]
    })
}

/// Draws the appearances above the page content, isolated from its graphics state.
fn draw(
    update: &mut Update<'_>,
    page: &Page,
    dictionary: &mut Dictionary,
    drawn: &[Placed],
) -> Result<(), PdfError> {
    let mut names = Vec::with_capacity(drawn.len());
    let resources = with_objects(update, page, drawn, &mut names)?;
    dictionary.insert("Resources", resources);
    let mut content = Content::new();
    content.line("").restore();
    for ((_, matrix), name) in drawn.iter().zip(&names) {
        content.save().transform(*matrix);
        content.show_object(name).restore();
    }
    let before = update.add(Stream::new(Dictionary::new(), "q\n"));
    let after = update.add(Stream::compressed(Dictionary::new(), &content.finish()));
    let own = update.lookup(dictionary, b"Contents")?.into_object();
    let own = match own {
        Object::Array(streams) => streams,
        Object::Stream(_) => dictionary.get(b"Contents").cloned().into_iter().collect(),
        _ => Vec::new(),
    };
    let all = std::iter::once(before.into())
        .chain(own)
        .chain(std::iter::once(after.into()));
    dictionary.insert("Contents", all.collect::<Vec<Object>>());
    Ok(())
}

/// The page's resources with the appearances added as XObjects.
fn with_objects(
    update: &Update<'_>,
    page: &Page,
    drawn: &[Placed],
    names: &mut Vec<String>,
) -> Result<Dictionary, PdfError> {
    let own = page.resources.clone().unwrap_or_default();
    let mut resources = update
        .resolve(&own)?
        .as_dictionary()
        .cloned()
        .unwrap_or_default();
    let mut objects = update
        .lookup(&resources, b"XObject")?
        .as_dictionary()
        .cloned()
        .unwrap_or_default();
    let mut number = 0;
    for (id, _) in drawn {
        let name = loop {
            let name = format!("{NAME}{number}");
            number += 1;
            if !objects.contains(name.as_bytes()) {
                break name;
            }
        };
        objects.insert(name.as_str(), *id);
        names.push(name);
    }
    resources.insert("XObject", objects);
    Ok(resources)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_appearance_lands_upright_in_its_rectangle() {
        let bounds = UserRect::from_corners([0.0, 0.0, 10.0, 30.0]);
        let turned = transformed(&bounds, [0.0, 1.0, -1.0, 0.0, 30.0, 0.0]);
        assert_eq!(turned, UserRect::from_corners([0.0, 0.0, 30.0, 10.0]));
        let place = UserRect::from_corners([100.0, 200.0, 160.0, 220.0]);
        assert_eq!(
            onto(&turned, &place),
            Some([2.0, 0.0, 0.0, 2.0, 100.0, 200.0])
        );
    }

    #[test]
    fn what_has_no_extent_is_not_drawn() {
        let point = UserRect::default();
        let place = UserRect::from_corners([0.0, 0.0, 10.0, 10.0]);
        assert_eq!(onto(&point, &place), None);
        assert_eq!(onto(&place, &point), None);
    }
}
