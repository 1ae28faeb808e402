//! Verdicts on sound, attacked and hostile files.
//!
//! One program for all of them: each of its own would compile and link the crate again.

mod attacks;
mod detached;
mod in_place;
mod indications;
mod long_histories;
mod proof;
mod qualification;
mod reads;
mod robust;
mod shared;
#[allow(dead_code, clippy::unwrap_used)]
#[path = "../../sign/tests/support/mod.rs"]
mod support;
