//! PNG and TIFF predictors.

use crate::error::{PdfError, Result};
use crate::object::Dictionary;

struct Layout {
    colors: usize,
    bits: usize,
    /// Bytes per row.
    row: usize,
    /// Distance in bytes between the same samples of adjacent pixels.
    pixel: usize,
}

/// Reverses the prediction specified by `/Predictor`.
pub(super) fn undo(parameters: Option<&Dictionary>, data: Vec<u8>) -> Result<Vec<u8>> {
    let Some(parameters) = parameters else {
        return Ok(data);
    };
    let predictor = parameters.integer(b"Predictor").unwrap_or(1);
    if predictor < 2 {
        return Ok(data);
    }
    let layout = layout(parameters)?;
    match predictor {
        2 => Ok(undo_tiff(&layout, data)),
        _ => undo_png(&layout, &data),
    }
}

fn layout(parameters: &Dictionary) -> Result<Layout> {
    let broken = PdfError::Filter {
        filter: "Predictor",
        problem: "impossible parameters",
    };
    let number = |key: &[u8], default: usize, most: usize| match parameters.integer(key) {
        None => Ok(default),
        Some(value) => usize::try_from(value)
            .ok()
            .filter(|it| (1..=most).contains(it))
            .ok_or(broken.clone()),
    };
    let colors = number(b"Colors", 1, 1024)?;
    let bits = number(b"BitsPerComponent", 8, 16)?;
    let columns = number(b"Columns", 1, 1 << 24)?;
    if !matches!(bits, 1 | 2 | 4 | 8 | 16) {
        return Err(broken);
    }
    let row = (colors * bits)
        .checked_mul(columns)
        .map(|all| all.div_ceil(8))
        .ok_or(broken)?;
    Ok(Layout {
        colors,
        bits,
        row,
        pixel: (colors * bits).div_ceil(8),
    })
}

fn undo_png(layout: &Layout, data: &[u8]) -> Result<Vec<u8>> {
    let mut decoded: Vec<u8> = Vec::with_capacity(data.len());
    let first = vec![0; layout.row.min(data.len())];
    for line in data.chunks(layout.row.saturating_add(1)) {
        let [kind, line @ ..] = line else { break };
        let start = decoded.len();
        decoded.extend_from_slice(line);
        let (done, row) = decoded.split_at_mut(start);
        let above = start.checked_sub(layout.row).and_then(|at| done.get(at..));
        undo_png_row(*kind, row, above.unwrap_or(&first), layout.pixel)?;
    }
    Ok(decoded)
}

/// Reverses the prediction of a row of a stream with a PNG predictor (ISO 32000-2, 7.4.4.4) or of a
/// PNG (W3C, clause 9). `above` is the previous row, of the same length, or zeros for the first
/// row. `pixel` is the size of a pixel in bytes, at least 1.
///
/// ```
/// let mut row = [10, 1, 1, 1];
/// countersign_pdf::undo_png_row(1, &mut row, &[0; 4], 1)?;
/// assert_eq!(row, [10, 11, 12, 13]);
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
///
/// # Errors
/// [`PdfError::Filter`] for an unknown filter type. Valid types: 0 (none), 1 (sub), 2 (up), 3
/// (average) and 4 (Paeth).
pub fn undo_png_row(kind: u8, row: &mut [u8], above: &[u8], pixel: usize) -> Result<()> {
    match kind {
        0 => {}
        1 => predicted(row, above, pixel, |left, _, _| left),
        2 => {
            for (place, up) in row.iter_mut().zip(above) {
                *place = place.wrapping_add(*up);
            }
        }
        3 => predicted(row, above, pixel, |left, up, _| {
            ((u16::from(left) + u16::from(up)) / 2) as u8
        }),
        4 => predicted(row, above, pixel, paeth),
        _ => {
            return Err(PdfError::Filter {
                filter: "Predictor",
                problem: "an unknown PNG row",
            });
        }
    }
    Ok(())
}

