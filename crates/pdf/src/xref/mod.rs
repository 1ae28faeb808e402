//! Cross-reference data: the location of each object.

mod chain;
mod repair;
mod section;
mod write;

pub(crate) use chain::{Section as SectionPlace, Xref, load};
pub(crate) use repair::repair;
pub(crate) use section::{exact_entry, row, subsections, widths};
pub(crate) use write::{Entries, NewSection};

use serde::{Deserialize, Serialize};

use crate::object::ObjectId;

/// Maximum object number (Acrobat's limit, ISO 32000-1 annex C). Prevents hostile files from
/// requesting gigabytes of entries.
pub(crate) const MAX_NUMBER: u32 = 8_388_607;

/// Kind of a cross-reference section (ISO 32000-2, 7.5.4 and 7.5.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum XrefKind {
    /// A table: entries of 20 bytes after the keyword `xref`.
    Table,
    /// A stream with `/Type /XRef`.
    Stream,
}

/// Location of an object (ISO 32000-2, table 18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// Free: deleted or never used.
    Free,
    /// At this offset of the file.
    Offset(u64),
    /// In an object stream.
    InStream {
        /// Object number of the object stream.
        stream: u32,
        /// Index in the object stream.
        index: u32,
    },
}

const UNKNOWN: u8 = 0;
const FREE: u8 = 1;
const OFFSET: u8 = 2;
const IN_STREAM: u8 = 3;

/// Entries per chunk.
const CHUNK: usize = 512;

/// Nine bytes per object number, in flat arrays: 300,000 objects are read in milliseconds.
///
/// The 64 bits of `low`, `high` and `extra` store a 48-bit offset and the generation, or the number
/// of the object stream and a 32-bit index.
#[derive(Debug, Clone)]
struct Chunk {
    low: [u32; CHUNK],
    high: [u16; CHUNK],
    extra: [u16; CHUNK],
    kind: [u8; CHUNK],
}

impl Chunk {
    const EMPTY: Self = Self {
        low: [0; CHUNK],
        high: [0; CHUNK],
        extra: [0; CHUNK],
        kind: [UNKNOWN; CHUNK],
    };

    fn get(&self, index: usize) -> Option<(Location, u16)> {
        let low = *self.low.get(index)?;
        let high = *self.high.get(index)?;
        let extra = *self.extra.get(index)?;
        match *self.kind.get(index)? {
            FREE => Some((Location::Free, extra)),
            OFFSET => Some((
                Location::Offset(u64::from(high) << 32 | u64::from(low)),
                extra,
            )),
            IN_STREAM => {
                let index = u32::from(high) << 16 | u32::from(extra);
                Some((Location::InStream { stream: low, index }, 0))
            }
            _ => None,
        }
    }

    fn set(&mut self, index: usize, entry: (u8, u32, u16, u16)) {
        let places = (
            self.kind.get_mut(index),
            self.low.get_mut(index),
            self.high.get_mut(index),
            self.extra.get_mut(index),
        );
        if let (Some(kind), Some(low), Some(high), Some(extra)) = places {
            (*kind, *low, *high, *extra) = entry;
        }
    }
}

/// Locations of all objects. Chunks exist only where there are objects, so a single high number in
/// a small file costs little.
#[derive(Debug, Default, Clone)]
pub(crate) struct XrefTable {
    chunks: Vec<Option<Box<Chunk>>>,
    length: u32,
}

impl XrefTable {
    /// The highest object number plus one.
    pub(crate) fn len(&self) -> u32 {
        self.length
    }

    fn chunk(&self, number: u32) -> Option<&Chunk> {
        self.chunks.get(number as usize / CHUNK)?.as_deref()
    }

    pub(crate) fn get(&self, number: u32) -> Option<(Location, u16)> {
        self.chunk(number)?.get(number as usize % CHUNK)
    }

    fn kind(&self, number: u32) -> u8 {
        let chunk = self.chunk(number);
        chunk
            .and_then(|chunk| chunk.kind.get(number as usize % CHUNK))
            .copied()
            .unwrap_or(UNKNOWN)
    }

    pub(crate) fn is_known(&self, number: u32) -> bool {
        self.kind(number) != UNKNOWN
    }

    fn is_free(&self, number: u32) -> bool {
        self.kind(number) == FREE
    }

    pub(crate) fn set(&mut self, number: u32, location: Location, generation: u16) {
        if number > MAX_NUMBER {
            return;
        }
        let entry = match location {
            Location::Offset(offset) if offset < 1 << 48 => {
                (OFFSET, offset as u32, (offset >> 32) as u16, generation)
            }
            Location::Free | Location::Offset(_) => (FREE, 0, 0, generation),
            Location::InStream { stream, index } => {
                (IN_STREAM, stream, (index >> 16) as u16, index as u16)
            }
        };
        let at = number as usize / CHUNK;
        if at >= self.chunks.len() {
            self.chunks.resize_with(at + 1, || None);
        }
        if let Some(chunk) = self.chunks.get_mut(at) {
            chunk
                .get_or_insert_with(|| Box::new(Chunk::EMPTY))
                .set(number as usize % CHUNK, entry);
            self.length = self.length.max(number + 1);
        }
    }

    /// All entries, including free ones.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (ObjectId, Location)> {
        let chunks = (0u32..).step_by(CHUNK).zip(&self.chunks);
        let chunks = chunks.filter_map(|(first, chunk)| Some((first, chunk.as_deref()?)));
        chunks.flat_map(|(first, chunk)| {
            (0..CHUNK).filter_map(move |index| {
                let (location, generation) = chunk.get(index)?;
                Some((ObjectId::new(first + index as u32, generation), location))
            })
        })
    }

    /// The entries of all existing objects.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, Location)> {
        self.entries()
            .filter(|(_, location)| *location != Location::Free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_as_they_went_in() {
        let mut table = XrefTable::default();
        let entries = [
            (5, Location::Offset(0x1234_5678_9abc), 7),
            (0, Location::Free, 65535),
            (
                9,
                Location::InStream {
                    stream: 4_000_000,
                    index: 70_000,
                },
                0,
            ),
            (MAX_NUMBER, Location::Offset(1), 0),
        ];
        for (number, location, generation) in entries {
            table.set(number, location, generation);
        }
        for (number, location, generation) in entries {
            assert_eq!(table.get(number), Some((location, generation)));
        }
        assert_eq!(table.get(1), None);
        table.set(u32::MAX, Location::Offset(1), 0);
        assert_eq!(table.len(), MAX_NUMBER + 1);
        assert_eq!(table.iter().count(), 3);
    }
}
