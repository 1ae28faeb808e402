//! Texts and choices.

use super::planner::Planner;
use crate::error::FieldProblem;
use crate::faces::{MissingCharacters, plan_text};
use crate::flags;
use crate::read::{ChoiceOption, max_length, options};
use crate::tree::FormField;
use crate::value::FieldValue;
use countersign_pdf::{Object, PdfError};

/// Between the chosen options of a list, as they are read.
const BETWEEN_OPTIONS: &str = ", ";

impl Planner<'_, '_, '_> {
    /// The text of a value; a finding when it is something else.
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

    /// Plans a value that is shown as this text.
    fn show(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        text: &str,
        value: Object,
    ) -> Result<(), PdfError> {
        let mut faces = Vec::with_capacity(field.widgets.len());
        for widget in 0..field.widgets.len() {
            match plan_text(self.objects, &mut self.fonts, field, widget, text)? {
                Ok(face) => faces.push(face),
                Err(MissingCharacters(missing)) => {
                    self.missing(name, missing);
                    return Ok(());
                }
            }
        }
        let value = if text.is_empty() { Object::Null } else { value };
        self.change(index, Some(value), faces);
        Ok(())
    }

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
        if text.is_empty() {
            return self.show(name, index, field, "", Object::Null);
        }
        let options = options(self.objects, field)?;
        if let Some(option) = option_named(&options, text) {
            let export = Object::text(&option.export);
            return self.show(name, index, field, &option.shown, export);
        }
        if field.is(flags::COMBO | flags::EDIT) {
            return self.show(name, index, field, text, Object::text(text));
        }
        if let Some(chosen) = several(field, &options, text) {
            let shown: Vec<&str> = chosen.iter().map(|option| option.shown.as_str()).collect();
            let exports = chosen.iter().map(|option| Object::text(&option.export));
            let exports = Object::Array(exports.collect());
            return self.show(name, index, field, &shown.join(BETWEEN_OPTIONS), exports);
        }
        let message = "the field has no such choice";
        self.finding(name, FieldProblem::UnknownOption, message);
        Ok(())
    }
}

/// An option by what is stored, or else by what is shown.
fn option_named<'o>(options: &'o [ChoiceOption], text: &str) -> Option<&'o ChoiceOption> {
    let by_export = options.iter().find(|option| option.export == text);
    by_export.or_else(|| options.iter().find(|option| option.shown == text))
}

/// The options of a list that takes several, written one after the other as they are read. Nothing when one
/// of them is none.
fn several<'o>(
    field: &FormField,
    options: &'o [ChoiceOption],
    text: &str,
) -> Option<Vec<&'o ChoiceOption>> {
    if field.is(flags::COMBO) || !field.is(flags::MULTI_SELECT) {
        return None;
    }
    let parts = text.split(BETWEEN_OPTIONS);
    parts.map(|part| option_named(options, part)).collect()
}
