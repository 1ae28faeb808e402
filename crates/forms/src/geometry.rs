//! Converts between percentages of the displayed page and PDF user space.
//!
//! The displayed page is the crop box, rotated clockwise by `/Rotate`. `UserUnit` scales both axes
//! equally, so it affects font sizes but not percentages.

use crate::field::Rect;

/// A rectangle in user space: left, bottom, right, top (ISO 32000-2, 7.9.5).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UserRect {
    /// Smaller x.
    pub left: f64,
    /// Smaller y.
    pub bottom: f64,
    /// Larger x.
    pub right: f64,
    /// Larger y.
    pub top: f64,
}

impl UserRect {
    /// A rectangle from any two opposite corners.
    pub fn from_corners(corners: [f64; 4]) -> Self {
        let [x0, y0, x1, y1] = corners;
        Self {
            left: x0.min(x1),
            bottom: y0.min(y1),
            right: x0.max(x1),
            top: y0.max(y1),
        }
    }

    /// Width.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Height.
    pub fn height(&self) -> f64 {
        self.top - self.bottom
    }
}

/// How a page is shown (ISO 32000-2, 7.7.3.3).
///
/// ```
/// use countersign_forms::Rect;
/// use countersign_forms::geometry::{PageSpace, UserRect};
/// let page = PageSpace::new([0.0, 0.0, 200.0, 100.0], 0, 1.0);
/// let place = UserRect::from_corners([20.0, 60.0, 120.0, 80.0]);
/// let percent = Rect { x: 10.0, y: 20.0, width: 50.0, height: 20.0 };
/// assert_eq!(page.to_percent(&place), percent);
/// assert_eq!(page.to_user(&percent), place);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSpace {
    crop: UserRect,
    rotate: u16,
    user_unit: f64,
}

/// Rounding factor for percentages: four decimals.
const PRECISION: f64 = 10_000.0;

fn rounded(percent: f64) -> f64 {
    let rounded = (percent * PRECISION).round() / PRECISION;
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        0.0
    }
}

/// Rounding steps per user space unit: coarse enough to remove conversion noise, fine enough that a
/// percentage with four decimals survives a round trip. Two rounded ends differ from the exact
/// length by at most one step, which must stay below half of such a percentage. Five decimals
/// suffice for sides above 20 units, six for the smallest page of the standard, 3 units (ISO
/// 32000-1, annex C.2). At most six are written.
fn steps(crop: &UserRect) -> f64 {
    if crop.width().min(crop.height()) > 20.5 {
        100_000.0
    } else {
        1_000_000.0
    }
}

impl PageSpace {
    /// A page that displays `crop`, rotated clockwise by `rotate` degrees (any multiple of 90).
    pub fn new(crop: [f64; 4], rotate: i64, user_unit: f64) -> Self {
        let turns = rotate.rem_euclid(360) / 90;
        let rotate = u16::try_from(turns * 90).unwrap_or(0);
        let user_unit = if user_unit.is_finite() && user_unit > 0.0 {
            user_unit
        } else {
            1.0
        };
        Self {
            crop: UserRect::from_corners(crop),
            rotate,
            user_unit,
        }
    }

    /// Clockwise rotation of the page: 0, 90, 180 or 270.
    pub fn rotate(&self) -> u16 {
        self.rotate
    }

    /// Points per user space unit.
    pub fn user_unit(&self) -> f64 {
        self.user_unit
    }

    /// Converts user space to percentages of the displayed page.
    pub fn to_percent(&self, rect: &UserRect) -> Rect {
        let across = |value: f64| (value - self.crop.left) / self.crop.width() * 100.0;
        let down = |value: f64| (self.crop.top - value) / self.crop.height() * 100.0;
        let (left, right) = (across(rect.left), across(rect.right));
        let (top, bottom) = (down(rect.top), down(rect.bottom));
        let (x0, y0, x1, y1) = match self.rotate {
            90 => (100.0 - bottom, left, 100.0 - top, right),
            180 => (100.0 - right, 100.0 - bottom, 100.0 - left, 100.0 - top),
            270 => (top, 100.0 - right, bottom, 100.0 - left),
            _ => (left, top, right, bottom),
        };
        Rect {
            x: rounded(x0),
            y: rounded(y0),
            width: rounded(x1 - x0),
            height: rounded(y1 - y0),
        }
    }

    /// Converts percentages of the displayed page to user space.
    pub fn to_user(&self, rect: &Rect) -> UserRect {
        let (x0, y0) = (rect.x, rect.y);
        let (x1, y1) = (rect.x + rect.width, rect.y + rect.height);
        let (left, top, right, bottom) = match self.rotate {
            90 => (y0, 100.0 - x1, y1, 100.0 - x0),
            180 => (100.0 - x1, 100.0 - y1, 100.0 - x0, 100.0 - y0),
            270 => (100.0 - y1, x0, 100.0 - y0, x1),
            _ => (x0, y0, x1, y1),
        };
        let across = |percent: f64| self.crop.left + percent / 100.0 * self.crop.width();
        let down = |percent: f64| self.crop.top - percent / 100.0 * self.crop.height();
        let corners = [across(left), down(bottom), across(right), down(top)];
        let steps = steps(&self.crop);
        UserRect::from_corners(corners.map(|value| (value * steps).round() / steps + 0.0))
    }
}

