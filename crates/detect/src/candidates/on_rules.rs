//! Candidates for text fields: the free area above a horizontal rule, between the vertical rules that rise from it.

use crate::candidates::candidate::{Place, Source};
use crate::candidates::combs::{Parting, parted_by_posts, parting};
use crate::raster::bitmap::Runs;
use crate::raster::page_image::Sheet;
use crate::raster::rule::Rule;
use crate::raster::rules::Rules;
use crate::sorting::sort_by_rank;

/// A part of a horizontal rule between two walls, and the free height above it.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: i32,
    to: i32,
    floor: Rule,
    top: i32,
    ceiling: bool,
    left_wall: bool,
    right_wall: bool,
}

/// A vertical rule that rises from a horizontal one.
#[derive(Clone, Copy, Debug)]
struct Post {
    near: i32,
    far: i32,
    /// How far it rises above the floor, in pixels.
    reach: i32,
    wall: bool,
}

/// Limit against noisy pages; forms have fewer candidates.
const MAX_PLACES: usize = 2_500;
/// How far above a rule the ceiling is searched, in pixels.
const MAX_ROOM: i32 = 420;
/// Height of a writing line if nothing limits it.
const LINE: i32 = 24;
/// Height of a comb cell between tick marks.
const CHARACTER: i32 = 21;
/// Text starts at least this far above a rule; lower marks are ticks or dirt.
const LOW: i32 = 6;
/// Shorter marks on a floor are dirt.
const SHORTEST_TICK: i32 = 4;
/// Maximum height of a comb cell.
const TALLEST_CELL: i32 = 50;
/// Text is centered if the free widths on both sides differ by at most this.
const OFF_MIDDLE: i32 = 4;
/// Maximum gap between a short wall and the two rules it joins, both gaps added.
const LOOSE: i32 = 1;
/// Maximum length of letter stems and tick marks.
const SHORT_POST: i32 = 22;

/// Finds the candidates on rules. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Places {
    posts: Vec<Post>,
    stretches: Vec<Stretch>,
    columns: Vec<u64>,
    long_posts: Vec<Rule>,
    marks: Vec<(i32, i32)>,
}

impl Places {
    pub(crate) fn find(&mut self, page: &Sheet<'_>, found: &mut Vec<Place>) {
        let rules = page.rules;
        self.long_posts.clear();
        self.long_posts.extend(
            rules
                .vertical
                .iter()
                .filter(|rule| rule.length() > SHORT_POST),
        );
        for (index, floor) in rules.horizontal.iter().enumerate() {
            if found.len() >= MAX_PLACES {
                break;
            }
            let dashes = floor.duty < 93 && floor.length() < 60;
            if floor.length() < 14 || dashes || rules.is_stroke(floor) {
                continue;
            }
            self.raise_posts(floor, rules);
            self.cut_stretches(floor, index, rules);
            let first = found.len();
            self.read_stretches(page, found);
            self.read_posts(floor, page.rules, first, found);
        }
    }

    /// Adds the combs that the posts divide the floor into, whether or not the posts are walls. Replaces combs with
    /// the same ends that were found since index `first`.
    fn read_posts(&mut self, floor: &Rule, rules: &Rules, first: usize, found: &mut Vec<Place>) {
        let mut parted = self.part(floor, rules, |_| true);
        if parted.is_empty() {
            // Posts may also be pale letters that label the cells; retry with those posts that are dark near the
            // floor.
            let foot = (floor.near - 5, floor.near - 2);
            parted = self.part(floor, rules, |post| {
                rules.dark.count((post.near, post.far + 1), foot) > 0
            });
        }
        for (Parting { cells, spread, x }, reach) in parted {
            let closed = self
                .stretches
                .iter()
                .find(|stretch| stretch.from <= x.0 + 4 && stretch.to > x.0 + 4);
            let Some(stretch) = closed.filter(|stretch| stretch.floor.near - stretch.top >= 9)
            else {
                continue;
            };
            let room = stretch.floor.near - stretch.top;
            let free = stretch.ceiling
                && room <= TALLEST_CELL
                && rules
                    .ink
                    .count(x, (stretch.top + 1, stretch.floor.near - 2))
                    <= 2 * cells;
            let height = if free && 3 * reach >= 2 * room {
                room
            } else {
                reach.clamp(CHARACTER, LINE).min(room)
            };
            let place = stretch.place(x.0, stretch.floor.near - height, x.1, Source::Comb);
            drop_combs(first, x, found);
            found.push(Place {
                cells,
                siblings: spread,
                ..place
            });
        }
    }

