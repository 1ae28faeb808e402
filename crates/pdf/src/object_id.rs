//! The ID of an indirect object.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number and generation of an indirect object (ISO 32000-2, 7.3.10).
///
/// ```
/// use countersign_pdf::{ObjectId, parse_object};
/// let object = parse_object(b"12 0 R")?;
/// assert_eq!(object.as_reference(), Some(ObjectId::new(12, 0)));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ObjectId {
    /// The object number.
    pub number: u32,
    /// The generation number; nearly always 0.
    pub generation: u16,
}

impl ObjectId {
    /// The ID in `number generation R`.
    pub const fn new(number: u32, generation: u16) -> Self {
        Self { number, generation }
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} R", self.number, self.generation)
    }
}
