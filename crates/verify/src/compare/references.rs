//! Who refers to what.

use countersign_pdf::{Dictionary, Document, Location, Object, ObjectId};

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
        if self.explained.is_empty() {
            return;
        }
        let users = self.users.get_or_init(|| Users::read(self.new));
        let mut found: Vec<(u32, ObjectId)> = Vec::new();
        for (used, role) in &self.explained {
            for user in users.of(*used) {
                if !self.may_use(user, *used, *role) || self.was_waiting(user, *used) {
                    found.push((*used, user));
                }
            }
        }
        found.sort_unstable();
        for (used, user) in found {
            let message = format!("object {used} was changed, and {user} uses it too");
            let id = self.changed.get(&used).map(|one| one.id());
            self.report(forbidden(ChangeKind::Other, id, message));
        }
    }

    fn may_use(&self, user: ObjectId, used: u32, role: Role) -> bool {
        let keys = match role {
            Role::Private => return self.edges.contains(&(user.number, used)),
            Role::Judged([]) => return true,
            Role::Judged(keys) => keys,
        };
        let Ok(object) = self.new.object(user) else {
            return true;
        };
        let mut fine = true;
        each_keyed(&object, None, &mut |id, key| {
            let known = key.is_none_or(|key| keys.contains(&key));
            fine &= id.number != used || known;
        });
        fine
    }

    /// True when an object that was there before referred to this one before it existed: what was
    /// signed would show, or do, something that comes later.
    fn was_waiting(&self, user: ObjectId, used: u32) -> bool {
        if !self.is_new(used) || self.old.location(user).is_none() {
            return false;
        }
        let mut waiting = false;
        if let Ok(object) = self.old.object(user) {
            each(&object, &mut |id| waiting |= id.number == used);
        }
        waiting
    }
}

/// Calls `visit` for every reference in a value, with the nearest key it stands under.
fn each_keyed(object: &Object, key: Option<&[u8]>, visit: &mut dyn FnMut(ObjectId, Option<&[u8]>)) {
    let mut entries = |dictionary: &Dictionary| {
        for (key, value) in dictionary.iter() {
            each_keyed(value, Some(key.as_bytes()), visit);
        }
    };
    match object {
        Object::Dictionary(dictionary) => entries(dictionary),
        Object::Stream(stream) => entries(&stream.dictionary),
        Object::Reference(id) => visit(*id, key),
        Object::Array(items) => items.iter().for_each(|item| each_keyed(item, key, visit)),
        Object::Null
        | Object::Bool(_)
        | Object::Integer(_)
        | Object::Real(_)
        | Object::Name(_)
        | Object::String(_)
        | Object::Raw(_) => {}
    }
}

/// Which objects refer to which, over a whole document. Read once, however many older revisions the
/// document is compared with.
pub(crate) struct Users {
    /// The object referred to, and the one that refers, in this order.
    edges: Vec<(u32, ObjectId)>,
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
            each(&object, &mut |used| edges.push((used.number, user)));
        }
        edges.sort_unstable();
        edges.dedup();
        Self { edges }
    }

    fn of(&self, used: u32) -> impl Iterator<Item = ObjectId> {
        let start = self.edges.partition_point(|(one, _)| *one < used);
        let rest = self.edges.get(start..).unwrap_or_default();
        rest.iter()
            .take_while(move |(one, _)| *one == used)
            .map(|(_, user)| *user)
    }
}
