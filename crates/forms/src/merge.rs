//! Values into fields, all or nothing.

use crate::error::{FieldFinding, FieldProblem, FormsError};
use crate::extras;
use crate::faces::{Face, Fonts, MissingCharacters, PlannedFace, plan_text, plan_toggle, state_of};
use crate::fill::Filler;
use crate::flags;
use crate::links;
use crate::look::Look;
use crate::picture::{Picture, data_url_bytes};
use crate::read::{max_length, options, takes_picture};
use crate::strays;
use crate::tree::{Form, FormField, Kind, OFF};
use crate::value::{FieldValue, FieldValues, PictureValue};
use countersign_pdf::{Dictionary, Name, Object, ObjectId, Objects, PdfError, Update};
use std::collections::{BTreeMap, HashMap};

/// How values are merged.
#[derive(Clone, Debug, Default)]
pub struct MergeOptions {
    /// Font files (TrueType or OpenType) for characters the bundled font lacks, in order of preference.
    pub fonts: Vec<Vec<u8>>,
}

/// Puts values into the fields of a document, as changes of `update`.
///
/// Keys are field names as [`crate::read`] gives them; a group of radio buttons also takes the name of
/// a button (its state or export value) under the group's name. Touches `/V`, `/AS` and `/AP` of the
/// fields named and adds objects, nothing else, so that signatures made before stay valid; only in a
/// form that nobody signed yet an XFA program is taken out, which would show other values.
pub fn merge(
    update: &mut Update<'_>,
    values: &FieldValues,
    options: &MergeOptions,
) -> Result<(), FormsError> {
    let catalog = update.document().catalog_id()?;
    let catalog = update.dictionary(catalog)?;
    let mut form = Form::read(update, &catalog)?;
    let mut names = names(update, &form)?;
    let mut link_ids = HashMap::new();
    if values.keys().any(|name| !names.contains_key(name)) {
        let strays = strays::find(update, &form)?;
        form.fields.extend(strays.fields);
        link_ids = strays.links;
        names = self::names(update, &form)?;
    }
    let fonts = Fonts::new(update, &form.dictionary, &options.fonts)?;
    let mut planner = Planner::new(update, &form, fonts, names, link_ids);
    for (name, value) in values {
        planner.value(name, value)?;
    }
    planner.finish_groups()?;
    planner.turn_others_off()?;
    if !planner.findings.is_empty() {
        return Err(FormsError::Merge(planner.findings));
    }
    let plan = Plan {
        fonts: planner.fonts,
        pictures: planner.pictures,
        fields: planner.plans,
        links: planner.links,
    };
    if !form.is_signed() && !values.is_empty() {
        crate::acroform::remove_program(update)?;
    }
    Ok(plan.carry_out(update, &mut form)?)
}

/// Everything that is going to happen.
struct Plan<'f> {
    fonts: Fonts<'f>,
    pictures: Vec<Picture>,
    fields: Vec<FieldPlan>,
    links: Vec<(ObjectId, String)>,
}

impl Plan<'_> {
    fn carry_out(self, update: &mut Update<'_>, form: &mut Form) -> Result<(), PdfError> {
        for (id, address) in self.links {
            links::set_address(update, id, &address)?;
        }
        let mut filler = Filler::new(update, self.fonts, self.pictures);
        for plan in self.fields {
            if let Some(field) = form.fields.get_mut(plan.field) {
                carry_out(&mut filler, field, plan)?;
            }
        }
        filler.finish()
    }
}

/// What happens to one field.
struct FieldPlan {
    field: usize,
    /// The new `/V`; nothing for fields that have no value.
    value: Option<Object>,
    faces: Vec<PlannedFace>,
}

