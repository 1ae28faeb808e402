//! Field types exchanged between editor, server and core.
//!
//! Coordinates are percentages of the displayed page (crop box after rotation), origin top left,
//! rounded to four decimals. Pages count from 1.

use crate::value::{FieldValue, FillType};
use serde::{Deserialize, Deserializer, Serialize};
#[cfg(feature = "ts")]
use tsify::Tsify;
#[cfg(feature = "ts")]
use wasm_bindgen::prelude::*;

/// Type of a field (ISO 32000-2, 12.7.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FieldType {
    /// Single-line or multiline text.
    #[default]
    Text,
    /// A date in the field's date format.
    Date,
    /// A web address: a link annotation of the page.
    Link,
    /// A check box.
    Checkmark,
    /// A radio button: at most one of its group is on.
    Radio,
    /// Picture of a signature; may also hold a digital signature.
    Signature,
    /// Picture of initials.
    Initials,
    /// Any picture.
    Image,
}

impl FieldType {
    /// True if the value is a picture.
    pub fn is_picture(self) -> bool {
        matches!(self, Self::Signature | Self::Initials | Self::Image)
    }

    /// True if the value is on or off.
    pub fn is_button(self) -> bool {
        matches!(self, Self::Checkmark | Self::Radio)
    }
}

/// A rectangle in percent of the displayed page, origin top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Rect {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Text alignment (ISO 32000-2, 12.7.4.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TextAlign {
    /// Left-aligned.
    #[default]
    Left,
    /// Centered.
    Center,
    /// Right-aligned.
    Right,
}

/// Source of an automatically filled value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AutoFill {
    /// The date of signing.
    SignDate,
}

/// The recipient who fills a field. Known only to the caller, not stored in the PDF.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
#[serde(rename_all = "camelCase", default)]
pub struct FieldRecipient {
    /// E-mail address.
    pub email: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// Role, for templates.
    pub role: Option<String>,
}

/// Keyboard focus of a field: editor state, passed through. Unknown values deserialize as normal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FieldMode {
    /// Not focused.
    #[default]
    Normal,
    /// Focused.
    Focused,
}

impl<'de> Deserialize<'de> for FieldMode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mode = Option::<String>::deserialize(deserializer)?;
        Ok(if mode.as_deref() == Some("focused") {
            Self::Focused
        } else {
            Self::Normal
        })
    }
}

/// A field of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
#[serde(rename_all = "camelCase", default)]
pub struct Field {
    /// ID, unique within a document.
    pub id: String,
    /// Type of the field.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Page, from 1.
    pub page: u32,
    /// Position on the displayed page, in percent.
    pub rect: Rect,
    /// The value.
    pub value: FieldValue,
    /// The widget of this field in the file, as `12R` (object 12) or `12R3` (generation 3).
    pub pdf_field_id: Option<String>,
    /// Field name; generated from the ID if empty.
    pub field_name: String,
    /// Display name, at most 256 UTF-16 units: the alternate field name `/TU` (ISO 32000-2, table
    /// 226; ISO 32000-1, table 220), or `/Contents` of a link. `None` if the file has none or a
    /// meaningless one.
    pub tooltip: Option<String>,
    /// Display texts of the options of a choice field that accepts nothing else, i.e. is not
    /// editable (ISO 32000-2, 12.7.5.4). `None` for all other fields. A text field with options is
    /// placed as a combo box.
    pub options: Option<Vec<String>>,
    /// The option that a radio button stands for: the name of its on state (ISO 32000-2,
    /// 12.7.5.2.4). `None` for the default name and for all other fields.
    pub export_value: Option<String>,
    /// Not printed.
    pub do_not_print: bool,
    /// Neither displayed nor printed.
    pub hidden: bool,
    /// Comb field: one cell per character.
    pub comb: bool,
    /// Not editable.
    pub readonly: bool,
    /// Name of the earlier signature that forbids filling the field, which is then read-only, too: by its lock or its
    /// certification.
    pub locked_by: Option<String>,
    /// Must be filled before signing.
    pub required: bool,
    /// The widget already has an appearance.
    pub has_appearance: bool,
    /// Static text of the document that no recipient fills.
    pub label: bool,
    /// A CSS color: a name such as `black`, or `#rrggbb`.
    pub text_color: String,
    /// Source of an automatic value.
    pub auto_fill: Option<AutoFill>,
    /// Permitted ways to provide a picture.
    pub permitted_types: Vec<FillType>,
    /// Maximum number of characters; 0 means no limit.
    pub text_max_length: u32,
    /// Text alignment.
    pub text_align: TextAlign,
    /// Multiline text.
    pub multiline: bool,
    /// 1 (and 0) means automatic; otherwise in units of [`POINTS_OF_SIZE`] points.
    pub font_size: f64,
    /// Name of a text format (document formats of the specification, 5.2).
    pub text_format: Option<String>,
    /// Date pattern, such as `MM/DD/YYYY`.
    pub date_format: Option<String>,
    /// Height divided by width of a picture field.
    pub ratio: f64,
    /// Group of radio buttons or check boxes, of which one is on.
    pub group: Option<String>,
    /// The recipient who fills the field.
    pub recipient: Option<FieldRecipient>,
    /// Editor state.
    pub mode: FieldMode,
    /// Found by field detection.
    pub detected: bool,
    /// Changed since it was read.
    pub changed: bool,
}

