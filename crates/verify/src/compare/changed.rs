//! Which objects are not what they were.

use std::collections::{BTreeMap, HashSet};

use countersign_pdf::{Document, Location, Name, Object, ObjectId, PdfError};

/// How an object differs between two revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Changed {
    /// It is new.
    Added(ObjectId),
    /// It says something else.
    Modified(ObjectId),
    /// It is gone, or has another generation.
    Removed(ObjectId),
}

impl Changed {
    pub(super) fn id(self) -> ObjectId {
        match self {
            Self::Added(id) | Self::Modified(id) | Self::Removed(id) => id,
        }
    }
}

/// Finds every object that differs. Where an object stands decides first; objects that stand
/// elsewhere but say the same are no change.
pub(super) fn find(old: &Document, new: &Document) -> Result<BTreeMap<u32, Changed>, PdfError> {
    let mut candidates: HashSet<ObjectId> = new.changed_since(old).into_iter().collect();
    let moved: HashSet<u32> = candidates.iter().map(|id| id.number).collect();
    // Whoever replaces an object stream replaces what is in it.
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
        // The same number with another generation was something else before.
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
        // A signature's place in the file is part of it.
        Ok(true) if is_signature(new, id) => Ok(Some(Changed::Modified(id))),
        Ok(true) => Ok(None),
        // What can't be read can't be compared.
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

/// True for equal values. In lists a whole number may be spelled with a decimal point, as in `[0 0 612.0 792.0]`:
/// alone it may mean something else to a reader that wants an integer.
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
