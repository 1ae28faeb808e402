//! Form fields: filling and signing are permitted; every other change is reported.

use std::collections::{HashMap, HashSet};

use countersign_pdf::{Dictionary, Object, ObjectId, PdfError};

use super::catalog::differing;
use super::{Comparison, FIELD_KEYS, Note, NoteKind, Role, change, references};
use crate::appearance::{self, Filled};
use crate::button_appearances;
use crate::certification::{Lock, Transforms};
use crate::changes::{Change, ChangeKind, ChangeSeverity};

/// Annotation flags Print (4) and Locked (128): signing may set them on a widget.
const PRINT_AND_LOCKED: i64 = 132;
/// Maximum number of filled fields whose value and shown text are reported.
const MAX_VALUES: usize = 250;
/// Field flag ReadOnly.
const READ_ONLY: i64 = 1;
/// How many references below `/AP` are followed to find a replaced appearance.
pub(super) const APPEARANCE_DEPTH: usize = 4;

impl Comparison<'_> {
    /// Checks every node of the field tree that changed or may lead to a changed object.
    pub(super) fn fields(&mut self) -> Result<(), PdfError> {
        let near = self.near_changes();
        let nodes = self.new_form.nodes.iter();
        let nodes = nodes.filter(|(number, node)| {
            let is_new = !self.old_form.nodes.contains_key(number);
            is_new || node.is_signature || self.is_changed(**number) || near.may_lead(**number)
        });
        let numbers: Vec<u32> = nodes.map(|(number, _)| *number).collect();
        for number in numbers {
            match self.old_form.nodes.contains_key(&number) {
                true => self.known_node(number)?,
                false => self.new_node(number)?,
            }
        }
        self.shown_values();
        let removed: Vec<(u32, String)> = self
            .old_form
            .nodes
            .iter()
            .filter(|(number, _)| !self.new_form.nodes.contains_key(number))
            .map(|(number, node)| (*number, node.name.to_string()))
            .collect();
        for (number, name) in removed {
            let found = self.field_change(number, &name, ChangeKind::FieldChanged);
            self.report(Change {
                severity: ChangeSeverity::Forbidden,
                message: "the field or its widget was removed".to_owned(),
                ..found
            });
        }
        Ok(())
    }

    /// Checks that every filled field shows its value.
    fn shown_values(&mut self) {
        let filled: HashSet<String> = self
            .changes
            .iter()
            .filter(|change| change.kind == ChangeKind::FieldFilled)
            .filter_map(|change| change.field.clone())
            .collect();
        if filled.is_empty() {
            return;
        }
        let nodes = self.new_form.nodes.iter();
        let nodes = nodes.filter(|(_, node)| !node.is_signature && filled.contains(&*node.name));
        let numbers: Vec<u32> = nodes.map(|(number, _)| *number).collect();
        for number in &numbers {
            if let Some(message) = self.misleading_appearance(*number) {
                let kind = ChangeKind::FieldFilled;
                self.report_field(*number, kind, ChangeSeverity::Suspicious, message);
            }
            self.note_appearance(*number);
        }
        self.report_values(&numbers);
    }

    /// The message for a filled field whose appearance misleads, if it does.
    fn misleading_appearance(&self, number: u32) -> Option<&'static str> {
        let (old, new, id) = (self.old, self.new, self.new_form.id(number));
        if appearance::appearance_changed(old, new, id) {
            Some("the field shows something else while its value is the same")
        } else if appearance::differs(new, id) {
            Some("the field shows something other than its value")
        } else if appearance::shows_a_picture(new, id) {
            Some("the field shows a picture or a drawing in place of its text")
        } else if appearance::rich_text_differs(new, id) && !appearance::rich_text_differs(old, id)
        {
            Some("the rich text of the field says something other than its value")
        } else if button_appearances::was_redrawn(old, new, id) {
            Some("the look of a button's state was exchanged")
        } else if appearance::is_shown(old, id) && appearance::is_hidden(new, id) {
            Some("the field does not show its value any more")
        } else {
            None
        }
    }

    fn note_appearance(&mut self, number: u32) {
        let id = self.new_form.id(number);
        let kinds = [
            (appearance::differs(self.old, id), NoteKind::ShowedOtherwise),
            (
                appearance::is_undetermined(self.new, id),
                NoteKind::Undetermined,
            ),
        ];
        let field = self.new_form.name(number).unwrap_or_default().to_owned();
        for (_, kind) in kinds.into_iter().filter(|(is_so, _)| *is_so) {
            let field = field.clone();
            self.notes.push(Note { field, kind });
        }
    }

    /// Adds the current value and shown text to the change of each filled field.
    fn report_values(&mut self, widgets: &[u32]) {
        let mut reported: HashMap<String, Filled> = HashMap::new();
        for number in widgets {
            let name = self.new_form.name(*number).unwrap_or_default();
            if reported.len() < MAX_VALUES && !reported.contains_key(name) {
                let filled = appearance::filled(self.new, self.new_form.id(*number));
                reported.insert(name.to_owned(), filled);
            }
        }
        let filled = self.changes.iter_mut();
        for change in filled.filter(|change| change.kind == ChangeKind::FieldFilled) {
            let name = change.field.as_deref().unwrap_or_default();
            if let Some(filled) = reported.get(name) {
                change.value.clone_from(&filled.value);
                change.shown.clone_from(&filled.shown);
            }
        }
    }

    fn field_change(&self, number: u32, name: &str, kind: ChangeKind) -> Change {
        let id = self.changed.get(&number).map(|one| one.id());
        let id = id.unwrap_or(ObjectId::new(number, 0));
        Change {
            field: Some(name.to_owned()),
            page: self.shown_on.get(&number).copied(),
            ..change(kind, ChangeSeverity::Allowed, Some(id), "")
        }
    }

    fn report_field(
        &mut self,
        number: u32,
        kind: ChangeKind,
        severity: ChangeSeverity,
        message: impl Into<String>,
    ) {
        let name = self.new_form.name(number).unwrap_or_default().to_owned();
        let found = self.field_change(number, &name, kind);
        // A field may have many widgets; each message is reported once per field.
        let change = Change {
            severity,
            message: message.into(),
            ..found
        };
        if self.reported.insert(change.clone()) {
            self.report(change);
        }
    }

    fn new_node(&mut self, number: u32) -> Result<(), PdfError> {
        // Nothing permits an existing object to become a field.
        if !self.is_new(number) {
            let kind = ChangeKind::FieldChanged;
            let message = "an object that existed before was made a field";
            self.report_field(number, kind, ChangeSeverity::Forbidden, message);
            return Ok(());
        }
        self.explain(number, Role::Checked(FIELD_KEYS));
        let id = self
            .changed
            .get(&number)
            .map_or(ObjectId::new(number, 0), |one| one.id());
        let object = self.new.object(id)?;
        self.explain_below(number, &object);
        let Some(dictionary) = object.as_dictionary() else {
            return Ok(());
        };
        let active = dictionary.contains(b"AA") || self.runs_something(dictionary);
        let (severity, message) = match active {
            true => (
                ChangeSeverity::Suspicious,
                "a field that runs an action was added",
            ),
            false => (ChangeSeverity::Allowed, "a field was added"),
        };
        self.report_field(number, ChangeKind::FieldAdded, severity, message);
        self.new_signature(number, dictionary)
    }

    /// A new field may already be signed.
    fn new_signature(&mut self, number: u32, dictionary: &Dictionary) -> Result<(), PdfError> {
        let node = self.new_form.nodes.get(&number);
        let is_signature = node.is_some_and(|node| node.is_signature);
        if is_signature && !self.new.lookup(dictionary, b"V")?.is_null() {
            self.report_allowed(number, ChangeKind::SignatureAdded, "a signature was added");
        }
        Ok(())
    }

    fn report_allowed(&mut self, number: u32, kind: ChangeKind, message: &str) {
        self.report_field(number, kind, ChangeSeverity::Allowed, message);
    }

    /// True for an action other than opening a single URI.
    fn runs_something(&self, dictionary: &Dictionary) -> bool {
        let action = self.new.lookup(dictionary, b"A");
        action.is_ok_and(|action| {
            action
                .as_dictionary()
                .is_some_and(|action| action.name(b"S") != Some(b"URI") || action.contains(b"Next"))
        })
    }

    fn known_node(&mut self, number: u32) -> Result<(), PdfError> {
        let id = match self.changed.get(&number) {
            Some(changed) => changed.id(),
            None => return self.unchanged_node(number),
        };
        let (before, after) = (self.old.object(id)?, self.new.object(id)?);
        let (Some(before), Some(after)) = (before.as_dictionary(), after.as_dictionary()) else {
            return Ok(());
        };
        self.explain(number, Role::Checked(FIELD_KEYS));
        let (before, after) = (before.clone(), after.clone());
        let node = self.new_form.nodes.get(&number).cloned();
        let Some(node) = node else { return Ok(()) };
        let signs = node.is_signature && self.signs(number, &before, &after)?;
        for key in differing(&before, &after) {
            self.field_entry(number, &key, &before, &after, (node.is_signature, signs))?;
        }
        match node.is_signature {
            true if signs => self.signed_appearance(number, &after),
            true => Ok(()),
            false => self.replaced_in_place(number, &after),
        }
    }

    /// A signed field may draw its appearance in the stream object that it had while unsigned.
    fn signed_appearance(&mut self, number: u32, node: &Dictionary) -> Result<(), PdfError> {
        if let Some(value) = node.get(b"AP") {
            self.explain_replaced(number, value)?;
        }
        Ok(())
    }

    /// True if the field of this node is unsigned in the older revision and signed in the newer
    /// one.
    fn signs(
        &self,
        number: u32,
        before: &Dictionary,
        after: &Dictionary,
    ) -> Result<bool, PdfError> {
        let own = |document: &countersign_pdf::Document, node: &Dictionary| {
            Ok::<bool, PdfError>(document.lookup(node, b"V")?.as_dictionary().is_some())
        };
        if before.contains(b"T") || after.contains(b"T") {
            return Ok(!own(self.old, before)? && own(self.new, after)?);
        }
        // A widget separate from its field: the value is in the field.
        let is_signed = |form: &crate::form::FormTree| {
            let field = form.signature_of_widget(number);
            field.is_some_and(|field| !field.value.is_null())
        };
        Ok(!is_signed(&self.old_form) && is_signed(&self.new_form))
    }

    fn field_entry(
        &mut self,
        number: u32,
        key: &[u8],
        old: &Dictionary,
        new: &Dictionary,
        (is_signature, signs): (bool, bool),
    ) -> Result<(), PdfError> {
        let value = new.get(key).cloned().unwrap_or_default();
        match key {
            b"V" if is_signature && signs => {
                self.explain_below(number, &value);
                self.report_allowed(number, ChangeKind::SignatureAdded, "the field was signed");
            }
            b"AP" | b"M" | b"AS" if is_signature && signs => self.explain_below(number, &value),
            b"F" if is_signature && signs => {
                let flags = |it: &Dictionary| match it.get(b"F") {
                    None => Some(0),
                    Some(flags) => flags.as_integer().map(|it| it & !PRINT_AND_LOCKED),
                };
                if flags(old).is_none() || flags(old) != flags(new) {
                    self.bad_entry(number, key);
                }
            }
            b"V" | b"AS" | b"AP" | b"RV" | b"I" | b"M" if !is_signature => {
                self.explain_below(number, &value);
                self.report_allowed(number, ChangeKind::FieldFilled, "the field was filled");
            }
            b"Kids" => self.field_kids(number, old, new)?,
            b"Ff" if self.is_locked_now(number, old, new)? => {
                let message = "the field was made read-only, as a signature locks it";
                self.report_allowed(number, ChangeKind::FieldChanged, message);
            }
            _ => self.bad_entry(number, key),
        }
        Ok(())
    }

    /// True if the only change of the flags is ReadOnly and a signature locks the field. Some
    /// writers set the flag when they sign.
    fn is_locked_now(
        &mut self,
        number: u32,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<bool, PdfError> {
        let before = appearance::field_flags(self.old, old);
        let Some(after) = new.get(b"Ff").and_then(Object::as_integer) else {
            return Ok(false);
        };
        let name = self.new_form.name(number).unwrap_or_default();
        if after != before | READ_ONLY {
            return Ok(false);
        }
        let name = name.to_owned();
        if self.locks.is_none() {
            self.locks = Some(self.all_locks()?);
        }
        let mut locks = self.locks.iter().flatten();
        Ok(locks.any(|lock| lock.holds(&name)))
    }

    /// Locks of all signatures in the newer revision.
    fn all_locks(&self) -> Result<Vec<Lock>, PdfError> {
        let mut locks = Vec::new();
        for field in &self.new_form.signatures {
            let value = self.new.resolve(&field.value)?;
            if let Some(signature) = value.as_dictionary() {
                let mut transforms = Transforms::read(self.new, signature)?;
                transforms.take_lock(self.new, field.id)?;
                locks.extend(transforms.locks);
            }
        }
        Ok(locks)
    }

    fn field_kids(
        &mut self,
        number: u32,
        old: &Dictionary,
        new: &Dictionary,
    ) -> Result<(), PdfError> {
        let before = self.old.lookup(old, b"Kids")?.into_object();
        let (holder, after) = self.step(number, new.get(b"Kids"))?;
        let before = before.as_array().unwrap_or_default();
        let after = after.as_array().unwrap_or_default();
        self.added_members(holder, before, after, "the field's parts")?;
        Ok(())
    }

    fn bad_entry(&mut self, number: u32, key: &[u8]) {
        let name = String::from_utf8_lossy(key).into_owned();
        let message = format!("the entry /{name} of the field was changed");
        let kind = ChangeKind::FieldChanged;
        self.report_field(number, kind, ChangeSeverity::Forbidden, message);
    }

    /// An unchanged node may still show another appearance, if the appearance stream was replaced
    /// in place.
    fn unchanged_node(&mut self, number: u32) -> Result<(), PdfError> {
        let Some(node) = self.new_form.nodes.get(&number).cloned() else {
            return Ok(());
        };
        let object = self.new.object(node.id)?;
        let Some(dictionary) = object.as_dictionary() else {
            return Ok(());
        };
        if let Some(kids) = dictionary
            .reference(b"Kids")
            .filter(|id| self.is_changed(id.number))
        {
            let before = self.old.object(kids)?;
            let after = self.new.object(kids)?;
            self.explain(kids.number, Role::Private);
            self.edges.insert((number, kids.number));
            let (before, after) = (before.as_array(), after.as_array());
            let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
            self.added_members(kids.number, before, after, "the field's parts")?;
        }
        // For signature fields, appearance and value belong to the signature.
        let dictionary = dictionary.clone();
        if node.is_signature {
            let signs = self.signs(number, &dictionary, &dictionary)?;
            return match signs {
                true => self.signed_appearance(number, &dictionary),
                false => Ok(()),
            };
        }
        self.replaced_in_place(number, &dictionary)
    }

    /// The objects that a field refers to may change while the references stay the same.
    fn replaced_in_place(&mut self, number: u32, node: &Dictionary) -> Result<(), PdfError> {
        let mut touched = false;
        for key in [&b"AP"[..], b"V", b"RV"] {
            if let Some(value) = node.get(key) {
                touched |= self.explain_replaced(number, value)?;
            }
        }
        if touched {
            let kind = ChangeKind::FieldFilled;
            let message = "the appearance of the field was replaced";
            self.report_field(number, kind, ChangeSeverity::Allowed, message);
        }
        Ok(())
    }

    /// Looks for changed objects below `value`, through up to `APPEARANCE_DEPTH` levels of
    /// unchanged ones, and explains them. Returns true if it found any.
    pub(super) fn explain_replaced(
        &mut self,
        number: u32,
        value: &Object,
    ) -> Result<bool, PdfError> {
        let mut touched = false;
        let mut seen: HashSet<u32> = HashSet::new();
        let mut queue: Vec<(u32, ObjectId, usize)> = Vec::new();
        references::each(value, &mut |id| queue.push((number, id, 0)));
        while let Some((from, id, depth)) = queue.pop() {
            if self.is_changed(id.number) {
                touched = true;
                self.explain_below(from, &Object::Reference(id));
                continue;
            }
            if depth >= APPEARANCE_DEPTH || !seen.insert(id.number) {
                continue;
            }
            let object = self.new.object(id)?;
            let is_page = object.as_dictionary().is_some_and(|it| it.is_type(b"Page"));
            if !is_page && !self.new_form.nodes.contains_key(&id.number) {
                references::each(&object, &mut |next| {
                    queue.push((id.number, next, depth + 1))
                });
            }
        }
        Ok(touched)
    }
}
