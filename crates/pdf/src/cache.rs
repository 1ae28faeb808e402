//! Caches of parsed objects and inflated object streams.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::object::{Object, ObjectId};

/// A map with integer keys and a fast hash that is not collision-resistant: these maps stay small,
/// so collisions cost little.
pub(crate) type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

/// A set of object IDs with the same hash. There are at most 2^23 numbers, so collisions can't be
/// numerous in a large set, nor expensive in a small one.
pub type IdSet = HashSet<ObjectId, BuildHasherDefault<NumberHasher>>;

/// Distributes one number over all bits.
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

/// Maximum number of objects per generation.
pub(crate) const MAX_CACHED_OBJECTS: usize = 8192;
/// Maximum source text of the cached objects per generation, in bytes.
const MAX_CACHED_TEXT: usize = 16 << 20;
/// Maximum size of the cached object streams, in inflated bytes.
const MAX_CACHED_BYTES: usize = 16 << 20;

/// Recently used objects in two generations. When the young generation is full it replaces the old
/// one, which drops everything not used since: about as effective as LRU, and much cheaper.
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

    /// Caches an object parsed from `text` bytes.
    pub(crate) fn insert(&mut self, number: u32, object: Rc<Object>, text: usize) {
        if self.young.len() >= MAX_CACHED_OBJECTS || self.text > MAX_CACHED_TEXT {
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

/// Objects by file offset: revisions of a file share their unchanged objects.
#[derive(Default)]
pub(crate) struct SharedObjects {
    young: NumberMap<u64, SharedObject>,
    old: NumberMap<u64, SharedObject>,
    text: usize,
}

/// An object and the length of its source text in bytes.
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
        if self.young.len() >= MAX_CACHED_OBJECTS || self.text > MAX_CACHED_TEXT {
            self.old = std::mem::take(&mut self.young);
            self.text = 0;
        }
        self.text += object.text;
        self.young.insert(offset, object);
    }
}

/// A decoded object stream.
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

    /// Offset of an object in `data`. The number decides; the index is only a hint.
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

/// Object streams. The oldest are dropped when the total size exceeds the limit.
#[derive(Default)]
pub(crate) struct StreamCache {
    cached: VecDeque<(u32, Rc<ObjectStream>)>,
    bytes: usize,
}

impl StreamCache {
    pub(crate) fn get(&mut self, number: u32) -> Option<Rc<ObjectStream>> {
        let index = self
            .cached
            .iter()
            .rposition(|(cached, _)| *cached == number)?;
        let entry = self.cached.remove(index)?;
        let stream = Rc::clone(&entry.1);
        self.cached.push_back(entry);
        Some(stream)
    }

    pub(crate) fn insert(&mut self, number: u32, stream: Rc<ObjectStream>) {
        self.bytes += stream.data.len();
        self.cached.push_back((number, stream));
        while self.bytes > MAX_CACHED_BYTES && self.cached.len() > 1 {
            let Some((_, dropped)) = self.cached.pop_front() else {
                break;
            };
            self.bytes -= dropped.data.len();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.cached.clear();
        self.bytes = 0;
    }
}
