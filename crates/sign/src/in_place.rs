//! Replaces the last signature by another signer's. The party that prepared the revision then need not hold the key.
//! The signed bytes stay; only the content of the gap changes.

use countersign_pdf::{Dictionary, Document};

use crate::error::SignError;
use crate::field;
use crate::options::PrepareOptions;
use crate::prepare::{Prepared, prepared};
use crate::ranges;
use crate::session::{Purpose, Session};
use crate::signer::{MAX_RESERVE, Signer};

/// Prepares a signature in place of the one in `options.field`, which must cover the whole document. Only field,
/// certificate, chain, digest, PSS and time of the options are used; the rest is fixed by the existing revision. The
/// returned tail replaces the document's bytes from the gap on.
///
/// # Errors
/// A field that is not signed, a signature that does not cover the whole document, or a certificate that can't sign
/// now.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let (alice, bob) = (support::Signer::new("Alice", 2), support::Signer::new("Bob", 3));
/// # let signed = alice.sign_field(&support::form(), "alice");
/// use countersign_pdf::Document;
/// use countersign_sign::{SigningField, complete_with_signature, prepare_in_place};
/// let options = bob.options(SigningField::Existing("alice".to_owned()));
/// let document = Document::from_bytes(signed.clone())?;
/// let prepared = prepare_in_place(&document, &options).expect("the signature covers the document");
/// let tail = complete_with_signature(&prepared.session, &bob.key.sign(&prepared.tbs)).expect("the value is the key's");
/// let kept = tail.base_length as usize;
/// assert_eq!(kept + tail.bytes.len(), signed.len());
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn prepare_in_place(
    document: &Document,
    options: &PrepareOptions,
) -> Result<Prepared, SignError> {
    let name = options.field.name();
    let signatures = field::signatures(document, &document.catalog()?)?;
    let found = signatures.iter().find(|one| one.name == name);
    let found = found.ok_or_else(|| SignError::FieldNotFound(name.to_owned()))?;
    let signer = Signer::new(options)?;
    let byte_range = byte_range(document, &found.dictionary)?;
    let (tail, digits) = emptied(document, byte_range)?;
    let session = Session {
        digest: signer.digest,
        base_length: byte_range[1],
        byte_range,
        digits,
        content_digest: Vec::new(),
        purpose: Purpose::Signature(Box::new(signer.signing)),
        tail,
    };
    let content_digest = ranges::digest_of(document, &session)?;
    prepared(Session {
        content_digest,
        ..session
    })
}

const NOT_WHOLE: SignError = SignError::Layout("a signature over the whole document");

/// Returns the byte range, after checking that it excludes only one gap.
fn byte_range(document: &Document, signature: &Dictionary) -> Result<[u64; 4], SignError> {
    let numbers = document.lookup(signature, b"ByteRange")?;
    let numbers = numbers.as_array().ok_or(NOT_WHOLE)?;
    let numbers: Vec<u64> = numbers
        .iter()
        .filter_map(|one| one.as_integer()?.try_into().ok())
        .collect();
    let [0, before, after, rest] = numbers[..] else {
        return Err(NOT_WHOLE);
    };
    let is_whole = after.checked_add(rest) == Some(document.len());
    let gap = after.checked_sub(before);
    match gap.is_some_and(|gap| gap > 2 && gap <= 2 * MAX_RESERVE as u64 + 2) && is_whole {
        true => Ok([0, before, after, rest]),
        false => Err(NOT_WHOLE),
    }
}

/// Returns the document's bytes from the gap on, with the digits set to zero, and the position of the digits.
fn emptied(
    document: &Document,
    [_, before, after, _]: [u64; 4],
) -> Result<(Vec<u8>, (usize, usize)), SignError> {
    let mut tail = vec![0; (document.len() - before) as usize];
    let source = document.source();
    source
        .read(before, &mut tail)
        .map_err(countersign_pdf::PdfError::from)?;
    let gap = (after - before) as usize;
    let Some([b'<', digits @ .., b'>']) = tail.get_mut(..gap) else {
        return Err(NOT_WHOLE);
    };
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return Err(NOT_WHOLE);
    }
    digits.fill(b'0');
    Ok((tail, (1, gap - 2)))
}
