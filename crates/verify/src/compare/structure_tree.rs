//! The structure tree, which describes page content to assistive technology (ISO 32000-2, 14.7).
//! The widget of a new signature field may be added to it. No other change is permitted: the tree
//! could describe the signed content as anything.

use countersign_pdf::{Dictionary, Document, Object, ObjectId, PdfError};

use super::catalog::differing;
use super::{Comparison, Role, change};
use crate::changes::{ChangeKind, ChangeSeverity};

/// Keys that may refer to the tree and its elements.
const STRUCTURE_KEYS: &[&[u8]] = &[
    b"StructTreeRoot",
    b"ParentTree",
    b"Kids",
    b"Nums",
    b"K",
    b"P",
];
/// Keys permitted in an element that only represents a widget.
const ELEMENT_KEYS: [&[u8]; 9] = [
    b"Type", b"S", b"P", b"K", b"Pg", b"ID", b"T", b"Lang", b"Alt",
];
/// Keys of an object reference dictionary (ISO 32000-2, table 358).
const REFERENCE_KEYS: [&[u8]; 3] = [b"Type", b"Pg", b"Obj"];
/// Maximum depth of the parent tree (a number tree).
const MAX_DEPTH: usize = 16;

impl Comparison<'_> {
    /// Explains the changes made by adding the widget of a new signature to the tree.
    pub(super) fn structure_tree(&mut self) -> Result<(), PdfError> {
        let root = self.old.catalog()?.reference(b"StructTreeRoot");
        let Some(root) = root.filter(|it| {
            self.new
                .catalog()
                .is_ok_and(|new| new.reference(b"StructTreeRoot") == Some(*it))
        }) else {
            return Ok(());
        };
        let before = self.explained.len();
        let numbers = self.changed.keys().copied();
        let numbers: Vec<u32> = numbers
            .filter(|it| !self.explained.contains_key(it))
            .collect();
        for number in numbers {
            let Some(id) = self.changed.get(&number).map(|one| one.id()) else {
                continue;
            };
            let is_entered = match self.is_new(number) {
                true => self.is_entry(id)?,
                false => self.only_got_entries(id)?,
            };
            let is_tree = id == root || self.is_below(root, id)?;
            if is_entered && is_tree {
                self.explain(number, Role::Checked(STRUCTURE_KEYS));
            }
        }
        if self.explained.len() > before {
            let message = "the widget of a signature field was entered in the structure tree";
            let severity = ChangeSeverity::Allowed;
            self.report(change(ChangeKind::Other, severity, Some(root), message));
        }
        Ok(())
    }

    /// True for a structure element (recognized by `/S` and `/P`) or a node of the parent tree.
    fn is_below(&self, root: ObjectId, id: ObjectId) -> Result<bool, PdfError> {
        let object = self.new.object(id)?;
        let Some(dictionary) = object
            .as_dictionary()
            .filter(|_| object.as_stream().is_none())
        else {
            return Ok(false);
        };
        if dictionary.contains(b"S") && dictionary.contains(b"P") {
            return Ok(true);
        }
        let tree = self.new.object(root)?;
        let tree = tree
            .as_dictionary()
            .and_then(|it| it.reference(b"ParentTree"));
        self.has_node(tree, id, 0)
    }

    fn has_node(
        &self,
        node: Option<ObjectId>,
        id: ObjectId,
        depth: usize,
    ) -> Result<bool, PdfError> {
        let Some(node) = node.filter(|_| depth < MAX_DEPTH) else {
            return Ok(false);
        };
        if node == id {
            return Ok(true);
        }
        let object = self.new.object(node)?;
        let dictionary = object.as_dictionary().cloned().unwrap_or_default();
        let kids = self.new.lookup(&dictionary, b"Kids")?.into_object();
        for kid in kids.as_array().unwrap_or_default() {
            if self.has_node(kid.as_reference(), id, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True for a new element that represents only the widget of a signature field.
    fn is_entry(&self, id: ObjectId) -> Result<bool, PdfError> {
        let object = self.new.object(id)?;
        let Some(element) = object
            .as_dictionary()
            .filter(|_| object.as_stream().is_none())
        else {
            return Ok(false);
        };
        if has_only(element, &REFERENCE_KEYS) {
            return Ok(self.is_widget_reference(element));
        }
        if !has_only(element, &ELEMENT_KEYS) || !element.contains(b"P") {
            return Ok(false);
        }
        let kids = self.new.lookup(element, b"K")?.into_object();
        let kids = match kids {
            Object::Array(items) => items,
            one => vec![one],
        };
        for kid in &kids {
            let kid = self.new.resolve(kid)?;
            let is_widget = kid
                .as_dictionary()
                .is_some_and(|it| has_only(it, &REFERENCE_KEYS) && self.is_widget_reference(it));
            if !is_widget {
                return Ok(false);
            }
        }
        Ok(!kids.is_empty())
    }

    fn is_widget_reference(&self, reference: &Dictionary) -> bool {
        let widget = reference.reference(b"Obj");
        let node = widget.and_then(|id| self.new_form.nodes.get(&id.number));
        node.is_some_and(|node| node.is_signature && self.is_new(node.id.number))
    }

    /// True for an existing object of the tree that only got new entries at the end of its arrays.
    fn only_got_entries(&self, id: ObjectId) -> Result<bool, PdfError> {
        let (old, new) = (self.old.object(id)?, self.new.object(id)?);
        let (Some(old), Some(new)) = (old.as_dictionary(), new.as_dictionary()) else {
            return Ok(false);
        };
        for key in differing(old, new) {
            let is_fine = match key.as_slice() {
                b"ParentTreeNextKey" => old.integer(&key) < new.integer(&key),
                b"Limits" => self.limits_grew(old, new)?,
                b"K" | b"Nums" | b"Kids" => {
                    let before = list(self.old, old.get(&key))?;
                    let after = list(self.new, new.get(&key))?;
                    self.got_entries(&before, &after)?
                }
                _ => false,
            };
            if !is_fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn got_entries(&self, before: &[Object], after: &[Object]) -> Result<bool, PdfError> {
        let Some(added) = after.strip_prefix(before) else {
            return Ok(false);
        };
        for item in added {
            let is_fine = match item {
                Object::Integer(_) => true,
                Object::Reference(id) => self.is_new(id.number) && self.is_entry(*id)?,
                _ => false,
            };
            if !is_fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn limits_grew(&self, old: &Dictionary, new: &Dictionary) -> Result<bool, PdfError> {
        let read = |list: &Object| -> Vec<i64> {
            let items = list.as_array().unwrap_or_default().iter();
            items.filter_map(Object::as_integer).collect()
        };
        let before = read(&self.old.lookup(old, b"Limits")?.into_object());
        let after = read(&self.new.lookup(new, b"Limits")?.into_object());
        Ok(match (before.as_slice(), after.as_slice()) {
            ([low, high], [first, last]) => first <= low && last >= high,
            _ => false,
        })
    }
}

/// The value as a list; a single value becomes a list of one.
fn list(document: &Document, value: Option<&Object>) -> Result<Vec<Object>, PdfError> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    Ok(match document.resolve(value)?.into_object() {
        Object::Array(items) => items,
        _ => vec![value.clone()],
    })
}

fn has_only(dictionary: &Dictionary, keys: &[&[u8]]) -> bool {
    dictionary
        .iter()
        .all(|(key, _)| keys.contains(&key.as_bytes()))
}
