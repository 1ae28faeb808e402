//! Fields drawn with characters: `__/__/____`, `(___) ___-____`, `[ ]`, `( )`, `☐`, `Name: ………`.
//!
//! On the raster they are fragments or look like letters; the text identifies them.

use crate::DetectedType;
use crate::candidates::candidate::{Place, Source};
use crate::model::THRESHOLD;
use crate::raster::rules::Rules;
use crate::text::keywords::{asks_for_text, type_of};
use crate::text::page_text::{Box4, Filler, Item, Words};
use crate::text::typed_blanks::Blank;

/// Score of an unambiguous typed field.
const SURE: f32 = 0.9;
/// Score of a box or circle character. A mark found on the raster scores higher, because its rectangle is more exact.
const SIGN: f32 = 0.55;
/// Score of leader dots at the end of a line, and of an arrow's blank area.
const LEADER: f32 = 0.5;
/// Minimum length of leader dots that mark a field, in pixels.
const SHORTEST: f64 = 60.0;
/// Minimum width of the blank area after an arrow, in pixels.
const POINTED: i32 = 44;
/// Maximum width of that area, in pixels. A longer line belongs to another field.
const REACH: i32 = 480;
/// Minimum number of drawn lines on a page that draws its lines rather than typing them.
const DRAWN: usize = 3;
/// Height of a writing line, in pixels.
const LINE: i32 = 24;

/// Adds typed fields to the candidates and sets the score of raster candidates that overlap them to 0.
pub(crate) fn add_typed(words: &Words, places: &mut Vec<Place>, scores: &mut Vec<f32>) {
    lower_lines(words, places);
    let is_drawn = draws_lines(words, places, scores);
    let alone = words
        .blanks
        .iter()
        .filter(|(_, blank)| *blank == Blank::Circle)
        .count()
        < 2;
    for &((x0, y0, x1, y1), blank) in &words.blanks {
        if is_drawn && blank == Blank::Circle {
            continue;
        }
        let (source, score) = match blank {
            Blank::Date => (Source::TypedDate, SURE),
            Blank::Groups => (Source::Typed, SURE),
            Blank::Box => (Source::Box, SURE),
            Blank::Circle if alone => (Source::Box, SURE),
            Blank::Circle => (Source::Circle, SURE),
            Blank::BoxSign => (Source::Box, SIGN),
            Blank::CircleSign => (Source::Circle, SIGN),
        };
        let rect = match blank {
            Blank::Date | Blank::Groups => (x0, (y1 - LINE).max(0).min(y0), x1, y1 + 1),
            _ => (x0, y0, x1, y1),
        };
        if score == SURE {
            take_over(rect, places, scores);
        }
        places.push(Place::closed(rect, source));
        scores.push(score);
    }
    for rect in leaders(words, places, scores) {
        places.push(Place {
            ceiling: false,
            left_wall: false,
            right_wall: false,
            ..Place::closed(rect, Source::Typed)
        });
        scores.push(LEADER);
    }
}

/// Whether the page draws its writing lines instead of typing them. On such a page parentheses around blanks are part
/// of the text. Square brackets are checkboxes on any page.
fn draws_lines(words: &Words, places: &[Place], scores: &[f32]) -> bool {
    let drawn = places.iter().zip(scores).filter(|(place, score)| {
        let rect = (place.x0, place.y0, place.x1, place.y1);
        let is_line = !matches!(place.source, Source::Box | Source::Circle | Source::Oval);
        **score >= THRESHOLD && is_line && words.floor(rect) != Filler::Line
    });
    drawn.count() >= DRAWN
}

/// Lowers tall candidates on typed lines to the height of one line. Typed lines do not bound cells; the area above
/// belongs to the previous line.
fn lower_lines(words: &Words, places: &mut [Place]) {
    let marks = [Source::Box, Source::Circle, Source::Oval, Source::Comb];
    for place in places
        .iter_mut()
        .filter(|place| !marks.contains(&place.source))
    {
        let rect = (place.x0, place.y0, place.x1, place.y1);
        if place.height() > 2 * LINE && words.floor(rect) == Filler::Line {
            place.y0 = place.y1 - LINE;
        }
    }
}

fn take_over(rect: Box4, places: &[Place], scores: &mut [f32]) {
    for (place, score) in places.iter().zip(scores) {
        let w = (place.x1.min(rect.2) - place.x0.max(rect.0)).max(0);
        let h = (place.y1.min(rect.3) - place.y0.max(rect.1)).max(0);
        let typed = (rect.2 - rect.0) * (rect.3 - rect.1);
        if 4 * w * h > place.area().min(typed) {
            *score = 0.0;
        }
    }
}

