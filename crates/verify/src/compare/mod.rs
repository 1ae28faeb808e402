//! Compares two revisions of a file object by object.
//!
//! A revision's own claims are not trusted; only the content of each object before and after
//! counts. Each changed object needs an explanation. Explanations are found by walking from the
//! catalog along the paths on which forms and signatures may change: fields, appearances, new
//! widgets, validation material, metadata. A changed object that no such path reaches is forbidden.
//! An explanation holds only if no other object uses the changed one: an appearance stream that is
//! also page content is not explained. So the last step checks every reference to a changed object
//! in the whole document.
//!
//! No rendering: `appearance` checks whether an appearance shows the field's value.

mod annotations;
mod catalog;
mod changed;
mod fields;
mod links;
mod near;
mod references;
mod structure;
mod structure_tree;
pub(crate) use structure::ends_cleanly;
mod unexplained;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use countersign_pdf::{Document, Object, ObjectId, PdfError};

use crate::certification::Lock;
use crate::changes::{Change, ChangeKind, ChangeSeverity, Changes};
use crate::form::FormTree;
use changed::Changed;

/// How other objects may use an explained object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Checked as an object of a known kind. It may be used as that kind: under these keys, or in
    /// an array under one of them. This rejects, for example, a widget that also serves as a
    /// dictionary of a page's images.
    Checked(&'static [&'static [u8]]),
    /// May change only because of its users: all of them must be part of the explanation.
    Private,
}

/// Keys that may refer to the catalog.
const CATALOG_KEYS: &[&[u8]] = &[b"Root", b"Data"];
/// Keys that may refer to the form dictionary.
const FORM_KEYS: &[&[u8]] = &[b"AcroForm"];
/// Keys that may refer to the information dictionary.
const INFORMATION_KEYS: &[&[u8]] = &[b"Info"];
/// Keys that may refer to fields and widgets.
const FIELD_KEYS: &[&[u8]] = &[
    b"Annots", b"Kids", b"Fields", b"Parent", b"CO", b"Obj", b"Popup", b"IRT", b"T", b"Data",
];
/// Any object may refer to a page. Only the page's annotation list may change, and an array draws
/// nothing.
const PAGE_KEYS: &[&[u8]] = &[];

/// One of the two compared revisions.
pub(crate) struct Side<'a> {
    pub(crate) document: &'a Document,
    /// The form, read once per revision and shared between comparisons.
    pub(crate) form: Rc<FormTree>,
}

/// Result of a comparison.
pub(crate) struct Outcome {
    pub(crate) changes: Changes,
    /// Observations that are not changes.
    pub(crate) notes: Vec<Note>,
}

/// An observation about a filled field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) field: String,
    pub(crate) kind: NoteKind,
}

/// See [`Note`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteKind {
    /// In the older revision the field showed something other than its value.
    ShowedOtherwise,
    /// What the field shows now can't be determined.
    Undetermined,
}

/// A comparison in progress.
struct Comparison<'a> {
    old: &'a Document,
    new: &'a Document,
    old_form: Rc<FormTree>,
    new_form: Rc<FormTree>,
    /// Changed objects, by object number.
    changed: BTreeMap<u32, Changed>,
    explained: HashMap<u32, Role>,
    /// References that belong to an explanation: (from, to).
    edges: HashSet<(u32, u32)>,
    /// Page number (from 1) of each annotation.
    shown_on: HashMap<u32, u32>,
    changes: Vec<Change>,
    /// Field changes that are already reported.
    reported: HashSet<Change>,
    /// Locks of all signatures, read on first use.
    locks: Option<Vec<Lock>>,
    notes: Vec<Note>,
}

/// Compares `new` with `old`, the revision it continues.
pub(crate) fn compare(old: Side<'_>, new: Side<'_>) -> Result<Outcome, PdfError> {
    let (old_form, new_form) = (old.form, new.form);
    let (old, new) = (old.document, new.document);
    let mut changes = structure::check(old, new)?;
    let broken = changes
        .iter()
        .any(|change| change.severity == ChangeSeverity::Forbidden);
    let changed = changed::find(old, new)?;
    let mut comparison = Comparison {
        old,
        new,
        old_form,
        new_form,
        changed,
        explained: HashMap::new(),
        edges: HashSet::new(),
        shown_on: HashMap::new(),
        changes: Vec::new(),
        reported: HashSet::new(),
        locks: None,
        notes: Vec::new(),
    };
    comparison.run(broken)?;
    changes.extend(comparison.changes);
    Ok(Outcome {
        changes: Changes::new(changes),
        notes: comparison.notes,
    })
}

impl Comparison<'_> {
    fn run(&mut self, broken: bool) -> Result<(), PdfError> {
        self.trailer()?;
        if self.changed.is_empty() {
            return Ok(());
        }
        self.structure_objects();
        self.catalog()?;
        self.pages()?;
        self.fields()?;
        self.links()?;
        self.structure_tree()?;
        self.unexplained();
        // If the file is already rejected, scanning all references gains nothing.
        if !broken {
            self.other_users();
        }
        Ok(())
    }

    fn report(&mut self, change: Change) {
        self.changes.push(change);
    }

    fn is_changed(&self, number: u32) -> bool {
        self.changed.contains_key(&number)
    }

    /// True if the older revision did not have the object.
    fn is_new(&self, number: u32) -> bool {
        matches!(self.changed.get(&number), Some(Changed::Added(_)))
    }

    fn explain(&mut self, number: u32, role: Role) {
        if !self.is_changed(number) {
            return;
        }
        match role {
            // A judged object must not be a stream: another object could draw its data.
            Role::Checked(_) if self.is_stream(number) => {}
            Role::Checked(_) => {
                self.explained.insert(number, role);
            }
            Role::Private => {
                self.explained.entry(number).or_insert(role);
            }
        }
    }

    fn is_stream(&self, number: u32) -> bool {
        let Some(id) = self.changed.get(&number).map(|one| one.id()) else {
            return false;
        };
        let is_stream = |document: &Document| {
            let object = document.object(id);
            object.is_ok_and(|object| object.as_stream().is_some())
        };
        is_stream(self.old) || is_stream(self.new)
    }

    /// Follows a value of object `from` in the newer revision. Returns the number of the object
    /// that holds the value, and the resolved value. A followed reference becomes part of the
    /// explanation.
    fn step(&mut self, from: u32, value: Option<&Object>) -> Result<(u32, Rc<Object>), PdfError> {
        match value {
            Some(Object::Reference(id)) => {
                self.edges.insert((from, id.number));
                self.explain(id.number, Role::Private);
                Ok((
                    id.number,
                    Rc::new(self.new.resolve(&Object::Reference(*id))?.into_object()),
                ))
            }
            Some(direct) => Ok((from, Rc::new(direct.clone()))),
            None => Ok((from, Rc::new(Object::Null))),
        }
    }
}

/// Builds a change of an object, without field, page and values.
fn change(
    kind: ChangeKind,
    severity: ChangeSeverity,
    object: Option<ObjectId>,
    message: impl Into<String>,
) -> Change {
    Change {
        kind,
        severity,
        object: object.map(|id| id.to_string()),
        field: None,
        page: None,
        message: message.into(),
        value: None,
        shown: None,
    }
}

fn forbidden(kind: ChangeKind, object: Option<ObjectId>, message: impl Into<String>) -> Change {
    change(kind, ChangeSeverity::Forbidden, object, message)
}
