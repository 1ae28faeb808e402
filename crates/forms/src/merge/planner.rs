//! Determines the changes for each value before anything is written.

use super::link_appearance;
use super::names::{Names, Target, Targets};
use super::requested_states::RequestedStates;
use super::{FieldPlan, LinkPlan, Plan};
use crate::appearance_plan::{AppearanceContent, AppearancePlan, Fonts};
use crate::error::{FieldFinding, FieldProblem, FormsError};
use crate::links;
use crate::locks::{DocumentChange, Refusal, Restrictions};
use crate::picture::Picture;
use crate::private_data;
use crate::read::takes_picture;
use crate::tree::{Form, FormField, Kind};
use crate::value::{FieldValue, FieldValues};
use countersign_pdf::{Object, Objects, PdfError, Update};
use std::collections::{BTreeMap, HashMap};

pub struct Planner<'p, 'd, 'f> {
    pub(super) objects: &'p Update<'d>,
    pub(super) form: &'p Form,
    pub(super) fonts: Fonts<'f>,
    names: Names,
    findings: Vec<FieldFinding>,
    /// Findings that refuse nothing.
    warnings: Vec<FieldFinding>,
    plans: Vec<FieldPlan>,
    pub(super) pictures: Vec<Picture>,
    /// Index of each image file already read.
    pub(super) known_pictures: HashMap<Vec<u8>, usize>,
    /// Button fields with their requested states.
    pub(super) requested: BTreeMap<usize, RequestedStates>,
    links: Vec<LinkPlan>,
    restrictions: Restrictions,
    /// The first refusal of a value.
    refusal: Option<Refusal>,
}

impl<'p, 'd, 'f> Planner<'p, 'd, 'f> {
    pub(super) fn new(
        objects: &'p Update<'d>,
        (form, restrictions): (&'p Form, Restrictions),
        fonts: Fonts<'f>,
        names: Names,
    ) -> Self {
        Self {
            objects,
            form,
            fonts,
            names,
            findings: Vec::new(),
            warnings: Vec::new(),
            plans: Vec::new(),
            pictures: Vec::new(),
            known_pictures: HashMap::new(),
            requested: BTreeMap::new(),
            links: Vec::new(),
            restrictions,
            refusal: None,
        }
    }

    /// The plan for all values, or all findings.
    pub(super) fn plan(mut self, values: &FieldValues) -> Result<Plan<'f>, FormsError> {
        self.plans.reserve(values.len());
        for (name, value) in values {
            self.value(name, value)?;
        }
        self.decide_buttons()?;
        if let Some(refusal) = self.refusal {
            return Err(refusal.into());
        }
        if !self.findings.is_empty() {
            return Err(FormsError::Merge(self.findings));
        }
        Ok(Plan {
            fonts: self.fonts,
            pictures: self.pictures,
            fields: self.plans,
            links: self.links,
            warnings: self.warnings,
            free: !self.form.is_signed(),
        })
    }

