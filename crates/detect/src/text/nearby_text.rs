//! The text around a field.

use crate::rect::Rect;
use crate::sorting::{ordered, sort_by_rank};
use crate::text::page_text::{PageText, TextRun};

/// Maximum distance of a label on the left, in pixels.
const MAX_LEFT_DISTANCE: f64 = 220.0;
/// Maximum height of a column header, in pixels.
const MAX_HEADER_HEIGHT: f64 = 52.0;

impl PageText {
    /// Label candidates for a field with their weighted distances, nearest first: at most one each from the left,
    /// above and below.
    pub(crate) fn labels(&self, field: Rect, open: bool) -> Vec<(f64, String)> {
        let [x0, y0, x1, y1] = field.sides();
        let mut sides: [Option<(f64, &TextRun, bool)>; 3] = [None; 3];
        for run in &self.runs {
            let middle = run.middle();
            let over = run.x1.min(x1) - run.x0.max(x0);
            let gap = x0 - run.x1;
            let level = middle > y0 - 4.0 && middle < y1 + 4.0;
            let (side, distance) = if level && (-6.0..MAX_LEFT_DISTANCE).contains(&gap) {
                (0, gap.max(0.0) * 0.5)
            } else if over > 4.0 && middle < y0 + 6.0 && y0 - run.y1 < 16.0 {
                // Text above an open rule belongs to the previous line; in a cell it is the caption.
                (1, (y0 - run.y1).max(0.0) + if open { 30.0 } else { 4.0 })
            } else if over > 4.0 && middle > y1 - 2.0 && run.y0 - y1 < 14.0 {
                (2, (run.y0 - y1).max(0.0) + if open { 2.0 } else { 26.0 })
            } else {
                continue;
            };
            let beside = gap >= -6.0 && over <= 4.0;
            if let Some(best) = sides.get_mut(side)
                && best.is_none_or(|(least, ..)| distance < least)
            {
                *best = Some((distance, run, beside));
            }
        }
        let mut found: Vec<_> = sides.into_iter().flatten().collect();
        sort_by_rank(&mut found, |(distance, ..)| {
            [ordered(*distance as f32), 0, 0, 0]
        });
        let words = found.into_iter();
        words
            .map(|(distance, run, beside)| (distance, self.line(run, beside)))
            .collect()
    }

    /// All text lines directly above the first cell of a column.
    pub(crate) fn header(&self, cell: Rect) -> Option<String> {
        let [x0, y0, x1, _] = cell.sides();
        let above = |run: &&TextRun| {
            let middle = (run.x0 + run.x1) / 2.0;
            (x0..x1).contains(&middle) && run.y1 < y0 + 5.0 && run.y1 > y0 - MAX_HEADER_HEIGHT
        };
        let mut words = String::new();
        for run in self.runs.iter().filter(above) {
            if words.len() > 200 {
                break;
            }
            words.push_str(&run.text);
            words.push(' ');
        }
        (!words.is_empty()).then(|| words.trim_end().chars().take(60).collect())
    }

    /// The run's text, joined with the runs close before it on the line. Labels often consist of many runs, and
    /// their end matters most.
    fn line(&self, run: &TextRun, before: bool) -> String {
        let mut text = run.text.clone();
        let mut start = run.x0;
        let level = |other: &TextRun| (other.y1 - run.y1).abs() < 4.0;
        while before && text.chars().count() < 40 {
            let previous = self.runs.iter().find(|other| {
                level(other)
                    && other.x1 <= start + 1.0
                    && start - other.x1 < 7.0
                    && other.x0 < start
            });
            let Some(previous) = previous else { break };
            text = format!("{} {text}", previous.text);
            start = previous.x0;
        }
        let count = text.chars().count();
        if before {
            text.chars().skip(count.saturating_sub(60)).collect()
        } else {
            text.chars().take(60).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::item;
    use super::*;

    #[test]
    fn the_nearest_text_is_the_label() {
        let mut words = PageText::default();
        words.read(
            &[
                item("Name", 10.0, 10.0, 5.0),
                item("Date", 60.0, 10.0, 4.0),
                item("far", 10.0, 60.0, 4.0),
            ],
            1000,
            1000,
        );
        let nearest = |field| {
            words
                .labels(field, true)
                .first()
                .map(|(_, text)| text.clone())
        };
        assert_eq!(
            nearest(Rect::new(160, 92, 590, 112)).as_deref(),
            Some("Name")
        );
        assert_eq!(
            nearest(Rect::new(650, 92, 900, 112)).as_deref(),
            Some("Date")
        );
        assert_eq!(nearest(Rect::new(160, 300, 590, 320)), None);
    }
}
