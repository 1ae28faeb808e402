//! Embedded fonts: a subset of the used glyphs as a composite font (Type0, Identity-H) with a
//! ToUnicode CMap.
//!
//! Codes are assigned during layout, so appearances can be written at once. The font itself is
//! written when all text is known. A glyph that represents different texts (a letter alone, and the
//! same letter with a combining mark) gets one code for each, so that text extraction returns the
//! original text.

use crate::text::extensions::lead_to_extensions;
use crate::text::layout::{CONTINUED, Glyph};
use countersign_pdf::{Dictionary, Name, Object, ObjectId, PdfA, PdfString, Stream};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::raw::TableProvider;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;
use unicode_normalization::UnicodeNormalization;

/// A font file and its used glyphs.
pub struct EmbeddedFont<'a> {
    data: &'a [u8],
    font: FontRef<'a>,
    metrics: GlyphMetrics<'a>,
    units_per_em: f64,
    remapper: GlyphRemapper,
    outlines: Outlines,
    /// Used glyphs, from code 1 on.
    used: Vec<Used>,
    /// Code by glyph of the subset and text.
    codes: BTreeMap<(u16, String), u16>,
    id: Option<ObjectId>,
    /// Data of the shaper, created on first use.
    shaper: OnceCell<harfrust::ShaperData>,
    claim: Option<PdfA>,
}

/// The glyph of a code.
struct Used {
    /// Glyph ID in the subset.
    glyph: u16,
    /// Text of the glyph; empty if it only completes another glyph.
    text: String,
    width: f64,
}

/// A shaped glyph, in font units.
struct Shaped {
    glyph: u32,
    /// Byte offset of its characters in the text.
    cluster: usize,
    advance: i32,
    offset: (i32, i32),
}

/// The objects of a finished font. All but the first are stored under the IDs of the caller.
pub struct FontObjects {
    /// `/Type0`
    pub font: Dictionary,
    /// The CIDFont.
    pub descendant: Dictionary,
    /// The font descriptor.
    pub descriptor: Dictionary,
    /// The font program.
    pub program: Stream,
    /// The ToUnicode CMap.
    pub to_unicode: Stream,
    /// `CIDToGIDMap`, if several codes have the same glyph.
    pub glyph_map: Option<Stream>,
    /// `CIDSet`.
    pub glyph_set: Option<Stream>,
}

/// IDs for the parts of a finished font.
#[derive(Clone, Copy, Debug)]
pub struct FontPartIds {
    /// The CIDFont.
    pub descendant: ObjectId,
    /// The font descriptor.
    pub descriptor: ObjectId,
    /// The font program.
    pub program: ObjectId,
    /// The ToUnicode CMap.
    pub to_unicode: ObjectId,
    /// `CIDToGIDMap`; required if [`EmbeddedFont::needs_glyph_map`].
    pub glyph_map: Option<ObjectId>,
    /// `CIDSet`; required if [`EmbeddedFont::needs_glyph_set`].
    pub glyph_set: Option<ObjectId>,
}

impl<'a> EmbeddedFont<'a> {
    /// Reads a TrueType or OpenType file. `None` if it is invalid, or would send the shaper into an
    /// endless loop.
    pub fn new(data: &'a [u8], claim: Option<PdfA>) -> Option<Self> {
        let font = FontRef::new(data).ok()?;
        if lead_to_extensions(&font) {
            return None;
        }
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units_per_em = f64::from(font.head().ok()?.units_per_em().max(1));
        Some(Self {
            data,
            outlines: Outlines::of(&font),
            font,
            metrics,
            units_per_em,
            remapper: GlyphRemapper::new(),
            used: Vec::new(),
            codes: BTreeMap::new(),
            id: None,
            shaper: OnceCell::new(),
            claim,
        })
    }

