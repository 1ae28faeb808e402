//! The trained model and the score that makes a candidate a field.

pub(crate) mod file;
pub(crate) mod trees;

/// Minimum score of a candidate for a text field.
pub(crate) const FIELD_THRESHOLD: f32 = 0.3;
