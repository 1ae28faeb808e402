//! A reader that believes no cross-reference data: it scans for objects, and the last definition of each number wins.
//! Written apart from the core's own, which it judges.

use std::collections::HashMap;

use countersign_pdf::lexer::{Lexer, is_whitespace};
use countersign_pdf::{Document, ObjectId};

/// Where the newest definition of each number stands.
pub(crate) fn newest(document: &Document, data: &[u8]) -> HashMap<u32, (u16, u64)> {
    let mut found = HashMap::new();
    let mut position = 0;
    while let Some((start, id)) = header_from(data, position) {
        found.insert(id.number, (id.generation, start as u64));
        position = end_of(document, data, start).max(start + 1);
    }
    found
}

/// The next `number generation obj` that starts here or later.
fn header_from(data: &[u8], from: usize) -> Option<(usize, ObjectId)> {
    let mut at = from;
    loop {
        let found = at + data.get(at..)?.windows(3).position(|part| part == b"obj")?;
        if let Some((start, id)) = header_before(data, from, found) {
            return Some((start, id));
        }
        at = found + 3;
    }
}

fn header_before(data: &[u8], from: usize, obj: usize) -> Option<(usize, ObjectId)> {
    let (rest, generation) = number_at_end(data.get(from..obj)?)?;
    let (rest, number) = number_at_end(rest)?;
    let id = ObjectId::new(u32::try_from(number).ok()?, u16::try_from(generation).ok()?);
    Some((from + rest.len(), id))
}

fn number_at_end(bytes: &[u8]) -> Option<(&[u8], u64)> {
    let blank = |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' ');
    let end = bytes.iter().rposition(|byte| !blank(byte))? + 1;
    let digits = bytes.get(..end)?;
    let start = digits.iter().rposition(|byte| !byte.is_ascii_digit());
    let start = start.map_or(0, |at| at + 1);
    let text = std::str::from_utf8(digits.get(start..)?).ok()?;
    Some((digits.get(..start)?, text.parse().ok()?))
}

/// The end of the object that starts here: after the data of its stream, after the next `endobj`, or where another starts.
fn end_of(document: &Document, data: &[u8], start: usize) -> usize {
    let rest = data.get(start..).unwrap_or_default();
    let own = position(rest, b"obj").map_or(0, |at| at + 3);
    let next = header_from(rest, own).map_or(rest.len(), |(at, _)| at);
    let end = position(rest, b"endobj").map_or(rest.len(), |at| at + 6);
    let end = end.min(next);
    let text = rest.get(..end).unwrap_or_default();
    let mut from = 0;
    while let Some(found) = position(text.get(from..).unwrap_or_default(), b"stream") {
        let at = from + found;
        let before = text.get(..at).unwrap_or_default().trim_ascii_end();
        if before.ends_with(b">>") {
            let length = length_of(document, before);
            return after_stream(data, start + at + 6, length);
        }
        from = at + 6;
    }
    start + end
}

fn position(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).position(|part| part == word)
}

/// The last `/Length` of a dictionary, which may be the value of another object.
fn length_of(document: &Document, dictionary: &[u8]) -> Option<usize> {
    let key = b"/Length";
    let ends = |at: &usize| {
        let next = dictionary.get(at + key.len());
        next.is_some_and(|byte| is_whitespace(*byte))
    };
    let places = dictionary.windows(key.len()).enumerate();
    let places = places.filter(|(_, part)| part == key).map(|(at, _)| at);
    let at = places.filter(ends).last()?;
    let mut lexer = Lexer::at(dictionary, at + key.len());
    let length = lexer.take_unsigned()?;
    if let (Some(generation), true) = (lexer.take_unsigned(), lexer.take_keyword(b"R")) {
        let id = ObjectId::new(u32::try_from(length).ok()?, u16::try_from(generation).ok()?);
        return document.object(id).ok()?.as_integer()?.try_into().ok();
    }
    length.try_into().ok()
}

fn after_stream(data: &[u8], keyword: usize, length: Option<usize>) -> usize {
    let start = keyword + line_end(data.get(keyword..).unwrap_or_default());
    let end = length.and_then(|length| start.checked_add(length));
    if let Some(end) = end.filter(|end| *end <= data.len()) {
        let mut lexer = Lexer::at(data, end);
        lexer.skip_whitespace();
        if lexer.rest().starts_with(b"endstream") {
            return lexer.position() + 9;
        }
    }
    let rest = data.get(start..).unwrap_or_default();
    let found = rest.windows(9).position(|part| part == b"endstream");
    found.map_or(start, |at| start + at + 9)
}

/// Length of the line end after `stream`, with the spaces that some writers put before it.
fn line_end(rest: &[u8]) -> usize {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = rest.iter().take_while(blank).count();
    match (blanks, rest.get(blanks..).unwrap_or_default()) {
        (_, [b'\r', b'\n', ..]) => blanks + 2,
        (_, [b'\n', ..]) | (0, [b'\r', ..]) => blanks + 1,
        _ => 0,
    }
}
