//! How likely a place is a field: two sets of small decision trees, one for marks and one for places for text, trained
//! by `benches/detection/train.py` on the development set.

use crate::features::FEATURES;
use crate::places::Source;

/// The trees; `train.py` says how they are written.
const TREES: &[u8] = include_bytes!("ranker.bin");

/// A node's feature when it is a leaf.
const LEAF: u8 = 255;

#[derive(Clone, Copy, Debug)]
struct Node {
    feature: u8,
    right: u8,
    value: f32,
}

/// The two models, read once.
#[derive(Debug)]
pub(crate) struct Ranker {
    marks: Vec<Vec<Node>>,
    text: Vec<Vec<Node>>,
}

impl Default for Ranker {
    fn default() -> Self {
        Self::read(TREES)
    }
}

impl Ranker {
    /// Reads trees as `train.py` writes them; what is cut off has no trees and ranks everything alike.
    pub(crate) fn read(trees: &[u8]) -> Self {
        let mut bytes = trees.iter().copied();
        let marks = read_model(&mut bytes).unwrap_or_default();
        Self {
            marks,
            text: read_model(&mut bytes).unwrap_or_default(),
        }
    }

    /// From 0 to 1.
    pub(crate) fn score(&self, source: Source, features: &[f32; FEATURES]) -> f32 {
        let model = if matches!(source, Source::Box | Source::Circle | Source::Oval) {
            &self.marks
        } else {
            &self.text
        };
        let sum: f32 = model.iter().map(|tree| leaf(tree, features)).sum();
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
            let (feature, right) = (bytes.next()?, bytes.next()?);
            let value =
                f32::from_le_bytes([bytes.next()?, bytes.next()?, bytes.next()?, bytes.next()?]);
            Some(Node {
                feature,
                right,
                value,
            })
        })
        .collect()
}

/// Walks to a leaf; children come after their parents, so the walk ends.
fn leaf(tree: &[Node], features: &[f32; FEATURES]) -> f32 {
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
    fn the_trees_are_whole_and_small() {
        let ranker = Ranker::default();
        assert!(ranker.marks.len() >= 10 && ranker.text.len() >= 10);
        assert!(TREES.len() < 200_000);
        let nodes = ranker.marks.iter().chain(&ranker.text).flatten();
        for node in nodes {
            assert!(
                node.value.is_finite()
                    && (node.feature == LEAF || usize::from(node.feature) < FEATURES)
            );
        }
        let read: usize = ranker
            .marks
            .iter()
            .chain(&ranker.text)
            .map(|tree| 1 + 6 * tree.len())
            .sum();
        assert_eq!(read + 4, TREES.len());
    }
}
