//! Removes references to deleted widgets from the structure tree (ISO 32000-2, 14.7.5.3).

use std::collections::HashSet;

use countersign_pdf::{Dictionary, Object, ObjectId, Objects, PdfError, Update};

/// Maximum depth of a number tree. Deeper trees are hostile.
const MAX_DEPTH: usize = 32;

/// Removes the references to these widgets from the structure elements that the parent tree maps them to.
pub(super) fn forget(update: &mut Update<'_>, widgets: &HashSet<ObjectId>) -> Result<(), PdfError> {
    let catalog = update.dictionary(update.document().catalog_id()?)?;
    let root = update.lookup(&catalog, b"StructTreeRoot")?.into_object();
    let index = match root.as_dictionary() {
        Some(root) => update.lookup(root, b"ParentTree")?.into_object(),
        None => return Ok(()),
    };
    for widget in widgets {
        let Ok(dictionary) = update.dictionary(*widget) else {
            continue;
        };
        let Some(number) = update.lookup(&dictionary, b"StructParent")?.as_integer() else {
            continue;
        };
        if let Some(element) = entry(update, &index, number, 0)? {
            let kids = kids_without(update, element, *widget)?;
            update.edit(element, |element| match kids {
                Object::Null => element.remove(b"K"),
                kids => element.insert("K", kids),
            })?;
        }
    }
    Ok(())
}

/// Structure element of a key in the parent tree.
fn entry(
    objects: &impl Objects,
    node: &Object,
    number: i64,
    depth: usize,
) -> Result<Option<ObjectId>, PdfError> {
    let Some(node) = node.as_dictionary().filter(|_| depth < MAX_DEPTH) else {
        return Ok(None);
    };
    let pairs = objects.lookup(node, b"Nums")?.into_object();
    for pair in pairs.as_array().unwrap_or_default().chunks_exact(2) {
        if let [key, value] = pair
            && key.as_integer() == Some(number)
        {
            return Ok(value.as_reference());
        }
    }
    let kids = objects.lookup(node, b"Kids")?.into_object();
    for kid in kids.as_array().unwrap_or_default() {
        let kid = objects.resolve(kid)?.into_object();
        if may_hold(objects, &kid, number)? {
            let found = entry(objects, &kid, number, depth + 1)?;
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    Ok(None)
}

fn may_hold(objects: &impl Objects, node: &Object, number: i64) -> Result<bool, PdfError> {
    let limits = match node.as_dictionary() {
        Some(node) => objects.lookup(node, b"Limits")?.into_object(),
        None => return Ok(false),
    };
    let limit = |at: usize| limits.as_array()?.get(at)?.as_integer();
    Ok(match (limit(0), limit(1)) {
        (Some(first), Some(last)) => (first..=last).contains(&number),
        _ => true,
    })
}

/// The children (`/K`) of an element without references to a widget.
fn kids_without(
    objects: &impl Objects,
    element: ObjectId,
    widget: ObjectId,
) -> Result<Object, PdfError> {
    let element = objects.dictionary(element)?;
    let kids = objects.lookup(&element, b"K")?.into_object();
    let refers = |kid: &Object| -> Result<bool, PdfError> {
        let kid = objects.resolve(kid)?;
        let is_widget = |kid: &Dictionary| kid.reference(b"Obj") == Some(widget);
        Ok(kid.as_dictionary().is_some_and(is_widget))
    };
    match kids {
        Object::Array(kids) => {
            let mut remaining = Vec::with_capacity(kids.len());
            for kid in kids {
                if !refers(&kid)? {
                    remaining.push(kid);
                }
            }
            Ok(Object::Array(remaining))
        }
        only if refers(&only)? => Ok(Object::Null),
        _ => Ok(element.get(b"K").cloned().unwrap_or_default()),
    }
}
