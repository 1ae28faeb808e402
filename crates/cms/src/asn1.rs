//! Strict DER parsing into slices of the input.
//!
//! Signatures cover bytes, not values, so values keep the exact bytes they were read from and are never re-encoded.
//! Indefinite lengths, long-form tags and non-minimal lengths are rejected (ISO 32000 and PAdES require DER), so each
//! value has exactly one encoding.

use crate::error::CmsError;

pub(crate) const BOOLEAN: u8 = 0x01;
pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const NULL: u8 = 0x05;
pub(crate) const OID: u8 = 0x06;
pub(crate) const ENUMERATED: u8 = 0x0a;
pub(crate) const UTF8_STRING: u8 = 0x0c;
pub(crate) const PRINTABLE_STRING: u8 = 0x13;
pub(crate) const BMP_STRING: u8 = 0x1e;
pub(crate) const UTC_TIME: u8 = 0x17;
pub(crate) const GENERALIZED_TIME: u8 = 0x18;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;

/// Tag of a constructed context-specific value.
pub(crate) const fn context(number: u8) -> u8 {
    0xa0 | number
}

/// Tag of a primitive context-specific value.
pub(crate) const fn context_primitive(number: u8) -> u8 {
    0x80 | number
}

/// An encoded value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value<'a> {
    pub(crate) tag: u8,
    /// Content octets.
    pub(crate) content: &'a [u8],
    /// Tag, length and content octets.
    pub(crate) whole: &'a [u8],
}

impl<'a> Value<'a> {
    /// Reader over the content of a constructed value.
    pub(crate) fn inside(&self) -> Reader<'a> {
        Reader::new(self.content)
    }

    /// Dotted form of an OBJECT IDENTIFIER.
    pub(crate) fn oid(&self) -> Result<String, CmsError> {
        if self.tag != OID {
            return Err(CmsError::encoding("an object identifier was expected"));
        }
        dotted(self.content)
    }

    /// Value of a non-negative INTEGER of at most four bytes.
    pub(crate) fn small_integer(&self) -> Result<u32, CmsError> {
        let digits = match self.content {
            [0, rest @ ..] if !rest.is_empty() => rest,
            all => all,
        };
        let negative = self.content.first().is_some_and(|byte| byte & 0x80 != 0);
        if self.tag != INTEGER || digits.is_empty() || digits.len() > 4 || negative {
            return Err(CmsError::encoding("a small integer was expected"));
        }
        Ok(digits
            .iter()
            .fold(0, |sum, byte| (sum << 8) | u32::from(*byte)))
    }

    /// Value of an ENUMERATED below 128.
    pub(crate) fn enumerated(&self) -> Result<u32, CmsError> {
        match self.content {
            [value] if self.tag == ENUMERATED && *value < 0x80 => Ok(u32::from(*value)),
            _ => Err(CmsError::encoding("a small enumerated value was expected")),
        }
    }

    /// Content of a BIT STRING without unused bits.
    pub(crate) fn bits(&self) -> Result<&'a [u8], CmsError> {
        match self.content {
            [0, bytes @ ..] if self.tag == BIT_STRING => Ok(bytes),
            _ => Err(CmsError::encoding(
                "a bit string of whole bytes was expected",
            )),
        }
    }
}

/// Reads consecutive values.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Reads the next value with any tag.
    pub(crate) fn any(&mut self) -> Result<Value<'a>, CmsError> {
        let (tag, header, length) = head(self.rest)?;
        let end = header
            .checked_add(length)
            .filter(|end| *end <= self.rest.len())
            .ok_or_else(|| CmsError::encoding("a value is longer than what holds it"))?;
        let (whole, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(Value {
            tag,
            content: &whole[header..],
            whole,
        })
    }

    /// Reads the next value, which must have this tag.
    pub(crate) fn expect(&mut self, tag: u8) -> Result<Value<'a>, CmsError> {
        let value = self.any()?;
        if value.tag != tag {
            return Err(CmsError::encoding(format!(
                "tag {tag:#04x} was expected, {:#04x} found",
                value.tag
            )));
        }
        Ok(value)
    }

    /// Reads the next value if it has this tag.
    pub(crate) fn optional(&mut self, tag: u8) -> Result<Option<Value<'a>>, CmsError> {
        match self.peek() {
            Some(found) if found == tag => self.any().map(Some),
            _ => Ok(None),
        }
    }

    /// Fails if any bytes are left.
    pub(crate) fn finish(&self) -> Result<(), CmsError> {
        match self.rest.is_empty() {
            true => Ok(()),
            false => Err(CmsError::encoding("bytes follow the last value")),
        }
    }
}

/// Reads the single value that makes up all of `bytes`.
pub(crate) fn only(bytes: &[u8], tag: u8) -> Result<Value<'_>, CmsError> {
    let mut reader = Reader::new(bytes);
    let value = reader.expect(tag)?;
    reader.finish()?;
    Ok(value)
}

