//! First-stage features: measurements of a candidate and its surroundings. The model depends on their order; retrain
//! it after a change (`benches/detection/train.py`).

use crate::candidates::candidate::{Candidate, Source};
use crate::features::caption_features::CAPTION_FEATURES;
use crate::features::page::Page;
use crate::features::path_features::PATH_FEATURES;
use crate::raster::bitmap::Runs;
use crate::rect::Rect;

/// Number of first-stage features.
pub const FIRST_STAGE_FEATURES: usize = 59 + CAPTION_FEATURES + PATH_FEATURES;

/// Index of the ink density among the features.
pub(crate) const INK: usize = 15;
/// Index of the paper shade among the features.
pub(crate) const PAPER: usize = 41;

/// Candidates sorted by edge, to count those that share one (form fields align, accidental ones do not), and buffers.
#[derive(Debug, Default)]
pub(crate) struct Neighbors {
    by_left: Vec<(i32, usize)>,
    by_bottom: Vec<(i32, usize)>,
    /// Center and area of each box.
    boxes: Vec<((i32, i32), i32)>,
    columns: Vec<u64>,
}

/// The features of one candidate, in order.
struct Numbers {
    values: [f32; FIRST_STAGE_FEATURES],
    count: usize,
}

impl Numbers {
    fn add<const N: usize>(&mut self, values: [f32; N]) {
        for (slot, value) in self.values.iter_mut().skip(self.count).zip(values) {
            *slot = value;
        }
        self.count += N;
    }

    fn add_counts<const N: usize>(&mut self, counts: [i32; N]) {
        self.add(counts.map(|count| count.min(99) as f32));
    }
}

impl Neighbors {
    pub(crate) fn read(&mut self, candidates: &[Candidate]) {
        self.by_left.clear();
        self.by_left.extend(
            candidates
                .iter()
                .enumerate()
                .map(|(i, candidate)| (candidate.rect.x0, i)),
        );
        self.by_left.sort_unstable();
        self.by_bottom.clear();
        self.by_bottom.extend(
            candidates
                .iter()
                .enumerate()
                .map(|(i, candidate)| (candidate.rect.y1, i)),
        );
        self.by_bottom.sort_unstable();
        self.boxes.clear();
        let boxes = candidates
            .iter()
            .filter(|candidate| matches!(candidate.source, Source::Box(_)))
            .filter(|candidate| candidate.width() >= 9);
        self.boxes
            .extend(boxes.map(|candidate| (candidate.rect.center(), candidate.area())));
    }

    pub(crate) fn features(
        &mut self,
        page: &Page<'_>,
        usual_cell_height: i32,
        candidates: &[Candidate],
        candidate: &Candidate,
    ) -> [f32; FIRST_STAGE_FEATURES] {
        let mut numbers = Numbers {
            values: [0.0; FIRST_STAGE_FEATURES],
            count: 0,
        };
        add_own(&mut numbers, candidate, usual_cell_height);
        self.add_ink(&mut numbers, page, candidate);
        self.add_columns(&mut numbers, candidates, candidate);
        self.add_rows(&mut numbers, candidates, candidate);
        add_spot(&mut numbers, page, candidate);
        numbers.add_counts([self.boxes_inside(candidate.region)]);
        numbers.add([f32::from(page.text.floor(candidate.rect) as u8)]);
        numbers.add(page.captions.features(&page.text.runs, candidate));
        numbers.add(page.paths.features(candidate));
        numbers.values
    }

