//! What the objects of a document refer to.

use crate::document::Document;
use crate::object::{Object, ObjectId};
use crate::xref::Location;

/// Calls `visit` for every reference in a value.
///
/// ```
/// use countersign_pdf::{Object, ObjectId, each_reference};
/// let mut found = Vec::new();
/// let list = Object::Array(vec![Object::Reference(ObjectId::new(7, 0)), Object::Integer(8)]);
/// each_reference(&list, &mut |id| found.push(id.number));
/// assert_eq!(found, [7]);
/// ```
pub fn each_reference(object: &Object, visit: &mut dyn FnMut(ObjectId)) {
    match object {
        Object::Reference(id) => visit(*id),
        Object::Array(items) => items.iter().for_each(|item| each_reference(item, visit)),
        Object::Dictionary(dictionary) => dictionary
            .iter()
            .for_each(|(_, value)| each_reference(value, visit)),
        Object::Stream(stream) => stream
            .dictionary
            .iter()
            .for_each(|(_, value)| each_reference(value, visit)),
        Object::Null
        | Object::Bool(_)
        | Object::Integer(_)
        | Object::Real(_)
        | Object::Name(_)
        | Object::String(_)
        | Object::Raw(_) => {}
    }
}

/// The references of all objects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// The objects, and for each the number of its references.
    pub objects: Vec<(ObjectId, u32)>,
    /// The references of all objects, in the same order: user and used number.
    pub edges: Vec<(ObjectId, u32)>,
    /// The objects that can't be read: their references are unknown.
    pub unreadable: Vec<u32>,
}

impl References {
    /// Largest object number: a reference to a larger one refers to nothing, as cross-reference data
    /// with such numbers is not read.
    pub const MAX_NUMBER: u32 = crate::xref::MAX_NUMBER;

    /// Reads the references of all objects, without the data of streams. Those of objects that stand
    /// where they stood in a known revision are taken from what was stored of it.
    pub fn read(document: &Document) -> Self {
        let mut references = document.known().references.clone();
        let known: std::collections::HashSet<u32> =
            references.objects.iter().map(|(id, _)| id.number).collect();
        let mut ids = document.object_ids();
        ids.retain(|id| !known.contains(&id.number));
        // Objects of the same object stream are adjacent, so each stream is inflated once.
        ids.sort_by_key(|id| match document.location(*id) {
            Some(Location::InStream { stream, index }) => (stream, index, id.number),
            Some(_) | None => (0, 0, id.number),
        });
        let mut found = Vec::new();
        for user in ids {
            if !document.skim_references(user, &mut found) {
                found.clear();
                match document.glance(user) {
                    Ok(object) => each_reference(&object, &mut |used| found.push(used)),
                    Err(_) => references.unreadable.push(user.number),
                }
            }
            let found = found.iter().map(|used| used.number);
            references.add(user, found.filter(|used| *used <= Self::MAX_NUMBER));
        }
        references
    }

    pub(crate) fn add(&mut self, user: ObjectId, used: impl Iterator<Item = u32>) {
        let before = self.edges.len();
        self.edges.extend(used.map(|number| (user, number)));
        let count = self.edges.len() - before;
        self.objects.push((user, count as u32));
    }
}
