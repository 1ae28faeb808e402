//! Preparing and completing: what is written, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::support::{NOW, Signer, build, form};
use countersign_cms::testing::{TestCertificate, TestKey};
use countersign_forms::{FieldValue, Rect};
use countersign_pdf::Document;
use countersign_sign::{
    PrepareOptions, SigningField, check_document, complete_with_cms, complete_with_signature,
    prepare, session_info,
};

fn existing(name: &str) -> SigningField {
    SigningField::Existing(name.to_owned())
}

fn code(file: &[u8], options: &PrepareOptions) -> &'static str {
    let document = Document::from_bytes(file).unwrap();
    prepare(&document, options).unwrap_err().code().as_str()
}

#[test]
fn the_gap_is_exactly_the_contents() {
    let alice = Signer::new("Alice", 2);
    let file = form();
    let signed = alice.sign_field(&file, "alice");
    assert!(signed.starts_with(&file));
    let document = Document::from_bytes(signed.clone()).unwrap();
    let prepared = prepare(
        &Document::from_bytes(file).unwrap(),
        &alice.options(existing("alice")),
    )
    .unwrap();
    let [start, length, rest, rest_length] = prepared.byte_range.map(|it| it as usize);
    assert_eq!((start, rest + rest_length), (0, signed.len()));
    assert_eq!((signed[length], signed[rest - 1]), (b'<', b'>'));
    assert!(
        signed[length + 1..rest - 1]
            .iter()
            .all(u8::is_ascii_hexdigit)
    );
    assert!(signed[..length].ends_with(b"/Contents"));
    assert_eq!(document.revisions().unwrap().len(), 2);
    let text = String::from_utf8_lossy(&signed).replace(' ', "");
    assert!(text.contains("/SubFilter/ETSI.CAdES.detached") && text.contains("/SigFlags3"));
    assert!(!text.contains("/Cert<") && !text.contains("/Cert("));
    assert!(text.contains("(D:20261121000000Z)"));
}

#[test]
fn a_session_can_be_completed_elsewhere_and_gives_the_same() {
    let alice = Signer::new("Alice", 2);
    let document = Document::from_bytes(form()).unwrap();
    let prepared = prepare(&document, &alice.options(existing("alice"))).unwrap();
    let info = session_info(&prepared.session).unwrap();
    assert_eq!(
        (info.scheme.as_str(), info.base_length),
        ("ecdsa", document.len())
    );
    check_document(&prepared.session, &document).unwrap();
    let other = Document::from_bytes(build(&[
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    ]))
    .unwrap();
    let error = check_document(&prepared.session, &other).unwrap_err();
    assert_eq!(error.code().as_str(), "sign_document_changed");
    let value = alice.key.sign(&prepared.tbs);
    let stored = prepared.session.clone();
    let one = complete_with_signature(&prepared.session, &value).unwrap();
    assert_eq!(complete_with_signature(&stored, &value).unwrap(), one);
    // The finished CMS itself is as good as the value.
    let gap = prepared.byte_range[1] as usize - document.len() as usize;
    let end = prepared.byte_range[2] as usize - document.len() as usize;
    let digits = &one.bytes[gap + 1..end - 1];
    let cms: Vec<u8> = digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect();
    let error = complete_with_cms(&stored, &cms).unwrap_err();
    assert_eq!(
        error.code().as_str(),
        "sign_mismatch",
        "zeros are no part of a CMS"
    );
    let length = usize::from(u16::from_be_bytes([cms[2], cms[3]])) + 4;
    assert_eq!(complete_with_cms(&stored, &cms[..length]).unwrap(), one);
    // The same in BER: a length that is not said before.
    let ber = [&[0x30, 0x80], &cms[4..length], &[0, 0]].concat();
    let error = complete_with_cms(&stored, &ber).unwrap_err();
    assert_eq!(error.code().as_str(), "sign_cms_not_der");
}

