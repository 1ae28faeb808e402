//! Finds or creates the signature field.

use std::collections::HashSet;

use countersign_forms::Rect;
use countersign_forms::geometry::PageSpace;
use countersign_forms::signature_appearance;
use countersign_pdf::{
    Dictionary, Document, Name, Object, ObjectId, Objects, Page, PdfError, Update,
};

use crate::error::SignError;
use crate::options::SigningField;

/// Maximum depth of the field tree. Deeper forms are hostile.
const MAX_DEPTH: usize = 64;
/// Annotation flags of a signature's widget: Print and Locked (ISO 32000-2, 12.7.5.5).
const PRINT_AND_LOCKED: i64 = 132;
/// `/SigFlags`: SignaturesExist and AppendOnly.
const SIGNED_AND_APPEND_ONLY: i64 = 3;

/// The field to sign and its widget. Both are usually the same object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) field: ObjectId,
    pub(crate) widget: ObjectId,
}

/// A terminal field of the field tree.
struct Found {
    id: Option<ObjectId>,
    name: String,
    is_signature: bool,
    value: Object,
    widget: Option<ObjectId>,
}

/// Finds the field to sign, or creates it if `field` asks for a new one.
pub(crate) fn settle(update: &mut Update<'_>, field: &SigningField) -> Result<Target, SignError> {
    let name = field.name();
    let found = find(update, name)?;
    match (field, found) {
        (SigningField::Existing(_), Some(found)) => existing(update, found),
        (SigningField::Existing(_), None) => Err(SignError::FieldNotFound(name.to_owned())),
        (SigningField::Visible { .. } | SigningField::Invisible { .. }, Some(_)) => {
            Err(SignError::FieldExists(name.to_owned()))
        }
        (SigningField::Visible { page, rect, .. }, None) => create(update, name, *page, Some(rect)),
        (SigningField::Invisible { .. }, None) => create(update, name, 1, None),
    }
}

fn existing(update: &Update<'_>, found: Found) -> Result<Target, SignError> {
    if !found.is_signature {
        return Err(SignError::FieldNotFound(found.name));
    }
    if !update.resolve(&found.value)?.is_null() {
        return Err(SignError::FieldSigned(found.name));
    }
    match (found.id, found.widget) {
        (Some(field), Some(widget)) => Ok(Target { field, widget }),
        _ => Err(SignError::FieldNotFound(found.name)),
    }
}

/// Whether any field of the document is signed.
pub(crate) fn is_signed(objects: &dyn Objects, catalog: &Dictionary) -> Result<bool, PdfError> {
    let mut signed = false;
    walk(objects, catalog, &mut |found| {
        let value = objects.resolve(&found.value);
        signed |= found.is_signature && value.is_ok_and(|value| !value.is_null());
        false
    })?;
    Ok(signed)
}

/// A field whose value is a signature.
pub(crate) struct SignedField {
    /// Fully qualified field name.
    pub(crate) name: String,
    /// The signature dictionary.
    pub(crate) dictionary: Dictionary,
}

/// All signatures of the document, found through its fields.
pub(crate) fn signatures(
    document: &Document,
    catalog: &Dictionary,
) -> Result<Vec<SignedField>, PdfError> {
    let mut values = Vec::new();
    walk(document, catalog, &mut |found| {
        if found.is_signature {
            values.push((found.name, found.value));
        }
        false
    })?;
    let mut signatures = Vec::new();
    for (name, value) in values {
        let value = document.resolve(&value)?;
        if let Some(dictionary) = value.as_dictionary().cloned() {
            signatures.push(SignedField { name, dictionary });
        }
    }
    Ok(signatures)
}

/// Returns an unused field name, `stem` with a number.
pub(crate) fn free_name(document: &Document, stem: &str) -> Result<String, PdfError> {
    let mut taken = HashSet::new();
    walk(document, &document.catalog()?, &mut |found| {
        taken.insert(found.name);
        false
    })?;
    // Among one more number than there are fields, at least one is unused.
    let free = (1..=taken.len() + 1)
        .map(|number| format!("{stem} {number}"))
        .find(|name| !taken.contains(name));
    Ok(free.unwrap_or_else(|| stem.to_owned()))
}

fn find(update: &Update<'_>, name: &str) -> Result<Option<Found>, PdfError> {
    let catalog = Objects::dictionary(update, update.document().catalog_id()?)?;
    let mut result = None;
    walk(update, &catalog, &mut |found| {
        let same = found.name == name;
        if same {
            result = Some(found);
        }
        same
    })?;
    Ok(result)
}

