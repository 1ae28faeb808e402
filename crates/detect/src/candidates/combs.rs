//! Divides a candidate into comb cells by the marks on it: ticks on its floor, dotted or pale separators.

use crate::candidates::candidate::{Comb, Source};
use crate::raster::page_image::PageImage;
use crate::raster::rule::Rule;
use crate::raster::rules::Rules;

/// Minimum contrast of a separator to the paper, in gray levels.
const MIN_CONTRAST: i32 = 16;
/// Maximum width of a separator; wider marks are letters.
const MAX_SEPARATOR_WIDTH: i32 = 4;
/// Only this much of a candidate's height, from the bottom, is examined.
const EXAMINED_HEIGHT: i32 = 24;
/// Width of a comb cell, in pixels.
const CELL_WIDTH: std::ops::RangeInclusive<i32> = 7..=80;
/// Maximum difference in width between equal cells, in pixels.
pub(crate) const MAX_CELL_SPREAD: i32 = 4;

/// A candidate divided into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CombDivision {
    /// Number of cells.
    pub(crate) cells: i32,
    /// Width of the widest cell minus the narrowest.
    pub(crate) spread: i32,
    /// Left edge of the first cell and right edge of the last.
    pub(crate) x: (i32, i32),
}

impl CombDivision {
    pub(crate) fn source(&self) -> Source {
        Source::Comb(Comb {
            cells: self.cells,
            spread: self.spread,
            boxed: false,
        })
    }
}

/// Divides an otherwise empty candidate on the row `y.1` into cells. Three cells may differ in width, as in an account
/// number.
pub(crate) fn divide_by_marks(
    image: &PageImage<'_>,
    x: (i32, i32),
    y: (i32, i32),
    marks: &mut Vec<(i32, i32)>,
) -> Option<CombDivision> {
    let (top, bottom) = (y.0.max(y.1 - EXAMINED_HEIGHT) + 3, y.1 - 1);
    if x.1 - x.0 < 3 * CELL_WIDTH.start() || bottom - top < 6 {
        return None;
    }
    find_marks(image, x, (top, bottom), marks)?;
    let ends = trim(x, marks);
    let (mut from, mut least, mut most) = (ends.0, i32::MAX, 0);
    for end in marks.iter().map(middle).chain([ends.1]) {
        least = least.min(end - from);
        most = most.max(end - from);
        from = end;
    }
    let cells = i32::try_from(marks.len()).ok()? + 1;
    let spread = most - least;
    let even = spread <= MAX_CELL_SPREAD || (cells == 3 && most <= 3 * least);
    let sized = CELL_WIDTH.contains(&least) && CELL_WIDTH.contains(&most);
    (cells >= 3 && even && sized).then_some(CombDivision {
        cells,
        spread,
        x: ends,
    })
}

fn middle(mark: &(i32, i32)) -> i32 {
    (mark.0 + mark.1) / 2
}

/// If an outermost mark is closer to an end than a cell's width, it is a wall: removes it from the marks and moves the
/// end to it.
fn trim(x: (i32, i32), marks: &mut Vec<(i32, i32)>) -> (i32, i32) {
    let (mut from, mut to) = x;
    if let Some(first) = marks
        .first()
        .map(middle)
        .filter(|first| first - from < *CELL_WIDTH.start())
    {
        from = first;
        marks.remove(0);
    }
    if let Some(last) = marks
        .last()
        .map(middle)
        .filter(|last| to - last < *CELL_WIDTH.start())
    {
        to = last;
        marks.pop();
    }
    (from, to)
}

