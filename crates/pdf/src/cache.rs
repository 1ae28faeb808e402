//! Parsed objects and inflated object streams, kept while they are in use.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::object::{Object, ObjectId};

/// A map by numbers, hashed fast and not against attacks: the maps it is used for are kept small, so that colliding
/// numbers cost little.
pub(crate) type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

/// A set of ids, hashed likewise: there are at most 2^23 numbers, so that colliding ones can't be many in a large set
/// nor cost much in a small one.
pub type IdSet = HashSet<ObjectId, BuildHasherDefault<NumberHasher>>;

/// Spreads one number over all bits.
#[derive(Default)]
pub struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Objects kept of each of two generations.
pub(crate) const KEPT_OBJECTS: usize = 8192;
/// Bytes of source text whose objects are kept of each generation.
const KEPT_TEXT: usize = 16 << 20;
/// Inflated bytes kept.
const KEPT_BYTES: usize = 16 << 20;

/// Objects asked for lately. When the young generation is full it becomes the old one, and what was not
/// asked for since is dropped: as good as a list by last use, and much cheaper.
#[derive(Default)]
pub(crate) struct ObjectCache {
    young: NumberMap<u32, (Rc<Object>, usize)>,
    old: NumberMap<u32, (Rc<Object>, usize)>,
    text: usize,
}

impl ObjectCache {
    pub(crate) fn get(&mut self, number: u32) -> Option<Rc<Object>> {
        if let Some((object, _)) = self.young.get(&number) {
            return Some(Rc::clone(object));
        }
        let (object, text) = self.old.remove(&number)?;
        self.insert(number, Rc::clone(&object), text);
        Some(object)
    }

    /// Keeps an object that was read from so many bytes of text.
    pub(crate) fn insert(&mut self, number: u32, object: Rc<Object>, text: usize) {
        if self.young.len() >= KEPT_OBJECTS || self.text > KEPT_TEXT {
            self.old = std::mem::take(&mut self.young);
            self.text = 0;
        }
        self.text += text;
        self.young.insert(number, (object, text));
    }

    pub(crate) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
        self.text = 0;
    }
}

/// Objects by where they stand in the file: the revisions of a file share what none of them changed.
#[derive(Default)]
pub(crate) struct SharedObjects {
    young: NumberMap<u64, SharedObject>,
    old: NumberMap<u64, SharedObject>,
    text: usize,
}

/// An object, and how many bytes of text it has.
#[derive(Clone)]
pub(crate) struct SharedObject {
    pub(crate) id: ObjectId,
    pub(crate) object: Rc<Object>,
    pub(crate) text: usize,
}

impl SharedObjects {
    pub(crate) fn get(&mut self, offset: u64) -> Option<SharedObject> {
        if let Some(found) = self.young.get(&offset) {
            return Some(found.clone());
        }
        let found = self.old.remove(&offset)?;
        self.insert(offset, found.clone());
        Some(found)
    }

    pub(crate) fn insert(&mut self, offset: u64, object: SharedObject) {
        if self.young.len() >= KEPT_OBJECTS || self.text > KEPT_TEXT {
            self.old = std::mem::take(&mut self.young);
            self.text = 0;
        }
        self.text += object.text;
        self.young.insert(offset, object);
    }
}

/// The inside of an object stream.
pub(crate) struct ObjectStream {
    pub(crate) data: Vec<u8>,
    /// Object number and offset in `data`, by index.
    pub(crate) entries: Vec<(u32, usize)>,
    by_number: OnceCell<HashMap<u32, usize>>,
}

impl ObjectStream {
    pub(crate) fn new(data: Vec<u8>, entries: Vec<(u32, usize)>) -> Self {
        Self {
            data,
            entries,
            by_number: OnceCell::new(),
        }
    }

    /// Where an object starts. Its number decides; the index is only where to look first.
    pub(crate) fn offset(&self, number: u32, index: u32) -> Option<usize> {
        match self.entries.get(index as usize) {
            Some((there, offset)) if *there == number => Some(*offset),
            _ => {
                let by_number = self
                    .by_number
                    .get_or_init(|| self.entries.iter().copied().collect());
                by_number.get(&number).copied()
            }
        }
    }
}

/// Object streams, dropped oldest first when they grow too large together.
#[derive(Default)]
pub(crate) struct StreamCache {
    kept: VecDeque<(u32, Rc<ObjectStream>)>,
    bytes: usize,
}

impl StreamCache {
    pub(crate) fn get(&mut self, number: u32) -> Option<Rc<ObjectStream>> {
        let index = self.kept.iter().rposition(|(kept, _)| *kept == number)?;
        let entry = self.kept.remove(index)?;
        let stream = Rc::clone(&entry.1);
        self.kept.push_back(entry);
        Some(stream)
    }

    pub(crate) fn insert(&mut self, number: u32, stream: Rc<ObjectStream>) {
        self.bytes += stream.data.len();
        self.kept.push_back((number, stream));
        while self.bytes > KEPT_BYTES && self.kept.len() > 1 {
            let Some((_, dropped)) = self.kept.pop_front() else {
                break;
            };
            self.bytes -= dropped.data.len();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.kept.clear();
        self.bytes = 0;
    }
}
