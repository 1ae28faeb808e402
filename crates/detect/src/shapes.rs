//! What goes in and what comes out: plain data, with TypeScript declarations behind the feature `ts`.

use serde::{Deserialize, Serialize};

/// A page as gray values, one byte a pixel, row by row from the top; 0 is black, 255 is white.
#[derive(Clone, Copy, Debug)]
pub struct Raster<'a> {
    /// Pixels in a row. Detection works at 1000; other widths are resampled.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height` bytes.
    pub gray: &'a [u8],
}

/// A piece of text on the page, as pdf.js gives it by `getTextContent`, in percentages of the displayed page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TextItem {
    /// The characters.
    pub text: String,
    /// Left edge, percent of the page's width.
    pub x: f64,
    /// Top edge, percent of the page's height.
    pub y: f64,
    /// Width, percent of the page's width.
    pub width: f64,
    /// Height, percent of the page's height.
    pub height: f64,
}

/// A place on the displayed page in percentages of its width and height, origin top left, 4 decimals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct DetectedRect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// The type of a detected field; the names are those of the specification's field types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum DetectedType {
    /// A line, cell or area for text.
    Text,
    /// A place for a date.
    Date,
    /// A small box to tick.
    Checkmark,
    /// A circle to tick: one of a group.
    Radio,
    /// A place to sign.
    Signature,
    /// A place for initials.
    Initials,
    /// A place for a picture.
    Image,
}

/// A place to fill that was found on the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct DetectedField {
    /// What goes there.
    #[serde(rename = "type")]
    pub field_type: DetectedType,
    /// Where it is.
    pub rect: DetectedRect,
    /// Text is written one character a cell.
    pub comb: bool,
    /// Cells of a comb; 0 when it is none or when the cells could not be counted.
    pub comb_count: u32,
    /// The place is tall enough for more than one line of the page's text.
    pub multiline: bool,
    /// Radios that belong together carry the same name (`group-1`, `group-2` …).
    pub group: Option<String>,
    /// The words that name the field, when text items were given and some are near.
    pub label: Option<String>,
    /// From 0 (a guess) to 1 (certain), 2 decimals.
    pub confidence: f64,
}
