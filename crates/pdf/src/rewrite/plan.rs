//! Plans which objects of the old file are written to the new one, and how.

use std::collections::HashSet;
use std::ops::Range;

use sha2::{Digest, Sha256};

use crate::crypt::{Method, Security};
use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Name, Object, ObjectId};
use crate::update::Changes;
use crate::xref::Location;

/// Minimum data size in bytes for which an external cipher call is worthwhile.
const LARGE: u64 = 16 * 1024;
/// Estimated size of an object without stream data, in bytes.
const SMALL_OBJECT: u64 = 100;

/// How an object is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    /// Read, transformed and written here.
    Inside,
    /// The caller may transform the stream data.
    Outside { decrypt: Method, encrypt: Method },
}

/// A planned object of the new file.
#[derive(Debug, Clone)]
pub(super) struct Planned {
    pub(super) id: ObjectId,
    /// Offset in the old file; the file's end for an added object.
    pub(super) offset: u64,
    /// True if it was in an object stream, of which other objects change.
    pub(super) unpacked: bool,
    /// Range of its stream data in the old file.
    pub(super) data: Option<Range<u64>>,
    pub(super) route: Route,
}

impl Planned {
    /// An object without stream data.
    fn of_itself(id: ObjectId, unpacked: bool, offset: u64) -> Self {
        Self {
            id,
            offset,
            unpacked,
            data: None,
            route: Route::Inside,
        }
    }

    pub(super) fn size(&self) -> u64 {
        let data = self
            .data
            .as_ref()
            .map_or(0, |range| range.end - range.start);
        data + SMALL_OBJECT
    }
}

/// All objects of the new file, in the order of the old one.
pub(super) struct Plan {
    pub(super) objects: Vec<Planned>,
    /// Objects in object streams, which are copied as a whole.
    pub(super) packed: Vec<(u32, Location)>,
}

impl Plan {
    pub(super) const fn empty() -> Self {
        Self {
            objects: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// Reads every object. If the cross-reference data proves wrong, planning starts again with the
    /// result of scanning.
    pub(super) fn of(
        document: &Document,
        changes: &Changes,
        security: Option<&Security>,
    ) -> Result<Self> {
        let planner = Planner {
            document,
            changes,
            security,
        };
        match planner.plan() {
            Err(PdfError::CrossReference(_)) => planner.plan(),
            other => other,
        }
    }

    /// A digest that differs between different plans.
    pub(super) fn digest(&self) -> [u8; 16] {
        let mut digest = Sha256::new();
        for planned in &self.objects {
            digest.update(planned.offset.to_le_bytes());
            digest.update(planned.id.number.to_le_bytes());
        }
        let digest = digest.finalize();
        std::array::from_fn(|index| digest.get(index).copied().unwrap_or(0))
    }
}

struct Planner<'a> {
    document: &'a Document,
    changes: &'a Changes,
    security: Option<&'a Security>,
}

impl Planner<'_> {
    fn plan(&self) -> Result<Plan> {
        let xref = self.document.xref();
        let mut plan = Plan::empty();
        let mut places = Vec::new();
        let mut containers = HashSet::new();
        let opened = self.opened();
        for (id, location) in xref.table.iter().filter(|(id, _)| !self.changes.touch(*id)) {
            match location {
                Location::Offset(offset) => places.push((offset, id)),
                Location::InStream { stream, .. } if opened.contains(&stream) => {
                    plan.objects.push(Planned::of_itself(id, true, 0));
                }
                Location::InStream { stream, .. } => {
                    containers.insert(stream);
                    plan.packed.push((id.number, location));
                }
                Location::Free => {}
            }
        }
        places.sort_unstable();
        let mut hints = None;
        for (offset, id) in places {
            if hints == Some(offset) {
                continue;
            }
            self.object(&mut plan, &mut hints, &containers, id, offset)?;
        }
        for id in self.changes.ids() {
            plan.objects
                .push(Planned::of_itself(id, false, self.document.len()));
        }
        Ok(plan)
    }

    /// The object streams from which an object is removed. Copied as a whole they would still contain it, under a number
    /// that the cross-reference data calls free.
    fn opened(&self) -> HashSet<u32> {
        let xref = self.document.xref();
        let removed = self.changes.removed();
        removed
            .filter_map(|number| match xref.table.get(number)?.0 {
                Location::InStream { stream, .. } => Some(stream),
                Location::Offset(_) | Location::Free => None,
            })
            .collect()
    }

