//! The model file, as `benches/detection/train.py` writes it.
//!
//! Header: `CSDM`, version (u16), checksum of the features (u32, [`schema::CHECKSUM`]). Then for each stage, and in it
//! for marks and for text: the number of trees (u16), for each tree the number of nodes (u8), for each node
//!
//! - the number of its feature (u8), the index of its right child (u8; the left child is the next node) and the three
//!   upper bytes of its threshold (f32), or
//! - for a leaf, 255 and the two upper bytes of its value (f32).
//!
//! All numbers are little-endian. The bytes left out do not change the result beyond a field in a thousand.

use crate::ModelError;
use crate::schema::{self, FIRST_STAGE_FEATURES, SECOND_STAGE_FEATURES};

const MAGIC: [u8; 4] = *b"CSDM";
const VERSION: u16 = 1;
/// Length of the header, in bytes.
const HEADER: usize = 10;
/// Feature number that marks a leaf.
pub(super) const LEAF: u8 = 255;

/// The model that the crate ships.
pub(super) const BUILT_IN: &[u8] = include_bytes!("model.bin");
const _: () = assert!(
    check(BUILT_IN).is_ok(),
    "model.bin does not fit schema.txt: train it again"
);

/// A node of a tree. A leaf has a value, every other node a threshold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) feature: u8,
    pub(super) right: u8,
    pub(super) value: f32,
}

pub(super) type Tree = Vec<Node>;

/// Checks that a file is a whole model for the features of this crate.
pub(super) const fn check(bytes: &[u8]) -> Result<(), ModelError> {
    if bytes.len() < HEADER || !begins_with_magic(bytes) {
        return Err(ModelError::NotAModel);
    }
    if u16::from_le_bytes([bytes[4], bytes[5]]) != VERSION {
        return Err(ModelError::UnsupportedVersion);
    }
    if u32::from_le_bytes([bytes[6], bytes[7], bytes[8], bytes[9]]) != schema::CHECKSUM {
        return Err(ModelError::OtherFeatures);
    }
    let both = FIRST_STAGE_FEATURES + SECOND_STAGE_FEATURES;
    let features = [FIRST_STAGE_FEATURES, FIRST_STAGE_FEATURES, both, both];
    let (mut at, mut set) = (HEADER, 0);
    while set < features.len() {
        match end_of_trees(bytes, at, features[set]) {
            Some(end) => at = end,
            None => return Err(ModelError::Malformed),
        }
        set += 1;
    }
    if at == bytes.len() {
        Ok(())
    } else {
        Err(ModelError::Malformed)
    }
}

const fn begins_with_magic(bytes: &[u8]) -> bool {
    bytes[0] == MAGIC[0] && bytes[1] == MAGIC[1] && bytes[2] == MAGIC[2] && bytes[3] == MAGIC[3]
}

/// End of a set of trees; `None` if it is cut off or a tree is malformed.
const fn end_of_trees(bytes: &[u8], start: usize, features: usize) -> Option<usize> {
    if start + 2 > bytes.len() {
        return None;
    }
    let mut left = u16::from_le_bytes([bytes[start], bytes[start + 1]]);
    let mut at = start + 2;
    while left > 0 {
        match end_of_tree(bytes, at, features) {
            Some(end) => at = end,
            None => return None,
        }
        left -= 1;
    }
    Some(at)
}

/// End of a tree; `None` if it is cut off, has an unknown feature, or a child does not come after its parent.
const fn end_of_tree(bytes: &[u8], start: usize, features: usize) -> Option<usize> {
    if start >= bytes.len() || bytes[start] == 0 {
        return None;
    }
    let nodes = bytes[start];
    let (mut at, mut node) = (start + 1, 0);
    while node < nodes {
        let is_leaf = at < bytes.len() && bytes[at] == LEAF;
        let end = at + if is_leaf { 3 } else { 5 };
        if end > bytes.len() || (bytes[end - 1] & 0x7f == 0x7f && bytes[end - 2] >= 0x80) {
            return None;
        }
        if !is_leaf {
            let (feature, right) = (bytes[at] as usize, bytes[at + 1]);
            if feature >= features || right <= node + 1 || right >= nodes {
                return None;
            }
        }
        (at, node) = (end, node + 1);
    }
    Some(at)
}

