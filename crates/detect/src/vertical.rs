//! Vertical rules: runs of pixels darker than both of their sides, column by column, joined across neighbouring columns.

use crate::bits::{Bits, index};
use crate::rules::{CONTRAST, MAX_RULES, MAX_THICKNESS, Rule};
use crate::sorting::sort_by_rank;

/// The shortest run that is looked at: ticks of combs are short.
const MIN_LENGTH: i32 = 6;

/// Finds vertical rules; its buffers are kept from page to page.
#[derive(Debug, Default)]
pub(crate) struct Vertical {
    /// What counts as drawn: vertical ridges, and horizontal rules so that they do not cut what crosses them.
    drawn: Bits,
    flags: Vec<bool>,
    /// The row where each column's run began.
    open: Vec<i32>,
    before: Vec<u64>,
}

impl Vertical {
    pub(crate) fn find(
        &mut self,
        gray: &[u8],
        dark: &Bits,
        horizontal: &[Rule],
        rules: &mut Vec<Rule>,
    ) {
        let (width, height) = (dark.width, dark.height);
        self.drawn.reset(width, height);
        for rule in horizontal.iter().filter(|rule| rule.length() >= 20) {
            self.drawn
                .paint((rule.from, rule.to), (rule.near - 1, rule.far + 2), true);
        }
        self.open.clear();
        self.open.resize(index(width), -1);
        self.before.clear();
        self.before.resize(index(width).div_ceil(64), 0);
        let page = Columns {
            gray,
            width: index(width),
        };
        for (y, row) in (0..height).zip(gray.chunks_exact(index(width))) {
            self.read_row(y, row);
            self.follow_row(y, &page, rules);
        }
        for (word, bits) in self.before.iter().enumerate() {
            close_columns(&mut self.open, rules, (word, *bits), height, &page);
        }
        join_columns(rules);
        for rule in rules.iter_mut() {
            rule.duty = page.duty(rule, dark);
        }
        sort_by_rank(rules, |rule| [rule.to, rule.near, 0, 0]);
    }

    /// Adds a row's vertical ridges to what is drawn.
    fn read_row(&mut self, y: i32, row: &[u8]) {
        self.flags.clear();
        self.flags.resize(row.len(), false);
        for (flag, near) in self.flags.iter_mut().skip(4).zip(row.windows(9)) {
            *flag = is_ridge(near);
        }
        for (word, chunk) in self.drawn.row_mut(y).iter_mut().zip(self.flags.chunks(64)) {
            *word |= chunk
                .iter()
                .enumerate()
                .fold(0, |bits, (i, flag)| bits | u64::from(*flag) << i);
        }
    }

    /// Ends the runs that have no pixel in this row and begins those that are new.
    fn follow_row(&mut self, y: i32, page: &Columns<'_>, rules: &mut Vec<Rule>) {
        for (i, (word, before)) in self.drawn.row(y).iter().zip(&mut self.before).enumerate() {
            close_columns(&mut self.open, rules, (i, *before & !*word), y, page);
            open_columns(&mut self.open, i, *word & !*before, y);
            *before = *word;
        }
    }
}

/// The page's gray values, looked at by columns.
struct Columns<'a> {
    gray: &'a [u8],
    width: usize,
}

impl Columns<'_> {
    fn is_ridge(&self, x: i32, y: i32) -> bool {
        let start = index(y) * self.width;
        let row = self.gray.get(start..start + self.width).unwrap_or_default();
        row.get(index(x).saturating_sub(4)..index(x) + 5)
            .is_some_and(is_ridge)
    }

    /// Tells runs that only cross a thick horizontal rule from real ones.
    fn is_line(&self, x: i32, from: i32, to: i32) -> bool {
        let ridges = (from..to).filter(|y| self.is_ridge(x, *y)).count();
        ridges >= 4 && 2 * ridges >= index(to - from)
    }

    /// How much of a rule is drawn, in percent.
    fn duty(&self, rule: &Rule, dark: &Bits) -> i32 {
        let drawn = |y: &i32| {
            (rule.near..=rule.far).any(|x| self.is_ridge(x, *y) || dark.any_in_row((x, x + 1), *y))
        };
        let rows = (rule.from..rule.to).filter(drawn).count();
        100 * i32::try_from(rows).unwrap_or(0) / rule.length().max(1)
    }
}

/// Whether the middle of nine pixels is darker than both of its sides.
fn is_ridge(near: &[u8]) -> bool {
    match near {
        [a, b, c, _, g, _, d, e, f] => {
            (*a.max(b).max(c)).min(*d.max(e).max(f)).saturating_sub(*g) >= CONTRAST
        }
        _ => false,
    }
}

fn open_columns(open: &mut [i32], word: usize, mut bits: u64, y: i32) {
    while bits != 0 {
        if let Some(start) = open.get_mut(word * 64 + bits.trailing_zeros() as usize) {
            *start = y;
        }
        bits &= bits - 1;
    }
}

/// Ends the runs of the columns whose bits are set in one word.
fn close_columns(
    open: &mut [i32],
    rules: &mut Vec<Rule>,
    (word, mut bits): (usize, u64),
    y: i32,
    page: &Columns<'_>,
) {
    while bits != 0 {
        let column = word * 64 + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        let Some(start) = open.get(column).copied() else {
            continue;
        };
        let x = i32::try_from(column).unwrap_or(i32::MAX);
        if y - start >= MIN_LENGTH && rules.len() < MAX_RULES && page.is_line(x, start, y) {
            rules.push(Rule {
                from: start,
                to: y,
                near: x,
                far: x,
                duty: 100,
            });
        }
    }
}

/// Joins runs in neighbouring columns, and pieces of one column with a small gap, into one rule.
fn join_columns(rules: &mut Vec<Rule>) {
    sort_by_rank(rules, |rule| [rule.near, rule.from, 0, 0]);
    let mut joined: Vec<Rule> = Vec::with_capacity(rules.len());
    let mut first = 0;
    for rule in rules.iter() {
        while joined
            .get(first)
            .is_some_and(|old| old.far < rule.near - 2 && old.near < rule.near - 8)
        {
            first += 1;
        }
        let partner = joined.iter_mut().skip(first).find(|old| {
            let common = old.to.min(rule.to) - old.from.max(rule.from);
            let beside = old.far >= rule.near - 2 && 2 * common >= old.length().min(rule.length());
            let after = old.far >= rule.near - 1 && common >= -3;
            rule.far - old.near < MAX_THICKNESS && (beside || after)
        });
        match partner {
            Some(old) => {
                old.from = old.from.min(rule.from);
                old.to = old.to.max(rule.to);
                old.far = old.far.max(rule.far);
            }
            None => joined.push(*rule),
        }
    }
    *rules = joined;
}
