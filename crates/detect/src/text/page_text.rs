//! The page's text in pixels, and the text around a field.

use crate::TextItem;
use crate::raster::deskew::Bend;
use crate::sorting::{ordered, sort_by_rank};
use crate::text::fillers::{Piece, pieces};
use crate::text::typed_blanks::{Blank, blanks};
use std::borrow::Cow;
use std::cell::OnceCell;

/// Rectangle of a field in pixels: left, top, right, bottom.
pub(crate) type Box4 = (i32, i32, i32, i32);

/// A text item in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
    pub(crate) text: String,
    /// Number of characters.
    pub(crate) count: f64,
}

impl Item {
    pub(crate) fn middle(&self) -> f64 {
        (self.y0 + self.y1) / 2.0
    }

    pub(crate) fn height(&self) -> f64 {
        self.y1 - self.y0
    }
}

/// The text of a page.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) items: Vec<Item>,
    /// Runs of dots and underscores: left, right, bottom and kind.
    fillers: Vec<(f64, f64, f64, Filler)>,
    /// Fields drawn with characters.
    pub(crate) blanks: Vec<(Box4, Blank)>,
}

/// How text draws the floor of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filler {
    /// The page has no text.
    Unknown,
    /// No characters draw it.
    None,
    /// Leader dots.
    Leader,
    /// Underscores.
    Line,
}

/// Maximum number of text items read per page.
const MAX_ITEMS: usize = 20_000;
/// Maximum distance of a label on the left, in pixels.
const LEFT: f64 = 220.0;
/// A run of characters draws a floor at most this far from its bottom, in pixels.
const FLOOR: f64 = 9.0;
/// Maximum height of a column header, in pixels.
const HEADER: f64 = 52.0;

impl Words {
    pub(crate) fn read(&mut self, texts: &[TextItem], width: i32, height: i32) {
        self.items.clear();
        self.fillers.clear();
        self.blanks.clear();
        let (w, h) = (f64::from(width) / 100.0, f64::from(height) / 100.0);
        let real = |item: &&TextItem| {
            let numbers = [item.x, item.y, item.width, item.height];
            numbers.iter().all(|n| n.is_finite())
                && item.text.len() <= 4_000
                && !item.text.trim().is_empty()
        };
        for item in texts.iter().filter(real).take(MAX_ITEMS) {
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
            let blanks = blanks(&item.text);
            for &(from, to, blank) in &blanks {
                let sides = [at(from), y0, at(to), y1].map(|side| side.round() as i32);
                self.blanks.push((sides.into(), blank));
                if matches!(blank, Blank::Date | Blank::Groups) {
                    self.fillers.push((at(from), at(to), y1, Filler::Line));
                }
            }
            for (start, text) in between(&item.text, &blanks) {
                for (from, to, piece) in pieces(&text) {
                    let (x0, x1) = (at(start + from), at(start + to));
                    let filler = match piece {
                        Piece::Words(text) => {
                            let count = (to - from) as f64;
                            self.items.push(Item {
                                x0,
                                y0,
                                x1,
                                y1,
                                count,
                                text,
                            });
                            continue;
                        }
                        Piece::Leader => Filler::Leader,
                        Piece::Line => Filler::Line,
                    };
                    self.fillers.push((x0, x1, y1, filler));
                }
            }
        }
    }

    /// Moves the text of a skewed page to its position on the deskewed page.
    pub(crate) fn straighten(&mut self, bend: Bend) {
        let off = |x: f64, y: f64| {
            let (a, b) = bend.to_raster(x as f32, y as f32);
            (x - f64::from(a), y - f64::from(b))
        };
        for item in &mut self.items {
            let (dx, dy) = off((item.x0 + item.x1) / 2.0, (item.y0 + item.y1) / 2.0);
            (item.x0, item.x1) = (item.x0 + dx, item.x1 + dx);
            (item.y0, item.y1) = (item.y0 + dy, item.y1 + dy);
        }
        for ((x0, y0, x1, y1), _) in &mut self.blanks {
            let (dx, dy) = off(f64::from(*x0 + *x1) / 2.0, f64::from(*y0 + *y1) / 2.0);
            let (dx, dy) = (dx.round() as i32, dy.round() as i32);
            (*x0, *y0, *x1, *y1) = (*x0 + dx, *y0 + dy, *x1 + dx, *y1 + dy);
        }
        for (from, to, bottom, _) in &mut self.fillers {
            let (dx, dy) = off((*from + *to) / 2.0, *bottom);
            (*from, *to, *bottom) = (*from + dx, *to + dx, *bottom + dy);
        }
    }

