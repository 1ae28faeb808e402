//! Fields drawn with characters: `__/__/____`, `(___) ___-____`, `[ ]`, `( )`, `☐`.
//!
//! On the raster they are fragments or look like letters; the text identifies them.

/// Kind of a typed field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    /// Three groups of underscores separated by slashes or dots.
    Date,
    /// Groups of underscores separated by hyphens or parentheses, such as a telephone number.
    Groups,
    /// A checkbox between square brackets.
    Box,
    /// A radio button between parentheses.
    Circle,
    /// A box character.
    BoxSign,
    /// A circle character.
    CircleSign,
}

/// Maximum number of spaces and underscores between brackets.
const WIDEST: usize = 4;

/// Finds typed fields in a text, with their character ranges.
pub(crate) fn blanks(text: &str) -> Vec<(usize, usize, Blank)> {
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
        match blank(rest) {
            Some((length, blank)) => {
                found.push((at, at + length, blank));
                at += length;
            }
            None => {
                // Skips the rest of a run of underscores; no field begins inside it.
                let run = rest.iter().take_while(|c| **c == '_').count();
                at += run.max(1);
            }
        }
    }
    found
}

fn blank(chars: &[char]) -> Option<(usize, Blank)> {
    match chars.first()? {
        '☐' | '□' | '❑' | '❏' | '▢' => Some((1, Blank::BoxSign)),
        '○' | '◯' | '❍' => Some((1, Blank::CircleSign)),
        '[' => between(chars, ']').map(|length| (length, Blank::Box)),
        '(' => telephone(chars)
            .map(|length| (length, Blank::Groups))
            .or_else(|| between(chars, ')').map(|length| (length, Blank::Circle))),
        '_' => groups(chars),
        _ => None,
    }
}

/// Length of a pair of brackets with only spaces or underscores between them.
fn between(chars: &[char], close: char) -> Option<usize> {
    let room = chars
        .iter()
        .skip(1)
        .take_while(|c| **c == '_' || c.is_whitespace())
        .count();
    let closed = chars.get(room + 1) == Some(&close);
    (closed && (1..=WIDEST).contains(&room)).then_some(room + 2)
}

fn run(chars: &[char], from: usize) -> usize {
    chars.iter().skip(from).take_while(|c| **c == '_').count()
}

fn room(chars: &[char], from: usize) -> usize {
    chars
        .iter()
        .skip(from)
        .take_while(|c| c.is_whitespace())
        .count()
}

/// Matches three groups of underscores, the first of up to eight and the others of up to ten, with the same separator
/// between them.
fn groups(chars: &[char]) -> Option<(usize, Blank)> {
    let mut at = run(chars, 0);
    let mut sign = None;
    for _ in 0..2 {
        let mark = at + room(chars, at);
        let found = chars
            .get(mark)
            .copied()
            .filter(|c| matches!(c, '/' | '.' | '-' | '–'))?;
        if sign.is_some_and(|sign| sign != found) {
            return None;
        }
        sign = Some(found);
        let mut next = mark + 1 + room(chars, mark + 1);
        // The century of a year may be printed.
        next += chars
            .iter()
            .skip(next)
            .take(2)
            .take_while(|c| c.is_ascii_digit())
            .count();
        let length = run(chars, next);
        if length == 0 || length > 10 {
            return None;
        }
        at = next + length;
    }
    let first = run(chars, 0);
    let blank = match sign {
        Some('/' | '.') => Blank::Date,
        _ => Blank::Groups,
    };
    (first <= 8).then_some((at, blank))
}

/// Matches `(___) ___-____` and returns its length.
fn telephone(chars: &[char]) -> Option<usize> {
    let area = run(chars, 1);
    let close = chars.get(area + 1) == Some(&')');
    let first = area + 2 + room(chars, area + 2);
    let middle = run(chars, first);
    let mark = first + middle + room(chars, first + middle);
    let last = mark + 1 + room(chars, mark + 1);
    let is_marked = matches!(chars.get(mark), Some('-' | '–' | ' '));
    (close && area >= 2 && middle >= 2 && is_marked && run(chars, last) >= 2)
        .then(|| last + run(chars, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text, and its typed fields: first and last character, and kind.
    type Case = (&'static str, &'static [(usize, usize, Blank)]);

    #[test]
    fn blanks_are_found_for_what_they_are() {
        let table: [Case; 12] = [
            ("Date: __/__/____", &[(6, 16, Blank::Date)]),
            ("__ / __ / ____", &[(0, 14, Blank::Date)]),
            ("__.__.20__ ok", &[(0, 10, Blank::Date)]),
            ("SSN ___-__-____", &[(4, 15, Blank::Groups)]),
            ("(___) ___-____", &[(0, 14, Blank::Groups)]),
            (
                "[ ] Yes [  ] No",
                &[(0, 3, Blank::Box), (8, 12, Blank::Box)],
            ),
            ("( ) Monthly", &[(0, 3, Blank::Circle)]),
            (
                "☐ A ○ B",
                &[(0, 1, Blank::BoxSign), (4, 5, Blank::CircleSign)],
            ),
            ("Name ______ Date ____", &[]),
            ("a(b) [1] ()", &[]),
            ("____ / ____", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(blanks(text), expected, "{text}");
        }
    }
}
