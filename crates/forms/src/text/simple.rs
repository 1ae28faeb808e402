//! Simple (one-byte) fonts of a form, and Helvetica, which every reader has.

use crate::text::encoding::{BaseEncoding, Encoding};
use crate::text::layout::Glyph;
use crate::text::standard_widths as standard;
use countersign_pdf::{Dictionary, Name, Objects, PdfError};

/// A simple font: encoding and widths.
#[derive(Clone, Debug)]
pub struct SimpleFont {
    encoding: Encoding,
    widths: Vec<f64>,
    /// Ascent, in units of the font size.
    pub ascent: f64,
    /// Descent, in units of the font size; positive.
    pub descent: f64,
}

const COURIER_WIDTH: u16 = 600;
/// Ascent of Helvetica; the descent follows.
const ASCENT: f64 = 0.718;
const DESCENT: f64 = 0.207;

/// The font dictionary of Helvetica in WinAnsi encoding.
pub fn helvetica_dictionary() -> Dictionary {
    Dictionary::new()
        .with("Type", Name::from("Font"))
        .with("Subtype", Name::from("Type1"))
        .with("BaseFont", Name::from("Helvetica"))
        .with("Encoding", Name::from("WinAnsiEncoding"))
}

impl SimpleFont {
    /// Helvetica in WinAnsi encoding.
    pub fn helvetica() -> Self {
        Self {
            encoding: Encoding::new(BaseEncoding::WinAnsi),
            widths: widen(&standard::HELVETICA),
            ascent: ASCENT,
            descent: DESCENT,
        }
    }

    /// Reads a font of a form. `None` if it can't be used for new text: composite fonts, and
    /// subsets, which contain only the glyphs already shown.
    #[inline(never)]
    ///
    /// Also `None` for a font that is not embedded if `only_embedded` is true.
    pub fn read(
        objects: &impl Objects,
        font: &Dictionary,
        only_embedded: bool,
    ) -> Result<Option<Self>, PdfError> {
        let subtype = font.name(b"Subtype").unwrap_or_default();
        if !matches!(subtype, b"Type1" | b"TrueType" | b"MMType1") {
            return Ok(None);
        }
        let name = font.name(b"BaseFont").unwrap_or_default();
        if name.get(6) == Some(&b'+') {
            return Ok(None);
        }
        if only_embedded && !has_program(objects, font)? {
            return Ok(None);
        }
        let Some(encoding) = read_encoding(objects, font)? else {
            return Ok(None);
        };
        let Some(widths) = read_widths(objects, font, name)? else {
            return Ok(None);
        };
        let (ascent, descent) = read_heights(objects, font)?;
        Ok(Some(Self {
            encoding,
            widths,
            ascent,
            descent,
        }))
    }

    /// The glyph of a character. `font` is its font number.
    pub fn glyph(&self, character: char, font: usize) -> Option<Glyph> {
        let code = self.encoding.code(character)?;
        let width = *self.widths.get(usize::from(code))?;
        // A width of 0 means that the font lacks the glyph.
        (width > 0.0).then(|| Glyph::plain(font, u16::from(code), width, character))
    }
}

fn read_encoding(objects: &impl Objects, font: &Dictionary) -> Result<Option<Encoding>, PdfError> {
    let symbolic = matches!(font.name(b"BaseFont"), Some(b"Symbol" | b"ZapfDingbats"));
    if symbolic {
        return Ok(None);
    }
    let base = |name: Option<&[u8]>| match name {
        Some(b"WinAnsiEncoding") => BaseEncoding::WinAnsi,
        _ => BaseEncoding::Ascii,
    };
    let entry = objects.lookup(font, b"Encoding")?;
    let Some(dictionary) = entry.as_dictionary() else {
        let embedded = has_program(objects, font)?;
        // An embedded font without `/Encoding` has a built-in encoding, which is unknown here.
        let own = entry.as_name().is_none() && embedded;
        return Ok((!own).then(|| Encoding::new(base(entry.as_name()))));
    };
    let mut encoding = Encoding::new(base(dictionary.name(b"BaseEncoding")));
    let mut code = 0i64;
    for item in objects
        .lookup(dictionary, b"Differences")?
        .as_array()
        .unwrap_or_default()
    {
        if let Some(number) = item.as_integer() {
            code = number;
        } else if let Some(name) = item.as_name() {
            if let (Ok(code), Ok(name)) = (u8::try_from(code), std::str::from_utf8(name)) {
                encoding.with_difference(code, name);
            }
            code = code.saturating_add(1);
        }
    }
    Ok(Some(encoding))
}

fn has_program(objects: &impl Objects, font: &Dictionary) -> Result<bool, PdfError> {
    let descriptor = objects.lookup(font, b"FontDescriptor")?;
    let keys: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
    let descriptor = descriptor.as_dictionary();
    Ok(descriptor.is_some_and(|descriptor| keys.iter().any(|key| descriptor.contains(key))))
}

