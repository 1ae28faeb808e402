//! Finds the text that labels a field.

use crate::labels::clean::{self, cleaned, has_words, is_short};
use crate::labels::field_box::FieldBox;
use crate::labels::lines::Lines;
use crate::labels::segment::Segment;
use crate::sorting::{ordered, sort_by_rank};

/// Maximum cost of a label, as measured by [`Labeller::nearest`].
const MAX_COST: f64 = 70.0;
/// Maximum distance of an option's text from its checkbox, in pixels.
const MAX_OPTION_DISTANCE: f64 = 44.0;
/// Minimum height of a heading, relative to the median text height of the page.
const HEADING_HEIGHT: f64 = 1.12;
/// Maximum distance between the left edges of a field and an aligned label, in pixels.
const ALIGNED: f64 = 22.0;
/// Maximum distance between the lines of one text, in pixels.
const MAX_LEADING: f64 = 9.0;

/// Side of a field on which text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Above,
    Below,
    Inside,
}

/// Finds the label of each field.
pub(super) struct Labeller<'a> {
    pub(super) lines: &'a Lines,
    pub(super) fields: &'a [FieldBox],
}

impl Labeller<'_> {
    /// Label of a field.
    pub(super) fn label(&self, index: usize) -> Option<String> {
        let field = self.fields.get(index)?;
        if let Some((segment, side)) = self.nearest(index) {
            let text = cleaned(&self.full_text(field, segment, side));
            if has_words(&text) {
                return Some(text);
            }
        }
        self.row(index, "")
            .or_else(|| self.column(index, ""))
            .or_else(|| self.section(index, ""))
    }

    /// The text with the lowest cost, and its side.
    fn nearest(&self, index: usize) -> Option<(usize, Side)> {
        let field = self.fields.get(index)?;
        let mut best: Option<(f64, usize, Side)> = None;
        for number in self.lines.between(field.y0 - MAX_COST, field.y1 + 40.0) {
            let Some(segment) = self.lines.segments.get(number) else {
                continue;
            };
            let cost = if field.mark {
                mark_cost(field, segment)
            } else {
                self.text_cost(field, segment)
            };
            let Some((cost, side)) = cost.filter(|(cost, _)| *cost < MAX_COST) else {
                continue;
            };
            let is_better = best.is_none_or(|(least, ..)| cost < least);
            if is_better && has_words(&segment.text) && !self.is_separated(index, segment, side) {
                best = Some((cost, number, side));
            }
        }
        best.map(|(_, number, side)| (number, side))
    }

    /// Cost of text as the label of a text field, and its side.
    fn text_cost(&self, field: &FieldBox, segment: &Segment) -> Option<(f64, Side)> {
        let over = field.overlap(segment);
        let inside = over > 0.7 * (segment.x1 - segment.x0)
            && segment.middle() > field.y0 + 2.0
            && segment.middle() < field.y1 - 2.0;
        if inside {
            return Some((
                0.1 * (segment.y0 - field.y0).max(0.0) + 0.02 * (segment.x0 - field.x0),
                Side::Inside,
            ));
        }
        let gap = field.x0 - segment.x1;
        if field.is_level(segment) && gap > -14.0 && over <= 14.0 {
            let first = (segment.middle() - field.y0 - 14.0).max(0.0);
            let lower = if field.y1 - field.y0 > 44.0 {
                0.3 * first
            } else {
                0.0
            };
            return Some((2.0 + 0.1 * gap.max(0.0) + lower, Side::Left));
        }
        if over <= 4.0 {
            return None;
        }
        if segment.middle() < field.y0 + 5.0 {
            return Some((self.cost_above(field, segment), Side::Above));
        }
        (segment.middle() > field.y1 - 2.0).then(|| (self.cost_below(field, segment), Side::Below))
    }

    fn cost_above(&self, field: &FieldBox, segment: &Segment) -> f64 {
        let gap = (field.y0 - segment.y1).max(0.0);
        let aligned = (segment.x0 - field.x0).abs() < ALIGNED;
        let wide = segment.x0 < field.x0 - 30.0 && segment.x1 > field.x1 + 30.0;
        let paragraph = if wide { 14.0 } else { 0.0 };
        7.0 + 1.2 * gap + paragraph - if aligned { 4.0 } else { 0.0 }
    }

    /// Cost of a caption below a writing line. Text that heads another field costs more.
    fn cost_below(&self, field: &FieldBox, segment: &Segment) -> f64 {
        let gap = (segment.y0 - field.y1).max(0.0);
        let begins = |it: &FieldBox| (segment.x0 - it.x0).abs() < ALIGNED;
        let heads = self.fields.iter().any(|other| {
            // Text aligned with the field below, and not with this one, may be farther above that field.
            let room = if begins(other) && !begins(field) {
                20.0
            } else {
                12.0
            };
            other.overlap(segment) > 4.0 && (-4.0..room).contains(&(other.y0 - segment.y1))
        });
        let is_small = segment.height() < 0.9 * self.lines.usual || segment.text.starts_with('(');
        let another = if heads { 24.0 } else { 0.0 };
        if gap > 18.0 {
            return MAX_COST;
        }
        let wide = segment.x1 - segment.x0 > 1.6 * (field.x1 - field.x0);
        // Text larger than usual is a heading of what follows.
        let is_heading = segment.height() > HEADING_HEIGHT * self.lines.usual;
        let other = if wide || is_heading { 14.0 } else { 0.0 };
        9.0 + gap + another + other - if is_small { 3.0 } else { 0.0 }
    }

    /// Whether another field lies between a field and the text.
    fn is_separated(&self, index: usize, segment: &Segment, side: Side) -> bool {
        let Some(field) = self.fields.get(index) else {
            return true;
        };
        let others = self.fields.iter().enumerate();
        let mut others = others
            .filter(|(other, _)| *other != index)
            .map(|(_, it)| it);
        match side {
            Side::Inside => false,
            Side::Left => others.any(|other| {
                other.is_level(segment)
                    && other.x0 > segment.x0
                    && other.x1 < field.x0 + 4.0
                    && other.x1 > segment.x1 - 4.0
            }),
            Side::Right => others.any(|other| {
                other.is_level(segment) && other.x0 < segment.x0 + 4.0 && other.x0 > field.x1 - 4.0
            }),
            Side::Above => others.any(|other| {
                let over = other.x1.min(field.x1) - other.x0.max(field.x0);
                over > 4.0
                    && other.overlap(segment) > 0.0
                    && other.y1 < field.y0 + 6.0
                    && other.y0 > segment.y0
            }),
            Side::Below => others.any(|other| {
                let over = other.x1.min(field.x1) - other.x0.max(field.x0);
                over > 4.0 && other.y0 > field.y1 - 6.0 && other.y1 < segment.y1
            }),
        }
    }

    /// The whole text that a segment belongs to, with its previous or following lines.
    fn full_text(&self, field: &FieldBox, number: usize, side: Side) -> String {
        let Some(segment) = self.lines.segments.get(number) else {
            return String::new();
        };
        let mut text = segment.text.clone();
        let mut edge = segment;
        let down = matches!(side, Side::Right | Side::Inside);
        for _ in 0..3 {
            let goes_on = if down {
                is_short(&text) && !text.ends_with(['.', '?', ':', ';'])
            } else {
                matches!(side, Side::Above) && is_short(&text)
                    || clean::continues_previous_line(&text)
            };
            let next = self.next_line(edge, down);
            let next =
                next.filter(|next| goes_on || !down && clean::continues_on_next_line(&next.text));
            let Some(next) = next.filter(|next| down || !self.labels_another(next, field)) else {
                break;
            };
            if down && (self.has_mark(next) || (next.x0 - segment.x0).abs() > 6.0) {
                break;
            }
            text = if down {
                format!("{text} {}", next.text)
            } else {
                format!("{} {text}", next.text)
            };
            edge = next;
        }
        text
    }

    /// The previous or following line of the same text.
    fn next_line(&self, edge: &Segment, down: bool) -> Option<&Segment> {
        let numbers = self.lines.between(edge.y0 - 40.0, edge.y1 + 40.0);
        let near = numbers.filter_map(|number| self.lines.segments.get(number));
        near.filter(|other| {
            let gap = if down {
                other.y0 - edge.y1
            } else {
                edge.y0 - other.y1
            };
            let left = (other.x0 - edge.x0).abs() < 26.0;
            let middle = (other.x0 + other.x1 - edge.x0 - edge.x1).abs() < 16.0;
            let same = (other.height() - edge.height()).abs() < 0.2 * edge.height();
            let after = if down {
                other.y0 > edge.y0 + 4.0
            } else {
                other.y0 < edge.y0 - 4.0
            };
            after && gap < MAX_LEADING && (left || middle) && same
        })
        .min_by(|a, b| {
            let far = |one: &Segment| (one.y0 - edge.y0).abs();
            far(a).total_cmp(&far(b))
        })
    }

    /// Whether the text labels another field beside it.
    fn labels_another(&self, segment: &Segment, field: &FieldBox) -> bool {
        self.fields.iter().any(|other| {
            let beside = other.x0 > segment.x1 - 8.0 && other.x0 < segment.x1 + 260.0;
            let same = (other.x0 - field.x0).abs() < 1.0 && (other.y0 - field.y0).abs() < 1.0;
            other.is_level(segment) && beside && !same
        }) || self.has_mark(segment)
    }

    fn has_mark(&self, segment: &Segment) -> bool {
        self.fields.iter().any(|other| {
            other.mark
                && other.is_level(segment)
                && (-6.0..MAX_OPTION_DISTANCE).contains(&(segment.x0 - other.x1))
        })
    }

    /// Text at the left of the field's row, whatever lies between, other than `known`.
    pub(super) fn row(&self, index: usize, known: &str) -> Option<String> {
        let field = self.fields.get(index)?;
        let numbers = self.lines.between(field.y0 - 30.0, field.y1 + 30.0);
        let left =
            numbers.filter_map(|number| self.lines.segments.get(number).map(|it| (number, it)));
        let level =
            left.filter(|(_, segment)| field.is_level(segment) && segment.x1 < field.x0 + 8.0);
        let mut found: Vec<_> = level.filter(|(_, it)| has_words(&it.text)).collect();
        sort_by_rank(&mut found, |(_, it)| [!ordered(it.x1 as f32), 0, 0, 0]);
        let texts = found
            .into_iter()
            .map(|(number, _)| cleaned(&self.full_text(field, number, Side::Left)));
        texts
            .into_iter()
            .find(|text| has_words(text) && text != known)
    }

    /// Text above the field's column, other than `known`.
    pub(super) fn column(&self, index: usize, known: &str) -> Option<String> {
        let field = self.fields.get(index)?;
        let numbers = self.lines.between(field.y0 - 700.0, field.y0 + 4.0);
        let above =
            numbers.filter_map(|number| self.lines.segments.get(number).map(|it| (number, it)));
        let mut found: Vec<_> = above
            .filter(|(_, it)| {
                it.middle() < field.y0 && field.overlap(it) > 4.0 && has_words(&it.text)
            })
            .filter(|(_, it)| it.x1 - it.x0 < 3.0 * (field.x1 - field.x0).max(60.0))
            .collect();
        sort_by_rank(&mut found, |(_, it)| [!ordered(it.y1 as f32), 0, 0, 0]);
        let mut texts = found
            .into_iter()
            .map(|(number, _)| cleaned(&self.full_text(field, number, Side::Above)));
        texts.find(|text| has_words(text) && text != known)
    }

    /// The last heading above a field, other than `known`.
    pub(super) fn section(&self, index: usize, known: &str) -> Option<String> {
        let field = self.fields.get(index)?;
        let numbers = self.lines.between(0.0, field.y0 + 4.0);
        let above = numbers.filter_map(|number| self.lines.segments.get(number));
        let heads = |it: &&Segment| {
            it.middle() < field.y0
                && it.height() > HEADING_HEIGHT * self.lines.usual
                && has_words(&it.text)
        };
        let last = above.filter(heads).max_by(|a, b| a.y1.total_cmp(&b.y1))?;
        let text = cleaned(&last.text);
        (has_words(&text) && text != known).then_some(text)
    }
}

/// Cost of text as the label of a checkbox, and its side. The label is usually on the right.
fn mark_cost(field: &FieldBox, segment: &Segment) -> Option<(f64, Side)> {
    let over = field.overlap(segment);
    let middle = segment.middle();
    let level = middle > field.y0 - 6.0 && middle < field.y1 + 6.0;
    let (right, left) = (segment.x0 - field.x1, field.x0 - segment.x1);
    if level && (-6.0..MAX_OPTION_DISTANCE).contains(&right) {
        return Some((right.max(0.0), Side::Right));
    }
    if level && (-6.0..MAX_OPTION_DISTANCE).contains(&left) {
        return Some((left.max(0.0) + 6.0, Side::Left));
    }
    if over > 2.0 && middle < field.y0 + 2.0 {
        return Some((30.0 + (field.y0 - segment.y1).max(0.0), Side::Above));
    }
    None
}
