//! X.501 distinguished names.

use crate::asn1::{BMP_STRING, OID, SEQUENCE, SET, UTF8_STRING, Value};
use crate::error::CmsError;
use crate::oid;

/// A distinguished name: its exact bytes and its attributes as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    encoded: Vec<u8>,
    attributes: Vec<(String, String)>,
    /// Whether every attribute value has a string type.
    is_text: bool,
}

/// String types of attribute values (X.520) that [`text`] decodes: UTF8String, NumericString, PrintableString,
/// T61String, IA5String, VisibleString, BMPString.
const STRINGS: [u8; 7] = [UTF8_STRING, 0x12, 0x13, 0x14, 0x16, 0x1a, BMP_STRING];

impl Name {
    pub(crate) fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        let (mut attributes, mut is_text) = (Vec::new(), true);
        let mut sets = value.inside();
        while !sets.is_empty() {
            let mut members = sets.expect(SET)?.inside();
            while !members.is_empty() {
                let mut pair = members.expect(SEQUENCE)?.inside();
                let kind = pair.expect(OID)?.oid()?;
                let value = pair.any()?;
                is_text &= STRINGS.contains(&value.tag);
                attributes.push((kind, text(&value)));
            }
        }
        Ok(Self {
            encoded: value.whole.to_vec(),
            attributes,
            is_text,
        })
    }

    /// DER it was read from.
    pub fn encoded(&self) -> &[u8] {
        &self.encoded
    }

    /// First non-empty attribute of a type.
    fn first(&self, kind: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(found, value)| found == kind && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    /// Common name.
    pub fn common_name(&self) -> Option<&str> {
        self.first(oid::COMMON_NAME)
    }

    /// Organization.
    pub fn organization(&self) -> Option<&str> {
        self.first(oid::ORGANIZATION)
    }

    /// Given name.
    pub fn given_name(&self) -> Option<&str> {
        self.first(oid::GIVEN_NAME)
    }

    /// Surname.
    pub fn surname(&self) -> Option<&str> {
        self.first(oid::SURNAME)
    }

    /// Telephone number.
    pub fn telephone(&self) -> Option<&str> {
        self.first(oid::TELEPHONE)
    }

    /// E-mail address in the name, as older certificates have it.
    pub fn email(&self) -> Option<&str> {
        self.first(oid::EMAIL)
    }

    /// Whether both names are equal, ignoring string types, case and white space.
    pub fn matches(&self, other: &Self) -> bool {
        if self.encoded == other.encoded {
            return true;
        }
        (self.is_text && other.is_text)
            && self.attributes.len() == other.attributes.len()
            && !self.attributes.is_empty()
            && self.attributes.iter().zip(&other.attributes).all(same)
    }

    /// Whether the name has no attributes.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
    }

    /// Whether this name lies in the subtree of `base`, that is, begins with all its attributes.
    pub(crate) fn begins_with(&self, base: &Self) -> bool {
        self.attributes.len() >= base.attributes.len()
            && self.attributes.iter().zip(&base.attributes).all(same)
    }

    /// Readable form, such as `CN=Alice, O=Example`.
    pub fn describe(&self) -> String {
        let words: Vec<String> = self
            .attributes
            .iter()
            .rev()
            .map(|(kind, value)| format!("{}={value}", label(kind)))
            .collect();
        words.join(", ")
    }
}

fn same((one, other): (&(String, String), &(String, String))) -> bool {
    one.0 == other.0 && normal(&one.1) == normal(&other.1)
}

fn label(kind: &str) -> &str {
    match kind {
        oid::COMMON_NAME => "CN",
        oid::SURNAME => "SN",
        oid::GIVEN_NAME => "GN",
        oid::SUBJECT_SERIAL => "serialNumber",
        oid::COUNTRY => "C",
        oid::ORGANIZATION => "O",
        oid::ORGANIZATION_UNIT => "OU",
        oid::EMAIL => "emailAddress",
        other => other,
    }
}

fn normal(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// Decodes any of the string types used in names. Undecodable characters are replaced.
pub(crate) fn text(value: &Value<'_>) -> String {
    match value.tag {
        BMP_STRING => {
            let units = value
                .content
                .chunks_exact(2)
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(units)
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        }
        UTF8_STRING => String::from_utf8_lossy(value.content).into_owned(),
        // PrintableString, IA5String and T61String; certificates in use put Latin-1 in them.
        _ => value.content.iter().map(|byte| char::from(*byte)).collect(),
    }
}
