//! Form fields of a PDF: read, place, merge values, appearances.

pub mod appearance;
pub mod color;
pub mod content;
pub mod error;
pub mod extras;
pub mod field;
pub mod flags;
pub mod geometry;
pub mod look;
mod objects;
pub mod picture;
mod read;
mod script;
pub mod text;
mod tree;
pub mod value;

pub use error::{FieldFinding, FieldProblem, FormsError};
pub use field::{
    AutoFill, Field, FieldMode, FieldRecipient, FieldType, FillType, PlaceField, PlacedField, Rect,
    TextAlign,
};
pub use read::read;
pub use value::{Bytes, FieldValue, FieldValues, PictureValue, SignedValue};