/// Visits terminal fields until the visitor returns true.
fn walk(
    objects: &dyn Objects,
    catalog: &Dictionary,
    visit: &mut dyn FnMut(Found) -> bool,
) -> Result<(), PdfError> {
    let form = objects.lookup(catalog, b"AcroForm")?;
    let Some(form) = form.as_dictionary() else {
        return Ok(());
    };
    let fields = objects.lookup(form, b"Fields")?;
    let mut walk = Walk {
        objects,
        seen: HashSet::new(),
        visit,
    };
    for field in fields.as_array().unwrap_or_default() {
        if walk.node(field, &Above::default(), 0)? {
            break;
        }
    }
    Ok(())
}

/// Inheritable attributes from the parent fields.
#[derive(Clone, Default)]
struct Above {
    name: String,
    is_signature: bool,
}

struct Walk<'a> {
    objects: &'a dyn Objects,
    seen: HashSet<ObjectId>,
    visit: &'a mut dyn FnMut(Found) -> bool,
}

impl Walk<'_> {
    fn node(&mut self, node: &Object, above: &Above, depth: usize) -> Result<bool, PdfError> {
        let id = node.as_reference();
        if depth > MAX_DEPTH || id.is_some_and(|id| !self.seen.insert(id)) {
            return Ok(false);
        }
        let object = self.objects.resolve(node)?;
        let Some(dictionary) = object.as_dictionary() else {
            return Ok(false);
        };
        let here = self.below(above, dictionary)?;
        let kids = self.objects.lookup(dictionary, b"Kids")?;
        let kids = kids.as_array().unwrap_or_default();
        let mut first_widget = None;
        for kid in kids {
            let is_field = self
                .objects
                .resolve(kid)?
                .as_dictionary()
                .is_some_and(|kid| kid.contains(b"T"));
            if is_field && self.node(kid, &here, depth + 1)? {
                return Ok(true);
            }
            if !is_field {
                first_widget = first_widget.or(kid.as_reference());
            }
        }
        if !kids.is_empty() && first_widget.is_none() {
            return Ok(false);
        }
        Ok((self.visit)(Found {
            id,
            name: here.name,
            is_signature: here.is_signature,
            value: dictionary.get(b"V").cloned().unwrap_or_default(),
            widget: first_widget.or(id),
        }))
    }

    fn below(&self, above: &Above, node: &Dictionary) -> Result<Above, PdfError> {
        let mut here = above.clone();
        if let Some(partial) = self.objects.lookup(node, b"T")?.as_string() {
            let partial = partial.to_text();
            here.name = match here.name.is_empty() {
                true => partial,
                false => format!("{}.{partial}", here.name),
            };
        }
        let kind = self.objects.lookup(node, b"FT")?;
        if let Some(kind) = kind.as_name() {
            here.is_signature = kind == b"Sig";
        }
        Ok(here)
    }
}

fn create(
    update: &mut Update<'_>,
    name: &str,
    page: u32,
    rect: Option<&Rect>,
) -> Result<Target, SignError> {
    let index = (page as usize).checked_sub(1);
    let index = index.filter(|index| update.document().pages().is_ok_and(|count| *index < count));
    let page = update
        .document()
        .page(index.ok_or(SignError::PageNotFound(page))?)?;
    if rect.is_some_and(|rect| !is_on_page(rect)) {
        return Err(SignError::BadRect);
    }
    let widget = new_widget(name, &page, rect);
    let id = update.add(widget);
    append(update, page.id, b"Annots", id)?;
    let form = form_id(update)?;
    append_to_form(update, form, id)?;
    Ok(Target {
        field: id,
        widget: id,
    })
}

fn new_widget(name: &str, page: &Page, rect: Option<&Rect>) -> Dictionary {
    let mut widget = Dictionary::new()
        .with("Type", Name::from("Annot"))
        .with("Subtype", Name::from("Widget"))
        .with("FT", Name::from("Sig"))
        .with("T", Object::text(name))
        .with("F", PRINT_AND_LOCKED)
        .with("P", page.id);
    let corners = match rect {
        Some(rect) => {
            let space = PageSpace::new(page.crop_box, i64::from(page.rotate), page.user_unit);
            let user = space.to_user(rect);
            // Rotates the content so that it is upright on a rotated page.
            if page.rotate != 0 {
                widget.insert("MK", Dictionary::new().with("R", i64::from(page.rotate)));
            }
            [user.left, user.bottom, user.right, user.top]
        }
        None => [0.0; 4],
    };
    widget.insert("Rect", corners.map(Object::Real).to_vec());
    widget
}

/// Adds an empty appearance to an invisible signature of a PDF/A file, because PDF/A requires an appearance for every
/// field (ISO 19005-1, 6.9).
pub(crate) fn show_unseen(update: &mut Update<'_>, target: Target) -> Result<(), SignError> {
    let has_appearance = Objects::dictionary(update, target.widget)?.contains(b"AP");
    if has_appearance || update.document().pdf_a().is_none() {
        return Ok(());
    }
    let unseen = signature_appearance::unseen(update);
    update.edit(target.widget, |widget| {
        widget.insert("AP", Dictionary::new().with("N", unseen));
    })?;
    Ok(())
}

