//! Values into fields that other software made.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{changed, check, fields, open, options, pages, signature_png};
use countersign_forms::{
    Bytes, FieldProblem, FieldType, FieldValue, FieldValues, FormsError, PictureValue, merge, read,
};
use countersign_pdf::{Dictionary, Document, ObjectId, Objects, Update};

const RESOURCES: &str = "/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding\
                         /WinAnsiEncoding>>>>>>/DA(/Helv 0 Tf 0 g)";

/// A page with these widgets (objects 4, 5, …), all of them fields of the form.
fn form(widgets: &[&str]) -> Vec<u8> {
    let ids: String = (0..widgets.len())
        .map(|index| format!("{} 0 R ", index + 4))
        .collect();
    let catalog = format!("/AcroForm<</Fields[{ids}]{RESOURCES}>>");
    let page = format!("/MediaBox[0 0 300 300]/Annots[{ids}]");
    pages(&catalog, &[&page], widgets)
}

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.into())
}

fn values<const N: usize>(pairs: [(&str, FieldValue); N]) -> FieldValues {
    pairs.map(|(name, value)| (name.to_owned(), value)).into()
}

fn filled<const N: usize>(bytes: &[u8], pairs: [(&str, FieldValue); N]) -> Vec<u8> {
    changed(bytes, |update| {
        merge(update, &values(pairs), &options()).unwrap()
    })
}

/// What is wrong, as `field problem`.
fn problems<const N: usize>(bytes: &[u8], pairs: [(&str, FieldValue); N]) -> Vec<String> {
    let document = open(bytes);
    let mut update = Update::new(&document);
    let error = merge(&mut update, &values(pairs), &options()).unwrap_err();
    assert!(update.is_empty(), "nothing changes when something is wrong");
    assert_eq!(error.code().as_str(), "pdf_merge_fields_failed");
    error
        .findings()
        .iter()
        .map(|it| format!("{} {:?}", it.field, it.problem))
        .collect()
}

fn object(bytes: &[u8], number: u32) -> Dictionary {
    open(bytes).dictionary(ObjectId::new(number, 0)).unwrap()
}

/// The content of a widget's normal appearance.
fn appearance(bytes: &[u8], number: u32) -> String {
    let document = open(bytes);
    let widget = object(bytes, number);
    let appearances = document.lookup(&widget, b"AP").unwrap();
    let normal = document
        .lookup(appearances.as_dictionary().unwrap(), b"N")
        .unwrap();
    let content = document.stream_data(normal.as_stream().unwrap()).unwrap();
    String::from_utf8_lossy(&content).into_owned()
}

const LINE: &str = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]/F 4/MaxLen 8>>";

#[test]
fn a_text_is_stored_and_drawn() {
    let bytes = filled(&form(&[LINE]), [("a", text("Zoë (€)"))]);
    check("text.pdf", &bytes);
    assert_eq!(fields(&bytes)[0].value, text("Zoë (€)"));
    assert!(appearance(&bytes, 4).contains("/Helv "));
    let cleared = filled(&bytes, [("a", FieldValue::Empty)]);
    assert_eq!(fields(&cleared)[0].value, FieldValue::Empty);
    assert_eq!(appearance(&cleared, 4), "/Tx BMC\nEMC\n");
}

#[test]
fn one_subset_serves_all_texts_and_equal_texts_share_their_appearance() {
    let widget = |name: &str| {
        format!("<</Type/Annot/Subtype/Widget/FT/Tx/T({name})/Rect[10 10 110 30]/F 4>>")
    };
    let widgets = [widget("a"), widget("b"), widget("c")];
    let widgets: Vec<&str> = widgets.iter().map(String::as_str).collect();
    let base = form(&widgets);
    let pairs = [
        ("a", text("Ελλάδα")),
        ("b", text("Україна")),
        ("c", text("Ελλάδα")),
    ];
    let bytes = filled(&base, pairs);
    check("subset.pdf", &bytes);
    let tail = String::from_utf8_lossy(&bytes[base.len()..]).into_owned();
    assert_eq!(tail.matches("Identity-H").count(), 1);
    assert_eq!(tail.matches("/Form").count(), 2);
    assert!(
        bytes.len() - base.len() < 12_000,
        "{} bytes",
        bytes.len() - base.len()
    );
}

