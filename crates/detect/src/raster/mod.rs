//! The page's pixels: evens the illumination of scans and photographs, deskews them, and finds rules and components.

pub(crate) mod bitmap;
pub(crate) mod components;
pub(crate) mod deskew;
mod horizontal_rules;
mod illumination;
pub(crate) mod page_image;
pub(crate) mod resample;
pub(crate) mod rule;
pub(crate) mod rules;
mod vertical_rules;

use crate::{DETECTION_WIDTH, DetectError, Raster};
use components::{Hole, Holes};
use deskew::{Bend, Bends};
use illumination::{Light, is_drawn};
use page_image::Sheet;
use resample::int;
use rules::Rules;

/// Reads the raster of a page. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct RasterReader {
    gray: Vec<u8>,
    light: Light,
    bends: Bends,
    rules: Rules,
    holes: Holes,
}

/// The raster of a page after deskewing.
#[derive(Clone, Copy)]
pub(crate) struct PageRaster<'a> {
    pub(crate) image: Sheet<'a>,
    pub(crate) height: i32,
    pub(crate) components: &'a [Hole],
    /// The skew that was removed; `None` for a rendered page or one that was not skewed.
    pub(crate) skew: Option<Bend>,
}

impl RasterReader {
    pub(crate) fn read(&mut self, raster: Raster<'_>) -> Result<PageRaster<'_>, DetectError> {
        let height = resample::resample(raster, DETECTION_WIDTH, &mut self.gray)?;
        let (width, height) = (int(DETECTION_WIDTH), int(height));
        let skew = self.restore(width, height);
        self.rules.find(&self.gray, width, height);
        self.holes.find(&self.gray, width);
        Ok(PageRaster {
            image: Sheet {
                gray: &self.gray,
                width,
                rules: &self.rules,
            },
            height,
            components: &self.holes.found,
            skew,
        })
    }

    /// Evens the illumination of a scan or photograph and deskews it.
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
