//! Places become fields: boxes and circles first, then combs, then text; overlaps go to the better one.

use crate::holes::Hole;
use crate::places::{Place, Sheet, Source};
use crate::rules::Rules;
use crate::{DetectedField, DetectedRect, DetectedType, TextItem};

/// What is less likely than this is no field.
const THRESHOLD: f32 = 0.45;

/// What is known of the page.
pub(crate) struct Page<'a> {
    pub(crate) gray: &'a [u8],
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) rules: &'a Rules,
    pub(crate) texts: &'a [TextItem],
}

/// Adds boxes and circles to the places.
pub(crate) fn add_marks(page: &Page<'_>, holes: &[Hole], places: &mut Vec<Place>) {
    for hole in holes {
        let (w, h) = (hole.width(), hole.height());
        let square = 4 * w.min(h) >= 3 * w.max(h);
        let oval = w >= 12 && h >= 5 && w > h && 4 * h >= w;
        let fill = hole.fill();
        let source = match fill {
            86.. if square && w >= 5 => Source::Box,
            66.. if square && w >= 8 => Source::Circle,
            70.. if oval => Source::Oval,
            _ => continue,
        };
        let mut place = Place::closed(with_border(page, hole), source);
        place.cells = fill;
        places.push(place);
    }
}

/// The fields among the places.
pub(crate) fn fields(page: &Page<'_>, places: &[Place], scores: &[f32]) -> Vec<DetectedField> {
    let mut order: Vec<usize> = (0..places.len())
        .filter(|i| scores.get(*i).is_some_and(|score| *score >= THRESHOLD))
        .collect();
    let score = |i: usize| scores.get(i).copied().unwrap_or(0.0);
    order.sort_by(|a, b| score(*b).total_cmp(&score(*a)).then(a.cmp(b)));
    let mut kept: Vec<usize> = Vec::new();
    for i in order {
        let Some(place) = places
            .get(i)
            .filter(|place| place.width() >= 10 && place.height() >= 10)
        else {
            continue;
        };
        let clash = kept
            .iter()
            .filter_map(|k| places.get(*k))
            .any(|other| overlap(place, other) > 0.35);
        if !clash {
            kept.push(i);
        }
    }
    let mut fields: Vec<DetectedField> = kept
        .iter()
        .filter_map(|i| Some(field(page, places.get(*i)?, score(*i))))
        .collect();
    fields.sort_by(|a, b| {
        (a.rect.y, a.rect.x)
            .partial_cmp(&(b.rect.y, b.rect.x))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    fields
}

/// The common area as a part of the smaller of the two.
fn overlap(a: &Place, b: &Place) -> f32 {
    let w = (a.x1.min(b.x1) - a.x0.max(b.x0)).max(0);
    let h = (a.y1.min(b.y1) - a.y0.max(b.y0)).max(0);
    let smaller = (a.width() * a.height()).min(b.width() * b.height()).max(1);
    (w * h) as f32 / smaller as f32
}

fn field(page: &Page<'_>, place: &Place, score: f32) -> DetectedField {
    let mark = place.width() < 40
        && place.height() < 40
        && 4 * place.width().min(place.height()) > 3 * place.width().max(place.height());
    let field_type = match place.source {
        Source::Box | Source::Oval => DetectedType::Checkmark,
        Source::Circle => DetectedType::Radio,
        Source::EmptyCell
            if mark && place.left_wall && place.right_wall && place.floor < place.width() + 12 =>
        {
            DetectedType::Checkmark
        }
        _ => DetectedType::Text,
    };
    let comb = place.source == Source::Comb;
    DetectedField {
        field_type,
        rect: rect(place, page),
        comb,
        comb_count: if comb { place.cells.unsigned_abs() } else { 0 },
        multiline: place.height() >= 40 && place.width() >= 100,
        group: None,
        label: None,
        confidence: (f64::from(score) * 100.0).round() / 100.0,
    }
}

/// The hole with its border: up to four pixels on each side, while they are darker than paper.
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
