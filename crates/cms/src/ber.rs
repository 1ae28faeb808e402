//! Converts BER to DER: indefinite lengths, and strings encoded in several parts.
//!
//! ISO 32000 and PAdES require DER, but some signing programs write BER. Values with definite lengths are kept byte
//! for byte. No signature covers a byte that this conversion changes.

use crate::asn1::{OCTET_STRING, encode};
use crate::error::CmsError;

/// Maximum nesting depth. Deeper input is hostile.
const MAX_DEPTH: usize = 32;
const CONSTRUCTED: u8 = 0x20;
const INDEFINITE: u8 = 0x80;

/// Converts the value at the start of `bytes` to DER. Also returns the number of bytes it occupied.
pub(crate) fn to_der(bytes: &[u8]) -> Result<(Vec<u8>, usize), CmsError> {
    let mut rest = bytes;
    let der = value(&mut rest, 0)?;
    Ok((der, bytes.len() - rest.len()))
}

fn value(rest: &mut &[u8], depth: usize) -> Result<Vec<u8>, CmsError> {
    let broken = || CmsError::encoding("a value ends before its end");
    let [tag, first, ..] = **rest else {
        return Err(broken());
    };
    if depth > MAX_DEPTH || tag & 0x1f == 0x1f {
        return Err(CmsError::encoding("the CMS is nested too deeply"));
    }
    if first == INDEFINITE {
        if tag & CONSTRUCTED == 0 {
            return Err(CmsError::encoding("a plain value has no length"));
        }
        *rest = &rest[2..];
        let mut members = Vec::new();
        while !rest.starts_with(&[0, 0]) {
            members.push(value(rest, depth + 1)?);
        }
        *rest = &rest[2..];
        return joined(tag, &members);
    }
    let (header, length) = definite(rest)?;
    let end = header.checked_add(length).ok_or_else(broken)?;
    let whole = rest.get(..end).ok_or_else(broken)?;
    *rest = &rest[end..];
    if tag & CONSTRUCTED == 0 {
        return Ok(whole.to_vec());
    }
    let content = &whole[header..];
    let mut inside = content;
    let mut members = Vec::new();
    while !inside.is_empty() {
        members.push(value(&mut inside, depth + 1)?);
    }
    let unchanged = tag != OCTET_STRING | CONSTRUCTED && members.concat() == content;
    match unchanged {
        true => Ok(whole.to_vec()),
        false => joined(tag, &members),
    }
}

/// Encodes a constructed value. The parts of an OCTET STRING are joined to one primitive value.
fn joined(tag: u8, members: &[Vec<u8>]) -> Result<Vec<u8>, CmsError> {
    if tag != OCTET_STRING | CONSTRUCTED {
        return Ok(encode(tag, &members.concat()));
    }
    let mut content = Vec::new();
    for member in members {
        content.extend_from_slice(crate::asn1::only(member, OCTET_STRING)?.content);
    }
    Ok(encode(OCTET_STRING, &content))
}

/// Returns the length of the header and the length of the content.
fn definite(bytes: &[u8]) -> Result<(usize, usize), CmsError> {
    let broken = || CmsError::encoding("a length is out of range");
    let first = *bytes.get(1).ok_or_else(broken)?;
    if first < 0x80 {
        return Ok((2, usize::from(first)));
    }
    let count = usize::from(first & 0x7f);
    let digits = bytes.get(2..2 + count).filter(|_| count <= 4);
    let length = digits.ok_or_else(broken)?.iter();
    let length = length.fold(0usize, |sum, byte| (sum << 8) | usize::from(*byte));
    Ok((2 + count, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indefinite_lengths_become_definite() {
        let inner = [0x30, 0x80, 0x02, 0x01, 0x05, 0x00, 0x00];
        let (der, taken) = to_der(&[&inner[..], &[0, 0, 0]].concat()).unwrap();
        assert_eq!((der.as_slice(), taken), (&[0x30, 3, 2, 1, 5][..], 7));
        let parts = [
            0x24, 0x80, 0x04, 2, b'a', b'b', 0x24, 3, 0x04, 1, b'c', 0x00, 0x00,
        ];
        assert_eq!(to_der(&parts).unwrap().0, [0x04, 3, b'a', b'b', b'c']);
        let definite = [0x30, 0x81, 3, 2, 1, 5];
        assert_eq!(
            to_der(&definite).unwrap().0,
            definite,
            "what is definite stays"
        );
    }

    #[test]
    fn endless_and_deep_values_are_refused() {
        assert!(to_der(&[0x30, 0x80, 2, 1, 5]).is_err());
        assert!(to_der(&[0x04, 0x80, 0, 0]).is_err());
        assert!(to_der(&[0x30, 0x80].repeat(100_000)).is_err());
        assert!(to_der(&[0x30]).is_err());
    }
}
