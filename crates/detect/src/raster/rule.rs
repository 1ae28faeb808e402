//! One horizontal or vertical rule, and what counts as one.

/// Minimum contrast of a rule to both sides, in gray levels.
pub(crate) const CONTRAST: u8 = 14;
/// Maximum thickness of a rule, in pixels.
pub(crate) const MAX_THICKNESS: i32 = 7;
/// Limit against noisy pages; forms have fewer rules.
pub(crate) const MAX_RULES: usize = 12_000;

/// A rule: extent along its direction (`from..to`) and across it (`near..=far`), in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) from: i32,
    pub(crate) to: i32,
    pub(crate) near: i32,
    pub(crate) far: i32,
    /// Drawn part of the length, in percent. Below 100 for dashes and dots.
    pub(crate) drawn_percent: i32,
}

impl Rule {
    pub(crate) fn length(&self) -> i32 {
        self.to - self.from
    }
}
