//! Forms as other software leaves them: what its users complain of in other libraries has to come out right here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{changed, check, fields, open, options, pages};
use countersign_forms::{
    Field, FieldType, FieldValue, FieldValues, FormsError, PlaceField, merge, place, read,
};
use countersign_pdf::{Dictionary, ObjectId, Objects, Update};

const HELVETICA: &str =
    "/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>";
/// A form object that shows nothing.
const APPEARANCE: &str =
    "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 3>>stream\n0 g\nendstream";

/// A page with these annotations (objects 4, 5, …). `listed` are those in the form's `/Fields`; the rest of the form
/// dictionary is `more`.
fn form(listed: &str, more: &str, objects: &[&str]) -> Vec<u8> {
    let ids: String = (0..objects.len())
        .map(|index| format!("{} 0 R ", index + 4))
        .collect();
    let catalog = format!("/AcroForm<</Fields[{listed}]{more}>>");
    let page = format!("/MediaBox[0 0 300 300]/Annots[{ids}]");
    pages(&catalog, &[&page], objects)
}

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.into())
}

fn values<const N: usize>(pairs: [(&str, FieldValue); N]) -> FieldValues {
    pairs.map(|(name, value)| (name.to_owned(), value)).into()
}

fn filled<const N: usize>(name: &str, bytes: &[u8], pairs: [(&str, FieldValue); N]) -> Vec<u8> {
    let whole = changed(bytes, |update| {
        merge(update, &values(pairs), &options()).unwrap();
    });
    check(name, &whole);
    whole
}

fn object(bytes: &[u8], number: u32) -> Dictionary {
    open(bytes).dictionary(ObjectId::new(number, 0)).unwrap()
}

/// The content of a widget's normal appearance; of a button that of its state.
fn appearance(bytes: &[u8], number: u32) -> String {
    let document = open(bytes);
    let widget = object(bytes, number);
    let appearances = document.lookup(&widget, b"AP").unwrap();
    let normal = document
        .lookup(appearances.as_dictionary().unwrap(), b"N")
        .unwrap();
    let shown = match (normal.as_stream(), widget.name(b"AS")) {
        (None, Some(state)) => document
            .lookup(normal.as_dictionary().unwrap(), state)
            .unwrap(),
        _ => normal,
    };
    let content = document.stream_data(shown.as_stream().unwrap()).unwrap();
    String::from_utf8_lossy(&content).into_owned()
}

fn names(fields: &[Field]) -> Vec<&str> {
    fields
        .iter()
        .map(|field| field.field_name.as_str())
        .collect()
}

fn is_on(fields: &[Field]) -> Vec<bool> {
    let on = |field: &Field| field.value == FieldValue::Checked(true);
    fields.iter().map(on).collect()
}

#[test]
fn two_fields_of_one_name_are_one_field() {
    let line = |rect: &str| format!("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[{rect}]>>");
    let (first, second) = (line("10 10 110 30"), line("10 50 210 90"));
    let base = form("4 0 R 5 0 R", HELVETICA, &[&first, &second]);
    let whole = filled("twins.pdf", &base, [("name", text("Ada"))]);
    for field in fields(&whole) {
        assert_eq!(field.value, text("Ada"));
    }
    assert!(appearance(&whole, 4).contains("(Ada)") && appearance(&whole, 5).contains("(Ada)"));
}

