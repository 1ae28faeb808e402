//! What each value means for its field, found out before anything changes.

use super::buttons::Wishes;
use super::names::{Names, Target};
use super::{FieldPlan, Plan};
use crate::error::{FieldFinding, FieldProblem, FormsError};
use crate::extras;
use crate::faces::{Face, Fonts, MissingCharacters, PlannedFace, plan_text, state_of};
use crate::flags;
use crate::links;
use crate::look::Look;
use crate::picture::{Picture, data_url_bytes};
use crate::read::{ChoiceOption, max_length, options, takes_picture};
use crate::tree::{Form, FormField, Kind, OFF};
use crate::value::{FieldValue, FieldValues, PictureValue};
use countersign_pdf::{Object, ObjectId, PdfError, Update};
use std::collections::{BTreeMap, HashMap};

/// Between the chosen options of a list, as they are read.
const BETWEEN_OPTIONS: &str = ", ";

pub struct Planner<'p, 'd, 'f> {
    pub(super) objects: &'p Update<'d>,
    pub(super) form: &'p Form,
    fonts: Fonts<'f>,
    names: Names,
    findings: Vec<FieldFinding>,
    pub(super) plans: Vec<FieldPlan>,
    pictures: Vec<Picture>,
    /// Which image files were read already.
    known_pictures: HashMap<Vec<u8>, usize>,
    /// Fields of buttons with what is wanted of them.
    pub(super) wishes: BTreeMap<usize, Wishes>,
    links: Vec<(ObjectId, String)>,
}

impl<'p, 'd, 'f> Planner<'p, 'd, 'f> {
    pub(super) fn new(
        objects: &'p Update<'d>,
        form: &'p Form,
        fonts: Fonts<'f>,
        names: Names,
    ) -> Self {
        Self {
            objects,
            form,
            fonts,
            names,
            findings: Vec::new(),
            plans: Vec::new(),
            pictures: Vec::new(),
            known_pictures: HashMap::new(),
            wishes: BTreeMap::new(),
            links: Vec::new(),
        }
    }