    /// Plans the appearances of a field, and its new value if it has one.
    pub(super) fn change(
        &mut self,
        field: usize,
        value: Option<Object>,
        appearances: Vec<AppearancePlan>,
    ) {
        let name = self.form.fields.get(field).map(|field| &field.name);
        let check = |name: &String| self.restrictions.check(DocumentChange::Fill(name)).err();
        self.refusal = self.refusal.take().or_else(|| name.and_then(check));
        self.plans.push(FieldPlan {
            field,
            value,
            appearances,
        });
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

    /// Adds a warning if a widget does not show all of its text.
    pub(super) fn warn_if_cut(&mut self, name: &str, appearance: &AppearancePlan) {
        let AppearanceContent::Text(text) = &appearance.appearance else {
            return;
        };
        let is_known = self.warnings.last().is_some_and(|it| it.field == name);
        if text.set.cut && !is_known {
            let message = "the field does not show all of its text";
            let warning = FieldFinding::new(name, FieldProblem::TextCut, message);
            self.warnings.push(warning);
        }
    }

    pub(super) fn wrong_type(&mut self, name: &str, expected: &str) {
        let message = format!("the field takes {expected}");
        self.finding(name, FieldProblem::WrongType, message);
    }

    /// Adds a finding for characters without a glyph.
    pub(super) fn missing(&mut self, name: &str, characters: String) {
        self.findings
            .push(FieldFinding::missing_characters(name, characters));
    }

    /// Not inlined: see [`super::apply`].
    #[inline(never)]
    fn value(&mut self, name: &str, value: &FieldValue) -> Result<(), PdfError> {
        let targets = match self.names.targets.get(name) {
            None => return self.link(name, value),
            Some(Targets::One(target)) => return self.one(name, *target, value),
            Some(Targets::Several(targets)) => targets.clone(),
        };
        // Buttons of one name exclude each other, even across fields.
        let is_toggle = |target: &Target| match target {
            Target::Field(index) => self
                .form
                .fields
                .get(*index)
                .is_some_and(FormField::is_toggle),
            Target::Button(..) => false,
        };
        let (toggles, others): (Vec<Target>, Vec<Target>) =
            targets.into_iter().partition(is_toggle);
        for target in others {
            self.one(name, target, value)?;
        }
        let toggles: Vec<usize> = toggles.into_iter().map(Target::field).collect();
        if toggles.is_empty() {
            return Ok(());
        }
        self.toggles(name, &toggles, value)
    }

    fn one(&mut self, name: &str, target: Target, value: &FieldValue) -> Result<(), PdfError> {
        let form = self.form;
        let index = target.field();
        let Some(field) = form.fields.get(index) else {
            return Ok(());
        };
        if field.id.is_none() || field.widgets.iter().any(|widget| widget.id.is_none()) {
            let message = "the widget is no object of its own";
            self.finding(name, FieldProblem::DirectWidget, message);
            return Ok(());
        }
        match (field.kind, target) {
            (_, Target::Button(_, button)) => self.button(name, index, button, value),
            (Kind::Text, _) => self.text(name, index, field, value),
            (Kind::Choice, _) => self.choice(name, index, field, value),
            (Kind::Signature, _) if !field.attributes.value.is_null() => {
                self.finding(name, FieldProblem::AlreadySigned, "the field is signed");
                Ok(())
            }
            (Kind::Signature, _) => self.picture(name, index, field, value),
            (Kind::Button, _) if field.is_push_button() => {
                self.push_button(name, index, field, value)
            }
            (Kind::Button, _) => self.toggles(name, &[index], value),
        }
    }

    #[inline(never)]
    fn push_button(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        for widget in &field.widgets {
            let ours = private_data::placed_type(self.objects, &widget.dictionary)?.is_some();
            if ours || takes_picture(self.objects, &widget.dictionary)? {
                return self.picture(name, index, field, value);
            }
        }
        self.wrong_type(name, "no value: it is a push button");
        Ok(())
    }

    #[inline(never)]
    fn link(&mut self, name: &str, value: &FieldValue) -> Result<(), PdfError> {
        let Some(id) = self.names.links.get(name).copied() else {
            let message = "the document has no field of this name";
            self.finding(name, FieldProblem::UnknownField, message);
            return Ok(());
        };
        let FieldValue::Text(text) = value else {
            self.wrong_type(name, "an address");
            return Ok(());
        };
        let Some(address) = links::address(text) else {
            self.finding(name, FieldProblem::BadAddress, links::EXPECTED);
            return Ok(());
        };
        let link = self.objects.dictionary(id)?;
        let (field, appearance) = link_appearance::plan(self.objects, &mut self.fonts, link, text)?;
        self.links.push(LinkPlan {
            id,
            address,
            text: text.clone(),
            field,
            appearance,
        });
        Ok(())
    }
}

impl Target {
    fn field(self) -> usize {
        match self {
            Self::Field(index) | Self::Button(index, _) => index,
        }
    }
}
