//! Finds signatures that were removed in a later revision.
//!
//! Removing a signature from the form leaves its bytes in the file, so a later revision can hide
//! that an earlier one was signed. The search starts with the bytes. Older revisions are read only
//! if some bytes belong to no signature of the newest revision: the revision that holds the bytes,
//! and the one whose end the byte range claims.

use std::collections::HashSet;

use countersign_cms::{Finding, FindingCode};
use countersign_pdf::lexer::{Lexer, Token};
use countersign_pdf::{Dictionary, Document, Object, PdfString};

use crate::form::{FormTree, SignatureField};
use crate::report::SignatureReport;

const KEY: &[u8] = b"/ByteRange";
/// Bytes read at once.
const CHUNK: u64 = 1024 * 1024;
/// Bytes read after the key to parse the numbers of a byte range.
const RANGE: u64 = 256;
/// Maximum length of the white space and comments after all keys together, without the first `RANGE` bytes of each.
const MAX_GAPS: u64 = 16 * CHUNK;
/// Maximum number of revisions read.
const MAX_REVISIONS: usize = 64;

/// A removed signature.
pub(crate) struct RemovedSignature {
    /// Name of its field; `None` if a limit was reached.
    pub(crate) field: Option<String>,
    /// File offset of its byte range.
    place: u64,
    /// End of the revision that contained it.
    pub(crate) end: u64,
}

/// Finds the removed signatures. `form` is the form of the newest revision. Those that an earlier one
/// than `since` removed are not looked for.
pub(crate) fn find(
    document: &Document,
    form: &FormTree,
    since: Option<(&Document, &FormTree)>,
) -> Vec<RemovedSignature> {
    let ends: Vec<u64> = match document.revisions() {
        Ok(revisions) => revisions.iter().map(|one| one.end).collect(),
        Err(_) => return Vec::new(),
    };
    let start = start_of_search(document, since.map(|(since, _)| since));
    let found = match occurrences(document, start) {
        Ok(found) => found,
        Err(Incomplete::Unreadable) => return Vec::new(),
        Err(Incomplete::TooLong { place }) => {
            return vec![RemovedSignature {
                field: None,
                place,
                end: document.len(),
            }];
        }
    };
    let mut search = Search {
        present: places(document, form),
        reported: HashSet::new(),
        looked_at: HashSet::new(),
        out: Vec::new(),
    };
    if let Some((since, known)) = since {
        search.compare(since, known);
        // The signatures of a later revision may stand in the bytes of this one.
        for end in ends.iter().copied().filter(|end| *end > since.len()) {
            if !search.look_at(document, end, end) {
                return search.out;
            }
        }
    }
    for place in found {
        if search.present.contains(&place) {
            continue;
        }
        let holding = ends.get(ends.partition_point(|end| *end <= place)).copied();
        let claimed = claimed_end(document, place);
        for end in [holding, claimed].into_iter().flatten() {
            if !search.look_at(document, end, place) {
                return search.out;
            }
        }
    }
    search.out
}

/// Where the search in the bytes starts: with those after `since`, if they are in good order. All
/// their revisions are then in the chain.
fn start_of_search(document: &Document, since: Option<&Document>) -> u64 {
    let known = since.map_or(0, Document::len);
    let is_sound = document
        .ambiguities_since(known)
        .is_ok_and(|it| it.is_empty());
    if is_sound { known } else { 0 }
}

/// A search for removed signatures.
struct Search {
    /// Places of the signatures of the newest revision.
    present: HashSet<u64>,
    /// Places of the removed ones found.
    reported: HashSet<u64>,
    /// Ends of the revisions looked at.
    looked_at: HashSet<u64>,
    out: Vec<RemovedSignature>,
}

impl Search {
    /// Looks at the revision that ends at `end`, because of what is at `place`. Returns false if too
    /// many were looked at.
    fn look_at(&mut self, document: &Document, end: u64, place: u64) -> bool {
        if end >= document.len() || !self.looked_at.insert(end) {
            return true;
        }
        if self.looked_at.len() > MAX_REVISIONS {
            self.out.push(RemovedSignature {
                field: None,
                place,
                end,
            });
            return false;
        }
        if let Ok(earlier) = document.earlier(end) {
            self.compare(&earlier, &FormTree::read(&earlier));
        }
        true
    }