    /// Leader dots: left, right and bottom, in pixels.
    pub(crate) fn leaders(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let leaders = self.fillers.iter().filter(|it| it.3 == Filler::Leader);
        leaders.map(|(from, to, bottom, _)| (*from, *to, *bottom))
    }

    /// Whether a numbered caption begins directly above a candidate.
    pub(crate) fn is_numbered(&self, (x0, y0, _, _): Box4) -> bool {
        let (x0, y0) = (f64::from(x0), f64::from(y0));
        let above = |item: &&Item| {
            (-8.0..8.0).contains(&(y0 - item.y1)) && (-4.0..90.0).contains(&(item.x0 - x0))
        };
        let number = |item: &Item| {
            let mut captions = self.items.iter().filter(above);
            captions.any(|caption| {
                let level = (caption.y1 - item.y1).abs() < 3.0;
                level && caption.count > 8.0 && (0.0..20.0).contains(&(caption.x0 - item.x1))
            })
        };
        let is_number = |item: &&Item| {
            item.text.len() <= 3 && item.text.starts_with(|c: char| c.is_ascii_digit())
        };
        self.items.iter().filter(is_number).any(number)
    }

    /// Part of a candidate's width, in percent, that text of more than `longer_than` characters covers.
    pub(crate) fn covered(&self, (x0, y0, x1, y1): Box4, longer_than: f64) -> f64 {
        let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(f64::from);
        let inside = |item: &&Item| {
            let middle = item.middle();
            item.count > longer_than
                && middle > y0 + 2.0
                && middle < y1 - 2.0
                && item.text.chars().any(char::is_alphanumeric)
        };
        let common = |item: &Item| (item.x1.min(x1) - item.x0.max(x0)).max(0.0);
        let sum: f64 = self.items.iter().filter(inside).map(common).sum();
        100.0 * sum / (x1 - x0).max(1.0)
    }

    /// Returns which characters draw the floor of a candidate.
    pub(crate) fn floor(&self, (x0, _, x1, y1): Box4) -> Filler {
        if self.items.is_empty() && self.fillers.is_empty() {
            return Filler::Unknown;
        }
        let (x0, x1, y1) = (f64::from(x0), f64::from(x1), f64::from(y1));
        let covers = |(from, to, bottom, _): &&(f64, f64, f64, Filler)| {
            2.0 * (to.min(x1) - from.max(x0)) > x1 - x0 && (-FLOOR..FLOOR).contains(&(bottom - y1))
        };
        self.fillers
            .iter()
            .find(covers)
            .map_or(Filler::None, |filler| filler.3)
    }

    /// Whether text crosses the floor of a candidate. The floor is then a line of letters.
    pub(crate) fn lie_across(&self, (x0, _, x1, y1): Box4) -> bool {
        let (x0, x1, y) = (f64::from(x0), f64::from(x1), f64::from(y1) - 1.0);
        self.items.iter().any(|item| {
            let common = item.x1.min(x1) - item.x0.max(x0);
            3.0 * common > x1 - x0 && item.y0 < y && item.y1 > y + 1.0
        })
    }

