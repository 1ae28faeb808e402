//! What is found and refuses nothing: cut texts and changed names.
#![allow(clippy::unwrap_used)]

use crate::common::{open, options, pages};
use countersign_forms::{
    Field, FieldProblem, FieldValue, FieldValues, PlaceField, Rect, merge_with_findings,
    place_with_findings,
};
use countersign_pdf::Update;

/// Fields of one line and of several, of a fixed size and of an automatic one.
fn form() -> Vec<u8> {
    let text = |name: &str, flags: u32, size: u32, at: u32| {
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Tx/T({name})/Ff {flags}/Rect[10 {at} 110 {}]/F 4/DA(/Helv {size} Tf 0 g)>>",
            at + 20
        )
    };
    let objects = [
        text("line", 0, 12, 10),
        text("shrinking", 0, 0, 40),
        text("lines", 4096, 12, 70),
        text("small lines", 4096, 0, 100),
    ];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let form = "/AcroForm<</Fields[4 0 R 5 0 R 6 0 R 7 0 R]/DR<</Font<</Helv<</Type/Font/Subtype/Type1\
        /BaseFont/Helvetica>>>>>>>>";
    pages(
        form,
        &["/MediaBox[0 0 200 200]/Annots[4 0 R 5 0 R 6 0 R 7 0 R]"],
        &objects,
    )
}

fn cut(values: &[(&str, &str)]) -> Vec<String> {
    let document = open(&form());
    let mut update = Update::new(&document);
    let value = |(name, text): &(&str, &str)| {
        let text = FieldValue::Text((*text).to_owned());
        ((*name).to_owned(), text)
    };
    let values: FieldValues = values.iter().map(value).collect();
    let findings = merge_with_findings(&mut update, &values, &options()).unwrap();
    assert!(
        findings
            .iter()
            .all(|it| it.problem == FieldProblem::TextCut)
    );
    findings.into_iter().map(|it| it.field).collect()
}

#[test]
fn a_text_that_its_field_cuts_is_found() {
    let long = "A text of which a field of a hundred points at twelve points shows the beginning";
    assert!(
        cut(&[
            ("line", "short"),
            ("lines", "short"),
            ("shrinking", "short")
        ])
        .is_empty()
    );
    assert!(cut(&[("shrinking", "twenty-five characters...")]).is_empty());
    assert_eq!(cut(&[("line", long)]), ["line"]);
    assert_eq!(cut(&[("shrinking", long)]), ["shrinking"]);
    assert_eq!(cut(&[("lines", "one\ntwo\nthree")]), ["lines"]);
    assert!(cut(&[("small lines", "one\ntwo")]).is_empty());
    assert_eq!(cut(&[("small lines", "1\n2\n3\n4\n5\n6")]), ["small lines"]);
}

#[test]
fn a_field_that_gets_another_name_is_found() {
    let document = open(&form());
    let mut update = Update::new(&document);
    let field = |id: &str, name: &str, value: &str| PlaceField {
        field: Field {
            id: id.to_owned(),
            field_name: name.to_owned(),
            value: FieldValue::Text(value.to_owned()),
            rect: Rect {
                x: 5.0,
                y: 80.0,
                width: 10.0,
                height: 5.0,
            },
            font_size: 2.0,
            ..Field::default()
        },
        as_signature: false,
    };
    let fields = [
        field("1", "line", ""),
        field("2", "a.b", ""),
        field("3", "as it is", "much too long for ten percent"),
    ];
    let (_, findings) = place_with_findings(&mut update, &fields, &options()).unwrap();
    let found: Vec<_> = findings
        .iter()
        .map(|it| (it.field.as_str(), it.problem, it.name.as_deref()))
        .collect();
    let expected = [
        ("1", FieldProblem::NameChanged, Some("line-2")),
        ("2", FieldProblem::NameChanged, Some("a_b")),
        ("3", FieldProblem::TextCut, None),
    ];
    assert_eq!(found, expected);
}
