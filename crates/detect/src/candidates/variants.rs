//! Candidate variants: adjacent boxes as one comb, a tall cell as one line of its column, a rule with several captions
//! below it as several fields. All variants are scored; non-maximum suppression keeps the best of those that overlap.

use crate::candidates::candidate::{Place, Source};
use crate::candidates::combs::EVEN;
use crate::raster::bitmap::Runs;
use crate::raster::components::Hole;
use crate::raster::page_image::Sheet;
use crate::raster::rule::Rule;
use crate::sorting::sort_by_rank;

/// Adds candidate variants. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    units: Vec<(i32, i32, i32, i32)>,
    columns: Vec<u64>,
    added: Vec<Place>,
    lines: Vec<Place>,
    /// Usual height of an empty cell on this page, in pixels; 0 if there is none.
    pub(crate) line: i32,
}

/// Edges this close count as aligned, in pixels.
const ALIGNED: i32 = 4;
/// Boxes at most this far apart count as adjacent.
const TOUCHING: i32 = 5;
/// Height of a writing line.
const LINE: i32 = 20;
/// Writing guides are at least this light.
const PALE: i32 = 200;
/// How far before a line its label is searched, in pixels.
const BEFORE: i32 = 80;
/// Cells taller than this have room for several lines.
const TALL: i32 = 60;

impl Variants {
    pub(crate) fn add(&mut self, page: &Sheet<'_>, holes: &[Hole], places: &mut Vec<Place>) {
        self.line = usual_height(places.iter());
        self.added.clear();
        for place in places.iter_mut() {
            snap_height(place);
        }
        self.add_box_combs(holes);
        self.add_dash_combs(page);
        for place in places.iter() {
            self.cut_to_line(place, places);
            self.split_by_captions(place, page);
        }
        self.join_lines(page, places);
        self.join_combs(page, places);
        places.append(&mut self.added);
    }

    /// Joins equal boxes side by side to combs.
    fn add_box_combs(&mut self, holes: &[Hole]) {
        self.units.clear();
        let boxes = holes
            .iter()
            .filter(|hole| hole.fill() >= 85 && hole.width() <= 40 && hole.height() >= 8);
        self.units
            .extend(boxes.map(|hole| (hole.x0 - 1, hole.y0 - 1, hole.x1 + 1, hole.y1 + 1)));
        self.join_units(|_| 10, true);
    }

    /// Joins equal short dashes side by side to combs with one character per dash.
    fn add_dash_combs(&mut self, page: &Sheet<'_>) {
        self.units.clear();
        let dashes = page.rules.horizontal.iter().filter(|rule| {
            let short =
                (8..=50).contains(&rule.length()) && rule.far - rule.near <= 3 && rule.duty >= 93;
            let above = (rule.near - 14, rule.near - 2);
            short
                && !is_top(rule, page)
                && page.rules.ink.count((rule.from + 2, rule.to - 2), above) <= 6
        });
        self.units.extend(dashes.map(|rule| {
            let height = (6 * rule.length() / 10).clamp(17, 26);
            (rule.from, rule.near - height, rule.to, rule.far + 1)
        }));
        self.join_units(|width| (6 * width / 10).max(10), false);
    }

