//! Text: font selection, encodings, widths and layout.

pub mod book;
pub mod embedded;
pub mod encoding;
mod extensions;
pub mod layout;
pub mod simple;
pub mod standard_widths;
