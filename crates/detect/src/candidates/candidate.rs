//! A candidate region and how it was found.

use crate::raster::deskew::Bend;

/// How a candidate was found. The discriminant is a feature of the trained model, so the order is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A cell without ink.
    EmptyCell,
    /// A cell with a caption at the top; the candidate is the free area below it.
    UnderCaption,
    /// A cell or rule with text on it; the candidate is a free run beside the text.
    Beside,
    /// A rule without a ceiling; the candidate is the free area above it.
    OpenRule,
    /// Equal narrow cells side by side, or a cell with tick marks on its floor.
    Comb,
    /// The lowest line of a tall cell.
    Line,
    /// A part of a rule that has several captions below it.
    Split,
    /// Several ruled lines joined to one area.
    Area,
    /// A shaded rectangle without borders.
    Shaded,
    /// A small closed rectangle (checkbox).
    Box,
    /// A small circle (radio button).
    Circle,
    /// A flat oval, as on machine-read forms.
    Oval,
    /// A date made of groups of underscores.
    TypedDate,
    /// Blank area after text that asks for a signature.
    TypedSignature,
    /// Other typed characters that mark a field, such as a run of underscores.
    Typed,
}

/// A candidate region in pixels (right and bottom exclusive) and its measurements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
    pub(crate) source: Source,
    /// Length of the rule it stands on, in pixels.
    pub(crate) floor: i32,
    /// Height of the cell or free space it was cut from, in pixels.
    pub(crate) room: i32,
    /// The whole cell or stretch, before text was cut off.
    pub(crate) region: (i32, i32, i32, i32),
    pub(crate) left_wall: bool,
    pub(crate) right_wall: bool,
    pub(crate) ceiling: bool,
    /// Drawn part of the floor, in percent.
    pub(crate) duty: i32,
    /// Depends on `source`. `Comb`: number of cells. `Area`: number of lines. `Box`, `Circle` and `Oval`: light part of
    /// the bounding box, in percent. Otherwise: 0.
    pub(crate) cells: i32,
    /// Depends on `source`. `Comb`: width of the widest cell minus the narrowest. `Line`: usual height of the column's
    /// cells. `Split`: number of caption groups. Otherwise: number of free runs in the same region.
    pub(crate) siblings: i32,
    /// A comb made of adjacent rectangles.
    pub(crate) boxed: bool,
    /// An area whose lines are pale writing guides.
    pub(crate) guided: bool,
}

impl Place {
    /// A candidate with borders on all sides.
    pub(crate) fn closed(rect: (i32, i32, i32, i32), source: Source) -> Self {
        let (x0, y0, x1, y1) = rect;
        let (floor, room) = (x1 - x0, y1 - y0);
        Self {
            x0,
            y0,
            x1,
            y1,
            source,
            floor,
            room,
            region: rect,
            left_wall: true,
            right_wall: true,
            ceiling: true,
            duty: 100,
            cells: 0,
            siblings: 1,
            boxed: false,
            guided: false,
        }
    }

    pub(crate) fn width(&self) -> i32 {
        self.x1 - self.x0
    }

    pub(crate) fn height(&self) -> i32 {
        self.y1 - self.y0
    }

    pub(crate) fn area(&self) -> i32 {
        self.width() * self.height()
    }
}

/// Maps a candidate from the deskewed page to the raster. Its center moves; its size does not change.
pub(crate) fn on_raster(place: &Place, bend: Option<Bend>) -> Place {
    let Some(bend) = bend else { return *place };
    let middle = (
        (place.x0 + place.x1) as f32 / 2.0,
        (place.y0 + place.y1) as f32 / 2.0,
    );
    let (x, y) = bend.to_raster(middle.0, middle.1);
    let (dx, dy) = ((x - middle.0).round() as i32, (y - middle.1).round() as i32);
    Place {
        x0: place.x0 + dx,
        y0: place.y0 + dy,
        x1: place.x1 + dx,
        y1: place.y1 + dy,
        ..*place
    }
}