    /// True if the font has a glyph for the character.
    pub fn has(&self, character: char) -> bool {
        self.font
            .charmap()
            .map(character)
            .is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// Adds the glyph of a character to the subset. `font` is its font number.
    pub fn glyph(&mut self, character: char, font: usize) -> Option<Glyph> {
        let original = self.font.charmap().map(character)?;
        let (code, width) =
            self.take(original.to_u32(), character.encode_utf8(&mut [0; 4]), false)?;
        Some(Glyph::plain(font, code, width, character))
    }

    /// Shapes a text of one direction with this font: ligatures, kerning, mark positioning and
    /// contextual forms. Returns the glyphs in logical order. `font` is their font number.
    pub fn shape(&mut self, text: &str, level: u8, font: usize) -> Vec<Glyph> {
        let shaped = self.shaped(text, level);
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(shaped.len());
        let mut groups = shaped
            .chunk_by(|one, next| one.cluster == next.cluster)
            .peekable();
        while let Some(group) = groups.next() {
            let start = group.first().map_or(0, |it| it.cluster);
            let next = groups.peek().and_then(|next| next.first());
            let own = text.get(start..next.map_or(text.len(), |it| it.cluster));
            let own = own.unwrap_or_default();
            let whole = glyphs.len();
            // Readers reverse right-to-left characters one by one, which would separate marks from
            // their bases.
            let parts = if level % 2 == 1 { 1 } else { group.len() };
            let mut shares = shares(own, parts).into_iter();
            for it in group {
                let share = shares.next().unwrap_or_default();
                self.set(it, &share, font, &mut glyphs);
            }
            for (index, glyph) in glyphs.iter_mut().enumerate().skip(whole) {
                glyph.level = level;
                let first = own.chars().next().filter(|_| index == whole);
                glyph.character = first.unwrap_or(CONTINUED);
            }
        }
        glyphs
    }

    /// Adds a glyph with its text. If the text has several characters and some are outside the
    /// Basic Multilingual Plane, each character gets a code of its own, because readers take such a
    /// code for a single character. The additional codes are invisible and have no width.
    fn set(&mut self, it: &Shaped, share: &str, font: usize, glyphs: &mut Vec<Glyph>) {
        let mut rest = share.chars();
        let mut text = share.to_owned();
        let mut blank = None;
        let space = self.font.charmap().map(' ');
        if share.chars().count() > 1 && share.chars().any(|it| u32::from(it) > 0xFFFF) {
            blank = space;
            if blank.is_some() {
                text = rest.next().map(String::from).unwrap_or_default();
            }
        }
        let unseen = it.advance == 0 && space.is_some_and(|space| space.to_u32() == it.glyph);
        if let Some((code, width)) = self.take(it.glyph, &text, unseen) {
            glyphs.push(Glyph {
                advance: self.thousandths(it.advance),
                offset: (self.thousandths(it.offset.0), self.thousandths(it.offset.1)),
                ..Glyph::plain(font, code, width, CONTINUED)
            });
        }
        let Some(blank) = blank else { return };
        for character in rest {
            let text = character.encode_utf8(&mut [0; 4]).to_owned();
            if let Some((code, width)) = self.take(blank.to_u32(), &text, true) {
                glyphs.push(Glyph {
                    advance: 0.0,
                    ..Glyph::plain(font, code, width, CONTINUED)
                });
            }
        }
    }

    /// Shaping result in logical order.
    fn shaped(&self, text: &str, level: u8) -> Vec<Shaped> {
        let data = self
            .shaper
            .get_or_init(|| harfrust::ShaperData::new(&self.font));
        let mut buffer = harfrust::UnicodeBuffer::new();
        buffer.push_str(text);
        let backwards = level % 2 == 1;
        buffer.set_direction(if backwards {
            harfrust::Direction::RightToLeft
        } else {
            harfrust::Direction::LeftToRight
        });
        buffer.guess_segment_properties();
        let buffer = data.shaper(&self.font).build().shape(buffer, &[]);
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
        let mut shaped: Vec<Shaped> = glyphs
            .map(|(info, position)| Shaped {
                glyph: info.glyph_id,
                cluster: info.cluster as usize,
                advance: position.x_advance,
                offset: (position.x_offset, position.y_offset),
            })
            .collect();
        if backwards {
            shaped.reverse();
        }
        shaped
    }

    /// Adds a glyph to the subset. Returns its code for this text, and its width. An unseen glyph has
    /// width 0, except in PDF/A and in CFF fonts.
    fn take(&mut self, original: u32, text: &str, unseen: bool) -> Option<(u16, f64)> {
        let original = u16::try_from(original).ok().filter(|glyph| *glyph != 0)?;
        let width = self.metrics.advance_width(original.into()).unwrap_or(0.0);
        let width = (f64::from(width) / self.units_per_em * 1000.0).round();
        let glyph = self.remapper.remap(original);
        // A CFF font has no `CIDToGIDMap`: each glyph has one code, with the first text it
        // represented.
        let by_text = matches!(self.outlines, Outlines::TrueType);
        // In PDF/A, the width of a code must equal that of its glyph (ISO 19005-1, 6.3.6); the text
        // position is moved back instead.
        let may_differ = by_text && self.claim.is_none();
        let width = if unseen && may_differ { 0.0 } else { width };
        let key = (glyph, if by_text { text } else { "" }.to_owned());
        let next = u16::try_from(self.used.len() + 1).ok()?;
        let code = *self.codes.entry(key).or_insert(next);
        if code == next {
            let text = text.to_owned();
            self.used.push(Used { glyph, text, width });
        }
        Some((code, width))
    }

    /// True if several codes have the same glyph, so that a `CIDToGIDMap` is required.
    pub fn needs_glyph_map(&self) -> bool {
        let own = |(used, code): (&Used, u16)| used.glyph == code;
        !self.used.iter().zip(1..).all(own)
    }

    /// True if a `CIDSet` is required: in PDF/A-1 (ISO 19005-1, 6.3.5).
    pub fn needs_glyph_set(&self) -> bool {
        self.claim.is_some_and(|claim| claim.part == 1)
    }

    /// One bit per code, starting at 0 (`CIDSet`, ISO 32000-2, table 122).
    fn glyph_set(&self) -> Stream {
        let codes = self.used.len() + 1;
        let mut bits = vec![0xFF; codes / 8];
        if !codes.is_multiple_of(8) {
            bits.push(!(0xFF >> (codes % 8)));
        }
        Stream::compressed(Dictionary::new(), &bits)
    }

    /// Two bytes per code, starting at 0 (`CIDToGIDMap`, ISO 32000-2, table 115).
    fn glyph_map(&self) -> Stream {
        let glyphs = self.used.iter().map(|used| used.glyph);
        let bytes: Vec<u8> = [0]
            .into_iter()
            .chain(glyphs)
            .flat_map(u16::to_be_bytes)
            .collect();
        Stream::compressed(Dictionary::new(), &bytes)
    }

    /// True if the space is as wide as a letter, as in emoji fonts. Such a space does not separate
    /// words.
    pub fn has_wide_space(&self) -> bool {
        const WIDEST: f32 = 0.6;
        let space = self.font.charmap().map(' ');
        let width = space.and_then(|space| self.metrics.advance_width(space));
        width.is_some_and(|width| f64::from(width) > f64::from(WIDEST) * self.units_per_em)
    }

    /// Converts font units to thousandths of the font size, rounded to integers as in width tables.
    fn thousandths(&self, units: i32) -> f64 {
        (f64::from(units) / self.units_per_em * 1000.0).round()
    }

    /// ID of the font object, reserved on first use.
    pub fn id(&mut self, reserve: impl FnOnce() -> ObjectId) -> ObjectId {
        *self.id.get_or_insert_with(reserve)
    }

    /// ID of the font object, if the font is used.
    pub fn used_id(&self) -> Option<ObjectId> {
        self.id
    }

    /// The objects of the subset; `None` if the font file is damaged.
    pub fn finish(&self, ids: FontPartIds) -> Option<FontObjects> {
        let subset = subsetter::subset(self.data, 0, &self.remapper).ok()?;
        let outlines = self.outlines;
        let name = Name::new(format!("{}+{}", self.tag(), self.postscript_name()));
        let font = Dictionary::new()
            .with("Type", Name::from("Font"))
            .with("Subtype", Name::from("Type0"))
            .with("BaseFont", name.clone())
            .with("Encoding", Name::from("Identity-H"))
            .with("DescendantFonts", vec![Object::Reference(ids.descendant)])
            .with("ToUnicode", ids.to_unicode);
        let mut descriptor = self
            .descriptor(&name)
            .with(outlines.program_key(), ids.program);
        if let Some(set) = ids.glyph_set {
            descriptor.insert("CIDSet", set);
        }
        Some(FontObjects {
            font,
            descendant: self.descendant(name, outlines, ids),
            descriptor,
            program: outlines.program(&subset)?,
            to_unicode: Stream::compressed(Dictionary::new(), &self.to_unicode()),
            glyph_map: ids.glyph_map.map(|_| self.glyph_map()),
            glyph_set: ids.glyph_set.map(|_| self.glyph_set()),
        })
    }

    fn descendant(&self, name: Name, outlines: Outlines, ids: FontPartIds) -> Dictionary {
        let system = Dictionary::new()
            .with("Registry", PdfString::literal("Adobe"))
            .with("Ordering", PdfString::literal("Identity"))
            .with("Supplement", 0);
        let widths: Vec<Object> = self
            .used
            .iter()
            .map(|used| Object::Integer(used.width as i64))
            .collect();
        let mut font = Dictionary::new()
            .with("Type", Name::from("Font"))
            .with("Subtype", Name::from(outlines.subtype()))
            .with("BaseFont", name)
            .with("CIDSystemInfo", system)
            .with("FontDescriptor", ids.descriptor)
            .with("DW", 0)
            // Codes are contiguous, so one range covers all widths.
            .with("W", vec![Object::Integer(1), Object::Array(widths)]);
        if outlines == Outlines::TrueType {
            match ids.glyph_map {
                Some(map) => font.insert("CIDToGIDMap", map),
                None => font.insert("CIDToGIDMap", Name::from("Identity")),
            };
        }
        font
    }

    fn descriptor(&self, name: &Name) -> Dictionary {
        let metrics = self.font.metrics(Size::unscaled(), LocationRef::default());
        let scaled = |value: f32| (f64::from(value) / self.units_per_em * 1000.0).round() as i64;
        let bounds = metrics.bounds.unwrap_or_default();
        let corners = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max];
        let corners: Vec<Object> = corners
            .into_iter()
            .map(|v| Object::Integer(scaled(v)))
            .collect();
        const SYMBOLIC: i64 = 4;
        const STEM: i64 = 80;
        Dictionary::new()
            .with("Type", Name::from("FontDescriptor"))
            .with("FontName", name.clone())
            .with("Flags", SYMBOLIC)
            .with("FontBBox", corners)
            .with("ItalicAngle", 0)
            .with("Ascent", scaled(metrics.ascent))
            .with("Descent", scaled(metrics.descent))
            .with(
                "CapHeight",
                scaled(metrics.cap_height.unwrap_or(metrics.ascent)),
            )
            .with("StemV", STEM)
    }

