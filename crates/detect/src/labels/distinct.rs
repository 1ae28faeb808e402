//! Distinguishes labels that occur more than once on a page.

use crate::labels::labeller::Labeller;
use crate::sorting::sort_by_rank;

/// Maximum length of the text put before a label, in characters.
const MAX_CONTEXT: usize = 72;

/// Makes all labels different: by the text of row, column or section where that distinguishes fields with the same
/// label, and else by numbers.
pub(super) fn make_distinct(
    found: Vec<Option<String>>,
    labeller: &Labeller<'_>,
) -> Vec<Option<String>> {
    let mut labels = found;
    for context in [Labeller::row, Labeller::column, Labeller::section] {
        for group in repeated(&labels) {
            let named: Vec<Option<String>> = group
                .iter()
                .map(|index| {
                    let label = labels.get(*index)?.as_deref()?;
                    let words = context(labeller, *index, label)?;
                    (!contains(label, &words)).then(|| prefixed(&words, label))
                })
                .collect();
            // If the text is the same for all of them, it does not distinguish them.
            let first = named.first().cloned().flatten();
            if named.iter().all(|name| *name == first) {
                continue;
            }
            for (index, name) in group.into_iter().zip(named) {
                if let (Some(label), Some(name)) = (labels.get_mut(index), name) {
                    *label = Some(name);
                }
            }
        }
    }
    number(&mut labels);
    labels
}

/// Groups of field indices that share a label, ignoring case.
fn repeated(labels: &[Option<String>]) -> Vec<Vec<usize>> {
    let mut lower: Vec<(usize, String)> = (labels.iter().enumerate())
        .filter_map(|(index, label)| Some((index, label.as_ref()?.to_lowercase())))
        .collect();
    // Sorting by hash puts equal labels next to each other.
    sort_by_rank(&mut lower, |(_, label)| [hash(label), 0, 0, 0]);
    let mut group: Vec<Vec<usize>> = (lower.chunk_by(|a, b| a.1 == b.1))
        .filter(|labels| labels.len() > 1)
        .map(|labels| labels.iter().map(|(index, _)| *index).collect())
        .collect();
    sort_by_rank(&mut group, |indices| {
        [indices.first().map_or(0, |first| *first as i32), 0, 0, 0]
    });
    group
}

/// Hash of a text.
fn hash(text: &str) -> i32 {
    text.bytes().fold(0, |sum: i32, byte| {
        sum.wrapping_mul(31).wrapping_add(i32::from(byte))
    })
}

fn contains(label: &str, words: &str) -> bool {
    label.to_lowercase().contains(&words.to_lowercase())
}

fn prefixed(words: &str, label: &str) -> String {
    let words: &str = match words.char_indices().nth(MAX_CONTEXT) {
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

/// Numbers labels that are still equal, from the second one on.
fn number(labels: &mut [Option<String>]) {
    for group in repeated(labels) {
        for (number, index) in (1..).zip(group).skip(1) {
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
