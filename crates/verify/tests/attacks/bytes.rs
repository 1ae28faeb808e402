//! Bytes, entries and cross-reference chains that are bent.

use super::scene::{compared, has, signed, verified};
use crate::support::{NOW, form, root};
use countersign_pdf::Document;
use countersign_verify::{
    Change, ChangeKind, ChangeSeverity, VerifyOptions, compare_revisions, verify,
};

#[test]
fn bytes_after_the_end_are_seen() {
    let mut file = signed();
    file.extend(b"\n");
    assert!(verified(&file)[0].acceptable, "a line end is nothing");
    let mut blanks = file.clone();
    blanks.extend(b" ");
    assert!(
        has(&verified(&blanks)[0], "readers_may_disagree"),
        "more may keep a reader from finding the end"
    );
    file.extend(b"junk");
    let reports = verified(&file);
    assert!(!reports[0].acceptable && has(&reports[0], "later_bytes"));
}

#[test]
fn a_chain_that_leaves_the_signature_out_is_seen() {
    let original = form();
    let before = signed();
    let rest = original
        .windows(9)
        .rposition(|part| part == b"startxref")
        .unwrap();
    let start: usize = String::from_utf8_lossy(&original[rest + 9..])
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let mut after = before.clone();
    let position = after.len();
    after.extend(format!("xref\n0 0\ntrailer\n<</Size 11/Root 1 0 R/Prev {start}>>\nstartxref\n{position}\n%%EOF\n").bytes());
    let changes = compared(&before, &after);
    let broken = |change: &Change| {
        change.kind == ChangeKind::Bytes && change.severity == ChangeSeverity::Forbidden
    };
    assert!(changes.changes.iter().any(broken), "{:#?}", changes.changes);
}

#[test]
fn broken_entries_of_the_signature_never_pass() {
    let good = signed();
    let text = String::from_utf8(good.clone()).unwrap();
    let at = text.find("/ByteRange").unwrap();
    let end = at + text[at..].find(']').unwrap() + 1;
    let range = text[at..end].to_owned();
    let width = range.len();
    let forms = [
        "/ByteRange[0 0 0 0]",
        "/ByteRange[]",
        "/ByteRange null",
        "/ByteRange[-1 9 9 9]",
        "/ByteRang2[0 9]",
        "/ByteRange[0 1 2]",
        "/ByteRange[0 9999999 1 1]",
    ];
    for form in forms {
        let tampered = text.replace(&range, &format!("{form:<width$}"));
        let reports = verified(tampered.as_bytes());
        assert!(!reports[0].acceptable && !reports[0].intact, "{form}");
        assert!(has(&reports[0], "byte_range_malformed"), "{form}");
    }
    let start = text.find("/Contents<").unwrap();
    for bend in ["/Content2<", "/Contents("] {
        let tampered = format!("{}{bend}{}", &text[..start], &text[start + bend.len()..]);
        let document = Document::from_bytes(tampered.clone());
        assert!(
            document.is_err()
                || verified(tampered.as_bytes())
                    .iter()
                    .all(|it| !it.acceptable),
            "{bend}"
        );
    }
}

#[test]
fn no_tampered_byte_passes() {
    let good = signed();
    let gap = verified(&good)[0].byte_range.clone();
    let (start, end) = (gap[1] as usize, gap[2] as usize);
    // The chain beside the signer's certificate is not signed: anyone may change it, it proves only what anchors vouch for.
    let digits = String::from_utf8(good[start..end].to_vec()).unwrap();
    let spare: String = root()
        .make()
        .der()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let spare = start + digits.find(&spare).unwrap();
    let spare = spare..spare + 2 * root().make().der().len();
    let places =
        (0..good.len()).filter(|at| !spare.contains(at) && (*at < start + 4200 || at % 97 == 0));
    for at in places.step_by(6) {
        let mut tampered = good.clone();
        tampered[at] ^= 0x01;
        let Ok(document) = Document::from_bytes(tampered) else {
            continue;
        };
        let options = VerifyOptions {
            trust: vec![root().make().der().to_vec()],
            at: NOW,
            ..VerifyOptions::default()
        };
        let reports = verify(&document, &options).unwrap();
        let accepted = reports.iter().any(|report| report.acceptable);
        assert!(!accepted, "byte {at} of {}, gap from {start}", good.len());
    }
}

#[test]
fn lengths_that_are_no_revision_are_refused() {
    let file = signed();
    let document = Document::from_bytes(file.clone()).unwrap();
    let length = file.len() as u64;
    for (older, newer) in [(0, length), (length, 0), (1, length), (length, length + 1)] {
        assert!(compare_revisions(&document, older, newer).is_err());
    }
    assert!(
        compare_revisions(&document, length, length)
            .unwrap()
            .changes
            .is_empty()
    );
}