    /// Subset tag: six capital letters derived from the used glyphs.
    fn tag(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for used in &self.used {
            for byte in used
                .glyph
                .to_be_bytes()
                .into_iter()
                .chain(used.text.bytes())
            {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        let letter = |place: u32| {
            let digit = (hash >> (8 * place)) % 26;
            char::from(b'A' + digit as u8)
        };
        (0..6).map(letter).collect()
    }

    fn postscript_name(&self) -> String {
        let name = self
            .font
            .localized_strings(StringId::POSTSCRIPT_NAME)
            .english_or_first();
        let name: String = name.map(|text| text.chars().collect()).unwrap_or_default();
        let name: String = name
            .chars()
            .filter(char::is_ascii_graphic)
            .take(63)
            .collect();
        if name.is_empty() {
            "Font".to_owned()
        } else {
            name
        }
    }

    fn to_unicode(&self) -> Vec<u8> {
        /// Maximum number of entries per block.
        const BLOCK: usize = 100;
        let mut map = String::from(
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
             /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n\
             /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
             1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
        );
        let codes = (1u16..).zip(&self.used);
        let entries: Vec<_> = codes.filter(|(_, used)| !used.text.is_empty()).collect();
        for block in entries.chunks(BLOCK) {
            map.push_str(&format!("{} beginbfchar\n", block.len()));
            for (code, used) in block {
                let units = used.text.encode_utf16();
                let text: String = units.map(|unit| format!("{unit:04X}")).collect();
                map.push_str(&format!("<{code:04X}> <{text}>\n"));
            }
            map.push_str("endbfchar\n");
        }
        map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
        map.into_bytes()
    }
}

/// Distributes characters to a group of glyphs in logical order, one each. Excess characters go to
/// the first glyph, as in a ligature; a character drawn with two glyphs is decomposed.
fn shares(text: &str, glyphs: usize) -> Vec<String> {
    let mut characters: Vec<char> = text.chars().collect();
    if characters.len() < glyphs {
        characters = text.nfd().collect();
    }
    let first = characters.len().saturating_sub(glyphs) + 1;
    let (first, others) = characters.split_at(first.min(characters.len()));
    let others = others.iter().map(|character| character.to_string());
    [first.iter().collect()].into_iter().chain(others).collect()
}

/// Outline format of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlines {
    TrueType,
    Cff,
}

impl Outlines {
    fn of(font: &FontRef<'_>) -> Self {
        if font.glyf().is_ok() {
            Self::TrueType
        } else {
            Self::Cff
        }
    }

