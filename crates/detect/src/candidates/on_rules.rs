//! Candidates for text fields: the free area above a horizontal rule, between the vertical rules that rise from it.

use crate::candidates::candidate::{Candidate, Comb, Source};
use crate::candidates::combs::{CombDivision, divide_by_marks, divide_by_posts};
use crate::raster::bitmap::Runs;
use crate::raster::page_image::PageImage;
use crate::raster::rule::Rule;
use crate::raster::rules::Rules;
use crate::rect::Rect;
use crate::sorting::sort_by_rank;

/// A part of a horizontal rule between two walls, and the free height above it.
#[derive(Clone, Copy, Debug)]
struct RuleSegment {
    from: i32,
    to: i32,
    floor: Rule,
    top: i32,
    ceiling: bool,
    has_left_border: bool,
    has_right_border: bool,
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
const MAX_CANDIDATES: usize = 2_500;
/// How far above a rule the ceiling is searched, in pixels.
const MAX_CELL_HEIGHT: i32 = 420;
/// Height of a writing line if nothing limits it.
const LINE_HEIGHT: i32 = 24;
/// Height of a comb cell between tick marks.
const CHARACTER_HEIGHT: i32 = 21;
/// Text starts at least this far above a rule; lower marks are ticks or dirt.
const MIN_TEXT_GAP: i32 = 6;
/// Shorter marks on a floor are dirt.
const MIN_TICK: i32 = 4;
/// Maximum height of a comb cell.
const MAX_COMB_HEIGHT: i32 = 50;
/// Text is centered if the free widths on both sides differ by at most this.
const MAX_OFF_CENTER: i32 = 4;
/// Maximum gap between a short wall and the two rules it joins, both gaps added.
const MAX_JOINT_GAP: i32 = 1;
/// Maximum length of letter stems and tick marks.
const MAX_LETTER_STEM: i32 = 22;

/// Finds the candidates on rules. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct RuleCandidates {
    posts: Vec<Post>,
    segments: Vec<RuleSegment>,
    columns: Vec<u64>,
    long_posts: Vec<Rule>,
    marks: Vec<(i32, i32)>,
}

impl RuleCandidates {
    pub(crate) fn find(&mut self, image: &PageImage<'_>, found: &mut Vec<Candidate>) {
        let rules = image.rules;
        self.long_posts.clear();
        self.long_posts.extend(
            rules
                .vertical
                .iter()
                .filter(|rule| rule.length() > MAX_LETTER_STEM),
        );
        for (index, floor) in rules.horizontal.iter().enumerate() {
            if found.len() >= MAX_CANDIDATES {
                break;
            }
            let dashes = floor.drawn_percent < 93 && floor.length() < 60;
            if floor.length() < 14 || dashes || rules.is_letter_stroke(floor) {
                continue;
            }
            self.collect_posts(floor, rules);
            self.cut_segments(floor, index, rules);
            let first = found.len();
            self.read_segments(image, found);
            self.read_posts(floor, image.rules, first, found);
        }
    }

    /// Adds the combs that the posts divide the floor into, whether or not the posts are walls. Replaces combs with
    /// the same ends that were found since index `first`.
    fn read_posts(
        &mut self,
        floor: &Rule,
        rules: &Rules,
        first: usize,
        found: &mut Vec<Candidate>,
    ) {
        let mut divisions = self.divide(floor, rules, |_| true);
        if divisions.is_empty() {
            // Posts may also be pale letters that label the cells; retry with those posts that are dark near the
            // floor.
            let foot = (floor.near - 5, floor.near - 2);
            divisions = self.divide(floor, rules, |post| {
                rules.dark.count((post.near, post.far + 1), foot) > 0
            });
        }
        for (division, reach) in divisions {
            let CombDivision { cells, x, .. } = division;
            let closed = self
                .segments
                .iter()
                .find(|segment| segment.from <= x.0 + 4 && segment.to > x.0 + 4);
            let Some(segment) = closed.filter(|segment| segment.floor.near - segment.top >= 9)
            else {
                continue;
            };
            let room = segment.floor.near - segment.top;
            let free = segment.ceiling
                && room <= MAX_COMB_HEIGHT
                && rules
                    .ink
                    .count(x, (segment.top + 1, segment.floor.near - 2))
                    <= 2 * cells;
            let height = if free && 3 * reach >= 2 * room {
                room
            } else {
                reach.clamp(CHARACTER_HEIGHT, LINE_HEIGHT).min(room)
            };
            drop_combs(first, x, found);
            let top = segment.floor.near - height;
            found.push(segment.candidate((x.0, top, x.1), division.source()));
        }
    }

