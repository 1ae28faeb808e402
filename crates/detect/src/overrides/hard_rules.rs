//! Hard rules that override the model's score for shapes that forms use for one purpose only.

use crate::candidates::candidate::{Candidate, Comb, Fill, Source};
use crate::candidates::combs::MAX_CELL_SPREAD;
use crate::model::FIELD_THRESHOLD;
use crate::text::page_text::{FloorText, PageText};

/// Ink density up to this, in pixels per thousand, is dirt.
const MAX_DIRT: f32 = 3.0;
/// Ink density up to this in a comb, in pixels per thousand, may be its tick marks.
const MAX_TICK_INK: f32 = 10.0;
/// Number of characters in a number written as three groups.
const GROUPED_CHARACTERS: i32 = 9;
/// Minimum fill of a flat oval, in percent. Letters have less.
const MIN_OVAL_FILL: i32 = 80;
/// Gray values of shaded boxes to fill in. Darker ones are headers or areas for office use.
const FILLABLE_SHADE: std::ops::RangeInclusive<i32> = 238..=251;

/// Maximum drawn part of a dashed rule, in percent.
const MAX_DASHED_DRAWN: i32 = 75;
/// Length of dashed rules that are writing lines, in pixels.
const DASHED_LENGTH: std::ops::RangeInclusive<i32> = 80..=720;

/// Adjusts the score by the hard rules: ink density, paper shade and the typed characters on the floor.
pub(crate) fn override_score(
    candidate: &Candidate,
    score: f32,
    ink: f32,
    paper: f32,
    floor: FloorText,
) -> f32 {
    let mark = candidate.source.is_mark();
    match floor {
        FloorText::LeaderDots if !mark => 0.0,
        FloorText::Underscores if !mark => score.max(0.4),
        // The page's text is known, and none of it draws this rule.
        FloorText::None if is_dashed(candidate) => score.max(0.35),
        _ => score.max(min_score(candidate, ink, paper)),
    }
}

/// Maximum part of a field's width that printed text may cover, in percent.
const MAX_PRINTED: f64 = 35.0;

/// Text in a comb counts as printed only if it is longer than this, in characters. Shorter text labels the cells.
const MAX_CELL_LABEL: f64 = 5.0;
/// Minimum score of a numbered line of a form.
const NUMBERED_SCORE: f32 = 0.31;

/// Sets the score of text candidates with printed text over them to 0.
pub(crate) fn suppress_printed(text: &PageText, candidates: &[Candidate], scores: &mut [f32]) {
    for (candidate, score) in candidates.iter().zip(scores) {
        let longer_than = match candidate.source {
            source if source.is_mark() => continue,
            Source::MultilineArea { .. } => continue,
            Source::Comb(_) => MAX_CELL_LABEL,
            _ => 0.0,
        };
        if *score > 0.0 && text.covered_percent(candidate.rect, longer_than) > MAX_PRINTED {
            *score = 0.0;
        }
    }
}

/// Raises the score of a long free line below a numbered caption.
pub(crate) fn raise_numbered(text: &PageText, candidates: &[Candidate], scores: &mut [f32]) {
    for (candidate, score) in candidates.iter().zip(scores) {
        let is_long = matches!(candidate.source, Source::UnderCaption | Source::EmptyCell)
            && candidate.has_top_border
            && candidate.width() > 400
            && (14..30).contains(&candidate.height());
        if is_long && (0.15..NUMBERED_SCORE).contains(score) && text.is_numbered(candidate.rect) {
            *score = NUMBERED_SCORE;
        }
    }
}

/// A page with at least this many characters is text to read, not a form.
const MIN_INSTRUCTION_CHARACTERS: f64 = 5500.0;
/// Maximum number of likely fields on a page of instructions.
const MAX_FIELDS_OF_INSTRUCTIONS: usize = 8;

/// Sets the score of cells with text in them to 0 on a page that is mostly text. They belong to tables in the form's
/// instructions.
pub(crate) fn suppress_in_instructions(
    text: &PageText,
    candidates: &[Candidate],
    scores: &mut [f32],
) {
    let characters: f64 = text.runs.iter().map(|run| run.count).sum();
    let likely = scores.iter().filter(|score| **score >= FIELD_THRESHOLD);
    if characters < MIN_INSTRUCTION_CHARACTERS || likely.count() > MAX_FIELDS_OF_INSTRUCTIONS {
        return;
    }
    for (candidate, score) in candidates.iter().zip(scores) {
        if matches!(candidate.source, Source::BesideText | Source::UnderCaption) {
            *score = 0.0;
        }
    }
}

/// Whether a candidate stands on a dashed or dotted rule. Longer ones, across the page, are cut lines.
pub(crate) fn is_dashed(candidate: &Candidate) -> bool {
    candidate.source.is_line()
        && candidate.rule_drawn < MAX_DASHED_DRAWN
        && DASHED_LENGTH.contains(&candidate.rule_length)
        && 10 * candidate.width() >= 7 * candidate.rule_length
}

/// Minimum score of a candidate, from its ink density (pixels per thousand) and paper shade.
fn min_score(candidate: &Candidate, ink: f32, paper: f32) -> f32 {
    match candidate.source {
        Source::Comb(comb) => min_comb_score(comb, ink),
        Source::MultilineArea { guides: true, .. } => 1.0,
        Source::Oval(Fill(fill))
            if fill >= MIN_OVAL_FILL && 5 * candidate.width() >= 7 * candidate.height() =>
        {
            0.55
        }
        Source::Shaded if ink < MAX_DIRT && FILLABLE_SHADE.contains(&(paper as i32)) => 0.5,
        _ => 0.0,
    }
}

