//! The bytes of an appended revision: objects, cross-reference section, trailer.

use std::collections::BTreeMap;
use std::io::Write as _;

use sha2::{Digest, Sha256};

use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Name, Object, ObjectId, PdfString};
use crate::serialize::Serializer;
use crate::update::{Layout, Tail, Update};
use crate::xref::{Location, XrefKind};

/// The last offset that ten digits can say.
const MAX_TABLE_OFFSET: u64 = 9_999_999_999;
/// Keys of a cross-reference stream that belong to the stream, and keys that are set anew.
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

/// Entries of the new section by object number.
type Entries = BTreeMap<u32, (Location, u16)>;

pub(crate) fn write(update: &Update<'_>) -> Result<(Tail, Layout)> {
    let document = update.document();
    let base = document.len();
    let mut out = Serializer::new(document.security());
    start_line(document, &mut out)?;
    let mut layout = Layout::default();
    let mut entries = first_entries(document);
    for (number, change) in &update.changes {
        let Some(object) = &change.object else {
            entries.insert(*number, (Location::Free, change.generation));
            continue;
        };
        let start = out.bytes.len();
        let id = ObjectId::new(*number, change.generation);
        put(
            &mut out,
            format_args!("{} {} obj\n", id.number, id.generation),
        );
        update.write(&mut out, id, object)?;
        out.bytes.extend(b"\nendobj");
        layout.objects.insert(*number, start..out.bytes.len());
        out.bytes.push(b'\n');
        entries.insert(
            *number,
            (Location::Offset(base + start as u64), change.generation),
        );
    }
    let trailer = trailer(update, &out.bytes)?;
    write_section(update, &mut out, entries, trailer)?;
    layout.marks = std::mem::take(&mut out.marks);
    Ok((
        Tail {
            base_length: base,
            bytes: out.bytes,
        },
        layout,
    ))
}

/// An object must not be glued to what the file ends with.
fn start_line(document: &Document, out: &mut Serializer<'_>) -> Result<()> {
    let length = document.len();
    let last = document.read(length.saturating_sub(1)..length)?;
    if !matches!(last.as_slice(), [b'\n' | b'\r']) {
        out.bytes.push(b'\n');
    }
    Ok(())
}

fn put(out: &mut Serializer<'_>, text: std::fmt::Arguments<'_>) {
    // Writing into a vector can't fail.
    let _ = out.bytes.write_fmt(text);
}

/// Nothing, usually. A file whose own cross-reference data is broken gets a whole new one.
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
        .filter(|(key, _)| !NOT_REPEATED.contains(&key.as_bytes()))
    {
        trailer.insert(key.clone(), value.clone());
    }
    trailer.insert("ID", identifier(document, bytes)?);
    for (key, value) in update.trailer.iter() {
        trailer.insert(key.clone(), value.clone());
    }
    let xref = document.xref();
    if !xref.repaired {
        trailer.insert("Prev", i64::try_from(xref.start).unwrap_or(i64::MAX));
    }
    Ok(trailer)
}

