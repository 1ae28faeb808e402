//! Finds the extent of a stream's data in the file.

use std::ops::Range;

use crate::error::{PdfError, Result};
use crate::lexer::Lexer;
use crate::parser::Work;
use crate::reader::Reader;

/// Bytes searched at once for `endstream`: initially, and at most.
const FIRST_STEP: u64 = 4096;
const LAST_STEP: u64 = 256 * 1024;

/// The range of the data that starts at `start`: `/Length` bytes if `endstream` follows, otherwise
/// up to the next `endstream`.
pub(crate) fn find_data(
    reader: &Reader,
    start: u64,
    length: Option<i64>,
    work: &Work,
) -> Result<Range<u64>> {
    let length = length.and_then(|it| u64::try_from(it).ok());
    if let Some(end) = length
        .and_then(|it| start.checked_add(it))
        .filter(|end| *end <= reader.len())
        && ends_at(reader, end)?
    {
        return Ok(start..end);
    }
    match search(reader, start, work)? {
        Some(end) => Ok(start..trim(reader, start, end)?),
        None => match length.and_then(|it| start.checked_add(it)) {
            Some(end) if end <= reader.len() => Ok(start..end),
            _ => Err(PdfError::syntax(start, "a stream without end")),
        },
    }
}

/// The farthest offset at which a reader may see the data end: at `/Length` only if `endstream`
/// follows there, otherwise at the next `endstream`, and without one nowhere (`u64::MAX`).
pub(crate) fn farthest_end(
    reader: &Reader,
    start: u64,
    length: Option<i64>,
    work: &Work,
) -> Result<u64> {
    let announced = length
        .and_then(|it| u64::try_from(it).ok())
        .and_then(|it| start.checked_add(it))
        .filter(|end| *end <= reader.len());
    if let Some(end) = announced {
        match closes(reader, end, work) {
            Ok(false) => {}
            Ok(true) => return Ok(end),
            Err(PdfError::Limit(_)) => return Ok(u64::MAX),
            Err(error) => return Err(error),
        }
    }
    match search(reader, start, work) {
        Ok(found) => Ok(found.unwrap_or(u64::MAX)),
        Err(PdfError::Limit(_)) => Ok(u64::MAX),
        Err(error) => Err(error),
    }
}

/// True if `endstream` (or `endobj`) comes next, after a little white space.
pub(crate) fn ends_at(reader: &Reader, end: u64) -> Result<bool> {
    let bytes = reader.read_once(end..end.saturating_add(32).min(reader.len()))?;
    let mut lexer = Lexer::new(&bytes);
    lexer.skip_whitespace();
    let keywords: [&[u8]; 2] = [b"endstream", b"endobj"];
    Ok(keywords.iter().any(|it| lexer.rest().starts_with(it)))
}

/// True if `endstream` comes next, after any white space and comments.
fn closes(reader: &Reader, at: u64, work: &Work) -> Result<bool> {
    const KEYWORD: &[u8] = b"endstream";
    let mut length = 32;
    loop {
        let end = at.saturating_add(length).min(reader.len());
        let bytes = reader.read_once(at..end)?;
        let mut lexer = Lexer::new(&bytes);
        lexer.skip_whitespace();
        if lexer.rest().len() >= KEYWORD.len() || end == reader.len() {
            return Ok(lexer.rest().starts_with(KEYWORD));
        }
        length *= 8;
        work.spend(length)?;
    }
}

fn search(reader: &Reader, start: u64, work: &Work) -> Result<Option<u64>> {
    let mut position = start;
    let mut step = FIRST_STEP;
    while position < reader.len() {
        work.spend(step.min(reader.len() - position))?;
        let window = reader.window(position, step)?;
        let bytes = window
            .get(..window.len().min(step as usize))
            .unwrap_or_default();
        if let Some(found) = memchr::memmem::find(bytes, b"endstream") {
            return Ok(Some(position + found as u64));
        }
        if position + bytes.len() as u64 >= reader.len() {
            return Ok(None);
        }
        // The keyword may cross the boundary of two windows.
        position += (bytes.len() as u64).saturating_sub(8).max(1);
        step = (step * 2).min(LAST_STEP);
    }
    Ok(None)
}

/// Excludes the line end before `endstream` from the data.
fn trim(reader: &Reader, start: u64, end: u64) -> Result<u64> {
    let from = end.saturating_sub(2).max(start);
    let last = reader.read(from..end)?;
    Ok(match last.as_slice() {
        [b'\r', b'\n'] => end - 2,
        [.., b'\n' | b'\r'] => end - 1,
        _ => end,
    })
}
