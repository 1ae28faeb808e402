//! JPEG files are embedded unchanged (`DCTDecode`, ISO 32000-2, 7.4.8): only the headers are
//! parsed.

use super::{Opacity, Picture, PictureProblem, Shape, check_size, image_dictionary};
use countersign_pdf::{Name, Object, Stream};

/// Parsed headers of a JPEG.
struct JpegHeader {
    width: u32,
    height: u32,
    components: u8,
    /// True with an Adobe marker: such CMYK files are stored inverted.
    adobe: bool,
    /// Exif orientation.
    orientation: u8,
}

/// The embedded file with its parsed headers.
pub(super) fn read(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    let header = jpeg_header(bytes).ok_or(PictureProblem::Content)?;
    let (width, height) = (header.width, header.height);
    check_size(width, height, bytes.len())?;
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
        opacity: Opacity::Soft,
    })
}

/// End of image (EOI).
const END: &[u8] = &[0xFF, 0xD9];

/// Parses the segments up to the scan. `None` for a file that ends before its image does.
fn jpeg_header(bytes: &[u8]) -> Option<JpegHeader> {
    let (mut adobe, mut orientation) = (false, 1);
    let mut frame = None;
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
            // Baseline, extended and progressive frames: the types that DCTDecode supports.
            0xC0..=0xC2 => {
                let [8, h1, h0, w1, w0, components, ..] = *segment else {
                    return None;
                };
                let height = u32::from(u16::from_be_bytes([h1, h0]));
                let width = u32::from(u16::from_be_bytes([w1, w0]));
                frame = Some((width, height, components));
            }
            0xDA => {
                // In the data of scans, 0xFF is never followed by the code of this marker.
                let rest = bytes.get(at..)?;
                rest.windows(END.len()).find(|part| *part == END)?;
                let (width, height, components) = frame?;
                return Some(JpegHeader {
                    width,
                    height,
                    components,
                    adobe,
                    orientation,
                });
            }
            // Lossless and arithmetic frames; end of image before any scan.
            0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF | 0xD9 => return None,
            0xEE => adobe |= segment.starts_with(b"Adobe"),
            0xE1 => orientation = exif_orientation(segment).unwrap_or(orientation),
            _ => {}
        }
        at += 2 + length;
    }
}

/// The orientation in an Exif segment: tag 0x0112 of the first IFD.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jpeg_headers_are_read_without_decoding() {
        let mut jpeg = vec![0xFF, 0xD8, 0xFF, 0xEE, 0, 14];
        jpeg.extend_from_slice(b"Adobe\0\x64\0\0\0\0\0");
        jpeg.extend_from_slice(&[0xFF, 0xC2, 0, 8, 8, 0, 20, 0, 10, 4]);
        jpeg.extend_from_slice(&[0xFF, 0xDA, 0, 2, 7, 7]);
        // A file that ends before its image does is refused.
        assert!(Picture::read(&jpeg, None).is_err());
        jpeg.extend_from_slice(END);
        let picture = Picture::read(&jpeg, None).unwrap();
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
            0xFF, 0xC0, 0, 17, 8, 0, 20, 0, 10, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xDA, 0, 2,
            0xFF, 0xD9,
        ]);
        let shape = Picture::read(&jpeg, None).unwrap().shape;
        assert_eq!((shape.orientation, shape.shown()), (6, (20, 10)));
        // The top left corner of the stored picture is the top right corner of the displayed one.
        let [a, b, c, d, e, f] = shape.turn();
        assert_eq!((c + e, d + f), (1.0, 1.0));
        assert_eq!((a + e, b + f), (0.0, 0.0));
    }
}
