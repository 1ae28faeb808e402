//! Checks whether all readers find the same objects in a file.
//!
//! Readers tolerate different errors. One follows a cross-reference section that another considers
//! broken; the other then scans the file for `N G obj` and uses the last definition of each number.
//! So the author of a file or of an appended revision can make two programs show different pages. A
//! file is unambiguous if its sections are written as the standard requires (ISO 32000-2, 7.5.4 to
//! 7.5.8), so that no reader has a reason to scan, and if scanning finds the same objects, so that
//! it does not matter if a reader does.
//!
//! Appended revisions are checked byte by byte: white space, objects, one section, `startxref`,
//! `%%EOF`, and nothing else. The first revision may contain anything between its objects.

mod appended;
mod first;
mod scanned;
mod section;
mod strict;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::lexer::is_whitespace;
use crate::reader::Reader;

/// Maximum number of ambiguities reported.
const MAX_REPORTED: usize = 32;

/// A place that readers may interpret differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ambiguity {
    /// Offset in the file, in bytes.
    pub offset: u64,
    /// Length of the file up to the end of the revision concerned (ISO 32000-2, 7.5.6).
    pub revision_end: u64,
    /// Description in English.
    pub problem: &'static str,
}

/// Why something is not written as the standard requires.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Offset and problem.
    At(u64, &'static str),
    /// The bytes can't be read.
    Failed(PdfError),
}

pub(crate) type Checked<T> = std::result::Result<T, Fault>;

impl Fault {
    /// Syntax errors become a problem at their offset; read errors are not the fault of the file.
    fn of(offset: u64, error: PdfError) -> Self {
        match error {
            PdfError::Source(_) => Self::Failed(error),
            PdfError::Syntax { offset, problem } => Self::At(offset, problem),
            _ => Self::At(offset, "what stands here can't be read"),
        }
    }
}

impl From<PdfError> for Fault {
    fn from(error: PdfError) -> Self {
        Self::Failed(error)
    }
}

/// Ambiguities in the revisions after the first one that end after `since`, oldest first.
pub(crate) fn of_appended(document: &Document, since: u64) -> Result<Vec<Ambiguity>> {
    appended::check(document, since)
}

/// Ambiguities in the first revision, and what else the pass over its bytes saw.
pub(crate) fn of_first(document: &Document) -> Result<First> {
    first::check(document)
}

/// Results of one pass over the bytes of the first revision.
#[derive(Default)]
pub(crate) struct First {
    pub(crate) ambiguities: Vec<Ambiguity>,
    /// The `/ByteRange` keys; `None` if the bytes were not read.
    pub(crate) byte_ranges: Option<ByteRangeKeys>,
}

/// Offsets of the `/ByteRange` keys in the first revision.
#[derive(Debug, Default)]
pub struct ByteRangeKeys {
    /// In order.
    pub offsets: Vec<u64>,
    /// How many bytes of the file were searched.
    pub searched: u64,
}

/// About `wanted` bytes from `offset`.
fn peek(reader: &Reader, offset: u64, wanted: u64) -> Result<Vec<u8>> {
    let end = offset.saturating_add(wanted).min(reader.len());
    reader.read(offset.min(end)..end)
}

/// Length of the line end at the start of the bytes, including preceding spaces.
fn line_end(bytes: &[u8]) -> Option<usize> {
    let blanks = bytes.iter().take_while(|byte| **byte == b' ').count();
    match bytes.get(blanks..)? {
        [b'\r', b'\n', ..] => Some(blanks + 2),
        [b'\r' | b'\n', ..] => Some(blanks + 1),
        _ => None,
    }
}

/// Value and length of the digits at the start of the bytes.
fn leading_number(bytes: &[u8]) -> Option<(u64, usize)> {
    let length = bytes.iter().take_while(|it| it.is_ascii_digit()).count();
    let digits = bytes.get(..length).filter(|_| (1..=10).contains(&length))?;
    let value = digits
        .iter()
        .fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0'));
    Some((value, length))
}

/// Skips white space and harmless comments.
fn skip_blanks(reader: &Reader, mut at: u64) -> Checked<u64> {
    const PEEK_LENGTH: u64 = 1024;
    loop {
        let bytes = peek(reader, at, PEEK_LENGTH)?;
        let blank = bytes
            .iter()
            .take_while(|byte| is_whitespace(**byte))
            .count();
        let rest = bytes.get(blank..).unwrap_or_default();
        if rest.first() != Some(&b'%') {
            if rest.is_empty() && !bytes.is_empty() {
                at += bytes.len() as u64;
                continue;
            }
            return Ok(at + blank as u64);
        }
        match memchr::memchr2(b'\r', b'\n', rest) {
            Some(length) if is_harmless(rest.get(..length).unwrap_or_default()) => {
                at += (blank + length) as u64;
            }
            None if blank > 0 && at + (bytes.len() as u64) < reader.len() => at += blank as u64,
            _ => {
                let problem = "a comment that readers may take for something else";
                return Err(Fault::At(at + blank as u64, problem));
            }
        }
    }
}

/// False for a comment that contains keywords for which a scanning reader searches.
fn is_harmless(comment: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"endobj", b"xref", b"trailer", b"stream", b"%PDF-", b"%EOF"];
    let has = |word: &[u8]| memchr::memmem::find(comment, word).is_some();
    let header = memchr::memmem::find_iter(comment, b"obj").any(|at| {
        let after = comment.get(at + 3);
        !after.is_some_and(u8::is_ascii_alphabetic) || scanned::header_before(comment, at).is_some()
    });
    !header && !WORDS.into_iter().any(has)
}
