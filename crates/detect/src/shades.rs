//! Boxes that are only shaded: pale rectangles on white paper, without borders.

use crate::bits::index;
use crate::places::{Place, Source};

/// Runs shorter than this are antialiased edges of text.
const MIN_RUN: i32 = 18;

/// Finds pale rectangles; its buffers are kept from page to page.
#[derive(Debug, Default)]
pub(crate) struct Shades {
    open: Vec<Shade>,
    runs: Vec<(i32, i32)>,
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
        for (y, row) in (0..).zip(gray.chunks_exact(index(width).max(1))) {
            self.read_runs(row);
            self.grow(y, places);
        }
        for shade in self.open.drain(..) {
            close(shade, places);
        }
    }

    /// Runs of one pale shade; text on it makes gaps that are passed over.
    fn read_runs(&mut self, row: &[u8]) {
        self.runs.clear();
        let mut start: Option<i32> = None;
        let mut end = 0;
        for (x, g) in (0..).zip(row) {
            let pale = (212..=251).contains(g);
            match (pale, start) {
                (true, None) => start = Some(x),
                (false, Some(from)) if *g > 251 => {
                    if end - from >= MIN_RUN {
                        self.runs.push((from, end));
                    }
                    start = None;
                }
                _ => {}
            }
            if pale {
                end = x + 1;
            }
        }
        if let Some(from) = start.filter(|from| end - from >= MIN_RUN) {
            self.runs.push((from, end));
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