/// Returns the tag, the length of the header and the length of the content.
fn head(bytes: &[u8]) -> Result<(u8, usize, usize), CmsError> {
    let [tag, first, rest @ ..] = bytes else {
        return Err(CmsError::encoding("a value ends in its header"));
    };
    if tag & 0x1f == 0x1f {
        return Err(CmsError::encoding(
            "tags of several bytes are not used here",
        ));
    }
    if *first < 0x80 {
        return Ok((*tag, 2, usize::from(*first)));
    }
    let count = usize::from(first & 0x7f);
    if count == 0 {
        return Err(CmsError::encoding("indefinite lengths are BER, not DER"));
    }
    let digits = rest
        .get(..count)
        .filter(|_| count <= 4)
        .ok_or_else(|| CmsError::encoding("a length is out of range"))?;
    let length = digits
        .iter()
        .fold(0usize, |sum, byte| (sum << 8) | usize::from(*byte));
    if length < 0x80 || digits[0] == 0 {
        return Err(CmsError::encoding("a length is longer than DER allows"));
    }
    Ok((*tag, 2 + count, length))
}

/// Converts the content octets of an object identifier to the dotted form.
fn dotted(content: &[u8]) -> Result<String, CmsError> {
    let broken = || CmsError::encoding("an object identifier is broken");
    if content.len() > 40 || content.last().is_none_or(|byte| byte & 0x80 != 0) {
        return Err(broken());
    }
    let mut arcs: Vec<u128> = Vec::new();
    // Arcs under 2.25 are UUIDs (ITU-T X.667), which are 128-bit numbers.
    let mut arc: u128 = 0;
    for byte in content {
        if arc.leading_zeros() < 7 {
            return Err(broken());
        }
        arc = (arc << 7) | u128::from(byte & 0x7f);
        if byte & 0x80 != 0 {
            continue;
        }
        if arcs.is_empty() {
            let first = (arc / 40).min(2);
            arcs.push(first);
            arc -= first * 40;
        }
        arcs.push(arc);
        arc = 0;
    }
    let words: Vec<String> = arcs.iter().map(u128::to_string).collect();
    Ok(words.join("."))
}

/// Encodes a value with this tag and content.
pub(crate) fn encode(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len() + 6);
    out.push(tag);
    let length = content.len();
    if length < 0x80 {
        out.push(length as u8);
    } else {
        let digits: Vec<u8> = length
            .to_be_bytes()
            .into_iter()
            .skip_while(|byte| *byte == 0)
            .collect();
        out.push(0x80 | digits.len() as u8);
        out.extend_from_slice(&digits);
    }
    out.extend_from_slice(content);
    out
}

/// Encodes a constructed value from its encoded members.
pub(crate) fn encode_parts(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    encode(tag, &parts.concat())
}

/// Encodes a SET OF, its members sorted as DER requires.
pub(crate) fn encode_set_of(mut members: Vec<Vec<u8>>) -> Vec<u8> {
    members.sort();
    encode(SET, &members.concat())
}

/// Encodes an object identifier from its dotted form (the constants of [`crate::oid`]).
pub(crate) fn encode_oid(dotted: &str) -> Vec<u8> {
    let arcs: Vec<u128> = dotted
        .split('.')
        .filter_map(|arc| arc.parse().ok())
        .collect();
    let mut content = Vec::new();
    if let [first, second, rest @ ..] = arcs.as_slice() {
        let first = first.saturating_mul(40).saturating_add(*second);
        push_arc(&mut content, first);
        rest.iter().for_each(|arc| push_arc(&mut content, *arc));
    }
    encode(OID, &content)
}

fn push_arc(content: &mut Vec<u8>, arc: u128) {
    let mut groups = vec![(arc & 0x7f) as u8];
    let mut rest = arc >> 7;
    while rest > 0 {
        groups.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    content.extend(groups.iter().rev());
}

/// Encodes a non-negative INTEGER from big-endian bytes.
pub(crate) fn encode_unsigned(bytes: &[u8]) -> Vec<u8> {
    let mut digits: Vec<u8> = bytes
        .iter()
        .copied()
        .skip_while(|byte| *byte == 0)
        .collect();
    if digits.first().is_none_or(|byte| byte & 0x80 != 0) {
        digits.insert(0, 0);
    }
    encode(INTEGER, &digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_identifiers_survive_both_ways() {
        for oid in [
            "1.2.840.113549.1.7.2",
            "2.5.29.15",
            "2.16.840.1.101.3.4.2.1",
            "2.999.3",
            "2.25.340282366920938463463374607431768211455",
        ] {
            let encoded = encode_oid(oid);
            assert_eq!(only(&encoded, OID).unwrap().oid().unwrap(), oid);
        }
    }

    #[test]
    fn lengths_that_are_not_der_are_refused() {
        let cases: [&[u8]; 7] = [
            b"\x30\x80\x00\x00",
            b"\x30\x81\x05\x00\x00\x00\x00\x00",
            b"\x30\x82\x00\x81",
            b"\x30\x85\x01\x00\x00\x00\x00",
            b"\x30\x05\x00",
            b"\x1f\x81\x00\x00",
            b"\x30",
        ];
        for bytes in cases {
            assert!(Reader::new(bytes).any().is_err(), "{bytes:x?}");
        }
    }

    #[test]
    fn long_values_carry_the_shortest_length() {
        let encoded = encode(OCTET_STRING, &[7; 300]);
        assert_eq!(&encoded[..4], &[4, 0x82, 1, 44]);
        assert_eq!(only(&encoded, OCTET_STRING).unwrap().content.len(), 300);
    }

    #[test]
    fn integers_are_positive_and_minimal() {
        assert_eq!(encode_unsigned(&[0, 0, 0x80]), [2, 2, 0, 0x80]);
        assert_eq!(encode_unsigned(&[0]), [2, 1, 0]);
        assert!(
            only(&[2, 1, 0x80], INTEGER)
                .unwrap()
                .small_integer()
                .is_err()
        );
    }
}
