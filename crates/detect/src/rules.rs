//! Horizontal and vertical rules: thin straight runs darker than what lies on both of their sides.
//!
//! Being darker than both sides, and not being dark, makes a rule: so light gray boxes are found and the edges of
//! shaded areas are not.

use crate::bits::{Bits, index};
use crate::horizontal::Horizontal;
use crate::vertical::Vertical;

/// A rule's contrast to both sides.
pub(crate) const CONTRAST: u8 = 14;
/// Darker than this is ink.
const INK: u8 = 165;
/// The thickest rule.
pub(crate) const MAX_THICKNESS: i32 = 7;
/// Noise could make any number of rules; no form has this many.
pub(crate) const MAX_RULES: usize = 12_000;
/// Shorter runs may be strokes of letters and stay ink.
const SURE: i32 = 24;

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
    rows: Horizontal,
    columns: Vertical,
    flags: Vec<bool>,
}

impl Rules {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32, height: i32) {
        self.horizontal.clear();
        self.vertical.clear();
        self.dark.reset(width, height);
        for (y, row) in (0..height).zip(gray.chunks_exact(index(width))) {
            self.flags.clear();
            self.flags.extend(row.iter().map(|g| *g < INK));
            self.dark.set_row(y, &self.flags);
        }
        self.rows.find(gray, &self.dark, &mut self.horizontal);
        self.columns
            .find(gray, &self.dark, &self.horizontal, &mut self.vertical);
        self.find_ink();
    }

    /// Ink is what is dark without the rules.
    fn find_ink(&mut self) {
        self.ink.copy_from(&self.dark);
        for rule in self.horizontal.iter().filter(|rule| rule.length() >= SURE) {
            self.ink.paint(
                (rule.from - 1, rule.to + 1),
                (rule.near - 2, rule.far + 3),
                false,
            );
        }
        for rule in &self.vertical {
            let thin = rule.far - rule.near <= 3;
            if rule.length() >= SURE || (thin && self.is_tick(rule)) {
                self.ink.paint(
                    (rule.near - 2, rule.far + 3),
                    (rule.from - 1, rule.to + 1),
                    false,
                );
            }
        }
    }

    /// Ticks are short, as letters are, but stand on a rule.
    fn is_tick(&self, tick: &Rule) -> bool {
        let first = self
            .horizontal
            .partition_point(|rule| rule.near < tick.to - 8);
        let near = self
            .horizontal
            .iter()
            .skip(first)
            .take_while(|rule| rule.near <= tick.to + 2);
        let stands = |rule: &Rule| {
            let below = rule.near > tick.from + 3 && rule.far >= tick.to - 3;
            below && rule.length() >= 20 && rule.from <= tick.far + 2 && rule.to >= tick.near - 1
        };
        near.into_iter().any(stands)
    }
}
