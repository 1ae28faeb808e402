//! Places that are fields, or none, whatever the ranker thinks: drawn in ways that forms use for nothing else.

use crate::combs::EVEN;
use crate::places::{Place, Source};
use crate::words::Filler;

/// Ink of so many pixels in a thousand is dirt.
const CLEAN: f32 = 3.0;
/// The tint of boxes to fill in; darker ones are headers or places that others fill in.
const TINT: std::ops::RangeInclusive<i32> = 238..=251;

/// The score of a place after what is known for certain: the ink in it, its paper and the characters of its floor.
pub(crate) fn settle(place: &Place, score: f32, ink: f32, paper: f32, floor: Filler) -> f32 {
    let mark = matches!(place.source, Source::Box | Source::Circle | Source::Oval);
    match floor {
        Filler::Leader if !mark => 0.0,
        Filler::Line if !mark => score.max(0.4),
        _ => score.max(least_score(place, ink, paper)),
    }
}

/// The least score of a place, from the ink in it and its paper.
fn least_score(place: &Place, ink: f32, paper: f32) -> f32 {
    match place.source {
        // Empty cells of one width side by side take one character each.
        Source::Comb if place.siblings <= EVEN && (place.boxed || ink < CLEAN) => {
            let more = 0.002 * place.cells.min(40) as f32;
            match place.cells {
                _ if place.boxed => 0.9 + more,
                4.. => 0.75 + more,
                _ => 0.0,
            }
        }
        Source::Shaded if ink < CLEAN && TINT.contains(&(paper as i32)) => 0.5,
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
        let pair = Place {
            cells: 2,
            boxed: true,
            ..comb
        };
        assert!(least_score(&pair, 0.0, 255.0) > least_score(&comb, 0.0, 255.0));
        let rule = Place::closed((100, 100, 280, 120), Source::OpenRule);
        let settled = |floor: Filler| settle(&rule, 0.3, 0.0, 255.0, floor);
        assert_eq!(settled(Filler::Leader), 0.0);
        assert_eq!(settled(Filler::None), 0.3);
        assert!(settled(Filler::Line) > 0.3);
        let shaded = Place::closed((100, 100, 280, 120), Source::Shaded);
        assert!(least_score(&shaded, 0.0, 241.0) > least_score(&shaded, 0.0, 215.0));
    }
}
