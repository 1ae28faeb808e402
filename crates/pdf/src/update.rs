//! Changes of a document, written as an appended revision.

mod tail;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::filter;
use crate::object::{Dictionary, Name, Object, ObjectId, Stream};
use crate::objects::{Objects, Resolved};
use crate::pages::ROOM;
use crate::serialize::Serializer;
use crate::xref::MAX_NUMBER;

pub(crate) use tail::is_repeated;

/// The bytes to append to the file as its next revision (ISO 32000-2, 7.5.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tail {
    /// Length of the file to which the bytes belong.
    pub base_length: u64,
    /// The bytes to append.
    pub bytes: Vec<u8>,
}

/// Positions of objects in a [`Tail`], relative to its first byte.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Sorted by object number.
    pub(crate) objects: Vec<(u32, Range<usize>)>,
    pub(crate) marks: Vec<(&'static str, Range<usize>)>,
}

impl Layout {
    /// Range from `number generation obj` up to and including `endobj`.
    pub fn object(&self, id: ObjectId) -> Option<Range<usize>> {
        let by_number = |(number, _): &(u32, Range<usize>)| *number;
        let place = self.objects.binary_search_by_key(&id.number, by_number);
        let (_, range) = self.objects.get(place.ok()?)?;
        Some(range.clone())
    }

    /// Range of the raw object with this mark; the first one if there are several.
    pub fn mark(&self, mark: &str) -> Option<Range<usize>> {
        self.marks
            .iter()
            .find(|(name, _)| *name == mark)
            .map(|(_, range)| range.clone())
    }
}

/// A changed object.
pub(crate) struct Change {
    pub(crate) generation: u16,
    /// `None` if the object is deleted.
    pub(crate) object: Option<Rc<Object>>,
}

/// Changes of a document. The document itself stays unchanged; [`Update::finish`] returns the bytes
/// to append.
///
/// ```
/// # use countersign_pdf::{Document, Update, Object, PdfError};
/// # fn example(document: &Document) -> Result<Vec<u8>, PdfError> {
/// let mut update = Update::new(document);
/// let font = update.add(countersign_pdf::Dictionary::new().with("Type", Object::name("Font")));
/// update.edit(document.catalog_id()?, |catalog| {
///     catalog.insert("Font", font);
/// })?;
/// Ok(update.finish()?.bytes)
/// # }
/// ```
pub struct Update<'a> {
    document: &'a Document,
    pub(crate) changes: BTreeMap<u32, Change>,
    pub(crate) trailer: Dictionary,
    next: u32,
}

impl<'a> Update<'a> {
    /// An update without changes.
    pub fn new(document: &'a Document) -> Self {
        Self {
            document,
            changes: BTreeMap::new(),
            trailer: Dictionary::new(),
            next: document.next_object_number(),
        }
    }

