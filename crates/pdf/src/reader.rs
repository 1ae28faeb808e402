//! Reads ranges of the file through a page cache.

use std::cell::RefCell;
use std::ops::{Deref, Range};
use std::rc::Rc;

use crate::cache::NumberMap;
use crate::error::Result;
use crate::source::{SectionSource, Source, SourceError};

/// Page size in bytes. Requested objects are far apart in large files, so small pages avoid reading
/// what is between them.
const PAGE: u64 = 2048;
/// Maximum number of pages per read-ahead. On sequential access, as many pages are read at once as
/// were read directly before: an object that extends into the next page costs only that page.
const RUN: u64 = 64;
/// Maximum number of pages per generation: 16 MB in total. Checking a document visits its pages several times, so the visits
/// to a document of some thousand pages should fit.
const MAX_CACHED_PAGES: usize = 4096;
/// Maximum length of the range that is kept besides the pages.
const MAX_CACHED_RANGE: u64 = 2 << 20;
/// Minimum window size, except at the end of the file.
const SMALLEST_WINDOW: u64 = 512;

/// Bytes of the file, borrowed if possible.
pub(crate) enum Window<'a> {
    Borrowed(&'a [u8]),
    Page(Rc<[u8]>, Range<usize>),
    Owned(Vec<u8>),
}

impl Deref for Window<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Page(page, range) => page.get(range.clone()).unwrap_or_default(),
            Self::Owned(bytes) => bytes,
        }
    }
}

/// Recently used pages; see [`crate::cache::ObjectCache`] for the two generations.
#[derive(Default)]
struct Pages {
    young: NumberMap<u64, Rc<[u8]>>,
    old: NumberMap<u64, Rc<[u8]>>,
}

impl Pages {
    fn get(&mut self, number: u64) -> Option<Rc<[u8]>> {
        if let Some(page) = self.young.get(&number) {
            return Some(Rc::clone(page));
        }
        let page = self.old.remove(&number)?;
        self.insert(number, Rc::clone(&page));
        Some(page)
    }

    fn insert(&mut self, number: u64, page: Rc<[u8]>) {
        if self.young.len() >= MAX_CACHED_PAGES {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(number, page);
    }

    fn has(&self, number: u64) -> bool {
        self.young.contains_key(&number) || self.old.contains_key(&number)
    }

    /// Number of cached pages directly before this one, up to [`RUN`].
    fn run_before(&self, number: u64) -> u64 {
        let before = (1..=RUN.min(number)).take_while(|back| self.has(number - back));
        before.count() as u64
    }
}

pub(crate) struct Reader {
    source: Rc<dyn Source>,
    length: u64,
    file: Rc<File>,
}

type CachedRange = (Range<u64>, Rc<[u8]>);

/// The whole file with its cached pages, which the readers of its revisions share.
struct File {
    source: Rc<dyn Source>,
    length: u64,
    pages: RefCell<Pages>,
    /// The range that was read last by [`Reader::cached_window`].
    cached_range: RefCell<Option<CachedRange>>,
}

impl Reader {
    pub(crate) fn new(source: Rc<dyn Source>) -> Self {
        let length = source.len();
        let file = Rc::new(File {
            source: Rc::clone(&source),
            length,
            pages: RefCell::default(),
            cached_range: RefCell::default(),
        });
        Self {
            source,
            length,
            file,
        }
    }

    /// A reader of the first `length` bytes, with the same cache.
    pub(crate) fn section(&self, length: u64) -> Self {
        let length = length.min(self.length);
        Self {
            source: Rc::new(SectionSource::new(Rc::clone(&self.source), length)),
            length,
            file: Rc::clone(&self.file),
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.length
    }

    pub(crate) fn source(&self) -> &Rc<dyn Source> {
        &self.source
    }

    /// The bytes from `offset`: at least `wanted` unless the file ends earlier, plus any that are
    /// available without another read.
    pub(crate) fn window(&self, offset: u64, wanted: u64) -> Result<Window<'_>> {
        let offset = offset.min(self.length);
        if let Some(all) = self.source.as_slice() {
            let start = usize::try_from(offset).unwrap_or(usize::MAX);
            return Ok(Window::Borrowed(all.get(start..).unwrap_or_default()));
        }
        let wanted = wanted.max(SMALLEST_WINDOW).min(self.length - offset);
        let page = offset / PAGE;
        if wanted == 0 || (offset + wanted - 1) / PAGE == page {
            let bytes = self.file.page(page)?;
            let end = (self.length - page * PAGE).min(bytes.len() as u64);
            let range = (offset - page * PAGE) as usize..end as usize;
            return Ok(Window::Page(bytes, range));
        }
        Ok(Window::Owned(self.read(offset..offset + wanted)?))
    }