    /// Divides the floor into cells with the posts that `counts` accepts.
    fn divide(
        &mut self,
        floor: &Rule,
        rules: &Rules,
        counts: impl Fn(&Post) -> bool,
    ) -> Vec<(CombDivision, i32)> {
        self.marks.clear();
        let posts = self.posts.iter().filter(|post| counts(post));
        self.marks
            .extend(posts.map(|post| ((post.near + post.far) / 2, post.reach)));
        divide_by_posts(floor, &self.marks, rules)
    }

    /// Collects the vertical rules that rise from the floor.
    fn collect_posts(&mut self, floor: &Rule, rules: &Rules) {
        self.posts.clear();
        let lowest = floor.near - 3;
        let first = rules.vertical.partition_point(|post| post.to < lowest);
        let from_here = rules.vertical.iter().skip(first);
        let short = from_here.take_while(|post| post.to <= floor.far + MAX_LETTER_STEM);
        let short = short.filter(|post| post.length() <= MAX_LETTER_STEM);
        for post in short.chain(self.long_posts.iter().filter(|post| post.to >= lowest)) {
            let reach = floor.near - post.from;
            if reach < MIN_TICK || post.far < floor.from - 4 || post.near > floor.to + 3 {
                continue;
            }
            let is_post = reach >= 24 || (reach >= 9 && meets_rule(post, floor, rules));
            let (near, far) = (post.near, post.far);
            self.posts.push(Post {
                near,
                far,
                reach,
                wall: is_post && post.drawn_percent >= 85,
            });
        }
        sort_by_rank(&mut self.posts, |post| [post.near, post.far, 0, 0]);
    }

