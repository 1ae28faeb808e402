//! Whatever fields are placed, on whatever pages, and saved: the same fields are read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{changed, fields, options, pages};
use countersign_forms::{
    AutoFill, Field, FieldType, FieldValue, FillType, PlaceField, Rect, TextAlign, place,
};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// A page of any size, cut, turned and scaled.
fn page() -> impl Strategy<Value = String> {
    let side = 40u32..2000;
    let unit = select(vec!["", "/UserUnit 2", "/UserUnit 0.5"]);
    let rotate = select(vec![0, 90, 180, 270, -90]);
    (side.clone(), side, 0u32..15, 0u32..15, rotate, unit).prop_map(
        |(width, height, left, bottom, rotate, unit)| {
            let crop = format!("{left}.5 {bottom} {width} {}", height - 10);
            format!("/MediaBox[0 0 {width} {height}]/CropBox[{crop}]/Rotate {rotate}{unit}")
        },
    )
}

/// Percentages with four decimals.
fn rect() -> impl Strategy<Value = Rect> {
    let part = |from: u32, to: u32| (from..to).prop_map(|value| f64::from(value) / 10_000.0);
    (
        part(0, 600_000),
        part(0, 600_000),
        part(20_000, 400_000),
        part(20_000, 400_000),
    )
        .prop_map(|(x, y, width, height)| Rect {
            x,
            y,
            width,
            height,
        })
}

fn value(kind: FieldType) -> BoxedStrategy<FieldValue> {
    let text = "[ a-zA-Z0-9äöüßα-ωА-я(\\\\)<>]{0,12}";
    match kind {
        FieldType::Text => text
            .prop_map(|text| match text.trim().is_empty() {
                true => FieldValue::Empty,
                false => FieldValue::Text(text),
            })
            .boxed(),
        FieldType::Date => Just(FieldValue::Text("31.12.2026".into())).boxed(),
        FieldType::Link => ("(https://)?", "[a-zäα-ωЖ日]{1,8}", "[a-zü /?#=%]{0,6}")
            .prop_map(|(scheme, host, path)| {
                FieldValue::Text(format!("{scheme}{host}.example.org/{path}"))
            })
            .boxed(),
        FieldType::Checkmark => any::<bool>().prop_map(FieldValue::Checked).boxed(),
        FieldType::Radio => Just(FieldValue::Checked(false)).boxed(),
        FieldType::Signature | FieldType::Initials | FieldType::Image => {
            Just(FieldValue::Empty).boxed()
        }
    }
}

/// The flags as the rules of the specification let them stand together.
fn flags() -> impl Strategy<Value = (bool, bool, bool, bool, bool)> {
    any::<(bool, bool, bool, bool, bool)>().prop_map(
        |(required, readonly, label, hidden, print)| {
            let readonly = readonly || label;
            (
                required && !readonly && !hidden,
                readonly,
                label,
                hidden,
                print,
            )
        },
    )
}

fn field() -> impl Strategy<Value = Field> {
    use FieldType::{Checkmark, Date, Image, Initials, Link, Radio, Signature, Text};
    let kinds = vec![
        Text, Date, Link, Checkmark, Radio, Signature, Initials, Image,
    ];
    select(kinds)
        .prop_flat_map(|kind| (shape(kind), text_properties(kind), picture_properties(kind)))
        .prop_map(|(field, text, picture)| {
            let with_text = Field {
                text_color: text.text_color,
                text_max_length: text.text_max_length,
                comb: text.comb,
                multiline: text.multiline,
                text_align: text.text_align,
                text_format: text.text_format,
                font_size: text.font_size,
                detected: text.detected,
                ..field
            };
            Field {
                permitted_types: picture.permitted_types,
                ratio: picture.ratio,
                ..with_text
            }
        })
}

fn shape(kind: FieldType) -> impl Strategy<Value = Field> {
    let auto_fill = proptest::option::of(Just(AutoFill::SignDate));
    (1u32..=2, rect(), value(kind), flags(), auto_fill, 1u32..4).prop_map(
        move |(page, rect, value, (required, readonly, label, hidden, print), auto_fill, group)| {
            Field {
                kind,
                page,
                rect,
                value,
                required,
                readonly,
                label,
                hidden,
                do_not_print: !print,
                auto_fill: auto_fill.filter(|_| kind == FieldType::Date),
                date_format: (kind == FieldType::Date).then(|| "DD.MM.YYYY".to_owned()),
                group: (kind == FieldType::Radio).then(|| format!("group-{group}")),
                ..Field::default()
            }
        },
    )
}

fn text_properties(kind: FieldType) -> BoxedStrategy<Field> {
    let color = prop_oneof![
        Just("black".to_owned()),
        Just("Navy".to_owned()),
        "#[1-9a-f]{6}"
    ];
    let align = select(vec![TextAlign::Left, TextAlign::Center, TextAlign::Right]);
    let format = proptest::option::of(Just("letters".to_owned()));
    let size = select(vec![1.0, 0.75, 1.5, 4.0, 0.0, 0.8333]);
    // Only texts have a maximum of characters, and so cells for them.
    let has_cells = kind == FieldType::Text;
    (color, any::<(bool, bool, bool)>(), align, format, size)
        .prop_map(
            move |(text_color, (comb, multiline, detected), text_align, text_format, font_size)| {
                let comb = comb && has_cells;
                Field {
                    text_color,
                    comb,
                    text_max_length: if comb { 12 } else { 0 },
                    multiline: multiline && !comb,
                    text_align,
                    text_format,
                    font_size,
                    detected,
                    ..Field::default()
                }
            },
        )
        .boxed()
}

fn picture_properties(kind: FieldType) -> BoxedStrategy<Field> {
    if !kind.is_picture() {
        return Just(Field::default()).boxed();
    }
    let ways = vec![
        FillType::Capture,
        FillType::Draw,
        FillType::TypeIn,
        FillType::Upload,
        FillType::Smartphone,
    ];
    let ratio = (1u32..100).prop_map(|value| f64::from(value) / 50.0);
    (subsequence(ways, 0..5), ratio)
        .prop_map(|(permitted_types, ratio)| Field {
            permitted_types,
            ratio,
            ..Field::default()
        })
        .boxed()
}

/// What placing decides by itself.
fn comparable(mut field: Field) -> Field {
    field.pdf_field_id = None;
    field.has_appearance = false;
    field
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_placed_is_read(first in page(), second in page(), wishes in proptest::collection::vec(field(), 1..12)) {
        let base = pages("", &[&first, &second], &[]);
        let mut wanted = Vec::new();
        for (number, wish) in wishes.into_iter().enumerate() {
            let name = format!("field {number}");
            wanted.push(Field { id: name.clone(), field_name: name, ..wish });
        }
        let places: Vec<PlaceField> = wanted.iter().map(|field| PlaceField { field: field.clone(), as_signature: false }).collect();
        let bytes = changed(&base, |update| drop(place(update, &places, &options()).unwrap()));
        let read = fields(&bytes);
        prop_assert_eq!(read.len(), wanted.len());
        for pair in read.windows(2) {
            prop_assert!(pair[0].page <= pair[1].page);
        }
        for got in read {
            let want = wanted.iter().find(|field| field.id == got.id).unwrap();
            prop_assert_eq!(comparable(got), comparable(want.clone()));
        }
    }
}