    fn join_units(&mut self, gap: impl Fn(i32) -> i32, boxes: bool) {
        sort_by_rows(&mut self.units);
        let mut start = 0;
        while let Some(first) = self.units.get(start).copied() {
            let same = |a: &(i32, i32, i32, i32), b: &(i32, i32, i32, i32)| {
                let level = (a.1 - b.1).abs() <= 2 && (a.3 - b.3).abs() <= 2;
                level
                    && ((b.2 - b.0) - (first.2 - first.0)).abs() <= 3
                    && (-3..=gap(a.2 - a.0)).contains(&(b.0 - a.2))
            };
            let next = || self.units.iter().skip(start + 1);
            let apart = next().next().map_or(0, |second| second.0 - first.2);
            let even =
                |a: &(i32, i32, i32, i32), b: &(i32, i32, i32, i32)| (b.0 - a.2 - apart).abs() <= 4;
            let count = 1 + self
                .units
                .iter()
                .skip(start)
                .zip(next())
                .take_while(|(a, b)| same(a, b) && even(a, b))
                .count();
            if let (true, Some(last)) = (count >= 2, self.units.get(start + count - 1)) {
                let (x0, y0, x1, y1) = (first.0, first.1.min(last.1), last.2, first.3.max(last.3));
                let cells = i32::try_from(count).unwrap_or(0);
                self.added.push(Place {
                    cells,
                    floor: x1 - x0,
                    room: y1 - y0,
                    siblings: 0,
                    boxed: boxes && 10 * cells * (first.2 - first.0) >= 7 * (x1 - x0),
                    ..Place::closed((x0, y0, x1, y1), Source::Comb)
                });
            }
            start += count;
        }
    }

    /// A tall cell in a column of one-line cells: adds its lowest line as a candidate.
    fn cut_to_line(&mut self, place: &Place, places: &[Place]) {
        if place.height() <= TALL || place.width() < 20 || !is_cell(place) {
            return;
        }
        let column = places.iter().filter(|other| {
            (other.x0 - place.x0).abs() <= ALIGNED
                && (other.x1 - place.x1).abs() <= ALIGNED
                && other.height() < place.height()
        });
        let own = usual_height(column);
        let line = if own >= 12 { own } else { self.line.max(LINE) };
        self.added.push(Place {
            y0: place.y1 - line,
            source: Source::Line,
            cells: 0,
            siblings: own,
            ..*place
        });
    }

    /// Joins lines of the same width at equal distances to one area.
    fn join_lines(&mut self, page: &Sheet<'_>, places: &[Place]) {
        self.lines.clear();
        let alone = |place: &&Place| {
            matches!(
                place.source,
                Source::OpenRule | Source::EmptyCell | Source::UnderCaption | Source::Beside
            )
        };
        let wide = places
            .iter()
            .filter(alone)
            .filter(|place| place.width() >= 200 && place.height() <= 48);
        self.lines.extend(wide.copied());
        sort_by_columns(&mut self.lines);
        let mut start = 0;
        while let Some(first) = self.lines.get(start).copied() {
            let rest = self.lines.get(start..).unwrap_or_default();
            let (count, last) = even_lines(rest, first);
            if count >= 2 {
                let x0 = if count == 2 {
                    last.x0
                } else {
                    first.x0.min(last.x0)
                };
                let cells = i32::try_from(count).unwrap_or(0);
                let guided =
                    |from: usize| are_guides(rest.get(from..count).unwrap_or_default(), page);
                // The uppermost line may be the frame, with a caption on it.
                let inner = rest.get(1).filter(|_| !guided(0) && guided(1));
                self.added.push(Place {
                    x0: inner.map_or(x0, |inner| inner.x0),
                    y1: last.y1,
                    source: Source::Area,
                    cells,
                    guided: guided(0) || inner.is_some(),
                    ..*inner.unwrap_or(&first)
                });
            }
            start += count;
        }
    }

    /// Joins combs on one line whose cells have the same width. One cell between two combs may be missing.
    fn join_combs(&mut self, page: &Sheet<'_>, places: &[Place]) {
        self.lines.clear();
        let combs = places
            .iter()
            .chain(&self.added)
            .filter(|place| place.source == Source::Comb && place.siblings <= EVEN + 2);
        self.lines.extend(combs.copied());
        sort_by_rank(&mut self.lines, |place| {
            [i32::from(place.boxed), place.y1, place.x0, 0]
        });
        let mut whole: Option<Place> = None;
        for next in &self.lines {
            let joined = whole
                .filter(|before| before.boxed || is_empty_between(before, next, page))
                .and_then(|before| join_two(&before, next));
            if let Some(joined) = joined {
                self.added.push(joined);
            }
            whole = Some(joined.unwrap_or(*next));
        }
    }