/// Default text color.
pub const DEFAULT_TEXT_COLOR: &str = "black";
/// Default of height divided by width for picture fields.
pub const DEFAULT_RATIO: f64 = 0.75;
/// Font size value that means automatic.
pub const AUTOMATIC_FONT_SIZE: f64 = 1.0;
/// Points per CSS pixel (96 per inch).
pub const POINTS_OF_PIXEL: f64 = 0.75;
/// Pixels per unit of font size: imported sizes are divided by this (document 3, section 9).
const PIXELS_OF_SIZE: f64 = 12.0;
/// Points per unit of font size: 9, which equals 12 pixels.
pub const POINTS_OF_SIZE: f64 = PIXELS_OF_SIZE * POINTS_OF_PIXEL;
/// Stored value for nine points, since 1 means automatic. The error is below 0.01 points.
const NINE_POINTS: f64 = 1.0001;

/// Converts points to a font size.
///
/// ```
/// use countersign_forms::field::{font_size, points};
/// assert_eq!((font_size(18.0), points(2.0)), (2.0, Some(18.0)));
/// assert_eq!((points(font_size(9.0)), points(1.0)), (Some(9.0), None));
/// ```
pub fn font_size(points: f64) -> f64 {
    let size = points / POINTS_OF_SIZE;
    if (size - AUTOMATIC_FONT_SIZE).abs() < NINE_POINTS - AUTOMATIC_FONT_SIZE {
        NINE_POINTS
    } else {
        size
    }
}

/// Converts a font size to points, rounded to hundredths; `None` if automatic.
pub fn points(font_size: f64) -> Option<f64> {
    let automatic = !font_size.is_finite() || font_size <= 0.0 || font_size == AUTOMATIC_FONT_SIZE;
    let points = (font_size * POINTS_OF_SIZE * 100.0).round() / 100.0;
    (!automatic).then_some(points)
}

impl Default for Field {
    fn default() -> Self {
        Self {
            id: String::new(),
            kind: FieldType::default(),
            page: 1,
            rect: Rect::default(),
            value: FieldValue::default(),
            pdf_field_id: None,
            field_name: String::new(),
            tooltip: None,
            options: None,
            export_value: None,
            do_not_print: false,
            hidden: false,
            comb: false,
            readonly: false,
            locked_by: None,
            required: false,
            has_appearance: false,
            label: false,
            text_color: DEFAULT_TEXT_COLOR.to_owned(),
            auto_fill: None,
            permitted_types: vec![FillType::Upload],
            text_max_length: 0,
            text_align: TextAlign::default(),
            multiline: false,
            font_size: AUTOMATIC_FONT_SIZE,
            text_format: None,
            date_format: None,
            ratio: DEFAULT_RATIO,
            group: None,
            recipient: None,
            mode: FieldMode::default(),
            detected: false,
            changed: false,
        }
    }
}

/// A field to place as a widget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct PlaceField {
    /// The field.
    pub field: Field,
    /// True for a signature field that takes a digital signature (`/Sig`): one per recipient and
    /// file. Other pictures become push buttons, which can still be filled after a signature.
    pub as_signature: bool,
}

/// Result of placing a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct PlacedField {
    /// ID of the field.
    pub id: String,
    /// Final name: the requested one, made unique.
    pub field_name: String,
    /// Name of the group for a grouped button.
    pub group: Option<String>,
    /// ID of its widget.
    pub pdf_field_id: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_client_are_understood() -> Result<(), serde_json::Error> {
        let field: Field = serde_json::from_str(
            r#"{"id": "a", "type": "checkmark", "page": 2, "mode": "hovered", "autoFill": null,
                "value": null, "recipient": {"email": "a@example.org", "phone": null}, "more": 1}"#,
        )?;
        assert_eq!(
            (field.kind, field.page, &field.mode),
            (FieldType::Checkmark, 2, &FieldMode::Normal)
        );
        assert_eq!(field.text_color, DEFAULT_TEXT_COLOR);
        let text = serde_json::to_string(&Field {
            mode: FieldMode::Focused,
            ..field.clone()
        })?;
        assert!(text.contains(r#""mode":"focused""#) && text.contains(r#""pdfFieldId":null"#));
        Ok(())
    }
}
