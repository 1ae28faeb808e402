//! Reads the form of a PDF as fields.

use crate::error::FormsError;
use crate::field::{Field, FieldType, TextAlign, font_size};
use crate::flags;
use crate::geometry::{PageSpace, UserRect};
use crate::links;
use crate::locks::{DocumentChange, Restrictions};
use crate::objects::numbers;
use crate::orphans::Orphans;
use crate::private_data;
use crate::script;
use crate::tooltip;
use crate::tree::Kind;
use crate::tree::{Form, FormField, OFF, ON, Widget, lone_field, state_text};
use crate::value::{FieldValue, FillType, SignedValue};
use crate::widget_style::TextStyle;
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Objects, PdfError};
use std::cmp::Ordering;
use std::collections::HashSet;

/// Fields whose tops differ by less than this, in percent, count as one row.
const ROW_TOLERANCE: f64 = 1.0;

/// All fields of a document (ISO 32000-2, 12.7), sorted by page, top and left. Tops that differ by
/// less than one percent count as one row.
///
/// Every widget is one field. Its rectangle is in percent of the displayed page (crop box, rotated
/// by `/Rotate`), rounded to four decimals. Widgets of one form field (radio buttons) share their
/// `group`, the name of the form field, and are named `group.state`. Attributes are inherited as in
/// 12.7.4.1; field types are those of 12.7.5.
///
/// # Errors
/// [`FormsError::DynamicForm`] if the form is dynamic XFA without fields; [`FormsError::Pdf`] if
/// the document can't be read.
///
/// ```
/// use countersign_forms::{FieldType, read};
/// use countersign_pdf::Document;
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n\
/// #   2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
/// #   3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>endobj\n\
/// #   4 0 obj<</Subtype/Widget/FT/Tx/T(name)/Rect[20 60 120 80]>>endobj\ntrailer<</Root 1 0 R>>";
/// let fields = read(&Document::from_bytes(pdf.to_vec())?)?;
/// assert_eq!((fields[0].kind, fields[0].field_name.as_str()), (FieldType::Text, "name"));
/// assert_eq!((fields[0].rect.x, fields[0].rect.y), (10.0, 20.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(document: &Document) -> Result<Vec<Field>, FormsError> {
    let catalog = document.catalog()?;
    let mut form = Form::read(document, &catalog)?;
    let mut fields = read_pages(document, &mut form)?;
    if fields.is_empty() && form.fields.is_empty() && is_dynamic(document, &catalog, &form)? {
        return Err(FormsError::DynamicForm);
    }
    name_nameless(&mut fields);
    make_ids_unique(&mut fields);
    sort(&mut fields);
    Ok(fields)
}

/// The fields of all pages, in the order of their annotations.
fn read_pages(document: &Document, form: &mut Form) -> Result<Vec<Field>, FormsError> {
    let mut reader = Reader::new(document, form)?;
    for page in 0..document.pages()? {
        reader.page(page)?;
    }
    let Reader {
        fields, orphans, ..
    } = reader;
    if orphans.is_empty() {
        return Ok(fields);
    }
    // Some widgets were not in the form. Now they are added, and buttons of the same name are
    // linked.
    let mut taken = Orphans::new(document, form)?;
    for (id, widget) in &orphans {
        if !taken.is_known(*id) {
            taken.take(*id, widget)?;
        }
    }
    taken.finish();
    let mut reader = Reader::new(document, form)?;
    for page in 0..document.pages()? {
        reader.page(page)?;
    }
    Ok(reader.fields)
}

/// A field without a name gets the ID of its widget as its name.
fn name_nameless(fields: &mut [Field]) {
    for field in fields
        .iter_mut()
        .filter(|field| field.field_name.is_empty())
    {
        field.field_name = field.pdf_field_id.clone().unwrap_or_default();
    }
}

/// Indexes of field and widget, by object ID of the widget; sorted.
fn by_widget(form: &Form) -> Vec<(ObjectId, (usize, usize))> {
    let mut places = Vec::with_capacity(form.fields.len());
    for (field, form_field) in form.fields.iter().enumerate() {
        let widgets = form_field.widgets.iter().enumerate();
        places.extend(widgets.filter_map(|(widget, it)| Some((it.id?, (field, widget)))));
    }
    places.sort_unstable();
    places
}

/// True for dynamic XFA: the PDF page only asks for another reader.
fn is_dynamic(document: &Document, catalog: &Dictionary, form: &Form) -> Result<bool, PdfError> {
    let has_program = !document.lookup(&form.dictionary, b"XFA")?.is_null();
    Ok(has_program || catalog.bool(b"NeedsRendering") == Some(true))
}

