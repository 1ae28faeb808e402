//! Two revisions of a file, compared object by object.
//!
//! Nothing is believed that a revision says about itself: what counts is what every object is
//! before and after. Each changed object needs an explanation, found by walking from the catalog
//! along the few ways on which forms and signatures may change (fields, appearances, new widgets,
//! validation material, metadata). What no such way reaches is forbidden. And an explanation holds
//! only if nobody else uses the object: an appearance that is also a page's content explains
//! nothing, so at the end every reference to a changed object in the whole document is looked at.
//!
//! Deliberately absent: rendering. Whether an appearance shows what its value says is another
//! question.

mod annotations;
mod catalog;
mod changed;
mod fields;
mod near;
mod references;
mod structure;
mod structure_tree;
pub(crate) use structure::ends_cleanly;
mod unexplained;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use countersign_pdf::{Document, Object, ObjectId, PdfError};

use crate::certification::Lock;
use crate::changes::{Change, ChangeKind, ChangeSeverity, Changes};
use crate::form::FormTree;
use changed::Changed;
pub(crate) use references::Users;

/// How an explained object may be used by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Its changes were judged for what it is, and it may be used as that: under these keys, or in an
    /// array of its own. A widget that is also a dictionary of a page's images is none.
    Judged(&'static [&'static [u8]]),
    /// It may change only because of who uses it: all users must be known.
    Private,
}

/// Keys under which the catalog is used.
const CATALOG_KEYS: &[&[u8]] = &[b"Root", b"Data"];
/// Keys under which the form is used.
const FORM_KEYS: &[&[u8]] = &[b"AcroForm"];
/// Keys under which the document's information is used.
const INFORMATION_KEYS: &[&[u8]] = &[b"Info"];
/// Keys under which fields and widgets are used.
const FIELD_KEYS: &[&[u8]] = &[
    b"Annots", b"Kids", b"Fields", b"Parent", b"CO", b"Obj", b"Popup", b"IRT", b"T", b"Data",
];
/// A page can be led to from anywhere; of its entries only the list of annotations may change, which
/// is an array and so nothing that draws.
const PAGE_KEYS: &[&[u8]] = &[];

/// One of the revisions that are compared.
pub(crate) struct Side<'a> {
    pub(crate) document: &'a Document,
    /// Its form: read once for a revision, however often that is compared.
    pub(crate) form: Rc<FormTree>,
}

impl<'a> Side<'a> {
    /// A revision that is compared once.
    pub(crate) fn read(document: &'a Document) -> Self {
        Self {
            document,
            form: Rc::new(FormTree::read(document)),
        }
    }
}

/// What a comparison found.
pub(crate) struct Outcome {
    pub(crate) changes: Changes,
    /// What deserves a look and is no change.
    pub(crate) notes: Vec<Note>,
}

/// Something about a filled field that deserves a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) field: String,
    pub(crate) kind: NoteKind,
}

/// See [`Note`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteKind {
    /// In the older revision it showed something other than its value.
    ShowedOtherwise,
    /// Nobody can tell what it shows now.
    Untold,
}

/// A comparison under way.
struct Comparison<'a> {
    old: &'a Document,
    new: &'a Document,
    old_form: Rc<FormTree>,
    new_form: Rc<FormTree>,
    /// Objects that are not what they were, by number.
    changed: BTreeMap<u32, Changed>,
    explained: HashMap<u32, Role>,
    /// References that are part of an explanation: from object to object.
    edges: HashSet<(u32, u32)>,
    /// Pages (from 1) that show an annotation.
    shown_on: HashMap<u32, u32>,
    /// Who uses what in the newer revision, read when it is first needed.
    users: &'a OnceCell<Users>,
    changes: Vec<Change>,
    /// Changes of fields that are told already.
    told: HashSet<Change>,
    /// What signatures lock, read when it is first needed.
    locks: Option<Vec<Lock>>,
    notes: Vec<Note>,
}

/// Compares `new`, which continues `old`, with it. `users` belongs to `new`.
pub(crate) fn compare(
    old: Side<'_>,
    new: Side<'_>,
    users: &OnceCell<Users>,
) -> Result<Outcome, PdfError> {
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
        users,
        changes: Vec::new(),
        told: HashSet::new(),
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
        self.structure_tree()?;
        self.unexplained();
        // Where the file is broken anyway, looking at all of it gains nothing.
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

    /// True for an object that the older revision did not have.
    fn is_new(&self, number: u32) -> bool {
        matches!(self.changed.get(&number), Some(Changed::Added(_)))
    }

    fn explain(&mut self, number: u32, role: Role) {
        if !self.is_changed(number) {
            return;
        }
        match role {
            // What stands for a dictionary carries no data that something else could draw.
            Role::Judged(_) if self.is_stream(number) => {}
            Role::Judged(_) => {
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

    /// Follows a value of object `from` in the newer revision: gives the object that holds it and the value.
    /// The reference becomes part of an explanation.
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

/// A change of an object.
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
