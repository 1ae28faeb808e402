//! Horizontal and vertical rules: thin straight runs darker than what lies on both of their sides.
//!
//! Being darker than both sides, and not being dark, makes a rule: so light gray boxes are found and the edges of
//! shaded areas are not.

use crate::bits::{Bits, Runs, index};

/// A rule's contrast to both sides.
const CONTRAST: u8 = 14;
/// Darker than this is ink.
pub(crate) const INK: u8 = 165;
/// The shortest horizontal run that is looked at.
const MIN_H: i32 = 10;
/// The shortest vertical run that is looked at: ticks of combs are short.
const MIN_V: i32 = 6;
/// The thickest rule.
const MAX_THICKNESS: i32 = 7;
/// Noise could make any number of rules; no form has this many.
const MAX_RULES: usize = 12_000;

/// A rule: where it runs (`from..to`) and its thickness across (`near..=far`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) from: i32,
    pub(crate) to: i32,
    pub(crate) near: i32,
    pub(crate) far: i32,
    /// How much of the length is drawn, in percent: dashes and dots leave gaps.
    pub(crate) duty: i32,
}

impl Rule {
    pub(crate) fn length(&self) -> i32 {
        self.to - self.from
    }
}

/// The rules of a page and what is ink but no rule.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// From the top.
    pub(crate) horizontal: Vec<Rule>,
    /// By their lower ends, from the top.
    pub(crate) vertical: Vec<Rule>,
    /// Dark pixels.
    pub(crate) dark: Bits,
    /// Dark pixels that belong to no rule: text, pictures.
    pub(crate) ink: Bits,
    ridge: Bits,
    flags: Vec<bool>,
    open: Vec<i32>,
    active: Vec<usize>,
}

