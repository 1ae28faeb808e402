//! Raster input: RGBA to gray, and resampling to the detection width.

use crate::{DetectError, MAX_SIDE, Raster};

/// Converts RGBA pixels to gray values over white paper. Clears `gray` first.
///
/// ```
/// let mut gray = Vec::new();
/// countersign_detect::gray_from_rgba(&[0, 0, 0, 255, 0, 0, 0, 0], &mut gray);
/// assert_eq!(gray, [0, 255]);
/// ```
pub fn gray_from_rgba(rgba: &[u8], gray: &mut Vec<u8>) {
    gray.clear();
    gray.extend(rgba.as_chunks::<4>().0.iter().map(|[r, g, b, a]| {
        let luma = (77 * u32::from(*r) + 150 * u32::from(*g) + 29 * u32::from(*b)) >> 8;
        let alpha = u32::from(*a);
        u8::try_from((luma * alpha + 255 * (255 - alpha)) / 255).unwrap_or(255)
    }));
}

/// Checks a raster and resamples it to a width by averaging. Returns the new height.
pub(crate) fn resample(
    raster: Raster<'_>,
    width: u32,
    into: &mut Vec<u8>,
) -> Result<u32, DetectError> {
    let Raster {
        width: w,
        height: h,
        gray,
    } = raster;
    if w == 0 || h == 0 || w > MAX_SIDE || h > MAX_SIDE {
        return Err(DetectError::UnsupportedSize);
    }
    if gray.len() as u64 != u64::from(w) * u64::from(h) {
        return Err(DetectError::SizeMismatch);
    }
    into.clear();
    if w == width {
        into.extend_from_slice(gray);
        return Ok(h);
    }
    let height = (u64::from(h) * u64::from(width) / u64::from(w)).max(1);
    if height > u64::from(MAX_SIDE) {
        return Err(DetectError::UnsupportedSize);
    }
    for y in 0..height {
        let rows = part(y, height, u64::from(h));
        for x in 0..u64::from(width) {
            into.push(mean(
                gray,
                w as usize,
                part(x, u64::from(width), u64::from(w)),
                rows,
            ));
        }
    }
    u32::try_from(height).map_err(|_| DetectError::UnsupportedSize)
}

/// Range of source pixels for target pixel `i` of `n`; at least one pixel.
fn part(i: u64, n: u64, source: u64) -> (usize, usize) {
    let from = (i * source / n).min(source - 1);
    let to = ((i + 1) * source / n).max(from + 1);
    (from as usize, to as usize)
}

fn mean(gray: &[u8], stride: usize, x: (usize, usize), y: (usize, usize)) -> u8 {
    let rows = (y.0..y.1).filter_map(|row| gray.get(row * stride + x.0..row * stride + x.1));
    let (sum, count) = rows.flatten().fold((0_u64, 0_u64), |(sum, count), g| {
        (sum + u64::from(*g), count + 1)
    });
    u8::try_from(sum / count.max(1)).unwrap_or(255)
}

/// Converts a size. Sizes are at most [`MAX_SIDE`], so the conversion does not saturate.
pub(crate) fn to_i32(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_width_is_the_mean_of_four() {
        let gray = [0, 100, 200, 200, 100, 200, 200, 200];
        let mut small = Vec::new();
        assert_eq!(
            resample(
                Raster {
                    width: 4,
                    height: 2,
                    gray: &gray
                },
                2,
                &mut small
            ),
            Ok(1)
        );
        assert_eq!(small, [100, 200]);
    }

    #[test]
    fn sizes_that_do_not_match_are_rejected() {
        let mut out = Vec::new();
        let bad = |width, height, len: usize, out: &mut Vec<u8>| {
            resample(
                Raster {
                    width,
                    height,
                    gray: &vec![0; len],
                },
                10,
                out,
            )
        };
        assert_eq!(bad(4, 2, 7, &mut out), Err(DetectError::SizeMismatch));
        assert_eq!(bad(0, 2, 0, &mut out), Err(DetectError::UnsupportedSize));
        assert_eq!(
            bad(u32::MAX, 2, 0, &mut out),
            Err(DetectError::UnsupportedSize)
        );
        assert_eq!(
            bad(1, 15_000, 15_000, &mut out),
            Err(DetectError::UnsupportedSize)
        );
    }
}
