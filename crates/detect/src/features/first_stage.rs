//! First-stage features: measurements of a candidate and its surroundings. The model depends on their order; retrain
//! it after a change (`benches/detection/train.py`).

use crate::candidates::candidate::{Place, Source};
use crate::features::caption_features::CAPTIONS;
use crate::features::page::Page;
use crate::features::path_features::DRAWN;
use crate::raster::bitmap::Runs;

/// Number of first-stage features.
pub const FEATURES: usize = 59 + CAPTIONS + DRAWN;

/// Index of the ink density among the features.
pub(crate) const INK: usize = 15;
/// Index of the paper shade among the features.
pub(crate) const PAPER: usize = 41;

/// Candidates sorted by edge, to count those that share one (form fields align, accidental ones do not), and buffers.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    by_left: Vec<(i32, usize)>,
    by_bottom: Vec<(i32, usize)>,
    /// Center and area of each box.
    boxes: Vec<(i32, i32, i32)>,
    columns: Vec<u64>,
}

/// The features of one candidate, in order.
struct Numbers {
    values: [f32; FEATURES],
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

impl Neighbours {
    pub(crate) fn read(&mut self, places: &[Place]) {
        self.by_left.clear();
        self.by_left
            .extend(places.iter().enumerate().map(|(i, place)| (place.x0, i)));
        self.by_left.sort_unstable();
        self.by_bottom.clear();
        self.by_bottom
            .extend(places.iter().enumerate().map(|(i, place)| (place.y1, i)));
        self.by_bottom.sort_unstable();
        self.boxes.clear();
        let boxes = places
            .iter()
            .filter(|place| place.source == Source::Box && place.width() >= 9);
        self.boxes.extend(boxes.map(|place| {
            (
                (place.x0 + place.x1) / 2,
                (place.y0 + place.y1) / 2,
                place.area(),
            )
        }));
    }

    pub(crate) fn features(
        &mut self,
        page: &Page<'_>,
        line: i32,
        places: &[Place],
        place: &Place,
    ) -> [f32; FEATURES] {
        let mut numbers = Numbers {
            values: [0.0; FEATURES],
            count: 0,
        };
        add_own(&mut numbers, place, line);
        self.add_ink(&mut numbers, page, place);
        self.add_columns(&mut numbers, places, place);
        self.add_rows(&mut numbers, places, place);
        add_spot(&mut numbers, page, place);
        self.add_boxes(&mut numbers, place);
        numbers.add([f32::from(page.words.floor(rect(place)) as u8)]);
        numbers.add(page.captions.numbers(&page.words.items, place));
        numbers.add(page.paths.numbers(place));
        numbers.values
    }

    /// Ink densities inside the candidate, in its region and on all sides.
    fn add_ink(&mut self, numbers: &mut Numbers, page: &Page<'_>, place: &Place) {
        let ink = &page.image.rules.ink;
        let (x, y) = ((place.x0 + 2, place.x1 - 2), (place.y0 + 2, place.y1 - 3));
        let region = place.region;
        let density = |x: (i32, i32), y: (i32, i32)| {
            let area = (x.1 - x.0).max(1) * (y.1 - y.0).max(1);
            1000.0 * ink.count(x, y) as f32 / area as f32
        };
        ink.columns((place.x0 - 80, place.x1 + 80), y, &mut self.columns);
        let left = Runs::set(&self.columns, place.x0 - 80, place.x0)
            .last()
            .map_or(80, |run| place.x0 - run.1);
        let right = Runs::set(&self.columns, place.x1, place.x1 + 80)
            .next()
            .map_or(80, |run| run.0 - place.x1);
        let free = |rows: &mut dyn Iterator<Item = i32>| {
            rows.take_while(|y| !ink.any_in_row(x, *y)).count() as f32
        };
        numbers.add([
            density(x, y),
            density((region.0, region.2), (region.1, region.3)),
            left as f32,
            right as f32,
            density((place.x0 - 60, place.x0 - 2), y),
            density((place.x1 + 2, place.x1 + 60), y),
            density(x, (place.y0 - 18, place.y0 - 2)),
            density(x, (place.y1 + 2, place.y1 + 18)),
            free(&mut (place.y1 + 2..place.y1 + 42)),
            free(&mut (place.y0 - 41..=place.y0 - 2).rev()),
            density((place.x0 - 250, place.x0 - 2), y),
        ]);
        ink.columns(x, (place.y1 + 2, place.y1 + 15), &mut self.columns);
        numbers.add([word_groups(&self.columns, x)]);
    }

