//! The page data from which the features of its candidates are measured.

use crate::features::caption_features::Captions;
use crate::features::path_features::Paths;
use crate::raster::page_image::PageImage;
use crate::text::page_text::PageText;

/// The page's pixels, rules, text and paths.
pub(crate) struct Page<'a> {
    pub(crate) image: PageImage<'a>,
    pub(crate) height: i32,
    pub(crate) text: &'a PageText,
    pub(crate) captions: &'a Captions,
    pub(crate) paths: &'a Paths,
}
