//! Rebuilds missing or broken cross-reference data by scanning the file for objects.

use super::chain::{Section, Xref, header_offset};
use super::{Location, XrefKind, XrefTable};
use crate::error::{PdfError, Result};
use crate::lexer::{Lexer, is_whitespace};
use crate::object::{Dictionary, Object, ObjectId};
use crate::parser::Parser;
use crate::reader::Reader;
use crate::stream::ends_at;

/// Bytes read at once.
const STEP: u64 = 1 << 20;
/// Maximum number of bytes examined per object.
const MAX_EXAMINED: usize = 4096;
/// Maximum length of the object header before `obj`, in bytes.
const BEFORE: usize = 40;

/// Result of scanning: the table, and the object streams in file order. The caller adds their
/// contents, which may be encrypted.
pub(crate) struct Repaired {
    pub(crate) xref: Xref,
    pub(crate) object_streams: Vec<(ObjectId, u64)>,
}

struct Scan<'a> {
    reader: &'a Reader,
    table: XrefTable,
    object_streams: Vec<(ObjectId, u64)>,
    trailer: Dictionary,
    catalog: Option<ObjectId>,
    kind: XrefKind,
    /// Remaining byte budget for parsing: in hostile files every few bytes could look like a long
    /// object.
    budget: u64,
}

/// Scans the whole file. The last definition of an object wins.
pub(crate) fn repair(reader: &Reader) -> Result<Repaired> {
    let mut scan = Scan {
        reader,
        table: XrefTable::default(),
        object_streams: Vec::new(),
        trailer: Dictionary::new(),
        catalog: None,
        kind: XrefKind::Table,
        budget: reader.len().saturating_mul(4).saturating_add(16 << 20),
    };
    scan.objects()?;
    scan.trailers()?;
    if scan.table.len() == 0 {
        return Err(match header_offset(reader)? {
            Some(_) => PdfError::CrossReference("there are no objects"),
            None => PdfError::NotPdf,
        });
    }
    if let (None, Some(catalog)) = (scan.trailer.reference(b"Root"), scan.catalog) {
        scan.trailer.insert("Root", catalog);
    }
    let end = reader.len();
    let xref = Xref {
        table: scan.table,
        trailer: scan.trailer,
        sections: vec![Section {
            kind: scan.kind,
            offset: 0,
            end,
        }],
        shift: 0,
        start: 0,
        repaired: true,
        unrepairable: false,
    };
    Ok(Repaired {
        xref,
        object_streams: scan.object_streams,
    })
}

