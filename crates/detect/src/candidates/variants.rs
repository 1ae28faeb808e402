//! Candidate variants: adjacent boxes as one comb, a tall cell as one line of its column, a rule with several captions
//! below it as several fields. All variants are scored; non-maximum suppression keeps the best of those that overlap.

use crate::candidates::candidate::{Candidate, Comb, Source};
use crate::candidates::combs::MAX_CELL_SPREAD;
use crate::raster::bitmap::Runs;
use crate::raster::components::Component;
use crate::raster::page_image::PageImage;
use crate::raster::rule::Rule;
use crate::rect::Rect;
use crate::sorting::sort_by_rank;

/// Adds candidate variants. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    units: Vec<Rect>,
    columns: Vec<u64>,
    added: Vec<Candidate>,
    lines: Vec<Candidate>,
    /// Usual height of an empty cell on this page, in pixels; 0 if there is none.
    pub(crate) usual_cell_height: i32,
}

/// Edges this close count as aligned, in pixels.
const ALIGNED: i32 = 4;
/// Boxes at most this far apart count as adjacent.
const MAX_ADJACENT_GAP: i32 = 5;
/// Height of a writing line.
const LINE_HEIGHT: i32 = 20;
/// Writing guides are at least this light.
const MIN_GUIDE_SHADE: i32 = 200;
/// How far before a line its label is searched, in pixels.
const MAX_LABEL_DISTANCE: i32 = 80;
/// Cells taller than this have room for several lines.
const TALL_CELL: i32 = 60;

impl Variants {
    pub(crate) fn add(
        &mut self,
        image: &PageImage<'_>,
        components: &[Component],
        candidates: &mut Vec<Candidate>,
    ) {
        self.usual_cell_height = usual_height(candidates.iter());
        self.added.clear();
        for candidate in candidates.iter_mut() {
            snap_height(candidate);
        }
        self.add_box_combs(components);
        self.add_dash_combs(image);
        for candidate in candidates.iter() {
            self.add_lowest_line(candidate, candidates);
            self.split_by_captions(candidate, image);
        }
        self.join_lines(image, candidates);
        self.join_combs(image, candidates);
        candidates.append(&mut self.added);
    }

    /// Joins equal boxes side by side to combs.
    fn add_box_combs(&mut self, components: &[Component]) {
        self.units.clear();
        let boxes = components.iter().filter(|component| {
            component.fill() >= 85 && component.width() <= 40 && component.height() >= 8
        });
        self.units.extend(boxes.map(|component| {
            let Rect { x0, y0, x1, y1 } = component.bounds;
            Rect::new(x0 - 1, y0 - 1, x1 + 1, y1 + 1)
        }));
        self.join_units(|_| 10, true);
    }

    /// Joins equal short dashes side by side to combs with one character per dash.
    fn add_dash_combs(&mut self, image: &PageImage<'_>) {
        self.units.clear();
        let dashes = image.rules.horizontal.iter().filter(|rule| {
            let short = (8..=50).contains(&rule.length())
                && rule.far - rule.near <= 3
                && rule.drawn_percent >= 93;
            let above = (rule.near - 14, rule.near - 2);
            short
                && !is_top_of_box(rule, image)
                && image.rules.ink.count((rule.from + 2, rule.to - 2), above) <= 6
        });
        self.units.extend(dashes.map(|rule| {
            let height = (6 * rule.length() / 10).clamp(17, 26);
            Rect::new(rule.from, rule.near - height, rule.to, rule.far + 1)
        }));
        self.join_units(|width| (6 * width / 10).max(10), false);
    }

