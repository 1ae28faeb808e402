//! What a signature covers: the byte range, its gap, and the revision it belongs to.
//!
//! The signature does not protect the gap, so the gap must contain nothing but the signature:
//! exactly one hexadecimal string, which is the `/Contents` of this dictionary, holding one CMS
//! structure followed by zeros.

use std::cell::RefCell;

use countersign_cms::{DigestAlgorithm, Finding, FindingCode, HashState, Hasher};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, PdfError};

/// Maximum size of the gap: a limit against memory exhaustion.
const MAX_GAP: u64 = 16 * 1024 * 1024;
/// How many bytes before the gap the key `/Contents` is searched.
const LOOK_BACK: u64 = 64;
/// Bytes hashed per read.
const CHUNK: u64 = 256 * 1024;

/// Position of a signature in the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Coverage {
    /// `/ByteRange` as written, up to the first invalid number.
    pub(crate) byte_range: Vec<u64>,
    /// The byte range, if valid: offset, length, offset, length.
    pub(crate) ranges: Option<[u64; 4]>,
    /// The decoded gap.
    pub(crate) contents: Vec<u8>,
    /// Errors found.
    pub(crate) findings: Vec<Finding>,
}

impl Coverage {
    /// Offset of the end of the covered bytes.
    pub(crate) fn end(&self) -> u64 {
        self.ranges.map_or(0, |[_, _, rest, length]| rest + length)
    }

    /// Reads and checks the position of the signature `dictionary`, held by object `holder`.
    pub(crate) fn read(
        document: &Document,
        holder: Option<ObjectId>,
        dictionary: &Dictionary,
    ) -> Result<Self, PdfError> {
        let mut coverage = Self::default();
        coverage.read_range(document, dictionary)?;
        if let Some(ranges) = coverage.ranges {
            coverage.read_gap(document, ranges, dictionary)?;
            coverage.check_holder(document, ranges, holder)?;
        }
        Ok(coverage)
    }

    fn error(&mut self, code: FindingCode, message: impl Into<String>, place: u64) {
        self.findings
            .push(Finding::error(code, message, format!("byte {place}")));
    }

    fn read_range(&mut self, document: &Document, dictionary: &Dictionary) -> Result<(), PdfError> {
        let array = document.lookup(dictionary, b"ByteRange")?;
        let items = array.as_array().unwrap_or_default();
        for item in items {
            let number = document.resolve(item)?;
            // Only integers are accepted: readers treat other types differently.
            let Object::Integer(number) = *number else {
                break;
            };
            let Ok(number) = u64::try_from(number) else {
                break;
            };
            self.byte_range.push(number);
        }
        let ranges = <[u64; 4]>::try_from(self.byte_range.as_slice()).ok();
        let ranges = ranges.filter(|_| items.len() == 4);
        let Some([start, length, rest, rest_length]) = ranges else {
            self.error(
                FindingCode::ByteRangeMalformed,
                "the byte range is not four whole numbers",
                0,
            );
            return Ok(());
        };
        let first_end = start.checked_add(length);
        let end = rest
            .checked_add(rest_length)
            .filter(|end| *end <= document.len());
        let ordered = first_end.is_some_and(|first_end| first_end < rest);
        if start != 0 || !ordered || end.is_none() || rest_length == 0 || length == 0 {
            let message = "the byte range does not start at the first byte, or is out of order";
            self.error(FindingCode::ByteRangeMalformed, message, 0);
            return Ok(());
        }
        self.ranges = Some([start, length, rest, rest_length]);
        Ok(())
    }

    fn read_gap(
        &mut self,
        document: &Document,
        [_, start, end, _]: [u64; 4],
        dictionary: &Dictionary,
    ) -> Result<(), PdfError> {
        if end - start > MAX_GAP {
            self.error(
                FindingCode::GapNotExact,
                "the gap is larger than any signature",
                start,
            );
            return Ok(());
        }
        let gap = document.read(start..end)?;
        let digits = match gap.as_slice() {
            [b'<', digits @ .., b'>'] if digits.len() % 2 == 0 => decode(digits),
            _ => None,
        };
        let Some(contents) = digits else {
            let message = "the gap of the byte range is not exactly one hexadecimal string";
            self.error(FindingCode::GapNotExact, message, start);
            return Ok(());
        };
        let stated = document.lookup(dictionary, b"Contents")?;
        let same = stated
            .as_string()
            .is_some_and(|stated| stated.as_bytes() == contents);
        if !same || !follows_key(document, start)? {
            let message = "the gap is not the /Contents of this signature";
            self.error(FindingCode::GapNotContents, message, start);
            return Ok(());
        }
        self.contents = contents;
        Ok(())
    }

