//! Creates widgets from fields, in one revision and before anybody signs. From then on the fields
//! are only filled, which keeps earlier signatures valid.

mod adopt;
mod check;
mod split;
mod structure;
mod widgets;

use crate::acroform;
use crate::error::{FieldFinding, FormsError};
use crate::field::{Field, FieldType, PlaceField, PlacedField};
use crate::geometry::{PageSpace, UserRect};
use crate::links;
use crate::locks::{self, DocumentChange, Restrictions};
use crate::merge::{MergeOptions, draw_values, fill_placed};
use crate::read::widget_id_text;
use crate::tree::Form;
use crate::value::{FieldValue, FieldValues};
use countersign_pdf::{Object, ObjectId, Objects, PdfError, Update};
use std::collections::{BTreeMap, HashMap, HashSet};
use widgets::{FieldKind, WidgetPlace};

/// Group of radio buttons without a group name.
const DEFAULT_GROUP: &str = "group-1";

/// Places fields, all or nothing, and fills in their values.
///
/// If the `pdf_field_id` of a field names a widget of the document, the widget is kept and updated.
/// If its type does not fit (such as a text field that should become a signature), it is hidden and
/// a new widget takes its place. Returns one result per field, in the order of `fields`. New
/// widgets follow ISO 32000-2, 12.5.6.19 and 12.7.5; links are link annotations (12.5.6.5).
/// Rectangles are in percent of the displayed page. Of the options, only the fonts are used.
///
/// # Errors
/// [`FormsError::Place`] with all findings if fields are invalid; nothing is changed.
/// [`FormsError::Merge`] if a value does not fit its widget; [`FormsError::Refused`] and
/// [`FormsError::NotPermitted`] if signatures or permissions forbid the change;
/// [`FormsError::Pdf`] if the document can't be read. The example of the crate places a
/// field.
pub fn place(
    update: &mut Update<'_>,
    fields: &[PlaceField],
    options: &MergeOptions,
) -> Result<Vec<PlacedField>, FormsError> {
    place_with_findings(update, fields, options).map(|(placed, _)| placed)
}

/// Like [`place`], and returns what it found that refuses nothing: fields that got other names, and texts that their
/// fields do not show in full. Findings have the IDs of the fields.
///
/// # Errors
/// As for [`place`].
pub fn place_with_findings(
    update: &mut Update<'_>,
    fields: &[PlaceField],
    options: &MergeOptions,
) -> Result<(Vec<PlacedField>, Vec<FieldFinding>), FormsError> {
    let catalog = update.dictionary(update.document().catalog_id()?)?;
    let form = Form::read(update, &catalog)?;
    check_allowed(update, &form, fields)?;
    let findings = check::check(update, &form, fields, options)?;
    if !findings.is_empty() {
        return Err(FormsError::Place(findings));
    }
    let mut placer = Placer::new(update, form);
    placer.split(fields)?;
    placer.release(fields)?;
    let mut placed = Vec::with_capacity(fields.len());
    for field in fields {
        placed.push(placer.field(field)?);
    }
    let links = placer.finish()?;
    let values = initial_values(fields, &placed);
    let cut = fill_placed(update, links, &values, options)?;
    draw_values(update, &values, options)?;
    let findings = changed_names(fields, &placed);
    let findings = findings.chain(cut.into_iter().map(|finding| with_id(finding, &placed)));
    let findings = findings.collect();
    Ok((placed, findings))
}

/// Findings for new fields that did not get the names that the caller gave them.
fn changed_names<'a>(
    fields: &'a [PlaceField],
    placed: &'a [PlacedField],
) -> impl Iterator<Item = FieldFinding> + 'a {
    fields.iter().zip(placed).filter_map(|(wish, placed)| {
        let field = &wish.field;
        let is_new = field.pdf_field_id.is_none() && !field.field_name.is_empty();
        let is_changed = is_new && field.field_name != placed.field_name;
        is_changed
            .then(|| FieldFinding::name_changed(&field.id, &field.field_name, &placed.field_name))
    })
}

/// The finding of a name as that of a field's ID.
fn with_id(finding: FieldFinding, placed: &[PlacedField]) -> FieldFinding {
    let found = placed.iter().find(|it| it.field_name == finding.field);
    match found {
        Some(placed) => FieldFinding {
            field: placed.id.clone(),
            ..finding
        },
        None => finding,
    }
}

