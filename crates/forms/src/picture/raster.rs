//! PNG and WebP: decoded and recompressed for PDF row by row. Only what the decoders need is kept
//! as a whole, so a small file can't use much memory.

use super::png::Png;
use super::{Opacity, Picture, PictureProblem, Shape, check_size, check_work, image_dictionary};
use countersign_pdf::{Compressor, Dictionary, Name, Stream};
use std::io::Cursor;

/// Pixel format in memory, one byte per channel.
#[derive(Clone, Copy)]
struct Pixels {
    /// Name of the color space.
    space: &'static str,
    /// Bytes per pixel.
    channels: usize,
    /// True if the last channel is alpha.
    transparent: bool,
}

/// Compressed color and alpha data of the rows so far.
struct Canvas {
    pixels: Pixels,
    opacity: Opacity,
    /// Pixels per row.
    width: usize,
    color: Compressor,
    mask: Option<Compressor>,
    /// True while all pixels are opaque.
    opaque: bool,
    /// Buffers for the color and alpha parts of a row.
    row: (Vec<u8>, Vec<u8>),
}

impl Canvas {
    fn new(pixels: Pixels, opacity: Opacity, width: u32) -> Self {
        Self {
            pixels,
            opacity,
            width: width as usize,
            color: Compressor::new(),
            mask: pixels.transparent.then(Compressor::new),
            opaque: true,
            row: (Vec::new(), Vec::new()),
        }
    }

    /// Adds whole rows.
    fn push(&mut self, bytes: &[u8]) {
        let Some(mask) = &mut self.mask else {
            return self.color.push(bytes);
        };
        let (color, opacity) = &mut self.row;
        color.clear();
        opacity.clear();
        split_opacity(bytes, self.pixels.channels, color, opacity);
        self.opaque &= opacity.iter().all(|&level| level == u8::MAX);
        match self.opacity {
            Opacity::Soft => mask.push(opacity),
            Opacity::Hard => {
                lay_on_white(color, opacity);
                for row in opacity.chunks(self.width.max(1)) {
                    mask.push(&bits_of(row));
                }
            }
        }
        self.color.push(color);
    }

    fn finish(self, width: u32, height: u32) -> Picture {
        let packed = |space, data: Compressor| {
            let dictionary: Dictionary =
                image_dictionary(width, height, space).with("Filter", Name::from("FlateDecode"));
            Stream::new(dictionary, data.finish())
        };
        let mask = self.mask.filter(|_| !self.opaque);
        Picture {
            shape: Shape::upright(width, height),
            color: packed(self.pixels.space, self.color),
            mask: mask.map(|mask| match self.opacity {
                Opacity::Soft => packed("DeviceGray", mask),
                Opacity::Hard => as_stencil(packed("DeviceGray", mask)),
            }),
            opacity: self.opacity,
        }
    }
}

/// Separates color and alpha. Fully transparent pixels become black: they are invisible, and black
/// compresses better.
fn split_opacity(pixels: &[u8], channels: usize, color: &mut Vec<u8>, opacity: &mut Vec<u8>) {
    for pixel in pixels.chunks_exact(channels) {
        let Some((&level, shade)) = pixel.split_last() else {
            continue;
        };
        opacity.push(level);
        if level == 0 {
            color.extend(shade.iter().map(|_| 0));
        } else {
            color.extend_from_slice(shade);
        }
    }
}

/// Blends partly transparent pixels with white; fully transparent ones stay unchanged.
fn lay_on_white(color: &mut [u8], opacity: &[u8]) {
    let channels = color.len().checked_div(opacity.len()).unwrap_or(1);
    let pixels = color.chunks_exact_mut(channels.max(1)).zip(opacity);
    for (pixel, &level) in pixels.filter(|(_, level)| !matches!(**level, 0 | u8::MAX)) {
        let level = u32::from(level);
        for shade in pixel {
            *shade = ((u32::from(*shade) * level + 255 * (255 - level) + 127) / 255) as u8;
        }
    }
}

/// A row of a stencil mask: bit 1 means not painted.
fn bits_of(row: &[u8]) -> Vec<u8> {
    let byte = |levels: &[u8]| {
        let bits = levels.iter().enumerate();
        bits.fold(0, |byte, (place, &level)| {
            byte | u8::from(level == 0) << (7 - place)
        })
    };
    row.chunks(8).map(byte).collect()
}

/// Converts a mask to a stencil mask (ISO 32000-2, 8.9.6.3).
fn as_stencil(mut mask: Stream) -> Stream {
    mask.dictionary.remove(b"ColorSpace");
    mask.dictionary.insert("BitsPerComponent", 1);
    mask.dictionary.insert("ImageMask", true);
    mask
}

pub(super) fn read_png(bytes: &[u8], opacity: Opacity) -> Result<Picture, PictureProblem> {
    let png = Png::open(bytes)?;
    let (width, height) = (png.width, png.height);
    let space = if png.is_gray() {
        "DeviceGray"
    } else {
        "DeviceRGB"
    };
    let pixels = Pixels::new(space, png.channels(), png.is_transparent());
    let mut canvas = Canvas::new(pixels, opacity, width);
    png.rows(|row| canvas.push(row))?;
    Ok(canvas.finish(width, height))
}

impl Pixels {
    fn new(space: &'static str, channels: usize, transparent: bool) -> Self {
        Self {
            space,
            channels,
            transparent,
        }
    }
}

