//! Checks whether a list box shows its options and the selected one: consecutive options, starting
//! at any of them (ISO 32000-2, 12.7.5.4; `/TI` is the index of the first visible one).

use countersign_pdf::{Document, Object, PdfString};

use crate::choices::Choice;
use crate::shown_text::Shown;

/// Maximum number of options checked; longer lists are not compared.
const MAX_OPTIONS: usize = 2_000;

/// True if the appearance shows text that is no run of consecutive options, or a run without the
/// selected one.
pub(crate) fn differs(
    document: &Document,
    shown: &Shown,
    options: &Object,
    value: &Object,
) -> bool {
    let Some(options) = lines(document, options) else {
        return false;
    };
    let letters = letters_of(&shown.text, shown.whole);
    let lines: Vec<Vec<char>> = options
        .iter()
        .map(|option| letters_of(&option.line, shown.whole))
        .collect();
    // Right-to-left lines are drawn in another order than they are read.
    if letters.iter().chain(lines.iter().flatten()).any(is_turned) {
        return false;
    }
    let chosen = value.as_string().map(PdfString::to_text);
    let is_chosen = |index: usize| {
        let option = options.get(index);
        option.is_some_and(|it| {
            chosen.as_ref() == Some(&it.export) || chosen.as_ref() == Some(&it.line)
        })
    };
    let is_shown = |run: std::ops::Range<usize>| chosen.is_none() || run.into_iter().any(is_chosen);
    if letters.is_empty() {
        return chosen.is_some_and(|it| !it.is_empty());
    }
    !(0..lines.len()).any(|first| run_from(&lines, first, &letters).is_some_and(is_shown))
}

/// The range of lines from `first` whose text equals `letters`.
fn run_from(lines: &[Vec<char>], first: usize, letters: &[char]) -> Option<std::ops::Range<usize>> {
    let mut rest = letters;
    for (index, line) in lines.iter().enumerate().skip(first) {
        if rest.is_empty() {
            return Some(first..index);
        }
        rest = rest.strip_prefix(line.as_slice())?;
    }
    rest.is_empty().then_some(first..lines.len())
}

/// The options; `None` if there are too many or one is invalid.
fn lines(document: &Document, options: &Object) -> Option<Vec<Choice>> {
    let options = options.as_array().unwrap_or_default();
    if options.len() > MAX_OPTIONS {
        return None;
    }
    options
        .iter()
        .map(|option| Choice::read(document, option))
        .collect()
}

/// The characters that are compared: no white space or control characters, and only ASCII if
/// `whole` is false.
pub(crate) fn letters_of(text: &str, whole: bool) -> Vec<char> {
    let is_compared =
        |it: &char| !it.is_whitespace() && !it.is_control() && (whole || it.is_ascii());
    text.chars().filter(is_compared).collect()
}

/// True for right-to-left characters and their presentation forms.
pub(crate) fn is_turned(letter: &char) -> bool {
    ('\u{590}'..'\u{900}').contains(letter) || *letter >= '\u{fb1d}'
}
