//! Caption features: measurements of the text around a candidate.

use crate::candidates::candidate::Place;
use crate::text::page_text::Item;

/// Number of caption features.
pub(crate) const CAPTIONS: usize = 18;
/// Text farther away than this is ignored, in pixels.
const REACH: f64 = 90.0;
/// Feature value for "no text on this side".
const FAR: f64 = 99.0;
/// Words that label most fields, in the product's languages.
const ASKED: [&str; 62] = [
    "name",
    "address",
    "street",
    "city",
    "town",
    "state",
    "zip",
    "county",
    "country",
    "phone",
    "telephone",
    "fax",
    "mail",
    "date",
    "birth",
    "number",
    "no.",
    "ssn",
    "ein",
    "amount",
    "total",
    "title",
    "signature",
    "occupation",
    "employer",
    "nombre",
    "apellido",
    "dirección",
    "ciudad",
    "teléfono",
    "fecha",
    "straße",
    "anschrift",
    "ort",
    "datum",
    "vorname",
    "telefon",
    "nummer",
    "unterschrift",
    "nom",
    "prénom",
    "adresse",
    "ville",
    "nimi",
    "osoite",
    "puhelin",
    "päivä",
    "όνομα",
    "διεύθυνση",
    "ημερομηνία",
    "adı",
    "adres",
    "tarih",
    "ім'я",
    "адреса",
    "дата",
    "姓名",
    "地址",
    "电话",
    "日期",
    "氏名",
    "住所",
];
/// Words that mark areas for office use.
const REFUSED: [&str; 14] = [
    "office use",
    "official use",
    "do not write",
    "use only",
    "for court use",
    "department use",
    "staff use",
    "internal use",
    "uso oficial",
    "nur für",
    "amtlich",
    "réservé",
    "virkailija",
    "do not use",
];

/// The text of a page sorted by vertical position.
#[derive(Debug, Default)]
pub(crate) struct Captions {
    /// Vertical center and index of each text item.
    by_middle: Vec<(i32, usize)>,
    /// Indices of the items that mark areas for office use.
    refused: Vec<usize>,
    asked: Vec<bool>,
    /// Median height of the text, in pixels.
    height: f64,
}

