//! Extension lookups in OpenType layout tables.

use skrifa::FontRef;
use skrifa::raw::{FontData, TableProvider, TopLevelTable, tables};

/// True if an extension subtable of `GSUB` or `GPOS` refers to another extension. OpenType forbids
/// this (`extensionLookupType` must be any type but its own), but the shaper follows it, and a
/// self-reference would never end.
pub fn lead_to_extensions(font: &FontRef<'_>) -> bool {
    let tables = [(tables::gsub::Gsub::TAG, 7), (tables::gpos::Gpos::TAG, 9)];
    tables.into_iter().any(|(tag, extension)| {
        font.data_for_tag(tag)
            .is_some_and(|table| any_extended(table, extension).is_some())
    })
}

/// `Some` if a subtable of an extension has the extension type. Unreadable parts are no lookups for
/// the shaper either.
fn any_extended(table: FontData<'_>, extension: u16) -> Option<()> {
    const LOOKUP_LIST: usize = 8;
    let list = usize::from(table.read_at::<u16>(LOOKUP_LIST).ok()?);
    offsets(table, list).find_map(|lookup| {
        let is_extension = table.read_at::<u16>(lookup).ok()? == extension;
        let subtables = offsets_from(table, lookup, lookup.checked_add(4)?);
        is_extension.then_some(())?;
        subtables
            .filter_map(|subtable| table.read_at::<u16>(subtable.checked_add(2)?).ok())
            .any(|kind| kind == extension)
            .then_some(())
    })
}

/// Absolute offsets of the items of a list whose count is at its start.
fn offsets<'a>(table: FontData<'a>, list: usize) -> impl Iterator<Item = usize> + 'a {
    offsets_from(table, list, list)
}

/// Absolute offsets of the items of a list whose count is at `count`.
fn offsets_from<'a>(
    table: FontData<'a>,
    base: usize,
    count: usize,
) -> impl Iterator<Item = usize> + 'a {
    let many = table.read_at::<u16>(count).unwrap_or(0);
    (1..=usize::from(many)).filter_map(move |index| {
        let offset = table.read_at::<u16>(count.checked_add(index * 2)?).ok()?;
        base.checked_add(usize::from(offset))
    })
}

#[cfg(test)]
mod tests {
    use super::super::embedded::EmbeddedFont;

    const LIBERATION: &[u8] = include_bytes!("../../tests/fonts/LiberationSans-Regular.ttf");

    fn number(bytes: &[u8], at: usize) -> usize {
        usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]))
    }

    /// The font with every lookup of a table replaced by an extension of the given type that refers
    /// to itself.
    fn extended(tag: &[u8; 4], extension: u16, kind: u16) -> Vec<u8> {
        let mut font = LIBERATION.to_vec();
        let record = (0..)
            .map(|index| 12 + index * 16)
            .find(|at| &font[*at..at + 4] == tag)
            .unwrap();
        let table = number(&font, record + 8) << 16 | number(&font, record + 10);
        let list = table + number(&font, table + 8);
        for index in 1..=number(&font, list) {
            let lookup = list + number(&font, list + index * 2);
            font[lookup..lookup + 2].copy_from_slice(&extension.to_be_bytes());
            for index in 1..=number(&font, lookup + 4) {
                let subtable = lookup + number(&font, lookup + 4 + index * 2);
                let [high, low] = kind.to_be_bytes();
                font[subtable..subtable + 8].copy_from_slice(&[0, 1, high, low, 0, 0, 0, 0]);
            }
        }
        font
    }

    #[test]
    fn a_font_whose_lookups_lead_to_themselves_is_refused() {
        assert!(EmbeddedFont::new(&extended(b"GSUB", 7, 7), None).is_none());
        assert!(EmbeddedFont::new(&extended(b"GPOS", 9, 9), None).is_none());
    }

    #[test]
    fn a_font_with_extensions_is_taken() {
        for font in [extended(b"GSUB", 7, 1), extended(b"GPOS", 9, 2)] {
            let mut font = EmbeddedFont::new(&font, None).unwrap();
            assert_eq!(font.shape("שלום", 1, 2).len(), 4);
        }
    }
}