    /// Takes the signatures of an earlier revision that the newest one lacks.
    fn compare(&mut self, earlier: &Document, form: &FormTree) {
        for field in &form.signatures {
            let place = place_of(earlier, field);
            let missing = place.filter(|place| !self.present.contains(place));
            if let Some(place) = missing.filter(|_| is_signature(earlier, &field.value))
                && self.reported.insert(place)
            {
                self.out.push(RemovedSignature {
                    field: Some(field.name.clone()),
                    place,
                    end: earlier.len(),
                });
            }
        }
    }
}

/// File offsets of the byte ranges of all signatures in a form.
fn places(document: &Document, form: &FormTree) -> HashSet<u64> {
    let fields = form.signatures.iter();
    fields
        .filter_map(|field| place_of(document, field))
        .collect()
}

/// File offset of the byte range of a field's signature. It identifies the signature.
fn place_of(document: &Document, field: &SignatureField) -> Option<u64> {
    let range = match field.value.as_reference() {
        Some(id) => document.value_range(id, &[b"ByteRange"]),
        None => document.value_range(field.id?, &[b"V", b"ByteRange"]),
    };
    Some(range.ok()??.start)
}

/// The end of the bytes that the byte range at `place` claims to cover, if plausible.
fn claimed_end(document: &Document, place: u64) -> Option<u64> {
    let end = document.len().min(place + RANGE);
    let bytes = document.read(place..end).ok()?;
    let mut lexer = Lexer::new(&bytes);
    if !matches!(lexer.next_token()?, Token::ArrayStart) {
        return None;
    }
    let mut number = || match lexer.next_token()? {
        Token::Integer(number) => u64::try_from(number).ok(),
        _ => None,
    };
    let [_, _, rest, length] = [number()?, number()?, number()?, number()?];
    rest.checked_add(length).filter(|end| *end > place)
}

impl RemovedSignature {
    /// The report for it, used if no remaining signature was made after the removal.
    pub(crate) fn report(&self) -> SignatureReport {
        let message = match self.field {
            Some(_) => "the document was signed here, and the signature was taken out later",
            None => "more signatures may have been taken out than can be looked for",
        };
        let name = self.field.clone().unwrap_or_default();
        let finding = Finding::error(FindingCode::SignatureRemoved, message, name.clone());
        SignatureReport {
            revision_end: self.end,
            ..SignatureReport::refused(&name, finding)
        }
    }

    /// True if the later revision does not contain the signature.
    pub(crate) fn is_missing_in(&self, later: &Document, form: &FormTree) -> bool {
        !places(later, form).contains(&self.place)
    }
}

/// Why a search in the bytes did not reach the end of the file.
#[derive(Debug, PartialEq)]
enum Incomplete {
    /// The file can't be read.
    Unreadable,
    /// `MAX_GAPS` was reached after the key that ends at `place`.
    TooLong { place: u64 },
}

/// The length of the white space and comments after keys. A comment may contain many keys, each followed by the rest of
/// it, which makes the whole quadratic.
#[derive(Default)]
struct Gaps(u64);

impl Gaps {
    fn add(&mut self, place: u64, length: u64) -> Result<(), Incomplete> {
        self.0 += length.saturating_sub(RANGE);
        if self.0 > MAX_GAPS {
            return Err(Incomplete::TooLong { place });
        }
        Ok(())
    }
}

/// File offsets of the values of all `/ByteRange` keys from `start` on.
fn occurrences(document: &Document, start: u64) -> Result<Vec<u64>, Incomplete> {
    let finder = memchr::memmem::Finder::new(KEY);
    let mut gaps = Gaps::default();
    let (mut out, mut at) = found_before(document, start, &mut gaps)?;
    while at < document.len() {
        let bytes = read(document, at, CHUNK + RANGE)?;
        let mut rest = &bytes[..];
        while let Some(found) = finder.find(rest) {
            rest = rest.get(found + KEY.len()..).unwrap_or_default();
            let mut lexer = Lexer::new(rest);
            lexer.skip_whitespace();
            let (gap, end) = (
                lexer.position() as u64,
                at + (bytes.len() - rest.len()) as u64,
            );
            gaps.add(end, gap)?;
            out.push(end + gap);
        }
        at += CHUNK;
    }
    out.dedup();
    Ok(out)
}

