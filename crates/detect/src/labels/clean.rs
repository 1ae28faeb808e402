//! Cleans label text: removes numbering, leaders and colons, and shortens it.

/// Maximum length of a label, in characters.
const MAX_LENGTH: usize = 120;
/// If the text to the end of a sentence is at least this long, in characters, the rest is dropped.
const MIN_SENTENCE: usize = 24;
/// Texts at least this long, in characters, are not extended by further lines.
const SHORT_TEXT: usize = 60;
/// Symbols removed before and after a label.
const SYMBOLS: [char; 32] = [
    ':', '：', '_', '.', '…', '·', '*', '▶', '►', '▸', '→', '➔', '▼', '▲', '◄', '•', '|', '$', '€',
    '£', '-', '–', '—', '=', ',', ';', '☐', '□', '○', '◯', '☑', '❑',
];

/// Whether a text can be a label: it has at least two letters, or one of an East Asian script, and is not a number.
pub(super) fn has_words(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (mut count, mut ideograph) = (0, false);
    for letter in letters.take(8) {
        count += 1;
        ideograph |= letter >= '\u{2e80}';
    }
    (count >= 2 || ideograph) && !is_number(text.trim())
}

pub(super) fn is_short(text: &str) -> bool {
    text.chars().count() < SHORT_TEXT
}

/// Whether a text continues the previous line.
pub(super) fn continues_previous_line(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    let is_numbered = text.split_whitespace().next().is_some_and(is_number);
    first.is_some_and(|c| c.is_lowercase() || c == '(') && !is_numbered
}

/// Whether a text continues on the next line: it ends with a comma or a short lower-case word.
pub(super) fn continues_on_next_line(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let is_small = last.chars().count() <= 3 && last.chars().all(char::is_lowercase);
    is_short(text) && (is_small || text.ends_with(','))
}

/// Removes numbering and symbols, and shortens the text.
pub(super) fn cleaned(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = text.as_str();
    loop {
        let bare = rest.trim_start_matches(|c: char| {
            c.is_whitespace() || SYMBOLS.contains(&c) || c == ')' || c == ']'
        });
        let number = bare
            .split_whitespace()
            .next()
            .filter(|word| is_number(word));
        let after = number.map(|word| bare.get(word.len()..).unwrap_or_default());
        match after.filter(|after| has_words(after)) {
            Some(after) => rest = after,
            None if bare.len() == rest.len() => break,
            None => rest = bare,
        }
    }
    let mut words: Vec<&str> = rest.split(' ').collect();
    // A line number at the end belongs to the field after it.
    while words.len() > 1 && words.last().is_some_and(|word| is_line_number(word)) {
        words.pop();
    }
    let text = words.join(" ");
    let text =
        text.trim_end_matches(|c: char| c.is_whitespace() || SYMBOLS.contains(&c) && c != '…');
    balanced(shortened(text))
}

/// Whether a word is a number of a list or line: "1", "1a", "12.", "a.", "(b)", "1.a.", "iv)".
fn is_number(word: &str) -> bool {
    let core = word.trim_matches(|c: char| matches!(c, '.' | ')' | '(' | ':' | ']' | '['));
    // 401(k) is a name, not a number.
    if core.contains('(') && core.starts_with(|c: char| c.is_ascii_digit()) && core.len() > 4 {
        return false;
    }
    let marked = core.len() < word.len();
    let digits = core.chars().take_while(char::is_ascii_digit).count();
    let after: &str = core.get(digits..).unwrap_or_default();
    let after = after.trim_start_matches(['.', '-', '(']);
    let letter = after.chars().count() <= 1 && after.chars().all(|c| c.is_ascii_alphabetic());
    let roman = marked
        && !core.is_empty()
        && core.len() <= 4
        && core.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    (digits > 0 && digits <= 3 && letter)
        || (digits == 0 && marked && letter && !core.is_empty())
        || roman
}

/// Whether the last word is a line number with a letter ("7b") or consists of symbols.
fn is_line_number(word: &str) -> bool {
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    let after = word.get(digits..).unwrap_or_default();
    (1..=3).contains(&digits)
        && after.len() <= 1
        && after.chars().all(|c| c.is_ascii_lowercase())
        && !after.is_empty()
        || word.chars().all(|c| SYMBOLS.contains(&c))
}

/// Cuts the text after its first sentence or at the maximum length.
fn shortened(text: &str) -> &str {
    let ends = text
        .match_indices(['.', '?', '!', '。', '？'])
        .map(|(at, sign)| (at, at + sign.len()));
    let sentence = ends
        .filter(|(_, end)| text[..*end].chars().count() >= MIN_SENTENCE)
        .find(|(_, end)| {
            let mut after = text[*end..].chars();
            after.next().is_some_and(char::is_whitespace)
                && after.next().is_some_and(char::is_uppercase)
        });
    let text = match sentence {
        Some((at, end)) if text[at..end].starts_with('?') => &text[..end],
        Some((at, _)) => &text[..at],
        None => text,
    };
    let Some((end, _)) = text.char_indices().nth(MAX_LENGTH) else {
        return text;
    };
    let cut = &text[..end];
    cut.rfind(' ')
        .filter(|at| 2 * at > end)
        .map_or(cut, |at| &cut[..at])
}

/// Closes an unclosed parenthesis and removes unmatched closing ones at the end.
fn balanced(text: &str) -> String {
    let text = text.trim_end_matches(|c: char| c == '(' || c == '[' || c.is_whitespace());
    let count = |sign: char| text.matches(sign).count();
    match count('(').cmp(&count(')')) {
        std::cmp::Ordering::Greater => format!("{text})"),
        std::cmp::Ordering::Less => text.trim_end_matches(')').to_owned(),
        std::cmp::Ordering::Equal => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_and_symbols_are_removed() {
        let table = [
            ("1a Wages, salaries:", "Wages, salaries"),
            ("(b) Name ____", "Name"),
            ("1.a. Family Name (Last Name)", "Family Name (Last Name)"),
            ("► Date of birth", "Date of birth"),
            ("401(k) plan", "401(k) plan"),
            ("A grant", "A grant"),
            ("Total income 7b", "Total income"),
            ("(print", "(print)"),
            ("12", "12"),
            ("姓名：", "姓名"),
        ];
        for (words, label) in table {
            assert_eq!(cleaned(words), label);
        }
        let long = format!(
            "This is what you enter here. {}",
            "And more words ".repeat(20)
        );
        assert_eq!(cleaned(&long), "This is what you enter here");
        assert!(cleaned(&"word ".repeat(100)).chars().count() <= MAX_LENGTH);
    }

    #[test]
    fn numbers_are_no_labels() {
        for nothing in ["", "1a", "12.", "$", "(b)", "___", "X"] {
            assert!(!has_words(nothing), "{nothing}");
        }
        for words in ["No", "名", "ZIP"] {
            assert!(has_words(words), "{words}");
        }
    }
}
