//! Second-stage features: first-stage scores of related candidates. Forms are repetitive, so the candidates beside,
//! above and below, those of the same size, and the overlapping ones say a lot about a candidate.

use crate::candidates::candidate::Place;

/// Number of second-stage features.
pub const CONTEXT: usize = 17;
/// Candidates compete if they share more than this part of the smaller one's area.
const COMPETE: f32 = 0.35;
/// Edges this close are aligned, in pixels.
const ALIGNED: i32 = 3;
/// Maximum distance between rows of a column, in pixels.
const NEXT: i32 = 14;
/// Feature value for "no such candidate".
const NONE: f32 = -1.0;

/// The candidates of a page in several sort orders. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Context {
    by_left: Vec<(i32, usize)>,
    by_bottom: Vec<(i32, usize)>,
    by_width: Vec<(i32, usize)>,
    by_top: Vec<(i32, usize)>,
    tallest: i32,
    /// Mean first-stage score per source.
    sources: [Mean; 12],
    likely: f32,
    part: f32,
}

/// A running mean.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f32,
    count: f32,
}

impl Mean {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.count += 1.0;
    }

    fn value(self) -> f32 {
        if self.count > 0.0 {
            self.sum / self.count
        } else {
            NONE
        }
    }
}

/// The best-scored of the candidates that compete with one.
struct Rival {
    score: f32,
    fit: f32,
    source: f32,
    /// Number of competitors with a higher score.
    better: f32,
    /// Logarithm of the candidate's area divided by the rival's.
    larger: f32,
}

impl Context {
    pub(crate) fn read(&mut self, places: &[Place], scores: &[f32]) {
        sort(&mut self.by_left, places, |place| place.x0);
        sort(&mut self.by_bottom, places, |place| place.y1);
        sort(&mut self.by_width, places, Place::width);
        sort(&mut self.by_top, places, |place| place.y0);
        self.tallest = places.iter().map(Place::height).max().unwrap_or(0);
        self.sources = Default::default();
        for (place, score) in places.iter().zip(scores) {
            if let Some(mean) = self.sources.get_mut(place.source as usize) {
                mean.add(*score);
            }
        }
        let likely = scores.iter().filter(|score| **score >= 0.5).count() as f32;
        self.likely = likely.min(99.0);
        self.part = likely / places.len().max(1) as f32;
    }

    /// Second-stage features of the candidate at an index.
    pub(crate) fn numbers(&self, at: usize, places: &[Place], scores: &[f32]) -> [f32; CONTEXT] {
        let (Some(place), Some(score)) = (places.get(at), scores.get(at)) else {
            return [NONE; CONTEXT];
        };
        let found = |entry: &(i32, usize)| {
            let other = places.get(entry.1)?;
            let apart = entry.1 != at && !compete(place, other);
            apart.then_some((other, *scores.get(entry.1)?))
        };
        let (mut column, mut above, mut below) = (Mean::default(), NONE, NONE);
        let aligned = near(&self.by_left, place.x0, ALIGNED).iter();
        for (other, score) in aligned.filter_map(found) {
            if (other.x1 - place.x1).abs() > ALIGNED {
                continue;
            }
            column.add(score);
            if (-4..=NEXT).contains(&(place.y0 - other.y1)) {
                above = score.max(above);
            }
            if (-4..=NEXT).contains(&(other.y0 - place.y1)) {
                below = score.max(below);
            }
        }
        let mut row = Mean::default();
        let level = near(&self.by_bottom, place.y1, 2).iter();
        for (other, score) in level.filter_map(found) {
            if (other.height() - place.height()).abs() <= 3 {
                row.add(score);
            }
        }
        let mut size = Mean::default();
        let alike = near(&self.by_width, place.width(), 2).iter();
        for (other, score) in alike.filter_map(found) {
            if other.source == place.source && (other.height() - place.height()).abs() <= 2 {
                size.add(score);
            }
        }
        let rival = self.rival(at, places, scores);
        let source = self.sources.get(place.source as usize).copied();
        [
            *score,
            rival.score,
            rival.fit,
            rival.source,
            rival.better,
            column.value(),
            column.count.min(99.0),
            above,
            below,
            row.value(),
            row.count.min(99.0),
            size.value(),
            size.count.min(99.0),
            source.unwrap_or_default().value(),
            self.likely,
            self.part,
            rival.larger,
        ]
    }

    fn rival(&self, at: usize, places: &[Place], scores: &[f32]) -> Rival {
        let mut rival = Rival {
            score: NONE,
            fit: NONE,
            source: NONE,
            better: 0.0,
            larger: 0.0,
        };
        let (Some(place), Some(score)) = (places.get(at), scores.get(at)) else {
            return rival;
        };
        let top = place.y0 - self.tallest;
        let first = self.by_top.partition_point(|entry| entry.0 < top);
        let near = self.by_top.iter().skip(first);
        for (_, i) in near.take_while(|entry| entry.0 < place.y1) {
            let (Some(other), Some(other_score)) = (places.get(*i), scores.get(*i)) else {
                continue;
            };
            if *i == at || !compete(place, other) {
                continue;
            }
            rival.better += f32::from(u8::from(other_score > score));
            if *other_score > rival.score {
                let common = common(place, other) as f32;
                let (own, others) = (place.area() as f32, other.area() as f32);
                rival.score = *other_score;
                rival.fit = common / (own + others - common).max(1.0);
                rival.source = f32::from(other.source as u8);
                rival.larger = (own.max(1.0) / others.max(1.0)).ln();
            }
        }
        rival
    }
}

fn sort(list: &mut Vec<(i32, usize)>, places: &[Place], key: impl Fn(&Place) -> i32) {
    list.clear();
    list.extend(places.iter().enumerate().map(|(i, place)| (key(place), i)));
    list.sort_unstable();
}

/// Entries whose key lies within a tolerance of a value.
fn near(list: &[(i32, usize)], value: i32, tolerance: i32) -> &[(i32, usize)] {
    let first = list.partition_point(|entry| entry.0 < value - tolerance);
    let last = list.partition_point(|entry| entry.0 <= value + tolerance);
    list.get(first..last).unwrap_or_default()
}

/// Intersection area of two candidates.
fn common(a: &Place, b: &Place) -> i32 {
    let w = (a.x1.min(b.x1) - a.x0.max(b.x0)).max(0);
    let h = (a.y1.min(b.y1) - a.y0.max(b.y0)).max(0);
    w * h
}

fn compete(a: &Place, b: &Place) -> bool {
    common(a, b) as f32 > COMPETE * a.area().min(b.area()).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::candidate::Source;

    #[test]
    fn the_places_around_vote() {
        let cell = |top: i32| Place::closed((100, top, 300, top + 20), Source::EmptyCell);
        let rival = Place::closed((100, 120, 180, 140), Source::Beside);
        let places = [cell(100), cell(120), cell(140), rival];
        let scores = [0.8, 0.5, 0.6, 0.9];
        let mut context = Context::default();
        context.read(&places, &scores);
        let numbers = context.numbers(1, &places, &scores);
        assert_eq!(numbers[..2], [0.5, 0.9]);
        assert_eq!(numbers[4], 1.0);
        let (column, count, above, below) = (numbers[5], numbers[6], numbers[7], numbers[8]);
        assert!((column - 0.7).abs() < 1e-6);
        assert_eq!((count, above, below), (2.0, 0.8, 0.6));
        assert_eq!(context.numbers(9, &places, &scores), [NONE; CONTEXT]);
    }
}