    /// Checks that the gap lies inside the object of the signature.
    fn check_holder(
        &mut self,
        document: &Document,
        [_, start, _, _]: [u64; 4],
        holder: Option<ObjectId>,
    ) -> Result<(), PdfError> {
        let offset = holder.and_then(|id| document.object_offset(id));
        let next = offset
            .map(|offset| next_object(document, offset, start))
            .transpose()?;
        if next != Some(false) {
            let message = "the gap is not in the object of this signature";
            self.error(FindingCode::GapNotContents, message, start);
        }
        Ok(())
    }

    /// Reports non-zero bytes after the CMS structure in the gap.
    pub(crate) fn check_padding(&mut self, cms_length: usize) {
        let padding = self.contents.get(cms_length..).unwrap_or_default();
        if padding.iter().any(|byte| *byte != 0) {
            let start = self.ranges.map_or(0, |[_, start, _, _]| start);
            let message = "bytes other than zero follow the signature in its place";
            self.error(FindingCode::PaddingNotZero, message, start);
        }
    }

    /// Digest of the covered bytes.
    pub(crate) fn digest(
        &self,
        document: &Document,
        algorithm: DigestAlgorithm,
        prefixes: &Prefixes,
    ) -> Result<Vec<u8>, PdfError> {
        let Some([_, length, rest, rest_length]) = self.ranges else {
            return Ok(Hasher::new(algorithm).finish());
        };
        let mut hasher = prefixes.hasher(document, algorithm, length)?;
        hash(document, rest, rest_length, &mut hasher)?;
        Ok(hasher.finish())
    }
}

/// Hash state of a prefix of the document, per algorithm. Later signatures continue from it: a
/// document with fifty signatures is hashed about once, not fifty times.
pub(crate) struct Prefixes {
    /// The state that the caller has stored.
    stored: Option<HashState>,
    reached: RefCell<Vec<(DigestAlgorithm, u64, Hasher)>>,
}

impl Prefixes {
    /// No state but the one that the caller has stored.
    pub(crate) fn new(document: &Document) -> Self {
        let stored = document.known_hash();
        Self {
            stored: stored.and_then(|it| HashState::read(it).ok()),
            reached: RefCell::default(),
        }
    }

    /// The stored state, if it is of no more than `length` bytes.
    fn stored(&self, algorithm: DigestAlgorithm, length: u64) -> Option<(u64, Hasher)> {
        let stored = self.stored.as_ref()?;
        let hasher = stored.hasher(algorithm)?;
        (stored.length() <= length).then(|| (stored.length(), hasher))
    }

    /// A hasher that has processed the first `length` bytes.
    fn hasher(
        &self,
        document: &Document,
        algorithm: DigestAlgorithm,
        length: u64,
    ) -> Result<Hasher, PdfError> {
        let mut known = self.reached.borrow_mut();
        let stored = self.stored(algorithm, length);
        let least = stored.as_ref().map_or(0, |(at, _)| *at);
        let best = known
            .iter()
            .position(|(one, at, _)| *one == algorithm && (least..=length).contains(at));
        let (at, mut hasher) = match best {
            Some(index) => {
                let (_, at, hasher) = known.swap_remove(index);
                (at, hasher)
            }
            None => stored.unwrap_or_else(|| (0, Hasher::new(algorithm))),
        };
        hash(document, at, length - at, &mut hasher)?;
        known.retain(|(one, _, _)| *one != algorithm);
        known.push((algorithm, length, hasher.clone()));
        Ok(hasher)
    }
}

fn hash(document: &Document, start: u64, length: u64, hasher: &mut Hasher) -> Result<(), PdfError> {
    let source = document.source();
    let slice = usize::try_from(start)
        .ok()
        .zip(usize::try_from(start + length).ok());
    let slice = slice.and_then(|(start, end)| source.as_slice()?.get(start..end));
    if let Some(bytes) = slice {
        hasher.update(bytes);
        return Ok(());
    }
    let end = start + length;
    let mut buffer = vec![0; CHUNK.min(length) as usize];
    let mut at = start;
    while at < end {
        let size = CHUNK.min(end - at) as usize;
        let chunk = &mut buffer[..size];
        source.read(at, chunk)?;
        hasher.update(chunk);
        at += size as u64;
    }
    Ok(())
}

/// True if an `endobj` lies between `offset` and `end`, or `offset` is not before `end`. The byte
/// at `end` is then not inside the object that starts at `offset`.
fn next_object(document: &Document, offset: u64, end: u64) -> Result<bool, PdfError> {
    if offset >= end || end - offset > MAX_GAP {
        return Ok(true);
    }
    let bytes = document.read(offset..end)?;
    Ok(bytes.windows(6).any(|window| window == b"endobj"))
}

fn follows_key(document: &Document, start: u64) -> Result<bool, PdfError> {
    let before = document.read(start.saturating_sub(LOOK_BACK)..start)?;
    Ok(before.trim_ascii_end().ends_with(b"/Contents"))
}

/// Decodes hexadecimal digits; `None` if any other byte occurs.
fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    digits
        .chunks_exact(2)
        .map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?))
        .collect()
}
