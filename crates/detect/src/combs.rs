//! Marks that part a place into cells of one character: ticks on its floor, dotted or pale separators.

use crate::places::Sheet;
use crate::rules::{Rule, Rules};

/// How much darker than the paper a separator is.
const DARKER: i32 = 16;
/// Separators are thin; wider marks are letters.
const WIDEST: i32 = 4;
/// No higher part of a place is looked at.
const TALLEST: i32 = 24;
/// Cells of one character are this wide.
const CELL: std::ops::RangeInclusive<i32> = 7..=80;
/// Equal cells differ by no more than this.
pub(crate) const EVEN: i32 = 4;

/// A place parted into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parting {
    /// How many cells there are.
    pub(crate) cells: i32,
    /// How much the widest is wider than the narrowest.
    pub(crate) spread: i32,
    /// From the first cell to the last.
    pub(crate) x: (i32, i32),
}

/// The cells of an otherwise empty place that stands on the row `y1`; three of them may differ in width, as those of
/// an account number do.
pub(crate) fn parting(
    page: &Sheet<'_>,
    x: (i32, i32),
    y: (i32, i32),
    marks: &mut Vec<(i32, i32)>,
) -> Option<Parting> {
    let (top, bottom) = (y.0.max(y.1 - TALLEST) + 3, y.1 - 1);
    if x.1 - x.0 < 3 * CELL.start() || bottom - top < 6 {
        return None;
    }
    find_marks(page, x, (top, bottom), marks)?;
    let ends = trim(x, marks);
    let (mut from, mut least, mut most) = (ends.0, i32::MAX, 0);
    for end in marks.iter().map(middle).chain([ends.1]) {
        least = least.min(end - from);
        most = most.max(end - from);
        from = end;
    }
    let cells = i32::try_from(marks.len()).ok()? + 1;
    let spread = most - least;
    let even = spread <= EVEN || (cells == 3 && most <= 3 * least);
    let sized = CELL.contains(&least) && CELL.contains(&most);
    (cells >= 3 && even && sized).then_some(Parting {
        cells,
        spread,
        x: ends,
    })
}

fn middle(mark: &(i32, i32)) -> i32 {
    (mark.0 + mark.1) / 2
}

/// What is narrower than a cell at an end lies outside the outermost marks, which are walls then.
fn trim(x: (i32, i32), marks: &mut Vec<(i32, i32)>) -> (i32, i32) {
    let (mut from, mut to) = x;
    if let Some(first) = marks
        .first()
        .map(middle)
        .filter(|first| first - from < *CELL.start())
    {
        from = first;
        marks.remove(0);
    }
    if let Some(last) = marks
        .last()
        .map(middle)
        .filter(|last| to - last < *CELL.start())
    {
        to = last;
        marks.pop();
    }
    (from, to)
}

/// The thin dark columns between the ends; nothing when there is anything else.
fn find_marks(
    page: &Sheet<'_>,
    x: (i32, i32),
    y: (i32, i32),
    marks: &mut Vec<(i32, i32)>,
) -> Option<()> {
    marks.clear();
    let paper = page.shade(x, (y.0 + y.1) / 2);
    for column in x.0 + 4..x.1 - 4 {
        let dark = |row: &i32| page.at(column, *row) <= paper - DARKER;
        if (y.0..y.1).rev().filter(dark).nth(1).is_none() {
            continue;
        }
        match marks.last_mut() {
            Some(last) if column - last.1 <= 1 => last.1 = column,
            _ => marks.push((column, column)),
        }
        let wide = marks.last().is_some_and(|last| last.1 - last.0 >= WIDEST);
        let high = !(y.1 - 6..y.1).any(|row| page.at(column, row) <= paper - DARKER);
        if wide || high || marks.len() > 60 {
            return None;
        }
    }
    (marks.len() >= 2).then_some(())
}

