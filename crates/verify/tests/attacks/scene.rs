//! The signed form that is attacked, and how a change to it is made and judged.

use crate::support::{NOW, Signer, build, form, join, root};
use countersign_cms::HashState;
use countersign_pdf::{Dictionary, Document, Object, ObjectId, OpenOptions, Stream, Update};
use countersign_verify::{
    Changes, Severity, SignatureReport, VerifyError, VerifyOptions, compare_revisions, verify,
};

pub const CATALOG: ObjectId = ObjectId::new(1, 0);
pub const PAGES: ObjectId = ObjectId::new(2, 0);
pub const PAGE: ObjectId = ObjectId::new(3, 0);
pub const CONTENTS: ObjectId = ObjectId::new(4, 0);
pub const FORM: ObjectId = ObjectId::new(5, 0);
pub const NAME: ObjectId = ObjectId::new(6, 0);
pub const ALICE: ObjectId = ObjectId::new(7, 0);
pub const NOTE: ObjectId = ObjectId::new(9, 0);
pub const FONT: ObjectId = ObjectId::new(10, 0);

pub fn alice() -> Signer {
    Signer::new("Alice", 2)
}

pub fn signed() -> Vec<u8> {
    alice().sign_field(&form(), "alice")
}

pub fn continued(file: &[u8], change: impl FnOnce(&mut Update<'_>)) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&document);
    change(&mut update);
    join(file, &update.finish().unwrap())
}

pub fn verified(file: &[u8]) -> Vec<SignatureReport> {
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ..VerifyOptions::default()
    };
    let reports = verify(&document, &options).unwrap();
    assert_continues(&document, &options, &reports);
    // What the check of the first revision has seen is used, and makes no difference.
    let checked = Document::from_bytes(file).unwrap();
    checked.first_ambiguities().unwrap();
    assert_eq!(verify(&checked, &options).unwrap(), reports);
    reports
}

/// The signatures that are not acceptable, by field, with the codes of their errors.
fn refusals(reports: &[SignatureReport]) -> Vec<(Option<String>, Vec<String>)> {
    let refused = reports.iter().filter(|it| !it.acceptable);
    let mut refusals: Vec<_> = refused
        .map(|report| {
            let errors = report.findings.iter();
            let errors = errors.filter(|it| it.severity == Severity::Error);
            let mut codes: Vec<String> = errors.map(|it| it.code.to_string()).collect();
            codes.sort();
            (report.field.clone(), codes)
        })
        .collect();
    refusals.sort();
    refusals
}

/// Whatever was acceptable at an earlier revision: verifying only what follows refuses what verifying everything
/// refuses, for the same reasons, and nothing else.
pub fn assert_continues(document: &Document, options: &VerifyOptions, whole: &[SignatureReport]) {
    for revision in document.revisions().unwrap() {
        let Ok(base) = document.earlier(revision.end) else {
            continue;
        };
        let was_acceptable = verify(&base, options)
            .unwrap()
            .iter()
            .all(|it| it.acceptable);
        let since = VerifyOptions {
            since: Some(revision.end),
            ..options.clone()
        };
        let tail = verify(document, &since);
        assert_eq!(verify(&knowing(document, &base), &since), tail);
        match tail {
            Ok(tail) if was_acceptable => {
                assert_eq!(refusals(&tail), refusals(whole));
                let all = VerifyOptions {
                    include_known: true,
                    ..since
                };
                assert_eq!(refusals(&verify(document, &all).unwrap()), refusals(whole));
            }
            Ok(_) => {}
            // No sound revision ends there, so nobody can have accepted it.
            Err(cause) => assert!(matches!(cause, VerifyError::Revision(_)), "{cause}"),
        }
    }
}

pub fn compared(before: &[u8], after: &[u8]) -> Changes {
    let document = Document::from_bytes(after).unwrap();
    let (older, newer) = (before.len() as u64, after.len() as u64);
    let changes = compare_revisions(&document, older, newer).unwrap();
    let knowing = knowing(&document, &document.earlier(older).unwrap());
    assert_eq!(compare_revisions(&knowing, older, newer).unwrap(), changes);
    changes
}

/// The document, opened by somebody who has stored what there is to know of an earlier revision.
fn knowing(document: &Document, base: &Document) -> Document {
    let mut state = HashState::default();
    state.update(&base.read(0..base.len()).unwrap());
    let options = OpenOptions {
        known_hash: Some(state.write().into()),
        known_objects: Some(base.describe_objects().unwrap().into()),
        ..OpenOptions::default()
    };
    Document::open_shared(document.source(), options).unwrap()
}

