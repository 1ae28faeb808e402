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
/// Maximum number of revisions read.
const MAX_REVISIONS: usize = 64;

/// A removed signature.
pub(crate) struct RemovedSignature {
    /// Name of its field; `None` if the revision limit was reached.
    pub(crate) field: Option<String>,
    /// File offset of its byte range.
    place: u64,
    /// End of the revision that contained it.
    pub(crate) end: u64,
}

/// Finds the removed signatures. `form` is the form of the newest revision.
pub(crate) fn find(document: &Document, form: &FormTree) -> Vec<RemovedSignature> {
    let ends: Vec<u64> = match document.revisions() {
        Ok(revisions) => revisions.iter().map(|one| one.end).collect(),
        Err(_) => return Vec::new(),
    };
    let Some(found) = occurrences(document) else {
        return Vec::new();
    };
    let known = places(document, form);
    let mut out: Vec<RemovedSignature> = Vec::new();
    let mut told: HashSet<u64> = HashSet::new();
    let mut looked_at: HashSet<u64> = HashSet::new();
    for place in found.into_iter().filter(|place| !known.contains(place)) {
        let holding = ends.get(ends.partition_point(|end| *end <= place)).copied();
        let claimed = claimed_end(document, place);
        for end in [holding, claimed].into_iter().flatten() {
            if end >= document.len() || !looked_at.insert(end) {
                continue;
            }
            if looked_at.len() > MAX_REVISIONS {
                out.push(RemovedSignature {
                    field: None,
                    place,
                    end,
                });
                return out;
            }
            let Ok(earlier) = document.earlier(end) else {
                continue;
            };
            for field in FormTree::read(&earlier).signatures {
                let place = place_of(&earlier, &field);
                let gone = place.filter(|place| !known.contains(place));
                if let Some(place) = gone.filter(|_| is_signature(&earlier, &field.value))
                    && told.insert(place)
                {
                    out.push(RemovedSignature {
                        field: Some(field.name),
                        place,
                        end,
                    });
                }
            }
        }
    }
    out
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
    pub(crate) fn is_gone_from(&self, later: &Document, form: &FormTree) -> bool {
        !places(later, form).contains(&self.place)
    }
}

/// File offsets of the values of all `/ByteRange` keys; `None` if the file can't be read.
fn occurrences(document: &Document) -> Option<Vec<u64>> {
    let finder = memchr::memmem::Finder::new(KEY);
    let mut out = Vec::new();
    let mut at = 0;
    while at < document.len() {
        let end = document.len().min(at + CHUNK + RANGE);
        let bytes = document.read(at..end).ok()?;
        let mut from = 0;
        while let Some(found) = finder.find(bytes.get(from..)?) {
            from += found + KEY.len();
            let mut lexer = Lexer::new(bytes.get(from..)?);
            lexer.skip_whitespace();
            out.push(at + (from + lexer.position()) as u64);
        }
        at += CHUNK;
    }
    out.dedup();
    Some(out)
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
