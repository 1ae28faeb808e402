//! Fields that signatures lock, and what is seen of a signature.
#![allow(clippy::unwrap_used)]

use crate::support::{Signer, form};
use countersign_forms::{FieldValue, Rect};
use countersign_pdf::Document;
use countersign_sign::{FieldLock, PrepareOptions, SigningField, prepare};

fn existing(name: &str) -> SigningField {
    SigningField::Existing(name.to_owned())
}

fn code(file: &[u8], options: &PrepareOptions) -> Option<&'static str> {
    let document = Document::from_bytes(file).unwrap();
    prepare(&document, options).err().map(|error| error.code())
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