#[test]
fn buttons_of_one_name_exclude_each_other_in_whatever_fields_they_are() {
    let button = |state: &str, x: u32| {
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Btn/T(pay)/Rect[{x} 10 {} 20]/AS/Off\
             /AP<</N<</{state} 8 0 R/Off 8 0 R>>>>>>",
            x + 10
        )
    };
    let boxes = [
        button("cash", 10),
        button("card", 30),
        button("cash", 50),
        button("card", 70),
    ];
    let mut objects: Vec<&str> = boxes.iter().map(String::as_str).collect();
    objects.push(APPEARANCE);
    let base = form("4 0 R 5 0 R 6 0 R 7 0 R", HELVETICA, &objects);
    assert_eq!(
        names(&fields(&base)),
        ["pay.cash", "pay.card", "pay.cash", "pay.card"]
    );
    let by_state = filled("twin-buttons.pdf", &base, [("pay", text("cash"))]);
    assert_eq!(is_on(&fields(&by_state)), [true, false, true, false]);
    let other = filled(
        "twin-buttons.pdf",
        &by_state,
        [("pay.card", FieldValue::Checked(true))],
    );
    assert_eq!(is_on(&fields(&other)), [false, true, false, true]);
    let none = filled(
        "twin-buttons.pdf",
        &other,
        [("pay", FieldValue::Checked(false))],
    );
    assert_eq!(is_on(&fields(&none)), [false; 4]);
    let document = open(&base);
    let mut update = Update::new(&document);
    let unclear = merge(
        &mut update,
        &values([("pay", FieldValue::Checked(true))]),
        &options(),
    );
    assert!(matches!(unclear, Err(FormsError::Merge(_))));
}

#[test]
fn widgets_of_pages_are_fields_whether_the_form_lists_them_or_not() {
    let text_line = "<</Type/Annot/Subtype/Widget/FT/Tx/T(line)/Rect[10 250 110 270]/F 4>>";
    let yes = "<</Type/Annot/Subtype/Widget/Parent 7 0 R/Rect[10 200 20 210]/AP<</N<</yes 8 0 R/Off 8 0 R>>>>/AS/Off>>";
    let no = "<</Type/Annot/Subtype/Widget/Parent 7 0 R/Rect[40 200 50 210]/AP<</N<</no 8 0 R/Off 8 0 R>>>>/AS/Off>>";
    let group = "<</FT/Btn/Ff 49152/T(choice)/Kids[5 0 R 6 0 R]>>";
    let objects = [text_line, yes, no, group, APPEARANCE];
    let page = "/MediaBox[0 0 300 300]/Annots[4 0 R 5 0 R 6 0 R]";
    for catalog in [
        "",
        "/AcroForm<<>>",
        "/AcroForm<</Fields[]>>",
        "/AcroForm<</Fields[4 0 R]>>",
    ] {
        let base = pages(catalog, &[page], &objects);
        let found = fields(&base);
        assert_eq!(
            names(&found),
            ["line", "choice.yes", "choice.no"],
            "{catalog}"
        );
        assert_eq!(found[1].group.as_deref(), Some("choice"));
        let pairs = [("line", text("Ada")), ("choice", text("no"))];
        let whole = filled("forgotten.pdf", &base, pairs);
        let back = fields(&whole);
        assert_eq!(back[0].value, text("Ada"), "{catalog}");
        assert_eq!(is_on(&back[1..]), [false, true], "{catalog}");
        assert_eq!(object(&whole, 7).name(b"V"), Some(&b"no"[..]));
    }
}

#[test]
fn a_widget_that_its_field_forgot_is_filled_with_it() {
    let field = "<</FT/Tx/T(name)/Kids[5 0 R]/DA(/Helv 10 Tf 0 g)>>";
    let listed = "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[10 10 110 30]>>";
    let forgotten = "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[10 50 110 70]>>";
    let orphan = "<</Type/Annot/Subtype/Widget/FT/Tx/T(other)/Rect[10 90 110 110]>>";
    let base = form("4 0 R", HELVETICA, &[field, listed, forgotten, orphan]);
    assert_eq!(names(&fields(&base)), ["other", "name", "name"]);
    // Pages are looked through when a name is nowhere in the form.
    let pairs = [("name", text("Ada")), ("other", text("Bea"))];
    let whole = filled("forgotten-kid.pdf", &base, pairs);
    assert!(appearance(&whole, 5).contains("(Ada)"));
    assert!(appearance(&whole, 6).contains("(Ada)"));
}

