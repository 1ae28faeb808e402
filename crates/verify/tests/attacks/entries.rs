//! Entries that a later revision gives to what was signed: whatever a reader acts upon, shows or opens.

use super::scene::{
    CATALOG, FORM, NAME, PAGE, PAGES, alice, continued, has, rectangle, signed, verified,
};
use crate::support::{Signer, form};
use countersign_pdf::{Dictionary, Object, ObjectId, Stream, Update};
use countersign_sign::SigningField;

fn action() -> Object {
    let script = Dictionary::new()
        .with("S", Object::name("JavaScript"))
        .with("JS", Object::text("app.alert(1)"));
    Object::Dictionary(script)
}

fn pointing(key: &'static str, value: impl Into<Object>) -> Object {
    Object::Dictionary(Dictionary::new().with(key, value.into()))
}

/// What else an entry may be: nothing here depends on what stands in it.
fn values() -> [Object; 3] {
    [action(), Object::Bool(true), rectangle([0, 0, 9, 9])]
}

fn assert_named(before: &[u8], id: ObjectId, entries: &[&'static str], code: &str) {
    for entry in entries {
        for value in values() {
            let after = continued(before, |it| {
                it.edit(id, |it| it.insert(*entry, value.clone())).unwrap();
            });
            let report = verified(&after).remove(0);
            assert!(!report.acceptable, "/{entry} was accepted: {value:?}");
            assert!(has(&report, code), "/{entry}: {:#?}", report.findings);
        }
    }
}

#[test]
fn nothing_is_added_to_the_catalog() {
    let entries = [
        "AA",
        "AF",
        "Collection",
        "Dests",
        "Lang",
        "Legal",
        "MarkInfo",
        "Names",
        "NeedsRendering",
        "OpenAction",
        "OutputIntents",
        "Outlines",
        "PageLabels",
        "PageLayout",
        "PageMode",
        "PieceInfo",
        "Requirements",
        "SpiderInfo",
        "StructTreeRoot",
        "Threads",
        "Type",
        "URI",
        "ViewerPreferences",
        "Unheard",
    ];
    assert_named(&signed(), CATALOG, &entries, "later_catalog");
}

#[test]
fn nothing_is_added_to_the_form() {
    let entries = ["XFA", "CO", "Q", "DA", "NeedAppearances", "Unheard"];
    assert_named(&signed(), FORM, &entries, "later_catalog");
}

#[test]
fn nothing_is_added_to_pages_and_what_they_inherit() {
    let entries = [
        "AA",
        "AF",
        "ArtBox",
        "B",
        "BleedBox",
        "BoxColorInfo",
        "CropBox",
        "Group",
        "LastModified",
        "MediaBox",
        "Metadata",
        "PieceInfo",
        "PresSteps",
        "Rotate",
        "SeparationInfo",
        "StructParents",
        "Thumb",
        "Trans",
        "TrimBox",
        "UserUnit",
        "VP",
        "Unheard",
    ];
    assert_named(&signed(), PAGE, &entries, "later_page");
    assert_named(
        &signed(),
        PAGES,
        &["Rotate", "MediaBox", "Unheard"],
        "later_page",
    );
}

#[test]
fn nothing_but_values_and_appearances_is_given_to_a_field() {
    let entries = [
        "A",
        "AA",
        "BS",
        "Border",
        "C",
        "DA",
        "DS",
        "DV",
        "F",
        "Ff",
        "FT",
        "H",
        "Lock",
        "MaxLen",
        "MK",
        "OC",
        "Opt",
        "P",
        "Parent",
        "Q",
        "Rect",
        "StructParent",
        "Subtype",
        "T",
        "TM",
        "TU",
        "BMF",
        "Unheard",
    ];
    assert_named(&signed(), NAME, &entries, "later_field_changed");
}

/// The permissions that a certification stands in.
#[test]
fn a_certification_is_not_taken_back_or_moved() {
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(2);
    let certified = alice.sign(&form(), &options);
    let bob = Signer::new("Bob", 3);
    let both = bob.sign_field(&certified, "bob");
    assert!(verified(&both).iter().all(|it| it.acceptable));
    type Change = fn(&mut Update<'_>);
    let changes: [(&str, Change); 4] = [
        ("no permissions", |it| {
            it.edit(CATALOG, |it| it.remove(b"Perms")).unwrap();
        }),
        ("empty permissions", |it| {
            it.edit(CATALOG, |it| it.insert("Perms", Dictionary::new()))
                .unwrap();
        }),
        ("another signature certifies", |it| {
            let bob = it.get(ObjectId::new(8, 0)).unwrap();
            let value = bob.as_dictionary().unwrap().reference(b"V").unwrap();
            it.edit(CATALOG, |it| it.insert("Perms", pointing("DocMDP", value)))
                .unwrap();
        }),
        ("usage rights beside it", |it| {
            it.edit(CATALOG, |it| {
                it.insert("Perms", pointing("UR3", Dictionary::new()))
            })
            .unwrap();
        }),
    ];
    for (what, change) in changes {
        let reports = verified(&continued(&both, change));
        assert!(reports.iter().all(|it| !it.acceptable), "{what}");
    }
}

/// Numbers are used again with another generation, or by what a free entry leaves.
#[test]
fn a_number_is_not_used_again_for_something_else() {
    let before = signed();
    let later = |number: u32| {
        continued(&before, |it| {
            it.set(
                ObjectId::new(number, 1),
                Stream::new(Dictionary::new(), "BT ET"),
            );
            it.edit(PAGE, |it| it.insert("Contents", ObjectId::new(number, 1)))
                .unwrap();
        })
    };
    for number in [4, 10, 77] {
        assert!(!verified(&later(number))[0].acceptable, "{number}");
    }
}
