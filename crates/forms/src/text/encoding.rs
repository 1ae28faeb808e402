//! One-byte encodings: codes and their characters.

/// Glyph names of WinAnsiEncoding from code 32 on; empty for undefined or duplicate codes.
#[rustfmt::skip]
const WIN_ANSI_NAMES: [&str; 224] = [
    "space", "exclam", "quotedbl", "numbersign", "dollar", "percent", "ampersand", "quotesingle",
    "parenleft", "parenright", "asterisk", "plus", "comma", "hyphen", "period", "slash",
    "zero", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "colon", "semicolon", "less", "equal", "greater", "question",
    "at", "A", "B", "C", "D", "E", "F", "G",
    "H", "I", "J", "K", "L", "M", "N", "O",
    "P", "Q", "R", "S", "T", "U", "V", "W",
    "X", "Y", "Z", "bracketleft", "backslash", "bracketright", "asciicircum", "underscore",
    "grave", "a", "b", "c", "d", "e", "f", "g",
    "h", "i", "j", "k", "l", "m", "n", "o",
    "p", "q", "r", "s", "t", "u", "v", "w",
    "x", "y", "z", "braceleft", "bar", "braceright", "asciitilde", "",
    "Euro", "", "quotesinglbase", "florin", "quotedblbase", "ellipsis", "dagger", "daggerdbl",
    "circumflex", "perthousand", "Scaron", "guilsinglleft", "OE", "", "Zcaron", "",
    "", "quoteleft", "quoteright", "quotedblleft", "quotedblright", "bullet", "endash", "emdash",
    "tilde", "trademark", "scaron", "guilsinglright", "oe", "", "zcaron", "ydieresis",
    "", "exclamdown", "cent", "sterling", "currency", "yen", "brokenbar", "section",
    "dieresis", "copyright", "ordfeminine", "guillemotleft", "logicalnot", "", "registered", "macron",
    "degree", "plusminus", "twosuperior", "threesuperior", "acute", "mu", "paragraph", "periodcentered",
    "cedilla", "onesuperior", "ordmasculine", "guillemotright", "onequarter", "onehalf", "threequarters", "questiondown",
    "Agrave", "Aacute", "Acircumflex", "Atilde", "Adieresis", "Aring", "AE", "Ccedilla",
    "Egrave", "Eacute", "Ecircumflex", "Edieresis", "Igrave", "Iacute", "Icircumflex", "Idieresis",
    "Eth", "Ntilde", "Ograve", "Oacute", "Ocircumflex", "Otilde", "Odieresis", "multiply",
    "Oslash", "Ugrave", "Uacute", "Ucircumflex", "Udieresis", "Yacute", "Thorn", "germandbls",
    "agrave", "aacute", "acircumflex", "atilde", "adieresis", "aring", "ae", "ccedilla",
    "egrave", "eacute", "ecircumflex", "edieresis", "igrave", "iacute", "icircumflex", "idieresis",
    "eth", "ntilde", "ograve", "oacute", "ocircumflex", "otilde", "odieresis", "divide",
    "oslash", "ugrave", "uacute", "ucircumflex", "udieresis", "yacute", "thorn", "ydieresis",
];

/// Characters of WinAnsiEncoding codes 0x80 to 0x9F.
const WIN_ANSI_HIGH: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// The WinAnsiEncoding code of a character.
pub fn win_ansi_code(character: char) -> Option<u8> {
    match u32::from(character) {
        code @ (0x20..=0x7E | 0xA0..=0xFF) => u8::try_from(code).ok(),
        0 => None,
        _ => {
            let place = WIN_ANSI_HIGH.iter().position(|&high| high == character)?;
            u8::try_from(0x80 + place).ok()
        }
    }
}

