//! A segment of a line of text.

/// A line segment.
#[derive(Debug, Default)]
pub(super) struct Segment {
    pub(super) x0: f64,
    pub(super) y0: f64,
    pub(super) x1: f64,
    pub(super) y1: f64,
    pub(super) text: String,
}

impl Segment {
    pub(super) fn middle(&self) -> f64 {
        (self.y0 + self.y1) / 2.0
    }

    pub(super) fn height(&self) -> f64 {
        self.y1 - self.y0
    }
}
