//! The first revision: its author is unknown, so it is judged only by how readers interpret it.

use std::collections::HashSet;

use super::appended::{Chain, trailing};
use super::scanned::{self, Header};
use super::section;
use super::{Ambiguity, ByteRangeKeys, Fault, First, MAX_REPORTED, peek};
use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Object, ObjectId};
use crate::parser::{Work, parse_at};
use crate::stream::{farthest_end, find_data};
use crate::xref::{Location, Xref};

/// Bytes searched at once. With what matters before them, they stay in the cache of the reader, where the objects in them are
/// then looked at.
const STEP: u64 = (1 << 17) - BEFORE;
/// More bytes than matter before an `obj`.
const BEFORE: u64 = scanned::BEFORE as u64 + 8;

/// The key of the signed bytes of a signature.
const BYTE_RANGE: &[u8] = b"/ByteRange";

/// Checks the first revision: header, sections, and that scanning finds the same objects.
pub(super) fn check(document: &Document) -> Result<First> {
    let xref = document.xref();
    if xref.repaired {
        return Ok(First::default());
    }
    let chain = Chain::of(document)?;
    let mut scan = Scan {
        document,
        xref: &xref,
        work: Work::for_file(document.len()),
        end: chain.first_end.min(document.len()),
        listed: 0,
        last_listed: 0,
        replaced: Vec::new(),
        saw_stream: false,
        holders: HashSet::new(),
        recent: Vec::new(),
        around: Extent::default(),
        byte_ranges: Vec::new(),
        ambiguities: Vec::new(),
    };
    if document.reader.read(0..document.len().min(5))? != b"%PDF-" {
        scan.report(0, "the file does not start with its header");
    }
    scan.sections(&chain)?;
    if chain.appended.is_empty() {
        scan.ambiguities
            .extend(trailing(document, chain.first_end)?);
    }
    scan.objects()?;
    scan.object_streams()?;
    Ok(First {
        ambiguities: scan.ambiguities,
        byte_ranges: Some(ByteRangeKeys {
            offsets: scan.byte_ranges,
            searched: scan.end,
        }),
    })
}

struct Scan<'a> {
    document: &'a Document,
    xref: &'a Xref,
    work: Work,
    /// End of the first revision.
    end: u64,
    /// Number of objects found where they are listed.
    listed: usize,
    /// Offset of the last such object.
    last_listed: u64,
    /// Offsets of objects since then that a later revision replaced or deleted.
    replaced: Vec<u64>,
    /// True if `stream` occurred since.
    saw_stream: bool,
    /// Offsets of objects that declare themselves object streams.
    holders: HashSet<u64>,
    /// Offsets of object headers since the last object of known extent.
    recent: Vec<u64>,
    /// The object that reaches farthest of those whose extent was determined.
    around: Extent,
    /// Offsets of the `/ByteRange` keys.
    byte_ranges: Vec<u64>,
    ambiguities: Vec<Ambiguity>,
}

/// The parts of an object in the file.
#[derive(Default)]
struct Extent {
    /// Start of the stream data; the end where there is no stream.
    data: u64,
    /// End of the object; `u64::MAX` if it can't be determined.
    end: u64,
    /// The dictionary before the stream data.
    dictionary: Option<Dictionary>,
}

