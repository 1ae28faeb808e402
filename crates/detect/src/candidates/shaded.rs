//! Shaded boxes: pale rectangles on white paper, without borders.

use crate::candidates::candidate::{Place, Source};
use crate::raster::bitmap::{Bits, Runs, index, test_row};

/// Shorter runs are antialiased edges of text.
const MIN_RUN: i32 = 18;
/// Lighter pixels are paper.
const PAPER: u8 = 251;
/// Darker pixels are ink, not shading.
const PALE: u8 = 212;

/// Finds pale rectangles. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Shades {
    open: Vec<Shade>,
    runs: Vec<(i32, i32)>,
    flags: Vec<u8>,
    /// Pixels of one row that are darker than paper.
    printed: Bits,
    /// Those of them that are light enough to be shading.
    pale: Bits,
}

/// A rectangle that grows row by row.
#[derive(Clone, Copy, Debug)]
struct Shade {
    x0: i32,
    x1: i32,
    y0: i32,
    y1: i32,
    area: i32,
}

impl Shades {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32, places: &mut Vec<Place>) {
        self.open.clear();
        self.printed.reset(width, 1);
        self.pale.reset(width, 1);
        for (y, row) in (0..).zip(gray.chunks_exact(index(width).max(1))) {
            self.read_runs(row);
            self.grow(y, places);
        }
        for shade in self.open.drain(..) {
            close(shade, places);
        }
    }

    /// Collects runs of pale pixels. Ignores the gaps that text leaves in them.
    fn read_runs(&mut self, row: &[u8]) {
        self.runs.clear();
        test_row(row, &mut self.flags, |gray| gray <= PAPER);
        self.printed.set_row(0, &self.flags);
        let width = self.printed.width;
        let wide = |run: &(i32, i32)| run.1 - run.0 >= MIN_RUN;
        if !Runs::set(self.printed.row(0), 0, width).any(|run| wide(&run)) {
            return;
        }
        test_row(row, &mut self.flags, |gray| (PALE..=PAPER).contains(&gray));
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

    fn grow(&mut self, y: i32, places: &mut Vec<Place>) {
        for (from, to) in self.runs.iter().copied() {
            let fits = |shade: &Shade| {
                shade.y1 >= y - 1 && (shade.x0 - from).abs() <= 4 && (shade.x1 - to).abs() <= 4
            };
            let found = self.open.iter().position(fits);
            if let Some(shade) = found.and_then(|i| self.open.get_mut(i)) {
                shade.y1 = y + 1;
                shade.x0 = shade.x0.min(from);
                shade.x1 = shade.x1.max(to);
                shade.area += to - from;
            } else if self.open.len() < 400 {
                self.open.push(Shade {
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
                close(*shade, places);
            }
            !done
        });
    }
}

fn close(shade: Shade, places: &mut Vec<Place>) {
    let (w, h) = (shade.x1 - shade.x0, shade.y1 - shade.y0);
    if (11..=90).contains(&h) && (14..=960).contains(&w) && 100 * shade.area >= 93 * w * h {
        places.push(Place::closed(
            (shade.x0, shade.y0, shade.x1, shade.y1),
            Source::Shaded,
        ));
    }
}