/// Sorts by page, row and left edge.
pub fn sort(fields: &mut [Field]) {
    let by_top = |a: &Field, b: &Field| {
        a.page
            .cmp(&b.page)
            .then(a.rect.y.partial_cmp(&b.rect.y).unwrap_or(Ordering::Equal))
    };
    fields.sort_by(by_top);
    let in_row = |first: &Field, next: &Field| {
        first.page == next.page && next.rect.y - first.rect.y < ROW_TOLERANCE
    };
    let mut start = 0;
    while let Some(first) = fields.get(start) {
        let length = fields
            .iter()
            .skip(start)
            .take_while(|next| in_row(first, next))
            .count();
        let end = start + length.max(1);
        if let Some(row) = fields.get_mut(start..end) {
            row.sort_by(|a, b| a.rect.x.partial_cmp(&b.rect.x).unwrap_or(Ordering::Equal));
        }
        start = end;
    }
}

/// An ID stored when a field was placed takes precedence over one derived from a widget.
fn make_ids_unique(fields: &mut [Field]) {
    let mut ids = HashSet::with_capacity(fields.len());
    if fields.iter().all(|field| ids.insert(field.id.as_str())) {
        return;
    }
    let is_stored = |field: &Field| Some(&field.id) != field.pdf_field_id.as_ref();
    let mut seen = HashSet::new();
    for stored in [true, false] {
        for (index, field) in fields.iter_mut().enumerate() {
            if is_stored(field) != stored || seen.insert(field.id.clone()) {
                continue;
            }
            let base = field
                .pdf_field_id
                .clone()
                .unwrap_or_else(|| "field".to_owned());
            field.id = format!("{base}-{index}");
            seen.insert(field.id.clone());
        }
    }
}

/// The public ID of a widget: `12R`, or `12R3` with generation 3.
pub fn widget_id_text(id: ObjectId) -> String {
    match id.generation {
        0 => format!("{}R", id.number),
        generation => format!("{}R{generation}", id.number),
    }
}

/// Parses the public ID of a widget.
pub fn parse_widget_id(text: &str) -> Option<ObjectId> {
    let (number, generation) = text.split_once('R')?;
    let generation = if generation.is_empty() {
        0
    } else {
        generation.parse().ok()?
    };
    Some(ObjectId::new(number.parse().ok()?, generation))
}

struct Reader<'a> {
    document: &'a Document,
    form: &'a Form,
    /// See [`by_widget`].
    by_widget: Vec<(ObjectId, (usize, usize))>,
    fields: Vec<Field>,
    /// Widgets that are not in the form tree.
    orphans: Vec<(ObjectId, Dictionary)>,
    /// What the signatures of the document forbid.
    restrictions: Restrictions,
}

impl<'a> Reader<'a> {
    fn new(document: &'a Document, form: &'a Form) -> Result<Self, PdfError> {
        Ok(Self {
            restrictions: Restrictions::of_form(document, form)?,
            document,
            form,
            by_widget: by_widget(form),
            fields: Vec::with_capacity(form.fields.len()),
            orphans: Vec::new(),
        })
    }

    fn page(&mut self, index: usize) -> Result<(), FormsError> {
        if self
            .document
            .is_known_bare_page(self.document.page_id(index)?)
        {
            return Ok(());
        }
        let page = self.document.page(index)?;
        let annotations = self.document.lookup(&page.dictionary, b"Annots")?;
        let annotations = annotations.as_array().unwrap_or_default();
        if annotations.is_empty() {
            return Ok(());
        }
        let space = PageSpace::new(page.crop_box, i64::from(page.rotate), page.user_unit);
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        for annotation in annotations {
            if let Some(mut field) = self.annotation(annotation, &space)? {
                field.page = number;
                if field.id.is_empty() {
                    field.id = format!("{number}-{}", self.fields.len());
                }
                self.fields.push(field);
            }
        }
        Ok(())
    }

    /// The form field and widget of this object.
    fn known(&self, id: ObjectId) -> Option<(&FormField, &Widget)> {
        let place = self
            .by_widget
            .binary_search_by_key(&id, |(id, _)| *id)
            .ok()?;
        let &(_, (field, widget)) = self.by_widget.get(place)?;
        let field = self.form.fields.get(field)?;
        Some((field, field.widgets.get(widget)?))
    }

