//! Ways to change a signed document, and what the judge says.
#![allow(clippy::unwrap_used)]

mod allowed;
mod bytes;
mod certification;
mod changed_objects;
mod scene;
mod shared_objects;
#[path = "../../../sign/tests/support/mod.rs"]
mod support;
