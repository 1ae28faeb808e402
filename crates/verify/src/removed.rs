//! Signatures that stood in the document once and are gone.
//!
//! Taking a signature out of the form leaves its bytes in the file: whoever wrote a later revision
//! wanted nobody to see that an earlier one was signed. The bytes are looked for first; only where
//! some belong to no signature of the newest revision, the older revisions are read.

use std::collections::HashSet;

use countersign_cms::Finding;
use countersign_pdf::{Document, Object};

use crate::form::FormTree;
use crate::report::SignatureReport;

const KEY: &[u8] = b"/ByteRange";
/// Bytes read at once.
const CHUNK: u64 = 1024 * 1024;
/// Revisions that are read.
const MAX_REVISIONS: usize = 16;

/// A signature that is gone.
pub(crate) struct Removed {
    pub(crate) field: String,
    /// The end of the revision that had it.
    pub(crate) end: u64,
}

/// Finds them. `known`: where the signatures of the newest revision have their gaps.
pub(crate) fn find(document: &Document, form: &FormTree, known: &[u64]) -> Vec<Removed> {
    let ends: Vec<u64> = match document.revisions() {
        Ok(revisions) => revisions.iter().map(|one| one.end).collect(),
        Err(_) => return Vec::new(),
    };
    if ends.len() < 2 {
        return Vec::new();
    }
    let Some(places) = occurrences(document) else {
        return Vec::new();
    };
    let mut out: Vec<Removed> = Vec::new();
    let mut looked_at: HashSet<u64> = HashSet::new();
    for place in places {
        let Some(end) = ends.iter().copied().find(|end| *end > place) else {
            continue;
        };
        let last = Some(&end) == ends.last();
        if last || is_known(place, known) || !looked_at.insert(end) {
            continue;
        }
        if looked_at.len() > MAX_REVISIONS {
            break;
        }
        let Ok(earlier) = document.earlier(end) else {
            continue;
        };
        for field in FormTree::read(&earlier).signatures {
            let gone = !field.value.is_null() && !is_signed(document, form, &field.name);
            let fresh = out.iter().all(|one| one.field != field.name);
            if gone && fresh && is_signature(&earlier, &field.value) {
                let field = field.name;
                out.push(Removed { field, end });
            }
        }
    }
    out
}

impl Removed {
    /// Its report, where no signature that is left was made afterwards.
    pub(crate) fn report(&self) -> SignatureReport {
        let message = "the document was signed here, and the signature was taken out later";
        let finding = Finding::error("signature_removed", message, self.field.clone());
        SignatureReport {
            revision_end: self.end,
            ..SignatureReport::refused(&self.field, finding)
        }
    }
}

/// Where the key of a byte range stands in the file; `None` when it can't be read.
fn occurrences(document: &Document) -> Option<Vec<u64>> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < document.len() {
        let end = document.len().min(at + CHUNK + KEY.len() as u64);
        let bytes = document.read(at..end).ok()?;
        let mut from = 0;
        while let Some(found) = position(bytes.get(from..)?) {
            out.push(at + (from + found) as u64);
            from += found + KEY.len();
        }
        at += CHUNK;
    }
    out.dedup();
    Some(out)
}

fn position(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        let slash = rest.iter().position(|byte| *byte == b'/')?;
        if rest[slash..].starts_with(KEY) {
            return Some(from + slash);
        }
        from += slash + 1;
    }
}

/// True when the key belongs to a signature whose gap is near: both are in one dictionary.
fn is_known(place: u64, gaps: &[u64]) -> bool {
    const NEAR: u64 = 64 * 1024;
    gaps.iter()
        .any(|gap| gap.abs_diff(place) < NEAR && *gap + NEAR > place)
}

fn is_signed(document: &Document, form: &FormTree, name: &str) -> bool {
    let mut fields = form.signatures.iter().filter(|field| field.name == name);
    fields.any(|field| {
        // What can't be read is judged, and so is not missed.
        !document
            .resolve(&field.value)
            .is_ok_and(|value| value.is_null())
    })
}

fn is_signature(document: &Document, value: &Object) -> bool {
    let value = document.resolve(value);
    value.is_ok_and(|it| {
        it.as_dictionary()
            .is_some_and(|it| it.contains(b"ByteRange"))
    })
}
