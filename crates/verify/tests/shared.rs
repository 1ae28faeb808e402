//! The signed and attacked files of ../shared, when they are beside the checkout.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use crate::support::{Signer, join, root};
use countersign_forms::{
    Field, FieldType, FieldValue, MergeOptions, PlaceField, Rect, merge, place,
};
use countersign_pdf::{Document, Update};
use countersign_sign::SigningField;
use countersign_verify::{
    Changes, Level, SignatureReport, VerifyOptions, compare_revisions, verify,
};

/// 2026-11-21 15:00 UTC.
const NOW: i64 = 1_795_273_200;

fn shared() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: ../shared is not beside the checkout");
    None
}

fn reports(shared: &Path, file: &str) -> Vec<SignatureReport> {
    let bytes = std::fs::read(shared.join("data/signatures").join(file)).unwrap();
    let document = Document::from_bytes(bytes).unwrap();
    let roots = ["out-rsa", "out-ec", "out-ed"];
    let trust = roots
        .map(|name| {
            shared
                .join("judge/signature/pki")
                .join(name)
                .join("root.cert.pem")
        })
        .map(|path| std::fs::read(path).unwrap());
    let options = VerifyOptions {
        trust: trust.to_vec(),
        at: NOW,
        ..VerifyOptions::default()
    };
    verify(&document, &options).unwrap()
}

fn findings(reports: &[SignatureReport]) -> String {
    let all: Vec<_> = reports.iter().map(|report| &report.findings).collect();
    format!("{all:#?}")
}

#[test]
fn valid_files_are_acceptable() {
    let Some(shared) = shared() else { return };
    let files: [(&str, &[Level]); 13] = [
        ("bb", &[Level::BB]),
        ("bt", &[Level::BT]),
        ("bt-pss", &[Level::BT]),
        ("bt-xrefstm", &[Level::BT]),
        ("ec-bt", &[Level::BT]),
        ("ec384-bt", &[Level::BT]),
        ("ed-bt", &[Level::BT]),
        ("blt", &[Level::BLT]),
        ("blta", &[Level::BLTA, Level::None]),
        ("two-sigs", &[Level::BT, Level::BB]),
        ("cert", &[Level::BT]),
        ("cert-p1", &[Level::BB]),
        ("later-formfill", &[Level::BT]),
    ];
    for (name, levels) in files {
        let reports = reports(&shared, &format!("valid/{name}.pdf"));
        let found: Vec<Level> = reports.iter().map(|report| report.level).collect();
        for report in &reports {
            assert!(report.acceptable, "{name}: {:#?}", report.findings);
        }
        assert_eq!(found, levels, "{name}: {}", findings(&reports));
    }
}

#[test]
fn attacks_are_named() {
    let Some(shared) = shared() else { return };
    let files = [
        ("tampered", "digest_mismatch"),
        ("later-content", "later_content"),
        ("p1-then-fill", "certification_forbids"),
        ("literal-gap-bb", "gap_not_exact"),
        ("literal-gap-bt", "gap_not_exact"),
        ("nonzero-padding", "padding_not_zero"),
        ("trailing-noxref", "later_bytes"),
        ("eaa-p3", "later_annotation"),
        ("ssa-p2", "later_field_added"),
        ("ssa-empty-p2", "later_field_added"),
    ];
    for (name, code) in files {
        let reports = reports(&shared, &format!("attack/{name}.pdf"));
        let bad: Vec<_> = reports.iter().filter(|report| !report.acceptable).collect();
        assert!(!bad.is_empty(), "{name} was accepted");
        let named = bad
            .iter()
            .any(|report| report.findings.iter().any(|one| one.code.as_str() == code));
        assert!(named, "{name}: {}", findings(&reports));
    }
}

/// The list was made with the test authority's key, as its own would be.
#[test]
fn a_revoked_signer_is_named() {
    let Some(shared) = shared() else { return };
    let file = shared.join("data/signatures/attack/revoked-bt.pdf");
    let document = Document::from_bytes(std::fs::read(file).unwrap()).unwrap();
    let root = std::fs::read(shared.join("judge/signature/pki/out-rsa/root.cert.pem")).unwrap();
    let mut options = VerifyOptions {
        trust: vec![root],
        at: NOW,
        ..VerifyOptions::default()
    };
    let requests = countersign_verify::revocation_requests(&document, &options).unwrap();
    assert!(requests.iter().any(|one| one.certificate == "Revoked Rita"));
    options.crls = vec![include_bytes!("fixtures/issuing-ca.crl").to_vec()];
    let report = verify(&document, &options).unwrap().remove(0);
    assert!(!report.acceptable && !report.trusted && report.intact);
    let codes: Vec<&str> = report
        .findings
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert!(codes.contains(&"certificate_revoked"), "{codes:?}");
}

