//! Whether fields can be placed, found out before anything changes.

use crate::color::Color;
use crate::error::{FieldFinding, FieldProblem};
use crate::field::{Field, FieldType, PlaceField, Rect};
use crate::links;
use crate::merge::MergeOptions;
use crate::picture::{Picture, data_url_bytes};
use crate::read::parse_widget_id;
use crate::text::book::{FontBook, paragraphs};
use crate::tree::Form;
use crate::value::FieldValue;
use countersign_pdf::{PdfError, Update};
use std::collections::HashSet;

/// Everything that is wrong with these fields.
pub fn check(
    update: &Update<'_>,
    form: &Form,
    fields: &[PlaceField],
    options: &MergeOptions,
) -> Result<Vec<FieldFinding>, PdfError> {
    let pages = update.document().pages()?;
    let widgets: HashSet<_> = form
        .fields
        .iter()
        .flat_map(|field| &field.widgets)
        .filter_map(|widget| widget.id)
        .collect();
    let mut book = FontBook::new(&options.fonts);
    let mut ids = HashSet::new();
    let mut findings = Vec::new();
    for place in fields {
        let field = &place.field;
        let mut find = |problem, message: &str| {
            findings.push(FieldFinding::new(&field.id, problem, message));
        };
        if !field.id.is_empty() && !ids.insert(field.id.as_str()) {
            find(FieldProblem::DuplicateId, "Field ID duplication appeared.");
        }
        if field.page == 0 || field.page as usize > pages {
            find(FieldProblem::UnknownPage, "the document has no such page");
        }
        if !is_usable(&field.rect, place.as_signature) {
            find(
                FieldProblem::BadRect,
                "the rectangle has no extent on the page",
            );
        }
        if Color::from_web(&field.text_color).is_none() {
            find(
                FieldProblem::BadColor,
                "the colour is neither a name nor #rrggbb",
            );
        }
        if place.as_signature && field.kind != FieldType::Signature {
            find(
                FieldProblem::NotASignature,
                "only a signature field takes a digital signature",
            );
        }
        if let Some(text) = &field.pdf_field_id {
            let id = parse_widget_id(text);
            let known = match id {
                Some(id) if widgets.contains(&id) => true,
                Some(id) => update
                    .get(id)?
                    .as_dictionary()
                    .is_some_and(|it| it.contains(b"Rect")),
                None => false,
            };
            if !known {
                find(
                    FieldProblem::UnknownField,
                    "the document has no such widget",
                );
            }
        }
        if let Some((problem, message)) = value_problem(field, &mut book) {
            find(problem, &message);
        }
    }
    Ok(findings)
}

/// On the page at least in part, with an extent; a digital signature may be without any.
fn is_usable(rect: &Rect, may_be_invisible: bool) -> bool {
    let Rect {
        x,
        y,
        width,
        height,
    } = *rect;
    let finite = [x, y, width, height].iter().all(|value| value.is_finite());
    let invisible = width == 0.0 && height == 0.0;
    let on_page = x < 100.0 && y < 100.0 && x + width > 0.0 && y + height > 0.0;
    let extent = width > 0.0 && height > 0.0 && width <= 200.0 && height <= 200.0;
    finite && (may_be_invisible && invisible || extent && on_page)
}

fn value_problem(field: &Field, book: &mut FontBook<'_>) -> Option<(FieldProblem, String)> {
    let wrong = |expected: &str| {
        Some((
            FieldProblem::WrongType,
            format!("the field takes {expected}"),
        ))
    };
    match (field.kind, &field.value) {
        (_, FieldValue::Empty | FieldValue::Signed(_)) => None,
        (FieldType::Text | FieldType::Date, FieldValue::Text(text)) => {
            text_problem(field, text, book)
        }
        (FieldType::Text | FieldType::Date, _) => wrong("a text"),
        (FieldType::Link, FieldValue::Text(text)) => {
            let bad = !text.trim().is_empty() && links::address(text).is_none();
            bad.then(|| {
                (
                    FieldProblem::BadAddress,
                    "links lead to web, mail or phone".to_owned(),
                )
            })
        }
        (FieldType::Link, _) => wrong("an address"),
        (FieldType::Checkmark | FieldType::Radio, FieldValue::Checked(_)) => None,
        (FieldType::Checkmark | FieldType::Radio, _) => wrong("true or false"),
        (_, FieldValue::Checked(_)) => wrong("a picture"),
        (_, FieldValue::Text(url)) => picture_problem(data_url_bytes(url).as_deref()),
        (_, FieldValue::Picture(picture)) => match (&picture.bytes, &picture.url) {
            (Some(bytes), _) => picture_problem(Some(&bytes.0)),
            (None, Some(url)) if url.starts_with("data:") => {
                picture_problem(data_url_bytes(url).as_deref())
            }
            (None, _) => None,
        },
    }
}

fn text_problem(
    field: &Field,
    text: &str,
    book: &mut FontBook<'_>,
) -> Option<(FieldProblem, String)> {
    let length = text.chars().count();
    if field.text_max_length > 0 && length > field.text_max_length as usize {
        let message = format!(
            "{length} characters are more than {}",
            field.text_max_length
        );
        return Some((FieldProblem::TextTooLong, message));
    }
    let missing = book
        .glyphs(&paragraphs(text, field.multiline), None)
        .err()?;
    Some((
        FieldProblem::MissingCharacters,
        format!("no font shows {missing}"),
    ))
}

fn picture_problem(bytes: Option<&[u8]>) -> Option<(FieldProblem, String)> {
    let Some(bytes) = bytes else {
        return Some((
            FieldProblem::BadImage,
            "there are no image bytes".to_owned(),
        ));
    };
    let problem = Picture::read(bytes).err()?;
    Some((FieldProblem::BadImage, problem.message().to_owned()))
}
