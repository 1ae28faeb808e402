//! Field labels.
//!
//! Each field gets the text beside, above, below or inside it that is nearest by the conventions of form layout; a
//! checkbox gets the text of its option. Labels that occur more than once on a page are distinguished by those of
//! their row, column or section, or else by a number. All measurements are in pixels of a page 1000 px wide.

mod clean;
mod distinct;
mod field_box;
mod labeller;
mod lines;
mod segment;

use crate::DETECTION_WIDTH;
use crate::DetectedRect;
use crate::TextItem;
use crate::rect::Rect;
use crate::text::page_text::{PageText, TextRun};
use field_box::FieldBox;
use labeller::Labeller;
use lines::Lines;

/// A field to label.
#[derive(Clone, Copy, Debug)]
pub struct LabelTarget {
    /// Position, in percent of the displayed page.
    pub rect: DetectedRect,
    /// Whether it is a checkbox or radio button, which has its label beside it.
    pub mark: bool,
}

/// Returns the labels of the fields of one page, in the order of the fields: at most 120 characters each, all
/// different. `height` is the height of the page in pixels when it is 1000 px wide. A label is `None` if the page has
/// no suitable text.
///
/// ```
/// use countersign_detect::{DetectedRect, LabelTarget, TextItem, labels};
/// let text = TextItem { text: "1a Name: ____".into(), x: 10.0, y: 10.0, width: 20.0, height: 1.2 };
/// let rect = DetectedRect { x: 23.8, y: 9.5, width: 6.2, height: 2.0 };
/// let found = labels(&[text], 1300, &[LabelTarget { rect, mark: false }]);
/// assert_eq!(found, [Some("Name".to_owned())]);
/// ```
#[must_use]
pub fn labels(texts: &[TextItem], height: u32, fields: &[LabelTarget]) -> Vec<Option<String>> {
    let (width, height) = (f64::from(DETECTION_WIDTH), f64::from(height));
    let fields: Vec<FieldBox> = fields
        .iter()
        .map(|LabelTarget { rect, mark }| FieldBox {
            x0: rect.x * width / 100.0,
            y0: rect.y * height / 100.0,
            x1: (rect.x + rect.width) * width / 100.0,
            y1: (rect.y + rect.height) * height / 100.0,
            mark: *mark,
        })
        .collect();
    let mut text = PageText::default();
    text.read(texts, width as i32, height as i32);
    label_all(&text.runs, &fields)
}

/// The same as [`labels`], in pixels.
pub(crate) fn labels_in_pixels(runs: &[TextRun], fields: &[(Rect, bool)]) -> Vec<Option<String>> {
    let field = |&(rect, mark): &(Rect, bool)| {
        let [x0, y0, x1, y1] = rect.sides();
        FieldBox {
            x0,
            y0,
            x1,
            y1,
            mark,
        }
    };
    let fields: Vec<FieldBox> = fields.iter().map(field).collect();
    label_all(runs, &fields)
}

fn label_all(runs: &[TextRun], fields: &[FieldBox]) -> Vec<Option<String>> {
    let lines = Lines::read(runs, fields);
    let labeller = Labeller {
        lines: &lines,
        fields,
    };
    let found = (0..fields.len())
        .map(|index| labeller.label(index))
        .collect();
    distinct::make_distinct(found, &labeller)
}