    /// Cuts the floor into segments from wall to wall.
    fn cut_segments(&mut self, floor: &Rule, index: usize, rules: &Rules) {
        self.segments.clear();
        let mut from = floor.from;
        let mut has_left_border = false;
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
                let has_right_border = post.wall;
                self.segments.push(RuleSegment {
                    from,
                    to,
                    floor: *floor,
                    top,
                    ceiling,
                    has_left_border,
                    has_right_border,
                });
            }
            from = from.max(post.far + 1);
            has_left_border = true;
        }
    }

    fn read_segments(&mut self, image: &PageImage<'_>, found: &mut Vec<Candidate>) {
        let mut i = 0;
        while let Some(segment) = self.segments.get(i).copied() {
            let cells = self.comb_cells(i, image.rules);
            let pair = cells == 2 && self.segments.len() == 2 && segment.to - segment.from <= 26;
            if cells >= 3 || pair {
                let last = self
                    .segments
                    .get(i + cells - 1)
                    .map_or(segment.to, |s| s.to);
                let whole = RuleSegment {
                    to: last,
                    ..segment
                };
                let source = Source::Comb(Comb {
                    cells: i32::try_from(cells).unwrap_or(0),
                    spread: 0,
                    boxed: false,
                });
                found.push(whole.candidate((whole.from, whole.top, whole.to), source));
                i += cells;
                continue;
            }
            self.read_segment(&segment, image, found);
            i += 1;
        }
    }

    /// Number of equal, narrow, empty cells in a row, beginning with this segment.
    fn comb_cells(&self, start: usize, rules: &Rules) -> usize {
        let Some(first) = self.segments.get(start) else {
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
        let same = |s: &&RuleSegment| {
            (s.to - s.from - width).abs() <= 3
                && (s.top - first.top).abs() <= 3
                && rules
                    .ink
                    .count((s.from + 2, s.to - 2), (s.top + 2, s.floor.near - 2))
                    <= 4
        };
        let mut count = 0;
        let mut end = first.from;
        for segment in self.segments.iter().skip(start) {
            if !same(&segment) || (count > 0 && segment.from - end > 7) {
                break;
            }
            end = segment.to;
            count += 1;
        }
        count
    }

    fn read_segment(
        &mut self,
        segment: &RuleSegment,
        image: &PageImage<'_>,
        found: &mut Vec<Candidate>,
    ) {
        let (x0, x1, y1) = (segment.from, segment.to, segment.floor.near);
        let room = y1 - segment.top;
        if room < 9 {
            return;
        }
        // Ink lower than `MIN_TEXT_GAP` above a rule is a tick or dirt, not text.
        let free =
            free_above(image, (x0 + 2, x1 - 2), y1 - MIN_TEXT_GAP, segment.top + 1) + MIN_TEXT_GAP;
        let division = divide_by_marks(image, (x0, x1), (segment.top, y1), &mut self.marks);
        let whole = free >= room - 3 && segment.ceiling;
        if !whole && free < 11 {
            self.read_beside(segment, image, found);
            return;
        }
        let source = match (whole, segment.ceiling) {
            (true, _) => Source::EmptyCell,
            (false, true) => Source::UnderCaption,
            (false, false) => Source::OpenRule,
        };
        let walls = segment.has_left_border && segment.has_right_border;
        let height = match source {
            Source::EmptyCell => room,
            Source::UnderCaption if walls || free <= 40 => free - 1,
            _ => free.min(LINE_HEIGHT),
        };
        if whole || segment.floor.length() >= 30 {
            found.push(segment.candidate((x0, y1 - height, x1), source));
        }
        if let Some(division) = division {
            let height = if whole {
                height
            } else {
                height.min(CHARACTER_HEIGHT)
            };
            let (x0, x1) = division.x;
            found.push(segment.candidate((x0, y1 - height, x1), division.source()));
        }
    }

    /// For a rule with text on it: adds the free runs between the words.
    fn read_beside(
        &mut self,
        segment: &RuleSegment,
        image: &PageImage<'_>,
        found: &mut Vec<Candidate>,
    ) {
        let y1 = segment.floor.near;
        image.rules.ink.columns(
            (segment.from, segment.to),
            (y1 - 12, y1 - MIN_TEXT_GAP + 1),
            &mut self.columns,
        );
        let columns = std::mem::take(&mut self.columns);
        let runs: Vec<_> = Runs::clear(&columns, segment.from + 1, segment.to - 1)
            .filter(|(a, b)| b - a >= 18)
            .collect();
        self.columns = columns;
        if segment.is_heading(&runs) {
            return;
        }
        let free_runs = i32::try_from(runs.len()).unwrap_or(i32::MAX);
        for (from, to) in runs {
            if let Some(candidate) = segment.beside((from, to), image) {
                let candidate = Candidate {
                    free_runs,
                    ..candidate
                };
                found.push(candidate);
                self.add_comb(&candidate, image, found);
            }
        }
    }

    /// Adds the candidate as a comb too, if marks divide it.
    fn add_comb(
        &mut self,
        candidate: &Candidate,
        image: &PageImage<'_>,
        found: &mut Vec<Candidate>,
    ) {
        let Rect { x0, y0, x1, y1 } = candidate.rect;
        let y0 = y0.max(y1 - 19);
        let division = divide_by_marks(image, (x0, x1), (y0, y1 - 1), &mut self.marks);
        if let Some(division) = division {
            found.push(Candidate {
                rect: Rect::new(division.x.0, y0, division.x.1, y1),
                source: division.source(),
                ..*candidate
            });
        }
    }
}

/// Removes combs with the same ends (within 6 px) that were found since index `first`.
fn drop_combs(first: usize, x: (i32, i32), found: &mut Vec<Candidate>) {
    let mut index = 0;
    found.retain(|candidate| {
        index += 1;
        let same = (candidate.rect.x0 - x.0).abs() <= 6 && (candidate.rect.x1 - x.1).abs() <= 6;
        index <= first || !candidate.source.is_comb() || !same
    });
}

