//! Pictures as image XObjects (ISO 32000-2, 8.9.5): JPEG unchanged; PNG and WebP with transparency
//! as a soft mask (11.6.5.2).

use crate::calibrated_colors::calibrated;
use countersign_pdf::{Dictionary, IntentColors, Name, Object, ObjectId, PdfA, Stream};

mod jpeg;
mod png;
mod raster;

/// Base memory limit for decoding a picture, in bytes: 48 MB.
const WORK: u64 = 48 << 20;
/// Additional memory in bytes per byte of the file.
const WORK_PER_BYTE: u64 = 8;
/// Base limit of the number of pixels.
const PIXELS: u64 = 16_000_000;
/// Additional pixels per byte of the file. A file with a higher ratio is a decompression bomb.
const PIXELS_PER_BYTE: u64 = 64;
/// Absolute limit of the number of pixels: more than a page scanned at 600 dpi.
const MAX_PIXELS: u64 = 64_000_000;

/// A decoded picture, ready to become image XObjects (ISO 32000-2, 8.9.5).
pub struct Picture {
    /// Size and orientation.
    pub shape: Shape,
    color: Stream,
    mask: Option<Stream>,
    opacity: Opacity,
}

/// Type of transparency mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// Per-pixel opacity: a soft mask (ISO 32000-2, 11.6.5.2).
    Soft,
    /// Opaque or transparent pixels: a stencil mask (8.9.6.3), which PDF/A-1 permits.
    Hard,
}

impl Opacity {
    /// The mask type that a document permits.
    pub fn of(claim: Option<PdfA>) -> Self {
        match claim.is_none_or(|claim| claim.allows_transparency()) {
            true => Self::Soft,
            false => Self::Hard,
        }
    }
}

/// Size of a picture and its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Stored width in pixels.
    pub width: u32,
    /// Stored height in pixels.
    pub height: u32,
    /// Exif orientation, 1 to 8; 1 is upright.
    pub orientation: u8,
}

impl Shape {
    fn upright(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            orientation: 1,
        }
    }

    /// Width and height in pixels as displayed.
    pub fn shown(self) -> (u32, u32) {
        if self.orientation >= 5 {
            (self.height, self.width)
        } else {
            (self.width, self.height)
        }
    }

    /// The matrix that maps the unit square of the stored picture to the displayed one.
    pub fn turn(self) -> [f64; 6] {
        match self.orientation {
            2 => [-1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
            3 => [-1.0, 0.0, 0.0, -1.0, 1.0, 1.0],
            4 => [1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
            5 => [0.0, -1.0, -1.0, 0.0, 1.0, 1.0],
            6 => [0.0, -1.0, 1.0, 0.0, 0.0, 1.0],
            7 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            8 => [0.0, 1.0, -1.0, 0.0, 1.0, 0.0],
            _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        }
    }
}

/// Why a file can't be used as a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureProblem {
    /// Not PNG, JPEG or WebP.
    Format,
    /// No pixels, or too many.
    Size,
    /// The file is damaged, or of a type that PDF readers can't display.
    Content,
    /// The picture is CMYK, but the PDF/A document has no CMYK output intent.
    Inks,
}

impl PictureProblem {
    /// Message for developers.
    pub fn message(self) -> &'static str {
        match self {
            Self::Format => "the image is neither PNG nor JPEG nor WebP",
            Self::Size => "the image has no pixels, or too many",
            Self::Content => "the image is damaged or of an unsupported kind",
            Self::Inks => "the image has colours that this PDF/A document has no profile for",
        }
    }
}

