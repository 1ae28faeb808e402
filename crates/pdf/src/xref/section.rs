//! Lenient parsing of one cross-reference section: a table with its trailer, or a stream.

use super::{Location, XrefKind, XrefTable};
use crate::error::{PdfError, Result};
use crate::filter;
use crate::lexer::{Lexer, is_whitespace};
use crate::object::Dictionary;
use crate::parser::{Work, parse_at};
use crate::reader::Reader;
use crate::stream::find_data;

const BROKEN: PdfError = PdfError::CrossReference("a section can't be read");
/// Initial window size in bytes for the fixed parts of a section.
const INITIAL_WINDOW: u64 = 4096;

/// Content of a section besides its entries.
pub(super) struct Read {
    pub(super) kind: XrefKind,
    pub(super) trailer: Dictionary,
    /// End of the trailer dictionary, or of the stream data.
    pub(super) end: u64,
}

/// Receives the entries of a section. Entries already defined by a newer section are ignored.
pub(super) struct Sink<'a> {
    pub(super) table: &'a mut XrefTable,
    /// Added to every offset: some files have bytes before their header.
    pub(super) shift: u64,
    /// Numbers that the table of a hybrid section lists as free; its stream may still define them.
    pub(super) freed: Option<&'a mut Vec<u32>>,
    /// Remaining byte budget for reading and decoding: sections of a hostile file could share their
    /// data.
    pub(super) work: &'a Work,
}

impl Sink<'_> {
    fn put(&mut self, number: u64, location: Location, generation: u16) {
        let Ok(number) = u32::try_from(number) else {
            return;
        };
        if self.table.is_known(number) {
            return;
        }
        let location = match location {
            // Offset 0 is the header; some writers mark free entries this way.
            Location::Offset(0) => Location::Free,
            Location::Offset(offset) => Location::Offset(offset.saturating_add(self.shift)),
            other => other,
        };
        if location == Location::Free
            && let Some(freed) = &mut self.freed
        {
            freed.push(number);
        }
        self.table.set(number, location, generation);
    }
}

/// Reads the section at `offset`, of either kind.
pub(super) fn read(reader: &Reader, offset: u64, sink: &mut Sink<'_>) -> Result<Read> {
    if offset >= reader.len() {
        return Err(BROKEN);
    }
    let window = reader.window(offset, INITIAL_WINDOW)?;
    let mut lexer = Lexer::new(&window);
    if lexer.take_keyword(b"xref") {
        let position = offset + lexer.position() as u64;
        return read_table(reader, position, sink);
    }
    read_stream(reader, offset, sink)
}

fn read_table(reader: &Reader, mut position: u64, sink: &mut Sink<'_>) -> Result<Read> {
    loop {
        let window = reader.window(position, INITIAL_WINDOW)?;
        let mut lexer = Lexer::new(&window);
        if lexer.take_keyword(b"trailer") {
            return read_trailer(reader, sink, position + lexer.position() as u64);
        }
        // Some writers omit white space between `trailer` and `<<`.
        lexer.skip_whitespace();
        if lexer.rest().starts_with(b"trailer") {
            return read_trailer(reader, sink, position + lexer.position() as u64 + 7);
        }
        let (first, count) = lexer
            .take_unsigned()
            .zip(lexer.take_unsigned())
            .ok_or(BROKEN)?;
        lexer.skip_whitespace();
        let start = position + lexer.position() as u64;
        position = read_subsection(reader, start, first, count, sink)?;
    }
}

/// Reads `count` entries; returns the position after them.
fn read_subsection(
    reader: &Reader,
    start: u64,
    first: u64,
    count: u64,
    sink: &mut Sink<'_>,
) -> Result<u64> {
    let room = reader.len().saturating_sub(start);
    // The shortest entry that a lenient parser accepts is `0 0 n` with a line end.
    let length = count
        .checked_mul(20)
        .filter(|_| count <= room / 6)
        .ok_or(BROKEN)?;
    let bytes = reader.cached_window(start, length.min(room))?;
    let mut number = first;
    let mut taken = 0usize;
    for index in 0..count {
        let line = bytes.get(taken..taken + 20).and_then(exact_entry);
        let (value, generation, in_use, length) = match line {
            Some((value, generation, in_use)) => (value, generation, in_use, 20),
            None => loose_entry(bytes.get(taken..).unwrap_or_default()).ok_or(BROKEN)?,
        };
        // A common error: the table starts at 1, but its first entry is that of object 0.
        if index == 0 && first == 1 && !in_use && generation == u16::MAX {
            number = 0;
        }
        taken += length;
        let location = if in_use {
            Location::Offset(value)
        } else {
            Location::Free
        };
        sink.put(number, location, generation);
        number += 1;
    }
    Ok(start + taken as u64)
}

/// Parses a table entry of exactly 20 bytes: value, generation, and whether it is in use.
pub(crate) fn exact_entry(line: &[u8]) -> Option<(u64, u16, bool)> {
    let [value @ .., b' ', _, _, _, _, _, b' ', kind, end, last] = line else {
        return None;
    };
    let generation = line.get(11..16)?;
    if value.len() != 10 || !is_whitespace(*end) || !is_whitespace(*last) {
        return None;
    }
    let in_use = match kind {
        b'n' => true,
        b'f' => false,
        _ => return None,
    };
    Some((
        digits(value)?,
        u16::try_from(digits(generation)?).ok()?,
        in_use,
    ))
}