impl Scan<'_> {
    fn objects(&mut self) -> Result<()> {
        let finder = memchr::memmem::Finder::new(b"obj");
        let mut position = 0u64;
        while position < self.reader.len() {
            let start = position.saturating_sub(BEFORE as u64);
            let window = self.reader.window(start, STEP)?;
            let at_end = start + window.len() as u64 >= self.reader.len();
            let mut from = (position - start) as usize;
            let usable = if at_end {
                window.len()
            } else {
                window.len().saturating_sub(MAX_EXAMINED)
            };
            position = start + usable.max(from + 1) as u64;
            while let Some(found) = window
                .get(from..usable)
                .and_then(|bytes| finder.find(bytes))
            {
                let after = from + found + 3;
                let end = match header_before(&window, from + found) {
                    Some((header, id)) => self.object(&window, header, id, start)?,
                    None => None,
                };
                match end {
                    // Skip stream data, which may contain a PDF itself.
                    Some(end) if end > start + usable as u64 => {
                        position = end;
                        break;
                    }
                    Some(end) if end > start + after as u64 => from = (end - start) as usize,
                    _ => from = after,
                }
            }
        }
        Ok(())
    }

    /// Records an object. Returns the end of its stream data if that is certain.
    fn object(
        &mut self,
        window: &[u8],
        header: usize,
        id: ObjectId,
        start: u64,
    ) -> Result<Option<u64>> {
        let offset = start + header as u64;
        self.table
            .set(id.number, Location::Offset(offset), id.generation);
        let bytes = window
            .get(header..window.len().min(header + MAX_EXAMINED))
            .unwrap_or_default();
        if self.budget == 0 {
            return Ok(None);
        }
        let mut parser = Parser::new(Lexer::new(bytes));
        let read = parser.indirect();
        self.budget = self.budget.saturating_sub(parser.furthest as u64);
        let Ok(read) = read else { return Ok(None) };
        let Object::Dictionary(dictionary) = read.object else {
            return Ok(None);
        };
        self.note(id, offset, &dictionary);
        match (read.stream, dictionary.integer(b"Length")) {
            (Some(data), Some(length)) => {
                let data = offset + data as u64;
                let declared = u64::try_from(length)
                    .ok()
                    .and_then(|it| data.checked_add(it));
                // Only a verified length is used; searching would make the scan quadratic.
                match declared.filter(|end| *end < self.reader.len()) {
                    Some(end) if ends_at(self.reader, end)? => Ok(Some(end)),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    fn note(&mut self, id: ObjectId, offset: u64, dictionary: &Dictionary) {
        match dictionary.name(b"Type") {
            Some(b"Catalog") if dictionary.contains(b"Pages") || self.catalog.is_none() => {
                self.catalog = Some(id)
            }
            Some(b"ObjStm") => self.object_streams.push((id, offset)),
            Some(b"XRef") => {
                self.kind = XrefKind::Stream;
                self.merge_trailer(dictionary);
            }
            _ => {}
        }
    }

    fn merge_trailer(&mut self, dictionary: &Dictionary) {
        for key in [b"Root".as_slice(), b"Info", b"ID", b"Encrypt"] {
            if let Some(value) = dictionary.get(key) {
                self.trailer.insert(key, value.clone());
            }
        }
    }

    fn trailers(&mut self) -> Result<()> {
        let finder = memchr::memmem::Finder::new(b"trailer");
        let mut position = 0u64;
        while position < self.reader.len() {
            let window = self.reader.window(position, STEP)?;
            let at_end = position + window.len() as u64 >= self.reader.len();
            let usable = if at_end {
                window.len()
            } else {
                window.len().saturating_sub(MAX_EXAMINED)
            };
            let mut from = 0;
            while let Some(found) = window
                .get(from..usable)
                .and_then(|bytes| finder.find(bytes))
            {
                from += found + 7;
                let bytes = window
                    .get(from..window.len().min(from + MAX_EXAMINED))
                    .unwrap_or_default();
                self.trailer_dictionary(bytes);
            }
            position += usable.max(1) as u64;
        }
        Ok(())
    }

    fn trailer_dictionary(&mut self, bytes: &[u8]) {
        if self.budget == 0 {
            return;
        }
        let mut parser = Parser::new(Lexer::new(bytes));
        let read = parser.object();
        self.budget = self.budget.saturating_sub(parser.furthest as u64);
        if let Ok(Object::Dictionary(dictionary)) = read {
            // A `/Root` that is no object of this file would hide a valid one.
            let usable = dictionary
                .reference(b"Root")
                .is_some_and(|root| self.table.is_known(root.number));
            if usable {
                self.merge_trailer(&dictionary);
            }
        }
    }
}

/// Start and ID of `number generation` directly before `obj` at `at`.
fn header_before(bytes: &[u8], at: usize) -> Option<(usize, ObjectId)> {
    let from = at.saturating_sub(BEFORE);
    let before = bytes.get(from..at)?;
    let (rest, generation) = last_number(before)?;
    let (rest, number) = last_number(rest)?;
    let id = ObjectId::new(u32::try_from(number).ok()?, u16::try_from(generation).ok()?);
    Some((from + rest.len(), id))
}

/// Splits off the last number, with the white space after it.
fn last_number(bytes: &[u8]) -> Option<(&[u8], u64)> {
    let blanks = bytes
        .iter()
        .rev()
        .take_while(|byte| is_whitespace(**byte))
        .count();
    let bytes = bytes.get(..bytes.len() - blanks)?;
    let digits = bytes
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (rest, number) = bytes.split_at(bytes.len() - digits);
    if digits == 0 || digits > 10 {
        return None;
    }
    let value = number
        .iter()
        .fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0'));
    Some((rest, value))
}
