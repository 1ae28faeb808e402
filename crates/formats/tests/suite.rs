//! Formats of texts: identity numbers, and properties over generated texts and formulas.
//!
//! One program for all of them: each of its own would compile and link the crate again.

mod identity;
mod properties;
mod rules;
