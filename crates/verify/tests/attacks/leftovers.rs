//! Objects that nothing leads to: libraries leave them behind, and they are no part of the document.

use super::scene::{
    CATALOG, CONTENTS, NAME, PAGE, alice, appearance, compared, continued, has, signed, verified,
};
use crate::support::{Signer, form};
use countersign_pdf::{Dictionary, Object, ObjectId, Stream, Update};

fn assert_good(file: &[u8], what: &str) {
    for report in verified(file) {
        assert!(report.acceptable, "{what}: {:#?}", report.findings);
    }
}

#[test]
fn what_nothing_leads_to_is_no_change() {
    let after = continued(&signed(), |it| {
        let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
        let widget = Dictionary::new()
            .with("Subtype", Object::name("Widget"))
            .with("Font", font);
        it.add(widget);
        it.add(Stream::new(Dictionary::new(), "BT ET"));
    });
    assert_good(&after, "a font, a widget and a stream");
    assert!(compared(&signed(), &after).acceptable);
}

/// A copy of a field from before it was filled still refers to its look.
#[test]
fn what_nothing_leads_to_uses_nothing() {
    let drawn = ObjectId::new(11, 0);
    let prepared = continued(&form(), |it| {
        it.set(drawn, appearance("() Tj"));
        it.edit(NAME, |field| {
            field.insert("AP", Dictionary::new().with("N", drawn))
        })
        .unwrap();
        it.add(Dictionary::new().with("XObject", Dictionary::new().with("X", drawn)));
    });
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| {
        it.set(drawn, appearance("(11) Tj"));
        it.edit(NAME, |field| field.insert("V", Object::text("11")))
            .unwrap();
    });
    assert_good(&after, "a filled field");
}

fn store(it: &mut Update<'_>, data: &[&'static str]) {
    let streams: Vec<Object> = data
        .iter()
        .map(|data| it.add(Stream::new(Dictionary::new(), *data)).into())
        .collect();
    let list = it.add(Object::Array(streams));
    let entry = it.add(Dictionary::new().with("OCSP", list));
    let entries = it.add(Dictionary::new().with("AB", entry));
    let store = Dictionary::new().with("OCSPs", list).with("VRI", entries);
    let store = it.add(store);
    it.edit(CATALOG, |catalog| catalog.insert("DSS", store))
        .unwrap();
}

/// Each writes a store of its own: the lists and entries of the one before are left behind.
#[test]
fn a_store_that_the_next_one_replaces_is_left_behind() {
    let first = continued(&signed(), |it| store(it, &["one"]));
    let second = Signer::new("Bob", 3).sign_field(&first, "bob");
    let third = continued(&second, |it| store(it, &["one", "two"]));
    assert_good(&third, "two stores");
    let reported = |file: &[u8]| {
        let report = verified(file).remove(0);
        let changes = report.changes.into_iter().map(|it| it.message);
        changes.collect::<Vec<_>>()
    };
    assert!(reported(&third).contains(&"validation material was added".to_owned()));
    // Less than before is said to be less.
    let fourth = continued(&third, |it| store(it, &["two"]));
    let reports = verified(&fourth);
    let bob = reports.iter().find(|it| it.field.as_deref() == Some("bob"));
    let messages: Vec<&str> = bob
        .unwrap()
        .changes
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    assert!(
        messages.contains(&"validation material was removed: 1"),
        "{messages:?}"
    );
    assert!(!bob.unwrap().acceptable && has(bob.unwrap(), "later_dss"));
    // With nothing new in it, nothing was added.
    let alone = continued(&second, |it| store(it, &[]));
    let reports = verified(&alone);
    let bob = reports.iter().find(|it| it.field.as_deref() == Some("bob"));
    let bob = bob.unwrap();
    assert!(
        bob.changes.iter().all(|it| !it.message.ends_with("added")),
        "{:#?}",
        bob.changes
    );
}

#[test]
fn what_waits_and_is_used_later_is_validated() {
    let hidden = ObjectId::new(70, 0);
    let waiting = continued(&signed(), |it| {
        it.set(hidden, Stream::new(Dictionary::new(), "BT (other) Tj ET"));
    });
    assert_good(&waiting, "a stream that waits");
    let used = continued(&waiting, |it| {
        it.edit(PAGE, |page| page.insert("Contents", hidden))
            .unwrap();
    });
    assert!(!verified(&used)[0].acceptable);
    let replaced = continued(&waiting, |it| {
        it.set(CONTENTS, Stream::new(Dictionary::new(), "BT ET"));
    });
    assert!(!verified(&replaced)[0].acceptable);
}

/// What can't be read may lead anywhere.
#[test]
fn behind_an_object_that_can_not_be_read_everything_counts() {
    let before = signed();
    let broken = super::scene::appended(
        &before,
        &[
            (6, "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/AP 71 0 R"),
            (71, "<</N 4 0 R>>"),
        ],
        "",
        super::scene::last_section(&before),
    );
    assert!(verified(&broken).iter().all(|it| !it.acceptable));
}
