//! Letters and names.

use crate::matching::{Verdict, is_combining_mark, is_letter};

/// The longest full name, in characters.
const NAME_LIMIT: usize = 128;

pub(crate) fn letters(value: &str) -> Verdict {
    if value.is_empty() {
        return Verdict::TOO_SHORT;
    }
    let mut after_letter = false;
    for (at, c) in value.char_indices() {
        let fits = is_letter(c) || (after_letter && is_combining_mark(c));
        if !fits {
            return Verdict::wrong_character(at);
        }
        after_letter = true;
    }
    Verdict::Valid
}

/// Starts with a letter; then letters, comma, period, apostrophe, underscore, hyphen or space; no trailing space.
pub(crate) fn full_name(value: &str) -> Verdict {
    for (count, (at, c)) in value.char_indices().enumerate() {
        let letter = is_letter(c) || (count > 0 && is_combining_mark(c));
        let sign = count > 0 && matches!(c, ',' | '.' | '\'' | '\u{2019}' | '_' | '-' | ' ');
        if !letter && !sign {
            return Verdict::wrong_character(at);
        }
        if count >= NAME_LIMIT {
            return Verdict::too_long(at);
        }
    }
    match value.chars().next_back() {
        None => Verdict::TOO_SHORT,
        // A space at the limit has no room for the letter after it.
        Some(' ') if value.chars().count() == NAME_LIMIT => Verdict::too_long(value.len() - 1),
        Some(' ') => Verdict::TOO_SHORT,
        Some(_) => Verdict::Valid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_script_and_nothing_else() {
        for good in ["A", "Müller", "Ελλάδα", "日本", "Київ", "e\u{301}te"] {
            assert_eq!(letters(good), Verdict::Valid, "{good}");
        }
        for (bad, at) in [
            ("a1", 1),
            ("a b", 1),
            ("a-b", 1),
            ("😀", 0),
            ("é_", 2),
            ("Ⅷ", 0),
            ("\u{301}a", 0),
        ] {
            assert_eq!(letters(bad), Verdict::wrong_character(at), "{bad}");
        }
    }

    #[test]
    fn names_end_without_a_space() {
        for good in [
            "Jane Doe",
            "O'Neil",
            "de la Cruz, Jr.",
            "Ana_María-Luz",
            "李",
        ] {
            assert_eq!(full_name(good), Verdict::Valid, "{good}");
        }
        assert_eq!(full_name("Jane "), Verdict::TOO_SHORT);
        assert_eq!(full_name(" Jane"), Verdict::wrong_character(0));
        assert_eq!(full_name("Jane 2"), Verdict::wrong_character(5));
        assert_eq!(full_name(&"a".repeat(128)), Verdict::Valid);
        assert_eq!(full_name(&"a".repeat(129)), Verdict::too_long(128));
        assert!(matches!(
            full_name(&format!("{} ", "a".repeat(127))),
            Verdict::Invalid(..)
        ));
    }
}
