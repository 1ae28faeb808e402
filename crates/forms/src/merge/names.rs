//! The names values may have, and what they stand for.

use crate::extras;
use crate::faces::state_of;
use crate::tree::Form;
use countersign_pdf::{ObjectId, Objects, PdfError};
use std::collections::HashMap;

/// What a name stands for.
#[derive(Clone, Copy)]
pub enum Target {
    /// A whole field.
    Field(usize),
    /// One button of a group.
    Button(usize, usize),
    /// Fields that were one before they were placed.
    Shared,
}

/// All names of a document.
pub struct Names {
    /// Fields and buttons.
    pub targets: HashMap<String, Target>,
    /// Link fields.
    pub links: HashMap<String, ObjectId>,
}

/// The names of a form's fields and of their buttons.
pub fn names(objects: &impl Objects, form: &Form) -> Result<HashMap<String, Target>, PdfError> {
    let mut names = HashMap::with_capacity(form.fields.len());
    for (index, field) in form.fields.iter().enumerate() {
        names
            .entry(field.name.clone())
            .or_insert(Target::Field(index));
    }
    let groups = form.fields.iter().enumerate();
    for (index, field) in groups.filter(|(_, field)| field.is_group()) {
        for (place, widget) in field.widgets.iter().enumerate() {
            let state = state_of(objects, widget)?;
            let name = format!("{}.{}", field.name, String::from_utf8_lossy(&state));
            names.entry(name).or_insert(Target::Button(index, place));
            if let Some(name) = extras::own_name(objects, &widget.dictionary)? {
                names.entry(name).or_insert(Target::Button(index, place));
            }
        }
    }
    for widget in form.fields.iter().filter_map(|field| field.widgets.first()) {
        if let Some(name) = extras::shared_name(objects, &widget.dictionary)? {
            names.entry(name).or_insert(Target::Shared);
        }
    }
    Ok(names)
}
