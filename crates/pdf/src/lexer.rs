//! Converts bytes to tokens; also used for content streams and default appearances.

use crate::object::{Name, PdfString};

/// One token (ISO 32000-2, 7.2).
#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    /// A number without a decimal point that fits.
    Integer(i64),
    /// Any other number.
    Real(f64),
    /// `/Name`
    Name(Name),
    /// `(text)` or `<hex>`
    String(PdfString),
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// `<<`
    DictionaryStart,
    /// `>>`
    DictionaryEnd,
    /// Anything else: `obj`, `R`, `true`, an operator.
    Keyword(&'a [u8]),
}

/// True for the six white-space bytes (ISO 32000-2, table 1).
pub const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// True for the delimiters `()<>[]{}/%` (ISO 32000-2, table 2).
pub const fn is_delimiter(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    )
}

/// True for bytes that can be part of a name, number or keyword.
pub const fn is_regular(byte: u8) -> bool {
    REGULAR[byte as usize]
}

/// A table rather than comparisons: it is used for every byte of an object.
const REGULAR: [bool; 256] = {
    let mut regular = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        regular[byte] = !is_whitespace(byte as u8) && !is_delimiter(byte as u8);
        byte += 1;
    }
    regular
};

/// Reads tokens from bytes. Never fails: anything unknown becomes a keyword (ISO 32000-2, 7.2).
///
/// ```
/// use countersign_pdf::lexer::{Lexer, Token};
/// let mut lexer = Lexer::new(b"12 % a comment\nobj");
/// assert!(matches!(lexer.next_token(), Some(Token::Integer(12))));
/// assert!(matches!(lexer.next_token(), Some(Token::Keyword(b"obj"))));
/// assert!(lexer.next_token().is_none());
/// ```
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    data: &'a [u8],
    position: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer that starts at the first byte.
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, position: 0 }
    }

    /// A lexer that starts at the given position.
    pub fn at(data: &'a [u8], position: usize) -> Self {
        Self {
            data,
            position: position.min(data.len()),
        }
    }

    /// Current position.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Sets the current position.
    pub fn seek(&mut self, position: usize) {
        self.position = position.min(self.data.len());
    }

    /// The bytes from the current position on.
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.position..).unwrap_or_default()
    }

    /// The byte at the current position.
    pub fn peek(&self) -> Option<u8> {
        self.data.get(self.position).copied()
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Some(byte)
    }

    /// Skips white space and comments.
    pub fn skip_whitespace(&mut self) {
        while let Some(byte) = self.peek() {
            if is_whitespace(byte) {
                self.position += 1;
            } else if byte == b'%' {
                let rest = self.rest();
                self.position += memchr::memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
            } else {
                break;
            }
        }
    }

    /// Skips the given keyword if it comes next.
    pub fn take_keyword(&mut self, keyword: &[u8]) -> bool {
        let before = self.position;
        self.skip_whitespace();
        let rest = self.rest();
        if rest.starts_with(keyword) && !rest.get(keyword.len()).copied().is_some_and(is_regular) {
            self.position += keyword.len();
            return true;
        }
        self.position = before;
        false
    }

    /// Reads an unsigned integer of digits only, if it comes next.
    pub fn take_unsigned(&mut self) -> Option<u64> {
        let before = self.position;
        self.skip_whitespace();
        let start = self.position;
        let mut value = 0u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            // A comparison rather than a checked multiplication, which needs 128 bits.
            if value > MOST_TENS {
                self.position = before;
                return None;
            }
            value = value * 10 + u64::from(digit - b'0');
            self.position += 1;
        }
        if self.position == start {
            self.position = before;
            return None;
        }
        Some(value)
    }

    /// The next token; `None` at the end.
    pub fn next_token(&mut self) -> Option<Token<'a>> {
        self.skip_whitespace();
        let start = self.position;
        let token = match self.next_byte()? {
            b'/' => Token::Name(self.name()),
            b'(' => Token::String(self.literal_string()),
            b'<' if self.peek() == Some(b'<') => {
                self.position += 1;
                Token::DictionaryStart
            }
            b'<' => Token::String(self.hexadecimal_string()),
            b'>' if self.peek() == Some(b'>') => {
                self.position += 1;
                Token::DictionaryEnd
            }
            b'[' => Token::ArrayStart,
            b']' => Token::ArrayEnd,
            byte if is_delimiter(byte) => {
                Token::Keyword(self.data.get(start..self.position).unwrap_or_default())
            }
            byte => {
                self.skip_regular();
                let word = self.data.get(start..self.position).unwrap_or_default();
                match byte {
                    b'0'..=b'9' | b'+' | b'-' | b'.' => {
                        number(word).unwrap_or(Token::Keyword(word))
                    }
                    _ => Token::Keyword(word),
                }
            }
        };
        Some(token)
    }

    fn skip_regular(&mut self) {
        let rest = self.rest();
        self.position += rest
            .iter()
            .position(|byte| !is_regular(*byte))
            .unwrap_or(rest.len());
    }

    fn name(&mut self) -> Name {
        let start = self.position;
        self.skip_regular();
        let word = self.data.get(start..self.position).unwrap_or_default();
        if memchr::memchr(b'#', word).is_none() {
            return Name::new(word);
        }
        let mut bytes = Vec::with_capacity(word.len());
        let mut rest = word;
        while let [byte, after @ ..] = rest {
            if let (b'#', [high, low, after @ ..]) = (byte, after)
                && let (Some(high), Some(low)) = (digit(*high), digit(*low))
            {
                bytes.push(high << 4 | low);
                rest = after;
                continue;
            }
            bytes.push(*byte);
            rest = after;
        }
        Name::new(bytes)
    }

    fn literal_string(&mut self) -> PdfString {
        let special = |byte: &u8| matches!(byte, b'(' | b')' | b'\\' | b'\r');
        let rest = self.rest();
        if let Some(plain) = rest.iter().position(special)
            && rest.get(plain) == Some(&b')')
        {
            // Nearly all strings have no special bytes.
            self.position += plain + 1;
            return PdfString::literal_of(rest.get(..plain).unwrap_or_default());
        }
        let mut bytes = Vec::new();
        let mut depth = 1usize;
        loop {
            let rest = self.rest();
            let plain = rest.iter().position(special).unwrap_or(rest.len());
            bytes.extend_from_slice(rest.get(..plain).unwrap_or_default());
            self.position += plain;
            let Some(byte) = self.next_byte() else { break };
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => break,
                b')' => depth -= 1,
                b'\r' => {
                    self.skip_line_feed();
                    bytes.push(b'\n');
                    continue;
                }
                _ => {
                    bytes.extend(self.escape());
                    continue;
                }
            }
            bytes.push(byte);
        }
        PdfString::literal(bytes)
    }

    fn skip_line_feed(&mut self) {
        if self.peek() == Some(b'\n') {
            self.position += 1;
        }
    }

    /// The byte of an escape sequence; `None` for a line continuation.
    fn escape(&mut self) -> Option<u8> {
        match self.next_byte()? {
            b'n' => Some(b'\n'),
            b'r' => Some(b'\r'),
            b't' => Some(b'\t'),
            b'b' => Some(8),
            b'f' => Some(12),
            b'\n' => None,
            b'\r' => {
                self.skip_line_feed();
                None
            }
            first @ b'0'..=b'7' => {
                let mut value = u32::from(first - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else {
                        break;
                    };
                    value = value * 8 + u32::from(digit - b'0');
                    self.position += 1;
                }
                Some(value as u8)
            }
            other => Some(other),
        }
    }

    fn hexadecimal_string(&mut self) -> PdfString {
        let rest = self.rest();
        let end = memchr::memchr(b'>', rest).unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        self.position = (self.position + end + 1).min(self.data.len());
        PdfString::hexadecimal(decode_hexadecimal(digits))
    }
}

