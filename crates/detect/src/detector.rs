//! The detection pipeline and the buffers it reuses for each page.

use crate::answers::add_answers;
use crate::bend::{Bend, Bends};
use crate::captions::Captions;
use crate::certain::{drop_in_instructions, drop_printed, is_dashed, lift_numbered, settle};
use crate::columns::lift_ends;
use crate::context::Context;
use crate::features::{self, FEATURES, Neighbours};
use crate::holes::Holes;
use crate::judge;
use crate::light::{Light, is_drawn};
use crate::offices::Offices;
use crate::paths::Paths;
use crate::places::{Place, Places, Sheet};
use crate::ranker::Ranker;
use crate::raster;
use crate::rules::Rules;
use crate::shades::Shades;
use crate::typed::{add_pointed, add_typed};
use crate::variants::Variants;
use crate::words::{Filler, Words};
use crate::{Contents, DETECTION_WIDTH, DetectError, DetectedField, Raster};

/// Detects fields page by page. The buffers grow to the tallest page and are reused for the next one.
#[derive(Debug, Default)]
pub struct Detector {
    gray: Vec<u8>,
    light: Light,
    bends: Bends,
    rules: Rules,
    holes: Holes,
    places: Places,
    shades: Shades,
    variants: Variants,
    neighbours: Neighbours,
    features: Vec<[f32; FEATURES]>,
    context: Context,
    /// First-stage scores, one per candidate.
    first: Vec<f32>,
    scores: Vec<f32>,
    ranker: Ranker,
    words: Words,
    captions: Captions,
    offices: Offices,
    paths: Paths,
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
        let height = raster::resample(raster, DETECTION_WIDTH, &mut self.gray)?;
        let (width, height) = (raster::int(DETECTION_WIDTH), raster::int(height));
        let bend = self.restore(width, height);
        self.rules.find(&self.gray, width, height);
        self.holes.find(&self.gray, width);
        let sheet = Sheet {
            gray: &self.gray,
            width,
            rules: &self.rules,
        };
        self.places.find(&sheet);
        self.shades.find(&self.gray, width, &mut self.places.found);
        self.variants
            .add(&sheet, &self.holes.found, &mut self.places.found);
        self.words.read(contents.texts, width, height);
        self.paths.read(contents.paths, width, height);
        if let Some(bend) = bend {
            self.words.straighten(bend);
        }
        self.captions.read(&self.words.items);
        self.offices
            .find(self.captions.refused(&self.words.items), &self.rules);
        let page = judge::Page {
            gray: &self.gray,
            width,
            height,
            rules: &self.rules,
            words: &self.words,
            captions: &self.captions,
            paths: &self.paths,
        };
        judge::add_marks(&page, &self.holes.found, &mut self.places.found);
        let places = &self.places.found;
        self.neighbours.read(places);
        self.features.clear();
        self.first.clear();
        for place in places {
            let features = self
                .neighbours
                .features(&page, self.variants.line, places, place);
            self.first.push(self.ranker.first(place.source, &features));
            self.features.push(features);
        }
        self.context.read(places, &self.first);
        self.scores.clear();
        for (i, (place, features)) in places.iter().zip(&self.features).enumerate() {
            let context = self.context.numbers(i, places, &self.first);
            let score = self.ranker.second(place.source, features, &context);
            let [ink, paper] = [features::INK, features::PAPER].map(|i| features[i]);
            let rect = (place.x0, place.y0, place.x1, place.y1);
            let floor = match page.words.floor(rect) {
                Filler::None if is_dashed(place) && page.words.lie_across(rect) => Filler::Unknown,
                floor => floor,
            };
            let score = if self.offices.hold(place) {
                0.0
            } else {
                settle(place, score, ink, paper, floor)
            };
            self.scores.push(score);
            visit(place, bend, features, score);
        }
        drop_printed(&self.words, &self.places.found, &mut self.scores);
        lift_numbered(&self.words, &self.places.found, &mut self.scores);
        lift_ends(&self.places.found, &mut self.scores);
        drop_in_instructions(&self.words, &self.places.found, &mut self.scores);
        add_answers(&self.words.items, &mut self.places.found, &mut self.scores);
        add_typed(&self.words, &mut self.places.found, &mut self.scores);
        add_pointed(
            &self.words,
            &self.rules,
            &mut self.places.found,
            &mut self.scores,
        );
        Ok(judge::fields(&page, &self.places.found, &self.scores, bend))
    }

    /// Evens the illumination of a scan or photograph and deskews it. Returns the skew; `None` for a rendered page or
    /// one that was not skewed.
    fn restore(&mut self, width: i32, height: i32) -> Option<Bend> {
        if is_drawn(&self.gray) {
            return None;
        }
        self.light.even(&mut self.gray, width, height);
        let bend = self.bends.find(&self.gray, width, height);
        if bend.is_straight() {
            return None;
        }
        self.bends.straighten(bend, &mut self.gray, width, height);
        Some(bend)
    }
}

/// Maps a candidate from the deskewed page to the raster. Its center moves; its size does not change.
pub(crate) fn on_raster(place: &Place, bend: Option<Bend>) -> Place {
    let Some(bend) = bend else { return *place };
    let middle = (
        (place.x0 + place.x1) as f32 / 2.0,
        (place.y0 + place.y1) as f32 / 2.0,
    );
    let (x, y) = bend.to_raster(middle.0, middle.1);
    let (dx, dy) = ((x - middle.0).round() as i32, (y - middle.1).round() as i32);
    Place {
        x0: place.x0 + dx,
        y0: place.y0 + dy,
        x1: place.x1 + dx,
        y1: place.y1 + dy,
        ..*place
    }
}
