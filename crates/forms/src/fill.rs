//! Applies a plan: writes appearances and values to an update.
//!
//! Changes only `/V`, `/AS` and `/AP` of fields and widgets, and adds new objects. A later signer
//! may do this without invalidating earlier signatures.

use crate::appearance::{self, Appearance};
use crate::appearance_plan::{AppearanceContent, AppearancePlan, Fonts, TextContent};
use crate::archival;
use crate::flags;
use crate::picture::{Picture, Shape};
use crate::text::embedded::{EmbeddedFont, FontPartIds};
use crate::text::font_set::{FIRST_EMBEDDED, HELVETICA, OWN};
use crate::text::simple::helvetica_dictionary;
use crate::tree::{FormField, Kind, OFF};
use crate::widget_style::WidgetStyle;
use countersign_pdf::{Dictionary, Name, Object, ObjectId, PdfA, PdfError, Update};
use std::collections::HashMap;

/// Resource name of Helvetica in appearances.
const HELVETICA_NAME: &str = "CsHelv";
/// Resource name prefix of embedded fonts; their number follows.
const EMBEDDED_NAME: &str = "CsFont";

/// A picture of the plan, written to the document at most once.
pub enum PlannedPicture {
    /// Read, not yet in the document.
    Read(Picture),
    /// In the document, with its shape.
    Added(ObjectId, Shape),
}

/// Writes planned appearances.
pub struct Filler<'u, 'd, 'f> {
    update: &'u mut Update<'d>,
    fonts: Fonts<'f>,
    pictures: Vec<Option<PlannedPicture>>,
    helvetica: Option<ObjectId>,
    shared: HashMap<Vec<u8>, ObjectId>,
}

impl<'u, 'd, 'f> Filler<'u, 'd, 'f> {
    /// A filler that writes to `update`.
    pub fn new(update: &'u mut Update<'d>, fonts: Fonts<'f>, pictures: Vec<Picture>) -> Self {
        let pictures = pictures
            .into_iter()
            .map(|it| Some(PlannedPicture::Read(it)))
            .collect();
        Self {
            update,
            fonts,
            pictures,
            helvetica: None,
            shared: HashMap::new(),
        }
    }

    /// Reserves capacity for the given number of appearances.
    pub fn expect(&mut self, appearances: usize) {
        self.shared.reserve(appearances);
    }