    fn subtype(self) -> &'static str {
        match self {
            Self::TrueType => "CIDFontType2",
            Self::Cff => "CIDFontType0",
        }
    }

    fn program_key(self) -> &'static str {
        match self {
            Self::TrueType => "FontFile2",
            Self::Cff => "FontFile3",
        }
    }

    fn program(self, subset: &[u8]) -> Option<Stream> {
        match self {
            Self::TrueType => {
                let length = i64::try_from(subset.len()).ok()?;
                Some(Stream::compressed(
                    Dictionary::new().with("Length1", length),
                    subset,
                ))
            }
            Self::Cff => {
                let table = FontRef::new(subset)
                    .ok()?
                    .cff()
                    .ok()?
                    .offset_data()
                    .as_bytes()
                    .to_vec();
                let dictionary = Dictionary::new().with("Subtype", Name::from("CIDFontType0C"));
                Some(Stream::compressed(dictionary, &table))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBERATION: &[u8] = include_bytes!("../../tests/fonts/LiberationSans-Regular.ttf");

    fn ids() -> FontPartIds {
        let id = |number| ObjectId::new(number, 0);
        FontPartIds {
            descendant: id(1),
            descriptor: id(2),
            program: id(3),
            to_unicode: id(4),
            glyph_map: None,
            glyph_set: None,
        }
    }

    #[test]
    fn letters_and_their_marks_become_what_the_font_has_for_them() {
        let mut font = EmbeddedFont::new(LIBERATION, None).unwrap();
        let glyphs = font.shape("Te\u{301}", 0, 2);
        let whole = font.glyph('é', 2).unwrap();
        assert_eq!(glyphs.len(), 2);
        // One glyph, with one code for each spelling.
        let of = |code: u16| &font.used[usize::from(code) - 1];
        assert_eq!(of(glyphs[1].code).text, "e\u{301}");
        assert_eq!(of(whole.code).text, "é");
        assert_eq!(of(glyphs[1].code).glyph, of(whole.code).glyph);
        assert!(font.needs_glyph_map());
        let pair = font.shape("To", 0, 2);
        assert!(pair[0].advance < pair[0].width, "T and o are kerned");
    }

    #[test]
    fn right_to_left_text_is_given_in_the_order_of_reading() {
        let mut font = EmbeddedFont::new(LIBERATION, None).unwrap();
        let text: String = font
            .shape("שלום", 1, 2)
            .iter()
            .map(|it| it.character)
            .collect();
        assert_eq!(text, "שלום");
    }

    #[test]
    fn a_subset_is_small_and_names_its_characters() {
        let mut font = EmbeddedFont::new(LIBERATION, None).unwrap();
        let first = font.glyph('Ж', 1).unwrap();
        assert_eq!(font.glyph('Ж', 1).unwrap(), first);
        assert_eq!(font.glyph('Ω', 1).unwrap().code, first.code + 1);
        assert!(font.glyph('日', 1).is_none());
        let map = String::from_utf8(font.to_unicode()).unwrap();
        assert!(map.contains("2 beginbfchar\n<0001> <0416>\n<0002> <03A9>\n"));
        let objects = font.finish(ids()).unwrap();
        let base = objects.font.name(b"BaseFont").unwrap();
        assert!(base.ends_with(b"+LiberationSans"));
        assert_eq!(objects.descendant.array(b"W").unwrap().len(), 2);
        let subset = subsetter::subset(LIBERATION, 0, &font.remapper).unwrap();
        assert!(subset.len() < 8000, "{} bytes", subset.len());
    }

    #[test]
    fn what_is_no_font_is_refused() {
        assert!(EmbeddedFont::new(b"not a font", None).is_none());
        assert!(EmbeddedFont::new(&LIBERATION[..100], None).is_none_or(|font| !font.has('A')));
    }
}
