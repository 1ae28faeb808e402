//! The features that the model sees of a candidate.

mod caption_features;
pub(crate) mod first_stage;
pub(crate) mod page;
mod path_features;
pub(crate) mod second_stage;

use crate::Contents;
use crate::candidates::candidate::Candidate;
use crate::raster::PageRaster;
use crate::schema::{FIRST_STAGE_FEATURES, SECOND_STAGE_FEATURES};
use crate::text::page_text::{PageText, TextRun};
use caption_features::Captions;
use first_stage::Neighbors;
use page::Page;
use path_features::Paths;
use second_stage::SecondStage;

/// Measures the candidates of a page. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct FeatureExtractor {
    neighbors: Neighbors,
    captions: Captions,
    paths: Paths,
    stage: SecondStage,
    /// First-stage features, one row per candidate.
    pub(crate) first: Vec<[f32; FIRST_STAGE_FEATURES]>,
    /// Second-stage features, one row per candidate.
    pub(crate) second: Vec<[f32; SECOND_STAGE_FEATURES]>,
}

impl FeatureExtractor {
    /// Measures each candidate and its surroundings.
    pub(crate) fn first_stage(
        &mut self,
        page: PageRaster<'_>,
        text: &PageText,
        contents: Contents<'_>,
        usual_cell_height: i32,
        candidates: &[Candidate],
    ) {
        let (width, height) = (page.image.width, page.height);
        self.captions.read(&text.runs);
        self.paths.read(contents.paths, width, height);
        self.neighbors.read(candidates);
        let page = Page {
            image: page.image,
            height,
            text,
            captions: &self.captions,
            paths: &self.paths,
        };
        self.first.clear();
        for candidate in candidates {
            let mut features = [0.0; FIRST_STAGE_FEATURES];
            self.neighbors.measure(
                &page,
                usual_cell_height,
                candidates,
                candidate,
                &mut features,
            );
            self.first.push(features);
        }
    }

    /// Compares each candidate with the others by their first-stage scores.
    pub(crate) fn second_stage(&mut self, candidates: &[Candidate], scores: &[f32]) {
        self.stage.read(candidates, scores);
        self.second.clear();
        for index in 0..candidates.len() {
            self.second
                .push(self.stage.features(index, candidates, scores));
        }
    }

    /// The texts that mark areas for office use.
    pub(crate) fn office_use_texts<'a>(
        &'a self,
        text: &'a PageText,
    ) -> impl Iterator<Item = &'a TextRun> {
        self.captions.office_use(&text.runs)
    }
}
