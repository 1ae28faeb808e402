//! Frames for office use, recognized by the text at their top.

use crate::candidates::candidate::Place;
use crate::raster::rule::Rule;
use crate::raster::rules::Rules;
use crate::text::page_text::Item;

/// Maximum distance of the text below the frame's top, in pixels.
const HEAD: i32 = 34;
/// Maximum height of such a frame, in pixels.
const TALLEST: i32 = 420;
/// Ends this close form a corner, in pixels.
const CORNER: i32 = 4;

/// Office-use frames of a page. Reuses its buffer for each page.
#[derive(Debug, Default)]
pub(crate) struct Offices {
    frames: Vec<(i32, i32, i32, i32)>,
}

impl Offices {
    /// Finds the frame around each office-use text.
    pub(crate) fn find<'a>(&mut self, words: impl Iterator<Item = &'a Item>, rules: &Rules) {
        self.frames.clear();
        self.frames
            .extend(words.filter_map(|item| frame(item, rules)));
    }

    pub(crate) fn hold(&self, place: &Place) -> bool {
        let (x, y) = ((place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2);
        self.frames
            .iter()
            .any(|(x0, y0, x1, y1)| (*x0..*x1).contains(&x) && (*y0..*y1).contains(&y))
    }
}

/// Returns the frame whose top holds the text, if all four sides are drawn.
fn frame(item: &Item, rules: &Rules) -> Option<(i32, i32, i32, i32)> {
    let (x0, x1, y) = (item.x0 as i32, item.x1 as i32, item.y0 as i32);
    let above = rules.horizontal.iter().rev();
    let over = |rule: &&Rule| rule.from <= x0 + CORNER && rule.to >= x1 - CORNER;
    let top = above
        .skip_while(|rule| rule.near > y + CORNER)
        .take_while(|rule| rule.near >= y - HEAD)
        .find(over)?;
    let same =
        |rule: &&Rule| (rule.from - top.from).abs() <= CORNER && (rule.to - top.to).abs() <= CORNER;
    let below = rules
        .horizontal
        .iter()
        .skip_while(|rule| rule.near <= y + CORNER);
    let bottom = below
        .take_while(|rule| rule.near <= y + TALLEST)
        .find(same)?;
    let is_side = |x: i32| {
        let sides = rules.vertical.iter();
        sides
            .filter(|rule| (rule.near - x).abs() <= CORNER)
            .any(|rule| rule.from <= top.far + CORNER && rule.to >= bottom.near - CORNER)
    };
    (is_side(top.from) && is_side(top.to)).then_some((top.from, top.near, top.to, bottom.far))
}
