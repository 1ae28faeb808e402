//! The chain of cross-reference sections, from the last `startxref` back to the first revision.

use std::collections::HashSet;

use super::section::{self, Sink};
use super::{Location, MAX_NUMBER, XrefKind, XrefTable};
use crate::error::{PdfError, Result};
use crate::lexer::Lexer;
use crate::object::{Dictionary, ObjectId};
use crate::parser::{Parser, Work, parse_at};
use crate::reader::Reader;

/// How many bytes before the end `startxref` is searched first.
const TAIL: u64 = 2048;
/// How many bytes before the end, if it was not found.
const FAR_TAIL: u64 = 1 << 20;
/// How many bytes from the start the header is searched.
const HEAD: u64 = 1024;
/// Maximum number of sections.
const MAX_SECTIONS: usize = 10_000;

/// A cross-reference section; newest first in [`Xref::sections`].
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) kind: XrefKind,
    /// Offset of `xref` or of the stream object.
    pub(crate) offset: u64,
    /// End of its trailer or stream data.
    pub(crate) end: u64,
}

/// All cross-reference data of a file.
#[derive(Debug, Clone)]
pub(crate) struct Xref {
    pub(crate) table: XrefTable,
    pub(crate) trailer: Dictionary,
    pub(crate) sections: Vec<Section>,
    /// Base of all offsets: the offset of the header if other bytes precede it.
    pub(crate) shift: u64,
    /// The last `startxref` value, without the shift.
    pub(crate) start: u64,
    /// True if the file's own cross-reference data was unusable.
    pub(crate) repaired: bool,
    /// True if scanning was tried and did not help.
    pub(crate) unrepairable: bool,
}

/// Reads the whole chain.
pub(crate) fn load(reader: &Reader) -> Result<Xref> {
    let start = start_xref(reader)?;
    let header = header_offset(reader)?;
    match load_from(reader, start, 0) {
        Err(_) if header.is_some_and(|it| it > 0) => load_from(reader, start, header.unwrap_or(0)),
        other => other,
    }
}

/// Offset of `%PDF-`.
pub(crate) fn header_offset(reader: &Reader) -> Result<Option<u64>> {
    let window = reader.window(0, HEAD)?;
    let head = window
        .get(..window.len().min(HEAD as usize))
        .unwrap_or_default();
    Ok(memchr::memmem::find(head, b"%PDF-").map(|offset| offset as u64))
}

/// The offset after the last `startxref`, usually near the end; some files have more bytes after
/// it.
fn start_xref(reader: &Reader) -> Result<u64> {
    for distance in [TAIL, FAR_TAIL] {
        let from = reader.len().saturating_sub(distance);
        let tail = reader.read(from..reader.len())?;
        if let Some(at) = memchr::memmem::rfind(&tail, b"startxref") {
            let mut lexer = Lexer::at(&tail, at + 9);
            return lexer
                .take_unsigned()
                .ok_or(PdfError::CrossReference("startxref without offset"));
        }
    }
    Err(PdfError::CrossReference("no startxref"))
}

fn load_from(reader: &Reader, start: u64, shift: u64) -> Result<Xref> {
    let xref = Xref {
        table: XrefTable::default(),
        trailer: Dictionary::new(),
        sections: Vec::new(),
        shift,
        start,
        repaired: false,
        unrepairable: false,
    };
    let work = Work::for_file(reader.len());
    let mut chain = Chain {
        reader,
        xref,
        work,
        visited: HashSet::new(),
        hybrids: HashSet::new(),
    };
    let mut next = Some(start);
    while let Some(position) = next {
        // A loop of `/Prev` ends the chain: everything has been read.
        if !chain.visited.insert(position) {
            break;
        }
        if chain.visited.len() > MAX_SECTIONS {
            return Err(PdfError::Limit("cross-reference sections"));
        }
        let trailer = chain.section(position)?;
        // Some writers use 0 for "none".
        next = chain.previous(&trailer).filter(|prev| *prev > 0);
        let trailers = &mut chain.xref.trailer;
        if chain.xref.sections.len() == 1 {
            *trailers = trailer;
        } else {
            inherit(trailers, &trailer);
        }
    }
    Ok(chain.xref)
}