    fn join_units(&mut self, gap: impl Fn(i32) -> i32, boxes: bool) {
        sort_by_rows(&mut self.units);
        let mut start = 0;
        while let Some(first) = self.units.get(start).copied() {
            let same = |a: &Rect, b: &Rect| {
                let level = (a.y0 - b.y0).abs() <= 2 && (a.y1 - b.y1).abs() <= 2;
                level
                    && ((b.x1 - b.x0) - (first.x1 - first.x0)).abs() <= 3
                    && (-3..=gap(a.x1 - a.x0)).contains(&(b.x0 - a.x1))
            };
            let next = || self.units.iter().skip(start + 1);
            let apart = next().next().map_or(0, |second| second.x0 - first.x1);
            let even = |a: &Rect, b: &Rect| (b.x0 - a.x1 - apart).abs() <= 4;
            let count = 1 + self
                .units
                .iter()
                .skip(start)
                .zip(next())
                .take_while(|(a, b)| same(a, b) && even(a, b))
                .count();
            if let (true, Some(last)) = (count >= 2, self.units.get(start + count - 1)) {
                let (y0, y1) = (first.y0.min(last.y0), first.y1.max(last.y1));
                let rect = Rect::new(first.x0, y0, last.x1, y1);
                let cells = i32::try_from(count).unwrap_or(0);
                let comb = Comb {
                    cells,
                    spread: 0,
                    boxed: boxes && 10 * cells * first.width() >= 7 * rect.width(),
                };
                self.added.push(Candidate::closed(rect, Source::Comb(comb)));
            }
            start += count;
        }
    }

    /// A tall cell in a column of one-line cells: adds its lowest line as a candidate.
    fn add_lowest_line(&mut self, candidate: &Candidate, candidates: &[Candidate]) {
        let is_cell = candidate.source.is_cell();
        if candidate.height() <= TALL_CELL || candidate.width() < 20 || !is_cell {
            return;
        }
        let column = candidates.iter().filter(|other| {
            (other.rect.x0 - candidate.rect.x0).abs() <= ALIGNED
                && (other.rect.x1 - candidate.rect.x1).abs() <= ALIGNED
                && other.height() < candidate.height()
        });
        let own = usual_height(column);
        let line = if own >= 12 {
            own
        } else {
            self.usual_cell_height.max(LINE_HEIGHT)
        };
        self.added.push(Candidate {
            rect: Rect {
                y0: candidate.rect.y1 - line,
                ..candidate.rect
            },
            source: Source::LowestLine {
                column_cell_height: own,
            },
            ..*candidate
        });
    }

    /// Joins lines of the same width at equal distances to one area.
    fn join_lines(&mut self, image: &PageImage<'_>, candidates: &[Candidate]) {
        self.lines.clear();
        let wide = candidates
            .iter()
            .filter(|candidate| candidate.source.is_line())
            .filter(|candidate| candidate.width() >= 200 && candidate.height() <= 48);
        self.lines.extend(wide.copied());
        sort_by_columns(&mut self.lines);
        let mut start = 0;
        while let Some(first) = self.lines.get(start).copied() {
            let rest = self.lines.get(start..).unwrap_or_default();
            let (count, last) = even_lines(rest, first);
            if count >= 2 {
                let x0 = if count == 2 {
                    last.rect.x0
                } else {
                    first.rect.x0.min(last.rect.x0)
                };
                let guided =
                    |from: usize| are_guides(rest.get(from..count).unwrap_or_default(), image);
                // The uppermost line may be the frame, with a caption on it.
                let inner = rest.get(1).filter(|_| !guided(0) && guided(1));
                let top = inner.unwrap_or(&first);
                self.added.push(Candidate {
                    rect: Rect {
                        x0: inner.map_or(x0, |inner| inner.rect.x0),
                        y1: last.rect.y1,
                        ..top.rect
                    },
                    source: Source::MultilineArea {
                        lines: i32::try_from(count).unwrap_or(0),
                        guides: guided(0) || inner.is_some(),
                    },
                    ..*top
                });
            }
            start += count;
        }
    }

    /// Joins combs on one line whose cells have the same width. One cell between two combs may be missing.
    fn join_combs(&mut self, image: &PageImage<'_>, candidates: &[Candidate]) {
        self.lines.clear();
        let combs = candidates.iter().chain(&self.added).filter(|candidate| {
            let comb = candidate.source.comb();
            comb.is_some_and(|comb| comb.spread <= MAX_CELL_SPREAD + 2)
        });
        self.lines.extend(combs.copied());
        sort_by_rank(&mut self.lines, |candidate| {
            [
                i32::from(is_boxed(candidate)),
                candidate.rect.y1,
                candidate.rect.x0,
                0,
            ]
        });
        let mut whole: Option<Candidate> = None;
        for next in &self.lines {
            let joined = whole
                .filter(|before| is_boxed(before) || is_empty_between(before, next, image))
                .and_then(|before| join_two(&before, next));
            if let Some(joined) = joined {
                self.added.push(joined);
            }
            whole = Some(joined.unwrap_or(*next));
        }
    }