fn is_on_page(rect: &Rect) -> bool {
    let inside = |start: f64, extent: f64| {
        start >= 0.0 && extent > 0.0 && start + extent <= 100.0 + f64::from(f32::EPSILON)
    };
    inside(rect.x, rect.width) && inside(rect.y, rect.height)
}

/// Location of the AcroForm dictionary: an object of its own, or direct in the catalog.
#[derive(Clone, Copy)]
enum Form {
    Own(ObjectId),
    InCatalog(ObjectId),
}

fn form_id(update: &mut Update<'_>) -> Result<Form, SignError> {
    let catalog_id = update.document().catalog_id()?;
    let catalog = Objects::dictionary(update, catalog_id)?;
    if let Some(id) = catalog.reference(b"AcroForm")
        && update.object(id)?.as_dictionary().is_some()
    {
        return Ok(Form::Own(id));
    }
    if catalog.dictionary(b"AcroForm").is_none() {
        let fields = Dictionary::new().with("Fields", Vec::new());
        let id = update.add(fields);
        update.edit(catalog_id, |catalog| catalog.insert("AcroForm", id))?;
        return Ok(Form::Own(id));
    }
    Ok(Form::InCatalog(catalog_id))
}

fn append_to_form(update: &mut Update<'_>, form: Form, id: ObjectId) -> Result<(), SignError> {
    match form {
        Form::Own(form) => append(update, form, b"Fields", id),
        Form::InCatalog(catalog) => {
            let dictionary = Objects::dictionary(update, catalog)?;
            let fields = dictionary
                .dictionary(b"AcroForm")
                .and_then(|form| form.reference(b"Fields"));
            if let Some(fields) = fields {
                return push(update, fields, id);
            }
            update.edit(catalog, |catalog| {
                let form = catalog
                    .get_mut(b"AcroForm")
                    .and_then(Object::as_dictionary_mut);
                if let Some(form) = form {
                    push_direct(form, b"Fields", id);
                }
            })?;
            Ok(())
        }
    }
}

/// Appends a reference to an array of a dictionary. An array that is an object of its own is overridden in place.
fn append(
    update: &mut Update<'_>,
    holder: ObjectId,
    key: &'static [u8],
    id: ObjectId,
) -> Result<(), SignError> {
    let dictionary = Objects::dictionary(update, holder)?;
    if let Some(array) = dictionary.reference(key)
        && update.object(array)?.as_array().is_some()
    {
        return push(update, array, id);
    }
    update.edit(holder, |dictionary| push_direct(dictionary, key, id))?;
    Ok(())
}

fn push(update: &mut Update<'_>, array: ObjectId, id: ObjectId) -> Result<(), SignError> {
    let object = update.object(array)?;
    let mut items = object.as_array().unwrap_or_default().to_vec();
    items.push(id.into());
    update.set(array, items);
    Ok(())
}

fn push_direct(dictionary: &mut Dictionary, key: &'static [u8], id: ObjectId) {
    let mut items = dictionary.array(key).unwrap_or_default().to_vec();
    items.push(id.into());
    dictionary.insert(key, items);
}

/// Returns the field's `/Lock` with direct values, if it has one.
pub(crate) fn lock(update: &Update<'_>, target: Target) -> Result<Option<Dictionary>, SignError> {
    let field = Objects::dictionary(update, target.field)?;
    let lock = update.lookup(&field, b"Lock")?;
    let Some(lock) = lock.as_dictionary() else {
        return Ok(None);
    };
    let mut direct = Dictionary::new();
    for key in ["Action", "Fields"] {
        let value = update.lookup(lock, key.as_bytes())?.into_object();
        if !value.is_null() {
            direct.insert(key, value);
        }
    }
    Ok(Some(direct))
}

/// Sets `/SigFlags` in the form.
pub(crate) fn set_flags(update: &mut Update<'_>) -> Result<(), SignError> {
    let form = form_id(update)?;
    let (Form::Own(holder) | Form::InCatalog(holder)) = form;
    let dictionary = Objects::dictionary(update, holder)?;
    let current = match form {
        Form::Own(_) => Some(&dictionary),
        Form::InCatalog(_) => dictionary.dictionary(b"AcroForm"),
    };
    let flags = current
        .and_then(|form| form.integer(b"SigFlags"))
        .unwrap_or(0);
    let wanted = flags | SIGNED_AND_APPEND_ONLY;
    if flags == wanted {
        return Ok(());
    }
    update.edit(holder, |dictionary| match form {
        Form::Own(_) => {
            dictionary.insert("SigFlags", wanted);
        }
        Form::InCatalog(_) => {
            let form = dictionary
                .get_mut(b"AcroForm")
                .and_then(Object::as_dictionary_mut);
            if let Some(form) = form {
                form.insert("SigFlags", wanted);
            }
        }
    })?;
    Ok(())
}
