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
use components::{Component, ComponentFinder};
use deskew::{Deskewer, Skew};
use illumination::{Illumination, is_rendered};
use page_image::PageImage;
use resample::to_i32;
use rules::Rules;

/// Reads the raster of a page. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct RasterReader {
    gray: Vec<u8>,
    illumination: Illumination,
    deskewer: Deskewer,
    rules: Rules,
    components: ComponentFinder,
    height: i32,
    skew: Option<Skew>,
}

/// The raster of a page after deskewing.
#[derive(Clone, Copy)]
pub(crate) struct PageRaster<'a> {
    pub(crate) image: PageImage<'a>,
    pub(crate) height: i32,
    pub(crate) components: &'a [Component],
    /// The skew that was removed; `None` for a rendered page or one that was not skewed.
    pub(crate) skew: Option<Skew>,
}

impl RasterReader {
    pub(crate) fn read(&mut self, raster: Raster<'_>) -> Result<PageRaster<'_>, DetectError> {
        let height = resample::resample(raster, DETECTION_WIDTH, &mut self.gray)?;
        let (width, height) = (to_i32(DETECTION_WIDTH), to_i32(height));
        self.height = height;
        self.skew = self.restore(width, height);
        self.rules.find(&self.gray, width, height);
        self.components.find(&self.gray, width);
        Ok(self.page())
    }

    /// The page that was read last.
    pub(crate) fn page(&self) -> PageRaster<'_> {
        PageRaster {
            image: PageImage {
                gray: &self.gray,
                width: to_i32(DETECTION_WIDTH),
                rules: &self.rules,
            },
            height: self.height,
            components: &self.components.found,
            skew: self.skew,
        }
    }

    /// Evens the illumination of a scan or photograph and deskews it.
    fn restore(&mut self, width: i32, height: i32) -> Option<Skew> {
        if is_rendered(&self.gray) {
            return None;
        }
        self.illumination.normalize(&mut self.gray, width, height);
        let skew = self.deskewer.measure(&self.gray, width, height);
        if skew.is_straight() {
            return None;
        }
        self.deskewer.deskew(skew, &mut self.gray, width, height);
        Some(skew)
    }
}
