//! Prepares and completes PAdES signatures, and detached ones (CAdES) for content that is no PDF.
//!
//! Signing has two steps, because the key is elsewhere: [`prepare`] appends a revision that is complete except for the
//! signature value and returns the bytes to sign; [`complete_with_signature`] verifies the value and inserts it. The
//! session between the steps is plain bytes. It can be stored, sent, and completed by another process on another
//! machine.
//!
//! ```
//! use countersign_pdf::Document;
//! use countersign_sign::{PrepareOptions, SigningField, complete_with_signature, prepare};
//!
//! # fn demo(document: &Document, certificate: &[u8], now: i64, key: impl Fn(&[u8]) -> Vec<u8>)
//! #     -> Result<(), countersign_sign::SignError> {
//! let field = SigningField::Existing("Signature 1".to_owned());
//! let prepared = prepare(document, &PrepareOptions::new(field, certificate, now))?;
//! let value = key(&prepared.tbs);
//! let tail = complete_with_signature(&prepared.session, &value)?;
//! // The signed document is the old bytes followed by `tail.bytes`.
//! # Ok(()) }
//! ```
//!
//! Invariants: the bytes of the document never change, they are only appended to; the gap in the byte range is exactly
//! the hexadecimal string of `/Contents`; nothing is embedded that was not verified against the certificate and the
//! prepared bytes.

#![warn(clippy::missing_errors_doc)]

mod complete;
mod detached;
mod dictionary;
mod document_time_stamp;
mod dss;
mod error;
mod evidence;
mod field;
mod in_place;
mod locks;
mod options;
mod prepare;
mod proof;
mod ranges;
mod session;
mod signer;
mod strip;
mod validation_material;

pub use complete::{
    SessionInfo, StampAnswer, check_document, complete_with_cms, complete_with_signature,
    complete_with_time_stamp, session_info, time_stamp_request,
};
pub use countersign_forms::locks::FieldLock;
pub use detached::{
    DetachedOptions, DetachedPlan, add_detached_time_stamp, complete_detached,
    detached_time_stamp_request, plan_detached,
};
pub use document_time_stamp::{
    DocumentTimeStampOptions, bind_document_time_stamp, complete_document_time_stamp,
    document_time_stamp_request, plan_document_time_stamp, prepare_document_time_stamp,
};
pub use error::SignError;
pub use evidence::{Material, MaterialOptions, Need, NeedKind, validation_needs};
pub use in_place::prepare_in_place;
pub use options::{PrepareOptions, SigningField};
pub use prepare::{Planned, Prepared, bind, check_signable, plan, prepare};
pub use strip::strip;
pub use validation_material::add_validation_material;