#[test]
fn check_boxes_take_their_own_state() {
    let states = "/AP<</N<</Off 6 0 R/Ja 6 0 R>>>>/AS/Off";
    let own = format!("<</Type/Annot/Subtype/Widget/FT/Btn/T(own)/Rect[10 10 20 20]{states}>>");
    let bare = "<</Type/Annot/Subtype/Widget/FT/Btn/T(bare)/Rect[10 30 20 40]>>";
    let base = form(&[&own, bare]);
    let bytes = filled(
        &base,
        [
            ("own", FieldValue::Checked(true)),
            ("bare", FieldValue::Checked(true)),
        ],
    );
    assert_eq!(object(&bytes, 4).name(b"AS"), Some(&b"Ja"[..]));
    assert_eq!(object(&bytes, 4).name(b"V"), Some(&b"Ja"[..]));
    assert_eq!(object(&bytes, 5).name(b"AS"), Some(&b"Yes"[..]));
    assert!(
        fields(&bytes)
            .iter()
            .all(|field| field.value == FieldValue::Checked(true))
    );
    let off = filled(&bytes, [("own", FieldValue::Checked(false))]);
    assert_eq!(object(&off, 4).name(b"AS"), Some(&b"Off"[..]));
    assert_eq!(
        problems(&base, [("own", text("Nein"))]),
        ["own UnknownOption"]
    );
}

/// A radio group of two kids, with export values that differ from the states.
fn radios() -> Vec<u8> {
    let catalog = format!("/AcroForm<</Fields[4 0 R]{RESOURCES}>>");
    let page = "/MediaBox[0 0 300 300]/Annots[5 0 R 6 0 R]";
    let kid = |x: u32, state: &str| {
        format!(
            "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[{x} 10 {} 20]/AS/Off\
             /AP<</N<</{state} 7 0 R/Off 7 0 R>>>>>>",
            x + 10
        )
    };
    let parent = "<</FT/Btn/Ff 32768/T(g)/Kids[5 0 R 6 0 R]/Opt[(ja)(nein)]>>";
    let empty = "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 0>>\nstream\n\nendstream";
    pages(
        &catalog,
        &[page],
        &[parent, &kid(10, "0"), &kid(30, "1"), empty],
    )
}

#[test]
fn one_button_of_a_group_is_on() {
    let base = radios();
    let names: Vec<String> = fields(&base)
        .into_iter()
        .map(|field| field.field_name)
        .collect();
    assert_eq!(names, ["g.0", "g.1"]);
    assert!(
        fields(&base)
            .iter()
            .all(|it| it.kind == FieldType::Radio && it.group.as_deref() == Some("g"))
    );
    let states = |bytes: &[u8]| {
        [5, 6].map(|number| {
            String::from_utf8_lossy(object(bytes, number).name(b"AS").unwrap()).into_owned()
        })
    };
    let by_button = filled(
        &base,
        [
            ("g.1", FieldValue::Checked(true)),
            ("g.0", FieldValue::Checked(false)),
        ],
    );
    assert_eq!(states(&by_button), ["Off", "1"]);
    assert_eq!(object(&by_button, 4).name(b"V"), Some(&b"1"[..]));
    assert_eq!(states(&filled(&base, [("g", text("0"))])), ["0", "Off"]);
    assert_eq!(states(&filled(&base, [("g", text("nein"))])), ["Off", "1"]);
    assert_eq!(
        states(&filled(&by_button, [("g.0", FieldValue::Checked(false))])),
        ["Off", "1"]
    );
    assert_eq!(
        states(&filled(&by_button, [("g.1", FieldValue::Checked(false))])),
        ["Off", "Off"]
    );
    assert_eq!(
        states(&filled(&by_button, [("g", FieldValue::Empty)])),
        ["Off", "Off"]
    );
    let both = [
        ("g.0", FieldValue::Checked(true)),
        ("g.1", FieldValue::Checked(true)),
    ];
    assert_eq!(problems(&base, both), ["g WrongType"]);
    let twice = [("g", text("0")), ("g.1", FieldValue::Checked(true))];
    assert_eq!(problems(&base, twice), ["g WrongType"]);
    assert_eq!(problems(&base, [("g", text("2"))]), ["g UnknownOption"]);
    assert_eq!(
        problems(&base, [("g", FieldValue::Checked(true))]),
        ["g WrongType"]
    );
}

