//! Extracts the text that an appearance stream shows, without rendering it.

use std::collections::HashMap;

use countersign_pdf::lexer::{Lexer, Token};
use countersign_pdf::{Dictionary, Document, Object, Stream};

use crate::painting::{Area, IDENTITY, Painting, Sight};

/// Maximum nesting of form XObjects.
const MAX_DEPTH: usize = 4;
/// Maximum number of tokens per appearance; longer ones are not evaluated.
const MAX_TOKENS: usize = 50_000;
/// Maximum number of characters read from a font's ToUnicode CMap.
const MAX_CODES: usize = 70_000;

/// Extracted text and its reliability.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The visible text.
    pub(crate) text: String,
    /// False if characters were left out: codes above ASCII in a font without a ToUnicode CMap.
    pub(crate) whole: bool,
    /// False if an embedded font draws the glyphs (it may draw anything), or an operation is not
    /// followed.
    pub(crate) sure: bool,
    /// True if invisible text is painted: white, tiny, transparent, or in optional content.
    pub(crate) hidden: bool,
    /// True if text is painted outside the visible area.
    pub(crate) outside: bool,
}

/// The text of a widget's appearance. `None` if it can't be determined: images, drawn glyphs,
/// unknown fonts.
pub(crate) fn shown_text(
    document: &Document,
    widget: &Dictionary,
    appearance: &Stream,
) -> Option<Shown> {
    let mut reader = Reader::new(document, widget, appearance);
    reader.stream(appearance, 0)?;
    reader.shown.sure &= reader.painting.certain;
    // An image or path may depict text; next to real text it is a border or background.
    let is_text = !reader.draws || !reader.shown.text.is_empty() || reader.shown.hidden;
    is_text.then_some(reader.shown)
}

/// True if an appearance has an image, Type 3 glyphs, or filled paths without text. What it says
/// can't be determined, and no common program shows text this way.
pub(crate) fn is_pictured(document: &Document, widget: &Dictionary, appearance: &Stream) -> bool {
    let mut reader = Reader::new(document, widget, appearance);
    // Content read before the evaluation stopped counts as well.
    let whole = reader.stream(appearance, 0).is_some();
    reader.pictured || (whole && reader.draws && reader.shown.text.is_empty())
}

struct Reader<'a> {
    document: &'a Document,
    painting: Painting,
    shown: Shown,
    tokens: usize,
    /// True once a path was filled.
    draws: bool,
    /// True once an image or a Type 3 font was used.
    pictured: bool,
}

/// Operands of the next operator.
#[derive(Default)]
struct Operands {
    names: Vec<Vec<u8>>,
    numbers: Vec<f64>,
    /// Strings, each with the `TJ` displacement before it.
    strings: Vec<(f64, Vec<u8>)>,
    kern: f64,
}

impl Operands {
    fn number(&mut self, number: f64) {
        self.kern += number;
        // No operator takes more operands.
        if self.numbers.len() < 32 {
            self.numbers.push(number);
        }
    }

    fn string(&mut self, text: &[u8]) {
        let kern = std::mem::take(&mut self.kern);
        self.strings.push((kern, text.to_vec()));
    }

    fn clear(&mut self) {
        self.names.clear();
        self.numbers.clear();
        self.strings.clear();
        self.kern = 0.0;
    }
}

