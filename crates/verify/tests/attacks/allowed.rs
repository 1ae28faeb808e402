//! What may happen to a signed document.

use super::scene::{add_to_page, compared, continued, signed, verified};
use crate::support::{NOW, Signer, build, form};
use countersign_forms::FieldValue;
use countersign_pdf::{Dictionary, Document, Object};
use countersign_sign::SigningField;
use countersign_verify::{ChangeKind, VerifyOptions, verify};

#[test]
fn an_untouched_signature_is_good() {
    let reports = verified(&signed());
    assert_eq!(reports.len(), 1);
    assert!(reports[0].acceptable, "{:#?}", reports[0].findings);
    assert!(reports[0].covers_whole_file && reports[0].trusted);
    assert_eq!(reports[0].field.as_deref(), Some("alice"));
}

#[test]
fn filling_and_signing_keep_it_good_and_are_named() {
    let first = signed();
    let bob = Signer::new("Bob", 3);
    let mut options = bob.options(SigningField::Existing("bob".to_owned()));
    options.values.insert(
        "note".to_owned(),
        FieldValue::Text("Ünder protest".to_owned()),
    );
    let second = bob.sign(&first, &options);
    for report in verified(&second) {
        assert!(report.acceptable, "{:#?}", report.findings);
    }
    let changes = compared(&first, &second);
    assert!(changes.acceptable, "{:#?}", changes.changes);
    assert_eq!(changes.filled_fields, ["note"]);
    assert_eq!(changes.signed_fields, ["bob"]);
    assert!(changes.added_fields.is_empty());
    let filled = changes
        .changes
        .iter()
        .find(|change| change.kind == ChangeKind::FieldFilled);
    assert_eq!(filled.unwrap().page, Some(1));
}

#[test]
fn fifty_signatures_in_a_row_stay_good() {
    let mut file = form();
    for number in 0..50 {
        let signer = Signer::new("Signer", 2 + number % 40);
        let name = format!("signature {number}");
        file = signer.sign(&file, &signer.options(SigningField::Invisible { name }));
    }
    let reports = verified(&file);
    assert_eq!(reports.len(), 50);
    assert!(reports.iter().all(|report| report.acceptable));
}

#[test]
fn an_unknown_signer_is_intact_but_not_trusted() {
    let document = Document::from_bytes(signed()).unwrap();
    let mut options = VerifyOptions {
        trust: Vec::new(),
        at: NOW,
        ..VerifyOptions::default()
    };
    let reports = verify(&document, &options).unwrap();
    assert!(reports[0].intact && !reports[0].trusted && !reports[0].acceptable);
    options.ignore_trust = true;
    assert!(verify(&document, &options).unwrap()[0].acceptable);
}

#[test]
fn documents_without_signatures_have_none() {
    let empty = build(&[
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    ]);
    assert!(verified(&empty).is_empty());
    assert!(verified(&form()).is_empty());
}

#[test]
fn a_link_is_an_added_field_by_its_name() {
    let link = |name: Option<&'static str>, kind: &'static str| {
        continued(&form(), |it| {
            let action = Dictionary::new().with("S", Object::name(kind));
            let mut link = Dictionary::new()
                .with("Subtype", Object::name("Link"))
                .with("A", action);
            if let Some(name) = name {
                link.insert("NM", Object::text(name));
            }
            add_to_page(it, link);
        })
    };
    let added = |file: &[u8]| compared(&form(), file);
    assert_eq!(added(&link(Some("more"), "URI")).added_fields, ["more"]);
    assert_eq!(added(&link(None, "URI")).added_fields, [""]);
    for kind in ["Launch", "JavaScript", "GoToR"] {
        assert!(!added(&link(Some("more"), kind)).acceptable, "{kind}");
    }
}