    /// Counts of candidates with the same left and right edge.
    fn add_columns(&self, numbers: &mut Numbers, places: &[Place], place: &Place) {
        let (mut column, mut same, mut stacked, mut below, mut twins) = (0, 0, 0, 0, 0);
        for other in near(&self.by_left, place.x0, 3, places, place) {
            if (other.x1 - place.x1).abs() > 3 {
                continue;
            }
            column += 1;
            same += i32::from(
                (other.height() - place.height()).abs() <= 2 && other.source == place.source,
            );
            stacked +=
                i32::from((other.y1 - place.y0).abs() <= 5 || (other.y0 - place.y1).abs() <= 5);
            below += i32::from((other.y0 - place.y1).abs() <= 4);
            twins += i32::from((other.y1 - place.y1).abs() <= 2);
        }
        numbers.add_counts([column, same, stacked, below, twins]);
    }

    /// Counts of candidates on the same line, and of boxes inside.
    fn add_rows(&self, numbers: &mut Numbers, places: &[Place], place: &Place) {
        let (mut row, mut level, mut overlaps, mut before, mut after) = (0, 0, 0, 99, 99);
        for other in near(&self.by_bottom, place.y1, 2, places, place) {
            row += i32::from((other.height() - place.height()).abs() <= 3);
            level += 1;
            overlaps += i32::from(other.x0 < place.x1 && other.x1 > place.x0);
            if (other.width() - place.width()).abs() > 3
                || (other.height() - place.height()).abs() > 3
            {
                continue;
            }
            if other.x0 >= place.x1 - 3 {
                after = after.min((other.x0 - place.x1).max(0));
            }
            if other.x1 <= place.x0 + 3 {
                before = before.min((place.x0 - other.x1).max(0));
            }
        }
        let inside = |(x, y, area): &&(i32, i32, i32)| {
            let within = (place.x0..place.x1).contains(x) && (place.y0..place.y1).contains(y);
            within && 2 * area < place.area()
        };
        let boxes = i32::try_from(self.boxes.iter().filter(inside).count()).unwrap_or(i32::MAX);
        numbers.add_counts([row, level, overlaps, before, after, boxes]);
    }
}

impl Neighbours {
    /// Number of checkboxes in the cell that a candidate was cut from. Such a cell is not a text field.
    fn add_boxes(&self, numbers: &mut Numbers, place: &Place) {
        let (x0, y0, x1, y1) = place.region;
        let area = (x1 - x0) * (y1 - y0);
        let within = |(x, y, box_area): &&(i32, i32, i32)| {
            (x0..x1).contains(x) && (y0..y1).contains(y) && 2 * box_area < area
        };
        let count = self.boxes.iter().filter(within).count();
        numbers.add_counts([i32::try_from(count).unwrap_or(i32::MAX)]);
    }
}

/// The other candidates whose sorted edge lies within a tolerance of a value.
fn near<'a>(
    list: &'a [(i32, usize)],
    value: i32,
    tolerance: i32,
    places: &'a [Place],
    place: &'a Place,
) -> impl Iterator<Item = &'a Place> {
    let from = list.partition_point(|entry| entry.0 < value - tolerance);
    let close = list
        .iter()
        .skip(from)
        .take_while(move |entry| entry.0 <= value + tolerance);
    close
        .filter_map(|(_, i)| places.get(*i))
        .filter(move |other| !std::ptr::eq(*other, place))
}

fn rect(place: &Place) -> (i32, i32, i32, i32) {
    (place.x0, place.y0, place.x1, place.y1)
}

fn flag(value: bool) -> f32 {
    f32::from(u8::from(value))
}

