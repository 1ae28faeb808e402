//! The text that an appearance shows, as far as it can be told without drawing it.

use std::collections::HashMap;

use countersign_pdf::lexer::{Lexer, Token};
use countersign_pdf::{Dictionary, Document, Object, Stream};

/// Forms in forms that are followed.
const MAX_DEPTH: usize = 4;
/// Tokens of one appearance that are read; longer ones are not told.
const MAX_TOKENS: usize = 50_000;
/// Characters of a font that are kept.
const MAX_CODES: usize = 70_000;

/// Text, and how sure it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) text: String,
    /// False when some of it was left out: codes above ASCII of a font without a table.
    pub(crate) whole: bool,
}

/// The text of an appearance; `None` when it can't be told: pictures, drawn letters, unknown fonts.
pub(crate) fn shown_text(document: &Document, appearance: &Stream) -> Option<Shown> {
    let mut reader = Reader::new(document);
    reader.stream(appearance, 0)?;
    // A picture or a path may be letters; where there is text it is a border or a background.
    (!reader.draws || !reader.shown.text.is_empty()).then_some(reader.shown)
}

/// True when an appearance has a picture, letters that a program draws, or paths and no text: nobody
/// can tell what it says, and no program shows a text so.
pub(crate) fn is_pictured(document: &Document, appearance: &Stream) -> bool {
    let mut reader = Reader::new(document);
    // What was read until it could not be told any more counts.
    let whole = reader.stream(appearance, 0).is_some();
    reader.pictured || (whole && reader.draws && reader.shown.text.is_empty())
}

impl<'a> Reader<'a> {
    fn new(document: &'a Document) -> Self {
        Self {
            document,
            shown: Shown {
                text: String::new(),
                whole: true,
            },
            tokens: 0,
            draws: false,
            pictured: false,
        }
    }
}

struct Reader<'a> {
    document: &'a Document,
    shown: Shown,
    tokens: usize,
    /// Paths that are filled.
    draws: bool,
    /// Pictures, and letters that are drawn.
    pictured: bool,
}

impl Reader<'_> {
    fn stream(&mut self, stream: &Stream, depth: usize) -> Option<()> {
        let data = self.document.stream_data(stream).ok()?;
        let resources = entry(self.document, &stream.dictionary, b"Resources");
        let resources = resources.as_dictionary().cloned().unwrap_or_default();
        let mut fonts: HashMap<Vec<u8>, Font> = HashMap::new();
        let mut font: Option<Vec<u8>> = None;
        let mut names: Vec<Vec<u8>> = Vec::new();
        let mut strings: Vec<Vec<u8>> = Vec::new();
        let missing = Font::missing();
        let mut number = 0;
        let mut paint = Paint::default();
        let mut lexer = Lexer::new(&data);
        while let Some(token) = lexer.next_token() {
            self.tokens += 1;
            if self.tokens > MAX_TOKENS {
                return None;
            }
            match token {
                Token::Name(name) => names.push(name.as_bytes().to_vec()),
                Token::Integer(value) => number = value,
                Token::String(text) => strings.push(text.as_bytes().to_vec()),
                Token::Keyword(operator) => {
                    match operator {
                        b"Tf" => {
                            font = names.pop();
                            if let Some(name) = &font {
                                let read = || Font::read(self.document, &resources, name);
                                let font = fonts.entry(name.clone()).or_insert_with(read);
                                self.pictured |= font.is_drawn;
                            }
                        }
                        b"Tj" | b"TJ" | b"'" | b"\"" => {
                            let font = font.as_ref().and_then(|name| fonts.get(name));
                            let font = font.unwrap_or(&missing);
                            for string in strings.iter().filter(|_| paint.shows_text()) {
                                self.show(font, string)?;
                            }
                        }
                        b"Do" => self.object(&resources, names.last()?, depth)?,
                        b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"sh" => {
                            self.draws = true;
                        }
                        b"Tr" => paint.mode = number,
                        b"q" => paint.save(),
                        b"Q" => paint.restore(),
                        b"ID" => {
                            self.pictured = true;
                            return None;
                        }
                        _ => {}
                    }
                    names.clear();
                    strings.clear();
                }
                _ => {}
            }
        }
        Some(())
    }

    /// A form inside is read too; a picture is not.
    fn object(&mut self, resources: &Dictionary, name: &[u8], depth: usize) -> Option<()> {
        let objects = entry(self.document, resources, b"XObject");
        let object = entry(self.document, objects.as_dictionary()?, name);
        let stream = object.as_stream()?;
        if stream.dictionary.name(b"Subtype") != Some(b"Form") || depth >= MAX_DEPTH {
            self.pictured |= stream.dictionary.name(b"Subtype") == Some(b"Image");
            self.draws = true;
            return Some(());
        }
        self.stream(stream, depth + 1)
    }

    fn show(&mut self, font: &Font, string: &[u8]) -> Option<()> {
        for code in string.chunks(font.width) {
            let code = code
                .iter()
                .fold(0u32, |sum, byte| (sum << 8) | u32::from(*byte));
            let letter =
                char::from_u32(code).filter(|_| font.is_latin && (0x20..0x7f).contains(&code));
            match (font.table.get(&code), letter) {
                (_, Some(letter)) if font.is_named => self.shown.text.push(letter),
                (Some(text), _) => self.shown.text.push_str(text),
                (None, Some(letter)) => self.shown.text.push(letter),
                (None, None) if font.is_latin => self.shown.whole = false,
                (None, None) => return None,
            }
        }
        Some(())
    }
}