/// Decodes hexadecimal digits. Other bytes are skipped; a missing last digit counts as 0.
pub(crate) fn decode_hexadecimal(digits: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(digits.len() / 2 + 1);
    let mut high = None;
    for value in digits.iter().filter_map(|byte| digit(*byte)) {
        match high.take() {
            Some(high) => bytes.push(high << 4 | value),
            None => high = Some(value),
        }
    }
    bytes.extend(high.map(|high| high << 4));
    bytes
}

pub(crate) const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Larger values could overflow 64 bits with one more digit.
const MOST_TENS: u64 = (u64::MAX - 9) / 10;
/// Number of decimal digits that a 53-bit mantissa always represents exactly.
const EXACT_DIGITS: usize = 15;
const POWERS: [f64; EXACT_DIGITS + 1] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// Parses a number as leniently as viewers: `--5`, `1.2.3` (the rest is ignored), `4-2`.
fn number<'a>(word: &[u8]) -> Option<Token<'a>> {
    let signs = word
        .iter()
        .take_while(|byte| matches!(byte, b'+' | b'-'))
        .count();
    let (sign, digits) = word.split_at(signs);
    let negative = sign.first() == Some(&b'-');
    let whole = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (integer, rest) = digits.split_at(whole);
    let fraction = match rest {
        [b'.', after @ ..] => {
            let length = after
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            after.get(..length)
        }
        [] | [b'-', ..] => None,
        _ => return None,
    };
    if integer.is_empty() && fraction.is_none() {
        return None;
    }
    if fraction.is_none()
        && let Some(value) = small_integer(integer)
    {
        return Some(Token::Integer(if negative { -value } else { value }));
    }
    let value = real(integer, fraction.unwrap_or_default())?;
    Some(Token::Real(if negative { -value } else { value }))
}

