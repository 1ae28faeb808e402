//! Hashes the signed bytes without loading the file into memory.

use countersign_cms::Hasher;
use countersign_pdf::Document;

use crate::error::SignError;
use crate::session::Session;

/// Bytes per read: large enough to make the cost of a call negligible, small enough for the CPU cache.
const CHUNK: u64 = 256 * 1024;

/// Digest of the bytes in the session's byte range.
pub(crate) fn digest_of(document: &Document, session: &Session) -> Result<Vec<u8>, SignError> {
    let mut hasher = Hasher::new(session.digest);
    hash_document(document, session.base_length, &mut hasher)?;
    hash_around(&session.tail, session.digits, &mut hasher);
    Ok(hasher.finish())
}

/// Hashes the document in chunks, up to where the tail begins.
fn hash_document(document: &Document, end: u64, hasher: &mut Hasher) -> Result<(), SignError> {
    let source = document.source();
    let end = end.min(source.len());
    if let Some(bytes) = source.as_slice() {
        hasher.update(bytes.get(..end as usize).unwrap_or_default());
        return Ok(());
    }
    let mut buffer = vec![0; CHUNK.min(end) as usize];
    let mut at = 0;
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
