//! Signatures that are taken out of the form, and what is said of it.

use super::scene::{appended, continued, has, last_section, signed, verified};
use crate::support::{Signer, form};
use countersign_pdf::ObjectId;
use countersign_sign::SigningField;
use countersign_verify::SignatureReport;

const BOB: ObjectId = ObjectId::new(8, 0);

fn both() -> Vec<u8> {
    Signer::new("Bob", 3).sign_field(&signed(), "bob")
}

fn without_bob(file: &[u8]) -> Vec<u8> {
    continued(file, |it| {
        it.edit(BOB, |field| field.remove(b"V")).unwrap();
    })
}

fn of<'a>(reports: &'a [SignatureReport], field: &str) -> &'a SignatureReport {
    let found = reports.iter().find(|it| it.field.as_deref() == Some(field));
    assert!(found.is_some(), "{field}: {reports:#?}");
    found.unwrap()
}

#[test]
fn a_second_signature_that_is_taken_out_is_missed() {
    let reports = verified(&without_bob(&both()));
    assert_eq!(reports.len(), 2, "{reports:#?}");
    let bob = of(&reports, "bob");
    assert!(!bob.acceptable && has(bob, "signature_removed"), "{bob:#?}");
}

/// Carol signed a document with Bob's signature: that it is gone is not hers to know.
#[test]
fn a_signature_that_is_taken_out_after_a_later_one_is_missed() {
    let carol = Signer::new("Carol", 4);
    let name = "carol".to_owned();
    let three = carol.sign(&both(), &carol.options(SigningField::Invisible { name }));
    let reports = verified(&without_bob(&three));
    assert!(
        has(of(&reports, "bob"), "signature_removed"),
        "{reports:#?}"
    );
    assert!(!has(of(&reports, "carol"), "signature_removed_before"));
}

#[test]
fn another_signature_in_the_same_field_does_not_hide_it() {
    let again = Signer::new("Mallory", 5).sign_field(&without_bob(&both()), "bob");
    let reports = verified(&again);
    let mallory = of(&reports, "bob");
    assert!(has(mallory, "signature_removed_before"), "{mallory:#?}");
}

/// The newest section goes on from the one before the signature.
#[test]
fn a_signature_that_the_chain_of_revisions_skips_is_missed() {
    let original = form();
    let after = appended(
        &signed(),
        &[(60, "<</Note true>>")],
        "",
        last_section(&original),
    );
    let reports = verified(&after);
    let removed = of(&reports, "alice");
    assert!(
        !removed.acceptable && has(removed, "signature_removed"),
        "{removed:#?}"
    );
}

/// The key alone, in a text of the page, is no signature.
#[test]
fn the_words_of_a_signature_are_none() {
    let talk = continued(&form(), |it| {
        let text = "% /ByteRange [0 10 20 30] /Contents <00>";
        it.set(
            ObjectId::new(4, 0),
            countersign_pdf::Stream::new(countersign_pdf::Dictionary::new(), text),
        );
    });
    let reports = verified(&Signer::new("Alice", 2).sign_field(&talk, "alice"));
    assert_eq!(reports.len(), 1);
    assert!(reports[0].acceptable, "{:#?}", reports[0].findings);
}
