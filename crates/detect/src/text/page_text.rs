//! The page's text in pixels.

use crate::TextItem;
use crate::raster::deskew::Skew;
use crate::rect::Rect;
use crate::text::leaders::{Piece, pieces};
use crate::text::typed_blanks::{TypedBlank, typed_blanks};
use std::borrow::Cow;
use std::cell::OnceCell;

/// A run of text in pixels.
#[derive(Clone, Debug)]
pub(crate) struct TextRun {
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
    pub(crate) text: String,
    /// Number of characters.
    pub(crate) count: f64,
}

impl TextRun {
    pub(crate) fn middle(&self) -> f64 {
        (self.y0 + self.y1) / 2.0
    }

    pub(crate) fn height(&self) -> f64 {
        self.y1 - self.y0
    }
}

/// The text of a page.
#[derive(Debug, Default)]
pub(crate) struct PageText {
    pub(crate) runs: Vec<TextRun>,
    leaders: Vec<LeaderRun>,
    /// Fields drawn with characters.
    pub(crate) blanks: Vec<(Rect, TypedBlank)>,
}

/// A run of leader dots or underscores, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeaderRun {
    pub(crate) x0: f64,
    pub(crate) x1: f64,
    pub(crate) bottom: f64,
    kind: FloorText,
}

/// How text draws the floor of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloorText {
    /// The page has no text.
    PageWithoutText,
    /// No characters draw it.
    None,
    /// Leader dots.
    LeaderDots,
    /// Underscores.
    Underscores,
}

/// Maximum number of text runs read per page.
const MAX_RUNS: usize = 20_000;
/// A run of characters draws a floor at most this far from its bottom, in pixels.
const MAX_FLOOR_DISTANCE: f64 = 9.0;

impl PageText {
    pub(crate) fn read(&mut self, texts: &[TextItem], width: i32, height: i32) {
        self.runs.clear();
        self.leaders.clear();
        self.blanks.clear();
        let (w, h) = (f64::from(width) / 100.0, f64::from(height) / 100.0);
        let real = |item: &&TextItem| {
            let numbers = [item.x, item.y, item.width, item.height];
            numbers.iter().all(|n| n.is_finite())
                && item.text.len() <= 4_000
                && !item.text.trim().is_empty()
        };
        for item in texts.iter().filter(real).take(MAX_RUNS) {
            let (x0, x1) = (item.x * w, (item.x + item.width) * w);
            let (y0, y1) = (item.y * h, (item.y + item.height) * h);
            // Computed lazily: few texts contain anything but words.
            let measured = OnceCell::new();
            let count = item.text.chars().count();
            let at = |index: usize| {
                if index == 0 || index >= count {
                    return if index == 0 { x0 } else { x1 };
                }
                let (advances, whole) = measured.get_or_init(|| advances(&item.text));
                let before = advances.get(index).copied().unwrap_or(*whole);
                x0 + (x1 - x0) * before / whole
            };
            let blanks = typed_blanks(&item.text);
            for &(from, to, blank) in &blanks {
                let sides = [at(from), y0, at(to), y1].map(|side| side.round() as i32);
                let [left, top, right, bottom] = sides;
                self.blanks
                    .push((Rect::new(left, top, right, bottom), blank));
                if matches!(blank, TypedBlank::Date | TypedBlank::DigitGroups) {
                    self.leaders.push(LeaderRun {
                        x0: at(from),
                        x1: at(to),
                        bottom: y1,
                        kind: FloorText::Underscores,
                    });
                }
            }
            for (start, text) in between(&item.text, &blanks) {
                for (from, to, piece) in pieces(&text) {
                    let (x0, x1) = (at(start + from), at(start + to));
                    let kind = match piece {
                        Piece::Words(text) => {
                            let count = (to - from) as f64;
                            self.runs.push(TextRun {
                                x0,
                                y0,
                                x1,
                                y1,
                                count,
                                text,
                            });
                            continue;
                        }
                        Piece::LeaderDots => FloorText::LeaderDots,
                        Piece::Underscores => FloorText::Underscores,
                    };
                    self.leaders.push(LeaderRun {
                        x0,
                        x1,
                        bottom: y1,
                        kind,
                    });
                }
            }
        }
    }

    /// Moves the text of a skewed page to its position on the deskewed page.
    pub(crate) fn deskew(&mut self, skew: Skew) {
        let off = |x: f64, y: f64| {
            let (a, b) = skew.to_raster(x as f32, y as f32);
            (x - f64::from(a), y - f64::from(b))
        };
        for run in &mut self.runs {
            let (dx, dy) = off((run.x0 + run.x1) / 2.0, (run.y0 + run.y1) / 2.0);
            (run.x0, run.x1) = (run.x0 + dx, run.x1 + dx);
            (run.y0, run.y1) = (run.y0 + dy, run.y1 + dy);
        }
        for (rect, _) in &mut self.blanks {
            let Rect { x0, y0, x1, y1 } = *rect;
            let (dx, dy) = off(f64::from(x0 + x1) / 2.0, f64::from(y0 + y1) / 2.0);
            *rect = rect.moved(dx.round() as i32, dy.round() as i32);
        }
        for run in &mut self.leaders {
            let (dx, dy) = off((run.x0 + run.x1) / 2.0, run.bottom);
            (run.x0, run.x1, run.bottom) = (run.x0 + dx, run.x1 + dx, run.bottom + dy);
        }
    }

