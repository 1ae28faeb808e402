//! What is said of fields that were filled after a signature, and looks that hide what they say.

use super::scene::{
    CATALOG, FORM, NAME, NOTE, alice, appearance, compared, continued, has, signed, verified,
};
use crate::support::{Signer, form};
use countersign_forms::FieldValue;
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Stream, Update};
use countersign_sign::SigningField;
use countersign_verify::{Change, ChangeKind, Severity};

const APPEARANCE: ObjectId = ObjectId::new(50, 0);

fn says(it: &mut Update<'_>, value: &'static str, drawn: &str) {
    it.set(APPEARANCE, appearance(drawn));
    it.edit(NAME, |field| {
        field.insert("V", Object::text(value));
        field.insert("AP", Dictionary::new().with("N", APPEARANCE))
    })
    .unwrap();
}

/// The value was the forger's from the beginning; only its look was the one that was signed.
#[test]
fn a_text_that_is_exchanged_while_the_value_stays_is_no_filling() {
    let prepared = continued(&form(), |it| {
        says(it, "Attacker", "(World Health Organisation) Tj");
    });
    let before = alice().sign_field(&prepared, "alice");
    let first = verified(&before).remove(0);
    assert!(first.acceptable && has(&first, "appearance_differs"));
    let after = continued(&before, |it| {
        it.set(APPEARANCE, appearance("(Attacker) Tj"))
    });
    let report = verified(&after).remove(0);
    assert!(!report.acceptable, "the donation goes to the attacker");
    assert!(has(&report, "later_field_filled"), "{:#?}", report.findings);
    assert!(
        !compared(&before, &after).acceptable,
        "the server asks this"
    );
}

#[test]
fn a_field_that_showed_something_else_when_it_was_signed_is_reported_after_it_was_filled() {
    let prepared = continued(&form(), |it| says(it, "10", "(99) Tj"));
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| says(it, "11", "(11) Tj"));
    let report = verified(&after).remove(0);
    let reported = report
        .findings
        .iter()
        .find(|it| it.code.as_str() == "appearance_differs");
    assert!(reported.is_some(), "{:#?}", report.findings);
    let reported = reported.unwrap();
    assert_eq!(
        (reported.severity, reported.place.as_str()),
        (Severity::Warning, "field name")
    );
}

fn fillings(changes: Vec<Change>) -> Vec<(Option<String>, Option<String>, Option<String>)> {
    let filled = changes.into_iter();
    let filled = filled.filter(|it| it.kind == ChangeKind::FieldFilled);
    let mut all: Vec<_> = filled.map(|it| (it.field, it.value, it.shown)).collect();
    all.sort();
    all.dedup();
    all
}

/// A person may write what a reader that scans would take for the structure of the file.
#[test]
fn a_text_that_reads_like_an_object_can_be_filled_in_and_signed() {
    let bob = Signer::new("Bob", 3);
    let mut options = bob.options(SigningField::Existing("bob".to_owned()));
    let texts = [
        ("name", "9 0 obj"),
        ("note", "(>> stream) endobj 3 0 obj trailer <<"),
    ];
    for (name, value) in texts {
        let value = FieldValue::Text(value.to_owned());
        options.values.insert(name.to_owned(), value);
    }
    options.reason = Some("4 0 obj endobj".to_owned());
    let file = bob.sign(&signed(), &options);
    let document = Document::from_bytes(file.clone()).unwrap();
    assert_eq!(document.appended_ambiguities().unwrap(), &[]);
    for report in verified(&file) {
        assert!(report.acceptable, "{:#?}", report.findings);
        assert!(!has(&report, "readers_may_disagree"));
    }
    let values = countersign_forms::read(&document).unwrap();
    for (name, value) in texts {
        let field = values.iter().find(|it| it.field_name == name).unwrap();
        assert_eq!(field.value, FieldValue::Text(value.to_owned()));
    }
}