#[test]
fn a_signature_of_another_key_is_not_embedded() {
    let alice = Signer::new("Alice", 2);
    let document = Document::from_bytes(form()).unwrap();
    let prepared = prepare(&document, &alice.options(existing("alice"))).unwrap();
    for wrong in [
        TestKey::new(9).sign(&prepared.tbs),
        vec![0; 64],
        Vec::new(),
        vec![0x30; 70],
    ] {
        let error = complete_with_signature(&prepared.session, &wrong).unwrap_err();
        assert_eq!(error.code().as_str(), "sign_mismatch");
    }
}

#[test]
fn a_cms_that_does_not_fit_says_what_it_needs() {
    let alice = Signer::new("Alice", 2);
    let document = Document::from_bytes(form()).unwrap();
    let mut options = alice.options(existing("alice"));
    options.reserve = Some(200);
    let prepared = prepare(&document, &options).unwrap();
    let value = alice.key.sign(&prepared.tbs);
    let error = complete_with_signature(&prepared.session, &value).unwrap_err();
    assert_eq!(error.code().as_str(), "sign_reserve");
    options.reserve = error.needed();
    let prepared = prepare(&document, &options).unwrap();
    let again = complete_with_signature(&prepared.session, &alice.key.sign(&prepared.tbs));
    assert!(again.is_ok() || again.unwrap_err().needed().is_some());
}

#[test]
fn bad_requests_have_their_own_codes() {
    let alice = Signer::new("Alice", 2);
    let file = form();
    assert_eq!(
        code(&file, &alice.options(existing("nobody"))),
        "sign_field_not_found"
    );
    assert_eq!(
        code(&file, &alice.options(existing("name"))),
        "sign_field_not_found"
    );
    let taken = SigningField::Invisible {
        name: "note".to_owned(),
    };
    assert_eq!(code(&file, &alice.options(taken)), "sign_field_exists");
    let signed = alice.sign_field(&file, "alice");
    assert_eq!(
        code(&signed, &alice.options(existing("alice"))),
        "sign_field_signed"
    );
    let mut certify = alice.options(existing("bob"));
    certify.doc_mdp = Some(2);
    assert_eq!(code(&signed, &certify), "sign_not_first");
    certify.doc_mdp = Some(4);
    assert_eq!(code(&signed, &certify), "sign_certification_level");
    let mut options = alice.options(existing("alice"));
    options.certificate = b"nonsense".to_vec();
    assert_eq!(code(&file, &options), "sign_certificate");
    let hybrid = String::from_utf8(file.clone())
        .unwrap()
        .replace("/Root 1 0 R", "/Root 1 0 R/XRefStm 9");
    assert_eq!(
        code(hybrid.as_bytes(), &alice.options(existing("alice"))),
        "sign_hybrid"
    );
}

#[test]
fn damage_that_shows_only_on_the_way_is_refused() {
    let alice = Signer::new("Alice", 2);
    // The index leads to another object than the page: nothing asks for it before the field is made.
    let file = String::from_utf8(form()).unwrap();
    let table = file.find("xref\n").unwrap();
    let entry = |number: usize| table + "xref\n0 11\n".len() + number * 20;
    let mut tampered = file.clone().into_bytes();
    tampered.copy_within(entry(4)..entry(4) + 10, entry(3));
    let field = SigningField::Invisible {
        name: "fuzzed".to_owned(),
    };
    let document = Document::from_bytes(tampered).unwrap();
    assert!(!document.is_repaired());
    let error = prepare(&document, &alice.options(field)).unwrap_err();
    assert_eq!(error.code().as_str(), "sign_repaired");
}

