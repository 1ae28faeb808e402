//! Link fields that are filled after a signature, and links that lead elsewhere than they say.

use super::scene::{add_to_page, alice, appearance, compared, continued, has, rectangle, verified};
use crate::support::{Signer, form};
use countersign_forms::{Field, FieldType, FieldValue, MergeOptions, PlaceField, Rect};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Update};
use countersign_sign::{FieldLock, SigningField};
use countersign_verify::SignatureReport;

/// The form with an empty link field, signed.
fn with_link() -> (Vec<u8>, ObjectId) {
    let field = Field {
        kind: FieldType::Link,
        field_name: "site".to_owned(),
        rect: Rect {
            x: 10.0,
            y: 60.0,
            width: 60.0,
            height: 8.0,
        },
        ..Field::default()
    };
    let mut id = None;
    let file = continued(&form(), |it| {
        let place = PlaceField {
            field,
            as_signature: false,
        };
        let placed = countersign_forms::place(it, &[place], &MergeOptions::default()).unwrap();
        let digits = placed[0]
            .pdf_field_id
            .chars()
            .take_while(char::is_ascii_digit);
        let number: String = digits.collect();
        id = number.parse().ok().map(|number| ObjectId::new(number, 0));
    });
    (alice().sign_field(&file, "alice"), id.unwrap())
}

fn filled(file: &[u8], text: &str) -> Vec<u8> {
    continued(file, |it| {
        let values = [("site".to_owned(), FieldValue::Text(text.to_owned()))].into();
        countersign_forms::merge(it, &values, &MergeOptions::default()).unwrap();
    })
}

/// A link field as the product fills it, and what somebody makes of it in the same revision.
fn tampered(file: &[u8], id: ObjectId, bend: impl FnOnce(&mut Dictionary)) -> Vec<u8> {
    let done = Document::from_bytes(filled(file, "example.org")).unwrap();
    let link = done.object(id).unwrap();
    let mut link = link.as_dictionary().unwrap().clone();
    let drawn = done.lookup(link.dictionary(b"AP").unwrap(), b"N").unwrap();
    let drawn = drawn.as_stream().unwrap().clone();
    let data = done.stream_data(&drawn).unwrap();
    bend(&mut link);
    continued(file, |it| {
        let drawn = it.add(countersign_pdf::Stream::new(drawn.dictionary, data));
        if link.contains(b"AP")
            && link
                .dictionary(b"AP")
                .is_some_and(|it| it.reference(b"N").is_some())
        {
            link.insert("AP", Dictionary::new().with("N", drawn));
        }
        it.set(id, link);
    })
}

fn of_alice(file: &[u8]) -> SignatureReport {
    verified(file).remove(0)
}

fn assert_refused(report: &SignatureReport) {
    let is_refused = !report.acceptable && has(report, "later_annotation");
    assert!(is_refused, "{:#?}", report.findings);
}

#[test]
fn a_link_field_that_is_filled_is_named_with_its_address() {
    let (before, _) = with_link();
    for (text, target) in [
        ("example.org/a b", "https://example.org/a%20b"),
        ("https://example.org", "https://example.org"),
        ("mailto:ada@example.org", "mailto:ada@example.org"),
    ] {
        let after = filled(&before, text);
        let report = of_alice(&after);
        assert!(report.acceptable, "{text}: {:#?}", report.findings);
        let changes = compared(&before, &after);
        assert_eq!(changes.filled_fields, ["site"], "{text}");
        let change = changes
            .changes
            .iter()
            .find(|it| it.field.as_deref() == Some("site"));
        let change = change.unwrap();
        assert_eq!(
            (change.value.as_deref(), change.page),
            (Some(target), Some(1))
        );
        assert_eq!(change.shown.as_deref(), Some(text));
    }
}

