//! Places that are fields, or none, whatever the ranker thinks: drawn in ways that forms use for nothing else.

use crate::combs::EVEN;
use crate::places::{Place, Source};
use crate::words::Filler;

/// Ink of so many pixels in a thousand is dirt.
const CLEAN: f32 = 3.0;
/// So much ink in a comb may be its ticks.
const TICKS: f32 = 10.0;
/// The characters of a number that is written in three groups.
const GROUPED: i32 = 9;
/// A flat oval to fill in is so light inside, in percent: letters are not.
const FILLED: i32 = 80;
/// The tint of boxes to fill in; darker ones are headers or places that others fill in.
const TINT: std::ops::RangeInclusive<i32> = 238..=251;

/// So much of a dashed rule is drawn at most, in percent.
const DASHED: i32 = 75;
/// The length of dashed rules that are written on.
const RULE: std::ops::RangeInclusive<i32> = 80..=720;

/// The score of a place after what is known for certain: the ink in it, its paper and the characters of its floor.
pub(crate) fn settle(place: &Place, score: f32, ink: f32, paper: f32, floor: Filler) -> f32 {
    let mark = matches!(place.source, Source::Box | Source::Circle | Source::Oval);
    match floor {
        Filler::Leader if !mark => 0.0,
        Filler::Line if !mark => score.max(0.4),
        // The words are known, and none of them draws it.
        Filler::None if is_dashed(place) => score.max(0.35),
        _ => score.max(least_score(place, ink, paper)),
    }
}

/// Whether a place stands on a drawn rule of dashes or dots; one across the page is where it is cut.
pub(crate) fn is_dashed(place: &Place) -> bool {
    let open = matches!(
        place.source,
        Source::EmptyCell | Source::UnderCaption | Source::Beside | Source::OpenRule
    );
    open && place.duty < DASHED
        && RULE.contains(&place.floor)
        && 10 * place.width() >= 7 * place.floor
}

/// The least score of a place, from the ink in it and its paper.
fn least_score(place: &Place, ink: f32, paper: f32) -> f32 {
    match place.source {
        Source::Comb => least_of_comb(place, ink),
        Source::Area if place.guided => 1.0,
        Source::Oval if place.cells >= FILLED && 5 * place.width() >= 7 * place.height() => 0.55,
        Source::Shaded if ink < CLEAN && TINT.contains(&(paper as i32)) => 0.5,
        _ => 0.0,
    }
}

/// Empty cells of one width side by side take one character each; of the ways to part them the one with most cells wins.
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
}
