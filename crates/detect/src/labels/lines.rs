//! Groups the page's text into line segments: text close together on one line, without a field in between.

use crate::labels::field_box::FieldBox;
use crate::labels::segment::Segment;
use crate::sorting::{ordered, sort_by_rank};
use crate::text::page_text::TextRun;

/// The line segments of a page, sorted by top.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) segments: Vec<Segment>,
    /// Median height of the segments, in pixels.
    pub(super) usual: f64,
    /// Maximum height of the segments, in pixels.
    tallest: f64,
}

/// Maximum difference between the bottom edges of runs on one line, in pixels.
const LEVEL: f64 = 4.0;
/// Spaces that separate columns.
const COLUMN: &str = "   ";

impl Lines {
    pub(super) fn read(runs: &[TextRun], fields: &[FieldBox]) -> Self {
        let mut parts: Vec<Segment> = Vec::with_capacity(runs.len());
        // Vertical text is not used as a label.
        let lies = |run: &&TextRun| run.count < 3.0 || run.x1 - run.x0 > 0.8 * run.height();
        for run in runs.iter().filter(lies) {
            split(run, &mut parts);
        }
        sort_by_edge(&mut parts, |part| part.y1);
        let mut segments: Vec<Segment> = Vec::new();
        let mut start = 0;
        while let Some(first) = parts.get(start) {
            let rest = parts.get(start..).unwrap_or_default();
            let length = rest
                .iter()
                .take_while(|part| part.y1 - first.y1 < LEVEL)
                .count()
                .max(1);
            if let Some(line) = parts.get_mut(start..start + length) {
                sort_by_edge(line, |part| part.x0);
                join(line, fields, &mut segments);
            }
            start += length;
        }
        sort_by_edge(&mut segments, |segment| segment.y0);
        let mut heights: Vec<f32> = (segments.iter())
            .map(|segment| segment.height() as f32)
            .collect();
        sort_by_rank(&mut heights, |height| [ordered(*height), 0, 0, 0]);
        let usual = heights.get(heights.len() / 2).copied().unwrap_or_default();
        let tallest = heights.last().copied().unwrap_or_default();
        let (usual, tallest) = (f64::from(usual), f64::from(tallest));
        Self {
            segments,
            usual,
            tallest,
        }
    }

    /// Indices of the segments that reach into a vertical range. May include some above it.
    pub(super) fn between(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        let first = self
            .segments
            .partition_point(|it| it.y0 < from - self.tallest.min(60.0));
        let end = self.segments.partition_point(|it| it.y0 < to);
        first..end.max(first)
    }
}

fn sort_by_edge(segments: &mut [Segment], edge: impl Fn(&Segment) -> f64) {
    sort_by_rank(segments, |segment| [ordered(edge(segment) as f32), 0, 0, 0]);
}

/// Splits an run at column gaps, assuming characters of equal width.
fn split(run: &TextRun, into: &mut Vec<Segment>) {
    let advance = (run.x1 - run.x0) / run.count.max(1.0);
    let mut at = 0;
    for piece in run.text.split(COLUMN) {
        let length = piece.chars().count();
        let before = piece.chars().take_while(|c| c.is_whitespace()).count();
        let text = piece.trim();
        if !text.is_empty() {
            let x0 = run.x0 + advance * (at + before) as f64;
            into.push(Segment {
                x0,
                x1: x0 + advance * text.chars().count() as f64,
                y0: run.y0,
                y1: run.y1,
                text: text.to_owned(),
            });
        }
        at += length + COLUMN.len();
    }
}

/// Joins the parts of a line that are close together.
fn join(line: &mut [Segment], fields: &[FieldBox], into: &mut Vec<Segment>) {
    let mut open: Option<Segment> = None;
    for part in line.iter_mut().map(std::mem::take) {
        let Some(before) = &mut open else {
            open = Some(part);
            continue;
        };
        let gap = part.x0 - before.x1;
        let height = before.height().max(part.height());
        let is_far = gap > (0.75 * height).max(9.0);
        if is_far || is_field_between(before, &part, fields) {
            into.extend(open.replace(part));
            continue;
        }
        if gap > 0.12 * height && !before.text.ends_with(' ') {
            before.text.push(' ');
        }
        before.text.push_str(&part.text);
        before.x1 = before.x1.max(part.x1);
        before.y0 = before.y0.min(part.y0);
        before.y1 = before.y1.max(part.y1);
    }
    into.extend(open);
}

fn is_field_between(before: &Segment, after: &Segment, fields: &[FieldBox]) -> bool {
    fields.iter().any(|field| {
        field.is_level(after) && field.x0 > before.x1 - 6.0 && field.x1 < after.x0 + 6.0
    })
}