fn small_integer(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0i64, |value, digit| {
        let digit = i64::from(digit.wrapping_sub(b'0'));
        (value < MOST_TENS as i64 / 2).then(|| value * 10 + digit)
    })
}

/// The number with these digits before and after the decimal point.
fn real(integer: &[u8], fraction: &[u8]) -> Option<f64> {
    // Integers below 2^53 and powers of ten up to 10^22 are exact, so their quotient is correctly
    // rounded.
    if integer.len() + fraction.len() <= EXACT_DIGITS {
        let digits = integer.iter().chain(fraction);
        let whole = digits.fold(0i64, |value, digit| value * 10 + i64::from(digit - b'0'));
        return Some(whole as f64 / POWERS.get(fraction.len())?);
    }
    let text = [integer, b".", fraction, b"0"].concat();
    let value: f64 = std::str::from_utf8(&text).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next_token()).collect()
    }

    #[test]
    fn numbers() {
        let read = tokens(b"1 -2 +3 4. .5 -.5 --7 12345678901234567890 1.2.3 4-2 - . 0x");
        let expected = [
            Token::Integer(1),
            Token::Integer(-2),
            Token::Integer(3),
            Token::Real(4.0),
            Token::Real(0.5),
            Token::Real(-0.5),
            Token::Integer(-7),
            Token::Real(12345678901234567890.0),
            Token::Real(1.2),
            Token::Integer(4),
            Token::Keyword(b"-"),
            Token::Real(0.0),
            Token::Keyword(b"0x"),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn strings() {
        let one = |text: &[u8]| match tokens(text).remove(0) {
            Token::String(string) => string.as_bytes().to_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!(one(b"(a(b)c)"), b"a(b)c");
        assert_eq!(
            one(b"(\\n\\r\\t\\b\\f\\(\\)\\\\\\q)"),
            b"\n\r\t\x08\x0c()\\q"
        );
        assert_eq!(one(b"(\\101\\0\\12x\\777)"), b"A\0\nx\xff");
        assert_eq!(one(b"(a\\\r\nb\r\nc\rd)"), b"ab\nc\nd");
        assert_eq!(one(b"(open"), b"open");
        assert_eq!(one(b"<48 65 6c6C6>"), b"Hell`");
        assert_eq!(one(b"<"), b"");
    }

    #[test]
    fn names_and_structure() {
        let read = tokens(b"/A#42/C#4 <</D[/]>>% note\nR{");
        let expected = [
            Token::Name(Name::new("AB")),
            Token::Name(Name::new("C#4")),
            Token::DictionaryStart,
            Token::Name(Name::new("D")),
            Token::ArrayStart,
            Token::Name(Name::new("")),
            Token::ArrayEnd,
            Token::DictionaryEnd,
            Token::Keyword(b"R"),
            Token::Keyword(b"{"),
        ];
        assert_eq!(read, expected);
    }
}
