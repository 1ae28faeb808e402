//! Fields are placed, saved and read back; then filled.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{changed, check, fields, open, options, pages, signature_png};
use countersign_forms::{
    AutoFill, Bytes, Field, FieldType, FieldValue, FieldValues, FillType, PictureValue, PlaceField,
    PlacedField, Rect, TextAlign, merge, place,
};
use countersign_pdf::{ObjectId, Objects, Update};

const PLAIN: &str = "/MediaBox[0 0 612 792]";

fn field(id: &str, kind: FieldType, row: u32) -> Field {
    Field {
        id: id.into(),
        kind,
        field_name: format!("name {id}"),
        rect: Rect {
            x: 10.0,
            y: 5.0 + f64::from(row) * 8.0,
            width: 30.0,
            height: 4.0,
        },
        ..Field::default()
    }
}

fn plain(field: Field) -> PlaceField {
    PlaceField {
        field,
        as_signature: false,
    }
}

/// All eight types, with properties a PDF can and can't say.
fn all_types() -> Vec<PlaceField> {
    let picture = vec![FillType::Draw, FillType::TypeIn, FillType::Upload];
    let text = Field {
        required: true,
        text_color: "#0000ff".into(),
        text_max_length: 12,
        comb: true,
        text_format: Some("number".into()),
        ..field("text", FieldType::Text, 0)
    };
    let lines = Field {
        multiline: true,
        text_align: TextAlign::Center,
        font_size: 1.2,
        do_not_print: true,
        ..field("lines", FieldType::Text, 1)
    };
    let date = Field {
        readonly: true,
        auto_fill: Some(AutoFill::SignDate),
        date_format: Some("DD.MM.YYYY".into()),
        text_align: TextAlign::Right,
        ..field("date", FieldType::Date, 2)
    };
    let link = Field {
        value: FieldValue::Text("https://example.org/terms".into()),
        ..field("link", FieldType::Link, 3)
    };
    let checkmark = Field {
        hidden: true,
        ..field("checkmark", FieldType::Checkmark, 4)
    };
    let radio = |id: &str, row| Field {
        group: Some("group-1".into()),
        export_value: (id == "no").then(|| "Jährlich (12 %)".into()),
        required: true,
        ..field(id, FieldType::Radio, row)
    };
    let signature = |id: &str, row| Field {
        permitted_types: picture.clone(),
        required: true,
        ..field(id, FieldType::Signature, row)
    };
    let initials = Field {
        permitted_types: picture.clone(),
        ratio: 0.5,
        ..field("initials", FieldType::Initials, 9)
    };
    let image = Field {
        permitted_types: vec![FillType::Capture],
        ..field("image", FieldType::Image, 10)
    };
    let choice = Field {
        options: Some(vec!["Österreich".into(), "(none)".into()]),
        required: true,
        text_align: TextAlign::Right,
        ..field("choice", FieldType::Text, 11)
    };
    let anchor = PlaceField {
        field: signature("anchor", 7),
        as_signature: true,
    };
    let fields = [
        text,
        lines,
        date,
        link,
        checkmark,
        radio("yes", 5),
        radio("no", 6),
    ];
    let mut all: Vec<PlaceField> = fields.into_iter().map(plain).collect();
    all.push(anchor);
    all.extend([signature("second", 8), initials, image, choice].map(plain));
    all
}

fn placed(bytes: &[u8], all: &[PlaceField]) -> (Vec<u8>, Vec<PlacedField>) {
    let mut answers = Vec::new();
    let bytes = changed(bytes, |update| {
        answers = place(update, all, &options()).unwrap()
    });
    (bytes, answers)
}

fn filled(bytes: &[u8], values: &FieldValues) -> Vec<u8> {
    changed(bytes, |update| merge(update, values, &options()).unwrap())
}

/// What has to come back: all but what placing itself decides.
fn comparable(field: &Field) -> Field {
    let same = Field {
        has_appearance: false,
        pdf_field_id: None,
        recipient: None,
        ..field.clone()
    };
    match field.kind {
        // Buttons have a value from the start: off.
        FieldType::Checkmark | FieldType::Radio if field.value == FieldValue::Empty => Field {
            value: FieldValue::Checked(false),
            ..same
        },
        _ => same,
    }
}

