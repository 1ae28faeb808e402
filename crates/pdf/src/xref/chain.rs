//! The chain of sections from the last `startxref` back to the first revision.

use std::collections::HashSet;

use super::section::{self, Sink};
use super::{MAX_NUMBER, XrefKind, XrefTable};
use crate::error::{PdfError, Result};
use crate::lexer::Lexer;
use crate::object::{Dictionary, ObjectId};
use crate::reader::Reader;

/// How far from the end `startxref` is looked for.
const TAIL: u64 = 2048;
/// How far, when it is not there.
const FAR_TAIL: u64 = 1 << 20;
/// How far from the start the header is looked for.
const HEAD: u64 = 1024;
/// More revisions than any real file has.
const MAX_SECTIONS: usize = 20_000;

/// One cross-reference section, newest first in [`Xref::sections`].
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) kind: XrefKind,
    /// Where `xref` or the stream object starts.
    pub(crate) offset: u64,
    /// After its trailer or stream data.
    pub(crate) end: u64,
}

/// All cross-reference data of a file.
#[derive(Debug, Clone)]
pub(crate) struct Xref {
    pub(crate) table: XrefTable,
    pub(crate) trailer: Dictionary,
    pub(crate) sections: Vec<Section>,
    /// The offset all others are counted from: that of the header, where other bytes come before it.
    pub(crate) shift: u64,
    /// What the last `startxref` says, without the shift.
    pub(crate) start: u64,
    /// Whether the file's own cross-reference data was of no use.
    pub(crate) repaired: bool,
    /// Whether scanning was tried and did not help.
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

/// Where `%PDF-` is.
pub(crate) fn header_offset(reader: &Reader) -> Result<Option<u64>> {
    let window = reader.window(0, HEAD)?;
    let head = window
        .get(..window.len().min(HEAD as usize))
        .unwrap_or_default();
    Ok(memchr::memmem::find(head, b"%PDF-").map(|offset| offset as u64))
}

/// The offset after the last `startxref`. Usually near the end; some files have more bytes after it.
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
    let mut xref = Xref {
        table: XrefTable::default(),
        trailer: Dictionary::new(),
        sections: Vec::new(),
        shift,
        start,
        repaired: false,
        unrepairable: false,
    };
    let mut visited = HashSet::new();
    let mut next = Some(start);
    while let Some(position) = next {
        // A loop of /Prev ends the chain: all there is has been read.
        if !visited.insert(position) {
            break;
        }
        if visited.len() > MAX_SECTIONS {
            return Err(PdfError::Limit("cross-reference sections"));
        }
        let trailer = load_section(reader, position, &mut xref)?;
        // Zero is what some writers put for "none".
        next = trailer
            .integer(b"Prev")
            .and_then(|prev| u64::try_from(prev).ok())
            .filter(|prev| *prev > 0);
        if xref.sections.len() == 1 {
            xref.trailer = trailer;
        } else {
            inherit(&mut xref.trailer, &trailer);
        }
    }
    Ok(xref)
}

fn load_section(reader: &Reader, position: u64, xref: &mut Xref) -> Result<Dictionary> {
    let offset = position
        .checked_add(xref.shift)
        .ok_or(PdfError::CrossReference("offset out of range"))?;
    let mut freed = Vec::new();
    let mut sink = Sink {
        table: &mut xref.table,
        shift: xref.shift,
        freed: Some(&mut freed),
    };
    let read = section::read(reader, offset, &mut sink)?;
    xref.sections.push(Section {
        kind: read.kind,
        offset,
        end: read.end,
    });
    let hybrid = read
        .trailer
        .integer(b"XRefStm")
        .and_then(|it| u64::try_from(it).ok());
    if let (XrefKind::Table, Some(hybrid)) = (read.kind, hybrid) {
        load_hybrid(reader, hybrid, &freed, xref);
    }
    Ok(read.trailer)
}

/// The stream of a hybrid section: defines what its table hides as free. A broken one is ignored, as
/// readers that know only tables do.
fn load_hybrid(reader: &Reader, position: u64, freed: &[u32], xref: &mut Xref) {
    let mut hidden = XrefTable::default();
    let mut sink = Sink {
        table: &mut hidden,
        shift: xref.shift,
        freed: None,
    };
    if section::read(reader, position.saturating_add(xref.shift), &mut sink).is_err() {
        return;
    }
    let freed: HashSet<u32> = freed.iter().copied().collect();
    for number in 0..hidden.len() {
        let Some((location, generation)) = hidden.get(number) else {
            continue;
        };
        let may_define =
            !xref.table.is_known(number) || (xref.table.is_free(number) && freed.contains(&number));
        if may_define {
            xref.table.set(number, location, generation);
        }
    }
}

/// Takes from an older trailer what the newest should have repeated.
fn inherit(trailer: &mut Dictionary, older: &Dictionary) {
    for key in [b"Root".as_slice(), b"Encrypt", b"ID", b"Info"] {
        if let (None, Some(value)) = (trailer.get(key), older.get(key)) {
            trailer.insert(key, value.clone());
        }
    }
}

impl Xref {
    /// The first object number that is free for a new object.
    pub(crate) fn next_number(&self) -> u32 {
        let size = self
            .trailer
            .integer(b"Size")
            .and_then(|it| u32::try_from(it).ok())
            .unwrap_or(0);
        let size = if size > MAX_NUMBER { 0 } else { size };
        self.table.len().max(size).max(1)
    }

    /// The kind of the newest section.
    pub(crate) fn kind(&self) -> XrefKind {
        self.sections
            .first()
            .map_or(XrefKind::Table, |section| section.kind)
    }

    /// The root's id.
    pub(crate) fn root(&self) -> Option<ObjectId> {
        self.trailer.reference(b"Root")
    }
}
