//! Text of a page for the tests of this folder.

use crate::TextItem;

/// Text one unit high.
pub(super) fn item(text: &str, x: f64, y: f64, width: f64) -> TextItem {
    TextItem {
        text: text.to_owned(),
        x,
        y,
        width,
        height: 1.0,
    }
}
