//! Private data in a widget: field properties that PDF can't express, so that a placed field can be
//! read back unchanged. Other software ignores the key. Recipients are never written to the file.

use crate::color::Color;
use crate::field::{
    AUTOMATIC_FONT_SIZE, AutoFill, DEFAULT_RATIO, DEFAULT_TEXT_COLOR, Field, FieldType, TextAlign,
};
use crate::value::FillType;
use countersign_pdf::{Dictionary, Name, Object, Objects, PdfError};

/// Key in the widget dictionary.
pub const KEY: &str = "CSGN_Field";

/// Field types as written to the file.
const TYPES: [(FieldType, &str); 8] = [
    (FieldType::Text, "Text"),
    (FieldType::Date, "Date"),
    (FieldType::Link, "Link"),
    (FieldType::Checkmark, "Checkmark"),
    (FieldType::Radio, "Radio"),
    (FieldType::Signature, "Signature"),
    (FieldType::Initials, "Initials"),
    (FieldType::Image, "Image"),
];

const FILL_TYPES: [(FillType, &str); 5] = [
    (FillType::Capture, "Capture"),
    (FillType::Draw, "Draw"),
    (FillType::TypeIn, "TypeIn"),
    (FillType::Upload, "Upload"),
    (FillType::Smartphone, "Smartphone"),
];

/// The default (left) is not written.
const ALIGNS: [(TextAlign, &str); 2] = [(TextAlign::Center, "Center"), (TextAlign::Right, "Right")];

