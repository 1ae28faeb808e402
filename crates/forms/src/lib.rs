//! Form fields of a PDF: read, place, merge values, appearances.

mod acroform;
pub mod appearance;
pub mod color;
pub mod content;
pub mod error;
mod extras;
mod faces;
pub mod field;
mod fill;
mod flags;
pub mod geometry;
mod links;
pub mod look;
mod merge;
mod objects;
pub mod picture;
mod place;
mod read;
mod script;
mod strays;
mod text;
mod tree;
pub mod value;

pub use error::{FieldFinding, FieldProblem, FormsError};
pub use field::{
    AutoFill, Field, FieldMode, FieldRecipient, FieldType, FillType, PlaceField, PlacedField, Rect,
    TextAlign,
};
pub use merge::{MergeOptions, merge};
pub use place::place;
pub use read::read;
pub use value::{Bytes, FieldValue, FieldValues, PictureValue, SignedValue};
