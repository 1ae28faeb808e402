//! The numbers that the model sees of a candidate.

mod caption_features;
pub(crate) mod first_stage;
pub(crate) mod page;
mod path_features;
pub(crate) mod second_stage;

use crate::candidates::candidate::Place;
use crate::raster::PageRaster;
use crate::text::page_text::{Item, Words};
use crate::{CONTEXT, Contents, FEATURES};
use caption_features::Captions;
use first_stage::Neighbours;
use page::Page;
use path_features::Paths;
use second_stage::Context;

/// Measures the candidates of a page. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct FeatureExtractor {
    neighbours: Neighbours,
    captions: Captions,
    paths: Paths,
    context: Context,
    /// First-stage features, one row per candidate.
    pub(crate) first: Vec<[f32; FEATURES]>,
    /// Second-stage features, one row per candidate.
    pub(crate) second: Vec<[f32; CONTEXT]>,
}

impl FeatureExtractor {
    /// Measures each candidate and its surroundings.
    pub(crate) fn first_stage(
        &mut self,
        page: PageRaster<'_>,
        words: &Words,
        contents: Contents<'_>,
        usual_cell_height: i32,
        places: &[Place],
    ) {
        let (width, height) = (page.image.width, page.height);
        self.captions.read(&words.items);
        self.paths.read(contents.paths, width, height);
        self.neighbours.read(places);
        let page = Page {
            image: page.image,
            height,
            words,
            captions: &self.captions,
            paths: &self.paths,
        };
        self.first.clear();
        for place in places {
            let features = self
                .neighbours
                .features(&page, usual_cell_height, places, place);
            self.first.push(features);
        }
    }

    /// Compares each candidate with the others by their first-stage scores.
    pub(crate) fn second_stage(&mut self, places: &[Place], scores: &[f32]) {
        self.context.read(places, scores);
        self.second.clear();
        for index in 0..places.len() {
            self.second
                .push(self.context.numbers(index, places, scores));
        }
    }

    /// The texts that mark areas for office use.
    pub(crate) fn office_use_texts<'a>(
        &'a self,
        words: &'a Words,
    ) -> impl Iterator<Item = &'a Item> {
        self.captions.refused(&words.items)
    }
}