    fn annotation(
        &mut self,
        annotation: &Object,
        space: &PageSpace,
    ) -> Result<Option<Field>, FormsError> {
        let id = annotation.as_reference();
        if let Some((field, widget)) = id.and_then(|id| self.known(id)) {
            return Ok(Some(self.field_of(field, widget, space)?));
        }
        let object = self.document.resolve(annotation)?;
        let Some(dictionary) = object.as_dictionary() else {
            return Ok(None);
        };
        match dictionary.name(b"Subtype") {
            Some(b"Widget") => {
                if let Some(id) = id {
                    self.orphans.push((id, dictionary.clone()));
                }
                let form = &self.form.dictionary;
                let Some(field) = lone_field(self.document, form, id, dictionary)? else {
                    return Ok(None);
                };
                let Some(widget) = field.widgets.first() else {
                    return Ok(None);
                };
                Ok(Some(self.field_of(&field, widget, space)?))
            }
            Some(b"Link") if dictionary.contains(private_data::KEY.as_bytes()) => {
                Ok(Some(link_of(self.document, id, dictionary, space)?))
            }
            _ => Ok(None),
        }
    }

    fn field_of(
        &self,
        form_field: &FormField,
        widget: &Widget,
        space: &PageSpace,
    ) -> Result<Field, FormsError> {
        let mut field = field_of(self.document, form_field, widget, space)?;
        let change = DocumentChange::Fill(&form_field.name);
        // A signed field shows by its value that nobody fills it any more.
        if !matches!(field.value, FieldValue::Signed(_))
            && let Err(refusal) = self.restrictions.check(change)
        {
            field.readonly = true;
            field.locked_by = Some(refusal.signature);
        }
        Ok(field)
    }
}

fn rect_of(
    objects: &impl Objects,
    widget: &Dictionary,
    space: &PageSpace,
) -> Result<crate::field::Rect, PdfError> {
    let corners = <[f64; 4]>::try_from(numbers(objects, widget, b"Rect")?).unwrap_or_default();
    Ok(space.to_percent(&UserRect::from_corners(corners)))
}

fn link_of(
    document: &Document,
    id: Option<ObjectId>,
    link: &Dictionary,
    space: &PageSpace,
) -> Result<Field, FormsError> {
    let mut field = Field {
        kind: FieldType::Link,
        rect: rect_of(document, link, space)?,
        field_name: link
            .string(b"NM")
            .map(|name| name.to_text())
            .unwrap_or_default(),
        tooltip: tooltip::of_link(document, link)?,
        value: links::value(document, link)?,
        has_appearance: link.contains(b"AP"),
        ..Field::default()
    };
    finish(document, id, link, &mut field)?;
    Ok(field)
}

/// Reads annotation flags, IDs, and the private data.
fn finish(
    document: &Document,
    id: Option<ObjectId>,
    widget: &Dictionary,
    field: &mut Field,
) -> Result<bool, PdfError> {
    let bits = document.lookup(widget, b"F")?.as_integer().unwrap_or(0);
    field.hidden = flags::has(bits, flags::HIDDEN);
    field.do_not_print = !flags::has(bits, flags::PRINT);
    field.pdf_field_id = id.map(widget_id_text);
    field.id = field.pdf_field_id.clone().unwrap_or_default();
    let placed = private_data::read(document, widget, field)?;
    if field.kind.is_picture() && !placed {
        field.permitted_types = match field.kind {
            FieldType::Image => vec![FillType::Capture, FillType::Upload],
            _ => vec![FillType::Draw, FillType::TypeIn, FillType::Upload],
        };
    }
    Ok(placed)
}

fn field_of(
    document: &Document,
    form_field: &FormField,
    widget: &Widget,
    space: &PageSpace,
) -> Result<Field, FormsError> {
    let mut field = Field {
        rect: rect_of(document, &widget.dictionary, space)?,
        field_name: form_field.name.clone(),
        readonly: form_field.is(flags::READ_ONLY),
        required: form_field.is(flags::REQUIRED),
        has_appearance: has_appearance(document, &widget.dictionary)?,
        ..Field::default()
    };
    match form_field.kind {
        Kind::Text | Kind::Choice => {
            read_text(document, form_field, widget, &mut field)?;
        }
        Kind::Button if form_field.is_push_button() => {
            field.kind = FieldType::Image;
            read_push_button(document, &widget.dictionary, &mut field)?;
        }
        Kind::Button => read_toggle(document, form_field, widget, &mut field)?,
        Kind::Signature => read_signature(form_field, &mut field),
    }
    field.tooltip = tooltip::read(document, form_field, widget)?;
    let style = text_style_of(document, form_field, widget)?;
    field.text_color = style.color.to_web();
    if style.size > 0.0 {
        field.font_size = font_size(style.size * space.user_unit());
    }
    finish(document, widget.id, &widget.dictionary, &mut field)?;
    Ok(field)
}

