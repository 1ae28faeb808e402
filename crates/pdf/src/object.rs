//! The object types of PDF.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

pub use crate::object_id::ObjectId;

/// Maximum length of bytes stored inline, without allocation.
const INLINE: usize = 22;

/// Bytes, stored inline if there are few.
#[derive(Clone)]
enum ShortBytes {
    Inline { length: u8, bytes: [u8; INLINE] },
    Heap(Box<[u8]>),
}

impl ShortBytes {
    fn new(given: &[u8]) -> Self {
        let mut bytes = [0; INLINE];
        match bytes.get_mut(..given.len()) {
            Some(place) => {
                place.copy_from_slice(given);
                let length = given.len() as u8;
                Self::Inline { length, bytes }
            }
            None => Self::Heap(given.into()),
        }
    }

    #[inline]
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Inline { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or(bytes),
            Self::Heap(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for ShortBytes {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() <= INLINE {
            Self::new(&bytes)
        } else {
            Self::Heap(bytes.into_boxed_slice())
        }
    }
}

impl PartialEq for ShortBytes {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for ShortBytes {}

/// A name without its slash and with `#xx` decoded (ISO 32000-2, 7.3.5).
///
/// Nearly all names are short: up to 22 bytes are stored inline, so reading a dictionary allocates
/// nothing for its keys.
///
/// ```
/// use countersign_pdf::{Name, parse_object};
/// let object = parse_object(b"/A#20B")?;
/// assert_eq!(object.as_name(), Some(&b"A B"[..]));
/// assert_eq!(Name::new("A B").to_text(), "A B");
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
#[derive(Clone)]
pub struct Name(ShortBytes);

impl Name {
    /// A name with these bytes.
    pub fn new(name: impl AsRef<[u8]>) -> Self {
        Self(ShortBytes::new(name.as_ref()))
    }

    /// The bytes of the name.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }

    /// Compares the bytes of the name. Used for dictionary lookups: most names differ in length or
    /// first byte, which avoids a call to compare memory.
    #[inline]
    fn is(&self, bytes: &[u8]) -> bool {
        let own = self.as_bytes();
        own.len() == bytes.len() && own.first() == bytes.first() && own == bytes
    }

    /// The name as text; invalid UTF-8 is replaced.
    pub fn to_text(&self) -> String {
        String::from_utf8_lossy(self.as_bytes()).into_owned()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.is(other.as_bytes())
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<const N: usize> PartialEq<&[u8; N]> for Name {
    fn eq(&self, other: &&[u8; N]) -> bool {
        self.as_bytes() == other.as_slice()
    }
}

impl PartialEq<[u8]> for Name {
    fn eq(&self, other: &[u8]) -> bool {
        self.as_bytes() == other
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl From<&[u8]> for Name {
    fn from(name: &[u8]) -> Self {
        Self::new(name)
    }
}

impl<const N: usize> From<&[u8; N]> for Name {
    fn from(name: &[u8; N]) -> Self {
        Self::new(name)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.as_bytes().escape_ascii())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// A string object: its bytes, and whether it is written in hexadecimal (ISO 32000-2, 7.3.4).
///
/// ```
/// use countersign_pdf::PdfString;
/// assert_eq!(PdfString::from_text("Zoë").to_text(), "Zoë");
/// assert_eq!(PdfString::from_text("Ω").as_bytes(), [0xFE, 0xFF, 0x03, 0xA9]);
/// assert!(PdfString::hexadecimal(*b"id").is_hexadecimal());
/// ```
#[derive(Clone, Eq)]
pub struct PdfString {
    bytes: ShortBytes,
    hexadecimal: bool,
}

/// Strings of the same bytes are equal, however they are written.
impl PartialEq for PdfString {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl PdfString {
    /// A string to be written as `(…)`.
    pub fn literal(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            bytes: bytes.into().into(),
            hexadecimal: false,
        }
    }

    /// Like [`PdfString::literal`], from borrowed bytes.
    pub(crate) fn literal_of(bytes: &[u8]) -> Self {
        Self {
            bytes: ShortBytes::new(bytes),
            hexadecimal: false,
        }
    }

    /// A string to be written as `<…>`.
    pub fn hexadecimal(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            bytes: bytes.into().into(),
            hexadecimal: true,
        }
    }

    /// A text string: PDFDocEncoding if possible, otherwise UTF-16BE with a byte order mark.
    pub fn from_text(text: &str) -> Self {
        Self::literal(crate::text::encode_text(text))
    }

    /// The bytes, decrypted and with escapes decoded.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// Decodes a text string (PDFDocEncoding, UTF-16 or UTF-8).
    pub fn to_text(&self) -> String {
        crate::text::decode_text(self.as_bytes())
    }

    /// True if the string is written in hexadecimal.
    pub fn is_hexadecimal(&self) -> bool {
        self.hexadecimal
    }
}

impl fmt::Debug for PdfString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.as_bytes().escape_ascii())
    }
}

/// Bytes that are written verbatim and never encrypted. Their position is available by their mark
/// (see [`crate::Layout`]). Used for placeholders: `/Contents` and `/ByteRange`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawObject {
    /// The bytes to write; must be one valid object.
    pub bytes: Vec<u8>,
    /// Name under which [`crate::Layout::mark`] returns the position.
    pub mark: Option<&'static str>,
}

/// Any object (ISO 32000-2, 7.3).
///
/// ```
/// use countersign_pdf::{Object, parse_object};
/// let object = parse_object(b"[1 2.5 (text) /Name null]")?;
/// let elements = object.as_array().unwrap_or_default();
/// assert_eq!((elements[0].as_integer(), elements[1].as_number()), (Some(1), Some(2.5)));
/// assert!(elements[3].is_name(b"Name") && elements[4].is_null());
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Object {
    /// `null`; also stands for a missing object.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without a decimal point.
    Integer(i64),
    /// A number with a decimal point.
    Real(f64),
    /// `/Name`
    Name(Name),
    /// `(text)` or `<hex>`
    String(PdfString),
    /// `[…]`
    Array(Vec<Object>),
    /// `<<…>>`
    Dictionary(Dictionary),
    /// A dictionary with data.
    Stream(Box<Stream>),
    /// `12 0 R`
    Reference(ObjectId),
    /// Bytes written verbatim. Never read from a file.
    Raw(Box<RawObject>),
}

impl Object {
    /// A name object.
    pub fn name(name: impl AsRef<[u8]>) -> Self {
        Self::Name(Name::new(name))
    }

    /// A text string object.
    pub fn text(text: &str) -> Self {
        Self::String(PdfString::from_text(text))
    }

    /// A raw object with a mark for [`crate::Layout::mark`].
    pub fn marked(bytes: impl Into<Vec<u8>>, mark: &'static str) -> Self {
        Self::Raw(Box::new(RawObject {
            bytes: bytes.into(),
            mark: Some(mark),
        }))
    }

    /// True for `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer, or of a real without a fraction.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Real(value) if value.fract() == 0.0 && value.abs() < 9e15 => Some(*value as i64),
            _ => None,
        }
    }

    /// The value of an integer or real.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }

    /// The bytes of a name.
    pub fn as_name(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name.as_bytes()),
            _ => None,
        }
    }

    /// True if this is the given name.
    pub fn is_name(&self, name: &[u8]) -> bool {
        self.as_name() == Some(name)
    }

    /// A string.
    pub fn as_string(&self) -> Option<&PdfString> {
        match self {
            Self::String(string) => Some(string),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Object]> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The dictionary, or the dictionary of a stream.
    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            Self::Stream(stream) => Some(&stream.dictionary),
            _ => None,
        }
    }

    /// The mutable dictionary, or that of a stream.
    pub fn as_dictionary_mut(&mut self) -> Option<&mut Dictionary> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            Self::Stream(stream) => Some(&mut stream.dictionary),
            _ => None,
        }
    }

    /// A stream.
    pub fn as_stream(&self) -> Option<&Stream> {
        match self {
            Self::Stream(stream) => Some(stream),
            _ => None,
        }
    }

    /// The ID of a reference.
    pub fn as_reference(&self) -> Option<ObjectId> {
        match self {
            Self::Reference(id) => Some(*id),
            _ => None,
        }
    }
}

