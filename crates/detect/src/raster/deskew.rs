//! Deskewing of pages that were scanned at an angle or photographed in perspective. Finds the horizontal and vertical
//! slopes at which points on lines concentrate most (projection profile), samples a deskewed page along them, and maps
//! positions back.

use crate::raster::bitmap::index;

/// Minimum contrast of a line to both sides, in gray levels.
const CONTRAST: u8 = 40;
/// Steepest slope that is searched.
const MAX_SLOPE: f32 = 0.12;
/// The slope changes across the page by at most about twice this, per pixel.
const MAX_SLOPE_CHANGE: f32 = 4.8e-5;
/// Maximum number of line points that are evaluated.
const MAX_POINTS: usize = 4_000;
/// A page is straight if its lines deviate by less than this at the edge, in pixels.
const MAX_DEVIATION: f32 = 0.8;

/// Slope of the horizontal (or vertical) lines: its value at the page's center and its change across the page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Slope {
    at_center: f32,
    change: f32,
}

/// Mapping from the deskewed page to the raster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Skew {
    horizontal: Slope,
    vertical: Slope,
    center: (f32, f32),
}

impl Skew {
    /// Maps a point of the deskewed page to the raster.
    pub(crate) fn to_raster(self, x: f32, y: f32) -> (f32, f32) {
        let (dx, dy) = (x - self.center.0, y - self.center.1);
        (
            x + (self.vertical.at_center + self.vertical.change * dx) * dy,
            y + (self.horizontal.at_center + self.horizontal.change * dy) * dx,
        )
    }

    pub(crate) fn is_straight(&self) -> bool {
        let off = |slope: Slope, (half, other): (f32, f32)| {
            (slope.at_center.abs() + slope.change.abs() * other) * half
        };
        off(self.horizontal, self.center) < MAX_DEVIATION
            && off(self.vertical, (self.center.1, self.center.0)) < MAX_DEVIATION
    }
}

/// Measures skew and deskews. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Deskewer {
    points: Vec<(f32, f32)>,
    counts: Vec<u32>,
    deskewed: Vec<u8>,
}

impl Deskewer {
    /// Measures the skew of the page.
    pub(crate) fn measure(&mut self, gray: &[u8], width: i32, height: i32) -> Skew {
        let center = (width as f32 / 2.0, height as f32 / 2.0);
        self.collect(gray, (width, height), index(width));
        let horizontal = self.search(center.0, center.1);
        self.collect(gray, (width, height), 1);
        for point in &mut self.points {
            *point = (point.1, point.0);
        }
        let vertical = self.search(center.1, center.0);
        Skew {
            horizontal,
            vertical,
            center,
        }
    }

    /// Collects points darker than both sides at a distance of 3 and 5 strides, relative to the page's center.
    fn collect(&mut self, gray: &[u8], (width, height): (i32, i32), stride: usize) {
        self.points.clear();
        // Every fourth pixel along a line is enough.
        let (rows, columns) = if stride == 1 { (4, 1) } else { (1, 4) };
        for y in (6..height - 6).step_by(rows) {
            for x in (6..width - 6).step_by(columns) {
                let at = index(y * width + x);
                let g = |at: usize| gray.get(at).copied().unwrap_or(255);
                let here = g(at);
                if here > 255 - CONTRAST {
                    continue;
                }
                let before = g(at - 3 * stride).max(g(at - 5 * stride));
                let behind = g(at + 3 * stride).max(g(at + 5 * stride));
                let top = here <= g(at - stride) && here < g(at + stride);
                if top && before.min(behind).saturating_sub(here) >= CONTRAST {
                    let (dx, dy) = (x - width / 2, y - height / 2);
                    self.points.push((dx as f32, dy as f32));
                }
            }
        }
        let step = self.points.len() / MAX_POINTS + 1;
        let mut at = 0;
        self.points.retain(|_| {
            at += 1;
            at % step == 0
        });
    }

    /// Coarse-to-fine search for the slope at which the points concentrate in the fewest lines.
    fn search(&mut self, half: f32, other: f32) -> Slope {
        let mut best = Slope::default();
        if self.points.len() < 200 {
            return best;
        }
        let (mut step, mut change_step, mut bin) = (4.0 / half, MAX_SLOPE_CHANGE / 4.0, 4.0);
        let mut reach = ((MAX_SLOPE / step) as i32, 4);
        while bin >= 1.0 {
            let from = best;
            let mut most = 0.0;
            for i in -reach.0..=reach.0 {
                for j in -reach.1..=reach.1 {
                    let slope = Slope {
                        at_center: from.at_center + i as f32 * step,
                        change: from.change + j as f32 * change_step,
                    };
                    let weight = self.concentration(slope, other, bin);
                    if weight > most {
                        (most, best) = (weight, slope);
                    }
                }
            }
            (step, change_step, bin) = (step / 2.0, change_step / 2.0, bin / 1.6);
            reach = (2, 2);
        }
        best
    }

