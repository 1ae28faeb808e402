//! Long histories and crowded documents: the time grows with the file, not with its square.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use crate::support::{NOW, Signer, form, root};
use countersign_pdf::Document;
use countersign_sign::SigningField;
use countersign_verify::{SignatureReport, VerifyOptions, verify};

fn judged(file: Vec<u8>) -> (Vec<SignatureReport>, Duration) {
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ..VerifyOptions::default()
    };
    let start = Instant::now();
    let reports = verify(&document, &options).unwrap();
    (reports, start.elapsed())
}

/// The offset that the last `startxref` names.
fn last_section(file: &[u8]) -> usize {
    let text = String::from_utf8_lossy(&file[file.len() - 64..]).into_owned();
    let at = text.rfind("startxref").unwrap() + 9;
    text[at..]
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

/// The file with `count` revisions, each of which fills the field `name` anew.
fn filled(mut file: Vec<u8>, count: usize) -> Vec<u8> {
    let mut previous = last_section(&file);
    for number in 0..count {
        let place = file.len();
        let field = format!(
            "6 0 obj\n<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[20 200 200 220]/F 4/P 3 0 R/DA(/Helv 10 Tf 0 g)/V({number})>>\nendobj\n"
        );
        file.extend(field.bytes());
        let section = file.len();
        let end = format!(
            "xref\n6 1\n{place:010} 00000 n \ntrailer\n<</Size 40/Root 1 0 R/Prev {previous}>>\nstartxref\n{section}\n%%EOF\n"
        );
        file.extend(end.bytes());
        previous = section;
    }
    file
}

#[test]
fn a_thousand_revisions_after_two_signatures_are_judged_at_once() {
    let first = Signer::new("Alice", 2).sign_field(&form(), "alice");
    let file = filled(first, 500);
    let file = Signer::new("Bob", 3).sign_field(&file, "bob");
    let (reports, time) = judged(filled(file, 500));
    assert_eq!(reports.len(), 2);
    assert!(
        reports.iter().all(|report| report.acceptable),
        "{reports:#?}"
    );
    assert!(time < Duration::from_secs(3), "{time:?}");
}

#[test]
fn signatures_in_a_row_take_as_long_as_they_are_many() {
    let time_of = |count: usize| {
        let mut file = form();
        for number in 0..count {
            let signer = Signer::new("Signer", 2 + (number % 40) as u8);
            let name = format!("signature {number}");
            file = signer.sign(&file, &signer.options(SigningField::Invisible { name }));
        }
        let (reports, time) = judged(file);
        assert_eq!(reports.len(), count);
        assert!(reports.iter().all(|report| report.acceptable));
        time
    };
    let (few, many) = (time_of(25), time_of(100));
    println!("25 signatures: {few:?}, 100: {many:?}");
    assert!(many < Duration::from_secs(8), "{few:?} {many:?}");
}

#[test]
fn a_signature_that_ten_thousand_fields_claim_is_judged_in_time() {
    let signed = Signer::new("Alice", 2).sign_field(&form(), "alice");
    let document = Document::from_bytes(signed.clone()).unwrap();
    let field = document
        .object(countersign_pdf::ObjectId::new(7, 0))
        .unwrap();
    let value = field.as_dictionary().unwrap().reference(b"V").unwrap();
    let mut file = signed;
    let previous = last_section(&file);
    let place = file.len();
    let claims: String = (0..10_000)
        .map(|number| format!("<</FT/Sig/T(c{number})/V {} 0 R>>", value.number))
        .collect();
    file.extend(format!("5 0 obj\n<</Fields[6 0 R 7 0 R 8 0 R 9 0 R{claims}]>>\nendobj\n").bytes());
    let section = file.len();
    file.extend(format!("xref\n5 1\n{place:010} 00000 n \ntrailer\n<</Size 40/Root 1 0 R/Prev {previous}>>\nstartxref\n{section}\n%%EOF\n").bytes());
    let (reports, time) = judged(file);
    assert!(reports.iter().all(|report| !report.acceptable));
    assert!(time < Duration::from_secs(10), "{time:?}");
}
