//! The page's text: its words, the characters that draw fields, and the words that name a field's type.

pub(crate) mod keywords;
mod leaders;
mod nearby_text;
pub(crate) mod page_text;
#[cfg(test)]
mod testing;
pub(crate) mod typed_blanks;
