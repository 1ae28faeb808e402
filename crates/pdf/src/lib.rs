//! PDF files and objects: cross-reference data, lazy objects, encryption, incremental updates.
//!
//! A [`Document`] is read on demand from a [`Source`]; an [`Update`] collects changes and produces
//! the bytes to append ([`Tail`]); a [`Rewrite`] writes a whole new file, encrypted or decrypted.
//! The crate does no I/O and has no clock and no random source.
//!
//! ```
//! use countersign_pdf::{Document, MemorySource, OpenOptions, PartsSource, Update};
//!
//! # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
//! #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
//! let document = Document::open(MemorySource::new(pdf.to_vec()), OpenOptions::default())?;
//! let page = document.page(0)?;
//! assert_eq!(page.displayed_size(), (200.0, 100.0));
//!
//! let mut update = Update::new(&document);
//! update.edit(page.id, |page| page.insert("Rotate", 90))?;
//! let tail = update.finish()?;
//!
//! let parts = PartsSource::new(vec![
//!     Box::new(MemorySource::new(pdf.to_vec())),
//!     Box::new(MemorySource::new(tail.bytes)),
//! ]);
//! let changed = Document::open(parts, OpenOptions::default())?;
//! assert_eq!(changed.page(0)?.displayed_size(), (100.0, 200.0));
//! # Ok::<(), countersign_pdf::PdfError>(())
//! ```

#![warn(clippy::missing_errors_doc)]

mod ambiguity;
mod cache;
mod compress;
mod crypt;
mod date;
mod document;
mod error;
mod filter;
mod known;
pub mod lexer;
mod object;
mod object_id;
mod objects;
mod pages;
mod parser;
mod reader;
mod references;
mod revisions;
mod rewrite;
mod serialize;
mod skim;
mod source;
mod stream;
mod text;
mod update;
mod xref;

pub use ambiguity::{Ambiguity, ByteRangeKeys};
pub use cache::{IdSet, NumberHasher};
pub use compress::Compressor;
pub use crypt::{
    Access, Algorithm, Encryption, Entropy, JobKey, PasswordHash, Patch, Permissions, Security,
    Vector, rewrap,
};
pub use date::Date;
pub use document::{Document, IntentColors, OpenOptions, PdfA};
pub use error::{PdfError, Result};
pub use filter::{Inflater, undo_png_row};
pub use known::check_known_objects;
pub use object::{Dictionary, Name, Object, ObjectId, PdfString, RawObject, Stream};
pub use objects::{Objects, Resolved};
pub use pages::Page;
pub use parser::parse_object;
pub use references::{References, each_reference};
pub use revisions::Revision;
pub use rewrite::{Batch, Job, Protection, Rewrite, Text};
pub use serialize::object_bytes;
pub use source::{MemorySource, PartsSource, SectionSource, Source, SourceError};
pub use text::{decode_text, encode_text};
pub use update::{Changes, Layout, Tail, Update};
pub use xref::{Location, XrefKind};
