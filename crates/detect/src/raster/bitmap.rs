//! A bitmap of the page, 64 pixels per word. Holds ink and rules.

/// Rows of bits. Every access is clamped to the page, so no caller reads or writes outside it.
#[derive(Debug, Default)]
pub(crate) struct Bitmap {
    pub(crate) width: i32,
    pub(crate) height: i32,
    stride: usize,
    words: Vec<u64>,
}

impl Bitmap {
    /// Clears the bitmap and sets its size. Keeps the allocation.
    pub(crate) fn reset(&mut self, width: i32, height: i32) {
        self.width = width.max(0);
        self.height = height.max(0);
        self.stride = index(self.width).div_ceil(64);
        self.words.clear();
        self.words.resize(self.stride * index(self.height), 0);
    }

    /// Copies size and bits of another bitmap.
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

    /// Sets a row from flags, one byte each, 0 or 1.
    pub(crate) fn set_row(&mut self, y: i32, flags: &[u8]) {
        let (whole, rest) = flags.as_chunks::<64>();
        let mut last = [0; 64];
        for (slot, flag) in last.iter_mut().zip(rest) {
            *slot = *flag;
        }
        for (word, flags) in self.row_mut(y).iter_mut().zip(whole.iter().chain([&last])) {
            *word = packed(flags);
        }
    }

    /// Sets or clears the pixels of a rectangle; right and bottom are exclusive.
    pub(crate) fn paint(&mut self, x: (i32, i32), y: (i32, i32), on: bool) {
        let Some(Span { first, last, .. }) = self.span(x) else {
            return;
        };
        for row in y.0.max(0)..y.1.min(self.height) {
            let words = self.row_mut(row).iter_mut().enumerate();
            for (i, word) in words.skip(first).take(last + 1 - first) {
                let mask = span(i, x.0, x.1);
                if on { *word |= mask } else { *word &= !mask }
            }
        }
    }

    /// Whether any pixel is set in a part of a row.
    pub(crate) fn any_in_row(&self, x: (i32, i32), y: i32) -> bool {
        let Some(span) = self.span(x) else {
            return false;
        };
        match self.row(y).get(span.first..=span.last) {
            None | Some([]) => false,
            Some([word]) => word & span.head & span.tail != 0,
            Some([head, inner @ .., tail]) => {
                head & span.head != 0
                    || tail & span.tail != 0
                    || inner.iter().any(|word| *word != 0)
            }
        }
    }

    /// Number of set pixels in a rectangle.
    pub(crate) fn count(&self, x: (i32, i32), y: (i32, i32)) -> i32 {
        let Some(span) = self.span(x) else {
            return 0;
        };
        let mut count = 0;
        for row in y.0.max(0)..y.1.min(self.height) {
            count += match self.row(row).get(span.first..=span.last) {
                None | Some([]) => 0,
                Some([word]) => (word & span.head & span.tail).count_ones(),
                Some([head, inner @ .., tail]) => {
                    let ends = (head & span.head).count_ones() + (tail & span.tail).count_ones();
                    ends + inner.iter().map(|word| word.count_ones()).sum::<u32>()
                }
            };
        }
        i32::try_from(count).unwrap_or(i32::MAX)
    }

    /// Columns of the rectangle that have a set pixel, as one row of words. Bits beside the rectangle may be set too.
    pub(crate) fn columns(&self, x: (i32, i32), y: (i32, i32), into: &mut Vec<u64>) {
        into.clear();
        into.resize(self.stride, 0);
        let Some(Span { first, last, .. }) = self.span(x) else {
            return;
        };
        let sums = into.get_mut(first..=last).unwrap_or_default();
        for row in y.0.max(0)..y.1.min(self.height) {
            let words = self.row(row).get(first..=last).unwrap_or_default();
            for (sum, word) in sums.iter_mut().zip(words) {
                *sum |= word;
            }
        }
    }

    /// The words that hold these columns; `None` if the range is empty on the page.
    fn span(&self, x: (i32, i32)) -> Option<Span> {
        let (x0, x1) = (x.0.clamp(0, self.width), x.1.clamp(0, self.width));
        if x0 >= x1 {
            return None;
        }
        let (first, last) = (index(x0) / 64, index(x1 - 1) / 64);
        Some(Span {
            first,
            last,
            head: span(first, x0, x1),
            tail: span(last, x0, x1),
        })
    }
}

/// First and last word of a row, and the masks of the bits that count in them.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
    head: u64,
    tail: u64,
}

/// Packs 64 flags, one byte each, into bits, eight at a time: the multiplication gathers the lowest bits of eight
/// bytes in the highest byte.
fn packed(flags: &[u8; 64]) -> u64 {
    // Fast path: most of a page is blank.
    if flags.iter().fold(0, |any, flag| any | flag) == 0 {
        return 0;
    }
    let gathered = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    (0..)
        .zip(flags.as_chunks::<8>().0)
        .fold(0, |bits, (i, eight)| bits | gathered(eight) << (8 * i))
}

/// Moves bit 0 of byte `i` to bit `56 + i`.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Writes the result of a test for each pixel of a row, one byte each, 0 or 1. The loop is kept simple so that it is
/// vectorized.
pub(crate) fn test_row(row: &[u8], flags: &mut Vec<u8>, test: impl Fn(u8) -> bool) {
    flags.resize(row.len(), 0);
    for (flag, gray) in flags.iter_mut().zip(row) {
        *flag = u8::from(test(*gray));
    }
}

/// Maximum (lightest value) of three rows, pixel by pixel.
pub(crate) fn lightest_of_three(a: &[u8], b: &[u8], c: &[u8], into: &mut [u8]) {
    for (lightest, ((a, b), c)) in into.iter_mut().zip(a.iter().zip(b).zip(c)) {
        *lightest = *a.max(b).max(c);
    }
}

/// Mask of the bits of word `i` that lie in the columns `x0..x1`.
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

/// Converts a pixel coordinate to an index; negative values become 0.
pub(crate) fn index(value: i32) -> usize {
    usize::try_from(value).unwrap_or(0)
}

/// Runs of set (or clear) bits in a row, between two columns, from left to right.
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

    /// The next column from `at` whose bit is set after XOR with `flip`.
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
        let mut bits = Bitmap::default();
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
    fn flags_are_packed_in_order() {
        let flags: Vec<u8> = (0..131_u32).map(|i| (i * i / 3 % 2) as u8).collect();
        let mut bits = Bitmap::default();
        bits.reset(131, 2);
        bits.set_row(1, &flags);
        for (x, flag) in (0..).zip(&flags) {
            assert_eq!(bits.any_in_row((x, x + 1), 1), *flag == 1, "{x}");
        }
        assert!(!bits.any_in_row((0, 131), 0));
    }

    #[test]
    fn runs_continue_across_words() {
        let mut bits = Bitmap::default();
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
