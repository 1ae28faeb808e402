//! Signatures made, judged and taken away.
//!
//! One program for all of them: each of its own would compile and link the crate again.

mod detached;
mod judge;
mod levels;
mod locks;
mod prepare;
mod strip;
#[allow(dead_code, clippy::unwrap_used)]
mod support;
