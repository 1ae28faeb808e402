//! Pages: only their list of annotations may change.

use std::rc::Rc;

use countersign_pdf::{Dictionary, Document, Object, ObjectId, PdfError, PdfString};

use super::catalog::differing;
use super::{Comparison, PAGE_KEYS, Role, change, forbidden};
use crate::changes::{Change, ChangeKind, ChangeSeverity};

impl Comparison<'_> {
    /// Checks every page whose object or annotation list changed.
    pub(super) fn pages(&mut self) -> Result<(), PdfError> {
        let count = self.new.pages()?;
        if count != self.old.pages()? {
            let message = "pages were added or removed";
            self.report(forbidden(ChangeKind::Page, None, message));
            return Ok(());
        }
        for index in 0..count {
            let (id, was) = (self.new.page_id(index)?, self.old.page_id(index)?);
            let number = index as u32 + 1;
            if id != was {
                let message = "the page is another object";
                let change = forbidden(ChangeKind::Page, Some(id), message);
                self.report(Change {
                    page: Some(number),
                    ..change
                });
                continue;
            }
            if !self.is_changed(id.number) && self.new.is_known_bare_page(id) {
                continue;
            }
            let page = page_object(self.new, id)?;
            let before = match self.is_changed(id.number) {
                true => page_object(self.old, id)?,
                false => Rc::clone(&page),
            };
            if let (Some(before), Some(page)) = (before.as_dictionary(), page.as_dictionary()) {
                self.orphan_widgets(before)?;
                self.page(number, id, before, page)?;
            }
        }
        Ok(())
    }

    /// Registers widgets that the page already showed but that the form does not list.
    fn orphan_widgets(&mut self, before: &Dictionary) -> Result<(), PdfError> {
        let annotations = self.old.lookup(before, b"Annots")?;
        for annotation in annotations.as_array().unwrap_or_default() {
            let Some(id) = annotation.as_reference() else {
                continue;
            };
            if self.old_form.nodes.contains_key(&id.number) {
                continue;
            }
            let is_widget = |document: &Document| {
                let object = document.object(id);
                object.is_ok_and(|object| {
                    let dictionary = object.as_dictionary();
                    dictionary.is_some_and(|it| it.name(b"Subtype") == Some(b"Widget"))
                })
            };
            if is_widget(self.old) && is_widget(self.new) {
                Rc::make_mut(&mut self.old_form).add_orphan(self.old, id);
                Rc::make_mut(&mut self.new_form).add_orphan(self.new, id);
            }
        }
        Ok(())
    }

    fn page(
        &mut self,
        number: u32,
        id: ObjectId,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        let list = new
            .reference(b"Annots")
            .filter(|list| self.is_changed(list.number));
        let annotations = self.new.lookup(new, b"Annots")?;
        for annotation in annotations.as_array().unwrap_or_default() {
            if let Some(shown) = annotation.as_reference() {
                self.shown_on.insert(shown.number, number);
            }
        }
        if !self.is_changed(id.number) && list.is_none() {
            return Ok(());
        }
        self.explain(id.number, Role::Checked(PAGE_KEYS));
        for key in differing(old, new) {
            if key != b"Annots" {
                let kind = match key.as_slice() {
                    b"Contents" | b"Resources" => ChangeKind::Content,
                    _ => ChangeKind::Page,
                };
                let name = String::from_utf8_lossy(&key).into_owned();
                let message = format!("the entry /{name} of the page was changed");
                self.report(Change {
                    page: Some(number),
                    ..forbidden(kind, Some(id), message)
                });
            }
        }
        self.page_annotations(number, id, old, new)
    }

    fn page_annotations(
        &mut self,
        number: u32,
        id: ObjectId,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        let before = self.old.lookup(old, b"Annots")?.into_object();
        let (holder, after) = self.step(id.number, new.get(b"Annots"))?;
        if !after.is_null() && after.as_array().is_none() {
            let message = "the annotations of the page are no list";
            self.report(forbidden(ChangeKind::Annotation, Some(id), message));
        }
        let before = before.as_array().unwrap_or_default();
        let after = after.as_array().unwrap_or_default();
        let first = self.changes.len();
        let added = self.added_members(holder, before, after, "the annotations")?;
        for change in self.changes.iter_mut().skip(first) {
            change.page = Some(number);
        }
        for id in added {
            // Widgets are checked with the form fields.
            if !self.new_form.nodes.contains_key(&id.number) {
                self.added_annotation(number, holder, id)?;
            }
        }
        Ok(())
    }

    fn added_annotation(&mut self, number: u32, holder: u32, id: ObjectId) -> Result<(), PdfError> {
        self.explain_below(holder, &Object::Reference(id));
        // `explain_below` follows each edge only once, and the list already registered this one.
        self.explain(id.number, Role::Private);
        let object = self.new.object(id)?;
        self.explain_below(id.number, &object);
        let dictionary = object.as_dictionary();
        let link = dictionary.filter(|it| is_plain_link(self, it));
        let found = match link {
            Some(link) => {
                let name = link.string(b"NM").map(PdfString::to_text);
                let message = "a link was added";
                let severity = ChangeSeverity::Allowed;
                Change {
                    // An empty name keeps the link in the list of added fields.
                    field: Some(name.unwrap_or_default()),
                    ..change(ChangeKind::FieldAdded, severity, Some(id), message)
                }
            }
            None => {
                let message = "an annotation was added, which may hide or show anything";
                forbidden(ChangeKind::Annotation, Some(id), message)
            }
        };
        self.report(Change {
            page: Some(number),
            ..found
        });
        Ok(())
    }
}

/// The page object; an error if it is not a dictionary.
fn page_object(document: &Document, id: ObjectId) -> Result<Rc<Object>, PdfError> {
    let object = document.glance(id)?;
    match object.as_dictionary() {
        Some(_) => Ok(object),
        None => Err(PdfError::Type {
            object: Some(id),
            expected: "a page",
        }),
    }
}

/// True for a link that opens a URI and has no appearance and no other actions.
fn is_plain_link(comparison: &Comparison<'_>, annotation: &Dictionary) -> bool {
    let plain = annotation.name(b"Subtype") == Some(b"Link")
        && !annotation.contains(b"AP")
        && !annotation.contains(b"AA")
        && !annotation.contains(b"PA");
    let action = comparison.new.lookup(annotation, b"A");
    let opens_address = action.is_ok_and(|action| {
        action
            .as_dictionary()
            .is_some_and(|action| action.name(b"S") == Some(b"URI") && !action.contains(b"Next"))
    });
    plain && opens_address
}
