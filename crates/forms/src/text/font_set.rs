//! The fonts for filling: the form's own font if it has all glyphs, then Helvetica, then embedded
//! subsets.

use crate::text::embedded::EmbeddedFont;
use crate::text::layout::Glyph;
use crate::text::simple::SimpleFont;
use countersign_pdf::PdfA;
use unicode_bidi::BidiInfo;
use unicode_normalization::char::is_combining_mark;

/// Font number of the form's own font.
pub const OWN: usize = 0;
/// Font number of Helvetica.
pub const HELVETICA: usize = 1;
/// Font number of the first embedded font.
pub const FIRST_EMBEDDED: usize = 2;

/// Start of the right-to-left scripts.
const FIRST_RIGHT_TO_LEFT: char = '\u{590}';

/// All fonts for filling.
pub struct FontSet<'a> {
    helvetica: SimpleFont,
    /// True if all fonts must be embedded (PDF/A).
    only_embedded: bool,
    embedded: Vec<EmbeddedFont<'a>>,
}

/// Consecutive characters of one embedded font and one direction.
struct Stretch {
    place: usize,
    level: u8,
    text: String,
}

impl<'a> FontSet<'a> {
    /// The caller's fonts, in order of preference. Invalid font files are skipped; a text that
    /// needs them fails with its missing characters.
    pub fn new(fonts: &'a [Vec<u8>], claim: Option<PdfA>) -> Self {
        Self {
            helvetica: SimpleFont::helvetica(),
            only_embedded: claim.is_some(),
            embedded: fonts
                .iter()
                .filter_map(|it| EmbeddedFont::new(it, claim))
                .collect(),
        }
    }

    /// The embedded fonts.
    pub fn embedded_mut(&mut self) -> &mut [EmbeddedFont<'a>] {
        &mut self.embedded
    }

    /// Ascent and descent of the main font of a text, in units of the font size.
    pub fn heights(&self, own: Option<&SimpleFont>) -> (f64, f64) {
        let font = own.unwrap_or(&self.helvetica);
        (font.ascent, font.descent)
    }

    /// The glyphs of each paragraph in logical order; the error contains the characters without a
    /// glyph. In comb cells (`shaped` is false) every character is separate.
    pub fn glyphs(
        &mut self,
        paragraphs: &[String],
        own: Option<&SimpleFont>,
        shaped: bool,
    ) -> Result<Vec<Vec<Glyph>>, String> {
        let one_byte = [
            own.map(|font| (OWN, font)),
            (!self.only_embedded).then_some((HELVETICA, &self.helvetica)),
        ];
        for (number, font) in one_byte.into_iter().flatten() {
            if let Some(glyphs) = with_font(paragraphs, font, number) {
                return Ok(glyphs);
            }
        }
        self.embedded_glyphs(paragraphs, shaped)
    }

