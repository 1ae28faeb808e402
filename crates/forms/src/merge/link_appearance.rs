//! The visible text of a link: laid out like the value of a text field.

use crate::appearance_plan::{AppearanceContent, AppearancePlan, Fonts, plan_text};
use crate::field::{Field, FieldType, TextAlign};
use crate::flags;
use crate::private_data;
use crate::tree::{FormField, Inherited, Kind, Widget};
use countersign_pdf::{Dictionary, Objects, PdfError};

/// Plans the visible text of a link, and the equivalent text field. The appearance is `None` if no
/// font has the glyphs: a link works without one.
pub fn plan(
    objects: &impl Objects,
    fonts: &mut Fonts<'_>,
    link: Dictionary,
    text: &str,
) -> Result<(FormField, Option<AppearancePlan>), PdfError> {
    let field = as_text_field(objects, link)?;
    let appearance = plan_text(objects, fonts, &field, 0, text)?.ok();
    let shown =
        appearance.filter(|appearance| matches!(appearance.appearance, AppearanceContent::Text(_)));
    Ok((field, shown))
}

fn as_text_field(objects: &impl Objects, link: Dictionary) -> Result<FormField, PdfError> {
    let mut field = Field {
        kind: FieldType::Link,
        ..Field::default()
    };
    private_data::read(objects, &link, &mut field)?;
    let private = link.dictionary(private_data::KEY.as_bytes());
    let style = private.and_then(|private| private.string(b"DA"));
    let attributes = Inherited {
        default_appearance: style.map(|style| style.as_bytes().into()),
        quadding: match field.text_align {
            TextAlign::Left => 0,
            TextAlign::Center => 1,
            TextAlign::Right => 2,
        },
        flags: flags::with(0, flags::MULTILINE, field.multiline),
        ..Inherited::default()
    };
    let widget = Widget {
        id: None,
        dictionary: link,
    };
    Ok(FormField {
        id: None,
        name: String::new(),
        kind: Kind::Text,
        attributes,
        widgets: vec![widget],
        has_twin: false,
    })
}
