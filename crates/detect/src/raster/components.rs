//! Connected components of light pixels with a closed dark border: checkboxes, circles, cells of narrow combs.

use crate::raster::bitmap::{Bits, Runs, index, test_row};
use crate::sorting::sort_by_rank;

/// Thresholds above which a pixel is light: one for thin borders, one for pale ones.
const LIGHT: [u8; 2] = [215, 232];
/// Maximum width and height of a component, in pixels: just over 4 % of the page's width.
pub(crate) const MAX_HOLE: i32 = 42;
const MIN_HOLE: i32 = 5;
/// Limit against noisy pages; forms have fewer components.
const MAX_HOLES: usize = 2_500;

/// A small light component: its bounding box (right and bottom exclusive) and the number of its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hole {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
    pub(crate) area: i32,
}

impl Hole {
    pub(crate) fn width(&self) -> i32 {
        self.x1 - self.x0
    }

    pub(crate) fn height(&self) -> i32 {
        self.y1 - self.y0
    }

    /// Light part of the bounding box, in percent.
    pub(crate) fn fill(&self) -> i32 {
        100 * self.area / (self.width() * self.height()).max(1)
    }
}

/// Labels components row by row: joins runs of light pixels with the components of the row above (union-find).
#[derive(Debug, Default)]
pub(crate) struct Holes {
    pub(crate) found: Vec<Hole>,
    components: Vec<Component>,
    /// Pixels of one row that are not light.
    dark: Bits,
    flags: Vec<u8>,
    above: Vec<Run>,
    current: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Component {
    parent: usize,
    hole: Hole,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    from: i32,
    to: i32,
    component: usize,
}

impl Holes {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32) {
        self.found.clear();
        for light in LIGHT {
            self.find_lighter(light, gray, width);
        }
        sort_by_rank(&mut self.found, |hole| [hole.y0, hole.x0, hole.x1, hole.y1]);
        self.found.truncate(MAX_HOLES);
        self.drop_twins();
    }

    /// Removes duplicates: components equal within one pixel that both thresholds found. Other components of the row
    /// may lie between the two in the sort order.
    fn drop_twins(&mut self) {
        let twins = |a: &Hole, b: &Hole| {
            let apart = [a.x0 - b.x0, a.x1 - b.x1, a.y1 - b.y1];
            apart.iter().all(|d| d.abs() <= 1)
        };
        let mut kept: Vec<Hole> = Vec::with_capacity(self.found.len());
        for hole in self.found.drain(..) {
            let near = kept.iter().rev().take_while(|one| one.y0 >= hole.y0 - 1);
            if !near.into_iter().any(|one| twins(one, &hole)) {
                kept.push(hole);
            }
        }
        self.found = kept;
    }

    fn find_lighter(&mut self, light: u8, gray: &[u8], width: i32) {
        self.components.clear();
        self.above.clear();
        self.current.clear();
        self.dark.reset(width, 1);
        for (y, row) in (0..).zip(gray.chunks_exact(index(width).max(1))) {
            test_row(row, &mut self.flags, |gray| gray < light);
            self.dark.set_row(0, &self.flags);
            let dark = std::mem::take(&mut self.dark);
            self.read_row(y, &dark);
            self.dark = dark;
            std::mem::swap(&mut self.above, &mut self.current);
        }
        let roots = self
            .components
            .iter()
            .enumerate()
            .filter(|(i, c)| c.parent == *i)
            .map(|(_, c)| c.hole);
        let sized = |side: i32| (MIN_HOLE..=MAX_HOLE).contains(&side);
        self.found.extend(roots.filter(|hole| {
            sized(hole.width()) && sized(hole.height()) && hole.x0 > 0 && hole.y0 > 0
        }));
    }

