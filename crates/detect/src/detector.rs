//! The detection pipeline: a page passes each phase once, from raster to fields.

use crate::candidates::CandidateFinder;
use crate::candidates::candidate::{Place, on_raster};
use crate::features::FeatureExtractor;
use crate::model::trees::Ranker;
use crate::output::selection;
use crate::overrides::{self, Overrides};
use crate::raster::RasterReader;
use crate::raster::deskew::Bend;
use crate::text::page_text::Words;
use crate::{Contents, DetectError, DetectedField, FEATURES, Raster};

/// Detects fields page by page. The buffers grow to the tallest page and are reused for the next one.
#[derive(Debug, Default)]
pub struct Detector {
    raster: RasterReader,
    words: Words,
    finder: CandidateFinder,
    candidates: Vec<Place>,
    features: FeatureExtractor,
    ranker: Ranker,
    /// First-stage scores, one per candidate.
    first_scores: Vec<f32>,
    /// Final scores, one per candidate.
    scores: Vec<f32>,
    overrides: Overrides,
}

/// Called for every candidate with its skew, features and score.
type Visit<'a> = dyn FnMut(&Place, Option<Bend>, &[f32; FEATURES], f32) + 'a;

/// A candidate region with its features and score. Used to train the model.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Left, top, right and bottom on the input raster scaled to 1000 px width, in pixels; right and bottom are
    /// exclusive.
    pub rect: [i32; 4],
    /// The same rectangle on the deskewed raster.
    pub straight: [i32; 4],
    /// First-stage features.
    pub features: [f32; FEATURES],
    /// Probability that the candidate is a field, from 0 to 1, after the hard rules.
    pub score: f32,
}

impl Detector {
    /// Creates a detector with empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a detector with another model than the built-in one. `benches/detection` uses it to evaluate on
    /// publishers that were left out of the training.
    #[must_use]
    pub fn with_ranker(trees: &[u8]) -> Self {
        Self {
            ranker: Ranker::read(trees),
            ..Self::default()
        }
    }

    /// Returns the fields of one page, sorted from top to bottom, then from left to right.
    ///
    /// # Errors
    /// [`DetectError::SizeMismatch`] if the number of bytes does not match the size; [`DetectError::UnsupportedSize`]
    /// if the raster is empty or a side is longer than [`crate::MAX_SIDE`].
    pub fn detect(
        &mut self,
        raster: Raster<'_>,
        contents: Contents<'_>,
    ) -> Result<Vec<DetectedField>, DetectError> {
        self.search(raster, contents, &mut |_, _, _, _| {})
    }

    /// Returns every scored candidate of one page with its features, for training.
    ///
    /// # Errors
    /// The same as [`Detector::detect`].
    pub fn candidates(
        &mut self,
        raster: Raster<'_>,
        contents: Contents<'_>,
    ) -> Result<Vec<Candidate>, DetectError> {
        let mut found = Vec::new();
        self.search(raster, contents, &mut |place, bend, features, score| {
            let sides = |place: &Place| [place.x0, place.y0, place.x1, place.y1];
            found.push(Candidate {
                rect: sides(&on_raster(place, bend)),
                straight: sides(place),
                features: *features,
                score,
            });
        })?;
        Ok(found)
    }

    fn search(
        &mut self,
        raster: Raster<'_>,
        contents: Contents<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Vec<DetectedField>, DetectError> {
        let page = self.raster.read(raster)?;
        let rules = page.image.rules;
        self.words
            .read(contents.texts, page.image.width, page.height);
        if let Some(bend) = page.skew {
            self.words.straighten(bend);
        }
        let candidates = &mut self.candidates;
        self.finder.find(page, candidates);
        let usual_cell_height = self.finder.usual_cell_height();
        self.features
            .first_stage(page, &self.words, contents, usual_cell_height, candidates);
        self.ranker
            .score_first(candidates, &self.features.first, &mut self.first_scores);
        self.features.second_stage(candidates, &self.first_scores);
        self.ranker
            .score_second(candidates, &self.features, &mut self.scores);
        self.overrides.settle(
            rules,
            &self.words,
            &self.features,
            candidates,
            &mut self.scores,
        );
        for (index, place) in candidates.iter().enumerate() {
            visit(
                place,
                page.skew,
                &self.features.first[index],
                self.scores[index],
            );
        }
        overrides::revise(rules, &self.words, candidates, &mut self.scores);
        Ok(selection::fields(
            page,
            &self.words,
            candidates,
            &self.scores,
        ))
    }
}
