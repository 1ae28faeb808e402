//! Appended revisions: every byte must belong to an object listed in the revision's cross-reference
//! section, or to that section.

use std::collections::HashMap;

use super::section::{self, Entry, Section};
use super::strict::{self, StrictObject};
use super::{Ambiguity, Checked, Fault, MAX_REPORTED, peek, skip_blanks};
use crate::document::Document;
use crate::error::Result;
use crate::lexer::is_whitespace;
use crate::object::ObjectId;
use crate::parser::Work;
use crate::reader::Reader;
use crate::source::SectionSource;
use crate::xref::{self, Location, Xref, XrefKind, XrefTable};

/// The cross-reference sections of a file, oldest first: those of the first revision and the
/// appended ones.
pub(super) struct Chain {
    /// Offset, kind and end of each section.
    pub(super) first: Vec<xref::SectionPlace>,
    pub(super) appended: Vec<xref::SectionPlace>,
    /// Offset just after the `%%EOF` of the first revision.
    pub(super) first_end: u64,
}

impl Chain {
    pub(super) fn of(document: &Document) -> Result<Self> {
        let mut all: Vec<xref::SectionPlace> =
            document.xref().sections.iter().rev().cloned().collect();
        let oldest = all.first().map_or(0, |section| section.offset);
        let end = all.first().map_or(0, |section| section.end);
        // In a linearized file, the section of the first page precedes the main one.
        let linearized = all.get(1).is_some_and(|second| second.offset < oldest);
        let appended = all.split_off(all.len().min(1 + usize::from(linearized)));
        let first_end = crate::revisions::marker_end(&document.reader, end)?;
        Ok(Self {
            first: all,
            appended,
            first_end,
        })
    }
}

/// Checks every appended revision that ends after `since`, and the bytes after the last one. Those before are taken as
/// checked: they are not read.
pub(super) fn check(document: &Document, since: u64) -> Result<Vec<Ambiguity>> {
    let mut ambiguities = Vec::new();
    if document.is_repaired() {
        let problem = "the cross-reference data of the file is broken";
        return Ok(vec![at_end(document, 0, problem)]);
    }
    let chain = Chain::of(document)?;
    let mut walk = Walk {
        document,
        work: Work::for_file(document.len()),
        start: chain.first_end,
        previous: chain.first.last().map_or(0, |section| section.offset),
        is_previous_sound: false,
        table: None,
    };
    let skipped = walk.skip(&chain.appended, since)?;
    for place in chain.appended.iter().skip(skipped) {
        if ambiguities.len() >= MAX_REPORTED {
            ambiguities.push(at_end(
                document,
                place.offset,
                "too much of the file is ambiguous",
            ));
            return Ok(ambiguities);
        }
        let revision = walk.revision(place);
        walk.is_previous_sound = revision.is_ok();
        match revision {
            Ok(end) => walk.start = end,
            Err(Fault::Failed(error)) => return Err(error),
            Err(Fault::At(offset, problem)) => {
                walk.table = None;
                walk.start = crate::revisions::marker_end(&document.reader, place.end)?;
                let revision_end = walk.start.max(offset.saturating_add(1)).min(document.len());
                ambiguities.push(Ambiguity {
                    offset,
                    revision_end,
                    problem,
                });
            }
        }
        walk.previous = place.offset;
    }
    ambiguities.extend(trailing(document, walk.start)?);
    Ok(ambiguities)
}

fn at_end(document: &Document, offset: u64, problem: &'static str) -> Ambiguity {
    Ambiguity {
        offset,
        revision_end: document.len(),
        problem,
    }
}

/// Only line ends may follow the last `%%EOF`: two at most, as some writers leave an empty line.
pub(super) fn trailing(document: &Document, start: u64) -> Result<Option<Ambiguity>> {
    const LINE_ENDS: u64 = 4;
    let rest = peek(&document.reader, start, LINE_ENDS + 1)?;
    let is_blank = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let is_short = rest.len() <= 2 && rest.iter().all(|byte| is_whitespace(*byte));
    let clean = is_short || (rest.len() as u64 <= LINE_ENDS && rest.iter().all(is_blank));
    let problem = "something stands after the last `%%EOF`";
    Ok((!clean).then(|| at_end(document, start, problem)))
}

