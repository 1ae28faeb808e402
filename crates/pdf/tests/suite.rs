//! Documents read, repaired and written.
//!
//! One program for all of them: each of its own would compile and link the crate again.

mod ambiguity;
mod common;
mod corpus;
mod documents;
mod hostile;
mod properties;
mod protection;
mod repair;
mod rewrite;
