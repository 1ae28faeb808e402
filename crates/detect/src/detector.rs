//! The detection pipeline: a page passes each phase once, from raster to fields.

use crate::candidates::CandidateFinder;
use crate::candidates::candidate::Candidate;
use crate::features::FeatureExtractor;
use crate::model::trees::Model;
use crate::output::selection;
use crate::overrides::{self, Overrides};
use crate::raster::RasterReader;
use crate::rect::Rect;
use crate::text::page_text::PageText;
use crate::{Contents, DetectError, DetectedField, FIRST_STAGE_FEATURES, ModelError, Raster};

/// Detects fields page by page. The buffers grow to the tallest page and are reused for the next one.
#[derive(Debug, Default)]
pub struct Detector {
    raster: RasterReader,
    text: PageText,
    finder: CandidateFinder,
    candidates: Vec<Candidate>,
    features: FeatureExtractor,
    model: Model,
    /// First-stage scores, one per candidate.
    first_scores: Vec<f32>,
    /// Final scores, one per candidate.
    scores: Vec<f32>,
    overrides: Overrides,
}

/// A candidate region with its features and score. Used to train the model.
#[derive(Clone, Debug)]
pub struct ScoredCandidate {
    /// Left, top, right and bottom on the input raster scaled to 1000 px width, in pixels; right and bottom are
    /// exclusive.
    pub rect: [i32; 4],
    /// The same rectangle on the deskewed raster.
    pub deskewed: [i32; 4],
    /// First-stage features.
    pub features: [f32; FIRST_STAGE_FEATURES],
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
    ///
    /// # Errors
    /// [`ModelError`] if the file is not a whole model for the features of this crate.
    pub fn with_model(file: &[u8]) -> Result<Self, ModelError> {
        Ok(Self {
            model: Model::read(file)?,
            ..Self::default()
        })
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
        self.score(raster, contents)?;
        let page = self.raster.page();
        overrides::revise_scores(
            page.image.rules,
            &self.text,
            &mut self.candidates,
            &mut self.scores,
        );
        let fields = selection::select_fields(page, &self.text, &self.candidates, &self.scores);
        Ok(fields)
    }

    /// Returns every scored candidate of one page with its features, for training.
    ///
    /// # Errors
    /// The same as [`Detector::detect`].
    pub fn candidates(
        &mut self,
        raster: Raster<'_>,
        contents: Contents<'_>,
    ) -> Result<Vec<ScoredCandidate>, DetectError> {
        self.score(raster, contents)?;
        let skew = self.raster.page().skew;
        let sides = |rect: Rect| [rect.x0, rect.y0, rect.x1, rect.y1];
        let features = self.features.first.iter().zip(&self.scores);
        let scored = self.candidates.iter().zip(features);
        let found = scored.map(|(candidate, (features, score))| ScoredCandidate {
            rect: sides(candidate.rect_on_raster(skew)),
            deskewed: sides(candidate.rect),
            features: *features,
            score: *score,
        });
        Ok(found.collect())
    }

    /// Finds the candidates of a page and scores each.
    fn score(&mut self, raster: Raster<'_>, contents: Contents<'_>) -> Result<(), DetectError> {
        let page = self.raster.read(raster)?;
        self.text
            .read(contents.texts, page.image.width, page.height);
        if let Some(skew) = page.skew {
            self.text.deskew(skew);
        }
        self.finder.find(page, &mut self.candidates);
        let candidates = &self.candidates;
        let usual_cell_height = self.finder.usual_cell_height();
        self.features
            .first_stage(page, &self.text, contents, usual_cell_height, candidates);
        self.model
            .score_first_stage(candidates, &self.features, &mut self.first_scores);
        self.features.second_stage(candidates, &self.first_scores);
        self.model
            .score_second_stage(candidates, &self.features, &mut self.scores);
        self.overrides.override_scores(
            page.image.rules,
            &self.text,
            &self.features,
            candidates,
            &mut self.scores,
        );
        Ok(())
    }
}