#[test]
fn all_types_come_back_as_they_were_placed() {
    let all = all_types();
    let base = pages("", &[PLAIN], &[]);
    let (bytes, answers) = placed(&base, &all);
    check("placed.pdf", &bytes);
    let back = fields(&bytes);
    assert_eq!(back.len(), all.len());
    for ((want, answer), got) in all.iter().zip(&answers).zip(&back) {
        let rect = got.rect;
        let close = |a: f64, b: f64| (a - b).abs() < 0.001;
        let want = comparable(&want.field);
        assert!(
            close(rect.x, want.rect.x) && close(rect.y, want.rect.y),
            "{}: {rect:?}",
            want.id
        );
        assert!(close(rect.width, want.rect.width) && close(rect.height, want.rect.height));
        assert_eq!(
            comparable(&Field {
                rect: want.rect,
                ..got.clone()
            }),
            want
        );
        assert_eq!(Some(&answer.pdf_field_id), got.pdf_field_id.as_ref());
        assert_eq!(answer.field_name, got.field_name);
        assert_eq!(answer.group, None);
    }
}

#[test]
fn filling_after_placing_touches_only_the_widgets() {
    let base = pages("", &[PLAIN], &[]);
    let (bytes, answers) = placed(&base, &all_types());
    let png = signature_png(60, 20);
    let picture = || {
        FieldValue::Picture(PictureValue {
            bytes: Some(Bytes(png.clone())),
            ..PictureValue::default()
        })
    };
    let mut values = FieldValues::new();
    values.insert("name text".into(), FieldValue::Text("0123456789".into()));
    values.insert(
        "name lines".into(),
        FieldValue::Text("Erste Zeile\nзведена Ω".into()),
    );
    values.insert("name date".into(), FieldValue::Text("31.12.2026".into()));
    values.insert("name checkmark".into(), FieldValue::Checked(true));
    values.insert("name no".into(), FieldValue::Checked(true));
    values.insert("name choice".into(), FieldValue::Text("Österreich".into()));
    for name in ["name anchor", "name second", "name initials", "name image"] {
        values.insert(name.into(), picture());
    }
    let document = open(&bytes);
    let mut update = Update::new(&document);
    merge(&mut update, &values, &options()).unwrap();
    for id in update
        .changed()
        .into_iter()
        .filter(|&id| document.location(id).is_some())
    {
        let (before, after) = (
            document.dictionary(id).unwrap(),
            update.dictionary(id).unwrap(),
        );
        assert!(
            before.is_type(b"Annot") || before.name(b"FT") == Some(b"Btn"),
            "{id}"
        );
        for (key, value) in after
            .iter()
            .filter(|(key, _)| !matches!(key.as_bytes(), b"V" | b"AS" | b"AP"))
        {
            assert_eq!(before.get(key.as_bytes()), Some(value), "{id} {key}");
        }
    }
    let tail = update.finish().unwrap();
    let whole = [bytes.as_slice(), &tail.bytes].concat();
    check("filled.pdf", &whole);
    // One picture in four fields of one size is one appearance and one image.
    let text = String::from_utf8_lossy(&tail.bytes);
    assert_eq!(
        text.matches("/Subtype /Image").count() + text.matches("/Subtype/Image").count(),
        2
    );
    for field in fields(&whole)
        .iter()
        .filter(|field| !field.kind.is_picture())
    {
        let want = match field.kind {
            FieldType::Radio => &FieldValue::Checked(field.id == "no"),
            FieldType::Link => &FieldValue::Text("https://example.org/terms".into()),
            _ => &values[&field.field_name],
        };
        assert_eq!(&field.value, want, "{}", field.id);
    }
    assert_eq!(answers.len(), 12);
}

#[test]
fn values_given_at_placing_are_filled_at_once() {
    let label = Field {
        label: true,
        value: FieldValue::Text("Paid".into()),
        ..field("label", FieldType::Text, 0)
    };
    let on = Field {
        value: FieldValue::Checked(true),
        ..field("on", FieldType::Checkmark, 1)
    };
    let (bytes, _) = placed(&pages("", &[PLAIN], &[]), &[plain(label), plain(on)]);
    let back = fields(&bytes);
    assert_eq!(back[0].value, FieldValue::Text("Paid".into()));
    assert!(back[0].label && back[0].readonly);
    assert_eq!(back[1].value, FieldValue::Checked(true));
    check("initial.pdf", &bytes);
}

