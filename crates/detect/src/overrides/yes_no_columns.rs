//! Yes/no columns: each cell below such headers takes a mark, even without a printed box.

use crate::candidates::candidate::{Candidate, Fill, Source};
use crate::rect::Rect;
use crate::text::page_text::TextRun;

/// Yes and no in the product's languages.
const YES_NO: [&str; 26] = [
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
const COLUMN_WIDTH: std::ops::RangeInclusive<i32> = 22..=76;
/// Side of the mark, in pixels.
const MARK_SIDE: i32 = 18;
/// Score of a mark added below a header.
const MARK_SCORE: f32 = 0.6;
/// A header may extend this far beyond its column, in pixels.
const MAX_HEADER_OVERHANG: f64 = 4.0;
/// Maximum distance between the headers of two columns, in pixels.
const MAX_PARTNER_DISTANCE: f64 = 90.0;
/// An answer this close to a printed box is that box's label, in pixels.
const MAX_OWN_BOX_DISTANCE: f64 = 34.0;
/// In a cell up to this height, in pixels, the mark is centered; in a taller one it is at the bottom.
const TWO_LINES: i32 = 45;

/// Replaces each cell below an answer header with a mark.
pub(crate) fn add_yes_no_marks(
    runs: &[TextRun],
    candidates: &mut Vec<Candidate>,
    scores: &mut Vec<f32>,
) {
    let headers = headers(runs, candidates);
    if headers.is_empty() {
        return;
    }
    let mut added = Vec::new();
    for (candidate, score) in candidates.iter().zip(scores.iter_mut()) {
        if is_cell(candidate) && is_headed(candidate, runs, &headers) {
            *score = 0.0;
            added.push(mark(candidate));
        }
    }
    scores.extend(added.iter().map(|_| MARK_SCORE));
    candidates.append(&mut added);
}

/// Returns answers that have a partner on the same line and no box of their own.
fn headers<'a>(runs: &'a [TextRun], candidates: &[Candidate]) -> Vec<&'a TextRun> {
    let answers = || runs.iter().filter(|run| is_answer(&run.text));
    let has_partner = |run: &&TextRun| {
        answers().any(|other| {
            let apart = (other.x0 - run.x0).abs();
            let level = (other.y1 - run.y1).abs() < 3.0;
            level && apart > 12.0 && apart < MAX_PARTNER_DISTANCE && other.text != run.text
        })
    };
    let has_box = |run: &TextRun| {
        candidates.iter().any(|candidate| {
            let middle = f64::from(candidate.rect.y0 + candidate.rect.y1) / 2.0;
            let gap =
                (f64::from(candidate.rect.x0) - run.x1).max(run.x0 - f64::from(candidate.rect.x1));
            let mark = candidate.source.is_mark();
            mark && (middle - run.middle()).abs() < 10.0 && gap < MAX_OWN_BOX_DISTANCE
        })
    };
    let partners = answers().filter(has_partner);
    partners.filter(|run| !has_box(run)).collect()
}

/// Position of the mark in a cell.
fn mark(cell: &Candidate) -> Candidate {
    let (top, foot) = (cell.region.y0, cell.region.y1);
    let low = cell.source == Source::EmptyCell && foot - top <= TWO_LINES;
    let bottom = if low {
        (top + foot + MARK_SIDE) / 2
    } else {
        foot
    };
    let left = (cell.rect.x0 + cell.rect.x1 - MARK_SIDE) / 2;
    Candidate::closed(
        Rect::new(left, bottom - MARK_SIDE, left + MARK_SIDE, bottom),
        Source::Box(Fill(100)),
    )
}

fn is_answer(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 12 && YES_NO.contains(&text.to_lowercase().as_str())
}

/// Whether a candidate is a cell as wide as an answer column.
fn is_cell(candidate: &Candidate) -> bool {
    let cell = matches!(
        candidate.source,
        Source::EmptyCell | Source::UnderCaption | Source::OpenRule | Source::LowestLine { .. }
    );
    cell && COLUMN_WIDTH.contains(&candidate.width()) && candidate.height() >= MARK_SIDE - 3
}

/// Whether the lowest text above a candidate, in its column, is one of the headers.
fn is_headed(candidate: &Candidate, runs: &[TextRun], headers: &[&TextRun]) -> bool {
    let (x0, x1) = (
        f64::from(candidate.rect.x0) - MAX_HEADER_OVERHANG,
        f64::from(candidate.rect.x1) + MAX_HEADER_OVERHANG,
    );
    let top = f64::from(candidate.rect.y1 - MARK_SIDE) + 6.0;
    let above = runs
        .iter()
        .filter(|run| run.x1 > x0 && run.x0 < x1 && run.middle() < top);
    let lowest = above.max_by(|a, b| a.y1.total_cmp(&b.y1));
    lowest.is_some_and(|run| {
        let within = run.x0 >= x0 && run.x1 <= x1;
        within && headers.iter().any(|header| std::ptr::eq(*header, run))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, x0: f64, y0: f64) -> TextRun {
        TextRun {
            x0,
            y0,
            x1: x0 + 20.0,
            y1: y0 + 10.0,
            text: text.to_owned(),
            count: 3.0,
        }
    }

    /// Candidates for two columns of three cells below these words.
    fn below(headers: &[TextRun], boxes: &[Candidate]) -> Vec<(Source, f32)> {
        let cell =
            |x: i32, y: i32| Candidate::closed(Rect::new(x, y, x + 40, y + 24), Source::EmptyCell);
        let mut candidates: Vec<Candidate> = boxes.to_vec();
        candidates
            .extend((0..3).flat_map(|row| [cell(100, 130 + 24 * row), cell(140, 130 + 24 * row)]));
        let mut scores = vec![0.4; candidates.len()];
        add_yes_no_marks(headers, &mut candidates, &mut scores);
        let found = candidates.iter().zip(scores).skip(boxes.len());
        found
            .map(|(candidate, score)| (candidate.source, score))
            .collect()
    }

    #[test]
    fn cells_below_yes_and_no_take_marks() {
        let found = below(&[run("Yes", 110.0, 110.0), run("No", 150.0, 110.0)], &[]);
        let marks = found
            .iter()
            .filter(|(source, _)| matches!(source, Source::Box(_)));
        assert_eq!(marks.count(), 6);
        assert!(
            found
                .iter()
                .all(|(source, score)| matches!(source, Source::Box(_)) == (*score > 0.0))
        );
    }

    #[test]
    fn an_answer_alone_or_with_its_own_box_is_no_header() {
        let unchanged = |found: Vec<(Source, f32)>| found == vec![(Source::EmptyCell, 0.4); 6];
        assert!(unchanged(below(&[run("No", 150.0, 110.0)], &[])));
        let boxes = [95, 132]
            .map(|x| Candidate::closed(Rect::new(x, 108, x + 12, 120), Source::Box(Fill(100))));
        let answers = [run("Yes", 110.0, 110.0), run("No", 150.0, 110.0)];
        assert!(unchanged(below(&answers, &boxes)));
        let later = [
            answers[0].clone(),
            answers[1].clone(),
            run("Amount", 110.0, 118.0),
        ];
        let found = below(&later, &[]);
        let marks = found
            .iter()
            .filter(|(source, _)| matches!(source, Source::Box(_)));
        assert_eq!(marks.count(), 3);
    }
}
