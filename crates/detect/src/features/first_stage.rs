//! First-stage features: measurements of a candidate and its surroundings.

use crate::candidates::candidate::{Candidate, Source};
use crate::features::page::Page;
use crate::raster::bitmap::Runs;
use crate::rect::Rect;
use crate::schema::{FIRST_STAGE_FEATURES, set_features};

/// Candidates sorted by edge, to count those that share one (form fields align, accidental ones do not), and buffers.
#[derive(Debug, Default)]
pub(crate) struct Neighbors {
    by_left: Vec<(i32, usize)>,
    by_bottom: Vec<(i32, usize)>,
    /// Center and area of each box.
    boxes: Vec<((i32, i32), i32)>,
    columns: Vec<u64>,
}

/// First-stage features of one candidate, in the order of the schema.
type Features = [f32; FIRST_STAGE_FEATURES];

/// A count as a feature: at most 99.
fn count(value: i32) -> f32 {
    value.min(99) as f32
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

    /// Sets the features of a candidate.
    pub(crate) fn measure(
        &mut self,
        page: &Page<'_>,
        usual_cell_height: i32,
        candidates: &[Candidate],
        candidate: &Candidate,
        features: &mut Features,
    ) {
        set_own(features, candidate, usual_cell_height);
        self.set_ink(features, page, candidate);
        self.set_column(features, candidates, candidate);
        self.set_row(features, candidates, candidate);
        set_surroundings(features, page, candidate);
        set_borders(features, page, candidate);
        set_features!(features, first_stage,
            boxes_inside: count(self.boxes_inside(candidate.rect)),
            boxes_in_region: count(self.boxes_inside(candidate.region)),
            floor_text: f32::from(page.text.floor(candidate.rect) as u8),
        );
        page.captions.measure(&page.text.runs, candidate, features);
        page.paths.measure(candidate, features);
    }

    /// Ink densities inside the candidate, in its region and on all sides.
    fn set_ink(&mut self, features: &mut Features, page: &Page<'_>, candidate: &Candidate) {
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
        let Rect { x0, y0, x1, y1 } = candidate.rect;
        set_features!(features, first_stage,
            ink_inside: density(x, y),
            ink_in_region: density((region.x0, region.x1), (region.y0, region.y1)),
            ink_distance_left: left as f32,
            ink_distance_right: right as f32,
            ink_left: density((x0 - 60, x0 - 2), y),
            ink_right: density((x1 + 2, x1 + 60), y),
            ink_above: density(x, (y0 - 18, y0 - 2)),
            ink_below: density(x, (y1 + 2, y1 + 18)),
            free_rows_below: free(&mut (y1 + 2..y1 + 42)),
            free_rows_above: free(&mut (y0 - 41..=y0 - 2).rev()),
            ink_far_left: density((x0 - 250, x0 - 2), y),
        );
        ink.columns(x, (y1 + 2, y1 + 15), &mut self.columns);
        set_features!(features, first_stage, word_groups_below: word_groups(&self.columns, x));
    }

    /// Counts of candidates with the same left and right edge.
    fn set_column(&self, features: &mut Features, candidates: &[Candidate], candidate: &Candidate) {
        let (mut column, mut same, mut stacked, mut below, mut same_bottom) = (0, 0, 0, 0, 0);
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
            same_bottom += i32::from((other.rect.y1 - candidate.rect.y1).abs() <= 2);
        }
        set_features!(features, first_stage,
            column_count: count(column),
            column_same_kind: count(same),
            column_stacked: count(stacked),
            column_below: count(below),
            column_same_bottom: count(same_bottom),
        );
    }

    /// Counts of candidates on the same line, and of boxes inside.
    fn set_row(&self, features: &mut Features, candidates: &[Candidate], candidate: &Candidate) {
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
        set_features!(features, first_stage,
            row_same_height: count(row),
            row_count: count(level),
            row_overlapping: count(overlaps),
            row_gap_before: count(before),
            row_gap_after: count(after),
        );
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
fn set_own(features: &mut Features, candidate: &Candidate, usual_cell_height: i32) {
    let (w, h) = (candidate.width() as f32, candidate.height() as f32);
    let region = candidate.region;
    let sources = source_count(candidate.source);
    set_features!(features, first_stage,
        source: f32::from(candidate.source.code()),
        width: w,
        height: h,
        aspect_ratio: w / h.max(1.0),
        rule_length: candidate.rule_length as f32,
        cell_height: candidate.cell_height as f32,
        has_left_border: flag(candidate.has_left_border),
        has_right_border: flag(candidate.has_right_border),
        has_top_border: flag(candidate.has_top_border),
        rule_drawn: candidate.rule_drawn as f32,
        source_count: sources as f32,
        source_extent: source_extent(candidate) as f32,
        height_above_usual: h - usual_cell_height as f32,
        region_width_share: w / (region.width().max(1) as f32),
        region_height_share: h / (region.height().max(1) as f32),
        width_per_count: w / sources.max(1) as f32,
    );
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

/// Position on the page and shades of the paper.
fn set_surroundings(features: &mut Features, page: &Page<'_>, candidate: &Candidate) {
    let image = page.image;
    let Rect { x0, y0, x1, y1 } = candidate.rect;
    let x = (x0 + 2, x1 - 2);
    let middle = (y0 + y1) / 2;
    let paper = image.paper_shade(x, middle);
    let difference = |x: (i32, i32), y: i32| (image.paper_shade(x, y) - paper) as f32;
    set_features!(features, first_stage,
        left: x0 as f32,
        right: x1 as f32,
        bottom: 1000.0 * y1 as f32 / page.height.max(1) as f32,
        paper: paper as f32,
        paper_left: difference((x0 - 16, x0 - 4), middle),
        paper_right: difference((x1 + 4, x1 + 16), middle),
        paper_above: difference(x, y0 - 6),
        paper_below: difference(x, y1 + 6),
        paper_far_left: image.paper_shade((x0 - 60, x0 - 20), middle) as f32,
        floor_gray: image.gray_at((x0 + x1) / 2, y1) as f32,
    );
}

/// How the borders are drawn, and whether they continue beyond the corners. Posts below the floor make it the top of a
/// box.
fn set_borders(features: &mut Features, page: &Page<'_>, candidate: &Candidate) {
    let Rect { x0, y0, x1, y1 } = candidate.rect;
    let dark = |x: (i32, i32), y: (i32, i32)| page.image.rules.dark.count(x, y) as f32;
    let (beyond, below, inside) = ((y1 - 4, y1 + 2), (y1 + 5, y1 + 11), (y0 + 2, y1 - 4));
    let (w, h) = (candidate.width(), candidate.height().max(1) as f32);
    let middle = (x0 + x1) / 2;
    let top = (middle - w / 4, middle + w / 4);
    let top = dark(top, (y0 - 5, y0 + 3)) / w.max(1) as f32;
    set_features!(features, first_stage,
        floor_beyond_left: dark((x0 - 8, x0 - 3), beyond),
        floor_beyond_right: dark((x1 + 3, x1 + 8), beyond),
        posts_below_left: dark((x0 - 4, x0 + 4), below),
        posts_below_right: dark((x1 - 4, x1 + 4), below),
        left_border_drawn: dark((x0 - 5, x0 + 3), inside) / h,
        right_border_drawn: dark((x1 - 3, x1 + 5), inside) / h,
        floor_drawn: dark((x0, x1), (y1 - 2, y1 + 3)) / w.max(1) as f32,
        dark_above: dark((x0 - 4, x0 + 3), (y0 - 9, y0 - 4)) + top,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::caption_features::Captions;
    use crate::features::path_features::Paths;
    use crate::raster::page_image::PageImage;
    use crate::raster::rules::Rules;
    use crate::schema::first_stage_names;
    use crate::text::page_text::PageText;

    #[test]
    fn every_feature_is_set() {
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
        let mut features = [f32::NAN; FIRST_STAGE_FEATURES];
        Neighbors::default().measure(&page, 20, &[], &candidate, &mut features);
        let missing = features.iter().zip(first_stage_names());
        let missing = missing.filter(|(value, _)| value.is_nan());
        assert_eq!(missing.map(|(_, name)| name).collect::<Vec<_>>(), [""; 0]);
    }
}