/// Fonts and color space of one content stream.
struct Content<'a> {
    resources: &'a Dictionary,
    fonts: HashMap<Vec<u8>, Font>,
    font: Option<Vec<u8>>,
    /// The color space set by `cs`.
    space: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn new(document: &'a Document, widget: &Dictionary, appearance: &Stream) -> Self {
        let area = area(document, &appearance.dictionary, b"BBox");
        let scale = scale(document, widget, &appearance.dictionary);
        Self {
            document,
            painting: Painting::new(area.unwrap_or(Area::new(EVERYWHERE)), scale),
            shown: Shown {
                whole: true,
                sure: true,
                ..Shown::default()
            },
            tokens: 0,
            draws: false,
            pictured: false,
        }
    }

    fn stream(&mut self, stream: &Stream, depth: usize) -> Option<()> {
        let data = self.document.stream_data(stream).ok()?;
        let resources = entry(self.document, &stream.dictionary, b"Resources");
        let resources = resources.as_dictionary().cloned().unwrap_or_default();
        let mut content = Content {
            resources: &resources,
            fonts: HashMap::new(),
            font: None,
            space: Vec::new(),
        };
        let mut operands = Operands::default();
        let mut lexer = Lexer::new(&data);
        while let Some(token) = lexer.next_token() {
            self.tokens += 1;
            if self.tokens > MAX_TOKENS {
                return None;
            }
            match token {
                Token::Name(name) => operands.names.push(name.as_bytes().to_vec()),
                Token::Integer(value) => operands.number(value as f64),
                Token::Real(value) => operands.number(value),
                Token::String(text) => operands.string(text.as_bytes()),
                Token::Keyword(operator) => {
                    self.operator(&mut content, operator, &operands, depth)?;
                    operands.clear();
                }
                _ => {}
            }
        }
        Some(())
    }

    /// `None` if the rest of the stream can't be evaluated.
    fn operator(
        &mut self,
        content: &mut Content<'_>,
        operator: &[u8],
        operands: &Operands,
        depth: usize,
    ) -> Option<()> {
        let numbers = operands.numbers.as_slice();
        match operator {
            b"Tf" => self.font(content, operands),
            b"Tj" | b"TJ" => self.text(content, &operands.strings)?,
            b"'" | b"\"" => {
                self.painting.next_line();
                // The numbers before `"` are spacings, not displacements.
                let strings = operands.strings.iter();
                let strings: Vec<_> = strings.map(|(_, text)| (0.0, text.clone())).collect();
                self.text(content, &strings)?;
            }
            b"Do" => self.object(content.resources, operands.names.last()?, depth)?,
            b"gs" => self.graphics_state(content.resources, operands.names.last()?),
            b"BDC" | b"BMC" => {
                let tag = operands.names.first().map(Vec::as_slice);
                self.painting.begin_marked(tag == Some(b"OC"));
            }
            b"EMC" => self.painting.end_marked(),
            b"cs" => {
                content.space = operands.names.last().cloned().unwrap_or_default();
                self.painting.operator(operator, numbers);
            }
            b"sc" | b"scn" => {
                let same = match content.space.as_slice() {
                    b"DeviceGray" => &b"g"[..],
                    b"DeviceRGB" => b"rg",
                    b"DeviceCMYK" => b"k",
                    _ => operator,
                };
                self.painting.operator(same, numbers);
            }
            b"ID" => {
                self.pictured = true;
                return None;
            }
            _ => {
                self.painting.operator(operator, numbers);
                let fills: [&[u8]; 8] = [b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"sh"];
                self.draws |= fills.contains(&operator);
            }
        }
        Some(())
    }

    fn font(&mut self, content: &mut Content<'_>, operands: &Operands) {
        content.font = operands.names.last().cloned();
        if let Some(size) = operands.numbers.last() {
            self.painting.set_size(*size);
        }
        if let Some(name) = &content.font {
            let read = || Font::read(self.document, content.resources, name);
            let font = content.fonts.entry(name.clone()).or_insert_with(read);
            self.pictured |= font.is_drawn;
        }
    }

    fn text(&mut self, content: &Content<'_>, strings: &[(f64, Vec<u8>)]) -> Option<()> {
        let missing = Font::missing();
        let font = content.font.as_ref();
        let font = font.and_then(|name| content.fonts.get(name));
        let font = font.unwrap_or(&missing);
        if !self.painting.paints_text() {
            return Some(());
        }
        for (kern, string) in strings {
            self.painting.kern(*kern);
            let letters = string.len().div_ceil(font.width);
            let text = self.letters(font, string)?;
            let is_blank = text.trim().is_empty();
            self.shown.sure &= is_blank || (!font.is_own && self.painting.knows_colour());
            match self.painting.show(letters) {
                Sight::Hidden if !is_blank => self.shown.hidden = true,
                Sight::Outside if !is_blank => self.shown.outside = true,
                Sight::Seen | Sight::Hidden | Sight::Outside => self.shown.text.push_str(&text),
            }
        }
        Some(())
    }

    /// Evaluates a form XObject; images are only noted.
    fn object(&mut self, resources: &Dictionary, name: &[u8], depth: usize) -> Option<()> {
        let objects = entry(self.document, resources, b"XObject");
        let object = entry(self.document, objects.as_dictionary()?, name);
        let stream = object.as_stream()?;
        if stream.dictionary.name(b"Subtype") != Some(b"Form") || depth >= MAX_DEPTH {
            self.pictured |= stream.dictionary.name(b"Subtype") == Some(b"Image");
            self.draws = true;
            return Some(());
        }
        let matrix = numbers(self.document, &stream.dictionary, b"Matrix");
        let area = area(self.document, &stream.dictionary, b"BBox");
        let before = self.painting.depth();
        let in_layer = stream.dictionary.contains(b"OC");
        self.painting.enter(matrix, area, in_layer);
        let read = self.stream(stream, depth + 1);
        self.painting.leave(before);
        read
    }

    fn graphics_state(&mut self, resources: &Dictionary, name: &[u8]) {
        let states = entry(self.document, resources, b"ExtGState");
        let state = states.as_dictionary();
        let state = state.map(|it| entry(self.document, it, name));
        let Some(state) = state.as_ref().and_then(Object::as_dictionary) else {
            return;
        };
        if let Some(opacity) = entry(self.document, state, b"ca").as_number() {
            self.painting.set_opacity(opacity);
        }
        let mask = entry(self.document, state, b"SMask");
        let is_masked = !mask.is_null() && mask.as_name() != Some(b"None");
        self.painting.certain &= !is_masked && !state.contains(b"Font");
    }

    fn letters(&mut self, font: &Font, string: &[u8]) -> Option<String> {
        let mut out = String::new();
        for code in string.chunks(font.width) {
            let code = code
                .iter()
                .fold(0u32, |sum, byte| (sum << 8) | u32::from(*byte));
            let letter =
                char::from_u32(code).filter(|_| font.is_latin && (0x20..0x7f).contains(&code));
            match (font.table.get(&code), letter) {
                (_, Some(letter)) if font.is_named => out.push(letter),
                (Some(text), _) => out.push_str(text),
                (None, Some(letter)) => out.push(letter),
                (None, None) if font.is_latin => self.shown.whole = false,
                (None, None) => return None,
            }
        }
        Some(out)
    }
}