    /// Concentration of the points for a slope: the sum of squared histogram counts.
    fn concentration(&mut self, slope: Slope, other: f32, bin: f32) -> f32 {
        let bins = (4.0 * other / bin) as usize + 4;
        self.counts.clear();
        self.counts.resize(bins, 0);
        for (along, across) in &self.points {
            let line = (across - slope.at_center * along) / (1.0 + slope.change * along);
            let at = ((line + 2.0 * other) / bin) as usize;
            if let Some(count) = self.counts.get_mut(at) {
                *count += 1;
            }
        }
        self.counts.iter().map(|count| (count * count) as f32).sum()
    }

    /// Resamples the raster to the deskewed page.
    pub(crate) fn deskew(&mut self, skew: Skew, gray: &mut Vec<u8>, width: i32, height: i32) {
        self.deskewed.clear();
        self.deskewed.reserve(gray.len());
        for y in 0..height {
            for x in 0..width {
                let (u, v) = skew.to_raster(x as f32, y as f32);
                self.deskewed.push(sample(gray, (width, height), u, v));
            }
        }
        std::mem::swap(&mut self.deskewed, gray);
    }
}

/// Bilinear interpolation. Positions beyond the edge are white.
fn sample(gray: &[u8], (width, height): (i32, i32), x: f32, y: f32) -> u8 {
    if x < 0.0 || y < 0.0 || x >= (width - 1) as f32 || y >= (height - 1) as f32 {
        return 255;
    }
    let (column, row) = (x as i32, y as i32);
    let (right, down) = (
        ((x - column as f32) * 64.0) as u32,
        ((y - row as f32) * 64.0) as u32,
    );
    let at = index(row * width + column);
    let pair = |at: usize| {
        let pixels = gray.get(at..at + 2).unwrap_or(&[255, 255]);
        let g = |i: usize| u32::from(pixels.get(i).copied().unwrap_or(255));
        g(0) * (64 - right) + g(1) * right
    };
    let mixed = pair(at) * (64 - down) + pair(at + index(width)) * down;
    u8::try_from(mixed / 4096).unwrap_or(255)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maps a point of the raster to the deskewed page.
    fn to_page(skew: Skew, x: f32, y: f32) -> (f32, f32) {
        let (mut u, mut v) = (x, y);
        for _ in 0..6 {
            let (a, b) = skew.to_raster(u, v);
            (u, v) = (u + x - a, v + y - b);
        }
        (u, v)
    }

    /// A page of horizontal and vertical rules with a given skew.
    fn page(skew: Skew) -> Vec<u8> {
        let mut gray = Vec::new();
        for y in 0..1300 {
            for x in 0..1000 {
                let (u, v) = to_page(skew, x as f32, y as f32);
                let inside = (80.0..920.0).contains(&u) && (80.0..1220.0).contains(&v);
                let ruled = u.rem_euclid(210.0) < 2.0 || v.rem_euclid(57.0) < 2.0;
                gray.push(if inside && ruled { 0 } else { 255 });
            }
        }
        gray
    }

    fn skew(horizontal: (f32, f32), vertical: (f32, f32)) -> Skew {
        let slope = |(at_center, change)| Slope { at_center, change };
        Skew {
            horizontal: slope(horizontal),
            vertical: slope(vertical),
            center: (500.0, 650.0),
        }
    }

    #[test]
    fn skew_is_measured_to_three_pixels() {
        for known in [
            skew((0.0, 0.0), (0.0, 0.0)),
            skew((0.03, 0.0), (-0.03, 0.0)),
            skew((-0.012, 2e-5), (0.02, -1.5e-5)),
        ] {
            let found = Deskewer::default().measure(&page(known), 1000, 1300);
            for (x, y) in [
                (100.0, 100.0),
                (900.0, 100.0),
                (100.0, 1200.0),
                (900.0, 1200.0),
            ] {
                let (a, b) = (known.to_raster(x, y), found.to_raster(x, y));
                let off = (a.0 - b.0).abs().max((a.1 - b.1).abs());
                assert!(off < 3.0, "{known:?} {found:?}: {off}");
            }
        }
    }

    #[test]
    fn a_point_goes_to_the_raster_and_back() {
        let skew = skew((0.02, 1e-5), (-0.03, 2e-5));
        let (x, y) = skew.to_raster(123.0, 987.0);
        let (u, v) = to_page(skew, x, y);
        assert!((u - 123.0).abs() < 0.1 && (v - 987.0).abs() < 0.1);
    }
}