    /// Ink densities inside the candidate, in its region and on all sides.
    fn add_ink(&mut self, numbers: &mut Numbers, page: &Page<'_>, candidate: &Candidate) {
        let ink = &page.image.rules.ink;
        let (x, y) = (
            (candidate.rect.x0 + 2, candidate.rect.x1 - 2),
            (candidate.rect.y0 + 2, candidate.rect.y1 - 3),
        );
        let region = candidate.region;
        let density = |x: (i32, i32), y: (i32, i32)| {
            let area = (x.1 - x.0).max(1) * (y.1 - y.0).max(1);
            1000.0 * ink.count(x, y) as f32 / area as f32
        };
        ink.columns(
            (candidate.rect.x0 - 80, candidate.rect.x1 + 80),
            y,
            &mut self.columns,
        );
        let left = Runs::set(&self.columns, candidate.rect.x0 - 80, candidate.rect.x0)
            .last()
            .map_or(80, |run| candidate.rect.x0 - run.1);
        let right = Runs::set(&self.columns, candidate.rect.x1, candidate.rect.x1 + 80)
            .next()
            .map_or(80, |run| run.0 - candidate.rect.x1);
        let free = |rows: &mut dyn Iterator<Item = i32>| {
            rows.take_while(|y| !ink.any_in_row(x, *y)).count() as f32
        };
        numbers.add([
            density(x, y),
            density((region.x0, region.x1), (region.y0, region.y1)),
            left as f32,
            right as f32,
            density((candidate.rect.x0 - 60, candidate.rect.x0 - 2), y),
            density((candidate.rect.x1 + 2, candidate.rect.x1 + 60), y),
            density(x, (candidate.rect.y0 - 18, candidate.rect.y0 - 2)),
            density(x, (candidate.rect.y1 + 2, candidate.rect.y1 + 18)),
            free(&mut (candidate.rect.y1 + 2..candidate.rect.y1 + 42)),
            free(&mut (candidate.rect.y0 - 41..=candidate.rect.y0 - 2).rev()),
            density((candidate.rect.x0 - 250, candidate.rect.x0 - 2), y),
        ]);
        ink.columns(
            x,
            (candidate.rect.y1 + 2, candidate.rect.y1 + 15),
            &mut self.columns,
        );
        numbers.add([word_groups(&self.columns, x)]);
    }

    /// Counts of candidates with the same left and right edge.
    fn add_columns(&self, numbers: &mut Numbers, candidates: &[Candidate], candidate: &Candidate) {
        let (mut column, mut same, mut stacked, mut below, mut twins) = (0, 0, 0, 0, 0);
        for other in near(&self.by_left, candidate.rect.x0, 3, candidates, candidate) {
            if (other.rect.x1 - candidate.rect.x1).abs() > 3 {
                continue;
            }
            column += 1;
            same += i32::from(
                (other.height() - candidate.height()).abs() <= 2
                    && other.source.code() == candidate.source.code(),
            );
            stacked += i32::from(
                (other.rect.y1 - candidate.rect.y0).abs() <= 5
                    || (other.rect.y0 - candidate.rect.y1).abs() <= 5,
            );
            below += i32::from((other.rect.y0 - candidate.rect.y1).abs() <= 4);
            twins += i32::from((other.rect.y1 - candidate.rect.y1).abs() <= 2);
        }
        numbers.add_counts([column, same, stacked, below, twins]);
    }

    /// Counts of candidates on the same line, and of boxes inside.
    fn add_rows(&self, numbers: &mut Numbers, candidates: &[Candidate], candidate: &Candidate) {
        let (mut row, mut level, mut overlaps, mut before, mut after) = (0, 0, 0, 99, 99);
        for other in near(&self.by_bottom, candidate.rect.y1, 2, candidates, candidate) {
            row += i32::from((other.height() - candidate.height()).abs() <= 3);
            level += 1;
            overlaps +=
                i32::from(other.rect.x0 < candidate.rect.x1 && other.rect.x1 > candidate.rect.x0);
            if (other.width() - candidate.width()).abs() > 3
                || (other.height() - candidate.height()).abs() > 3
            {
                continue;
            }
            if other.rect.x0 >= candidate.rect.x1 - 3 {
                after = after.min((other.rect.x0 - candidate.rect.x1).max(0));
            }
            if other.rect.x1 <= candidate.rect.x0 + 3 {
                before = before.min((candidate.rect.x0 - other.rect.x1).max(0));
            }
        }
        let boxes = self.boxes_inside(candidate.rect);
        numbers.add_counts([row, level, overlaps, before, after, boxes]);
    }

