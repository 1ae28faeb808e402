//! Types and labels of fields.

use crate::DetectedType;
use crate::candidates::candidate::{Candidate, Source};
use crate::raster::rules::Rules;
use crate::rect::Rect;
use crate::text::keywords::type_from_label;
use crate::text::page_text::PageText;

/// Height of a signature on an open line, in pixels.
const SIGNATURE_HEIGHT: i32 = 42;
/// Minimum length of a signature line after an "X", in pixels.
const MIN_CROSSED_WIDTH: i32 = 120;
/// Texts at most this much farther away than the nearest also count as labels.
const MAX_EXTRA_DISTANCE: f64 = 14.0;
/// Maximum distance between the cells of a column, in pixels.
const MAX_ROW_DISTANCE: i32 = 8;

/// Returns type and label of a candidate. `top` is the first cell of its column.
pub(crate) fn type_and_label(
    text: &PageText,
    candidate: &Candidate,
    top: &Candidate,
) -> (DetectedType, Option<String>) {
    let open =
        !(candidate.has_top_border && candidate.has_left_border && candidate.has_right_border)
            && candidate.source != Source::UnderCaption;
    let labels = text.labels(candidate.rect, open);
    let by_words = |words: Option<&str>| {
        words.map_or(DetectedType::Text, |words| {
            type_from_label(words, candidate.width(), candidate.height())
        })
    };
    let field_type = match candidate.source {
        Source::Box(_) | Source::Oval(_) => DetectedType::Checkmark,
        Source::Circle(_) => DetectedType::Radio,
        Source::EmptyCell if is_small_box(candidate) => DetectedType::Checkmark,
        Source::Comb(_) => DetectedType::Text,
        Source::TypedDate => DetectedType::Date,
        Source::TypedSignature => DetectedType::Signature,
        // An open line with only an "X" before it is a signature line.
        _ if open && has_only_cross(&labels) && candidate.width() >= MIN_CROSSED_WIDTH => {
            DetectedType::Signature
        }
        _ => by_labels(&labels, &by_words),
    };
    let label = labels.into_iter().next().map(|(_, words)| words);
    let bare = matches!(
        candidate.source,
        Source::EmptyCell | Source::LowestLine { .. } | Source::Shaded
    );
    if field_type == DetectedType::Text && bare && candidate.height() < 60 {
        let header = text.header(top.rect);
        if by_words(header.as_deref()) == DetectedType::Date {
            return (DetectedType::Date, label.or(header));
        }
    }
    (field_type, label)
}

/// Type given by the nearest label. If it gives none (such as the "X" of a signature line), labels nearly as close on
/// other sides decide.
fn by_labels(
    labels: &[(f64, String)],
    by_words: &dyn Fn(Option<&str>) -> DetectedType,
) -> DetectedType {
    let named = labels.iter().find(|(_, words)| !is_cross(words));
    let nearest = named.map_or(0.0, |(distance, _)| *distance);
    let close = labels
        .iter()
        .filter(|(distance, _)| *distance <= nearest + MAX_EXTRA_DISTANCE);
    close
        .map(|(_, words)| by_words(Some(words)))
        .find(|kind| *kind != DetectedType::Text)
        .unwrap_or(DetectedType::Text)
}

/// Whether an "X" is the only text around a candidate.
fn has_only_cross(labels: &[(f64, String)]) -> bool {
    let is_letter = |words: &str| matches!(words.trim(), "x" | "X" | "X:" | "✗" | "✕");
    labels.iter().all(|(_, words)| is_cross(words))
        && labels.iter().any(|(_, words)| is_letter(words))
}

/// Whether a text is a cross or arrow. It marks where to write, but not what.
fn is_cross(words: &str) -> bool {
    let words = words.trim();
    matches!(words, "x" | "X" | "X:" | "×") || !words.chars().any(char::is_alphanumeric)
}

/// Index of the first cell in the column of each candidate. The candidates are sorted from top to bottom.
pub(crate) fn column_tops(candidates: &[(&Candidate, f32)]) -> Vec<usize> {
    let mut tops: Vec<usize> = Vec::with_capacity(candidates.len());
    for (i, (candidate, _)) in candidates.iter().enumerate() {
        let above = candidates.iter().take(i).rposition(|(other, _)| {
            (other.rect.x0 - candidate.rect.x0).abs() <= 4
                && (other.rect.x1 - candidate.rect.x1).abs() <= 4
                && (-3..=MAX_ROW_DISTANCE).contains(&(candidate.rect.y0 - other.rect.y1))
        });
        tops.push(
            above
                .and_then(|above| tops.get(above).copied())
                .unwrap_or(i),
        );
    }
    tops
}

/// Raises a signature line to the height of a signature, as far as the area above is blank.
pub(crate) fn grow_signature(rules: &Rules, candidate: &Candidate) -> Candidate {
    let closed = candidate.source == Source::EmptyCell || candidate.source == Source::Shaded;
    let mut y0 = candidate.rect.y0;
    let x = (candidate.rect.x0 + 4, candidate.rect.x1 - 4);
    while !closed
        && candidate.rect.y1 - y0 < SIGNATURE_HEIGHT
        && y0 > 1
        && !rules.dark.any_in_row(x, y0 - 1)
        && !rules.dark.any_in_row(x, y0 - 2)
    {
        y0 -= 1;
    }
    Candidate {
        rect: Rect {
            y0,
            ..candidate.rect
        },
        ..*candidate
    }
}

/// The specification's small box: a closed box whose shorter side is more than 0.75 of the longer, and that is
/// narrower than 4 % of the page's width. A cell of a longer rule does not count.
fn is_small_box(candidate: &Candidate) -> bool {
    let (w, h) = (candidate.width(), candidate.height());
    let alike = 4 * w.min(h) > 3 * w.max(h);
    alike
        && w.max(h) < 40
        && candidate.has_left_border
        && candidate.has_right_border
        && candidate.rule_length < w + 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_before_a_line_does_not_hide_its_label() {
        let by_words = |words: Option<&str>| type_from_label(words.unwrap_or_default(), 200, 24);
        let labels = |words: [&str; 2]| [(1.0, words[0].to_owned()), (26.0, words[1].to_owned())];
        let signed = by_labels(&labels(["X", "Signature of the tenant"]), &by_words);
        assert_eq!(signed, DetectedType::Signature);
        let named = by_labels(&labels(["Name", "Signature of the tenant"]), &by_words);
        assert_eq!(named, DetectedType::Text);
    }
}