/// Posts this near to each other are one.
const SAME: i32 = 4;
/// Cells between posts are this wide.
const BETWEEN: std::ops::RangeInclusive<i32> = 9..=40;
/// How much cells between posts differ: their posts are thick and thin, dotted ones wider than they are drawn.
fn unevenness(cell: i32) -> i32 {
    (cell / 5).max(3)
}
/// The parts of a number that is written in three groups, in characters.
const GROUPS: [i32; 3] = [3, 2, 4];
/// A character of such a number is this wide.
const CHARACTER: std::ops::RangeInclusive<i32> = 10..=30;

/// What posts on a floor (their middles, from the left, and how far they rise) part into cells of one character, and how
/// far the highest between them rises. Some of the posts may be walls and others dotted or pale: their distances tell.
pub(crate) fn parted_by_posts(
    floor: &Rule,
    posts: &[(i32, i32)],
    rules: &Rules,
) -> Vec<(Parting, i32)> {
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
            found.push((Parting { cells, spread, x }, reach));
        }
    };
    let mut start = 0;
    while let Some(first) = gaps.get(start) {
        let rest = gaps.get(start..).unwrap_or_default();
        let even =
            |gap: &&i32| BETWEEN.contains(*gap) && (*gap - first).abs() <= unevenness(*first);
        let count = rest.iter().take_while(even).count();
        let spread = rest.iter().take(count).max().unwrap_or(first)
            - rest.iter().take(count).min().unwrap_or(first);
        if count >= 3 {
            add(start, count, i32::try_from(count).unwrap_or(0), spread);
        } else if let Some(spread) = rest.get(..3).and_then(grouped) {
            add(start, 3, GROUPS.iter().sum(), spread);
        }
        start += count.max(1);
    }
    found
}

/// The posts with the ends of the floor, those that are one taken together.
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
            Some(last) if at - last.0 <= SAME => last.1 = last.1.max(reach),
            _ => joined.push((at, reach)),
        }
    }
    joined
}

/// Whether three cells are as wide as the groups of a number; answers how much they differ.
fn grouped(cells: &[i32]) -> Option<i32> {
    let wide = |(cell, count): (&i32, i32)| cell / count;
    let widths = cells.iter().zip(GROUPS).map(wide);
    let (least, most) = (widths.clone().min()?, widths.max()?);
    let sized = CHARACTER.contains(&least) && 4 * most <= 5 * least + 4;
    sized.then(|| cells.iter().max().unwrap_or(&0) - cells.iter().min().unwrap_or(&0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells between the marks of a drawn place.
    fn cells(marks: &[(usize, std::ops::Range<usize>)]) -> Option<Parting> {
        let mut gray = vec![255_u8; 200 * 40];
        for (column, rows) in marks {
            for row in rows.clone() {
                gray[row * 200 + column] = 90;
            }
        }
        let sheet = Sheet {
            gray: &gray,
            width: 200,
            rules: &Rules::default(),
        };
        parting(&sheet, (10, 130), (5, 30), &mut Vec::new())
    }

    #[test]
    fn ticks_and_separators_part_a_place() {
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
    fn letters_part_nothing() {
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
            duty: 100,
        }
    }

    #[test]
    fn posts_at_one_distance_part_characters() {
        let rules = Rules::default();
        let posts = [(100, 20), (122, 6), (145, 6), (147, 7), (168, 20)];
        let found = parted_by_posts(&floor(190), &posts, &rules);
        let parting = Parting {
            cells: 4,
            spread: 1,
            x: (100, 190),
        };
        assert_eq!(found, [(parting, 20)]);
        assert_eq!(parted_by_posts(&floor(400), &posts[..3], &rules), []);
        assert_eq!(parted_by_posts(&floor(400), &[], &rules), []);
    }

    #[test]
    fn three_cells_as_wide_as_the_groups_of_a_number_are_one() {
        let rules = Rules::default();
        let groups = |posts: &[(i32, i32)]| parted_by_posts(&floor(276), posts, &rules);
        let found = groups(&[(158, 18), (194, 18)]);
        assert_eq!(
            found.first().map(|(parting, _)| parting.x),
            Some((100, 276))
        );
        assert_eq!(groups(&[(140, 18), (220, 18)]), []);
    }
}