#[test]
fn turned_and_cropped_pages_show_fields_where_they_were_put() {
    let rotated: Vec<String> = [0, 90, 180, 270, -90]
        .iter()
        .map(|turn| {
            format!("/MediaBox[0 0 400 600]/CropBox[20 30 380 530]/Rotate {turn}/UserUnit 2")
        })
        .collect();
    let rotated: Vec<&str> = rotated.iter().map(String::as_str).collect();
    let base = pages("", &rotated, &[]);
    let mut all = Vec::new();
    for page in 1..=5 {
        let id = format!("p{page}");
        let text = Field {
            page,
            value: FieldValue::Text(format!("Page {page}")),
            ..field(&id, FieldType::Text, 1)
        };
        let id = format!("s{page}");
        let sign = Field {
            page,
            ..field(&id, FieldType::Signature, 3)
        };
        all.extend([plain(text), plain(sign)]);
    }
    let (bytes, _) = placed(&base, &all);
    for (want, got) in all.iter().zip(fields(&bytes)) {
        assert_eq!(
            (got.page, got.rect),
            (want.field.page, want.field.rect),
            "{}",
            got.id
        );
    }
    let mut values = FieldValues::new();
    for page in 1..=5 {
        let picture = PictureValue {
            bytes: Some(Bytes(signature_png(40, 10))),
            ..PictureValue::default()
        };
        values.insert(format!("name s{page}"), FieldValue::Picture(picture));
    }
    check("turned.pdf", &filled(&bytes, &values));
}

#[test]
fn indirect_arrays_and_what_a_form_has_already_are_preserved() {
    let form = "/AcroForm 4 0 R";
    let page = "/MediaBox[0 0 612 792]/Annots 6 0 R";
    let more = [
        "<</Fields 5 0 R/DR 7 0 R/NeedAppearances true>>",
        "[8 0 R]",
        "[8 0 R]",
        "<</Font 9 0 R>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(old)/Rect[10 10 100 30]/DA(/F1 9 Tf 0 g)/P 3 0 R>>",
        "<</F1<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>",
    ];
    let base = pages(form, &[page], &more);
    let twins = [
        field("a", FieldType::Text, 0),
        Field {
            field_name: "name a".into(),
            ..field("b", FieldType::Text, 1)
        },
    ];
    let third = Field {
        field_name: "old".into(),
        ..field("c", FieldType::Checkmark, 2)
    };
    let dotted = Field {
        field_name: "x.y".into(),
        ..field("d", FieldType::Text, 3)
    };
    let all: Vec<PlaceField> = twins
        .into_iter()
        .chain([third, dotted])
        .map(plain)
        .collect();
    let (bytes, answers) = placed(&base, &all);
    let names: Vec<&str> = answers.iter().map(|it| it.field_name.as_str()).collect();
    assert_eq!(names, ["name a", "name a-2", "old-2", "x_y"]);
    assert_eq!(fields(&bytes).len(), 5);
    let document = open(&bytes);
    let id = |number| countersign_pdf::ObjectId::new(number, 0);
    assert_eq!(document.object(id(6)).unwrap().as_array().unwrap().len(), 5);
    assert_eq!(document.object(id(5)).unwrap().as_array().unwrap().len(), 5);
    let fonts = document.dictionary(id(9)).unwrap();
    assert!(fonts.contains(b"F1") && fonts.contains(b"Helv"));
    assert!(
        !document
            .dictionary(id(4))
            .unwrap()
            .contains(b"NeedAppearances")
    );
    // The page itself did not change: its annotations are an object of their own.
    assert_eq!(
        document.object_offset(id(3)),
        open(&base).object_offset(id(3))
    );
    check("kept.pdf", &bytes);
}

