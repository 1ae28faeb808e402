//! Facts about the objects of an earlier revision, as bytes that can be stored: their references, and
//! the pages without annotations. With them, searching for the users of an object or for all
//! annotations reads only the objects that changed since.
//!
//! Layout: magic with version, length of the revision, number of objects, the objects in order, the
//! pages without annotations in order, and a SHA-256 over all of it. An object is the step to its
//! number, its generation, and its references: their count, with the lowest bit set if it can't be
//! read, and the step to each from the one before. A page is the step to its number. Numbers have
//! seven bits a byte.

use std::collections::HashSet;
use std::rc::Rc;

use sha2::{Digest, Sha256};

use crate::document::Document;
use crate::error::Result;
use crate::object::{Object, ObjectId};
use crate::references::References;

const MAGIC: &[u8; 8] = b"CSGNOBJ\x01";
const CHECKSUM: usize = 32;
/// Bytes of magic and length.
const HEAD: usize = 16;

/// The stored facts that still hold: those about objects at the same offset as in the known revision.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) references: References,
    /// Numbers of the pages without annotations.
    bare: HashSet<u32>,
}

impl Document {
    /// What is known of the objects, to store with the document: with it
    /// ([`crate::OpenOptions::known_objects`]), a later revision is compared and its fields are read
    /// without the objects that it leaves alone. Reads all objects, without the data of streams.
    ///
    /// # Errors
    /// As for [`Document::pages`].
    ///
    /// ```
    /// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
    /// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
    /// use countersign_pdf::{Document, check_known_objects};
    /// let document = Document::from_bytes(pdf.to_vec())?;
    /// let stored = document.describe_objects()?;
    /// assert!(check_known_objects(&stored, document.len()));
    /// assert!(!check_known_objects(&stored[1..], document.len()));
    /// # Ok::<(), countersign_pdf::PdfError>(())
    /// ```
    pub fn describe_objects(&self) -> Result<Vec<u8>> {
        let References {
            objects,
            edges,
            unreadable,
        } = References::read(self);
        let mut lists: Vec<(ObjectId, &[(ObjectId, u32)])> = Vec::with_capacity(objects.len());
        let mut rest = edges.as_slice();
        for (id, count) in objects {
            let (own, others) = rest.split_at_checked(count as usize).unwrap_or_default();
            lists.push((id, own));
            rest = others;
        }
        lists.sort_unstable_by_key(|(id, _)| *id);
        let unreadable: HashSet<u32> = unreadable.into_iter().collect();
        let mut out = MAGIC.to_vec();
        out.extend(self.len().to_be_bytes());
        put(&mut out, lists.len() as u64);
        let mut last = 0;
        for (id, own) in lists {
            put(&mut out, u64::from(id.number - last));
            put(&mut out, u64::from(id.generation));
            let is_unreadable = unreadable.contains(&id.number);
            put(&mut out, (own.len() as u64) << 1 | u64::from(is_unreadable));
            let mut before = id.number;
            for (_, used) in own {
                put(&mut out, zigzag(i64::from(*used) - i64::from(before)));
                before = *used;
            }
            last = id.number;
        }
        let mut last = 0;
        for number in self.bare_pages()? {
            put(&mut out, u64::from(number - last));
            last = number;
        }
        let checksum = Sha256::digest(&out);
        out.extend_from_slice(&checksum);
        Ok(out)
    }

    /// True for a page that is known to have no annotations, and unchanged.
    pub fn is_known_bare_page(&self, id: ObjectId) -> bool {
        self.known().bare.contains(&id.number)
    }

    /// The stored facts that still hold; empty if no known revision was passed.
    pub(crate) fn known(&self) -> Rc<Known> {
        self.derived(|| {
            let stored = self.known_objects();
            let known = stored.and_then(|stored| still_true(self, stored));
            known.unwrap_or_default()
        })
    }

