//! Deletion of unreachable objects.

use countersign_pdf::{Dictionary, Object, ObjectId, Objects, PdfError, Update};

/// Deletes every object that is unreachable from the trailer.
pub(super) fn delete_the_rest(update: &mut Update<'_>) -> Result<(), PdfError> {
    let ids = update.document().object_ids();
    let highest = ids.iter().map(|id| id.number).max().unwrap_or(0);
    let mut marks = Marks {
        seen: vec![false; highest as usize + 1],
        waiting: Vec::new(),
    };
    marks.dictionary(update.document().trailer());
    marks.see(update.document().catalog_id()?);
    while let Some(id) = marks.waiting.pop() {
        // Unreadable objects are skipped here; the rewrite reports them.
        if let Ok(object) = update.object(id) {
            marks.object(&object);
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

    fn object(&mut self, object: &Object) {
        match object {
            Object::Reference(id) => self.see(*id),
            Object::Array(items) => items.iter().for_each(|item| self.object(item)),
            Object::Dictionary(dictionary) => self.dictionary(dictionary),
            Object::Stream(stream) => self.dictionary(&stream.dictionary),
            Object::Null
            | Object::Bool(_)
            | Object::Integer(_)
            | Object::Real(_)
            | Object::Name(_)
            | Object::String(_)
            | Object::Raw(_) => {}
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        dictionary.iter().for_each(|(_, value)| self.object(value));
    }
}