    /// The update being written.
    pub fn update(&mut self) -> &mut Update<'d> {
        self.update
    }

    /// Sets the planned appearance in a widget dictionary: `/AP`, and `/AS` for buttons.
    pub fn write_appearance(
        &mut self,
        field: &FormField,
        planned: AppearancePlan,
        widget: &mut Dictionary,
    ) {
        let claim = self.claim();
        let widget_style = &archival::widget_style(claim, &planned.widget_style);
        match planned.appearance {
            AppearanceContent::State(state) => {
                widget.insert("AS", Name::new(state));
            }
            AppearanceContent::Toggle { on, state, color } => {
                let color = archival::color(claim, color);
                let shown = if field.is(flags::RADIO) {
                    appearance::dot(widget_style, color)
                } else {
                    appearance::tick(widget_style, color)
                };
                let shown = self.share(shown);
                let off = self.share(appearance::empty(widget_style, false));
                let states = Dictionary::new()
                    .with(Name::new(&state), shown)
                    .with(OFF, off);
                widget.insert("AP", Dictionary::new().with("N", states));
                widget.insert("AS", Name::new(if on { state.as_slice() } else { OFF }));
            }
            AppearanceContent::Empty => {
                let is_text = matches!(field.kind, Kind::Text | Kind::Choice);
                self.show(field, widget, appearance::empty(widget_style, is_text));
            }
            AppearanceContent::Text(text) => {
                let appearance = self.text_appearance(widget_style, &text);
                self.show(field, widget, appearance);
            }
            AppearanceContent::Picture(number) => {
                let appearance = match self.picture(number) {
                    Some((image, shape)) => appearance::picture(widget_style, image, shape),
                    None => appearance::empty(widget_style, false),
                };
                self.show(field, widget, appearance);
            }
        }
    }

    /// The PDF/A conformance that the document claims.
    fn claim(&self) -> Option<PdfA> {
        self.update.document().pdf_a()
    }

    fn show(&mut self, field: &FormField, widget: &mut Dictionary, appearance: Appearance) {
        let stream = self.share(appearance);
        archival::show(self.claim(), field.kind == Kind::Button, widget, stream);
    }

    /// Adds an appearance, or returns an identical one added before.
    pub(crate) fn share(&mut self, mut appearance: Appearance) -> ObjectId {
        archival::define_colors(self.claim(), &mut appearance);
        let key = appearance.key();
        if let Some(id) = self.shared.get(&key) {
            return *id;
        }
        let id = self.update.add(appearance.into_stream());
        self.shared.insert(key, id);
        id
    }

    pub(crate) fn text_appearance(
        &mut self,
        widget_style: &WidgetStyle,
        text: &TextContent,
    ) -> Appearance {
        let mut used: Vec<usize> = Vec::new();
        for glyph in text.set.runs.iter().flat_map(|run| &run.glyphs) {
            if !used.contains(&glyph.font) {
                used.push(glyph.font);
            }
        }
        let count = FIRST_EMBEDDED + self.fonts.font_set.embedded_mut().len();
        let mut names = vec![Vec::new(); count];
        let mut resources = Dictionary::new();
        for number in used {
            let (name, object) = self.font(number, text);
            resources.insert(Name::new(&name), object);
            if let Some(place) = names.get_mut(number) {
                *place = name;
            }
        }
        let text = &TextContent {
            color: archival::color(self.claim(), text.color),
            ..text.clone()
        };
        let content = appearance::text_content(widget_style, text, &names);
        let resources = Dictionary::new().with("Font", resources);
        Appearance {
            space: widget_style.space,
            content,
            resources,
        }
    }

    /// Resource name and object of a font by number.
    fn font(&mut self, number: usize, text: &TextContent) -> (Vec<u8>, Object) {
        if let (OWN, Some((name, object))) = (number, &text.own) {
            return (name.clone(), object.clone());
        }
        if let Some(place) = number.checked_sub(FIRST_EMBEDDED) {
            let update = &mut *self.update;
            if let Some(font) = self.fonts.font_set.embedded_mut().get_mut(place) {
                let id = font.id(|| update.reserve());
                return (
                    format!("{EMBEDDED_NAME}{place}").into_bytes(),
                    Object::Reference(id),
                );
            }
        }
        debug_assert_eq!(number, HELVETICA);
        let update = &mut *self.update;
        let id = *self
            .helvetica
            .get_or_insert_with(|| update.add(helvetica_dictionary()));
        (HELVETICA_NAME.as_bytes().to_vec(), Object::Reference(id))
    }

    pub(crate) fn picture(&mut self, number: usize) -> Option<(ObjectId, Shape)> {
        let claim = self.claim();
        let place = self.pictures.get_mut(number)?;
        let (id, shape) = match place.take()? {
            PlannedPicture::Added(id, shape) => (id, shape),
            PlannedPicture::Read(picture) => {
                let shape = picture.shape;
                let update = &mut *self.update;
                (picture.add(claim, |object| update.add(object)), shape)
            }
        };
        *place = Some(PlannedPicture::Added(id, shape));
        Some((id, shape))
    }

    /// Writes the subsets of the embedded fonts in use.
    pub fn finish(mut self) -> Result<(), PdfError> {
        for font in self.fonts.font_set.embedded_mut() {
            if let Some(id) = font.used_id() {
                write_font(self.update, font, id)?;
            }
        }
        Ok(())
    }
}

/// Writes the subset of an embedded font. Not inlined: most forms have none.
#[inline(never)]
fn write_font(
    update: &mut Update<'_>,
    font: &EmbeddedFont<'_>,
    id: ObjectId,
) -> Result<(), PdfError> {
    let ids = FontPartIds {
        descendant: update.reserve(),
        descriptor: update.reserve(),
        program: update.reserve(),
        to_unicode: update.reserve(),
        glyph_map: font.needs_glyph_map().then(|| update.reserve()),
        glyph_set: font.needs_glyph_set().then(|| update.reserve()),
    };
    let objects = font.finish(ids).ok_or(PdfError::Type {
        object: Some(id),
        expected: "a font file",
    })?;
    update.set(id, objects.font);
    update.set(ids.descendant, objects.descendant);
    update.set(ids.descriptor, objects.descriptor);
    update.set(ids.program, objects.program);
    update.set(ids.to_unicode, objects.to_unicode);
    if let Some((id, map)) = ids.glyph_map.zip(objects.glyph_map) {
        update.set(id, map);
    }
    if let Some((id, set)) = ids.glyph_set.zip(objects.glyph_set) {
        update.set(id, set);
    }
    Ok(())
}
