//! Labels that repeat on a page are told apart.

use super::Labeller;
use crate::sorting::sort_by_rank;

/// Characters of what is put before a label.
const CONTEXT: usize = 72;

/// The labels with no two the same: with the words of row, column or section where these tell all that are the same
/// apart, and else numbered.
pub(super) fn made(found: Vec<Option<String>>, labeller: &Labeller<'_>) -> Vec<Option<String>> {
    let mut labels = found;
    for context in [Labeller::row, Labeller::column, Labeller::section] {
        for same in repeated(&labels) {
            let named: Vec<Option<String>> = same
                .iter()
                .map(|index| {
                    let label = labels.get(*index)?.as_deref()?;
                    let words = context(labeller, *index, label)?;
                    (!contains(label, &words)).then(|| before(&words, label))
                })
                .collect();
            // Where the words are the same for all they say nothing.
            let first = named.first().cloned().flatten();
            if named.iter().all(|name| *name == first) {
                continue;
            }
            for (index, name) in same.into_iter().zip(named) {
                if let (Some(label), Some(name)) = (labels.get_mut(index), name) {
                    *label = Some(name);
                }
            }
        }
    }
    number(&mut labels);
    labels
}

/// The places of each label that several fields have.
fn repeated(labels: &[Option<String>]) -> Vec<Vec<usize>> {
    let mut lower: Vec<(usize, String)> = (labels.iter().enumerate())
        .filter_map(|(place, label)| Some((place, label.as_ref()?.to_lowercase())))
        .collect();
    // Sorted by a number of theirs, the same ones lie beside each other.
    sort_by_rank(&mut lower, |(_, label)| [mixed(label), 0, 0, 0]);
    let mut same: Vec<Vec<usize>> = (lower.chunk_by(|a, b| a.1 == b.1))
        .filter(|labels| labels.len() > 1)
        .map(|labels| labels.iter().map(|(place, _)| *place).collect())
        .collect();
    sort_by_rank(&mut same, |places| {
        [places.first().map_or(0, |first| *first as i32), 0, 0, 0]
    });
    same
}

/// A number of a text: the same of the same text, and hardly ever of another.
fn mixed(text: &str) -> i32 {
    text.bytes().fold(0, |sum: i32, byte| {
        sum.wrapping_mul(31).wrapping_add(i32::from(byte))
    })
}

fn contains(label: &str, words: &str) -> bool {
    label.to_lowercase().contains(&words.to_lowercase())
}

fn before(words: &str, label: &str) -> String {
    let words: &str = match words.char_indices().nth(CONTEXT) {
        Some((end, _)) => {
            let cut = &words[..end];
            cut.rfind(' ').map_or(cut, |at| &cut[..at])
        }
        None => words,
    };
    let room = 118_usize.saturating_sub(words.chars().count());
    let label: String = label.chars().take(room).collect();
    let sign = if words.ends_with(['?', '？', '!']) {
        ""
    } else {
        ":"
    };
    format!("{words}{sign} {}", label.trim_end())
}

/// Numbers what is still the same, from the second on.
fn number(labels: &mut [Option<String>]) {
    for same in repeated(labels) {
        for (number, index) in (1..).zip(same).skip(1) {
            if let Some(Some(label)) = labels.get_mut(index) {
                let end = label
                    .char_indices()
                    .nth(112)
                    .map_or(label.len(), |(at, _)| at);
                label.truncate(end);
                label.push_str(&format!(" ({number})"));
            }
        }
    }
}
