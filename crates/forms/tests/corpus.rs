//! Every PDF of the shared test data: its fields are read, it gets fields and values, and both come back.
//!
//! What other programs say of the results is asked by `npm run check:corpus`. The files lie beside the repository;
//! without them the test says so and passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::options;
use countersign_forms::{
    Field, FieldType, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place, read,
};
use countersign_pdf::{Document, Update};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/pdf");
/// Reading, placing and filling a file of this data together.
const MOST_TIME: Duration = Duration::from_secs(5);

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "pdf") {
            found.push(path);
        }
    }
}

/// A text that fits the field. Only the first page is touched.
fn value_for(field: &Field, all: &[Field]) -> Option<(String, FieldValue)> {
    let fits = matches!(field.kind, FieldType::Text | FieldType::Date)
        && matches!(field.text_max_length, 0 | 4..);
    let mut same = all.iter().filter(|it| it.field_name == field.field_name);
    let first_page = same.all(|it| it.page == 1);
    (fits && first_page).then(|| (field.field_name.clone(), FieldValue::Text("Ωxyz".into())))
}

fn new_field() -> PlaceField {
    let field = Field {
        id: "added".into(),
        field_name: "added by a test".into(),
        value: FieldValue::Text("Ελλάδα".into()),
        rect: Rect {
            x: 10.0,
            y: 10.0,
            width: 30.0,
            height: 5.0,
        },
        ..Field::default()
    };
    PlaceField {
        field,
        as_signature: false,
    }
}

/// Gives the file a field and values more, which have to come back. False when it says clearly why it can't be
/// opened.
fn changed(bytes: &[u8], options: &MergeOptions) -> Result<bool, String> {
    let Ok(document) = Document::from_bytes(bytes.to_vec()) else {
        return Ok(false);
    };
    let fields = match read(&document) {
        Ok(fields) => fields,
        Err(error) if error.code().as_str().starts_with("pdf_") => return Ok(false),
        Err(error) => return Err(format!("no clear error: {error}")),
    };
    let mut update = Update::new(&document);
    if let Err(error) = place(&mut update, &[new_field()], options) {
        return match error.code().as_str().starts_with("pdf_") {
            true => Ok(false),
            false => Err(format!("no clear error: {error}")),
        };
    }
    let values: FieldValues = fields
        .iter()
        .filter_map(|field| value_for(field, &fields))
        .take(20)
        .collect();
    // Choices are read as texts and take only what they offer.
    let one_by_one = values.into_iter().map(|value| FieldValues::from([value]));
    let mut filled = FieldValues::new();
    for value in one_by_one {
        if merge(&mut update, &value, options).is_ok() {
            filled.extend(value);
        }
    }
    let tail = update.finish().map_err(|error| error.to_string())?;
    let whole = [bytes, &tail.bytes].concat();
    let again = Document::from_bytes(whole).map_err(|error| error.to_string())?;
    let back = read(&again).map_err(|error| error.to_string())?;
    let added = back.iter().find(|field| field.id == "added");
    if added.map(|field| &field.value) != Some(&new_field().field.value) {
        return Err("the new field does not come back".into());
    }
    for (name, value) in &filled {
        let mut shown = back.iter().filter(|field| &field.field_name == name);
        if !shown.any(|field| &field.value == value) {
            return Err(format!("{name} does not come back"));
        }
    }
    Ok(true)
}

fn check(path: &Path, options: &MergeOptions) -> Result<bool, String> {
    let bytes = std::fs::read(path).unwrap();
    let began = Instant::now();
    let result = changed(&bytes, options);
    if began.elapsed() > MOST_TIME {
        return Err(format!("took {:?}", began.elapsed()));
    }
    result
}

#[test]
fn every_file_takes_fields_and_values() {
    let mut all = Vec::new();
    files(Path::new(DATA), &mut all);
    if all.is_empty() {
        eprintln!("skipped: no files beside the repository");
        return;
    }
    all.sort();
    let options = options();
    let (mut changed, mut problems) = (0, Vec::new());
    for path in &all {
        match check(path, &options) {
            Ok(true) => changed += 1,
            Ok(false) => {}
            Err(problem) => problems.push(format!("{}: {problem}", path.display())),
        }
    }
    eprintln!("{changed} of {} files were changed", all.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(changed * 2 > all.len());
}
