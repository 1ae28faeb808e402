//! What a widget looks like before anything is filled in: size, turn, border, background, text style.

use crate::color::{BLACK, Color};
use crate::content::Content;
use crate::geometry::{AppearanceSpace, UserRect, appearance_space};
use crate::objects::numbers;
use countersign_pdf::{Dictionary, Object, Objects, PdfError};

/// A default appearance (`/DA`): font, size and colour of text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// Name of the font in the form's resources.
    pub font: Vec<u8>,
    /// Font size; 0 is automatic.
    pub size: f64,
    /// Colour.
    pub color: Color,
}

impl TextStyle {
    /// Reads the operators that matter; everything else a default appearance may hold is left out.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut style = Self {
            font: Vec::new(),
            size: 0.0,
            color: BLACK,
        };
        let mut operands: Vec<&str> = Vec::new();
        let text = String::from_utf8_lossy(bytes);
        // A name may follow another token without a space.
        let text = text.replace('/', " /");
        for token in text.split_ascii_whitespace() {
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
            self.font = name.trim_start_matches('/').as_bytes().to_vec();
            self.size = number(size).unwrap_or(0.0).abs();
        }
    }

    /// The default appearance as bytes.
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

fn number(token: &str) -> Option<f64> {
    token.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// How a border is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorderStyle {
    /// A line around.
    Solid,
    /// A broken line around.
    Dashed,
    /// A line at the foot.
    Underline,
}

/// The look of a widget.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Its size, upright.
    pub space: AppearanceSpace,
    /// Background, unless transparent.
    pub background: Option<Color>,
    /// Colour of the border, unless there is none.
    pub border: Option<Color>,
    /// Width of the border.
    pub border_width: f64,
    /// How it is drawn.
    pub border_style: BorderStyle,
}

impl Look {
    /// Reads `/Rect`, `/MK`, `/BS` and `/Border` of a widget.
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
        })
    }

    /// Width of the border when one is drawn.
    pub fn visible_border(&self) -> f64 {
        if self.border.is_some() {
            self.border_width
        } else {
            0.0
        }
    }

    /// Draws background and border.
    pub fn draw(&self, content: &mut Content) {
        let (width, height) = (self.space.width, self.space.height);
        if let Some(color) = self.background {
            color.fill(content);
            content.rectangle(0.0, 0.0, width, height).line("f");
        }
        let line = self.visible_border();
        let Some(color) = self.border.filter(|_| line > 0.0) else {
            return;
        };
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
        }
        content.line("S").restore();
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
        let look = Look::read(&NoObjects, &widget).unwrap();
        assert_eq!((look.space.width, look.space.height), (10.0, 20.0));
        let mut content = Content::new();
        look.draw(&mut content);
        let text = String::from_utf8(content.finish()).unwrap();
        assert_eq!(
            text,
            ".5 g\n0 0 10 20 re\nf\nq\n0 G\n2 w\n1 1 8 18 re\nS\nQ\n"
        );
    }
}
