//! The page's text: its words, the characters that draw fields, and the words that name a field's type.

mod fillers;
pub(crate) mod keywords;
pub(crate) mod page_text;
pub(crate) mod typed_blanks;