/// Collects the thin dark columns between the ends. Returns `None` if the area holds anything else.
fn find_marks(
    image: &PageImage<'_>,
    x: (i32, i32),
    y: (i32, i32),
    marks: &mut Vec<(i32, i32)>,
) -> Option<()> {
    marks.clear();
    let paper = image.paper_shade(x, (y.0 + y.1) / 2);
    for column in x.0 + 4..x.1 - 4 {
        let dark = |row: &i32| image.gray_at(column, *row) <= paper - MIN_CONTRAST;
        if (y.0..y.1).rev().filter(dark).nth(1).is_none() {
            continue;
        }
        match marks.last_mut() {
            Some(last) if column - last.1 <= 1 => last.1 = column,
            _ => marks.push((column, column)),
        }
        let wide = marks
            .last()
            .is_some_and(|last| last.1 - last.0 >= MAX_SEPARATOR_WIDTH);
        let high = !(y.1 - 6..y.1).any(|row| image.gray_at(column, row) <= paper - MIN_CONTRAST);
        if wide || high || marks.len() > 60 {
            return None;
        }
    }
    (marks.len() >= 2).then_some(())
}

/// Posts at most this far apart are one.
const MAX_MERGED_DISTANCE: i32 = 4;
/// Width of a cell between posts, in pixels.
const POST_CELL_WIDTH: std::ops::RangeInclusive<i32> = 9..=40;
/// Tolerated difference in width between cells. Posts vary in thickness, and dotted ones measure wider than they are
/// drawn.
fn max_unevenness(cell: i32) -> i32 {
    (cell / 5).max(3)
}
/// Groups of a number written as three parts, in characters (3-2-4, as a US social security number).
const GROUP_LENGTHS: [i32; 3] = [3, 2, 4];
/// Width of a character in such a number, in pixels.
const CHARACTER_WIDTH: std::ops::RangeInclusive<i32> = 10..=30;

/// Divides a floor into comb cells by the posts on it, given by center (from left to right) and height. Also returns
/// the height of the highest post inside each comb. The decision rests on the distances between posts, because some
/// may be walls and others dotted or pale.
pub(crate) fn divide_by_posts(
    floor: &Rule,
    posts: &[(i32, i32)],
    rules: &Rules,
) -> Vec<(CombDivision, i32)> {
    let posts = with_ends(floor, posts);
    let free = |from: i32, to: i32| {
        rules
            .ink
            .count((from + 3, to - 2), (floor.near - 14, floor.near - 3))
            <= 2
    };
    let gaps: Vec<i32> = posts
        .windows(2)
        .map(|pair| match pair {
            [(a, _), (b, _)] if free(*a, *b) => b - a,
            _ => 0,
        })
        .collect();
    let mut found = Vec::new();
    let mut add = |start: usize, count: usize, cells: i32, spread: i32| {
        let ends = posts.get(start..=start + count).unwrap_or_default();
        if let [(from, _), inner @ .., (to, _)] = ends {
            let reach = inner.iter().map(|(_, reach)| *reach).max().unwrap_or(0);
            let x = (*from, *to);
            found.push((CombDivision { cells, spread, x }, reach));
        }
    };
    let mut start = 0;
    while let Some(first) = gaps.get(start) {
        let rest = gaps.get(start..).unwrap_or_default();
        let even = |gap: &&i32| {
            POST_CELL_WIDTH.contains(*gap) && (*gap - first).abs() <= max_unevenness(*first)
        };
        let count = rest.iter().take_while(even).count();
        let spread = rest.iter().take(count).max().unwrap_or(first)
            - rest.iter().take(count).min().unwrap_or(first);
        if count >= 3 {
            add(start, count, i32::try_from(count).unwrap_or(0), spread);
        } else if let Some(spread) = rest.get(..3).and_then(grouped) {
            add(start, 3, GROUP_LENGTHS.iter().sum(), spread);
        }
        start += count.max(1);
    }
    found
}

/// Adds the ends of the floor to the posts and merges posts that are close together.
fn with_ends(floor: &Rule, posts: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut joined: Vec<(i32, i32)> = Vec::with_capacity(posts.len() + 2);
    let mut all: Vec<_> = posts
        .iter()
        .copied()
        .chain([(floor.from, 0), (floor.to, 0)])
        .collect();
    all.sort_unstable();
    for (at, reach) in all {
        match joined.last_mut() {
            Some(last) if at - last.0 <= MAX_MERGED_DISTANCE => last.1 = last.1.max(reach),
            _ => joined.push((at, reach)),
        }
    }
    joined
}

