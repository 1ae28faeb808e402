//! Fields that signatures lock, and what is seen of a signature.
#![allow(clippy::unwrap_used)]

use crate::support::{Signer, form};
use countersign_forms::locks::SignatureRule;
use countersign_forms::{
    Field, FieldType, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place,
};
use countersign_pdf::{Document, Update};
use countersign_sign::{FieldLock, PrepareOptions, SigningField, prepare};

fn existing(name: &str) -> SigningField {
    SigningField::Existing(name.to_owned())
}

fn code(file: &[u8], options: &PrepareOptions) -> Option<&'static str> {
    let document = Document::from_bytes(file).unwrap();
    prepare(&document, options)
        .err()
        .map(|error| error.code().as_str())
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|one| (*one).to_owned()).collect()
}

#[test]
fn locked_fields_are_neither_filled_nor_signed() {
    let alice = Signer::new("Alice", 2);
    let bob = Signer::new("Bob", 3);
    let cases = [
        (
            FieldLock::All,
            Some("sign_field_locked"),
            Some("sign_field_locked"),
        ),
        (
            FieldLock::Include(names(&["name"])),
            None,
            Some("sign_field_locked"),
        ),
        (FieldLock::Exclude(names(&["bob", "name"])), None, None),
    ];
    for (lock, signing, filling) in cases {
        let mut options = alice.options(existing("alice"));
        options.lock = Some(lock.clone());
        let signed = alice.sign(&form(), &options);
        let text = String::from_utf8_lossy(&signed).replace(' ', "");
        assert!(text.contains("/TransformMethod/FieldMDP") && text.contains("/SigFieldLock"));
        let mut options = bob.options(existing("bob"));
        assert_eq!(code(&signed, &options), signing, "{lock:?}");
        let value = FieldValue::Text("later".to_owned());
        options.values.insert("name".to_owned(), value);
        assert_eq!(code(&signed, &options), filling, "{lock:?}");
    }
}

/// The code of filling these fields and of placing one of this name.
fn changes(file: &[u8], fill: &[&str], name: &str) -> [Option<&'static str>; 2] {
    let document = Document::from_bytes(file).unwrap();
    let text = |name: &&str| ((*name).to_owned(), FieldValue::Text("later".to_owned()));
    let values: FieldValues = fill.iter().map(text).collect();
    let filled = merge(
        &mut Update::new(&document),
        &values,
        &MergeOptions::default(),
    );
    let field = Field {
        kind: FieldType::Text,
        field_name: name.to_owned(),
        rect: Rect {
            x: 10.0,
            y: 80.0,
            width: 20.0,
            height: 5.0,
        },
        ..Field::default()
    };
    let fields = [PlaceField {
        field,
        as_signature: false,
    }];
    let placed = place(
        &mut Update::new(&document),
        &fields,
        &MergeOptions::default(),
    );
    [
        filled.err().map(|error| error.code().as_str()),
        placed.err().map(|error| error.code().as_str()),
    ]
}

#[test]
fn filling_and_placing_ask_the_signatures_too() {
    const LOCKED: Option<&str> = Some("sign_field_locked");
    const SIGNED: Option<&str> = Some("signatures_invalidation");
    let alice = Signer::new("Alice", 2);
    let locked = |lock: FieldLock| {
        let mut options = alice.options(existing("alice"));
        options.lock = Some(lock);
        alice.sign(&form(), &options)
    };
    assert_eq!(changes(&form(), &["name"], "new"), [None, None]);
    let all = locked(FieldLock::All);
    assert_eq!(changes(&all, &["name"], "new"), [LOCKED, LOCKED]);
    let one = locked(FieldLock::Include(names(&["name"])));
    assert_eq!(changes(&one, &["note", "name"], "new"), [LOCKED, SIGNED]);
    assert_eq!(changes(&one, &["note"], "name.below"), [None, LOCKED]);
    let others = locked(FieldLock::Exclude(names(&["name", "new"])));
    assert_eq!(changes(&others, &["name"], "new"), [None, SIGNED]);
    assert_eq!(changes(&others, &["note"], "name"), [LOCKED, SIGNED]);
}

#[test]
fn the_lock_of_a_signed_field_holds_without_its_transform() {
    let text = String::from_utf8_lossy(&form()).into_owned();
    let with = |lock: &str| {
        text.replace(
            "/FT/Sig/T(alice)",
            &format!("/FT/Sig/T(alice)/Lock<<{lock}>>"),
        )
    };
    let offsets = |text: String| {
        // The table is written anew by whoever reads the objects.
        let objects: Vec<&str> = text
            .split("endobj\n")
            .filter_map(|it| it.split_once(" obj\n").map(|(_, object)| object.trim_end()))
            .collect();
        crate::support::build(&objects)
    };
    let alice = Signer::new("Alice", 2);
    let file = offsets(with("/Action/Include/Fields[(name)]"));
    assert_eq!(changes(&file, &["name"], "new"), [None, None]);
    let signed = alice.sign_field(&file, "alice");
    assert_eq!(
        changes(&signed, &["name"], "new"),
        [Some("sign_field_locked"), Some("signatures_invalidation")]
    );
    let signed = alice.sign_field(&offsets(with("/P 1")), "alice");
    let closed = Some("pdf_certified");
    assert_eq!(changes(&signed, &["note"], "new"), [closed, closed]);
    let bob = Signer::new("Bob", 3).options(existing("bob"));
    assert_eq!(code(&signed, &bob), Some("sign_certified"));
}

