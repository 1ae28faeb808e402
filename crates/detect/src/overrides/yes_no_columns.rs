//! Yes/no columns: each cell below such headers takes a mark, even without a printed box.

use crate::candidates::candidate::{Place, Source};
use crate::text::page_text::Item;

/// Yes and no in the product's languages.
const ANSWERS: [&str; 26] = [
    "yes",
    "no",
    "sí",
    "si",
    "ja",
    "nein",
    "nee",
    "oui",
    "non",
    "kyllä",
    "ei",
    "ναι",
    "όχι",
    "evet",
    "hayır",
    "так",
    "ні",
    "да",
    "нет",
    "是",
    "否",
    "はい",
    "いいえ",
    "y",
    "n",
    "n/a",
];
/// Width of an answer column, in pixels.
const COLUMN: std::ops::RangeInclusive<i32> = 22..=76;
/// Side of the mark, in pixels.
const SIDE: i32 = 18;
/// Score of a mark added below a header.
const SURE: f32 = 0.6;
/// A header may extend this far beyond its column, in pixels.
const BESIDE: f64 = 4.0;
/// Maximum distance between the headers of two columns, in pixels.
const PARTNERS: f64 = 90.0;
/// An answer this close to a printed box is that box's label, in pixels.
const OWN_BOX: f64 = 34.0;
/// In a cell up to this height, in pixels, the mark is centered; in a taller one it is at the bottom.
const TWO_LINES: i32 = 45;

/// Replaces each cell below an answer header with a mark.
pub(crate) fn add_answers(items: &[Item], places: &mut Vec<Place>, scores: &mut Vec<f32>) {
    let headers = headers(items, places);
    if headers.is_empty() {
        return;
    }
    let mut added = Vec::new();
    for (place, score) in places.iter().zip(scores.iter_mut()) {
        if is_cell(place) && is_headed(place, items, &headers) {
            *score = 0.0;
            added.push(mark(place));
        }
    }
    scores.extend(added.iter().map(|_| SURE));
    places.append(&mut added);
}

/// Returns answers that have a partner on the same line and no box of their own.
fn headers<'a>(items: &'a [Item], places: &[Place]) -> Vec<&'a Item> {
    let answers = || items.iter().filter(|item| is_answer(&item.text));
    let has_partner = |item: &&Item| {
        answers().any(|other| {
            let apart = (other.x0 - item.x0).abs();
            let level = (other.y1 - item.y1).abs() < 3.0;
            level && apart > 12.0 && apart < PARTNERS && other.text != item.text
        })
    };
    let has_box = |item: &Item| {
        places.iter().any(|place| {
            let middle = f64::from(place.y0 + place.y1) / 2.0;
            let gap = (f64::from(place.x0) - item.x1).max(item.x0 - f64::from(place.x1));
            let mark = matches!(place.source, Source::Box | Source::Circle | Source::Oval);
            mark && (middle - item.middle()).abs() < 10.0 && gap < OWN_BOX
        })
    };
    let partners = answers().filter(has_partner);
    partners.filter(|item| !has_box(item)).collect()
}

/// Position of the mark in a cell.
fn mark(cell: &Place) -> Place {
    let (_, top, _, foot) = cell.region;
    let low = cell.source == Source::EmptyCell && foot - top <= TWO_LINES;
    let bottom = if low { (top + foot + SIDE) / 2 } else { foot };
    let left = (cell.x0 + cell.x1 - SIDE) / 2;
    Place::closed((left, bottom - SIDE, left + SIDE, bottom), Source::Box)
}

fn is_answer(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 12 && ANSWERS.contains(&text.to_lowercase().as_str())
}

/// Whether a candidate is a cell as wide as an answer column.
fn is_cell(place: &Place) -> bool {
    let cell = matches!(
        place.source,
        Source::EmptyCell | Source::UnderCaption | Source::OpenRule | Source::Line
    );
    cell && COLUMN.contains(&place.width()) && place.height() >= SIDE - 3
}

/// Whether the lowest text above a candidate, in its column, is one of the headers.
fn is_headed(place: &Place, items: &[Item], headers: &[&Item]) -> bool {
    let (x0, x1) = (f64::from(place.x0) - BESIDE, f64::from(place.x1) + BESIDE);
    let top = f64::from(place.y1 - SIDE) + 6.0;
    let above = items
        .iter()
        .filter(|item| item.x1 > x0 && item.x0 < x1 && item.middle() < top);
    let lowest = above.max_by(|a, b| a.y1.total_cmp(&b.y1));
    lowest.is_some_and(|item| {
        let within = item.x0 >= x0 && item.x1 <= x1;
        within && headers.iter().any(|header| std::ptr::eq(*header, item))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str, x0: f64, y0: f64) -> Item {
        Item {
            x0,
            y0,
            x1: x0 + 20.0,
            y1: y0 + 10.0,
            text: text.to_owned(),
            count: 3.0,
        }
    }

    /// Candidates for two columns of three cells below these words.
    fn below(headers: &[Item], boxes: &[Place]) -> Vec<(Source, f32)> {
        let cell = |x: i32, y: i32| Place::closed((x, y, x + 40, y + 24), Source::EmptyCell);
        let mut places: Vec<Place> = boxes.to_vec();
        places
            .extend((0..3).flat_map(|row| [cell(100, 130 + 24 * row), cell(140, 130 + 24 * row)]));
        let mut scores = vec![0.4; places.len()];
        add_answers(headers, &mut places, &mut scores);
        let found = places.iter().zip(scores).skip(boxes.len());
        found.map(|(place, score)| (place.source, score)).collect()
    }

    #[test]
    fn cells_below_yes_and_no_take_marks() {
        let found = below(&[item("Yes", 110.0, 110.0), item("No", 150.0, 110.0)], &[]);
        let marks = found.iter().filter(|(source, _)| *source == Source::Box);
        assert_eq!(marks.count(), 6);
        assert!(
            found
                .iter()
                .all(|(source, score)| (*source == Source::Box) == (*score > 0.0))
        );
    }

    #[test]
    fn an_answer_alone_or_with_a_box_of_its_own_heads_nothing() {
        let unchanged = |found: Vec<(Source, f32)>| found == vec![(Source::EmptyCell, 0.4); 6];
        assert!(unchanged(below(&[item("No", 150.0, 110.0)], &[])));
        let boxes = [95, 132].map(|x| Place::closed((x, 108, x + 12, 120), Source::Box));
        let answers = [item("Yes", 110.0, 110.0), item("No", 150.0, 110.0)];
        assert!(unchanged(below(&answers, &boxes)));
        let later = [
            answers[0].clone(),
            answers[1].clone(),
            item("Amount", 110.0, 118.0),
        ];
        let found = below(&later, &[]);
        let marks = found.iter().filter(|(source, _)| *source == Source::Box);
        assert_eq!(marks.count(), 3);
    }
}