    /// The document to which the changes belong.
    pub fn document(&self) -> &'a Document {
        self.document
    }

    /// True if there are no changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.trailer.is_empty()
    }

    /// IDs of the changed, added and deleted objects.
    pub fn changed(&self) -> Vec<ObjectId> {
        self.changes
            .iter()
            .map(|(number, change)| ObjectId::new(*number, change.generation))
            .collect()
    }

    /// Replaces an object, or defines a reserved one.
    pub fn set(&mut self, id: ObjectId, object: impl Into<Object>) {
        self.put(id, Rc::new(object.into()));
    }

    fn put(&mut self, id: ObjectId, object: Rc<Object>) {
        if !self.changes.contains_key(&id.number) {
            self.make_indirect(id);
        }
        self.changes.insert(
            id.number,
            Change {
                generation: id.generation,
                object: Some(object),
            },
        );
        self.next = self.next.max(id.number.saturating_add(1));
    }

    /// Lets a node refer to a page that was written inside of it so far, because the page becomes an object.
    fn make_indirect(&mut self, id: ObjectId) {
        let Some(page) = self.document.direct_page(id.number) else {
            return;
        };
        if let Ok(mut node) = Objects::dictionary(self, page.node) {
            self.refer(&mut node, &page.path, id);
            self.set(page.node, node);
        }
    }

    fn refer(&mut self, node: &mut Dictionary, path: &[usize], page: ObjectId) {
        let kids = self.lookup(node, b"Kids").map(Resolved::into_object);
        let (Ok(Object::Array(mut kids)), Some((place, rest))) = (kids, path.split_first()) else {
            return;
        };
        match kids.get_mut(*place) {
            Some(Object::Dictionary(inner)) if !rest.is_empty() => self.refer(inner, rest, page),
            Some(kid) => *kid = page.into(),
            None => {}
        }
        match node.reference(b"Kids") {
            Some(array) => self.set(array, kids),
            None => drop(node.insert("Kids", kids)),
        }
    }

    /// Reserves a number for an object that is set later.
    pub fn reserve(&mut self) -> ObjectId {
        let first = self.document.next_object_number();
        while self.next - first >= ROOM && self.document.holds_direct_page(self.next) {
            self.next = self.next.saturating_add(1);
        }
        let id = ObjectId::new(self.next, 0);
        self.next = self.next.saturating_add(1);
        id
    }

    /// Adds an object; returns its ID.
    pub fn add(&mut self, object: impl Into<Object>) -> ObjectId {
        let id = self.reserve();
        self.set(id, object);
        id
    }

    /// Deletes an object (ISO 32000-2, 7.5.4).
    pub fn remove(&mut self, id: ObjectId) {
        self.changes.insert(
            id.number,
            Change {
                generation: id.generation.saturating_add(1),
                object: None,
            },
        );
    }

    /// The object, including pending changes.
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn get(&self, id: ObjectId) -> Result<Rc<Object>> {
        Objects::object(self, id)
    }

    /// Changes the dictionary of an object, or of a stream.
    ///
    /// # Errors
    /// [`PdfError::Type`] if it is no dictionary; otherwise as for [`Objects::object`].
    pub fn edit<T>(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(&mut Dictionary) -> T,
    ) -> Result<T> {
        let mut object = self.get(id)?;
        let dictionary = Rc::make_mut(&mut object).as_dictionary_mut();
        let result =
            change(dictionary.ok_or_else(|| PdfError::expected(Some(id), "a dictionary"))?);
        self.put(id, object);
        Ok(result)
    }

    /// Sets a key of the trailer, such as `/Info` (ISO 32000-2, 7.5.5).
    pub fn set_trailer(&mut self, key: impl Into<Name>, value: impl Into<Object>) {
        self.trailer.insert(key, value);
    }

    /// The number after the highest one in use.
    pub(crate) fn size(&self) -> u32 {
        self.next
    }

    /// Returns the bytes to append.
    ///
    /// # Errors
    /// [`PdfError::Limit`] if there are too many objects or an offset does not fit a table, and any
    /// error of reading streams of the document.
    pub fn finish(self) -> Result<Tail> {
        Ok(self.finish_with_layout()?.0)
    }

    /// Returns the bytes to append, and the positions of the objects in them.
    ///
    /// # Errors
    /// As for [`Update::finish`].
    pub fn finish_with_layout(self) -> Result<(Tail, Layout)> {
        if self.next > MAX_NUMBER {
            return Err(PdfError::Limit("object numbers"));
        }
        tail::write(&self)
    }

    /// Writes an object's value.
    pub(crate) fn write(
        &self,
        serializer: &mut Serializer<'_>,
        id: ObjectId,
        object: &Object,
    ) -> Result<()> {
        let security = self.document.security();
        // The encryption dictionary must stay readable without a key.
        let exempt = security.is_some_and(|security| security.is_exempt(id));
        serializer.encrypt_for((!exempt).then_some(id));
        match object {
            Object::Stream(stream) => self.write_stream(serializer, id, stream)?,
            object => serializer.object(object),
        }
        serializer.encrypt_for(None);
        Ok(())
    }

    fn write_stream(
        &self,
        serializer: &mut Serializer<'_>,
        id: ObjectId,
        stream: &Stream,
    ) -> Result<()> {
        let mut data = self.document.raw_data(stream)?;
        if let Some(security) = self.document.security() {
            data = Cow::Owned(security.encrypt_stream(id, &stream.dictionary, data.into_owned()));
        }
        serializer.stream_dictionary(&stream.dictionary, data.len() as u64);
        serializer.bytes.extend(b"stream\n");
        serializer.bytes.extend_from_slice(&data);
        serializer.bytes.extend(b"\nendstream");
        Ok(())
    }
}