/// The character of a WinAnsiEncoding code.
fn win_ansi_character(code: u8) -> Option<char> {
    match code {
        0x20..=0x7E | 0xA0..=0xFF => Some(char::from(code)),
        0x80..=0x9F => WIN_ANSI_HIGH
            .get(usize::from(code - 0x80))
            .copied()
            .filter(|&high| high != '\0'),
        _ => None,
    }
}

/// The character of a glyph name of the Latin character set.
fn named_character(name: &str) -> Option<char> {
    if let Some(hex) = name.strip_prefix("uni").filter(|hex| hex.len() == 4) {
        return u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
    }
    let special = match name {
        "fi" => Some('ﬁ'),
        "fl" => Some('ﬂ'),
        "minus" => Some('−'),
        "fraction" => Some('⁄'),
        "dotlessi" => Some('ı'),
        "Lslash" => Some('Ł'),
        "lslash" => Some('ł'),
        "breve" => Some('˘'),
        "caron" => Some('ˇ'),
        "dotaccent" => Some('˙'),
        "hungarumlaut" => Some('˝'),
        "ogonek" => Some('˛'),
        "ring" => Some('˚'),
        _ => None,
    };
    special.or_else(|| {
        let place = WIN_ANSI_NAMES
            .iter()
            .position(|&known| known == name && !name.is_empty())?;
        win_ansi_character(u8::try_from(place + 32).ok()?)
    })
}

/// Base encoding of a simple font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseEncoding {
    /// `/WinAnsiEncoding`.
    WinAnsi,
    /// Any other: only ASCII is relied on, which all Latin encodings share.
    Ascii,
}

/// A one-byte encoding with its `/Differences`.
#[derive(Clone, Debug)]
pub struct Encoding {
    base: BaseEncoding,
    differences: Vec<(u8, Option<char>)>,
}

impl Encoding {
    /// An encoding without differences.
    pub fn new(base: BaseEncoding) -> Self {
        Self {
            base,
            differences: Vec::new(),
        }
    }

    /// Assigns a glyph name to a code. An unknown name makes the code unusable.
    pub fn with_difference(&mut self, code: u8, name: &str) {
        self.differences.push((code, named_character(name)));
    }

    /// The code of a character.
    pub fn code(&self, character: char) -> Option<u8> {
        let changed = self
            .differences
            .iter()
            .rev()
            .find(|(_, shown)| *shown == Some(character));
        if let Some((code, _)) = changed {
            return Some(*code);
        }
        let code = match self.base {
            BaseEncoding::WinAnsi => win_ansi_code(character)?,
            // Quote and grave accent differ between the standard encodings.
            BaseEncoding::Ascii if matches!(character, '\'' | '`') => return None,
            BaseEncoding::Ascii => u8::try_from(character)
                .ok()
                .filter(|code| (0x20..0x7F).contains(code))?,
        };
        let replaced = self.differences.iter().any(|(changed, _)| *changed == code);
        (!replaced).then_some(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_ansi_knows_its_upper_half() {
        assert_eq!(win_ansi_code('€'), Some(0x80));
        assert_eq!(win_ansi_code('é'), Some(0xE9));
        assert_eq!(win_ansi_code('ž'), Some(0x9E));
        assert_eq!(win_ansi_code('Ω'), None);
        assert_eq!(win_ansi_code('\u{81}'), None);
        assert_eq!(win_ansi_code('\n'), None);
    }

    #[test]
    fn differences_come_before_the_base() {
        let mut encoding = Encoding::new(BaseEncoding::Ascii);
        assert_eq!(encoding.code('\''), None);
        encoding.with_difference(24, "breve");
        encoding.with_difference(39, "quotesingle");
        encoding.with_difference(65, "unknownglyph");
        encoding.with_difference(128, "uni20AC");
        assert_eq!(encoding.code('\''), Some(39));
        assert_eq!(encoding.code('˘'), Some(24));
        assert_eq!(encoding.code('A'), None);
        assert_eq!(encoding.code('B'), Some(66));
        assert_eq!(encoding.code('€'), Some(128));
    }
}