    /// Splits a rule with several groups of words below it: each group labels a field of its own.
    fn split_by_captions(&mut self, place: &Place, page: &Sheet<'_>) {
        let open = matches!(
            place.source,
            Source::OpenRule | Source::UnderCaption | Source::EmptyCell | Source::Beside
        );
        if !open || place.width() < 120 {
            return;
        }
        page.rules.ink.columns(
            (place.x0 - 2, place.x1 + 2),
            (place.y1 + 2, place.y1 + 14),
            &mut self.columns,
        );
        let groups = word_groups(&self.columns, place);
        if !(2..=6).contains(&groups.len()) {
            return;
        }
        let left_aligned = groups.first().is_some_and(|group| group.0 - place.x0 <= 12);
        let mut from = place.x0;
        for (i, group) in groups.iter().enumerate() {
            let next = groups.get(i + 1);
            let to = next.map_or(place.x1, |next| {
                if left_aligned {
                    next.0 - 4
                } else {
                    (group.0 + group.1 + next.0 + next.1) / 4
                }
            });
            if to - from >= 16 {
                let part = Place {
                    x0: from,
                    x1: to,
                    source: Source::Split,
                    ..*place
                };
                self.added.push(Place {
                    siblings: i32::try_from(groups.len()).unwrap_or(0),
                    ..part
                });
            }
            from = to + 1;
        }
    }
}

/// Whether both ends of a short rule continue downwards. Such a rule is the top of a box, not a writing line.
fn is_top(rule: &Rule, page: &Sheet<'_>) -> bool {
    let below = (rule.far + 2, rule.far + 8);
    let goes_down = |end: i32| page.rules.dark.count((end - 3, end + 3), below) >= 5;
    goes_down(rule.from) && goes_down(rule.to)
}

/// Sorts rectangles into rows by their bottom edge, and each row from left to right.
fn sort_by_rows(units: &mut [(i32, i32, i32, i32)]) {
    sort_by_rank(units, |unit| [unit.3, 0, 0, 0]);
    let mut start = 0;
    while let Some(first) = units.get(start).copied() {
        let rest = units.get_mut(start..).unwrap_or_default();
        let count = rest.partition_point(|unit| unit.3 <= first.3 + 2);
        let row = rest.get_mut(..count).unwrap_or_default();
        sort_by_rank(row, |unit| [unit.0, 0, 0, 0]);
        start += count;
    }
}

/// Sorts lines into columns by their right edge, and each column from top to bottom.
fn sort_by_columns(lines: &mut [Place]) {
    sort_by_rank(lines, |line| [line.x1, 0, 0, 0]);
    let mut start = 0;
    while let Some(first) = lines.get(start).copied() {
        let rest = lines.get_mut(start..).unwrap_or_default();
        let count = rest.partition_point(|line| line.x1 <= first.x1 + ALIGNED);
        let column = rest.get_mut(..count).unwrap_or_default();
        sort_by_rank(column, |line| [line.y1, line.x0, 0, 0]);
        start += count;
    }
}

/// Whether nothing is printed between two combs. A hyphen or slash separates them into two groups.
fn is_empty_between(left: &Place, right: &Place, page: &Sheet<'_>) -> bool {
    let (x, y) = ((left.x1 + 1, right.x0 - 1), (left.y0, left.y1 + 2));
    page.rules.dark.count(x, y) <= 3
}

/// Joins two combs that stand on one line and have equal cells.
fn join_two(left: &Place, right: &Place) -> Option<Place> {
    let width = left.width() / left.cells.max(1);
    let gap = right.x0 - left.x1;
    let level = (left.y1 - right.y1).abs() <= 2 && (left.y0 - right.y0).abs() <= 2;
    let alike = (width - right.width() / right.cells.max(1)).abs() <= 2;
    let lost = i32::from(gap > width / 2);
    // Boxes with a gap between them are the separate groups of a date or number.
    let most = if left.boxed { TOUCHING } else { width + 6 };
    (level && alike && left.boxed == right.boxed && (-3..=most).contains(&gap)).then_some(Place {
        x1: right.x1,
        cells: left.cells + right.cells + lost,
        siblings: left.siblings.max(right.siblings),
        ..*left
    })
}

