//! What can be filled but is not in the tree of the form: link fields, and widgets whose field the tree
//! forgot. Looking for them reads every page, so it happens only when a name is not found otherwise.

use crate::extras;
use crate::tree::{Form, FormField, read_stray};
use countersign_pdf::{Dictionary, Object, ObjectId, Objects, PdfError, Update};
use std::collections::{HashMap, HashSet};

/// What the pages have beyond the form.
#[derive(Default)]
pub struct Strays {
    /// Fields of widgets the tree does not lead to.
    pub fields: Vec<FormField>,
    /// Link fields by their names.
    pub links: HashMap<String, ObjectId>,
}

/// Looks through all pages.
pub fn find(update: &Update<'_>, form: &Form) -> Result<Strays, PdfError> {
    let widgets = form.fields.iter().flat_map(|field| &field.widgets);
    let known: HashSet<ObjectId> = widgets.filter_map(|widget| widget.id).collect();
    let document = update.document();
    let mut strays = Strays::default();
    for index in 0..document.pages()? {
        // The page as changed so far: fields may have been placed in the same update.
        let page = update.dictionary(document.page(index)?.id)?;
        let annotations = update.lookup(&page, b"Annots")?;
        let ids = annotations
            .as_array()
            .unwrap_or_default()
            .iter()
            .filter_map(Object::as_reference);
        for id in ids.filter(|id| !known.contains(id)) {
            let annotation = update.get(id)?;
            if let Some(annotation) = annotation.as_dictionary() {
                strays.take(update, id, annotation)?;
            }
        }
    }
    Ok(strays)
}

impl Strays {
    fn take(
        &mut self,
        update: &Update<'_>,
        id: ObjectId,
        annotation: &Dictionary,
    ) -> Result<(), PdfError> {
        match annotation.name(b"Subtype") {
            Some(b"Widget") => self
                .fields
                .extend(read_stray(update, Some(id), annotation)?),
            Some(b"Link") if annotation.contains(extras::KEY.as_bytes()) => {
                if let Some(name) = annotation.string(b"NM") {
                    self.links.entry(name.to_text()).or_insert(id);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
