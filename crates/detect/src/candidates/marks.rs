//! Checkboxes, circles and ovals among the light components.

use crate::candidates::candidate::{Place, Source};
use crate::raster::components::Hole;
use crate::raster::page_image::Sheet;

/// Checkboxes are smaller than this: 4 % of the page's width (document 3 §9 of the specification). Larger boxes are
/// cells.
const LARGEST_BOX: i32 = 40;
/// A pixel this light at a corner is not a border.
const ROUND: i32 = 215;

/// Adds checkboxes, circles and ovals to the candidates.
pub(crate) fn add_marks(page: &Sheet<'_>, holes: &[Hole], places: &mut Vec<Place>) {
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
fn is_round(page: &Sheet<'_>, hole: &Hole) -> bool {
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
        .all(|(x, y, dx, dy)| (0..reach).any(|step| page.at(x + dx * step, y + dy * step) < ROUND))
}

/// Whether the corners around a component and its border are blank. Those of a cell are not.
fn has_open_corners(page: &Sheet<'_>, hole: &Hole) -> bool {
    let (x0, y0, x1, y1) = with_border(page, hole);
    [(x0, y0), (x1 - 1, y0), (x0, y1 - 1), (x1 - 1, y1 - 1)]
        .iter()
        .all(|(x, y)| page.at(*x, *y) >= ROUND)
}

/// The component with its border: up to four pixels on each side, as long as they are darker than paper.
fn with_border(page: &Sheet<'_>, hole: &Hole) -> (i32, i32, i32, i32) {
    let (cx, cy) = ((hole.x0 + hole.x1) / 2, (hole.y0 + hole.y1) / 2);
    let thick = |at: &dyn Fn(i32) -> i32| (1..=4).take_while(|d| at(*d) < 200).count() as i32;
    let left = thick(&|d| page.at(hole.x0 - d, cy)).max(1);
    let right = thick(&|d| page.at(hole.x1 - 1 + d, cy)).max(1);
    let top = thick(&|d| page.at(cx, hole.y0 - d)).max(1);
    let bottom = thick(&|d| page.at(cx, hole.y1 - 1 + d)).max(1);
    (
        hole.x0 - left,
        hole.y0 - top,
        hole.x1 + right,
        hole.y1 + bottom,
    )
}
