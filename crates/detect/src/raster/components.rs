//! Connected components of light pixels with a closed dark border: checkboxes, circles, cells of narrow combs.

use crate::raster::bitmap::{Bitmap, Runs, index, test_row};
use crate::rect::Rect;
use crate::sorting::sort_by_rank;

/// Thresholds above which a pixel is light: one for thin borders, one for pale ones.
const LIGHT: [u8; 2] = [215, 232];
/// Maximum width and height of a component, in pixels: just over 4 % of the page's width.
pub(crate) const MAX_COMPONENT_SIDE: i32 = 42;
const MIN_COMPONENT_SIDE: i32 = 5;
/// Limit against noisy pages; forms have fewer components.
const MAX_COMPONENTS: usize = 2_500;

/// A small light component: its bounding box and the number of its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) bounds: Rect,
    pub(crate) area: i32,
}

impl Component {
    pub(crate) fn width(&self) -> i32 {
        self.bounds.width()
    }

    pub(crate) fn height(&self) -> i32 {
        self.bounds.height()
    }

    /// Light part of the bounding box, in percent.
    pub(crate) fn fill(&self) -> i32 {
        100 * self.area / self.bounds.area().max(1)
    }
}

/// Labels components row by row: joins runs of light pixels with the components of the row above (union-find).
#[derive(Debug, Default)]
pub(crate) struct ComponentFinder {
    pub(crate) found: Vec<Component>,
    nodes: Vec<Node>,
    /// Pixels of one row that are not light.
    dark: Bitmap,
    flags: Vec<u8>,
    above: Vec<Run>,
    current: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: usize,
    component: Component,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    from: i32,
    to: i32,
    node: usize,
}

impl ComponentFinder {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32) {
        self.found.clear();
        for light in LIGHT {
            self.find_lighter(light, gray, width);
        }
        sort_by_rank(&mut self.found, |component| {
            [
                component.bounds.y0,
                component.bounds.x0,
                component.bounds.x1,
                component.bounds.y1,
            ]
        });
        self.found.truncate(MAX_COMPONENTS);
        self.drop_duplicates();
    }

    /// Removes duplicates: components equal within one pixel that both thresholds found. Other components of the row
    /// may lie between the two in the sort order.
    fn drop_duplicates(&mut self) {
        let are_duplicates = |a: &Component, b: &Component| {
            let apart = [
                a.bounds.x0 - b.bounds.x0,
                a.bounds.x1 - b.bounds.x1,
                a.bounds.y1 - b.bounds.y1,
            ];
            apart.iter().all(|d| d.abs() <= 1)
        };
        let mut unique: Vec<Component> = Vec::with_capacity(self.found.len());
        for component in self.found.drain(..) {
            let near = unique
                .iter()
                .rev()
                .take_while(|one| one.bounds.y0 >= component.bounds.y0 - 1);
            if !near.into_iter().any(|one| are_duplicates(one, &component)) {
                unique.push(component);
            }
        }
        self.found = unique;
    }

    fn find_lighter(&mut self, light: u8, gray: &[u8], width: i32) {
        self.nodes.clear();
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
            .nodes
            .iter()
            .enumerate()
            .filter(|(i, c)| c.parent == *i)
            .map(|(_, c)| c.component);
        let sized = |side: i32| (MIN_COMPONENT_SIDE..=MAX_COMPONENT_SIDE).contains(&side);
        self.found.extend(roots.filter(|component| {
            sized(component.width())
                && sized(component.height())
                && component.bounds.x0 > 0
                && component.bounds.y0 > 0
        }));
    }

    fn read_row(&mut self, y: i32, dark: &Bitmap) {
        self.current.clear();
        let mut first = 0;
        for (from, to) in Runs::clear(dark.row(0), 0, dark.width) {
            while self.above.get(first).is_some_and(|run| run.to <= from) {
                first += 1;
            }
            let node = self.join(first, from, to, y);
            self.current.push(Run { from, to, node });
        }
    }

    /// Joins a run with the runs of the row above that it touches. `first` is the index of the first of them.
    fn join(&mut self, first: usize, from: i32, to: i32, y: i32) -> usize {
        let component = Component {
            bounds: Rect::new(from, y, to, y + 1),
            area: to - from,
        };
        let mut root = None;
        let mut i = first;
        while let Some(run) = self.above.get(i).copied().filter(|run| run.from < to) {
            let other = self.root(run.node);
            root = Some(match root {
                Some(mine) if mine != other => self.unite(mine, other),
                _ => other,
            });
            i += 1;
        }
        match root {
            Some(root) => {
                if let Some(node) = self.nodes.get_mut(root) {
                    node.component = joined(node.component, component);
                }
                root
            }
            None => {
                self.nodes.push(Node {
                    parent: self.nodes.len(),
                    component,
                });
                self.nodes.len() - 1
            }
        }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while let Some(parent) = self
            .nodes
            .get(at)
            .map(|c| c.parent)
            .filter(|parent| *parent != at)
        {
            let grand = self.nodes.get(parent).map_or(parent, |c| c.parent);
            if let Some(node) = self.nodes.get_mut(at) {
                node.parent = grand;
            }
            at = parent;
        }
        at
    }

    fn unite(&mut self, a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        let Some(component) = self.nodes.get(high).map(|c| c.component) else {
            return low;
        };
        if let Some(node) = self.nodes.get_mut(high) {
            node.parent = low;
        }
        if let Some(node) = self.nodes.get_mut(low) {
            node.component = joined(node.component, component);
        }
        low
    }
}

fn joined(a: Component, b: Component) -> Component {
    Component {
        bounds: a.bounds.union(b.bounds),
        area: a.area.saturating_add(b.area),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inside_of_a_drawn_box_is_a_component_and_the_page_is_none() {
        let (width, height) = (60_usize, 50_usize);
        let mut gray = vec![255_u8; width * height];
        for i in 0..20 {
            for (x, y) in [(10 + i, 10), (10 + i, 29), (10, 10 + i), (29, 10 + i)] {
                gray[y * width + x] = 0;
            }
        }
        let mut finder = ComponentFinder::default();
        finder.find(&gray, 60);
        assert_eq!(
            finder.found,
            [Component {
                bounds: Rect::new(11, 11, 29, 29),
                area: 18 * 18
            }]
        );
        assert_eq!(finder.found[0].fill(), 100);
    }

    #[test]
    fn a_soft_border_makes_no_second_component() {
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
        let mut finder = ComponentFinder::default();
        finder.find(&gray, 80);
        let tops: Vec<_> = finder
            .found
            .iter()
            .map(|component| (component.bounds.x0, component.bounds.y0))
            .collect();
        assert_eq!(tops, [(11, 11), (41, 11)]);
    }

    #[test]
    fn arms_that_meet_later_are_one_component() {
        let rows = ["######", "# ## #", "#    #", "######"];
        let gray: Vec<u8> = rows
            .iter()
            .flat_map(|row| row.bytes().map(|b| if b == b'#' { 0 } else { 255 }))
            .collect();
        let mut finder = ComponentFinder::default();
        finder.find(&gray, 6);
        assert_eq!(
            finder
                .nodes
                .iter()
                .enumerate()
                .filter(|(i, c)| c.parent == *i)
                .count(),
            1
        );
    }
}
