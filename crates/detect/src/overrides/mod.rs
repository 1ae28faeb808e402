//! Hard rules that override the model's scores, and candidates that only the page's text shows.

mod column_ends;
mod hard_rules;
mod office_use;
mod typed_fields;
mod yes_no_columns;

use crate::candidates::candidate::Place;
use crate::features::FeatureExtractor;
use crate::features::first_stage::{INK, PAPER};
use crate::raster::rules::Rules;
use crate::text::page_text::{Filler, Words};
use office_use::Offices;

/// Overrides the scores of a page's candidates. Reuses its buffer for each page.
#[derive(Debug, Default)]
pub(crate) struct Overrides {
    offices: Offices,
}

impl Overrides {
    /// Adjusts the score of each candidate by itself.
    pub(crate) fn settle(
        &mut self,
        rules: &Rules,
        words: &Words,
        features: &FeatureExtractor,
        places: &[Place],
        scores: &mut [f32],
    ) {
        self.offices.find(features.office_use_texts(words), rules);
        let places = places.iter().zip(&features.first);
        for ((place, features), score) in places.zip(scores) {
            let [ink, paper] = [INK, PAPER].map(|i| features[i]);
            *score = if self.offices.hold(place) {
                0.0
            } else {
                hard_rules::settle(place, *score, ink, paper, floor(words, place))
            };
        }
    }
}

/// Adjusts scores by what else is on the page, and adds the candidates that only its text shows.
pub(crate) fn revise(rules: &Rules, words: &Words, places: &mut Vec<Place>, scores: &mut Vec<f32>) {
    hard_rules::drop_printed(words, places, scores);
    hard_rules::lift_numbered(words, places, scores);
    column_ends::lift_ends(places, scores);
    hard_rules::drop_in_instructions(words, places, scores);
    yes_no_columns::add_answers(&words.items, places, scores);
    typed_fields::add_typed(words, places, scores);
    typed_fields::add_pointed(words, rules, places, scores);
}

/// Which characters draw the floor of a candidate.
fn floor(words: &Words, place: &Place) -> Filler {
    let rect = (place.x0, place.y0, place.x1, place.y1);
    match words.floor(rect) {
        Filler::None if hard_rules::is_dashed(place) && words.lie_across(rect) => Filler::Unknown,
        floor => floor,
    }
}