macro_rules! object_from {
    ($($from:ty => $variant:ident),* $(,)?) => {
        $(impl From<$from> for Object {
            fn from(value: $from) -> Self {
                Self::$variant(value.into())
            }
        })*
    };
}

object_from! {
    bool => Bool, i64 => Integer, i32 => Integer, u32 => Integer, f64 => Real, f32 => Real, Name => Name,
    PdfString => String, Vec<Object> => Array, Dictionary => Dictionary, ObjectId => Reference, Stream => Stream,
}

/// A dictionary that keeps the order of its keys (ISO 32000-2, 7.3.7).
///
/// Copies share their entries until one is changed: dictionaries are passed on far more often than
/// changed.
///
/// ```
/// use countersign_pdf::{Dictionary, Name, object_bytes};
/// let mut font = Dictionary::new().with("Type", Name::new("Font")).with("Size", 9);
/// assert!(font.is_type(b"Font"));
/// assert_eq!(font.integer(b"Size"), Some(9));
/// font.remove(b"Size");
/// assert_eq!(object_bytes(&font.into()), b"<</Type/Font>>");
/// ```
#[derive(Clone, PartialEq, Default)]
pub struct Dictionary {
    entries: Rc<Vec<(Name, Object)>>,
}

/// Above this number of entries, duplicates are detected by hashing.
const FEW: usize = 32;