impl Rules {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32, height: i32) {
        self.horizontal.clear();
        self.vertical.clear();
        self.find_dark(gray, width, height);
        self.find_horizontal(gray, width, height);
        self.find_vertical(gray, width, height);
        self.find_ink();
    }

    fn find_dark(&mut self, gray: &[u8], width: i32, height: i32) {
        self.dark.reset(width, height);
        for (y, row) in (0..height).zip(gray.chunks_exact(index(width))) {
            self.flags.clear();
            self.flags.extend(row.iter().map(|g| *g < INK));
            self.dark.set_row(y, &self.flags);
        }
    }

    fn find_horizontal(&mut self, gray: &[u8], width: i32, height: i32) {
        self.ridge.reset(width, height);
        self.active.clear();
        let w = index(width);
        let row = |y: i32| {
            gray.get(index(y) * w..(index(y) + 1) * w)
                .unwrap_or_default()
        };
        for y in 4..height - 4 {
            let sides = [
                row(y - 4),
                row(y - 3),
                row(y - 2),
                row(y + 2),
                row(y + 3),
                row(y + 4),
            ];
            let [a, b, c, d, e, f] = sides;
            self.flags.clear();
            let above = a.iter().zip(b).zip(c).map(|((a, b), c)| *a.max(b).max(c));
            let below = d.iter().zip(e).zip(f).map(|((d, e), f)| *d.max(e).max(f));
            let pixels = row(y).iter().zip(above.zip(below));
            self.flags
                .extend(pixels.map(|(g, (a, b))| a.min(b).saturating_sub(*g) >= CONTRAST));
            self.ridge.set_row(y, &self.flags);
            self.collect_horizontal(y);
        }
        self.horizontal.sort_by_key(|rule| (rule.near, rule.from));
    }

    /// Adds a row's runs to the rules that end in the row above.
    fn collect_horizontal(&mut self, y: i32) {
        let horizontal = &mut self.horizontal;
        self.active
            .retain(|i| horizontal.get(*i).is_some_and(|rule| rule.far >= y - 2));
        let mut run: Option<(i32, i32, i32)> = None;
        let mut add = |(from, to, gaps): (i32, i32, i32), active: &mut Vec<usize>| {
            if to - from < MIN_H || horizontal.len() >= MAX_RULES {
                return;
            }
            let joins = |rule: &Rule| {
                let common = rule.to.min(to) - rule.from.max(from);
                y - rule.near < MAX_THICKNESS && 2 * common >= rule.length().min(to - from)
            };
            let found = active
                .iter()
                .copied()
                .find(|i| horizontal.get(*i).is_some_and(joins));
            match found.and_then(|i| horizontal.get_mut(i)) {
                Some(rule) => {
                    rule.duty = rule.duty.max(100 - 100 * gaps / (to - from));
                    rule.from = rule.from.min(from);
                    rule.to = rule.to.max(to);
                    rule.far = y;
                }
                None => {
                    active.push(horizontal.len());
                    let duty = 100 - 100 * gaps / (to - from);
                    horizontal.push(Rule {
                        from,
                        to,
                        near: y,
                        far: y,
                        duty,
                    });
                }
            }
        };
        let dark = self.dark.row(y);
        for (from, to) in Runs::set(self.ridge.row(y), 0, self.ridge.width) {
            run = match run {
                Some((start, end, gaps)) if from - end <= 8 && all_set(dark, end, from) => {
                    Some((start, to, gaps))
                }
                Some((start, end, gaps)) if from - end <= 3 => Some((start, to, gaps + from - end)),
                Some(done) => {
                    add(done, &mut self.active);
                    Some((from, to, 0))
                }
                None => Some((from, to, 0)),
            };
        }
        if let Some(done) = run {
            add(done, &mut self.active);
        }
    }

    fn find_vertical(&mut self, gray: &[u8], width: i32, height: i32) {
        let mut paint = std::mem::take(&mut self.ridge);
        paint.reset(width, height);
        for rule in self.horizontal.iter().filter(|rule| rule.length() >= 20) {
            paint.paint((rule.from, rule.to), (rule.near - 1, rule.far + 2), true);
        }
        self.open.clear();
        self.open.resize(index(width), -1);
        let mut before = vec![0_u64; index(width).div_ceil(64)];
        let is_line = |x: usize, from: i32, to: i32| {
            let ridges = (from..to)
                .filter(|y| is_ridge(gray, index(width), x, index(*y)))
                .count();
            ridges >= 5 && 2 * ridges >= index(to - from)
        };
        for (y, row) in (0..height).zip(gray.chunks_exact(index(width))) {
            self.flags.clear();
            self.flags.resize(index(width), false);
            for (flag, near) in self.flags.iter_mut().skip(4).zip(row.windows(9)) {
                if let [a, b, c, _, g, _, d, e, f] = near {
                    *flag = (*a.max(b).max(c)).min(*d.max(e).max(f)).saturating_sub(*g) >= CONTRAST;
                }
            }
            let painted = paint.row_mut(y);
            for (i, (word, chunk)) in painted.iter_mut().zip(self.flags.chunks(64)).enumerate() {
                *word |= chunk
                    .iter()
                    .enumerate()
                    .fold(0, |bits, (i, flag)| bits | u64::from(*flag) << i);
                let old = before.get(i).copied().unwrap_or(0);
                close_columns(
                    &mut self.open,
                    &mut self.vertical,
                    i,
                    old & !*word,
                    y,
                    &is_line,
                );
                open_columns(&mut self.open, i, *word & !old, y);
                if let Some(place) = before.get_mut(i) {
                    *place = *word;
                }
            }
        }
        for (i, word) in before.iter().enumerate() {
            close_columns(
                &mut self.open,
                &mut self.vertical,
                i,
                *word,
                height,
                &is_line,
            );
        }
        self.ridge = paint;
        join_columns(&mut self.vertical);
        for rule in &mut self.vertical {
            let drawn = |y: &i32| {
                (rule.near..=rule.far).any(|x| {
                    is_ridge(gray, index(width), index(x), index(*y))
                        || self.dark.any_in_row((x, x + 1), *y)
                })
            };
            let rows = (rule.from..rule.to).filter(drawn).count();
            rule.duty = 100 * i32::try_from(rows).unwrap_or(0) / rule.length().max(1);
        }
        self.vertical.sort_by_key(|rule| (rule.to, rule.near));
    }

    /// Ink is what is dark without the rules.
    fn find_ink(&mut self) {
        let (width, height) = (self.dark.width, self.dark.height);
        self.ink.reset(width, height);
        for y in 0..height {
            self.ink.row_mut(y).copy_from_slice(self.dark.row(y));
        }
        for rule in self.horizontal.iter().filter(|rule| rule.length() >= 24) {
            self.ink.paint(
                (rule.from - 1, rule.to + 1),
                (rule.near - 2, rule.far + 3),
                false,
            );
        }
        for rule in self.vertical.iter().filter(|rule| rule.length() >= 24) {
            self.ink.paint(
                (rule.near - 2, rule.far + 3),
                (rule.from - 1, rule.to + 1),
                false,
            );
        }
        // Ticks are short, as letters are, but stand on a rule.
        for tick in self
            .vertical
            .iter()
            .filter(|rule| rule.length() < 24 && rule.far - rule.near <= 3)
        {
            let first = self
                .horizontal
                .partition_point(|rule| rule.near < tick.to - 8);
            let near = self
                .horizontal
                .iter()
                .skip(first)
                .take_while(|rule| rule.near <= tick.to + 2);
            let stands = |rule: &Rule| {
                rule.length() >= 20
                    && rule.far >= tick.to - 3
                    && rule.from <= tick.far + 2
                    && rule.to >= tick.near - 1
            };
            if near.filter(|rule| rule.near > tick.from + 3).any(stands) {
                self.ink.paint(
                    (tick.near - 2, tick.far + 3),
                    (tick.from - 1, tick.to + 1),
                    false,
                );
            }
        }
    }
}

fn all_set(words: &[u64], from: i32, to: i32) -> bool {
    Runs::clear(words, from, to).next().is_none()
}

fn open_columns(open: &mut [i32], word: usize, mut bits: u64, y: i32) {
    while bits != 0 {
        if let Some(start) = open.get_mut(word * 64 + bits.trailing_zeros() as usize) {
            *start = y;
        }
        bits &= bits - 1;
    }
}

/// Whether a pixel is darker than both of its sides.
fn is_ridge(gray: &[u8], width: usize, x: usize, y: usize) -> bool {
    let row = gray.get(y * width..(y + 1) * width).unwrap_or_default();
    match row.get(x.saturating_sub(4)..x + 5) {
        Some([a, b, c, _, g, _, d, e, f]) => {
            (*a.max(b).max(c)).min(*d.max(e).max(f)).saturating_sub(*g) >= CONTRAST
        }
        _ => false,
    }
}

/// `is_line` tells runs that only cross a thick horizontal rule from real ones.
fn close_columns(
    open: &mut [i32],
    rules: &mut Vec<Rule>,
    word: usize,
    mut bits: u64,
    y: i32,
    is_line: &dyn Fn(usize, i32, i32) -> bool,
) {
    while bits != 0 {
        let column = word * 64 + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        let Some(start) = open.get(column).copied() else {
            continue;
        };
        if y - start >= MIN_V && rules.len() < MAX_RULES && is_line(column, start, y) {
            let x = i32::try_from(column).unwrap_or(i32::MAX);
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
    rules.sort_by_key(|rule| (rule.near, rule.from));
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
