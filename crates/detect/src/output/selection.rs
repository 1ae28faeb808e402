//! Selects fields from the scored candidates: threshold, non-maximum suppression (combs rank before their boxes),
//! field types, radio groups and labels.

use crate::candidates::candidate::{Place, Source, on_raster};
use crate::labels::labels_of;
use crate::model::THRESHOLD;
use crate::output::field_types::{column_tops, grow_to_sign, type_and_label};
use crate::raster::PageRaster;
use crate::sorting::{ordered, sort_by_rank};
use crate::text::page_text::Words;
use crate::{DetectedField, DetectedRect, DetectedType};

/// Minimum score of a checkbox, circle or oval. It is higher because letters and dots look similar.
const MARK_THRESHOLD: f32 = 0.5;
/// Minimum side of a field, in pixels (document 2 §5.4 of the specification).
const MIN_SIDE: i32 = 10;
/// Minimum height of two lines of text, in pixels.
const TWO_LINES: i32 = 44;
/// Maximum number of fields on a page.
const MAX_FIELDS: usize = 2_000;

/// Returns the fields, sorted from top to bottom, then from left to right.
pub(crate) fn fields(
    page: PageRaster<'_>,
    words: &Words,
    places: &[Place],
    scores: &[f32],
) -> Vec<DetectedField> {
    let mut chosen = choose(places, scores);
    sort_by_rank(&mut chosen, |(place, _)| {
        [place.y0, place.x0, place.y1, place.x1]
    });
    let tops = column_tops(&chosen);
    let tops = tops.iter().filter_map(|top| chosen.get(*top));
    let mut fields: Vec<DetectedField> = chosen
        .iter()
        .zip(tops)
        .map(|(found, (top, _))| field(page, words, *found, top))
        .collect();
    group_radios(&chosen, &mut fields);
    name(words, &chosen, &mut fields);
    fields
}

/// Sets each field's label.
fn name(words: &Words, chosen: &[(&Place, f32)], fields: &mut [DetectedField]) {
    if words.items.is_empty() {
        return;
    }
    let is_mark = |kind| matches!(kind, DetectedType::Checkmark | DetectedType::Radio);
    let places: Vec<_> = chosen
        .iter()
        .zip(fields.iter())
        .map(|((place, _), field)| {
            let rect = (place.x0, place.y0, place.x1, place.y1);
            (rect, is_mark(field.field_type))
        })
        .collect();
    for (field, label) in fields.iter_mut().zip(labels_of(&words.items, &places)) {
        field.label = label;
    }
}

/// Non-maximum suppression: of the candidates above the threshold, keeps the best of those that overlap.
fn choose<'a>(places: &'a [Place], scores: &[f32]) -> Vec<(&'a Place, f32)> {
    // The bonus ranks a comb before the boxes it is made of.
    let rank = |(place, score): &(&Place, f32)| {
        score
            + if place.source == Source::Comb {
                0.2
            } else {
                0.0
            }
    };
    let large = |place: &Place| place.width() >= MIN_SIDE && place.height() >= MIN_SIDE;
    let all = places.iter().zip(scores.iter().copied());
    let mut likely: Vec<_> = all
        .filter(|(place, score)| *score >= threshold(place) && large(place))
        .collect();
    sort_by_rank(&mut likely, |one| [!ordered(rank(one)), 0, 0, 0]);
    let mut chosen: Vec<(&Place, f32)> = Vec::new();
    for (place, score) in likely {
        if chosen
            .iter()
            .all(|(other, _)| overlap(place, other) <= 0.35)
        {
            chosen.push((place, score));
        }
        if chosen.len() >= MAX_FIELDS {
            break;
        }
    }
    chosen
}

/// Minimum score for a candidate to become a field.
fn threshold(place: &Place) -> f32 {
    match place.source {
        Source::Box | Source::Circle | Source::Oval => MARK_THRESHOLD,
        _ => THRESHOLD,
    }
}

/// Groups radio buttons that are close to each other.
fn group_radios(chosen: &[(&Place, f32)], fields: &mut [DetectedField]) {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for ((place, _), field) in chosen.iter().zip(fields) {
        if field.field_type != DetectedType::Radio {
            continue;
        }
        let near = |last: &(i32, i32)| {
            (place.y0 - last.1).abs() <= 40
                && ((place.x0 - last.0).abs() <= 8 || (place.y0 - last.1).abs() <= 8)
        };
        let number = match groups.iter().rposition(near) {
            Some(i) => i,
            None => {
                groups.push((0, 0));
                groups.len() - 1
            }
        };
        if let Some(group) = groups.get_mut(number) {
            *group = (place.x0, place.y0);
        }
        field.group = Some(format!("group-{}", number + 1));
    }
}

/// Intersection area divided by the area of the smaller rectangle.
fn overlap(a: &Place, b: &Place) -> f32 {
    let w = (a.x1.min(b.x1) - a.x0.max(b.x0)).max(0);
    let h = (a.y1.min(b.y1) - a.y0.max(b.y0)).max(0);
    let smaller = a.area().min(b.area()).max(1);
    (w * h) as f32 / smaller as f32
}

fn field(
    page: PageRaster<'_>,
    words: &Words,
    (place, score): (&Place, f32),
    top: &Place,
) -> DetectedField {
    let comb = place.source == Source::Comb;
    let (field_type, label) = type_and_label(words, place, top);
    let place = if field_type == DetectedType::Signature {
        grow_to_sign(page.image.rules, place)
    } else {
        *place
    };
    DetectedField {
        field_type,
        rect: rect(&on_raster(&place, page.skew), page),
        comb,
        comb_count: if comb { place.cells.unsigned_abs() } else { 0 },
        multiline: field_type == DetectedType::Text && !comb && place.height() >= TWO_LINES,
        group: None,
        label,
        confidence: (f64::from(score) * 100.0).round() / 100.0,
    }
}

fn rect(place: &Place, page: PageRaster<'_>) -> DetectedRect {
    let percent =
        |value: i32, whole: i32| (f64::from(value) / f64::from(whole.max(1)) * 1e6).round() / 1e4;
    DetectedRect {
        x: percent(place.x0, page.image.width),
        y: percent(place.y0, page.height),
        width: percent(place.width(), page.image.width),
        height: percent(place.height(), page.height),
    }
}