fn position_of(trailer: &Dictionary, key: &[u8]) -> Option<u64> {
    trailer.integer(key).and_then(|it| u64::try_from(it).ok())
}

/// State while following the chain.
struct Chain<'a> {
    reader: &'a Reader,
    xref: Xref,
    /// Remaining byte budget.
    work: Work,
    visited: HashSet<u64>,
    hybrids: HashSet<u64>,
}

impl Chain<'_> {
    /// The offset of the previous section. ISO 32000-2, table 15 requires an integer; some writers refer to one, and
    /// some write the offset as if it were an object number.
    fn previous(&self, trailer: &Dictionary) -> Option<u64> {
        let Some(id) = trailer.reference(b"Prev") else {
            return position_of(trailer, b"Prev");
        };
        let written_there = || match self.xref.table.get(id.number)? {
            (Location::Offset(offset), generation) if generation == id.generation => {
                let parse = |parser: &mut Parser<'_>| parser.indirect();
                let (read, _) = parse_at(self.reader, offset, &self.work, parse).ok()?;
                let is_it = read.id == id;
                read.object.as_integer().filter(|_| is_it)
            }
            _ => None,
        };
        match written_there() {
            Some(offset) => u64::try_from(offset).ok(),
            None => Some(u64::from(id.number)),
        }
    }

    fn section(&mut self, position: u64) -> Result<Dictionary> {
        let offset = position.saturating_add(self.xref.shift);
        let mut freed = Vec::new();
        let mut sink = Sink {
            table: &mut self.xref.table,
            shift: self.xref.shift,
            freed: Some(&mut freed),
            work: &self.work,
        };
        let read = section::read(self.reader, offset, &mut sink)?;
        self.xref.sections.push(Section {
            kind: read.kind,
            offset,
            end: read.end,
        });
        if let (XrefKind::Table, Some(hybrid)) = (read.kind, position_of(&read.trailer, b"XRefStm"))
            && self.hybrids.insert(hybrid)
        {
            self.hybrid(hybrid, &freed);
        }
        Ok(read.trailer)
    }

    /// Reads the stream of a hybrid section, which defines objects that its table lists as free. A
    /// broken one is ignored, as by readers without stream support.
    fn hybrid(&mut self, position: u64, freed: &[u32]) {
        let mut hidden = XrefTable::default();
        let mut sink = Sink {
            table: &mut hidden,
            shift: self.xref.shift,
            freed: None,
            work: &self.work,
        };
        let offset = position.saturating_add(self.xref.shift);
        if section::read(self.reader, offset, &mut sink).is_err() {
            return;
        }
        let freed: HashSet<u32> = freed.iter().copied().collect();
        let table = &mut self.xref.table;
        for (id, location) in hidden.entries() {
            let hides = table.is_free(id.number) && freed.contains(&id.number);
            if hides || !table.is_known(id.number) {
                table.set(id.number, location, id.generation);
            }
        }
    }
}

/// Copies entries of an older trailer that the newest one should have repeated.
fn inherit(trailer: &mut Dictionary, older: &Dictionary) {
    for key in [b"Root".as_slice(), b"Encrypt", b"ID", b"Info"] {
        if let (None, Some(value)) = (trailer.get(key), older.get(key)) {
            trailer.insert(key, value.clone());
        }
    }
}

impl Xref {
    /// The first unused object number.
    pub(crate) fn next_number(&self) -> u32 {
        let size = self
            .trailer
            .integer(b"Size")
            .and_then(|it| u32::try_from(it).ok())
            .unwrap_or(0);
        let size = if size > MAX_NUMBER { 0 } else { size };
        self.table.len().max(size).max(1)
    }

    /// Kind of the newest section.
    pub(crate) fn kind(&self) -> XrefKind {
        self.sections
            .first()
            .map_or(XrefKind::Table, |section| section.kind)
    }

    /// ID of the catalog.
    pub(crate) fn root(&self) -> Option<ObjectId> {
        self.trailer.reference(b"Root")
    }
}