#[test]
fn choices_take_what_they_offer() {
    let list = "/Opt[[(de)(Deutschland)][(gr)(Ελλάδα)](plain)]";
    let closed = format!(
        "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(closed)/Rect[10 10 110 30]{list}>>"
    );
    let open_list =
        "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 393216/T(open)/Rect[10 40 110 60]/Opt[(x)]>>";
    let base = form(&[&closed, open_list]);
    let bytes = filled(
        &base,
        [("closed", text("Deutschland")), ("open", text("mine"))],
    );
    assert_eq!(object(&bytes, 4).string(b"V").unwrap().to_text(), "de");
    let shown: Vec<FieldValue> = fields(&bytes)
        .into_iter()
        .map(|field| field.value)
        .collect();
    assert_eq!(shown, [text("mine"), text("Deutschland")]);
    assert!(appearance(&bytes, 4).contains("(Deutschland)"));
    assert_eq!(
        problems(&base, [("closed", text("France"))]),
        ["closed UnknownOption"]
    );
}

#[test]
fn pictures_go_into_picture_buttons_and_empty_signature_fields() {
    let icon =
        "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(icon)/Rect[10 10 110 60]/MK<</TP 1>>>>";
    let reset = "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(reset)/Rect[10 70 110 90]>>";
    let sign = "<</Type/Annot/Subtype/Widget/FT/Sig/T(sign)/Rect[10 100 110 150]>>";
    let signed =
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(signed)/Rect[10 160 110 190]/V<</Type/Sig>>>>";
    let base = form(&[icon, reset, sign, signed]);
    let picture = |bytes: Vec<u8>| {
        FieldValue::Picture(PictureValue {
            bytes: Some(Bytes(bytes)),
            ..PictureValue::default()
        })
    };
    let png = signature_png(30, 10);
    let bytes = filled(
        &base,
        [
            ("icon", picture(png.clone())),
            ("sign", picture(png.clone())),
        ],
    );
    check("pictures.pdf", &bytes);
    assert!(appearance(&bytes, 6).contains("/Im Do"));
    assert!(!object(&bytes, 6).contains(b"V"));
    let found = problems(
        &base,
        [
            ("icon", picture(b"no image".to_vec())),
            ("reset", picture(png.clone())),
            ("sign", FieldValue::Checked(true)),
            ("signed", picture(png)),
        ],
    );
    assert_eq!(
        found,
        [
            "icon BadImage",
            "reset WrongType",
            "sign WrongType",
            "signed AlreadySigned"
        ]
    );
}

#[test]
fn everything_that_is_wrong_is_said() {
    let lines = "<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/Rect[10 40 110 60]>>";
    let found = problems(
        &form(&[LINE, lines]),
        [
            ("a", text("far too long")),
            ("b", text("日本")),
            ("c", text("nobody")),
        ],
    );
    assert_eq!(
        found,
        ["a TextTooLong", "b MissingCharacters", "c UnknownField"]
    );
    assert_eq!(
        problems(&form(&[LINE]), [("a", FieldValue::Checked(true))]),
        ["a WrongType"]
    );
}

#[test]
fn widgets_the_form_forgot_are_found_on_their_page() {
    let page = "/MediaBox[0 0 300 300]/Annots[4 0 R]";
    let base = pages("/AcroForm<</Fields[]>>", &[page], &[LINE]);
    assert_eq!(fields(&base)[0].field_name, "a");
    let bytes = filled(&base, [("a", text("found"))]);
    assert_eq!(fields(&bytes)[0].value, text("found"));
}

#[test]
fn turned_widgets_are_filled_upright() {
    let turned = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 30 110]/MK<</R 90>>/F 4>>";
    let bytes = filled(&form(&[turned]), [("a", text("upright"))]);
    check("upright.pdf", &bytes);
    let document = open(&bytes);
    let widget = object(&bytes, 4);
    let appearances = document.lookup(&widget, b"AP").unwrap();
    let normal = document
        .lookup(appearances.as_dictionary().unwrap(), b"N")
        .unwrap();
    let matrix: Vec<f64> = normal
        .as_dictionary()
        .unwrap()
        .array(b"Matrix")
        .unwrap()
        .iter()
        .filter_map(|it| it.as_number())
        .collect();
    assert_eq!(matrix, [0.0, 1.0, -1.0, 0.0, 20.0, 0.0]);
}

