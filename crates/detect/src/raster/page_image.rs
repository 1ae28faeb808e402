//! The page's pixels and rules, as candidates are measured on them.

use crate::raster::bitmap::index;
use crate::raster::rules::Rules;

/// The page's pixels and rules.
#[derive(Clone, Copy)]
pub(crate) struct PageImage<'a> {
    pub(crate) gray: &'a [u8],
    pub(crate) width: i32,
    pub(crate) rules: &'a Rules,
}

impl PageImage<'_> {
    pub(crate) fn gray_at(&self, x: i32, y: i32) -> i32 {
        if x < 0 || y < 0 || x >= self.width {
            return 255;
        }
        i32::from(
            self.gray
                .get(index(y) * index(self.width) + index(x))
                .copied()
                .unwrap_or(255),
        )
    }

    /// Median of nine gray values along a part of a row: the shade of the paper, regardless of what is printed on it.
    pub(crate) fn paper_shade(&self, x: (i32, i32), y: i32) -> i32 {
        let step = (x.1 - x.0).max(1);
        let mut values = [0_i32; 9];
        for (i, value) in (1..).zip(values.iter_mut()) {
            *value = self.gray_at(x.0 + step * i / 10, y);
        }
        values.sort_unstable();
        values[4]
    }
}
