//! Shaded boxes: pale rectangles on white paper, without borders.

use crate::candidates::candidate::{Candidate, Source};
use crate::raster::bitmap::{Bitmap, Runs, index, test_row};
use crate::rect::Rect;

/// Shorter runs are antialiased edges of text.
const MIN_RUN: i32 = 18;
/// Lighter pixels are paper.
const LIGHTEST_SHADE: u8 = 251;
/// Darker pixels are ink, not shading.
const DARKEST_SHADE: u8 = 212;

/// Finds pale rectangles. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct ShadedBoxes {
    open: Vec<ShadedBox>,
    runs: Vec<(i32, i32)>,
    flags: Vec<u8>,
    /// Pixels of one row that are darker than paper.
    printed: Bitmap,
    /// Those of them that are light enough to be shading.
    pale: Bitmap,
}

/// A rectangle that grows row by row.
#[derive(Clone, Copy, Debug)]
struct ShadedBox {
    x0: i32,
    x1: i32,
    y0: i32,
    y1: i32,
    area: i32,
}

impl ShadedBoxes {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32, candidates: &mut Vec<Candidate>) {
        self.open.clear();
        self.printed.reset(width, 1);
        self.pale.reset(width, 1);
        for (y, row) in (0..).zip(gray.chunks_exact(index(width).max(1))) {
            self.read_runs(row);
            self.grow(y, candidates);
        }
        for shade in self.open.drain(..) {
            close(shade, candidates);
        }
    }

    /// Collects runs of pale pixels. Ignores the gaps that text leaves in them.
    fn read_runs(&mut self, row: &[u8]) {
        self.runs.clear();
        test_row(row, &mut self.flags, |gray| gray <= LIGHTEST_SHADE);
        self.printed.set_row(0, &self.flags);
        let width = self.printed.width;
        let wide = |run: &(i32, i32)| run.1 - run.0 >= MIN_RUN;
        if !Runs::set(self.printed.row(0), 0, width).any(|run| wide(&run)) {
            return;
        }
        test_row(row, &mut self.flags, |gray| {
            (DARKEST_SHADE..=LIGHTEST_SHADE).contains(&gray)
        });
        self.pale.set_row(0, &self.flags);
        for (from, to) in Runs::set(self.printed.row(0), 0, width).filter(wide) {
            let mut pale = Runs::set(self.pale.row(0), from, to);
            let Some(first) = pale.next() else { continue };
            let run = (first.0, pale.last().unwrap_or(first).1);
            if wide(&run) {
                self.runs.push(run);
            }
        }
    }

    fn grow(&mut self, y: i32, candidates: &mut Vec<Candidate>) {
        for (from, to) in self.runs.iter().copied() {
            let fits = |shade: &ShadedBox| {
                shade.y1 >= y - 1 && (shade.x0 - from).abs() <= 4 && (shade.x1 - to).abs() <= 4
            };
            let found = self.open.iter().position(fits);
            if let Some(shade) = found.and_then(|i| self.open.get_mut(i)) {
                shade.y1 = y + 1;
                shade.x0 = shade.x0.min(from);
                shade.x1 = shade.x1.max(to);
                shade.area += to - from;
            } else if self.open.len() < 400 {
                self.open.push(ShadedBox {
                    x0: from,
                    x1: to,
                    y0: y,
                    y1: y + 1,
                    area: to - from,
                });
            }
        }
        self.open.retain(|shade| {
            let done = shade.y1 < y;
            if done {
                close(*shade, candidates);
            }
            !done
        });
    }
}

fn close(shade: ShadedBox, candidates: &mut Vec<Candidate>) {
    let (w, h) = (shade.x1 - shade.x0, shade.y1 - shade.y0);
    if (11..=90).contains(&h) && (14..=960).contains(&w) && 100 * shade.area >= 93 * w * h {
        candidates.push(Candidate::closed(
            Rect::new(shade.x0, shade.y0, shade.x1, shade.y1),
            Source::Shaded,
        ));
    }
}