#[test]
fn every_filled_field_is_reported_with_what_it_says_and_shows() {
    let bob = Signer::new("Bob", 3);
    let mut options = bob.options(SigningField::Existing("bob".to_owned()));
    for (name, value) in [("name", "1000"), ("note", "net")] {
        let value = FieldValue::Text(value.to_owned());
        options.values.insert(name.to_owned(), value);
    }
    let report = verified(&bob.sign(&signed(), &options)).remove(0);
    let reported = |field: &str, value: &str| {
        let text = Some(value.to_owned());
        (Some(field.to_owned()), text.clone(), text)
    };
    assert_eq!(
        fillings(report.changes),
        [reported("name", "1000"), reported("note", "net")]
    );
}

#[test]
fn a_password_is_not_reported() {
    let prepared = continued(&form(), |it| {
        it.edit(NAME, |field| field.insert("Ff", 1 << 13)).unwrap();
    });
    let before = alice().sign_field(&prepared, "alice");
    let report = verified(&continued(&before, |it| says(it, "secret", "(******) Tj"))).remove(0);
    assert!(report.acceptable, "{:#?}", report.findings);
    assert_eq!(
        fillings(report.changes),
        [(Some("name".to_owned()), None, None)]
    );
}

/// An appearance of this content, with a layer, a transparent state and a form in it.
fn drawn(content: &str) -> Stream {
    let mut drawn = Stream::new(appearance("").dictionary, content);
    let inner = Dictionary::new()
        .with("Subtype", Object::name("Form"))
        .with("BBox", super::scene::rectangle([0, 0, 1, 1]))
        .with("Matrix", super::scene::rectangle([1, 0, 0, 1]));
    let inner = Stream::new(inner, "BT /F 12 Tf 2 5 Td (1000) Tj ET");
    let resources = Dictionary::new()
        .with("Properties", Dictionary::new().with("L", Dictionary::new()))
        .with(
            "ExtGState",
            Dictionary::new().with("T", Dictionary::new().with("ca", 0)),
        )
        .with(
            "XObject",
            Dictionary::new().with("X", Object::Stream(Box::new(inner))),
        );
    drawn.dictionary.insert("Resources", resources);
    drawn
}

#[test]
fn a_value_that_nobody_sees_is_not_shown() {
    let appearances = [
        ("white", "BT /F 12 Tf 1 g 2 5 Td (1000) Tj ET"),
        (
            "white by another space",
            "/DeviceRGB cs 1 1 1 sc BT /F 12 Tf 2 5 Td (1000) Tj ET",
        ),
        ("tiny", "BT /F 0.01 Tf 2 5 Td (1000) Tj ET"),
        (
            "scaled down",
            "q 0.001 0 0 0.001 0 0 cm BT /F 12 Tf 2 5 Td (1000) Tj ET Q",
        ),
        (
            "clipped away",
            "q 0 0 1 1 re W n BT /F 12 Tf 2 5 Td (1000) Tj ET Q",
        ),
        (
            "clipped to one digit",
            "q 0 0 9 20 re W n BT /F 12 Tf 2 5 Td (1000) Tj ET Q",
        ),
        ("above the box", "BT /F 12 Tf 2 500 Td (1000) Tj ET"),
        ("beside the box", "BT /F 12 Tf 500 5 Td (1000) Tj ET"),
        (
            "in a layer",
            "/OC /L BDC BT /F 12 Tf 2 5 Td (1000) Tj ET EMC",
        ),
        (
            "partly in a layer",
            "BT /F 12 Tf 2 5 Td (1) Tj ET /OC /L BDC BT /F 12 Tf 9 5 Td (000) Tj ET EMC",
        ),
        ("transparent", "/T gs BT /F 12 Tf 2 5 Td (1000) Tj ET"),
    ];
    let prepared = continued(&form(), |it| says(it, "10", "/F 12 Tf 2 5 Td (10) Tj"));
    let before = alice().sign_field(&prepared, "alice");
    let filled = |content: &str| {
        continued(&before, |it| {
            says(it, "1000", "");
            it.set(APPEARANCE, drawn(content));
        })
    };
    for (what, content) in appearances {
        let report = verified(&filled(content)).remove(0);
        assert!(!report.acceptable, "{what} was accepted");
        assert!(
            has(&report, "later_field_filled"),
            "{what}: {:#?}",
            report.findings
        );
    }
    let seen = [
        (
            "plain",
            "/Tx BMC q 1 1 98 18 re W n BT /F 12 Tf 0 g 2 5 Td (1000) Tj ET Q EMC",
        ),
        (
            "on a dark ground",
            "0 g 0 0 100 20 re f BT /F 12 Tf 1 g 2 5 Td (1000) Tj ET",
        ),
        ("in pieces", "BT /F 12 Tf 2 5 Td [(1) -200 (000)] TJ ET"),
        ("right", "BT /F 12 Tf 60 5 Td (1000) Tj ET"),
        (
            "blank elsewhere",
            "BT /F 12 Tf 2 5 Td (1000) Tj 0 500 Td ( ) Tj ET",
        ),
    ];
    for (what, content) in seen {
        let report = verified(&filled(content)).remove(0);
        assert!(report.acceptable, "{what}: {:#?}", report.findings);
    }
}

