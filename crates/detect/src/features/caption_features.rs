//! Caption features: measurements of the text around a candidate.

use crate::candidates::candidate::Candidate;
use crate::schema::{FIRST_STAGE_FEATURES, set_features};
use crate::text::page_text::TextRun;

/// Text farther away than this is ignored, in pixels.
const MAX_DISTANCE: f64 = 90.0;
/// Feature value for "no text on this side".
const NO_TEXT: f64 = 99.0;
/// Words that label most fields, in the product's languages.
const LABEL_WORDS: [&str; 62] = [
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
const OFFICE_USE_PHRASES: [&str; 14] = [
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
    /// Vertical center and index of each text run.
    by_middle: Vec<(i32, usize)>,
    /// Indices of the runs that mark areas for office use.
    office_use: Vec<usize>,
    label_words: Vec<bool>,
    /// Median height of the text, in pixels.
    height: f64,
}

/// The nearest text on each side.
#[derive(Default)]
struct NearestText<'a> {
    left: Option<(f64, &'a TextRun)>,
    right: Option<(f64, &'a TextRun)>,
    above: Option<(f64, &'a TextRun)>,
    below: Option<(f64, &'a TextRun)>,
    /// Number of characters inside the candidate.
    inside: f64,
    label_words: u8,
}

impl Captions {
    pub(crate) fn read(&mut self, runs: &[TextRun]) {
        self.by_middle.clear();
        self.by_middle.extend(
            runs.iter()
                .enumerate()
                .map(|(i, run)| (run.middle() as i32, i)),
        );
        self.by_middle.sort_unstable();
        self.label_words.clear();
        self.office_use.clear();
        let mut lower = String::new();
        for (i, run) in runs.iter().enumerate() {
            lower.clear();
            lower.extend(run.text.chars().take(80).flat_map(char::to_lowercase));
            self.label_words
                .push(LABEL_WORDS.iter().any(|word| lower.contains(word)));
            if OFFICE_USE_PHRASES.iter().any(|words| lower.contains(words)) {
                self.office_use.push(i);
            }
        }
        let mut heights: Vec<i32> = runs.iter().map(|run| (4.0 * run.height()) as i32).collect();
        heights.sort_unstable();
        self.height = heights
            .get(heights.len() / 2)
            .map_or(0.0, |height| f64::from(*height) / 4.0);
    }

    /// The text runs that mark areas for office use.
    pub(crate) fn office_use<'a>(
        &'a self,
        runs: &'a [TextRun],
    ) -> impl Iterator<Item = &'a TextRun> {
        self.office_use.iter().filter_map(|i| runs.get(*i))
    }

    /// Sets the features of the text around a candidate; all are -1 if the page has no text.
    pub(crate) fn measure(
        &self,
        runs: &[TextRun],
        candidate: &Candidate,
        features: &mut [f32; FIRST_STAGE_FEATURES],
    ) {
        let nearest = self.nearest(runs, candidate);
        let NearestText {
            left,
            right,
            above,
            below,
            ..
        } = nearest;
        let known = !runs.is_empty();
        let value = |value: f64| if known { value as f32 } else { -1.0 };
        let gap = |side: Option<(f64, &TextRun)>| {
            value(side.map_or(NO_TEXT, |(gap, _)| gap.clamp(-20.0, NO_TEXT)))
        };
        let length =
            |side: Option<(f64, &TextRun)>| value(side.map_or(0.0, |(_, run)| run.count.min(99.0)));
        let usual = self.height.max(1.0);
        let size = |side: Option<(f64, &TextRun)>| {
            value(side.map_or(0.0, |(_, run)| run.height() / usual))
        };
        set_features!(features, first_stage,
            text_distance_left: gap(left),
            text_distance_right: gap(right),
            text_distance_above: gap(above),
            text_distance_below: gap(below),
            text_length_left: length(left),
            text_length_right: length(right),
            text_length_above: length(above),
            text_length_below: length(below),
            text_size_left: size(left),
            text_size_above: size(above),
            text_size_below: size(below),
            text_ending_left: value(left.map_or(0.0, |(_, run)| ending(&run.text))),
            text_beginning_right: value(right.map_or(0.0, |(_, run)| beginning(&run.text))),
            text_ending_above: value(above.map_or(0.0, |(_, run)| ending(&run.text))),
            label_words: value(f64::from(nearest.label_words)),
            characters_inside: value(nearest.inside.min(99.0)),
            height_in_text_heights: value(f64::from(candidate.height()) / usual),
            office_use_distance: value(self.office_use_distance(runs, candidate)),
        );
    }

    fn nearest<'a>(&self, runs: &'a [TextRun], candidate: &Candidate) -> NearestText<'a> {
        let [x0, y0, x1, y1] = candidate.rect.sides();
        let mut nearest = NearestText::default();
        let first = self
            .by_middle
            .partition_point(|(middle, _)| *middle < candidate.rect.y0 - 60);
        let near = self
            .by_middle
            .iter()
            .skip(first)
            .take_while(|(middle, _)| *middle <= candidate.rect.y1 + 40);
        for i in near.map(|(_, i)| *i) {
            let Some(run) = runs.get(i) else { continue };
            let middle = run.middle();
            let over = run.x1.min(x1) - run.x0.max(x0);
            let level = middle > y0 - 4.0 && middle < y1 + 4.0;
            let (side, gap) = if level && over <= 6.0 && run.x1 <= x0 + 8.0 {
                (&mut nearest.left, x0 - run.x1)
            } else if level && over <= 6.0 && run.x0 >= x1 - 8.0 {
                (&mut nearest.right, run.x0 - x1)
            } else if over > 4.0 && middle < y0 + 5.0 {
                (&mut nearest.above, y0 - run.y1)
            } else if over > 4.0 && middle > y1 - 3.0 {
                (&mut nearest.below, run.y0 - y1)
            } else {
                if over > 0.0 {
                    nearest.inside += run.count * over / (run.x1 - run.x0).max(1.0);
                }
                continue;
            };
            if gap < MAX_DISTANCE && side.is_none_or(|(least, _)| gap < least) {
                *side = Some((gap, run));
                if gap < 24.0 && self.label_words.get(i).copied().unwrap_or(false) {
                    nearest.label_words = nearest.label_words.saturating_add(1);
                }
            }
        }
        nearest
    }

    /// Distance to the nearest office-use text in or above the candidate's region, in pixels; [`NO_TEXT`] if there is none.
    fn office_use_distance(&self, runs: &[TextRun], candidate: &Candidate) -> f64 {
        let [x0, y0, x1, y1] = candidate.region.sides();
        let distance = |run: &TextRun| {
            let over = run.x1.min(x1) - run.x0.max(x0);
            let above = y0 - run.y1;
            let inside = run.middle() < y1.max(f64::from(candidate.rect.y1));
            if over > 0.0 && inside {
                above.max(0.0)
            } else {
                NO_TEXT
            }
        };
        self.office_use(runs).map(distance).fold(NO_TEXT, f64::min)
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
    use crate::rect::Rect;
    use crate::schema::first_stage;

    fn run(text: &str, x0: f64, y0: f64) -> TextRun {
        TextRun {
            x0,
            y0,
            x1: x0 + 40.0,
            y1: y0 + 10.0,
            text: text.to_owned(),
            count: text.chars().count() as f64,
        }
    }

    #[test]
    fn text_on_each_side_is_measured() {
        let candidate = Candidate::closed(Rect::new(100, 100, 300, 120), Source::BesideText);
        let runs = [run("Name:", 50.0, 106.0), run("(print)", 120.0, 126.0)];
        let mut captions = Captions::default();
        captions.read(&runs);
        let mut features = [0.0; FIRST_STAGE_FEATURES];
        captions.measure(&runs, &candidate, &mut features);
        let named = |name: &str| features[first_stage(name)];
        let sides =
            ["left", "right", "above", "below"].map(|side| named(&format!("text_distance_{side}")));
        assert_eq!(sides, [10.0, 99.0, 99.0, 6.0]);
        assert_eq!(
            (named("text_ending_left"), named("label_words")),
            (1.0, 1.0)
        );
        let mut unknown = [0.0; FIRST_STAGE_FEATURES];
        captions.measure(&[], &candidate, &mut unknown);
        assert_eq!(unknown.iter().filter(|value| **value == -1.0).count(), 18);
    }

    #[test]
    fn office_use_text_above_a_candidate_is_measured() {
        let candidate = Candidate::closed(Rect::new(100, 100, 300, 120), Source::EmptyCell);
        let runs = [run("For office use only", 110.0, 80.0)];
        let mut captions = Captions::default();
        captions.read(&runs);
        let mut features = [0.0; FIRST_STAGE_FEATURES];
        captions.measure(&runs, &candidate, &mut features);
        assert_eq!(features[first_stage("office_use_distance")], 10.0);
    }
}
