//! Columns of writing lines. The first and last rule of a column have different surroundings from the others, so the
//! model scores them lower although they are fields too.

use crate::candidates::candidate::{Candidate, Source};
use crate::model::FIELD_THRESHOLD;

/// Ends this close are aligned, in pixels.
const ALIGNED: i32 = 3;
/// Distance between the rules of a column, in pixels.
const STEP: std::ops::RangeInclusive<i32> = 12..=100;
/// Maximum difference between the steps of a column, in pixels.
const MAX_UNEVENNESS: i32 = 4;

/// Raises the score of a rule that continues a column of at least two fields to the threshold.
pub(crate) fn raise_column_ends(candidates: &[Candidate], scores: &mut [f32]) {
    let fields: Vec<&Candidate> = candidates
        .iter()
        .zip(scores.iter())
        .filter(|(candidate, score)| **score >= FIELD_THRESHOLD && is_line(candidate))
        .map(|(candidate, _)| candidate)
        .collect();
    for (candidate, score) in candidates.iter().zip(scores) {
        let continues = |direction: i32| continues(candidate, &fields, direction);
        if candidate.source == Source::OpenRule
            && *score < FIELD_THRESHOLD
            && (continues(1) || continues(-1))
        {
            *score = FIELD_THRESHOLD;
        }
    }
}

fn is_line(candidate: &Candidate) -> bool {
    candidate.source.is_line()
}

/// Whether two fields follow a candidate at equal distances, downwards (1) or upwards (-1).
fn continues(candidate: &Candidate, fields: &[&Candidate], direction: i32) -> bool {
    let aligned = |field: &&&Candidate| {
        (field.rect.x0 - candidate.rect.x0).abs() <= ALIGNED
            && (field.rect.x1 - candidate.rect.x1).abs() <= ALIGNED
    };
    let steps = || {
        let column = fields.iter().filter(aligned);
        column.map(|field| direction * (field.rect.y1 - candidate.rect.y1))
    };
    let next = steps().filter(|step| STEP.contains(step)).min();
    next.is_some_and(|next| steps().any(|step| (step - 2 * next).abs() <= MAX_UNEVENNESS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rect::Rect;

    #[test]
    fn the_first_rule_of_a_column_is_raised_to_the_threshold() {
        let rule = |y: i32| Candidate::closed(Rect::new(100, y, 500, y + 24), Source::OpenRule);
        let lifted = |bottoms: [i32; 3]| {
            let candidates = bottoms.map(rule);
            let mut scores = [0.1, 0.8, 0.8];
            raise_column_ends(&candidates, &mut scores);
            scores[0] >= FIELD_THRESHOLD
        };
        assert!(lifted([100, 150, 200]));
        assert!(lifted([250, 150, 200]));
        assert!(!lifted([100, 150, 230]));
        assert!(!lifted([100, 300, 500]));
    }
}
