//! Fields become content of their pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{changed, check, fields, open, options, pages, written};
use countersign_forms::{
    Field, FieldType, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place,
};
use countersign_pdf::{Document, Update};
use std::process::Command;

fn flat() -> MergeOptions {
    MergeOptions {
        flatten: true,
        ..options()
    }
}

fn flattened(bytes: &[u8], values: &FieldValues) -> Vec<u8> {
    changed(bytes, |update| merge(update, values, &flat()).unwrap())
}

fn content(document: &Document, page: usize) -> String {
    let page = document.page(page).unwrap();
    let contents = document.lookup(&page.dictionary, b"Contents").unwrap();
    let mut all = String::new();
    for part in contents.as_array().unwrap() {
        let part = document.resolve(part).unwrap();
        let data = document.stream_data(part.as_stream().unwrap()).unwrap();
        all.push_str(&String::from_utf8_lossy(&data));
    }
    all
}

/// A turned page with a crop box, and fields of several types.
fn placed() -> Vec<u8> {
    let page =
        "/MediaBox[0 0 400 300]/CropBox[20 20 380 280]/Rotate 90/Contents 4 0 R/Resources<<>>";
    let ink = "<</Length 23>>stream\n1 0 0 rg 0 0 50 50 re f\nendstream";
    let base = pages("", &[page], &[ink]);
    let field = |name: &str, kind, y| Field {
        id: name.into(),
        field_name: name.into(),
        kind,
        rect: Rect {
            x: 10.0,
            y,
            width: 40.0,
            height: 8.0,
        },
        ..Field::default()
    };
    let mut hidden = field("hidden", FieldType::Text, 60.0);
    hidden.hidden = true;
    hidden.value = FieldValue::Text("secret".into());
    let all = [
        field("text", FieldType::Text, 10.0),
        field("box", FieldType::Checkmark, 30.0),
        hidden,
    ];
    let places: Vec<PlaceField> = all
        .into_iter()
        .map(|field| PlaceField {
            field,
            as_signature: false,
        })
        .collect();
    changed(&base, |update| {
        place(update, &places, &options()).unwrap();
    })
}

fn values() -> FieldValues {
    [
        ("text".to_owned(), FieldValue::Text("Ελλάδα".into())),
        ("box".to_owned(), FieldValue::Checked(true)),
    ]
    .into()
}

#[test]
fn the_form_goes_and_its_appearance_stays() {
    let bytes = flattened(&placed(), &values());
    check("flat.pdf", &bytes);
    let document = open(&bytes);
    assert!(fields(&bytes).is_empty());
    assert!(!document.catalog().unwrap().contains(b"AcroForm"));
    let page = document.page(0).unwrap().dictionary;
    assert!(!page.contains(b"Annots"));
    assert_eq!(content(&document, 0).matches(" Do\n").count(), 2);
}

#[test]
fn what_is_shown_stays_pixel_for_pixel() {
    let filled = changed(&placed(), |update| {
        merge(update, &values(), &options()).unwrap()
    });
    let flat = flattened(&filled, &FieldValues::new());
    let (Some(before), Some(after)) = (pixels("before.pdf", &filled), pixels("after.pdf", &flat))
    else {
        eprintln!("skipped: no pdftoppm");
        return;
    };
    assert!(before.iter().any(|byte| *byte < 128), "something is drawn");
    assert_eq!(before, after);
}

/// The first page as poppler draws it.
fn pixels(name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let path = written(name, bytes);
    let output = Command::new("pdftoppm")
        .args(["-r", "72", "-singlefile"])
        .arg(&path)
        .output()
        .ok()?;
    std::fs::remove_file(&path).unwrap();
    assert!(output.status.success());
    Some(output.stdout)
}

#[test]
fn values_that_readers_draw_themselves_are_not_lost() {
    let widget =
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]/V(kept)/DA(/Helv 9 Tf 0 g)>>";
    let link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org)>>>>";
    let page = "/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R]";
    let base = pages(
        "/AcroForm<</Fields[4 0 R]/NeedAppearances true>>",
        &[page],
        &[widget, link],
    );
    let bytes = flattened(&base, &FieldValues::new());
    check("unseen.pdf", &bytes);
    let document = open(&bytes);
    let page = document.page(0).unwrap();
    let annotations = document
        .lookup(&page.dictionary, b"Annots")
        .unwrap()
        .into_object();
    assert_eq!(annotations.as_array().unwrap().len(), 1, "the link stays");
    let shown = document.object_ids().into_iter().any(|id| {
        let object = document.object(id).unwrap();
        let stream = object.as_stream();
        stream.is_some_and(|it| {
            document
                .stream_data(it)
                .unwrap()
                .windows(6)
                .any(|it| it == b"(kept)")
        })
    });
    assert!(shown);
}

#[test]
fn a_signed_document_is_refused() {
    let widget = "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/V<</Type/Sig>>>>";
    let page = "/MediaBox[0 0 200 100]/Annots[4 0 R]";
    let base = pages("/AcroForm<</Fields[4 0 R]>>", &[page], &[widget]);
    let document = open(&base);
    let mut update = Update::new(&document);
    let error = merge(&mut update, &FieldValues::new(), &flat()).unwrap_err();
    assert_eq!(error.code().as_str(), "signatures_invalidation");
    assert!(error.refusal().is_some());
    assert_eq!(error.code().as_str(), "signatures_invalidation");
    assert!(update.is_empty());
}

#[test]
fn the_frame_of_an_empty_field_without_appearance_survives() {
    let widget = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]/MK<</BG[1 1 0]/BC[1 0 0]>>/DA(/Helv 9 Tf 0 g)>>";
    let page = "/MediaBox[0 0 200 100]/Annots[4 0 R]";
    let base = pages("/AcroForm<</Fields[4 0 R]>>", &[page], &[widget]);
    let document = open(&flattened(&base, &FieldValues::new()));
    let shown = document.object_ids().into_iter().any(|id| {
        let object = document.object(id).unwrap();
        let data = object
            .as_stream()
            .map(|it| document.stream_data(it).unwrap());
        data.is_some_and(|data| data.windows(6).any(|it| it == b"1 0 0 "))
    });
    assert!(shown);
}
