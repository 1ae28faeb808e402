//! The catalog and the interactive form dictionary.

use std::collections::HashSet;

use countersign_pdf::lexer::{Lexer, Token};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, PdfError, PdfString};

use super::changed::says_the_same;
use super::structure::quoted;
use super::{CATALOG_KEYS, Comparison, FORM_KEYS, Role, change, forbidden, references};
use crate::appearance;
use crate::changes::{ChangeKind, ChangeSeverity};
use crate::material;

/// Maximum number of objects in the DSS: a limit against denial of service.
const MAX_MATERIAL: usize = 20_000;

/// Keys whose values differ between two dictionaries, sorted.
pub(super) fn differing(old: &Dictionary, new: &Dictionary) -> Vec<Vec<u8>> {
    let keys = old.iter().chain(new.iter()).map(|(key, _)| key.as_bytes());
    let mut keys: Vec<Vec<u8>> = keys
        .filter(|key| match (old.get(key), new.get(key)) {
            (Some(old), Some(new)) => !says_the_same(old, new),
            (old, new) => old != new,
        })
        .map(<[u8]>::to_vec)
        .collect();
    keys.sort();
    keys.dedup();
    keys
}

impl Comparison<'_> {
    /// Checks every changed catalog entry.
    pub(super) fn catalog(&mut self) -> Result<(), PdfError> {
        let id = self.new.catalog_id()?;
        // Some writers write the catalog as a new object each time. It is compared like the old one.
        if self.old.catalog_id()? != id && !self.is_new(id.number) {
            let message = "the document has another catalog";
            self.report(forbidden(ChangeKind::Catalog, Some(id), message));
            return Ok(());
        }
        self.explain(id.number, Role::Checked(CATALOG_KEYS));
        let (old, new) = (self.old.catalog()?, self.new.catalog()?);
        for key in differing(&old, &new) {
            self.catalog_entry(id, &key, &old, &new)?;
        }
        self.extensions(id, &new)?;
        self.material(id, &old, &new)?;
        self.metadata(id, &old, &new);
        self.form(id, &old, &new)
    }

    fn catalog_entry(
        &mut self,
        id: ObjectId,
        key: &[u8],
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        match key {
            // Checked separately: the object behind the entry may change while the reference stays.
            b"AcroForm" | b"DSS" | b"Metadata" => {}
            b"Extensions" | b"Version" if new.contains(key) => {
                let message = "the document states another version or extension";
                let severity = ChangeSeverity::Allowed;
                if let Some(value) = new.get(key) {
                    self.explain_below(id.number, value);
                }
                self.report(change(ChangeKind::Metadata, severity, Some(id), message));
            }
            b"Perms" if self.may_permit(old, new)? => {
                let message = "the permissions of the document were changed";
                let severity = ChangeSeverity::Allowed;
                if let Some(value) = new.get(key) {
                    self.explain_below(id.number, value);
                }
                self.report(change(ChangeKind::Catalog, severity, Some(id), message));
            }
            _ => {
                let name = String::from_utf8_lossy(key).into_owned();
                let message = format!("the entry /{name} of the catalog was changed");
                self.report(forbidden(ChangeKind::Catalog, Some(id), message));
            }
        }
        Ok(())
    }

    /// `/Extensions` may be an indirect object that changes while the reference stays.
    fn extensions(&mut self, id: ObjectId, new: &Dictionary) -> Result<(), PdfError> {
        let Some(value) = new.get(b"Extensions") else {
            return Ok(());
        };
        if self.explain_replaced(id.number, value)? {
            let message = "the document states another version or extension";
            let severity = ChangeSeverity::Allowed;
            let place = value.as_reference();
            self.report(change(ChangeKind::Metadata, severity, place, message));
        }
        Ok(())
    }

    /// True if the document was not signed before and `/Perms` only gains the DocMDP entry of a new
    /// signature or loses entries such as usage rights. No other change of `/Perms` is permitted.
    fn may_permit(&self, old: &Dictionary, new: &Dictionary) -> Result<bool, PdfError> {
        let before = self.old.lookup(old, b"Perms")?.into_object();
        let after = self.new.lookup(new, b"Perms")?.into_object();
        let empty = Dictionary::new();
        let before = before.as_dictionary().unwrap_or(&empty);
        let after = after.as_dictionary().unwrap_or(&empty);
        let signed = self.old_form.is_signed();
        let only_gains = after.iter().all(|(key, value)| {
            let key = key.as_bytes();
            before.get(key) == Some(value) || (key == b"DocMDP" && self.is_new_signature(value))
        });
        Ok(!signed && !before.contains(b"DocMDP") && only_gains)
    }

    /// True if `value` refers to a new object that is the value of a signature field.
    fn is_new_signature(&self, value: &Object) -> bool {
        let id = value.as_reference().filter(|id| self.is_new(id.number));
        let mut fields = self.new_form.signatures.iter();
        id.is_some() && fields.any(|field| field.value.as_reference() == id)
    }

    /// Checks the document security store (DSS) and all objects below it.
    fn material(
        &mut self,
        id: ObjectId,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        let Some(store) = new.get(b"DSS") else {
            if old.contains(b"DSS") {
                let message = "the validation material was removed";
                let severity = ChangeSeverity::Suspicious;
                self.report(change(ChangeKind::Dss, severity, Some(id), message));
            }
            return Ok(());
        };
        let mut touched = old.get(b"DSS") != Some(store);
        let mut seen: HashSet<u32> = HashSet::new();
        let mut queue: Vec<(u32, ObjectId)> = Vec::new();
        references::each(store, &mut |next| queue.push((id.number, next)));
        while let Some((from, next)) = queue.pop() {
            self.edges.insert((from, next.number));
            if !seen.insert(next.number) || seen.len() > MAX_MATERIAL {
                continue;
            }
            touched |= self.is_changed(next.number);
            self.explain(next.number, Role::Private);
            let object = self.new.object(next)?;
            references::each(&object, &mut |below| queue.push((next.number, below)));
        }
        if touched {
            let (added, removed) = self.exchanged_material();
            let place = store.as_reference();
            if removed > 0 {
                let message = format!("validation material was removed: {removed}");
                let severity = ChangeSeverity::Suspicious;
                self.report(change(ChangeKind::Dss, severity, place, message));
            }
            if added > 0 || removed == 0 {
                let message = "validation material was added";
                let severity = ChangeSeverity::Allowed;
                self.report(change(ChangeKind::Dss, severity, place, message));
            }
        }
        Ok(())
    }

    /// Number of certificates, OCSP responses and CRLs added to the DSS, and number removed.
    fn exchanged_material(&self) -> (usize, usize) {
        let before = material::stored(self.old);
        let after = material::stored(self.new);
        let remains = |id: &ObjectId| {
            before.contains(id) && after.contains(id) && !self.is_changed(id.number)
        };
        // Another object may hold the same data.
        let data = |document: &Document, ids: &HashSet<ObjectId>, exchanged: bool| {
            let ids = ids.iter().filter(|id| !exchanged || !remains(id));
            let data = ids.filter_map(|id| {
                let object = document.object(*id).ok()?;
                document.stream_data(object.as_stream()?).ok()
            });
            data.collect::<HashSet<Vec<u8>>>()
        };
        let (old_data, new) = (data(self.old, &before, true), data(self.new, &after, true));
        let mut lost: Vec<&Vec<u8>> = old_data.difference(&new).collect();
        if !lost.is_empty() {
            let remaining = before.iter().filter(|id| remains(id)).copied().collect();
            let remaining = data(self.new, &remaining, false);
            lost.retain(|one| !remaining.contains(*one));
        }
        let removed = lost.len();
        (new.difference(&old_data).count(), removed)
    }

    fn old_title(&self, old: &Dictionary) -> Option<String> {
        metadata_title(self.old, old.get(b"Metadata")?)
    }

    fn metadata(&mut self, id: ObjectId, old: &Dictionary, new: &Dictionary) {
        let Some(value) = new.get(b"Metadata") else {
            return;
        };
        let reference = value.as_reference();
        let changed = reference.is_some_and(|it| self.is_changed(it.number));
        if old.get(b"Metadata") == Some(value) && !changed {
            return;
        }
        let is_metadata = reference.is_some_and(|it| {
            let object = self.new.object(it);
            object.is_ok_and(|it| {
                it.as_stream()
                    .is_some_and(|it| it.dictionary.is_type(b"Metadata"))
            })
        });
        if is_metadata {
            self.explain_below(id.number, value);
            let title = metadata_title(self.new, value);
            let message = match title.filter(|it| self.old_title(old).as_ref() != Some(it)) {
                Some(title) => format!(
                    "the metadata of the document was changed; its title is {}",
                    quoted(&title)
                ),
                None => "the metadata of the document was changed".to_owned(),
            };
            let severity = ChangeSeverity::Allowed;
            self.report(change(ChangeKind::Metadata, severity, reference, message));
        } else {
            let message = "the entry /Metadata of the catalog was changed";
            self.report(forbidden(ChangeKind::Catalog, Some(id), message));
        }
    }

    /// Checks the form dictionary: fields may be added, with the resources they need.
    fn form(&mut self, id: ObjectId, old: &Dictionary, new: &Dictionary) -> Result<(), PdfError> {
        let before = self.old.lookup(old, b"AcroForm")?.into_object();
        let (holder, after) = self.step(id.number, new.get(b"AcroForm"))?;
        let (Some(before), Some(after)) = (dictionary(&before), after.as_dictionary().cloned())
        else {
            if after.is_null() != before.is_null() {
                let message = "the form was removed or broken";
                self.report(forbidden(ChangeKind::Catalog, Some(id), message));
            }
            return Ok(());
        };
        // An existing object of another kind must not become the form.
        let known = old.reference(b"AcroForm").map(|it| it.number);
        if holder != id.number && (self.is_new(holder) || known == Some(holder)) {
            self.explain(holder, Role::Checked(FORM_KEYS));
        }
        for key in differing(&before, &after) {
            self.form_entry(holder, &key, &before, &after);
        }
        self.form_fields(holder, &before, &after)?;
        self.resources(holder, &before, &after)
    }

    fn form_entry(&mut self, holder: u32, key: &[u8], old: &Dictionary, new: &Dictionary) {
        let id = Some(ObjectId::new(holder, 0));
        let raised = |key: &[u8]| {
            let (before, after) = (old.integer(key).unwrap_or(0), new.integer(key).unwrap_or(0));
            after & before == before && after & !3 == before & !3
        };
        let signed = self.old_form.is_signed();
        let fine = match key {
            b"Fields" | b"DR" => true,
            // Before the first signature, removing XFA is harmless: all readers then show the same
            // form.
            b"XFA" => !new.contains(key) && !signed,
            b"SigFlags" => raised(key),
            b"DA" => !old.contains(key),
            // Some readers may treat any other value, such as a reference, as true.
            b"NeedAppearances" => matches!(new.get(key), None | Some(Object::Bool(false))),
            _ => false,
        };
        if fine {
            return;
        }
        let name = String::from_utf8_lossy(key).into_owned();
        let message = format!("the entry /{name} of the form was changed");
        let severity = match key {
            // Without XFA, readers show the AcroForm fields; nothing else changes.
            b"XFA" if !new.contains(key) => ChangeSeverity::Suspicious,
            _ => ChangeSeverity::Forbidden,
        };
        self.report(change(ChangeKind::Catalog, severity, id, message));
    }

    /// `/Fields`: existing entries must keep their order; added entries must be new objects.
    fn form_fields(
        &mut self,
        holder: u32,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        let before = self.old.lookup(old, b"Fields")?.into_object();
        let (array, after) = self.step(holder, new.get(b"Fields"))?;
        let before = before.as_array().unwrap_or_default();
        let after = after.as_array().unwrap_or_default();
        self.added_members(array, before, after, "the list of fields")?;
        Ok(())
    }

    /// Compares two arrays of references. Returns the added references and reports every other
    /// difference.
    pub(super) fn added_members(
        &mut self,
        holder: u32,
        before: &[Object],
        after: &[Object],
        what: &str,
    ) -> Result<Vec<ObjectId>, PdfError> {
        let kind = if what == "the annotations" {
            ChangeKind::Annotation
        } else {
            ChangeKind::FieldChanged
        };
        let place = Some(ObjectId::new(holder, 0));
        let mut rest = before.iter().peekable();
        let mut added = Vec::new();
        for item in after {
            if rest.peek() == Some(&item) {
                rest.next();
                continue;
            }
            match item.as_reference().filter(|id| self.is_new(id.number)) {
                Some(id) => {
                    self.edges.insert((holder, id.number));
                    added.push(id);
                }
                None => {
                    let message =
                        format!("{what}: something that existed before was moved or added");
                    self.report(forbidden(kind, place, message));
                }
            }
        }
        if rest.peek().is_some() {
            let message = format!("{what}: something was removed or moved");
            self.report(forbidden(kind, place, message));
        }
        Ok(added)
    }

    /// `/DR`: names may be added, not replaced or removed. With `/NeedAppearances`, adding a font
    /// that a signed field names but that was missing would change how readers show the field.
    fn resources(
        &mut self,
        holder: u32,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        let before = self.old.lookup(old, b"DR")?.into_object();
        let remade = self.new.lookup(new, b"NeedAppearances")?.as_bool() == Some(true);
        let awaited = match remade {
            true => self.named_fonts(old)?,
            false => HashSet::new(),
        };
        let (place, after) = self.step(holder, new.get(b"DR"))?;
        let empty = Dictionary::new();
        let before = before.as_dictionary().unwrap_or(&empty).clone();
        let after = after.as_dictionary().unwrap_or(&empty).clone();
        for (category, value) in after.iter() {
            let category = category.as_bytes();
            let was = self.old.lookup(&before, category)?.into_object();
            let (inner, now) = self.step(place, Some(value))?;
            match (was.as_dictionary(), now.as_dictionary()) {
                (was, Some(now)) => {
                    let names = self.resource_names(inner, was.unwrap_or(&empty), now);
                    for name in names {
                        let is_awaited = category == b"Font" && awaited.contains(&name);
                        self.added_resource(inner, &name, is_awaited);
                    }
                }
                (None, None) if was == *now => {}
                (_, None) => self.bad_resources(place, category),
            }
        }
        for (category, _) in before
            .iter()
            .filter(|(category, _)| !after.contains(category.as_bytes()))
        {
            self.bad_resources(place, category.as_bytes());
        }
        Ok(())
    }

    /// Returns the added names.
    fn resource_names(
        &mut self,
        place: u32,
        before: &Dictionary,
        after: &Dictionary,
    ) -> Vec<Vec<u8>> {
        let mut names = Vec::new();
        for key in differing(before, after) {
            match (before.get(&key), after.get(&key)) {
                (None, Some(added)) => {
                    self.explain_below(place, added);
                    names.push(key);
                }
                _ => self.bad_resources(place, &key),
            }
        }
        names
    }

    fn added_resource(&mut self, place: u32, name: &[u8], is_awaited: bool) {
        let name = String::from_utf8_lossy(name);
        let (severity, message) = match is_awaited {
            true => (
                ChangeSeverity::Suspicious,
                format!("the form got the font /{name}, which signed fields name and did not have"),
            ),
            false => (
                ChangeSeverity::Allowed,
                format!("the form got the resource /{name}"),
            ),
        };
        let id = Some(ObjectId::new(place, 0));
        self.report(change(ChangeKind::Resources, severity, id, message));
    }

    /// Font names in `/DA` of the older form and its fields.
    fn named_fonts(&self, form: &Dictionary) -> Result<HashSet<Vec<u8>>, PdfError> {
        let mut names = HashSet::new();
        let mut take = |dictionary: &Dictionary| -> Result<(), PdfError> {
            let appearance = self.old.lookup(dictionary, b"DA")?;
            let text = appearance.as_string().map(PdfString::as_bytes);
            let mut lexer = Lexer::new(text.unwrap_or_default());
            while let Some(token) = lexer.next_token() {
                if let Token::Name(name) = token {
                    names.insert(name.as_bytes().to_vec());
                }
            }
            Ok(())
        };
        take(form)?;
        for node in self.old_form.nodes.values() {
            if let Some(dictionary) = self.old.object(node.id)?.as_dictionary() {
                take(dictionary)?;
            }
        }
        Ok(names)
    }

    fn bad_resources(&mut self, place: u32, key: &[u8]) {
        let name = String::from_utf8_lossy(key).into_owned();
        let message = format!("the resource /{name} of the form was replaced or removed");
        let id = Some(ObjectId::new(place, 0));
        self.report(forbidden(ChangeKind::Catalog, id, message));
    }
}

/// `dc:title` of an XMP packet, without tags.
fn metadata_title(document: &Document, metadata: &Object) -> Option<String> {
    let metadata = document.resolve(metadata).ok()?;
    let data = document.stream_data(metadata.as_stream()?).ok()?;
    let text = String::from_utf8_lossy(&data);
    let (_, rest) = text.split_once("<dc:title")?;
    let (inner, _) = rest.split_once("</dc:title>")?;
    let (_, inner) = inner.split_once('>')?;
    Some(appearance::without_tags(inner).trim().to_owned())
}

/// The object as a dictionary; null counts as an empty one.
fn dictionary(object: &Object) -> Option<Dictionary> {
    match object {
        Object::Null => Some(Dictionary::new()),
        other => other.as_dictionary().cloned(),
    }
}