    /// The glyphs from embedded fonts only. Not inlined: most forms never need it.
    #[inline(never)]
    fn embedded_glyphs(
        &mut self,
        paragraphs: &[String],
        shaped: bool,
    ) -> Result<Vec<Vec<Glyph>>, String> {
        let covers = |font: &EmbeddedFont<'_>| {
            paragraphs.iter().all(|text| {
                let mut characters = text.chars().filter(|it| !is_ignorable(*it));
                characters.all(|character| font.has(character))
            })
        };
        let first = self.embedded.iter().position(covers);
        let mut missing = String::new();
        let mut all = Vec::with_capacity(paragraphs.len());
        for text in paragraphs {
            let stretches = self.stretches(text, first, &mut missing);
            let glyphs = stretches.iter().flat_map(|it| self.set(it, shaped));
            all.push(glyphs.collect());
        }
        if missing.is_empty() {
            Ok(all)
        } else {
            Err(missing)
        }
    }

    /// Splits a text by font and direction, and collects characters without a glyph.
    fn stretches(&self, text: &str, first: Option<usize>, missing: &mut String) -> Vec<Stretch> {
        let levels = levels(text);
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut push = |at: usize, part: &str, missing: Option<&mut String>| {
            let level = levels.get(at).copied().unwrap_or(0);
            let last = stretches.last_mut();
            let current = last.as_ref().map(|last| last.place);
            let place = first.or_else(|| self.place_of(part, current));
            match (place, last) {
                (Some(place), Some(last)) if last.place == place && last.level == level => {
                    last.text.push_str(part);
                }
                (Some(place), _) => stretches.push(Stretch {
                    place,
                    level,
                    text: part.to_owned(),
                }),
                (None, _) => {
                    let seen = part.chars().filter(|it| !is_ignorable(*it));
                    missing
                        .into_iter()
                        .for_each(|missing| missing.extend(seen.clone()));
                    return false;
                }
            }
            true
        };
        for (at, cluster) in clusters(text) {
            if push(at, cluster, None) {
                continue;
            }
            for (offset, character) in cluster.char_indices() {
                let part = character.encode_utf8(&mut [0; 4]).to_owned();
                push(at + offset, &part, Some(&mut *missing));
            }
        }
        stretches
    }

    /// The font for a base character with its marks: the current one, if it has all glyphs.
    fn place_of(&self, cluster: &str, current: Option<usize>) -> Option<usize> {
        let has = |place: &usize| {
            let font = self.embedded.get(*place);
            let mut seen = cluster.chars().filter(|it| !is_ignorable(*it));
            font.is_some_and(|font| seen.all(|character| font.has(character)))
        };
        let suits = |place: &usize| {
            let font = self.embedded.get(*place);
            has(place) && !(cluster == " " && font.is_some_and(EmbeddedFont::has_wide_space))
        };
        let all = 0..self.embedded.len();
        let suiting = current.filter(suits).or_else(|| all.clone().find(suits));
        suiting.or_else(|| all.clone().find(has))
    }

    fn set(&mut self, stretch: &Stretch, shaped: bool) -> Vec<Glyph> {
        let number = FIRST_EMBEDDED + stretch.place;
        let Some(font) = self.embedded.get_mut(stretch.place) else {
            return Vec::new();
        };
        if shaped {
            let glyphs = font.shape(&stretch.text, stretch.level, number);
            if !glyphs.is_empty() {
                return glyphs;
            }
        }
        let glyph = |character| font.glyph(character, number);
        let seen = stretch.text.chars().filter(|it| !is_ignorable(*it));
        let glyphs = seen.filter_map(glyph);
        glyphs
            .map(|glyph| Glyph {
                level: stretch.level,
                ..glyph
            })
            .collect()
    }
}

/// Bidirectional embedding level of each byte; empty if the whole text is left-to-right.
fn levels(text: &str) -> Vec<u8> {
    if text
        .chars()
        .all(|character| character < FIRST_RIGHT_TO_LEFT)
    {
        return Vec::new();
    }
    let info = BidiInfo::new(text, None);
    if !info.has_rtl() {
        return Vec::new();
    }
    info.levels.iter().map(|level| level.number()).collect()
}

/// True for invisible format characters: joiners, directional marks, variation selectors.
fn is_ignorable(character: char) -> bool {
    matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
        || matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
        || matches!(
            character,
            '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        )
        || matches!(character, '\u{180B}'..='\u{180F}' | '\u{3164}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}')
}

/// True if a character belongs to the preceding one: combining marks, invisible characters, emoji
/// modifiers, joined emoji.
fn continues(before: char, character: char) -> bool {
    let joined = before == '\u{200D}'
        && matches!(character, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}');
    joined
        || is_ignorable(character)
        || is_combining_mark(character)
        || matches!(character, '\u{1F3FB}'..='\u{1F3FF}')
}

/// Base characters with their marks, and their byte offsets: a base and its marks come from one
/// font.
fn clusters(text: &str) -> Vec<(usize, &str)> {
    let mut parts: Vec<(usize, &str)> = Vec::new();
    let mut before = None;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        match parts.last_mut() {
            Some((start, part)) if before.is_some_and(|it| continues(it, character)) => {
                *part = text.get(*start..end).unwrap_or_default();
            }
            _ => parts.push((at, text.get(at..end).unwrap_or_default())),
        }
        before = Some(character);
    }
    parts
}

