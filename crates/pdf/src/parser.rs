//! Converts tokens to objects.

use std::cell::Cell;
use std::ops::Range;

use crate::error::{PdfError, Result};
use crate::lexer::{Lexer, Token};
use crate::object::{Dictionary, Name, Object, ObjectId};
use crate::reader::{Reader, Window};

/// Maximum nesting depth of arrays and dictionaries.
pub(crate) const MAX_NESTING: usize = 200;

/// Parses one direct object, for example from a decoded object stream (ISO 32000-2, 7.3).
///
/// # Errors
/// [`PdfError::Syntax`](crate::PdfError::Syntax) if the bytes are no object, or one nested too
/// deeply.
///
/// ```
/// # use countersign_pdf::{parse_object, Object};
/// let object = parse_object(b"<< /Count 3 >>")?;
/// assert_eq!(object.as_dictionary().and_then(|it| it.integer(b"Count")), Some(3));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn parse_object(bytes: &[u8]) -> Result<Object> {
    Parser::new(Lexer::new(bytes)).object()
}

/// A parsed indirect object, without its stream data.
pub(crate) struct Indirect {
    pub(crate) id: ObjectId,
    pub(crate) object: Object,
    /// Start of the stream data, relative to the first byte given, if the object is a stream.
    pub(crate) stream: Option<usize>,
}

/// Initial window size in bytes; larger objects take more.
const INITIAL_WINDOW: u64 = 512;
/// Initial capacity for entries: of an indirect dictionary, such as a page or widget, and of a
/// nested one.
const USUAL_ENTRIES: usize = 12;
const USUAL_INNER_ENTRIES: usize = 4;
/// Reading more than this many bytes for one object counts as work.
const LONG: u64 = 4096;

/// Budget in bytes for reading long objects and searching the ends of streams. In a hostile file,
/// every object can extend to the end of the file, so reading all of them would take hours.
pub(crate) struct Work(Cell<u64>);

impl Work {
    /// A budget of 16 times the length of the file, plus 256 MB.
    pub(crate) fn for_file(length: u64) -> Self {
        Self(Cell::new(length.saturating_mul(16).saturating_add(1 << 28)))
    }

    pub(crate) fn spend(&self, bytes: u64) -> Result<()> {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.unwrap_or(0));
        left.map(|_| ())
            .ok_or(PdfError::Limit("work to read objects"))
    }
}

