//! Strict parsing of cross-reference sections (ISO 32000-2, 7.5.4, 7.5.5 and 7.5.8).

use super::{Checked, Fault, leading_number, line_end, peek, strict};
use crate::document::Document;
use crate::filter;
use crate::lexer::{is_regular, is_whitespace};
use crate::object::{Dictionary, Object, ObjectId};
use crate::parser::{Work, parse_at};
use crate::xref::{self, Location, MAX_NUMBER};

/// Length of a table entry, in bytes.
const LINE: u64 = 20;
const LINE_LENGTH: &str = "an entry of a cross-reference table is not 20 bytes as they should be";
/// More than the keyword, or the two numbers of a subsection with their line end, can take.
const PEEK_LENGTH: u64 = 64;

/// An entry of a table or stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) number: u32,
    pub(super) location: Location,
    pub(super) generation: u16,
}

/// Content of a section.
pub(super) struct Section {
    pub(super) entries: Vec<Entry>,
    pub(super) trailer: Dictionary,
    /// For a cross-reference stream: its own ID.
    pub(super) own: Option<ObjectId>,
    /// End of the trailer dictionary, or of `endobj`.
    pub(super) end: u64,
}

/// Reads the section at exactly this offset.
pub(super) fn read(document: &Document, offset: u64, work: &Work) -> Checked<Section> {
    let head = peek(&document.reader, offset, PEEK_LENGTH)?;
    let section = match head.strip_prefix(b"xref") {
        Some(rest) => {
            let line = line_end(rest).ok_or(Fault::At(offset, "`xref` does not stand alone"))?;
            table(document, offset + 4 + line as u64, work)?
        }
        None => stream(document, offset, work)?,
    };
    let mut numbers: Vec<u32> = section.entries.iter().map(|entry| entry.number).collect();
    numbers.sort_unstable();
    if numbers.windows(2).any(|pair| pair.first() == pair.last()) {
        let problem = "an object is listed twice in one cross-reference section";
        return Err(Fault::At(offset, problem));
    }
    check_size(offset, &section.trailer, numbers.last().copied())?;
    Ok(section)
}

/// Checks that `/Size` exceeds every listed number and is plausible.
fn check_size(offset: u64, trailer: &Dictionary, highest: Option<u32>) -> Checked<()> {
    let size = exact_integer(trailer.get(b"Size")).unwrap_or(0);
    let least = highest.map_or(1, |highest| i64::from(highest) + 1);
    match (least..=i64::from(MAX_NUMBER) + 1).contains(&size) {
        true => Ok(()),
        false => Err(Fault::At(
            offset,
            "/Size is not the number after the highest one",
        )),
    }
}

/// An integer written without a decimal point: other readers reject `6.0`.
pub(super) fn exact_integer(object: Option<&Object>) -> Option<i64> {
    match object {
        Some(Object::Integer(number)) => Some(*number),
        _ => None,
    }
}

fn table(document: &Document, mut at: u64, work: &Work) -> Checked<Section> {
    let mut entries = Vec::new();
    loop {
        let head = peek(&document.reader, at, PEEK_LENGTH)?;
        // Some writers leave an empty line there, which all readers accept.
        let blanks = head.iter().take_while(|byte| is_whitespace(**byte)).count();
        let keyword = head
            .get(blanks..)
            .and_then(|rest| rest.strip_prefix(b"trailer"));
        if let Some(rest) = keyword {
            if rest.first().copied().is_some_and(is_regular) {
                return Err(Fault::At(at, "`trailer` does not stand alone"));
            }
            let start = at + blanks as u64 + 7;
            let ((trailer, length), _) =
                parse_at(&document.reader, start, work, strict::dictionary)
                    .map_err(|error| Fault::of(start, error))?;
            let end = start + length as u64;
            return Ok(Section {
                entries,
                trailer,
                own: None,
                end,
            });
        }
        at = subsection(document, at, &head, &mut entries)?;
    }
}

/// Reads a subsection; returns its end.
fn subsection(document: &Document, at: u64, head: &[u8], entries: &mut Vec<Entry>) -> Checked<u64> {
    let (first, count, length) = subsection_head(head).ok_or(Fault::At(
        at,
        "a subsection of a cross-reference table does not start with two numbers",
    ))?;
    let start = at + length as u64;
    let room = document.len().saturating_sub(start);
    if count > room / LINE || first + count > u64::from(MAX_NUMBER) + 1 {
        return Err(Fault::At(at, "a subsection is longer than its table"));
    }
    let bytes = peek(&document.reader, start, count * LINE)?;
    for (index, line) in bytes.chunks_exact(LINE as usize).enumerate() {
        let place = start + index as u64 * LINE;
        let (value, generation, in_use) = xref::exact_entry(line)
            .filter(|_| matches!(line, [.., b' ', b'\r' | b'\n'] | [.., b'\r', b'\n']))
            .ok_or(Fault::At(place, LINE_LENGTH))?;
        let location = match in_use {
            true => Location::Offset(value.saturating_add(document.xref().shift)),
            false => Location::Free,
        };
        let number = first as u32 + index as u32;
        entries.push(Entry {
            number,
            location,
            generation,
        });
    }
    let end = start + count * LINE;
    // An entry ending in `SP CR` followed by another LF has 21 bytes.
    let around = document
        .reader
        .read(end.saturating_sub(1)..document.len().min(end + 1))?;
    match around.as_slice() {
        b"\r\n" => Err(Fault::At(end, LINE_LENGTH)),
        _ => Ok(end),
    }
}