impl Scan<'_> {
    fn report(&mut self, offset: u64, problem: &'static str) {
        if self.ambiguities.len() < MAX_REPORTED {
            let revision_end = self.end;
            self.ambiguities.push(Ambiguity {
                offset,
                revision_end,
                problem,
            });
        }
    }

    fn sections(&mut self, chain: &Chain) -> Result<()> {
        let newest = chain
            .first
            .last()
            .map(|place| place.offset - self.xref.shift.min(place.offset));
        for (index, place) in chain.first.iter().enumerate() {
            let checked =
                section::read(self.document, place.offset, &self.work).and_then(|section| {
                    match index {
                        0 => section::ending(self.document, section.end, newest).map(|_| ()),
                        // The first section of a linearized file ends with `startxref 0`.
                        _ => Ok(()),
                    }
                });
            match checked {
                Ok(()) => {}
                Err(Fault::Failed(error)) => return Err(error),
                Err(Fault::At(offset, problem)) => self.report(offset, problem),
            }
        }
        Ok(())
    }

    /// Visits everything that looks like the start of an object.
    fn objects(&mut self) -> Result<()> {
        let finder = memchr::memmem::Finder::new(b"obj");
        let kind = memchr::memmem::Finder::new(b"/ObjStm");
        let keyword = memchr::memmem::Finder::new(b"stream");
        let byte_range = memchr::memmem::Finder::new(BYTE_RANGE);
        let mut position = 0u64;
        let mut last = 0u64;
        while position < self.end {
            let start = position.saturating_sub(BEFORE);
            let stop = self.end.min(position + STEP);
            let window = self.document.reader.window(start, stop - start)?;
            let bytes = window.get(..(stop - start) as usize).unwrap_or(&window);
            // Both words are shorter, so what stands further before was seen in the window before.
            let here = |at: usize| Some(start + at as u64).filter(|at| *at + 8 > position);
            let mut streams = kind.find_iter(bytes).filter_map(here).peekable();
            let mut keywords = keyword.find_iter(bytes).filter_map(here).peekable();
            let ranges = byte_range.find_iter(bytes).map(|at| start + at as u64);
            let is_new = |at: &u64| at + BYTE_RANGE.len() as u64 > position;
            self.byte_ranges.extend(ranges.filter(is_new));
            let mut from = (position - start) as usize;
            while let Some(found) = bytes
                .get(from.saturating_sub(2)..)
                .and_then(|rest| finder.find(rest))
            {
                let at = from.saturating_sub(2) + found;
                from = at + 5;
                let header = scanned::header_before(bytes, at);
                if let Some(Header::Doubtful(header)) = header {
                    self.doubtful(start + header as u64)?;
                }
                if let Some(Header::Plain(header, id)) = header {
                    let offset = start + header as u64;
                    while streams.next_if(|place| *place < offset).is_some() {
                        self.holders.insert(last);
                    }
                    last = offset;
                    while keywords.next_if(|place| *place < offset).is_some() {
                        self.saw_stream = true;
                    }
                    self.object(offset, id)?;
                }
            }
            if streams.next().is_some() {
                self.holders.insert(last);
            }
            self.saw_stream |= keywords.next().is_some();
            position = stop;
        }
        self.ends_before(self.end)?;
        let mut found = 0usize;
        let mut missing = false;
        for (id, location) in self.xref.table.iter() {
            match location {
                Location::Offset(offset) if offset < self.end => found += 1,
                Location::Offset(offset) => missing |= !self.is_header(offset, id),
                Location::InStream { .. } | Location::Free => {}
            }
        }
        if missing || found != self.listed {
            self.report(0, "an object is not where the cross-reference data says");
        }
        Ok(())
    }

    /// True if an object with this ID starts at the offset.
    fn is_header(&self, offset: u64, id: ObjectId) -> bool {
        let read = parse_at(&self.document.reader, offset, &self.work, |parser| {
            Ok(parser.indirect_header())
        });
        read.is_ok_and(|(header, _)| header == Some(id))
    }

    fn object(&mut self, offset: u64, id: ObjectId) -> Result<()> {
        let listed = match self.xref.table.get(id.number) {
            Some((Location::Offset(at), generation))
                if at == offset && generation == id.generation =>
            {
                self.listed += 1;
                self.ends_before(offset)?;
                self.last_listed = offset;
                self.recent.clear();
                true
            }
            // A later revision replaced or deleted the object.
            Some((Location::Offset(at), _)) => at >= self.end,
            Some((Location::InStream { stream, .. }, _)) => self.is_later(stream),
            Some((Location::Free, _)) => true,
            None => false,
        };
        if listed && self.last_listed != offset {
            self.replaced.push(offset);
        }
        self.recent.push(offset);
        if !listed && !self.is_inside(offset)? {
            self.report(
                offset,
                "an object stands in the file that the cross-reference data does not list",
            );
        }
        Ok(())
    }

    /// The start of an object for some readers only.
    fn doubtful(&mut self, offset: u64) -> Result<()> {
        self.recent.push(offset);
        if !self.is_inside(offset)? {
            self.report(offset, "something in the file reads like an object");
        }
        Ok(())
    }

    /// The stream data of an object must not overlap the next listed object: some readers would
    /// find that object, others would skip it. So they would if they disagree about where the data
    /// starts. Both hold for replaced objects too, because a reader that scans meets them.
    fn ends_before(&mut self, offset: u64) -> Result<()> {
        let replaced = std::mem::take(&mut self.replaced);
        if !std::mem::take(&mut self.saw_stream) {
            return Ok(());
        }
        for at in std::iter::once(self.last_listed).chain(replaced) {
            let extent = self.extent_of(at)?;
            if extent.end > offset {
                self.report(at, "the data of a stream reaches into another object");
            } else if !self.is_plain(at, &extent, offset)? {
                self.report(at, "readers may find the data of a stream elsewhere");
            }
        }
        Ok(())
    }

    /// True if scanning finds the same stream data, or none, in the object at this offset. The next
    /// one is at `next`.
    fn is_plain(&self, offset: u64, extent: &Extent, next: u64) -> Result<bool> {
        let Some(dictionary) = &extent.dictionary else {
            return self.opens_no_stream(offset, next);
        };
        let length = extent.data.saturating_sub(offset);
        if self.work.spend(length).is_err() {
            return Ok(false);
        }
        let text = peek(&self.document.reader, offset, length)?;
        let keyword = memchr::memmem::rfind(&text, b"stream").unwrap_or(0);
        let text = text.get(..keyword).unwrap_or_default();
        Ok(scanned::is_plain(text, Some(dictionary)))
    }

    /// True if no `stream` follows a dictionary before the object at this offset ends.
    fn opens_no_stream(&self, offset: u64, next: u64) -> Result<bool> {
        let whole = next.saturating_sub(offset);
        let mut wanted = 512;
        loop {
            let length = whole.min(wanted);
            let text = peek(&self.document.reader, offset, length)?;
            let object = scanned::first_object(&text);
            if object.len() < text.len() || length == whole {
                return Ok(scanned::opening(object).is_none());
            }
            wanted *= 8;
            if self.work.spend(wanted).is_err() {
                return Ok(false);
            }
        }
    }

    fn is_later(&self, stream: u32) -> bool {
        let place = self.xref.table.get(stream);
        matches!(place, Some((Location::Offset(at), _)) if at >= self.end)
    }

    /// True if the most recent header is in the stream data of another object. A header in the
    /// syntax of an object starts an object for readers that scan: also in a string, as few of them
    /// know where one is.
    fn is_inside(&mut self, offset: u64) -> Result<bool> {
        for at in std::mem::take(&mut self.recent) {
            if at < offset && at >= self.around.end {
                let extent = self.extent_of(at)?;
                if extent.end > self.around.end {
                    self.around = extent;
                }
            }
        }
        self.recent.push(offset);
        Ok((self.around.data..self.around.end).contains(&offset))
    }

    fn extent_of(&self, offset: u64) -> Result<Extent> {
        let document = self.document;
        let until = |end| Extent {
            data: end,
            end,
            dictionary: None,
        };
        let read = parse_at(&document.reader, offset, &self.work, |parser| {
            let read = parser.indirect()?;
            Ok((read, parser.lexer.position()))
        });
        let ((read, length), _) = match read {
            Ok(read) => read,
            Err(PdfError::Limit(_)) => return Ok(until(u64::MAX)),
            Err(_) => return Ok(until(offset + 1)),
        };
        let (Object::Dictionary(dictionary), Some(data)) = (&read.object, read.stream) else {
            return Ok(until(offset + length as u64));
        };
        let length = document.lookup(dictionary, b"Length").ok();
        let length = length.and_then(|it| it.as_integer());
        let data = offset + data as u64;
        let end = farthest_end(&document.reader, data, length, &self.work)?;
        let dictionary = Some(dictionary.clone());
        Ok(Extent {
            data,
            end,
            dictionary,
        })
    }

    /// An object in an object stream counts at the offset of the stream: a stream replaced by a
    /// newer entry must not come later in the file.
    fn object_streams(&mut self) -> Result<()> {
        let mut holders: Vec<u64> = self.holders.drain().collect();
        holders.sort_unstable();
        for offset in holders {
            let Some((id, numbers)) = self.packed(offset)? else {
                continue;
            };
            let current = self.document.object_offset(id) == Some(offset);
            for (index, number) in numbers.into_iter().enumerate() {
                let agrees = match self.xref.table.get(number) {
                    Some((Location::InStream { stream, index: at }, _)) => {
                        current && stream == id.number && at as usize == index
                            || self.follows(stream, offset)
                    }
                    Some((Location::Offset(at), _)) => at > offset,
                    Some((Location::Free, _)) | None => true,
                };
                if !agrees {
                    self.report(offset, "an object stream holds an object that the cross-reference data finds elsewhere");
                    break;
                }
            }
        }
        Ok(())
    }

    fn follows(&self, stream: u32, offset: u64) -> bool {
        let place = self.xref.table.get(stream);
        matches!(place, Some((Location::Offset(at), _)) if at > offset)
    }

    /// ID and object numbers of the object stream at an offset; `None` if there is none.
    fn packed(&self, offset: u64) -> Result<Option<(ObjectId, Vec<u32>)>> {
        let document = self.document;
        let read = parse_at(&document.reader, offset, &self.work, |parser| {
            parser.indirect()
        });
        let Ok((read, _)) = read else {
            return Ok(None);
        };
        let (Object::Dictionary(dictionary), Some(data)) = (&read.object, read.stream) else {
            return Ok(None);
        };
        if !dictionary.is_type(b"ObjStm") {
            return Ok(None);
        }
        let length = document.lookup(dictionary, b"Length").ok();
        let length = length.and_then(|it| it.as_integer());
        let Ok(range) = find_data(&document.reader, offset + data as u64, length, &self.work)
        else {
            return Ok(None);
        };
        let numbers = document.packed_numbers(read.id, dictionary, range);
        Ok(numbers.ok().map(|numbers| (read.id, numbers)))
    }
}