#[test]
fn signature_anchors_are_signature_fields() {
    let visible = PlaceField {
        field: field("v", FieldType::Signature, 0),
        as_signature: true,
    };
    let mut invisible = PlaceField {
        field: field("i", FieldType::Signature, 0),
        as_signature: true,
    };
    invisible.field.rect = Rect::default();
    let (bytes, answers) = placed(&pages("", &[PLAIN], &[]), &[visible, invisible]);
    let document = open(&bytes);
    let catalog = document.catalog().unwrap();
    let form = document.lookup(&catalog, b"AcroForm").unwrap();
    assert_eq!(form.as_dictionary().unwrap().integer(b"SigFlags"), Some(3));
    for (answer, width) in answers.iter().zip([30.0, 0.0]) {
        let number = answer.pdf_field_id.trim_end_matches('R').parse().unwrap();
        let widget = document
            .dictionary(countersign_pdf::ObjectId::new(number, 0))
            .unwrap();
        assert_eq!(widget.name(b"FT"), Some(&b"Sig"[..]));
        assert_eq!(widget.integer(b"F"), Some(132));
        assert!(!widget.contains(b"V"));
        let rect = widget.array(b"Rect").unwrap();
        let extent = rect[2].as_number().unwrap() - rect[0].as_number().unwrap();
        assert!((extent - width * 6.12).abs() < 0.01);
    }
    check("anchors.pdf", &bytes);
}

#[test]
fn existing_fields_are_adopted_or_replaced() {
    let form = "/AcroForm<</Fields[4 0 R]/DR<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/DA(/F1 0 Tf 0 g)>>";
    let page = "/MediaBox[0 0 612 792]/Annots[4 0 R]";
    let widget = "<</Type/Annot/Subtype/Widget/FT/Tx/T(old)/Rect[61.2 700 244.8 720]/F 4/P 3 0 R>>";
    let base = pages(form, &[page], &[widget]);
    let old = fields(&base).remove(0);
    assert_eq!(
        (old.id.as_str(), old.pdf_field_id.as_deref()),
        ("4R", Some("4R"))
    );

    let unchanged = changed(&base, |update| {
        place(update, &[plain(old.clone())], &options()).unwrap();
        assert!(update.is_empty());
    });
    assert_eq!(fields(&unchanged).len(), 1);

    let wish = Field {
        required: true,
        changed: true,
        id: "mine".into(),
        font_size: 1.5,
        ..old.clone()
    };
    let (bytes, answers) = placed(&base, &[plain(wish)]);
    let back = fields(&bytes);
    assert_eq!(back.len(), 1);
    assert_eq!(answers[0].pdf_field_id, "4R");
    assert!(back[0].required && back[0].id == "mine" && back[0].font_size == 1.5);
    assert_eq!(back[0].rect, old.rect);

    let sign = Field {
        kind: FieldType::Signature,
        changed: true,
        ..old.clone()
    };
    let (bytes, answers) = placed(
        &base,
        &[PlaceField {
            field: sign,
            as_signature: true,
        }],
    );
    let back = fields(&bytes);
    assert_eq!(back.len(), 2);
    assert_eq!(answers[0].field_name, "old-2");
    let hidden = back.iter().find(|field| field.field_name == "old").unwrap();
    assert!(hidden.hidden && hidden.readonly);
    check("replaced.pdf", &bytes);
}

#[test]
fn everything_that_is_wrong_is_said_and_nothing_changes() {
    let long = Field {
        text_max_length: 2,
        value: FieldValue::Text("abc".into()),
        ..field("a", FieldType::Text, 0)
    };
    let far = Field {
        page: 7,
        text_color: "no colour".into(),
        ..field("a", FieldType::Text, 1)
    };
    let flat = Field {
        rect: Rect {
            x: f64::NAN,
            ..Rect::default()
        },
        ..field("c", FieldType::Checkmark, 1)
    };
    let link = Field {
        value: FieldValue::Text("javascript:x".into()),
        ..field("d", FieldType::Link, 1)
    };
    let removed = Field {
        pdf_field_id: Some("99R".into()),
        ..field("e", FieldType::Text, 1)
    };
    let image = Field {
        value: FieldValue::Text("data:image/png;base64,AAAA".into()),
        ..field("f", FieldType::Image, 1)
    };
    let mut all: Vec<PlaceField> = [long, far, flat, link, removed, image].map(plain).into();
    all.push(PlaceField {
        field: field("g", FieldType::Text, 1),
        as_signature: true,
    });
    let base = pages("", &[PLAIN], &[]);
    let document = open(&base);
    let mut update = Update::new(&document);
    let error = place(&mut update, &all, &options()).unwrap_err();
    assert_eq!(error.code().as_str(), "pdf_place_fields_failed");
    let problems: Vec<String> = error
        .findings()
        .iter()
        .map(|it| {
            format!(
                "{} {}",
                it.field,
                serde_json::to_string(&it.problem).unwrap()
            )
        })
        .collect();
    assert_eq!(
        problems,
        [
            "a \"text_too_long\"",
            "a \"duplicate_id\"",
            "a \"unknown_page\"",
            "a \"bad_color\"",
            "c \"bad_rect\"",
            "d \"bad_address\"",
            "e \"unknown_field\"",
            "f \"bad_image\"",
            "g \"not_a_signature\"",
        ]
    );
    assert!(update.is_empty());
}

