//! Text that a scanning reader may take for an object. Such readers differ: one skips the comments between
//! two numbers, another counts more bytes as white space, hardly any knows that it is inside a string.

use memchr::memmem;

use crate::lexer::{Lexer, Token, is_whitespace};
use crate::object::{Dictionary, Object, ObjectId};

/// At most so many bytes before `obj` matter.
pub(super) const BEFORE: usize = 1024;
/// The numbers of a usual header have no more digits.
const DIGITS: usize = 10;

/// The start of an object.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// Offset and ID.
    Plain(usize, ObjectId),
    /// Offset of one that not every reader sees, or not as the same.
    Doubtful(usize),
}

/// The header that ends with the `obj` at this offset.
pub(super) fn header_before(bytes: &[u8], at: usize) -> Option<Header> {
    let before = bytes.get(at.saturating_sub(BEFORE)..at)?;
    let base = at - before.len();
    let start = run_start(before);
    let run = before.get(start..).filter(|run| !run.is_empty())?;
    // What follows a comment is a header for readers that skip it.
    let line = run.iter().position(is_line_end);
    let is_cut = start == 0 && base > 0;
    let prefix = before.get(..start).unwrap_or_default();
    let clean = match line.filter(|_| ends_in_comment(prefix, base > 0)) {
        Some(end) => end + 1,
        None => 0,
    };
    match numbers_at_end(run) {
        Some((first, id)) if first >= clean && !(is_cut && first == 0) => {
            let header = run.get(first..).unwrap_or_default();
            let is_usual = |byte: &u8| byte.is_ascii_digit() || is_whitespace(*byte);
            let offset = base + start + first;
            match id.filter(|_| header.iter().all(is_usual)) {
                Some(id) => Some(Header::Plain(offset, id)),
                None => Some(Header::Doubtful(offset)),
            }
        }
        _ if clean > 0 || is_cut => Some(Header::Doubtful(base + start + clean)),
        _ => None,
    }
}

/// Where the digits and white space at the end of the bytes start.
fn run_start(bytes: &[u8]) -> usize {
    let other = |byte: &u8| !byte.is_ascii_digit() && !is_blank(byte);
    bytes.iter().rposition(other).map_or(0, |at| at + 1)
}