    /// Number of checkboxes in a rectangle. A cell with checkboxes is not a text field.
    fn boxes_inside(&self, rect: Rect) -> i32 {
        let inside =
            |(center, area): &&((i32, i32), i32)| rect.contains(*center) && 2 * area < rect.area();
        let count = self.boxes.iter().filter(inside).count();
        i32::try_from(count).unwrap_or(i32::MAX)
    }
}

/// The other candidates whose sorted edge lies within a tolerance of a value.
fn near<'a>(
    list: &'a [(i32, usize)],
    value: i32,
    tolerance: i32,
    candidates: &'a [Candidate],
    candidate: &'a Candidate,
) -> impl Iterator<Item = &'a Candidate> {
    let from = list.partition_point(|entry| entry.0 < value - tolerance);
    let close = list
        .iter()
        .skip(from)
        .take_while(move |entry| entry.0 <= value + tolerance);
    close
        .filter_map(|(_, i)| candidates.get(*i))
        .filter(move |other| !std::ptr::eq(*other, candidate))
}

fn flag(value: bool) -> f32 {
    f32::from(u8::from(value))
}

/// Measurements of the candidate itself.
fn add_own(numbers: &mut Numbers, candidate: &Candidate, usual_cell_height: i32) {
    let (w, h) = (candidate.width() as f32, candidate.height() as f32);
    let region = candidate.region;
    numbers.add([
        f32::from(candidate.source.code()),
        w,
        h,
        w / h.max(1.0),
        candidate.rule_length as f32,
        candidate.cell_height as f32,
    ]);
    numbers.add([
        flag(candidate.has_left_border),
        flag(candidate.has_right_border),
        flag(candidate.has_top_border),
    ]);
    numbers.add([
        candidate.rule_drawn as f32,
        source_count(candidate.source) as f32,
        source_extent(candidate) as f32,
        h - usual_cell_height as f32,
    ]);
    numbers.add([
        w / (region.width().max(1) as f32),
        h / (region.height().max(1) as f32),
    ]);
}

/// Number of cells of a comb or lines of an area, or light part of a mark in percent; 0 for other sources.
fn source_count(source: Source) -> i32 {
    match source {
        Source::Comb(comb) => comb.cells,
        Source::MultilineArea { lines, .. } => lines,
        Source::Box(fill) | Source::Circle(fill) | Source::Oval(fill) => fill.0,
        _ => 0,
    }
}

/// Spread of a comb's cells, usual cell height in the column of a lowest line, number of captions below a divided
/// rule; for other sources the number of free runs in the region.
fn source_extent(candidate: &Candidate) -> i32 {
    match candidate.source {
        Source::Comb(comb) => comb.spread,
        Source::LowestLine { column_cell_height } => column_cell_height,
        Source::CaptionPart { captions } => captions,
        _ => candidate.free_runs,
    }
}

/// Number of word groups at least 26 px apart.
fn word_groups(columns: &[u64], x: (i32, i32)) -> f32 {
    let mut groups = 0_u16;
    let mut end = i32::MIN / 2;
    for (from, to) in Runs::set(columns, x.0, x.1) {
        groups += u16::from(from - end >= 26);
        end = to;
    }
    f32::from(groups)
}

