//! PNG and WebP: decoded, and packed again as PDF has pixels, row by row. Only what the decoders themselves need is
//! held whole, so that a small file can't ask for much memory.

use super::png::Png;
use super::{Picture, PictureProblem, Shape, check_size, check_work, image_dictionary};
use countersign_pdf::{Compressor, Dictionary, Name, Stream};
use std::io::Cursor;

/// How the pixels of a picture lie in memory, one byte a channel.
#[derive(Clone, Copy)]
struct Pixels {
    /// Name of the colour space.
    space: &'static str,
    /// Bytes of a pixel.
    channels: usize,
    /// Whether the last of them is the opacity.
    transparent: bool,
}

/// Colour and opacity of the rows so far, packed.
struct Canvas {
    pixels: Pixels,
    color: Compressor,
    mask: Option<Compressor>,
    /// Whether nothing shines through so far.
    opaque: bool,
    /// The two parts of a row.
    row: (Vec<u8>, Vec<u8>),
}

impl Canvas {
    fn new(pixels: Pixels) -> Self {
        Self {
            pixels,
            color: Compressor::new(),
            mask: pixels.transparent.then(Compressor::new),
            opaque: true,
            row: (Vec::new(), Vec::new()),
        }
    }

    /// Adds whole pixels.
    fn push(&mut self, bytes: &[u8]) {
        let Some(mask) = &mut self.mask else {
            return self.color.push(bytes);
        };
        let (color, opacity) = &mut self.row;
        color.clear();
        opacity.clear();
        split_opacity(bytes, self.pixels.channels, color, opacity);
        self.opaque &= opacity.iter().all(|&level| level == u8::MAX);
        self.color.push(color);
        mask.push(opacity);
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
            mask: mask.map(|mask| packed("DeviceGray", mask)),
        }
    }
}

/// Colour and opacity apart. What is fully transparent becomes black: it is not seen, and it packs better.
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

pub(super) fn read_png(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    let png = Png::open(bytes)?;
    let (width, height) = (png.width, png.height);
    let space = if png.is_gray() {
        "DeviceGray"
    } else {
        "DeviceRGB"
    };
    let mut canvas = Canvas::new(Pixels::new(space, png.channels(), png.is_transparent()));
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

/// Of an animation the first picture.
pub(super) fn read_webp(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    /// Rows that are packed at once.
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
    let mut canvas = Canvas::new(Pixels::new("DeviceRGB", channels, transparent));
    for rows in whole.chunks(width as usize * channels * ROWS) {
        canvas.push(rows);
    }
    Ok(canvas.finish(width, height))
}

/// Bytes a pixel that decoding takes: the picture, and what it is made of.
fn webp_work(decoder: &mut image_webp::WebPDecoder<Cursor<&[u8]>>) -> u64 {
    match (
        decoder.is_animated(),
        decoder.is_lossy(),
        decoder.has_alpha(),
    ) {
        // The canvas and the frame beside it.
        (true, ..) => 15,
        // Luma and chroma.
        (false, true, false) => 5,
        // Luma, chroma, and the opacity, which is a picture of its own.
        (false, true, true) => 11,
        (false, false, false) => 7,
        (false, false, true) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{crc, png};

    #[test]
    fn transparency_becomes_a_mask() {
        let pixels = [255, 0, 0, 255, 9, 9, 9, 0];
        let picture = Picture::read(&png(::png::ColorType::Rgba, 2, 1, &pixels)).unwrap();
        assert_eq!(picture.shape, Shape::upright(2, 1));
        assert!(picture.mask.is_some());
        let opaque = [1, 2, 3, 255, 4, 5, 6, 255];
        let picture = Picture::read(&png(::png::ColorType::Rgba, 2, 1, &opaque)).unwrap();
        assert!(picture.mask.is_none());
        let (mut color, mut opacity) = (Vec::new(), Vec::new());
        split_opacity(&pixels, 4, &mut color, &mut opacity);
        assert_eq!((color, opacity), (vec![255, 0, 0, 0, 0, 0], vec![255, 0]));
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
    fn what_asks_for_much_has_to_be_much() {
        // A page scanned in gray, all white: large, and its file is small.
        let page = png(
            ::png::ColorType::Grayscale,
            2480,
            3508,
            &vec![255; 2480 * 3508],
        );
        assert!(Picture::read(&page).is_ok());
        // The same header over hardly any data.
        let mut bomb = png(::png::ColorType::Rgba, 4, 4, &[0; 64]);
        bomb[16..24].copy_from_slice(&[0, 0, 0x20, 0, 0, 0, 0x20, 0]);
        let sum = crc(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(Picture::read(&bomb).err(), Some(PictureProblem::Size));
    }
}