fn carry_out(
    filler: &mut Filler<'_, '_, '_>,
    field: &mut FormField,
    plan: FieldPlan,
) -> Result<(), PdfError> {
    let mut value = plan.value;
    for face in &plan.faces {
        let Some(place) = field.widgets.get_mut(face.widget) else {
            continue;
        };
        let Some(id) = place.id else { continue };
        // The tree was read through the update, so this is the widget as it stands now.
        let mut widget = std::mem::take(&mut place.dictionary);
        filler.dress(field, face, &mut widget);
        if Some(id) == field.id
            && let Some(value) = value.take()
        {
            set_value(&mut widget, value);
        }
        filler.update().set(id, widget);
    }
    if let (Some(value), Some(id)) = (value, field.id) {
        filler
            .update()
            .edit(id, |dictionary| set_value(dictionary, value))?;
    }
    Ok(())
}

fn set_value(field: &mut Dictionary, value: Object) {
    match value {
        Object::Null => field.remove(b"V"),
        value => field.insert("V", value),
    };
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Target {
    /// A whole field.
    Field(usize),
    /// One button of a group.
    Button(usize, usize),
    /// Fields that were one before they were placed.
    Shared,
}

struct Planner<'p, 'd, 'f> {
    objects: &'p Update<'d>,
    form: &'p Form,
    fonts: Fonts<'f>,
    names: HashMap<String, Target>,
    link_ids: HashMap<String, ObjectId>,
    findings: Vec<FieldFinding>,
    plans: Vec<FieldPlan>,
    pictures: Vec<Picture>,
    /// Which image files were read already.
    known_pictures: HashMap<Vec<u8>, usize>,
    /// By group: the buttons that are to be on, and those that are to be off.
    groups: BTreeMap<usize, (Vec<usize>, Vec<usize>)>,
    links: Vec<(ObjectId, String)>,
    /// Buttons that are planned, by field, and whether they are to be on.
    toggled: BTreeMap<usize, bool>,
}