fn written<T: Copy + PartialEq>(names: &[(T, &'static str)], value: T) -> Option<Object> {
    names
        .iter()
        .find(|(known, _)| *known == value)
        .map(|(_, name)| Object::name(name))
}

fn known<T: Copy>(names: &[(T, &'static str)], name: &[u8]) -> Option<T> {
    names
        .iter()
        .find(|(_, known)| known.as_bytes() == name)
        .map(|(value, _)| *value)
}

/// Builds the private dictionary of a field, without default values.
pub fn write(field: &Field) -> Dictionary {
    let text = |text: &Option<String>| text.as_deref().map(Object::text);
    let id = (!field.id.is_empty()).then(|| Object::text(&field.id));
    let auto_fill = field
        .auto_fill
        .map(|AutoFill::SignDate| Object::name("SignDate"));
    let fills = field
        .permitted_types
        .iter()
        .filter_map(|fill| written(&FILL_TYPES, *fill));
    let fills = field
        .kind
        .is_picture()
        .then(|| Object::Array(fills.collect()));
    let ratio = (field.ratio != DEFAULT_RATIO).then_some(Object::Real(field.ratio));
    let size = (field.font_size != AUTOMATIC_FONT_SIZE).then_some(Object::Real(field.font_size));
    let entries = [
        ("Type", written(&TYPES, field.kind)),
        ("Id", id),
        ("Label", field.label.then_some(Object::Bool(true))),
        ("AutoFill", auto_fill),
        ("Permitted", fills),
        ("TextFormat", text(&field.text_format)),
        ("DateFormat", text(&field.date_format)),
        ("Ratio", ratio),
        ("Group", text(&field.group)),
        ("FontSize", size),
        ("Detected", field.detected.then_some(Object::Bool(true))),
    ];
    let mut private_data = Dictionary::new();
    for (key, value) in entries.into_iter().chain(inexpressible(field)) {
        if let Some(value) = value {
            private_data.insert(key, value);
        }
    }
    private_data
}

/// Properties that the PDF expresses for other field types but not for this one.
fn inexpressible(field: &Field) -> Vec<(&'static str, Option<Object>)> {
    let flag = |on: bool| on.then_some(Object::Bool(true));
    let is_text = matches!(field.kind, FieldType::Text | FieldType::Date);
    let has_style = is_text || field.kind.is_button();
    let is_link = field.kind == FieldType::Link;
    // A named color is stored too: the PDF has only its components.
    let in_file = Color::from_web(&field.text_color).filter(|_| has_style);
    let read = in_file.map_or(DEFAULT_TEXT_COLOR.to_owned(), Color::to_web);
    let color = (field.text_color != read).then(|| Object::text(&field.text_color));
    let align = (!is_text).then(|| written(&ALIGNS, field.text_align));
    vec![
        ("Color", color),
        ("Align", align.flatten()),
        ("Multiline", flag(field.multiline && !is_text)),
        ("ReadOnly", flag(field.readonly && is_link)),
        ("Required", flag(field.required && is_link)),
    ]
}

fn read_inexpressible(private_data: &Dictionary, field: &mut Field) {
    let is_set = |key: &[u8]| private_data.bool(key) == Some(true);
    let color = private_data.string(b"Color").map(|color| color.to_text());
    let is_text = matches!(field.kind, FieldType::Text | FieldType::Date);
    let has_style = is_text || field.kind.is_button();
    // If the PDF itself states a value, that value wins.
    let same = |color: &String| Color::from_web(color) == Color::from_web(&field.text_color);
    if let Some(color) = color.filter(|color| !has_style || same(color)) {
        field.text_color = color;
    }
    if let Some(align) = private_data
        .name(b"Align")
        .and_then(|name| known(&ALIGNS, name))
    {
        field.text_align = align;
    }
    field.multiline |= is_set(b"Multiline");
    field.readonly |= is_set(b"ReadOnly");
    field.required |= is_set(b"Required");
}

/// Applies the private data of a widget to a field. Returns false if there is none.
pub fn read(
    objects: &impl Objects,
    widget: &Dictionary,
    field: &mut Field,
) -> Result<bool, PdfError> {
    let private_data = objects.lookup(widget, KEY.as_bytes())?;
    let Some(private_data) = private_data.as_dictionary() else {
        return Ok(false);
    };
    let text = |key: &[u8]| private_data.string(key).map(|text| text.to_text());
    if let Some(group) = text(b"Group") {
        field.group = Some(group);
    }
    if !private_data.contains(b"Type") {
        return Ok(false);
    }
    if let Some(kind) = private_data
        .name(b"Type")
        .and_then(|name| known(&TYPES, name))
    {
        field.kind = kind;
    }
    field.id = text(b"Id").unwrap_or(std::mem::take(&mut field.id));
    field.field_name = text(b"Name").unwrap_or(std::mem::take(&mut field.field_name));
    field.label = private_data.bool(b"Label").unwrap_or(false);
    field.auto_fill = private_data.name(b"AutoFill").map(|_| AutoFill::SignDate);
    if let Some(fills) = private_data.array(b"Permitted") {
        let names = fills.iter().filter_map(Object::as_name);
        field.permitted_types = names.filter_map(|name| known(&FILL_TYPES, name)).collect();
    }
    field.text_format = text(b"TextFormat");
    field.date_format = text(b"DateFormat");
    field.ratio = private_data.number(b"Ratio").unwrap_or(DEFAULT_RATIO);
    field.font_size = private_data
        .number(b"FontSize")
        .unwrap_or(AUTOMATIC_FONT_SIZE);
    field.detected = private_data.bool(b"Detected").unwrap_or(false);
    read_inexpressible(private_data, field);
    Ok(true)
}

/// The type with which a widget was placed; `None` if it was not placed by this crate.
pub fn placed_type(
    objects: &impl Objects,
    widget: &Dictionary,
) -> Result<Option<FieldType>, PdfError> {
    let private_data = objects.lookup(widget, KEY.as_bytes())?;
    let name = private_data
        .as_dictionary()
        .and_then(|private_data| private_data.name(b"Type"));
    Ok(name.and_then(|name| known(&TYPES, name)))
}

/// Stores the name of a button whose form field, shared with others, has another name.
pub fn with_own_name(private_data: Dictionary, name: &str) -> Dictionary {
    private_data.with("Name", Object::text(name))
}

/// The name stored by [`with_own_name`].
pub fn own_name(objects: &impl Objects, widget: &Dictionary) -> Result<Option<String>, PdfError> {
    let private_data = objects.lookup(widget, KEY.as_bytes())?;
    let name = private_data
        .as_dictionary()
        .and_then(|private_data| private_data.string(b"Name"));
    Ok(name.map(|name| name.to_text()))
}

/// Key of the name that a widget shared with others before its field was split.
pub const SHARED: &str = "Shared";

/// Private data of a widget whose shared field was split. Buttons remain a group.
pub fn shared(name: &str, is_button: bool) -> Dictionary {
    let private_data = Dictionary::new().with(SHARED, Object::text(name));
    if is_button {
        private_data.with("Group", Object::text(name))
    } else {
        private_data
    }
}

/// The name that a widget shared with others before the split.
pub fn shared_name(
    objects: &impl Objects,
    widget: &Dictionary,
) -> Result<Option<String>, PdfError> {
    let private_data = objects.lookup(widget, KEY.as_bytes())?;
    let name = private_data
        .as_dictionary()
        .and_then(|private_data| private_data.string(SHARED.as_bytes()));
    Ok(name.map(|name| name.to_text()))
}

/// The group in which a button was placed.
pub fn group(objects: &impl Objects, widget: &Dictionary) -> Result<Option<String>, PdfError> {
    let private_data = objects.lookup(widget, KEY.as_bytes())?;
    let name = private_data
        .as_dictionary()
        .and_then(|private_data| private_data.string(b"Group"));
    Ok(name.map(|name| name.to_text()))
}

/// The key as a PDF name.
pub fn key() -> Name {
    Name::from(KEY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::tests::NoObjects;

    #[test]
    fn properties_come_back() {
        for (kind, _) in TYPES {
            let picture = kind.is_picture();
            let field = Field {
                id: "field-1".into(),
                kind,
                label: true,
                auto_fill: Some(AutoFill::SignDate),
                permitted_types: vec![if picture {
                    FillType::Draw
                } else {
                    FillType::Upload
                }],
                text_format: Some("email".into()),
                date_format: Some("DD.MM.YYYY".into()),
                ratio: 0.5,
                group: Some("group-2".into()),
                font_size: 1.5,
                ..Field::default()
            };
            let widget = Dictionary::new().with(key(), write(&field));
            let mut back = Field::default();
            assert!(read(&NoObjects, &widget, &mut back).unwrap());
            assert_eq!(back, field);
        }
    }

    #[test]
    fn defaults_are_not_written() {
        assert_eq!(write(&Field::default()).len(), 1);
        let mut field = Field::default();
        assert!(!read(&NoObjects, &Dictionary::new(), &mut field).unwrap());
        assert_eq!(field, Field::default());
    }
}
