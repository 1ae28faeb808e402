//! Text: which font shows which character, how wide, and where it stands.

pub mod book;
pub mod embedded;
pub mod encoding;
mod extensions;
pub mod layout;
pub mod simple;
pub mod standard_widths;