#[test]
fn one_button_of_a_placed_group_is_on() {
    let radio = |id: &str, row| {
        plain(Field {
            group: Some("group-1".into()),
            ..field(id, FieldType::Radio, row)
        })
    };
    let all = [radio("one", 0), radio("two", 1), radio("three", 2)];
    let (bytes, _) = placed(&pages("", &[PLAIN], &[]), &all);
    let on = |bytes: &[u8]| -> Vec<bool> {
        fields(bytes)
            .into_iter()
            .map(|field| field.value == FieldValue::Checked(true))
            .collect()
    };
    let choose = |bytes: &[u8], name: &str| {
        filled(
            bytes,
            &FieldValues::from([(name.to_owned(), FieldValue::Checked(true))]),
        )
    };
    let bytes = choose(&bytes, "name two");
    assert_eq!(on(&bytes), [false, true, false]);
    let bytes = choose(&bytes, "name three");
    assert_eq!(on(&bytes), [false, false, true]);
    check("radios.pdf", &bytes);
    let both = ["name one", "name two"].map(|name| (name.to_owned(), FieldValue::Checked(true)));
    let document = open(&bytes);
    let mut update = Update::new(&document);
    let error = merge(&mut update, &FieldValues::from(both), &options()).unwrap_err();
    assert_eq!(error.findings().len(), 1);
    assert!(update.is_empty());
}

/// A text on two pages, a group of radio buttons, and a field above its only widget.
fn shared_fields() -> Vec<u8> {
    let catalog = "/AcroForm<</Fields[5 0 R 8 0 R 11 0 R]/DA(/F1 0 Tf 0 g)>>";
    let page = |annotations: &str| format!("/MediaBox[0 0 300 300]/Annots[{annotations}]");
    let (first, second) = (page("6 0 R 9 0 R 10 0 R 12 0 R"), page("7 0 R"));
    let kid = |parent: u32, y: u32, more: &str| {
        format!(
            "<</Type/Annot/Subtype/Widget/Parent {parent} 0 R/Rect[10 {y} 90 {}]/F 4{more}>>",
            y + 10
        )
    };
    let state = |name: &str| format!("/AS/Off/AP<</N<</{name} 13 0 R/Off 13 0 R>>>>");
    let more = [
        "<</FT/Tx/T(name)/Kids[6 0 R 7 0 R]/V(old)>>".to_owned(),
        kid(5, 200, ""),
        kid(5, 200, ""),
        "<</FT/Btn/Ff 32768/T(choice)/Kids[9 0 R 10 0 R]/V/Off>>".to_owned(),
        kid(8, 150, &state("ja")),
        kid(8, 130, &state("nein")),
        "<</FT/Tx/T(single)/Kids[12 0 R]>>".to_owned(),
        kid(11, 100, ""),
        "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 0>>\nstream\n\nendstream".to_owned(),
    ];
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    pages(catalog, &[&first, &second], &more)
}

#[test]
fn shared_fields_are_taken_apart_before_anybody_signs() {
    let base = shared_fields();
    let before = fields(&base);
    let all: Vec<PlaceField> = before.iter().cloned().map(plain).collect();
    let (bytes, answers) = placed(&base, &all);
    check("apart.pdf", &bytes);
    let names: Vec<&str> = answers.iter().map(|it| it.field_name.as_str()).collect();
    assert_eq!(
        names,
        ["name.1", "choice.ja", "choice.nein", "single.1", "name.2"]
    );
    let back = fields(&bytes);
    assert_eq!(back[0].value, FieldValue::Text("old".into()));
    for (was, is) in before.iter().zip(&back) {
        assert_eq!((&was.id, was.kind, &was.rect), (&is.id, is.kind, &is.rect));
        assert_eq!((&was.value, &was.group), (&is.value, &is.group));
    }
    let mut values = FieldValues::new();
    values.insert("name".into(), FieldValue::Text("new".into()));
    values.insert("choice".into(), FieldValue::Text("nein".into()));
    let by_old_names = filled(&bytes, &values);
    check("apart-filled.pdf", &by_old_names);
    let on = |bytes: &[u8]| -> Vec<FieldValue> {
        fields(bytes).into_iter().map(|field| field.value).collect()
    };
    let new = FieldValue::Text("new".into());
    let [yes, no] = [true, false].map(FieldValue::Checked);
    assert_eq!(
        on(&by_old_names),
        [
            new.clone(),
            no.clone(),
            yes.clone(),
            FieldValue::Empty,
            new.clone()
        ]
    );
    let one = FieldValues::from([("choice.ja".to_owned(), yes.clone())]);
    assert_eq!(on(&filled(&by_old_names, &one))[1..3], [yes, no]);
}