#[test]
fn what_the_widgets_say_of_their_field_counts() {
    let field = "<</T(name)/Kids[5 0 R 6 0 R]>>";
    let kid =
        "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/MaxLen 20/Parent 4 0 R/Rect[10 10 110 60]>>";
    let base = form("4 0 R", HELVETICA, &[field, kid, kid]);
    let found = fields(&base);
    assert_eq!((found.len(), found[0].kind), (2, FieldType::Text));
    assert_eq!((found[0].text_max_length, found[0].multiline), (20, true));
    let whole = filled("kids.pdf", &base, [("name", text("Ada"))]);
    assert_eq!(object(&whole, 4).string(b"V").unwrap().to_text(), "Ada");
}

#[test]
fn fields_without_a_name_are_called_after_their_widget() {
    let line = "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[10 10 110 30]>>";
    let base = form("4 0 R 5 0 R", HELVETICA, &[line, line]);
    assert_eq!(names(&fields(&base)), ["4R", "5R"]);
    let whole = filled("nameless.pdf", &base, [("5R", text("Ada"))]);
    let back = fields(&whole);
    assert_eq!(
        (&back[0].value, &back[1].value),
        (&FieldValue::Empty, &text("Ada"))
    );
}

#[test]
fn a_style_that_is_missing_or_none_is_helvetica_of_a_fitting_size() {
    for style in [
        "",
        "/DA/Helv",
        "/DA()",
        "/DA(0 g)",
        "/DA(/Gone 0 Tf)",
        "/DA(/Helv 0 Tf 1 0 0 rg)",
    ] {
        let line = format!("<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]{style}>>");
        let whole = filled(
            "style.pdf",
            &form("4 0 R", "", &[&line]),
            [("a", text("Ada"))],
        );
        let shown = appearance(&whole, 4);
        assert!(
            shown.contains("/CsHelv 16") && shown.contains("(Ada) Tj"),
            "{style}: {shown}"
        );
        assert_eq!(shown.contains("1 0 0 rg"), style.contains("rg"));
    }
}

#[test]
fn the_font_of_the_form_is_used_under_whatever_name() {
    let fonts = "/DR<</Font<</Arial#20Bold<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold\
                 /Encoding/WinAnsiEncoding>>>>>>";
    let line =
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]/DA(/Arial#20Bold 12 Tf 0 g)>>";
    let whole = filled(
        "font-name.pdf",
        &form("4 0 R", fonts, &[line]),
        [("a", text("Ada"))],
    );
    assert!(appearance(&whole, 4).contains("/Arial#20Bold 12 Tf"));
}

#[test]
fn comb_cells_take_one_character_each_and_keep_their_lines() {
    let comb = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Ff 16777216/MaxLen 4/Rect[10 10 50 30]\
                /MK<</BC[0]>>/DA(/Helv 10 Tf 0 g)>>";
    let base = form("4 0 R", HELVETICA, &[comb]);
    let whole = filled("comb.pdf", &base, [("a", text("23"))]);
    let shown = appearance(&whole, 4);
    assert!(
        shown.contains("(2) Tj") && shown.contains("10 0 Td\n(3) Tj"),
        "{shown}"
    );
    for line in ["10 0 m\n10 20 l", "20 0 m\n20 20 l", "30 0 m\n30 20 l"] {
        assert!(shown.contains(line), "{shown}");
    }
    let emptied = filled("comb.pdf", &whole, [("a", FieldValue::Empty)]);
    assert!(appearance(&emptied, 4).contains("20 0 m"));
}

#[test]
fn borders_stay_as_they_are_drawn() {
    let widget = |style: &str| {
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 100 20]/MK<</BC[1 0 0]>>/BS<</W 1/S/{style}>>>>"
        )
    };
    for (style, drawn) in [
        ("S", ".5 .5 99 19 re\nS"),
        ("D", "[3] 0 d\n.5 .5 99 19 re\nS"),
        ("U", "0 .5 m\n100 .5 l\nS"),
        (
            "B",
            "1 g\n1 1 m\n1 19 l\n99 19 l\n98 18 l\n2 18 l\n2 2 l\nf",
        ),
        ("I", ".5 g\n1 1 m"),
    ] {
        let base = form("4 0 R", HELVETICA, &[&widget(style)]);
        let whole = filled("border.pdf", &base, [("a", text("Ada"))]);
        assert!(
            appearance(&whole, 4).contains(drawn),
            "{style}: {}",
            appearance(&whole, 4)
        );
    }
}