#[test]
fn a_program_is_taken_out_until_somebody_signed() {
    let dynamic = pages(
        "/AcroForm<</Fields[]/XFA(x)>>/NeedsRendering true",
        &["/MediaBox[0 0 9 9]"],
        &[],
    );
    assert_eq!(read(&open(&dynamic)).unwrap_err(), FormsError::DynamicForm);
    let with = |value: &str| {
        let catalog = "/AcroForm<</Fields[4 0 R 5 0 R]/XFA(program)>>";
        let sign = format!("<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]{value}>>");
        pages(
            catalog,
            &["/MediaBox[0 0 300 300]/Annots[4 0 R 5 0 R]"],
            &[LINE, &sign],
        )
    };
    let has_program = |bytes: &[u8]| {
        let catalog = open(bytes).catalog().unwrap();
        catalog.dictionary(b"AcroForm").unwrap().contains(b"XFA")
    };
    assert!(!has_program(&filled(&with(""), [("a", text("x"))])));
    assert!(has_program(&filled(
        &with("/V<</Type/Sig>>"),
        [("a", text("x"))]
    )));
}

#[test]
fn hostile_forms_end_without_panic() {
    let loops = "<</FT/Tx/T(a)/Kids[4 0 R 5 0 R]/Parent 5 0 R>>";
    let kid = "<</T(b)/Kids[4 0 R]/Parent 4 0 R/Rect[1 2]/AP 5 0 R/MK[1]/DA 7/Opt[[]]/MaxLen -3>>";
    let odd = "<</Subtype/Widget/FT/Ch/T 5/Rect[1e300 (x) null -1e300]/Opt[[(a)][[]] 4]/V[4 (a)]/Q 9/F(x)>>";
    let base = pages(
        "/AcroForm<</Fields[4 0 R 4 0 R 5 0 R 6 0 R 99 0 R null 7]/DR 4 0 R/DA 3>>",
        &["/MediaBox[0 0 0 0]/Annots[4 0 R 5 0 R 6 0 R 7 null 99 0 R<</Subtype/Widget/FT/Btn>>]"],
        &[loops, kid, odd],
    );
    let document = open(&base);
    let names: Vec<String> = read(&document)
        .unwrap()
        .into_iter()
        .map(|it| it.field_name)
        .collect();
    for name in names {
        for value in [text("x"), FieldValue::Checked(true), FieldValue::Empty] {
            let mut update = Update::new(&document);
            let result = merge(&mut update, &values([(name.as_str(), value)]), &options());
            if let Err(FormsError::Merge(findings)) = &result {
                assert!(
                    findings
                        .iter()
                        .all(|it| it.problem != FieldProblem::BadImage)
                );
            }
            let _: Result<_, _> = update.finish();
        }
    }
    let cut: Vec<Document> = (0..base.len())
        .step_by(37)
        .filter_map(|end| Document::from_bytes(base[..end].to_vec()).ok())
        .collect();
    for document in cut {
        let _: Result<_, _> = read(&document);
    }
}

#[test]
fn lists_take_several_of_their_options() {
    let list = "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 2097152/T(list)/Rect[10 10 110 60]/I[0]/Opt[[(a)(First)][(b)(Second)](c)]/V(a)>>";
    let base = form(&[list]);
    let bytes = filled(&base, [("list", text("Second, c"))]);
    check("several.pdf", &bytes);
    assert_eq!(fields(&bytes)[0].value, text("Second, c"));
    let object = object(&bytes, 4);
    let stored: Vec<String> = object
        .array(b"V")
        .unwrap()
        .iter()
        .map(|item| item.as_string().unwrap().to_text())
        .collect();
    assert_eq!(stored, ["b", "c"]);
    assert!(!object.contains(b"I"), "indices would say the old choice");
    assert_eq!(
        problems(&base, [("list", text("Second, d"))]),
        ["list UnknownOption"]
    );
}

#[test]
fn japanese_and_hebrew_need_only_their_fonts() {
    let base = form(&["<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 290 30]/F 4>>"]);
    let bytes = filled(&base, [("a", text("שלום (12)"))]);
    check("hebrew.pdf", &bytes);
    assert_eq!(fields(&bytes)[0].value, text("שלום (12)"));
}