    /// Label candidates for a field with their weighted distances, nearest first: at most one each from the left,
    /// above and below.
    pub(crate) fn labels(&self, field: Box4, open: bool) -> Vec<(f64, String)> {
        let (x0, y0, x1, y1) = (
            f64::from(field.0),
            f64::from(field.1),
            f64::from(field.2),
            f64::from(field.3),
        );
        let mut sides: [Option<(f64, &Item, bool)>; 3] = [None; 3];
        for item in &self.items {
            let middle = item.middle();
            let over = item.x1.min(x1) - item.x0.max(x0);
            let gap = x0 - item.x1;
            let level = middle > y0 - 4.0 && middle < y1 + 4.0;
            let (side, distance) = if level && (-6.0..LEFT).contains(&gap) {
                (0, gap.max(0.0) * 0.5)
            } else if over > 4.0 && middle < y0 + 6.0 && y0 - item.y1 < 16.0 {
                // Text above an open rule belongs to the previous line; in a cell it is the caption.
                (1, (y0 - item.y1).max(0.0) + if open { 30.0 } else { 4.0 })
            } else if over > 4.0 && middle > y1 - 2.0 && item.y0 - y1 < 14.0 {
                (2, (item.y0 - y1).max(0.0) + if open { 2.0 } else { 26.0 })
            } else {
                continue;
            };
            let beside = gap >= -6.0 && over <= 4.0;
            if let Some(best) = sides.get_mut(side)
                && best.is_none_or(|(least, ..)| distance < least)
            {
                *best = Some((distance, item, beside));
            }
        }
        let mut found: Vec<_> = sides.into_iter().flatten().collect();
        sort_by_rank(&mut found, |(distance, ..)| {
            [ordered(*distance as f32), 0, 0, 0]
        });
        let words = found.into_iter();
        words
            .map(|(distance, item, beside)| (distance, self.line(item, beside)))
            .collect()
    }

    /// All text lines directly above the first cell of a column.
    pub(crate) fn header(&self, (x0, y0, x1, _): Box4) -> Option<String> {
        let (x0, y0, x1) = (f64::from(x0), f64::from(y0), f64::from(x1));
        let above = |item: &&Item| {
            let middle = (item.x0 + item.x1) / 2.0;
            (x0..x1).contains(&middle) && item.y1 < y0 + 5.0 && item.y1 > y0 - HEADER
        };
        let mut words = String::new();
        for item in self.items.iter().filter(above) {
            if words.len() > 200 {
                break;
            }
            words.push_str(&item.text);
            words.push(' ');
        }
        (!words.is_empty()).then(|| words.trim_end().chars().take(60).collect())
    }

    /// The item's text, joined with the items close before it on the line. Labels often consist of many items, and
    /// their end matters most.
    fn line(&self, item: &Item, before: bool) -> String {
        let mut text = item.text.clone();
        let mut start = item.x0;
        let level = |other: &Item| (other.y1 - item.y1).abs() < 4.0;
        while before && text.chars().count() < 40 {
            let previous = self.items.iter().find(|other| {
                level(other)
                    && other.x1 <= start + 1.0
                    && start - other.x1 < 7.0
                    && other.x0 < start
            });
            let Some(previous) = previous else { break };
            text = format!("{} {text}", previous.text);
            start = previous.x0;
        }
        let count = text.chars().count();
        if before {
            text.chars().skip(count.saturating_sub(60)).collect()
        } else {
            text.chars().take(60).collect()
        }
    }
}

/// The parts of a text between typed fields, each with the position of its first character.
fn between<'a>(text: &'a str, blanks: &[(usize, usize, Blank)]) -> Vec<(usize, Cow<'a, str>)> {
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
    use super::*;

    fn item(text: &str, x: f64, y: f64, width: f64) -> TextItem {
        TextItem {
            text: text.to_owned(),
            x,
            y,
            width,
            height: 1.0,
        }
    }

    #[test]
    fn the_nearest_words_are_the_label() {
        let mut words = Words::default();
        words.read(
            &[
                item("Name", 10.0, 10.0, 5.0),
                item("Date", 60.0, 10.0, 4.0),
                item("far", 10.0, 60.0, 4.0),
            ],
            1000,
            1000,
        );
        let nearest = |field| {
            words
                .labels(field, true)
                .first()
                .map(|(_, text)| text.clone())
        };
        assert_eq!(nearest((160, 92, 590, 112)).as_deref(), Some("Name"));
        assert_eq!(nearest((650, 92, 900, 112)).as_deref(), Some("Date"));
        assert_eq!(nearest((160, 300, 590, 320)), None);
    }

    #[test]
    fn numbers_that_are_none_are_left_out() {
        let mut words = Words::default();
        words.read(&[item("x", f64::NAN, 1.0, f64::INFINITY)], 1000, 1000);
        assert!(words.items.is_empty());
    }
}
