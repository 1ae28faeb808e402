//! A page of bits, 64 pixels a word: what is ink, what is a rule.

/// Rows of bits. Every access is clamped to the page, so no caller can read or write outside it.
#[derive(Debug, Default)]
pub(crate) struct Bits {
    pub(crate) width: i32,
    pub(crate) height: i32,
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    /// Clears the page and gives it a size; the buffer is kept.
    pub(crate) fn reset(&mut self, width: i32, height: i32) {
        self.width = width.max(0);
        self.height = height.max(0);
        self.stride = index(self.width).div_ceil(64);
        self.words.clear();
        self.words.resize(self.stride * index(self.height), 0);
    }

    /// Takes size and bits of another page.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.width = other.width;
        self.height = other.height;
        self.stride = other.stride;
        self.words.clone_from(&other.words);
    }

    /// The words of a row; empty outside the page.
    pub(crate) fn row(&self, y: i32) -> &[u64] {
        let start = index(y) * self.stride;
        if y < 0 {
            &[]
        } else {
            self.words
                .get(start..start + self.stride)
                .unwrap_or_default()
        }
    }

    pub(crate) fn row_mut(&mut self, y: i32) -> &mut [u64] {
        let start = index(y) * self.stride;
        if y < 0 {
            &mut []
        } else {
            self.words
                .get_mut(start..start + self.stride)
                .unwrap_or_default()
        }
    }

    /// Writes a row from a test of each pixel.
    pub(crate) fn set_row(&mut self, y: i32, flags: &[bool]) {
        for (word, chunk) in self.row_mut(y).iter_mut().zip(flags.chunks(64)) {
            *word = chunk
                .iter()
                .enumerate()
                .fold(0, |bits, (i, flag)| bits | u64::from(*flag) << i);
        }
    }

    /// Sets or clears the pixels of a box, ends not included.
    pub(crate) fn paint(&mut self, x: (i32, i32), y: (i32, i32), on: bool) {
        let (x0, x1) = (x.0.clamp(0, self.width), x.1.clamp(0, self.width));
        for row in y.0.max(0)..y.1.min(self.height) {
            for (i, word) in self.row_mut(row).iter_mut().enumerate() {
                let mask = span(i, x0, x1);
                if on { *word |= mask } else { *word &= !mask }
            }
        }
    }

    /// Whether any pixel of a row's part is set.
    pub(crate) fn any_in_row(&self, x: (i32, i32), y: i32) -> bool {
        let (x0, x1) = (x.0.clamp(0, self.width), x.1.clamp(0, self.width));
        if x0 >= x1 {
            return false;
        }
        let (first, last) = (index(x0) / 64, index(x1 - 1) / 64);
        let row = self.row(y);
        (first..=last).any(|i| row.get(i).is_some_and(|word| word & span(i, x0, x1) != 0))
    }

    /// How many pixels of the box are set.
    pub(crate) fn count(&self, x: (i32, i32), y: (i32, i32)) -> i32 {
        let (x0, x1) = (x.0.clamp(0, self.width), x.1.clamp(0, self.width));
        if x0 >= x1 {
            return 0;
        }
        let (first, last) = (index(x0) / 64, index(x1 - 1) / 64);
        let mut count = 0;
        for row in y.0.max(0)..y.1.min(self.height) {
            let words = self
                .row(row)
                .iter()
                .enumerate()
                .skip(first)
                .take(last + 1 - first);
            count += words
                .map(|(i, word)| (word & span(i, x0, x1)).count_ones())
                .sum::<u32>();
        }
        i32::try_from(count).unwrap_or(i32::MAX)
    }

    /// Columns of the box that have a set pixel, as one row of words.
    pub(crate) fn columns(&self, y: (i32, i32), into: &mut Vec<u64>) {
        into.clear();
        into.resize(self.stride, 0);
        for row in y.0.max(0)..y.1.min(self.height) {
            for (sum, word) in into.iter_mut().zip(self.row(row)) {
                *sum |= word;
            }
        }
    }
}

/// The bits of word `i` that lie in the columns `x0..x1`.
fn span(i: usize, x0: i32, x1: i32) -> u64 {
    let start = i32::try_from(i * 64).unwrap_or(i32::MAX);
    let from = (x0 - start).clamp(0, 64);
    let to = (x1 - start).clamp(0, 64);
    if from >= to {
        return 0;
    }
    let upto = if to == 64 { u64::MAX } else { (1 << to) - 1 };
    upto & (u64::MAX << from)
}

/// Non-negative pixel coordinates as an index.
pub(crate) fn index(value: i32) -> usize {
    usize::try_from(value).unwrap_or(0)
}

/// Runs of set bits (or of clear ones) in a row of words, between two columns, from left to right.
pub(crate) struct Runs<'a> {
    words: &'a [u64],
    at: i32,
    end: i32,
    invert: u64,
}

impl<'a> Runs<'a> {
    pub(crate) fn set(words: &'a [u64], from: i32, to: i32) -> Self {
        Self {
            words,
            at: from.max(0),
            end: to,
            invert: 0,
        }
    }

    pub(crate) fn clear(words: &'a [u64], from: i32, to: i32) -> Self {
        Self {
            words,
            at: from.max(0),
            end: to,
            invert: u64::MAX,
        }
    }

    /// The next column from `at` whose bit, after `flip`, is set.
    fn next_set(&self, at: i32, flip: u64) -> i32 {
        let mut i = index(at) / 64;
        let mut skip = index(at) % 64;
        while let Some(word) = self.words.get(i) {
            let bits = (word ^ self.invert ^ flip) & (u64::MAX << skip);
            if bits != 0 {
                let found = i * 64 + bits.trailing_zeros() as usize;
                return i32::try_from(found).unwrap_or(self.end).min(self.end);
            }
            skip = 0;
            i += 1;
        }
        self.end
    }
}

impl Iterator for Runs<'_> {
    type Item = (i32, i32);

    fn next(&mut self) -> Option<(i32, i32)> {
        if self.at >= self.end {
            return None;
        }
        let start = self.next_set(self.at, 0);
        if start >= self.end {
            self.at = self.end;
            return None;
        }
        let end = self.next_set(start, u64::MAX);
        self.at = end;
        Some((start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_painted_counted_and_clamped() {
        let mut bits = Bits::default();
        bits.reset(130, 4);
        bits.paint((60, 70), (1, 3), true);
        assert_eq!(bits.count((0, 130), (0, 4)), 20);
        assert_eq!(bits.count((-5, 65), (-5, 2)), 5);
        assert!(bits.any_in_row((69, 70), 2) && !bits.any_in_row((70, 999), 2));
        bits.paint((64, 999), (0, 9), false);
        assert_eq!(bits.count((0, 130), (0, 4)), 8);
        assert!(bits.row(-1).is_empty() && bits.row(4).is_empty());
    }

    #[test]
    fn runs_cross_words() {
        let mut bits = Bits::default();
        bits.reset(200, 1);
        bits.paint((10, 12), (0, 1), true);
        bits.paint((60, 140), (0, 1), true);
        assert_eq!(
            Runs::set(bits.row(0), 0, 200).collect::<Vec<_>>(),
            [(10, 12), (60, 140)]
        );
        assert_eq!(
            Runs::clear(bits.row(0), 5, 150).collect::<Vec<_>>(),
            [(5, 10), (12, 60), (140, 150)]
        );
        assert_eq!(
            Runs::set(bits.row(0), 61, 100).collect::<Vec<_>>(),
            [(61, 100)]
        );
    }
}