    fn read_row(&mut self, y: i32, dark: &Bits) {
        self.current.clear();
        let mut first = 0;
        for (from, to) in Runs::clear(dark.row(0), 0, dark.width) {
            while self.above.get(first).is_some_and(|run| run.to <= from) {
                first += 1;
            }
            let component = self.join(first, from, to, y);
            self.current.push(Run {
                from,
                to,
                component,
            });
        }
    }

    /// Joins a run with the runs of the row above that it touches. `first` is the index of the first candidate.
    fn join(&mut self, first: usize, from: i32, to: i32, y: i32) -> usize {
        let hole = Hole {
            x0: from,
            y0: y,
            x1: to,
            y1: y + 1,
            area: to - from,
        };
        let mut root = None;
        let mut i = first;
        while let Some(run) = self.above.get(i).copied().filter(|run| run.from < to) {
            let other = self.root(run.component);
            root = Some(match root {
                Some(mine) if mine != other => self.unite(mine, other),
                _ => other,
            });
            i += 1;
        }
        match root {
            Some(root) => {
                if let Some(component) = self.components.get_mut(root) {
                    component.hole = around(component.hole, hole);
                }
                root
            }
            None => {
                self.components.push(Component {
                    parent: self.components.len(),
                    hole,
                });
                self.components.len() - 1
            }
        }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while let Some(parent) = self
            .components
            .get(at)
            .map(|c| c.parent)
            .filter(|parent| *parent != at)
        {
            let grand = self.components.get(parent).map_or(parent, |c| c.parent);
            if let Some(component) = self.components.get_mut(at) {
                component.parent = grand;
            }
            at = parent;
        }
        at
    }

    fn unite(&mut self, a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        let Some(hole) = self.components.get(high).map(|c| c.hole) else {
            return low;
        };
        if let Some(component) = self.components.get_mut(high) {
            component.parent = low;
        }
        if let Some(component) = self.components.get_mut(low) {
            component.hole = around(component.hole, hole);
        }
        low
    }
}

fn around(a: Hole, b: Hole) -> Hole {
    Hole {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
        area: a.area.saturating_add(b.area),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_box_is_a_hole_and_the_page_is_none() {
        let (width, height) = (60_usize, 50_usize);
        let mut gray = vec![255_u8; width * height];
        for i in 0..20 {
            for (x, y) in [(10 + i, 10), (10 + i, 29), (10, 10 + i), (29, 10 + i)] {
                gray[y * width + x] = 0;
            }
        }
        let mut holes = Holes::default();
        holes.find(&gray, 60);
        assert_eq!(
            holes.found,
            [Hole {
                x0: 11,
                y0: 11,
                x1: 29,
                y1: 29,
                area: 18 * 18
            }]
        );
        assert_eq!(holes.found[0].fill(), 100);
    }

    #[test]
    fn a_soft_border_makes_no_second_hole_whatever_stands_beside_it() {
        let mut gray = vec![255_u8; 80 * 40];
        for y in 10..30 {
            for left in [10, 40] {
                gray[y * 80 + left..y * 80 + left + 20].fill(0);
                if (11..29).contains(&y) {
                    let soft = if y == 11 { 220 } else { 255 };
                    gray[y * 80 + left + 1..y * 80 + left + 19].fill(soft);
                }
            }
        }
        let mut holes = Holes::default();
        holes.find(&gray, 80);
        let tops: Vec<_> = holes.found.iter().map(|hole| (hole.x0, hole.y0)).collect();
        assert_eq!(tops, [(11, 11), (41, 11)]);
    }

    #[test]
    fn arms_that_meet_later_are_one() {
        let rows = ["######", "# ## #", "#    #", "######"];
        let gray: Vec<u8> = rows
            .iter()
            .flat_map(|row| row.bytes().map(|b| if b == b'#' { 0 } else { 255 }))
            .collect();
        let mut holes = Holes::default();
        holes.find(&gray, 6);
        assert_eq!(
            holes
                .components
                .iter()
                .enumerate()
                .filter(|(i, c)| c.parent == *i)
                .count(),
            1
        );
    }
}
