//! Types by the words near a field, in the ten languages of the product.

use crate::DetectedType;
use crate::TextItem;
use crate::bend::Bend;
use crate::fillers::{Piece, pieces};

/// Words for a signature.
const SIGNATURE: [&str; 16] = [
    "signature",
    "sign here",
    "signed",
    "firma",
    "unterschrift",
    "签名",
    "签字",
    "簽名",
    "allekirjoitus",
    "署名",
    "サイン",
    "υπογραφή",
    "υπογραφη",
    "imza",
    "підпис",
    "signer ici",
];
/// Words for a date.
const DATE: [&str; 25] = [
    "date",
    "dob",
    "birthdate",
    "mm/dd",
    "dd/mm",
    "month/day",
    "mo., day",
    "fecha",
    "datum",
    "geburtsdatum",
    "日期",
    "päivämäärä",
    "päiväys",
    "syntymäaika",
    "日付",
    "年月日",
    "ημερομηνία",
    "ημερομηνια",
    "tarih",
    "tarihi",
    "дата",
    "naissance",
    "nacimiento",
    "doğum",
    "народження",
];
/// Words for initials. A middle initial is part of a name.
const INITIALS: [&str; 12] = [
    "initials",
    "initial here",
    "iniciales",
    "initialen",
    "namenszeichen",
    "首字母",
    "nimikirjaimet",
    "イニシャル",
    "initiales",
    "ініціали",
    "αρχικά",
    "paraf",
];
/// Words for a picture.
const IMAGE: [&str; 9] = [
    "photo",
    "photograph",
    "passport photo",
    "fotografía",
    "lichtbild",
    "照片",
    "valokuva",
    "写真",
    "fotoğraf",
];
/// A name to print beside a signature is no signature.
const NAMES: [&str; 9] = [
    "name",
    "print",
    "printed",
    "type or",
    "title",
    "nombre",
    "druckbuchstaben",
    "nom",
    "middle",
];

/// A field's box in pixels of the page.
pub(crate) type Box4 = (i32, i32, i32, i32);

/// A text item in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
    pub(crate) text: String,
    /// How many characters it has.
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

/// The page's words.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) items: Vec<Item>,
    /// Left and right end and bottom of runs of dots and underscores.
    fillers: Vec<(f64, f64, f64, Filler)>,
}

/// What draws the floor of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filler {
    /// No text is known.
    Unknown,
    /// No characters.
    None,
    /// Leader dots.
    Leader,
    /// Underscores.
    Line,
}

/// No page has more items that matter.
const MAX_ITEMS: usize = 20_000;
/// How far to the left a label is looked for, in pixels.
const LEFT: f64 = 220.0;
/// A run of characters draws a floor this near to its bottom.
const FLOOR: f64 = 9.0;
/// How high the header of a column is.
const HEADER: f64 = 52.0;

impl Words {
    pub(crate) fn read(&mut self, texts: &[TextItem], width: i32, height: i32) {
        self.items.clear();
        self.fillers.clear();
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
            let count = item.text.chars().count().max(1) as f64;
            for (from, to, piece) in pieces(&item.text) {
                let at = |index: usize| x0 + (x1 - x0) * index as f64 / count;
                let filler = match piece {
                    Piece::Words(text) => {
                        let (x0, x1) = (at(from), at(to));
                        self.items.push(Item {
                            x0,
                            y0,
                            x1,
                            y1,
                            count: (to - from) as f64,
                            text,
                        });
                        continue;
                    }
                    Piece::Leader => Filler::Leader,
                    Piece::Line => Filler::Line,
                };
                self.fillers.push((at(from), at(to), y1, filler));
            }
        }
    }

    /// Moves the words of a page that did not lie straight to where they stand on the straight page.
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
        for (from, to, bottom, _) in &mut self.fillers {
            let (dx, dy) = off((*from + *to) / 2.0, *bottom);
            (*from, *to, *bottom) = (*from + dx, *to + dx, *bottom + dy);
        }
    }

    /// Whether the floor of a place is drawn with characters.
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

    /// Whether words lie across the floor of a place: then it is a line of letters.
    pub(crate) fn lie_across(&self, (x0, _, x1, y1): Box4) -> bool {
        let (x0, x1, y) = (f64::from(x0), f64::from(x1), f64::from(y1) - 1.0);
        self.items.iter().any(|item| {
            let common = item.x1.min(x1) - item.x0.max(x0);
            3.0 * common > x1 - x0 && item.y0 < y && item.y1 > y + 1.0
        })
    }

    /// The words that name a field, the nearest first: one piece left of it, one right above it, one right below it.
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
                // Above an open rule is the line before; in a cell it is the caption.
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
        let found = sides.into_iter().flatten();
        let mut labels: Vec<_> = found
            .map(|(distance, item, beside)| (distance, self.line(item, beside)))
            .collect();
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        labels
    }

    /// The words right above the first cell of a column, all lines of them.
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

    /// The item with what stands close before it on its line, for labels made of many items; the end matters.
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

/// The type that a label speaks of.
pub(crate) fn type_of(label: &str, width: i32, height: i32) -> DetectedType {
    let label = lower(label);
    let any = |words: &[&str]| words.iter().any(|word| has_word(&label, word));
    let date = any(&DATE);
    if any(&INITIALS) && !any(&NAMES) && width < 200 {
        return DetectedType::Initials;
    }
    if any(&SIGNATURE)
        && !any(&NAMES)
        && width >= 90
        && !(date && (label.starts_with("date") || label.contains("mm/")))
    {
        return DetectedType::Signature;
    }
    if date && width < 400 {
        return DetectedType::Date;
    }
    let square = width >= 70 && height >= 70 && width < 3 * height && height < 3 * width;
    if any(&IMAGE) && square {
        DetectedType::Image
    } else {
        DetectedType::Text
    }
}

/// Small letters; the Turkish capital with a dot is an i like any other.
pub(crate) fn lower(text: &str) -> String {
    text.to_lowercase().replace('\u{307}', "")
}

/// Whether a word stands in a text for itself. Scripts without spaces are searched as they are.
fn has_word(text: &str, word: &str) -> bool {
    let spaced = word.chars().all(|c| c < '\u{2e80}');
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !spaced
            || (!before.is_some_and(char::is_alphabetic) && !after.is_some_and(char::is_alphabetic))
    })
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
    fn words_decide_the_type() {
        let table = [
            ("Signature of applicant", DetectedType::Signature),
            ("Date of Signature (mm/dd/yyyy)", DetectedType::Date),
            ("Unterschrift", DetectedType::Signature),
            ("Дата", DetectedType::Date),
            ("生年月日", DetectedType::Date),
            ("Update", DetectedType::Text),
            ("Printed name of signature holder", DetectedType::Text),
            ("Initials", DetectedType::Initials),
            ("Middle initial", DetectedType::Text),
            ("Last name", DetectedType::Text),
        ];
        for (label, expected) in table {
            assert_eq!(type_of(label, 150, 20), expected, "{label}");
        }
    }

    #[test]
    fn only_what_has_the_shape_of_a_picture_is_a_place_for_one() {
        assert_eq!(type_of("Passport photo", 140, 170), DetectedType::Image);
        assert_eq!(type_of("Passport photo", 300, 24), DetectedType::Text);
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