/// First number, count, and the length of the line.
fn subsection_head(head: &[u8]) -> Option<(u64, u64, usize)> {
    let (first, one) = leading_number(head)?;
    let rest = head.get(one..)?.strip_prefix(b" ")?;
    let (count, two) = leading_number(rest)?;
    let line = line_end(rest.get(two..)?)?;
    Some((first, count, one + 1 + two + line))
}

fn stream(document: &Document, offset: u64, work: &Work) -> Checked<Section> {
    let wrong = |problem| Fault::At(offset, problem);
    let read = strict::read(document, offset, work)?;
    let Some((dictionary, data)) = read.object.as_dictionary().zip(read.data) else {
        return Err(wrong("there is no cross-reference section here"));
    };
    let direct = |key: &[u8]| match dictionary.get(key) {
        Some(Object::Array(elements)) if key != b"Filter" && key != b"DecodeParms" => elements
            .iter()
            .all(|element| exact_integer(Some(element)).is_some()),
        value => !matches!(value, Some(Object::Reference(_))),
    };
    let keys: [&[u8]; 7] = [
        b"Type",
        b"W",
        b"Index",
        b"Size",
        b"Length",
        b"Filter",
        b"DecodeParms",
    ];
    if !dictionary.is_type(b"XRef") || !keys.into_iter().all(direct) {
        return Err(wrong("there is no cross-reference section here"));
    }
    let length = data.end - data.start;
    work.spend(length)
        .map_err(|error| Fault::of(offset, error))?;
    let bytes = document.reader.read(data)?;
    let rows = filter::decode_direct(dictionary, bytes, filter::limit_for(document.len()))
        .map_err(|error| Fault::of(offset, error))?;
    work.spend(rows.len() as u64)
        .map_err(|error| Fault::of(offset, error))?;
    let shift = document.xref().shift;
    let entries = rows_of(dictionary, &rows, shift)
        .ok_or_else(|| wrong("a cross-reference stream does not hold what its dictionary says"))?;
    let (own, end) = (Some(read.id), read.end);
    Ok(Section {
        entries,
        trailer: dictionary.clone(),
        own,
        end,
    })
}

fn rows_of(dictionary: &Dictionary, rows: &[u8], shift: u64) -> Option<Vec<Entry>> {
    let widths = xref::widths(dictionary).ok()?;
    let length: usize = widths.iter().sum();
    let index = dictionary.array(b"Index");
    if length == 0 || index.is_some_and(|index| index.len() % 2 != 0) {
        return None;
    }
    let subsections = xref::subsections(dictionary).ok()?;
    let mut count = 0u64;
    for (_, one) in &subsections {
        count = count.checked_add(*one)?;
    }
    if count.checked_mul(length as u64) != Some(rows.len() as u64) {
        return None;
    }
    let numbers = subsections
        .iter()
        .flat_map(|(first, count)| *first..first.saturating_add(*count));
    let entry = |(number, row): (u64, &[u8])| {
        let number = u32::try_from(number).ok().filter(|it| *it <= MAX_NUMBER)?;
        let (kind, value, last) = xref::row(row, &widths)?;
        let (location, generation) = match kind {
            0 => (Location::Free, last),
            1 => (Location::Offset(value.saturating_add(shift)), last),
            2 => {
                let (stream, index) = (u32::try_from(value).ok()?, u32::try_from(last).ok()?);
                (Location::InStream { stream, index }, 0)
            }
            _ => return None,
        };
        let generation = u16::try_from(generation).ok()?;
        Some(Entry {
            number,
            location,
            generation,
        })
    };
    numbers.zip(rows.chunks_exact(length)).map(entry).collect()
}

/// `startxref`, the offset of the section, and `%%EOF`, each on a line of its own. Returns the
/// offset after `%%EOF`.
pub(super) fn ending(document: &Document, at: u64, start: Option<u64>) -> Checked<u64> {
    let at = super::skip_blanks(&document.reader, at)?;
    let bytes = peek(&document.reader, at, 128)?;
    let problem = Fault::At(
        at,
        "`startxref`, its offset and `%%EOF` do not stand on lines of their own",
    );
    let read = || {
        let rest = bytes.strip_prefix(b"startxref")?;
        let rest = rest.get(line_end(rest)?..)?;
        let (number, length) = leading_number(rest)?;
        let rest = rest.get(length..)?;
        let rest = rest.get(line_end(rest)?..)?.strip_prefix(b"%%EOF")?;
        let alone = rest.first().is_none_or(|byte| is_whitespace(*byte));
        alone.then(|| (number, at + (bytes.len() - rest.len()) as u64))
    };
    let (number, end) = read().ok_or(problem)?;
    match start.is_none_or(|start| start == number) {
        true => Ok(end),
        false => Err(Fault::At(at, "`startxref` leads elsewhere")),
    }
}
