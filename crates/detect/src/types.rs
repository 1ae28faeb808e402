//! Input and output types: plain data, with TypeScript declarations behind the feature `ts`.

use serde::{Deserialize, Serialize};

/// A page as gray values: one byte per pixel, row by row from the top; 0 is black, 255 is white.
#[derive(Clone, Copy, Debug)]
pub struct Raster<'a> {
    /// Pixels per row. Detection works at 1000; other widths are resampled.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// `width * height` bytes.
    pub gray: &'a [u8],
}

/// A run of text on the page, as returned by pdf.js `getTextContent`, in percent of the displayed page.
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

/// Kind of a vector path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A straight horizontal or vertical stroke.
    Line,
    /// A stroked rectangle.
    Box,
    /// A curve or any other shape, stroked or filled.
    Curve,
    /// A filled rectangle. A thin one acts as a rule.
    Filled,
}

/// A vector path of the page, as listed by pdf.js `getOperatorList`, in percent of the displayed page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathItem {
    /// Kind of the path.
    pub kind: PathKind,
    /// Left edge, percent of the page's width.
    pub x: f64,
    /// Top edge, percent of the page's height.
    pub y: f64,
    /// Width, percent of the page's width.
    pub width: f64,
    /// Height, percent of the page's height.
    pub height: f64,
    /// Line width of the stroke, percent of the page's width.
    pub thickness: f64,
    /// Gray value: 0 is black, 255 is white.
    pub gray: u8,
}

impl PathItem {
    /// Decodes paths from seven numbers each: kind (0 line, 1 rectangle, 2 curve, 3 filled rectangle), left, top,
    /// width, height, thickness and gray. Skips unknown kinds and an incomplete record at the end.
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

/// Text and vector paths of a page. Both are empty for a scan or photograph.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    /// Text runs of the page.
    pub texts: &'a [TextItem],
    /// Vector paths of the page.
    pub paths: &'a [PathItem],
}

/// A rectangle in percent of the displayed page's width and height; origin top left, 4 decimals.
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

/// Type of a detected field. The names are those of the specification's field types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum DetectedType {
    /// A line, cell or area for text.
    Text,
    /// A date.
    Date,
    /// A small checkbox.
    Checkmark,
    /// A radio button, part of a group.
    Radio,
    /// A signature.
    Signature,
    /// Initials.
    Initials,
    /// An image.
    Image,
}

/// A field that was detected on the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct DetectedField {
    /// Type of the field.
    #[serde(rename = "type")]
    pub field_type: DetectedType,
    /// Position and size.
    pub rect: DetectedRect,
    /// Whether each character has a cell of its own.
    pub comb: bool,
    /// Number of cells of a comb; 0 if the field is not a comb.
    pub comb_count: u32,
    /// Whether the field is a text field, not a comb, and tall enough for two lines of text.
    pub multiline: bool,
    /// Name shared by the radio buttons of one group (`group-1`, `group-2`, …).
    pub group: Option<String>,
    /// Text that labels the field. `None` if the page has no text or none is near.
    pub label: Option<String>,
    /// Confidence from 0 (a guess) to 1 (certain), 2 decimals.
    pub confidence: f64,
}

/// Maximum length of a suggested name, in characters.
const LONGEST_NAME: usize = 40;

impl DetectedField {
    /// Suggests a field name from the label: words in lower case, joined by hyphens. Returns `None` without a label,
    /// or if the name would have no letter.
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
