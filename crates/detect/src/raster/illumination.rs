//! Illumination correction for scans and photographs: makes the paper white and removes what lies around the page. The
//! thresholds for rendered pages then apply to them too.

use crate::raster::bitmap::index;

/// Side of the blocks whose paper brightness is measured, in pixels.
const BLOCK: i32 = 24;
/// The paper brightness of a block is this percentile of its pixels.
const PAPER_PERCENT: usize = 80;
/// Pixels at or above this percentage of the paper brightness become white. Removes paper noise.
const WHITE: i32 = 93;
/// Pixels at or below this percentage of the paper brightness become black.
const BLACK: i32 = 30;
/// A block connected to the raster's edge lies outside the page if it is darker than this percentage of the page's
/// brightness.
const BACKGROUND: i32 = 62;

/// Measures and corrects illumination. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Illumination {
    columns: i32,
    rows: i32,
    paper: Vec<i32>,
    dilated: Vec<i32>,
    background: Vec<bool>,
    sorted: Vec<u8>,
    open: Vec<usize>,
}

/// Whether a page was rendered rather than scanned or photographed: at least half of the sampled pixels have one gray
/// value.
pub(crate) fn is_rendered(gray: &[u8]) -> bool {
    // Four histograms in turn. Most pixels have the same value, and with a single one each increment would wait for
    // the last.
    let mut counts = [[0_u32; 256]; 4];
    let mut count = |turn: usize, g: u8| {
        let counts = counts.get_mut(turn);
        if let Some(count) = counts.and_then(|counts| counts.get_mut(usize::from(g))) {
            *count += 1;
        }
    };
    let (turns, rest) = gray.as_chunks::<28>();
    for turn in turns {
        count(0, turn[0]);
        count(1, turn[7]);
        count(2, turn[14]);
        count(3, turn[21]);
    }
    rest.iter().step_by(7).for_each(|g| count(0, *g));
    let most = (0..256).map(|g| {
        counts
            .iter()
            .filter_map(|counts| counts.get(g))
            .sum::<u32>()
    });
    let (all, most) = most.fold((0, 0), |(all, most), count| (all + count, count.max(most)));
    2 * most >= all
}

impl Illumination {
    /// Maps paper to white and ink to black, whatever the illumination.
    pub(crate) fn normalize(&mut self, gray: &mut [u8], width: i32, height: i32) {
        self.columns = (width + BLOCK - 1) / BLOCK;
        self.rows = (height + BLOCK - 1) / BLOCK;
        self.measure(gray, width, height);
        self.find_background();
        self.dilate_paper();
        self.apply(gray, width);
    }

