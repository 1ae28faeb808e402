//! Fields that are filled lawfully, and look as if something else stood in them.

use super::scene::{NAME, alice, appearance, compared, continued, rectangle, verified};
use crate::support::form;
use countersign_pdf::{Dictionary, Object, ObjectId, Stream, Update};

const APPEARANCE: ObjectId = ObjectId::new(11, 0);
const PICTURE: ObjectId = ObjectId::new(12, 0);

/// The field says 10, and so it looks.
fn says_ten(it: &mut Update<'_>) {
    it.set(APPEARANCE, appearance("(10) Tj"));
    let image = Dictionary::new()
        .with("Type", Object::name("XObject"))
        .with("Subtype", Object::name("Image"))
        .with("Width", 1)
        .with("Height", 1)
        .with("BitsPerComponent", 8)
        .with("ColorSpace", Object::name("DeviceGray"));
    it.set(PICTURE, Stream::new(image, "x"));
    it.edit(NAME, |field| {
        field.insert("V", Object::text("10"));
        field.insert("AP", Dictionary::new().with("N", APPEARANCE))
    })
    .unwrap();
}

/// An appearance of this content, with a picture and a font whose letters are drawn.
fn drawn(content: &'static str) -> Stream {
    let letters = Dictionary::new()
        .with("Type", Object::name("Font"))
        .with("Subtype", Object::name("Type3"))
        .with("FontMatrix", rectangle([1, 0, 0, 1]))
        .with("CharProcs", Dictionary::new());
    let resources = Dictionary::new()
        .with("XObject", Dictionary::new().with("P", PICTURE))
        .with("Font", Dictionary::new().with("D", letters));
    let dictionary = Dictionary::new()
        .with("Type", Object::name("XObject"))
        .with("Subtype", Object::name("Form"))
        .with("BBox", rectangle([0, 0, 100, 20]))
        .with("Resources", resources);
    Stream::new(dictionary, content)
}

#[test]
fn a_text_that_is_filled_in_is_shown_as_text() {
    let prepared = continued(&form(), says_ten);
    let before = alice().sign_field(&prepared, "alice");
    let contents = [
        ("a picture", "/P Do"),
        ("a picture over the text", "BT (11) Tj ET /P Do"),
        ("paths", "0 0 m 9 9 l 9 0 l h f"),
        ("strokes", "0 0 m 9 9 l S"),
        (
            "a picture in the line",
            "BT (11) Tj ET BI /W 1 /H 1 /BPC 8 /CS /G ID x EI",
        ),
        ("letters that are drawn", "BT /D 9 Tf (11) Tj ET"),
        (
            "text that is not painted",
            "BT 3 Tr (11) Tj ET 0 0 m 9 9 l 9 0 l h f",
        ),
        (
            "text that only clips",
            "BT 7 Tr (11) Tj ET 0 0 m 9 9 l 9 0 l h f",
        ),
        ("no size", "BT (11) Tj ET q 0 0 0 0 0 0 cm BT (12) Tj ET Q"),
        ("nothing", ""),
    ];
    for (what, content) in contents {
        let after = continued(&before, |it| {
            it.set(APPEARANCE, drawn(content));
            it.edit(NAME, |field| field.insert("V", Object::text("11")))
                .unwrap();
        });
        assert!(!verified(&after)[0].acceptable, "{what} was accepted");
        assert!(!compared(&before, &after).acceptable, "{what}");
    }
}

#[test]
fn borders_and_backgrounds_are_no_attack() {
    let prepared = continued(&form(), says_ten);
    let before = alice().sign_field(&prepared, "alice");
    for content in [
        "1 g 0 0 100 20 re f BT 0 g (11) Tj ET",
        "0 0 100 20 re S /Tx BMC q BT (11) Tj ET Q EMC",
        "3 Tr 0 Tr BT (11) Tj ET",
    ] {
        let after = continued(&before, |it| {
            it.set(APPEARANCE, drawn(content));
            it.edit(NAME, |field| field.insert("V", Object::text("11")))
                .unwrap();
        });
        let report = verified(&after).remove(0);
        assert!(report.acceptable, "{content}: {:#?}", report.findings);
    }
    // Emptied fields show nothing, or their background.
    let after = continued(&before, |it| {
        it.set(APPEARANCE, drawn("1 g 0 0 100 20 re f"));
        it.edit(NAME, |field| field.remove(b"V")).unwrap();
    });
    assert!(verified(&after)[0].acceptable);
}

/// A program formats what is shown: only the value says whether it may look different now.
#[test]
fn a_formatted_appearance_changes_with_its_value_only() {
    let prepared = continued(&form(), |it| {
        says_ten(it);
        it.set(APPEARANCE, appearance("(10.00 EUR) Tj"));
        let script = Dictionary::new().with("S", Object::name("JavaScript"));
        it.edit(NAME, |field| {
            field.insert("AA", Dictionary::new().with("F", script))
        })
        .unwrap();
    });
    let before = alice().sign_field(&prepared, "alice");
    assert!(verified(&before)[0].acceptable);
    let drawn = |it: &mut Update<'_>| it.set(APPEARANCE, appearance("(1,000.00 EUR) Tj"));
    assert!(!verified(&continued(&before, drawn))[0].acceptable);
    let filled = continued(&before, |it| {
        drawn(it);
        it.edit(NAME, |field| field.insert("V", Object::text("1000")))
            .unwrap();
    });
    assert!(verified(&filled)[0].acceptable);
}