/// The nearest text on each side.
#[derive(Default)]
struct Around<'a> {
    left: Option<(f64, &'a Item)>,
    right: Option<(f64, &'a Item)>,
    above: Option<(f64, &'a Item)>,
    below: Option<(f64, &'a Item)>,
    /// Number of characters inside the candidate.
    inside: f64,
    asked: u8,
}

impl Captions {
    pub(crate) fn read(&mut self, items: &[Item]) {
        self.by_middle.clear();
        self.by_middle.extend(
            items
                .iter()
                .enumerate()
                .map(|(i, item)| (item.middle() as i32, i)),
        );
        self.by_middle.sort_unstable();
        self.asked.clear();
        self.refused.clear();
        let mut lower = String::new();
        for (i, item) in items.iter().enumerate() {
            lower.clear();
            lower.extend(item.text.chars().take(80).flat_map(char::to_lowercase));
            self.asked
                .push(ASKED.iter().any(|word| lower.contains(word)));
            if REFUSED.iter().any(|words| lower.contains(words)) {
                self.refused.push(i);
            }
        }
        let mut heights: Vec<i32> = items
            .iter()
            .map(|item| (4.0 * item.height()) as i32)
            .collect();
        heights.sort_unstable();
        self.height = heights
            .get(heights.len() / 2)
            .map_or(0.0, |height| f64::from(*height) / 4.0);
    }

    /// The text items that mark areas for office use.
    pub(crate) fn refused<'a>(&'a self, items: &'a [Item]) -> impl Iterator<Item = &'a Item> {
        self.refused.iter().filter_map(|i| items.get(*i))
    }

    /// Caption features of a candidate; all are -1 if the page has no text.
    pub(crate) fn numbers(&self, items: &[Item], place: &Place) -> [f32; CAPTIONS] {
        if items.is_empty() {
            return [-1.0; CAPTIONS];
        }
        let around = self.around(items, place);
        let gap = |side: Option<(f64, &Item)>| side.map_or(FAR, |(gap, _)| gap.clamp(-20.0, FAR));
        let length =
            |side: Option<(f64, &Item)>| side.map_or(0.0, |(_, item)| item.count.min(99.0));
        let usual = self.height.max(1.0);
        let size = |side: Option<(f64, &Item)>| side.map_or(0.0, |(_, item)| item.height() / usual);
        let height = f64::from(place.height());
        let numbers = [
            gap(around.left),
            gap(around.right),
            gap(around.above),
            gap(around.below),
            length(around.left),
            length(around.right),
            length(around.above),
            length(around.below),
            size(around.left),
            size(around.above),
            size(around.below),
            around.left.map_or(0.0, |(_, item)| ending(&item.text)),
            around.right.map_or(0.0, |(_, item)| beginning(&item.text)),
            around.above.map_or(0.0, |(_, item)| ending(&item.text)),
            f64::from(around.asked),
            around.inside.min(99.0),
            height / usual,
            self.refusal(items, place),
        ];
        numbers.map(|number| number as f32)
    }

    fn around<'a>(&self, items: &'a [Item], place: &Place) -> Around<'a> {
        let (x0, y0, x1, y1) = (
            f64::from(place.x0),
            f64::from(place.y0),
            f64::from(place.x1),
            f64::from(place.y1),
        );
        let mut around = Around::default();
        let first = self
            .by_middle
            .partition_point(|(middle, _)| *middle < place.y0 - 60);
        let near = self
            .by_middle
            .iter()
            .skip(first)
            .take_while(|(middle, _)| *middle <= place.y1 + 40);
        for i in near.map(|(_, i)| *i) {
            let Some(item) = items.get(i) else { continue };
            let middle = item.middle();
            let over = item.x1.min(x1) - item.x0.max(x0);
            let level = middle > y0 - 4.0 && middle < y1 + 4.0;
            let (side, gap) = if level && over <= 6.0 && item.x1 <= x0 + 8.0 {
                (&mut around.left, x0 - item.x1)
            } else if level && over <= 6.0 && item.x0 >= x1 - 8.0 {
                (&mut around.right, item.x0 - x1)
            } else if over > 4.0 && middle < y0 + 5.0 {
                (&mut around.above, y0 - item.y1)
            } else if over > 4.0 && middle > y1 - 3.0 {
                (&mut around.below, item.y0 - y1)
            } else {
                if over > 0.0 {
                    around.inside += item.count * over / (item.x1 - item.x0).max(1.0);
                }
                continue;
            };
            if gap < REACH && side.is_none_or(|(least, _)| gap < least) {
                *side = Some((gap, item));
                if gap < 24.0 && self.asked.get(i).copied().unwrap_or(false) {
                    around.asked = around.asked.saturating_add(1);
                }
            }
        }
        around
    }

    /// Distance to the nearest office-use text in or above the candidate's region, in pixels; `FAR` if there is none.
    fn refusal(&self, items: &[Item], place: &Place) -> f64 {
        let (x0, y0, x1, y1) = place.region;
        let distance = |item: &Item| {
            let over = item.x1.min(f64::from(x1)) - item.x0.max(f64::from(x0));
            let above = f64::from(y0) - item.y1;
            let inside = item.middle() < f64::from(y1.max(place.y1));
            if over > 0.0 && inside {
                above.max(0.0)
            } else {
                FAR
            }
        };
        self.refused(items).map(distance).fold(FAR, f64::min)
    }
}

/// Code of the last character: 1 colon, 2 currency, 3 question mark, 4 bracket, 5 punctuation, 6 digit, 7 letter, 8
/// other, 0 none.
fn ending(text: &str) -> f64 {
    match text.trim_end().chars().next_back() {
        Some(':' | '：') => 1.0,
        Some('$' | '€' | '£') => 2.0,
        Some('?') => 3.0,
        Some(')' | ']') => 4.0,
        Some('.' | ',' | ';') => 5.0,
        Some(c) if c.is_numeric() => 6.0,
        Some(c) if c.is_alphabetic() => 7.0,
        Some(_) => 8.0,
        None => 0.0,
    }
}

/// Code of the first character: 1 lower case, 2 other letter, 3 digit, 4 bracket, 5 other, 0 none.
fn beginning(text: &str) -> f64 {
    match text.trim_start().chars().next() {
        Some(c) if c.is_lowercase() => 1.0,
        Some(c) if c.is_alphabetic() => 2.0,
        Some(c) if c.is_numeric() => 3.0,
        Some('(' | '[') => 4.0,
        Some(_) => 5.0,
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::candidate::Source;

    fn item(text: &str, x0: f64, y0: f64) -> Item {
        Item {
            x0,
            y0,
            x1: x0 + 40.0,
            y1: y0 + 10.0,
            text: text.to_owned(),
            count: text.chars().count() as f64,
        }
    }

    #[test]
    fn words_beside_and_above_a_place_are_told_apart() {
        let place = Place::closed((100, 100, 300, 120), Source::Beside);
        let items = [item("Name:", 50.0, 106.0), item("(print)", 120.0, 126.0)];
        let mut captions = Captions::default();
        captions.read(&items);
        let numbers = captions.numbers(&items, &place);
        assert_eq!(numbers[..4], [10.0, 99.0, 99.0, 6.0]);
        assert_eq!((numbers[11], numbers[14]), (1.0, 1.0));
        assert_eq!(captions.numbers(&[], &place), [-1.0; CAPTIONS]);
    }

    #[test]
    fn what_others_fill_in_is_known_by_the_words_above() {
        let place = Place::closed((100, 100, 300, 120), Source::EmptyCell);
        let items = [item("For office use only", 110.0, 80.0)];
        let mut captions = Captions::default();
        captions.read(&items);
        assert_eq!(captions.numbers(&items, &place)[17], 10.0);
    }
}