/// Parses at an offset of the file. Offsets in errors are relative to the file. Also returns the
/// number of bytes examined.
pub(crate) fn parse_at<T>(
    reader: &Reader,
    offset: u64,
    work: &Work,
    parse: impl FnMut(&mut Parser<'_>) -> Result<T>,
) -> Result<(T, usize)> {
    if offset >= reader.len() {
        return Err(PdfError::CrossReference("an offset outside of the file"));
    }
    let window = |wanted| reader.window(offset, wanted);
    parse_growing(window, reader.len() - offset, work, parse).map_err(|error| match error {
        PdfError::Syntax {
            offset: at,
            problem,
        } => PdfError::syntax(offset + at, problem),
        other => other,
    })
}

/// Parses with growing windows, until the end of the window does not affect the result.
pub(crate) fn parse_growing<'a, T>(
    window: impl Fn(u64) -> Result<Window<'a>>,
    length: u64,
    work: &Work,
    mut parse: impl FnMut(&mut Parser<'_>) -> Result<T>,
) -> Result<(T, usize)> {
    let mut wanted = INITIAL_WINDOW;
    loop {
        if wanted > LONG {
            work.spend(wanted.min(length))?;
        }
        let window = window(wanted)?;
        let bytes = window
            .get(..window.len().min(wanted as usize))
            .unwrap_or_default();
        let mut parser = Parser::new(Lexer::new(bytes));
        let read = parse(&mut parser);
        if parser.furthest < bytes.len() || bytes.len() as u64 >= length {
            return Ok((read?, parser.furthest));
        }
        wanted = wanted.saturating_mul(4);
    }
}

pub(crate) struct Parser<'a> {
    pub(crate) lexer: Lexer<'a>,
    /// End of the bytes examined. If the bytes are only a window of the file and parsing came close
    /// to its end, it must be repeated with a larger window.
    pub(crate) furthest: usize,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(lexer: Lexer<'a>) -> Self {
        Self { lexer, furthest: 0 }
    }

    pub(crate) fn fail<T>(&self, problem: &'static str) -> Result<T> {
        Err(PdfError::syntax(self.lexer.position() as u64, problem))
    }

    /// Notes that bytes were examined without being consumed: white space, the given number of
    /// bytes, and one more to see where they end.
    pub(crate) fn look_ahead(&mut self, bytes: usize) {
        let mut lexer = self.lexer.clone();
        lexer.skip_whitespace();
        self.furthest = self.furthest.max(lexer.position() + bytes + 1);
    }

    pub(crate) fn note(&mut self) {
        self.furthest = self.furthest.max(self.lexer.position());
    }

    pub(crate) fn object(&mut self) -> Result<Object> {
        let Some(token) = self.next() else {
            return self.fail("the data ends where an object should be");
        };
        self.value(token, 0)
    }

    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        let token = self.lexer.next_token();
        self.note();
        token
    }

    fn value(&mut self, token: Token<'a>, depth: usize) -> Result<Object> {
        Ok(match token {
            Token::ArrayStart => Object::Array(self.array(depth + 1)?),
            Token::DictionaryStart => Object::Dictionary(self.dictionary(depth + 1)?),
            token => return self.simple(token),
        })
    }

    /// The object that starts with this token and is neither an array nor a dictionary.
    #[inline(always)]
    pub(crate) fn simple(&mut self, token: Token<'a>) -> Result<Object> {
        Ok(match token {
            Token::Integer(number) => self
                .reference(number)
                .map_or(Object::Integer(number), Object::Reference),
            Token::Real(number) => Object::Real(number),
            Token::Name(name) => Object::Name(name),
            Token::String(string) => Object::String(string),
            Token::Keyword(b"true") => Object::Bool(true),
            Token::Keyword(b"false") => Object::Bool(false),
            Token::Keyword(b"null") => Object::Null,
            _ => return self.fail("there is no object"),
        })
    }

    /// Parses `generation R` after a number.
    pub(crate) fn reference(&mut self, number: i64) -> Option<ObjectId> {
        let number = u32::try_from(number).ok()?;
        let before = self.lexer.position();
        let generation = self.lexer.take_unsigned();
        self.look_ahead(1);
        let id = generation
            .and_then(|it| u16::try_from(it).ok())
            .filter(|_| self.lexer.take_keyword(b"R"));
        self.note();
        if id.is_none() {
            self.lexer.seek(before);
        }
        id.map(|generation| ObjectId::new(number, generation))
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Object>> {
        self.check(depth)?;
        let mut elements = Vec::new();
        loop {
            let before = self.lexer.position();
            match self.next() {
                None | Some(Token::ArrayEnd) => return Ok(elements),
                Some(Token::Keyword(word)) if is_end(word) => {
                    self.lexer.seek(before);
                    return Ok(elements);
                }
                Some(Token::DictionaryEnd) => {
                    self.lexer.seek(before);
                    return Ok(elements);
                }
                Some(token @ Token::Keyword(_)) => {
                    elements.push(self.value(token, depth).unwrap_or_default())
                }
                Some(token) => elements.push(self.value(token, depth)?),
            }
        }
    }

    /// Parses entries after `<<`, up to and including `>>`. Tolerates a missing `>>` before
    /// `endobj` or the end; a missing value counts as null.
    pub(crate) fn dictionary(&mut self, depth: usize) -> Result<Dictionary> {
        self.check(depth)?;
        let mut entries = Vec::with_capacity(if depth > 1 {
            USUAL_INNER_ENTRIES
        } else {
            USUAL_ENTRIES
        });
        loop {
            let before = self.lexer.position();
            match self.next() {
                None | Some(Token::DictionaryEnd) => break,
                Some(Token::Name(key)) => {
                    if !self.entry(key, depth, &mut entries)? {
                        break;
                    }
                }
                Some(Token::Keyword(word)) if is_end(word) => {
                    self.lexer.seek(before);
                    break;
                }
                // Invalid tokens between entries are skipped.
                Some(_) => {}
            }
        }
        Ok(Dictionary::from_read_entries(entries))
    }

    /// Parses one value; false if the dictionary ended instead.
    fn entry(
        &mut self,
        key: Name,
        depth: usize,
        entries: &mut Vec<(Name, Object)>,
    ) -> Result<bool> {
        let before = self.lexer.position();
        match self.next() {
            None | Some(Token::DictionaryEnd) => {
                entries.push((key, Object::Null));
                Ok(false)
            }
            Some(Token::Keyword(word)) if is_end(word) => {
                self.lexer.seek(before);
                Ok(false)
            }
            Some(token @ (Token::Keyword(_) | Token::ArrayEnd)) => {
                entries.push((key, self.value(token, depth).unwrap_or_default()));
                Ok(true)
            }
            Some(token) => {
                entries.push((key, self.value(token, depth)?));
                Ok(true)
            }
        }
    }

    pub(crate) fn check(&self, depth: usize) -> Result<()> {
        if depth > MAX_NESTING {
            Err(PdfError::Limit("nested arrays and dictionaries"))
        } else {
            Ok(())
        }
    }

    /// Parses `number generation obj`, if it comes next.
    pub(crate) fn indirect_header(&mut self) -> Option<ObjectId> {
        let number = u32::try_from(self.lexer.take_unsigned()?).ok()?;
        let generation = u16::try_from(self.lexer.take_unsigned()?).ok()?;
        self.lexer.skip_whitespace();
        // Some writers omit the white space after `obj`.
        if !self.lexer.rest().starts_with(b"obj") {
            return None;
        }
        self.lexer.seek(self.lexer.position() + 3);
        self.note();
        Some(ObjectId::new(number, generation))
    }

    /// Parses a whole indirect object.
    pub(crate) fn indirect(&mut self) -> Result<Indirect> {
        let header = self.indirect_header();
        self.note();
        let id = header.ok_or(PdfError::CrossReference(
            "an object is not where it should be",
        ))?;
        let before = self.lexer.position();
        let object = match self.next() {
            None => Object::Null,
            Some(Token::Keyword(word)) if is_end(word) => {
                self.lexer.seek(before);
                Object::Null
            }
            Some(token) => self.value(token, 0)?,
        };
        let stream = matches!(object, Object::Dictionary(_))
            .then(|| self.stream_start())
            .flatten();
        Ok(Indirect { id, object, stream })
    }

    /// Range of the value at the end of a path of keys, in an indirect object with direct
    /// dictionaries. The last one of duplicate keys wins, as in parsing.
    pub(crate) fn value_range(&mut self, path: &[&[u8]]) -> Result<Option<Range<usize>>> {
        let header = self.indirect_header();
        self.note();
        header.ok_or(PdfError::CrossReference(
            "an object is not where it should be",
        ))?;
        match self.next() {
            Some(Token::DictionaryStart) => self.range_in_dictionary(path, 1),
            _ => Ok(None),
        }
    }

    fn range_in_dictionary(
        &mut self,
        path: &[&[u8]],
        depth: usize,
    ) -> Result<Option<Range<usize>>> {
        self.check(depth)?;
        let Some((first, rest)) = path.split_first() else {
            return Ok(None);
        };
        let mut found = None;
        loop {
            let before = self.lexer.position();
            match self.next() {
                None | Some(Token::DictionaryEnd) => return Ok(found),
                Some(Token::Keyword(word)) if is_end(word) => {
                    self.lexer.seek(before);
                    return Ok(found);
                }
                Some(Token::Name(key)) if key == **first => {
                    let (range, more) = self.range_of_value(key, rest, depth)?;
                    found = range;
                    if !more {
                        return Ok(found);
                    }
                }
                Some(Token::Name(key)) => {
                    if !self.entry(key, depth, &mut Vec::new())? {
                        return Ok(found);
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// Range of the next value, or of a nested one; also whether the dictionary continues after it.
    fn range_of_value(
        &mut self,
        key: Name,
        rest: &[&[u8]],
        depth: usize,
    ) -> Result<(Option<Range<usize>>, bool)> {
        self.lexer.skip_whitespace();
        let start = self.lexer.position();
        if !rest.is_empty() && self.lexer.rest().starts_with(b"<<") {
            self.next();
            return Ok((self.range_in_dictionary(rest, depth + 1)?, true));
        }
        let more = self.entry(key, depth, &mut Vec::new())?;
        let whole = rest.is_empty() && more;
        Ok((whole.then(|| start..self.lexer.position()), more))
    }

    fn stream_start(&mut self) -> Option<usize> {
        // The keyword and its line end.
        self.look_ahead(8);
        self.lexer.skip_whitespace();
        if !self.lexer.rest().starts_with(b"stream") {
            return None;
        }
        let start = self.lexer.position() + 6;
        self.lexer.seek(start);
        Some(match self.lexer.rest() {
            [b'\r', b'\n', ..] => start + 2,
            [b'\r' | b'\n', ..] => start + 1,
            // Some writers put spaces before the line end, although the standard forbids it.
            [b' ' | b'\t', rest @ ..] => {
                let blanks = rest
                    .iter()
                    .take_while(|byte| matches!(byte, b' ' | b'\t'))
                    .count();
                match rest.get(blanks..) {
                    Some([b'\r', b'\n', ..]) => start + blanks + 3,
                    Some([b'\n', ..]) => start + blanks + 2,
                    _ => start,
                }
            }
            _ => start,
        })
    }
}

/// Keywords that end an object, even if brackets are still open.
fn is_end(word: &[u8]) -> bool {
    matches!(
        word,
        b"endobj" | b"stream" | b"endstream" | b"obj" | b"xref" | b"trailer" | b"startxref"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_nested_values_and_references() {
        let object = parse_object(b"<</A[1 0 R 2 3 0 R 4 5]/B<</C null/D true>>/E -1.5>>").unwrap();
        let dictionary = object.as_dictionary().unwrap();
        let expected = vec![
            Object::Reference(ObjectId::new(1, 0)),
            Object::Integer(2),
            Object::Reference(ObjectId::new(3, 0)),
            Object::Integer(4),
            Object::Integer(5),
        ];
        assert_eq!(dictionary.array(b"A").unwrap(), expected);
        assert_eq!(dictionary.dictionary(b"B").unwrap().bool(b"D"), Some(true));
        assert_eq!(dictionary.number(b"E"), Some(-1.5));
    }

    #[test]
    fn forgives_what_viewers_forgive() {
        let read = |text: &[u8]| Parser::new(Lexer::new(text)).indirect().unwrap();
        assert_eq!(
            read(b"1 0 obj<</A 1 endobj")
                .object
                .as_dictionary()
                .unwrap()
                .integer(b"A"),
            Some(1)
        );
        assert_eq!(read(b"1 0 obj\nendobj").object, Object::Null);
        assert_eq!(
            read(b"1 0 obj[1 2 endobj").object.as_array().unwrap().len(),
            2
        );
        assert_eq!(
            read(b"1 0 obj<</A foo /B 2>>")
                .object
                .as_dictionary()
                .unwrap()
                .integer(b"B"),
            Some(2)
        );
    }

    #[test]
    fn stream_data_starts_after_the_line() {
        let start = |text: &[u8]| Parser::new(Lexer::new(text)).indirect().unwrap().stream;
        assert_eq!(start(b"1 0 obj<<>>stream\r\nx"), Some(19));
        assert_eq!(start(b"1 0 obj<<>>stream\nx"), Some(18));
        assert_eq!(start(b"1 0 obj<<>>stream  \nx"), Some(20));
        assert_eq!(start(b"1 0 obj<<>>endobj"), None);
    }

    #[test]
    fn values_are_found_in_their_place() {
        let text = b"7 0 obj\n<</A 1/V <</Contents  <0102> /B[1 2]>>/C 5 0 R /A /last>>endobj";
        let find = |path: &[&[u8]]| {
            let range = Parser::new(Lexer::new(text)).value_range(path).unwrap();
            range.map(|range| std::str::from_utf8(&text[range]).unwrap())
        };
        assert_eq!(find(&[b"V", b"Contents"]), Some("<0102>"));
        assert_eq!(find(&[b"V", b"B"]), Some("[1 2]"));
        assert_eq!(find(&[b"C"]), Some("5 0 R"));
        assert_eq!(find(&[b"A"]), Some("/last"));
        assert_eq!(find(&[b"V", b"X"]), None);
        assert_eq!(find(&[b"A", b"X"]), None);
    }

    #[test]
    fn hostile_nesting_is_an_error() {
        let text = [b"[".repeat(100_000), b"]".repeat(100_000)].concat();
        assert_eq!(
            parse_object(&text),
            Err(PdfError::Limit("nested arrays and dictionaries"))
        );
        let text = b"<</A".repeat(100_000);
        assert!(parse_object(&text).is_err());
    }
}
