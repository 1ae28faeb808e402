//! Vertical rules: runs of pixels darker than both sides, found column by column and joined across neighboring
//! columns.

use crate::raster::bitmap::{Bitmap, index, lightest_of_three};
use crate::raster::rule::{CONTRAST, MAX_RULES, MAX_THICKNESS, Rule};
use crate::sorting::sort_by_rank;

/// Shortest run considered. It is low because tick marks of combs are short.
const MIN_LENGTH: i32 = 6;

/// Finds vertical rules; its buffers are kept from page to page.
#[derive(Debug, Default)]
pub(crate) struct VerticalRules {
    /// Pixels darker than both sides.
    ridges: Bitmap,
    /// Pixels of horizontal rules. They do not interrupt a vertical run that crosses them.
    crossed: Bitmap,
    flags: Vec<u8>,
    lightest: Vec<u8>,
    /// Start row of each column's open run.
    open: Vec<i32>,
    before: Vec<u64>,
}

impl VerticalRules {
    pub(crate) fn find(
        &mut self,
        gray: &[u8],
        dark: &Bitmap,
        horizontal: &[Rule],
        rules: &mut Vec<Rule>,
    ) {
        let (width, height) = (dark.width, dark.height);
        self.ridges.reset(width, height);
        self.crossed.reset(width, height);
        for rule in horizontal.iter().filter(|rule| rule.length() >= 20) {
            self.crossed
                .paint((rule.from, rule.to), (rule.near - 1, rule.far + 2), true);
        }
        self.open.clear();
        self.open.resize(index(width), -1);
        self.before.clear();
        self.before.resize(index(width).div_ceil(64), 0);
        self.flags.clear();
        self.flags.resize(index(width), 0);
        for (y, row) in (0..height).zip(gray.chunks_exact(index(width))) {
            self.read_row(y, row);
            self.follow_row(y, rules);
        }
        for (word, bits) in self.before.iter().enumerate() {
            close_columns(&self.open, rules, (word, *bits), height, &self.ridges);
        }
        join_columns(rules);
        for rule in rules.iter_mut() {
            rule.drawn_percent = drawn_percent(rule, &self.ridges, dark);
        }
        sort_by_rank(rules, |rule| [rule.to, rule.near, 0, 0]);
    }

    /// Marks the vertical ridge pixels of a row.
    fn read_row(&mut self, y: i32, row: &[u8]) {
        self.lightest.resize(row.len(), 0);
        let after = |step: usize| row.get(step..).unwrap_or_default();
        lightest_of_three(row, after(1), after(2), &mut self.lightest);
        let beyond = self.lightest.get(6..).unwrap_or_default();
        let sides = self.lightest.iter().zip(beyond);
        let inner = self.flags.get_mut(4..row.len().saturating_sub(4));
        let pixels = inner.unwrap_or_default().iter_mut().zip(after(4));
        for ((flag, g), (left, right)) in pixels.zip(sides) {
            *flag = u8::from(left.min(right).saturating_sub(*g) >= CONTRAST);
        }
        self.ridges.set_row(y, &self.flags);
    }

    /// Closes runs without a pixel in this row and opens new ones.
    fn follow_row(&mut self, y: i32, rules: &mut Vec<Rule>) {
        let words = self.ridges.row(y).iter().zip(self.crossed.row(y));
        for (i, ((ridges, crossed), before)) in words.zip(&mut self.before).enumerate() {
            let drawn = ridges | crossed;
            close_columns(&self.open, rules, (i, *before & !drawn), y, &self.ridges);
            open_columns(&mut self.open, i, drawn & !*before, y);
            *before = drawn;
        }
    }
}

/// Distinguishes rules from runs that only cross a thick horizontal rule: at least half of the pixels must be ridges.
fn is_line(ridges: &Bitmap, x: i32, from: i32, to: i32) -> bool {
    let count = ridges.count((x, x + 1), (from, to));
    count >= 4 && 2 * count >= to - from
}

/// Drawn part of a rule, in percent.
fn drawn_percent(rule: &Rule, ridges: &Bitmap, dark: &Bitmap) -> i32 {
    let across = (rule.near, rule.far + 1);
    let drawn = |y: &i32| ridges.any_in_row(across, *y) || dark.any_in_row(across, *y);
    let rows = (rule.from..rule.to).filter(drawn).count();
    100 * i32::try_from(rows).unwrap_or(0) / rule.length().max(1)
}

fn open_columns(open: &mut [i32], word: usize, mut bits: u64, y: i32) {
    while bits != 0 {
        if let Some(start) = open.get_mut(word * 64 + bits.trailing_zeros() as usize) {
            *start = y;
        }
        bits &= bits - 1;
    }
}

/// Closes the runs of the columns whose bits are set in one word.
fn close_columns(
    open: &[i32],
    rules: &mut Vec<Rule>,
    (word, mut bits): (usize, u64),
    y: i32,
    ridges: &Bitmap,
) {
    while bits != 0 {
        let column = word * 64 + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        let Some(start) = open.get(column).copied() else {
            continue;
        };
        let x = i32::try_from(column).unwrap_or(i32::MAX);
        if y - start >= MIN_LENGTH && rules.len() < MAX_RULES && is_line(ridges, x, start, y) {
            rules.push(Rule {
                from: start,
                to: y,
                near: x,
                far: x,
                drawn_percent: 100,
            });
        }
    }
}

/// Joins runs in neighboring columns, and parts of one column separated by a small gap, to one rule.
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
