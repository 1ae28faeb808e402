//! Hard rules that override the model's score for shapes that forms use for one purpose only.

use crate::candidates::candidate::{Place, Source};
use crate::candidates::combs::EVEN;
use crate::model::THRESHOLD;
use crate::text::page_text::{Filler, Words};

/// Ink density up to this, in pixels per thousand, is dirt.
const CLEAN: f32 = 3.0;
/// Ink density up to this in a comb, in pixels per thousand, may be its tick marks.
const TICKS: f32 = 10.0;
/// Number of characters in a number written as three groups.
const GROUPED: i32 = 9;
/// Minimum fill of a flat oval, in percent. Letters have less.
const FILLED: i32 = 80;
/// Gray values of shaded boxes to fill in. Darker ones are headers or areas for office use.
const TINT: std::ops::RangeInclusive<i32> = 238..=251;

/// Maximum drawn part of a dashed rule, in percent.
const DASHED: i32 = 75;
/// Length of dashed rules that are writing lines, in pixels.
const RULE: std::ops::RangeInclusive<i32> = 80..=720;

/// Adjusts the score by the hard rules: ink density, paper shade and the typed characters on the floor.
pub(crate) fn settle(place: &Place, score: f32, ink: f32, paper: f32, floor: Filler) -> f32 {
    let mark = matches!(place.source, Source::Box | Source::Circle | Source::Oval);
    match floor {
        Filler::Leader if !mark => 0.0,
        Filler::Line if !mark => score.max(0.4),
        // The page's text is known, and none of it draws this rule.
        Filler::None if is_dashed(place) => score.max(0.35),
        _ => score.max(least_score(place, ink, paper)),
    }
}

/// Maximum part of a field's width that printed text may cover, in percent.
const PRINTED: f64 = 35.0;

/// Text in a comb counts as printed only if it is longer than this, in characters. Shorter text labels the cells.
const WORD: f64 = 5.0;
/// Minimum score of a numbered line of a form.
const NUMBERED: f32 = 0.31;

/// Sets the score of text candidates with printed text over them to 0.
pub(crate) fn drop_printed(words: &Words, places: &[Place], scores: &mut [f32]) {
    for (place, score) in places.iter().zip(scores) {
        let longer_than = match place.source {
            Source::Box | Source::Circle | Source::Oval | Source::Area => continue,
            Source::Comb => WORD,
            _ => 0.0,
        };
        let rect = (place.x0, place.y0, place.x1, place.y1);
        if *score > 0.0 && words.covered(rect, longer_than) > PRINTED {
            *score = 0.0;
        }
    }
}

/// Raises the score of a long free line below a numbered caption.
pub(crate) fn lift_numbered(words: &Words, places: &[Place], scores: &mut [f32]) {
    for (place, score) in places.iter().zip(scores) {
        let rect = (place.x0, place.y0, place.x1, place.y1);
        let is_line = matches!(place.source, Source::UnderCaption | Source::EmptyCell)
            && place.ceiling
            && place.width() > 400
            && (14..30).contains(&place.height());
        if is_line && (0.15..NUMBERED).contains(score) && words.is_numbered(rect) {
            *score = NUMBERED;
        }
    }
}

/// A page with at least this many characters is text to read, not a form.
const READ: f64 = 5500.0;
/// Maximum number of likely fields on a page of instructions.
const FEW: usize = 8;

/// Sets the score of cells with text in them to 0 on a page that is mostly text. They belong to tables in the form's
/// instructions.
pub(crate) fn drop_in_instructions(words: &Words, places: &[Place], scores: &mut [f32]) {
    let characters: f64 = words.items.iter().map(|item| item.count).sum();
    let likely = scores.iter().filter(|score| **score >= THRESHOLD);
    if characters < READ || likely.count() > FEW {
        return;
    }
    for (place, score) in places.iter().zip(scores) {
        if matches!(place.source, Source::Beside | Source::UnderCaption) {
            *score = 0.0;
        }
    }
}

/// Whether a candidate stands on a dashed or dotted rule. Longer ones, across the page, are cut lines.
pub(crate) fn is_dashed(place: &Place) -> bool {
    let open = matches!(
        place.source,
        Source::EmptyCell | Source::UnderCaption | Source::Beside | Source::OpenRule
    );
    open && place.duty < DASHED
        && RULE.contains(&place.floor)
        && 10 * place.width() >= 7 * place.floor
}

/// Minimum score of a candidate, from its ink density (pixels per thousand) and paper shade.
fn least_score(place: &Place, ink: f32, paper: f32) -> f32 {
    match place.source {
        Source::Comb => least_of_comb(place, ink),
        Source::Area if place.guided => 1.0,
        Source::Oval if place.cells >= FILLED && 5 * place.width() >= 7 * place.height() => 0.55,
        Source::Shaded if ink < CLEAN && TINT.contains(&(paper as i32)) => 0.5,
        _ => 0.0,
    }
}

