//! References between objects.

use std::collections::HashMap;
use std::rc::Rc;

pub(super) use countersign_pdf::each_reference as each;
use countersign_pdf::{Dictionary, Document, Object, ObjectId, References};

use super::{Comparison, Role, forbidden};
use crate::changes::ChangeKind;

/// Maximum depth of references followed for one explanation.
const MAX_DEPTH: usize = 200;

impl Comparison<'_> {
    /// Explains the changed objects below a value of object `from`, as used by it alone. Pages, the
    /// page tree, the catalog and fields are never explained by a reference.
    pub(super) fn explain_below(&mut self, from: u32, value: &Object) {
        let mut queue: Vec<(u32, ObjectId, usize)> = Vec::new();
        each(value, &mut |id| queue.push((from, id, 0)));
        while let Some((from, id, depth)) = queue.pop() {
            if !self.is_changed(id.number) || depth > MAX_DEPTH {
                continue;
            }
            let fresh = self.edges.insert((from, id.number));
            if !fresh || self.has_own_role(id) || self.explained.contains_key(&id.number) {
                continue;
            }
            self.explain(id.number, Role::Private);
            if let Ok(object) = self.new.object(id) {
                each(&object, &mut |next| {
                    queue.push((id.number, next, depth + 1))
                });
            }
        }
    }

    /// True for objects that are checked as a kind of their own.
    fn has_own_role(&self, id: ObjectId) -> bool {
        let is_form = self.old_form.nodes.contains_key(&id.number)
            || self.new_form.nodes.contains_key(&id.number);
        let object = self.new.object(id);
        let is_structure = object.is_ok_and(|object| {
            object.as_dictionary().is_some_and(|dictionary| {
                [&b"Catalog"[..], b"Pages", b"Page"]
                    .iter()
                    .any(|name| dictionary.is_type(name))
            })
        });
        is_form || is_structure
    }

    /// Reports users of explained objects that are not part of the explanation.
    pub(super) fn other_users(&mut self) {
        if self.explained.is_empty() {
            return;
        }
        let users = self.users();
        let mut found: Vec<(u32, ObjectId)> = Vec::new();
        // Grouped by user, so that an array of thousands of fields is read once.
        let (mut checked, mut waiting) = (Grouped::default(), Grouped::default());
        for (used, role) in &self.explained {
            for user in users.of(*used) {
                match role {
                    Role::Private if self.edges.contains(&(user.number, *used)) => {}
                    Role::Private => found.push((*used, user)),
                    Role::Checked([]) => {}
                    Role::Checked(keys) => {
                        checked.entry(user).or_default().insert(*used, keys);
                    }
                }
                if self.is_new(*used) && self.old.location(user).is_some() {
                    waiting.entry(user).or_default().insert(*used, &[]);
                }
            }
        }
        for (user, uses) in &checked {
            self.misuses(*user, uses, &mut found);
        }
        for (user, uses) in &waiting {
            self.was_waiting(*user, uses, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        for (used, user) in found {
            let message = format!("object {used} was changed, and {user} uses it too");
            let id = self.changed.get(&used).map(|one| one.id());
            self.report(forbidden(ChangeKind::Other, id, message));
        }
    }

    /// Reverse references of the newer revision, read on first use.
    pub(super) fn users(&self) -> Rc<Users> {
        self.new.derived(|| Users::read(self.new))
    }

    /// Finds objects that `user` refers to under a key other than those permitted for their kind.
    fn misuses(&self, user: ObjectId, uses: &Uses, found: &mut Vec<(u32, ObjectId)>) {
        if let Ok(object) = self.new.object(user) {
            each_keyed(&object, None, &mut |id, key| {
                let checked = key.zip(uses.get(&id.number));
                if checked.is_some_and(|(key, keys)| !keys.contains(&key)) {
                    found.push((id.number, user));
                }
            });
        }
    }

    /// Finds new objects that `user` already referred to before they existed. A dangling reference
    /// in signed content would then show or run something added later.
    fn was_waiting(&self, user: ObjectId, uses: &Uses, found: &mut Vec<(u32, ObjectId)>) {
        if let Ok(object) = self.old.object(user) {
            each(&object, &mut |id| {
                if uses.contains_key(&id.number) {
                    found.push((id.number, user));
                }
            });
        }
    }
}

/// Object numbers that one object uses, with the keys under which it may use them.
type Uses = HashMap<u32, &'static [&'static [u8]]>;
/// Uses, grouped by the using object.
type Grouped = HashMap<ObjectId, Uses>;

