//! Checks fields before anything is placed.

use crate::color::Color;
use crate::error::{FieldFinding, FieldProblem};
use crate::field::{Field, FieldType, PlaceField, Rect};
use crate::links;
use crate::merge::MergeOptions;
use crate::picture::{Picture, data_url_bytes};
use crate::read::parse_widget_id;
use crate::text::font_set::{FontSet, paragraphs};
use crate::tree::Form;
use crate::value::FieldValue;
use countersign_pdf::{ObjectId, PdfA, PdfError, Update};
use std::collections::HashSet;

/// All problems of these fields.
pub fn check(
    update: &Update<'_>,
    form: &Form,
    fields: &[PlaceField],
    options: &MergeOptions,
) -> Result<Vec<FieldFinding>, PdfError> {
    let pages = update.document().pages()?;
    let claim = update.document().pdf_a();
    let widgets = form.fields.iter().flat_map(|field| &field.widgets);
    let widgets: HashSet<_> = widgets.filter_map(|widget| widget.id).collect();
    let mut font_set = FontSet::new(&options.fonts, claim);
    let mut ids = HashSet::new();
    let mut findings = Vec::new();
    for place in fields {
        let field = &place.field;
        let mut problems = Vec::new();
        if !field.id.is_empty() && !ids.insert(field.id.as_str()) {
            problems.push((
                FieldProblem::DuplicateId,
                "Field ID duplication appeared.".to_owned(),
            ));
        }
        let is_written = field.pdf_field_id.is_none() || field.changed;
        if claim.is_some() && is_written && (field.hidden || field.do_not_print) {
            let message = "PDF/A shows and prints every field".to_owned();
            problems.push((FieldProblem::NotInPdfA, message));
        }
        let shape = shape_problems(place, pages);
        problems.extend(
            shape
                .into_iter()
                .map(|(problem, message)| (problem, message.to_owned())),
        );
        if let Some(text) = &field.pdf_field_id
            && !is_known(update, &widgets, text)?
        {
            let message = "the document has no such widget".to_owned();
            problems.push((FieldProblem::UnknownField, message));
        }
        problems.extend(value_problem(field, &mut font_set, claim));
        let found = problems.into_iter();
        findings.extend(found.map(|(problem, text)| match problem {
            FieldProblem::MissingCharacters => FieldFinding::missing_characters(&field.id, text),
            _ => FieldFinding::new(&field.id, problem, text),
        }));
    }
    Ok(findings)
}

/// Problems of page, rectangle, color and type.
fn shape_problems(place: &PlaceField, pages: usize) -> Vec<(FieldProblem, &'static str)> {
    let field = &place.field;
    let unknown_page = field.page == 0 || field.page as usize > pages;
    // An existing widget may be outside its page, unless it is to be moved.
    let stays = field.pdf_field_id.is_some() && is_finite(&field.rect);
    let bad_rect = !stays && !is_usable(&field.rect, place.as_signature);
    let bad_color = Color::from_web(&field.text_color).is_none();
    let no_signature = place.as_signature && field.kind != FieldType::Signature;
    let all = [
        (
            unknown_page,
            FieldProblem::UnknownPage,
            "the document has no such page",
        ),
        (
            bad_rect,
            FieldProblem::BadRect,
            "the rectangle has no extent on the page",
        ),
        (
            bad_color,
            FieldProblem::BadColor,
            "the colour is neither a name nor #rrggbb",
        ),
        (
            no_signature,
            FieldProblem::NotASignature,
            "only a signature field takes a digital signature",
        ),
    ];
    let found = all.into_iter().filter(|(wrong, ..)| *wrong);
    found
        .map(|(_, problem, message)| (problem, message))
        .collect()
}

/// True if an ID names a widget, or an annotation that may be a link placed by this crate.
fn is_known(
    update: &Update<'_>,
    widgets: &HashSet<ObjectId>,
    text: &str,
) -> Result<bool, PdfError> {
    match parse_widget_id(text) {
        None => Ok(false),
        Some(id) if widgets.contains(&id) => Ok(true),
        Some(id) => {
            let object = update.get(id)?;
            Ok(object
                .as_dictionary()
                .is_some_and(|it| it.contains(b"Rect")))
        }
    }
}

