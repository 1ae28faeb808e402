//! Who refers to what.

use countersign_pdf::{Document, Location, Object, ObjectId};

use super::{Comparison, Role, forbidden};
use crate::changes::ChangeKind;

/// Objects below objects that are followed for one explanation.
const MAX_DEPTH: usize = 200;

/// Calls `visit` for every reference in a value.
pub(super) fn each(object: &Object, visit: &mut dyn FnMut(ObjectId)) {
    match object {
        Object::Reference(id) => visit(*id),
        Object::Array(items) => items.iter().for_each(|item| each(item, visit)),
        Object::Dictionary(dictionary) => {
            dictionary.iter().for_each(|(_, value)| each(value, visit))
        }
        Object::Stream(stream) => stream
            .dictionary
            .iter()
            .for_each(|(_, value)| each(value, visit)),
        Object::Null
        | Object::Bool(_)
        | Object::Integer(_)
        | Object::Real(_)
        | Object::Name(_)
        | Object::String(_)
        | Object::Raw(_) => {}
    }
}

impl Comparison<'_> {
    /// Explains the changed objects below a value of object `from`: they are used by it alone.
    /// Pages, the catalog and fields are never explained by being referred to.
    pub(super) fn explain_below(&mut self, from: u32, value: &Object) {
        let mut queue: Vec<(u32, ObjectId, usize)> = Vec::new();
        each(value, &mut |id| queue.push((from, id, 0)));
        while let Some((from, id, depth)) = queue.pop() {
            if !self.is_changed(id.number) || depth > MAX_DEPTH {
                continue;
            }
            let fresh = self.edges.insert((from, id.number));
            if !fresh || self.has_own_role(id) || self.explained.contains_key(&id.number) {
                continue;
            }
            self.explain(id.number, Role::Private);
            if let Ok(object) = self.new.object(id) {
                each(&object, &mut |next| {
                    queue.push((id.number, next, depth + 1))
                });
            }
        }
    }

    /// True for objects that are judged for what they are.
    fn has_own_role(&self, id: ObjectId) -> bool {
        let is_form = self.old_form.nodes.contains_key(&id.number)
            || self.new_form.nodes.contains_key(&id.number);
        let object = self.new.object(id);
        let is_structure = object.is_ok_and(|object| {
            object.as_dictionary().is_some_and(|dictionary| {
                [&b"Catalog"[..], b"Pages", b"Page"]
                    .iter()
                    .any(|name| dictionary.is_type(name))
            })
        });
        is_form || is_structure
    }

    /// Finds users of explained objects that are no part of the explanation.
    pub(super) fn other_users(&mut self) {
        let private: Vec<u32> = self
            .explained
            .iter()
            .filter(|(_, role)| **role == Role::Private)
            .map(|(number, _)| *number)
            .collect();
        if private.is_empty() {
            return;
        }
        let users = self.users.get_or_init(|| Users::read(self.new));
        let mut found: Vec<(u32, u32)> = Vec::new();
        for used in private {
            for user in users.of(used) {
                if !self.edges.contains(&(user, used)) {
                    found.push((user, used));
                }
            }
        }
        found.sort_unstable();
        for (user, used) in found {
            let message = format!("object {used} was changed, and object {user} uses it too");
            let id = self.changed.get(&used).map(|one| one.id());
            self.report(forbidden(ChangeKind::Other, id, message));
        }
    }
}

/// Which objects refer to which, over a whole document. Read once, however many older revisions the
/// document is compared with.
pub(crate) struct Users {
    /// The object referred to, and the one that refers, in this order.
    edges: Vec<(u32, u32)>,
}

impl Users {
    fn read(document: &Document) -> Self {
        let mut ids = document.object_ids();
        // Objects of one object stream after each other: it is inflated once.
        ids.sort_by_key(|id| match document.location(*id) {
            Some(Location::InStream { stream, index }) => (stream, index, id.number),
            Some(_) | None => (0, 0, id.number),
        });
        let mut edges = Vec::new();
        for user in ids {
            let Ok(object) = document.object(user) else {
                continue;
            };
            each(&object, &mut |used| edges.push((used.number, user.number)));
        }
        edges.sort_unstable();
        edges.dedup();
        Self { edges }
    }

    fn of(&self, used: u32) -> impl Iterator<Item = u32> {
        let start = self.edges.partition_point(|(one, _)| *one < used);
        let rest = self.edges.get(start..).unwrap_or_default();
        rest.iter()
            .take_while(move |(one, _)| *one == used)
            .map(|(_, user)| *user)
    }
}
