//! Strict parsing of indirect objects (ISO 32000-2, 7.3), unlike the lenient [`crate::parser`].

use std::ops::Range;

use super::section::exact_integer;
use super::{Checked, Fault, line_end, scanned};
use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::lexer::{Token, is_regular, is_whitespace};
use crate::object::{Dictionary, Object, ObjectId};
use crate::parser::{Parser, Work, parse_at};

/// An indirect object of the file.
pub(super) struct StrictObject {
    pub(super) id: ObjectId,
    pub(super) object: Object,
    /// Range of its stream data.
    pub(super) data: Option<Range<u64>>,
    /// Offset just after `endobj`.
    pub(super) end: u64,
}

/// Reads the object at exactly this offset.
pub(super) fn read(document: &Document, offset: u64, work: &Work) -> Checked<StrictObject> {
    let (read, _) = parse_at(&document.reader, offset, work, indirect)
        .map_err(|error| Fault::of(offset, error))?;
    let after = offset + read.end as u64;
    if !read.is_stream {
        return Ok(StrictObject {
            id: read.id,
            object: read.object,
            data: None,
            end: after,
        });
    }
    let length = read
        .object
        .as_dictionary()
        .map(|it| document.lookup(it, b"Length"));
    let length = length.and_then(|it| exact_integer(Some(&*it.ok()?)));
    let length = length.and_then(|it| u64::try_from(it).ok());
    let end = length.and_then(|length| after.checked_add(length));
    let problem = Fault::At(after, "the length of a stream is not that of its data");
    let Some(end) = end.filter(|end| *end <= document.len()) else {
        return Err(problem);
    };
    let tail = super::peek(&document.reader, end, 64)?;
    let closing = stream_end(&tail).ok_or(problem)?;
    Ok(StrictObject {
        id: read.id,
        object: read.object,
        data: Some(after..end),
        end: end + closing as u64,
    })
}

/// Length of `endstream` and `endobj`, with at most a line end before and white space between.
fn stream_end(bytes: &[u8]) -> Option<usize> {
    let start = if bytes.starts_with(b"endstream") {
        0
    } else {
        line_end(bytes)?
    };
    let rest = bytes.get(start..)?.strip_prefix(b"endstream")?;
    let blanks = rest.iter().take_while(|byte| is_whitespace(**byte)).count();
    let rest = rest.get(blanks..)?.strip_prefix(b"endobj")?;
    let ends = blanks > 0 && !rest.first().copied().is_some_and(is_regular);
    ends.then(|| bytes.len() - rest.len())
}

struct Text {
    id: ObjectId,
    object: Object,
    is_stream: bool,
    /// End of `endobj`, or start of the stream data.
    end: usize,
}

fn indirect(parser: &mut Parser<'_>) -> Result<Text> {
    const HEADER: &str = "an object does not start with its number, generation and `obj`";
    let start = parser.lexer.position();
    // Only white space between the three tokens: scanning readers search for nothing else.
    let text = parser.lexer.rest();
    let plain = memchr::memmem::find(text.get(..text.len().min(64)).unwrap_or_default(), b"obj");
    let plain = plain.and_then(|at| text.get(..at)).is_some_and(|header| {
        let allowed = |byte: &u8| byte.is_ascii_digit() || is_whitespace(*byte);
        header.first().is_some_and(u8::is_ascii_digit) && header.iter().all(allowed)
    });
    let id = parser.indirect_header().filter(|_| plain);
    parser.note_further(64);
    let id = id.ok_or(PdfError::syntax(start as u64, HEADER))?;
    let Some(token) = parser.next() else {
        return parser.fail("the data ends where an object should be");
    };
    let object = parser.strict_value(token, 0)?;
    parser.look_ahead(10);
    parser.lexer.skip_whitespace();
    let text = text
        .get(..parser.lexer.position() - start)
        .unwrap_or_default();
    let is_stream = parser.lexer.rest().starts_with(b"stream");
    if !scanned::is_plain(text, object.as_dictionary().filter(|_| is_stream)) {
        return parser.fail("a string or a comment reads like an object");
    }
    if parser.lexer.take_keyword(b"endobj") {
        let end = parser.lexer.position();
        return Ok(Text {
            id,
            object,
            is_stream: false,
            end,
        });
    }
    let rest = parser.lexer.rest();
    let data = match rest.strip_prefix(b"stream") {
        Some([b'\r', b'\n', ..]) => 8,
        Some([b'\n', ..]) => 7,
        Some(_) => return parser.fail("the data of a stream does not start on a new line"),
        None => return parser.fail("an object does not end with `endobj`"),
    };
    if object.as_dictionary().is_none() {
        return parser.fail("the data of a stream follows something else than a dictionary");
    }
    let end = parser.lexer.position() + data;
    Ok(Text {
        id,
        object,
        is_stream: true,
        end,
    })
}

