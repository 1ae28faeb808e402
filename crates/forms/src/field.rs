//! The shapes of a field: what the editor, the server and the core exchange.
//!
//! Coordinates are percentages of the displayed page (crop box after rotation), origin top left,
//! rounded to four decimals. Pages count from 1.

use crate::value::FieldValue;
use serde::{Deserialize, Deserializer, Serialize};
#[cfg(feature = "ts")]
use tsify::Tsify;
#[cfg(feature = "ts")]
use wasm_bindgen::prelude::*;

/// What a field takes (ISO 32000-2, 12.7.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FieldType {
    /// A text of one or several lines.
    #[default]
    Text,
    /// A date, written in the field's date format.
    Date,
    /// A web address: a link annotation of the page.
    Link,
    /// A box that is on or off.
    Checkmark,
    /// One button of a group of which at most one is on.
    Radio,
    /// The picture of a signature; may be the anchor of a digital signature.
    Signature,
    /// The picture of initials.
    Initials,
    /// Any picture.
    Image,
}

impl FieldType {
    /// Whether the value is a picture.
    pub fn is_picture(self) -> bool {
        matches!(self, Self::Signature | Self::Initials | Self::Image)
    }

    /// Whether the value is on or off.
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

/// Where the lines of a text start (ISO 32000-2, 12.7.4.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TextAlign {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
}

/// What fills a field by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AutoFill {
    /// The day of signing.
    SignDate,
}

/// How a picture may come into a signature, initials or image field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FillType {
    /// A camera of this device.
    Capture,
    /// Drawn by hand.
    Draw,
    /// Typed and set in a handwriting font.
    TypeIn,
    /// Uploaded as an image file.
    Upload,
    /// Drawn or photographed on a telephone.
    Smartphone,
}

/// Who fills a field. Known to the caller only: a PDF does not carry it.
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

/// Whether a field has the keyboard's focus. State of an editor, carried along; what is neither of
/// these counts as normal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FieldMode {
    /// No focus.
    #[default]
    Normal,
    /// Has the focus.
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
    /// Unique within a document.
    pub id: String,
    /// What it takes.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Page, from 1.
    pub page: u32,
    /// Place on the displayed page, in percent.
    pub rect: Rect,
    /// What is filled in.
    pub value: FieldValue,
    /// The widget that carries this field in the file, as `12R` (object 12) or `12R3` (generation 3).
    pub pdf_field_id: Option<String>,
    /// Name; made from the id when empty.
    pub field_name: String,
    /// Name for people, of at most 256 UTF-16 units: the alternate field name `/TU`
    /// (ISO 32000-2, table 226; ISO 32000-1, table 220), of a link its `/Contents`. Nothing where the file has none, or
    /// one that names nothing.
    pub tooltip: Option<String>,
    /// What may be chosen, as people read it, where the field takes nothing else: the options of a choice field that can't
    /// be edited (ISO 32000-2, 12.7.5.4). Nothing for every other field.
    pub options: Option<Vec<String>>,
    /// Not on paper.
    pub do_not_print: bool,
    /// Neither on the screen nor on paper.
    pub hidden: bool,
    /// One cell for each character.
    pub comb: bool,
    /// Not to be changed.
    pub readonly: bool,
    /// To be filled before signing.
    pub required: bool,
    /// The widget has an appearance already.
    pub has_appearance: bool,
    /// A text that belongs to the document rather than to a recipient.
    pub label: bool,
    /// `black`, another colour name of the web, or `#rrggbb`.
    pub text_color: String,
    /// What fills it by itself.
    pub auto_fill: Option<AutoFill>,
    /// Ways by which a picture may come in.
    pub permitted_types: Vec<FillType>,
    /// Characters at most; 0 is no limit.
    pub text_max_length: u32,
    /// Where lines start.
    pub text_align: TextAlign,
    /// Several lines.
    pub multiline: bool,
    /// 1 (and 0) is automatic; otherwise [`POINTS_OF_SIZE`] for each unit.
    pub font_size: f64,
    /// Name of a text format (document formats of the specification, 5.2).
    pub text_format: Option<String>,
    /// Pattern of a date, such as `MM/DD/YYYY`.
    pub date_format: Option<String>,
    /// Height by width of a picture field.
    pub ratio: f64,
    /// Radio buttons (and checkmarks) of which one is on.
    pub group: Option<String>,
    /// Who fills it.
    pub recipient: Option<FieldRecipient>,
    /// Editor state.
    pub mode: FieldMode,
    /// Found by detection.
    pub detected: bool,
    /// Changed since it was read.
    pub changed: bool,
}

/// Colour of text when a field names none.
pub const DEFAULT_TEXT_COLOR: &str = "black";
/// Height by width of a picture field when it names none.
pub const DEFAULT_RATIO: f64 = 0.75;
/// The font size that means automatic.
pub const AUTOMATIC_FONT_SIZE: f64 = 1.0;
/// Points in a pixel, of which an inch has 96: what sizes on a screen are counted in.
pub const POINTS_OF_PIXEL: f64 = 0.75;
/// Pixels in one unit of a font size: by this many an imported size is divided (document 3, section 9).
const PIXELS_OF_SIZE: f64 = 12.0;
/// Points in one unit of a font size: a size is nine times its value. The same length as twelve pixels.
pub const POINTS_OF_SIZE: f64 = PIXELS_OF_SIZE * POINTS_OF_PIXEL;
/// What nine points are kept as, since 1 means automatic. Less than a hundredth of a point away.
const NINE_POINTS: f64 = 1.0001;

/// The font size of so many points.
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

/// The points of a font size, in hundredths; nothing where it is automatic.
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
            do_not_print: false,
            hidden: false,
            comb: false,
            readonly: false,
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

/// A field to become a widget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct PlaceField {
    /// The field.
    pub field: Field,
    /// A signature field that takes a digital signature (`/Sig`): one for each recipient and file.
    /// All other pictures become push buttons, which may still be filled after somebody signed.
    pub as_signature: bool,
}

/// What became of a field at placing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct PlacedField {
    /// The field's id.
    pub id: String,
    /// The name it has now: the wish, made unique.
    pub field_name: String,
    /// The form field's name, where a button shares it with the others of its group.
    pub group: Option<String>,
    /// Its widget.
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
