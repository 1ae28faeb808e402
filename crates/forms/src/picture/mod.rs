//! Pictures as image objects (ISO 32000-2, 8.9.5): JPEG untouched, PNG and WebP with their transparency as a
//! soft mask (11.6.5.2).

use crate::archival;
use countersign_pdf::{Dictionary, IntentColors, Name, Object, ObjectId, PdfA, Stream};

mod jpeg;
mod png;
mod raster;

/// Memory that a picture of any file may take while it is read, in bytes: 48 MB.
const WORK: u64 = 48 << 20;
/// How much more for each byte of its file.
const WORK_PER_BYTE: u64 = 8;
/// Pixels that a picture of any file may have.
const PIXELS: u64 = 16_000_000;
/// How many more for each byte of its file: what compresses better is made to keep us busy.
const PIXELS_PER_BYTE: u64 = 64;
/// More pixels than a page scanned with 600 dots to the inch.
const MAX_PIXELS: u64 = 64_000_000;

/// A picture ready to become image objects (ISO 32000-2, 8.9.5).
pub struct Picture {
    /// Its size and how it is to be turned.
    pub shape: Shape,
    color: Stream,
    mask: Option<Stream>,
    opacity: Opacity,
}

/// How a picture lets what is below it be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// Each pixel by its degree: a soft mask (ISO 32000-2, 11.6.5.2).
    Soft,
    /// A pixel wholly or not at all: a mask of bits (8.9.6.3), which PDF/A-1 takes.
    Hard,
}

impl Opacity {
    /// What a document takes.
    pub fn of(claim: Option<PdfA>) -> Self {
        match claim.is_none_or(|claim| claim.allows_transparency()) {
            true => Self::Soft,
            false => Self::Hard,
        }
    }
}

/// The size of a picture, and how its pixels are to be turned to stand upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Pixels across, as stored.
    pub width: u32,
    /// Pixels down, as stored.
    pub height: u32,
    /// Exif's orientation, 1 to 8; 1 is upright.
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

    /// Width and height in pixels as shown.
    pub fn shown(self) -> (u32, u32) {
        if self.orientation >= 5 {
            (self.height, self.width)
        } else {
            (self.width, self.height)
        }
    }

    /// The matrix that turns the unit square of the stored picture into that of the shown one.
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

/// Why bytes are no usable picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureProblem {
    /// Neither PNG nor JPEG nor WebP.
    Format,
    /// It has no pixels, or too many.
    Size,
    /// The file is damaged, or of a kind PDF readers can't show.
    Content,
    /// It has colours of four inks, and the document is PDF/A that says nothing of them.
    Inks,
}

impl PictureProblem {
    /// For people who develop.
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
    /// What is wrong with the file, e.g. [`PictureProblem::Size`] where it asks for more memory than a file of its length may:
    /// eight bytes for each of its own and 48 MB, 64 pixels for each and 16 million.
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

    /// Adds the image and its mask; gives the image's id.
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
            .and_then(|(space, claim)| archival::calibrated(claim, space))
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

/// Whether a file of so many bytes may have a picture of this size.
fn check_size(width: u32, height: u32, file: usize) -> Result<(), PictureProblem> {
    let most = (file as u64).saturating_mul(PIXELS_PER_BYTE);
    let most = most.saturating_add(PIXELS).min(MAX_PIXELS);
    match u64::from(width) * u64::from(height) {
        0 => Err(PictureProblem::Size),
        pixels if pixels > most => Err(PictureProblem::Size),
        _ => Ok(()),
    }
}

/// Whether reading a file of so many bytes may take this much memory.
fn check_work(bytes: u64, file: usize) -> Result<(), PictureProblem> {
    let most = (file as u64).saturating_mul(WORK_PER_BYTE);
    match bytes <= most.saturating_add(WORK) {
        true => Ok(()),
        false => Err(PictureProblem::Size),
    }
}

/// The bytes behind a `data:` address in base64.
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

    /// A PNG of these pixels.
    pub(crate) fn png(color: ::png::ColorType, width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    /// The check sum of a PNG's chunk.
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