impl<'a> Parser<'a> {
    /// Notes that the given number of bytes from the current position was read.
    fn note_further(&mut self, bytes: usize) {
        self.furthest = self.furthest.max(self.lexer.position() + bytes);
    }

    /// The value that starts with this token. Brackets must be balanced, every key must have a
    /// value, and keys must be unique.
    pub(super) fn strict_value(&mut self, token: Token<'a>, depth: usize) -> Result<Object> {
        self.check(depth)?;
        Ok(match token {
            Token::ArrayStart => self.strict_array(depth + 1)?,
            Token::DictionaryStart => self.strict_dictionary(depth + 1)?,
            token => return self.simple(token),
        })
    }

    fn strict_array(&mut self, depth: usize) -> Result<Object> {
        let mut elements = Vec::new();
        loop {
            match self.next() {
                None => return self.fail("an array has no end"),
                Some(Token::ArrayEnd) => return Ok(Object::Array(elements)),
                Some(token) => elements.push(self.strict_value(token, depth)?),
            }
        }
    }

    fn strict_dictionary(&mut self, depth: usize) -> Result<Object> {
        let mut entries = Vec::new();
        loop {
            match self.next() {
                Some(Token::DictionaryEnd) => break,
                Some(Token::Name(key)) => {
                    let Some(token) = self.next() else {
                        return self.fail("a key has no value");
                    };
                    entries.push((key, self.strict_value(token, depth)?));
                }
                Some(_) => return self.fail("a dictionary holds something that is no key"),
                None => return self.fail("a dictionary has no end"),
            }
        }
        let count = entries.len();
        let dictionary = Dictionary::from_read_entries(entries);
        if dictionary.iter().count() != count {
            return self.fail("a key stands twice in a dictionary");
        }
        Ok(Object::Dictionary(dictionary))
    }
}

/// Reads a trailer dictionary; also returns its end.
pub(super) fn dictionary(parser: &mut Parser<'_>) -> Result<(Dictionary, usize)> {
    let (text, start) = (parser.lexer.rest(), parser.lexer.position());
    let value = match parser.next() {
        Some(token) => parser.strict_value(token, 0)?,
        None => return parser.fail("a trailer has no dictionary"),
    };
    let length = parser.lexer.position() - start;
    if scanned::holds_header(text.get(..length).unwrap_or_default()) {
        return parser.fail("a string or a comment reads like an object");
    }
    match value {
        Object::Dictionary(dictionary) => Ok((dictionary, parser.lexer.position())),
        _ => parser.fail("a trailer has no dictionary"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::Lexer;

    fn read(text: &[u8]) -> Result<Text> {
        indirect(&mut Parser::new(Lexer::new(text)))
    }

    #[test]
    fn objects_as_the_standard_writes_them() {
        for text in [
            "4 0 obj<</A 1/B[1 0 R(x)]>>endobj",
            "4 0 obj\n12\nendobj",
            "4 0 obj null endobj",
            "4 0\nobj\r\n<</Length 3>>\r\nstream\r\nabc\r\nendstream\r\nendobj",
        ] {
            assert!(read(text.as_bytes()).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_readers_forgive_is_not_taken() {
        for text in [
            "4 0 obj<</A 1 endobj",
            "4 0 obj[1 2 endobj",
            "4 0 obj endobj",
            "4 %\n0 obj 1 endobj",
            " 4 0 obj 1 endobj",
            "4 0 obj<</A 1/A 2>>endobj",
            "4 0 obj<</A 1/#41 2>>endobj",
            "4 0 obj<</A foo>>endobj",
            "4 0 obj<</A>>endobj",
            "4 0 obj(endobj 5 0 obj 1)endobj",
            "4 0 obj<00 endobj 5 0 obj>endobj",
            "4 0 obj<<% 5 0 obj\n/A 1>>endobj",
            "4 0 obj 1 % 5 0 obj\nendobj",
            "4 0 obj<</Length 3>>% 5 0 obj\nstream\nabc",
            "4 0 obj<<1/A 2>>endobj",
            "4 0 obj<<>>stream\rabc",
            "4 0 obj 1 stream\nabc",
            "4 0 obj 1\n5 0 obj",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_stream_ends_where_its_length_says() {
        for (text, end) in [
            ("endstream\nendobj\n", Some(16)),
            ("\r\nendstream\r\nendobj", Some(19)),
            ("\nendstream endobj<", Some(17)),
            ("x\nendstream\nendobj", None),
            ("\n\n\nendstream\nendobj", None),
            ("\nendstreamendobj", None),
            ("\nendstream\n5 0 obj", None),
        ] {
            assert_eq!(stream_end(text.as_bytes()), end, "{text}");
        }
    }
}
