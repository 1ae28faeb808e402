//! Result type of the matchers, and shared helpers.

use crate::TextFindingCode;

/// Result of a matcher. `Incomplete` guarantees that the text can be extended to a valid one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Valid,
    Incomplete(TextFindingCode),
    /// Byte index of the first character that is wrong.
    Invalid(TextFindingCode, usize),
}

impl Verdict {
    pub(crate) const TOO_SHORT: Self = Self::Incomplete(TextFindingCode::TooShort);

    pub(crate) fn is_valid(self) -> bool {
        self == Self::Valid
    }

    pub(crate) fn wrong_character(at: usize) -> Self {
        Self::Invalid(TextFindingCode::WrongCharacter, at)
    }

    pub(crate) fn wrong_form(at: usize) -> Self {
        Self::Invalid(TextFindingCode::WrongForm, at)
    }

    pub(crate) fn too_long(at: usize) -> Self {
        Self::Invalid(TextFindingCode::TooLong, at)
    }

    /// The same result for a text that starts `offset` bytes later.
    pub(crate) fn shifted(self, offset: usize) -> Self {
        match self {
            Self::Invalid(code, at) => Self::Invalid(code, at.saturating_add(offset)),
            other => other,
        }
    }
}

/// Converts a byte index to UTF-16 code units.
pub(crate) fn utf16_index(value: &str, at: usize) -> u32 {
    let units: usize = value
        .char_indices()
        .take_while(|(i, _)| *i < at)
        .map(|(_, c)| c.len_utf16())
        .sum();
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// True for a letter of any script. Alphabetic number signs (Roman numerals, circled letters) do
/// not count.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_alphabetic()
        && !c.is_numeric()
        && !matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
}

/// True for a combining mark, so that decomposed accented letters are accepted.
pub(crate) fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{3099}' | '\u{309a}')
        || matches!(c, '\u{94d}' | '\u{9cd}' | '\u{e38}'..='\u{e4e}')
}
