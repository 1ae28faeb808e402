//! Widgets in the structure tree of a tagged document.
//!
//! Strict validators permit changes of a widget if they can account for every reference to it. The
//! tree's index (`/ParentTree`) is such a reference; it is accepted if the validator finds the
//! widget's element in the tree itself. pyHanko does not find an element that is its parent's only
//! kid and not in an array. Some forms also index widgets under elements that are in no tree. So
//! before anybody signs, single kids are wrapped in an array, which has the same meaning, and
//! unattached elements drop their reference to the widget.

use super::Placer;
use crate::field::PlaceField;
use crate::read::parse_widget_id;
use countersign_pdf::{Dictionary, Object, ObjectId, Objects, PdfError, Update};

/// Deeper trees are treated as malformed.
const MAX_DEPTH: usize = 64;

impl Placer<'_, '_> {
    /// Removes the placed widgets from unattached structure elements.
    pub(super) fn release(&mut self, fields: &[PlaceField]) -> Result<(), PdfError> {
        let catalog = self
            .update
            .dictionary(self.update.document().catalog_id()?)?;
        let root = self.update.lookup(&catalog, b"StructTreeRoot")?;
        let Some(root) = root.as_dictionary() else {
            return Ok(());
        };
        let index = self.update.lookup(root, b"ParentTree")?;
        let Some(index) = index.as_dictionary().filter(|_| !self.form.is_signed()) else {
            return Ok(());
        };
        let ids = fields
            .iter()
            .filter_map(|place| place.field.pdf_field_id.as_deref());
        for id in ids.filter_map(parse_widget_id) {
            let widget = self.update.get(id)?;
            let key = widget
                .as_dictionary()
                .and_then(|widget| widget.integer(b"StructParent"));
            let Some(key) = key else { continue };
            let found = find(self.update, index, key, 0)?;
            if let Some(element) = found.filter(|&element| element != id) {
                explain(self.update, element)?;
            }
        }
        Ok(())
    }
}

/// Makes an element findable in the tree, or drops its reference to the widget if it is not in the
/// tree.
fn explain(update: &mut Update<'_>, element: ObjectId) -> Result<(), PdfError> {
    if !is_attached(update, element)? {
        update.edit(element, |element| element.remove(b"K"))?;
        return Ok(());
    }
    let object = update.get(element)?;
    let parent = object
        .as_dictionary()
        .and_then(|element| element.reference(b"P"));
    let Some(parent) = parent else { return Ok(()) };
    let kids = update.dictionary(parent)?.get(b"K").cloned();
    if let Some(only @ Object::Reference(kid)) = kids
        && kid == element
    {
        update.edit(parent, |parent| parent.insert("K", vec![only]))?;
    }
    Ok(())
}

/// The element under a key of a number tree.
fn find(
    update: &Update<'_>,
    node: &Dictionary,
    key: i64,
    depth: usize,
) -> Result<Option<ObjectId>, PdfError> {
    let pairs = update.lookup(node, b"Nums")?;
    for pair in pairs.as_array().unwrap_or_default().chunks_exact(2) {
        if let [number, Object::Reference(element)] = pair
            && number.as_integer() == Some(key)
        {
            let is_element = update.get(*element)?.as_dictionary().is_some();
            return Ok(is_element.then_some(*element));
        }
    }
    let kids = update.lookup(node, b"Kids")?;
    for kid in kids
        .as_array()
        .unwrap_or_default()
        .iter()
        .filter(|_| depth < MAX_DEPTH)
    {
        let kid = update.resolve(kid)?;
        let Some(kid) = kid.as_dictionary() else {
            continue;
        };
        let limits = update.lookup(kid, b"Limits")?;
        let limits: Vec<i64> = limits
            .as_array()
            .unwrap_or_default()
            .iter()
            .filter_map(Object::as_integer)
            .collect();
        if matches!(limits.as_slice(), [first, last] if (*first..=*last).contains(&key)) {
            return find(update, kid, key, depth + 1);
        }
    }
    Ok(None)
}

/// True if the tree reaches an element: it is a kid of its parent, and so on up to the root.
fn is_attached(update: &Update<'_>, element: ObjectId) -> Result<bool, PdfError> {
    let mut below = element;
    for _ in 0..MAX_DEPTH {
        let object = update.get(below)?;
        let parent = object
            .as_dictionary()
            .and_then(|element| element.reference(b"P"));
        let Some(parent) = parent else {
            return Ok(false);
        };
        let above = update.get(parent)?;
        let Some(above) = above.as_dictionary() else {
            return Ok(false);
        };
        let kids = above.get(b"K").cloned().unwrap_or_default();
        let is_kid = |kid: &Object| kid.as_reference() == Some(below);
        let listed = update.resolve(&kids)?;
        if !is_kid(&kids) && !listed.as_array().unwrap_or_default().iter().any(is_kid) {
            return Ok(false);
        }
        if above.is_type(b"StructTreeRoot") {
            return Ok(true);
        }
        below = parent;
    }
    Ok(false)
}