/// Decodes a WebP file; the first frame of an animation.
pub(super) fn read_webp(bytes: &[u8], opacity: Opacity) -> Result<Picture, PictureProblem> {
    /// Rows compressed at once.
    const ROWS: usize = 64;
    let damaged = |_| PictureProblem::Content;
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, bytes.len())?;
    let area = u64::from(width) * u64::from(height);
    check_work(area * webp_work(&mut decoder), bytes.len())?;
    let size = decoder.output_buffer_size().ok_or(PictureProblem::Size)?;
    let mut whole = vec![0; size];
    decoder.read_image(&mut whole).map_err(damaged)?;
    let transparent = decoder.has_alpha();
    let channels = if transparent { 4 } else { 3 };
    let pixels = Pixels::new("DeviceRGB", channels, transparent);
    let mut canvas = Canvas::new(pixels, opacity, width);
    for rows in whole.chunks(width as usize * channels * ROWS) {
        canvas.push(rows);
    }
    Ok(canvas.finish(width, height))
}

/// Memory for decoding in bytes per pixel: the image and the decoder's buffers.
fn webp_work(decoder: &mut image_webp::WebPDecoder<Cursor<&[u8]>>) -> u64 {
    match (
        decoder.is_animated(),
        decoder.is_lossy(),
        decoder.has_alpha(),
    ) {
        // Canvas and current frame.
        (true, ..) => 15,
        // Luma and chroma.
        (false, true, false) => 5,
        // Luma, chroma, and alpha, which is a separate image.
        (false, true, true) => 11,
        (false, false, false) => 7,
        (false, false, true) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{crc, png};
    use countersign_pdf::{ObjectId, PdfA};

    #[test]
    fn transparency_becomes_a_mask() {
        let pixels = [255, 0, 0, 255, 9, 9, 9, 0];
        let picture = Picture::read(&png(::png::ColorType::Rgba, 2, 1, &pixels), None).unwrap();
        assert_eq!(picture.shape, Shape::upright(2, 1));
        assert!(picture.mask.is_some());
        let opaque = [1, 2, 3, 255, 4, 5, 6, 255];
        let picture = Picture::read(&png(::png::ColorType::Rgba, 2, 1, &opaque), None).unwrap();
        assert!(picture.mask.is_none());
        let (mut color, mut opacity) = (Vec::new(), Vec::new());
        split_opacity(&pixels, 4, &mut color, &mut opacity);
        assert_eq!((color, opacity), (vec![255, 0, 0, 0, 0, 0], vec![255, 0]));
    }

    #[test]
    fn without_transparency_a_mask_of_bits_leaves_out_what_is_not_there() {
        let mut color = vec![0, 0, 0, 0, 0, 0, 10, 20, 30];
        lay_on_white(&mut color, &[0, 128, 255]);
        assert_eq!(color, [0, 0, 0, 127, 127, 127, 10, 20, 30]);
        assert_eq!(
            bits_of(&[0, 1, 255, 0, 0, 9, 9, 9, 0]),
            [0b1001_1000, 0b1000_0000]
        );
        let pixels = [255, 0, 0, 255, 9, 9, 9, 0];
        let claim = Some(PdfA {
            part: 1,
            intent: None,
        });
        let file = png(::png::ColorType::Rgba, 2, 1, &pixels);
        let picture = Picture::read(&file, claim).unwrap();
        let mut objects = Vec::new();
        picture.add(claim, |object| {
            objects.push(object);
            ObjectId::new(objects.len() as u32, 0)
        });
        let [mask, image] = &objects[..] else {
            panic!("an image and its mask");
        };
        let mask = mask.as_dictionary().unwrap();
        assert_eq!(mask.bool(b"ImageMask"), Some(true));
        let image = image.as_dictionary().unwrap();
        assert!(image.contains(b"Mask") && !image.contains(b"SMask"));
        assert!(image.array(b"ColorSpace").is_some());
    }

    #[test]
    fn webp_is_decoded_with_its_transparency() {
        // A lossless image of two pixels: opaque red, transparent.
        let mut bytes = Vec::new();
        image_webp::WebPEncoder::new(&mut bytes)
            .encode(
                &[255, 0, 0, 255, 9, 9, 9, 0],
                2,
                1,
                image_webp::ColorType::Rgba8,
            )
            .unwrap();
        let picture = Picture::read(&bytes, None).unwrap();
        assert_eq!(picture.shape, Shape::upright(2, 1));
        assert!(picture.mask.is_some());
        assert!(Picture::read(&bytes[..bytes.len() - 8], None).is_err());
    }

    #[test]
    fn what_asks_for_much_has_to_be_much() {
        // A page scanned in gray, all white: a large image in a small file.
        let page = png(
            ::png::ColorType::Grayscale,
            2480,
            3508,
            &vec![255; 2480 * 3508],
        );
        assert!(Picture::read(&page, None).is_ok());
        // The same header with hardly any data.
        let mut bomb = png(::png::ColorType::Rgba, 4, 4, &[0; 64]);
        bomb[16..24].copy_from_slice(&[0, 0, 0x20, 0, 0, 0, 0x20, 0]);
        let sum = crc(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(Picture::read(&bomb, None).err(), Some(PictureProblem::Size));
    }
}