/// Bounding box of an appearance without `/BBox`.
const EVERYWHERE: [f64; 4] = [-1e6, -1e6, 1e6, 1e6];

fn numbers<const COUNT: usize>(
    document: &Document,
    dictionary: &Dictionary,
    key: &[u8],
) -> Option<[f64; COUNT]> {
    let list = entry(document, dictionary, key);
    let list = list.as_array()?.iter();
    let numbers = list.map(|it| document.resolve(it).ok()?.as_number());
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn area(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Option<Area> {
    numbers(document, dictionary, key).map(Area::new)
}

/// Points on the page per appearance unit, horizontally and vertically (ISO 32000-2, 12.5.5,
/// algorithm 8).
fn scale(document: &Document, widget: &Dictionary, appearance: &Dictionary) -> [f64; 2] {
    let rect = numbers(document, widget, b"Rect");
    let inner = numbers(document, appearance, b"BBox");
    let (Some([x0, y0, x1, y1]), Some([left, bottom, right, top])) = (rect, inner) else {
        return [1.0, 1.0];
    };
    let (width, height): (f64, f64) = (f64::abs(x1 - x0), f64::abs(y1 - y0));
    let (across, up): (f64, f64) = (f64::abs(right - left), f64::abs(top - bottom));
    // A widget without area is invisible.
    if width * height == 0.0 || across * up == 0.0 {
        return [1.0, 1.0];
    }
    let [a, b, ..]: [f64; 6] = numbers(document, appearance, b"Matrix").unwrap_or(IDENTITY);
    match a.abs() >= b.abs() {
        true => [width / across, height / up],
        false => [height / across, width / up],
    }
}

/// How the codes of a font map to text.
struct Font {
    /// Bytes per code.
    width: usize,
    table: HashMap<u32, String>,
    /// True if codes without a table entry are ASCII.
    is_latin: bool,
    /// True if ASCII codes are painted by glyph name or with the reader's own font: a ToUnicode
    /// entry then does not change what is shown.
    is_named: bool,
    /// True for Type 3 fonts, whose glyphs are content streams.
    is_drawn: bool,
    /// True if the font program is embedded; it may draw any glyph for any code.
    is_own: bool,
}

impl Font {
    /// Readers substitute a font of their own for a missing one.
    fn missing() -> Self {
        Self {
            width: 1,
            table: HashMap::new(),
            is_latin: true,
            is_named: true,
            is_drawn: false,
            is_own: false,
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
        let is_own = composite || is_embedded(document, &font);
        let mut out = Self {
            width: if composite { 2 } else { 1 },
            table: HashMap::new(),
            is_latin: !composite && is_latin(document, &font),
            is_named: font.contains(b"Encoding") || !is_own,
            is_drawn: font.name(b"Subtype") == Some(b"Type3"),
            is_own,
        };
        let map = entry(document, &font, b"ToUnicode");
        let map = map.as_stream().and_then(|it| document.stream_data(it).ok());
        if let Some(map) = map {
            out.table = read_map(&map);
        }
        out
    }
}

/// True if the font program is embedded.
fn is_embedded(document: &Document, font: &Dictionary) -> bool {
    let descriptor = entry(document, font, b"FontDescriptor");
    let programs: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
    descriptor
        .as_dictionary()
        .is_some_and(|it| programs.iter().any(|key| it.contains(key)))
}

/// True for simple fonts whose codes below 127 are ASCII in every possible encoding.
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

/// True if `/Differences` changes no ASCII code.
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

/// Reads a ToUnicode CMap.
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

/// Decodes UTF-16BE, with `step` added to the last code unit.
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