/// Fails if signatures or permissions forbid the placement.
fn check_allowed(
    update: &Update<'_>,
    form: &Form,
    fields: &[PlaceField],
) -> Result<(), FormsError> {
    let document = update.document();
    if !locks::permits(document, locks::may_place) {
        return Err(FormsError::NotPermitted);
    }
    let restrictions = Restrictions::of_form(document, form)?;
    restrictions.check_open()?;
    for PlaceField {
        field,
        as_signature,
    } in fields
    {
        let is_new = field.pdf_field_id.is_none();
        let name = &field.field_name;
        let change = match as_signature {
            true if is_new => DocumentChange::AddSignature {
                name,
                visible: field.rect.width > 0.0 || field.rect.height > 0.0,
                signed: false,
            },
            _ => DocumentChange::Place(name),
        };
        if is_new || field.changed {
            restrictions.check(change)?;
        }
    }
    Ok(())
}

/// Values to fill in immediately. Pictures only if their data is available.
fn initial_values(fields: &[PlaceField], placed: &[PlacedField]) -> FieldValues {
    let mut values = FieldValues::new();
    for (PlaceField { field, .. }, placed) in fields.iter().zip(placed) {
        let at_hand = match &field.value {
            FieldValue::Empty | FieldValue::Checked(false) | FieldValue::Signed(_) => false,
            FieldValue::Text(text) if field.kind == FieldType::Link => {
                links::address(text).is_some()
            }
            FieldValue::Text(text) => !text.is_empty(),
            FieldValue::Checked(true) => true,
            FieldValue::Picture(picture) => {
                let url = picture.url.as_deref().unwrap_or_default();
                picture.bytes.is_some() || url.starts_with("data:")
            }
        };
        // An existing, unchanged widget already has its value.
        let known = field.pdf_field_id.is_some() && !field.changed;
        if at_hand && !known {
            values.insert(placed.field_name.clone(), field.value.clone());
        }
    }
    values
}

struct Placer<'u, 'd> {
    update: &'u mut Update<'d>,
    form: Form,
    names: HashSet<String>,
    widgets: HashMap<ObjectId, (usize, usize)>,
    spaces: HashMap<u32, (ObjectId, PageSpace)>,
    annotations: BTreeMap<u32, Vec<Object>>,
    fields: Vec<Object>,
    links: HashMap<String, ObjectId>,
    appearances: widgets::SharedAppearances,
    has_signature: bool,
}

impl<'u, 'd> Placer<'u, 'd> {
    fn new(update: &'u mut Update<'d>, form: Form) -> Self {
        let mut placer = Self {
            update,
            form: Form::default(),
            names: HashSet::new(),
            widgets: HashMap::new(),
            spaces: HashMap::new(),
            annotations: BTreeMap::new(),
            fields: Vec::new(),
            links: HashMap::new(),
            appearances: widgets::SharedAppearances::default(),
            has_signature: false,
        };
        placer.take_form(form);
        placer
    }

    fn take_form(&mut self, form: Form) {
        self.names = form.fields.iter().map(|field| field.name.clone()).collect();
        self.widgets.clear();
        for (index, field) in form.fields.iter().enumerate() {
            for (place, widget) in field.widgets.iter().enumerate() {
                if let Some(id) = widget.id {
                    self.widgets.insert(id, (index, place));
                }
            }
        }
        self.form = form;
    }

    fn field(&mut self, place: &PlaceField) -> Result<PlacedField, PdfError> {
        if let Some(adopted) = self.adopt(place)? {
            return Ok(adopted);
        }
        let field = &place.field;
        match field.kind {
            FieldType::Link => self.link(field),
            FieldType::Radio => self.radio(field),
            FieldType::Text if field.options.is_some() => self.widget(field, FieldKind::Choice),
            FieldType::Text | FieldType::Date => self.widget(field, FieldKind::Text),
            FieldType::Checkmark => self.widget(field, FieldKind::Checkmark),
            FieldType::Signature if place.as_signature => self.widget(field, FieldKind::Signature),
            FieldType::Signature | FieldType::Initials | FieldType::Image => {
                self.widget(field, FieldKind::Picture)
            }
        }
    }

    /// Every radio button becomes a form field of its own; the group is stored as private data.
    /// Buttons that share a form field would be unnamed widgets, and strict validators treat
    /// filling those after a signature as tampering.
    fn radio(&mut self, field: &Field) -> Result<PlacedField, PdfError> {
        let group = field
            .group
            .clone()
            .unwrap_or_else(|| DEFAULT_GROUP.to_owned());
        let field = Field {
            group: Some(group),
            ..field.clone()
        };
        self.widget(&field, FieldKind::Radio)
    }

    /// Page object and coordinate space of a page, counted from 1.
    fn page(&mut self, number: u32) -> Result<(ObjectId, PageSpace), PdfError> {
        if let Some(known) = self.spaces.get(&number) {
            return Ok(*known);
        }
        let index = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        let page = self.update.document().page(index)?;
        let space = PageSpace::new(page.crop_box, i64::from(page.rotate), page.user_unit);
        self.spaces.insert(number, (page.id, space));
        Ok((page.id, space))
    }