impl Picture {
    /// Reads an image file.
    ///
    /// # Errors
    /// The problem of the file. [`PictureProblem::Size`] applies if it needs more memory than 48 MB
    /// plus eight bytes per byte of the file, or has more than 16 million pixels plus 64 per byte
    /// of the file.
    pub fn read(bytes: &[u8], claim: Option<PdfA>) -> Result<Self, PictureProblem> {
        let opacity = Opacity::of(claim);
        if bytes.starts_with(png::SIGNATURE) {
            raster::read_png(bytes, opacity)
        } else if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
            let picture = jpeg::read(bytes)?;
            let space = picture.color.dictionary.name(b"ColorSpace");
            let inks = space == Some(b"DeviceCMYK");
            match inks && claim.is_some_and(|it| it.intent != Some(IntentColors::Cmyk)) {
                true => Err(PictureProblem::Inks),
                false => Ok(picture),
            }
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            raster::read_webp(bytes, opacity)
        } else {
            Err(PictureProblem::Format)
        }
    }

    /// Adds the image and its mask to the document; returns the ID of the image.
    #[allow(
        clippy::should_implement_trait,
        reason = "it adds to a document, not to a number"
    )]
    pub fn add(self, claim: Option<PdfA>, mut add: impl FnMut(Object) -> ObjectId) -> ObjectId {
        let mut color = self.color;
        if let Some(mask) = self.mask {
            let mask = add(Object::from(mask));
            let key = match self.opacity {
                Opacity::Soft => "SMask",
                Opacity::Hard => "Mask",
            };
            color.dictionary.insert(key, mask);
        }
        let space = color.dictionary.name(b"ColorSpace");
        let space = space.and_then(|it| std::str::from_utf8(it).ok());
        if let Some(space) = space
            .zip(claim)
            .and_then(|(space, claim)| calibrated(claim, space))
        {
            color.dictionary.insert("ColorSpace", space);
        }
        add(Object::from(color))
    }
}

fn image_dictionary(width: u32, height: u32, space: &str) -> Dictionary {
    Dictionary::new()
        .with("Type", Name::from("XObject"))
        .with("Subtype", Name::from("Image"))
        .with("Width", width)
        .with("Height", height)
        .with("ColorSpace", Name::from(space))
        .with("BitsPerComponent", 8)
}

/// Checks the number of pixels against the length of the file in bytes.
fn check_size(width: u32, height: u32, file: usize) -> Result<(), PictureProblem> {
    let most = (file as u64).saturating_mul(PIXELS_PER_BYTE);
    let most = most.saturating_add(PIXELS).min(MAX_PIXELS);
    match u64::from(width) * u64::from(height) {
        0 => Err(PictureProblem::Size),
        pixels if pixels > most => Err(PictureProblem::Size),
        _ => Ok(()),
    }
}

/// Checks the memory needed for decoding against the length of the file in bytes.
fn check_work(bytes: u64, file: usize) -> Result<(), PictureProblem> {
    let most = (file as u64).saturating_mul(WORK_PER_BYTE);
    match bytes <= most.saturating_add(WORK) {
        true => Ok(()),
        false => Err(PictureProblem::Size),
    }
}

/// Decodes a base64 `data:` URL; `None` for anything else.
///
/// ```
/// use countersign_forms::picture::data_url_bytes;
/// assert_eq!(data_url_bytes("data:image/png;base64,AQID"), Some(vec![1, 2, 3]));
/// ```
pub fn data_url_bytes(url: &str) -> Option<Vec<u8>> {
    let (head, body) = url.strip_prefix("data:")?.split_once(',')?;
    head.ends_with(";base64").then(|| base64(body)).flatten()
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=')
    {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Encodes pixels as PNG.
    pub(crate) fn png(color: ::png::ColorType, width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    /// CRC-32 of a PNG chunk.
    pub(crate) fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
                0 => sum >> 1,
                _ => sum >> 1 ^ 0xEDB8_8320,
            })
        })
    }

    #[test]
    fn damaged_pictures_are_refused() {
        let whole = png(::png::ColorType::Rgb, 8, 8, &[7; 192]);
        for end in 0..whole.len() - 16 {
            assert!(Picture::read(&whole[..end], None).is_err(), "cut at {end}");
        }
        assert_eq!(
            Picture::read(b"GIF89a", None).err(),
            Some(PictureProblem::Format)
        );
        assert_eq!(
            Picture::read(&[0xFF, 0xD8, 0xFF], None).err(),
            Some(PictureProblem::Content)
        );
    }

    #[test]
    fn data_addresses_are_decoded() {
        assert_eq!(
            data_url_bytes("data:image/png;base64,aGVsbG8=").as_deref(),
            Some(&b"hello"[..])
        );
        assert_eq!(data_url_bytes("data:image/png,plain"), None);
        assert_eq!(data_url_bytes("https://example.org/a.png"), None);
        assert_eq!(data_url_bytes("data:;base64,a*b"), None);
    }
}
