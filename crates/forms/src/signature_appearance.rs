//! The visible appearance of a signature: a picture, lines of text, or both.

use crate::appearance::{self, Appearance};
use crate::appearance_plan::{Fonts, TextContent};
use crate::archival;
use crate::color::BLACK;
use crate::content::Content;
use crate::field::TextAlign;
use crate::fill::Filler;
use crate::picture::Picture;
use crate::text::font_set::paragraphs;
use crate::text::layout::{Setting, set_text};
use crate::widget_style::WidgetStyle;
use countersign_pdf::{Dictionary, Object, ObjectId, PdfError, Update};
use std::fmt;

/// Minimum ratio of width to height for placing picture and text side by side; otherwise the
/// picture is above the text.
const SIDE_BY_SIDE: f64 = 1.5;
/// Part of the box used by the picture.
const PICTURE_PART: f64 = 0.45;

/// Content of a signature appearance. Text is as large as the box allows; long lines are wrapped
/// (ISO 32000-2, 12.7.5.5).
#[derive(Clone, Copy, Debug)]
pub struct SignatureAppearance<'a> {
    /// An image file (PNG, JPEG or WebP).
    pub picture: Option<&'a [u8]>,
    /// Lines of text, in any script.
    pub lines: &'a [String],
    /// Font files for characters missing in Helvetica.
    pub fonts: &'a [Vec<u8>],
}

/// Why a signature appearance can't be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppearanceProblem {
    /// The picture can't be read.
    Picture(&'static str),
    /// Characters without a glyph in any font.
    Characters(String),
}

impl fmt::Display for AppearanceProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picture(problem) => out.write_str(problem),
            Self::Characters(missing) => write!(out, "no font shows {missing}"),
        }
    }
}

impl AppearanceProblem {
    /// The characters without a glyph: the caller may retry with other fonts.
    pub fn missing(&self) -> Option<&str> {
        match self {
            Self::Picture(_) => None,
            Self::Characters(missing) => Some(missing),
        }
    }
}

/// A part of the box, positioned by its lower left corner.
struct Part {
    x: f64,
    y: f64,
    widget_style: WidgetStyle,
}

impl SignatureAppearance<'_> {
    /// True if there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.picture.is_none() && self.text().is_empty()
    }

    /// Draws the appearance for `widget`, upright even on a rotated page. Returns the ID of the
    /// appearance stream.
    ///
    /// # Errors
    /// The outer error if the document can't be read; the inner one if the appearance can't be
    /// drawn.
    pub fn draw(
        &self,
        update: &mut Update<'_>,
        widget: &Dictionary,
    ) -> Result<Result<ObjectId, AppearanceProblem>, PdfError> {
        let claim = update.document().pdf_a();
        let picture = match self.picture.map(|bytes| Picture::read(bytes, claim)) {
            Some(Ok(picture)) => Some(picture),
            Some(Err(problem)) => return Ok(Err(AppearanceProblem::Picture(problem.message()))),
            None => None,
        };
        let widget_style = archival::widget_style(claim, &WidgetStyle::read(update, widget)?);
        let lines = self.text();
        let (left, right) = parts(&widget_style, picture.is_some(), !lines.is_empty());
        let mut fonts = Fonts::new(update, &Dictionary::new(), self.fonts, claim)?;
        let text = match right
            .as_ref()
            .map(|part| set(&mut fonts, &part.widget_style, &lines))
        {
            Some(Ok(appearance)) => Some(appearance),
            Some(Err(missing)) => return Ok(Err(AppearanceProblem::Characters(missing))),
            None => None,
        };
        let mut filler = Filler::new(update, fonts, picture.into_iter().collect());
        let mut drawn = Vec::new();
        if let Some((part, (image, shape))) = left.zip(filler.picture(0)) {
            drawn.push((
                part.x,
                part.y,
                appearance::picture(&part.widget_style, image, shape),
            ));
        }
        if let Some((part, appearance)) = right.zip(text) {
            drawn.push((
                part.x,
                part.y,
                filler.text_appearance(&part.widget_style, &appearance),
            ));
        }
        let id = filler.share(together(&widget_style, drawn));
        filler.finish()?;
        Ok(Ok(id))
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.trim());
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }
}

/// The parts of the box for picture and text.
fn parts(widget_style: &WidgetStyle, picture: bool, text: bool) -> (Option<Part>, Option<Part>) {
    let line = widget_style.visible_border();
    let (width, height) = (
        (widget_style.space.width - 2.0 * line).max(0.0),
        (widget_style.space.height - 2.0 * line).max(0.0),
    );
    let part = |x: f64, y: f64, width: f64, height: f64| {
        Some(Part {
            x: line + x,
            y: line + y,
            widget_style: WidgetStyle::plain(width, height),
        })
    };
    match (picture, text) {
        (true, false) => (part(0.0, 0.0, width, height), None),
        (false, true) => (None, part(0.0, 0.0, width, height)),
        (true, true) if width >= SIDE_BY_SIDE * height => {
            let first = width * PICTURE_PART;
            (
                part(0.0, 0.0, first, height),
                part(first, 0.0, width - first, height),
            )
        }
        (true, true) => {
            let first = height * PICTURE_PART;
            (
                part(0.0, height - first, width, first),
                part(0.0, 0.0, width, height - first),
            )
        }
        (false, false) => (None, None),
    }
}

/// Lays out the text; the error contains the characters without a glyph.
fn set(
    fonts: &mut Fonts<'_>,
    widget_style: &WidgetStyle,
    text: &str,
) -> Result<TextContent, String> {
    let glyphs = fonts.font_set.glyphs(&paragraphs(text, true), None, true)?;
    let (ascent, descent) = fonts.font_set.heights(None);
    let setting = Setting {
        width: widget_style.space.width,
        height: widget_style.space.height,
        border: 0.0,
        size: 0.0,
        align: TextAlign::Left,
        multiline: true,
        comb: None,
        ascent,
        descent,
    };
    Ok(TextContent {
        set: set_text(&glyphs, &setting),
        color: BLACK,
        own: None,
        chosen: Vec::new(),
    })
}

/// Combines positioned appearances into one.
fn together(widget_style: &WidgetStyle, drawn: Vec<(f64, f64, Appearance)>) -> Appearance {
    let mut content = Content::new();
    widget_style.draw(&mut content);
    let mut bytes = content.finish();
    let mut resources = Dictionary::new();
    for (x, y, part) in drawn {
        let mut place = Content::new();
        place.save().transform([1.0, 0.0, 0.0, 1.0, x, y]);
        bytes.extend(place.finish());
        bytes.extend(part.content);
        bytes.extend(b"Q\n");
        for (kind, of_kind) in part.resources.iter() {
            // Pictures and fonts are in different resource categories, so nothing collides.
            resources.insert(kind.clone(), Object::clone(of_kind));
        }
    }
    Appearance {
        space: widget_style.space,
        content: bytes,
        resources,
    }
}

/// Empty appearance of an invisible signature, which PDF/A requires (ISO 19005-1, 6.9).
pub fn unseen(update: &mut Update<'_>) -> ObjectId {
    let widget_style = WidgetStyle::plain(0.0, 0.0);
    update.add(appearance::empty(&widget_style, false).into_stream())
}
