//! Fields placed, filled, flattened and read back.
//!
//! One program for all of them: each of its own would compile and link the crate again.

mod common;
mod corpus;
mod findings;
mod flatten;
mod foreign;
mod hostile;
mod merge;
mod place;
mod properties;
mod real_forms;
mod redrawn;
