//! Selects fields from the scored candidates: threshold, non-maximum suppression (combs rank before their boxes),
//! field types, radio groups and labels.

use crate::candidates::candidate::Candidate;
use crate::labels::labels_in_pixels;
use crate::model::FIELD_THRESHOLD;
use crate::output::field_types::{column_tops, grow_signature, type_and_label};
use crate::raster::PageRaster;
use crate::rect::Rect;
use crate::sorting::{ordered, sort_by_rank};
use crate::text::page_text::PageText;
use crate::{DetectedField, DetectedRect, DetectedType};

/// Minimum score of a checkbox, circle or oval. It is higher because letters and dots look similar.
const MARK_THRESHOLD: f32 = 0.5;
/// Minimum side of a field, in pixels (document 2 §5.4 of the specification).
const MIN_FIELD_SIDE: i32 = 10;
/// Minimum height of two lines of text, in pixels.
const MIN_MULTILINE_HEIGHT: i32 = 44;
/// Maximum number of fields on a page.
const MAX_FIELDS: usize = 2_000;

/// Returns the fields, sorted from top to bottom, then from left to right.
pub(crate) fn select_fields(
    page: PageRaster<'_>,
    text: &PageText,
    candidates: &[Candidate],
    scores: &[f32],
) -> Vec<DetectedField> {
    let mut chosen = suppress_non_maxima(candidates, scores);
    sort_by_rank(&mut chosen, |(candidate, _)| {
        [
            candidate.rect.y0,
            candidate.rect.x0,
            candidate.rect.y1,
            candidate.rect.x1,
        ]
    });
    let tops = column_tops(&chosen);
    let tops = tops.iter().filter_map(|top| chosen.get(*top));
    let mut fields: Vec<DetectedField> = chosen
        .iter()
        .zip(tops)
        .map(|(found, (top, _))| field(page, text, *found, top))
        .collect();
    group_radios(&chosen, &mut fields);
    set_labels(text, &chosen, &mut fields);
    fields
}

/// Sets each field's label.
fn set_labels(text: &PageText, chosen: &[(&Candidate, f32)], fields: &mut [DetectedField]) {
    if text.runs.is_empty() {
        return;
    }
    let is_mark = |kind| matches!(kind, DetectedType::Checkmark | DetectedType::Radio);
    let candidates: Vec<_> = chosen
        .iter()
        .zip(fields.iter())
        .map(|((candidate, _), field)| (candidate.rect, is_mark(field.field_type)))
        .collect();
    for (field, label) in fields
        .iter_mut()
        .zip(labels_in_pixels(&text.runs, &candidates))
    {
        field.label = label;
    }
}

/// Non-maximum suppression: of the candidates above the threshold, keeps the best of those that overlap.
fn suppress_non_maxima<'a>(
    candidates: &'a [Candidate],
    scores: &[f32],
) -> Vec<(&'a Candidate, f32)> {
    // The bonus ranks a comb before the boxes it is made of.
    let rank = |(candidate, score): &(&Candidate, f32)| {
        score + if candidate.source.is_comb() { 0.2 } else { 0.0 }
    };
    let large = |candidate: &Candidate| {
        candidate.width() >= MIN_FIELD_SIDE && candidate.height() >= MIN_FIELD_SIDE
    };
    let all = candidates.iter().zip(scores.iter().copied());
    let mut likely: Vec<_> = all
        .filter(|(candidate, score)| *score >= threshold(candidate) && large(candidate))
        .collect();
    sort_by_rank(&mut likely, |one| [!ordered(rank(one)), 0, 0, 0]);
    let mut chosen: Vec<(&Candidate, f32)> = Vec::new();
    for (candidate, score) in likely {
        if chosen
            .iter()
            .all(|(other, _)| overlap(candidate, other) <= 0.35)
        {
            chosen.push((candidate, score));
        }
        if chosen.len() >= MAX_FIELDS {
            break;
        }
    }
    chosen
}

/// Minimum score for a candidate to become a field.
fn threshold(candidate: &Candidate) -> f32 {
    if candidate.source.is_mark() {
        MARK_THRESHOLD
    } else {
        FIELD_THRESHOLD
    }
}

/// Groups radio buttons that are close to each other.
fn group_radios(chosen: &[(&Candidate, f32)], fields: &mut [DetectedField]) {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for ((candidate, _), field) in chosen.iter().zip(fields) {
        if field.field_type != DetectedType::Radio {
            continue;
        }
        let near = |last: &(i32, i32)| {
            (candidate.rect.y0 - last.1).abs() <= 40
                && ((candidate.rect.x0 - last.0).abs() <= 8
                    || (candidate.rect.y0 - last.1).abs() <= 8)
        };
        let number = match groups.iter().rposition(near) {
            Some(i) => i,
            None => {
                groups.push((0, 0));
                groups.len() - 1
            }
        };
        if let Some(group) = groups.get_mut(number) {
            *group = (candidate.rect.x0, candidate.rect.y0);
        }
        field.group = Some(format!("group-{}", number + 1));
    }
}

/// Intersection area divided by the area of the smaller rectangle.
fn overlap(a: &Candidate, b: &Candidate) -> f32 {
    let smaller = a.area().min(b.area()).max(1);
    a.rect.common_area(b.rect) as f32 / smaller as f32
}

fn field(
    page: PageRaster<'_>,
    text: &PageText,
    (candidate, score): (&Candidate, f32),
    top: &Candidate,
) -> DetectedField {
    let comb = candidate.source.comb();
    let (field_type, label) = type_and_label(text, candidate, top);
    let candidate = if field_type == DetectedType::Signature {
        grow_signature(page.image.rules, candidate)
    } else {
        *candidate
    };
    DetectedField {
        field_type,
        rect: in_percent(candidate.rect_on_raster(page.skew), page),
        comb: comb.is_some(),
        comb_count: comb.map_or(0, |comb| comb.cells.unsigned_abs()),
        multiline: field_type == DetectedType::Text
            && comb.is_none()
            && candidate.height() >= MIN_MULTILINE_HEIGHT,
        group: None,
        label,
        confidence: (f64::from(score) * 100.0).round() / 100.0,
    }
}

fn in_percent(rect: Rect, page: PageRaster<'_>) -> DetectedRect {
    let percent =
        |value: i32, whole: i32| (f64::from(value) / f64::from(whole.max(1)) * 1e6).round() / 1e4;
    DetectedRect {
        x: percent(rect.x0, page.image.width),
        y: percent(rect.y0, page.height),
        width: percent(rect.width(), page.image.width),
        height: percent(rect.height(), page.height),
    }
}
