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

/// What a drawn path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A straight stroke, level or upright.
    Line,
    /// A stroked box.
    Box,
    /// A curve, stroked or filled, or another shape.
    Curve,
    /// A filled box; a thin one is a rule.
    Filled,
}

/// A drawn path of the page, as pdf.js lists it by `getOperatorList`, in percentages of the displayed page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathItem {
    /// What it is.
    pub kind: PathKind,
    /// Left edge, percent of the page's width.
    pub x: f64,
    /// Top edge, percent of the page's height.
    pub y: f64,
    /// Width, percent of the page's width.
    pub width: f64,
    /// Height, percent of the page's height.
    pub height: f64,
    /// Thickness of a stroke, percent of the page's width.
    pub thickness: f64,
    /// 0 is black, 255 is white.
    pub gray: u8,
}

impl PathItem {
    /// Reads paths from seven numbers each: kind (0 line, 1 box, 2 curve, 3 filled box), left, top, width, height,
    /// thickness and gray. What is left at the end, and kinds that are not known, are passed over.
    #[must_use]
    pub fn read(numbers: &[f32]) -> Vec<Self> {
        let items = numbers.as_chunks::<7>().0.iter();
        items
            .filter_map(|[kind, x, y, width, height, thickness, gray]| {
                let kind = match *kind as i32 {
                    0 => PathKind::Line,
                    1 => PathKind::Box,
                    2 => PathKind::Curve,
                    3 => PathKind::Filled,
                    _ => return None,
                };
                let [x, y, width, height, thickness] =
                    [*x, *y, *width, *height, *thickness].map(f64::from);
                let gray = gray.clamp(0.0, 255.0) as u8;
                Some(Self {
                    kind,
                    x,
                    y,
                    width,
                    height,
                    thickness,
                    gray,
                })
            })
            .collect()
    }

    pub(crate) fn is_finite(&self) -> bool {
        [self.x, self.y, self.width, self.height, self.thickness]
            .iter()
            .all(|number| number.is_finite())
    }
}

/// What a page says of itself beside its raster; scans and photographs say nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    /// Its text.
    pub texts: &'a [TextItem],
    /// Its drawn paths.
    pub paths: &'a [PathItem],
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

/// No suggested name is longer.
const LONGEST_NAME: usize = 40;

impl DetectedField {
    /// A name for the field, made of the words that name it: small letters and digits, hyphens between words.
    ///
    /// ```
    /// # use countersign_detect::{DetectedField, DetectedRect, DetectedType};
    /// # let rect = DetectedRect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
    /// let field = DetectedField {
    ///     field_type: DetectedType::Date, rect, comb: false, comb_count: 0, multiline: false, group: None,
    ///     label: Some("1.a. Date of birth (mm/dd/yyyy):".into()), confidence: 1.0,
    /// };
    /// assert_eq!(field.suggested_name().as_deref(), Some("1-a-date-of-birth-mm-dd-yyyy"));
    /// ```
    #[must_use]
    pub fn suggested_name(&self) -> Option<String> {
        let label = self.label.as_deref()?.to_lowercase();
        let words = label.split(|c: char| !c.is_alphanumeric());
        let mut name = String::new();
        for word in words.filter(|word| !word.is_empty()) {
            if name.chars().count() + word.chars().count() >= LONGEST_NAME {
                break;
            }
            if !name.is_empty() {
                name.push('-');
            }
            name.push_str(word);
        }
        name.chars().any(char::is_alphabetic).then_some(name)
    }
}
