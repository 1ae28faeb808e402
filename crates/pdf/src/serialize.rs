//! Serializes objects.

use std::io::Write as _;

use crate::crypt::{Security, is_signature};
use crate::lexer::is_regular;
use crate::object::{Dictionary, Name, Object, ObjectId, PdfString};

/// Initial capacity in bytes: enough for a small dictionary.
const USUAL_LENGTH: usize = 128;

/// True for bytes that need no escape in a name. A table, because names and numbers are most of the
/// output.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        plain[byte as usize] = is_regular(byte) && byte != b'#';
        byte += 1;
    }
    plain
};

/// Writes objects to a byte buffer.
pub(crate) struct Serializer<'a> {
    pub(crate) bytes: Vec<u8>,
    /// Ranges of marked raw objects.
    pub(crate) marks: Vec<(&'static str, std::ops::Range<usize>)>,
    security: Option<&'a Security>,
    /// The object whose key encrypts strings; `None` in trailers and cross-reference streams.
    encrypting: Option<ObjectId>,
}

impl<'a> Serializer<'a> {
    pub(crate) fn new(security: Option<&'a Security>) -> Self {
        Self {
            bytes: Vec::with_capacity(USUAL_LENGTH),
            marks: Vec::new(),
            security,
            encrypting: None,
        }
    }

    /// Sets the object to which the following strings belong.
    pub(crate) fn encrypt_for(&mut self, id: Option<ObjectId>) {
        self.encrypting = id;
    }

    pub(crate) fn object(&mut self, object: &Object) {
        match object {
            Object::Null => self.word(b"null"),
            Object::Bool(true) => self.word(b"true"),
            Object::Bool(false) => self.word(b"false"),
            Object::Integer(value) => self.integer(*value),
            Object::Real(value) => self.real(*value),
            Object::Name(name) => self.name(name),
            Object::String(string) => self.string(string),
            Object::Array(array) => self.array(array),
            Object::Dictionary(dictionary) => self.dictionary(dictionary),
            // Streams are always indirect; inside another object only the dictionary can be
            // written.
            Object::Stream(stream) => self.dictionary(&stream.dictionary),
            Object::Reference(id) => {
                self.integer(i64::from(id.number));
                self.integer(i64::from(id.generation));
                self.bytes.extend(b" R");
            }
            Object::Raw(raw) => {
                self.separate(raw.bytes.first().copied());
                let start = self.bytes.len();
                self.bytes.extend_from_slice(&raw.bytes);
                self.marks
                    .extend(raw.mark.map(|mark| (mark, start..self.bytes.len())));
            }
        }
    }

    /// Inserts a space if two tokens would otherwise merge.
    fn separate(&mut self, next: Option<u8>) {
        // The last byte is a slash after an empty name.
        let glued = self
            .bytes
            .last()
            .is_some_and(|last| is_regular(*last) || *last == b'/');
        if glued && next.is_some_and(is_regular) {
            self.bytes.push(b' ');
        }
    }

    fn word(&mut self, word: &[u8]) {
        self.separate(word.first().copied());
        self.bytes.extend_from_slice(word);
    }

    /// Numbers are most of the output; the formatting machinery of `std` would dominate the time.
    fn integer(&mut self, value: i64) {
        self.separate(Some(b'0'));
        if value < 0 {
            self.bytes.push(b'-');
        }
        self.digits(value.unsigned_abs());
    }

    /// Writes the header of an indirect object.
    pub(crate) fn object_header(&mut self, id: ObjectId) {
        self.padded(u64::from(id.number), 1);
        self.bytes.push(b' ');
        self.padded(u64::from(id.generation), 1);
        self.bytes.extend(b" obj\n");
    }

    fn digits(&mut self, value: u64) {
        self.padded(value, 1);
    }

    /// Writes a number with at least `least` digits.
    pub(crate) fn padded(&mut self, value: u64, least: usize) {
        if value < 10 && least == 1 {
            self.bytes.push(b'0' + value as u8);
            return;
        }
        let mut digits = [b'0'; 20];
        let mut rest = value;
        let mut used = 0;
        for place in digits.iter_mut().rev() {
            // 64-bit divisions take several times as long.
            let digit = match u32::try_from(rest) {
                Ok(short) => {
                    rest = u64::from(short / 10);
                    short % 10
                }
                Err(_) => {
                    let digit = (rest % 10) as u32;
                    rest /= 10;
                    digit
                }
            };
            *place = b'0' + digit as u8;
            used += 1;
            if rest == 0 && used >= least {
                break;
            }
        }
        self.bytes
            .extend_from_slice(digits.get(digits.len() - used..).unwrap_or_default());
    }