#[test]
fn a_field_stays_whole_when_not_all_of_it_is_placed() {
    let base = shared_fields();
    let some: Vec<PlaceField> = fields(&base).into_iter().take(2).map(plain).collect();
    let (bytes, _) = placed(&base, &some);
    assert_eq!(
        bytes.len() - base.len(),
        placed(&base, &[]).0.len() - base.len()
    );
}

#[test]
fn judges_find_widgets_in_the_structure_tree() {
    let catalog = "/AcroForm<</Fields[4 0 R 5 0 R]>>/StructTreeRoot 6 0 R";
    let widget = |name: &str, y: u32, parent: u32| {
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Tx/T({name})/Rect[10 {y} 90 {}]/StructParent {parent}>>",
            y + 10
        )
    };
    let more = [
        widget("kept", 100, 0),
        widget("lost", 200, 1),
        "<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Kids[9 0 R]>>>>".to_owned(),
        "<</S/Form/P 6 0 R/K<</Type/OBJR/Obj 4 0 R>>>>".to_owned(),
        "<</S/Artifact/K<</Type/OBJR/Obj 5 0 R>>>>".to_owned(),
        "<</Limits[0 1]/Nums[0 7 0 R 1 8 0 R]>>".to_owned(),
    ];
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let base = pages(
        catalog,
        &["/MediaBox[0 0 300 300]/Annots[4 0 R 5 0 R]"],
        &more,
    );
    let all: Vec<PlaceField> = fields(&base).into_iter().map(plain).collect();
    let (bytes, _) = placed(&base, &all);
    let document = open(&bytes);
    let element = |number| {
        document
            .dictionary(countersign_pdf::ObjectId::new(number, 0))
            .unwrap()
    };
    assert!(element(7).contains(b"K"));
    assert_eq!(element(6).array(b"K").map(<[_]>::len), Some(1));
    assert!(!element(8).contains(b"K"));
    check("released.pdf", &bytes);
}

/// The content of a link's appearance.
fn link_text(bytes: &[u8], name: &str) -> String {
    let document = open(bytes);
    let id = fields(bytes)
        .into_iter()
        .find(|field| field.field_name == name);
    let id = id.unwrap().pdf_field_id.unwrap();
    let number = id.trim_end_matches('R').parse().unwrap();
    let link = document.dictionary(ObjectId::new(number, 0)).unwrap();
    let appearances = document.lookup(&link, b"AP").unwrap();
    let normal = document
        .lookup(appearances.as_dictionary().unwrap(), b"N")
        .unwrap();
    let content = document.stream_data(normal.as_stream().unwrap()).unwrap();
    String::from_utf8_lossy(&content).into_owned()
}

#[test]
fn links_of_any_script_are_shown_and_come_back_as_they_were_written() {
    let link = |id: &str, row, text: &str| {
        plain(Field {
            value: FieldValue::Text(text.into()),
            text_color: "#0000ff".into(),
            ..field(id, FieldType::Link, row)
        })
    };
    let all = [
        link("greek", 0, "παράδειγμα.example/ένα"),
        link("plain", 1, "example.org"),
    ];
    let (bytes, _) = placed(&pages("", &[PLAIN], &[]), &all);
    check("links.pdf", &bytes);
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("(https://xn--hxajbheg2az3al.example/%CE%AD%CE%BD%CE%B1)"));
    for (want, got) in all.iter().zip(fields(&bytes)) {
        assert_eq!(comparable(&want.field).value, got.value);
    }
    assert!(link_text(&bytes, "name greek").contains("/CsFont0"));
    assert!(link_text(&bytes, "name plain").contains("(example.org) Tj"));
    // One font serves all links.
    assert_eq!(text.matches("/FontFile2").count(), 1);
    let values = FieldValues::from([(
        "name plain".into(),
        FieldValue::Text("example.com/neu".into()),
    )]);
    let moved = filled(&bytes, &values);
    check("links.pdf", &moved);
    assert!(link_text(&moved, "name plain").contains("(example.com/neu) Tj"));
    assert_eq!(
        fields(&moved)[1].value,
        FieldValue::Text("example.com/neu".into())
    );
}

