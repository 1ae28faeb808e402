//! Writes content streams with minimal operands.

/// Initial capacity in bytes: enough for one line of text.
const USUAL_LENGTH: usize = 192;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// A content stream under construction (ISO 32000-2, 7.8.2).
///
/// ```
/// use countersign_forms::content::Content;
/// let mut content = Content::new();
/// content.save().rectangle(0.0, 0.0, 10.5, 20.0).operator(&[], "f").restore();
/// assert_eq!(content.finish(), b"q\n0 0 10.5 20 re\nf\nQ\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Content {
    bytes: Vec<u8>,
}

/// Writes a number with at most four decimals and no trailing zeros.
pub fn write_number(out: &mut Vec<u8>, value: f64) {
    const SCALE: f64 = 10_000.0;
    // Larger numbers are no coordinates, and readers reject them.
    const LIMIT: f64 = 2_000_000_000.0;
    let value = if value.is_finite() {
        value.clamp(-LIMIT, LIMIT)
    } else {
        0.0
    };
    let scaled = (value * SCALE).round() as i64;
    if scaled < 0 {
        out.push(b'-');
    }
    let scaled = scaled.unsigned_abs();
    let (whole, fraction) = (scaled / 10_000, scaled % 10_000);
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    let mut rest = whole;
    while rest > 0 || start == digits.len() {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if whole > 0 || fraction == 0 {
        out.extend_from_slice(&digits[start..]);
    }
    if fraction > 0 {
        out.push(b'.');
        let mut power = 1000;
        let mut rest = fraction;
        while rest > 0 {
            out.push(b'0' + (rest / power) as u8);
            rest %= power;
            power /= 10;
        }
    }
}

impl Content {
    /// An empty content stream.
    pub fn new() -> Self {
        Self {
            bytes: Vec::with_capacity(USUAL_LENGTH),
        }
    }

    /// The bytes of the stream.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Appends an operator with its operands.
    pub fn operator(&mut self, operands: &[f64], name: &str) -> &mut Self {
        for operand in operands {
            write_number(&mut self.bytes, *operand);
            self.bytes.push(b' ');
        }
        self.line(name)
    }

    /// Appends raw text and a line feed.
    pub fn line(&mut self, text: &str) -> &mut Self {
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(b'\n');
        self
    }

    /// `q`: saves the graphics state.
    pub fn save(&mut self) -> &mut Self {
        self.line("q")
    }

    /// `Q`: restores the graphics state.
    pub fn restore(&mut self) -> &mut Self {
        self.line("Q")
    }

    /// `re`: adds a rectangle to the path.
    pub fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64) -> &mut Self {
        self.operator(&[x, y, width, height], "re")
    }

    /// `cm`: concatenates a matrix.
    pub fn transform(&mut self, matrix: [f64; 6]) -> &mut Self {
        self.operator(&matrix, "cm")
    }

    /// `Do`: paints an XObject.
    pub fn show_object(&mut self, name: &str) -> &mut Self {
        self.name(name.as_bytes());
        self.line(" Do")
    }

    /// `Tf`: selects a font.
    pub fn font(&mut self, name: &[u8], size: f64) -> &mut Self {
        self.name(name);
        self.bytes.push(b' ');
        self.operator(&[size], "Tf")
    }

    /// Appends an escaped name.
    fn name(&mut self, name: &[u8]) {
        self.bytes.push(b'/');
        for &byte in name {
            if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(&byte) {
                self.bytes.push(byte);
            } else {
                self.bytes.push(b'#');
                self.bytes.push(HEX[usize::from(byte >> 4)]);
                self.bytes.push(HEX[usize::from(byte & 15)]);
            }
        }
    }

    /// `Tj` with one-byte codes.
    pub fn show_codes(&mut self, codes: &[u8]) -> &mut Self {
        self.bytes.push(b'(');
        for &code in codes {
            match code {
                b'(' | b')' | b'\\' => self.bytes.extend_from_slice(&[b'\\', code]),
                b'\r' => self.bytes.extend_from_slice(b"\\r"),
                b'\n' => self.bytes.extend_from_slice(b"\\n"),
                _ => self.bytes.push(code),
            }
        }
        self.line(") Tj")
    }

    /// `Tj` with two-byte codes, or `TJ` if there are adjustments before a code or at the end (in
    /// thousandths of the font size; positive values move left).
    pub fn show_spaced_codes(&mut self, codes: &[(f64, u16)], after: f64) -> &mut Self {
        let mut spaced = Self::new();
        let mut open = false;
        for &(space, code) in codes {
            if space != 0.0 {
                spaced.close(open);
                write_number(&mut spaced.bytes, space);
                open = false;
            }
            if !open {
                spaced.bytes.push(b'<');
                open = true;
            }
            for shift in [12, 8, 4, 0] {
                spaced.bytes.push(HEX[usize::from(code >> shift & 15)]);
            }
        }
        spaced.close(open);
        let plain = after == 0.0 && codes.iter().all(|(space, _)| *space == 0.0);
        if plain {
            self.bytes.append(&mut spaced.bytes);
            return self.line(" Tj");
        }
        if after != 0.0 {
            write_number(&mut spaced.bytes, after);
        }
        self.bytes.push(b'[');
        self.bytes.append(&mut spaced.bytes);
        self.line("]TJ")
    }

    fn close(&mut self, open: bool) {
        if open {
            self.bytes.push(b'>');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = |value| {
            let mut out = Vec::new();
            write_number(&mut out, value);
            String::from_utf8_lossy(&out).into_owned()
        };
        assert_eq!(written(0.0), "0");
        assert_eq!(written(-0.00001), "0");
        assert_eq!(written(12.0), "12");
        assert_eq!(written(0.5), ".5");
        assert_eq!(written(-3.25), "-3.25");
        assert_eq!(written(1.0001), "1.0001");
        assert_eq!(written(100.05), "100.05");
        assert_eq!(written(f64::NAN), "0");
    }

    #[test]
    fn strings_and_names_are_escaped() {
        let mut content = Content::new();
        content
            .show_codes(b"a(b)\\")
            .font(b"He l#", 9.0)
            .show_spaced_codes(&[(0.0, 1), (0.0, 0xABCD)], 0.0);
        assert_eq!(
            String::from_utf8_lossy(&content.finish()),
            "(a\\(b\\)\\\\) Tj\n/He#20l#23 9 Tf\n<0001ABCD> Tj\n"
        );
    }
}