fn read(document: &Document, from: u64, length: u64) -> Result<Vec<u8>, Incomplete> {
    let end = document.len().min(from + length);
    document.read(from..end).map_err(|_| Incomplete::Unreadable)
}

/// Offsets that the check of the first revision found from `start` on, and the offset to search from. That offset is
/// before the end of the checked bytes, so that a key across the end is found.
fn found_before(
    document: &Document,
    start: u64,
    gaps: &mut Gaps,
) -> Result<(Vec<u64>, u64), Incomplete> {
    let Some(seen) = document.byte_range_keys() else {
        return Ok((Vec::new(), start));
    };
    let key = KEY.len() as u64;
    let mut out = Vec::new();
    for offset in seen.offsets.iter().filter(|offset| **offset >= start) {
        out.push(value_after(document, offset + key, gaps)?);
    }
    let rest = seen.searched.saturating_sub(key - 1).max(start);
    Ok((out, rest))
}

/// File offset of the value of a key that ends at `from`, after white space and comments of any length up to a chunk.
fn value_after(document: &Document, from: u64, gaps: &mut Gaps) -> Result<u64, Incomplete> {
    let mut length = RANGE;
    loop {
        let bytes = read(document, from, length)?;
        gaps.add(from, bytes.len() as u64)?;
        let mut lexer = Lexer::new(&bytes);
        lexer.skip_whitespace();
        if lexer.position() < bytes.len() || length >= CHUNK {
            return Ok(from + lexer.position() as u64);
        }
        length *= 16;
    }
}

/// True for a completed signature, false for a mere placeholder.
fn is_signature(document: &Document, value: &Object) -> bool {
    let value = document.resolve(value);
    value.is_ok_and(|it| {
        it.as_dictionary()
            .is_some_and(|it| it.contains(b"ByteRange") && has_contents(document, it))
    })
}

fn has_contents(document: &Document, signature: &Dictionary) -> bool {
    let contents = document.lookup(signature, b"Contents");
    contents.is_ok_and(|it| {
        let bytes = it.as_string().map(PdfString::as_bytes);
        bytes.is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the check of the first revision has found a key or a search has: its value is at the same place.
    #[test]
    fn the_value_of_a_key_is_found_after_any_white_space() {
        let objects = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n";
        for gap in [0, 1, 255, 256, 257, 5_000, 100_000] {
            let spaces = " ".repeat(gap);
            let file = format!(
                "{objects}3 0 obj<</ByteRange{spaces}[0 1 2 3]>>endobj trailer<</Root 1 0 R>>"
            );
            let end = file.find("/ByteRange").unwrap() + KEY.len();
            let document = Document::from_bytes(file.into_bytes()).unwrap();
            let value = (end + gap) as u64;
            let mut gaps = Gaps::default();
            assert_eq!(
                value_after(&document, end as u64, &mut gaps),
                Ok(value),
                "{gap}"
            );
            assert_eq!(occurrences(&document, 0), Ok(vec![value]), "{gap}");
            document.first_ambiguities().unwrap();
            assert_eq!(occurrences(&document, 0), Ok(vec![value]), "{gap}");
        }
    }

    #[test]
    fn keys_in_one_long_comment_end_the_search() {
        let start = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n";
        let comment = "/ByteRange%".repeat(100_000);
        let file = format!("{start}%{comment}\ntrailer<</Root 1 0 R>>");
        for is_checked_before in [false, true] {
            let document = Document::from_bytes(file.clone().into_bytes()).unwrap();
            if is_checked_before {
                document.first_ambiguities().unwrap();
            }
            let found = occurrences(&document, 0);
            assert!(matches!(found, Err(Incomplete::TooLong { .. })));
            let removed = find(&document, &FormTree::read(&document), None);
            let fields: Vec<_> = removed.iter().map(|it| it.field.as_deref()).collect();
            assert_eq!(fields, [None]);
        }
    }
}