    /// Numbers of the pages without annotations, in order.
    fn bare_pages(&self) -> Result<Vec<u32>> {
        let mut bare = Vec::new();
        for index in 0..self.pages()? {
            let id = self.page_id(index)?;
            let is_bare = || {
                let object = self.glance(id).ok()?;
                Some(match object.as_dictionary()?.get(b"Annots") {
                    None => true,
                    Some(Object::Array(items)) => items.is_empty(),
                    // The target of a reference may change.
                    Some(_) => false,
                })
            };
            if self.is_known_bare_page(id) || is_bare() == Some(true) {
                bare.push(id.number);
            }
        }
        bare.sort_unstable();
        bare.dedup();
        Ok(bare)
    }
}

/// True if the data is intact and describes a revision of at most `length` bytes. Data of another format version is
/// accepted, because readers ignore it.
pub fn check_known_objects(stored: &[u8], length: u64) -> bool {
    let (name, version) = MAGIC.split_at(MAGIC.len() - 1);
    let stated = stored.strip_prefix(name).and_then(|rest| rest.first());
    let is_of_other = stated.is_some_and(|stated| [*stated] != version);
    is_of_other || content(stored).is_some_and(|(of, _)| of <= length)
}

fn still_true(document: &Document, stored: &[u8]) -> Option<Known> {
    let (length, mut rest) = content(stored)?;
    if length > document.len() || document.is_repaired() {
        return None;
    }
    let changed = match length == document.len() {
        true => Vec::new(),
        false => {
            let base = document.earlier(length).ok()?;
            (!base.is_repaired()).then(|| document.changed_since(&base))?
        }
    };
    let changed: HashSet<u32> = changed.iter().map(|id| id.number).collect();
    let mut out = Known::default();
    let mut number = 0;
    let mut used: Vec<u32> = Vec::new();
    for _ in 0..take(&mut rest)? {
        number = to_number(u64::from(number).checked_add(take(&mut rest)?)?)?;
        let generation = u16::try_from(take(&mut rest)?).ok()?;
        let count = take(&mut rest)?;
        used.clear();
        let mut before = i64::from(number);
        for _ in 0..count >> 1 {
            before = before.checked_add(unzigzag(take(&mut rest)?))?;
            used.push(to_number(u64::try_from(before).ok()?)?);
        }
        if changed.contains(&number) {
            continue;
        }
        let id = ObjectId::new(number, generation);
        out.references.add(id, used.iter().copied());
        if count & 1 == 1 {
            out.references.unreadable.push(number);
        }
    }
    let mut number = 0;
    while !rest.is_empty() {
        number = to_number(u64::from(number).checked_add(take(&mut rest)?)?)?;
        if !changed.contains(&number) {
            out.bare.insert(number);
        }
    }
    Some(out)
}

/// Length of the revision and what is stored of it.
fn content(stored: &[u8]) -> Option<(u64, &[u8])> {
    let (content, checksum) = stored.split_last_chunk::<CHECKSUM>()?;
    let is_whole = content.starts_with(MAGIC) && Sha256::digest(content).as_slice() == checksum;
    let length = content.get(MAGIC.len()..HEAD)?.try_into().ok()?;
    is_whole.then_some((u64::from_be_bytes(length), content.get(HEAD..)?))
}

fn to_number(number: u64) -> Option<u32> {
    let number = u32::try_from(number).ok();
    number.filter(|it| *it <= References::MAX_NUMBER)
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..63).step_by(7) {
        let (byte, left) = rest.split_first()?;
        *rest = left;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_as_bytes() {
        for number in [
            0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8_388_607, 8_388_607,
        ] {
            let mut out = Vec::new();
            put(&mut out, zigzag(number));
            let mut rest = out.as_slice();
            assert_eq!(take(&mut rest).map(unzigzag), Some(number));
            assert!(rest.is_empty());
        }
        assert_eq!(take(&mut [0x80; 12].as_slice()), None);
        assert_eq!(take(&mut [].as_slice()), None);
    }
}