#[test]
fn check_boxes_have_any_states_and_keep_their_appearance() {
    for (state, name) in [
        ("Oui", "Oui"),
        ("2#20years,#20100#25", "2 years, 100%"),
        ("M#E4nnlich", "Männlich"),
        ("#D0#96", "Ж"),
    ] {
        let button = format!(
            "<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/Rect[10 10 20 20]/AP<</N<</{state} 5 0 R>>>>/AS/Off>>"
        );
        let base = form("4 0 R", HELVETICA, &[&button, APPEARANCE]);
        for value in [FieldValue::Checked(true), text(name)] {
            let whole = filled("states.pdf", &base, [("a", value)]);
            assert!(is_on(&fields(&whole))[0], "{state}");
            let widget = object(&whole, 4);
            assert_eq!(widget.name(b"AS"), widget.name(b"V"));
            // What it looks like is its own.
            assert_eq!(widget.get(b"AP"), object(&base, 4).get(b"AP"));
            let off = filled("states.pdf", &whole, [("a", FieldValue::Checked(false))]);
            assert!(!is_on(&fields(&off))[0]);
            assert_eq!(object(&off, 4).name(b"AS"), Some(&b"Off"[..]));
        }
    }
}

#[test]
fn a_button_that_shows_nothing_when_it_is_on_gets_a_mark() {
    let button = "<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/Rect[10 10 20 20]/AP<</D<</Ja 5 0 R/Off 5 0 R>>>>>>";
    let base = form("4 0 R", HELVETICA, &[button, APPEARANCE]);
    let whole = filled("pressed.pdf", &base, [("a", FieldValue::Checked(true))]);
    assert_eq!(object(&whole, 4).name(b"AS"), Some(&b"Ja"[..]));
    assert!(appearance(&whole, 4).contains(" l\nS"));
}

#[test]
fn a_button_is_on_when_its_appearance_says_so() {
    let button = |more: &str| {
        let widget = format!(
            "<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/Rect[10 10 20 20]/AP<</N<</On 5 0 R/Off 5 0 R>>>>{more}>>"
        );
        is_on(&fields(&form("4 0 R", HELVETICA, &[&widget, APPEARANCE])))[0]
    };
    assert!(button("/AS/On/V/On") && button("/V/On") && button("/AS/On"));
    assert!(!button("/AS/Off/V/On") && !button("/AS/Yes/V/Yes") && !button(""));
}

#[test]
fn choices_store_what_they_export_and_show_what_people_read() {
    let choice = "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(a)/Rect[10 10 110 30]/I[0]\
                  /Opt[[(de)(Germany)][(gr)(Greece)]]/V(de)>>";
    let base = form("4 0 R", HELVETICA, &[choice]);
    assert_eq!(fields(&base)[0].value, text("Germany"));
    let shown = ["Germany", "Greece"].map(str::to_owned);
    assert_eq!(fields(&base)[0].options.as_deref(), Some(&shown[..]));
    for value in ["gr", "Greece"] {
        let whole = filled("choice.pdf", &base, [("a", text(value))]);
        let widget = object(&whole, 4);
        assert_eq!(widget.string(b"V").unwrap().to_text(), "gr");
        assert!(!widget.contains(b"I"));
        assert!(appearance(&whole, 4).contains("(Greece)"));
        assert_eq!(fields(&whole)[0].value, text("Greece"));
    }
}