/// Position on the page, paper shade and borders.
fn add_spot(numbers: &mut Numbers, page: &Page<'_>, candidate: &Candidate) {
    let image = page.image;
    let Rect { x0, y0, x1, y1 } = candidate.rect;
    let x = (x0 + 2, x1 - 2);
    let middle = (y0 + y1) / 2;
    let paper = image.paper_shade(x, middle);
    let height = page.height.max(1) as f32;
    numbers.add([
        x0 as f32,
        x1 as f32,
        1000.0 * y1 as f32 / height,
        paper as f32,
    ]);
    let papers = [
        image.paper_shade((x0 - 16, x0 - 4), middle),
        image.paper_shade((x1 + 4, x1 + 16), middle),
        image.paper_shade(x, y0 - 6),
        image.paper_shade(x, y1 + 6),
    ];
    numbers.add(papers.map(|other| (other - paper) as f32));
    add_borders(numbers, page, candidate);
    let far_left = image.paper_shade((x0 - 60, x0 - 20), middle);
    let (cx, w) = ((x0 + x1) / 2, candidate.width());
    let dark = |x: (i32, i32), y: (i32, i32)| page.image.rules.dark.count(x, y) as f32;
    let floor = dark((x0, x1), (y1 - 2, y1 + 3)) / w.max(1) as f32;
    let top = dark((cx - w / 4, cx + w / 4), (y0 - 5, y0 + 3)) / w.max(1) as f32;
    numbers.add([
        w as f32 / source_count(candidate.source).max(1) as f32,
        image.gray_at(cx, y1) as f32,
    ]);
    numbers.add([
        floor,
        far_left as f32,
        dark((x0 - 4, x0 + 3), (y0 - 9, y0 - 4)) + top,
    ]);
}

/// Whether the borders continue beyond the corners. Posts below the floor make it the top of a box.
fn add_borders(numbers: &mut Numbers, page: &Page<'_>, candidate: &Candidate) {
    let Rect { x0, y0, x1, y1 } = candidate.rect;
    let dark = |x: (i32, i32), y: (i32, i32)| page.image.rules.dark.count(x, y) as f32;
    let (beyond, below, walls) = ((y1 - 4, y1 + 2), (y1 + 5, y1 + 11), (y0 + 2, y1 - 4));
    let h = candidate.height().max(1) as f32;
    numbers.add([
        dark((x0 - 8, x0 - 3), beyond),
        dark((x1 + 3, x1 + 8), beyond),
    ]);
    numbers.add([dark((x0 - 4, x0 + 4), below), dark((x1 - 4, x1 + 4), below)]);
    numbers.add([
        dark((x0 - 5, x0 + 3), walls) / h,
        dark((x1 - 3, x1 + 5), walls) / h,
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::caption_features::Captions;
    use crate::features::path_features::Paths;
    use crate::raster::page_image::PageImage;
    use crate::raster::rules::Rules;
    use crate::text::page_text::PageText;

    #[test]
    fn every_feature_is_set_once() {
        let gray = vec![255; 1000 * 100];
        let mut rules = Rules::default();
        rules.find(&gray, 1000, 100);
        let page = Page {
            image: PageImage {
                gray: &gray,
                width: 1000,
                rules: &rules,
            },
            height: 100,
            text: &PageText::default(),
            captions: &Captions::default(),
            paths: &Paths::default(),
        };
        let candidate = Candidate::closed(Rect::new(10, 10, 110, 30), Source::EmptyCell);
        let mut numbers = Numbers {
            values: [0.0; FIRST_STAGE_FEATURES],
            count: 0,
        };
        let mut neighbors = Neighbors::default();
        add_own(&mut numbers, &candidate, 20);
        neighbors.add_ink(&mut numbers, &page, &candidate);
        neighbors.add_columns(&mut numbers, &[], &candidate);
        neighbors.add_rows(&mut numbers, &[], &candidate);
        add_spot(&mut numbers, &page, &candidate);
        numbers.add_counts([neighbors.boxes_inside(candidate.region)]);
        numbers.add([f32::from(page.text.floor(candidate.rect) as u8)]);
        numbers.add([0.0; CAPTION_FEATURES + PATH_FEATURES]);
        assert_eq!(numbers.count, FIRST_STAGE_FEATURES);
    }
}
