//! Deskewing of pages that were scanned at an angle or photographed in perspective. Finds the horizontal and vertical
//! slopes at which points on lines concentrate most (projection profile), samples a straight page along them, and maps
//! positions back.

use crate::raster::bitmap::index;

/// Minimum contrast of a line to both sides, in gray levels.
const CONTRAST: u8 = 40;
/// Steepest slope that is searched.
const STEEPEST: f32 = 0.12;
/// The slope changes across the page by at most about twice this, per pixel.
const TURN: f32 = 4.8e-5;
/// Maximum number of line points that are evaluated.
const MAX_POINTS: usize = 4_000;
/// A page is straight if its lines deviate by less than this at the edge, in pixels.
const STRAIGHT: f32 = 0.8;

/// Slope of the horizontal (or vertical) lines: its value at the page's center and its change across the page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Slope {
    at_middle: f32,
    change: f32,
}

/// Mapping from the straight page to the raster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bend {
    level: Slope,
    upright: Slope,
    middle: (f32, f32),
}

impl Bend {
    /// Maps a point of the straight page to the raster.
    pub(crate) fn to_raster(self, x: f32, y: f32) -> (f32, f32) {
        let (dx, dy) = (x - self.middle.0, y - self.middle.1);
        (
            x + (self.upright.at_middle + self.upright.change * dx) * dy,
            y + (self.level.at_middle + self.level.change * dy) * dx,
        )
    }

    pub(crate) fn is_straight(&self) -> bool {
        let off = |slope: Slope, (half, other): (f32, f32)| {
            (slope.at_middle.abs() + slope.change.abs() * other) * half
        };
        off(self.level, self.middle) < STRAIGHT
            && off(self.upright, (self.middle.1, self.middle.0)) < STRAIGHT
    }
}

/// Measures skew and deskews. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Bends {
    points: Vec<(f32, f32)>,
    counts: Vec<u32>,
    straight: Vec<u8>,
}

impl Bends {
    /// Measures the skew of the page.
    pub(crate) fn find(&mut self, gray: &[u8], width: i32, height: i32) -> Bend {
        let middle = (width as f32 / 2.0, height as f32 / 2.0);
        self.collect(gray, (width, height), index(width));
        let level = self.search(middle.0, middle.1);
        self.collect(gray, (width, height), 1);
        for point in &mut self.points {
            *point = (point.1, point.0);
        }
        let upright = self.search(middle.1, middle.0);
        Bend {
            level,
            upright,
            middle,
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
        let (mut step, mut turn, mut bin) = (4.0 / half, TURN / 4.0, 4.0);
        let mut reach = ((STEEPEST / step) as i32, 4);
        while bin >= 1.0 {
            let from = best;
            let mut most = 0.0;
            for i in -reach.0..=reach.0 {
                for j in -reach.1..=reach.1 {
                    let slope = Slope {
                        at_middle: from.at_middle + i as f32 * step,
                        change: from.change + j as f32 * turn,
                    };
                    let weight = self.weigh(slope, other, bin);
                    if weight > most {
                        (most, best) = (weight, slope);
                    }
                }
            }
            (step, turn, bin) = (step / 2.0, turn / 2.0, bin / 1.6);
            reach = (2, 2);
        }
        best
    }

    /// Concentration of the points for a slope: the sum of squared histogram counts.
    fn weigh(&mut self, slope: Slope, other: f32, bin: f32) -> f32 {
        let bins = (4.0 * other / bin) as usize + 4;
        self.counts.clear();
        self.counts.resize(bins, 0);
        for (along, across) in &self.points {
            let line = (across - slope.at_middle * along) / (1.0 + slope.change * along);
            let at = ((line + 2.0 * other) / bin) as usize;
            if let Some(count) = self.counts.get_mut(at) {
                *count += 1;
            }
        }
        self.counts.iter().map(|count| (count * count) as f32).sum()
    }

    /// Resamples the raster to the straight page.
    pub(crate) fn straighten(&mut self, bend: Bend, gray: &mut Vec<u8>, width: i32, height: i32) {
        self.straight.clear();
        self.straight.reserve(gray.len());
        for y in 0..height {
            for x in 0..width {
                let (u, v) = bend.to_raster(x as f32, y as f32);
                self.straight.push(sample(gray, (width, height), u, v));
            }
        }
        std::mem::swap(&mut self.straight, gray);
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

    /// Maps a point of the raster to the straight page.
    fn to_page(bend: Bend, x: f32, y: f32) -> (f32, f32) {
        let (mut u, mut v) = (x, y);
        for _ in 0..6 {
            let (a, b) = bend.to_raster(u, v);
            (u, v) = (u + x - a, v + y - b);
        }
        (u, v)
    }

    /// A page of horizontal and vertical rules with a given skew.
    fn page(bend: Bend) -> Vec<u8> {
        let mut gray = Vec::new();
        for y in 0..1300 {
            for x in 0..1000 {
                let (u, v) = to_page(bend, x as f32, y as f32);
                let inside = (80.0..920.0).contains(&u) && (80.0..1220.0).contains(&v);
                let ruled = u.rem_euclid(210.0) < 2.0 || v.rem_euclid(57.0) < 2.0;
                gray.push(if inside && ruled { 0 } else { 255 });
            }
        }
        gray
    }

    fn bend(level: (f32, f32), upright: (f32, f32)) -> Bend {
        let slope = |(at_middle, change)| Slope { at_middle, change };
        Bend {
            level: slope(level),
            upright: slope(upright),
            middle: (500.0, 650.0),
        }
    }

    #[test]
    fn slopes_are_found_to_a_pixel() {
        for known in [
            bend((0.0, 0.0), (0.0, 0.0)),
            bend((0.03, 0.0), (-0.03, 0.0)),
            bend((-0.012, 2e-5), (0.02, -1.5e-5)),
        ] {
            let found = Bends::default().find(&page(known), 1000, 1300);
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
        let bend = bend((0.02, 1e-5), (-0.03, 2e-5));
        let (x, y) = bend.to_raster(123.0, 987.0);
        let (u, v) = to_page(bend, x, y);
        assert!((u - 123.0).abs() < 0.1 && (v - 987.0).abs() < 0.1);
    }
}