    /// Writes raw text between objects.
    pub(crate) fn text(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a vector can't fail.
        let _ = self.bytes.write_fmt(text);
    }

    fn formatted(&mut self, text: std::fmt::Arguments<'_>) {
        self.separate(Some(b'0'));
        self.text(text);
    }

    fn real(&mut self, value: f64) {
        /// Six decimals suffice for nearly all numbers in a PDF.
        const SCALE: f64 = 1e6;
        let scaled = (value * SCALE).round();
        if !value.is_finite() {
            self.word(b"0");
        } else if scaled.abs() < 1e15 && scaled / SCALE == value {
            self.millionths(value < 0.0, scaled.abs() as u64);
        } else if value.fract() == 0.0 {
            // Keeps the decimal point, so that it is read as a real again.
            self.formatted(format_args!("{value:.1}"));
        } else {
            self.formatted(format_args!("{value}"));
        }
    }

    /// Writes a number with one to six decimals.
    fn millionths(&mut self, negative: bool, value: u64) {
        self.separate(Some(b'0'));
        if negative {
            self.bytes.push(b'-');
        }
        self.digits(value / 1_000_000);
        let mut rest = value % 1_000_000;
        self.bytes.push(b'.');
        let mut place = 100_000;
        loop {
            self.bytes.push(b'0' + (rest / place) as u8);
            rest %= place;
            place /= 10;
            if rest == 0 {
                break;
            }
        }
    }

    fn name(&mut self, name: &Name) {
        self.bytes.push(b'/');
        let is_end = name.as_bytes().len() >= END.len() && has(name.as_bytes(), END);
        if !is_end && name.as_bytes().iter().all(|byte| PLAIN[usize::from(*byte)]) {
            self.bytes.extend_from_slice(name.as_bytes());
            return;
        }
        for byte in name.as_bytes() {
            match byte {
                b'j' if is_end => self.hexadecimal(b"#", b"j"),
                b'#' | 0..=b' ' | 0x7f..=0xff => self.hexadecimal(b"#", &[*byte]),
                byte if !is_regular(*byte) => self.hexadecimal(b"#", &[*byte]),
                byte => self.bytes.push(*byte),
            }
        }
    }

    fn hexadecimal(&mut self, prefix: &[u8], bytes: &[u8]) {
        const DIGITS: [u8; 16] = *b"0123456789abcdef";
        self.bytes.extend_from_slice(prefix);
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] {
                self.bytes.extend(DIGITS.get(usize::from(digit)));
            }
        }
    }

    fn string(&mut self, string: &PdfString) {
        let encrypted = match (self.security, self.encrypting) {
            (Some(security), Some(id)) => Some(security.encrypt_string(id, string.as_bytes())),
            _ => None,
        };
        let bytes = encrypted.as_deref().unwrap_or(string.as_bytes());
        if string.is_hexadecimal() || reads_like_structure(bytes) {
            self.hexadecimal(b"<", bytes);
            self.bytes.push(b'>');
            return;
        }
        self.bytes.push(b'(');
        let mut rest = bytes;
        while let Some(at) = rest.iter().position(|byte| is_special(*byte)) {
            let (plain, special) = rest.split_at(at);
            self.bytes.extend_from_slice(plain);
            let Some((byte, after)) = special.split_first() else {
                break;
            };
            self.bytes.push(b'\\');
            self.bytes.push(match byte {
                b'\r' => b'r',
                b'\n' => b'n',
                byte => *byte,
            });
            rest = after;
        }
        self.bytes.extend_from_slice(rest);
        self.bytes.push(b')');
    }

    fn array(&mut self, array: &[Object]) {
        self.bytes.push(b'[');
        array.iter().for_each(|element| self.object(element));
        self.bytes.push(b']');
    }

    pub(crate) fn dictionary(&mut self, dictionary: &Dictionary) {
        self.bytes.extend(b"<<");
        self.entries(dictionary, None);
        self.bytes.extend(b">>");
    }

    /// Writes a stream dictionary with the actual length of the data.
    pub(crate) fn stream_dictionary(&mut self, dictionary: &Dictionary, length: u64) {
        self.bytes.extend(b"<</Length");
        self.integer(i64::try_from(length).unwrap_or(i64::MAX));
        self.entries(dictionary, Some(b"Length"));
        self.bytes.extend(b">>");
    }

    fn entries(&mut self, dictionary: &Dictionary, without: Option<&[u8]>) {
        let encrypting = self.encrypting;
        let signature = encrypting.is_some() && is_signature(dictionary);
        for (key, value) in dictionary.iter() {
            if without == Some(key.as_bytes()) {
                continue;
            }
            self.name(key);
            if signature && key == &b"Contents" {
                self.encrypting = None;
            }
            self.object(value);
            self.encrypting = encrypting;
        }
    }
}

