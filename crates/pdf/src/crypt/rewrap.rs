//! Changes passwords while keeping the file key: only the encryption dictionary is overwritten in
//! place.

use std::ops::Range;

use super::seal::{Algorithm, aes_locks};
use super::{Encryption, Entropy, PasswordHash, Security};
use crate::document::Document;
use crate::error::Result;
use crate::object::{Dictionary, ObjectId, PdfString};
use crate::serialize::object_bytes;

/// Number of attempts with different salts, in case escapes in the strings make the dictionary too
/// long.
const TRIES: u32 = 16;

/// Bytes of the file to overwrite with the same number of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// Range in the file.
    pub range: Range<u64>,
    /// Replacement, of the same length as the range.
    pub bytes: Vec<u8>,
}

/// Changes the passwords and permissions of an AES-256 file (revisions 5 and 6) by encrypting its
/// key again (ISO 32000-2, Algorithms 8 to 10). Returns a patch rather than an appended revision,
/// because the old password would still open the dictionary of the earlier revision.
///
/// Returns `None` if this is not possible: the file or `encryption` uses another algorithm, several
/// revisions have encryption dictionaries of their own, or the new dictionary does not fit. The
/// file must then be encrypted again with [`crate::Rewrite`]. The same is advisable if somebody may
/// have stored the file key itself.
///
/// # Errors
/// [`crate::PdfError::OwnerNeeded`] if the document was opened by a user with restricted rights,
/// and [`crate::PdfError::PasswordUnusable`].
/// ```
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// # use countersign_pdf::{Changes, Protection, Rewrite};
/// # let random = || Entropy::new([7; 64]);
/// # let protection = Protection::Encrypt(Encryption::new("to open", "to change"), random());
/// # let mut file = Vec::new();
/// # let plain = std::rc::Rc::new(Document::from_bytes(pdf.to_vec())?);
/// # Rewrite::new(plain, Changes::default(), protection)?.write_all(|chunk| file.extend_from_slice(chunk))?;
/// use countersign_pdf::{Document, Encryption, Entropy, MemorySource, OpenOptions, PdfError, rewrap};
/// let open = |file: &[u8], password| Document::open(MemorySource::new(file.to_vec()), OpenOptions::with_password(password));
/// let document = open(&file, "to change")?;
/// let patch = rewrap(&document, &Encryption::new("first", "second"), &random())?.expect("the key can stay");
/// let range = patch.range.start as usize..patch.range.end as usize;
/// file.splice(range, patch.bytes);
/// assert!(open(&file, "first").is_ok());
/// assert_eq!(open(&file, "to change").err(), Some(PdfError::PasswordIncorrect));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn rewrap(
    document: &Document,
    encryption: &Encryption,
    entropy: &Entropy,
) -> Result<Option<Patch>> {
    document.assert_may_change_protection()?;
    let (Some(security), Algorithm::Aes256) = (document.security(), encryption.algorithm) else {
        return Ok(None);
    };
    let Some((id, key)) = wrapped_key(security) else {
        return Ok(None);
    };
    if document.is_repaired() || !is_the_only_one(document, id)? {
        return Ok(None);
    }
    let (old, range) = document.dictionary_range(id)?;
    for round in 0..TRIES {
        let new = replaced(
            &old,
            (security, &key),
            encryption,
            (entropy, round),
            document.password_hash(),
        )?;
        if let Some(bytes) = padded(&new, (range.end - range.start) as usize) {
            return Ok(Some(Patch { range, bytes }));
        }
    }
    Ok(None)
}

/// ID of the encryption dictionary and the file key, if passwords encrypt that key.
fn wrapped_key(security: &Security) -> Option<(ObjectId, [u8; 32])> {
    let key = <[u8; 32]>::try_from(security.key.as_slice()).ok()?;
    let id = security.dictionary?;
    (security.revision >= 5).then_some((id, key))
}

/// True if all revisions of the file use the same encryption dictionary.
fn is_the_only_one(document: &Document, id: ObjectId) -> Result<bool> {
    let place = document.object_offset(id);
    let (_, earlier) = match document.revisions()?.split_last() {
        Some(split) => split,
        None => return Ok(false),
    };
    for revision in earlier {
        let Ok(older) = document.earlier(revision.end) else {
            return Ok(false);
        };
        let there = older.security().and_then(|it| it.dictionary);
        if there != Some(id) || older.object_offset(id) != place {
            return Ok(false);
        }
    }
    Ok(place.is_some())
}

fn replaced(
    old: &Dictionary,
    (security, key): (&Security, &[u8; 32]),
    encryption: &Encryption,
    (entropy, round): (&Entropy, u32),
    outside: Option<&PasswordHash>,
) -> Result<Dictionary> {
    let permissions = encryption.permissions.to_bits();
    // Whether metadata is encrypted can't change without rewriting the file.
    let encryption = Encryption {
        encrypt_metadata: security.encrypt_metadata,
        ..encryption.clone()
    };
    let locks = aes_locks(
        key,
        &encryption,
        entropy,
        (security.revision, permissions, round),
        outside,
    )?;
    let mut new = old.clone();
    new.insert("P", permissions);
    for (name, value) in locks.entries() {
        let hexadecimal = old
            .string(name.as_bytes())
            .is_some_and(PdfString::is_hexadecimal);
        new.insert(
            name,
            if hexadecimal {
                PdfString::hexadecimal(value)
            } else {
                PdfString::literal(value)
            },
        );
    }
    Ok(new)
}

/// Serializes the dictionary, padded to exactly `length` bytes.
fn padded(dictionary: &Dictionary, length: usize) -> Option<Vec<u8>> {
    let mut bytes = object_bytes(&dictionary.clone().into());
    let missing = length.checked_sub(bytes.len())?;
    bytes.extend(std::iter::repeat_n(b' ', missing));
    Some(bytes)
}