    /// Splits a rule with several groups of words below it: each group labels a field of its own.
    fn split_by_captions(&mut self, candidate: &Candidate, image: &PageImage<'_>) {
        if !candidate.source.is_line() || candidate.width() < 120 {
            return;
        }
        image.rules.ink.columns(
            (candidate.rect.x0 - 2, candidate.rect.x1 + 2),
            (candidate.rect.y1 + 2, candidate.rect.y1 + 14),
            &mut self.columns,
        );
        let groups = word_groups(&self.columns, candidate);
        if !(2..=6).contains(&groups.len()) {
            return;
        }
        let left_aligned = groups
            .first()
            .is_some_and(|group| group.0 - candidate.rect.x0 <= 12);
        let mut from = candidate.rect.x0;
        for (i, group) in groups.iter().enumerate() {
            let next = groups.get(i + 1);
            let to = next.map_or(candidate.rect.x1, |next| {
                if left_aligned {
                    next.0 - 4
                } else {
                    (group.0 + group.1 + next.0 + next.1) / 4
                }
            });
            if to - from >= 16 {
                self.added.push(Candidate {
                    rect: Rect {
                        x0: from,
                        x1: to,
                        ..candidate.rect
                    },
                    source: Source::CaptionPart {
                        captions: i32::try_from(groups.len()).unwrap_or(0),
                    },
                    ..*candidate
                });
            }
            from = to + 1;
        }
    }
}

/// Whether both ends of a short rule continue downwards. Such a rule is the top of a box, not a writing line.
fn is_top_of_box(rule: &Rule, image: &PageImage<'_>) -> bool {
    let below = (rule.far + 2, rule.far + 8);
    let goes_down = |end: i32| image.rules.dark.count((end - 3, end + 3), below) >= 5;
    goes_down(rule.from) && goes_down(rule.to)
}

/// Sorts rectangles into rows by their bottom edge, and each row from left to right.
fn sort_by_rows(units: &mut [Rect]) {
    sort_by_rank(units, |unit| [unit.y1, 0, 0, 0]);
    let mut start = 0;
    while let Some(first) = units.get(start).copied() {
        let rest = units.get_mut(start..).unwrap_or_default();
        let count = rest.partition_point(|unit| unit.y1 <= first.y1 + 2);
        let row = rest.get_mut(..count).unwrap_or_default();
        sort_by_rank(row, |unit| [unit.x0, 0, 0, 0]);
        start += count;
    }
}

/// Sorts lines into columns by their right edge, and each column from top to bottom.
fn sort_by_columns(lines: &mut [Candidate]) {
    sort_by_rank(lines, |line| [line.rect.x1, 0, 0, 0]);
    let mut start = 0;
    while let Some(first) = lines.get(start).copied() {
        let rest = lines.get_mut(start..).unwrap_or_default();
        let count = rest.partition_point(|line| line.rect.x1 <= first.rect.x1 + ALIGNED);
        let column = rest.get_mut(..count).unwrap_or_default();
        sort_by_rank(column, |line| [line.rect.y1, line.rect.x0, 0, 0]);
        start += count;
    }
}

/// Whether nothing is printed between two combs. A hyphen or slash separates them into two groups.
fn is_empty_between(left: &Candidate, right: &Candidate, image: &PageImage<'_>) -> bool {
    let (x, y) = (
        (left.rect.x1 + 1, right.rect.x0 - 1),
        (left.rect.y0, left.rect.y1 + 2),
    );
    image.rules.dark.count(x, y) <= 3
}

