//! Whether a list box shows its options and the one that is chosen: some of its lines, as they follow each other
//! (ISO 32000-2, 12.7.5.4; `/TI` says which is the first).

use countersign_pdf::{Document, Object, PdfString};

use crate::choices::Choice;
use crate::shown_text::Shown;

/// Options that are looked at; longer lists are not told.
const MAX_OPTIONS: usize = 2_000;

/// True when the look of a list shows what is no run of its options, or a run without the one that is chosen.
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
    // Lines that run from right to left are drawn in another order than they are read.
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

/// The lines from `first` on that make up all the letters.
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

/// `None` where there are too many, or one that is no option.
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

/// Letters as far as two ways of writing can be compared: without white space.
pub(crate) fn letters_of(text: &str, whole: bool) -> Vec<char> {
    let kept = |it: &char| !it.is_whitespace() && !it.is_control() && (whole || it.is_ascii());
    text.chars().filter(kept).collect()
}

/// True for letters that run from right to left, or are forms of such.
pub(crate) fn is_turned(letter: &char) -> bool {
    ('\u{590}'..'\u{900}').contains(letter) || *letter >= '\u{fb1d}'
}
