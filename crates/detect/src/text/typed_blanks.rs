//! Fields drawn with characters: `__/__/____`, `(___) ___-____`, `[ ]`, `( )`, `☐`.
//!
//! On the raster they are fragments or look like letters; the text identifies them.

/// Kind of a typed field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypedBlank {
    /// Three groups of underscores separated by slashes or dots.
    Date,
    /// Groups of underscores separated by hyphens or parentheses, such as a telephone number.
    DigitGroups,
    /// A checkbox between square brackets.
    Brackets,
    /// A radio button between parentheses.
    Parentheses,
    /// A box character.
    BoxCharacter,
    /// A circle character.
    CircleCharacter,
}

/// Maximum number of spaces and underscores between brackets.
const MAX_BRACKETED: usize = 4;

/// Finds typed fields in a text, with their character ranges.
pub(crate) fn typed_blanks(text: &str) -> Vec<(usize, usize, TypedBlank)> {
    let has_any = |c: char| {
        matches!(
            c,
            '_' | '[' | '(' | '☐' | '□' | '❑' | '❏' | '▢' | '○' | '◯' | '❍'
        )
    };
    if !text.contains(has_any) {
        return Vec::new();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = chars.get(at..).filter(|rest| !rest.is_empty()) {
        match typed_blank(rest) {
            Some((length, typed_blank)) => {
                found.push((at, at + length, typed_blank));
                at += length;
            }
            None => {
                // Skips the rest of a run of underscores; no field begins inside it.
                let underscores = rest.iter().take_while(|c| **c == '_').count();
                at += underscores.max(1);
            }
        }
    }
    found
}

fn typed_blank(chars: &[char]) -> Option<(usize, TypedBlank)> {
    match chars.first()? {
        '☐' | '□' | '❑' | '❏' | '▢' => Some((1, TypedBlank::BoxCharacter)),
        '○' | '◯' | '❍' => Some((1, TypedBlank::CircleCharacter)),
        '[' => bracketed(chars, ']').map(|length| (length, TypedBlank::Brackets)),
        '(' => telephone(chars)
            .map(|length| (length, TypedBlank::DigitGroups))
            .or_else(|| bracketed(chars, ')').map(|length| (length, TypedBlank::Parentheses))),
        '_' => digit_groups(chars),
        _ => None,
    }
}

/// Length of a pair of brackets with only spaces or underscores between them.
fn bracketed(chars: &[char], close: char) -> Option<usize> {
    let spaces = chars
        .iter()
        .skip(1)
        .take_while(|c| **c == '_' || c.is_whitespace())
        .count();
    let closed = chars.get(spaces + 1) == Some(&close);
    (closed && (1..=MAX_BRACKETED).contains(&spaces)).then_some(spaces + 2)
}

fn underscores(chars: &[char], from: usize) -> usize {
    chars.iter().skip(from).take_while(|c| **c == '_').count()
}

fn spaces(chars: &[char], from: usize) -> usize {
    chars
        .iter()
        .skip(from)
        .take_while(|c| c.is_whitespace())
        .count()
}

/// Matches three groups of underscores, the first of up to eight and the others of up to ten, with the same separator
/// between them.
fn digit_groups(chars: &[char]) -> Option<(usize, TypedBlank)> {
    let mut at = underscores(chars, 0);
    let mut separator = None;
    for _ in 0..2 {
        let mark = at + spaces(chars, at);
        let found = chars
            .get(mark)
            .copied()
            .filter(|c| matches!(c, '/' | '.' | '-' | '–'))?;
        if separator.is_some_and(|separator| separator != found) {
            return None;
        }
        separator = Some(found);
        let mut next = mark + 1 + spaces(chars, mark + 1);
        // The century of a year may be printed.
        next += chars
            .iter()
            .skip(next)
            .take(2)
            .take_while(|c| c.is_ascii_digit())
            .count();
        let length = underscores(chars, next);
        if length == 0 || length > 10 {
            return None;
        }
        at = next + length;
    }
    let first = underscores(chars, 0);
    let typed_blank = match separator {
        Some('/' | '.') => TypedBlank::Date,
        _ => TypedBlank::DigitGroups,
    };
    (first <= 8).then_some((at, typed_blank))
}

/// Matches `(___) ___-____` and returns its length.
fn telephone(chars: &[char]) -> Option<usize> {
    let area = underscores(chars, 1);
    let close = chars.get(area + 1) == Some(&')');
    let first = area + 2 + spaces(chars, area + 2);
    let middle = underscores(chars, first);
    let mark = first + middle + spaces(chars, first + middle);
    let last = mark + 1 + spaces(chars, mark + 1);
    let is_marked = matches!(chars.get(mark), Some('-' | '–' | ' '));
    (close && area >= 2 && middle >= 2 && is_marked && underscores(chars, last) >= 2)
        .then(|| last + underscores(chars, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text, and its typed fields: first and last character, and kind.
    type Case = (&'static str, &'static [(usize, usize, TypedBlank)]);

    #[test]
    fn typed_blanks_are_classified() {
        let table: [Case; 12] = [
            ("Date: __/__/____", &[(6, 16, TypedBlank::Date)]),
            ("__ / __ / ____", &[(0, 14, TypedBlank::Date)]),
            ("__.__.20__ ok", &[(0, 10, TypedBlank::Date)]),
            ("SSN ___-__-____", &[(4, 15, TypedBlank::DigitGroups)]),
            ("(___) ___-____", &[(0, 14, TypedBlank::DigitGroups)]),
            (
                "[ ] Yes [  ] No",
                &[(0, 3, TypedBlank::Brackets), (8, 12, TypedBlank::Brackets)],
            ),
            ("( ) Monthly", &[(0, 3, TypedBlank::Parentheses)]),
            (
                "☐ A ○ B",
                &[
                    (0, 1, TypedBlank::BoxCharacter),
                    (4, 5, TypedBlank::CircleCharacter),
                ],
            ),
            ("Name ______ Date ____", &[]),
            ("a(b) [1] ()", &[]),
            ("____ / ____", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(typed_blanks(text), expected, "{text}");
        }
    }
}
