//! Finds the objects that differ between two revisions.

use std::collections::{BTreeMap, HashSet};

use countersign_pdf::{Document, Location, Name, Object, ObjectId, PdfError};

/// How an object differs between two revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Changed {
    /// Added.
    Added(ObjectId),
    /// Its content differs.
    Modified(ObjectId),
    /// Deleted, or reused with another generation number.
    Removed(ObjectId),
}

impl Changed {
    pub(super) fn id(self) -> ObjectId {
        match self {
            Self::Added(id) | Self::Modified(id) | Self::Removed(id) => id,
        }
    }
}

/// Finds every object that differs. Candidates are objects whose cross-reference entry changed; a
/// candidate with equal content at another offset is not a change.
pub(super) fn find(old: &Document, new: &Document) -> Result<BTreeMap<u32, Changed>, PdfError> {
    let mut candidates: HashSet<ObjectId> = new.changed_since(old).into_iter().collect();
    let moved: HashSet<u32> = candidates.iter().map(|id| id.number).collect();
    // Replacing an object stream replaces all objects in it.
    for id in new.object_ids() {
        if let Some(Location::InStream { stream, .. }) = new.location(id)
            && moved.contains(&stream)
        {
            candidates.insert(id);
        }
    }
    let mut out = BTreeMap::new();
    for id in candidates {
        if let Some(changed) = differs(old, new, id)? {
            out.insert(id.number, changed);
        }
    }
    Ok(out)
}

fn differs(old: &Document, new: &Document, id: ObjectId) -> Result<Option<Changed>, PdfError> {
    let before = old.location(id).is_some();
    let after = new.location(id).is_some();
    if !before && after {
        // The object number was in use with another generation before.
        let reused = (0..id.generation)
            .any(|generation| old.location(ObjectId::new(id.number, generation)).is_some());
        return Ok(Some(if reused {
            Changed::Removed(id)
        } else {
            Changed::Added(id)
        }));
    }
    if before && !after {
        return Ok(Some(Changed::Removed(id)));
    }
    match same_object(old, new, id) {
        // A signature depends on its position in the file.
        Ok(true) if is_signature(new, id) => Ok(Some(Changed::Modified(id))),
        Ok(true) => Ok(None),
        // Unreadable objects count as modified.
        Ok(false) | Err(_) => Ok(Some(Changed::Modified(id))),
    }
}

fn same_object(old: &Document, new: &Document, id: ObjectId) -> Result<bool, PdfError> {
    let (before, after) = (old.object(id)?, new.object(id)?);
    match (&*before, &*after) {
        (Object::Stream(one), Object::Stream(other)) => Ok(one.dictionary == other.dictionary
            && old.raw_stream_data(one)? == new.raw_stream_data(other)?),
        (one, other) => Ok(says_the_same(one, other)),
    }
}

/// True for equal values. Inside arrays an integer equals a real of the same value, as in `[0 0
/// 612.0 792.0]`. Outside arrays it does not: a reader that expects an integer may treat a real
/// differently.
pub(super) fn says_the_same(one: &Object, other: &Object) -> bool {
    one == other
        || match (one, other) {
            (Object::Array(some), Object::Array(others)) => {
                let is_same = |(one, other): (&Object, &Object)| match (one, other) {
                    (Object::Integer(whole), Object::Real(real))
                    | (Object::Real(real), Object::Integer(whole)) => *whole as f64 == *real,
                    _ => says_the_same(one, other),
                };
                some.len() == others.len() && some.iter().zip(others).all(is_same)
            }
            (Object::Dictionary(some), Object::Dictionary(others)) => {
                let is_same = |(key, value): (&Name, &Object)| {
                    let other = others.get(key.as_bytes());
                    other.is_some_and(|other| says_the_same(value, other))
                };
                some.len() == others.len() && some.iter().all(is_same)
            }
            _ => false,
        }
}

fn is_signature(document: &Document, id: ObjectId) -> bool {
    let object = document.object(id);
    object.is_ok_and(|it| {
        it.as_dictionary()
            .is_some_and(|it| it.contains(b"ByteRange"))
    })
}