    /// As [`Self::window`], for a range that every revision of the file reads: the cross-reference table of the first one. A long
    /// one is kept, as it is not in the pages.
    pub(crate) fn cached_window(&self, offset: u64, wanted: u64) -> Result<Window<'_>> {
        let end = offset.saturating_add(wanted).min(self.length);
        let length = end.saturating_sub(offset);
        if self.source.as_slice().is_some() || !(RUN * PAGE..=MAX_CACHED_RANGE).contains(&length) {
            return self.window(offset, wanted);
        }
        let range = offset..end;
        let mut cached_range = self.file.cached_range.borrow_mut();
        let bytes = match &*cached_range {
            Some((of, bytes)) if *of == range => Rc::clone(bytes),
            _ => {
                let bytes: Rc<[u8]> = self.read(range.clone())?.into();
                *cached_range = Some((range, Rc::clone(&bytes)));
                bytes
            }
        };
        let all = 0..bytes.len();
        Ok(Window::Page(bytes, all))
    }

    /// Exactly these bytes; an error if the file is shorter.
    pub(crate) fn read(&self, range: Range<u64>) -> Result<Vec<u8>> {
        if range.start > range.end || range.end > self.length {
            return Err(SourceError::out_of_range().into());
        }
        let length =
            usize::try_from(range.end - range.start).map_err(|_| SourceError::out_of_range())?;
        if let Some(part) = self
            .source
            .as_slice()
            .and_then(|all| all.get(range.start as usize..range.end as usize))
        {
            return Ok(part.to_vec());
        }
        if length as u64 > RUN * PAGE {
            // A single pass over much data: caching it would only evict pages that are used again.
            let mut bytes = vec![0; length];
            self.source.read(range.start, &mut bytes)?;
            return Ok(bytes);
        }
        let mut bytes = Vec::with_capacity(length);
        let mut position = range.start;
        while position < range.end {
            let number = position / PAGE;
            let page = self.file.page(number)?;
            let start = (position - number * PAGE) as usize;
            let end = (range.end - number * PAGE).min(PAGE) as usize;
            bytes.extend_from_slice(page.get(start..end).ok_or_else(SourceError::out_of_range)?);
            position = number * PAGE + end as u64;
        }
        Ok(bytes)
    }

    /// Exactly these bytes, for data that is used once: if they are not cached, only they are read,
    /// not the whole page.
    pub(crate) fn read_once(&self, range: Range<u64>) -> Result<Vec<u8>> {
        if range.start > range.end || range.end > self.length {
            return Err(SourceError::out_of_range().into());
        }
        let page = range.start / PAGE;
        let at_hand = self.source.as_slice().is_some()
            || self.file.pages.borrow().has(page) && range.end <= (page + 1) * PAGE;
        if at_hand {
            return self.read(range);
        }
        let length =
            usize::try_from(range.end - range.start).map_err(|_| SourceError::out_of_range())?;
        let mut bytes = vec![0; length];
        self.source.read(range.start, &mut bytes)?;
        Ok(bytes)
    }
}

