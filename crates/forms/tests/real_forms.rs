//! Real forms: every field is read, every text field is filled, and qpdf finds nothing wrong.
//!
//! The forms lie beside the repository; without them the test says so and passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use countersign_forms::{Field, FieldType, FieldValue, FieldValues, MergeOptions, merge, read};
use countersign_pdf::{Document, Update};
use std::path::{Path, PathBuf};
use std::process::Command;

const FORMS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/data/forms/original"
);

fn forms() -> Vec<PathBuf> {
    let Ok(folder) = std::fs::read_dir(FORMS) else {
        eprintln!("skipped: no forms beside the repository");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pdf"));
    files.sort();
    files
}

fn text_for(field: &Field, number: usize) -> String {
    let text = format!("Wert {number}");
    match field.text_max_length {
        0 => text,
        most => text.chars().take(most as usize).collect(),
    }
}

fn is_fillable(field: &Field) -> bool {
    matches!(field.kind, FieldType::Text | FieldType::Date)
}

/// qpdf's verdict; nothing where qpdf is not installed.
fn qpdf_finds_nothing(path: &Path) -> Option<bool> {
    let output = Command::new("qpdf")
        .arg("--check")
        .arg(path)
        .output()
        .ok()?;
    Some(output.status.code() == Some(0))
}

#[test]
fn every_text_field_of_every_form_takes_a_value() {
    let out = std::env::temp_dir().join(format!("countersign-forms-{}", std::process::id()));
    std::fs::create_dir_all(&out).unwrap();
    for path in forms() {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::from_bytes(bytes.clone()).unwrap();
        let fields = read(&document).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut values = FieldValues::new();
        for (number, field) in fields
            .iter()
            .enumerate()
            .filter(|(_, field)| is_fillable(field))
        {
            values
                .entry(field.field_name.clone())
                .or_insert_with(|| FieldValue::Text(text_for(field, number)));
        }
        // Choices are read as text and take only what they offer.
        let mut update = Update::new(&document);
        let mut result = merge(&mut update, &values, &MergeOptions::default());
        if let Err(error) = &result {
            for finding in error.findings() {
                assert_eq!(
                    format!("{:?}", finding.problem),
                    "UnknownOption",
                    "{name}: {error}"
                );
                values.remove(&finding.field);
            }
            result = merge(&mut update, &values, &MergeOptions::default());
        }
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let tail = update.finish().unwrap();
        let whole = [bytes.as_slice(), &tail.bytes].concat();
        let again = Document::from_bytes(whole.clone()).unwrap();
        for field in read(&again).unwrap() {
            if let Some(value) = values
                .get(&field.field_name)
                .filter(|_| is_fillable(&field))
            {
                assert_eq!(&field.value, value, "{name}: {}", field.field_name);
            }
        }
        let target = out.join(&name);
        std::fs::write(&target, whole).unwrap();
        let before = qpdf_finds_nothing(&path);
        if before == Some(true) {
            assert_eq!(qpdf_finds_nothing(&target), Some(true), "{name}");
        }
        eprintln!(
            "{name}: {} fields, {} values, {} bytes",
            fields.len(),
            values.len(),
            tail.bytes.len()
        );
    }
    if std::env::var_os("KEEP_FORMS").is_none() {
        std::fs::remove_dir_all(&out).unwrap();
    }
}