    /// The runs of leader dots.
    pub(crate) fn leader_dots(&self) -> impl Iterator<Item = &LeaderRun> {
        let runs = self.leaders.iter();
        runs.filter(|run| run.kind == FloorText::LeaderDots)
    }

    /// Whether a numbered caption begins directly above a candidate.
    pub(crate) fn is_numbered(&self, rect: Rect) -> bool {
        let [x0, y0, ..] = rect.sides();
        let above = |run: &&TextRun| {
            (-8.0..8.0).contains(&(y0 - run.y1)) && (-4.0..90.0).contains(&(run.x0 - x0))
        };
        let number = |run: &TextRun| {
            let mut captions = self.runs.iter().filter(above);
            captions.any(|caption| {
                let level = (caption.y1 - run.y1).abs() < 3.0;
                level && caption.count > 8.0 && (0.0..20.0).contains(&(caption.x0 - run.x1))
            })
        };
        let is_number = |run: &&TextRun| {
            run.text.len() <= 3 && run.text.starts_with(|c: char| c.is_ascii_digit())
        };
        self.runs.iter().filter(is_number).any(number)
    }

    /// Part of a candidate's width, in percent, that text of more than `longer_than` characters covers.
    pub(crate) fn covered_percent(&self, rect: Rect, longer_than: f64) -> f64 {
        let [x0, y0, x1, y1] = rect.sides();
        let inside = |run: &&TextRun| {
            let middle = run.middle();
            run.count > longer_than
                && middle > y0 + 2.0
                && middle < y1 - 2.0
                && run.text.chars().any(char::is_alphanumeric)
        };
        let common = |run: &TextRun| (run.x1.min(x1) - run.x0.max(x0)).max(0.0);
        let sum: f64 = self.runs.iter().filter(inside).map(common).sum();
        100.0 * sum / (x1 - x0).max(1.0)
    }

    /// Returns which characters draw the floor of a candidate.
    pub(crate) fn floor(&self, rect: Rect) -> FloorText {
        if self.runs.is_empty() && self.leaders.is_empty() {
            return FloorText::PageWithoutText;
        }
        let [x0, _, x1, y1] = rect.sides();
        let covers = |run: &&LeaderRun| {
            2.0 * (run.x1.min(x1) - run.x0.max(x0)) > x1 - x0
                && (-MAX_FLOOR_DISTANCE..MAX_FLOOR_DISTANCE).contains(&(run.bottom - y1))
        };
        let found = self.leaders.iter().find(covers);
        found.map_or(FloorText::None, |run| run.kind)
    }

    /// Whether text crosses the floor of a candidate. The floor is then a line of letters.
    pub(crate) fn crosses_floor(&self, rect: Rect) -> bool {
        let [x0, _, x1, y1] = rect.sides();
        let y = y1 - 1.0;
        self.runs.iter().any(|run| {
            let common = run.x1.min(x1) - run.x0.max(x0);
            3.0 * common > x1 - x0 && run.y0 < y && run.y1 > y + 1.0
        })
    }
}

/// The parts of a text between typed fields, each with the position of its first character.
fn between<'a>(text: &'a str, blanks: &[(usize, usize, TypedBlank)]) -> Vec<(usize, Cow<'a, str>)> {
    if blanks.is_empty() {
        return vec![(0, Cow::Borrowed(text))];
    }
    let starts = std::iter::once(0).chain(blanks.iter().map(|(_, to, _)| *to));
    let ends = blanks.iter().map(|(from, ..)| *from).chain([usize::MAX]);
    let part = |(from, to): (usize, usize)| {
        let length = to.saturating_sub(from);
        (
            from,
            Cow::Owned(text.chars().skip(from).take(length).collect()),
        )
    };
    starts.zip(ends).map(part).collect()
}

/// Horizontal offset of each character in ems of a common typeface, and the total width.
fn advances(text: &str) -> (Vec<f64>, f64) {
    let mut sum = 0.0;
    let advances = text.chars().map(|c| {
        let before = sum;
        sum += match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | 'I' | '/' | '['
            | ']' => 0.28,
            'f' | 't' | 'r' | '(' | ')' | '-' => 0.33,
            'm' | 'M' | 'W' | '@' | '%' => 0.85,
            'w' | '—' | '…' => 0.8,
            'A'..='Z' => 0.69,
            '\u{2e80}'..='\u{ffef}' => 1.0,
            _ => 0.556,
        };
        before
    });
    let advances = advances.collect();
    (advances, sum.max(0.1))
}

#[cfg(test)]
mod tests {
    use super::super::testing::item;
    use super::*;

    #[test]
    fn text_at_infinite_positions_is_ignored() {
        let mut text = PageText::default();
        text.read(&[item("x", f64::NAN, 1.0, f64::INFINITY)], 1000, 1000);
        assert!(text.runs.is_empty());
    }
}