/// Calls `visit` for every reference in a value, with the nearest dictionary key above it.
fn each_keyed(object: &Object, key: Option<&[u8]>, visit: &mut dyn FnMut(ObjectId, Option<&[u8]>)) {
    let mut entries = |dictionary: &Dictionary| {
        for (key, value) in dictionary.iter() {
            each_keyed(value, Some(key.as_bytes()), visit);
        }
    };
    match object {
        Object::Dictionary(dictionary) => entries(dictionary),
        Object::Stream(stream) => entries(&stream.dictionary),
        Object::Reference(id) => visit(*id, key),
        Object::Array(items) => items.iter().for_each(|item| each_keyed(item, key, visit)),
        Object::Null
        | Object::Bool(_)
        | Object::Integer(_)
        | Object::Real(_)
        | Object::Name(_)
        | Object::String(_)
        | Object::Raw(_) => {}
    }
}

/// Reverse references of a whole document. Read once, even if the document is compared with several
/// older revisions.
pub(crate) struct Users {
    /// The live objects that refer to an object, by its number.
    by_used: Rows<ObjectId>,
    /// By object number: true if the trailer reaches it, whether or not the object exists.
    live: Vec<bool>,
    /// False if a live object can't be read: its references are unknown.
    is_whole: bool,
}

/// Lists of values by number, stored in one vector.
struct Rows<T> {
    /// Start of each number's list, plus one final entry.
    starts: Vec<u32>,
    values: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// Counting sort of the pairs by number: time and space are linear in the number of pairs and
    /// the largest number.
    fn new(pairs: &[(u32, T)]) -> Self {
        let count = pairs.iter().map(|(number, _)| *number as usize + 1).max();
        let mut starts = vec![0; count.unwrap_or(0) + 1];
        for (number, _) in pairs {
            starts[*number as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let first = pairs.first().map(|(_, value)| *value);
        let mut values: Vec<T> = first.map_or(Vec::new(), |value| vec![value; pairs.len()]);
        for (number, value) in pairs {
            let place = &mut next[*number as usize];
            values[*place as usize] = *value;
            *place += 1;
        }
        Self { starts, values }
    }

    fn of(&self, number: u32) -> &[T] {
        let number = number as usize;
        let ends = self.starts.get(number).zip(self.starts.get(number + 1));
        let row = ends.and_then(|(start, end)| self.values.get(*start as usize..*end as usize));
        row.unwrap_or_default()
    }
}

impl Users {
    fn read(document: &Document) -> Self {
        let References {
            mut edges,
            unreadable,
            ..
        } = References::read(document);
        let forward: Vec<(u32, u32)> = edges.iter().map(|(user, it)| (user.number, *it)).collect();
        let live = live_numbers(document.trailer(), &Rows::new(&forward));
        drop(forward);
        let is_live = |number: u32| live.get(number as usize).copied().unwrap_or(false);
        let is_whole = !unreadable.into_iter().any(is_live);
        edges.retain(|(user, _)| is_live(user.number));
        let edges: Vec<(u32, ObjectId)> = edges.into_iter().map(|(user, it)| (it, user)).collect();
        Self {
            by_used: Rows::new(&edges),
            live,
            is_whole,
        }
    }

    pub(super) fn of(&self, used: u32) -> impl Iterator<Item = ObjectId> {
        self.by_used.of(used).iter().copied()
    }

    /// True if all references of this object are known.
    pub(super) fn is_known(&self, number: u32) -> bool {
        self.is_whole && self.is_live(number)
    }

    /// True if the trailer reaches this number. Unreachable objects are not part of the document
    /// (ISO 32000-2, 7.5.6): libraries leave them behind when they replace the referring object.
    pub(super) fn is_live(&self, number: u32) -> bool {
        !self.is_whole || self.live.get(number as usize).copied().unwrap_or(false)
    }
}

/// The numbers that a trailer reaches. `used_by`: the references of each object.
fn live_numbers(trailer: &Dictionary, used_by: &Rows<u32>) -> Vec<bool> {
    let mut live: Vec<bool> = Vec::new();
    let mut queue = Vec::new();
    for (_, value) in trailer.iter() {
        each(value, &mut |id| queue.push(id.number));
    }
    while let Some(number) = queue.pop() {
        let index = number as usize;
        if number > References::MAX_NUMBER || live.get(index) == Some(&true) {
            continue;
        }
        if live.len() <= index {
            live.resize(index + 1, false);
        }
        live[index] = true;
        queue.extend(used_by.of(number));
    }
    live
}