/// How text is painted, and how it was outside.
#[derive(Default)]
struct Paint {
    mode: i64,
    saved: Vec<i64>,
}

impl Paint {
    /// Invisible text and text that only clips say nothing (ISO 32000-2, table 104).
    fn shows_text(&self) -> bool {
        !matches!(self.mode, 3 | 7)
    }

    fn save(&mut self) {
        self.saved.push(self.mode);
    }

    fn restore(&mut self) {
        self.mode = self.saved.pop().unwrap_or(self.mode);
    }
}

/// How the codes of a font are read.
struct Font {
    /// Bytes of a code.
    width: usize,
    table: HashMap<u32, String>,
    /// True when codes without an entry are ASCII.
    is_latin: bool,
    /// True when the letters of ASCII are painted by their names, or by a font of the reader's own: what a table for
    /// programs says of them changes nothing that is seen.
    is_named: bool,
    /// True when a program draws its letters, which may be any.
    is_drawn: bool,
}

impl Font {
    /// Readers take one of their own where the font is missing.
    fn missing() -> Self {
        Self {
            width: 1,
            table: HashMap::new(),
            is_latin: true,
            is_named: true,
            is_drawn: false,
        }
    }

    fn read(document: &Document, resources: &Dictionary, name: &[u8]) -> Self {
        let fonts = entry(document, resources, b"Font");
        let fonts = fonts.as_dictionary().cloned().unwrap_or_default();
        let font = entry(document, &fonts, name);
        let Some(font) = font.as_dictionary().cloned() else {
            return Self::missing();
        };
        let composite = font.name(b"Subtype") == Some(b"Type0");
        let mut out = Self {
            width: if composite { 2 } else { 1 },
            table: HashMap::new(),
            is_latin: !composite && is_latin(document, &font),
            is_named: font.contains(b"Encoding") || !is_embedded(document, &font),
            is_drawn: font.name(b"Subtype") == Some(b"Type3"),
        };
        let map = entry(document, &font, b"ToUnicode");
        let map = map.as_stream().and_then(|it| document.stream_data(it).ok());
        if let Some(map) = map {
            out.table = read_map(&map);
        }
        out
    }
}

/// True when the file has the program of a font.
fn is_embedded(document: &Document, font: &Dictionary) -> bool {
    let descriptor = entry(document, font, b"FontDescriptor");
    let programs: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
    descriptor
        .as_dictionary()
        .is_some_and(|it| programs.iter().any(|key| it.contains(key)))
}

/// True for simple fonts whose codes below 127 are ASCII in every encoding they can have.
fn is_latin(document: &Document, font: &Dictionary) -> bool {
    let simple = matches!(
        font.name(b"Subtype"),
        Some(b"Type1" | b"TrueType" | b"MMType1")
    );
    let symbols = font
        .name(b"BaseFont")
        .is_some_and(|name| name.ends_with(b"Symbol") || name.ends_with(b"ZapfDingbats"));
    let encoding = entry(document, font, b"Encoding");
    let named = |name: &[u8]| {
        matches!(
            name,
            b"WinAnsiEncoding" | b"MacRomanEncoding" | b"StandardEncoding" | b"PDFDocEncoding"
        )
    };
    let latin = match &encoding {
        Object::Null => true,
        Object::Name(name) => named(name.as_bytes()),
        Object::Dictionary(encoding) => above_ascii(document, encoding),
        _ => false,
    };
    simple && !symbols && latin
}

