//! Writes a new cross-reference section with its trailer (ISO 32000-2, 7.5.4, 7.5.5 and 7.5.8).

use std::collections::BTreeMap;

use super::{Location, XrefKind};
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Name, Object, ObjectId};
use crate::serialize::Serializer;

/// Largest offset that fits ten digits.
const MAX_TABLE_OFFSET: u64 = 9_999_999_999;

/// Entries of a new section, by object number.
pub(crate) type Entries = BTreeMap<u32, (Location, u16)>;

/// A section to be written.
pub(crate) struct NewSection {
    /// The trailer without `/Size`.
    pub(crate) trailer: Dictionary,
    pub(crate) entries: Entries,
    /// The number after the highest one in use.
    pub(crate) size: u32,
    /// Offset of the section in the file.
    pub(crate) position: u64,
    /// The preferred kind; a stream is written if a table can't hold the entries.
    pub(crate) kind: XrefKind,
    /// Offset of the header, if bytes precede it: all offsets are relative to it.
    pub(crate) shift: u64,
}

impl NewSection {
    /// Writes the section, `startxref` and `%%EOF`.
    pub(crate) fn write(mut self, out: &mut Serializer<'_>) -> Result<()> {
        let needs_stream = self
            .entries
            .values()
            .any(|(location, _)| matches!(location, Location::InStream { .. }));
        if self.kind == XrefKind::Stream || needs_stream {
            let own = ObjectId::new(self.size, 0);
            self.entries
                .insert(own.number, (Location::Offset(self.position), 0));
            write_stream(out, own, &self.entries, &self.trailer, self.shift);
        } else {
            let trailer = self.trailer.with("Size", self.size);
            write_table(out, &self.entries, &trailer, self.shift)?;
        }
        let start = self.position.saturating_sub(self.shift);
        out.text(format_args!("startxref\n{start}\n%%EOF\n"));
        Ok(())
    }
}

/// Runs of consecutive numbers: first and length.
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

/// Writes a table entry of exactly 20 bytes.
fn table_line(out: &mut Serializer<'_>, offset: u64, generation: u16, kind: u8) {
    out.padded(offset, 10);
    out.bytes.push(b' ');
    out.padded(u64::from(generation), 5);
    out.bytes.extend([b' ', kind, b' ', b'\n']);
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
        out.text(format_args!("{first} {length}\n"));
        for (location, generation) in lines.by_ref().take(length as usize) {
            match location {
                Location::Offset(offset) => {
                    let offset = offset.saturating_sub(shift);
                    if offset > MAX_TABLE_OFFSET {
                        return Err(PdfError::Limit("the offset of a cross-reference table"));
                    }
                    table_line(out, offset, *generation, b'n');
                }
                Location::Free | Location::InStream { .. } => {
                    table_line(out, 0, *generation, b'f');
                }
            }
        }
    }
    // A table may be empty, but some readers require a line.
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
    trailer: &Dictionary,
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
    let packed = crate::compress::deflate(&rows);
    if packed.len() < rows.len() {
        dictionary.insert("Filter", Name::new("FlateDecode"));
        rows = packed;
    }
    out.object_header(id);
    out.stream_dictionary(&dictionary, rows.len() as u64);
    out.bytes.extend(b"stream\n");
    out.bytes.extend_from_slice(&rows);
    out.bytes.extend(b"\nendstream\nendobj\n");
}

/// The entries as rows of three fields, and the byte width of each field.
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