fn with_font(paragraphs: &[String], font: &SimpleFont, number: usize) -> Option<Vec<Vec<Glyph>>> {
    let set = |text: &String| {
        let seen = text.chars().filter(|character| !is_ignorable(*character));
        seen.map(|character| font.glyph(character, number))
            .collect()
    };
    paragraphs.iter().map(set).collect()
}

/// The paragraphs of a text: its lines if `multiline` is true, otherwise all in one. Control
/// characters are dropped, tabs become spaces.
pub fn paragraphs(text: &str, multiline: bool) -> Vec<String> {
    let is_plain = |character: char| !character.is_control() && !is_separator(character);
    if text.chars().all(is_plain) {
        return vec![text.to_owned()];
    }
    let text = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let clean = |line: &str| -> String {
        line.replace('\t', " ")
            .chars()
            .filter(|character| !character.is_control())
            .collect()
    };
    if multiline {
        text.split('\n').map(clean).collect()
    } else {
        vec![clean(&text.replace('\n', " "))]
    }
}

fn is_separator(character: char) -> bool {
    matches!(character, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBERATION: &[u8] = include_bytes!("../../tests/fonts/LiberationSans-Regular.ttf");

    fn fonts(text: &str) -> Vec<usize> {
        let files = [LIBERATION.to_vec()];
        let mut font_set = FontSet::new(&files, None);
        let glyphs = font_set.glyphs(&[text.to_owned()], None, true).unwrap();
        glyphs[0].iter().map(|glyph| glyph.font).collect()
    }

    #[test]
    fn helvetica_comes_before_embedded_fonts() {
        assert_eq!(fonts("Zoë €5"), [HELVETICA; 6]);
        assert_eq!(fonts("Zoë Ω"), [FIRST_EMBEDDED; 5]);
    }

    #[test]
    fn characters_without_a_font_are_named() {
        let files = [LIBERATION.to_vec()];
        let mut font_set = FontSet::new(&files, None);
        let text = ["a日".to_owned(), "本b".to_owned()];
        assert_eq!(font_set.glyphs(&text, None, true).unwrap_err(), "日本");
    }

    #[test]
    fn what_is_never_seen_needs_no_font() {
        assert_eq!(fonts("a\u{200D}b\u{FEFF}").len(), 2);
    }

    #[test]
    fn in_cells_every_character_stands_for_itself() {
        let files = [LIBERATION.to_vec()];
        let mut font_set = FontSet::new(&files, None);
        let text = ["Ωe\u{301}".to_owned()];
        assert_eq!(font_set.glyphs(&text, None, false).unwrap()[0].len(), 3);
        assert_eq!(font_set.glyphs(&text, None, true).unwrap()[0].len(), 2);
    }

    #[test]
    fn scripts_of_both_directions_keep_their_own() {
        let files = [LIBERATION.to_vec()];
        let mut font_set = FontSet::new(&files, None);
        let glyphs = font_set
            .glyphs(&["a שלום 12".to_owned()], None, true)
            .unwrap();
        let levels: Vec<u8> = glyphs[0].iter().map(|glyph| glyph.level).collect();
        assert_eq!(levels, [0, 0, 1, 1, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn lines_of_a_text() {
        assert_eq!(
            paragraphs("a\r\nb\rc\n\u{7}d\te", true),
            ["a", "b", "c", "d e"]
        );
        assert_eq!(paragraphs("a\nb", false), ["a b"]);
        assert_eq!(paragraphs("", true), [""]);
    }
}