/// A box with its two looks.
fn with_box(it: &mut Update<'_>) {
    let on = it.add(appearance("(on) Tj"));
    let off = it.add(appearance("() Tj"));
    let appearances = Dictionary::new().with("Yes", on).with("Off", off);
    it.edit(NAME, |field| {
        field.insert("FT", Object::name("Btn"));
        field.insert("V", Object::name("Off"));
        field.insert("AS", Object::name("Off"));
        field.insert("AP", Dictionary::new().with("N", appearances))
    })
    .unwrap();
}

fn state(it: &mut Update<'_>, value: &'static str, shown: &'static str) {
    it.edit(NAME, |field| {
        field.insert("V", Object::name(value));
        field.insert("AS", Object::name(shown))
    })
    .unwrap();
}

#[test]
fn a_box_shows_its_state_by_the_appearances_it_had() {
    let before = alice().sign_field(&continued(&form(), with_box), "alice");
    let appearances = |file: &[u8]| {
        let document = countersign_pdf::Document::from_bytes(file).unwrap();
        let field = document.object(NAME).unwrap();
        let appearances = field.as_dictionary().unwrap().dictionary(b"AP").unwrap();
        let appearances = appearances.dictionary(b"N").unwrap();
        (
            appearances.reference(b"Yes").unwrap(),
            appearances.reference(b"Off").unwrap(),
        )
    };
    let (on, off) = appearances(&before);
    let checked = continued(&before, |it| state(it, "Yes", "Yes"));
    assert!(verified(&checked)[0].acceptable);
    let half = continued(&before, |it| state(it, "Yes", "Off"));
    assert!(!verified(&half)[0].acceptable, "checked, and looks empty");
    let drawn = continued(&before, |it| it.set(off, appearance("(on) Tj")));
    assert!(!verified(&drawn)[0].acceptable, "empty, and looks checked");
    let turned = continued(&before, |it| {
        state(it, "Yes", "Yes");
        it.set(on, appearance("() Tj"));
    });
    assert!(
        !verified(&turned)[0].acceptable,
        "checked, and its look is another"
    );
    let swapped = continued(&before, |it| {
        let appearances = Dictionary::new().with("Yes", off).with("Off", on);
        it.edit(NAME, |field| {
            field.insert("AP", Dictionary::new().with("N", appearances))
        })
        .unwrap();
    });
    assert!(!verified(&swapped)[0].acceptable, "the looks are exchanged");
    let removed = continued(&before, |it| {
        it.edit(NAME, |field| field.remove(b"AP")).unwrap();
    });
    assert!(!verified(&removed)[0].acceptable, "no look at all");
}

/// A look whose font tells programs another letter than it paints.
fn lying(text: &str, table: ObjectId) -> Stream {
    let font = Dictionary::new()
        .with("Type", Object::name("Font"))
        .with("Subtype", Object::name("Type1"))
        .with("BaseFont", Object::name("Helvetica"))
        .with("ToUnicode", table);
    let resources = Dictionary::new().with("Font", Dictionary::new().with("F", font));
    let mut drawn = appearance(&format!("/F 9 Tf ({text}) Tj"));
    drawn.dictionary.insert("Resources", resources);
    drawn
}

#[test]
fn a_table_for_programs_does_not_change_what_is_seen() {
    let prepared = continued(&form(), says_ten);
    let before = alice().sign_field(&prepared, "alice");
    let filled = |shown: &'static str| {
        continued(&before, |it| {
            let map = "1 beginbfchar <39> <0031> endbfchar";
            let table = it.add(Stream::new(Dictionary::new(), map));
            it.set(APPEARANCE, lying(shown, table));
            it.edit(NAME, |field| field.insert("V", Object::text("11")))
                .unwrap();
        })
    };
    assert!(!verified(&filled("99"))[0].acceptable, "99 was read as 11");
    assert!(verified(&filled("11"))[0].acceptable);
}

/// A list of three towns; the second is chosen.
fn with_list(it: &mut Update<'_>) {
    it.set(APPEARANCE, appearance("(Oslo) Tj (Rome) Tj (Bern) Tj"));
    let towns = ["Oslo", "Rome", "Bern"].map(Object::text).to_vec();
    it.edit(NAME, |field| {
        field.insert("FT", Object::name("Ch"));
        field.insert("Opt", towns);
        field.insert("V", Object::text("Rome"));
        field.insert("AP", Dictionary::new().with("N", APPEARANCE))
    })
    .unwrap();
}

#[test]
fn a_list_shows_its_options_and_the_chosen_one() {
    let before = alice().sign_field(&continued(&form(), with_list), "alice");
    assert!(verified(&before)[0].acceptable);
    let chosen = |drawn: &'static str| {
        let after = continued(&before, |it| {
            it.set(APPEARANCE, appearance(drawn));
            it.edit(NAME, |field| field.insert("V", Object::text("Bern")))
                .unwrap();
        });
        verified(&after).remove(0).acceptable
    };
    assert!(chosen("(Oslo) Tj (Rome) Tj (Bern) Tj"));
    assert!(chosen("(Rome) Tj (Bern) Tj"), "scrolled");
    assert!(chosen("(Bern) Tj"), "the chosen one alone");
    assert!(!chosen("(Oslo) Tj (Rome) Tj"), "the chosen one is not seen");
    assert!(!chosen("(Oslo) Tj (Paris) Tj (Bern) Tj"), "no option");
    assert!(!chosen("(Bern) Tj (Oslo) Tj"), "not in their order");
    assert!(!chosen(""), "nothing");
}