#[test]
fn a_link_that_leads_elsewhere_than_it_says_is_refused() {
    let (before, id) = with_link();
    assert!(of_alice(&tampered(&before, id, |_| {})).acceptable);
    let action = |address: &str| {
        Dictionary::new()
            .with("S", Object::name("URI"))
            .with("URI", Object::text(address))
    };
    type Bend = Box<dyn FnOnce(&mut Dictionary)>;
    let to = |address: &'static str| -> Bend {
        Box::new(move |it| drop(it.insert("A", action(address))))
    };
    let cases: [(&str, Bend); 11] = [
        ("another address", to("https://example.com")),
        (
            "the address as a name",
            to("https://example.org@example.com"),
        ),
        ("a script", to("javascript:alert(1)")),
        ("a file", to("file:///etc/passwd")),
        (
            "an action that goes on",
            Box::new(move |it| {
                let next = Dictionary::new().with("S", Object::name("JavaScript"));
                it.insert("A", action("https://example.org").with("Next", next));
            }),
        ),
        (
            "another action",
            Box::new(|it| {
                it.insert("A", Dictionary::new().with("S", Object::name("Launch")));
            }),
        ),
        (
            "another place",
            Box::new(|it| drop(it.insert("Rect", rectangle([0, 0, 400, 300])))),
        ),
        (
            "an event",
            Box::new(|it| drop(it.insert("AA", Dictionary::new()))),
        ),
        (
            "no private text",
            Box::new(|it| {
                let private = it.dictionary(b"CSGN_Field").unwrap().clone();
                let mut private = private;
                private.remove(b"Address");
                it.insert("CSGN_Field", private);
            }),
        ),
        (
            "another private text",
            Box::new(|it| {
                let private = it.dictionary(b"CSGN_Field").unwrap().clone();
                it.insert(
                    "CSGN_Field",
                    private.with("Address", Object::text("example.com")),
                );
            }),
        ),
        (
            "a look while the mouse is over it",
            Box::new(|it| {
                let appearances = Dictionary::new().with("R", ObjectId::new(10, 0));
                it.insert("AP", appearances);
            }),
        ),
    ];
    for (what, bend) in cases {
        let after = tampered(&before, id, bend);
        let report = of_alice(&after);
        assert!(!report.acceptable, "{what} was accepted");
        assert!(
            has(&report, "later_annotation"),
            "{what}: {:#?}",
            report.findings
        );
        assert!(!compared(&before, &after).acceptable, "{what}");
    }
}

#[test]
fn a_link_that_shows_another_text_is_refused() {
    let (before, id) = with_link();
    let done = filled(&before, "example.org");
    let after = continued(&done, |it| {
        let drawn = it.add(appearance("/Helv 10 Tf 2 6 Td (example.com) Tj"));
        it.edit(id, |link| {
            link.insert("AP", Dictionary::new().with("N", drawn))
        })
        .unwrap();
    });
    assert!(of_alice(&done).acceptable);
    let report = of_alice(&after);
    assert_refused(&report);
}

/// What a link leads to is part of what was signed.
#[test]
fn a_link_that_had_a_target_keeps_it() {
    let (empty, id) = with_link();
    let file = Signer::new("Bob", 3).sign_field(&filled(&empty, "example.org"), "bob");
    let after = tampered(&file, id, |it| {
        let private = it.dictionary(b"CSGN_Field").unwrap().clone();
        it.insert(
            "CSGN_Field",
            private.with("Address", Object::text("example.com")),
        );
        let action = Dictionary::new()
            .with("S", Object::name("URI"))
            .with("URI", Object::text("https://example.com"));
        it.insert("A", action);
        it.remove(b"AP");
    });
    let reports = verified(&after);
    let bob = reports
        .iter()
        .find(|it| it.field.as_deref() == Some("bob"))
        .unwrap();
    assert_refused(bob);
}

/// Links of others are no fields.
#[test]
fn a_link_of_another_maker_stays_as_it_was() {
    let prepared = continued(&form(), |it: &mut Update<'_>| {
        let link = Dictionary::new()
            .with("Subtype", Object::name("Link"))
            .with("Rect", rectangle([10, 10, 90, 30]));
        it.set(ObjectId::new(40, 0), Dictionary::new());
        add_to_page(it, link);
    });
    let id = Document::from_bytes(prepared.clone())
        .unwrap()
        .object_ids()
        .into_iter()
        .max_by_key(|id| id.number)
        .unwrap();
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| {
        let action = Dictionary::new()
            .with("S", Object::name("URI"))
            .with("URI", Object::text("https://example.org"));
        it.edit(id, |link| link.insert("A", action)).unwrap();
    });
    let report = of_alice(&after);
    assert_refused(&report);
}

#[test]
fn locks_and_certifications_hold_links_too() {
    let (empty, _) = with_link();
    let bob = Signer::new("Bob", 3);
    let name = "locking".to_owned();
    let mut options = bob.options(SigningField::Invisible { name });
    options.lock = Some(FieldLock::Include(vec!["site".to_owned()]));
    let locked = bob.sign(&empty, &options);
    let after = continued(&locked, |it| {
        let free = Document::from_bytes(filled(&empty, "example.org")).unwrap();
        for id in free.object_ids() {
            let object = free.object(id).unwrap();
            if object
                .as_dictionary()
                .is_some_and(|it| it.name(b"Subtype") == Some(b"Link"))
            {
                let mut link = object.as_dictionary().unwrap().clone();
                link.remove(b"AP");
                it.set(id, link);
            }
        }
    });
    let reports = verified(&after);
    let bob = reports
        .iter()
        .find(|it| it.field.as_deref() == Some("locking"))
        .unwrap();
    assert!(
        !bob.acceptable && has(bob, "field_locked"),
        "{:#?}",
        bob.findings
    );
}