fn is_cell(place: &Place) -> bool {
    matches!(
        place.source,
        Source::EmptyCell | Source::UnderCaption | Source::Beside
    )
}

/// Lowers the height of a cell a little taller than a line. Form authors fill either the bottom line or the whole
/// cell; the geometric mean of both heights overlaps well with either.
fn snap_height(place: &mut Place) {
    let height = place.height();
    let snaps = is_cell(place) || place.source == Source::Comb;
    if snaps && (LINE + 5..=TALL).contains(&height) {
        let mean = f64::from(LINE * height).sqrt().round() as i32;
        place.y0 = place.y1 - mean;
    }
}

/// Number of lines that follow each other at equal distance, the first included, and the last of them.
fn even_lines(lines: &[Place], first: Place) -> (usize, Place) {
    let (mut last, mut pitch, mut count) = (first, 0, 1);
    for next in lines.iter().skip(1) {
        let step = next.y1 - last.y1;
        let even = pitch == 0 || (step - pitch).abs() <= 3;
        let fits = (next.x1 - last.x1).abs() <= 5 && (14..=50).contains(&step) && even;
        if !fits || (next.x0 > last.x0 + 5 && count > 1) {
            break;
        }
        if count == 1 {
            pitch = step;
        }
        last = *next;
        count += 1;
    }
    (count, last)
}

/// Whether the lines are pale and no rule continues beyond their ends: then they are writing guides of one area, with
/// or without a frame around it.
fn are_guides(lines: &[Place], page: &Sheet<'_>) -> bool {
    let pale = |line: &Place| {
        let shade = |x: (i32, i32)| {
            let near = page.shade(x, line.y1 - 1);
            near.min(page.shade(x, line.y1))
        };
        let own = shade((line.x0, line.x1));
        let beyond = [(line.x0 - 24, line.x0 - 6), (line.x1 + 6, line.x1 + 24)];
        own >= PALE && beyond.iter().all(|x| shade(*x) > own + 8)
    };
    // A line with text before it is a field of its own.
    let named = |line: &&Place| {
        let before = (line.x0 - BEFORE, line.x0 - 4);
        page.rules.ink.count(before, (line.y1 - 16, line.y1 - 2)) > 0
    };
    // The lowest line may be the frame.
    let inner = lines.get(..lines.len().saturating_sub(1));
    let own = lines.iter().filter(named).count();
    lines.len() >= 4 && 2 * own < lines.len() && inner.unwrap_or_default().iter().all(pale)
}

/// Word groups below a candidate; groups are at least 26 px apart.
fn word_groups(columns: &[u64], place: &Place) -> Vec<(i32, i32)> {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for (from, to) in Runs::set(columns, place.x0 - 2, place.x1 + 2) {
        match groups.last_mut() {
            Some(last) if from - last.1 < 26 => last.1 = to,
            _ => groups.push((from, to)),
        }
    }
    groups
}

/// The most frequent height of empty cells, or 0 if there are none.
fn usual_height<'a>(places: impl Iterator<Item = &'a Place>) -> i32 {
    let mut counts = [0_u32; 44];
    for place in places.filter(|place| place.source == Source::EmptyCell && place.width() >= 24) {
        if let Some(count) = usize::try_from(place.height())
            .ok()
            .and_then(|height| counts.get_mut(height))
        {
            *count += 1;
        }
    }
    let around = |i: usize| counts.iter().skip(i.saturating_sub(1)).take(3).sum::<u32>();
    let best = (12..43).max_by_key(|i| (around(*i), counts.get(*i).copied()));
    best.filter(|i| around(*i) > 0)
        .and_then(|i| i32::try_from(i).ok())
        .unwrap_or(0)
}
