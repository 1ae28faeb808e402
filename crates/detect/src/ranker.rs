//! How likely a place is a field.
use crate::features::FEATURES;

/// From 0 to 1.
pub(crate) fn score(features: &[f32; FEATURES]) -> f32 {
    match features[0] as u8 {
        0 | 7 => 0.9,
        5 => 0.6,
        1 => 0.5,
        _ => 0.3,
    }
}