/// Minimum score of a comb: equal empty cells side by side. Of several divisions the one with the most cells ranks
/// first.
fn least_of_comb(place: &Place, ink: f32) -> f32 {
    let more = 0.01 * place.cells.min(12) as f32;
    let even = place.siblings <= EVEN;
    match place.cells {
        _ if place.boxed && even => 0.8 + more,
        4.. if even && ink < TICKS => 0.78 + more,
        3 if place.siblings == 0 && ink < CLEAN => 0.4,
        GROUPED if ink < CLEAN => 0.5,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextItem;

    #[test]
    fn empty_combs_and_tinted_boxes_are_certain() {
        let comb = Place {
            cells: 9,
            siblings: 1,
            ..Place::closed((100, 100, 280, 120), Source::Comb)
        };
        assert!(least_score(&comb, 0.0, 255.0) > 0.7);
        assert_eq!(least_score(&comb, 40.0, 255.0), 0.0);
        assert_eq!(least_score(&Place { cells: 2, ..comb }, 0.0, 255.0), 0.0);
        let boxed = |cells: i32| Place {
            cells,
            boxed: true,
            ..comb
        };
        assert!(least_score(&boxed(9), 0.0, 255.0) > least_score(&comb, 0.0, 255.0));
        let longer = Place { cells: 12, ..comb };
        assert!(least_score(&longer, 0.0, 255.0) > least_score(&boxed(2), 0.0, 255.0));
        let oval = Place {
            cells: 90,
            ..Place::closed((100, 100, 130, 118), Source::Oval)
        };
        assert!(least_score(&oval, 60.0, 255.0) > 0.5);
        assert_eq!(least_score(&Place { cells: 70, ..oval }, 60.0, 255.0), 0.0);
        let grouped = Place {
            siblings: 40,
            ..comb
        };
        assert!(least_score(&grouped, 0.0, 255.0) > 0.4);
        let rule = Place::closed((100, 100, 280, 120), Source::OpenRule);
        let settled = |floor: Filler| settle(&rule, 0.3, 0.0, 255.0, floor);
        assert_eq!(settled(Filler::Leader), 0.0);
        let dashed = Place { duty: 60, ..rule };
        assert!(settle(&dashed, 0.1, 0.0, 255.0, Filler::None) > 0.3);
        assert_eq!(settle(&dashed, 0.1, 0.0, 255.0, Filler::Unknown), 0.1);
        assert_eq!(settled(Filler::None), 0.3);
        assert!(settled(Filler::Line) > 0.3);
        let area = Place::closed((100, 100, 480, 300), Source::Area);
        assert_eq!(least_score(&area, 0.0, 255.0), 0.0);
        let guided = Place {
            guided: true,
            ..area
        };
        assert_eq!(least_score(&guided, 0.0, 255.0), 1.0);
        let shaded = Place::closed((100, 100, 280, 120), Source::Shaded);
        assert!(least_score(&shaded, 0.0, 241.0) > least_score(&shaded, 0.0, 215.0));
    }

    /// Words on a page of 1000 by 1000 pixels, each with its left, top and width.
    fn page(texts: &[(&str, i32, i32, i32)]) -> Words {
        let percent = |pixels: i32| f64::from(pixels) / 10.0;
        let items: Vec<_> = texts
            .iter()
            .map(|&(text, x, y, width)| TextItem {
                text: text.into(),
                x: percent(x),
                y: percent(y),
                width: percent(width),
                height: 1.2,
            })
            .collect();
        let mut words = Words::default();
        words.read(&items, 1000, 1000);
        words
    }

    #[test]
    fn nobody_writes_over_printed_words() {
        let line = Place::closed((100, 500, 500, 524), Source::OpenRule);
        let comb = Place::closed((100, 500, 500, 524), Source::Comb);
        let score = |place: Place, text, width| {
            let mut scores = [0.8];
            drop_printed(&page(&[(text, 110, 506, width)]), &[place], &mut scores);
            scores[0]
        };
        assert_eq!(score(line, "For the office and nobody else", 220), 0.0);
        assert_eq!(score(line, "From", 40), 0.8);
        assert_eq!(score(comb, "M M", 300), 0.8);
        assert_eq!(score(comb, "For the office", 220), 0.0);
    }

    #[test]
    fn few_cells_with_words_on_a_page_that_is_read_are_none() {
        let sentence = "What the table says of a payment. ".repeat(6);
        let lines: Vec<_> = (0..30)
            .map(|row| (sentence.as_str(), 60, 20 * row, 880))
            .collect();
        let cell = |source| Place::closed((60, 900, 300, 924), source);
        let left = |lines: &[_], cells: usize| {
            let mut places = vec![cell(Source::Beside); cells];
            places.push(cell(Source::EmptyCell));
            let mut scores = vec![0.6; places.len()];
            drop_in_instructions(&page(lines), &places, &mut scores);
            scores.iter().filter(|score| **score > 0.0).count()
        };
        assert_eq!(left(&lines, 4), 1);
        assert_eq!(left(&lines, 12), 13);
        assert_eq!(left(&lines[..10], 4), 5);
    }
}