fn read_widths(
    objects: &impl Objects,
    font: &Dictionary,
    name: &[u8],
) -> Result<Option<Vec<f64>>, PdfError> {
    let listed = objects.lookup(font, b"Widths")?;
    let Some(listed) = listed.as_array() else {
        return Ok(standard_widths(name));
    };
    let first = objects
        .lookup(font, b"FirstChar")?
        .as_integer()
        .unwrap_or(0);
    let mut widths = vec![0.0; 256];
    for (offset, width) in listed.iter().enumerate() {
        let code = usize::try_from(first)
            .ok()
            .and_then(|first| first.checked_add(offset));
        let Some(place) = code.and_then(|code| widths.get_mut(code)) else {
            break;
        };
        *place = objects.resolve(width)?.as_number().unwrap_or(0.0).max(0.0);
    }
    Ok(Some(widths))
}

fn read_heights(objects: &impl Objects, font: &Dictionary) -> Result<(f64, f64), PdfError> {
    let descriptor = objects.lookup(font, b"FontDescriptor")?;
    let Some(descriptor) = descriptor.as_dictionary() else {
        return Ok((ASCENT, DESCENT));
    };
    let number = |key: &[u8]| descriptor.number(key).map(|value| value / 1000.0);
    let usable = |value: f64| (0.1..=1.5).contains(&value);
    let ascent = number(b"Ascent")
        .filter(|&value| usable(value))
        .unwrap_or(ASCENT);
    let descent = number(b"Descent")
        .map(f64::abs)
        .filter(|&value| usable(value));
    Ok((ascent, descent.unwrap_or(DESCENT)))
}

fn widen(widths: &standard::Widths) -> Vec<f64> {
    let mut all = vec![0.0; 32];
    all.extend(widths.iter().map(|&width| f64::from(width)));
    all
}

/// Widths of a standard font, also under common alternative names.
fn standard_widths(name: &[u8]) -> Option<Vec<f64>> {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    let bold = name.contains("bold");
    let slanted = name.contains("italic") || name.contains("oblique");
    let is = |families: &[&str]| families.iter().any(|family| name.starts_with(family));
    if is(&["courier"]) {
        return Some(vec![f64::from(COURIER_WIDTH); 256]);
    }
    if is(&["helvetica", "arial"]) && !name.contains("narrow") {
        return Some(widen(if bold {
            &standard::HELVETICA_BOLD
        } else {
            &standard::HELVETICA
        }));
    }
    let times = match (bold, slanted) {
        (false, false) => &standard::TIMES,
        (true, false) => &standard::TIMES_BOLD,
        (false, true) => &standard::TIMES_ITALIC,
        (true, true) => &standard::TIMES_BOLD_ITALIC,
    };
    is(&["times"]).then(|| widen(times))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::tests::NoObjects;
    use countersign_pdf::Object;

    fn width(font: &SimpleFont, character: char) -> Option<f64> {
        font.glyph(character, 0).map(|glyph| glyph.width)
    }

    #[test]
    fn helvetica_measures_win_ansi() {
        let font = SimpleFont::helvetica();
        assert_eq!(width(&font, 'W'), Some(944.0));
        assert_eq!(width(&font, '€'), Some(556.0));
        assert_eq!(width(&font, 'Ω'), None);
    }

    #[test]
    fn standard_fonts_need_no_widths() {
        for (name, expected) in [
            ("Helvetica-Bold", 722.0),
            ("ArialMT", 667.0),
            ("Times-Roman", 722.0),
            ("Courier", 600.0),
        ] {
            let font = helvetica_dictionary().with("BaseFont", Name::from(name));
            let font = SimpleFont::read(&NoObjects, &font, false).unwrap().unwrap();
            assert_eq!(width(&font, 'A'), Some(expected), "{name}");
        }
    }

    #[test]
    fn fonts_that_may_lack_glyphs_are_not_used() {
        let subset = helvetica_dictionary().with("BaseFont", Name::from("ABCDEF+Helvetica"));
        assert!(
            SimpleFont::read(&NoObjects, &subset, false)
                .unwrap()
                .is_none()
        );
        let composite = helvetica_dictionary().with("Subtype", Name::from("Type0"));
        assert!(
            SimpleFont::read(&NoObjects, &composite, false)
                .unwrap()
                .is_none()
        );
        let unknown = helvetica_dictionary().with("BaseFont", Name::from("Myriad"));
        assert!(
            SimpleFont::read(&NoObjects, &unknown, false)
                .unwrap()
                .is_none()
        );
        let dingbats = helvetica_dictionary().with("BaseFont", Name::from("ZapfDingbats"));
        assert!(
            SimpleFont::read(&NoObjects, &dingbats, false)
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn listed_widths_say_which_glyphs_there_are() {
        let font = helvetica_dictionary()
            .with("BaseFont", Name::from("Myriad"))
            .with("FirstChar", 65)
            .with("Widths", vec![Object::Integer(500), Object::Integer(0)]);
        let font = SimpleFont::read(&NoObjects, &font, false).unwrap().unwrap();
        assert_eq!(width(&font, 'A'), Some(500.0));
        assert_eq!(width(&font, 'B'), None);
        assert_eq!(width(&font, 'C'), None);
    }
}
