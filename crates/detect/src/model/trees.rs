//! The model: small gradient-boosted decision trees, one set for marks and one for text fields, trained by
//! `benches/detection/train.py` on the development set. The first stage scores each candidate by its own features; the
//! second stage also uses the first-stage scores of the other candidates.

use crate::ModelError;
use crate::candidates::candidate::{Candidate, Source};
use crate::features::FeatureExtractor;
use crate::model::file::{self, LEAF, Node, Tree};
use crate::schema::{FIRST_STAGE_FEATURES, SECOND_STAGE_FEATURES};

/// The trees of one stage.
#[derive(Debug)]
struct Stage {
    marks: Vec<Tree>,
    text: Vec<Tree>,
}

/// Both stages of the model.
#[derive(Debug)]
pub(crate) struct Model {
    first: Stage,
    second: Stage,
}

impl Default for Model {
    fn default() -> Self {
        // Checked when the crate is compiled.
        Self::from_checked(file::BUILT_IN)
    }
}

impl Model {
    /// Reads a model file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        file::check(bytes)?;
        Ok(Self::from_checked(bytes))
    }

    fn from_checked(bytes: &[u8]) -> Self {
        let [first_marks, first_text, second_marks, second_text] = file::read(bytes);
        Self {
            first: Stage {
                marks: first_marks,
                text: first_text,
            },
            second: Stage {
                marks: second_marks,
                text: second_text,
            },
        }
    }

    /// First-stage scores of all candidates.
    pub(crate) fn score_first_stage(
        &self,
        candidates: &[Candidate],
        features: &FeatureExtractor,
        scores: &mut Vec<f32>,
    ) {
        scores.clear();
        let candidates = candidates.iter().zip(&features.first);
        scores
            .extend(candidates.map(|(candidate, features)| self.first(candidate.source, features)));
    }

    /// Second-stage scores of all candidates.
    pub(crate) fn score_second_stage(
        &self,
        candidates: &[Candidate],
        features: &FeatureExtractor,
        scores: &mut Vec<f32>,
    ) {
        scores.clear();
        let features = features.first.iter().zip(&features.second);
        let candidates = candidates.iter().zip(features);
        scores.extend(
            candidates
                .map(|(candidate, (own, context))| self.second(candidate.source, own, context)),
        );
    }

    /// First-stage score from 0 to 1, from the candidate's own features.
    fn first(&self, source: Source, features: &[f32; FIRST_STAGE_FEATURES]) -> f32 {
        self.first.score(source, features)
    }

    /// Second-stage score from 0 to 1, from the candidate's features and its second-stage features.
    fn second(
        &self,
        source: Source,
        features: &[f32; FIRST_STAGE_FEATURES],
        context: &[f32; SECOND_STAGE_FEATURES],
    ) -> f32 {
        let mut numbers = [0.0; FIRST_STAGE_FEATURES + SECOND_STAGE_FEATURES];
        for (slot, number) in numbers.iter_mut().zip(features.iter().chain(context)) {
            *slot = *number;
        }
        self.second.score(source, &numbers)
    }
}

impl Stage {
    fn score(&self, source: Source, numbers: &[f32]) -> f32 {
        let model = if source.is_mark() {
            &self.marks
        } else {
            &self.text
        };
        let sum: f32 = model.iter().map(|tree| leaf(tree, numbers)).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Walks from the root to a leaf. [`file::check`] has made sure that children come after their parent.
fn leaf(tree: &[Node], features: &[f32]) -> f32 {
    let mut at = 0;
    while let Some(node) = tree.get(at) {
        if node.feature == LEAF {
            return node.value;
        }
        let feature = features.get(usize::from(node.feature));
        at = if feature.is_some_and(|value| *value <= node.value) {
            at + 1
        } else {
            usize::from(node.right)
        };
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_complete_and_small() {
        let model = Model::default();
        let models = [
            &model.first.marks,
            &model.first.text,
            &model.second.marks,
            &model.second.text,
        ];
        assert!(models.iter().all(|model| model.len() >= 10));
        assert!(file::BUILT_IN.len() < 200_000);
    }
}
