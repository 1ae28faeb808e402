//! Hard rules that override the model's scores, and candidates that only the page's text shows.

mod column_ends;
mod hard_rules;
mod office_use;
mod typed_fields;
mod yes_no_columns;

use crate::candidates::candidate::Candidate;
use crate::features::FeatureExtractor;
use crate::raster::rules::Rules;
use crate::schema::first_stage;
use crate::text::page_text::{FloorText, PageText};
use office_use::OfficeUseFrames;

/// Overrides the scores of a page's candidates. Reuses its buffer for each page.
#[derive(Debug, Default)]
pub(crate) struct Overrides {
    office_use: OfficeUseFrames,
}

impl Overrides {
    /// Adjusts the score of each candidate by itself.
    pub(crate) fn override_scores(
        &mut self,
        rules: &Rules,
        text: &PageText,
        features: &FeatureExtractor,
        candidates: &[Candidate],
        scores: &mut [f32],
    ) {
        self.office_use.find(features.office_use_texts(text), rules);
        let candidates = candidates.iter().zip(&features.first);
        for ((candidate, features), score) in candidates.zip(scores) {
            let ink = features[const { first_stage("ink_inside") }];
            let paper = features[const { first_stage("paper") }];
            *score = if self.office_use.contains(candidate) {
                0.0
            } else {
                hard_rules::override_score(candidate, *score, ink, paper, floor(text, candidate))
            };
        }
    }
}

/// Adjusts scores by what else is on the page, and adds the candidates that only its text shows.
pub(crate) fn revise_scores(
    rules: &Rules,
    text: &PageText,
    candidates: &mut Vec<Candidate>,
    scores: &mut Vec<f32>,
) {
    hard_rules::suppress_printed(text, candidates, scores);
    hard_rules::raise_numbered(text, candidates, scores);
    column_ends::raise_column_ends(candidates, scores);
    hard_rules::suppress_in_instructions(text, candidates, scores);
    yes_no_columns::add_yes_no_marks(&text.runs, candidates, scores);
    typed_fields::add_typed_blanks(text, candidates, scores);
    typed_fields::add_after_arrows(text, rules, candidates, scores);
}

/// Which characters draw the floor of a candidate.
fn floor(text: &PageText, candidate: &Candidate) -> FloorText {
    match text.floor(candidate.rect) {
        FloorText::None
            if hard_rules::is_dashed(candidate) && text.crosses_floor(candidate.rect) =>
        {
            FloorText::PageWithoutText
        }
        floor => floor,
    }
}
