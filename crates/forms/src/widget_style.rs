//! Style of a widget without its value: size, rotation, border, background, text style.

use std::borrow::Cow;

use crate::color::{BLACK, Color};
use crate::content::Content;
use crate::geometry::{AppearanceSpace, UserRect, appearance_space};
use crate::objects::numbers;
use countersign_pdf::{Dictionary, Object, Objects, PdfError};

/// A default appearance (`/DA`): font, size and color of text (ISO 32000-2, 12.7.4.3).
///
/// ```
/// use countersign_forms::widget_style::TextStyle;
/// let style = TextStyle::parse(b"0 g /Helv 12 Tf");
/// assert_eq!((style.font.as_slice(), style.size), (&b"Helv"[..], 12.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// Resource name of the font in the form's `/DR`.
    pub font: Vec<u8>,
    /// Font size; 0 means automatic.
    pub size: f64,
    /// Text color.
    pub color: Color,
}

impl TextStyle {
    /// Parses the font and color operators of a default appearance; others are ignored.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut style = Self {
            font: Vec::new(),
            size: 0.0,
            color: BLACK,
        };
        let mut operands: Vec<&str> = Vec::new();
        // Byte by byte: names may be in any encoding.
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Cow::Borrowed(text),
            _ => bytes.iter().copied().map(char::from).collect(),
        };
        for token in text.split_ascii_whitespace().flat_map(names_apart) {
            match token {
                "Tf" => style.take_font(&operands),
                "g" | "rg" | "k" => {
                    let numbers: Vec<f64> = operands.iter().filter_map(|it| number(it)).collect();
                    style.color = Color::from_components(&numbers).unwrap_or(style.color);
                }
                _ if token.starts_with('/') || number(token).is_some() => {
                    operands.push(token);
                    continue;
                }
                _ => {}
            }
            operands.clear();
        }
        style
    }

    fn take_font(&mut self, operands: &[&str]) {
        if let [.., name, size] = operands {
            self.font = name_bytes(name.trim_start_matches('/'));
            self.size = number(size).unwrap_or(0.0).abs();
        }
    }

    /// Serializes the default appearance.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content = Content::new();
        content.font(&self.font, self.size);
        self.color.fill(&mut content);
        let bytes = content.finish();
        let spaced: Vec<u8> = bytes
            .iter()
            .map(|&byte| if byte == b'\n' { b' ' } else { byte })
            .collect();
        spaced.trim_ascii_end().to_vec()
    }
}

/// Decodes a name: `#20` stands for a space (ISO 32000-2, 7.3.5).
fn name_bytes(text: &str) -> Vec<u8> {
    let mut rest: Vec<u8> = text.chars().filter_map(|c| u8::try_from(c).ok()).collect();
    rest.reverse();
    let mut name = Vec::with_capacity(rest.len());
    while let Some(byte) = rest.pop() {
        let hex = |byte: &u8| char::from(*byte).to_digit(16);
        let escaped = match rest.as_slice() {
            [.., low, high] if byte == b'#' => hex(high).zip(hex(low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                rest.truncate(rest.len() - 2);
                name.push((high << 4 | low) as u8);
            }
            None => name.push(byte),
        }
    }
    name
}

/// Splits off names that follow another token without white space.
fn names_apart(token: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(token);
    std::iter::from_fn(move || {
        let token = rest.take()?;
        let next = token.char_indices().skip(1).find(|(_, it)| *it == '/');
        let (first, after) = token.split_at(next.map_or(token.len(), |(at, _)| at));
        rest = Some(after).filter(|after| !after.is_empty());
        Some(first)
    })
}

fn number(token: &str) -> Option<f64> {
    let digits = token.as_bytes();
    if (1..10).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let whole = digits
            .iter()
            .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        return Some(f64::from(whole));
    }
    token.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// Border style (ISO 32000-2, table 168).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorderStyle {
    /// Solid line.
    Solid,
    /// Dashed line.
    Dashed,
    /// Line at the bottom.
    Underline,
    /// Raised: light at the left and top.
    Beveled,
    /// Sunken: shaded at the left and top.
    Inset,
}