/// A text field and a signature field for each of two people.
fn placed(file: &[u8]) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&document);
    let mut fields = Vec::new();
    for (row, name) in ["one", "two"].into_iter().enumerate() {
        for (kind, what) in [
            (FieldType::Text, "text"),
            (FieldType::Signature, "signature"),
        ] {
            let y = 10.0 + 10.0 * row as f64;
            let x = if kind == FieldType::Text { 5.0 } else { 40.0 };
            let field = Field {
                id: format!("{name} {what}"),
                kind,
                rect: Rect {
                    x,
                    y,
                    width: 20.0,
                    height: 4.0,
                },
                field_name: format!("{name} {what}"),
                ..Field::default()
            };
            fields.push(PlaceField {
                field,
                as_signature: kind == FieldType::Signature,
            });
        }
    }
    place(&mut update, &fields, &MergeOptions::default()).unwrap();
    join(file, &update.finish().unwrap())
}

#[test]
fn real_forms_are_placed_filled_and_signed_by_two() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("data/forms/original");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let original = std::fs::read(&path).unwrap();
        let Ok(document) = Document::from_bytes(original.clone()) else {
            println!("{name}: not opened");
            continue;
        };
        if !countersign_forms::locks::permits(&document, countersign_forms::locks::may_place) {
            println!("{name}: protected");
            continue;
        }
        if let Err(cause) = countersign_sign::check_signable(&document) {
            println!("{name}: {cause}");
            continue;
        }
        let start = std::time::Instant::now();
        let alone = Signer::new("Signer", 5);
        let rect = Rect {
            x: 5.0,
            y: 5.0,
            width: 20.0,
            height: 5.0,
        };
        let field = SigningField::Visible {
            name: "alone".to_owned(),
            page: 1,
            rect,
        };
        let sealed = alone.sign(&original, &alone.options(field));
        let changes = compare(&original, &sealed);
        assert!(changes.acceptable, "{name}: {:#?}", changes.changes);
        let file = placed(&original);
        let changes = compare(&original, &file);
        assert!(changes.acceptable, "{name}: {:#?}", changes.changes);
        assert_eq!(changes.added_fields.len(), 4, "{name}");
        let first = signed_by(&file, "one", 2);
        let changes = compare(&file, &first);
        assert!(changes.acceptable, "{name}: {:#?}", changes.changes);
        assert_eq!(
            (changes.filled_fields, changes.signed_fields),
            (
                vec!["one text".to_owned()],
                vec!["one signature".to_owned()]
            )
        );
        count += 1;
        // Trying every field of every form takes long: one in six.
        let (whole, names) = match count % 6 {
            1 => filled(&file),
            _ => (first.clone(), vec!["one text".to_owned()]),
        };
        let changes = compare(&file, &whole);
        assert!(
            changes.acceptable,
            "{name}: {:#?}",
            changes.changes.iter().take(4).collect::<Vec<_>>()
        );
        let foreign: Vec<_> = changes
            .filled_fields
            .iter()
            .filter(|it| !names.contains(it))
            .collect();
        assert!(foreign.is_empty(), "{name}: {foreign:?}");
        let second = signed_by(&first, "two", 3);
        let options = VerifyOptions {
            trust: vec![root().make().der().to_vec()],
            at: NOW,
            ..VerifyOptions::default()
        };
        let reports = verify(&Document::from_bytes(second).unwrap(), &options).unwrap();
        assert_eq!(reports.len(), 2, "{name}");
        assert!(
            reports.iter().all(|report| report.acceptable),
            "{name}: {}",
            findings(&reports)
        );
        println!("{name}: {:?}", start.elapsed());
    }
    assert!(count > 80, "{count}");
}

fn compare(before: &[u8], after: &[u8]) -> Changes {
    let document = Document::from_bytes(after).unwrap();
    compare_revisions(&document, before.len() as u64, after.len() as u64).unwrap()
}

fn signed_by(file: &[u8], person: &str, key: u8) -> Vec<u8> {
    let signer = Signer::new("Signer", key);
    let mut options = signer.options(SigningField::Existing(format!("{person} signature")));
    let value = FieldValue::Text("Read and agreed".to_owned());
    options.values.insert(format!("{person} text"), value);
    signer.sign(file, &options)
}

/// Every text and check box of the form itself, filled by a first signer.
fn filled(file: &[u8]) -> (Vec<u8>, Vec<String>) {
    let signer = Signer::new("Signer", 4);
    let mut options = signer.options(SigningField::Existing("one signature".to_owned()));
    let mut names = Vec::new();
    let document = Document::from_bytes(file).unwrap();
    for field in countersign_forms::read(&document).unwrap() {
        let value = match field.kind {
            FieldType::Text if !field.readonly => FieldValue::Text("7".to_owned()),
            FieldType::Checkmark if !field.readonly && field.group.is_none() => {
                FieldValue::Checked(true)
            }
            _ => continue,
        };
        // Choices take only what they offer.
        let one = [(field.field_name.clone(), value.clone())].into();
        if merge(&mut Update::new(&document), &one, &MergeOptions::default()).is_ok() {
            names.push(field.field_name.clone());
            options.values.insert(field.field_name, value);
        }
    }
    (signer.sign(file, &options), names)
}