/// Joins two combs that stand on one line and have equal cells.
fn join_two(left: &Candidate, right: &Candidate) -> Option<Candidate> {
    let (own, other) = (left.source.comb()?, right.source.comb()?);
    let width = left.width() / own.cells.max(1);
    let gap = right.rect.x0 - left.rect.x1;
    let level =
        (left.rect.y1 - right.rect.y1).abs() <= 2 && (left.rect.y0 - right.rect.y0).abs() <= 2;
    let alike = (width - right.width() / other.cells.max(1)).abs() <= 2;
    let lost = i32::from(gap > width / 2);
    // Boxes with a gap between them are the separate groups of a date or number.
    let most = if own.boxed {
        MAX_ADJACENT_GAP
    } else {
        width + 6
    };
    (level && alike && own.boxed == other.boxed && (-3..=most).contains(&gap)).then_some(
        Candidate {
            rect: Rect {
                x1: right.rect.x1,
                ..left.rect
            },
            source: Source::Comb(Comb {
                cells: own.cells + other.cells + lost,
                spread: own.spread.max(other.spread),
                boxed: own.boxed,
            }),
            ..*left
        },
    )
}

fn is_boxed(candidate: &Candidate) -> bool {
    candidate.source.comb().is_some_and(|comb| comb.boxed)
}

/// Lowers the height of a cell a little taller than a line. Form authors fill either the bottom line or the whole
/// cell; the geometric mean of both heights overlaps well with either.
fn snap_height(candidate: &mut Candidate) {
    let height = candidate.height();
    let snaps = candidate.source.is_cell() || candidate.source.is_comb();
    if snaps && (LINE_HEIGHT + 5..=TALL_CELL).contains(&height) {
        let mean = f64::from(LINE_HEIGHT * height).sqrt().round() as i32;
        candidate.rect.y0 = candidate.rect.y1 - mean;
    }
}

/// Number of lines that follow each other at equal distance, the first included, and the last of them.
fn even_lines(lines: &[Candidate], first: Candidate) -> (usize, Candidate) {
    let (mut last, mut pitch, mut count) = (first, 0, 1);
    for next in lines.iter().skip(1) {
        let step = next.rect.y1 - last.rect.y1;
        let even = pitch == 0 || (step - pitch).abs() <= 3;
        let fits = (next.rect.x1 - last.rect.x1).abs() <= 5 && (14..=50).contains(&step) && even;
        if !fits || (next.rect.x0 > last.rect.x0 + 5 && count > 1) {
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
fn are_guides(lines: &[Candidate], image: &PageImage<'_>) -> bool {
    let pale = |line: &Candidate| {
        let shade = |x: (i32, i32)| {
            let near = image.paper_shade(x, line.rect.y1 - 1);
            near.min(image.paper_shade(x, line.rect.y1))
        };
        let own = shade((line.rect.x0, line.rect.x1));
        let beyond = [
            (line.rect.x0 - 24, line.rect.x0 - 6),
            (line.rect.x1 + 6, line.rect.x1 + 24),
        ];
        own >= MIN_GUIDE_SHADE && beyond.iter().all(|x| shade(*x) > own + 8)
    };
    // A line with text before it is a field of its own.
    let named = |line: &&Candidate| {
        let before = (line.rect.x0 - MAX_LABEL_DISTANCE, line.rect.x0 - 4);
        image
            .rules
            .ink
            .count(before, (line.rect.y1 - 16, line.rect.y1 - 2))
            > 0
    };
    // The lowest line may be the frame.
    let inner = lines.get(..lines.len().saturating_sub(1));
    let own = lines.iter().filter(named).count();
    lines.len() >= 4 && 2 * own < lines.len() && inner.unwrap_or_default().iter().all(pale)
}

/// Word groups below a candidate; groups are at least 26 px apart.
fn word_groups(columns: &[u64], candidate: &Candidate) -> Vec<(i32, i32)> {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for (from, to) in Runs::set(columns, candidate.rect.x0 - 2, candidate.rect.x1 + 2) {
        match groups.last_mut() {
            Some(last) if from - last.1 < 26 => last.1 = to,
            _ => groups.push((from, to)),
        }
    }
    groups
}

/// The most frequent height of empty cells, or 0 if there are none.
fn usual_height<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> i32 {
    let mut counts = [0_u32; 44];
    for candidate in candidates
        .filter(|candidate| candidate.source == Source::EmptyCell && candidate.width() >= 24)
    {
        if let Some(count) = usize::try_from(candidate.height())
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
