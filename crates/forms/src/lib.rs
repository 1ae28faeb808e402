//! Form fields of a PDF: read, place, merge values, appearances.
//!
//! [`read`] returns every widget as a [`Field`], [`place`] creates widgets from fields, [`merge`]
//! fills in values. Changes go to a [`countersign_pdf::Update`], which the caller finishes, so that
//! a signature can be part of the same revision.
//!
//! Invariant: after placing, filling changes only `/V`, `/AS` and `/AP` of the named fields and
//! adds objects. Filling therefore keeps earlier signatures valid. `NeedAppearances` is never set;
//! scripts are never run; recipients are never written to the PDF.
//!
//! ```
//! use countersign_forms::{Field, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place, read};
//! use countersign_pdf::{Document, Update};
//!
//! # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
//! #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
//! let document = Document::from_bytes(pdf.to_vec())?;
//! let rect = Rect { x: 10.0, y: 10.0, width: 50.0, height: 20.0 };
//! let field = Field { field_name: "name".into(), rect, ..Field::default() };
//! let mut update = Update::new(&document);
//! place(&mut update, &[PlaceField { field, as_signature: false }], &MergeOptions::default())?;
//! let values = FieldValues::from([("name".to_owned(), FieldValue::Text("Zoë Müller".into()))]);
//! merge(&mut update, &values, &MergeOptions::default())?;
//! let tail = update.finish()?;
//!
//! let filled = Document::from_bytes([pdf.as_slice(), &tail.bytes].concat())?;
//! let fields = read(&filled)?;
//! assert_eq!((fields[0].field_name.as_str(), fields[0].rect), ("name", rect));
//! assert_eq!(fields[0].value, FieldValue::Text("Zoë Müller".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::missing_errors_doc)]

mod acroform;
pub mod appearance;
mod appearance_plan;
mod archival;
mod calibrated_colors;
pub mod color;
pub mod content;
pub mod error;
pub mod field;
mod fill;
mod flags;
mod flatten;
pub mod geometry;
mod links;
pub mod locks;
mod merge;
mod objects;
mod orphans;
pub mod picture;
mod place;
mod private_data;
mod punycode;
mod read;
mod script;
mod scripts;
pub mod signature_appearance;
mod text;
mod tooltip;
mod tree;
pub mod value;
pub mod widget_style;

pub use error::{FieldFinding, FieldProblem, FormsError};
pub use field::{
    AutoFill, Field, FieldMode, FieldRecipient, FieldType, PlaceField, PlacedField, Rect, TextAlign,
};
pub use merge::{MergeOptions, draw_values, merge, merge_with_findings, texts_to_draw};
pub use place::{place, place_with_findings};
pub use read::read;
pub use scripts::{FieldScript, ScriptEvent, scripts};
pub use value::{Bytes, FieldValue, FieldValues, FillType, PictureValue, SignedValue};
