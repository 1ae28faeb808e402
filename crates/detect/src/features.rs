//! What the ranker looks at: numbers about a place and what is around it.

use crate::bits::Runs;
use crate::judge::Page;
use crate::places::{Place, Sheet};

/// How many numbers describe a place.
pub const FEATURES: usize = 44;

/// Counts of places that share edges: forms repeat themselves, accidents do not.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    by_left: Vec<(i32, usize)>,
    by_bottom: Vec<(i32, usize)>,
    columns: Vec<u64>,
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
    }

    /// The numbers of one place.
    pub(crate) fn features(
        &mut self,
        page: &Page<'_>,
        line: i32,
        places: &[Place],
        at: usize,
    ) -> [f32; FEATURES] {
        let mut out = [0.0; FEATURES];
        let Some(place) = places.get(at) else {
            return out;
        };
        let groups = [
            own(place, line),
            ink(page, place, &mut self.columns),
            self.votes(places, place, at),
            spot(page, place),
        ];
        for (slot, value) in out.iter_mut().zip(groups.into_iter().flatten()) {
            *slot = value;
        }
        out
    }

    fn votes(&self, places: &[Place], place: &Place, at: usize) -> Vec<f32> {
        let near = |list: &[(i32, usize)], value: i32, tolerance: i32| -> (usize, usize) {
            let from = list.partition_point(|entry| entry.0 < value - tolerance);
            (
                from,
                list.partition_point(|entry| entry.0 <= value + tolerance),
            )
        };
        let (mut column, mut same, mut row, mut level, mut overlaps, mut stacked) =
            (0, 0, 0, 0, 0, 0);
        let (from, to) = near(&self.by_left, place.x0, 3);
        for other in self
            .by_left
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .filter_map(|(_, i)| places.get(*i).filter(|_| *i != at))
        {
            if (other.x1 - place.x1).abs() <= 3 {
                column += 1;
                same += i32::from(
                    (other.height() - place.height()).abs() <= 2 && other.source == place.source,
                );
                stacked +=
                    i32::from((other.y1 - place.y0).abs() <= 5 || (other.y0 - place.y1).abs() <= 5);
            }
        }
        let (from, to) = near(&self.by_bottom, place.y1, 2);
        for other in self
            .by_bottom
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .filter_map(|(_, i)| places.get(*i).filter(|_| *i != at))
        {
            row += i32::from((other.height() - place.height()).abs() <= 3);
            level += 1;
            overlaps += i32::from(other.x0 < place.x1 && other.x1 > place.x0);
        }
        [column, same, row, level, overlaps, stacked]
            .map(|count| count.min(60) as f32)
            .to_vec()
    }
}

fn flag(value: bool) -> f32 {
    f32::from(u8::from(value))
}

fn own(place: &Place, line: i32) -> Vec<f32> {
    let (w, h) = (place.width() as f32, place.height() as f32);
    let (x0, y0, x1, y1) = place.region;
    vec![
        place.source as u8 as f32,
        w,
        h,
        w / h.max(1.0),
        place.floor as f32,
        place.room as f32,
        flag(place.left_wall),
        flag(place.right_wall),
        flag(place.ceiling),
        place.duty as f32,
        place.cells as f32,
        place.siblings as f32,
        h - line as f32,
        w / ((x1 - x0).max(1) as f32),
        h / ((y1 - y0).max(1) as f32),
    ]
}

/// Ink in the place, in its region and on all sides of it.
fn ink(page: &Page<'_>, place: &Place, columns: &mut Vec<u64>) -> Vec<f32> {
    let ink = &page.rules.ink;
    let (x, y) = ((place.x0 + 2, place.x1 - 2), (place.y0 + 2, place.y1 - 3));
    let density = |x: (i32, i32), y: (i32, i32)| {
        let area = (x.1 - x.0).max(1) * (y.1 - y.0).max(1);
        1000.0 * ink.count(x, y) as f32 / area as f32
    };
    let region = place.region;
    let free_rows =
        |y: &mut dyn Iterator<Item = i32>| y.take_while(|y| !ink.any_in_row(x, *y)).count() as f32;
    let free_columns = |range: &mut dyn Iterator<Item = i32>| {
        range.take_while(|c| !ink.any((*c, *c + 1), y)).count() as f32
    };
    let below = density(x, (place.y1 + 2, place.y1 + 18));
    ink.columns((place.y1 + 2, place.y1 + 15), columns);
    let groups = word_groups(columns, x);
    vec![
        density(x, y),
        density((region.0, region.2), (region.1, region.3)),
        free_columns(&mut (0..80).map(|d| place.x0 - 1 - d)),
        free_columns(&mut (0..80).map(|d| place.x1 + d)),
        density((place.x0 - 60, place.x0 - 2), y),
        density((place.x1 + 2, place.x1 + 60), y),
        density(x, (place.y0 - 18, place.y0 - 2)),
        below,
        free_rows(&mut (0..40).map(|d| place.y1 + 2 + d)),
        free_rows(&mut (0..40).map(|d| place.y0 - 2 - d)),
        density((place.x0 - 250, place.x0 - 2), y),
        groups,
    ]
}

/// Groups of words, 26 px apart or more.
fn word_groups(columns: &[u64], x: (i32, i32)) -> f32 {
    let mut groups = 0;
    let mut end = i32::MIN / 2;
    for (from, to) in Runs::set(columns, x.0, x.1) {
        groups += i32::from(from - end >= 26);
        end = to;
    }
    groups as f32
}

/// Where on the page, on what paper, with what borders.
fn spot(page: &Page<'_>, place: &Place) -> Vec<f32> {
    let sheet = Sheet {
        gray: page.gray,
        width: page.width,
        rules: page.rules,
    };
    let middle = (place.y0 + place.y1) / 2;
    let x = (place.x0 + 2, place.x1 - 2);
    let paper = sheet.shade(x, middle);
    let (cx, w) = ((place.x0 + place.x1) / 2, place.width());
    let dark = &page.rules.dark;
    vec![
        place.x0 as f32,
        place.x1 as f32,
        1000.0 * place.y1 as f32 / page.height.max(1) as f32,
        paper as f32,
        (sheet.shade((place.x0 - 16, place.x0 - 4), middle) - paper) as f32,
        (sheet.shade((place.x1 + 4, place.x1 + 16), middle) - paper) as f32,
        (sheet.shade(x, place.y0 - 6) - paper) as f32,
        (sheet.shade(x, place.y1 + 6) - paper) as f32,
        // Do the borders go on beyond the corners?
        dark.count((place.x0 - 8, place.x0 - 3), (place.y1 - 4, place.y1 + 2)) as f32,
        dark.count((place.x1 + 3, place.x1 + 8), (place.y1 - 4, place.y1 + 2)) as f32,
        dark.count((place.x0 - 4, place.x0 + 3), (place.y0 - 9, place.y0 - 4)) as f32
            + dark.count((cx - w / 4, cx + w / 4), (place.y0 - 5, place.y0 + 3)) as f32
                / w.max(1) as f32,
    ]
}
