//! Damaged forms: reading, placing and merging end with an answer or an error, never a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{options, pages};
use countersign_forms::{
    Field, FieldType, FieldValue, FieldValues, PlaceField, Rect, merge, place, read,
};
use countersign_pdf::{Document, Update};

/// A form of every kind of field.
fn form() -> Vec<u8> {
    let catalog = "/AcroForm<</Fields[4 0 R 5 0 R 6 0 R 9 0 R 10 0 R]/DR<</Font<</F1 11 0 R>>>>\
                   /DA(/F1 0 Tf 0 g)/XFA(x)>>";
    let page = "/MediaBox[0 0 300 300]/CropBox[1 2 290 280]/Rotate 90/UserUnit 2\
                /Annots[4 0 R 5 0 R 7 0 R 8 0 R 9 0 R 10 0 R]";
    let more = [
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]/MaxLen 9/Ff 16777216/Q 2\
         /MK<</R 90/BG[1 0 0]/BC[0]>>/BS<</W 2/S/D>>/AA<</F<</JS(AFDate_FormatEx\\(\"d.m.yy\"\\))>>>>>>",
        "<</Type/Annot/Subtype/Widget/FT/Ch/T(b)/Rect[10 40 110 60]/Opt[[(x)(y)](z)]/V(x)>>",
        "<</FT/Btn/Ff 32768/T(c)/Kids[7 0 R 8 0 R]/V/Off>>",
        "<</Type/Annot/Subtype/Widget/Parent 6 0 R/Rect[9 9 19 19]/AS/Off/AP<</N<</on 4 0 R>>>>>>",
        "<</Type/Annot/Subtype/Widget/Parent 6 0 R/Rect[9 29 19 39]/AS/Off/AP<</N<</two 4 0 R>>>>>>",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(d)/Rect[10 70 110 90]/F 132>>",
        "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(e)/Rect[10 100 110 130]/MK<</TP 1>>>>",
        "<</Type/Font/Subtype/TrueType/BaseFont/Other/FirstChar 32/Widths[300 400 500]\
         /Encoding<</BaseEncoding/WinAnsiEncoding/Differences[39/quotesingle 65/Euro]>>>>",
    ];
    pages(catalog, &[page], &more)
}

fn use_everything(document: &Document) {
    let Ok(fields) = read(document) else { return };
    for value in [
        FieldValue::Text("4 Ω".into()),
        FieldValue::Checked(true),
        FieldValue::Empty,
    ] {
        let values: FieldValues = fields
            .iter()
            .map(|field| (field.field_name.clone(), value.clone()))
            .collect();
        for (name, value) in &values {
            let one = FieldValues::from([(name.clone(), value.clone())]);
            let mut update = Update::new(document);
            let _: Result<_, _> = merge(&mut update, &one, &options());
            let _: Result<_, _> = update.finish();
        }
    }
    let rect = Rect {
        x: 10.0,
        y: 10.0,
        width: 20.0,
        height: 5.0,
    };
    let new = Field {
        kind: FieldType::Radio,
        rect,
        ..Field::default()
    };
    let adopted = fields.into_iter().map(|field| Field {
        changed: true,
        ..field
    });
    let all: Vec<PlaceField> = adopted
        .chain([new])
        .map(|field| PlaceField {
            field,
            as_signature: false,
        })
        .collect();
    let mut update = Update::new(document);
    let _: Result<_, _> = place(&mut update, &all, &options());
    let _: Result<_, _> = update.finish();
}

#[test]
fn the_form_itself_is_sound() {
    let document = Document::from_bytes(form()).unwrap();
    assert_eq!(read(&document).unwrap().len(), 6);
    use_everything(&document);
}

#[test]
fn changed_bytes_never_panic() {
    const ROUNDS: u32 = 600;
    let whole = form();
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let pieces: [&[u8]; 12] = [
        b"null",
        b"4 0 R",
        b"<<",
        b">>",
        b"[",
        b"]",
        b"-1e9",
        b"/Kids",
        b"99999999999",
        b"()",
        b"/FT/Sig",
        b"0",
    ];
    for _ in 0..ROUNDS {
        let mut bytes = whole.clone();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            let piece = pieces[random(pieces.len())];
            let end = (at + piece.len()).min(bytes.len());
            bytes.splice(at..end, piece.iter().copied());
        }
        if let Ok(document) = Document::from_bytes(bytes) {
            use_everything(&document);
        }
    }
}
