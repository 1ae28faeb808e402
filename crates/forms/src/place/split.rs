//! Splits form fields shared by several widgets, before anybody signs.
//!
//! The widgets of a shared field have no names. Strict validators match the changes of a later
//! signer by field name, so filling an unnamed widget counts as tampering. After splitting, every
//! widget is a field, as the editor shows it. A field is split only if all of its widgets are among
//! the placed fields. When values are merged, the old name still refers to all of them.

use super::Placer;
use crate::field::PlaceField;
use crate::private_data;
use crate::read::parse_widget_id;
use crate::tree::{Form, FormField, Kind, OFF, Widget, state_text};
use countersign_pdf::{Dictionary, Name, Object, ObjectId, Objects, PdfError};
use std::collections::HashSet;

impl Placer<'_, '_> {
    /// Splits shared fields whose widgets are all placed.
    pub(super) fn split(&mut self, fields: &[PlaceField]) -> Result<(), PdfError> {
        let ids = fields
            .iter()
            .filter_map(|place| place.field.pdf_field_id.as_deref());
        let adopted: HashSet<ObjectId> = ids.filter_map(parse_widget_id).collect();
        if adopted.is_empty() || self.form.is_signed() {
            return Ok(());
        }
        let shared: Vec<FormField> = self
            .form
            .fields
            .iter()
            .filter(|field| is_shared(field, &adopted))
            .cloned()
            .collect();
        if shared.is_empty() {
            return Ok(());
        }
        for field in &shared {
            self.split_field(field)?;
        }
        let catalog = self
            .update
            .dictionary(self.update.document().catalog_id()?)?;
        let form = Form::read(self.update, &catalog)?;
        self.take_form(form);
        Ok(())
    }

    fn split_field(&mut self, field: &FormField) -> Result<(), PdfError> {
        let Some(parent) = field.id else {
            return Ok(());
        };
        let actions = self.update.dictionary(parent)?.get(b"AA").cloned();
        let mut names = HashSet::new();
        for (index, widget) in field.widgets.iter().enumerate() {
            let Some(id) = widget.id else { continue };
            let name = self.partial_name(field, widget, index, &mut names)?;
            let mut kid = widget.dictionary.clone();
            kid.insert("T", Object::text(&name));
            if let Some(value) = value_of(field, widget) {
                kid.insert("V", value);
            }
            if let (Some(actions), false) = (&actions, kid.contains(b"AA")) {
                kid.insert("AA", actions.clone());
            }
            kid.insert(
                private_data::key(),
                private_data::shared(&field.name, field.kind == Kind::Button),
            );
            self.update.set(id, kid);
        }
        self.update.edit(parent, |parent| {
            parent.remove(b"V");
            if field.kind == Kind::Button {
                parent.remove(b"Opt");
            }
        })
    }

    /// Partial name of a split widget: the state of a button, a number for others.
    fn partial_name(
        &self,
        field: &FormField,
        widget: &Widget,
        index: usize,
        names: &mut HashSet<String>,
    ) -> Result<String, PdfError> {
        let state = match field.kind {
            Kind::Button => widget.on_state(self.update)?,
            Kind::Text | Kind::Choice | Kind::Signature => None,
        };
        let state = state.map(|state| super::sanitized(&state_text(&state)));
        let wish = state.filter(|state| !state.is_empty());
        let mut name = wish.clone().unwrap_or_else(|| (index + 1).to_string());
        let mut number = 2;
        while !names.insert(name.clone()) {
            name = format!("{}-{number}", wish.as_deref().unwrap_or("field"));
            number += 1;
        }
        Ok(name)
    }
}

/// True for a field with separate widgets that are all placed and can be changed.
fn is_shared(field: &FormField, adopted: &HashSet<ObjectId>) -> bool {
    let fills = field.kind != Kind::Signature && !field.is_push_button();
    let kid = |widget: &Widget| {
        widget
            .id
            .is_some_and(|id| Some(id) != field.id && adopted.contains(&id))
    };
    fills && field.id.is_some() && field.widgets.iter().all(kid)
}

/// The value for one of the widgets.
fn value_of(field: &FormField, widget: &Widget) -> Option<Object> {
    match field.kind {
        Kind::Button => {
            let state = widget.dictionary.name(b"AS").unwrap_or(OFF);
            Some(Object::Name(Name::new(state)))
        }
        Kind::Text | Kind::Choice | Kind::Signature => {
            Some(field.attributes.value.clone()).filter(|value| !value.is_null())
        }
    }
}

/// The private data of an existing widget that must be kept.
pub(super) fn with_shared(before: &Dictionary, private_data: Dictionary) -> Dictionary {
    let known = before.dictionary(private_data::KEY.as_bytes());
    match known.and_then(|known| known.get(private_data::SHARED.as_bytes())) {
        Some(shared) => private_data.with(private_data::SHARED, shared.clone()),
        None => private_data,
    }
}