    /// Divides the floor into cells with the posts that `counts` accepts.
    fn part(
        &mut self,
        floor: &Rule,
        rules: &Rules,
        counts: impl Fn(&Post) -> bool,
    ) -> Vec<(Parting, i32)> {
        self.marks.clear();
        let posts = self.posts.iter().filter(|post| counts(post));
        self.marks
            .extend(posts.map(|post| ((post.near + post.far) / 2, post.reach)));
        parted_by_posts(floor, &self.marks, rules)
    }

    /// Collects the vertical rules that rise from the floor.
    fn raise_posts(&mut self, floor: &Rule, rules: &Rules) {
        self.posts.clear();
        let lowest = floor.near - 3;
        let first = rules.vertical.partition_point(|post| post.to < lowest);
        let from_here = rules.vertical.iter().skip(first);
        let short = from_here.take_while(|post| post.to <= floor.far + SHORT_POST);
        let short = short.filter(|post| post.length() <= SHORT_POST);
        for post in short.chain(self.long_posts.iter().filter(|post| post.to >= lowest)) {
            let reach = floor.near - post.from;
            if reach < SHORTEST_TICK || post.far < floor.from - 4 || post.near > floor.to + 3 {
                continue;
            }
            let stands = reach >= 24 || (reach >= 9 && meets_rule(post, floor, rules));
            let (near, far) = (post.near, post.far);
            self.posts.push(Post {
                near,
                far,
                reach,
                wall: stands && post.duty >= 85,
            });
        }
        sort_by_rank(&mut self.posts, |post| [post.near, post.far, 0, 0]);
    }

    /// Cuts the floor into stretches from wall to wall.
    fn cut_stretches(&mut self, floor: &Rule, index: usize, rules: &Rules) {
        self.stretches.clear();
        let mut from = floor.from;
        let mut left_wall = false;
        let end = Post {
            near: floor.to,
            far: floor.to,
            reach: 0,
            wall: false,
        };
        for post in self.posts.iter().filter(|post| post.wall).chain([&end]) {
            let to = post.near.min(floor.to);
            if to - from >= 8 {
                let (top, ceiling) = ceiling((from, to), floor, index, rules);
                let right_wall = post.wall;
                self.stretches.push(Stretch {
                    from,
                    to,
                    floor: *floor,
                    top,
                    ceiling,
                    left_wall,
                    right_wall,
                });
            }
            from = from.max(post.far + 1);
            left_wall = true;
        }
    }

    fn read_stretches(&mut self, page: &Sheet<'_>, found: &mut Vec<Place>) {
        let mut i = 0;
        while let Some(stretch) = self.stretches.get(i).copied() {
            let cells = self.comb_cells(i, page.rules);
            let pair = cells == 2 && self.stretches.len() == 2 && stretch.to - stretch.from <= 26;
            if cells >= 3 || pair {
                let last = self
                    .stretches
                    .get(i + cells - 1)
                    .map_or(stretch.to, |s| s.to);
                let whole = Stretch {
                    to: last,
                    ..stretch
                };
                let mut place = whole.place(whole.from, whole.top, whole.to, Source::Comb);
                place.cells = i32::try_from(cells).unwrap_or(0);
                place.siblings = 0;
                found.push(place);
                i += cells;
                continue;
            }
            self.read_stretch(&stretch, page, found);
            i += 1;
        }
    }

    /// Number of equal, narrow, empty cells in a row, beginning with this stretch.
    fn comb_cells(&self, start: usize, rules: &Rules) -> usize {
        let Some(first) = self.stretches.get(start) else {
            return 0;
        };
        let width = first.to - first.from;
        let height = first.floor.near - first.top;
        let narrow = (8..=38).contains(&width)
            && first.ceiling
            && height <= 50
            && 2 * width <= 3 * height
            && 3 * width >= height;
        if !narrow {
            return 0;
        }
        let same = |s: &&Stretch| {
            (s.to - s.from - width).abs() <= 3
                && (s.top - first.top).abs() <= 3
                && rules
                    .ink
                    .count((s.from + 2, s.to - 2), (s.top + 2, s.floor.near - 2))
                    <= 4
        };
        let mut count = 0;
        let mut end = first.from;
        for stretch in self.stretches.iter().skip(start) {
            if !same(&stretch) || (count > 0 && stretch.from - end > 7) {
                break;
            }
            end = stretch.to;
            count += 1;
        }
        count
    }

