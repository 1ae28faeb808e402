//! Whether every reader finds the same objects in a file.
//!
//! Readers forgive different mistakes. One follows a cross-reference section that another finds broken; the other
//! then scans the file for `N G obj`, and the last definition of each number wins. So whoever appends a revision, or
//! prepares a file, can make two programs show different pages. Such files are told apart here: a file is unambiguous
//! where its sections are written as the standard writes them (ISO 32000-2, 7.5.4 to 7.5.8), so that no reader has a
//! reason to scan, and where scanning finds the same objects, so that it does not matter if one does.
//!
//! Appended revisions are read byte by byte: blanks, objects, one section, `startxref`, `%%EOF`, and nothing else.
//! The first revision may be as untidy as its writer liked between its objects.

mod appended;
mod first;
mod section;
mod strict;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::lexer::is_whitespace;
use crate::reader::Reader;

/// More are not told.
const MAX_TOLD: usize = 32;

/// Something that readers may read differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ambiguity {
    /// Where in the file it stands, in bytes.
    pub offset: u64,
    /// The length of the file up to and including the revision that it belongs to (ISO 32000-2, 7.5.6).
    pub revision_end: u64,
    /// What it is, in English.
    pub problem: &'static str,
}

/// Why something can't be read as the standard writes it.
#[derive(Debug)]
pub(crate) enum Fault {
    /// What is wrong, and at which offset.
    At(u64, &'static str),
    /// The bytes can't be read.
    Failed(PdfError),
}

pub(crate) type Checked<T> = std::result::Result<T, Fault>;

impl Fault {
    /// What can't be parsed stands wrong at this offset; what can't be read is no fault of the file.
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

/// What is ambiguous in the revisions after the first one, oldest first.
pub(crate) fn of_appended(document: &Document) -> Result<Vec<Ambiguity>> {
    appended::check(document)
}

/// What is ambiguous in the first revision.
pub(crate) fn of_first(document: &Document) -> Result<Vec<Ambiguity>> {
    first::check(document)
}

/// The bytes from `offset` on, about `wanted` of them.
fn look(reader: &Reader, offset: u64, wanted: u64) -> Result<Vec<u8>> {
    let end = offset.saturating_add(wanted).min(reader.len());
    reader.read(offset.min(end)..end)
}

/// The length of the line end that the bytes start with, blanks before it included.
fn line_end(bytes: &[u8]) -> Option<usize> {
    let blanks = bytes.iter().take_while(|byte| **byte == b' ').count();
    match bytes.get(blanks..)? {
        [b'\r', b'\n', ..] => Some(blanks + 2),
        [b'\r' | b'\n', ..] => Some(blanks + 1),
        _ => None,
    }
}

/// Digits and nothing else: their value and how many there are.
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
    const LOOK: u64 = 1024;
    loop {
        let bytes = look(reader, at, LOOK)?;
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

/// False for a comment with words in it that a scanning reader looks for.
fn is_harmless(comment: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"endobj", b"xref", b"trailer", b"stream", b"%PDF-", b"%EOF"];
    let has = |word: &[u8]| memchr::memmem::find(comment, word).is_some();
    let header = memchr::memmem::find_iter(comment, b"obj").any(|at| {
        let after = comment.get(at + 3);
        !after.is_some_and(u8::is_ascii_alphabetic)
    });
    !header && !WORDS.into_iter().any(has)
}
