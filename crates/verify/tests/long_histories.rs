//! Long histories and crowded documents: the time grows with the file, not with its square.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use crate::support::{NOW, Signer, form, root};
use countersign_pdf::Document;
use countersign_sign::SigningField;
use countersign_verify::{SignatureReport, VerifyOptions, verify};

fn verified(file: Vec<u8>) -> (Vec<SignatureReport>, Duration) {
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
fn a_thousand_revisions_after_two_signatures_are_validated_at_once() {
    let first = Signer::new("Alice", 2).sign_field(&form(), "alice");
    let file = filled(first, 500);
    let file = Signer::new("Bob", 3).sign_field(&file, "bob");
    let (reports, time) = verified(filled(file, 500));
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
        let (reports, time) = verified(file);
        assert_eq!(reports.len(), count);
        assert!(reports.iter().all(|report| report.acceptable));
        time
    };
    let (few, many) = (time_of(25), time_of(100));
    println!("25 signatures: {few:?}, 100: {many:?}");
    assert!(many < Duration::from_secs(8), "{few:?} {many:?}");
}

#[test]
fn a_signature_that_ten_thousand_fields_claim_is_validated_in_time() {
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
    let (reports, time) = verified(file);
    assert!(reports.iter().all(|report| !report.acceptable));
    assert!(time < Duration::from_secs(10), "{time:?}");
}

/// The file with a form of `count` more signature fields, whose signatures claim the first byte range and are none.
fn crowded(file: &[u8], count: usize) -> Vec<u8> {
    let document = Document::from_bytes(file.to_vec()).unwrap();
    let range = verify(&document, &VerifyOptions::default()).unwrap()[0]
        .byte_range
        .clone();
    let range: Vec<String> = range.iter().map(u64::to_string).collect();
    let range = range.join(" ");
    let mut out = file.to_vec();
    let mut entries = String::new();
    let mut kids = String::new();
    for number in 0..count {
        let (field, value) = (100 + 2 * number, 101 + 2 * number);
        kids += &format!(" {field} 0 R");
        let objects = [
            format!("{field} 0 obj\n<</FT/Sig/T(c{number})/V {value} 0 R>>\nendobj\n"),
            format!(
                "{value} 0 obj\n<</Filter/Adobe.PPKLite/ByteRange[{range}]/Contents<00>>>\nendobj\n"
            ),
        ];
        for object in objects {
            entries += &format!("{:010} 00000 n \n", out.len());
            out.extend(object.bytes());
        }
    }
    let form = out.len();
    out.extend(format!("5 0 obj\n<</Fields[6 0 R 7 0 R 8 0 R 9 0 R{kids}]>>\nendobj\n").bytes());
    let (section, previous) = (out.len(), last_section(file));
    out.extend(
        format!(
            "xref\n5 1\n{form:010} 00000 n \n100 {}\n{entries}trailer\n<</Size {}/Root 1 0 R/Prev {previous}>>\nstartxref\n{section}\n%%EOF\n",
            2 * count,
            100 + 2 * count,
        )
        .bytes(),
    );
    out
}

/// Each signature has as many later changes as there are fields: all of them, told by all, are their square.
#[test]
fn reports_of_a_crowded_document_name_a_part_and_count_the_rest() {
    let file = crowded(&Signer::new("Alice", 2).sign_field(&form(), "alice"), 1_000);
    let (reports, _) = verified(file);
    assert_eq!(reports.len(), 1_001);
    assert!(reports.iter().all(|report| !report.acceptable));
    let reported = |report: &SignatureReport| report.changes.len() + report.findings.len();
    let reported: usize = reports.iter().map(reported).sum();
    assert!(reported < 40_000, "{reported}");
    let alice = reports
        .iter()
        .find(|it| it.field.as_deref() == Some("alice"));
    let alice = alice.unwrap();
    let changes = alice.changes.len() + alice.changes_omitted as usize;
    assert!(changes >= 2_000, "{changes}");
    assert!(alice.findings_omitted > 900, "{}", alice.findings_omitted);
    let size = serde_json::to_string(&reports).unwrap().len();
    assert!(size < 20_000_000, "{size}");
}

/// A document of pages with a picture and two fields each: 1,000 of them are 55 MB.
fn large(pages: usize, picture: usize) -> Vec<u8> {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R/AcroForm 3 0 R>>".to_owned(),
        String::new(),
        String::new(),
    ];
    let (mut kids, mut fields) = (String::new(), String::new());
    for page in 0..pages {
        let first = objects.len() + 1;
        let (name, other) = (first + 3, first + 4);
        kids += &format!(" {first} 0 R");
        fields += &format!(" {name} 0 R {other} 0 R");
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {} 0 R/Resources<</XObject<</I {} 0 R>>>>/Annots[{name} 0 R {other} 0 R]>>",
            first + 1,
            first + 2,
        ));
        objects.push("<</Length 25>>stream\nq 9 0 0 9 9 9 cm /I Do Q \nendstream".to_owned());
        let data = "x".repeat(picture);
        objects.push(format!("<</Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length {picture}>>stream\n{data}\nendstream"));
        for number in [1, 2] {
            objects.push(format!("<</Type/Annot/Subtype/Widget/FT/Tx/T(p{page}f{number})/Rect[100 {number}00 400 {number}20]/F 4/DA(/Helv 11 Tf 0 g)>>"));
        }
    }
    objects[1] = format!("<</Type/Pages/Kids[{kids}]/Count {pages}>>");
    objects[2] = format!(
        "<</Fields[{fields}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
    );
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    crate::support::build(&objects)
}

fn signed_in_a_row(mut file: Vec<u8>, count: usize) -> Vec<u8> {
    for number in 0..count {
        let signer = Signer::new("Signer", 2 + (number % 40) as u8);
        let name = format!("signature {number}");
        file = signer.sign(&file, &signer.options(SigningField::Invisible { name }));
    }
    file
}

/// Writes what `docs/decisions/0031-revision-comparison.md` was measured with into the folder `COUNTERSIGN_FILES`.
#[test]
#[ignore = "writes files for measurements by hand"]
fn files_for_measurements() {
    let folder = std::path::PathBuf::from(std::env::var("COUNTERSIGN_FILES").unwrap());
    let alice = Signer::new("Alice", 2).sign_field(&form(), "alice");
    let write = |name: &str, file: Vec<u8>| {
        println!("{name}: {} bytes", file.len());
        std::fs::write(folder.join(name), file).unwrap();
    };
    write("crowded-1000.pdf", crowded(&alice, 1_000));
    write("crowded-2500.pdf", crowded(&alice, 2_500));
    write("row-400.pdf", signed_in_a_row(form(), 400));
    write("large-50.pdf", signed_in_a_row(large(1_000, 54_000), 50));
    let many = large(60_000, 10);
    let field = SigningField::Invisible {
        name: "alice".to_owned(),
    };
    let alice = Signer::new("Alice", 2);
    let many = alice.sign(&many, &alice.options(field));
    write("many-300000.pdf", many.clone());
    let document = Document::from_bytes(many.clone()).unwrap();
    let mut update = countersign_pdf::Update::new(&document);
    let value = countersign_forms::FieldValue::Text("1000".to_owned());
    let values = [("p7f1".to_owned(), value)].into();
    let options = countersign_forms::MergeOptions::default();
    countersign_forms::merge(&mut update, &values, &options).unwrap();
    let filled = crate::support::join(&many, &update.finish().unwrap());
    write("many-300000-filled.pdf", filled);
}