/// The changes of an [`Update`] without its document, for [`crate::Rewrite`].
#[derive(Default)]
pub struct Changes {
    changes: BTreeMap<u32, Change>,
    pub(crate) trailer: Dictionary,
    next: u32,
}

impl From<Update<'_>> for Changes {
    fn from(update: Update<'_>) -> Self {
        Self {
            changes: update.changes,
            trailer: update.trailer,
            next: update.next,
        }
    }
}

impl Changes {
    /// True if the object is changed or deleted.
    pub(crate) fn touch(&self, id: ObjectId) -> bool {
        self.changes.contains_key(&id.number)
    }

    /// IDs of the changed and added objects.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ObjectId> {
        let written = self.changes.iter().filter(|(_, it)| it.object.is_some());
        written.map(|(number, change)| ObjectId::new(*number, change.generation))
    }

    /// Numbers of the deleted objects.
    pub(crate) fn removed(&self) -> impl Iterator<Item = u32> {
        let removed = self.changes.iter().filter(|(_, it)| it.object.is_none());
        removed.map(|(number, _)| *number)
    }

    /// A changed or added object.
    pub(crate) fn get(&self, id: ObjectId) -> Option<Rc<Object>> {
        self.changes.get(&id.number)?.object.clone()
    }

    /// A dictionary, including pending changes.
    pub(crate) fn dictionary(&self, document: &Document, id: ObjectId) -> Result<Dictionary> {
        let object = match self.get(id) {
            Some(object) => object,
            None => document.object(id)?,
        };
        let dictionary = object.as_dictionary().cloned();
        dictionary.ok_or_else(|| PdfError::expected(Some(id), "a dictionary"))
    }

    pub(crate) fn set(&mut self, id: ObjectId, dictionary: Dictionary) {
        let change = Change {
            generation: id.generation,
            object: Some(Rc::new(dictionary.into())),
        };
        self.changes.insert(id.number, change);
    }

    /// Reserves a number for an object that is written elsewhere.
    pub(crate) fn reserve(&mut self, document: &Document) -> ObjectId {
        let number = self.next.max(document.next_object_number());
        self.next = number.saturating_add(1);
        ObjectId::new(number, 0)
    }

    /// Deletes the target of a reference.
    pub(crate) fn drop_object(&mut self, reference: Option<Object>) {
        if let Some(Object::Reference(id)) = reference {
            let deletion = Change {
                generation: id.generation,
                object: None,
            };
            self.changes.insert(id.number, deletion);
        }
    }
}

impl Objects for Update<'_> {
    fn object(&self, id: ObjectId) -> Result<Rc<Object>> {
        match self.changes.get(&id.number) {
            Some(Change {
                generation,
                object: Some(object),
            }) if *generation == id.generation => Ok(Rc::clone(object)),
            Some(_) => Ok(Rc::new(Object::Null)),
            None => self.document.object(id),
        }
    }

    fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        let filters = filter::filters(&stream.dictionary, &|object| {
            Ok(self.resolve(object)?.into_object())
        })?;
        let data = self.document.raw_stream_data(stream)?;
        filter::decode(&filters, data, self.document.decode_limit())
    }
}

// The methods of `Objects`, without importing the trait.
impl Update<'_> {
    /// See [`Objects::resolve`].
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn resolve<'o>(&self, object: &'o Object) -> Result<Resolved<'o>> {
        Objects::resolve(self, object)
    }

    /// See [`Objects::lookup`].
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn lookup<'o>(&self, dictionary: &'o Dictionary, key: &[u8]) -> Result<Resolved<'o>> {
        Objects::lookup(self, dictionary, key)
    }

    /// See [`Objects::stream_data`].
    ///
    /// # Errors
    /// As for [`Objects::stream_data`].
    pub fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        Objects::stream_data(self, stream)
    }
}