/// The field names, what they are locked by, and whether they are read-only.
fn states(file: &[u8]) -> Vec<(String, Option<String>, bool)> {
    let document = Document::from_bytes(file).unwrap();
    let fields = countersign_forms::read(&document).unwrap();
    let states = fields.into_iter();
    states
        .map(|it| (it.field_name, it.locked_by, it.readonly))
        .collect()
}

#[test]
fn locked_fields_are_read_only_and_name_the_signature_that_locks_them() {
    let alice = Signer::new("Alice", 2);
    let signed = |lock: Option<FieldLock>, doc_mdp: Option<u8>| {
        let mut options = alice.options(existing("alice"));
        (options.lock, options.doc_mdp) = (lock, doc_mdp);
        states(&alice.sign(&form(), &options))
    };
    let by_alice = Some("alice".to_owned());
    let locked_of = |states: Vec<(String, Option<String>, bool)>| {
        let locked = states.into_iter().filter(|(_, by, readonly)| {
            assert_eq!(*readonly, by.is_some());
            assert!(by.is_none() || *by == by_alice);
            by.is_some()
        });
        let mut names: Vec<String> = locked.map(|(name, ..)| name).collect();
        names.sort();
        names
    };
    assert!(locked_of(states(&form())).is_empty());
    assert!(locked_of(signed(None, Some(2))).is_empty());
    let one = FieldLock::Include(names(&["name"]));
    assert_eq!(locked_of(signed(Some(one), None)), ["name"]);
    let all = ["bob", "name", "note"];
    assert_eq!(locked_of(signed(Some(FieldLock::All), None)), all);
    assert_eq!(locked_of(signed(None, Some(1))), all);
}

#[test]
fn a_refusal_names_the_signature_and_the_rule() {
    let alice = Signer::new("Alice", 2);
    let refusal = |lock: Option<FieldLock>, doc_mdp: Option<u8>| {
        let mut options = alice.options(existing("alice"));
        (options.lock, options.doc_mdp) = (lock, doc_mdp);
        let signed = alice.sign(&form(), &options);
        let document = Document::from_bytes(signed).unwrap();
        let values = FieldValues::from([("name".to_owned(), FieldValue::Text("x".to_owned()))]);
        let mut update = Update::new(&document);
        let error = merge(&mut update, &values, &MergeOptions::default()).unwrap_err();
        let mut signing = Signer::new("Bob", 3).options(existing("bob"));
        signing.values = values;
        let again = prepare(&document, &signing).unwrap_err();
        let refusal = error.refusal().unwrap().clone();
        assert_eq!(again.refusal().map(|it| it.rule), Some(refusal.rule));
        refusal
    };
    let lock = refusal(Some(FieldLock::Include(names(&["name"]))), None);
    assert_eq!((lock.signature.as_str(), lock.level), ("alice", None));
    assert_eq!(lock.rule, SignatureRule::FieldMdp);
    assert_eq!(lock.field.as_deref(), Some("name"));
    let certification = refusal(None, Some(1));
    assert_eq!(certification.signature, "alice");
    assert_eq!(certification.rule, SignatureRule::DocMdp);
    assert_eq!(certification.level, Some(1));
}

#[test]
fn a_certification_closes_what_its_level_says() {
    let closed = Some("pdf_certified");
    let alice = Signer::new("Alice", 2);
    for (level, allowed) in [
        (1, [closed, closed]),
        (2, [None, closed]),
        (3, [None, closed]),
    ] {
        let mut options = alice.options(existing("alice"));
        options.doc_mdp = Some(level);
        let certified = alice.sign(&form(), &options);
        assert_eq!(changes(&certified, &["name"], "new"), allowed, "{level}");
    }
}

#[test]
fn a_lock_is_not_put_into_a_form_that_is_signed() {
    let alice = Signer::new("Alice", 2);
    let signed = alice.sign_field(&form(), "alice");
    let bob = Signer::new("Bob", 3);
    let mut options = bob.options(existing("bob"));
    options.lock = Some(FieldLock::All);
    assert_eq!(code(&signed, &options), Some("sign_lock"));
    options.field = SigningField::Invisible {
        name: "new".to_owned(),
    };
    assert_eq!(code(&signed, &options), None);
}

#[test]
fn a_visible_signature_shows_its_lines() {
    let alice = Signer::new("Alice", 2);
    let rect = Rect {
        x: 10.0,
        y: 60.0,
        width: 40.0,
        height: 12.0,
    };
    let mut options = alice.options(SigningField::Visible {
        name: "seen".to_owned(),
        page: 1,
        rect,
    });
    options.lines = names(&["Alice Byron", "I agree", "2026-11-21"]);
    let signed = alice.sign(&form(), &options);
    let text = String::from_utf8_lossy(&signed);
    for line in ["(Alice Byron) Tj", "(I agree) Tj", "(2026-11-21) Tj"] {
        assert!(text.contains(line), "{line}");
    }
    options.lines = names(&["\u{12000}"]);
    assert_eq!(code(&form(), &options), Some("sign_appearance"));
    options.lines = Vec::new();
    options.picture = Some(b"no picture".to_vec());
    assert_eq!(code(&form(), &options), Some("sign_appearance"));
}