/// Adds the blank area after an arrow at the end of a text, as in "Signature of U.S. person ▶". It extends to the next
/// text or wall.
pub(crate) fn add_pointed(
    words: &Words,
    rules: &Rules,
    places: &mut Vec<Place>,
    scores: &mut Vec<f32>,
) {
    let arrows = words.items.iter();
    let arrows = arrows.filter(|item| item.text.trim_end().ends_with(['▶', '►', '▸', '➤']));
    for arrow in arrows {
        let Some(rect) = pointed(arrow, words, rules) else {
            continue;
        };
        let overlaps = |(place, score): (&Place, &f32)| {
            let beside = place.x0 < rect.2 && place.x1 > rect.0;
            *score >= 0.3 && beside && place.y0 < rect.3 && place.y1 > rect.1
        };
        if places.iter().zip(scores.iter()).any(overlaps) {
            continue;
        }
        let source = match type_of(&words_before(arrow, words), rect.2 - rect.0, LINE) {
            DetectedType::Signature => Source::TypedSignature,
            DetectedType::Date => Source::TypedDate,
            _ => Source::Typed,
        };
        places.push(Place {
            ceiling: false,
            ..Place::closed(rect, source)
        });
        scores.push(LEADER);
    }
}

/// Returns the blank area that an arrow points to.
fn pointed(arrow: &Item, words: &Words, rules: &Rules) -> Option<Box4> {
    let is_level = |item: &&Item| item.y0 < arrow.y1 - 2.0 && item.y1 > arrow.y0 + 2.0;
    let mut level = words.items.iter().filter(is_level);
    let is_led = arrow.count > 3.0
        || level.clone().any(|item| {
            let beside = (-4.0..12.0).contains(&(arrow.x0 - item.x1));
            beside && item.text.chars().any(char::is_alphabetic)
        });
    let (from, y0, y1) = (
        arrow.x1.ceil() as i32 + 4,
        arrow.y0 as i32 - 3,
        arrow.y1 as i32 + 1,
    );
    let floor = rules.horizontal.iter().find(|rule| {
        (0..16).contains(&(rule.near - y1)) && rule.from < from + 12 && rule.to > from + POINTED
    })?;
    let next = level
        .by_ref()
        .map(|item| item.x0)
        .filter(|x0| *x0 > arrow.x1);
    let next = next.fold(f64::from(floor.to), f64::min) as i32 - 4;
    let wall = (from..next).find(|x| rules.ink.count((*x, *x + 1), (y0, y1)) > 2);
    let rect = (from, y1 - LINE, wall.unwrap_or(next) - 2, y1);
    (is_led && (POINTED..REACH).contains(&(rect.2 - rect.0))).then_some(rect)
}

/// The text that an arrow ends, with the line above it.
fn words_before(arrow: &Item, words: &Words) -> String {
    let before = |item: &&Item| {
        item.x0 > arrow.x0 - 150.0
            && item.x1 < arrow.x1 + 20.0
            && item.y1 > arrow.y0 - 14.0
            && item.y0 < arrow.y1
    };
    let texts: Vec<&str> = words
        .items
        .iter()
        .filter(before)
        .map(|it| it.text.as_str())
        .collect();
    texts.join(" ")
}

/// Returns leader dots that mark fields: a label precedes them, and no text that is not a label follows.
fn leaders(words: &Words, places: &[Place], scores: &[f32]) -> Vec<Box4> {
    let rows = words
        .leaders()
        .filter(|(from, to, _)| to - from >= SHORTEST);
    rows.filter(|(from, to, bottom)| {
        let level = |item: &&Item| item.y0 < *bottom - 2.0 && item.y1 > *bottom - 6.0;
        let mut line = words.items.iter().filter(level);
        let asks = line
            .clone()
            .any(|item| (-12.0..30.0).contains(&(from - item.x1)) && asks_for_text(&item.text));
        let goes_on = line
            .any(|item| item.x1 > to + 4.0 && item.x0 < to + 300.0 && !asks_for_text(&item.text));
        let (to, bottom) = (*to as i32, *bottom as i32);
        let is_beside = |(place, score): (&Place, &f32)| {
            *score >= 0.3
                && place.y0 < bottom
                && place.y1 > bottom - LINE
                && (-8..60).contains(&(place.x0 - to))
        };
        asks && !goes_on && !places.iter().zip(scores).any(is_beside)
    })
    .map(|(from, to, bottom)| (from as i32, bottom as i32 - LINE, to as i32, bottom as i32))
    .collect()
}
