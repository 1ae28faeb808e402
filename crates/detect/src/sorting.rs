//! Sorting by numbers.
//!
//! A sort that is compiled for every kind of thing takes seven thousand bytes each time. Here only the numbers are
//! sorted, which is compiled once, and the things follow.

/// What things are sorted by: the first numbers decide before the next ones.
pub(crate) type Rank = [i32; 4];

/// Sorts by numbers; things with the same ones keep their order.
pub(crate) fn sort_by_rank<T>(things: &mut [T], rank: impl Fn(&T) -> Rank) {
    let mut order: Vec<(Rank, usize)> = (things.iter().enumerate())
        .map(|(place, thing)| (rank(thing), place))
        .collect();
    sort(&mut order);
    for start in 0..order.len() {
        // Each place takes its thing from the next place of a circle; what it held goes along to the end.
        let mut place = start;
        while let Some((_, from)) = order.get_mut(place) {
            let from = std::mem::replace(from, place);
            if from == start {
                break;
            }
            things.swap(place, from);
            place = from;
        }
    }
}

#[inline(never)]
fn sort(order: &mut [(Rank, usize)]) {
    order.sort_unstable();
}

/// A number whose order is that of the float, zeros with their signs and what is no number included.
pub(crate) fn ordered(float: f32) -> i32 {
    let bits = float.to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_keep_their_order() {
        let mut things = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_by_rank(&mut things, |thing| [thing.0, 0, 0, 0]);
        assert_eq!(things, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn later_numbers_decide_where_earlier_ones_are_equal() {
        let mut things = vec![[1, 2, 3, 4], [1, 2, 3, 3], [0, 9, 9, 9], [1, 1, 9, 9]];
        sort_by_rank(&mut things, |thing| *thing);
        assert_eq!(
            things,
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
