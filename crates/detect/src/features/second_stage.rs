//! Second-stage features: first-stage scores of related candidates. Forms are repetitive, so the candidates beside,
//! above and below, those of the same size, and the overlapping ones say a lot about a candidate.

use crate::candidates::candidate::{Candidate, Source};
use crate::rect::Rect;
use crate::schema::{SECOND_STAGE_FEATURES, SOURCES, set_features};

/// Candidates compete if they share more than this part of the smaller one's area.
const MAX_OVERLAP: f32 = 0.35;
/// Edges this close are aligned, in pixels.
const ALIGNED: i32 = 3;
/// Maximum distance between rows of a column, in pixels.
const MAX_ROW_DISTANCE: i32 = 14;
/// Feature value for "no such candidate".
const NONE: f32 = -1.0;

/// The candidates of a page in several sort orders. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct SecondStage {
    by_left: Vec<(i32, usize)>,
    by_bottom: Vec<(i32, usize)>,
    by_width: Vec<(i32, usize)>,
    by_top: Vec<(i32, usize)>,
    tallest: i32,
    /// Mean first-stage score per source.
    sources: [Mean; SOURCES],
    likely: f32,
    part: f32,
}

/// A candidate as the second stage sees it.
#[derive(Clone, Copy, Debug)]
pub struct ScoredSource {
    /// Left, top, right and bottom on the deskewed raster, in pixels.
    pub rect: [i32; 4],
    /// Number of its source in the schema.
    pub source: u8,
    /// First-stage score.
    pub score: f32,
}

