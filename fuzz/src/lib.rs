//! What is done with hostile input, a function for each reader of the core. Nothing may panic, take longer than a
//! second, or more memory than ten times the input and 64 MB; what is read is thrown away.

mod memory;
mod wrap;

use std::rc::Rc;

pub use memory::bounded;

use countersign_forms::picture::Picture;
use countersign_forms::{FieldValue, FieldValues, MergeOptions, merge, read};
use countersign_pdf::lexer::Lexer;
use countersign_pdf::{
    Changes, Document, Encryption, Entropy, MemorySource, ObjectId, OpenOptions, Protection,
    Rewrite, Update, parse_object, rewrap,
};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Passwords that seeds are opened with.
const PASSWORDS: [Option<&str>; 3] = [None, Some("user"), Some("owner")];

/// Tokens and objects of any bytes.
pub fn lexer(data: &[u8]) {
    let mut lexer = Lexer::new(data);
    while lexer.next_token().is_some() {}
    if let Ok(object) = parse_object(data) {
        let written = countersign_pdf::object_bytes(&object);
        // What was understood once is understood again, and as the same.
        let again = parse_object(&written).expect("what is written can be read");
        assert_eq!(written, countersign_pdf::object_bytes(&again));
    }
}

/// A whole file: cross-reference data, repair, revisions, pages.
pub fn cross_reference(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    read_everything(&document);
    let Ok(root) = document.catalog_id() else {
        return;
    };
    let mut update = Update::new(&document);
    if update
        .edit(root, |catalog| catalog.insert("Added", true))
        .is_ok()
    {
        let _ = update.finish();
    }
}

/// An object stream: its directory and what it holds.
pub fn object_streams(data: &[u8]) {
    if let Ok(document) = open(&wrap::object_stream(data), None) {
        read_everything(&document);
    }
}

/// Data behind filters with parameters.
pub fn filters(data: &[u8]) {
    let Some((stream, document)) = wrap::filtered(data) else {
        return;
    };
    let _ = document.stream_data(&stream);
}

/// A font file that a caller brings.
pub fn fonts(data: &[u8]) {
    let document = wrap::form();
    let options = MergeOptions {
        fonts: vec![data.to_vec()],
        ..MergeOptions::default()
    };
    let values = FieldValues::from([(
        "name".to_owned(),
        FieldValue::Text("Zoë Ωμέγα Щука 漢字 かな".to_owned()),
    )]);
    let mut update = Update::new(&document);
    if merge(&mut update, &values, &options).is_ok() {
        let _ = update.finish();
    }
}

/// A picture that a caller brings.
pub fn images(data: &[u8]) {
    if let Ok(picture) = Picture::read(data) {
        let mut number = 0;
        picture.add(|_| {
            number += 1;
            ObjectId::new(number, 0)
        });
    }
}

/// A form: its fields read and filled.
pub fn fields(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    let Ok(found) = read(&document) else {
        return;
    };
    let values: FieldValues = found
        .into_iter()
        .take(64)
        .map(|field| (field.field_name, FieldValue::Text("text".to_owned())))
        .collect();
    let mut update = Update::new(&document);
    if merge(&mut update, &values, &MergeOptions::default()).is_ok() {
        let _ = update.finish();
    }
}

/// An encrypted file: opened, decrypted, encrypted anew, given other passwords.
pub fn crypt(data: &[u8]) {
    for password in PASSWORDS {
        let Ok(document) = open(data, password) else {
            continue;
        };
        let document = Rc::new(document);
        let encryption = Encryption::new("new", "newer");
        let entropy = Entropy::new([7; 64]);
        let _ = rewrap(&document, &encryption, &entropy);
        for protection in [
            Protection::Keep,
            Protection::Remove,
            Protection::Encrypt(encryption, entropy),
        ] {
            if let Ok(rewrite) = Rewrite::new(Rc::clone(&document), Changes::default(), protection)
            {
                let _ = rewrite.write_all(|_| {});
            }
        }
    }
}

fn open(data: &[u8], password: Option<&str>) -> countersign_pdf::Result<Document> {
    let options = OpenOptions {
        password: password.map(Into::into),
    };
    Document::open(wrap::Ranged(MemorySource::new(data)), options)
}

/// Asks a document for everything it has.
fn read_everything(document: &Document) {
    let _ = document.version();
    let _ = document.revisions();
    for index in 0..document.pages().unwrap_or(0).min(1000) {
        let _ = document.page(index);
    }
    for id in document.object_ids() {
        if let Ok(object) = document.object(id)
            && let Some(stream) = object.as_stream()
        {
            let _ = document.stream_data_until_image(stream);
        }
    }
}
