//! Rectangles in whole pixels.

/// A rectangle in pixels. Right and bottom are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
}

impl Rect {
    pub(crate) const fn new(x0: i32, y0: i32, x1: i32, y1: i32) -> Self {
        Self { x0, y0, x1, y1 }
    }

    pub(crate) fn width(self) -> i32 {
        self.x1 - self.x0
    }

    pub(crate) fn height(self) -> i32 {
        self.y1 - self.y0
    }

    pub(crate) fn area(self) -> i32 {
        self.width() * self.height()
    }

    /// The center, rounded towards zero.
    pub(crate) fn center(self) -> (i32, i32) {
        ((self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2)
    }

    pub(crate) fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x0..self.x1).contains(&x) && (self.y0..self.y1).contains(&y)
    }

    /// Area of the intersection with another rectangle.
    pub(crate) fn common_area(self, other: Self) -> i32 {
        let width = (self.x1.min(other.x1) - self.x0.max(other.x0)).max(0);
        let height = (self.y1.min(other.y1) - self.y0.max(other.y0)).max(0);
        width * height
    }

    pub(crate) fn intersects(self, other: Self) -> bool {
        let beside = self.x0 < other.x1 && self.x1 > other.x0;
        beside && self.y0 < other.y1 && self.y1 > other.y0
    }

    /// The smallest rectangle around both.
    pub(crate) fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(crate) fn moved(self, dx: i32, dy: i32) -> Self {
        Self::new(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)
    }

    /// The sides as floats: left, top, right, bottom.
    pub(crate) fn sides(self) -> [f64; 4] {
        [self.x0, self.y0, self.x1, self.y1].map(f64::from)
    }
}
