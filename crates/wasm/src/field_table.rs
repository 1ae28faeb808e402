//! Encodes many fields as one string.
//!
//! Creating JavaScript objects property by property across the boundary takes longer than reading the fields. So the
//! fields are transferred by column, as JSON: `{"length", "usual", "columns", "sides"}`. `usual` is a field with
//! default values. A column holds one property of all fields. It is omitted if every field has the default value, and
//! replaced by another column's name if both are equal. `sides` holds the rectangles as integers, which are faster to
//! write and parse than fractions. `bindings` creates the objects.

use countersign_forms::{Field, Rect};
use serde::Serialize;
use serde_json::Result;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const FIELD_TABLE: &str = "
/** Fields as one text: `{length, usual, columns, sides}` as JSON. */
export type FieldTable = string & { readonly fieldTable: never };
";

/// A property of a field.
struct Column {
    /// Name in JavaScript.
    name: &'static str,
    /// Whether two fields have the same value.
    same: fn(&Field, &Field) -> bool,
    /// Appends the value as JSON.
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
    column!("rect", rect),
    column!("value", value),
    column!("pdfFieldId", pdf_field_id),
    column!("fieldName", field_name),
    column!("tooltip", tooltip),
    column!("options", options),
    column!("exportValue", export_value),
    column!("doNotPrint", do_not_print),
    column!("hidden", hidden),
    column!("comb", comb),
    column!("readonly", readonly),
    column!("lockedBy", locked_by),
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

/// Encodes the fields as one string.
pub fn field_table(fields: &[Field]) -> Result<String> {
    let usual = Field::default();
    let mut out = Vec::with_capacity(fields.len() * 64 + 1024);
    out.extend(b"{\"length\":");
    json(&fields.len(), &mut out)?;
    out.extend(b",\"usual\":");
    json(&usual, &mut out)?;
    let sides = sides(fields, &mut out)?;
    out.extend(b",\"columns\":{");
    let mut between: &[u8] = b"";
    for column in COLUMNS {
        if column.name == "rect" && sides || is_usual(column, fields, &usual) {
            continue;
        }
        out.extend(between);
        between = b",";
        json(column.name, &mut out)?;
        out.push(b':');
        if column.name == "id" && are_those_of_widgets(fields) {
            json("pdfFieldId", &mut out)?;
        } else {
            write_column(column, fields, &mut out)?;
        }
    }
    out.extend(b"}}");
    // JSON is valid UTF-8, so the conversion does not fail.
    Ok(String::from_utf8(out).unwrap_or_default())
}

/// Whether every field has the default value, so that the column can be omitted.
fn is_usual(column: &Column, fields: &[Field], usual: &Field) -> bool {
    fields.iter().all(|field| (column.same)(field, usual))
}

/// Whether every field's id is that of its widget. This is so unless a field was placed in the product.
fn are_those_of_widgets(fields: &[Field]) -> bool {
    let is_called = |field: &Field| field.pdf_field_id.as_ref() == Some(&field.id);
    fields.iter().all(is_called)
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

/// Units per percent in `sides`: percentages have four decimals.
const PARTS_OF_PERCENT: f64 = 10_000.0;

/// Writes all rectangles as integers. Returns false and writes nothing if a value has more than four decimals.
fn sides(fields: &[Field], out: &mut Vec<u8>) -> Result<bool> {
    let before = out.len();
    out.extend(b",\"sides\":");
    let mut between = b'[';
    for field in fields {
        let Rect {
            x,
            y,
            width,
            height,
        } = field.rect;
        for side in [x, y, width, height] {
            let Some(parts) = whole_parts(side) else {
                out.truncate(before);
                return Ok(false);
            };
            out.push(between);
            between = b',';
            json(&parts, out)?;
        }
    }
    if fields.is_empty() {
        out.push(b'[');
    }
    out.push(b']');
    Ok(true)
}

/// Converts a percentage to integer units, if dividing them gives exactly the same percentage.
fn whole_parts(percentage: f64) -> Option<i32> {
    let parts = (percentage * PARTS_OF_PERCENT).round();
    let is_exact = parts.abs() < 1e9 && parts / PARTS_OF_PERCENT == percentage;
    is_exact.then_some(parts as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_forms::{FieldType, FieldValue};
    use serde_json::{Map, Value, json};

    /// Decodes like `bindings`.
    fn fields_of(table: &str) -> Vec<Field> {
        let table: Value = serde_json::from_str(table).unwrap();
        let columns = table["columns"].as_object().unwrap();
        let side = |index: usize| table["sides"][index].as_f64().unwrap() / 10_000.0;
        let field = |index: usize| {
            let mut field: Map<String, Value> = table["usual"].as_object().unwrap().clone();
            for (name, values) in columns {
                let values = values.as_str().map_or(values, |other| &columns[other]);
                field.insert(name.clone(), values[index].clone());
            }
            if table["sides"].is_array() {
                let [x, y, width, height] = [0, 1, 2, 3].map(|at| side(index * 4 + at));
                let rect = json!({"x": x, "y": y, "width": width, "height": height});
                field.insert("rect".into(), rect);
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
        // With and without a rectangle that has more decimals.
        let fine = &fields[..2];
        assert_eq!(fields_of(&field_table(fine).unwrap()), fine);
        assert!(fields_of(&field_table(&[]).unwrap()).is_empty());
    }

    #[test]
    fn what_is_usual_is_not_written() {
        let table = field_table(&vec![Field::default(); 100]).unwrap();
        let table: Value = serde_json::from_str(&table).unwrap();
        let columns: Vec<&String> = table["columns"].as_object().unwrap().keys().collect();
        assert!(columns.is_empty());
    }

    #[test]
    fn what_is_called_after_its_widget_is_named_once() {
        let called = |id: &str, widget: Option<&str>| Field {
            id: id.into(),
            pdf_field_id: widget.map(Into::into),
            ..Field::default()
        };
        let fields = vec![called("4R", Some("4R")), called("5R", Some("5R"))];
        let table = field_table(&fields).unwrap();
        assert_eq!(table.matches("4R").count(), 1);
        assert_eq!(fields_of(&table), fields);
        for other in [called("mine", Some("6R")), called("", None)] {
            let fields = [fields.clone(), vec![other]].concat();
            assert_eq!(fields_of(&field_table(&fields).unwrap()), fields);
        }
    }
}
