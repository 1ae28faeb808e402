//! The rectangle of a field that is to be labeled.

use crate::labels::segment::Segment;

/// A field in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldBox {
    pub(super) x0: f64,
    pub(super) y0: f64,
    pub(super) x1: f64,
    pub(super) y1: f64,
    pub(super) mark: bool,
}

impl FieldBox {
    /// Whether a line of text is level with the field.
    pub(super) fn is_level(&self, segment: &Segment) -> bool {
        let middle = segment.middle();
        middle > self.y0 - 5.0 && middle < self.y1 + 4.0
    }

    pub(super) fn overlap(&self, segment: &Segment) -> f64 {
        segment.x1.min(self.x1) - segment.x0.max(self.x0)
    }
}
