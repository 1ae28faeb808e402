//! Sources of a file's bytes.
//!
//! The core does no I/O. A [`Source`] reads ranges; implementations exist for memory (here), for a
//! `File` in a browser worker, and for a file descriptor in Node.

use std::fmt;
use std::rc::Rc;

/// Why a range could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    message: String,
}

impl SourceError {
    /// An error with a message of the source.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// The range is outside the source.
    pub fn out_of_range() -> Self {
        Self::new("range outside of the file")
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SourceError {}

/// Bytes that can be read by range.
pub trait Source {
    /// Length in bytes.
    fn len(&self) -> u64;

    /// Fills `into` completely with the bytes from `offset`, or fails.
    ///
    /// # Errors
    /// A [`SourceError`] if the range is outside the source or can't be read.
    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError>;

    /// All bytes, if they are in memory; avoids copies.
    fn as_slice(&self) -> Option<&[u8]> {
        None
    }

    /// True if the source is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S: Source + ?Sized> Source for Rc<S> {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        (**self).read(offset, into)
    }

    fn as_slice(&self) -> Option<&[u8]> {
        (**self).as_slice()
    }
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        (**self).read(offset, into)
    }

    fn as_slice(&self) -> Option<&[u8]> {
        (**self).as_slice()
    }
}

/// A file in memory.
///
/// ```
/// use countersign_pdf::{MemorySource, Source};
/// let source = MemorySource::new(*b"%PDF-2.0");
/// let mut version = [0; 3];
/// source.read(5, &mut version)?;
/// assert_eq!(&version, b"2.0");
/// # Ok::<(), countersign_pdf::SourceError>(())
/// ```
#[derive(Debug, Clone)]
pub struct MemorySource {
    bytes: Vec<u8>,
}

impl MemorySource {
    /// Takes the bytes of a file.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            bytes: bytes.into(),
        }
    }
}

impl Source for MemorySource {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        let start = usize::try_from(offset).map_err(|_| SourceError::out_of_range())?;
        let end = start
            .checked_add(into.len())
            .ok_or_else(SourceError::out_of_range)?;
        let part = self
            .bytes
            .get(start..end)
            .ok_or_else(SourceError::out_of_range)?;
        into.copy_from_slice(part);
        Ok(())
    }

    fn as_slice(&self) -> Option<&[u8]> {
        Some(&self.bytes)
    }
}

/// Several concatenated sources: a file and the tails appended to it.
///
/// ```
/// use countersign_pdf::{MemorySource, PartsSource, Source};
/// let part = |bytes: &[u8]| -> Box<dyn Source> { Box::new(MemorySource::new(bytes)) };
/// let whole = PartsSource::new(vec![part(b"file"), part(b"tail")]);
/// let mut middle = [0; 4];
/// whole.read(2, &mut middle)?;
/// assert_eq!((&middle, whole.len()), (b"leta", 8));
/// # Ok::<(), countersign_pdf::SourceError>(())
/// ```
pub struct PartsSource {
    /// The parts with their start offsets.
    parts: Vec<(u64, Box<dyn Source>)>,
    length: u64,
}

impl PartsSource {
    /// Concatenates the parts; empty ones are dropped.
    pub fn new(parts: Vec<Box<dyn Source>>) -> Self {
        let mut length = 0u64;
        let mut placed = Vec::with_capacity(parts.len());
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            let start = length;
            length = length.saturating_add(part.len());
            placed.push((start, part));
        }
        Self {
            parts: placed,
            length,
        }
    }
}

impl Source for PartsSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        let end = offset
            .checked_add(into.len() as u64)
            .ok_or_else(SourceError::out_of_range)?;
        if end > self.length {
            return Err(SourceError::out_of_range());
        }
        let first = self
            .parts
            .partition_point(|(start, _)| *start <= offset)
            .saturating_sub(1);
        let mut rest = into;
        let mut position = offset;
        for (start, part) in self.parts.iter().skip(first) {
            if rest.is_empty() {
                break;
            }
            let inside = position - start;
            let available = part.len().saturating_sub(inside).min(rest.len() as u64) as usize;
            let (now, later) = rest.split_at_mut(available);
            part.read(inside, now)?;
            position += available as u64;
            rest = later;
        }
        Ok(())
    }

    fn as_slice(&self) -> Option<&[u8]> {
        match self.parts.as_slice() {
            [(_, only)] => only.as_slice(),
            _ => None,
        }
    }
}

/// The first bytes of another source: an earlier revision of a file (ISO 32000-2, 7.5.6).
pub struct SectionSource {
    whole: Rc<dyn Source>,
    length: u64,
}

impl SectionSource {
    /// The first `length` bytes of `whole`, or all of it if it is shorter.
    pub fn new(whole: Rc<dyn Source>, length: u64) -> Self {
        let length = length.min(whole.len());
        Self { whole, length }
    }
}

impl Source for SectionSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        let end = offset
            .checked_add(into.len() as u64)
            .ok_or_else(SourceError::out_of_range)?;
        if end > self.length {
            return Err(SourceError::out_of_range());
        }
        self.whole.read(offset, into)
    }

    fn as_slice(&self) -> Option<&[u8]> {
        let length = usize::try_from(self.length).ok()?;
        self.whole.as_slice().and_then(|bytes| bytes.get(..length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> PartsSource {
        let part = |text: &str| Box::new(MemorySource::new(text)) as Box<dyn Source>;
        PartsSource::new(vec![part("abc"), part(""), part("de"), part("fghi")])
    }

    #[test]
    fn parts_read_across_borders() {
        let source = parts();
        assert_eq!(source.len(), 9);
        for start in 0..9usize {
            for end in start..=9 {
                let mut into = vec![0; end - start];
                source.read(start as u64, &mut into).unwrap();
                assert_eq!(into, &b"abcdefghi"[start..end]);
            }
        }
        assert!(source.read(8, &mut [0; 2]).is_err());
        assert!(source.read(u64::MAX, &mut [0; 2]).is_err());
    }

    #[test]
    fn a_section_hides_what_follows() {
        let section = SectionSource::new(Rc::new(parts()), 4);
        assert_eq!(section.len(), 4);
        assert!(section.read(3, &mut [0; 2]).is_err());
        assert!(section.read(2, &mut [0; 2]).is_ok());
    }
}