/// The names values may have, and what they stand for.
fn names(objects: &impl Objects, form: &Form) -> Result<HashMap<String, Target>, PdfError> {
    let mut names = HashMap::with_capacity(form.fields.len());
    for (index, field) in form.fields.iter().enumerate() {
        names
            .entry(field.name.clone())
            .or_insert(Target::Field(index));
    }
    for (index, field) in form
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.is_group())
    {
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

impl<'p, 'd, 'f> Planner<'p, 'd, 'f> {
    fn new(
        objects: &'p Update<'d>,
        form: &'p Form,
        fonts: Fonts<'f>,
        names: HashMap<String, Target>,
        link_ids: HashMap<String, ObjectId>,
    ) -> Self {
        Self {
            objects,
            form,
            fonts,
            names,
            link_ids,
            findings: Vec::new(),
            plans: Vec::new(),
            pictures: Vec::new(),
            known_pictures: HashMap::new(),
            groups: BTreeMap::new(),
            links: Vec::new(),
            toggled: BTreeMap::new(),
        }
    }

    fn finding(&mut self, name: &str, problem: FieldProblem, message: impl Into<String>) {
        self.findings
            .push(FieldFinding::new(name, problem, message));
    }

    fn wrong_type(&mut self, name: &str, expected: &str) {
        self.finding(
            name,
            FieldProblem::WrongType,
            format!("the field takes {expected}"),
        );
    }

    fn value(&mut self, name: &str, value: &FieldValue) -> Result<(), PdfError> {
        let form = self.form;
        let (index, button) = match self.names.get(name) {
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
            self.finding(
                name,
                FieldProblem::DirectWidget,
                "the widget is no object of its own",
            );
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
            self.finding(
                name,
                FieldProblem::UnknownOption,
                "the group has no such button",
            );
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
        let Some(id) = self.link_ids.get(name).copied() else {
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

    fn text(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let text = match value {
            FieldValue::Text(text) => text.as_str(),
            FieldValue::Empty => "",
            FieldValue::Checked(_) | FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "a text");
                return Ok(());
            }
        };
        let length = text.chars().count();
        if let Some(most) = max_length(field).filter(|&most| length > most as usize) {
            let message = format!("{length} characters are more than {most}");
            self.finding(name, FieldProblem::TextTooLong, message);
            return Ok(());
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
        let text = match value {
            FieldValue::Text(text) => text.clone(),
            FieldValue::Empty => String::new(),
            FieldValue::Checked(_) | FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "one of its choices");
                return Ok(());
            }
        };
        if text.is_empty() {
            return self.plan_text(name, index, field, "", Object::Null);
        }
        let options = options(self.objects, field)?;
        let by_export = options.iter().find(|option| option.export == text);
        let option = by_export.or_else(|| options.iter().find(|option| option.shown == text));
        let (export, shown) = match option {
            Some(option) => (option.export.clone(), option.shown.clone()),
            None if field.is(flags::COMBO | flags::EDIT) => (text.clone(), text),
            None => {
                self.finding(
                    name,
                    FieldProblem::UnknownOption,
                    "the field has no such choice",
                );
                return Ok(());
            }
        };
        self.plan_text(name, index, field, &shown, Object::text(&export))
    }

    /// A button of a group by its own name: decided when all are known.
    fn button(
        &mut self,
        name: &str,
        index: usize,
        button: usize,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let group = self.groups.entry(index).or_default();
        match value {
            FieldValue::Checked(true) => group.0.push(button),
            FieldValue::Checked(false) | FieldValue::Empty => group.1.push(button),
            FieldValue::Text(_) | FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "true or false");
            }
        }
        Ok(())
    }

    fn finish_groups(&mut self) -> Result<(), PdfError> {
        for (index, (on, off)) in std::mem::take(&mut self.groups) {
            let Some(field) = self.form.fields.get(index) else {
                continue;
            };
            if self.plans.iter().any(|plan| plan.field == index) {
                self.wrong_type(&field.name, "its own name or those of its buttons");
                continue;
            }
            let mut states = Vec::new();
            for button in on {
                let Some(widget) = field.widgets.get(button) else {
                    continue;
                };
                let state = state_of(self.objects, widget)?;
                if !states.contains(&state) {
                    states.push(state);
                }
            }
            match states.as_slice() {
                [state] => self.plan_state(index, field, Some(state))?,
                [] if self.is_on(field, &off)? => self.plan_state(index, field, None)?,
                [] => {}
                _ => self.wrong_type(&field.name, "one button at a time"),
            }
        }
        Ok(())
    }

    /// Of the buttons that were placed in one group only one is on.
    fn turn_others_off(&mut self) -> Result<(), PdfError> {
        let on = self
            .toggled
            .iter()
            .filter(|(_, on)| **on)
            .map(|(index, _)| *index);
        let on: Vec<usize> = on.collect();
        let mut groups: HashMap<String, usize> = HashMap::new();
        for index in on {
            let Some(group) = self.group_of(index)? else {
                continue;
            };
            let name = self.form.fields.get(index).map(|field| field.name.clone());
            if groups.insert(group, index).is_some() {
                self.wrong_type(&name.unwrap_or_default(), "one button of a group at a time");
            }
        }
        if groups.is_empty() {
            return Ok(());
        }
        let form = self.form;
        for (index, field) in form.fields.iter().enumerate() {
            if field.kind != Kind::Button || self.toggled.contains_key(&index) {
                continue;
            }
            let grouped = self
                .group_of(index)?
                .is_some_and(|group| groups.contains_key(&group));
            let value = self.objects.resolve(&field.attributes.value)?;
            if grouped && value.as_name().is_some_and(|state| state != OFF) {
                self.plan_state(index, field, None)?;
            }
        }
        Ok(())
    }

    /// The group a button was placed in.
    fn group_of(&self, index: usize) -> Result<Option<String>, PdfError> {
        let widget = self
            .form
            .fields
            .get(index)
            .and_then(|field| field.widgets.first());
        match widget {
            Some(widget) => extras::group(self.objects, &widget.dictionary),
            None => Ok(None),
        }
    }

    /// Whether one of these buttons is the one that is on.
    fn is_on(&self, field: &FormField, buttons: &[usize]) -> Result<bool, PdfError> {
        let value = self.objects.resolve(&field.attributes.value)?;
        for widget in buttons
            .iter()
            .filter_map(|&button| field.widgets.get(button))
        {
            if value.is_name(&state_of(self.objects, widget)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A check box, or a group by its name.
    fn toggle(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let mut states = Vec::with_capacity(field.widgets.len());
        for widget in &field.widgets {
            states.push(state_of(self.objects, widget)?);
        }
        let all_same = states.windows(2).all(|pair| pair[0] == pair[1]);
        let chosen = match value {
            FieldValue::Checked(false) | FieldValue::Empty => None,
            FieldValue::Checked(true) if all_same => states.first().cloned(),
            FieldValue::Text(text) if text.as_bytes() == OFF => None,
            FieldValue::Text(text) => match self.state_named(field, &states, text)? {
                Some(state) => Some(state),
                None => {
                    self.finding(
                        name,
                        FieldProblem::UnknownOption,
                        "the group has no such button",
                    );
                    return Ok(());
                }
            },
            FieldValue::Checked(true) => {
                self.wrong_type(name, "the name of one of its buttons");
                return Ok(());
            }
            FieldValue::Picture(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "true or false");
                return Ok(());
            }
        };
        self.plan_state(index, field, chosen.as_deref())
    }

    /// The state of a button by its state, its own name, or its export value.
    fn state_named(
        &self,
        field: &FormField,
        states: &[Vec<u8>],
        text: &str,
    ) -> Result<Option<Vec<u8>>, PdfError> {
        if let Some(state) = states
            .iter()
            .find(|state| state.as_slice() == text.as_bytes())
        {
            return Ok(Some(state.clone()));
        }
        for (widget, state) in field.widgets.iter().zip(states) {
            let own = extras::own_name(self.objects, &widget.dictionary)?;
            if own.as_deref() == Some(text) {
                return Ok(Some(state.clone()));
            }
        }
        let options = options(self.objects, field)?;
        let place = options.iter().position(|option| option.export == text);
        Ok(place.and_then(|place| states.get(place)).cloned())
    }

    fn plan_state(
        &mut self,
        index: usize,
        field: &FormField,
        chosen: Option<&[u8]>,
    ) -> Result<(), PdfError> {
        let mut faces = Vec::with_capacity(field.widgets.len());
        for widget in 0..field.widgets.len() {
            faces.extend(plan_toggle(self.objects, field, widget, chosen)?);
        }
        self.toggled.insert(index, chosen.is_some());
        let value = Some(Object::Name(Name::new(chosen.unwrap_or(OFF))));
        self.plans.push(FieldPlan {
            field: index,
            value,
            faces,
        });
        Ok(())
    }

    fn picture(
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
        let number = match bytes {
            None => None,
            Some(None) => {
                self.finding(name, FieldProblem::BadImage, "there are no image bytes");
                return Ok(());
            }
            Some(Some(bytes)) => match self.read_picture(name, bytes) {
                Some(number) => Some(number),
                None => return Ok(()),
            },
        };
        let mut faces = Vec::with_capacity(field.widgets.len());
        for (widget, place) in field.widgets.iter().enumerate() {
            let look = Look::read(self.objects, &place.dictionary)?;
            let face = number.map_or(Face::Empty, Face::Picture);
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

/// The image file of a picture value, when it is at hand.
fn picture_bytes(picture: &PictureValue) -> Option<Vec<u8>> {
    match (&picture.bytes, &picture.url) {
        (Some(bytes), _) => Some(bytes.0.clone()),
        (None, Some(url)) => data_url_bytes(url),
        (None, None) => None,
    }
}
