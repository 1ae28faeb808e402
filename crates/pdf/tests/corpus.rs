//! Every PDF of the shared test data: opened, read through, continued and read again.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::common::{Ranged, read_everything};
use countersign_pdf::{Dictionary, Document, Object, OpenOptions, Update};

/// Files whose value changes by appending: a string without end reaches to the end of the file.
const ENDLESS: [&str; 1] = ["poppler-742-0-fuzzed.pdf"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "pdf") {
            found.push(path);
        }
    }
}

/// What is wrong with a file, if anything.
fn check(bytes: &[u8], name: &str) -> Result<bool, String> {
    let document = match Document::open(Ranged(bytes.to_vec()), OpenOptions::default()) {
        Ok(document) => document,
        Err(error)
            if !error.to_string().is_empty() && error.code().as_str().starts_with("pdf_") =>
        {
            return Ok(false);
        }
        Err(error) => return Err(format!("an error without words: {error:?}")),
    };
    read_everything(&document);
    let pages = document.pages().map_err(|error| error.to_string())?;
    let root = document.catalog_id().map_err(|error| error.to_string())?;
    let mut update = Update::new(&document);
    let added = update.add(Dictionary::new().with("Text", Object::text("added Ωμέγα")));
    update
        .edit(root, |catalog| catalog.insert("Added", added))
        .map_err(|error| error.to_string())?;
    let tail = update.finish().map_err(|error| error.to_string())?;

    let whole = [bytes, &tail.bytes].concat();
    let again =
        Document::open(Ranged(whole), OpenOptions::default()).map_err(|error| error.to_string())?;
    if again.is_repaired() || again.pages() != Ok(pages) {
        return Err("the continued file reads otherwise".into());
    }
    let revisions = again.revisions().map_err(|error| error.to_string())?;
    if revisions.last().map(|it| it.end) != Some(again.len()) {
        return Err("the last revision is not the file".into());
    }
    let text = again
        .object(added)
        .ok()
        .and_then(|it| Some(it.as_dictionary()?.string(b"Text")?.to_text()));
    if text.as_deref() != Some("added Ωμέγα") {
        return Err("what was added is not there".into());
    }
    for id in document.object_ids().into_iter().filter(|id| *id != root) {
        if document.object(id) != again.object(id) && !ENDLESS.contains(&name) {
            return Err(format!("object {id} is not the same"));
        }
    }
    Ok(true)
}

#[test]
fn every_file_opens_or_says_why_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        println!("skipped: no shared test data beside this clone");
        return;
    }
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let (mut opened, mut failures) = (0, Vec::new());
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let start = Instant::now();
        match check(&std::fs::read(path).unwrap(), &name) {
            Ok(true) => opened += 1,
            Ok(false) => {}
            Err(problem) => failures.push(format!("{name}: {problem}")),
        }
        if start.elapsed().as_secs() >= 10 {
            failures.push(format!("{name}: took {:?}", start.elapsed()));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    println!(
        "{opened} of {} files opened, the others said why not",
        paths.len()
    );
    assert!(opened * 10 >= paths.len() * 9);
}
