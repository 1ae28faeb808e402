//! Maps the keys of values to fields and buttons.

use crate::appearance_plan::state_of;
use crate::private_data;
use crate::read::widget_id_text;
use crate::tree::{Form, state_text};
use countersign_pdf::{ObjectId, Objects, PdfError};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The target of a value.
#[derive(Clone, Copy)]
pub enum Target {
    /// A whole field, by index.
    Field(usize),
    /// One button of a group: indexes of field and widget.
    Button(usize, usize),
}

/// The targets of a name.
pub enum Targets {
    /// Exactly one target.
    One(Target),
    /// Several fields of the same name, or fields that were one before they were split.
    Several(Vec<Target>),
}

/// All names of a document.
pub struct Names {
    /// Fields and buttons.
    pub targets: HashMap<String, Targets>,
    /// Link fields.
    pub links: HashMap<String, ObjectId>,
}

/// Names of a form's fields and buttons. Field names take precedence over button names, and those
/// over former shared names.
pub fn names(objects: &impl Objects, form: &Form) -> Result<HashMap<String, Targets>, PdfError> {
    let mut names = HashMap::with_capacity(form.fields.len());
    for (index, field) in form.fields.iter().enumerate() {
        add(&mut names, field.name.clone(), Target::Field(index));
        if field.name.is_empty() {
            let ids = field.widgets.iter().filter_map(|widget| widget.id);
            ids.for_each(|id| add(&mut names, widget_id_text(id), Target::Field(index)));
        }
    }
    for more in [buttons(objects, form)?, once_shared(objects, form)?] {
        for (name, targets) in more {
            names.entry(name).or_insert(targets);
        }
    }
    Ok(names)
}

fn buttons(objects: &impl Objects, form: &Form) -> Result<HashMap<String, Targets>, PdfError> {
    let mut names = HashMap::new();
    let groups = form.fields.iter().enumerate();
    for (index, field) in groups.filter(|(_, field)| field.is_group()) {
        for (place, widget) in field.widgets.iter().enumerate() {
            let state = state_of(objects, widget)?;
            let name = format!("{}.{}", field.name, state_text(&state));
            add(&mut names, name, Target::Button(index, place));
            if let Some(name) = private_data::own_name(objects, &widget.dictionary)? {
                add(&mut names, name, Target::Button(index, place));
            }
        }
    }
    Ok(names)
}

fn once_shared(objects: &impl Objects, form: &Form) -> Result<HashMap<String, Targets>, PdfError> {
    let mut names = HashMap::new();
    for (index, field) in form.fields.iter().enumerate() {
        let Some(widget) = field.widgets.first() else {
            continue;
        };
        if let Some(name) = private_data::shared_name(objects, &widget.dictionary)? {
            add(&mut names, name, Target::Field(index));
        }
    }
    Ok(names)
}

fn add(names: &mut HashMap<String, Targets>, name: String, target: Target) {
    match names.entry(name) {
        Entry::Vacant(place) => drop(place.insert(Targets::One(target))),
        Entry::Occupied(mut place) => match place.get_mut() {
            Targets::Several(all) => all.push(target),
            Targets::One(first) => {
                let both = vec![*first, target];
                place.insert(Targets::Several(both));
            }
        },
    }
}
