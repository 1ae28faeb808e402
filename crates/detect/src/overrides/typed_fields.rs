//! Fields drawn with characters: `__/__/____`, `(___) ___-____`, `[ ]`, `( )`, `☐`, `Name: ………`.
//!
//! On the raster they are fragments or look like letters; the text identifies them.

use crate::DetectedType;
use crate::candidates::candidate::{Candidate, Fill, Source};
use crate::model::FIELD_THRESHOLD;
use crate::raster::rules::Rules;
use crate::rect::Rect;
use crate::text::keywords::{is_label, type_from_label};
use crate::text::page_text::{FloorText, LeaderRun, PageText, TextRun};
use crate::text::typed_blanks::TypedBlank;

/// Score of an unambiguous typed field.
const CERTAIN_SCORE: f32 = 0.9;
/// Score of a box or circle character. A mark found on the raster scores higher, because its rectangle is more exact.
const CHARACTER_SCORE: f32 = 0.55;
/// Score of leader dots at the end of a line, and of an arrow's blank area.
const LEADER_SCORE: f32 = 0.5;
/// Minimum length of leader dots that mark a field, in pixels.
const MIN_LEADER_LENGTH: f64 = 60.0;
/// Minimum width of the blank area after an arrow, in pixels.
const MIN_ARROW_AREA: i32 = 44;
/// Maximum width of that area, in pixels. A longer line belongs to another field.
const MAX_ARROW_AREA: i32 = 480;
/// Minimum number of drawn lines on a page that draws its lines rather than typing them.
const MIN_DRAWN_LINES: usize = 3;
/// A mark that characters draw has no border on the raster.
const DRAWN_BY_CHARACTERS: Fill = Fill(100);
/// Height of a writing line, in pixels.
const LINE_HEIGHT: i32 = 24;

/// Adds typed fields to the candidates and sets the score of raster candidates that overlap them to 0.
pub(crate) fn add_typed_blanks(
    text: &PageText,
    candidates: &mut Vec<Candidate>,
    scores: &mut Vec<f32>,
) {
    lower_lines(text, candidates);
    let is_drawn = draws_lines(text, candidates, scores);
    let alone = text
        .blanks
        .iter()
        .filter(|(_, blank)| *blank == TypedBlank::Parentheses)
        .count()
        < 2;
    for &(rect, blank) in &text.blanks {
        if is_drawn && blank == TypedBlank::Parentheses {
            continue;
        }
        let (source, score) = match blank {
            TypedBlank::Date => (Source::TypedDate, CERTAIN_SCORE),
            TypedBlank::DigitGroups => (Source::Typed, CERTAIN_SCORE),
            TypedBlank::Brackets => (Source::Box(DRAWN_BY_CHARACTERS), CERTAIN_SCORE),
            TypedBlank::Parentheses if alone => (Source::Box(DRAWN_BY_CHARACTERS), CERTAIN_SCORE),
            TypedBlank::Parentheses => (Source::Circle(DRAWN_BY_CHARACTERS), CERTAIN_SCORE),
            TypedBlank::BoxCharacter => (Source::Box(DRAWN_BY_CHARACTERS), CHARACTER_SCORE),
            TypedBlank::CircleCharacter => (Source::Circle(DRAWN_BY_CHARACTERS), CHARACTER_SCORE),
        };
        let rect = match blank {
            TypedBlank::Date | TypedBlank::DigitGroups => {
                let top = (rect.y1 - LINE_HEIGHT).max(0).min(rect.y0);
                Rect::new(rect.x0, top, rect.x1, rect.y1 + 1)
            }
            _ => rect,
        };
        if score == CERTAIN_SCORE {
            suppress_overlapping(rect, candidates, scores);
        }
        candidates.push(Candidate::closed(rect, source));
        scores.push(score);
    }
    for rect in leader_fields(text, candidates, scores) {
        candidates.push(Candidate {
            has_top_border: false,
            has_left_border: false,
            has_right_border: false,
            ..Candidate::closed(rect, Source::Typed)
        });
        scores.push(LEADER_SCORE);
    }
}

/// Whether the page draws its writing lines instead of typing them. On such a page parentheses around blanks are part
/// of the text. Square brackets are checkboxes on any page.
fn draws_lines(text: &PageText, candidates: &[Candidate], scores: &[f32]) -> bool {
    let drawn = candidates.iter().zip(scores).filter(|(candidate, score)| {
        let is_line = !candidate.source.is_mark();
        **score >= FIELD_THRESHOLD
            && is_line
            && text.floor(candidate.rect) != FloorText::Underscores
    });
    drawn.count() >= MIN_DRAWN_LINES
}

/// Lowers tall candidates on typed lines to the height of one line. Typed lines do not bound cells; the area above
/// belongs to the previous line.
fn lower_lines(text: &PageText, candidates: &mut [Candidate]) {
    for candidate in candidates.iter_mut() {
        let is_line = !candidate.source.is_mark() && !candidate.source.is_comb();
        let is_tall = is_line && candidate.height() > 2 * LINE_HEIGHT;
        if is_tall && text.floor(candidate.rect) == FloorText::Underscores {
            candidate.rect.y0 = candidate.rect.y1 - LINE_HEIGHT;
        }
    }
}