#[test]
fn font_sizes_are_read_as_they_are_written() {
    let sizes = [0.0, 1.0, 2.0, 1.5, 0.5];
    let all: Vec<PlaceField> = sizes
        .iter()
        .enumerate()
        .map(|(row, &font_size)| {
            let id = format!("size-{row}");
            plain(Field {
                font_size,
                ..field(&id, FieldType::Text, row as u32)
            })
        })
        .collect();
    let (bytes, _) = placed(&pages("", &[PLAIN], &[]), &all);
    let text = String::from_utf8_lossy(&bytes);
    for style in [
        "(/Helv 0 Tf 0 g)",
        "(/Helv 18 Tf 0 g)",
        "(/Helv 13.5 Tf 0 g)",
        "(/Helv 4.5 Tf 0 g)",
    ] {
        assert!(text.contains(style), "{style}");
    }
    // Without what was kept for them they are fields of other software.
    let foreign = text.replace("/CSGN_Field", "/XXXX_Field");
    let foreign: Vec<f64> = fields(foreign.as_bytes())
        .iter()
        .map(|field| field.font_size)
        .collect();
    assert_eq!(foreign, [1.0, 1.0, 2.0, 1.5, 0.5]);
}

#[test]
fn fields_have_names_for_people() {
    let named = |text: &str, place: PlaceField| PlaceField {
        field: Field {
            tooltip: Some(text.into()),
            ..place.field
        },
        ..place
    };
    let wish = |place: &PlaceField| format!("Ünterschrift – 名 {}", place.field.id);
    let mut all: Vec<PlaceField> = all_types()
        .into_iter()
        .map(|place| named(&wish(&place), place))
        .collect();
    let invisible = Field {
        rect: Rect::default(),
        ..field("invisible", FieldType::Signature, 0)
    };
    all.push(PlaceField {
        field: Field {
            tooltip: Some("Signature of Ada".into()),
            ..invisible
        },
        as_signature: true,
    });
    let bytes = changed(&pages("", &[PLAIN], &[]), |update| {
        place(update, &all, &options()).unwrap();
    });
    check("tooltips", &bytes);
    let read = fields(&bytes);
    for PlaceField { field, .. } in &all {
        let back = read.iter().find(|it| it.id == field.id).unwrap();
        assert_eq!(back.tooltip, field.tooltip, "{}", field.id);
    }
    assert!(bytes.windows(3).any(|window| window == b"/TU"));
}

/// A document of its own: a text field, two widgets of another, and a button whose tooltip says nothing.
fn foreign(signature: &str) -> Vec<u8> {
    format!(
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 8 0 R 9 0 R]>>>>endobj\n\
         2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R 6 0 R 7 0 R 8 0 R 9 0 R]>>endobj\n\
         4 0 obj<</Subtype/Widget/FT/Tx/T(a)/TU(Your  first name)/Rect[20 60 120 80]>>endobj\n\
         5 0 obj<</FT/Tx/T(b)/TU(Town)/Kids[6 0 R 7 0 R]>>endobj\n\
         6 0 obj<</Subtype/Widget/Parent 5 0 R/Rect[20 90 120 100]>>endobj\n\
         7 0 obj<</Subtype/Widget/Parent 5 0 R/TU(Town again)/Rect[20 110 120 120]>>endobj\n\
         8 0 obj<</Subtype/Widget/FT/Btn/T(c)/TU(undefined)/Rect[20 130 30 140]>>endobj\n\
         9 0 obj<</Subtype/Widget/FT/Sig/T(d)/Rect[20 150 90 170]{signature}>>endobj\n\
         trailer<</Root 1 0 R>>"
    )
    .into_bytes()
}

