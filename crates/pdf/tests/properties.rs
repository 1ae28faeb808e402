//! Properties that hold for any input.
#![allow(clippy::unwrap_used)]

use crate::common::{Builder, Noise, Ranged, read_everything};
use countersign_pdf::lexer::Lexer;
use countersign_pdf::{
    Date, Dictionary, Document, Name, Object, ObjectId, OpenOptions, PdfString, Update,
    decode_text, encode_text, object_bytes, parse_object,
};
use proptest::prelude::*;

/// Any object that can be written, without streams.
fn objects() -> impl Strategy<Value = Object> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..40);
    let leaf = prop_oneof![
        Just(Object::Null),
        any::<bool>().prop_map(Object::Bool),
        any::<i64>()
            .prop_filter("has a positive", |it| *it != i64::MIN)
            .prop_map(Object::Integer),
        (-1e12..1e12f64).prop_map(Object::Real),
        bytes().prop_map(Object::name),
        bytes().prop_map(|it| Object::String(PdfString::literal(it))),
        bytes().prop_map(|it| Object::String(PdfString::hexadecimal(it))),
        any::<(u32, u16)>()
            .prop_map(|(number, generation)| Object::Reference(ObjectId::new(number, generation))),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Object::Array),
            prop::collection::vec((bytes().prop_map(Name::new), inner), 0..8).prop_map(|entries| {
                Object::Dictionary(entries.into_iter().collect::<Dictionary>())
            }),
        ]
    })
}

/// Small files of every form, to be damaged.
fn samples() -> Vec<Vec<u8>> {
    let mut builder = Builder::one_page();
    builder.objects.insert(
        7,
        "<</Filter[/ASCIIHexDecode/LZWDecode]/Length 20>>stream\n800B6050220C0C8501>\nendstream"
            .into(),
    );
    builder.objects.insert(8, "<</Filter/RunLengthDecode/DecodeParms<</Predictor 12>>/Length 3>>stream\n\u{1}abc\nendstream".into());
    let mut samples = vec![
        builder.with_table(),
        builder.with_streams(),
        Builder::flat_pages(20).with_streams(),
    ];
    samples.extend([
        include_bytes!("fixtures/r2.pdf").to_vec(),
        include_bytes!("fixtures/r4.pdf").to_vec(),
        include_bytes!("fixtures/r5.pdf").to_vec(),
    ]);
    for sample in samples.clone() {
        let options = OpenOptions::with_password("user");
        let document = Document::open(Ranged(sample.clone()), options).unwrap();
        let mut update = Update::new(&document);
        let page = document.page(0).unwrap().id;
        update
            .edit(page, |page| page.insert("Changed", Object::text("yes")))
            .unwrap();
        samples.push([sample.as_slice(), &update.finish().unwrap().bytes].concat());
    }
    samples
}

/// Changes, copies, drops or cuts some bytes.
fn damage(bytes: &mut Vec<u8>, noise: &mut Noise) {
    const WORDS: [&[u8]; 10] = [
        b"obj",
        b"R",
        b"<<",
        b">>",
        b"stream",
        b"endobj",
        b"[",
        b"99999999999",
        b"-1",
        b"/Type/ObjStm",
    ];
    for _ in 0..=noise.below(6) {
        let at = noise.below(bytes.len());
        let length = noise.below(20).min(bytes.len() - at);
        match noise.below(6) {
            0 => bytes[at] = noise.next() as u8,
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let copy = bytes[at..at + length].to_vec();
                let to = noise.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => drop(bytes.splice(at..at, WORDS[noise.below(WORDS.len())].iter().copied())),
            4 => bytes[at] = b'0' + noise.below(10) as u8,
            _ if noise.below(4) == 0 => bytes.truncate(at),
            _ => bytes[at] = bytes[at].wrapping_add(1),
        }
        if bytes.is_empty() {
            return;
        }
    }
}

#[test]
fn damaged_files_never_panic_or_hang() {
    let mut noise = Noise(0x5eed_1234_5678_9abc);
    for sample in samples() {
        for _ in 0..400 {
            let mut bytes = sample.clone();
            damage(&mut bytes, &mut noise);
            let options = OpenOptions::with_password("user");
            let Ok(document) = Document::open(Ranged(bytes), options) else {
                continue;
            };
            read_everything(&document);
            let mut update = Update::new(&document);
            update.add(Object::text("more"));
            let _ = update.finish();
        }
    }
}

proptest! {
    #[test]
    fn objects_read_back_as_written(object in objects()) {
        prop_assert_eq!(parse_object(&object_bytes(&object)), Ok(object));
    }

    #[test]
    fn lexing_any_bytes_ends(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut lexer = Lexer::new(&bytes);
        let mut tokens = 0;
        while lexer.next_token().is_some() {
            tokens += 1;
        }
        prop_assert!(tokens <= bytes.len());
        let _ = parse_object(&bytes);
    }

    #[test]
    fn any_text_comes_back(text in "\\PC{0,40}") {
        prop_assert_eq!(decode_text(&encode_text(&text)), text);
    }

    #[test]
    fn any_bytes_are_some_text(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = decode_text(&bytes);
        let _ = Date::parse(&decode_text(&bytes));
    }

    #[test]
    fn dates_come_back(seconds in 0i64..200_000_000_000) {
        let date = Date::from_unix(seconds);
        prop_assert_eq!(date.to_unix(), seconds);
        prop_assert_eq!(Date::parse(&date.to_string()), Some(date));
    }

    #[test]
    fn any_bytes_open_or_fail(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = Document::from_bytes(bytes.clone());
        let wrapped = [b"%PDF-1.7\n1 0 obj\n".as_slice(), &bytes, b"\nendobj\ntrailer<</Root 1 0 R>>"].concat();
        let _ = Document::from_bytes(wrapped);
    }
}