/// Size and matrix of the appearance for a widget of this size whose content is rotated
/// counterclockwise by `rotation` degrees (`/MK` `/R`; ISO 32000-2, 12.5.5).
pub fn appearance_space(width: f64, height: f64, rotation: i64) -> AppearanceSpace {
    let (inner_width, inner_height, matrix) = match rotation.rem_euclid(360) {
        90 => (height, width, Some([0.0, 1.0, -1.0, 0.0, width, 0.0])),
        180 => (width, height, Some([-1.0, 0.0, 0.0, -1.0, width, height])),
        270 => (height, width, Some([0.0, -1.0, 1.0, 0.0, 0.0, height])),
        _ => (width, height, None),
    };
    AppearanceSpace {
        width: inner_width,
        height: inner_height,
        matrix,
    }
}

/// Size of the unrotated appearance content, and its matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AppearanceSpace {
    /// Width of the unrotated content.
    pub width: f64,
    /// Height of the unrotated content.
    pub height: f64,
    /// `/Matrix`, unless it is the identity.
    pub matrix: Option<[f64; 6]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const CROP: [f64; 4] = [50.0, 100.0, 450.0, 900.0];

    #[test]
    fn upright_page_counts_from_the_crop_box_top_left() {
        let page = PageSpace::new(CROP, 0, 1.0);
        let user = UserRect::from_corners([90.0, 820.0, 170.0, 860.0]);
        let rect = page.to_percent(&user);
        assert_eq!(
            rect,
            Rect {
                x: 10.0,
                y: 5.0,
                width: 20.0,
                height: 5.0
            }
        );
        assert_eq!(page.to_user(&rect), user);
    }

    #[test]
    fn turned_pages_are_measured_as_they_are_shown() {
        let user = UserRect::from_corners([90.0, 820.0, 170.0, 860.0]);
        let shown = [
            (
                90,
                Rect {
                    x: 90.0,
                    y: 10.0,
                    width: 5.0,
                    height: 20.0,
                },
            ),
            (
                180,
                Rect {
                    x: 70.0,
                    y: 90.0,
                    width: 20.0,
                    height: 5.0,
                },
            ),
            (
                270,
                Rect {
                    x: 5.0,
                    y: 70.0,
                    width: 5.0,
                    height: 20.0,
                },
            ),
            (
                -90,
                Rect {
                    x: 5.0,
                    y: 70.0,
                    width: 5.0,
                    height: 20.0,
                },
            ),
        ];
        for (rotate, rect) in shown {
            let page = PageSpace::new(CROP, rotate, 1.0);
            assert_eq!(page.to_percent(&user), rect, "rotated by {rotate}");
            assert_eq!(page.to_user(&rect), user, "rotated by {rotate}");
        }
    }

    #[test]
    fn places_come_back_from_pages_of_any_size() {
        let parts = |number: u32| f64::from(number) / PRECISION;
        for side in [3.0, 7.0, 17.0, 20.0, 20.4, 20.6, 21.0, 40.0, 14_400.0] {
            for rotate in [0, 90, 180, 270] {
                let page = PageSpace::new([0.5, 13.0, 0.5 + side, 13.0 + side], rotate, 1.0);
                for number in 0..2_000 {
                    let rect = Rect {
                        x: parts(number * 293),
                        y: parts(number * 187),
                        width: parts(20_000 + number * 189),
                        height: parts(20_000 + number * 151),
                    };
                    let back = page.to_percent(&page.to_user(&rect));
                    assert_eq!(back, rect, "side {side}, turned by {rotate}");
                }
            }
        }
    }

    #[test]
    fn a_page_without_extent_gives_no_infinite_numbers() {
        let page = PageSpace::new([0.0; 4], 0, f64::NAN);
        let rect = page.to_percent(&UserRect::from_corners([0.0, 0.0, 10.0, 10.0]));
        assert_eq!(rect, Rect::default());
        assert_eq!(page.user_unit(), 1.0);
    }

    #[test]
    fn turned_appearances_land_in_their_widget() {
        for rotation in [0, 90, 180, 270] {
            let space = appearance_space(30.0, 10.0, rotation);
            let [a, b, c, d, e, f] = space.matrix.unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
            let (x, y) = (space.width, space.height);
            let far = (a * x + c * y + e, b * x + d * y + f);
            let near = (e, f);
            assert_eq!((far.0 - near.0).abs(), 30.0, "turned by {rotation}");
            assert_eq!((far.1 - near.1).abs(), 10.0, "turned by {rotation}");
            assert!(near.0.min(far.0) == 0.0 && near.1.min(far.1) == 0.0);
        }
    }
}
