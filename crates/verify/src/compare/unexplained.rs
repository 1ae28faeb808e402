//! Changed objects that no permitted change accounts for (form fill, signature, DSS, metadata).

use std::collections::HashMap;

use countersign_pdf::Object;

use super::catalog::differing;
use super::changed::Changed;
use super::{Comparison, forbidden, references};
use crate::changes::{Change, ChangeKind};

/// Key in which iText 5 notes its version.
const MARK: &[u8] = b"ITXT";

impl Comparison<'_> {
    /// Reports every changed object that has no explanation and that the trailer reaches.
    pub(super) fn unexplained(&mut self) {
        let left: Vec<Changed> = self
            .changed
            .iter()
            .filter(|(number, changed)| {
                // A removed object is never explained.
                matches!(changed, Changed::Removed(_)) || !self.explained.contains_key(number)
            })
            .map(|(_, changed)| *changed)
            .collect();
        if left.is_empty() {
            return;
        }
        // Unreachable objects are not part of the document.
        let users = self.users();
        let left: Vec<Changed> = left
            .into_iter()
            .filter(|changed| users.is_live(changed.id().number))
            .collect();
        if left.is_empty() {
            return;
        }
        let drawn = self.drawn_on();
        for changed in left {
            let id = changed.id();
            if self.is_only_marked(changed) {
                continue;
            }
            let (kind, what) = self.classify(changed, &drawn);
            let how = match changed {
                Changed::Added(_) => "was added and is not part of a form or signature",
                Changed::Modified(_) => "was changed",
                Changed::Removed(_) => "was deleted or replaced",
            };
            let change = forbidden(kind, Some(id), format!("{what} {how}"));
            let page = drawn
                .get(&id.number)
                .or_else(|| self.shown_on.get(&id.number))
                .copied();
            self.report(Change { page, ..change });
        }
    }

    /// True for a node of the page tree that only got or changed the mark of iText 5 (`/ITXT`), which
    /// readers ignore.
    fn is_only_marked(&self, changed: Changed) -> bool {
        let Changed::Modified(id) = changed else {
            return false;
        };
        let (Ok(before), Ok(after)) = (self.old.object(id), self.new.object(id)) else {
            return false;
        };
        let (before, after) = (before.as_dictionary(), after.as_dictionary());
        before.zip(after).is_some_and(|(before, after)| {
            after.is_type(b"Pages")
                && after.string(MARK).is_some()
                && differing(before, after) == [MARK]
        })
    }

    /// Objects that page content or resources refer to directly, with the page number.
    fn drawn_on(&self) -> HashMap<u32, u32> {
        let mut drawn = HashMap::new();
        for document in [self.old, self.new] {
            for index in 0..document.pages().unwrap_or(0) {
                let Ok(page) = document.page(index) else {
                    continue;
                };
                let contents = document.lookup(&page.dictionary, b"Contents");
                let contents = contents.map(|it| it.into_object()).unwrap_or_default();
                let parts = [
                    page.dictionary.get(b"Contents"),
                    Some(&contents),
                    page.resources.as_ref(),
                ];
                for part in parts.into_iter().flatten() {
                    references::each(part, &mut |id| {
                        drawn.entry(id.number).or_insert(index as u32 + 1);
                    });
                }
            }
        }
        drawn
    }

    fn classify(&self, changed: Changed, drawn: &HashMap<u32, u32>) -> (ChangeKind, &'static str) {
        let id = changed.id();
        if drawn.contains_key(&id.number) {
            return (ChangeKind::Content, "what the page shows");
        }
        if self.shown_on.contains_key(&id.number) {
            return (ChangeKind::Annotation, "an annotation");
        }
        let object = self.old.object(id).ok().filter(|object| !object.is_null());
        let object = object.or_else(|| self.new.object(id).ok());
        match object.as_deref().and_then(Object::as_dictionary) {
            Some(it) if it.is_type(b"Pages") => (ChangeKind::Page, "the tree of pages"),
            Some(it) if it.is_type(b"Page") => (ChangeKind::Page, "a page"),
            Some(it) if it.is_type(b"Catalog") => (ChangeKind::Catalog, "a catalog"),
            Some(it) if it.is_type(b"Sig") || it.contains(b"ByteRange") => {
                (ChangeKind::Other, "a signature")
            }
            _ => (object_kind(changed), "an object"),
        }
    }
}

fn object_kind(changed: Changed) -> ChangeKind {
    match changed {
        Changed::Added(_) => ChangeKind::ObjectAdded,
        Changed::Modified(_) => ChangeKind::ObjectChanged,
        Changed::Removed(_) => ChangeKind::ObjectRemoved,
    }
}