/// The word that ends an object for readers that scan, in a name too.
const END: &[u8] = b"endobj";

/// True for a string with a word by which readers that scan a file find its structure. Few of them
/// know when they are inside a string, where `9 0 obj` would start an object.
fn reads_like_structure(string: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"obj", b"xref", b"trailer", b"stream", b"%PDF-", b"%EOF"];
    string.len() >= 3 && WORDS.into_iter().any(|word| has(string, word))
}

fn has(bytes: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(bytes, word).is_some()
}

/// True if a byte must be escaped in a literal string.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'\\' | b'\r' | b'\n')
}

/// The bytes of a direct object, as in an unencrypted file.
///
/// ```
/// # use countersign_pdf::{object_bytes, parse_object};
/// assert_eq!(object_bytes(&parse_object(b"[ 1 /A (b) ]")?), b"[1/A(b)]");
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn object_bytes(object: &Object) -> Vec<u8> {
    let mut serializer = Serializer::new(None);
    serializer.object(object);
    serializer.bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse_object;

    #[test]
    fn what_is_written_reads_back() {
        let dictionary = Dictionary::new()
            .with(
                "A B#/\u{e4}",
                PdfString::literal(b"(\\)\r\n\0\xff".to_vec()),
            )
            .with("Hex", PdfString::hexadecimal(b"\x00\xfe".to_vec()))
            .with("", Object::Null)
            .with(
                "N",
                vec![
                    Object::Integer(-1),
                    Object::Real(0.5),
                    Object::Real(4.0),
                    Object::Bool(true),
                    Object::Bool(false),
                ],
            )
            .with("R", ObjectId::new(12, 3))
            .with("D", Dictionary::new().with("K", Name::new("V")));
        let object = Object::Dictionary(dictionary);
        assert_eq!(parse_object(&object_bytes(&object)).unwrap(), object);
    }

    #[test]
    fn tokens_are_separated_and_no_more() {
        let read = |text: &[u8]| object_bytes(&parse_object(text).unwrap());
        assert_eq!(read(b"[1 2 R 3 /A /B true(x)1]"), b"[1 2 R 3/A/B true(x)1]");
        assert_eq!(read(b"<< /A 1 /B << >> /C [ ] >>"), b"<</A 1/B<<>>/C[]>>");
    }

    #[test]
    fn no_reader_that_scans_takes_a_string_or_a_name_for_structure() {
        for text in [
            "9 0 obj",
            "9 0 obj <</A 1>> endobj",
            ">>stream",
            "endstream",
            "startxref",
            "trailer",
            "%PDF-1.7",
            "%%EOF",
        ] {
            let object = Object::Dictionary(
                Dictionary::new()
                    .with("S", PdfString::literal(text.as_bytes().to_vec()))
                    .with("N", Name::new(text)),
            );
            let written = object_bytes(&object);
            assert_eq!(parse_object(&written).unwrap(), object, "{text}");
            let written = String::from_utf8_lossy(&written);
            assert!(written.starts_with("<</S<"), "{written}");
            assert!(
                !written.contains("endobj") && !written.contains("0 obj"),
                "{written}"
            );
        }
        assert_eq!(object_bytes(&Object::Name(Name::new("object"))), b"/object");
        assert_eq!(
            object_bytes(&Object::String(PdfString::literal(*b"plain"))),
            b"(plain)"
        );
    }

    #[test]
    fn reals_have_no_exponent() {
        assert_eq!(object_bytes(&Object::Real(1e-7)), b"0.0000001");
        assert_eq!(object_bytes(&Object::Real(f64::NAN)), b"0");
        for (value, text) in [
            (0.5, "0.5"),
            (-12.25, "-12.25"),
            (4.0, "4.0"),
            (-0.001, "-0.001"),
            (1e12, "1000000000000.0"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.3333333333333333"),
        ] {
            assert_eq!(object_bytes(&Object::Real(value)), text.as_bytes());
        }
    }
}