impl Dictionary {
    /// An empty dictionary.
    pub fn new() -> Self {
        Self::default()
    }

    /// The dictionary with an additional entry; for building.
    #[must_use]
    pub fn with(mut self, key: impl Into<Name>, value: impl Into<Object>) -> Self {
        self.insert(key, value);
        self
    }

    /// Takes entries as read. The last one of duplicate keys wins.
    pub(crate) fn from_read_entries(mut entries: Vec<(Name, Object)>) -> Self {
        if has_duplicates(&entries) {
            let mut seen = std::collections::HashSet::new();
            let mut unique: Vec<_> = Vec::with_capacity(entries.len());
            while let Some(entry) = entries.pop() {
                if seen.insert(entry.0.clone()) {
                    unique.push(entry);
                }
            }
            unique.reverse();
            entries = unique;
        }
        Self {
            entries: Rc::new(entries),
        }
    }

    fn position(&self, key: &[u8]) -> Option<usize> {
        self.entries.iter().position(|(name, _)| name.is(key))
    }

    /// The value of a key, not resolved.
    pub fn get(&self, key: &[u8]) -> Option<&Object> {
        self.entries
            .iter()
            .find(|(name, _)| name.is(key))
            .map(|(_, value)| value)
    }

    /// The mutable value of a key.
    pub fn get_mut(&mut self, key: &[u8]) -> Option<&mut Object> {
        let index = self.position(key)?;
        Rc::make_mut(&mut self.entries)
            .get_mut(index)
            .map(|(_, value)| value)
    }

    /// True if the key exists.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key, keeping the position of an existing one. Returns the previous
    /// value.
    pub fn insert(&mut self, key: impl Into<Name>, value: impl Into<Object>) -> Option<Object> {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(key.as_bytes()) {
            Some(place) => Some(std::mem::replace(place, value)),
            None => {
                Rc::make_mut(&mut self.entries).push((key, value));
                None
            }
        }
    }

    /// Removes a key; returns its value.
    pub fn remove(&mut self, key: &[u8]) -> Option<Object> {
        let index = self.position(key)?;
        Some(Rc::make_mut(&mut self.entries).remove(index).1)
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Object)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// Keys and mutable values in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Name, &mut Object)> {
        Rc::make_mut(&mut self.entries)
            .iter_mut()
            .map(|(name, value)| (&*name, value))
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes of a name value.
    pub fn name(&self, key: &[u8]) -> Option<&[u8]> {
        self.get(key)?.as_name()
    }

    /// An integer value.
    pub fn integer(&self, key: &[u8]) -> Option<i64> {
        self.get(key)?.as_integer()
    }

    /// A number value.
    pub fn number(&self, key: &[u8]) -> Option<f64> {
        self.get(key)?.as_number()
    }

    /// A boolean value.
    pub fn bool(&self, key: &[u8]) -> Option<bool> {
        self.get(key)?.as_bool()
    }

