//! The model: small gradient-boosted decision trees, one set for marks and one for text fields, trained by
//! `benches/detection/train.py` on the development set. The first stage scores each candidate by its own features; the
//! second stage also uses the first-stage scores of the other candidates.

use crate::candidates::candidate::{Candidate, Source};
use crate::features::FeatureExtractor;
use crate::features::first_stage::FIRST_STAGE_FEATURES;
use crate::features::second_stage::SECOND_STAGE_FEATURES;

/// The trained trees; `train.py` documents the format.
const TREES: &[u8] = include_bytes!("model.bin");

/// Feature number that marks a leaf.
const LEAF: u8 = 255;

#[derive(Clone, Copy, Debug)]
struct Node {
    feature: u8,
    right: u8,
    value: f32,
}

/// The trees of one stage.
#[derive(Debug, Default)]
struct Stage {
    marks: Vec<Vec<Node>>,
    text: Vec<Vec<Node>>,
}

/// Both stages of the model.
#[derive(Debug)]
pub(crate) struct Model {
    first: Stage,
    second: Stage,
}

impl Default for Model {
    fn default() -> Self {
        Self::read(TREES)
    }
}

impl Model {
    /// Reads trees in the format of `train.py`. A set that is cut off is read as empty and gives every candidate the
    /// same score.
    pub(crate) fn read(trees: &[u8]) -> Self {
        let mut bytes = trees.iter().copied();
        Self {
            first: Stage::read(&mut bytes),
            second: Stage::read(&mut bytes),
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
    fn read(bytes: &mut impl Iterator<Item = u8>) -> Self {
        let marks = read_model(bytes).unwrap_or_default();
        Self {
            marks,
            text: read_model(bytes).unwrap_or_default(),
        }
    }

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

fn read_model(bytes: &mut impl Iterator<Item = u8>) -> Option<Vec<Vec<Node>>> {
    let count = u16::from_le_bytes([bytes.next()?, bytes.next()?]);
    (0..count).map(|_| read_tree(bytes)).collect()
}

fn read_tree(bytes: &mut impl Iterator<Item = u8>) -> Option<Vec<Node>> {
    let count = bytes.next()?;
    (0..count)
        .map(|_| {
            let feature = bytes.next()?;
            let right = if feature == LEAF { 0 } else { bytes.next()? };
            // The file omits the lowest byte of a threshold and the two lowest of a leaf; the precision is not needed.
            let low = if feature == LEAF { 0 } else { bytes.next()? };
            let value = f32::from_le_bytes([0, low, bytes.next()?, bytes.next()?]);
            Some(Node {
                feature,
                right,
                value,
            })
        })
        .collect()
}

/// Walks from the root to a leaf. Children must come after their parent; this guarantees that the walk ends.
fn leaf(tree: &[Node], features: &[f32]) -> f32 {
    let mut at = 0;
    while let Some(node) = tree.get(at) {
        if node.feature == LEAF {
            return node.value;
        }
        let value = features
            .get(usize::from(node.feature))
            .copied()
            .unwrap_or(0.0);
        let next = if value <= node.value {
            at + 1
        } else {
            usize::from(node.right)
        };
        if next <= at {
            break;
        }
        at = next;
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
        assert!(TREES.len() < 200_000);
        for node in models.iter().copied().flatten().flatten() {
            let known = usize::from(node.feature) < FIRST_STAGE_FEATURES + SECOND_STAGE_FEATURES;
            assert!(node.value.is_finite() && (node.feature == LEAF || known));
        }
        let trees = models.iter().copied().flatten();
        let size = |node: &Node| if node.feature == LEAF { 3 } else { 5 };
        let read: usize = trees
            .map(|tree| 1 + tree.iter().map(size).sum::<usize>())
            .sum();
        assert_eq!(read + 8, TREES.len());
    }
}
