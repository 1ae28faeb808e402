//! Sorting by integer keys.
//!
//! A sort that is compiled for each element type adds about 7,000 bytes each time. Here only the keys are sorted,
//! which is compiled once, and the elements are moved afterwards.

/// Sort key, compared lexicographically.
pub(crate) type SortKey = [i32; 4];

/// Stable sort by key.
pub(crate) fn sort_by_rank<T>(items: &mut [T], rank: impl Fn(&T) -> SortKey) {
    let mut order: Vec<(SortKey, usize)> = (items.iter().enumerate())
        .map(|(position, item)| (rank(item), position))
        .collect();
    sort(&mut order);
    for start in 0..order.len() {
        // Applies the permutation cycle by cycle. Each position takes its element from the next one of the cycle.
        let mut position = start;
        while let Some((_, from)) = order.get_mut(position) {
            let from = std::mem::replace(from, position);
            if from == start {
                break;
            }
            items.swap(position, from);
            position = from;
        }
    }
}

#[inline(never)]
fn sort(order: &mut [(SortKey, usize)]) {
    order.sort_unstable();
}

/// Maps a float to an integer with the same order (`f32::total_cmp`), signed zeros and NaN included.
pub(crate) fn ordered(float: f32) -> i32 {
    let bits = float.to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_by_rank(&mut items, |item| [item.0, 0, 0, 0]);
        assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn later_numbers_decide_where_earlier_ones_are_equal() {
        let mut items = vec![[1, 2, 3, 4], [1, 2, 3, 3], [0, 9, 9, 9], [1, 1, 9, 9]];
        sort_by_rank(&mut items, |item| *item);
        assert_eq!(
            items,
            [[0, 9, 9, 9], [1, 1, 9, 9], [1, 2, 3, 3], [1, 2, 3, 4]]
        );
    }

    #[test]
    fn floats_are_ordered_as_their_total_order_says() {
        let floats = [
            f32::NEG_INFINITY,
            -2.5,
            -f32::MIN_POSITIVE,
            -0.0,
            0.0,
            1e-9,
            3.0,
            f32::INFINITY,
            f32::NAN,
        ];
        for pair in floats.windows(2) {
            assert!(ordered(pair[0]) < ordered(pair[1]), "{pair:?}");
            assert!(pair[0].total_cmp(&pair[1]).is_lt());
        }
    }
}