/// Style of a widget (ISO 32000-2, 12.5.6.19).
#[derive(Clone, Debug, PartialEq)]
pub struct WidgetStyle {
    /// Size without rotation.
    pub space: AppearanceSpace,
    /// Background color; `None` is transparent.
    pub background: Option<Color>,
    /// Border color; `None` without a border.
    pub border: Option<Color>,
    /// Border width.
    pub border_width: f64,
    /// Border style.
    pub border_style: BorderStyle,
    /// Number of comb cells; divided by lines if there is a border.
    pub cells: Option<u32>,
}

/// Maximum number of comb cells with dividing lines. With more, only lines would be visible.
const MAX_CELLS: u32 = 200;

impl WidgetStyle {
    /// An unrotated box without border and background.
    pub fn plain(width: f64, height: f64) -> Self {
        Self {
            space: AppearanceSpace {
                width,
                height,
                matrix: None,
            },
            background: None,
            border: None,
            border_width: 0.0,
            border_style: BorderStyle::Solid,
            cells: None,
        }
    }

    /// Reads `/Rect`, `/MK`, `/BS` and `/Border` of a widget.
    ///
    /// # Errors
    /// If an object of the widget can't be read.
    pub fn read(objects: &impl Objects, widget: &Dictionary) -> Result<Self, PdfError> {
        let rect = numbers(objects, widget, b"Rect")?;
        let corners = <[f64; 4]>::try_from(rect).unwrap_or_default();
        let rect = UserRect::from_corners(corners);
        let traits = objects.lookup(widget, b"MK")?;
        let none = Dictionary::new();
        let traits = traits.as_dictionary().unwrap_or(&none);
        let color = |key: &[u8]| -> Result<Option<Color>, PdfError> {
            Ok(Color::from_components(&numbers(objects, traits, key)?))
        };
        let rotation = objects.lookup(traits, b"R")?.as_integer().unwrap_or(0);
        let (border_width, border_style) = read_border(objects, widget)?;
        Ok(Self {
            space: appearance_space(rect.width(), rect.height(), rotation),
            background: color(b"BG")?,
            border: color(b"BC")?,
            border_width,
            border_style,
            cells: None,
        })
    }

    /// Width of the drawn border, including the shading of beveled and inset borders.
    pub fn visible_border(&self) -> f64 {
        match (self.border, self.border_style) {
            (None, _) => 0.0,
            (Some(_), BorderStyle::Beveled | BorderStyle::Inset) => 2.0 * self.border_width,
            (Some(_), _) => self.border_width,
        }
    }

    /// Draws background and border.
    pub fn draw(&self, content: &mut Content) {
        let (width, height) = (self.space.width, self.space.height);
        if let Some(color) = self.background {
            color.fill(content);
            content.rectangle(0.0, 0.0, width, height).line("f");
        }
        let line = self.border_width;
        let Some(color) = self.border.filter(|_| line > 0.0) else {
            return;
        };
        self.draw_edges(content);
        content.save();
        color.stroke(content);
        content.operator(&[line], "w");
        if self.border_style == BorderStyle::Dashed {
            content.line("[3] 0 d");
        }
        if self.border_style == BorderStyle::Underline {
            content
                .operator(&[0.0, line / 2.0], "m")
                .operator(&[width, line / 2.0], "l");
        } else {
            content.rectangle(line / 2.0, line / 2.0, width - line, height - line);
            self.part_cells(content);
        }
        content.line("S").restore();
    }

    /// Draws the dividing lines of comb cells.
    fn part_cells(&self, content: &mut Content) {
        let Some(cells) = self.cells.filter(|cells| *cells <= MAX_CELLS) else {
            return;
        };
        for cell in 1..cells {
            let x = self.space.width * f64::from(cell) / f64::from(cells);
            content
                .operator(&[x, 0.0], "m")
                .operator(&[x, self.space.height], "l");
        }
    }