impl File {
    fn page(&self, number: u64) -> Result<Rc<[u8]>> {
        let mut pages = self.pages.borrow_mut();
        if let Some(page) = pages.get(number) {
            return Ok(page);
        }
        let start = number * PAGE;
        let rest = self.length.saturating_sub(start);
        let wanted = pages.run_before(number).max(1) * PAGE;
        if wanted == PAGE {
            let mut page: Rc<[u8]> = std::iter::repeat_n(0, PAGE.min(rest) as usize).collect();
            if let Some(bytes) = Rc::get_mut(&mut page) {
                self.source.read(start, bytes)?;
            }
            pages.insert(number, Rc::clone(&page));
            return Ok(page);
        }
        let mut bytes = vec![0; wanted.min(rest) as usize];
        self.source.read(start, &mut bytes)?;
        let mut first = None;
        for (number, page) in (number..).zip(bytes.chunks(PAGE as usize)) {
            let page: Rc<[u8]> = page.into();
            first.get_or_insert_with(|| Rc::clone(&page));
            pages.insert(number, page);
        }
        Ok(first.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{MemorySource, PartsSource};

    fn paged(length: usize) -> (Reader, Vec<u8>) {
        let bytes: Vec<u8> = (0..length).map(|n| (n * 31 % 251) as u8).collect();
        let (one, two) = bytes.split_at(length / 3);
        let parts: Vec<Box<dyn Source>> = vec![
            Box::new(MemorySource::new(one)),
            Box::new(MemorySource::new(two)),
        ];
        (Reader::new(Rc::new(PartsSource::new(parts))), bytes)
    }

    #[test]
    fn ranges_are_the_bytes_of_the_file() {
        let (reader, bytes) = paged(300_000);
        for (start, end) in [
            (0, 0),
            (0, 10),
            (65_530, 65_540),
            (10, 299_999),
            (100_000, 200_000),
            (299_999, 300_000),
        ] {
            assert_eq!(
                reader.read(start..end).unwrap(),
                &bytes[start as usize..end as usize]
            );
        }
        assert!(reader.read(299_999..300_001).is_err());
        for (start, end) in [(0, 10), (65_530, 65_540), (200_000, 200_001), (10, 299_999)] {
            assert_eq!(
                reader.read_once(start..end).unwrap(),
                &bytes[start as usize..end as usize]
            );
        }
        assert!(reader.read_once(299_999..300_001).is_err());
    }

    #[test]
    fn windows_are_as_long_as_requested() {
        let (reader, bytes) = paged(300_000);
        for offset in [
            0, 65_000, 65_535, 65_536, 131_000, 299_000, 299_999, 300_000, 999_999,
        ] {
            for wanted in [0, 1, 2_000, 100_000] {
                let window = reader.window(offset, wanted).unwrap();
                let rest = bytes.get(offset as usize..).unwrap_or_default();
                assert!(window.len() as u64 >= wanted.min(rest.len() as u64));
                assert!(rest.starts_with(&window));
            }
        }
    }

    /// Records the size of each read.
    struct Counting(Rc<RefCell<Vec<usize>>>);

    impl Source for Counting {
        fn len(&self) -> u64 {
            1 << 30
        }

        fn read(&self, _: u64, into: &mut [u8]) -> std::result::Result<(), SourceError> {
            self.0.borrow_mut().push(into.len());
            Ok(())
        }
    }

    #[test]
    fn what_lies_between_is_not_read_unless_all_is_requested() {
        let reads = Rc::new(RefCell::new(Vec::new()));
        let reader = Reader::new(Rc::new(Counting(Rc::clone(&reads))));
        for place in 0..10 {
            reader.read(place << 20..(place << 20) + 100).unwrap();
        }
        assert_eq!(reads.borrow().iter().sum::<usize>(), 10 * PAGE as usize);
        reads.borrow_mut().clear();
        // A read that extends into the next page costs only that page.
        for place in 20..30 {
            reader.read((place << 20) - 50..(place << 20) + 50).unwrap();
        }
        assert_eq!(reads.borrow().iter().sum::<usize>(), 20 * PAGE as usize);
        reads.borrow_mut().clear();
        for place in 0..160 {
            reader.read(place * PAGE..place * PAGE + 100).unwrap();
        }
        assert!(reads.borrow().len() <= 11, "{:?}", reads.borrow());
    }

    #[test]
    fn a_section_shares_the_cache_and_ends_where_it_ends() {
        let reads = Rc::new(RefCell::new(Vec::new()));
        let reader = Reader::new(Rc::new(Counting(Rc::clone(&reads))));
        let section = reader.section(5_000);
        assert_eq!(section.read(4_000..5_000).unwrap().len(), 1_000);
        reader.read(4_096..6_144).unwrap();
        assert_eq!(reads.borrow().iter().sum::<usize>(), 2 * PAGE as usize);
        assert_eq!(section.window(4_500, 10).unwrap().len(), 500);
        assert_eq!(section.window(5_000, 10).unwrap().len(), 0);
        assert!(section.read(4_000..5_001).is_err());
        assert!(section.source().read(4_999, &mut [0; 2]).is_err());
        assert_eq!(section.section(9_000).len(), 5_000);
    }

    #[test]
    fn a_long_range_is_read_once_for_all_revisions() {
        let reads = Rc::new(RefCell::new(Vec::new()));
        let reader = Reader::new(Rc::new(Counting(Rc::clone(&reads))));
        for length in [1 << 29, 1 << 28, 1 << 29] {
            let section = reader.section(length);
            assert_eq!(
                section.cached_window(70_000, 300_000).unwrap().len(),
                300_000
            );
        }
        assert_eq!(reads.borrow().iter().sum::<usize>(), 300_000);
        reader.cached_window(70_000, MAX_CACHED_RANGE + 1).unwrap();
        reader.cached_window(70_000, 300_000).unwrap();
        assert_eq!(
            reads.borrow().iter().sum::<usize>() as u64,
            300_000 + MAX_CACHED_RANGE + 1
        );
    }

    #[test]
    fn few_pages_are_cached() {
        let (reader, _) = paged(20_000_000);
        // Every other page, so that none is read ahead.
        for offset in (0..20_000_000).step_by(2 * PAGE as usize) {
            reader.read(offset..offset + 10).unwrap();
        }
        let pages = reader.file.pages.borrow();
        assert_eq!(pages.old.len(), MAX_CACHED_PAGES);
        assert!(pages.young.len() <= MAX_CACHED_PAGES && pages.old.len() <= MAX_CACHED_PAGES);
    }
}