/// Second-stage features of all candidates of a page. `benches/detection/train.py` trains the second stage on them.
#[must_use]
pub fn second_stage_features(scored: &[ScoredSource]) -> Vec<[f32; SECOND_STAGE_FEATURES]> {
    let candidate = |scored: &ScoredSource| {
        let [x0, y0, x1, y1] = scored.rect;
        Candidate::closed(Rect::new(x0, y0, x1, y1), Source::from_code(scored.source))
    };
    let candidates: Vec<Candidate> = scored.iter().map(candidate).collect();
    let scores: Vec<f32> = scored.iter().map(|scored| scored.score).collect();
    let mut stage = SecondStage::default();
    stage.read(&candidates, &scores);
    let features = |index| stage.features(index, &candidates, &scores);
    (0..candidates.len()).map(features).collect()
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

impl SecondStage {
    pub(crate) fn read(&mut self, candidates: &[Candidate], scores: &[f32]) {
        sort(&mut self.by_left, candidates, |candidate| candidate.rect.x0);
        sort(&mut self.by_bottom, candidates, |candidate| {
            candidate.rect.y1
        });
        sort(&mut self.by_width, candidates, Candidate::width);
        sort(&mut self.by_top, candidates, |candidate| candidate.rect.y0);
        self.tallest = candidates.iter().map(Candidate::height).max().unwrap_or(0);
        self.sources = Default::default();
        for (candidate, score) in candidates.iter().zip(scores) {
            if let Some(mean) = self.sources.get_mut(usize::from(candidate.source.code())) {
                mean.add(*score);
            }
        }
        let likely = scores.iter().filter(|score| **score >= 0.5).count() as f32;
        self.likely = likely.min(99.0);
        self.part = likely / candidates.len().max(1) as f32;
    }

    /// Second-stage features of the candidate at an index.
    pub(crate) fn features(
        &self,
        at: usize,
        candidates: &[Candidate],
        scores: &[f32],
    ) -> [f32; SECOND_STAGE_FEATURES] {
        let (Some(candidate), Some(score)) = (candidates.get(at), scores.get(at)) else {
            return [NONE; SECOND_STAGE_FEATURES];
        };
        let found = |entry: &(i32, usize)| {
            let other = candidates.get(entry.1)?;
            let apart = entry.1 != at && !compete(candidate, other);
            apart.then_some((other, *scores.get(entry.1)?))
        };
        let (mut column, mut above, mut below) = (Mean::default(), NONE, NONE);
        let aligned = near(&self.by_left, candidate.rect.x0, ALIGNED).iter();
        for (other, score) in aligned.filter_map(found) {
            if (other.rect.x1 - candidate.rect.x1).abs() > ALIGNED {
                continue;
            }
            column.add(score);
            if (-4..=MAX_ROW_DISTANCE).contains(&(candidate.rect.y0 - other.rect.y1)) {
                above = score.max(above);
            }
            if (-4..=MAX_ROW_DISTANCE).contains(&(other.rect.y0 - candidate.rect.y1)) {
                below = score.max(below);
            }
        }
        let mut row = Mean::default();
        let level = near(&self.by_bottom, candidate.rect.y1, 2).iter();
        for (other, score) in level.filter_map(found) {
            if (other.height() - candidate.height()).abs() <= 3 {
                row.add(score);
            }
        }
        let mut size = Mean::default();
        let alike = near(&self.by_width, candidate.width(), 2).iter();
        for (other, score) in alike.filter_map(found) {
            if other.source.code() == candidate.source.code()
                && (other.height() - candidate.height()).abs() <= 2
            {
                size.add(score);
            }
        }
        let rival = self.rival(at, candidates, scores);
        let source = self
            .sources
            .get(usize::from(candidate.source.code()))
            .copied();
        let mut features = [NONE; SECOND_STAGE_FEATURES];
        set_features!(features, second_stage,
            own_score: *score,
            rival_score: rival.score,
            rival_overlap: rival.fit,
            rival_source: rival.source,
            better_rivals: rival.better,
            column_score: column.value(),
            column_scored: column.count.min(99.0),
            score_above: above,
            score_below: below,
            row_score: row.value(),
            row_scored: row.count.min(99.0),
            same_size_score: size.value(),
            same_size_scored: size.count.min(99.0),
            source_score: source.unwrap_or_default().value(),
            likely_candidates: self.likely,
            likely_share: self.part,
            area_relative_to_rival: rival.larger,
        );
        features
    }

    fn rival(&self, at: usize, candidates: &[Candidate], scores: &[f32]) -> Rival {
        let mut rival = Rival {
            score: NONE,
            fit: NONE,
            source: NONE,
            better: 0.0,
            larger: 0.0,
        };
        let (Some(candidate), Some(score)) = (candidates.get(at), scores.get(at)) else {
            return rival;
        };
        let top = candidate.rect.y0 - self.tallest;
        let first = self.by_top.partition_point(|entry| entry.0 < top);
        let near = self.by_top.iter().skip(first);
        for (_, i) in near.take_while(|entry| entry.0 < candidate.rect.y1) {
            let (Some(other), Some(other_score)) = (candidates.get(*i), scores.get(*i)) else {
                continue;
            };
            if *i == at || !compete(candidate, other) {
                continue;
            }
            rival.better += f32::from(u8::from(other_score > score));
            if *other_score > rival.score {
                let common = candidate.rect.common_area(other.rect) as f32;
                let (own, others) = (candidate.area() as f32, other.area() as f32);
                rival.score = *other_score;
                rival.fit = common / (own + others - common).max(1.0);
                rival.source = f32::from(other.source.code());
                rival.larger = (own.max(1.0) / others.max(1.0)).ln();
            }
        }
        rival
    }
}

fn sort(list: &mut Vec<(i32, usize)>, candidates: &[Candidate], key: impl Fn(&Candidate) -> i32) {
    list.clear();
    list.extend(
        candidates
            .iter()
            .enumerate()
            .map(|(i, candidate)| (key(candidate), i)),
    );
    list.sort_unstable();
}

/// Entries whose key lies within a tolerance of a value.
fn near(list: &[(i32, usize)], value: i32, tolerance: i32) -> &[(i32, usize)] {
    let first = list.partition_point(|entry| entry.0 < value - tolerance);
    let last = list.partition_point(|entry| entry.0 <= value + tolerance);
    list.get(first..last).unwrap_or_default()
}

fn compete(a: &Candidate, b: &Candidate) -> bool {
    a.rect.common_area(b.rect) as f32 > MAX_OVERLAP * a.area().min(b.area()).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::second_stage;

    #[test]
    fn scores_of_related_candidates_are_summarized() {
        let cell =
            |top: i32| Candidate::closed(Rect::new(100, top, 300, top + 20), Source::EmptyCell);
        let rival = Candidate::closed(Rect::new(100, 120, 180, 140), Source::BesideText);
        let candidates = [cell(100), cell(120), cell(140), rival];
        let scores = [0.8, 0.5, 0.6, 0.9];
        let mut stage = SecondStage::default();
        stage.read(&candidates, &scores);
        let features = stage.features(1, &candidates, &scores);
        let named = |name: &str| features[second_stage(name)];
        assert_eq!((named("own_score"), named("rival_score")), (0.5, 0.9));
        assert_eq!(named("better_rivals"), 1.0);
        assert!((named("column_score") - 0.7).abs() < 1e-6);
        assert_eq!(named("column_scored"), 2.0);
        assert_eq!((named("score_above"), named("score_below")), (0.8, 0.6));
        assert_eq!(
            stage.features(9, &candidates, &scores),
            [NONE; SECOND_STAGE_FEATURES]
        );
    }
}