    /// The plan for all values, or everything that does not fit.
    pub(super) fn plan(mut self, values: &FieldValues) -> Result<Plan<'f>, FormsError> {
        self.plans.reserve(values.len());
        for (name, value) in values {
            self.value(name, value)?;
        }
        self.decide_buttons()?;
        if !self.findings.is_empty() {
            return Err(FormsError::Merge(self.findings));
        }
        Ok(Plan {
            fonts: self.fonts,
            pictures: self.pictures,
            fields: self.plans,
            links: self.links,
            free: !self.form.is_signed(),
        })
    }

    pub(super) fn finding(
        &mut self,
        name: &str,
        problem: FieldProblem,
        message: impl Into<String>,
    ) {
        self.findings
            .push(FieldFinding::new(name, problem, message));
    }

    pub(super) fn wrong_type(&mut self, name: &str, expected: &str) {
        let message = format!("the field takes {expected}");
        self.finding(name, FieldProblem::WrongType, message);
    }

    fn value(&mut self, name: &str, value: &FieldValue) -> Result<(), PdfError> {
        let form = self.form;
        let (index, button) = match self.names.targets.get(name) {
            Some(&Target::Field(index)) => (index, None),
            Some(&Target::Button(index, button)) => (index, Some(button)),
            Some(&Target::Shared) => return self.shared(name, value),
            None => {
                self.link(name, value);
                return Ok(());
            }
        };
        let Some(field) = form.fields.get(index) else {
            return Ok(());
        };
        if field.id.is_none() || field.widgets.iter().any(|widget| widget.id.is_none()) {
            let message = "the widget is no object of its own";
            self.finding(name, FieldProblem::DirectWidget, message);
            return Ok(());
        }
        match (field.kind, button) {
            (_, Some(button)) => self.button(name, index, button, value),
            (Kind::Text, None) => self.text(name, index, field, value),
            (Kind::Choice, None) => self.choice(name, index, field, value),
            (Kind::Signature, None) if !field.attributes.value.is_null() => {
                self.finding(name, FieldProblem::AlreadySigned, "the field is signed");
                Ok(())
            }
            (Kind::Signature, None) => self.picture(name, index, field, value),
            (Kind::Button, None) if field.is_push_button() => {
                self.push_button(name, index, field, value)
            }
            (Kind::Button, None) => self.toggle(name, index, field, value),
        }
    }

    /// A value for all fields that had this name in common; of buttons the one of this state is on.
    fn shared(&mut self, name: &str, value: &FieldValue) -> Result<(), PdfError> {
        let form = self.form;
        let mut found = false;
        for field in &form.fields {
            let Some(widget) = field.widgets.first() else {
                continue;
            };
            if extras::shared_name(self.objects, &widget.dictionary)?.as_deref() != Some(name) {
                continue;
            }
            let value = match (field.kind, value) {
                (Kind::Button, FieldValue::Text(state)) => {
                    let on = state_of(self.objects, widget)? == state.as_bytes();
                    found |= on || state.as_bytes() == OFF;
                    FieldValue::Checked(on)
                }
                _ => {
                    found = true;
                    value.clone()
                }
            };
            self.value(&field.name, &value)?;
        }
        if !found {
            let message = "the group has no such button";
            self.finding(name, FieldProblem::UnknownOption, message);
        }
        Ok(())
    }

    fn push_button(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        for widget in &field.widgets {
            let ours = extras::placed_type(self.objects, &widget.dictionary)?.is_some();
            if ours || takes_picture(self.objects, &widget.dictionary)? {
                return self.picture(name, index, field, value);
            }
        }
        self.wrong_type(name, "no value: it is a push button");
        Ok(())
    }

    fn link(&mut self, name: &str, value: &FieldValue) {
        let Some(id) = self.names.links.get(name).copied() else {
            let message = "the document has no field of this name";
            return self.finding(name, FieldProblem::UnknownField, message);
        };
        let FieldValue::Text(address) = value else {
            return self.wrong_type(name, "an address");
        };
        match links::address(address) {
            Some(address) => self.links.push((id, address)),
            None => self.finding(
                name,
                FieldProblem::BadAddress,
                "links lead to web, mail or phone",
            ),
        }
    }

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

    fn text(
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
        self.plan_text(name, index, field, text, Object::text(text))
    }

    fn plan_text(
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
                    let message = format!("no font shows {missing}");
                    self.finding(name, FieldProblem::MissingCharacters, message);
                    return Ok(());
                }
            }
        }
        let value = Some(if text.is_empty() { Object::Null } else { value });
        self.plans.push(FieldPlan {
            field: index,
            value,
            faces,
        });
        Ok(())
    }

    fn choice(
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
            return self.plan_text(name, index, field, "", Object::Null);
        }
        let options = options(self.objects, field)?;
        if let Some(option) = option_named(&options, text) {
            let export = Object::text(&option.export);
            return self.plan_text(name, index, field, &option.shown, export);
        }
        if field.is(flags::COMBO | flags::EDIT) {
            return self.plan_text(name, index, field, text, Object::text(text));
        }
        if let Some(chosen) = several(field, &options, text) {
            let shown: Vec<&str> = chosen.iter().map(|option| option.shown.as_str()).collect();
            let exports = chosen.iter().map(|option| Object::text(&option.export));
            let exports = Object::Array(exports.collect());
            return self.plan_text(name, index, field, &shown.join(BETWEEN_OPTIONS), exports);
        }
        let message = "the field has no such choice";
        self.finding(name, FieldProblem::UnknownOption, message);
        Ok(())
    }

    pub(super) fn picture(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let bytes = match value {
            FieldValue::Empty => None,
            FieldValue::Text(url) => Some(data_url_bytes(url)),
            FieldValue::Picture(picture) => Some(picture_bytes(picture)),
            FieldValue::Checked(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "a picture");
                return Ok(());
            }
        };
        let face = match bytes {
            None => Face::Empty,
            Some(None) => {
                self.finding(name, FieldProblem::BadImage, "there are no image bytes");
                return Ok(());
            }
            Some(Some(bytes)) => match self.read_picture(name, bytes) {
                Some(number) => Face::Picture(number),
                None => return Ok(()),
            },
        };
        let mut faces = Vec::with_capacity(field.widgets.len());
        for (widget, place) in field.widgets.iter().enumerate() {
            let look = Look::read(self.objects, &place.dictionary)?;
            let face = face.clone();
            faces.push(PlannedFace { widget, look, face });
        }
        self.plans.push(FieldPlan {
            field: index,
            value: None,
            faces,
        });
        Ok(())
    }

    /// The number of a picture; equal files are read once.
    fn read_picture(&mut self, name: &str, bytes: Vec<u8>) -> Option<usize> {
        if let Some(&number) = self.known_pictures.get(&bytes) {
            return Some(number);
        }
        match Picture::read(&bytes) {
            Ok(picture) => {
                self.pictures.push(picture);
                let number = self.pictures.len() - 1;
                self.known_pictures.insert(bytes, number);
                Some(number)
            }
            Err(problem) => {
                self.finding(name, FieldProblem::BadImage, problem.message());
                None
            }
        }
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

/// The image file of a picture value, when it is at hand.
fn picture_bytes(picture: &PictureValue) -> Option<Vec<u8>> {
    match (&picture.bytes, &picture.url) {
        (Some(bytes), _) => Some(bytes.0.clone()),
        (None, Some(url)) => data_url_bytes(url),
        (None, None) => None,
    }
}
