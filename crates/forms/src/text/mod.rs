//! Text: font selection, encodings, widths and layout.

pub mod embedded;
pub mod encoding;
mod extensions;
pub mod font_set;
pub mod layout;
pub mod simple;
pub mod standard_widths;