/// The widget's default appearance, its own or inherited.
pub fn text_style_of(
    objects: &impl Objects,
    form_field: &FormField,
    widget: &Widget,
) -> Result<TextStyle, PdfError> {
    let own = objects.lookup(&widget.dictionary, b"DA")?;
    let bytes = match own.as_string() {
        Some(style) => style.as_bytes(),
        None => form_field
            .attributes
            .default_appearance
            .as_deref()
            .unwrap_or_default(),
    };
    Ok(TextStyle::parse(bytes))
}

/// Text alignment of a widget, its own or inherited.
pub fn widget_align(
    objects: &impl Objects,
    form_field: &FormField,
    widget: &Widget,
) -> Result<TextAlign, PdfError> {
    let own = objects.lookup(&widget.dictionary, b"Q")?.as_integer();
    Ok(match own.unwrap_or(form_field.attributes.quadding) {
        1 => TextAlign::Center,
        2 => TextAlign::Right,
        _ => TextAlign::Left,
    })
}

/// Number of comb cells; `None` if it is no comb field.
pub fn comb_cells(form_field: &FormField) -> Option<u32> {
    let excluded = flags::MULTILINE | flags::PASSWORD;
    let comb = form_field.is(flags::COMB) && form_field.attributes.flags & excluded == 0;
    max_length(form_field).filter(|_| comb && form_field.kind == Kind::Text)
}

/// Maximum number of characters.
pub fn max_length(form_field: &FormField) -> Option<u32> {
    let length = form_field
        .attributes
        .max_length
        .filter(|&length| length > 0)?;
    u32::try_from(length).ok()
}

fn read_text(
    document: &Document,
    form_field: &FormField,
    widget: &Widget,
    field: &mut Field,
) -> Result<(), PdfError> {
    let is_text = form_field.kind == Kind::Text;
    let text = text_value(document, form_field)?;
    field.value = if text.is_empty() {
        FieldValue::Empty
    } else {
        FieldValue::Text(text)
    };
    field.multiline = is_text && form_field.is(flags::MULTILINE);
    field.comb = comb_cells(form_field).is_some();
    field.text_max_length = max_length(form_field).filter(|_| is_text).unwrap_or(0);
    field.text_align = widget_align(document, form_field, widget)?;
    if !is_text && !form_field.is(flags::COMBO | flags::EDIT) {
        field.options = shown_options(document, form_field)?;
    }
    if is_text {
        let format = script::format_of(document, form_field, widget)?;
        if let Some(date_format) = format.date_format {
            field.kind = FieldType::Date;
            field.date_format = Some(date_format);
        }
        field.text_format = format.text_format;
    }
    Ok(())
}