    fn place_of(&mut self, field: &Field) -> Result<WidgetPlace, PdfError> {
        let (page, space) = self.page(field.page)?;
        let invisible = field.rect.width == 0.0 && field.rect.height == 0.0;
        let rect = if invisible {
            UserRect::default()
        } else {
            space.to_user(&field.rect)
        };
        Ok(WidgetPlace {
            page,
            rect,
            rotate: space.rotate(),
            user_unit: space.user_unit(),
        })
    }

    fn widget(&mut self, field: &Field, kind: FieldKind) -> Result<PlacedField, PdfError> {
        let place = self.place_of(field)?;
        let name = self.unique_name(field);
        let mut widget = widgets::base(field, &place, "Widget");
        widgets::describe(&mut widget, field, kind, &name, place.user_unit);
        self.appearances
            .write_appearance(self.update, field, kind, &mut widget)?;
        self.has_signature |= kind == FieldKind::Signature;
        let id = self.update.add(widget);
        self.fields.push(Object::Reference(id));
        Ok(self.annotate(field, id, name))
    }

    fn annotate(&mut self, field: &Field, id: ObjectId, name: String) -> PlacedField {
        self.annotations
            .entry(field.page)
            .or_default()
            .push(Object::Reference(id));
        PlacedField {
            id: field.id.clone(),
            field_name: name,
            group: None,
            pdf_field_id: widget_id_text(id),
        }
    }

    fn link(&mut self, field: &Field) -> Result<PlacedField, PdfError> {
        let place = self.place_of(field)?;
        let name = self.unique_name(field);
        let mut link = widgets::base(field, &place, "Link");
        link.remove(b"MK");
        link.insert("NM", Object::text(&name));
        link.insert("Border", [0, 0, 0].map(Object::Integer).to_vec());
        links::describe(
            &mut link,
            field,
            widgets::text_style(field, place.user_unit),
        );
        let id = self.update.add(link);
        self.links.insert(name.clone(), id);
        Ok(self.annotate(field, id, name))
    }

    fn unique_name(&mut self, field: &Field) -> String {
        let wish = sanitized(&field.field_name);
        if !wish.is_empty() {
            return self.unique(&wish);
        }
        let id = sanitized(&field.id);
        self.unique(if id.is_empty() { "field" } else { &id })
    }

    /// The name, or the first unused one of `name-2`, `name-3`, …
    fn unique(&mut self, wish: &str) -> String {
        let mut name = wish.to_owned();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wish}-{number}");
            number += 1;
        }
        name
    }

    /// Writes the shared structures. Returns the link fields by name.
    fn finish(mut self) -> Result<HashMap<String, ObjectId>, PdfError> {
        for (number, annotations) in std::mem::take(&mut self.annotations) {
            let (page, _) = self.page(number)?;
            self.part_annotations(page)?;
            append(self.update, page, "Annots", annotations)?;
        }
        acroform::prepare(self.update, self.fields, self.has_signature)?;
        Ok(self.links)
    }
}

impl Placer<'_, '_> {
    /// Gives a page its own annotation array if it shares one with other pages, so that placed
    /// fields appear on one page only.
    fn part_annotations(&mut self, page: ObjectId) -> Result<(), PdfError> {
        let dictionary = self.update.dictionary(page)?;
        let Some(list) = dictionary.reference(b"Annots") else {
            return Ok(());
        };
        let document = self.update.document();
        for index in 0..document.pages()? {
            let other = document.page(index)?;
            if other.id != page && other.dictionary.reference(b"Annots") == Some(list) {
                let own = self
                    .update
                    .get(list)?
                    .as_array()
                    .unwrap_or_default()
                    .to_vec();
                let change = |page: &mut countersign_pdf::Dictionary| page.insert("Annots", own);
                self.update.edit(page, change)?;
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Appends to an array in an object's dictionary, direct or indirect.
fn append(
    update: &mut Update<'_>,
    holder: ObjectId,
    key: &str,
    items: Vec<Object>,
) -> Result<(), PdfError> {
    let mut dictionary = update.dictionary(holder)?;
    if acroform::extend_array(update, &mut dictionary, key, items)? {
        update.set(holder, dictionary);
    }
    Ok(())
}

/// A valid partial field name: without control characters, and without dots, which separate names.
fn sanitized(name: &str) -> String {
    let clean: String = name.trim().chars().filter(|c| !c.is_control()).collect();
    clean.replace('.', "_")
}
