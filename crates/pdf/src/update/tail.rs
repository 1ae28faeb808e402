//! Writes an appended revision: objects, cross-reference section, trailer.

use std::ops::Range;

use sha2::{Digest, Sha256};

use super::{Layout, Tail, Update};
use crate::document::Document;
use crate::error::Result;
use crate::object::{Dictionary, Name, Object, ObjectId, PdfString};
use crate::serialize::Serializer;
use crate::xref::{Entries, Location, NewSection};

/// Keys that belong to the cross-reference stream itself, or that are set anew.
const NOT_REPEATED: [&[u8]; 10] = [
    b"Type",
    b"Length",
    b"Filter",
    b"DecodeParms",
    b"W",
    b"Index",
    b"Prev",
    b"XRefStm",
    b"Size",
    b"ID",
];

/// True if a trailer key is copied to the next trailer.
pub(crate) fn is_repeated(key: &Name) -> bool {
    !NOT_REPEATED.contains(&key.as_bytes())
}

pub(crate) fn write(update: &Update<'_>) -> Result<(Tail, Layout)> {
    let document = update.document();
    let base = document.len();
    let mut out = Serializer::new(document.security());
    start_line(document, &mut out)?;
    let mut layout = Layout::default();
    let mut entries = first_entries(document);
    layout.objects.reserve(update.changes.len());
    for (number, change) in &update.changes {
        let Some(object) = &change.object else {
            entries.insert(*number, (Location::Free, change.generation));
            continue;
        };
        let id = ObjectId::new(*number, change.generation);
        let range = write_object(update, &mut out, id, object)?;
        let place = Location::Offset(base + range.start as u64);
        layout.objects.push((*number, range));
        entries.insert(*number, (place, change.generation));
    }
    let section = NewSection {
        trailer: trailer(update, &out.bytes)?,
        entries,
        size: update.size(),
        position: base + out.bytes.len() as u64,
        kind: document.xref_kind(),
        shift: document.xref().shift,
    };
    section.write(&mut out)?;
    layout.marks = std::mem::take(&mut out.marks);
    Ok((
        Tail {
            base_length: base,
            bytes: out.bytes,
        },
        layout,
    ))
}

/// How many bytes of each end of a tail are hashed for its identifier.
const ENDS: usize = 512;

/// Writes an indirect object and returns its range. Not inlined: WebAssembly engines optimize a
/// function between calls, not during one.
#[inline(never)]
fn write_object(
    update: &Update<'_>,
    out: &mut Serializer<'_>,
    id: ObjectId,
    object: &Object,
) -> Result<Range<usize>> {
    let start = out.bytes.len();
    out.object_header(id);
    update.write(out, id, object)?;
    out.bytes.extend(b"\nendobj");
    let end = out.bytes.len();
    out.bytes.push(b'\n');
    Ok(start..end)
}

/// Starts a new line if the file does not end with one: the first object must not be attached to the
/// last token of the file.
fn start_line(document: &Document, out: &mut Serializer<'_>) -> Result<()> {
    let length = document.len();
    let last = document.read(length.saturating_sub(1)..length)?;
    if !matches!(last.as_slice(), [b'\n' | b'\r']) {
        out.bytes.push(b'\n');
    }
    Ok(())
}

/// Usually empty. If the file's cross-reference data is broken, the new section lists all objects.
fn first_entries(document: &Document) -> Entries {
    if !document.is_repaired() {
        return Entries::new();
    }
    let all = document
        .xref()
        .table
        .iter()
        .map(|(id, location)| (id.number, (location, id.generation)))
        .collect();
    let mut all: Entries = all;
    all.insert(0, (Location::Free, u16::MAX));
    all
}

fn trailer(update: &Update<'_>, bytes: &[u8]) -> Result<Dictionary> {
    let document = update.document();
    let mut trailer = Dictionary::new();
    for (key, value) in document
        .trailer()
        .iter()
        .filter(|(key, _)| is_repeated(key))
    {
        trailer.insert(key.clone(), value.clone());
    }
    if let Some(identifier) = identifier(document, bytes)? {
        trailer.insert("ID", identifier);
    }
    for (key, value) in update.trailer.iter() {
        trailer.insert(key.clone(), value.clone());
    }
    let xref = document.xref();
    if !xref.repaired {
        trailer.insert("Prev", i64::try_from(xref.start).unwrap_or(i64::MAX));
    }
    Ok(trailer)
}

/// The permanent file identifier, and one derived from the appended bytes. `None` for an encrypted file without an
/// identifier: its key is derived from there being none.
fn identifier(document: &Document, bytes: &[u8]) -> Result<Option<Vec<Object>>> {
    let permanent = document.permanent_id();
    if permanent.is_none() && document.is_encrypted() {
        return Ok(None);
    }
    let old = document.lookup(document.trailer(), b"ID")?.into_object();
    let strings: Vec<&PdfString> = old
        .as_array()
        .unwrap_or_default()
        .iter()
        .filter_map(Object::as_string)
        .collect();
    // A checksum of everything and a digest of both ends: the identifier must be different, not
    // attack-resistant.
    let mut checksum = flate2::Crc::new();
    checksum.update(bytes);
    let mut digest = Sha256::new();
    for part in [
        bytes.get(..ENDS).unwrap_or(bytes),
        bytes
            .get(bytes.len().saturating_sub(ENDS)..)
            .unwrap_or(bytes),
    ] {
        digest.update(part);
    }
    strings
        .iter()
        .for_each(|string| digest.update(string.as_bytes()));
    digest.update(document.len().to_le_bytes());
    digest.update((bytes.len() as u64).to_le_bytes());
    digest.update(checksum.sum().to_le_bytes());
    let fresh = PdfString::hexadecimal(
        digest
            .finalize()
            .iter()
            .copied()
            .take(16)
            .collect::<Vec<u8>>(),
    );
    let permanent = match permanent {
        Some(permanent) => PdfString::hexadecimal(permanent),
        None => fresh.clone(),
    };
    Ok(Some(vec![permanent.into(), fresh.into()]))
}