pub fn has(report: &SignatureReport, code: &str) -> bool {
    report
        .findings
        .iter()
        .any(|finding| finding.code.as_str() == code)
}

pub fn appearance(text: &str) -> Stream {
    let dictionary = Dictionary::new()
        .with("Type", Object::name("XObject"))
        .with("Subtype", Object::name("Form"))
        .with("BBox", [0, 0, 100, 20].map(Object::Integer).to_vec());
    Stream::new(dictionary, format!("BT {text} ET"))
}

/// Fills a text field as a program does that asks no signature whether it may.
pub fn fill_directly(update: &mut Update<'_>, field: ObjectId, text: &str) {
    let fonts = Dictionary::new().with("Helv", FONT);
    let dictionary = Dictionary::new()
        .with("Type", Object::name("XObject"))
        .with("Subtype", Object::name("Form"))
        .with("BBox", [0, 0, 160, 20].map(Object::Integer).to_vec())
        .with("Resources", Dictionary::new().with("Font", fonts));
    let shown = format!("/Tx BMC\nq\nBT\n0 g\n2 6 Td\n/Helv 10 Tf\n({text}) Tj\nET\nQ\nEMC\n");
    let drawn = update.add(Stream::new(dictionary, shown));
    update
        .edit(field, |field| {
            field.insert("V", Object::text(text));
            field.insert("AP", Dictionary::new().with("N", drawn));
        })
        .unwrap();
}

pub fn rectangle(corners: [i64; 4]) -> Object {
    Object::Array(corners.map(Object::Integer).to_vec())
}

pub fn add_to_page(update: &mut Update<'_>, annotation: Dictionary) -> ObjectId {
    let id = update.add(annotation);
    update
        .edit(PAGE, |page| {
            let mut list = page.array(b"Annots").unwrap().to_vec();
            list.push(id.into());
            page.insert("Annots", list);
        })
        .unwrap();
    id
}

/// All objects of a file, written anew.
pub fn rebuilt(file: &[u8]) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut objects = Vec::new();
    for number in 1..=document
        .object_ids()
        .iter()
        .map(|id| id.number)
        .max()
        .unwrap()
    {
        let object = document.object(ObjectId::new(number, 0)).unwrap();
        let text = match object.as_stream() {
            Some(stream) => {
                let data = document.stream_data(stream).unwrap();
                let head = countersign_pdf::object_bytes(&Object::Dictionary(
                    stream.dictionary.clone().with("Length", data.len() as i64),
                ));
                format!(
                    "{}stream\n{}\nendstream",
                    String::from_utf8_lossy(&head),
                    String::from_utf8_lossy(&data)
                )
            }
            None => String::from_utf8(countersign_pdf::object_bytes(&object)).unwrap(),
        };
        objects.push(text);
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    build(&objects)
}

/// The offset that the last `startxref` names.
pub fn last_section(file: &[u8]) -> usize {
    let text = String::from_utf8_lossy(file);
    let (_, place) = text.rsplit_once("startxref").unwrap();
    place.split_whitespace().next().unwrap().parse().unwrap()
}

/// The file continued by these objects as they stand here, as foreign programs write them. `trailer`: what its trailer
/// has beside `/Size`, `/Root` and `/Prev`; `previous`: where the section before is.
pub fn appended(file: &[u8], objects: &[(u32, &str)], trailer: &str, previous: usize) -> Vec<u8> {
    let mut out = file.to_vec();
    let mut entries = String::new();
    for (number, object) in objects {
        entries += &format!("{number} 1\n{:010} 00000 n \n", out.len());
        out.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    if objects.is_empty() {
        entries += "0 0\n";
    }
    let section = out.len();
    out.extend(format!("xref\n{entries}trailer\n<</Size 90/Root 1 0 R/Prev {previous}{trailer}>>\nstartxref\n{section}\n%%EOF\n").bytes());
    out
}

/// The form with other objects in it: each text is replaced once.
pub fn tampered_form(replace: &[(&str, &str)]) -> Vec<u8> {
    let mut text = String::from_utf8(form()).unwrap();
    for (from, to) in replace {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    // Offsets are wrong now: appending once gives the file true ones again.
    let document = Document::from_bytes(text.into_bytes()).unwrap();
    let mut update = Update::new(&document);
    update.set(ObjectId::new(60, 0), Dictionary::new());
    let file = document.read(0..document.len()).unwrap();
    rebuilt(&join(&file, &update.finish().unwrap()))
}
