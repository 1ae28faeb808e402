//! Finds fillable fields on the raster image of a page.
//!
//! Input: a gray [`Raster`] of one displayed page, 1000 px wide (other widths are resampled), and the page's text and
//! vector paths if it has them ([`Contents`]). Output: [`DetectedField`]s in percent of the page. Detection has no
//! side effects and is deterministic. A [`Detector`] reuses its buffers, so memory does not grow with the number of
//! pages.
//!
//! ```
//! use countersign_detect::{Contents, DetectedType, Detector, Raster};
//! let (width, height) = (1000_u32, 1300_u32);
//! let mut gray = vec![255_u8; (width * height) as usize];
//! for i in 0..20 {
//!     for (x, y) in [(100 + i, 500), (100 + i, 519), (100, 500 + i), (119, 500 + i)] {
//!         gray[y * 1000 + x] = 0; // a box to tick
//!     }
//! }
//! let fields = Detector::new().detect(Raster { width, height, gray: &gray }, Contents::default())?;
//! assert_eq!(fields[0].field_type, DetectedType::Checkmark);
//! assert_eq!(fields[0].rect.x, 10.0);
//! # Ok::<(), countersign_detect::DetectError>(())
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod candidates;
mod detector;
mod error;
mod features;
mod labels;
mod model;
mod output;
mod overrides;
mod raster;
mod rect;
mod schema;
mod sorting;
mod text;
mod types;

pub use detector::{Detector, ScoredCandidate};
pub use error::{DetectError, ModelError};
pub use features::second_stage::{ScoredSource, second_stage_features};
pub use labels::{LabelTarget, labels};
pub use output::form_classification::is_form;
pub use raster::resample::gray_from_rgba;
pub use schema::{FIRST_STAGE_FEATURES, SECOND_STAGE_FEATURES, first_stage_names};
pub use types::{
    Contents, DetectedField, DetectedRect, DetectedType, PathItem, PathKind, Raster, TextItem,
};

/// Width in pixels of the raster that detection works on (document 3 §9 of the specification).
pub const DETECTION_WIDTH: u32 = 1000;

/// Largest accepted width and height of a raster, in pixels.
pub const MAX_SIDE: u32 = 20_000;