    /// Draws the shading inside a beveled or inset border.
    fn draw_edges(&self, content: &mut Content) {
        let (light, shade) = match self.border_style {
            BorderStyle::Beveled => (Color::Gray(1.0), Color::Gray(0.5)),
            BorderStyle::Inset => (Color::Gray(0.5), Color::Gray(0.75)),
            BorderStyle::Solid | BorderStyle::Dashed | BorderStyle::Underline => return,
        };
        let (near, far) = (self.border_width, 2.0 * self.border_width);
        let (width, height) = (self.space.width, self.space.height);
        let corner = |content: &mut Content, color: Color, points: [[f64; 2]; 6]| {
            color.fill(content);
            for (index, point) in points.iter().enumerate() {
                content.operator(point, if index == 0 { "m" } else { "l" });
            }
            content.line("f");
        };
        let left_top = [
            [near, near],
            [near, height - near],
            [width - near, height - near],
            [width - far, height - far],
            [far, height - far],
            [far, far],
        ];
        let right_bottom = [
            [width - near, height - near],
            [width - near, near],
            [near, near],
            [far, far],
            [width - far, far],
            [width - far, height - far],
        ];
        corner(content, light, left_top);
        corner(content, shade, right_bottom);
    }
}

fn read_border(
    objects: &impl Objects,
    widget: &Dictionary,
) -> Result<(f64, BorderStyle), PdfError> {
    let style = objects.lookup(widget, b"BS")?;
    if let Some(style) = style.as_dictionary() {
        let width = objects.lookup(style, b"W")?.as_number().unwrap_or(1.0);
        let kind = match style.name(b"S") {
            Some(b"D") => BorderStyle::Dashed,
            Some(b"U") => BorderStyle::Underline,
            Some(b"B") => BorderStyle::Beveled,
            Some(b"I") => BorderStyle::Inset,
            _ => BorderStyle::Solid,
        };
        return Ok((width.clamp(0.0, 100.0), kind));
    }
    let border = objects.lookup(widget, b"Border")?;
    let width = border
        .as_array()
        .and_then(|items| items.get(2))
        .and_then(Object::as_number);
    Ok((width.unwrap_or(1.0).clamp(0.0, 100.0), BorderStyle::Solid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::tests::NoObjects;
    use countersign_pdf::Name;

    #[test]
    fn default_appearances_are_read_and_written() {
        let style = TextStyle::parse(b"0 0 1 rg /Helv 9.5 Tf");
        assert_eq!(style.font, b"Helv");
        assert_eq!(style.size, 9.5);
        assert_eq!(style.color, Color::Rgb(0.0, 0.0, 1.0));
        assert_eq!(style.to_bytes(), b"/Helv 9.5 Tf 0 0 1 rg");
        assert_eq!(TextStyle::parse(&style.to_bytes()), style);
        assert_eq!(TextStyle::parse(b"q BT/F1 0 Tf 0 g 100 Tz").font, b"F1");
        assert_eq!(TextStyle::parse(b"/ 0 Tf Tf g \xFF").size, 0.0);
        let style = TextStyle::parse(b"/Arial#20Bold 9 Tf 0 g");
        assert_eq!(style.font, b"Arial Bold");
        assert_eq!(style.to_bytes(), b"/Arial#20Bold 9 Tf 0 g");
    }

    #[test]
    fn border_and_background_are_drawn() {
        let traits = Dictionary::new()
            .with("BG", vec![Object::Real(0.5)])
            .with("BC", vec![Object::Integer(0)])
            .with("R", 90);
        let rect = [0, 0, 20, 10].map(Object::Integer).to_vec();
        let style = Dictionary::new().with("W", 2).with("S", Name::from("S"));
        let widget = Dictionary::new()
            .with("Rect", rect)
            .with("MK", traits)
            .with("BS", style);
        let widget_style = WidgetStyle::read(&NoObjects, &widget).unwrap();
        assert_eq!(
            (widget_style.space.width, widget_style.space.height),
            (10.0, 20.0)
        );
        let mut content = Content::new();
        widget_style.draw(&mut content);
        let text = String::from_utf8(content.finish()).unwrap();
        assert_eq!(
            text,
            ".5 g\n0 0 10 20 re\nf\nq\n0 G\n2 w\n1 1 8 18 re\nS\nQ\n"
        );
    }
}
