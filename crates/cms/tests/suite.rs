//! What certificates, revocation data, signed data and time stamps are read from and held to.
//!
//! One program for all of them: each of its own would compile and link the crate again.

mod algorithms;
mod path;
mod revocation;
mod signed_data;
mod time_stamp;