#[test]
fn what_is_shown_is_chosen_though_another_option_stores_it() {
    let choice = "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(a)/Rect[10 10 110 30]/Opt[[(2)(1)][(1)(2)]]>>";
    let base = form("4 0 R", HELVETICA, &[choice]);
    let whole = filled("crossed-choice.pdf", &base, [("a", text("1"))]);
    assert_eq!(object(&whole, 4).string(b"V").unwrap().to_text(), "2");
    assert_eq!(fields(&whole)[0].value, text("1"));
}

#[test]
fn options_are_reported_where_nothing_else_is_taken() {
    let reported = |rest: &str| {
        let choice = format!("<</Type/Annot/Subtype/Widget/FT/Ch/T(a)/Rect[10 10 110 30]{rest}>>");
        fields(&form("4 0 R", HELVETICA, &[&choice]))[0]
            .options
            .clone()
    };
    let both = Some(vec!["A".to_owned(), "B".to_owned()]);
    // A list; one that is unfolded; each option once, and none that is empty.
    assert_eq!(reported("/Opt[(A)(B)]"), both);
    assert_eq!(reported("/Ff 131072/Opt[(A)()(B)(A)]"), both);
    // It can be edited; it has no options.
    assert_eq!(reported("/Ff 393216/Opt[(A)(B)]"), None);
    assert_eq!(reported("/Ff 131072"), None);
    let many: String = (0..1200).map(|number| format!("({number})")).collect();
    assert_eq!(reported(&format!("/Opt[{many}]")).unwrap().len(), 1000);
}

#[test]
fn options_of_radio_buttons_name_their_states() {
    let group = "<</FT/Btn/Ff 49152/T(a)/Kids[5 0 R 6 0 R]/Opt[(small)(large)]/V/Off>>";
    let kid = |state: &str, x: u32| {
        format!(
            "<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[{x} 10 {} 20]/AS/Off/AP<</N<</{state} 7 0 R/Off 7 0 R>>>>>>",
            x + 10
        )
    };
    let (small, large) = (kid("0", 10), kid("1", 40));
    let base = form("4 0 R", HELVETICA, &[group, &small, &large, APPEARANCE]);
    let whole = filled("options.pdf", &base, [("a", text("large"))]);
    assert_eq!(is_on(&fields(&whole)), [false, true]);
    assert_eq!(object(&whole, 4).name(b"V"), Some(&b"1"[..]));
    assert!(object(&whole, 4).contains(b"Opt"));
}

#[test]
fn fields_off_their_page_or_without_extent_do_not_stop_others_from_being_placed() {
    let hidden = "<</Type/Annot/Subtype/Widget/FT/Tx/T(total)/Rect[0 0 0 0]/F 2>>";
    let outside = "<</Type/Annot/Subtype/Widget/FT/Tx/T(note)/Rect[400 10 500 30]>>";
    let base = form("4 0 R 5 0 R", HELVETICA, &[hidden, outside]);
    let mut all: Vec<PlaceField> = fields(&base)
        .into_iter()
        .map(|field| PlaceField {
            field: Field {
                changed: true,
                ..field
            },
            as_signature: false,
        })
        .collect();
    let rect = countersign_forms::Rect {
        x: 10.0,
        y: 10.0,
        width: 20.0,
        height: 5.0,
    };
    let new = Field {
        id: "new".into(),
        rect,
        ..Field::default()
    };
    all.push(PlaceField {
        field: new,
        as_signature: false,
    });
    let whole = changed(&base, |update| {
        drop(place(update, &all, &options()).unwrap())
    });
    check("off-page.pdf", &whole);
    assert_eq!(fields(&whole).len(), 3);
    assert_eq!(
        object(&whole, 4).get(b"Rect"),
        object(&base, 4).get(b"Rect")
    );
}