fn suppress_overlapping(rect: Rect, candidates: &[Candidate], scores: &mut [f32]) {
    for (candidate, score) in candidates.iter().zip(scores) {
        if 4 * candidate.rect.common_area(rect) > candidate.area().min(rect.area()) {
            *score = 0.0;
        }
    }
}

/// Adds the blank area after an arrow at the end of a text, as in "Signature of U.S. person ▶". It extends to the next
/// text or wall.
pub(crate) fn add_after_arrows(
    text: &PageText,
    rules: &Rules,
    candidates: &mut Vec<Candidate>,
    scores: &mut Vec<f32>,
) {
    let arrows = text.runs.iter();
    let arrows = arrows.filter(|run| run.text.trim_end().ends_with(['▶', '►', '▸', '➤']));
    for arrow in arrows {
        let Some(rect) = area_after_arrow(arrow, text, rules) else {
            continue;
        };
        let overlaps = |(candidate, score): (&Candidate, &f32)| {
            *score >= FIELD_THRESHOLD && candidate.rect.intersects(rect)
        };
        if candidates.iter().zip(scores.iter()).any(overlaps) {
            continue;
        }
        let source = match type_from_label(&label_of_arrow(arrow, text), rect.width(), LINE_HEIGHT)
        {
            DetectedType::Signature => Source::TypedSignature,
            DetectedType::Date => Source::TypedDate,
            _ => Source::Typed,
        };
        candidates.push(Candidate {
            has_top_border: false,
            ..Candidate::closed(rect, source)
        });
        scores.push(LEADER_SCORE);
    }
}

/// Returns the blank area that an arrow points to.
fn area_after_arrow(arrow: &TextRun, text: &PageText, rules: &Rules) -> Option<Rect> {
    let is_level = |run: &&TextRun| run.y0 < arrow.y1 - 2.0 && run.y1 > arrow.y0 + 2.0;
    let mut level = text.runs.iter().filter(is_level);
    let is_led = arrow.count > 3.0
        || level.clone().any(|run| {
            let beside = (-4.0..12.0).contains(&(arrow.x0 - run.x1));
            beside && run.text.chars().any(char::is_alphabetic)
        });
    let (from, y0, y1) = (
        arrow.x1.ceil() as i32 + 4,
        arrow.y0 as i32 - 3,
        arrow.y1 as i32 + 1,
    );
    let floor = rules.horizontal.iter().find(|rule| {
        (0..16).contains(&(rule.near - y1))
            && rule.from < from + 12
            && rule.to > from + MIN_ARROW_AREA
    })?;
    let next = level.by_ref().map(|run| run.x0).filter(|x0| *x0 > arrow.x1);
    let next = next.fold(f64::from(floor.to), f64::min) as i32 - 4;
    let wall = (from..next).find(|x| rules.ink.count((*x, *x + 1), (y0, y1)) > 2);
    let rect = Rect::new(from, y1 - LINE_HEIGHT, wall.unwrap_or(next) - 2, y1);
    (is_led && (MIN_ARROW_AREA..MAX_ARROW_AREA).contains(&rect.width())).then_some(rect)
}

/// The text that an arrow ends, with the line above it.
fn label_of_arrow(arrow: &TextRun, text: &PageText) -> String {
    let before = |run: &&TextRun| {
        run.x0 > arrow.x0 - 150.0
            && run.x1 < arrow.x1 + 20.0
            && run.y1 > arrow.y0 - 14.0
            && run.y0 < arrow.y1
    };
    let texts: Vec<&str> = text
        .runs
        .iter()
        .filter(before)
        .map(|it| it.text.as_str())
        .collect();
    texts.join(" ")
}

/// Returns leader dots that mark fields: a label precedes them, and no text that is not a label follows.
fn leader_fields(text: &PageText, candidates: &[Candidate], scores: &[f32]) -> Vec<Rect> {
    let dots = text.leader_dots();
    let long = dots.filter(|dots| dots.x1 - dots.x0 >= MIN_LEADER_LENGTH);
    long.filter(|dots| marks_field(dots, text))
        .map(|dots| {
            let bottom = dots.bottom as i32;
            Rect::new(dots.x0 as i32, bottom - LINE_HEIGHT, dots.x1 as i32, bottom)
        })
        .filter(|rect| {
            let is_beside = |(candidate, score): (&Candidate, &f32)| {
                let Rect { x0, y0, y1, .. } = candidate.rect;
                let level = y0 < rect.y1 && y1 > rect.y0;
                *score >= FIELD_THRESHOLD && level && (-8..60).contains(&(x0 - rect.x1))
            };
            !candidates.iter().zip(scores).any(is_beside)
        })
        .collect()
}

/// Whether a label precedes leader dots and no text that is not a label follows.
fn marks_field(dots: &LeaderRun, text: &PageText) -> bool {
    let level = |run: &&TextRun| run.y0 < dots.bottom - 2.0 && run.y1 > dots.bottom - 6.0;
    let mut line = text.runs.iter().filter(level);
    let is_labeled = line
        .clone()
        .any(|run| (-12.0..30.0).contains(&(dots.x0 - run.x1)) && is_label(&run.text));
    let continues =
        line.any(|run| run.x1 > dots.x1 + 4.0 && run.x0 < dots.x1 + 300.0 && !is_label(&run.text));
    is_labeled && !continues
}
