//! The fonts of one filling: the form's own where it can show the text, then Helvetica, then
//! embedded subsets.

use crate::text::embedded::{BUNDLED_FONT, EmbeddedFont};
use crate::text::layout::Glyph;
use crate::text::simple::SimpleFont;

/// Number of the form's own font among the fonts of a text.
pub const OWN: usize = 0;
/// Number of Helvetica.
pub const HELVETICA: usize = 1;
/// Number of the first embedded font.
pub const FIRST_EMBEDDED: usize = 2;

/// All fonts of one filling.
pub struct FontBook<'a> {
    helvetica: SimpleFont,
    embedded: Vec<EmbeddedFont<'a>>,
}

impl<'a> FontBook<'a> {
    /// The bundled font and the caller's, in the order in which they are tried.
    /// What is no font file is left out; a text that would need it is then refused with its characters.
    pub fn new(fonts: &'a [Vec<u8>]) -> Self {
        let files = std::iter::once(BUNDLED_FONT).chain(fonts.iter().map(Vec::as_slice));
        Self {
            helvetica: SimpleFont::helvetica(),
            embedded: files.filter_map(EmbeddedFont::new).collect(),
        }
    }

    /// The fonts that travel with the document.
    pub fn embedded_mut(&mut self) -> &mut [EmbeddedFont<'a>] {
        &mut self.embedded
    }

    /// Heights above and below the baseline of the font a text is mainly set in.
    pub fn heights(&self, own: Option<&SimpleFont>) -> (f64, f64) {
        let font = own.unwrap_or(&self.helvetica);
        (font.ascent, font.descent)
    }

    /// The glyphs of a text's paragraphs, or the characters that no font shows.
    pub fn glyphs(
        &mut self,
        paragraphs: &[String],
        own: Option<&SimpleFont>,
    ) -> Result<Vec<Vec<Glyph>>, String> {
        let one_byte = [
            own.map(|font| (OWN, font)),
            Some((HELVETICA, &self.helvetica)),
        ];
        for (number, font) in one_byte.into_iter().flatten() {
            if let Some(glyphs) = with_font(paragraphs, font, number) {
                return Ok(glyphs);
            }
        }
        let covers = |font: &EmbeddedFont<'_>| {
            paragraphs
                .iter()
                .all(|text| text.chars().all(|character| font.has(character)))
        };
        let first = self.embedded.iter().position(covers);
        let mut missing = String::new();
        let mut all = Vec::with_capacity(paragraphs.len());
        for text in paragraphs {
            let glyph = |character| self.embedded_glyph(character, first).ok_or(character);
            let (glyphs, lacking): (Vec<_>, Vec<_>) =
                text.chars().map(glyph).partition(Result::is_ok);
            missing.extend(lacking.into_iter().filter_map(Result::err));
            all.push(glyphs.into_iter().flatten().collect());
        }
        if missing.is_empty() {
            Ok(all)
        } else {
            Err(missing)
        }
    }

    fn embedded_glyph(&mut self, character: char, first: Option<usize>) -> Option<Glyph> {
        let place = first.or_else(|| self.embedded.iter().position(|font| font.has(character)));
        match place {
            Some(place) => self
                .embedded
                .get_mut(place)?
                .glyph(character, FIRST_EMBEDDED + place),
            None => self.helvetica.glyph(character, HELVETICA),
        }
    }
}

fn with_font(paragraphs: &[String], font: &SimpleFont, number: usize) -> Option<Vec<Vec<Glyph>>> {
    let set = |text: &String| {
        text.chars()
            .map(|character| font.glyph(character, number))
            .collect()
    };
    paragraphs.iter().map(set).collect()
}

/// The paragraphs of a text: its own lines when several are allowed, all in one otherwise.
/// Control characters have no glyphs and are left out; tabs count as spaces.
pub fn paragraphs(text: &str, multiline: bool) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fonts(text: &str) -> Vec<usize> {
        let mut book = FontBook::new(&[]);
        let glyphs = book.glyphs(&[text.to_owned()], None).unwrap();
        glyphs[0].iter().map(|glyph| glyph.font).collect()
    }

    #[test]
    fn helvetica_comes_before_embedded_fonts() {
        assert_eq!(fonts("Zoë €5"), [HELVETICA; 6]);
        assert_eq!(fonts("Zoë Ω"), [FIRST_EMBEDDED; 5]);
    }

    #[test]
    fn characters_without_a_font_are_named() {
        let mut book = FontBook::new(&[]);
        let text = ["a日".to_owned(), "本b".to_owned()];
        assert_eq!(book.glyphs(&text, None).unwrap_err(), "日本");
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
