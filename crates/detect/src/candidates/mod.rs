//! Candidate regions for fields: on rules, in shaded boxes, marks, and variants of these.

pub(crate) mod candidate;
pub(crate) mod combs;
mod marks;
mod on_rules;
mod shaded;
mod variants;

use crate::raster::PageRaster;
use candidate::Candidate;
use on_rules::RuleCandidates;
use shaded::ShadedBoxes;
use variants::Variants;

/// Finds the candidates of a page. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct CandidateFinder {
    on_rules: RuleCandidates,
    shaded: ShadedBoxes,
    variants: Variants,
}

impl CandidateFinder {
    pub(crate) fn find(&mut self, page: PageRaster<'_>, found: &mut Vec<Candidate>) {
        found.clear();
        self.on_rules.find(&page.image, found);
        self.shaded.find(page.image.gray, page.image.width, found);
        self.variants.add(&page.image, page.components, found);
        marks::add_marks(&page.image, page.components, found);
    }

    /// Usual height of an empty cell on the page, in pixels; 0 if there is none.
    pub(crate) fn usual_cell_height(&self) -> i32 {
        self.variants.usual_cell_height
    }
}