/// White space, and what C or JavaScript count as such.
fn is_blank(byte: &u8) -> bool {
    is_whitespace(*byte) || matches!(byte, 0x0b | 0xa0)
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// True if the last line of these bytes holds `%`, or may do so before their start.
fn ends_in_comment(bytes: &[u8], is_cut: bool) -> bool {
    let line = bytes.iter().rposition(is_line_end);
    let text = bytes.get(line.map_or(0, |at| at + 1)..).unwrap_or_default();
    (line.is_none() && is_cut) || memchr::memchr(b'%', text).is_some()
}

/// Start of the last two numbers, and the ID that they are, unless they are too long or too large.
fn numbers_at_end(run: &[u8]) -> Option<(usize, Option<ObjectId>)> {
    let (rest, generation) = number_at_end(run)?;
    let (rest, number) = number_at_end(rest)?;
    let id = number.zip(generation).and_then(|(number, generation)| {
        Some(ObjectId::new(
            u32::try_from(number).ok()?,
            u16::try_from(generation).ok()?,
        ))
    });
    Some((rest.len(), id))
}

/// Splits off the last number; `None` in place of one with many digits.
fn number_at_end(bytes: &[u8]) -> Option<(&[u8], Option<u64>)> {
    let end = bytes.iter().rposition(|byte| !is_blank(byte))? + 1;
    let digits = bytes.get(..end)?;
    let start = digits
        .iter()
        .rposition(|byte| !byte.is_ascii_digit())
        .map_or(0, |at| at + 1);
    let (rest, number) = digits
        .split_at_checked(start)
        .filter(|(_, number)| !number.is_empty())?;
    let value = (number.len() <= DIGITS).then(|| {
        number
            .iter()
            .fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0'))
    });
    Some((rest, value))
}

/// True if scanning finds nothing in the text of an object, from its header to its `endobj`, or to the
/// `stream` after this dictionary, but the object.
pub(super) fn is_plain(text: &[u8], stream: Option<&Dictionary>) -> bool {
    let own = memmem::find(text, b"obj").map_or(0, |at| at + 3);
    let value = text.get(own..).unwrap_or_default();
    if holds_header(value) || opening(value).is_some() {
        return false;
    }
    stream.is_none_or(|dictionary| {
        text.trim_ascii_end().ends_with(b">>") && tells_length(text, dictionary)
    })
}

/// True if this text holds the header of an object, or the end of one.
pub(super) fn holds_header(text: &[u8]) -> bool {
    memmem::find_iter(text, b"obj").any(|at| {
        let ends = text
            .get(..at)
            .is_some_and(|before| before.ends_with(b"end"));
        ends || header_before(text, at).is_some()
    })
}

/// The text up to the first `endobj`, or to the second header.
pub(super) fn first_object(text: &[u8]) -> &[u8] {
    let own = memmem::find(text, b"obj").map_or(0, |at| at + 3);
    let value = text.get(own..).unwrap_or_default();
    let end = memmem::find_iter(value, b"obj").find_map(|at| {
        let ends = value
            .get(..at)
            .is_some_and(|before| before.ends_with(b"end"));
        match header_before(value, at) {
            Some(Header::Plain(start, _)) => Some(start),
            _ => ends.then_some(at),
        }
    });
    text.get(..own + end.unwrap_or(value.len()))
        .unwrap_or_default()
}

/// Where `stream` follows the end of a dictionary.
pub(super) fn opening(text: &[u8]) -> Option<usize> {
    memmem::find_iter(text, b"stream").find(|at| {
        let before = text.get(..*at).unwrap_or_default();
        before.trim_ascii_end().ends_with(b">>")
    })
}

/// True if the only `/Length` in the text is the one of the dictionary.
fn tells_length(text: &[u8], dictionary: &Dictionary) -> bool {
    const KEY: &[u8] = b"/Length";
    let mut places = memmem::find_iter(text, KEY)
        .map(|at| at + KEY.len())
        .filter(|end| text.get(*end).is_some_and(|byte| is_whitespace(*byte)));
    let value = dictionary.get(b"Length");
    if text.contains(&b'#') && lengths(text) > 1 {
        return false;
    }
    let (Some(place), None) = (places.next(), places.next()) else {
        return value.is_none();
    };
    let number = Lexer::at(text, place).take_unsigned();
    match value {
        Some(Object::Integer(length)) => u64::try_from(*length).ok() == number,
        Some(Object::Reference(id)) => Some(u64::from(id.number)) == number,
        _ => false,
    }
}

/// How many keys of the text are `/Length`, however they are written.
fn lengths(text: &[u8]) -> usize {
    let mut lexer = Lexer::new(text);
    let tokens = std::iter::from_fn(|| lexer.next_token());
    tokens
        .filter(|token| matches!(token, Token::Name(name) if name.as_bytes() == b"Length"))
        .count()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn header(text: &[u8]) -> Option<Header> {
        header_before(text, memmem::rfind(text, b"obj").unwrap())
    }

    #[test]
    fn headers() {
        let plain = |at, number| Some(Header::Plain(at, ObjectId::new(number, 0)));
        for (text, found) in [
            (b"4 0 obj".as_slice(), plain(0, 4)),
            (b"endobj\n4 0 obj", plain(7, 4)),
            (b"x4\0\t0\x0c\r\nobj", plain(1, 4)),
            (b"(4 0objects", plain(1, 4)),
            (b"7 4 0 obj", plain(2, 4)),
            (b"%\n4 0 obj", plain(2, 4)),
            (b"%%EOF\r\n4\n0\nobj", plain(7, 4)),
            (b"% 4 0 obj", plain(2, 4)),
            (b"endobj", None),
            (b"0 obj", None),
            (b"40 obj", None),
            (b"R obj", None),
            (b"4 x 0 obj", None),
            (b"x\n0 obj", None),
            (b"00000000004 0 obj", Some(Header::Doubtful(0))),
            (b"4 00000000000 obj", Some(Header::Doubtful(0))),
            (b"4294967300 0 obj", Some(Header::Doubtful(0))),
            (b"4 65536 obj", Some(Header::Doubtful(0))),
            (b"4\x0b0 obj", Some(Header::Doubtful(0))),
            (b"4 0\xa0obj", Some(Header::Doubtful(0))),
            (b"4 %\n0 obj", Some(Header::Doubtful(4))),
            (b"4 0 % x\r\nobj", Some(Header::Doubtful(8))),
            (b"4 % 5\n0 obj", Some(Header::Doubtful(6))),
        ] {
            assert_eq!(header(text), found, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn numbers_far_apart_and_long_comments_are_doubtful() {
        let far = [b"4 ".as_slice(), &[b' '; 2 * BEFORE], b"0 obj"].concat();
        assert!(!matches!(header(&far), Some(Header::Plain(..))));
        let long = [b"4 %".as_slice(), &[b'x'; 2 * BEFORE], b"\n0 obj"].concat();
        assert!(matches!(header(&long), Some(Header::Doubtful(_))));
        let data = [
            b"stream\n".as_slice(),
            &[b'x'; 2 * BEFORE],
            b"\nendobj\n4 0 obj",
        ]
        .concat();
        assert!(matches!(header(&data), Some(Header::Plain(..))));
    }

    #[test]
    fn texts() {
        let plain = |text: &[u8], is_stream: bool| {
            let dictionary = crate::parse_object(text.split_at(7).1).unwrap();
            is_plain(text, is_stream.then(|| dictionary.as_dictionary().unwrap()))
        };
        for (text, is_stream) in [
            (b"4 0 obj<</A(an object)>>".as_slice(), false),
            (b"4 0 obj<</A(stream)/B<</C/stream>>>>", false),
            (b"4 0 obj<</Length 5>>\r\n", true),
            (b"4 0 obj<</Length\n5 0 R/Length1 7>>", true),
            (b"4 0 obj<</A 1>>", true),
        ] {
            assert!(plain(text, is_stream), "{}", text.escape_ascii());
        }
        for (text, is_stream) in [
            (b"4 0 obj<</A(endobj)>>".as_slice(), false),
            (b"4 0 obj<</A/endobj>>", false),
            (b"4 0 obj<</A(5 0 obj)>>", false),
            (b"4 0 obj<</A<5 0 obj>>>", false),
            (b"4 0 obj<</A(5 %\n0 obj)>>", false),
            (b"4 0 obj<</A 5>>% 5 0 obj\n", false),
            (b"4 0 obj<</A(>> stream)>>", false),
            (b"4 0 obj<</A<>>>stream", true),
            (b"4 0 obj<</Length 5>>%\n", true),
            (b"4 0 obj<</Length 5>>\0", true),
            (b"4 0 obj<</Length 5/L#65ngth 6>>", true),
            (b"4 0 obj<</L#65ngth 6/Length 5>>", true),
            (b"4 0 obj<</L#65ngth 6>>", true),
            (b"4 0 obj<</Length%\n6>>", true),
            (b"4 0 obj<</Length +6>>", true),
            (b"4 0 obj<</Length 5/A(/Length 6)>>", true),
            (b"4 0 obj<</Length 5/A<</Length 6>>>>", true),
            (b"4 0 obj<</A<</Length 6>>>>", true),
        ] {
            assert!(!plain(text, is_stream), "{}", text.escape_ascii());
        }
    }
}