    /// Measures the paper brightness of each block.
    fn measure(&mut self, gray: &[u8], width: i32, height: i32) {
        self.paper.clear();
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.sorted.clear();
                for y in (row * BLOCK..((row + 1) * BLOCK).min(height)).step_by(2) {
                    let start = index(y * width + column * BLOCK);
                    let end = index(y * width + ((column + 1) * BLOCK).min(width));
                    let pixels = gray.get(start..end).unwrap_or_default();
                    self.sorted.extend(pixels.iter().step_by(2));
                }
                let at = self.sorted.len() * PAPER_PERCENT / 100;
                let at = at.min(self.sorted.len().saturating_sub(1));
                let paper = if self.sorted.is_empty() {
                    255
                } else {
                    i32::from(*self.sorted.select_nth_unstable(at).1)
                };
                self.paper.push(paper);
            }
        }
    }

    /// Marks dark blocks connected to the raster's edge (flood fill). They show a table or wall, not the page.
    fn find_background(&mut self) {
        self.sorted.clear();
        let papers = self.paper.iter().map(|p| u8::try_from(*p).unwrap_or(255));
        self.sorted.extend(papers);
        self.sorted.sort_unstable();
        let usual = self.sorted.get(self.sorted.len() * 7 / 10).copied();
        let limit = i32::from(usual.unwrap_or(255)) * BACKGROUND / 100;
        self.background.clear();
        self.background.resize(self.paper.len(), false);
        self.open.clear();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let edge =
                    row == 0 || column == 0 || row == self.rows - 1 || column == self.columns - 1;
                if edge {
                    self.visit(column, row, limit);
                }
            }
        }
        while let Some(at) = self.open.pop() {
            let at = i32::try_from(at).unwrap_or(0);
            let (column, row) = (at % self.columns, at / self.columns);
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                self.visit(column + dx, row + dy, limit);
            }
        }
    }

    fn visit(&mut self, column: i32, row: i32, limit: i32) {
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return;
        }
        let at = index(row * self.columns + column);
        let dark = self.paper.get(at).is_some_and(|paper| *paper < limit);
        if let Some(background) = self
            .background
            .get_mut(at)
            .filter(|background| dark && !**background)
        {
            *background = true;
            self.open.push(at);
        }
    }

    /// Dilates the paper brightness: a block full of ink takes the maximum of its 5 × 5 neighborhood.
    fn dilate_paper(&mut self) {
        self.dilated.clear();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let mut most = 0;
                for y in (row - 2).max(0)..(row + 3).min(self.rows) {
                    let start = index(y * self.columns + (column - 2).max(0));
                    let end = index(y * self.columns + (column + 3).min(self.columns));
                    let blocks = self.paper.get(start..end).unwrap_or_default();
                    most = blocks.iter().copied().fold(most, i32::max);
                }
                self.dilated.push(most.max(1));
            }
        }
        self.smooth();
    }

    /// Averages each block with its neighbors so that block edges do not show.
    fn smooth(&mut self) {
        self.paper.clear();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let (mut sum, mut count) = (0, 0);
                for y in (row - 1).max(0)..(row + 2).min(self.rows) {
                    for x in (column - 1).max(0)..(column + 2).min(self.columns) {
                        sum += self
                            .dilated
                            .get(index(y * self.columns + x))
                            .copied()
                            .unwrap_or(255);
                        count += 1;
                    }
                }
                self.paper.push(sum / count.max(1));
            }
        }
    }

    fn apply(&mut self, gray: &mut [u8], width: i32) {
        let mut levels = std::mem::take(&mut self.dilated);
        for (y, row) in (0..).zip(gray.chunks_exact_mut(index(width).max(1))) {
            let (upper, lower, down) = between(y, self.rows);
            levels.clear();
            levels.extend((0..self.columns).map(|column| {
                let at = |row: i32| self.paper.get(index(row * self.columns + column)).copied();
                let (top, bottom) = (at(upper).unwrap_or(255), at(lower).unwrap_or(255));
                top * (BLOCK - down) + bottom * down
            }));
            for (column, part) in (0..).zip(row.chunks_mut(index(BLOCK))) {
                let block = index((y / BLOCK) * self.columns + column);
                if self.background.get(block).copied().unwrap_or(false) {
                    part.fill(255);
                } else {
                    normalize_part(part, column, &levels);
                }
            }
        }
        self.dilated = levels;
    }
}

/// Corrects one block's part of a row. The paper brightness is interpolated between the centers of neighboring blocks.
fn normalize_part(part: &mut [u8], column: i32, levels: &[i32]) {
    let level = |column: i32| {
        let last = levels.len().saturating_sub(1);
        levels
            .get(index(column).min(last))
            .copied()
            .unwrap_or(255 * BLOCK)
    };
    let (before, own, after) = (level((column - 1).max(0)), level(column), level(column + 1));
    for (i, g) in (0..).zip(part) {
        let along = i - BLOCK / 2;
        let other = if along < 0 { before } else { after };
        let paper = own * (BLOCK - along.abs()) + other * along.abs();
        let (white, black) = (paper * WHITE / 100, paper * BLACK / 100);
        let gray = i32::from(*g) * BLOCK * BLOCK;
        let level = (gray - black) / ((white - black) / 255).max(1);
        *g = u8::try_from(level.clamp(0, 255)).unwrap_or(255);
    }
}

/// Returns the two blocks whose centers a pixel lies between, and its distance from the first center.
fn between(at: i32, count: i32) -> (i32, i32, i32) {
    let from = at - BLOCK / 2;
    let first = from.div_euclid(BLOCK);
    let along = from.rem_euclid(BLOCK);
    (
        first.clamp(0, count - 1),
        (first + 1).clamp(0, count - 1),
        along,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shaded_paper_and_the_background_become_white() {
        let (width, height) = (300_i32, 300_i32);
        let mut gray = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let table = x < 48 || y < 48;
                let rule = y == 150 && x > 100;
                let paper = 150 + x / 4;
                let value = match (table, rule) {
                    (true, _) => 60,
                    (_, true) => paper / 4,
                    _ => paper - (x * 7 + y * 13) % 5,
                };
                gray.push(u8::try_from(value).unwrap());
            }
        }
        assert!(!is_rendered(&gray));
        Illumination::default().normalize(&mut gray, width, height);
        let at = |x: i32, y: i32| gray[index(y * width + x)];
        assert_eq!((at(10, 10), at(120, 100), at(290, 290)), (255, 255, 255));
        assert!(at(200, 150) < 40);
    }

    #[test]
    fn a_rendered_page_is_recognized() {
        assert!(is_rendered(&[255; 700]));
    }
}