fn is_finite(rect: &Rect) -> bool {
    let sides = [rect.x, rect.y, rect.width, rect.height];
    sides.iter().all(|side| side.is_finite())
}

/// True if the rectangle has an area and is at least partly on the page. The field of a digital
/// signature may have no area.
fn is_usable(rect: &Rect, may_be_invisible: bool) -> bool {
    let Rect {
        x,
        y,
        width,
        height,
    } = *rect;
    let finite = is_finite(rect);
    let invisible = width == 0.0 && height == 0.0;
    let on_page = x < 100.0 && y < 100.0 && x + width > 0.0 && y + height > 0.0;
    let extent = width > 0.0 && height > 0.0 && width <= 200.0 && height <= 200.0;
    finite && (may_be_invisible && invisible || extent && on_page)
}

fn value_problem(
    field: &Field,
    font_set: &mut FontSet<'_>,
    claim: Option<PdfA>,
) -> Option<(FieldProblem, String)> {
    let wrong = |expected: &str| {
        Some((
            FieldProblem::WrongType,
            format!("the field takes {expected}"),
        ))
    };
    match (field.kind, &field.value) {
        (_, FieldValue::Empty | FieldValue::Signed(_)) => None,
        (FieldType::Text, FieldValue::Text(text)) if is_unknown_option(field, text) => Some((
            FieldProblem::UnknownOption,
            "the field has no such choice".to_owned(),
        )),
        (FieldType::Text | FieldType::Date, FieldValue::Text(text)) => {
            text_problem(field, text, font_set)
        }
        (FieldType::Text | FieldType::Date, _) => wrong("a text"),
        (FieldType::Link, FieldValue::Text(text)) => {
            let bad = !text.trim().is_empty() && links::address(text).is_none();
            bad.then(|| (FieldProblem::BadAddress, links::EXPECTED.to_owned()))
        }
        (FieldType::Link, _) => wrong("an address"),
        (FieldType::Checkmark | FieldType::Radio, FieldValue::Checked(_)) => None,
        (FieldType::Checkmark | FieldType::Radio, _) => wrong("true or false"),
        (_, FieldValue::Checked(_)) => wrong("a picture"),
        (_, FieldValue::Text(url)) => picture_problem(data_url_bytes(url).as_deref(), claim),
        (_, FieldValue::Picture(picture)) => match (&picture.bytes, &picture.url) {
            (Some(bytes), _) => picture_problem(Some(&bytes.0), claim),
            (None, Some(url)) if url.starts_with("data:") => {
                picture_problem(data_url_bytes(url).as_deref(), claim)
            }
            (None, _) => None,
        },
    }
}

/// True if a new choice field lacks the option that is its value. A choice field of the document
/// keeps its own options.
fn is_unknown_option(field: &Field, text: &str) -> bool {
    let options = field
        .options
        .as_ref()
        .filter(|_| field.pdf_field_id.is_none());
    !text.is_empty() && options.is_some_and(|options| !options.iter().any(|option| option == text))
}

fn text_problem(
    field: &Field,
    text: &str,
    font_set: &mut FontSet<'_>,
) -> Option<(FieldProblem, String)> {
    let length = text.chars().count();
    if field.text_max_length > 0 && length > field.text_max_length as usize {
        let message = format!(
            "{length} characters are more than {}",
            field.text_max_length
        );
        return Some((FieldProblem::TextTooLong, message));
    }
    let missing = font_set
        .glyphs(&paragraphs(text, field.multiline), None, !field.comb)
        .err()?;
    Some((FieldProblem::MissingCharacters, missing))
}

fn picture_problem(bytes: Option<&[u8]>, claim: Option<PdfA>) -> Option<(FieldProblem, String)> {
    let Some(bytes) = bytes else {
        return Some((
            FieldProblem::BadImage,
            "there are no image bytes".to_owned(),
        ));
    };
    let problem = Picture::read(bytes, claim).err()?;
    Some((FieldProblem::BadImage, problem.message().to_owned()))
}
