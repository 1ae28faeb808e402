//! Pictures as image objects (ISO 32000-2, 8.9.5): JPEG untouched, PNG and WebP with their transparency as a
//! soft mask (11.6.5.2).

use countersign_pdf::{Dictionary, Name, Object, ObjectId, Stream};

/// More pixels than any signature or photograph; keeps hostile headers from taking the memory.
const MAX_PIXELS: u64 = 64_000_000;

/// A picture ready to become image objects.
pub struct Picture {
    /// Its size and how it is to be turned.
    pub shape: Shape,
    color: Stream,
    mask: Option<Stream>,
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
}

impl PictureProblem {
    /// For people who develop.
    pub fn message(self) -> &'static str {
        match self {
            Self::Format => "the image is neither PNG nor JPEG nor WebP",
            Self::Size => "the image has no pixels, or too many",
            Self::Content => "the image is damaged or of an unsupported kind",
        }
    }
}

impl Picture {
    /// Reads an image file.
    pub fn read(bytes: &[u8]) -> Result<Self, PictureProblem> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            read_png(bytes)
        } else if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
            read_jpeg(bytes)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            read_webp(bytes)
        } else {
            Err(PictureProblem::Format)
        }
    }

    /// Adds the image and its mask; gives the image's id.
    #[allow(
        clippy::should_implement_trait,
        reason = "it adds to a document, not to a number"
    )]
    pub fn add(self, mut add: impl FnMut(Object) -> ObjectId) -> ObjectId {
        let mut color = self.color;
        if let Some(mask) = self.mask {
            let mask = add(Object::from(mask));
            color.dictionary.insert("SMask", mask);
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

fn check_size(width: u32, height: u32) -> Result<(), PictureProblem> {
    match u64::from(width) * u64::from(height) {
        1..=MAX_PIXELS => Ok(()),
        _ => Err(PictureProblem::Size),
    }
}

fn read_png(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder
        .read_header_info()
        .map_err(|_| PictureProblem::Content)?;
    let (width, height) = (header.width, header.height);
    check_size(width, height)?;
    let mut reader = decoder.read_info().map_err(|_| PictureProblem::Content)?;
    let size = reader.output_buffer_size().ok_or(PictureProblem::Size)?;
    let mut pixels = vec![0; size];
    let frame = reader
        .next_frame(&mut pixels)
        .map_err(|_| PictureProblem::Content)?;
    pixels.truncate(frame.buffer_size());
    let (channels, space, transparent) = match frame.color_type {
        png::ColorType::Grayscale => (1, "DeviceGray", false),
        png::ColorType::GrayscaleAlpha => (2, "DeviceGray", true),
        png::ColorType::Rgb => (3, "DeviceRGB", false),
        png::ColorType::Rgba => (4, "DeviceRGB", true),
        png::ColorType::Indexed => return Err(PictureProblem::Content),
    };
    let transparent = transparent.then_some(channels);
    Ok(from_pixels(width, height, pixels, space, transparent))
}

/// A picture of pixels; `transparent` is the number of channels, the last of which is the opacity.
fn from_pixels(
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    space: &str,
    transparent: Option<usize>,
) -> Picture {
    let (color, alpha) = match transparent {
        Some(channels) => split_alpha(&pixels, channels),
        None => (pixels, Vec::new()),
    };
    let mask = alpha
        .iter()
        .any(|&level| level != u8::MAX)
        .then(|| Stream::compressed(image_dictionary(width, height, "DeviceGray"), &alpha));
    let color = Stream::compressed(image_dictionary(width, height, space), &color);
    Picture {
        shape: Shape::upright(width, height),
        color,
        mask,
    }
}

/// Of an animation the first picture.
fn read_webp(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    let damaged = |_| PictureProblem::Content;
    let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(bytes)).map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    let size = decoder.output_buffer_size().ok_or(PictureProblem::Size)?;
    let mut pixels = vec![0; size];
    decoder.read_image(&mut pixels).map_err(damaged)?;
    let transparent = decoder.has_alpha().then_some(4);
    Ok(from_pixels(width, height, pixels, "DeviceRGB", transparent))
}

/// Colour and transparency apart. What is fully transparent becomes black: it is not seen, and it
/// packs better.
fn split_alpha(pixels: &[u8], channels: usize) -> (Vec<u8>, Vec<u8>) {
    let mut color = Vec::with_capacity(pixels.len());
    let mut alpha = Vec::with_capacity(pixels.len() / channels);
    for pixel in pixels.chunks_exact(channels) {
        let Some((&level, shade)) = pixel.split_last() else {
            continue;
        };
        alpha.push(level);
        if level == 0 {
            color.extend(shade.iter().map(|_| 0));
        } else {
            color.extend_from_slice(shade);
        }
    }
    (color, alpha)
}

/// What a JPEG's headers say.
struct JpegHeader {
    width: u32,
    height: u32,
    components: u8,
    /// Adobe's marker: four-colour files that carry it are stored inverted.
    adobe: bool,
    /// Exif's orientation.
    orientation: u8,
}

fn read_jpeg(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    let header = jpeg_header(bytes).ok_or(PictureProblem::Content)?;
    let (width, height) = (header.width, header.height);
    check_size(width, height)?;
    let space = match header.components {
        1 => "DeviceGray",
        3 => "DeviceRGB",
        4 => "DeviceCMYK",
        _ => return Err(PictureProblem::Content),
    };
    let mut dictionary =
        image_dictionary(width, height, space).with("Filter", Name::from("DCTDecode"));
    if header.components == 4 && header.adobe {
        let inverted = [1, 0, 1, 0, 1, 0, 1, 0].map(Object::Integer);
        dictionary.insert("Decode", inverted.to_vec());
    }
    Ok(Picture {
        shape: Shape {
            width,
            height,
            orientation: header.orientation,
        },
        color: Stream::new(dictionary, bytes),
        mask: None,
    })
}

/// Walks the segments up to the frame header.
fn jpeg_header(bytes: &[u8]) -> Option<JpegHeader> {
    let (mut adobe, mut orientation) = (false, 1);
    let mut at = 2usize;
    loop {
        while *bytes.get(at)? == 0xFF && *bytes.get(at + 1)? == 0xFF {
            at += 1;
        }
        if bytes.get(at) != Some(&0xFF) {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        let length = usize::from(u16::from_be_bytes([
            *bytes.get(at + 2)?,
            *bytes.get(at + 3)?,
        ]));
        let segment = bytes.get(at + 4..at.checked_add(2 + length)?)?;
        match marker {
            // Baseline, extended and progressive: what DCTDecode knows.
            0xC0..=0xC2 => {
                let [8, h1, h0, w1, w0, components, ..] = *segment else {
                    return None;
                };
                let height = u32::from(u16::from_be_bytes([h1, h0]));
                let width = u32::from(u16::from_be_bytes([w1, w0]));
                return Some(JpegHeader {
                    width,
                    height,
                    components,
                    adobe,
                    orientation,
                });
            }
            // Lossless and arithmetic frames; scan and end before any frame.
            0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF | 0xD9 | 0xDA => return None,
            0xEE => adobe |= segment.starts_with(b"Adobe"),
            0xE1 => orientation = exif_orientation(segment).unwrap_or(orientation),
            _ => {}
        }
        at += 2 + length;
    }
}

/// The orientation in an Exif segment: tag 0x0112 of the first directory of its TIFF structure.
fn exif_orientation(segment: &[u8]) -> Option<u8> {
    let tiff = segment.strip_prefix(b"Exif\0\0")?;
    let little = tiff.starts_with(b"II");
    let short = |at: usize| -> Option<u16> {
        let bytes = tiff.get(at..at + 2)?.try_into().ok()?;
        Some(if little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let long = |at: usize| -> Option<usize> {
        let (first, second) = (usize::from(short(at)?), usize::from(short(at + 2)?));
        Some(if little {
            second << 16 | first
        } else {
            first << 16 | second
        })
    };
    const ORIENTATION: u16 = 0x0112;
    let directory = long(4)?;
    let entries = usize::from(short(directory)?);
    let mut places = (0..entries).map(|entry| directory + 2 + entry * 12);
    let entry = places.find(|&at| short(at) == Some(ORIENTATION))?;
    u8::try_from(short(entry + 8)?)
        .ok()
        .filter(|it| (1..=8).contains(it))
}

/// The bytes behind a `data:` address in base64.
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
    pub(crate) fn png(color: png::ColorType, width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn transparency_becomes_a_mask() {
        let pixels = [255, 0, 0, 255, 9, 9, 9, 0];
        let picture = Picture::read(&png(png::ColorType::Rgba, 2, 1, &pixels)).unwrap();
        assert_eq!(picture.shape, Shape::upright(2, 1));
        assert!(picture.mask.is_some());
        let opaque = [1, 2, 3, 255, 4, 5, 6, 255];
        let picture = Picture::read(&png(png::ColorType::Rgba, 2, 1, &opaque)).unwrap();
        assert!(picture.mask.is_none());
        assert_eq!(
            split_alpha(&pixels, 4),
            (vec![255, 0, 0, 0, 0, 0], vec![255, 0])
        );
    }

    #[test]
    fn damaged_pictures_are_refused() {
        let whole = png(png::ColorType::Rgb, 8, 8, &[7; 192]);
        for end in 0..whole.len() - 16 {
            assert!(Picture::read(&whole[..end]).is_err(), "cut at {end}");
        }
        assert_eq!(Picture::read(b"GIF89a").err(), Some(PictureProblem::Format));
        assert_eq!(
            Picture::read(&[0xFF, 0xD8, 0xFF]).err(),
            Some(PictureProblem::Content)
        );
    }

    #[test]
    fn jpeg_headers_are_read_without_decoding() {
        let mut jpeg = vec![0xFF, 0xD8, 0xFF, 0xEE, 0, 14];
        jpeg.extend_from_slice(b"Adobe\0\x64\0\0\0\0\0");
        jpeg.extend_from_slice(&[0xFF, 0xC2, 0, 8, 8, 0, 20, 0, 10, 4]);
        let picture = Picture::read(&jpeg).unwrap();
        assert_eq!(picture.shape, Shape::upright(10, 20));
        assert_eq!(
            picture.color.dictionary.name(b"ColorSpace"),
            Some(&b"DeviceCMYK"[..])
        );
        assert!(picture.color.dictionary.contains(b"Decode"));
    }

    #[test]
    fn photographs_are_turned_as_their_camera_was_held() {
        let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0".to_vec();
        let mut jpeg = vec![0xFF, 0xD8, 0xFF, 0xE1, 0, exif.len() as u8 + 2];
        jpeg.append(&mut exif);
        jpeg.extend_from_slice(&[
            0xFF, 0xC0, 0, 17, 8, 0, 20, 0, 10, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]);
        let shape = Picture::read(&jpeg).unwrap().shape;
        assert_eq!((shape.orientation, shape.shown()), (6, (20, 10)));
        // The left top corner of the stored picture is the right top one of the shown picture.
        let [a, b, c, d, e, f] = shape.turn();
        assert_eq!((c + e, d + f), (1.0, 1.0));
        assert_eq!((a + e, b + f), (0.0, 0.0));
    }

    #[test]
    fn webp_is_decoded_with_its_transparency() {
        // A lossless picture of two pixels: opaque red, transparent.
        let mut bytes = Vec::new();
        image_webp::WebPEncoder::new(&mut bytes)
            .encode(
                &[255, 0, 0, 255, 9, 9, 9, 0],
                2,
                1,
                image_webp::ColorType::Rgba8,
            )
            .unwrap();
        let picture = Picture::read(&bytes).unwrap();
        assert_eq!(picture.shape, Shape::upright(2, 1));
        assert!(picture.mask.is_some());
        assert!(Picture::read(&bytes[..bytes.len() - 8]).is_err());
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