/// The displayed text of a text or choice field.
pub fn text_value(document: &impl Objects, form_field: &FormField) -> Result<String, PdfError> {
    let value = document.resolve(&form_field.attributes.value)?;
    let raw = match &*value {
        Object::String(text) => vec![text.to_text()],
        Object::Stream(stream) => {
            let bytes = document.stream_data(stream)?;
            vec![countersign_pdf::PdfString::literal(bytes).to_text()]
        }
        Object::Array(items) => {
            let texts = items
                .iter()
                .filter_map(|item| item.as_string().map(|text| text.to_text()));
            texts.collect()
        }
        _ => Vec::new(),
    };
    if form_field.kind != Kind::Choice {
        return Ok(raw.join("\n"));
    }
    let options = options(document, form_field)?;
    let shown = |export: String| {
        let option = options.iter().find(|option| option.export == export);
        option.map_or(export, |option| option.shown.clone())
    };
    Ok(raw.into_iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// An option of a choice field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Export value, stored in the field.
    pub export: String,
    /// Display text.
    pub shown: String,
}

/// The options of a choice field, or the export values of a button group with `/Opt`.
pub fn options(
    objects: &impl Objects,
    form_field: &FormField,
) -> Result<Vec<ChoiceOption>, PdfError> {
    let list = objects.resolve(&form_field.attributes.options)?;
    let mut options = Vec::new();
    for item in list.as_array().unwrap_or_default() {
        let item = objects.resolve(item)?;
        let text =
            |object: Option<&Object>| object.and_then(Object::as_string).map(|it| it.to_text());
        let (export, shown) = match item.as_array() {
            Some(pair) => (text(pair.first()), text(pair.get(1))),
            None => (text(Some(&item)), None),
        };
        let export = export.unwrap_or_default();
        options.push(ChoiceOption {
            shown: shown.unwrap_or_else(|| export.clone()),
            export,
        });
    }
    Ok(options)
}

/// Maximum number of options returned per field.
const MOST_OPTIONS: usize = 1000;
/// Maximum length of an option, in UTF-16 units.
const LONGEST_OPTION: usize = 256;

fn is_short(option: &str) -> bool {
    option.encode_utf16().count() <= LONGEST_OPTION
}

/// Distinct display texts of the options; `None` if there are none to report.
fn shown_options(
    objects: &impl Objects,
    form_field: &FormField,
) -> Result<Option<Vec<String>>, PdfError> {
    let mut known = HashSet::new();
    let options = options(objects, form_field)?.into_iter();
    let shown = options
        .map(|option| option.shown)
        .filter(|shown| !shown.is_empty() && is_short(shown) && known.insert(shown.clone()));
    let shown: Vec<String> = shown.take(MOST_OPTIONS).collect();
    Ok((!shown.is_empty()).then_some(shown))
}

fn read_push_button(
    document: &Document,
    widget: &Dictionary,
    field: &mut Field,
) -> Result<(), PdfError> {
    if let Some(address) = links::target(document, widget)? {
        field.kind = FieldType::Link;
        field.value = FieldValue::Text(address);
        return Ok(());
    }
    // Other push buttons (print, reset, …) perform actions and accept no picture.
    field.readonly = field.readonly || !takes_picture(document, widget)?;
    Ok(())
}

/// True for push buttons that show only an icon, the usual way for forms to ask for a picture.
pub fn takes_picture(objects: &impl Objects, widget: &Dictionary) -> Result<bool, PdfError> {
    const ICON_ONLY: i64 = 1;
    let traits = objects.lookup(widget, b"MK")?;
    let position = match traits.as_dictionary() {
        Some(traits) => objects.lookup(traits, b"TP")?.as_integer(),
        None => None,
    };
    Ok(position == Some(ICON_ONLY))
}

fn read_toggle(
    document: &Document,
    form_field: &FormField,
    widget: &Widget,
    field: &mut Field,
) -> Result<(), PdfError> {
    let radio = form_field.is(flags::RADIO);
    field.kind = if radio {
        FieldType::Radio
    } else {
        FieldType::Checkmark
    };
    let state = document.lookup(&widget.dictionary, b"AS")?;
    let value = document.resolve(&form_field.attributes.value)?;
    let on_state = widget.on_state(document)?;
    let shown = match (state.as_name(), &on_state) {
        // A state without an appearance is invisible, whatever its name.
        (Some(state), Some(on)) => state == on.as_slice(),
        (Some(state), None) => state != OFF,
        (None, Some(on)) => value.is_name(on),
        (None, None) => value.as_name().is_some_and(|state| state != OFF),
    };
    field.value = FieldValue::Checked(shown);
    if radio {
        field.group = Some(form_field.name.clone());
        let option = on_state.as_deref().map(state_text);
        field.export_value = option.filter(|it| it != ON && is_short(it));
    }
    if form_field.is_group() {
        field.group = Some(form_field.name.clone());
        let state = on_state.unwrap_or_else(|| b"On".to_vec());
        field.field_name = format!("{}.{}", form_field.name, state_text(&state));
    }
    Ok(())
}

fn read_signature(form_field: &FormField, field: &mut Field) {
    field.kind = FieldType::Signature;
    field.required = true;
    field.readonly = false;
    if !form_field.attributes.value.is_null() {
        let signature_id = form_field.name.clone();
        field.value = FieldValue::Signed(SignedValue { signature_id });
    }
}

/// True if a widget has a normal appearance.
pub fn has_appearance(document: &impl Objects, widget: &Dictionary) -> Result<bool, PdfError> {
    let appearances = document.lookup(widget, b"AP")?;
    let Some(appearances) = appearances.as_dictionary() else {
        return Ok(false);
    };
    let normal = document.lookup(appearances, b"N")?;
    Ok(match &*normal {
        Object::Stream(stream) => stream.dictionary.integer(b"Length") != Some(0),
        Object::Dictionary(states) => !states.is_empty(),
        _ => false,
    })
}
