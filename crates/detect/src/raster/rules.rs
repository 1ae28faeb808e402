//! Horizontal and vertical rules: thin straight runs darker than both sides.
//!
//! The test is contrast to both sides, not absolute darkness. This finds light gray boxes and ignores the edges of
//! shaded areas.

use crate::raster::bitmap::{Bitmap, index, test_row};
use crate::raster::horizontal_rules::HorizontalRules;
use crate::raster::rule::Rule;
use crate::raster::vertical_rules::VerticalRules;

/// Pixels darker than this are ink.
const INK: u8 = 165;
/// Shorter runs may be strokes of letters; they stay in `ink`.
const MIN_CERTAIN_LENGTH: i32 = 24;
/// Longest stroke of a letter, in pixels.
const LONGEST_STROKE: i32 = 90;
/// A rule drawn less than this, in percent, is dashed, dotted or a line of text.
const SOLID: i32 = 93;

/// The rules of a page, and the ink that belongs to no rule.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// Sorted by top, then left.
    pub(crate) horizontal: Vec<Rule>,
    /// Sorted by bottom, then left.
    pub(crate) vertical: Vec<Rule>,
    /// Dark pixels.
    pub(crate) dark: Bitmap,
    /// Dark pixels that belong to no rule: text and images.
    pub(crate) ink: Bitmap,
    horizontal_finder: HorizontalRules,
    vertical_finder: VerticalRules,
    flags: Vec<u8>,
}

impl Rules {
    pub(crate) fn find(&mut self, gray: &[u8], width: i32, height: i32) {
        self.horizontal.clear();
        self.vertical.clear();
        self.dark.reset(width, height);
        for (y, row) in (0..height).zip(gray.chunks_exact(index(width))) {
            test_row(row, &mut self.flags, |gray| gray < INK);
            self.dark.set_row(y, &self.flags);
        }
        self.horizontal_finder
            .find(gray, &self.dark, &mut self.horizontal);
        self.vertical_finder
            .find(gray, &self.dark, &self.horizontal, &mut self.vertical);
        self.find_ink();
    }

    /// Computes `ink`: the dark pixels without the rules.
    fn find_ink(&mut self) {
        self.ink.copy_from(&self.dark);
        for rule in &self.horizontal {
            if rule.length() < MIN_CERTAIN_LENGTH || self.is_letter_stroke(rule) {
                continue;
            }
            self.ink.paint(
                (rule.from - 1, rule.to + 1),
                (rule.near - 2, rule.far + 3),
                false,
            );
        }
        for rule in &self.vertical {
            let thin = rule.far - rule.near <= 3;
            if rule.length() >= MIN_CERTAIN_LENGTH || (thin && self.is_tick(rule)) {
                self.ink.paint(
                    (rule.near - 2, rule.far + 3),
                    (rule.from - 1, rule.to + 1),
                    false,
                );
            }
        }
    }

    /// Whether a rule consists of letter strokes: short with ink close by, or with gaps and as thick as letters.
    pub(crate) fn is_letter_stroke(&self, rule: &Rule) -> bool {
        let gaps = rule.drawn_percent < SOLID;
        if gaps && rule.far - rule.near >= 3 {
            return true;
        }
        if rule.length() > LONGEST_STROKE {
            return false;
        }
        let near = |y: (i32, i32)| 100 * self.dark.count((rule.from, rule.to), y);
        let limit = rule.length() * 3 * if gaps { 10 } else { 28 };
        near((rule.far + 2, rule.far + 5)) > limit
            || near((rule.near - 4, rule.near - 1)) > limit.max(rule.length() * 3 * 28)
    }

    /// Whether a short vertical rule is a tick mark: it stands on a horizontal rule, unlike a letter.
    fn is_tick(&self, tick: &Rule) -> bool {
        let first = self
            .horizontal
            .partition_point(|rule| rule.near < tick.to - 8);
        let near = self
            .horizontal
            .iter()
            .skip(first)
            .take_while(|rule| rule.near <= tick.to + 2);
        let is_post = |rule: &Rule| {
            let below = rule.near > tick.from + 3 && rule.far >= tick.to - 3;
            below && rule.length() >= 20 && rule.from <= tick.far + 2 && rule.to >= tick.near - 1
        };
        near.into_iter().any(is_post)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of 200 by 60 pixels with dark rectangles: left, right, top, bottom.
    fn rules(drawn: &[(usize, usize, usize, usize)]) -> Rules {
        let mut gray = vec![255_u8; 200 * 60];
        for (from, to, top, bottom) in drawn {
            for y in *top..*bottom {
                gray[y * 200 + from..y * 200 + to].fill(0);
            }
        }
        let mut rules = Rules::default();
        rules.find(&gray, 200, 60);
        rules
    }

    #[test]
    fn a_line_of_letters_stays_ink_and_a_dashed_rule_does_not() {
        let strokes = |i: usize| [20, 22, 24].map(|y| (20 + 10 * i, 27 + 10 * i, y, y + 1));
        let letters: Vec<_> = (0..16).flat_map(strokes).collect();
        let text = rules(&letters);
        assert!(text.horizontal.iter().any(|rule| rule.length() > 100));
        assert_eq!(text.ink.count((20, 180), (20, 25)), 16 * 7 * 3);
        let dashes: Vec<_> = (0..16)
            .map(|i| (20 + 10 * i, 27 + 10 * i, 20, 21))
            .collect();
        assert_eq!(rules(&dashes).ink.count((0, 200), (0, 60)), 0);
    }
}
