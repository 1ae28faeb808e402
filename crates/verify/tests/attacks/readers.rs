//! Revisions in which readers find different objects. How such revisions are made, each in many ways, is tested
//! with `countersign-pdf`; here is what the judge makes of them.

use super::scene::{alice, compared, continued, has, signed, verified};
use crate::support::{Signer, form, join};
use countersign_cms::Hasher;
use countersign_pdf::{Document, Object};
use countersign_sign::{
    SigningField, bind, check_signable, complete_with_signature, plan, prepare,
};
use countersign_verify::{ChangeKind, ChangeSeverity, Severity};

/// Appends another content of the page, which no section lists, and a harmless object that one does. `bend` changes
/// the section.
fn hidden(file: &[u8], bend: impl Fn(String) -> String) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    let prev = text.rsplit_once("startxref\n").unwrap().1;
    let prev = prev.lines().next().unwrap();
    let size = Document::from_bytes(file).unwrap().next_object_number();
    let drawing = "BT /F1 12 Tf 72 700 Td (pays 999999 EUR to Mallory) Tj ET";
    let forged = format!(
        "4 0 obj\n<</Length {}>>\nstream\n{drawing}\nendstream\nendobj\n",
        drawing.len()
    );
    let info = file.len() + forged.len();
    let object = format!("{size} 0 obj\n<</Title(x)>>\nendobj\n");
    let start = info + object.len();
    let section = format!(
        "xref\n{size} 1\n{info:010} 00000 n \ntrailer\n<</Size {}/Root 1 0 R/Info {size} 0 R/Prev {prev}>>\nstartxref\n{start}\n%%EOF\n",
        size + 1
    );
    [
        file,
        format!("{forged}{object}{}", bend(section)).as_bytes(),
    ]
    .concat()
}

/// Signs a file as a program does that looks at nothing: prepared on one of the same length that can be signed.
fn signed_unseen(signer: &Signer, file: &[u8], innocent: &[u8], field: &str) -> Vec<u8> {
    assert_eq!(file.len(), innocent.len());
    let options = signer.options(SigningField::Existing(field.to_owned()));
    let planned = plan(&Document::from_bytes(innocent).unwrap(), &options).unwrap();
    let whole = [file, &planned.tail.bytes].concat();
    let [start, length, rest, rest_length] = planned.byte_range.map(|it| it as usize);
    let mut hasher = Hasher::new(planned.digest);
    hasher.update(&whole[start..start + length]);
    hasher.update(&whole[rest..rest + rest_length]);
    let prepared = bind(&planned.session, &hasher.finish()).unwrap();
    let value = signer.key.sign(&prepared.tbs);
    join(
        file,
        &complete_with_signature(&prepared.session, &value).unwrap(),
    )
}

#[test]
fn a_hidden_object_after_a_signature_is_seen() {
    let before = signed();
    let bends: [fn(String) -> String; 4] = [
        |section| section,
        |section| section.replace(" n \n", " n\n"),
        |section| section.replace("startxref\n", "startxref\n%\n"),
        |section| section + &"\0".repeat(5_000),
    ];
    for bend in bends {
        let file = hidden(&before, bend);
        let report = &verified(&file)[0];
        assert!(report.intact && !report.acceptable, "{:?}", report.findings);
        assert!(has(report, "readers_may_disagree"));
        let changes = compared(&before, &file);
        let found = changes
            .changes
            .iter()
            .find(|it| it.kind == ChangeKind::Ambiguity);
        assert!(!changes.acceptable && found.is_some());
        assert_eq!(found.unwrap().severity, ChangeSeverity::Forbidden);
    }
}

#[test]
fn a_later_signature_covers_nothing_up() {
    let file = hidden(&signed(), |section| section);
    let bob = Signer::new("Bob", 3);
    let options = bob.options(SigningField::Existing("bob".to_owned()));
    let refused = prepare(&Document::from_bytes(file.clone()).unwrap(), &options);
    assert_eq!(
        refused.unwrap_err().code().as_str(),
        "sign_readers_may_disagree"
    );
    // Where the hidden object is, the innocent file has white space.
    let end = signed().len();
    let object = file[end..]
        .windows(6)
        .position(|part| part == b"endobj")
        .unwrap();
    let mut innocent = file.clone();
    innocent[end..end + object + 6].fill(b' ');
    let covered = signed_unseen(&bob, &file, &innocent, "bob");
    let reports = verified(&covered);
    assert_eq!(reports.len(), 2);
    let of = |name: &str| {
        reports
            .iter()
            .find(|it| it.field.as_deref() == Some(name))
            .unwrap()
    };
    assert!(!of("alice").acceptable && has(of("alice"), "readers_may_disagree"));
    // Nothing was changed after the second one, and it covers every byte: whoever made the file ambiguous did so before.
    let bob = of("bob");
    assert!(
        bob.intact && bob.acceptable && has(bob, "readers_may_have_disagreed"),
        "{:?}",
        bob.findings
    );
}

#[test]
fn a_file_that_was_ambiguous_when_it_was_signed_is_a_warning() {
    let sloppy = String::from_utf8(form())
        .unwrap()
        .replace("startxref\n", "startxref\n%\n");
    let document = Document::from_bytes(sloppy.clone()).unwrap();
    let refused = check_signable(&document);
    assert_eq!(
        refused.unwrap_err().code().as_str(),
        "sign_readers_may_disagree"
    );
    let innocent = sloppy.replace("startxref\n%\n", " \nstartxref\n");
    let file = signed_unseen(&alice(), sloppy.as_bytes(), innocent.as_bytes(), "alice");
    let report = &verified(&file)[0];
    let finding = report
        .findings
        .iter()
        .find(|it| it.code.as_str() == "readers_may_have_disagreed");
    assert_eq!(finding.unwrap().severity, Severity::Warning);
    assert!(report.acceptable, "{:?}", report.findings);
}

#[test]
fn honest_revisions_say_nothing_of_it() {
    let file = continued(&signed(), |update| {
        let info = update.add(Object::Dictionary(Default::default()));
        update.set_trailer("Info", info);
    });
    let report = &verified(&file)[0];
    assert!(report.acceptable, "{:?}", report.findings);
    assert!(!has(report, "readers_may_disagree") && !has(report, "readers_may_have_disagreed"));
}
