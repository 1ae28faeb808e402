//! Another signer in the place of the last signature.
#![allow(clippy::unwrap_used)]

use crate::support::{NOW, Signer, form, root};
use countersign_pdf::Document;
use countersign_sign::{
    Prepared, SignError, SigningField, complete_with_signature, prepare_in_place,
};
use countersign_verify::{VerifyOptions, verify};

fn existing(name: &str) -> SigningField {
    SigningField::Existing(name.to_owned())
}

fn prepared(file: &[u8], field: &str, signer: &Signer) -> Result<Prepared, SignError> {
    let document = Document::from_bytes(file).unwrap();
    prepare_in_place(&document, &signer.options(existing(field)))
}

#[test]
fn only_what_stands_in_the_gap_is_another() {
    let stranger = Signer::new("Stranger", 9);
    let alice = Signer::new("Alice", 2);
    let first = stranger.sign_field(&form(), "alice");
    let prepared = prepared(&first, "alice", &alice).unwrap();
    let value = alice.key.sign(&prepared.tbs);
    let tail = complete_with_signature(&prepared.session, &value).unwrap();
    let [_, before, after, _] = prepared.byte_range.map(|it| it as usize);
    assert_eq!(tail.base_length as usize, before);
    let signed = [&first[..before], &tail.bytes].concat();
    assert_eq!(signed.len(), first.len());
    assert_eq!(signed[after..], first[after..]);
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ..VerifyOptions::default()
    };
    let reports = verify(&Document::from_bytes(signed).unwrap(), &options).unwrap();
    let [report] = &reports[..] else {
        panic!("{reports:?}");
    };
    assert!(report.acceptable, "{:?}", report.findings);
    let name = report.signer.as_ref().and_then(|it| it.common_name.clone());
    assert_eq!(name.as_deref(), Some("Alice"));
}

#[test]
fn a_place_that_is_not_the_last_is_refused() {
    let alice = Signer::new("Alice", 2);
    let code =
        |file: &[u8], field: &str| prepared(file, field, &alice).unwrap_err().code().as_str();
    let first = alice.sign_field(&form(), "alice");
    assert_eq!(code(&form(), "alice"), "sign_field_not_found");
    assert_eq!(code(&first, "bob"), "sign_field_not_found");
    let second = Signer::new("Bob", 3).sign_field(&first, "bob");
    assert_eq!(code(&second, "alice"), "sign_layout");
    let longer = [&first[..], b"\n"].concat();
    assert_eq!(code(&longer, "alice"), "sign_layout");
}

#[test]
fn a_gap_that_holds_more_than_digits_is_refused() {
    let alice = Signer::new("Alice", 2);
    let mut file = alice.sign_field(&form(), "alice");
    let [_, before, ..] = prepared(&file, "alice", &alice)
        .unwrap()
        .byte_range
        .map(|it| it as usize);
    file[before + 9] = b'!';
    let refused = Document::from_bytes(file)
        .map(|document| prepare_in_place(&document, &alice.options(existing("alice"))).map(|_| ()));
    assert!(!matches!(refused, Ok(Ok(()))), "{refused:?}");
}