    /// A string value.
    pub fn string(&self, key: &[u8]) -> Option<&PdfString> {
        self.get(key)?.as_string()
    }

    /// A direct array value.
    pub fn array(&self, key: &[u8]) -> Option<&[Object]> {
        self.get(key)?.as_array()
    }

    /// A direct dictionary value.
    pub fn dictionary(&self, key: &[u8]) -> Option<&Dictionary> {
        self.get(key)?.as_dictionary()
    }

    /// The ID of a reference value.
    pub fn reference(&self, key: &[u8]) -> Option<ObjectId> {
        self.get(key)?.as_reference()
    }

    /// True if `/Type` is this name.
    pub fn is_type(&self, name: &[u8]) -> bool {
        self.name(b"Type") == Some(name)
    }
}

fn has_duplicates(entries: &[(Name, Object)]) -> bool {
    if entries.len() > FEW {
        let mut seen = std::collections::HashSet::with_capacity(entries.len());
        return !entries.iter().all(|(name, _)| seen.insert(name.as_bytes()));
    }
    let mut rest = entries;
    while let [(name, _), later @ ..] = rest {
        if later.iter().any(|(other, _)| other == name) {
            return true;
        }
        rest = later;
    }
    false
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl FromIterator<(Name, Object)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (Name, Object)>>(entries: I) -> Self {
        Self::from_read_entries(entries.into_iter().collect())
    }
}

/// A stream: its dictionary, and data that is read on demand ([`crate::Document::stream_data`]; ISO
/// 32000-2, 7.3.8).
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    /// The stream dictionary. `/Length` is set when the stream is written.
    pub dictionary: Dictionary,
    pub(crate) data: StreamData,
}

/// Location of a stream's encoded data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum StreamData {
    /// In the file, from this offset on. `id` is the object ID, for decryption.
    File { start: u64, id: ObjectId },
    /// In memory, not encrypted.
    Memory(Rc<[u8]>),
}

impl Stream {
    /// A stream with this data, encoded as `/Filter` of the dictionary says.
    pub fn new(dictionary: Dictionary, data: impl Into<Vec<u8>>) -> Self {
        let data: Vec<u8> = data.into();
        Self {
            dictionary,
            data: StreamData::Memory(data.into()),
        }
    }

    /// A stream whose data is compressed with Flate, if that makes it smaller.
    pub fn compressed(mut dictionary: Dictionary, data: &[u8]) -> Self {
        dictionary.remove(b"DecodeParms");
        dictionary.remove(b"Filter");
        let packed = crate::compress::deflate(data);
        if packed.len() < data.len() {
            dictionary.insert(b"Filter", Name::new("FlateDecode"));
            return Self::new(dictionary, packed);
        }
        Self::new(dictionary, data)
    }
}

impl From<Stream> for Box<Object> {
    fn from(stream: Stream) -> Self {
        Box::new(Object::Stream(Box::new(stream)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_are_preserved() {
        for length in [0, 1, 21, 22, 23, 200] {
            let bytes = vec![b'x'; length];
            assert_eq!(Name::new(&bytes).as_bytes(), bytes);
        }
    }

    #[test]
    fn the_last_of_duplicate_keys_counts() {
        for many in [0, 100] {
            let mut entries: Vec<(Name, Object)> = (0..many)
                .map(|n| (Name::new(format!("K{n}")), Object::Integer(n)))
                .collect();
            entries.push((Name::new("A"), Object::Integer(1)));
            entries.push((Name::new("A"), Object::Integer(2)));
            let dictionary = Dictionary::from_read_entries(entries);
            assert_eq!(dictionary.integer(b"A"), Some(2));
            assert_eq!(dictionary.len() as i64, many + 1);
        }
    }

    #[test]
    fn insert_keeps_the_place() {
        let mut dictionary = Dictionary::new().with("A", 1).with("B", 2);
        assert_eq!(dictionary.insert("A", 3), Some(Object::Integer(1)));
        let keys: Vec<_> = dictionary.iter().map(|(key, _)| key.to_text()).collect();
        assert_eq!(keys, ["A", "B"]);
        assert_eq!(dictionary.remove(b"A"), Some(Object::Integer(3)));
        assert_eq!(dictionary.remove(b"A"), None);
    }
}
