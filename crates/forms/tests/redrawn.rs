//! Forms that ask readers to draw their values, and attributes that stand in the widget.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{changed, fields, open, options, pages};
use countersign_forms::{
    Field, FieldProblem, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place,
    texts_to_draw,
};
use countersign_pdf::{Dictionary, Object, ObjectId, Objects, Update};

const HELVETICA: &str =
    "/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>";

/// A form that asks readers to draw its values, with one that Helvetica can't show.
fn redrawn_form(value: &str) -> Vec<u8> {
    let text = |name: &str, value: &str, at: u32| {
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Tx/T({name}){value}/Rect[10 {at} 190 {}]/F 4/DA(/Helv 9 Tf 0 g)>>",
            at + 20
        )
    };
    let objects = [
        text("old", value, 10),
        text("new", "", 40),
        text("framed", "/MK<</BC[1 0 0]>>", 70),
    ];
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let form = format!("/AcroForm<</Fields[4 0 R 5 0 R 6 0 R]{HELVETICA}/NeedAppearances true>>");
    let page = "/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R 6 0 R]";
    pages(&form, &[page], &objects)
}

#[test]
fn values_that_readers_were_to_draw_are_drawn_with_whatever_font_has_their_letters() {
    const CYRILLIC: &str = "/V<feff0410043404300020041104300439>";
    const CUNEIFORM: &str = "/V<feffd808dc00>";
    let asks = |bytes: &[u8]| {
        let document = open(bytes);
        let catalog = document.catalog().unwrap();
        let form = document
            .lookup(&catalog, b"AcroForm")
            .unwrap()
            .into_object();
        form.as_dictionary().unwrap().contains(b"NeedAppearances")
    };
    let shows = |bytes: &[u8], number| {
        let widget = open(bytes).dictionary(ObjectId::new(number, 0)).unwrap();
        widget.contains(b"AP")
    };
    let values = FieldValues::from([("new".to_owned(), FieldValue::Text("Ada".into()))]);
    let merged = |base: &[u8], options: &MergeOptions| {
        changed(base, |update| merge(update, &values, options).unwrap())
    };
    let placed = |base: &[u8], options: &MergeOptions| {
        let field = Field {
            field_name: "more".into(),
            rect: Rect {
                x: 10.0,
                y: 90.0,
                width: 20.0,
                height: 5.0,
            },
            ..Field::default()
        };
        let fields = [PlaceField {
            field,
            as_signature: false,
        }];
        changed(base, |update| {
            drop(place(update, &fields, options).unwrap())
        })
    };
    for write in [&merged as &dyn Fn(&[u8], &MergeOptions) -> Vec<u8>, &placed] {
        let base = redrawn_form(CYRILLIC);
        assert_eq!(texts_to_draw(&open(&base)).unwrap().trim(), "Ада Бай");
        let drawn = write(&base, &options());
        assert!(!asks(&drawn) && shows(&drawn, 4) && shows(&drawn, 6));
        // Where no font has the letters, readers are still asked.
        for (value, options) in [(CYRILLIC, MergeOptions::default()), (CUNEIFORM, options())] {
            let asking = write(&redrawn_form(value), &options);
            assert!(asks(&asking) && !shows(&asking, 4) && shows(&asking, 6));
        }
    }
    // A signed form stays as it is.
    let signed = changed(&redrawn_form(CYRILLIC), |update| {
        let signature = Dictionary::new()
            .with("FT", Object::name("Sig"))
            .with("T", Object::text("s"))
            .with("V", Dictionary::new().with("Type", Object::name("Sig")));
        let signature = update.add(signature);
        update
            .edit(ObjectId::new(1, 0), |catalog| {
                let form = catalog.get_mut(b"AcroForm").unwrap();
                let form = form.as_dictionary_mut().unwrap();
                let mut fields = form.array(b"Fields").unwrap().to_vec();
                fields.push(signature.into());
                form.insert("Fields", fields);
            })
            .unwrap();
    });
    let filled = merged(&signed, &options());
    assert!(asks(&filled) && !shows(&filled, 4) && shows(&filled, 5));
    assert_eq!(texts_to_draw(&open(&signed)).unwrap(), "");
}

#[test]
fn flags_and_length_of_a_widget_below_its_field_count() {
    let form = format!("/AcroForm<</Fields[4 0 R]{HELVETICA}>>");
    let base = pages(
        &form,
        &["/MediaBox[0 0 200 100]/Annots[5 0 R]"],
        &[
            "<</FT/Tx/T(below)/Kids[5 0 R]>>",
            "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Ff 4097/MaxLen 3/Rect[10 10 190 30]/F 4/DA(/Helv 9 Tf 0 g)>>",
        ],
    );
    let [field] = &fields(&base)[..] else {
        panic!()
    };
    assert!(field.readonly && field.multiline);
    assert_eq!(field.text_max_length, 3);
    let values = FieldValues::from([("below".to_owned(), FieldValue::Text("four".into()))]);
    let document = open(&base);
    let mut update = Update::new(&document);
    let error = merge(&mut update, &values, &options()).unwrap_err();
    assert_eq!(error.findings()[0].problem, FieldProblem::TextTooLong);
}
