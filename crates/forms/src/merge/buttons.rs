//! Determines which buttons are on.
//!
//! A value may name a whole field, one of its buttons, or a former shared name of several fields.
//! Buttons exclude each other within a field and within a group. So all requests are collected
//! first and then decided together: first per field, then per group.

use super::planner::Planner;
use crate::appearance_plan::{plan_toggle, state_of};
use crate::error::FieldProblem;
use crate::private_data;
use crate::read::options;
use crate::tree::{FormField, Kind, OFF, state_text};
use crate::value::FieldValue;
use countersign_pdf::{Name, Object, PdfError};
use std::collections::{BTreeMap, HashMap};

/// The decided state of a field: the on state, or `None` for off.
type State = Option<Vec<u8>>;

impl Planner<'_, '_, '_> {
    /// Applies a value to a check box, or to a group by its name. A group may consist of several
    /// fields.
    #[inline(never)]
    pub(super) fn toggles(
        &mut self,
        name: &str,
        indices: &[usize],
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let states = self.states_of(indices)?;
        let mut all = states.iter().flatten();
        let first = all.next();
        let all_same = all.all(|state| Some(state) == first);
        let chosen = match value {
            FieldValue::Checked(false) | FieldValue::Empty => None,
            FieldValue::Checked(true) if all_same => first.cloned(),
            FieldValue::Checked(true) => {
                self.wrong_type(name, "the name of one of its buttons");
                return Ok(());
            }
            FieldValue::Text(text) if text.as_bytes() == OFF => None,
            FieldValue::Text(text) => match self.state_named(indices, &states, text)? {
                Some(state) => Some(state),
                None => {
                    let message = "the group has no such button";
                    self.finding(name, FieldProblem::UnknownOption, message);
                    return Ok(());
                }
            },
            FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "true or false");
                return Ok(());
            }
        };
        for (&index, states) in indices.iter().zip(states) {
            let requested = self.requested.entry(index).or_default();
            requested.whole = true;
            match &chosen {
                Some(state) if states.contains(state) => requested.request(state.clone()),
                _ => requested.off.extend(states),
            }
        }
        Ok(())
    }

    /// States of all buttons of each field.
    fn states_of(&self, indices: &[usize]) -> Result<Vec<Vec<Vec<u8>>>, PdfError> {
        let fields = indices.iter().map(|&index| self.form.fields.get(index));
        fields
            .map(|field| {
                let widgets = field.map(|field| field.widgets.as_slice());
                let widgets = widgets.unwrap_or_default().iter();
                widgets
                    .map(|widget| state_of(self.objects, widget))
                    .collect()
            })
            .collect()
    }

    /// Applies a value to a single button by its name.
    #[inline(never)]
    pub(super) fn button(
        &mut self,
        name: &str,
        index: usize,
        button: usize,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let on = match value {
            FieldValue::Checked(on) => *on,
            FieldValue::Empty => false,
            FieldValue::Text(_) | FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "true or false");
                return Ok(());
            }
        };
        let form = self.form;
        let widget = form
            .fields
            .get(index)
            .and_then(|field| field.widgets.get(button));
        let Some(widget) = widget else { return Ok(()) };
        let state = state_of(self.objects, widget)?;
        let requested = self.requested.entry(index).or_default();
        requested.parts = true;
        if on {
            requested.request(state);
        } else {
            requested.off.push(state);
        }
        Ok(())
    }

    /// Finds a state by state name, button name or export value.
    fn state_named(
        &self,
        indices: &[usize],
        states: &[Vec<Vec<u8>>],
        text: &str,
    ) -> Result<State, PdfError> {
        let mut all = states.iter().flatten();
        if let Some(state) = all.find(|state| state_text(state) == text) {
            return Ok(Some(state.clone()));
        }
        for (&index, states) in indices.iter().zip(states) {
            let Some(field) = self.form.fields.get(index) else {
                continue;
            };
            for (widget, state) in field.widgets.iter().zip(states) {
                let own = private_data::own_name(self.objects, &widget.dictionary)?;
                if own.as_deref() == Some(text) {
                    return Ok(Some(state.clone()));
                }
            }
            let options = options(self.objects, field)?;
            let place = options.iter().position(|option| option.export == text);
            if let Some(state) = place.and_then(|place| states.get(place)) {
                return Ok(Some(state.clone()));
            }
        }
        Ok(None)
    }

    /// Decides all requests and plans the resulting changes.
    pub(super) fn decide_buttons(&mut self) -> Result<(), PdfError> {
        let form = self.form;
        let mut decided: BTreeMap<usize, State> = BTreeMap::new();
        for (index, requested) in std::mem::take(&mut self.requested) {
            let Some(field) = form.fields.get(index) else {
                continue;
            };
            if requested.whole && requested.parts {
                self.wrong_type(&field.name, "its own name or those of its buttons");
                continue;
            }
            match requested.on.as_slice() {
                [state] => drop(decided.insert(index, Some(state.clone()))),
                [] if requested.whole || self.is_on(field, &requested.off)? => {
                    decided.insert(index, None);
                }
                [] => {}
                _ => self.wrong_type(&field.name, "one button at a time"),
            }
        }
        self.turn_others_off(&mut decided)?;
        for (index, state) in decided {
            if let Some(field) = form.fields.get(index) {
                self.plan_state(index, field, state.as_deref())?;
            }
        }
        Ok(())
    }

    /// Turns off the other buttons of each group.
    fn turn_others_off(&mut self, decided: &mut BTreeMap<usize, State>) -> Result<(), PdfError> {
        let form = self.form;
        let mut groups: HashMap<String, usize> = HashMap::new();
        for (index, _) in decided.iter().filter(|(_, state)| state.is_some()) {
            let Some(field) = form.fields.get(*index) else {
                continue;
            };
            let Some(group) = self.group_of(field)? else {
                continue;
            };
            let before = groups.insert(group, *index);
            if let Some(before) = before
                && !self.is_same_button(before, *index, decided)?
            {
                self.wrong_type(&field.name, "one button of a group at a time");
            }
        }
        if groups.is_empty() {
            return Ok(());
        }
        for (index, field) in form.fields.iter().enumerate() {
            if field.kind != Kind::Button || decided.contains_key(&index) {
                continue;
            }
            let group = self.group_of(field)?;
            let grouped = group.is_some_and(|group| groups.contains_key(&group));
            let value = self.objects.resolve(&field.attributes.value)?;
            if grouped && value.as_name().is_some_and(|state| state != OFF) {
                decided.insert(index, None);
            }
        }
        Ok(())
    }

    /// True if two fields represent the same button: same current or former name, and the same
    /// state on.
    fn is_same_button(
        &self,
        one: usize,
        other: usize,
        decided: &BTreeMap<usize, State>,
    ) -> Result<bool, PdfError> {
        let name = |index: usize| -> Result<Option<String>, PdfError> {
            let Some(field) = self.form.fields.get(index) else {
                return Ok(None);
            };
            let shared = match field.widgets.first() {
                Some(widget) => private_data::shared_name(self.objects, &widget.dictionary)?,
                None => None,
            };
            Ok(Some(shared.unwrap_or_else(|| field.name.clone())))
        };
        Ok(decided.get(&one) == decided.get(&other) && name(one)? == name(other)?)
    }

    /// The group in which a button was placed, or the name it shares with another field.
    fn group_of(&self, field: &FormField) -> Result<Option<String>, PdfError> {
        let placed = match field.widgets.first() {
            Some(widget) => private_data::group(self.objects, &widget.dictionary)?,
            None => None,
        };
        Ok(placed.or_else(|| field.has_twin.then(|| field.name.clone())))
    }

    /// True if one of these states is the current value of the field.
    fn is_on(&self, field: &FormField, states: &[Vec<u8>]) -> Result<bool, PdfError> {
        let value = self.objects.resolve(&field.attributes.value)?;
        Ok(states.iter().any(|state| value.is_name(state)))
    }

    fn plan_state(
        &mut self,
        index: usize,
        field: &FormField,
        chosen: Option<&[u8]>,
    ) -> Result<(), PdfError> {
        let mut appearances = Vec::with_capacity(field.widgets.len());
        for widget in 0..field.widgets.len() {
            appearances.extend(plan_toggle(self.objects, field, widget, chosen)?);
        }
        let value = Some(Object::Name(Name::new(chosen.unwrap_or(OFF))));
        self.change(index, value, appearances);
        Ok(())
    }
}
