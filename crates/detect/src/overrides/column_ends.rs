//! Columns of writing lines. The first and last rule of a column have different surroundings from the others, so the
//! model scores them lower although they are fields too.

use crate::candidates::candidate::{Place, Source};
use crate::model::THRESHOLD;

/// Ends this close are aligned, in pixels.
const ALIGNED: i32 = 3;
/// Distance between the rules of a column, in pixels.
const STEP: std::ops::RangeInclusive<i32> = 12..=100;
/// Maximum difference between the steps of a column, in pixels.
const UNEVEN: i32 = 4;

/// Raises the score of a rule that continues a column of at least two fields to the threshold.
pub(crate) fn lift_ends(places: &[Place], scores: &mut [f32]) {
    let fields: Vec<&Place> = places
        .iter()
        .zip(scores.iter())
        .filter(|(place, score)| **score >= THRESHOLD && is_line(place))
        .map(|(place, _)| place)
        .collect();
    for (place, score) in places.iter().zip(scores) {
        let goes_on = |direction: i32| goes_on(place, &fields, direction);
        if place.source == Source::OpenRule && *score < THRESHOLD && (goes_on(1) || goes_on(-1)) {
            *score = THRESHOLD;
        }
    }
}

fn is_line(place: &Place) -> bool {
    matches!(
        place.source,
        Source::OpenRule | Source::EmptyCell | Source::UnderCaption | Source::Beside
    )
}

/// Whether two fields follow a candidate at equal distances, downwards (1) or upwards (-1).
fn goes_on(place: &Place, fields: &[&Place], direction: i32) -> bool {
    let aligned = |field: &&&Place| {
        (field.x0 - place.x0).abs() <= ALIGNED && (field.x1 - place.x1).abs() <= ALIGNED
    };
    let steps = || {
        let column = fields.iter().filter(aligned);
        column.map(|field| direction * (field.y1 - place.y1))
    };
    let next = steps().filter(|step| STEP.contains(step)).min();
    next.is_some_and(|next| steps().any(|step| (step - 2 * next).abs() <= UNEVEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_of_a_column_is_as_good_as_the_others() {
        let rule = |y: i32| Place::closed((100, y, 500, y + 24), Source::OpenRule);
        let lifted = |bottoms: [i32; 3]| {
            let places = bottoms.map(rule);
            let mut scores = [0.1, 0.8, 0.8];
            lift_ends(&places, &mut scores);
            scores[0] >= THRESHOLD
        };
        assert!(lifted([100, 150, 200]));
        assert!(lifted([250, 150, 200]));
        assert!(!lifted([100, 150, 230]));
        assert!(!lifted([100, 300, 500]));
    }
}