#[test]
fn a_certificate_must_be_good_for_it_now() {
    type Bend = fn(&mut TestCertificate);
    // What verification refuses is not signed with: keys for servers, responders and time stamps.
    let cases: [(Bend, &str); 6] = [
        (
            |it| it.purposes = &["1.3.6.1.5.5.7.3.8"],
            "sign_certificate_usage",
        ),
        (
            |it| it.purposes = &["1.3.6.1.5.5.7.3.9"],
            "sign_certificate_usage",
        ),
        (
            |it| it.purposes = &["1.3.6.1.5.5.7.3.1"],
            "sign_certificate_usage",
        ),
        (|it| it.validity = (0, NOW - 1), "sign_certificate_expired"),
        (
            |it| it.validity = (NOW + 7200, NOW + 9000),
            "sign_certificate_not_yet_valid",
        ),
        (|it| it.key_usage = Some(0x20), "sign_certificate_usage"),
    ];
    for (bend, expected) in cases {
        let mut alice = Signer::new("Alice", 2);
        bend(&mut alice.certificate);
        assert_eq!(code(&form(), &alice.options(existing("alice"))), expected);
    }
}

#[test]
fn a_certification_without_changes_allows_no_second_signature() {
    let alice = Signer::new("Alice", 2);
    let mut options = alice.options(existing("alice"));
    options.doc_mdp = Some(1);
    let signed = alice.sign(&form(), &options);
    let bob = Signer::new("Bob", 3);
    assert_eq!(
        code(&signed, &bob.options(existing("bob"))),
        "sign_certified"
    );
    options.doc_mdp = Some(2);
    let signed = alice.sign(&form(), &options);
    bob.sign_field(&signed, "bob");
}

#[test]
fn values_and_a_new_field_go_into_the_same_revision() {
    let alice = Signer::new("Alice", 2);
    let rect = Rect {
        x: 10.0,
        y: 10.0,
        width: 20.0,
        height: 10.0,
    };
    let field = SigningField::Visible {
        name: "seal".to_owned(),
        page: 1,
        rect,
    };
    let mut options = alice.options(field);
    options
        .values
        .insert("name".to_owned(), FieldValue::Text("Alice".to_owned()));
    options.reason = Some("Agreed — ünïcode".to_owned());
    let signed = alice.sign(&form(), &options);
    let document = Document::from_bytes(signed).unwrap();
    assert_eq!(document.revisions().unwrap().len(), 2);
    let fields = countersign_forms::read(&document).unwrap();
    let name = fields
        .iter()
        .find(|field| field.field_name == "name")
        .unwrap();
    assert_eq!(name.value, FieldValue::Text("Alice".to_owned()));
    let seal = fields
        .iter()
        .find(|field| field.field_name == "seal")
        .unwrap();
    assert_eq!(seal.rect, rect);
}

#[test]
fn a_document_without_a_form_gets_one() {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]>>",
    ];
    let file = build(&objects);
    let alice = Signer::new("Alice", 2);
    let options = alice.options(SigningField::Invisible {
        name: "S".to_owned(),
    });
    let signed = alice.sign(&file, &options);
    let document = Document::from_bytes(signed.clone()).unwrap();
    assert_eq!(countersign_forms::read(&document).unwrap().len(), 1);
}

#[test]
fn a_new_field_has_to_be_on_a_page() {
    let alice = Signer::new("Alice", 2);
    let field = |page: u32, x: f64, width: f64| {
        let rect = Rect {
            x,
            y: 1.0,
            width,
            height: 5.0,
        };
        let name = "seal".to_owned();
        alice.options(SigningField::Visible { name, page, rect })
    };
    let file = form();
    assert_eq!(code(&file, &field(2, 1.0, 5.0)), "sign_page_not_found");
    assert_eq!(code(&file, &field(0, 1.0, 5.0)), "sign_page_not_found");
    for (x, width) in [
        (99.0, 5.0),
        (-1.0, 5.0),
        (1.0, 0.0),
        (f64::NAN, 5.0),
        (1.0, f64::INFINITY),
    ] {
        assert_eq!(code(&file, &field(1, x, width)), "sign_rect");
    }
    let mut options = field(1, 95.0, 5.0);
    options.reserve = Some(usize::MAX);
    alice.sign(&file, &options);
}