    fn read_stretch(&mut self, stretch: &Stretch, page: &Sheet<'_>, found: &mut Vec<Place>) {
        let (x0, x1, y1) = (stretch.from, stretch.to, stretch.floor.near);
        let room = y1 - stretch.top;
        if room < 9 {
            return;
        }
        // Ink lower than `LOW` above a rule is a tick or dirt, not text.
        let free = free_above(page, (x0 + 2, x1 - 2), y1 - LOW, stretch.top + 1) + LOW;
        let cells = parting(page, (x0, x1), (stretch.top, y1), &mut self.marks);
        let whole = free >= room - 3 && stretch.ceiling;
        if !whole && free < 11 {
            self.read_beside(stretch, page, found);
            return;
        }
        let source = match (whole, stretch.ceiling) {
            (true, _) => Source::EmptyCell,
            (false, true) => Source::UnderCaption,
            (false, false) => Source::OpenRule,
        };
        let walls = stretch.left_wall && stretch.right_wall;
        let height = match source {
            Source::EmptyCell => room,
            Source::UnderCaption if walls || free <= 40 => free - 1,
            _ => free.min(LINE),
        };
        if whole || stretch.floor.length() >= 30 {
            found.push(stretch.place(x0, y1 - height, x1, source));
        }
        if let Some(Parting { cells, spread, x }) = cells {
            let height = if whole { height } else { height.min(CHARACTER) };
            let place = stretch.place(x.0, y1 - height, x.1, Source::Comb);
            found.push(Place {
                cells,
                siblings: spread,
                ..place
            });
        }
    }

    /// For a rule with text on it: adds the free runs between the words.
    fn read_beside(&mut self, stretch: &Stretch, page: &Sheet<'_>, found: &mut Vec<Place>) {
        let y1 = stretch.floor.near;
        page.rules.ink.columns(
            (stretch.from, stretch.to),
            (y1 - 12, y1 - LOW + 1),
            &mut self.columns,
        );
        let columns = std::mem::take(&mut self.columns);
        let runs: Vec<_> = Runs::clear(&columns, stretch.from + 1, stretch.to - 1)
            .filter(|(a, b)| b - a >= 18)
            .collect();
        self.columns = columns;
        if stretch.is_headed(&runs) {
            return;
        }
        let siblings = i32::try_from(runs.len()).unwrap_or(i32::MAX);
        for (from, to) in runs {
            if let Some(place) = stretch.beside((from, to), page) {
                found.push(Place { siblings, ..place });
                self.add_comb(&Place { siblings, ..place }, page, found);
            }
        }
    }

    /// Adds the candidate as a comb too, if marks divide it.
    fn add_comb(&mut self, place: &Place, page: &Sheet<'_>, found: &mut Vec<Place>) {
        let y0 = place.y0.max(place.y1 - 19);
        let x = (place.x0, place.x1);
        let parting = parting(page, x, (y0, place.y1 - 1), &mut self.marks);
        if let Some(Parting { cells, spread, x }) = parting {
            found.push(Place {
                x0: x.0,
                x1: x.1,
                y0,
                source: Source::Comb,
                cells,
                siblings: spread,
                ..*place
            });
        }
    }
}

/// Removes combs with the same ends (within 6 px) that were found since index `first`.
fn drop_combs(first: usize, x: (i32, i32), found: &mut Vec<Place>) {
    let mut index = 0;
    found.retain(|place| {
        index += 1;
        let same = (place.x0 - x.0).abs() <= 6 && (place.x1 - x.1).abs() <= 6;
        index <= first || place.source != Source::Comb || !same
    });
}

impl Stretch {
    /// Returns a free run of the floor as a candidate if there is enough height above it.
    fn beside(&self, (from, to): (i32, i32), page: &Sheet<'_>) -> Option<Place> {
        let y1 = self.floor.near;
        let left = if from <= self.from + 2 {
            self.from
        } else {
            from + 2
        };
        let right = if to >= self.to - 2 { self.to } else { to - 2 };
        let free = free_above(page, (left + 1, right - 1), y1 - LOW, self.top + 1) + LOW;
        let near = self.ceiling && y1 - self.top <= 60;
        let height = if near { free } else { free.min(LINE) };
        let place = self.place(left, y1 - height, right, Source::Beside);
        let left_wall = self.left_wall && left == self.from;
        let right_wall = self.right_wall && right == self.to;
        (free >= 10 && right - left >= 14).then_some(Place {
            left_wall,
            right_wall,
            ..place
        })
    }

    /// Whether text is centered on the floor. Such text is a heading, and nothing is written beside it.
    fn is_headed(&self, runs: &[(i32, i32)]) -> bool {
        let [(from, left), (right, to)] = runs else {
            return false;
        };
        let (before, after) = (left - from, to - right);
        let whole = *from <= self.from + 2 && *to >= self.to - 2;
        whole && (before - after).abs() <= OFF_MIDDLE.max(before.max(after) / 12)
    }

