//! Many fields in one text.
//!
//! Objects that are made property by property through the boundary take longer than reading the fields. So they cross
//! it by column, as JSON: `{"length", "usual", "columns"}`. `usual` is a field of which nothing is known; a column
//! holds one property of all fields, and is left out where all have the usual value. `bindings` makes the objects.

use countersign_forms::{Field, Rect};
use serde::Serialize;
use serde_json::Result;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const FIELD_TABLE: &str = "
/** Fields as one text: `{length, usual, columns}` as JSON. */
export type FieldTable = string & { readonly fieldTable: never };
";

/// One property of fields.
struct Column {
    /// Its name in JavaScript.
    name: &'static str,
    /// Whether two fields have the same.
    same: fn(&Field, &Field) -> bool,
    /// Appends its value as JSON.
    write: fn(&Field, &mut Vec<u8>) -> Result<()>,
}

macro_rules! column {
    ($name:literal, $property:ident) => {
        column!($name, $property, json)
    };
    ($name:literal, $property:ident, $write:path) => {
        Column {
            name: $name,
            same: |one, other| one.$property == other.$property,
            write: |field, out| $write(&field.$property, out),
        }
    };
}

const COLUMNS: &[Column] = &[
    column!("id", id),
    column!("type", kind),
    column!("page", page),
    column!("rect", rect, percentages),
    column!("value", value),
    column!("pdfFieldId", pdf_field_id),
    column!("fieldName", field_name),
    column!("doNotPrint", do_not_print),
    column!("hidden", hidden),
    column!("comb", comb),
    column!("readonly", readonly),
    column!("required", required),
    column!("hasAppearance", has_appearance),
    column!("label", label),
    column!("textColor", text_color),
    column!("autoFill", auto_fill),
    column!("permittedTypes", permitted_types),
    column!("textMaxLength", text_max_length),
    column!("textAlign", text_align),
    column!("multiline", multiline),
    column!("fontSize", font_size),
    column!("textFormat", text_format),
    column!("dateFormat", date_format),
    column!("ratio", ratio),
    column!("group", group),
    column!("recipient", recipient),
    column!("mode", mode),
    column!("detected", detected),
    column!("changed", changed),
];

/// The fields as one text.
pub fn field_table(fields: &[Field]) -> Result<String> {
    let usual = Field::default();
    let mut out = Vec::with_capacity(fields.len() * 128 + 1024);
    out.extend(b"{\"length\":");
    json(&fields.len(), &mut out)?;
    out.extend(b",\"usual\":");
    json(&usual, &mut out)?;
    out.extend(b",\"columns\":{");
    let mut between: &[u8] = b"";
    for column in COLUMNS {
        if is_usual(column, fields, &usual)? {
            continue;
        }
        out.extend(between);
        between = b",";
        json(column.name, &mut out)?;
        out.push(b':');
        write_column(column, fields, &mut out)?;
    }
    out.extend(b"}}");
    // JSON is UTF-8.
    Ok(String::from_utf8(out).unwrap_or_default())
}

/// Whether a column need not be written. Objects always are: fields must not share them.
fn is_usual(column: &Column, fields: &[Field], usual: &Field) -> Result<bool> {
    let mut value = Vec::new();
    (column.write)(usual, &mut value)?;
    let shared = matches!(value.first(), Some(b'[' | b'{'));
    Ok(!shared && fields.iter().all(|field| (column.same)(field, usual)))
}

fn write_column(column: &Column, fields: &[Field], out: &mut Vec<u8>) -> Result<()> {
    let mut between = b'[';
    for field in fields {
        out.push(between);
        between = b',';
        (column.write)(field, out)?;
    }
    if fields.is_empty() {
        out.push(b'[');
    }
    out.push(b']');
    Ok(())
}

fn json<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    serde_json::to_writer(out, value)
}

/// A rectangle. Percentages have four decimals, which whole numbers write faster than the shortest decimal that
/// reads back as the same number is found.
fn percentages(rect: &Rect, out: &mut Vec<u8>) -> Result<()> {
    let sides = [
        (&b"{\"x\":"[..], rect.x),
        (b",\"y\":", rect.y),
        (b",\"width\":", rect.width),
        (b",\"height\":", rect.height),
    ];
    for (name, value) in sides {
        out.extend(name);
        percentage(value, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn percentage(value: f64, out: &mut Vec<u8>) -> Result<()> {
    const DECIMALS: u32 = 10_000;
    let parts = (value * f64::from(DECIMALS)).round();
    if !(0.0..1e9).contains(&parts) || parts / f64::from(DECIMALS) != value {
        return json(&value, out);
    }
    let parts = parts as u32;
    json(&(parts / DECIMALS), out)?;
    let mut rest = parts % DECIMALS;
    if rest > 0 {
        out.push(b'.');
    }
    let mut place = DECIMALS / 10;
    while rest > 0 {
        out.push(b'0' + (rest / place) as u8);
        rest %= place;
        place /= 10;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_forms::{FieldType, FieldValue};
    use serde_json::{Map, Value};

    /// What `bindings` does.
    fn fields_of(table: &str) -> Vec<Field> {
        let table: Value = serde_json::from_str(table).unwrap();
        let columns = table["columns"].as_object().unwrap();
        let field = |index: usize| {
            let mut field: Map<String, Value> = table["usual"].as_object().unwrap().clone();
            for (name, values) in columns {
                field.insert(name.clone(), values[index].clone());
            }
            serde_json::from_value(field.into()).unwrap()
        };
        (0..table["length"].as_u64().unwrap() as usize)
            .map(field)
            .collect()
    }

    #[test]
    fn every_property_has_a_column() {
        let usual = serde_json::to_value(Field::default()).unwrap();
        let mut names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        let mut expected: Vec<&String> = usual.as_object().unwrap().keys().collect();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }

    #[test]
    fn fields_come_out_as_they_went_in() {
        let rect = |x, y, width, height| Rect {
            x,
            y,
            width,
            height,
        };
        let fields = vec![
            Field::default(),
            Field {
                id: "a\"\\\u{1}ä€".into(),
                kind: FieldType::Radio,
                page: 7,
                rect: rect(0.0001, 12.3, 100.0, 33.3333),
                value: FieldValue::Checked(true),
                group: Some("g".into()),
                ..Field::default()
            },
            Field {
                rect: rect(-1.5, 1e-9, f64::from(u32::MAX), 0.1 + 0.2),
                value: FieldValue::Text("x".into()),
                permitted_types: vec![],
                ..Field::default()
            },
        ];
        assert_eq!(fields_of(&field_table(&fields).unwrap()), fields);
        assert!(fields_of(&field_table(&[]).unwrap()).is_empty());
    }

    #[test]
    fn what_is_usual_is_not_written() {
        let table = field_table(&vec![Field::default(); 100]).unwrap();
        let table: Value = serde_json::from_str(&table).unwrap();
        let columns: Vec<&String> = table["columns"].as_object().unwrap().keys().collect();
        assert_eq!(columns, ["permittedTypes", "rect"]);
    }
}