/// Walks from one revision to the next.
struct Walk<'a> {
    document: &'a Document,
    work: Work,
    /// Offset just after the `%%EOF` of the previous revision.
    start: u64,
    /// Offset of the newest previous section.
    previous: u64,
    /// True if that section was checked and its `startxref` names this very offset.
    is_previous_sound: bool,
    /// Cross-reference table before this revision; built on first use.
    table: Option<XrefTable>,
}

/// The objects of one revision, by number.
type Objects = HashMap<u32, Found>;

struct Found {
    offset: u64,
    generation: u16,
    /// For an object stream: the numbers of the objects in it.
    packed: Vec<u32>,
}

impl Walk<'_> {
    /// Skips the revisions that end by `since`. Returns their number.
    fn skip(&mut self, places: &[xref::SectionPlace], since: u64) -> Result<usize> {
        let mut last = None;
        for (index, place) in places.iter().enumerate() {
            let end = crate::revisions::marker_end(&self.document.reader, place.end)?;
            if end > since || place.offset < self.start {
                break;
            }
            self.start = end;
            self.previous = place.offset;
            last = Some((index, place));
        }
        let Some((index, place)) = last else {
            return Ok(0);
        };
        self.is_previous_sound = self.names_itself(place)?;
        Ok(index + 1)
    }

    /// True if the section is well written and its `startxref` names its very offset.
    fn names_itself(&self, place: &xref::SectionPlace) -> Result<bool> {
        let shift = self.document.xref().shift;
        let offset = Some(place.offset - shift.min(place.offset));
        let ending = self.line_end_at(place.offset).and_then(|line_end| {
            let section = section::read(self.document, place.offset + line_end, &self.work)?;
            section::ending(self.document, section.end, offset)
        });
        match ending {
            Ok(_) => Ok(true),
            Err(Fault::At(..)) => Ok(false),
            Err(Fault::Failed(error)) => Err(error),
        }
    }

    /// Checks the revision with this section. Returns the offset after its `%%EOF`.
    fn revision(&mut self, place: &xref::SectionPlace) -> Checked<u64> {
        let document = self.document;
        if place.offset < self.start {
            let problem =
                "an appended cross-reference section stands before the end of an older revision";
            return Err(Fault::At(place.offset, problem));
        }
        let start = place.offset + self.line_end_at(place.offset)?;
        let mut objects = Objects::new();
        self.objects(start, place.kind, &mut objects)?;
        let section = section::read(document, start, &self.work)?;
        self.check_trailer(place, &section)?;
        self.check_entries(place, &section, &objects)?;
        let shift = document.xref().shift;
        let end = section::ending(
            document,
            section.end,
            Some(place.offset - shift.min(place.offset)),
        )?;
        if let Some(table) = &mut self.table {
            for entry in &section.entries {
                table.set(entry.number, entry.location, entry.generation);
            }
        }
        Ok(end)
    }

    /// Length of the line end at this offset, if a table or an object follows. Some writers name the
    /// offset before the line end, and all readers skip it.
    fn line_end_at(&self, offset: u64) -> Checked<u64> {
        let head = peek(&self.document.reader, offset, 3)?;
        Ok(match head.as_slice() {
            [b'\r', b'\n', b'x' | b'0'..=b'9'] => 2,
            [b'\r' | b'\n', b'x' | b'0'..=b'9', ..] => 1,
            _ => 0,
        })
    }

    /// Reads all objects up to the section, which starts at this offset.
    fn objects(&self, section: u64, kind: XrefKind, objects: &mut Objects) -> Checked<()> {
        let reader = &self.document.reader;
        let mut at = self.start;
        loop {
            let after = at;
            at = skip_blanks(reader, at)?;
            let before = reader.read(at.saturating_sub(1)..at)?;
            if at == after && !before.iter().all(|byte| is_whitespace(*byte)) {
                return Err(Fault::At(at, "no white space stands before an object"));
            }
            if at > section {
                return Err(Fault::At(
                    section,
                    "a cross-reference section stands inside of something else",
                ));
            }
            if at == section && kind == XrefKind::Table {
                return Ok(());
            }
            let read = strict::read(self.document, at, &self.work)?;
            let found = Found {
                offset: at,
                generation: read.id.generation,
                packed: self.packed(at, &read)?,
            };
            if objects.insert(read.id.number, found).is_some() {
                return Err(Fault::At(at, "an object stands twice in one revision"));
            }
            if at == section {
                return Ok(());
            }
            at = read.end;
        }
    }

    /// Numbers of the objects in an object stream (ISO 32000-2, 7.5.7).
    fn packed(&self, at: u64, read: &StrictObject) -> Checked<Vec<u32>> {
        let dictionary = read
            .object
            .as_dictionary()
            .filter(|it| it.is_type(b"ObjStm"));
        let Some((dictionary, data)) = dictionary.zip(read.data.clone()) else {
            return Ok(Vec::new());
        };
        self.document
            .packed_numbers(read.id, dictionary, data)
            .map_err(|error| Fault::of(at, error))
    }

    fn check_trailer(&self, place: &xref::SectionPlace, section: &Section) -> Checked<()> {
        let wrong = |problem| Err(Fault::At(place.offset, problem));
        let trailer = &section.trailer;
        let shift = self.document.xref().shift;
        let previous = i64::try_from(self.previous - shift.min(self.previous)).ok();
        let prev = section::exact_integer(trailer.get(b"Prev"));
        // The chain was followed across white space before the keyword; not every reader accepts
        // that, unless it is the line end that the section's own `startxref` names too.
        let start = peek(&self.document.reader, self.previous, 1)?;
        let is_start = self.is_previous_sound || matches!(start.as_slice(), [b'x' | b'0'..=b'9']);
        if prev != previous || !is_start {
            return wrong("/Prev is not the offset of the section before");
        }
        if trailer.contains(b"XRefStm") {
            return wrong("the section hides objects in a second one");
        }
        if trailer.reference(b"Root").is_none() {
            return wrong("the trailer names no catalog");
        }
        if trailer.contains(b"Encrypt") != self.document.trailer().contains(b"Encrypt") {
            return wrong("the trailer does not repeat how the file is encrypted");
        }
        Ok(())
    }

    /// Every object must be listed once, at its offset. Any other entry must repeat the previous
    /// location.
    fn check_entries(
        &mut self,
        place: &xref::SectionPlace,
        section: &Section,
        objects: &Objects,
    ) -> Checked<()> {
        let mut listed = 0usize;
        let mut packed = 0usize;
        for entry in &section.entries {
            let here = match entry.location {
                Location::Offset(offset) => {
                    let found = objects.get(&entry.number);
                    let found = found.filter(|it| it.generation == entry.generation);
                    let same = match found {
                        Some(it) if it.offset == offset => true,
                        Some(it) => it.offset == offset.saturating_add(self.line_end_at(offset)?),
                        None => false,
                    };
                    listed += usize::from(same);
                    same
                }
                Location::InStream { stream, index } => {
                    let found = objects
                        .get(&stream)
                        .and_then(|it| it.packed.get(index as usize));
                    let same = found == Some(&entry.number) && !objects.contains_key(&entry.number);
                    packed += usize::from(same);
                    same
                }
                Location::Free => true,
            };
            if !here && !self.was_there(*entry, objects)? {
                let problem = "an entry of the cross-reference section does not lead to its object";
                return Err(Fault::At(place.offset, problem));
            }
        }
        let own = section.own.filter(|own| {
            !section
                .entries
                .iter()
                .any(|entry| entry.number == own.number)
        });
        if let Some(own) = own {
            listed += usize::from(self.is_unused(own));
        }
        let all_packed: usize = objects.values().map(|it| it.packed.len()).sum();
        if listed != objects.len() || packed != all_packed {
            let problem = "an object of the revision is not listed in its cross-reference section";
            return Err(Fault::At(self.start, problem));
        }
        Ok(())
    }

    /// A cross-reference stream that does not list itself must have an otherwise unused number.
    fn is_unused(&self, own: ObjectId) -> bool {
        let entry = self.document.xref().table.get(own.number);
        entry.is_none_or(|(location, _)| location == Location::Free)
    }

    fn was_there(&mut self, entry: Entry, objects: &Objects) -> Checked<bool> {
        let moved = match entry.location {
            Location::InStream { stream, .. } => objects.contains_key(&stream),
            Location::Offset(_) | Location::Free => false,
        };
        if moved || objects.contains_key(&entry.number) {
            return Ok(false);
        }
        if self.table.is_none() {
            let source = SectionSource::new(self.document.source(), self.start);
            self.table = xref::load(&Reader::new(std::rc::Rc::new(source)))
                .ok()
                .map(|before: Xref| before.table);
        }
        let before = self
            .table
            .as_ref()
            .and_then(|table| table.get(entry.number));
        Ok(before == Some((entry.location, entry.generation)))
    }
}