/// Reads the trees of a file that [`check`] accepts: first stage for marks and text, second stage for marks and text.
pub(super) fn read(bytes: &[u8]) -> [Vec<Tree>; 4] {
    let mut bytes = bytes.iter().copied().skip(HEADER);
    std::array::from_fn(|_| read_trees(&mut bytes).unwrap_or_default())
}

fn read_trees(bytes: &mut impl Iterator<Item = u8>) -> Option<Vec<Tree>> {
    let count = u16::from_le_bytes([bytes.next()?, bytes.next()?]);
    (0..count).map(|_| read_tree(bytes)).collect()
}

fn read_tree(bytes: &mut impl Iterator<Item = u8>) -> Option<Tree> {
    let count = bytes.next()?;
    (0..count)
        .map(|_| {
            let feature = bytes.next()?;
            let right = if feature == LEAF { 0 } else { bytes.next()? };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A header with four sets of trees, of which the first has one tree with these nodes.
    fn model(nodes: &[u8], count: u8) -> Vec<u8> {
        let header = [
            &MAGIC[..],
            &VERSION.to_le_bytes(),
            &schema::CHECKSUM.to_le_bytes(),
        ];
        [&header.concat()[..], &[1, 0, count], nodes, &[0; 6]].concat()
    }

    const STUMP: [u8; 11] = [1, 2, 0, 0, 0, LEAF, 0, 0, LEAF, 0x80, 0x3f];

    #[test]
    fn a_whole_model_is_accepted() {
        assert_eq!(check(&model(&STUMP, 3)), Ok(()));
        let [first, ..] = read(&model(&STUMP, 3));
        assert_eq!(
            (first.len(), first[0].len(), first[0][2].value),
            (1, 3, 1.0)
        );
    }

    #[test]
    fn a_file_that_is_no_model_of_these_features_is_rejected() {
        let changed = |at: usize| {
            let mut bytes = model(&STUMP, 3);
            bytes[at] ^= 1;
            check(&bytes)
        };
        assert_eq!(check(b""), Err(ModelError::NotAModel));
        assert_eq!(check(&BUILT_IN[HEADER..]), Err(ModelError::NotAModel));
        assert_eq!(changed(0), Err(ModelError::NotAModel));
        assert_eq!(changed(4), Err(ModelError::UnsupportedVersion));
        assert_eq!(changed(6), Err(ModelError::OtherFeatures));
    }

    #[test]
    fn a_model_that_is_cut_off_or_goes_on_is_rejected() {
        let whole = model(&STUMP, 3);
        for length in HEADER..whole.len() {
            assert_eq!(
                check(&whole[..length]),
                Err(ModelError::Malformed),
                "{length}"
            );
        }
        assert_eq!(
            check(&[&whole[..], &[0]].concat()),
            Err(ModelError::Malformed)
        );
        assert_eq!(
            check(&BUILT_IN[..BUILT_IN.len() - 1]),
            Err(ModelError::Malformed)
        );
    }

    #[test]
    fn a_tree_with_unknown_features_or_children_is_rejected() {
        let with = |at: usize, byte: u8| {
            let mut nodes = STUMP;
            nodes[at] = byte;
            check(&model(&nodes, 3))
        };
        let features = u8::try_from(FIRST_STAGE_FEATURES).unwrap();
        assert_eq!(with(0, features - 1), Ok(()));
        for (at, byte) in [(0, features), (1, 0), (1, 1), (1, 3), (4, 0x7f)] {
            let infinite = at == 4;
            let result = if infinite {
                check(&model(&[1, 2, 0, 0x80, 0x7f, LEAF, 0, 0, LEAF, 0, 0], 3))
            } else {
                with(at, byte)
            };
            assert_eq!(result, Err(ModelError::Malformed), "{at} {byte}");
        }
        assert_eq!(check(&model(&[], 0)), Err(ModelError::Malformed));
    }
}
