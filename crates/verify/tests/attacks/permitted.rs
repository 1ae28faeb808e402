//! What the core writes on a signed document is what the verifier accepts, and what the verifier refuses is not written.

use super::scene::{alice, verified};
use crate::support::{Signer, form, join};
use countersign_forms::locks::{DocumentChange, Restrictions};
use countersign_forms::{
    Field, FieldType, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place,
};
use countersign_pdf::{Document, Update};
use countersign_sign::{FieldLock, SigningField, prepare};

/// Signed documents, each with other rules.
fn signed() -> Vec<(String, Vec<u8>)> {
    let alice = alice();
    let names = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
    let locks = [
        None,
        Some(FieldLock::All),
        Some(FieldLock::Include(names(&["name", "seal"]))),
        Some(FieldLock::Exclude(names(&["name", "bob", "seal"]))),
    ];
    let mut all = Vec::new();
    for lock in locks {
        for level in [None, Some(1), Some(2), Some(3)] {
            let mut options = alice.options(SigningField::Existing("alice".to_owned()));
            options.lock = lock.clone();
            options.doc_mdp = level;
            let described = format!("{lock:?} {level:?}");
            all.push((described, alice.sign(&form(), &options)));
        }
    }
    all
}

fn rect(width: f64) -> Rect {
    let height = if width > 0.0 { 5.0 } else { 0.0 };
    Rect {
        x: 5.0,
        y: 80.0,
        width,
        height,
    }
}

fn filled(document: &Document, name: &str) -> Option<Update<'static>> {
    let document: &'static Document = Box::leak(Box::new(reopened(document)));
    let mut update = Update::new(document);
    let values = FieldValues::from([(name.to_owned(), FieldValue::Text("later".to_owned()))]);
    let outcome = merge(&mut update, &values, &MergeOptions::default());
    outcome.ok().map(|()| update)
}

fn placed(document: &Document, field: Field, as_signature: bool) -> Option<Update<'static>> {
    let document: &'static Document = Box::leak(Box::new(reopened(document)));
    let mut update = Update::new(document);
    let fields = [PlaceField {
        field,
        as_signature,
    }];
    let outcome = place(&mut update, &fields, &MergeOptions::default());
    outcome.ok().map(|_| update)
}

fn reopened(document: &Document) -> Document {
    Document::open_shared(document.source(), Default::default()).unwrap()
}

fn field(kind: FieldType, name: &str, width: f64) -> Field {
    Field {
        kind,
        field_name: name.to_owned(),
        rect: rect(width),
        ..Field::default()
    }
}

fn is_accepted(file: &[u8]) -> bool {
    verified(file).iter().all(|report| report.acceptable)
}

#[test]
fn what_is_written_on_a_signed_document_is_what_its_signatures_permit() {
    let mut written = 0;
    for (rules, file) in signed() {
        let document = Document::from_bytes(file.clone()).unwrap();
        let updates = [
            filled(&document, "name"),
            filled(&document, "note"),
            placed(&document, field(FieldType::Text, "new", 20.0), false),
            placed(&document, field(FieldType::Link, "link", 20.0), false),
            placed(&document, field(FieldType::Signature, "seal", 20.0), true),
            placed(&document, field(FieldType::Signature, "seal", 0.0), true),
        ];
        for (number, update) in updates.into_iter().enumerate() {
            let Some(update) = update else { continue };
            let after = join(&file, &update.finish().unwrap());
            assert!(is_accepted(&after), "{rules}: change {number}");
            written += 1;
        }
        for field in [
            SigningField::Existing("bob".to_owned()),
            SigningField::Invisible {
                name: "seal".to_owned(),
            },
            SigningField::Visible {
                name: "seal".to_owned(),
                page: 1,
                rect: rect(20.0),
            },
        ] {
            let bob = Signer::new("Bob", 3);
            let options = bob.options(field.clone());
            if prepare(&document, &options).is_ok() {
                let after = bob.sign(&file, &options);
                assert!(is_accepted(&after), "{rules}: {field:?}");
                written += 1;
            }
        }
    }
    assert_eq!(written, PERMITTED);
}

/// How many of these changes are permitted: fewer would refuse what is legal.
const PERMITTED: usize = 35;

#[test]
fn a_signed_document_is_not_written_anew() {
    let rewrite = |file: &[u8]| {
        let document = Document::from_bytes(file).unwrap();
        let restrictions = Restrictions::of(&document).unwrap();
        restrictions.check(DocumentChange::Rewrite)
    };
    assert_eq!(rewrite(&form()), Ok(()));
    for (rules, file) in signed() {
        let refusal = rewrite(&file).unwrap_err();
        assert_eq!(refusal.signature, "alice", "{rules}");
    }
}