/// The box of the look is a hundred times the size of the widget.
#[test]
fn an_appearance_that_is_scaled_to_nothing_is_not_shown() {
    let prepared = continued(&form(), |it| says(it, "10", "(10) Tj"));
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| {
        says(it, "11", "");
        let mut drawn = drawn("BT /F 12 Tf 2 5 Td (11) Tj ET");
        let large = super::scene::rectangle([0, 0, 16_000, 20_000]);
        drawn.dictionary.insert("BBox", large);
        it.set(APPEARANCE, drawn);
    });
    assert!(!verified(&after)[0].acceptable);
}

/// The lines at the end of a long text are out of sight, in honest files too.
#[test]
fn long_texts_may_run_out_of_their_field() {
    let several = continued(&form(), |it| {
        it.edit(NAME, |field| field.insert("Ff", 1 << 12)).unwrap();
    });
    let before = alice().sign_field(&several, "alice");
    let after = continued(&before, |it| {
        says(
            it,
            "one two three",
            "/F 12 Tf 2 5 Td (one) Tj 0 -14 Td (two) Tj 0 -14 Td (three) Tj",
        );
    });
    assert!(
        verified(&after)[0].acceptable,
        "{:#?}",
        verified(&after)[0].findings
    );
    let hidden = continued(&before, |it| {
        says(it, "one two three", "/F 12 Tf 2 50 Td (one two three) Tj");
    });
    assert!(!verified(&hidden)[0].acceptable);
    let line = alice().sign_field(&form(), "alice");
    let after = continued(&line, |it| {
        says(
            it,
            "a long text of one line",
            "/F 12 Tf -9 5 Td (a long text of one line) Tj",
        );
    });
    assert!(
        verified(&after)[0].acceptable,
        "{:#?}",
        verified(&after)[0].findings
    );
}

/// Which glyphs a font of the file's own draws is not looked at: that is said, and no more.
#[test]
fn letters_of_a_font_of_ones_own_are_reported_as_undetermined() {
    let before = signed();
    let after = continued(&before, |it| {
        let program = it.add(Stream::new(Dictionary::new(), "a font"));
        let descriptor = Dictionary::new().with("FontFile2", program);
        let font = Dictionary::new()
            .with("Type", Object::name("Font"))
            .with("Subtype", Object::name("TrueType"))
            .with("Encoding", Object::name("WinAnsiEncoding"))
            .with("FontDescriptor", descriptor);
        says(it, "1000", "/F 12 Tf 2 5 Td (1000) Tj");
        let mut drawn = appearance("/F 12 Tf 2 5 Td (1000) Tj");
        let resources = Dictionary::new().with("Font", Dictionary::new().with("F", font));
        drawn.dictionary.insert("Resources", resources);
        it.set(APPEARANCE, drawn);
    });
    let report = verified(&after).remove(0);
    assert!(has(&report, "appearance_untold"), "{:#?}", report.findings);
    let said = fillings(report.changes);
    assert_eq!(
        said,
        [(Some("name".to_owned()), Some("1000".to_owned()), None)]
    );
}