/// True when the differences of an encoding leave ASCII alone.
fn above_ascii(document: &Document, encoding: &Dictionary) -> bool {
    let differences = entry(document, encoding, b"Differences");
    let mut code = 0;
    for item in differences.as_array().unwrap_or_default() {
        match item {
            Object::Integer(start) => code = *start,
            _ if (0x20..0x7f).contains(&code) => return false,
            _ => code += 1,
        }
    }
    true
}

/// The table of a ToUnicode CMap.
fn read_map(data: &[u8]) -> HashMap<u32, String> {
    let mut table = HashMap::new();
    let mut strings: Vec<Vec<u8>> = Vec::new();
    let mut list: Option<Vec<Vec<u8>>> = None;
    let mut ranges: Vec<(u32, u32, Vec<Vec<u8>>)> = Vec::new();
    let mut lexer = Lexer::new(data);
    while let Some(token) = lexer.next_token() {
        match token {
            Token::String(text) => match &mut list {
                Some(list) => list.push(text.as_bytes().to_vec()),
                None => strings.push(text.as_bytes().to_vec()),
            },
            Token::ArrayStart => list = Some(Vec::new()),
            Token::ArrayEnd => {
                let ends = (strings.pop(), strings.pop());
                if let ((Some(last), Some(first)), Some(list)) = (ends, list.take()) {
                    ranges.push((number(&first), number(&last), list));
                }
            }
            Token::Keyword(b"endbfchar") => {
                for pair in strings.chunks_exact(2) {
                    if table.len() < MAX_CODES {
                        table.insert(number(&pair[0]), unicode(&pair[1], 0));
                    }
                }
                strings.clear();
            }
            Token::Keyword(b"endbfrange") => {
                for triple in strings.chunks_exact(3) {
                    let target = vec![triple[2].clone()];
                    ranges.push((number(&triple[0]), number(&triple[1]), target));
                }
                strings.clear();
            }
            Token::Keyword(_) => strings.clear(),
            _ => {}
        }
    }
    for (first, last, targets) in ranges {
        for (step, code) in (first..=last.min(first.saturating_add(0xffff))).enumerate() {
            let target = match targets.as_slice() {
                [one] => unicode(one, step as u32),
                list => list
                    .get(step)
                    .map(|one| unicode(one, 0))
                    .unwrap_or_default(),
            };
            if table.len() >= MAX_CODES {
                return table;
            }
            table.insert(code, target);
        }
    }
    table
}

fn number(bytes: &[u8]) -> u32 {
    let bytes = bytes.iter().take(4);
    bytes.fold(0, |sum, byte| (sum << 8) | u32::from(*byte))
}

/// UTF-16 with the last unit raised by `step`.
fn unicode(bytes: &[u8], step: u32) -> String {
    let pairs = bytes.chunks_exact(2);
    let mut units: Vec<u16> = pairs.map(|it| u16::from_be_bytes([it[0], it[1]])).collect();
    if let Some(last) = units.last_mut() {
        *last = last.wrapping_add(step as u16);
    }
    String::from_utf16_lossy(&units)
}

fn entry(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Object {
    let value = document.lookup(dictionary, key);
    value.map(|it| it.into_object()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_characters_are_read() {
        let map = b"1 begincodespacerange <0000> <ffff> endcodespacerange
            2 beginbfchar <0001> <0041> <0002> <00660069> endbfchar
            2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<0058> <0059>] endbfrange";
        let table = read_map(map);
        let text: String = [1, 2, 0x10, 0x12, 0x20, 0x21]
            .iter()
            .map(|code| table.get(code).cloned().unwrap_or_default())
            .collect();
        assert_eq!(text, "AfiacXY");
    }

    #[test]
    fn a_table_without_end_is_cut() {
        let map = b"1 beginbfrange <00000000> <ffffffff> <0041> endbfrange";
        assert!(read_map(map).len() <= MAX_CODES);
    }
}