/// The file's permanent identifier, and one that changes with what was appended.
fn identifier(document: &Document, bytes: &[u8]) -> Result<Vec<Object>> {
    let old = document.lookup(document.trailer(), b"ID")?.into_object();
    let strings: Vec<&PdfString> = old
        .as_array()
        .unwrap_or_default()
        .iter()
        .filter_map(Object::as_string)
        .collect();
    // A checksum of everything and a digest of its ends: the identifier must differ, not resist attacks.
    let mut checksum = flate2::Crc::new();
    checksum.update(bytes);
    let mut digest = Sha256::new();
    for part in [
        bytes.get(..4096).unwrap_or(bytes),
        bytes
            .get(bytes.len().saturating_sub(4096)..)
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
    let permanent = match strings.first() {
        Some(first) => PdfString::hexadecimal(first.as_bytes()),
        None => fresh.clone(),
    };
    Ok(vec![permanent.into(), fresh.into()])
}

fn write_section(
    update: &Update<'_>,
    out: &mut Serializer<'_>,
    mut entries: Entries,
    trailer: Dictionary,
) -> Result<()> {
    let document = update.document();
    let xref = document.xref();
    let position = document.len() + out.bytes.len() as u64;
    let needs_stream = entries
        .values()
        .any(|(location, _)| matches!(location, Location::InStream { .. }));
    // All offsets of a file with bytes before its header are counted from the header.
    let shift = xref.shift;
    if document.xref_kind() == XrefKind::Stream || needs_stream {
        let own = ObjectId::new(update.size(), 0);
        entries.insert(own.number, (Location::Offset(position), 0));
        write_stream(out, own, &entries, trailer, shift);
    } else {
        let trailer = trailer.with("Size", update.size());
        write_table(out, &entries, &trailer, shift)?;
    }
    put(
        out,
        format_args!("startxref\n{}\n%%EOF\n", position.saturating_sub(shift)),
    );
    Ok(())
}

/// Numbers without gaps between them: first and length.
fn subsections(entries: &Entries) -> Vec<(u32, u32)> {
    let mut sections: Vec<(u32, u32)> = Vec::new();
    for number in entries.keys() {
        match sections.last_mut() {
            Some((first, length)) if first.saturating_add(*length) == *number => *length += 1,
            _ => sections.push((*number, 1)),
        }
    }
    sections
}

fn write_table(
    out: &mut Serializer<'_>,
    entries: &Entries,
    trailer: &Dictionary,
    shift: u64,
) -> Result<()> {
    out.bytes.extend(b"xref\n");
    let mut lines = entries.values();
    for (first, length) in subsections(entries) {
        put(out, format_args!("{first} {length}\n"));
        for (location, generation) in lines.by_ref().take(length as usize) {
            match location {
                Location::Offset(offset) => {
                    let offset = offset.saturating_sub(shift);
                    if offset > MAX_TABLE_OFFSET {
                        return Err(PdfError::Limit("the offset of a cross-reference table"));
                    }
                    put(out, format_args!("{offset:010} {generation:05} n \n"));
                }
                Location::Free | Location::InStream { .. } => {
                    put(out, format_args!("0000000000 {generation:05} f \n"))
                }
            }
        }
    }
    // A table may be empty, but some readers want one line.
    if entries.is_empty() {
        out.bytes.extend(b"0 0\n");
    }
    out.bytes.extend(b"trailer\n");
    out.dictionary(trailer);
    out.bytes.push(b'\n');
    Ok(())
}

fn write_stream(
    out: &mut Serializer<'_>,
    id: ObjectId,
    entries: &Entries,
    trailer: Dictionary,
    shift: u64,
) {
    let (mut rows, widths) = rows(entries, shift);
    let index = subsections(entries)
        .into_iter()
        .flat_map(|(first, length)| [first.into(), length.into()]);
    let mut dictionary = Dictionary::new()
        .with("Type", Name::new("XRef"))
        .with("Size", id.number.saturating_add(1))
        .with("Index", index.collect::<Vec<Object>>())
        .with(
            "W",
            widths.map(|width| Object::Integer(width as i64)).to_vec(),
        );
    for (key, value) in trailer.iter() {
        dictionary.insert(key.clone(), value.clone());
    }
    let packed = crate::filter::deflate(&rows);
    if packed.len() < rows.len() {
        dictionary.insert("Filter", Name::new("FlateDecode"));
        rows = packed;
    }
    put(out, format_args!("{} {} obj\n", id.number, id.generation));
    out.stream_dictionary(&dictionary, rows.len());
    out.bytes.extend(b"stream\n");
    out.bytes.extend_from_slice(&rows);
    out.bytes.extend(b"\nendstream\nendobj\n");
}

/// The entries as rows of three numbers, and how many bytes each of the three has.
fn rows(entries: &Entries, shift: u64) -> (Vec<u8>, [usize; 3]) {
    let fields = |(location, generation): &(Location, u16)| match location {
        Location::Free => (0, 0, u32::from(*generation)),
        Location::Offset(offset) => (1, offset.saturating_sub(shift), u32::from(*generation)),
        Location::InStream { stream, index } => (2, u64::from(*stream), *index),
    };
    let widest = entries
        .values()
        .map(|entry| fields(entry).1)
        .max()
        .unwrap_or(0);
    let second = (8 - widest.leading_zeros() as usize / 8).max(1);
    let third = if entries.values().all(|entry| fields(entry).2 <= 0xffff) {
        2
    } else {
        4
    };
    let mut rows = Vec::with_capacity(entries.len() * (1 + second + third));
    for (kind, value, last) in entries.values().map(fields) {
        rows.push(kind);
        rows.extend(value.to_be_bytes().iter().skip(8 - second));
        rows.extend(last.to_be_bytes().iter().skip(4 - third));
    }
    (rows, [1, second, third])
}