/// Readers make the look anew with the font that `/DA` names: it was missing when Alice signed.
#[test]
fn a_font_that_signed_fields_waited_for_is_not_added() {
    let fonts = |it: &mut Update<'_>, name: &'static str| {
        let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
        it.edit(FORM, |form| {
            let mut fonts = form
                .dictionary(b"DR")
                .unwrap()
                .dictionary(b"Font")
                .unwrap()
                .clone();
            fonts.insert(name, font);
            form.insert("DR", Dictionary::new().with("Font", fonts));
        })
        .unwrap();
    };
    let signed_with = |remade: bool| {
        let prepared = continued(&form(), |it| {
            it.edit(NAME, |it| it.insert("DA", Object::text("/Own 10 Tf 0 g")))
                .unwrap();
            it.edit(FORM, |it| it.insert("NeedAppearances", remade))
                .unwrap();
            // Signing draws what it can: the request stays for a value that no font has.
            let unseen = Object::text("\u{12000}");
            it.edit(NOTE, |it| it.insert("V", unseen)).unwrap();
        });
        alice().sign_field(&prepared, "alice")
    };
    let report = verified(&continued(&signed_with(true), |it| fonts(it, "Own"))).remove(0);
    assert!(!report.acceptable && has(&report, "later_resources"));
    for (remade, name) in [(true, "Other"), (false, "Own")] {
        let report = verified(&continued(&signed_with(remade), |it| fonts(it, name))).remove(0);
        assert!(report.acceptable, "{name}: {:#?}", report.findings);
        let reported = report
            .changes
            .iter()
            .any(|it| it.kind == ChangeKind::Resources);
        assert!(reported, "{:#?}", report.changes);
    }
}

#[test]
fn the_rich_text_of_a_field_says_what_its_value_says() {
    let before = signed();
    let rich = |text: &'static str| {
        continued(&before, |it| {
            says(it, "11 & 12", "(11 & 12) Tj");
            it.edit(NAME, |field| field.insert("RV", Object::text(text)))
                .unwrap();
        })
    };
    let good = "<?xml version=\"1.0\"?><body><p>11 &amp; <b>12</b></p></body>";
    assert!(verified(&rich(good))[0].acceptable);
    let report = verified(&rich("<body><p>99</p></body>")).remove(0);
    assert!(!report.acceptable && has(&report, "later_field_filled"));
}

#[test]
fn another_title_is_named() {
    let packet = |title: &str| {
        let kind = Dictionary::new()
            .with("Type", Object::name("Metadata"))
            .with("Subtype", Object::name("XML"));
        Stream::new(
            kind,
            format!("<x><dc:title><rdf:Alt><rdf:li>{title}</rdf:li></rdf:Alt></dc:title></x>"),
        )
    };
    let prepared = continued(&form(), |it| {
        let packet = it.add(packet("Rent"));
        it.edit(CATALOG, |it| it.insert("Metadata", packet))
            .unwrap();
        let info = it.add(Dictionary::new().with("Title", Object::text("Rent")));
        it.set_trailer("Info", info);
    });
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| {
        it.set(ObjectId::new(11, 0), packet("Sale"));
        let info = Dictionary::new()
            .with("Title", Object::text("Sale"))
            .with("Producer", Object::text("x"));
        it.set(ObjectId::new(12, 0), info);
    });
    let report = verified(&after).remove(0);
    assert!(report.acceptable, "{:#?}", report.findings);
    let messages: Vec<&str> = report
        .changes
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    for message in [
        "the information about the document was changed: /Producer, /Title \"Sale\"",
        "the metadata of the document was changed; its title is \"Sale\"",
    ] {
        assert!(messages.contains(&message), "{messages:?}");
    }
}
