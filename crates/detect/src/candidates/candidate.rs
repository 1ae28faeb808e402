//! A candidate region and how it was found.

use crate::raster::deskew::Skew;
use crate::rect::Rect;
use crate::schema::{self, SOURCES};

/// How a candidate was found, with what is measured on such candidates only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A cell without ink.
    EmptyCell,
    /// A cell with a caption at the top; the candidate is the free area below it.
    UnderCaption,
    /// A cell or rule with text on it; the candidate is a free run beside the text.
    BesideText,
    /// A rule without a rule above it; the candidate is the free area above it.
    OpenRule,
    /// Equal narrow cells side by side, or a cell with tick marks on its floor.
    Comb(Comb),
    /// The lowest line of a tall cell.
    LowestLine {
        /// Usual height of the cells in the same column, in pixels; 0 if there are none.
        column_cell_height: i32,
    },
    /// A part of a rule that has several captions below it.
    CaptionPart {
        /// Number of captions.
        captions: i32,
    },
    /// Several ruled lines joined to one area.
    MultilineArea {
        /// Number of lines.
        lines: i32,
        /// Whether the lines are pale writing guides.
        guides: bool,
    },
    /// A shaded rectangle without borders.
    Shaded,
    /// A small closed rectangle (checkbox).
    Box(Fill),
    /// A small circle (radio button).
    Circle(Fill),
    /// A flat oval, as on machine-read forms.
    Oval(Fill),
    /// A date made of groups of underscores.
    TypedDate,
    /// Blank area after text that asks for a signature.
    TypedSignature,
    /// Other typed characters that mark a field, such as a run of underscores.
    Typed,
}

/// The cells of a comb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comb {
    /// Number of cells.
    pub(crate) cells: i32,
    /// Width of the widest cell minus the narrowest, in pixels.
    pub(crate) spread: i32,
    /// Whether the cells are adjacent rectangles.
    pub(crate) boxed: bool,
}

/// Light part of a mark's bounding box, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fill(pub(crate) i32);

impl Source {
    /// The number of this source in the model's schema.
    pub(crate) fn code(self) -> u8 {
        let code = match self {
            Self::EmptyCell => const { schema::source("empty_cell") },
            Self::UnderCaption => const { schema::source("under_caption") },
            Self::BesideText => const { schema::source("beside_text") },
            Self::OpenRule => const { schema::source("open_rule") },
            Self::Comb(_) => const { schema::source("comb") },
            Self::LowestLine { .. } => const { schema::source("lowest_line") },
            Self::CaptionPart { .. } => const { schema::source("caption_part") },
            Self::MultilineArea { .. } => const { schema::source("multiline_area") },
            Self::Shaded => const { schema::source("shaded") },
            Self::Box(_) => const { schema::source("box") },
            Self::Circle(_) => const { schema::source("circle") },
            Self::Oval(_) => const { schema::source("oval") },
            Self::TypedDate => const { schema::source("typed_date") },
            Self::TypedSignature => const { schema::source("typed_signature") },
            Self::Typed => const { schema::source("typed") },
        };
        code as u8
    }

    /// A source by its number, without what is measured on such candidates; `Typed` for an unknown number.
    pub(crate) fn from_code(code: u8) -> Self {
        let fill = Fill(0);
        let comb = Comb {
            cells: 0,
            spread: 0,
            boxed: false,
        };
        let sources: [Self; SOURCES] = [
            Self::EmptyCell,
            Self::UnderCaption,
            Self::BesideText,
            Self::OpenRule,
            Self::Comb(comb),
            Self::LowestLine {
                column_cell_height: 0,
            },
            Self::CaptionPart { captions: 0 },
            Self::MultilineArea {
                lines: 0,
                guides: false,
            },
            Self::Shaded,
            Self::Box(fill),
            Self::Circle(fill),
            Self::Oval(fill),
            Self::TypedDate,
            Self::TypedSignature,
            Self::Typed,
        ];
        let found = sources.into_iter().find(|source| source.code() == code);
        found.unwrap_or(Self::Typed)
    }

    /// Checkboxes, circles and ovals: fields that take a mark.
    pub(crate) fn is_mark(self) -> bool {
        matches!(self, Self::Box(_) | Self::Circle(_) | Self::Oval(_))
    }

    /// Cells and rules as they were drawn, neither joined nor divided.
    pub(crate) fn is_line(self) -> bool {
        self.is_cell() || self == Self::OpenRule
    }

    /// Free areas of cells.
    pub(crate) fn is_cell(self) -> bool {
        matches!(
            self,
            Self::EmptyCell | Self::UnderCaption | Self::BesideText
        )
    }

    pub(crate) fn comb(self) -> Option<Comb> {
        match self {
            Self::Comb(comb) => Some(comb),
            _ => None,
        }
    }

    pub(crate) fn is_comb(self) -> bool {
        self.comb().is_some()
    }
}

/// A candidate region and its measurements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) rect: Rect,
    pub(crate) source: Source,
    /// Length of the rule it stands on, in pixels.
    pub(crate) rule_length: i32,
    /// Drawn part of that rule, in percent.
    pub(crate) rule_drawn: i32,
    /// Height of the cell or free space it was cut from, in pixels.
    pub(crate) cell_height: i32,
    /// The whole cell or part of the rule, before text was cut off.
    pub(crate) region: Rect,
    pub(crate) has_left_border: bool,
    pub(crate) has_right_border: bool,
    pub(crate) has_top_border: bool,
    /// Number of free runs in the region; the candidate is one of them.
    pub(crate) free_runs: i32,
}

impl Candidate {
    /// A candidate with borders on all sides.
    pub(crate) fn closed(rect: Rect, source: Source) -> Self {
        Self {
            rect,
            source,
            rule_length: rect.width(),
            rule_drawn: 100,
            cell_height: rect.height(),
            region: rect,
            has_left_border: true,
            has_right_border: true,
            has_top_border: true,
            free_runs: 1,
        }
    }

    pub(crate) fn width(&self) -> i32 {
        self.rect.width()
    }

    pub(crate) fn height(&self) -> i32 {
        self.rect.height()
    }

    pub(crate) fn area(&self) -> i32 {
        self.rect.area()
    }

    /// Maps the rectangle from the deskewed page to the raster. Its center moves; its size does not change.
    pub(crate) fn rect_on_raster(&self, skew: Option<Skew>) -> Rect {
        let Some(skew) = skew else { return self.rect };
        let Rect { x0, y0, x1, y1 } = self.rect;
        let center = ((x0 + x1) as f32 / 2.0, (y0 + y1) as f32 / 2.0);
        let (x, y) = skew.to_raster(center.0, center.1);
        let (dx, dy) = ((x - center.0).round(), (y - center.1).round());
        self.rect.moved(dx as i32, dy as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_schema_is_a_source() {
        let last = u8::try_from(SOURCES).unwrap();
        for code in 0..last {
            assert_eq!(Source::from_code(code).code(), code);
        }
    }
}