/// Whether the widths of three cells match the groups of a number. Returns the difference between the widest and the
/// narrowest.
fn grouped(cells: &[i32]) -> Option<i32> {
    let wide = |(cell, count): (&i32, i32)| cell / count;
    let widths = cells.iter().zip(GROUP_LENGTHS).map(wide);
    let (least, most) = (widths.clone().min()?, widths.max()?);
    let sized = CHARACTER_WIDTH.contains(&least) && 4 * most <= 5 * least + 4;
    sized.then(|| cells.iter().max().unwrap_or(&0) - cells.iter().min().unwrap_or(&0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Divides a drawn candidate into cells.
    fn cells(marks: &[(usize, std::ops::Range<usize>)]) -> Option<CombDivision> {
        let mut gray = vec![255_u8; 200 * 40];
        for (column, rows) in marks {
            for row in rows.clone() {
                gray[row * 200 + column] = 90;
            }
        }
        let image = PageImage {
            gray: &gray,
            width: 200,
            rules: &Rules::default(),
        };
        divide_by_marks(&image, (10, 130), (5, 30), &mut Vec::new())
    }

    #[test]
    fn ticks_and_separators_divide_a_candidate() {
        let ticks: Vec<_> = (1..6).map(|i| (10 + 20 * i, 25..30)).collect();
        assert_eq!(cells(&ticks).unwrap().cells, 6);
        let pair = [(60, 8..30), (90, 8..30)];
        let found = cells(&pair).unwrap();
        assert_eq!((found.cells, found.spread), (3, 20));
        let walls = [
            (14, 8..30),
            (40, 24..30),
            (66, 24..30),
            (92, 24..30),
            (118, 8..30),
        ];
        assert_eq!(cells(&walls).map(|found| (found.cells, found.x)), None);
        let walls = [
            (15, 8..30),
            (43, 24..30),
            (71, 24..30),
            (99, 24..30),
            (125, 8..30),
        ];
        assert_eq!(cells(&walls).unwrap().x, (15, 125));
    }

    #[test]
    fn letters_divide_nothing() {
        let word: Vec<_> = (40..50).chain(70..80).map(|x| (x, 18..27)).collect();
        assert_eq!(cells(&word), None);
        assert_eq!(cells(&[(30, 8..30), (45, 8..30), (99, 8..30)]), None);
        assert_eq!(cells(&[(50, 8..14), (90, 8..14)]), None);
    }

    fn floor(to: i32) -> Rule {
        Rule {
            from: 100,
            to,
            near: 50,
            far: 51,
            drawn_percent: 100,
        }
    }

    #[test]
    fn evenly_spaced_posts_divide_characters() {
        let rules = Rules::default();
        let posts = [(100, 20), (122, 6), (145, 6), (147, 7), (168, 20)];
        let found = divide_by_posts(&floor(190), &posts, &rules);
        let divide_by_marks = CombDivision {
            cells: 4,
            spread: 1,
            x: (100, 190),
        };
        assert_eq!(found, [(divide_by_marks, 20)]);
        assert_eq!(divide_by_posts(&floor(400), &posts[..3], &rules), []);
        assert_eq!(divide_by_posts(&floor(400), &[], &rules), []);
    }

    #[test]
    fn three_cells_as_wide_as_the_groups_of_a_number_are_one() {
        let rules = Rules::default();
        let groups = |posts: &[(i32, i32)]| divide_by_posts(&floor(276), posts, &rules);
        let found = groups(&[(158, 18), (194, 18)]);
        assert_eq!(
            found.first().map(|(divide_by_marks, _)| divide_by_marks.x),
            Some((100, 276))
        );
        assert_eq!(groups(&[(140, 18), (220, 18)]), []);
    }
}