    fn object(
        &self,
        plan: &mut Plan,
        hints: &mut Option<u64>,
        containers: &HashSet<u32>,
        id: ObjectId,
        offset: u64,
    ) -> Result<()> {
        let object = match self.document.object_at(id, offset) {
            Ok(object) => object,
            // If an object is not at its offset, readers treat it as null, also in the new file.
            Err(PdfError::CrossReference(problem)) => {
                return match self.document.turn_to_scanned() {
                    true => Err(PdfError::CrossReference(problem)),
                    false => Ok(()),
                };
            }
            Err(PdfError::Syntax { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        if let Some(dictionary) = object.as_dictionary() {
            if dictionary.contains(b"Linearized") {
                // The new file is not linearized and needs no hint stream.
                *hints = hint_stream(dictionary);
                return Ok(());
            }
            let dead = dictionary.is_type(b"ObjStm") && !containers.contains(&id.number);
            if dictionary.is_type(b"XRef") || dead {
                return Ok(());
            }
        }
        let (data, route) = self.route(&object)?;
        plan.objects.push(Planned {
            id,
            offset,
            unpacked: false,
            data,
            route,
        });
        Ok(())
    }

    fn route(&self, object: &Object) -> Result<(Option<Range<u64>>, Route)> {
        let Some(stream) = object.as_stream() else {
            return Ok((None, Route::Inside));
        };
        let Some(range) = self.document.data_range(stream)? else {
            return Ok((None, Route::Inside));
        };
        let length = range.end - range.start;
        let old = self.document.security();
        let decrypt = old.map_or(Method::Identity, |it| it.stream_method(&stream.dictionary));
        let mut dictionary = stream.dictionary.clone();
        remove_crypt_filter(&mut dictionary);
        let keep = self
            .security
            .zip(old)
            .is_some_and(|(new, old)| std::ptr::eq(new, old));
        let encrypt = match self.security {
            Some(_) if keep => decrypt,
            Some(new) => new.stream_method(&dictionary),
            None => Method::Identity,
        };
        let route = if length < LARGE {
            Route::Inside
        } else if keep {
            // Same number and same key, so the same bytes.
            Route::Outside {
                decrypt: Method::Identity,
                encrypt: Method::Identity,
            }
        } else if decrypt.is_outside(length) && encrypt.is_outside(0) {
            Route::Outside { decrypt, encrypt }
        } else {
            Route::Inside
        };
        Ok((Some(range), route))
    }
}

/// Offset of the hint stream of a linearized file (ISO 32000-2, annex F).
fn hint_stream(linearized: &Dictionary) -> Option<u64> {
    let place = linearized.array(b"H")?.first()?.as_integer()?;
    u64::try_from(place).ok()
}

/// Removes a leading `Crypt` filter (ISO 32000-2, 7.4.10).
pub(super) fn remove_crypt_filter(dictionary: &mut Dictionary) {
    match dictionary.get(b"Filter") {
        Some(Object::Name(name)) if name == &b"Crypt" => {
            dictionary.remove(b"Filter");
            dictionary.remove(b"DecodeParms");
        }
        Some(Object::Array(names)) if names.first().is_some_and(|it| it.is_name(b"Crypt")) => {
            for key in [b"Filter".as_slice(), b"DecodeParms"] {
                remove_first(dictionary, key);
            }
        }
        _ => {}
    }
}

fn remove_first(dictionary: &mut Dictionary, key: &[u8]) {
    if let Some(Object::Array(values)) = dictionary.get_mut(key) {
        match values.len() {
            0 | 1 => {
                dictionary.remove(key);
            }
            _ => {
                values.remove(0);
            }
        }
    }
}

/// Marks a stream as not encrypted in an encrypted file.
pub(super) fn add_identity_filter(dictionary: &mut Dictionary) {
    let as_array = |value: Option<Object>| match value {
        None => Vec::new(),
        Some(Object::Array(values)) => values,
        Some(value) => vec![value],
    };
    let mut names = as_array(dictionary.remove(b"Filter"));
    let mut parameters = as_array(dictionary.remove(b"DecodeParms"));
    parameters.resize(names.len(), Object::Null);
    names.insert(0, Object::name("Crypt"));
    let identity = Dictionary::new().with("Name", Name::new("Identity"));
    parameters.insert(0, identity.into());
    dictionary.insert("Filter", names);
    dictionary.insert("DecodeParms", parameters);
}
