//! Colors: CSS notation in the API, operands in content streams.

use crate::content::Content;

/// A color in a device color space (ISO 32000-2, 8.6.4).
///
/// ```
/// use countersign_forms::color::Color;
/// let red = Color::from_web("#f00").ok_or("no colour")?;
/// assert_eq!(red.to_web(), "#ff0000");
/// assert_eq!(Color::from_components(&[0.0]).map(Color::to_web).as_deref(), Some("black"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Color {
    /// `g`
    Gray(f64),
    /// `rg`
    Rgb(f64, f64, f64),
    /// `k`
    Cmyk(f64, f64, f64, f64),
}

/// Black, in the gray color space.
pub const BLACK: Color = Color::Gray(0.0);

/// Basic CSS color names.
const NAMES: [(&str, u32); 18] = [
    ("black", 0x00_0000),
    ("silver", 0xC0_C0C0),
    ("gray", 0x80_8080),
    ("grey", 0x80_8080),
    ("white", 0xFF_FFFF),
    ("maroon", 0x80_0000),
    ("red", 0xFF_0000),
    ("purple", 0x80_0080),
    ("fuchsia", 0xFF_00FF),
    ("green", 0x00_8000),
    ("lime", 0x00_FF00),
    ("olive", 0x80_8000),
    ("yellow", 0xFF_FF00),
    ("navy", 0x00_0080),
    ("blue", 0x00_00FF),
    ("teal", 0x00_8080),
    ("aqua", 0x00_FFFF),
    ("orange", 0xFF_A500),
];

impl Color {
    /// Parses a CSS color: a basic name, `#rgb` or `#rrggbb`.
    pub fn from_web(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if text.contains('+') {
            return None;
        }
        let value = match text.strip_prefix('#') {
            Some(digits) if digits.len() == 6 => u32::from_str_radix(digits, 16).ok()?,
            Some(digits) if digits.len() == 3 => {
                let short = u32::from_str_radix(digits, 16).ok()?;
                let [r, g, b] = [short >> 8 & 15, short >> 4 & 15, short & 15];
                r * 0x11_0000 + g * 0x1100 + b * 0x11
            }
            Some(_) => return None,
            None => NAMES.iter().find(|(name, _)| *name == text)?.1,
        };
        let part = |shift: u32| f64::from(value >> shift & 255) / 255.0;
        let (r, g, b) = (part(16), part(8), part(0));
        Some(if r == g && g == b {
            Self::Gray(r)
        } else {
            Self::Rgb(r, g, b)
        })
    }

    /// The CSS color: `black` or `#rrggbb`. CMYK is converted without a color profile.
    pub fn to_web(self) -> String {
        let (r, g, b) = match self {
            Self::Gray(level) => (level, level, level),
            Self::Rgb(r, g, b) => (r, g, b),
            Self::Cmyk(c, m, y, k) => (
                (1.0 - c) * (1.0 - k),
                (1.0 - m) * (1.0 - k),
                (1.0 - y) * (1.0 - k),
            ),
        };
        let byte = |level: f64| (level.clamp(0.0, 1.0) * 255.0).round() as u8;
        match (byte(r), byte(g), byte(b)) {
            (0, 0, 0) => "black".to_owned(),
            (r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        }
    }

    /// The color with these components: 1 is gray, 3 RGB, 4 CMYK. `None` for any other number
    /// (transparent).
    pub fn from_components(components: &[f64]) -> Option<Self> {
        match *components {
            [gray] => Some(Self::Gray(gray)),
            [r, g, b] => Some(Self::Rgb(r, g, b)),
            [c, m, y, k] => Some(Self::Cmyk(c, m, y, k)),
            _ => None,
        }
    }

    /// Sets the fill color.
    pub fn fill(self, content: &mut Content) {
        match self {
            Self::Gray(level) => content.operator(&[level], "g"),
            Self::Rgb(r, g, b) => content.operator(&[r, g, b], "rg"),
            Self::Cmyk(c, m, y, k) => content.operator(&[c, m, y, k], "k"),
        };
    }

    /// Sets the stroke color.
    pub fn stroke(self, content: &mut Content) {
        match self {
            Self::Gray(level) => content.operator(&[level], "G"),
            Self::Rgb(r, g, b) => content.operator(&[r, g, b], "RG"),
            Self::Cmyk(c, m, y, k) => content.operator(&[c, m, y, k], "K"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_web_come_back() {
        for text in ["black", "#ff0000", "#008000", "#0000ff", "#123456"] {
            assert_eq!(
                Color::from_web(text).map(Color::to_web).as_deref(),
                Some(text)
            );
        }
        assert_eq!(Color::from_web("Red"), Some(Color::Rgb(1.0, 0.0, 0.0)));
        assert_eq!(Color::from_web("#fff"), Some(Color::Gray(1.0)));
        for text in ["", "#12", "#1234567", "#gggggg", "no colour", "#+12345"] {
            assert_eq!(Color::from_web(text), None, "{text}");
        }
    }
}
