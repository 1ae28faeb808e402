//! Frames for office use, recognized by the text at their top.

use crate::candidates::candidate::Candidate;
use crate::raster::rule::Rule;
use crate::raster::rules::Rules;
use crate::rect::Rect;
use crate::text::page_text::TextRun;

/// Maximum distance of the text below the frame's top, in pixels.
const MAX_TEXT_DISTANCE: i32 = 34;
/// Maximum height of such a frame, in pixels.
const MAX_HEIGHT: i32 = 420;
/// Ends this close form a corner, in pixels.
const MAX_CORNER_GAP: i32 = 4;

/// Office-use frames of a page. Reuses its buffer for each page.
#[derive(Debug, Default)]
pub(crate) struct OfficeUseFrames {
    frames: Vec<Rect>,
}

impl OfficeUseFrames {
    /// Finds the frame around each office-use text.
    pub(crate) fn find<'a>(&mut self, phrases: impl Iterator<Item = &'a TextRun>, rules: &Rules) {
        self.frames.clear();
        self.frames
            .extend(phrases.filter_map(|run| frame(run, rules)));
    }

    pub(crate) fn contains(&self, candidate: &Candidate) -> bool {
        let center = candidate.rect.center();
        self.frames.iter().any(|frame| frame.contains(center))
    }
}

/// Returns the frame whose top holds the text, if all four sides are drawn.
fn frame(run: &TextRun, rules: &Rules) -> Option<Rect> {
    let (x0, x1, y) = (run.x0 as i32, run.x1 as i32, run.y0 as i32);
    let above = rules.horizontal.iter().rev();
    let over = |rule: &&Rule| rule.from <= x0 + MAX_CORNER_GAP && rule.to >= x1 - MAX_CORNER_GAP;
    let top = above
        .skip_while(|rule| rule.near > y + MAX_CORNER_GAP)
        .take_while(|rule| rule.near >= y - MAX_TEXT_DISTANCE)
        .find(over)?;
    let same = |rule: &&Rule| {
        (rule.from - top.from).abs() <= MAX_CORNER_GAP && (rule.to - top.to).abs() <= MAX_CORNER_GAP
    };
    let below = rules
        .horizontal
        .iter()
        .skip_while(|rule| rule.near <= y + MAX_CORNER_GAP);
    let bottom = below
        .take_while(|rule| rule.near <= y + MAX_HEIGHT)
        .find(same)?;
    let is_side = |x: i32| {
        let sides = rules.vertical.iter();
        sides
            .filter(|rule| (rule.near - x).abs() <= MAX_CORNER_GAP)
            .any(|rule| {
                rule.from <= top.far + MAX_CORNER_GAP && rule.to >= bottom.near - MAX_CORNER_GAP
            })
    };
    let rect = Rect::new(top.from, top.near, top.to, bottom.far);
    (is_side(top.from) && is_side(top.to)).then_some(rect)
}