/// Minimum score of a comb: equal empty cells side by side. Of several divisions the one with the most cells ranks
/// first.
fn min_comb_score(comb: Comb, ink: f32) -> f32 {
    let more = 0.01 * comb.cells.min(12) as f32;
    let even = comb.spread <= MAX_CELL_SPREAD;
    match comb.cells {
        _ if comb.boxed && even => 0.8 + more,
        4.. if even && ink < MAX_TICK_INK => 0.78 + more,
        3 if comb.spread == 0 && ink < MAX_DIRT => 0.4,
        GROUPED_CHARACTERS if ink < MAX_DIRT => 0.5,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextItem;
    use crate::rect::Rect;

    #[test]
    fn empty_combs_and_shaded_boxes_get_a_minimum_score() {
        let comb = |cells, spread, boxed| {
            let comb = Comb {
                cells,
                spread,
                boxed,
            };
            Candidate::closed(Rect::new(100, 100, 280, 120), Source::Comb(comb))
        };
        let open = |cells| min_score(&comb(cells, 1, false), 0.0, 255.0);
        let boxed = |cells| min_score(&comb(cells, 1, true), 0.0, 255.0);
        assert!(open(9) > 0.7);
        assert_eq!(min_score(&comb(9, 1, false), 40.0, 255.0), 0.0);
        assert_eq!(open(2), 0.0);
        assert!(boxed(9) > open(9));
        assert!(open(12) > boxed(2));
        assert!(min_score(&comb(9, 40, false), 0.0, 255.0) > 0.4);
        let oval = |fill| {
            let rect = Rect::new(100, 100, 130, 118);
            min_score(
                &Candidate::closed(rect, Source::Oval(Fill(fill))),
                60.0,
                255.0,
            )
        };
        assert!(oval(90) > 0.5);
        assert_eq!(oval(70), 0.0);
        let rule = Candidate::closed(Rect::new(100, 100, 280, 120), Source::OpenRule);
        let settled = |floor: FloorText| override_score(&rule, 0.3, 0.0, 255.0, floor);
        assert_eq!(settled(FloorText::LeaderDots), 0.0);
        let dashed = Candidate {
            rule_drawn: 60,
            ..rule
        };
        assert!(override_score(&dashed, 0.1, 0.0, 255.0, FloorText::None) > 0.3);
        assert_eq!(
            override_score(&dashed, 0.1, 0.0, 255.0, FloorText::PageWithoutText),
            0.1
        );
        assert_eq!(settled(FloorText::None), 0.3);
        assert!(settled(FloorText::Underscores) > 0.3);
        let area = |guides| {
            let source = Source::MultilineArea { lines: 5, guides };
            min_score(
                &Candidate::closed(Rect::new(100, 100, 480, 300), source),
                0.0,
                255.0,
            )
        };
        assert_eq!((area(false), area(true)), (0.0, 1.0));
        let shaded = Candidate::closed(Rect::new(100, 100, 280, 120), Source::Shaded);
        assert!(min_score(&shaded, 0.0, 241.0) > min_score(&shaded, 0.0, 215.0));
    }

    /// Text on a page of 1000 by 1000 pixels, each with its left, top and width.
    fn page(texts: &[(&str, i32, i32, i32)]) -> PageText {
        let percent = |pixels: i32| f64::from(pixels) / 10.0;
        let runs: Vec<_> = texts
            .iter()
            .map(|&(text, x, y, width)| TextItem {
                text: text.into(),
                x: percent(x),
                y: percent(y),
                width: percent(width),
                height: 1.2,
            })
            .collect();
        let mut words = PageText::default();
        words.read(&runs, 1000, 1000);
        words
    }

    #[test]
    fn candidates_with_printed_text_over_them_are_suppressed() {
        let line = Candidate::closed(Rect::new(100, 500, 500, 524), Source::OpenRule);
        let comb = Candidate::closed(
            Rect::new(100, 500, 500, 524),
            Source::Comb(Comb {
                cells: 8,
                spread: 0,
                boxed: false,
            }),
        );
        let score = |candidate: Candidate, text, width| {
            let mut scores = [0.8];
            suppress_printed(&page(&[(text, 110, 506, width)]), &[candidate], &mut scores);
            scores[0]
        };
        assert_eq!(score(line, "For the office and nobody else", 220), 0.0);
        assert_eq!(score(line, "From", 40), 0.8);
        assert_eq!(score(comb, "M M", 300), 0.8);
        assert_eq!(score(comb, "For the office", 220), 0.0);
    }

    #[test]
    fn few_cells_with_text_on_a_page_of_instructions_are_suppressed() {
        let sentence = "What the table says of a payment. ".repeat(6);
        let lines: Vec<_> = (0..30)
            .map(|row| (sentence.as_str(), 60, 20 * row, 880))
            .collect();
        let cell = |source| Candidate::closed(Rect::new(60, 900, 300, 924), source);
        let left = |lines: &[_], cells: usize| {
            let mut candidates = vec![cell(Source::BesideText); cells];
            candidates.push(cell(Source::EmptyCell));
            let mut scores = vec![0.6; candidates.len()];
            suppress_in_instructions(&page(lines), &candidates, &mut scores);
            scores.iter().filter(|score| **score > 0.0).count()
        };
        assert_eq!(left(&lines, 4), 1);
        assert_eq!(left(&lines, 12), 13);
        assert_eq!(left(&lines[..10], 4), 5);
    }
}
