//! Errors of detection and of model files.

use std::fmt;

use countersign_codes::CoreErrorCode;

/// A raster that detection rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DetectError {
    /// The number of bytes is not width × height (× 4 for RGBA).
    SizeMismatch,
    /// The raster is empty, or one of its sides is longer than [`crate::MAX_SIDE`].
    UnsupportedSize,
}

impl DetectError {
    /// The stable error code.
    #[must_use]
    pub fn code(&self) -> CoreErrorCode {
        match self {
            Self::SizeMismatch => CoreErrorCode::RasterSizeMismatch,
            Self::UnsupportedSize => CoreErrorCode::RasterUnsupportedSize,
        }
    }
}

impl fmt::Display for DetectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SizeMismatch => "the raster's bytes do not match its width and height",
            Self::UnsupportedSize => "the raster is empty or too large",
        })
    }
}

impl std::error::Error for DetectError {}

/// Why a file is no model for this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The file does not begin as a model file.
    NotAModel,
    /// The file has another version of the format.
    UnsupportedVersion,
    /// The model was trained with other features than `schema.txt` lists.
    OtherFeatures,
    /// The file is cut off, goes on after its end, or has a malformed tree.
    Malformed,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAModel => "the file is not a detection model",
            Self::UnsupportedVersion => "the model file has another version",
            Self::OtherFeatures => {
                "the model was trained with other features than schema.txt lists: train it again"
            }
            Self::Malformed => "the model file is cut off or malformed",
        })
    }
}

impl std::error::Error for ModelError {}
