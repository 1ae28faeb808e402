//! The signed and attacked files of ../shared, when they are beside the checkout.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use countersign_pdf::Document;
use countersign_verify::{Level, SignatureReport, VerifyOptions, verify};

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
        ignore_trust: false,
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
    // Long-term levels need the material of the DSS, which is not looked at yet: these reach B-T.
    let files: [(&str, &[Level]); 13] = [
        ("bb", &[Level::BB]),
        ("bt", &[Level::BT]),
        ("bt-pss", &[Level::BT]),
        ("bt-xrefstm", &[Level::BT]),
        ("ec-bt", &[Level::BT]),
        ("ec384-bt", &[Level::BT]),
        ("ed-bt", &[Level::BT]),
        ("blt", &[Level::BT]),
        ("blta", &[Level::BT, Level::None]),
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
            .any(|report| report.findings.iter().any(|one| one.code == code));
        assert!(named, "{name}: {}", findings(&reports));
    }
}
