//! Who refers to what.

use countersign_pdf::{Object, ObjectId, PdfError};

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
    pub(super) fn other_users(&mut self) -> Result<(), PdfError> {
        let private = self.explained.values().any(|role| *role == Role::Private);
        if !private {
            return Ok(());
        }
        let mut found: Vec<(ObjectId, ObjectId)> = Vec::new();
        let mut ids = self.new.object_ids();
        // Objects of one object stream after each other: it is inflated once.
        ids.sort_by_key(|id| match self.new.location(*id) {
            Some(countersign_pdf::Location::InStream { stream, index }) => {
                (stream, index, id.number)
            }
            Some(_) | None => (0, 0, id.number),
        });
        for user in ids {
            let Ok(object) = self.new.object(user) else {
                continue;
            };
            each(&object, &mut |used| {
                let private = self.explained.get(&used.number) == Some(&Role::Private);
                if private && !self.edges.contains(&(user.number, used.number)) {
                    found.push((user, used));
                }
            });
        }
        for (user, used) in found {
            let message = format!("{used} was changed, and {user} uses it too");
            self.report(forbidden(ChangeKind::Other, Some(used), message));
        }
        Ok(())
    }
}
