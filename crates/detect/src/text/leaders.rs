//! Leader dots and runs of underscores in a text. They are not words: leaders point to a field, underscores draw it.

/// Kind of a piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Words.
    Words(String),
    /// Leader dots.
    LeaderDots,
    /// A run of underscores: a writing line.
    Underscores,
}

/// Splits a text into pieces with their character ranges.
pub(crate) fn pieces(text: &str) -> Vec<(usize, usize, Piece)> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < chars.len() {
        let run = leader_run(chars.get(at..).unwrap_or_default());
        if let Some((length, filler)) = run {
            add_words(&chars, (start, at), &mut found);
            found.push((at, at + length, filler));
            at += length;
            start = at;
        } else {
            at += 1;
        }
    }
    add_words(&chars, (start, chars.len()), &mut found);
    found
}

fn add_words(chars: &[char], (from, to): (usize, usize), into: &mut Vec<(usize, usize, Piece)>) {
    let words: String = chars.get(from..to).unwrap_or_default().iter().collect();
    if !words.trim().is_empty() {
        into.push((from, to, Piece::Words(words.trim().to_owned())));
    }
}

/// Length and kind of a run of at least three dots or underscores, spaces between them included.
fn leader_run(chars: &[char]) -> Option<(usize, Piece)> {
    let is_dot = |c: &char| matches!(c, '.' | '…' | '\u{2024}' | '·');
    let filler = |c: &&char| is_dot(c) || **c == '_' || c.is_whitespace();
    let length = chars.iter().take_while(filler).count();
    let run = chars.get(..length).unwrap_or_default();
    let dots = run.iter().filter(|c| is_dot(c)).count();
    let lines = run.iter().filter(|c| **c == '_').count();
    let piece = if lines > 0 {
        Piece::Underscores
    } else {
        Piece::LeaderDots
    };
    (dots + lines >= 3).then_some((length, piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_and_underscores_are_not_words() {
        let words = |words: &str| Piece::Words(words.to_owned());
        let name = [
            (0, 4, words("Name")),
            (4, 12, Piece::Underscores),
            (12, 16, words("Date")),
        ];
        assert_eq!(pieces("Name ______ Date"), name);
        let total = [
            (0, 5, words("Total")),
            (5, 16, Piece::LeaderDots),
            (16, 17, words("7")),
        ];
        assert_eq!(pieces("Total . . . . . 7"), total);
        assert_eq!(pieces("See Pub. 501."), [(0, 13, words("See Pub. 501."))]);
        assert_eq!(pieces(""), []);
    }
}
