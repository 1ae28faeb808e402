//! Selects fields from the scored candidates: threshold, non-maximum suppression (combs rank before their boxes),
//! field types, radio groups and labels.

use crate::bend::Bend;
use crate::captions::Captions;
use crate::detector::on_raster;
use crate::holes::Hole;
use crate::labels::labels_of;
use crate::paths::Paths;
use crate::places::{Place, Sheet, Source};
use crate::rules::Rules;
use crate::sorting::{ordered, sort_by_rank};
use crate::typing::{column_tops, grow_to_sign, type_and_label};
use crate::words::Words;
use crate::{DetectedField, DetectedRect, DetectedType};

/// Minimum score of a candidate for a text field.
pub(crate) const THRESHOLD: f32 = 0.3;
/// Minimum score of a checkbox, circle or oval. It is higher because letters and dots look similar.
const MARK_THRESHOLD: f32 = 0.5;
/// Minimum side of a field, in pixels (document 2 §5.4 of the specification).
const MIN_SIDE: i32 = 10;
/// Checkboxes are smaller than this: 4 % of the page's width (document 3 §9 of the specification). Larger boxes are
/// cells.
const LARGEST_BOX: i32 = 40;
/// A pixel this light at a corner is not a border.
const ROUND: i32 = 215;
/// Minimum height of two lines of text, in pixels.
const TWO_LINES: i32 = 44;
/// Maximum number of fields on a page.
const MAX_FIELDS: usize = 2_000;

/// The page's pixels, rules, text and paths.
pub(crate) struct Page<'a> {
    pub(crate) gray: &'a [u8],
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) rules: &'a Rules,
    pub(crate) words: &'a Words,
    pub(crate) captions: &'a Captions,
    pub(crate) paths: &'a Paths,
}

/// Adds checkboxes, circles and ovals to the candidates.
pub(crate) fn add_marks(page: &Page<'_>, holes: &[Hole], places: &mut Vec<Place>) {
    for hole in holes {
        let (w, h) = (hole.width(), hole.height());
        let square = 4 * w.min(h) >= 3 * w.max(h);
        let oval = w >= 12 && h >= 5 && w > h && 4 * h >= w;
        let fill = hole.fill();
        let source = match fill {
            86.. if square && w >= 5 => Source::Box,
            66.. if square && w >= 8 && is_round(page, hole) => Source::Circle,
            70.. if oval && (is_round(page, hole) || has_open_corners(page, hole)) => Source::Oval,
            _ => continue,
        };
        let (x0, y0, x1, y1) = with_border(page, hole);
        if source == Source::Box && (x1 - x0).max(y1 - y0) >= LARGEST_BOX {
            continue;
        }
        // The mark that fills a flat oval is higher than the oval.
        let rect = if source == Source::Oval {
            (x0, y0 - 3, x1, y1 + 3)
        } else {
            (x0, y0, x1, y1)
        };
        let mut place = Place::closed(rect, source);
        place.cells = fill;
        places.push(place);
    }
}

/// Whether the border crosses all four diagonals near the corners. It does not in a cell with a number in it.
fn is_round(page: &Page<'_>, hole: &Hole) -> bool {
    let sheet = Sheet {
        gray: page.gray,
        width: page.width,
        rules: page.rules,
    };
    let (right, bottom) = (hole.x1 - 1, hole.y1 - 1);
    let reach = hole.height().min(hole.width()) / 4 + 2;
    let corners = [
        (hole.x0, hole.y0, 1, 1),
        (right, hole.y0, -1, 1),
        (hole.x0, bottom, 1, -1),
        (right, bottom, -1, -1),
    ];
    corners
        .iter()
        .all(|(x, y, dx, dy)| (0..reach).any(|step| sheet.at(x + dx * step, y + dy * step) < ROUND))
}

/// Whether the corners around a component and its border are blank. Those of a cell are not.
fn has_open_corners(page: &Page<'_>, hole: &Hole) -> bool {
    let sheet = Sheet {
        gray: page.gray,
        width: page.width,
        rules: page.rules,
    };
    let (x0, y0, x1, y1) = with_border(page, hole);
    [(x0, y0), (x1 - 1, y0), (x0, y1 - 1), (x1 - 1, y1 - 1)]
        .iter()
        .all(|(x, y)| sheet.at(*x, *y) >= ROUND)
}

/// Returns the fields, sorted from top to bottom, then from left to right.
pub(crate) fn fields(
    page: &Page<'_>,
    places: &[Place],
    scores: &[f32],
    bend: Option<Bend>,
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
        .map(|(found, (top, _))| field(page, *found, top, bend))
        .collect();
    group_radios(&chosen, &mut fields);
    name(page, &chosen, &mut fields);
    fields
}

/// Sets each field's label.
fn name(page: &Page<'_>, chosen: &[(&Place, f32)], fields: &mut [DetectedField]) {
    if page.words.items.is_empty() {
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
    for (field, label) in fields.iter_mut().zip(labels_of(&page.words.items, &places)) {
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
    page: &Page<'_>,
    (place, score): (&Place, f32),
    top: &Place,
    bend: Option<Bend>,
) -> DetectedField {
    let comb = place.source == Source::Comb;
    let (field_type, label) = type_and_label(page, place, top);
    let place = if field_type == DetectedType::Signature {
        grow_to_sign(page, place)
    } else {
        *place
    };
    DetectedField {
        field_type,
        rect: rect(&on_raster(&place, bend), page),
        comb,
        comb_count: if comb { place.cells.unsigned_abs() } else { 0 },
        multiline: field_type == DetectedType::Text && !comb && place.height() >= TWO_LINES,
        group: None,
        label,
        confidence: (f64::from(score) * 100.0).round() / 100.0,
    }
}

/// The component with its border: up to four pixels on each side, as long as they are darker than paper.
fn with_border(page: &Page<'_>, hole: &Hole) -> (i32, i32, i32, i32) {
    let sheet = Sheet {
        gray: page.gray,
        width: page.width,
        rules: page.rules,
    };
    let (cx, cy) = ((hole.x0 + hole.x1) / 2, (hole.y0 + hole.y1) / 2);
    let thick = |at: &dyn Fn(i32) -> i32| (1..=4).take_while(|d| at(*d) < 200).count() as i32;
    let left = thick(&|d| sheet.at(hole.x0 - d, cy)).max(1);
    let right = thick(&|d| sheet.at(hole.x1 - 1 + d, cy)).max(1);
    let top = thick(&|d| sheet.at(cx, hole.y0 - d)).max(1);
    let bottom = thick(&|d| sheet.at(cx, hole.y1 - 1 + d)).max(1);
    (
        hole.x0 - left,
        hole.y0 - top,
        hole.x1 + right,
        hole.y1 + bottom,
    )
}

fn rect(place: &Place, page: &Page<'_>) -> DetectedRect {
    let percent =
        |value: i32, whole: i32| (f64::from(value) / f64::from(whole.max(1)) * 1e6).round() / 1e4;
    DetectedRect {
        x: percent(place.x0, page.width),
        y: percent(place.y0, page.height),
        width: percent(place.width(), page.width),
        height: percent(place.height(), page.height),
    }
}