impl RuleSegment {
    /// Returns a free run of the floor as a candidate if there is enough height above it.
    fn beside(&self, (from, to): (i32, i32), image: &PageImage<'_>) -> Option<Candidate> {
        let y1 = self.floor.near;
        let left = if from <= self.from + 2 {
            self.from
        } else {
            from + 2
        };
        let right = if to >= self.to - 2 { self.to } else { to - 2 };
        let free = free_above(
            image,
            (left + 1, right - 1),
            y1 - MIN_TEXT_GAP,
            self.top + 1,
        ) + MIN_TEXT_GAP;
        let near = self.ceiling && y1 - self.top <= 60;
        let height = if near { free } else { free.min(LINE_HEIGHT) };
        let candidate = self.candidate((left, y1 - height, right), Source::BesideText);
        let has_left_border = self.has_left_border && left == self.from;
        let has_right_border = self.has_right_border && right == self.to;
        (free >= 10 && right - left >= 14).then_some(Candidate {
            has_left_border,
            has_right_border,
            ..candidate
        })
    }

    /// Whether text is centered on the floor. Such text is a heading, and nothing is written beside it.
    fn is_heading(&self, runs: &[(i32, i32)]) -> bool {
        let [(from, left), (right, to)] = runs else {
            return false;
        };
        let (before, after) = (left - from, to - right);
        let whole = *from <= self.from + 2 && *to >= self.to - 2;
        whole && (before - after).abs() <= MAX_OFF_CENTER.max(before.max(after) / 12)
    }

    /// A candidate on the floor, by its left, top and right.
    fn candidate(&self, (x0, y0, x1): (i32, i32, i32), source: Source) -> Candidate {
        Candidate {
            rect: Rect::new(x0, y0, x1, self.floor.near + 1),
            source,
            rule_length: self.floor.length(),
            cell_height: self.floor.near - self.top,
            region: Rect::new(self.from, self.top, self.to, self.floor.near),
            has_left_border: self.has_left_border,
            has_right_border: self.has_right_border,
            has_top_border: self.ceiling,
            rule_drawn: self.floor.drawn_percent,
            free_runs: 1,
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
        rule.far <= post.from + 4 && above + below <= MAX_JOINT_GAP
    };
    close.filter(meets).any(|rule| {
        rule.from <= post.far + 4 && rule.to >= post.near - 4 && rule.far < floor.near - 4
    })
}

/// Finds the lowest rule above that covers at least 70 % of the segment. Returns the row below it and `true`, or the
/// upper limit of the search and `false`.
fn ceiling(segment: (i32, i32), floor: &Rule, index: usize, rules: &Rules) -> (i32, bool) {
    let width = segment.1 - segment.0;
    let limit = floor.near - MAX_CELL_HEIGHT;
    let above = rules.horizontal.iter().take(index).rev();
    let found = above
        .take_while(|rule| rule.near >= limit - 40)
        .find(|rule| {
            let common = rule.to.min(segment.1) - rule.from.max(segment.0);
            rule.far < floor.near - 6 && rule.far >= limit && 10 * common >= 7 * width
        });
    found.map_or((limit.max(0), false), |rule| (rule.far + 1, true))
}

/// Number of rows without ink, and with paper of one shade, from `bottom` (included) up to `top`, between two columns.
fn free_above(image: &PageImage<'_>, x: (i32, i32), bottom: i32, top: i32) -> i32 {
    let paper = image.paper_shade(x, bottom - 3);
    let mut y = bottom;
    while y >= top
        && !image.rules.ink.any_in_row(x, y)
        && (y > bottom - 3 || (image.paper_shade(x, y) - paper).abs() < 16)
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
        let image = PageImage {
            gray: &gray,
            width: 200,
            rules: &rules,
        };
        RuleCandidates::default().find(&image, &mut found);
        found.iter().any(|candidate| candidate.rect.x0 == 101)
    }

    /// Number of candidates on a rule that has text on it from column `x` on.
    fn candidates_beside(x: usize) -> usize {
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
        let image = PageImage {
            gray: &gray,
            width: 600,
            rules: &rules,
        };
        RuleCandidates::default().find(&image, &mut found);
        found.len()
    }

    #[test]
    fn nothing_is_written_beside_a_heading_in_the_middle() {
        assert_eq!(candidates_beside(262), 0);
        assert_eq!(candidates_beside(200), 2);
    }

    #[test]
    fn a_wall_joins_both_rules_and_a_letter_does_not() {
        assert!(parts(20..40));
        assert!(parts(22..39));
        assert!(!parts(23..36));
    }
}
