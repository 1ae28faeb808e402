//! Classifies a document as a form (document 3 §9 of the specification).

use crate::DetectedType;

/// Returns whether a document is a form: fewer than 30 pages, and either more than 10 fields, or more than 4 fields of
/// which at least one is a mark (a checkmark, radio or signature).
///
/// ```
/// assert!(countersign_detect::is_form(5, 1, 2));
/// assert!(!countersign_detect::is_form(10, 0, 2));
/// assert!(!countersign_detect::is_form(500, 80, 30));
/// ```
#[must_use]
pub fn is_form(fields: usize, marks: usize, pages: usize) -> bool {
    pages < 30 && (fields > 10 || (fields > 4 && marks > 0))
}

impl DetectedType {
    /// Whether [`is_form`] counts this type as a mark.
    #[must_use]
    pub fn is_mark(self) -> bool {
        matches!(self, Self::Checkmark | Self::Radio | Self::Signature)
    }
}
