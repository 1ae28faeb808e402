//! Cross-reference data: where each object is.

mod chain;
mod repair;
mod section;

pub(crate) use chain::{Xref, load};
pub(crate) use repair::repair;

use crate::object::ObjectId;

/// The highest object number that is believed (Acrobat's limit, ISO 32000-1 annex C); keeps hostile
/// files from asking for gigabytes of entries.
pub(crate) const MAX_NUMBER: u32 = 8_388_607;

/// The form of a cross-reference section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XrefKind {
    /// Lines of 20 bytes after the keyword `xref`.
    Table,
    /// A stream with `/Type /XRef`.
    Stream,
}

/// Where an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// Nowhere: it was deleted.
    Free,
    /// At this offset of the file.
    Offset(u64),
    /// In an object stream.
    InStream {
        /// The object number of the object stream.
        stream: u32,
        /// The index in it.
        index: u32,
    },
}

const UNKNOWN: u8 = 0;
const FREE: u8 = 1;
const OFFSET: u8 = 2;
const IN_STREAM: u8 = 3;

/// Nine bytes for each object number, in flat arrays: 300,000 objects are read in milliseconds.
///
/// The 64 bits of `low`, `high` and `extra` hold a 48-bit offset and the generation, or the object stream's
/// number and a 32-bit index.
#[derive(Debug, Default, Clone)]
pub(crate) struct XrefTable {
    low: Vec<u32>,
    high: Vec<u16>,
    extra: Vec<u16>,
    kind: Vec<u8>,
}

impl XrefTable {
    /// One more than the highest object number.
    pub(crate) fn len(&self) -> u32 {
        self.kind.len() as u32
    }

    /// Makes room for numbers below `length`.
    fn grow(&mut self, length: usize) {
        if length > self.kind.len() {
            self.low.resize(length, 0);
            self.high.resize(length, 0);
            self.extra.resize(length, 0);
            self.kind.resize(length, UNKNOWN);
        }
    }

    pub(crate) fn get(&self, number: u32) -> Option<(Location, u16)> {
        let index = number as usize;
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

    pub(crate) fn is_known(&self, number: u32) -> bool {
        self.kind
            .get(number as usize)
            .is_some_and(|kind| *kind != UNKNOWN)
    }

    fn is_free(&self, number: u32) -> bool {
        self.kind.get(number as usize) == Some(&FREE)
    }

    pub(crate) fn set(&mut self, number: u32, location: Location, generation: u16) {
        if number > MAX_NUMBER {
            return;
        }
        let index = number as usize;
        self.grow(index + 1);
        let (kind, low, high, extra) = match location {
            Location::Free => (FREE, 0, 0, generation),
            Location::Offset(offset) if offset < 1 << 48 => {
                (OFFSET, offset as u32, (offset >> 32) as u16, generation)
            }
            Location::Offset(_) => (FREE, 0, 0, generation),
            Location::InStream { stream, index } => {
                (IN_STREAM, stream, (index >> 16) as u16, index as u16)
            }
        };
        if let Some(place) = self.kind.get_mut(index) {
            *place = kind;
        }
        if let Some(place) = self.low.get_mut(index) {
            *place = low;
        }
        if let Some(place) = self.high.get_mut(index) {
            *place = high;
        }
        if let Some(place) = self.extra.get_mut(index) {
            *place = extra;
        }
    }

    /// Numbers, locations and generations of all objects that exist.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, Location)> {
        (0..self.len()).filter_map(|number| match self.get(number)? {
            (Location::Free, _) => None,
            (location, generation) => Some((ObjectId::new(number, generation), location)),
        })
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