#[test]
fn values_that_readers_drew_themselves_are_drawn_once_they_no_longer_do() {
    let line = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]/V(Ada)>>";
    let odd = "<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/Rect[10 50 110 70]/V<FEFF65E5>>>";
    let base = form(
        "4 0 R 5 0 R",
        &format!("{HELVETICA}/NeedAppearances true"),
        &[line, odd],
    );
    let rect = countersign_forms::Rect {
        x: 50.0,
        y: 10.0,
        width: 20.0,
        height: 5.0,
    };
    let new = Field {
        id: "new".into(),
        rect,
        ..Field::default()
    };
    let place_new = [PlaceField {
        field: new,
        as_signature: false,
    }];
    let whole = changed(&base, |update| {
        drop(place(update, &place_new, &options()).unwrap())
    });
    check("redrawn.pdf", &whole);
    assert!(appearance(&whole, 4).contains("(Ada)"));
    assert_eq!(fields(&whole)[1].value, text("日"));
}

#[test]
fn programs_that_have_no_fields_are_distinguished_from_forms_that_have_both() {
    let program = "/XFA[(template) 4 0 R]";
    let dynamic = pages(
        &format!("/NeedsRendering true/AcroForm<</Fields[]{program}>>"),
        &["/MediaBox[0 0 300 300]"],
        &["<</Length 0>>stream\n\nendstream"],
    );
    let error = read(&open(&dynamic)).unwrap_err();
    assert_eq!(
        (&error, error.code().as_str()),
        (&FormsError::DynamicForm, "pdf_dynamic_form")
    );
    let line = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]>>";
    let both = form("4 0 R", &format!("{HELVETICA}/XFA(program)"), &[line]);
    let whole = filled("static.pdf", &both, [("a", text("Ada"))]);
    assert_eq!(fields(&whole)[0].value, text("Ada"));
}

#[test]
fn lists_show_their_options_and_which_are_chosen() {
    let list = "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 2097152/T(a)/Rect[0 0 100 40]/DA(/Helv 10 Tf 0 g)\
                /Opt[(one)[(2)(two)](three)(four)(five)]>>";
    let base = form("4 0 R", HELVETICA, &[list]);
    let whole = filled("list.pdf", &base, [("a", text("one, two"))]);
    let shown = appearance(&whole, 4);
    for line in ["(one) Tj", "(two) Tj", "(three) Tj"] {
        assert!(shown.contains(line), "{shown}");
    }
    assert_eq!(shown.matches(".6 .7569 .8549 rg").count(), 2);
    assert_eq!(fields(&whole)[0].value, text("one, two"));
    // What is chosen further down comes into sight.
    let below = filled("list.pdf", &whole, [("a", text("five"))]);
    let shown = appearance(&below, 4);
    assert!(
        shown.contains("(five) Tj") && !shown.contains("(one) Tj"),
        "{shown}"
    );
    assert!(shown.contains("0 28.44 100 11.56 re\nf"), "{shown}");
    let none = filled("list.pdf", &below, [("a", FieldValue::Empty)]);
    assert!(
        appearance(&none, 4).contains("(one) Tj") && !appearance(&none, 4).contains(".6 .7569")
    );
    assert_eq!(fields(&none)[0].value, FieldValue::Empty);
}

#[test]
fn pages_that_share_their_annotations_get_their_own() {
    let page = "/MediaBox[0 0 300 300]/Annots 5 0 R";
    let line = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 30]>>";
    let base = pages(
        "/AcroForm<</Fields[6 0 R]>>",
        &[page, page],
        &["[6 0 R]", line],
    );
    let rect = countersign_forms::Rect {
        x: 50.0,
        y: 10.0,
        width: 20.0,
        height: 5.0,
    };
    let new = Field {
        id: "new".into(),
        page: 2,
        rect,
        ..Field::default()
    };
    let place_new = [PlaceField {
        field: new,
        as_signature: false,
    }];
    let whole = changed(&base, |update| {
        drop(place(update, &place_new, &options()).unwrap())
    });
    check("shared-annotations.pdf", &whole);
    let on: Vec<(u32, String)> = fields(&whole)
        .into_iter()
        .map(|field| (field.page, field.field_name))
        .collect();
    let expected = [(1, "a"), (2, "new"), (2, "a")];
    assert_eq!(on, expected.map(|(page, name)| (page, name.to_owned())));
}
