//! How likely a place is a field: small decision trees, some for marks and some for places for text, trained by
//! `benches/detection/train.py` on the development set. A first look judges each place by itself; the second one knows
//! what the first said of the other places, too.

use crate::context::CONTEXT;
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

/// The trees of one look.
#[derive(Debug, Default)]
struct Look {
    marks: Vec<Vec<Node>>,
    text: Vec<Vec<Node>>,
}

/// The models, read once.
#[derive(Debug)]
pub(crate) struct Ranker {
    first: Look,
    second: Look,
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
        Self {
            first: Look::read(&mut bytes),
            second: Look::read(&mut bytes),
        }
    }

    /// From 0 to 1, by the place itself.
    pub(crate) fn first(&self, source: Source, features: &[f32; FEATURES]) -> f32 {
        self.first.score(source, features)
    }

    /// From 0 to 1, by the place and what the first look said of the others.
    pub(crate) fn second(
        &self,
        source: Source,
        features: &[f32; FEATURES],
        context: &[f32; CONTEXT],
    ) -> f32 {
        let mut numbers = [0.0; FEATURES + CONTEXT];
        for (slot, number) in numbers.iter_mut().zip(features.iter().chain(context)) {
            *slot = *number;
        }
        self.second.score(source, &numbers)
    }
}

impl Look {
    fn read(bytes: &mut impl Iterator<Item = u8>) -> Self {
        let marks = read_model(bytes).unwrap_or_default();
        Self {
            marks,
            text: read_model(bytes).unwrap_or_default(),
        }
    }

    fn score(&self, source: Source, numbers: &[f32]) -> f32 {
        let model = if matches!(source, Source::Box | Source::Circle | Source::Oval) {
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
            // The lowest bits are not written: no threshold of a tree is that fine, and no leaf says that much.
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

/// Walks to a leaf; children come after their parents, so the walk ends.
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
    fn the_trees_are_whole_and_small() {
        let ranker = Ranker::default();
        let models = [
            &ranker.first.marks,
            &ranker.first.text,
            &ranker.second.marks,
            &ranker.second.text,
        ];
        assert!(models.iter().all(|model| model.len() >= 10));
        assert!(TREES.len() < 200_000);
        for node in models.iter().copied().flatten().flatten() {
            let known = usize::from(node.feature) < FEATURES + CONTEXT;
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