    fn place(&self, x0: i32, y0: i32, x1: i32, source: Source) -> Place {
        Place {
            x0,
            y0,
            x1,
            y1: self.floor.near + 1,
            source,
            floor: self.floor.length(),
            room: self.floor.near - self.top,
            region: (self.from, self.top, self.to, self.floor.near),
            left_wall: self.left_wall,
            right_wall: self.right_wall,
            ceiling: self.ceiling,
            duty: self.floor.duty,
            cells: 0,
            siblings: 1,
            boxed: false,
            guided: false,
        }
    }
}

/// Whether a post joins the floor and a rule above it. A letter between two rules leaves a gap at one of them.
fn meets_rule(post: &Rule, floor: &Rule, rules: &Rules) -> bool {
    let first = rules
        .horizontal
        .partition_point(|rule| rule.near < post.from - 6);
    let close = rules
        .horizontal
        .iter()
        .skip(first)
        .take_while(|rule| rule.near <= post.from + 6);
    let below = (floor.near - post.to).max(0);
    let meets = |rule: &&Rule| {
        let above = (post.from - rule.far - 1).max(0);
        rule.far <= post.from + 4 && above + below <= LOOSE
    };
    close.filter(meets).any(|rule| {
        rule.from <= post.far + 4 && rule.to >= post.near - 4 && rule.far < floor.near - 4
    })
}

/// Finds the lowest rule above that covers at least 70 % of the stretch. Returns the row below it and `true`, or the
/// upper limit of the search and `false`.
fn ceiling(stretch: (i32, i32), floor: &Rule, index: usize, rules: &Rules) -> (i32, bool) {
    let width = stretch.1 - stretch.0;
    let limit = floor.near - MAX_ROOM;
    let above = rules.horizontal.iter().take(index).rev();
    let found = above
        .take_while(|rule| rule.near >= limit - 40)
        .find(|rule| {
            let common = rule.to.min(stretch.1) - rule.from.max(stretch.0);
            rule.far < floor.near - 6 && rule.far >= limit && 10 * common >= 7 * width
        });
    found.map_or((limit.max(0), false), |rule| (rule.far + 1, true))
}

/// Number of rows without ink, and with paper of one shade, from `bottom` (included) up to `top`, between two columns.
fn free_above(page: &Sheet<'_>, x: (i32, i32), bottom: i32, top: i32) -> i32 {
    let paper = page.shade(x, bottom - 3);
    let mut y = bottom;
    while y >= top
        && !page.rules.ink.any_in_row(x, y)
        && (y > bottom - 3 || (page.shade(x, y) - paper).abs() < 16)
    {
        y -= 1;
    }
    bottom - y
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a vertical stroke over these rows divides the cell between two rules 19 px apart.
    fn parts(stroke: std::ops::Range<usize>) -> bool {
        let mut gray = vec![255_u8; 200 * 60];
        for row in [20, 39] {
            gray[row * 200 + 10..row * 200 + 190].fill(0);
        }
        for row in stroke {
            gray[row * 200 + 100] = 0;
        }
        let mut rules = Rules::default();
        rules.find(&gray, 200, 60);
        let mut found = Vec::new();
        let page = Sheet {
            gray: &gray,
            width: 200,
            rules: &rules,
        };
        Places::default().find(&page, &mut found);
        found.iter().any(|place| place.x0 == 101)
    }

    /// Number of candidates on a rule that has text on it from column `x` on.
    fn places_beside(x: usize) -> usize {
        let mut gray = vec![255_u8; 600 * 60];
        gray[50 * 600 + 100..50 * 600 + 500].fill(0);
        for letter in 0..10 {
            for row in 38..47 {
                gray[row * 600 + x + 8 * letter..row * 600 + x + 8 * letter + 4].fill(0);
            }
        }
        let mut rules = Rules::default();
        rules.find(&gray, 600, 60);
        let mut found = Vec::new();
        let page = Sheet {
            gray: &gray,
            width: 600,
            rules: &rules,
        };
        Places::default().find(&page, &mut found);
        found.len()
    }

    #[test]
    fn nothing_is_written_beside_a_heading_in_the_middle() {
        assert_eq!(places_beside(262), 0);
        assert_eq!(places_beside(200), 2);
    }

    #[test]
    fn a_wall_joins_both_rules_and_a_letter_does_not() {
        assert!(parts(20..40));
        assert!(parts(22..39));
        assert!(!parts(23..36));
    }
}
