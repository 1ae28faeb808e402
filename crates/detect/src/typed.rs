//! Fields drawn with characters: `__/__/____`, `(___) ___-____`, `[ ]`, `( )`, `☐`, `Name: ………`.
//!
//! On the raster they are fragments or look like letters; the text identifies them.

use crate::DetectedType;
use crate::judge::THRESHOLD;
use crate::places::{Place, Source};
use crate::rules::Rules;
use crate::words::{Box4, Filler, Item, Words, asks_for_text, type_of};

/// Kind of a typed field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    /// Three groups of underscores separated by slashes or dots.
    Date,
    /// Groups of underscores separated by hyphens or parentheses, such as a telephone number.
    Groups,
    /// A checkbox between square brackets.
    Box,
    /// A radio button between parentheses.
    Circle,
    /// A box character.
    BoxSign,
    /// A circle character.
    CircleSign,
}

/// Maximum number of spaces and underscores between brackets.
const WIDEST: usize = 4;
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

/// Finds typed fields in a text, with their character ranges.
pub(crate) fn blanks(text: &str) -> Vec<(usize, usize, Blank)> {
    let has_any = |c: char| {
        matches!(
            c,
            '_' | '[' | '(' | '☐' | '□' | '❑' | '❏' | '▢' | '○' | '◯' | '❍'
        )
    };
    if !text.contains(has_any) {
        return Vec::new();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = chars.get(at..).filter(|rest| !rest.is_empty()) {
        match blank(rest) {
            Some((length, blank)) => {
                found.push((at, at + length, blank));
                at += length;
            }
            None => {
                // Skips the rest of a run of underscores; no field begins inside it.
                let run = rest.iter().take_while(|c| **c == '_').count();
                at += run.max(1);
            }
        }
    }
    found
}

fn blank(chars: &[char]) -> Option<(usize, Blank)> {
    match chars.first()? {
        '☐' | '□' | '❑' | '❏' | '▢' => Some((1, Blank::BoxSign)),
        '○' | '◯' | '❍' => Some((1, Blank::CircleSign)),
        '[' => between(chars, ']').map(|length| (length, Blank::Box)),
        '(' => telephone(chars)
            .map(|length| (length, Blank::Groups))
            .or_else(|| between(chars, ')').map(|length| (length, Blank::Circle))),
        '_' => groups(chars),
        _ => None,
    }
}

/// Length of a pair of brackets with only spaces or underscores between them.
fn between(chars: &[char], close: char) -> Option<usize> {
    let room = chars
        .iter()
        .skip(1)
        .take_while(|c| **c == '_' || c.is_whitespace())
        .count();
    let closed = chars.get(room + 1) == Some(&close);
    (closed && (1..=WIDEST).contains(&room)).then_some(room + 2)
}

fn run(chars: &[char], from: usize) -> usize {
    chars.iter().skip(from).take_while(|c| **c == '_').count()
}

fn room(chars: &[char], from: usize) -> usize {
    chars
        .iter()
        .skip(from)
        .take_while(|c| c.is_whitespace())
        .count()
}

/// Matches three groups of underscores, the first of up to eight and the others of up to ten, with the same separator
/// between them.
fn groups(chars: &[char]) -> Option<(usize, Blank)> {
    let mut at = run(chars, 0);
    let mut sign = None;
    for _ in 0..2 {
        let mark = at + room(chars, at);
        let found = chars
            .get(mark)
            .copied()
            .filter(|c| matches!(c, '/' | '.' | '-' | '–'))?;
        if sign.is_some_and(|sign| sign != found) {
            return None;
        }
        sign = Some(found);
        let mut next = mark + 1 + room(chars, mark + 1);
        // The century of a year may be printed.
        next += chars
            .iter()
            .skip(next)
            .take(2)
            .take_while(|c| c.is_ascii_digit())
            .count();
        let length = run(chars, next);
        if length == 0 || length > 10 {
            return None;
        }
        at = next + length;
    }
    let first = run(chars, 0);
    let blank = match sign {
        Some('/' | '.') => Blank::Date,
        _ => Blank::Groups,
    };
    (first <= 8).then_some((at, blank))
}

/// Matches `(___) ___-____` and returns its length.
fn telephone(chars: &[char]) -> Option<usize> {
    let area = run(chars, 1);
    let close = chars.get(area + 1) == Some(&')');
    let first = area + 2 + room(chars, area + 2);
    let middle = run(chars, first);
    let mark = first + middle + room(chars, first + middle);
    let last = mark + 1 + room(chars, mark + 1);
    let is_marked = matches!(chars.get(mark), Some('-' | '–' | ' '));
    (close && area >= 2 && middle >= 2 && is_marked && run(chars, last) >= 2)
        .then(|| last + run(chars, last))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// A text, and its typed fields: first and last character, and kind.
    type Case = (&'static str, &'static [(usize, usize, Blank)]);

    #[test]
    fn blanks_are_found_for_what_they_are() {
        let table: [Case; 12] = [
            ("Date: __/__/____", &[(6, 16, Blank::Date)]),
            ("__ / __ / ____", &[(0, 14, Blank::Date)]),
            ("__.__.20__ ok", &[(0, 10, Blank::Date)]),
            ("SSN ___-__-____", &[(4, 15, Blank::Groups)]),
            ("(___) ___-____", &[(0, 14, Blank::Groups)]),
            (
                "[ ] Yes [  ] No",
                &[(0, 3, Blank::Box), (8, 12, Blank::Box)],
            ),
            ("( ) Monthly", &[(0, 3, Blank::Circle)]),
            (
                "☐ A ○ B",
                &[(0, 1, Blank::BoxSign), (4, 5, Blank::CircleSign)],
            ),
            ("Name ______ Date ____", &[]),
            ("a(b) [1] ()", &[]),
            ("____ / ____", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(blanks(text), expected, "{text}");
        }
    }
}