#[test]
fn fields_of_the_file_keep_the_tooltips_that_name_them() {
    let tooltips = |bytes: &[u8]| -> Vec<(String, Option<String>)> {
        let read = fields(bytes).into_iter();
        read.map(|field| (field.pdf_field_id.unwrap(), field.tooltip))
            .collect()
    };
    let reported = |wanted: [(&str, Option<&str>); 5]| {
        wanted.map(|(id, text)| (id.to_owned(), text.map(str::to_owned)))
    };
    let before = foreign("");
    let known = reported([
        ("9R", None),
        ("8R", None),
        ("7R", Some("Town again")),
        ("6R", Some("Town")),
        ("4R", Some("Your first name")),
    ]);
    assert_eq!(tooltips(&before), known);
    // What was found beside them is written, whether or not anything else changed.
    let mut wish: Vec<PlaceField> = fields(&before).into_iter().map(plain).collect();
    for (place, text) in wish.iter_mut().zip(["Sign here", "I agree"]) {
        place.field.tooltip = Some(text.into());
    }
    wish[0].as_signature = true;
    let after = changed(&before, |update| {
        place(update, &wish, &options()).unwrap();
    });
    check("foreign-tooltips", &after);
    let named = reported([
        ("9R", Some("Sign here")),
        ("8R", Some("I agree")),
        ("7R", Some("Town again")),
        ("6R", Some("Town")),
        ("4R", Some("Your first name")),
    ]);
    assert_eq!(tooltips(&after), named);
    // Nothing is renamed below a signature.
    let signed = foreign("/V<</Type/Sig/Filter/X/Contents<00>/ByteRange[0 1 2 3]>>");
    let after = changed(&signed, |update| {
        place(update, &wish[1..2], &options()).unwrap();
    });
    assert_eq!(tooltips(&after)[1], ("8R".to_owned(), None));
}

#[test]
fn a_text_with_options_becomes_a_combo_box() {
    let choice = |value: &str| {
        plain(Field {
            options: Some(vec!["Österreich".into(), "Ungarn".into()]),
            value: FieldValue::Text(value.into()),
            ..field("country", FieldType::Text, 0)
        })
    };
    let base = pages("", &[PLAIN], &[]);
    let (bytes, answers) = placed(&base, &[choice("Ungarn")]);
    check("combo.pdf", &bytes);
    let document = open(&bytes);
    let id = parse_id(&answers[0].pdf_field_id);
    let widget = document.dictionary(id).unwrap();
    assert_eq!(widget.name(b"FT"), Some(b"Ch".as_slice()));
    assert_eq!(widget.integer(b"Ff"), Some(1 << 17));
    assert_eq!(widget.array(b"Opt").map(<[_]>::len), Some(2));
    assert_eq!(widget.string(b"V").unwrap().to_text(), "Ungarn");
    let update = &mut Update::new(&document);
    let other = FieldValues::from([("name country".into(), FieldValue::Text("Polen".into()))]);
    let refused = merge(update, &other, &options()).unwrap_err();
    assert!(format!("{refused:?}").contains("UnknownOption"));
    let base = open(&base);
    let refused = place(&mut Update::new(&base), &[choice("Polen")], &options()).unwrap_err();
    assert!(format!("{refused:?}").contains("UnknownOption"));
}

#[test]
fn the_on_state_of_a_radio_button_is_its_option() {
    let radio = |id: &str, option: &str, row| {
        plain(Field {
            group: Some("plan".into()),
            export_value: Some(option.into()),
            ..field(id, FieldType::Radio, row)
        })
    };
    // `Off` can't be an on state.
    let all = [radio("a", "Jährlich", 0), radio("b", "Off", 1)];
    let (bytes, _) = placed(&pages("", &[PLAIN], &[]), &all);
    let values = FieldValues::from([("name a".into(), FieldValue::Checked(true))]);
    let bytes = filled(&bytes, &values);
    check("options.pdf", &bytes);
    let back = fields(&bytes);
    assert_eq!(back[0].value, FieldValue::Checked(true));
    assert_eq!(back[0].export_value.as_deref(), Some("Jährlich"));
    assert_eq!(back[1].export_value, None);
}

fn parse_id(text: &str) -> ObjectId {
    ObjectId::new(text.trim_end_matches('R').parse().unwrap(), 0)
}
