//! Form fields of a PDF: read, place, merge values, appearances.

pub mod field;
pub mod value;

pub use field::{
    AutoFill, Field, FieldMode, FieldRecipient, FieldType, FillType, PlaceField, PlacedField, Rect,
    TextAlign,
};
pub use value::{Bytes, FieldValue, FieldValues, PictureValue, SignedValue};
