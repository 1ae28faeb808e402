//! Texts and choices.

use super::planner::Planner;
use crate::appearance_plan::{MissingCharacters, plan_list, plan_text};
use crate::error::FieldProblem;
use crate::flags;
use crate::read::{ChoiceOption, max_length, options};
use crate::tree::FormField;
use crate::value::FieldValue;
use countersign_pdf::{Object, PdfError};

/// Separator between the selected options of a list in a value.
const BETWEEN_OPTIONS: &str = ", ";

impl Planner<'_, '_, '_> {
    /// The text of a value; a finding if it has another type.
    fn text_of<'v>(
        &mut self,
        name: &str,
        value: &'v FieldValue,
        expected: &str,
    ) -> Option<&'v str> {
        match value {
            FieldValue::Text(text) => Some(text),
            FieldValue::Empty => Some(""),
            FieldValue::Checked(_) | FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, expected);
                None
            }
        }
    }

    pub(super) fn text(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let Some(text) = self.text_of(name, value, "a text") else {
            return Ok(());
        };
        if let Some(most) = max_length(field) {
            let length = text.chars().count();
            if length > most as usize {
                let message = format!("{length} characters are more than {most}");
                self.finding(name, FieldProblem::TextTooLong, message);
                return Ok(());
            }
        }
        self.show(name, index, field, text, Object::text(text))
    }

    /// Plans a value displayed as `text`.
    fn show(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        text: &str,
        value: Object,
    ) -> Result<(), PdfError> {
        let mut appearances = Vec::with_capacity(field.widgets.len());
        for widget in 0..field.widgets.len() {
            match plan_text(self.objects, &mut self.fonts, field, widget, text)? {
                Ok(appearance) => {
                    self.warn_if_cut(name, &appearance);
                    appearances.push(appearance);
                }
                Err(MissingCharacters(missing)) => {
                    self.missing(name, missing);
                    return Ok(());
                }
            }
        }
        let value = if text.is_empty() { Object::Null } else { value };
        self.change(index, Some(value), appearances);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn choice(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let Some(text) = self.text_of(name, value, "one of its choices") else {
            return Ok(());
        };
        let options = options(self.objects, field)?;
        if !field.is(flags::COMBO) {
            return self.list(name, (index, field), &options, text);
        }
        if text.is_empty() {
            return self.show(name, index, field, "", Object::Null);
        }
        if let Some(option) = number_of(&options, text).and_then(|number| options.get(number)) {
            let export = Object::text(&option.export);
            return self.show(name, index, field, &option.shown, export);
        }
        if field.is(flags::EDIT) {
            return self.show(name, index, field, text, Object::text(text));
        }
        self.no_such_choice(name);
        Ok(())
    }

    fn no_such_choice(&mut self, name: &str) {
        let message = "the field has no such choice";
        self.finding(name, FieldProblem::UnknownOption, message);
    }

    /// Plans a list box: all options, with the selected ones highlighted.
    fn list(
        &mut self,
        name: &str,
        (index, field): (usize, &FormField),
        options: &[ChoiceOption],
        text: &str,
    ) -> Result<(), PdfError> {
        let Some(chosen) = chosen(field, options, text) else {
            self.no_such_choice(name);
            return Ok(());
        };
        let mut appearances = Vec::with_capacity(field.widgets.len());
        for widget in 0..field.widgets.len() {
            let place = (field, widget);
            match plan_list(self.objects, &mut self.fonts, place, options, &chosen)? {
                Ok(appearance) => appearances.push(appearance),
                Err(MissingCharacters(missing)) => {
                    self.missing(name, missing);
                    return Ok(());
                }
            }
        }
        let chosen = chosen.iter().filter_map(|number| options.get(*number));
        let mut exports: Vec<Object> = chosen.map(|option| Object::text(&option.export)).collect();
        let value = match exports.len() {
            0 => Object::Null,
            1 => exports.remove(0),
            _ => Object::Array(exports),
        };
        self.change(index, Some(value), appearances);
        Ok(())
    }
}

/// Index of an option, found by display text or else by export value.
fn number_of(options: &[ChoiceOption], text: &str) -> Option<usize> {
    let by_shown = options.iter().position(|option| option.shown == text);
    by_shown.or_else(|| options.iter().position(|option| option.export == text))
}

/// Indexes of the options that a text selects: a single option, or several joined by the separator.
/// `None` if one of them does not exist.
fn chosen(field: &FormField, options: &[ChoiceOption], text: &str) -> Option<Vec<usize>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    if let Some(only) = number_of(options, text) {
        return Some(vec![only]);
    }
    let parts = text
        .split(BETWEEN_OPTIONS)
        .filter(|_| field.is(flags::MULTI_SELECT));
    let chosen: Option<Vec<usize>> = parts.map(|part| number_of(options, part)).collect();
    chosen.filter(|chosen| !chosen.is_empty())
}
