//! Shadow attacks: the document is prepared before it is signed, so that a later revision, which looks
//! harmless, shows what the signer did not see.

use super::scene::{
    ALICE, CATALOG, CONTENTS, FONT, FORM, NAME, PAGE, PAGES, alice, appearance, compared,
    continued, has, rectangle, verified,
};
use crate::support::form;
use countersign_pdf::{Dictionary, Object, ObjectId, Stream, Update};
use countersign_verify::ChangeSeverity;

/// What the attacker puts in before the signature, and what he changes afterwards.
type Case = (&'static str, fn(&mut Update<'_>), fn(&mut Update<'_>));

const COVER: ObjectId = ObjectId::new(11, 0);
const HIDDEN: ObjectId = ObjectId::new(12, 0);
const HIDDEN_PAGE: ObjectId = ObjectId::new(13, 0);

fn picture(data: &str) -> Stream {
    let dictionary = Dictionary::new()
        .with("Type", Object::name("XObject"))
        .with("Subtype", Object::name("Form"))
        .with("BBox", rectangle([0, 0, 400, 300]));
    Stream::new(dictionary, data)
}

/// The page draws COVER over its text; HIDDEN waits.
fn covered(it: &mut Update<'_>) {
    it.set(COVER, picture("1 g 0 0 400 300 re f"));
    it.set(HIDDEN, Stream::new(Dictionary::new(), "BT (other) Tj ET"));
    let resources = Dictionary::new()
        .with("Font", Dictionary::new().with("F", FONT))
        .with("XObject", Dictionary::new().with("C", COVER));
    it.edit(PAGE, |page| page.insert("Resources", resources))
        .unwrap();
    let text = "BT /F 12 Tf 20 250 Td (Contract) Tj ET /C Do";
    it.set(CONTENTS, Stream::new(Dictionary::new(), text));
}

/// A widget with an appearance lies over the text; HIDDEN is a second page with its tree.
fn overlaid(it: &mut Update<'_>) {
    it.set(COVER, appearance("(harmless) Tj"));
    it.edit(NAME, |field| {
        field.insert("AP", Dictionary::new().with("N", COVER));
        field.insert("V", Object::text("harmless"))
    })
    .unwrap();
    let page = Dictionary::new()
        .with("Type", Object::name("Page"))
        .with("Parent", HIDDEN)
        .with("MediaBox", rectangle([0, 0, 400, 300]));
    it.set(HIDDEN_PAGE, page);
    let tree = Dictionary::new()
        .with("Type", Object::name("Pages"))
        .with("Kids", vec![HIDDEN_PAGE.into()])
        .with("Count", 1);
    it.set(HIDDEN, tree);
}

/// A layer that is shown or not.
fn layered(it: &mut Update<'_>) {
    let group = Dictionary::new()
        .with("Type", Object::name("OCG"))
        .with("Name", Object::text("layer"));
    it.set(COVER, group);
    let shown = Dictionary::new().with("ON", vec![COVER.into()]);
    it.set(
        HIDDEN,
        Dictionary::new()
            .with("OCGs", vec![COVER.into()])
            .with("D", shown),
    );
    it.edit(CATALOG, |catalog| catalog.insert("OCProperties", HIDDEN))
        .unwrap();
}

const CASES: [Case; 20] = [
    // Hide.
    ("cover deleted", covered, |it| it.remove(COVER)),
    ("cover emptied", covered, |it| it.set(COVER, picture(""))),
    ("cover of another kind", covered, |it| {
        it.set(COVER, Dictionary::new())
    }),
    ("cover without size", covered, |it| {
        let data = Dictionary::new().with("BBox", rectangle([0, 0, 0, 0]));
        it.set(COVER, Stream::new(data, "1 g 0 0 400 300 re f"));
    }),
    ("cover leaves the resources", covered, |it| {
        it.edit(PAGE, |page| page.insert("Resources", Dictionary::new()))
            .unwrap();
    }),
    ("widget hidden", overlaid, |it| {
        it.edit(NAME, |field| field.insert("F", 2)).unwrap();
    }),
    ("widget leaves the page", overlaid, |it| {
        it.edit(PAGE, |page| page.insert("Annots", vec![ALICE.into()]))
            .unwrap();
    }),
    ("widget without appearance", overlaid, |it| {
        it.edit(NAME, |field| field.remove(b"AP")).unwrap();
    }),
    ("layer off", layered, |it| {
        let hidden = Dictionary::new().with("OFF", vec![COVER.into()]);
        it.set(
            HIDDEN,
            Dictionary::new()
                .with("OCGs", vec![COVER.into()])
                .with("D", hidden),
        );
    }),
    ("layer gone", layered, |it| {
        it.edit(CATALOG, |catalog| catalog.remove(b"OCProperties"))
            .unwrap();
    }),
    // Replace.
    ("font with other letters", covered, |it| {
        let other = Dictionary::new().with("Differences", vec![65.into(), Object::name("one")]);
        it.edit(FONT, |font| font.insert("Encoding", other))
            .unwrap();
    }),
    ("value shown otherwise", overlaid, |it| {
        it.set(COVER, appearance("(1000) Tj"));
    }),
    ("value changed behind its look", overlaid, |it| {
        it.edit(NAME, |field| field.insert("V", Object::text("1000")))
            .unwrap();
    }),
    ("look without a value", overlaid, |it| {
        it.edit(NAME, |field| field.remove(b"V")).unwrap();
    }),
    ("made anew by readers", overlaid, |it| {
        it.edit(FORM, |form| form.insert("NeedAppearances", true))
            .unwrap();
    }),
    // Hide and replace.
    ("content that waited", covered, |it| {
        it.edit(PAGE, |page| page.insert("Contents", HIDDEN))
            .unwrap();
    }),
    ("content in its number", covered, |it| {
        it.set(CONTENTS, Stream::new(Dictionary::new(), "BT (other) Tj ET"));
    }),
    ("page tree that waited", overlaid, |it| {
        it.edit(CATALOG, |catalog| catalog.insert("Pages", HIDDEN))
            .unwrap();
    }),
    ("page tree in its number", overlaid, |it| {
        let tree = it.get(HIDDEN).unwrap().as_dictionary().unwrap().clone();
        it.set(PAGES, tree);
    }),
    ("catalog that waited", overlaid, |it| {
        let catalog = it.get(CATALOG).unwrap().as_dictionary().unwrap().clone();
        let catalog = it.add(catalog.with("Pages", HIDDEN));
        it.set_trailer("Root", catalog);
    }),
];

#[test]
fn what_was_prepared_is_seen_when_it_is_used() {
    for (what, prepare, attack) in CASES {
        let prepared = continued(&form(), prepare);
        let before = alice().sign_field(&prepared, "alice");
        assert!(
            verified(&before)[0].acceptable,
            "{what}: {:#?}",
            verified(&before)[0].findings
        );
        let after = continued(&before, attack);
        let reports = verified(&after);
        assert_eq!(reports.len(), 1, "{what}");
        assert!(!reports[0].acceptable, "{what} was accepted");
        let changes = compared(&before, &after);
        let bad = changes
            .changes
            .iter()
            .any(|change| change.severity != ChangeSeverity::Allowed);
        assert!(bad, "{what}: {:#?}", changes.changes);
    }
}

#[test]
fn a_value_and_its_appearance_may_change_together() {
    let prepared = continued(&form(), overlaid);
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| {
        it.set(COVER, appearance("(10) Tj 5 0 Td (00) Tj"));
        it.edit(NAME, |field| field.insert("V", Object::text("1000")))
            .unwrap();
    });
    assert!(
        verified(&after)[0].acceptable,
        "{:#?}",
        verified(&after)[0].findings
    );
}

#[test]
fn a_field_that_showed_something_else_when_it_was_signed_is_pointed_out() {
    let prepared = continued(&form(), |it| {
        overlaid(it);
        it.edit(NAME, |field| field.insert("V", Object::text("1000")))
            .unwrap();
    });
    let reports = verified(&alice().sign_field(&prepared, "alice"));
    assert!(
        has(&reports[0], "appearance_differs"),
        "{:#?}",
        reports[0].findings
    );
}
