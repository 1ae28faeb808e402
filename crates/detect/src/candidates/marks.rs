//! Checkboxes, circles and ovals among the light components.

use crate::candidates::candidate::{Candidate, Fill, Source};
use crate::raster::components::Component;
use crate::raster::page_image::PageImage;
use crate::rect::Rect;

/// Checkboxes are smaller than this: 4 % of the page's width (document 3 §9 of the specification). Larger boxes are
/// cells.
const MAX_BOX_SIDE: i32 = 40;
/// A pixel this light at a corner is not a border.
const MIN_BLANK: i32 = 215;

/// Adds checkboxes, circles and ovals to the candidates.
pub(crate) fn add_marks(
    image: &PageImage<'_>,
    components: &[Component],
    candidates: &mut Vec<Candidate>,
) {
    for component in components {
        let (w, h) = (component.width(), component.height());
        let square = 4 * w.min(h) >= 3 * w.max(h);
        let oval = w >= 12 && h >= 5 && w > h && 4 * h >= w;
        let fill = Fill(component.fill());
        let source = match fill.0 {
            86.. if square && w >= 5 => Source::Box(fill),
            66.. if square && w >= 8 && is_round(image, component) => Source::Circle(fill),
            70.. if oval && (is_round(image, component) || has_open_corners(image, component)) => {
                Source::Oval(fill)
            }
            _ => continue,
        };
        let border = with_border(image, component);
        let rect = match source {
            Source::Box(_) if border.width().max(border.height()) >= MAX_BOX_SIDE => continue,
            // The mark that fills a flat oval is higher than the oval.
            Source::Oval(_) => Rect::new(border.x0, border.y0 - 3, border.x1, border.y1 + 3),
            _ => border,
        };
        candidates.push(Candidate::closed(rect, source));
    }
}

/// Whether the border crosses all four diagonals near the corners. It does not in a cell with a number in it.
fn is_round(image: &PageImage<'_>, component: &Component) -> bool {
    let (right, bottom) = (component.bounds.x1 - 1, component.bounds.y1 - 1);
    let reach = component.height().min(component.width()) / 4 + 2;
    let corners = [
        (component.bounds.x0, component.bounds.y0, 1, 1),
        (right, component.bounds.y0, -1, 1),
        (component.bounds.x0, bottom, 1, -1),
        (right, bottom, -1, -1),
    ];
    corners.iter().all(|(x, y, dx, dy)| {
        (0..reach).any(|step| image.gray_at(x + dx * step, y + dy * step) < MIN_BLANK)
    })
}

/// Whether the corners around a component and its border are blank. Those of a cell are not.
fn has_open_corners(image: &PageImage<'_>, component: &Component) -> bool {
    let Rect { x0, y0, x1, y1 } = with_border(image, component);
    [(x0, y0), (x1 - 1, y0), (x0, y1 - 1), (x1 - 1, y1 - 1)]
        .iter()
        .all(|(x, y)| image.gray_at(*x, *y) >= MIN_BLANK)
}

/// The component with its border: up to four pixels on each side, as long as they are darker than paper.
fn with_border(image: &PageImage<'_>, component: &Component) -> Rect {
    let (cx, cy) = (
        (component.bounds.x0 + component.bounds.x1) / 2,
        (component.bounds.y0 + component.bounds.y1) / 2,
    );
    let thick = |at: &dyn Fn(i32) -> i32| (1..=4).take_while(|d| at(*d) < 200).count() as i32;
    let left = thick(&|d| image.gray_at(component.bounds.x0 - d, cy)).max(1);
    let right = thick(&|d| image.gray_at(component.bounds.x1 - 1 + d, cy)).max(1);
    let top = thick(&|d| image.gray_at(cx, component.bounds.y0 - d)).max(1);
    let bottom = thick(&|d| image.gray_at(cx, component.bounds.y1 - 1 + d)).max(1);
    Rect::new(
        component.bounds.x0 - left,
        component.bounds.y0 - top,
        component.bounds.x1 + right,
        component.bounds.y1 + bottom,
    )
}