fn digits(bytes: &[u8]) -> Option<u64> {
    bytes.iter().try_fold(0u64, |value, byte| {
        byte.is_ascii_digit()
            .then(|| value * 10 + u64::from(byte - b'0'))
    })
}

/// Parses an entry with other spacing; also returns its length.
fn loose_entry(bytes: &[u8]) -> Option<(u64, u16, bool, usize)> {
    let mut lexer = Lexer::new(bytes.get(..bytes.len().min(64))?);
    let value = lexer.take_unsigned()?;
    let generation = lexer.take_unsigned()?;
    let in_use = lexer.take_keyword(b"n");
    if !in_use && !lexer.take_keyword(b"f") {
        return None;
    }
    lexer.skip_whitespace();
    Some((
        value,
        u16::try_from(generation).unwrap_or(u16::MAX),
        in_use,
        lexer.position(),
    ))
}

fn read_trailer(reader: &Reader, sink: &Sink<'_>, position: u64) -> Result<Read> {
    let ((object, length), _) = parse_at(reader, position, sink.work, |parser| {
        let object = parser.object()?;
        Ok((object, parser.lexer.position()))
    })?;
    Ok(Read {
        kind: XrefKind::Table,
        trailer: object.as_dictionary().cloned().ok_or(BROKEN)?,
        end: position + length as u64,
    })
}

fn read_stream(reader: &Reader, offset: u64, sink: &mut Sink<'_>) -> Result<Read> {
    let (read, _) = parse_at(reader, offset, sink.work, |parser| parser.indirect())?;
    let start = offset + read.stream.ok_or(BROKEN)? as u64;
    let dictionary = read.object.as_dictionary().cloned().ok_or(BROKEN)?;
    if !dictionary.is_type(b"XRef") {
        return Err(BROKEN);
    }
    let range = find_data(reader, start, dictionary.integer(b"Length"), sink.work)?;
    let end = range.end;
    sink.work.spend(end - start)?;
    let data = filter::decode_direct(
        &dictionary,
        reader.read(range)?,
        filter::limit_for(reader.len()),
    )?;
    sink.work.spend(data.len() as u64)?;
    read_entries(&dictionary, &data, sink)?;
    Ok(Read {
        kind: XrefKind::Stream,
        trailer: dictionary,
        end,
    })
}

fn read_entries(dictionary: &Dictionary, data: &[u8], sink: &mut Sink<'_>) -> Result<()> {
    let widths = widths(dictionary)?;
    let length = widths.iter().sum();
    if length == 0 {
        return Err(BROKEN);
    }
    let mut rows = data.chunks_exact(length);
    for (first, count) in subsections(dictionary)? {
        for number in first..first.saturating_add(count) {
            let Some(row) = rows.next() else {
                return Ok(());
            };
            if let Some((kind, second, third)) = self::row(row, &widths) {
                put_row(number, kind, second, third, sink);
            }
        }
    }
    Ok(())
}

/// Byte widths of the three fields of a row (`/W`).
pub(crate) fn widths(dictionary: &Dictionary) -> Result<[usize; 3]> {
    let widths: Vec<usize> = dictionary
        .array(b"W")
        .ok_or(BROKEN)?
        .iter()
        .map(|width| {
            width
                .as_integer()
                .and_then(|it| usize::try_from(it).ok())
                .filter(|it| *it <= 8)
        })
        .collect::<Option<_>>()
        .ok_or(BROKEN)?;
    widths.try_into().map_err(|_| BROKEN)
}

/// The three fields of a row; the default type is 1.
pub(crate) fn row(row: &[u8], [kind, second, _]: &[usize; 3]) -> Option<(u64, u64, u64)> {
    let (head, rest) = row.split_at_checked(*kind)?;
    let (middle, tail) = rest.split_at_checked(*second)?;
    let kind = if head.is_empty() { 1 } else { big_endian(head) };
    Some((kind, big_endian(middle), big_endian(tail)))
}

fn put_row(number: u64, kind: u64, second: u64, third: u64, sink: &mut Sink<'_>) {
    let (location, generation) = match kind {
        0 => (Location::Free, third),
        1 => (Location::Offset(second), third),
        2 => match (u32::try_from(second), u32::try_from(third)) {
            (Ok(stream), Ok(index)) => (Location::InStream { stream, index }, 0),
            _ => (Location::Free, 0),
        },
        // Unknown types are references to null (ISO 32000-2, 7.5.8.3).
        _ => (Location::Free, 0),
    };
    sink.put(
        number,
        location,
        u16::try_from(generation).unwrap_or(u16::MAX),
    );
}

/// First number and count of each subsection of a stream (`/Index`).
pub(crate) fn subsections(dictionary: &Dictionary) -> Result<Vec<(u64, u64)>> {
    let unsigned =
        |object: &crate::Object| object.as_integer().and_then(|it| u64::try_from(it).ok());
    match dictionary.array(b"Index") {
        Some(index) => index
            .chunks_exact(2)
            .map(|pair| Some((unsigned(pair.first()?)?, unsigned(pair.get(1)?)?)))
            .collect::<Option<_>>()
            .ok_or(BROKEN),
        None => {
            let size = dictionary.get(b"Size").and_then(unsigned).ok_or(BROKEN)?;
            Ok(vec![(0, size)])
        }
    }
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |value, byte| value << 8 | u64::from(*byte))
}