/// Adds to each byte the prediction from the bytes to the left, above, and above left.
fn predicted(row: &mut [u8], above: &[u8], pixel: usize, of: impl Fn(u8, u8, u8) -> u8) {
    let count = row.len().min(above.len());
    let (row, above) = (&mut row[..count], &above[..count]);
    for index in 0..count {
        let (left, corner) = match index.checked_sub(pixel) {
            Some(at) => (row[at], above[at]),
            None => (0, 0),
        };
        row[index] = row[index].wrapping_add(of(left, above[index], corner));
    }
}

fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(up), i16::from(corner));
    let estimate = a + b - c;
    let (to_a, to_b, to_c) = (
        (estimate - a).abs(),
        (estimate - b).abs(),
        (estimate - c).abs(),
    );
    if to_a <= to_b && to_a <= to_c {
        left
    } else if to_b <= to_c {
        up
    } else {
        corner
    }
}

fn undo_tiff(layout: &Layout, mut data: Vec<u8>) -> Vec<u8> {
    for row in data.chunks_mut(layout.row.max(1)) {
        match layout.bits {
            8 => tiff_bytes(row, layout.colors),
            16 => tiff_words(row, layout.colors),
            bits => tiff_bits(row, layout.colors, bits),
        }
    }
    data
}

fn tiff_bytes(row: &mut [u8], colors: usize) {
    for index in colors..row.len() {
        let left = row.get(index - colors).copied().unwrap_or(0);
        if let Some(place) = row.get_mut(index) {
            *place = place.wrapping_add(left);
        }
    }
}

fn tiff_words(row: &mut [u8], colors: usize) {
    let mut before = vec![0u16; colors];
    for (index, word) in row.chunks_exact_mut(2).enumerate() {
        let (Some(left), [high, low]) = (before.get_mut(index % colors), word) else {
            continue;
        };
        let value = u16::from_be_bytes([*high, *low]).wrapping_add(*left);
        [*high, *low] = value.to_be_bytes();
        *left = value;
    }
}

fn tiff_bits(row: &mut [u8], colors: usize, bits: usize) {
    let mask = (1u8 << bits) - 1;
    let per_byte = 8 / bits;
    let mut before = vec![0u8; colors];
    for index in 0..row.len() * per_byte {
        let shift = 8 - bits - index % per_byte * bits;
        let (Some(left), Some(byte)) = (
            before.get_mut(index % colors),
            row.get_mut(index / per_byte),
        ) else {
            continue;
        };
        let value = (*byte >> shift & mask).wrapping_add(*left) & mask;
        *byte = *byte & !(mask << shift) | value << shift;
        *left = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(predictor: i64, colors: i64, bits: i64, columns: i64) -> Dictionary {
        Dictionary::new()
            .with("Predictor", predictor)
            .with("Colors", colors)
            .with("BitsPerComponent", bits)
            .with("Columns", columns)
    }

    #[test]
    fn png_rows() {
        let data = vec![0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1];
        let decoded = undo(Some(&parameters(15, 1, 8, 3)), data).unwrap();
        assert_eq!(decoded, [1, 2, 3, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5]);
        assert!(undo(Some(&parameters(15, 1, 8, 3)), vec![9, 1, 2, 3]).is_err());
    }

    #[test]
    fn tiff_samples() {
        assert_eq!(
            undo(Some(&parameters(2, 2, 8, 2)), vec![1, 2, 3, 4]).unwrap(),
            [1, 2, 4, 6]
        );
        assert_eq!(
            undo(Some(&parameters(2, 1, 16, 2)), vec![0, 255, 0, 1]).unwrap(),
            [0, 255, 1, 0]
        );
        assert_eq!(
            undo(Some(&parameters(2, 1, 4, 4)), vec![0x12, 0x34]).unwrap(),
            [0x13, 0x6a]
        );
    }

    #[test]
    fn impossible_parameters() {
        assert!(undo(Some(&parameters(15, 0, 8, 3)), vec![1]).is_err());
        assert!(undo(Some(&parameters(15, 1, 7, 3)), vec![1]).is_err());
        assert!(undo(Some(&parameters(15, 1, 8, i64::MAX)), vec![1]).is_err());
    }
}
