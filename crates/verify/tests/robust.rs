//! Broken and hostile files: a verdict or an error, never a panic or a hang.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{NOW, Signer, form, root};
use countersign_pdf::{Document, OpenOptions, SectionSource};
use countersign_sign::{SigningField, prepare};
use countersign_verify::{VerifyOptions, compare_revisions, signatures, verify};

fn options() -> VerifyOptions {
    VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ..VerifyOptions::default()
    }
}

/// Everything that can be asked about a file, whatever comes of it.
fn ask(bytes: Vec<u8>) {
    let length = bytes.len() as u64;
    let Ok(document) = Document::from_bytes(bytes) else {
        return;
    };
    let reports = verify(&document, &options()).unwrap();
    signatures(&document).unwrap();
    for report in reports {
        assert!(report.acceptable || !report.findings.is_empty());
    }
    let ends: Vec<u64> = document
        .revisions()
        .map(|all| all.iter().map(|one| one.end).collect())
        .unwrap_or_default();
    for end in ends.into_iter().take(4) {
        let _ = compare_revisions(&document, end, length);
    }
    let field = SigningField::Invisible {
        name: "Mine".to_owned(),
    };
    let _ = prepare(&document, &Signer::new("Alice", 2).options(field));
}

#[test]
fn files_of_other_projects_test_suites_end_in_a_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pdf");
    if !folder.is_dir() {
        println!("skipped: ../shared is not beside the checkout");
        return;
    }
    for group in ["pdfjs", "qpdf"] {
        for entry in std::fs::read_dir(folder.join(group)).unwrap() {
            let path = entry.unwrap().path();
            let start = Instant::now();
            ask(std::fs::read(&path).unwrap());
            let time = start.elapsed();
            assert!(
                time < Duration::from_secs(20),
                "{} took {time:?}",
                path.display()
            );
        }
    }
}

/// A small generator: the same bytes in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn tampered_and_cut_files_end_in_a_verdict() {
    let alice = Signer::new("Alice", 2);
    let bob = Signer::new("Bob", 3);
    let signed = bob.sign_field(&alice.sign_field(&form(), "alice"), "bob");
    let mut random = Random(7);
    let words = [
        "0",
        "null",
        "-1",
        "9999999999",
        "4 0 R",
        "<<",
        ">>",
        "[",
        "]",
        "endobj",
        "/V",
        "/Kids",
        "stream",
    ];
    for _ in 0..400 {
        let mut tampered = signed.clone();
        for _ in 0..1 + random.below(6) {
            let at = random.below(tampered.len());
            match random.below(4) {
                0 => tampered[at] = random.below(256) as u8,
                1 => {
                    let word = words[random.below(words.len())].as_bytes();
                    let end = (at + word.len()).min(tampered.len());
                    tampered[at..end].copy_from_slice(&word[..end - at]);
                }
                2 => tampered.truncate(at.max(1)),
                _ => {
                    let from = random.below(tampered.len());
                    let length = random.below(200).min(tampered.len() - from.max(at));
                    let piece = tampered[from..from + length].to_vec();
                    tampered[at..at + length].copy_from_slice(&piece);
                }
            }
        }
        ask(tampered);
    }
}

#[test]
fn password_protected_files_are_compared_with_their_password() {
    let path = std::env::temp_dir().join(format!("countersign-password-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    let (plain, locked) = (path.join("plain.pdf"), path.join("locked.pdf"));
    std::fs::write(&plain, form()).unwrap();
    let output = std::process::Command::new("qpdf")
        .args(["--encrypt", "user", "owner", "256", "--"])
        .args([&plain, &locked])
        .output();
    let Ok(output) = output else {
        println!("skipped: qpdf is missing");
        return;
    };
    assert!(output.status.success());
    let file = std::fs::read(&locked).unwrap();
    std::fs::remove_dir_all(&path).unwrap();
    let open = |bytes: &[u8]| {
        let source: std::rc::Rc<dyn countersign_pdf::Source> =
            std::rc::Rc::new(countersign_pdf::MemorySource::new(bytes));
        let length = bytes.len() as u64;
        Document::open(
            SectionSource::new(source, length),
            OpenOptions::with_password("user"),
        )
        .unwrap()
    };
    let alice = Signer::new("Alice", 2);
    let options_of = alice.options(SigningField::Existing("alice".to_owned()));
    let prepared = prepare(&open(&file), &options_of).unwrap();
    let value = alice.key.sign(&prepared.tbs);
    let tail = countersign_sign::complete_with_signature(&prepared.session, &value).unwrap();
    let signed = crate::support::join(&file, &tail);
    let bob = Signer::new("Bob", 3);
    let prepared = prepare(
        &open(&signed),
        &bob.options(SigningField::Existing("bob".to_owned())),
    )
    .unwrap();
    let value = bob.key.sign(&prepared.tbs);
    let tail = countersign_sign::complete_with_signature(&prepared.session, &value).unwrap();
    let both = crate::support::join(&signed, &tail);
    let reports = verify(&open(&both), &options()).unwrap();
    assert_eq!(reports.len(), 2);
    assert!(
        reports.iter().all(|report| report.acceptable),
        "{:#?}",
        reports[0].findings
    );
    let changes = compare_revisions(&open(&both), signed.len() as u64, both.len() as u64).unwrap();
    assert_eq!(changes.signed_fields, ["bob"]);
}
