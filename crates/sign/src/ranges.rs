//! Hashes the signed bytes without loading the file into memory.

use countersign_cms::{HashState, Hasher};
use countersign_pdf::Document;

use crate::error::SignError;
use crate::session::Session;

/// Bytes per read: large enough to make the cost of a call negligible, small enough for the CPU cache.
const CHUNK: u64 = 256 * 1024;

/// Digest of the bytes in the session's byte range.
pub(crate) fn digest_of(document: &Document, session: &Session) -> Result<Vec<u8>, SignError> {
    let end = session.base_length.min(document.len());
    let (start, mut hasher) = known(document, session, end);
    hash_document(document, start, end, &mut hasher)?;
    hash_around(&session.tail, session.digits, &mut hasher);
    Ok(hasher.finish())
}

/// A hasher, and how many of the document's bytes it has processed: those of a known hash state, if it ends before
/// `end`.
fn known(document: &Document, session: &Session, end: u64) -> (u64, Hasher) {
    let known = document.known_hash();
    let known = known.and_then(|it| HashState::read(it).ok());
    let known = known.filter(|it| it.length() <= end);
    let continued = known.and_then(|it| Some((it.length(), it.hasher(session.digest)?)));
    continued.unwrap_or_else(|| (0, Hasher::new(session.digest)))
}

/// Hashes the document in chunks, from `start` up to where the tail begins.
fn hash_document(
    document: &Document,
    start: u64,
    end: u64,
    hasher: &mut Hasher,
) -> Result<(), SignError> {
    let source = document.source();
    if let Some(bytes) = source.as_slice() {
        let bytes = bytes.get(start as usize..end as usize);
        hasher.update(bytes.unwrap_or_default());
        return Ok(());
    }
    let mut buffer = vec![0; CHUNK.min(end - start) as usize];
    let mut at = start;
    while at < end {
        let length = CHUNK.min(end - at) as usize;
        let chunk = &mut buffer[..length];
        source
            .read(at, chunk)
            .map_err(countersign_pdf::PdfError::from)?;
        hasher.update(chunk);
        at += length as u64;
    }
    Ok(())
}

/// Hashes the tail without the hexadecimal string at `digits`, including its `<` and `>`.
fn hash_around(tail: &[u8], digits: (usize, usize), hasher: &mut Hasher) {
    let (start, length) = digits;
    let before = tail.get(..start.saturating_sub(1)).unwrap_or_default();
    let after = tail
        .get(start.saturating_add(length).saturating_add(1)..)
        .unwrap_or_default();
    hasher.update(before);
    hasher.update(after);
}
