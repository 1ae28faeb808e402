//! Deletion of unreachable objects.

use countersign_pdf::{Object, ObjectId, Objects, PdfError, Update, each_reference};

/// Deletes every object that is unreachable from the trailer.
pub(super) fn delete_the_rest(update: &mut Update<'_>) -> Result<(), PdfError> {
    let ids = update.document().object_ids();
    let highest = ids.iter().map(|id| id.number).max().unwrap_or(0);
    let mut marks = Marks {
        seen: vec![false; highest as usize + 1],
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
    seen: Vec<bool>,
    waiting: Vec<ObjectId>,
}

impl Marks {
    fn is_seen(&self, id: ObjectId) -> bool {
        self.seen.get(id.number as usize).copied().unwrap_or(false)
    }

    fn see(&mut self, id: ObjectId) {
        if let Some(seen) = self.seen.get_mut(id.number as usize)
            && !*seen
        {
            *seen = true;
            self.waiting.push(id);
        }
    }
}
