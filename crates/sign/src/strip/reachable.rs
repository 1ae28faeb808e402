//! Deletion of unreachable objects.

use countersign_pdf::{Object, ObjectId, Objects, PdfError, Update, each_reference};

/// Deletes every object that is unreachable from the trailer.
pub(super) fn delete_the_rest(update: &mut Update<'_>) -> Result<(), PdfError> {
    let ids = update.document().object_ids();
    let highest = ids.iter().map(|id| id.number).max().unwrap_or(0);
    let mut generations = vec![None; highest as usize + 1];
    for id in &ids {
        if let Some(generation) = generations.get_mut(id.number as usize) {
            *generation = Some(id.generation);
        }
    }
    let mut marks = Marks {
        seen: vec![false; generations.len()],
        generations,
        waiting: Vec::new(),
    };
    let trailer = Object::Dictionary(update.document().trailer().clone());
    each_reference(&trailer, &mut |id| marks.see(id));
    marks.see(update.document().catalog_id()?);
    while let Some(id) = marks.waiting.pop() {
        // Unreadable objects are skipped here; the rewrite reports them.
        if let Ok(object) = update.object(id) {
            each_reference(&object, &mut |used| marks.see(used));
        }
    }
    for id in ids {
        if !marks.is_seen(id) && !is_container(update, id) {
            update.remove(id);
        }
    }
    Ok(())
}

/// Object streams and cross-reference streams. Nothing refers to them, and the rewrite handles them.
fn is_container(objects: &impl Objects, id: ObjectId) -> bool {
    let is_type = |object: &Object, name: &[u8]| {
        let stream = object.as_stream();
        stream.is_some_and(|stream| stream.dictionary.is_type(name))
    };
    objects
        .object(id)
        .is_ok_and(|object| is_type(&object, b"ObjStm") || is_type(&object, b"XRef"))
}

struct Marks {
    /// The generation of each object that exists. A reference with another one is to the null object (ISO 32000-2,
    /// 7.3.10), and must not hide the object from the references to it.
    generations: Vec<Option<u16>>,
    seen: Vec<bool>,
    waiting: Vec<ObjectId>,
}

impl Marks {
    fn is_seen(&self, id: ObjectId) -> bool {
        self.seen.get(id.number as usize).copied().unwrap_or(false)
    }

    fn see(&mut self, id: ObjectId) {
        // Objects that the update adds are new to the document.
        let known = self.generations.get(id.number as usize).copied().flatten();
        if known.is_some_and(|generation| generation != id.generation) {
            return;
        }
        if let Some(seen) = self.seen.get_mut(id.number as usize)
            && !*seen
        {
            *seen = true;
            self.waiting.push(id);
        }
    }
}
