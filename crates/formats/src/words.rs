//! Letters and names.

use crate::matching::{Verdict, is_combining_mark, is_letter};

/// Maximum length of a full name, in characters.
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

/// True for characters that can't be displayed: controls, bidirectional controls, zero-width
/// spaces.
fn is_unshowable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Checks the name of a person or company in any script: displayable characters, without a space at
/// either end.
pub(crate) fn full_name(value: &str) -> Verdict {
    for (count, (at, c)) in value.char_indices().enumerate() {
        if is_unshowable(c) || (count == 0 && c.is_whitespace()) {
            return Verdict::wrong_character(at);
        }
        if count >= NAME_LIMIT {
            return Verdict::too_long(at);
        }
    }
    match value.chars().next_back() {
        None => Verdict::TOO_SHORT,
        // A space at the length limit leaves no room for another character.
        Some(last) if last.is_whitespace() && value.chars().count() == NAME_LIMIT => {
            Verdict::too_long(value.len() - last.len_utf8())
        }
        Some(last) if last.is_whitespace() => Verdict::TOO_SHORT,
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
    fn names_are_taken_as_they_are_written() {
        for good in [
            "Jane Doe",
            "O'Neil",
            "de la Cruz, Jr.",
            "Ana_María-Luz",
            "李",
            "O’Neil",
            "7-Eleven Inc.",
            "Jean-Luc (CEO)",
            "d'Or & Co",
            "マリア・ガルシア",
            "D´Angelo",
            "Jane 2",
        ] {
            assert_eq!(full_name(good), Verdict::Valid, "{good}");
        }
        assert_eq!(full_name("Jane "), Verdict::TOO_SHORT);
        assert_eq!(full_name(" Jane"), Verdict::wrong_character(0));
        assert_eq!(full_name(""), Verdict::TOO_SHORT);
        for bad in ["Jane\n", "Jane\u{7}", "Jane\u{202e}eoD", "Jane\u{200b}"] {
            assert_eq!(full_name(bad), Verdict::wrong_character(4), "{bad:?}");
        }
        assert_eq!(full_name(&"a".repeat(128)), Verdict::Valid);
        assert_eq!(full_name(&"a".repeat(129)), Verdict::too_long(128));
        assert!(matches!(
            full_name(&format!("{} ", "a".repeat(127))),
            Verdict::Invalid(..)
        ));
    }
}
