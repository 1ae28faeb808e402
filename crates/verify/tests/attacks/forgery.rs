//! Universal signature forgery: entries of the signature that are missing, empty or of another kind,
//! so that a validator skips the check that would fail.

use super::scene::{ALICE, continued, signed, verified};
use countersign_pdf::{Document, Object, ObjectId, PdfString};
use countersign_verify::Severity;

/// Values that an entry can be given instead of its own.
fn strange_values() -> Vec<(&'static str, Option<Object>)> {
    let text = |bytes: &[u8]| Some(Object::String(PdfString::hexadecimal(bytes)));
    let list = |numbers: &[i64]| {
        let numbers: Vec<Object> = numbers.iter().copied().map(Object::Integer).collect();
        Some(Object::Array(numbers))
    };
    vec![
        ("missing", None),
        ("null", Some(Object::Null)),
        (
            "reference to nothing",
            Some(Object::Reference(ObjectId::new(900, 0))),
        ),
        ("reference to itself", Some(Object::Reference(ALICE))),
        ("number", Some(Object::Integer(0))),
        ("name", Some(Object::name("None"))),
        ("true", Some(Object::Bool(true))),
        ("empty text", text(b"")),
        ("zero", text(&[0])),
        ("zeros", text(&[0; 4096])),
        ("not CMS", text(b"not a signature")),
        ("empty sequence", text(&[0x30, 0])),
        ("empty list", list(&[])),
        ("nothing covered", list(&[0, 0, 0, 0])),
        ("negative", list(&[0, -1, 1, -1])),
        ("short", list(&[0, 10])),
        ("odd", list(&[0, 10, 20])),
        ("long", list(&[0, 10, 20, 30, 40, 50])),
        ("backwards", list(&[500, 10, 0, 10])),
        ("overlapping", list(&[0, 500, 100, 500])),
        ("far away", list(&[0, 10, i64::MAX, i64::MAX])),
        ("texts", Some(Object::Array(vec![Object::text("0"); 4]))),
        (
            "numbers with points",
            Some(Object::Array(vec![Object::Real(0.0); 4])),
        ),
        (
            "nested",
            Some(Object::Array(vec![Object::Array(Vec::new()); 4])),
        ),
    ]
}

fn value_of(file: &[u8]) -> ObjectId {
    let document = Document::from_bytes(file).unwrap();
    let field = document.object(ALICE).unwrap();
    let field = field.as_dictionary().unwrap();
    field.reference(b"V").unwrap()
}

fn assert_refused(file: &[u8], what: &str) {
    let Ok(document) = Document::from_bytes(file) else {
        return;
    };
    drop(document);
    let reports = verified(file);
    assert!(!reports.is_empty(), "{what}: the signature was not seen");
    for report in reports {
        assert!(!report.acceptable, "{what} was accepted");
        let named = report
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        assert!(named, "{what}: no reason was given");
    }
}

/// In a later revision the dictionary of the signature has another entry, or another dictionary
/// takes its place.
#[test]
fn entries_that_a_later_revision_bends() {
    let before = signed();
    let value = value_of(&before);
    for key in [
        &b"Contents"[..],
        b"ByteRange",
        b"SubFilter",
        b"Filter",
        b"Type",
        b"Reference",
    ] {
        for (what, strange) in strange_values() {
            if (key, what) == (b"Reference", "missing") {
                continue;
            }
            let what = format!("/{} {what}", String::from_utf8_lossy(key));
            let bend = |it: &mut countersign_pdf::Dictionary| match &strange {
                Some(strange) => it.insert(key, strange.clone()),
                None => it.remove(key),
            };
            let after = continued(&before, |it| {
                it.edit(value, bend).unwrap();
            });
            assert_refused(&after, &what);
            let copied = continued(&before, |it| {
                let object = it.get(value).unwrap();
                let mut copy = object.as_dictionary().unwrap().clone();
                bend(&mut copy);
                let copy = it.add(copy);
                it.edit(ALICE, |field| field.insert("V", copy)).unwrap();
            });
            assert_refused(&copied, &format!("{what} in a copy"));
        }
    }
}

/// The same in the signed bytes themselves.
#[test]
fn entries_that_are_tampered_in_their_place() {
    let good = signed();
    let text = String::from_utf8(good.clone()).unwrap();
    let bend = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let width = from.len();
        text.replacen(from, &format!("{to:<width$}"), 1)
            .into_bytes()
    };
    let cases = [
        ("/ByteRange", "/ByteRang2"),
        ("/Contents<", "/Content2<"),
        ("/SubFilter/ETSI.CAdES.detached", "/SubFilter null"),
        ("/SubFilter/ETSI.CAdES.detached", "/SubFilter/ETSI.RFC3161"),
        (
            "/SubFilter/ETSI.CAdES.detached",
            "/SubFilter/adbe.pkcs7.sha1",
        ),
        ("/Type/Sig", "/Type/Nix"),
        ("/Type/Sig", "/Typo/Sig"),
        ("/FT/Sig/T(alice)", "/FT/Tx /T(alice)"),
        ("/FT/Sig/T(alice)", "/FX/Sig/T(alice)"),
    ];
    for (from, to) in cases {
        let tampered = bend(from, to);
        let accepted = verified(&tampered).iter().any(|report| report.acceptable);
        assert!(!accepted, "{from} → {to}");
    }
    let start = text.find("/Contents<").unwrap() + 10;
    let end = start + text[start..].find('>').unwrap();
    let hollow = ["", "00", "3000", "30800000"];
    for digits in hollow {
        let mut tampered = good.clone();
        tampered[start..end].fill(b'0');
        tampered[start..start + digits.len()].copy_from_slice(digits.as_bytes());
        assert_refused(&tampered, &format!("contents {digits:?}"));
    }
}

/// The signature leaves the form: what was signed once is not called unsigned.
#[test]
fn a_signature_that_is_taken_out_is_missed() {
    let before = signed();
    let value = value_of(&before);
    type Change = fn(&mut countersign_pdf::Update<'_>, ObjectId);
    let cases: [(&str, Change); 6] = [
        ("no value", |it, _| {
            it.edit(ALICE, |field| field.remove(b"V")).unwrap();
        }),
        ("null", |it, _| {
            it.edit(ALICE, |field| field.insert("V", Object::Null))
                .unwrap();
        }),
        ("value deleted", |it, value| it.remove(value)),
        ("value hollow", |it, value| it.set(value, Object::Null)),
        ("another kind of field", |it, _| {
            it.edit(ALICE, |field| field.insert("FT", Object::name("Tx")))
                .unwrap();
        }),
        ("no form", |it, _| {
            it.edit(super::scene::CATALOG, |catalog| catalog.remove(b"AcroForm"))
                .unwrap();
        }),
    ];
    for (what, change) in cases {
        let after = continued(&before, |it| change(it, value));
        let reports = verified(&after);
        assert_eq!(reports.len(), 1, "{what}");
        assert!(!reports[0].acceptable, "{what}");
        let found = super::scene::has(&reports[0], "signature_removed");
        assert!(found, "{what}: {:#?}", reports[0].findings);
        assert_eq!(reports[0].field.as_deref(), Some("alice"));
    }
}