/// Measurements of the candidate itself.
fn add_own(numbers: &mut Numbers, place: &Place, line: i32) {
    let (w, h) = (place.width() as f32, place.height() as f32);
    let (x0, y0, x1, y1) = place.region;
    numbers.add([
        f32::from(place.source as u8),
        w,
        h,
        w / h.max(1.0),
        place.floor as f32,
        place.room as f32,
    ]);
    numbers.add([
        flag(place.left_wall),
        flag(place.right_wall),
        flag(place.ceiling),
    ]);
    numbers.add([
        place.duty as f32,
        place.cells as f32,
        place.siblings as f32,
        h - line as f32,
    ]);
    numbers.add([w / ((x1 - x0).max(1) as f32), h / ((y1 - y0).max(1) as f32)]);
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
fn add_spot(numbers: &mut Numbers, page: &Page<'_>, place: &Place) {
    let sheet = page.image;
    let Place { x0, y0, x1, y1, .. } = *place;
    let x = (x0 + 2, x1 - 2);
    let middle = (y0 + y1) / 2;
    let paper = sheet.shade(x, middle);
    let height = page.height.max(1) as f32;
    numbers.add([
        x0 as f32,
        x1 as f32,
        1000.0 * y1 as f32 / height,
        paper as f32,
    ]);
    let papers = [
        sheet.shade((x0 - 16, x0 - 4), middle),
        sheet.shade((x1 + 4, x1 + 16), middle),
        sheet.shade(x, y0 - 6),
        sheet.shade(x, y1 + 6),
    ];
    numbers.add(papers.map(|other| (other - paper) as f32));
    add_borders(numbers, page, place);
    let far_left = sheet.shade((x0 - 60, x0 - 20), middle);
    let (cx, w) = ((x0 + x1) / 2, place.width());
    let dark = |x: (i32, i32), y: (i32, i32)| page.image.rules.dark.count(x, y) as f32;
    let floor = dark((x0, x1), (y1 - 2, y1 + 3)) / w.max(1) as f32;
    let top = dark((cx - w / 4, cx + w / 4), (y0 - 5, y0 + 3)) / w.max(1) as f32;
    numbers.add([
        w as f32 / place.cells.max(1) as f32,
        sheet.at(cx, y1) as f32,
    ]);
    numbers.add([
        floor,
        far_left as f32,
        dark((x0 - 4, x0 + 3), (y0 - 9, y0 - 4)) + top,
    ]);
}

/// Whether the borders continue beyond the corners. Posts below the floor make it the top of a box.
fn add_borders(numbers: &mut Numbers, page: &Page<'_>, place: &Place) {
    let Place { x0, y0, x1, y1, .. } = *place;
    let dark = |x: (i32, i32), y: (i32, i32)| page.image.rules.dark.count(x, y) as f32;
    let (beyond, below, walls) = ((y1 - 4, y1 + 2), (y1 + 5, y1 + 11), (y0 + 2, y1 - 4));
    let h = place.height().max(1) as f32;
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
    use crate::raster::page_image::Sheet;
    use crate::raster::rules::Rules;
    use crate::text::page_text::Words;

    #[test]
    fn every_number_has_its_place() {
        let gray = vec![255; 1000 * 100];
        let mut rules = Rules::default();
        rules.find(&gray, 1000, 100);
        let page = Page {
            image: Sheet {
                gray: &gray,
                width: 1000,
                rules: &rules,
            },
            height: 100,
            words: &Words::default(),
            captions: &Captions::default(),
            paths: &Paths::default(),
        };
        let place = Place::closed((10, 10, 110, 30), Source::EmptyCell);
        let mut numbers = Numbers {
            values: [0.0; FEATURES],
            count: 0,
        };
        let mut neighbours = Neighbours::default();
        add_own(&mut numbers, &place, 20);
        neighbours.add_ink(&mut numbers, &page, &place);
        neighbours.add_columns(&mut numbers, &[], &place);
        neighbours.add_rows(&mut numbers, &[], &place);
        add_spot(&mut numbers, &page, &place);
        neighbours.add_boxes(&mut numbers, &place);
        numbers.add([f32::from(page.words.floor(rect(&place)) as u8)]);
        numbers.add([0.0; CAPTIONS + DRAWN]);
        assert_eq!(numbers.count, FEATURES);
    }
}
