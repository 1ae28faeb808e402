//! Loads objects: from their offset, from object streams, or from the cache shared with other
//! revisions.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use super::Document;
use crate::cache::{ObjectStream, SharedObject};
use crate::error::{PdfError, Result};
use crate::lexer::Lexer;
use crate::object::{Dictionary, Object, ObjectId, Stream, StreamData};
use crate::parser::{Indirect, Parser, parse_at, parse_growing};
use crate::reader::Window;
use crate::xref::Location;

/// Maximum recursion depth: reading an object may require others (a length, an object stream),
/// endlessly in hostile files.
const MAX_DEPTH: u32 = 40;
/// Maximum number of objects in one object stream.
pub(super) const MAX_STREAM_ENTRIES: i64 = 1 << 20;

/// Counts the current recursion depth; decremented on drop.
pub(super) struct Depth<'a>(&'a Cell<u32>);

impl Drop for Depth<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl Document {
    pub(super) fn descend(&self) -> Result<Depth<'_>> {
        let depth = self.depth.get() + 1;
        self.depth.set(depth);
        let guard = Depth(&self.depth);
        if depth > MAX_DEPTH {
            Err(PdfError::Limit("objects needed to read an object"))
        } else {
            Ok(guard)
        }
    }

    /// An indirect object. Cached if `keeps` is true.
    pub(super) fn find(&self, id: ObjectId, keeps: bool) -> Result<Rc<Object>> {
        let current = self
            .xref()
            .table
            .get(id.number)
            .is_some_and(|(_, generation)| generation == id.generation);
        if !current {
            let page = self.direct_page(id.number).filter(|page| page.id == id);
            return Ok(page.map_or_else(Rc::default, |page| Rc::clone(&page.dictionary)));
        }
        if let Some(object) = self.objects.borrow_mut().get(id.number) {
            return Ok(object);
        }
        if let Some(found) = self.shared_object(id) {
            let object = Rc::clone(&found.object);
            self.keep(id, found.object, found.text, keeps);
            return Ok(object);
        }
        let (object, text) = match self.load(id) {
            Err(PdfError::CrossReference(_)) if self.turn_to_scanned() => self.load(id)?,
            other => other?,
        };
        let object = Rc::new(object);
        if keeps {
            self.share(id, &object, text);
        }
        self.keep(id, Rc::clone(&object), text, keeps);
        Ok(object)
    }

    fn keep(&self, id: ObjectId, object: Rc<Object>, text: usize, keeps: bool) {
        if keeps {
            let mut cached = self.objects.borrow_mut();
            cached.insert(id.number, object, text);
        }
    }

    fn load(&self, id: ObjectId) -> Result<(Object, usize)> {
        let _depth = self.descend()?;
        let xref = self.xref();
        let Some((location, generation)) = xref.table.get(id.number) else {
            return Ok((Object::Null, 0));
        };
        if generation != id.generation {
            return Ok((Object::Null, 0));
        }
        match location {
            Location::Free => Ok((Object::Null, 0)),
            Location::InStream { stream, index } => self.load_from_stream(id, stream, index),
            Location::Offset(offset) => self.read_at(id, offset),
        }
    }

    /// Collects the references in an object without building it. False if the object has to be read
    /// instead: it is already in memory, does not exist, or is not well formed.
    pub fn skim_references(&self, id: ObjectId, found: &mut Vec<ObjectId>) -> bool {
        let Some((location, generation)) = self.xref().table.get(id.number) else {
            return false;
        };
        let is_cached = || self.objects.borrow_mut().get(id.number).is_some();
        if generation != id.generation || is_cached() {
            return false;
        }
        match location {
            Location::Free => false,
            Location::Offset(offset) => {
                let skimmed = parse_at(&self.reader, offset, &self.work, |parser| {
                    Ok(parser.skim_indirect(found))
                });
                skimmed.is_ok_and(|(read, _)| read == Some(id))
            }
            Location::InStream { stream, index } if stream != id.number => {
                self.skim_packed(id, (stream, index), found).is_some()
            }
            Location::InStream { .. } => false,
        }
    }

    fn skim_packed(
        &self,
        id: ObjectId,
        (stream, index): (u32, u32),
        found: &mut Vec<ObjectId>,
    ) -> Option<()> {
        let stream = self.object_stream(stream).ok()?;
        let offset = stream.offset(id.number, index)?;
        Parser::new(Lexer::new(stream.data.get(offset..)?)).skim(found)
    }

    /// The object expected at an offset, and the length of its text in bytes.
    fn read_at(&self, id: ObjectId, offset: u64) -> Result<(Object, usize)> {
        let (read, text) = self.read_indirect(offset)?;
        if read.id != id {
            return Err(PdfError::CrossReference(
                "another object is where one should be",
            ));
        }
        Ok((self.finish_object(read, offset), text))
    }

    /// The object at an offset. Fails for a wrong offset, without repairing the file.
    pub(crate) fn object_at(&self, id: ObjectId, offset: u64) -> Result<Rc<Object>> {
        if let Some(object) = self.objects.borrow_mut().get(id.number) {
            return Ok(object);
        }
        let (object, text) = self.read_at(id, offset)?;
        let object = Rc::new(object);
        let mut cached = self.objects.borrow_mut();
        cached.insert(id.number, Rc::clone(&object), text);
        Ok(object)
    }

    /// An indirect dictionary as written in the file, and its range.
    pub(crate) fn dictionary_range(&self, id: ObjectId) -> Result<(Dictionary, Range<u64>)> {
        let missing = || PdfError::expected(Some(id), "a dictionary of its own");
        let offset = self.object_offset(id).ok_or_else(missing)?;
        let ((object, range), _) = parse_at(&self.reader, offset, &self.work, |parser| {
            parser.indirect_header();
            parser.lexer.skip_whitespace();
            let start = parser.lexer.position();
            let object = parser.object()?;
            Ok((object, start..parser.lexer.position()))
        })?;
        let dictionary = object.as_dictionary().cloned().ok_or_else(missing)?;
        let range = offset + range.start as u64..offset + range.end as u64;
        Ok((dictionary, range))
    }

    /// An object that another revision of the file has read at the same offset.
    fn shared_object(&self, id: ObjectId) -> Option<SharedObject> {
        let shared = self.shared.get()?;
        let offset = self.object_offset(id)?;
        let found = shared.borrow_mut().get(offset)?;
        // A revision that ends inside the object reads less of it.
        let is_whole = offset.saturating_add(found.text as u64) <= self.len();
        (found.id == id && is_whole).then_some(found)
    }

    fn share(&self, id: ObjectId, object: &Rc<Object>, text: usize) {
        if let (Some(shared), Some(offset)) = (self.shared.get(), self.object_offset(id)) {
            let object = Rc::clone(object);
            let found = SharedObject { id, object, text };
            shared.borrow_mut().insert(offset, found);
        }
    }

    /// Reads the object at an offset, with a growing window until it is complete.
    fn read_indirect(&self, offset: u64) -> Result<(Indirect, usize)> {
        parse_at(&self.reader, offset, &self.work, |parser| parser.indirect())
    }

    /// Decrypts the strings, and turns a dictionary with data into a stream.
    fn finish_object(&self, read: Indirect, offset: u64) -> Object {
        let mut object = read.object;
        if let Some(security) = &self.security {
            security.decrypt_object(read.id, &mut object);
        }
        match (object, read.stream) {
            (Object::Dictionary(dictionary), Some(start)) => {
                let data = StreamData::File {
                    start: offset + start as u64,
                    id: read.id,
                };
                Object::Stream(Box::new(Stream { dictionary, data }))
            }
            (object, _) => object,
        }
    }

    fn load_from_stream(&self, id: ObjectId, stream: u32, index: u32) -> Result<(Object, usize)> {
        if stream == id.number {
            return Err(PdfError::expected(Some(id), "outside of itself"));
        }
        let stream = self.object_stream(stream)?;
        let Some(offset) = stream.offset(id.number, index) else {
            return Ok((Object::Null, 0));
        };
        let data = stream.data.get(offset..).unwrap_or_default();
        let window = |_| Ok(Window::Borrowed(data));
        parse_growing(window, data.len() as u64, &self.work, |parser| {
            parser.object()
        })
    }

    pub(super) fn object_stream(&self, number: u32) -> Result<Rc<ObjectStream>> {
        if let Some(stream) = self.streams.borrow_mut().get(number) {
            return Ok(stream);
        }
        let _depth = self.descend()?;
        let generation = match self.xref().table.get(number) {
            Some((Location::Offset(_), generation)) => generation,
            // An object stream must not be inside another one.
            _ => {
                return Err(PdfError::expected(
                    Some(ObjectId::new(number, 0)),
                    "an object stream",
                ));
            }
        };
        let id = ObjectId::new(number, generation);
        let object = self.object(id)?;
        let stream = object
            .as_stream()
            .ok_or_else(|| PdfError::expected(Some(id), "an object stream"))?;
        let count = self
            .lookup(&stream.dictionary, b"N")?
            .as_integer()
            .unwrap_or(0)
            .clamp(0, MAX_STREAM_ENTRIES);
        let first = self.lookup(&stream.dictionary, b"First")?.as_integer();
        let first = first.and_then(|it| usize::try_from(it).ok()).unwrap_or(0);
        let data = self.stream_data(stream)?;
        let entries = stream_entries(&data, first, count);
        let stream = Rc::new(ObjectStream::new(data, entries));
        self.streams.borrow_mut().insert(number, Rc::clone(&stream));
        Ok(stream)
    }
}

/// The object numbers and offsets at the start of an object stream.
pub(super) fn stream_entries(data: &[u8], first: usize, count: i64) -> Vec<(u32, usize)> {
    let mut lexer = Lexer::new(data);
    let pairs = (0..count).map_while(|_| lexer.take_unsigned().zip(lexer.take_unsigned()));
    let entries = pairs.map(|(number, offset)| {
        let offset = first.checked_add(usize::try_from(offset).ok()?)?;
        Some((u32::try_from(number).ok()?, offset))
    });
    // Invalid pairs are kept as entries, so that the indexes of the others stay correct.
    entries
        .map(|entry| entry.unwrap_or((u32::MAX, usize::MAX)))
        .collect()
}
