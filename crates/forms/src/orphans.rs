//! Fillable items outside the form tree: link fields, and widgets whose field is missing in the
//! tree. The search reads every page, so it runs only if a name is not found otherwise.

use crate::private_data;
use crate::tree::{
    Form, Inherited, Walk, Widget, ancestors, inherited_from_form, lone_field, mark_twins,
};
use countersign_pdf::{Dictionary, IdSet, Object, ObjectId, Objects, PdfError, Update};
use std::collections::{HashMap, HashSet};

/// Adds the fields of widgets that are not in the tree to the form. Returns the link fields by
/// name.
#[inline(never)]
pub fn find(update: &Update<'_>, form: &mut Form) -> Result<HashMap<String, ObjectId>, PdfError> {
    let document = update.document();
    let mut orphans = Orphans::new(update, form)?;
    let mut links = HashMap::new();
    for index in 0..document.pages()? {
        // The current page: fields may have been placed in the same update.
        let page = update.dictionary(document.page(index)?.id)?;
        let annotations = update.lookup(&page, b"Annots")?;
        let all = annotations.as_array().unwrap_or_default();
        for id in all.iter().filter_map(Object::as_reference) {
            if orphans.is_known(id) {
                continue;
            }
            let annotation = update.get(id)?;
            let Some(annotation) = annotation.as_dictionary() else {
                continue;
            };
            match annotation.name(b"Subtype") {
                Some(b"Widget") => orphans.take(id, annotation)?,
                Some(b"Link") => take_link(&mut links, id, annotation),
                _ => {}
            }
        }
    }
    orphans.finish();
    Ok(links)
}

fn take_link(links: &mut HashMap<String, ObjectId>, id: ObjectId, link: &Dictionary) {
    if !link.contains(private_data::KEY.as_bytes()) {
        return;
    }
    if let Some(name) = link.string(b"NM") {
        links.entry(name.to_text()).or_insert(id);
    }
}

/// Adds widgets of pages to a form whose tree does not contain them.
pub struct Orphans<'a, 'f, O: Objects> {
    walk: Walk<'a, O>,
    form: &'f mut Form,
    /// Widgets in the form.
    widgets: HashSet<ObjectId>,
    /// Index of each field object in the form.
    fields: HashMap<ObjectId, usize>,
    top: Inherited,
    found: bool,
}

impl<'a, 'f, O: Objects> Orphans<'a, 'f, O> {
    /// Indexes the fields and widgets already in the form.
    pub fn new(objects: &'a O, form: &'f mut Form) -> Result<Self, PdfError> {
        let top = inherited_from_form(objects, &form.dictionary)?;
        let mut orphans = Self {
            walk: Walk {
                objects,
                seen: IdSet::default(),
                fields: Vec::new(),
            },
            form,
            widgets: HashSet::new(),
            fields: HashMap::new(),
            top,
            found: false,
        };
        orphans.index(0);
        Ok(orphans)
    }

    /// True if the form contains the widget.
    pub fn is_known(&self, id: ObjectId) -> bool {
        self.widgets.contains(&id)
    }

    /// Indexes the fields from this one on.
    fn index(&mut self, from: usize) {
        for (index, field) in self.form.fields.iter().enumerate().skip(from) {
            if let Some(id) = field.id {
                self.fields.entry(id).or_insert(index);
                self.walk.seen.insert(id);
            }
            let ids = field.widgets.iter().filter_map(|widget| widget.id);
            self.walk.seen.extend(ids.clone());
            self.widgets.extend(ids);
        }
    }

    /// Adds a widget: to its field if the form has it, otherwise with everything below its topmost
    /// ancestor, otherwise alone.
    pub fn take(&mut self, id: ObjectId, widget: &Dictionary) -> Result<(), PdfError> {
        self.found = true;
        let parent = widget
            .reference(b"Parent")
            .filter(|_| !widget.contains(b"T"));
        let field = parent.and_then(|parent| self.fields.get(&parent));
        if let Some(field) = field.and_then(|&index| self.form.fields.get_mut(index)) {
            let dictionary = widget.clone();
            field.widgets.push(Widget {
                id: Some(id),
                dictionary,
            });
            self.widgets.insert(id);
            return Ok(());
        }
        let root = ancestors(self.walk.objects, widget)?
            .last()
            .and_then(|above| above.id);
        let from = self.form.fields.len();
        self.walk
            .node(&Object::Reference(root.unwrap_or(id)), "", &self.top, 0)?;
        self.form.fields.append(&mut self.walk.fields);
        self.index(from);
        if self.widgets.insert(id) {
            let field = lone_field(self.walk.objects, &self.form.dictionary, Some(id), widget)?;
            self.form.fields.extend(field);
        }
        Ok(())
    }

    /// Links buttons of the same name. Returns true if any widget was added.
    pub fn finish(self) -> bool {
        if self.found {
            mark_twins(&mut self.form.fields);
        }
        self.found
    }
}
