//! Values of fields: empty, text, on or off, a picture, or a digital signature.

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
#[cfg(feature = "ts")]
use tsify::Tsify;
#[cfg(feature = "ts")]
use wasm_bindgen::prelude::*;

/// How the user may provide a picture for a signature, initials or image field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FillType {
    /// Taken with the camera of this device.
    Capture,
    /// Drawn by hand.
    Draw,
    /// Typed, and rendered in a handwriting font.
    TypeIn,
    /// Uploaded as an image file.
    Upload,
    /// Drawn or photographed on a smartphone.
    Smartphone,
}

/// Values to merge, by field name. The value of a radio group is the name of the button to turn on.
pub type FieldValues = BTreeMap<String, FieldValue>;

/// Bytes that are serialized as a byte array.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Bytes({})", self.0.len())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor).map(Bytes)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}

/// A picture for a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
#[serde(rename_all = "camelCase", default)]
pub struct PictureValue {
    /// The image file: PNG, JPEG or WebP.
    #[cfg_attr(feature = "ts", tsify(type = "Uint8Array | null"))]
    pub bytes: Option<Bytes>,
    /// A `data:` URL with the image file, or a URL known only to the caller.
    pub url: Option<String>,
    /// The caller's reference to the image.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// How the picture was provided.
    pub fill_type: Option<FillType>,
}

/// A completed digital signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SignedValue {
    /// Name of the signature field.
    pub signature_id: String,
}

/// The value of a field (ISO 32000-2, 12.7.5).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(
    feature = "ts",
    tsify(type = "null | string | boolean | PictureValue | SignedValue")
)]
#[serde(untagged)]
pub enum FieldValue {
    /// Empty: clears the field.
    #[default]
    Empty,
    /// Text, date or link; a `data:` URL for a picture field; a button name for a radio group.
    Text(String),
    /// Check box and radio button.
    Checked(bool),
    /// Signature, initials, image.
    Picture(PictureValue),
    /// A signed signature field.
    Signed(SignedValue),
}

impl<'de> Deserialize<'de> for FieldValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = FieldValue;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("null, a text, true or false, image bytes, a picture or a signature")
    }

    fn visit_unit<E: de::Error>(self) -> Result<FieldValue, E> {
        Ok(FieldValue::Empty)
    }

    fn visit_none<E: de::Error>(self) -> Result<FieldValue, E> {
        Ok(FieldValue::Empty)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<FieldValue, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, on: bool) -> Result<FieldValue, E> {
        Ok(FieldValue::Checked(on))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<FieldValue, E> {
        Ok(FieldValue::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<FieldValue, E> {
        Ok(FieldValue::Text(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<FieldValue, E> {
        self.visit_byte_buf(bytes.to_vec())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<FieldValue, E> {
        Ok(FieldValue::Picture(PictureValue {
            bytes: Some(Bytes(bytes)),
            ..PictureValue::default()
        }))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<FieldValue, A::Error> {
        let mut picture = PictureValue::default();
        let mut signature_id: Option<String> = None;
        while let Some(key) = entries.next_key::<String>()? {
            match key.as_str() {
                "bytes" => picture.bytes = entries.next_value()?,
                "url" => picture.url = entries.next_value()?,
                "ref" => picture.reference = entries.next_value()?,
                "fillType" => picture.fill_type = entries.next_value()?,
                "signatureId" => signature_id = entries.next_value()?,
                _ => {
                    entries.next_value::<de::IgnoredAny>()?;
                }
            }
        }
        Ok(match signature_id {
            Some(signature_id) => FieldValue::Signed(SignedValue { signature_id }),
            None => FieldValue::Picture(picture),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_distinguished_by_their_shape() -> Result<(), serde_json::Error> {
        let values: FieldValues = serde_json::from_str(
            r#"{"a": null, "b": "x", "c": true, "d": {"bytes": [1, 2], "fillType": "draw", "more": 1},
                "e": {"signatureId": "s"}}"#,
        )?;
        assert_eq!(values["a"], FieldValue::Empty);
        assert_eq!(values["b"], FieldValue::Text("x".into()));
        assert_eq!(values["c"], FieldValue::Checked(true));
        let picture = PictureValue {
            bytes: Some(Bytes(vec![1, 2])),
            fill_type: Some(FillType::Draw),
            ..PictureValue::default()
        };
        assert_eq!(values["d"], FieldValue::Picture(picture));
        let signed = SignedValue {
            signature_id: "s".into(),
        };
        assert_eq!(values["e"], FieldValue::Signed(signed));
        let text = serde_json::to_string(&values)?;
        assert_eq!(serde_json::from_str::<FieldValues>(&text)?, values);
        Ok(())
    }
}
