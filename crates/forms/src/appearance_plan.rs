//! Planned appearances: computed before the document is changed.

use crate::color::Color;
use crate::field::TextAlign;
use crate::flags;
use crate::read::{ChoiceOption, comb_cells, text_style_of, widget_align};
use crate::text::font_set::{FontSet, paragraphs};
use crate::text::layout::{SetText, Setting, lines_in_sight, set_list, set_text};
use crate::text::simple::SimpleFont;
use crate::tree::{FormField, Kind, Widget};
use crate::widget_style::{TextStyle, WidgetStyle};
use countersign_pdf::{Dictionary, Object, Objects, PdfA, PdfError};
use std::collections::HashMap;
use std::rc::Rc;

/// Content of a planned appearance.
#[derive(Clone)]
pub enum AppearanceContent {
    /// Border and background only.
    Empty,
    /// A text.
    Text(TextContent),
    /// The picture with this index in the plan.
    Picture(usize),
    /// The name of an existing appearance state.
    State(Vec<u8>),
    /// A mark for a button without appearances.
    Toggle {
        /// Whether it is on.
        on: bool,
        /// Name of the on state.
        state: Vec<u8>,
        /// Color of the mark.
        color: Color,
    },
}

/// A text after layout.
#[derive(Clone)]
pub struct TextContent {
    /// Its glyphs and positions.
    pub set: SetText,
    /// Its color.
    pub color: Color,
    /// Name and object of the form's own font, if the text uses it.
    pub own: Option<(Vec<u8>, Object)>,
    /// Bottom and height of each selected line.
    pub chosen: Vec<(f64, f64)>,
}

/// A widget and its planned appearance.
pub struct AppearancePlan {
    /// Index of the widget in its field.
    pub widget: usize,
    /// Style of the widget: size, border, background.
    pub widget_style: WidgetStyle,
    /// Content of the appearance.
    pub appearance: AppearanceContent,
}

/// A font in the form's default resources.
#[derive(Clone)]
struct FormFont {
    font: Rc<SimpleFont>,
    object: Object,
}

/// All fonts available for filling.
pub struct Fonts<'a> {
    /// Helvetica and the embedded fonts.
    pub font_set: FontSet<'a>,
    resources: Dictionary,
    read: HashMap<Vec<u8>, Option<FormFont>>,
    claim: Option<PdfA>,
}

impl<'a> Fonts<'a> {
    /// The fonts in `/DR` of the form, plus the font files of the caller.
    pub fn new(
        objects: &impl Objects,
        form: &Dictionary,
        files: &'a [Vec<u8>],
        claim: Option<PdfA>,
    ) -> Result<Self, PdfError> {
        let resources = objects.lookup(form, b"DR")?;
        let fonts = match resources.as_dictionary() {
            Some(resources) => objects.lookup(resources, b"Font")?.as_dictionary().cloned(),
            None => None,
        };
        Ok(Self {
            font_set: FontSet::new(files, claim),
            resources: fonts.unwrap_or_default(),
            read: HashMap::new(),
            claim,
        })
    }

    fn own(&mut self, objects: &impl Objects, name: &[u8]) -> Result<Option<FormFont>, PdfError> {
        if let Some(known) = self.read.get(name) {
            return Ok(known.clone());
        }
        let font = self.resources.get(name).cloned();
        let found = match font {
            Some(object) => {
                let dictionary = objects.resolve(&object)?.as_dictionary().cloned();
                let font = dictionary
                    .map(|font| SimpleFont::read(objects, &font, self.claim.is_some()))
                    .transpose()?;
                font.flatten().map(|font| FormFont {
                    font: Rc::new(font),
                    object,
                })
            }
            None => None,
        };
        self.read.insert(name.to_vec(), found.clone());
        Ok(found)
    }
}

/// The characters of a text for which no font has a glyph.
pub struct MissingCharacters(pub String);

/// Plans a text in a widget.
pub fn plan_text(
    objects: &impl Objects,
    fonts: &mut Fonts<'_>,
    field: &FormField,
    widget: usize,
    text: &str,
) -> Result<Result<AppearancePlan, MissingCharacters>, PdfError> {
    let Some(place) = field.widgets.get(widget) else {
        return Err(PdfError::Type {
            object: field.id,
            expected: "a widget",
        });
    };
    let comb = comb_cells(field);
    let widget_style = WidgetStyle {
        cells: comb,
        ..WidgetStyle::read(objects, &place.dictionary)?
    };
    let multiline = field.kind == Kind::Text && field.is(flags::MULTILINE);
    let paragraphs = shown_paragraphs(field, text, multiline);
    if paragraphs.iter().all(|line| line.trim().is_empty()) {
        return Ok(Ok(AppearancePlan {
            widget,
            widget_style,
            appearance: AppearanceContent::Empty,
        }));
    }
    let style = text_style_of(objects, field, place)?;
    let own = fonts.own(objects, &style.font)?;
    let simple = own.as_ref().map(|own| &*own.font);
    let glyphs = match fonts.font_set.glyphs(&paragraphs, simple, comb.is_none()) {
        Ok(glyphs) => glyphs,
        Err(missing) => return Ok(Err(MissingCharacters(missing))),
    };
    let heights = fonts.font_set.heights(simple);
    let align = widget_align(objects, field, place)?;
    let setting = setting(&widget_style, &style, align, multiline, comb, heights);
    let set = set_text(&glyphs, &setting);
    let own = own.map(|own| (style.font, own.object));
    let appearance = AppearanceContent::Text(TextContent {
        set,
        color: style.color,
        own,
        chosen: Vec::new(),
    });
    Ok(Ok(AppearancePlan {
        widget,
        widget_style,
        appearance,
    }))
}

/// Plans a list box: each option is a line; `chosen` are the indexes of the selected ones (ISO
/// 32000-2, 12.7.5.4).
pub fn plan_list(
    objects: &impl Objects,
    fonts: &mut Fonts<'_>,
    (field, widget): (&FormField, usize),
    options: &[ChoiceOption],
    chosen: &[usize],
) -> Result<Result<AppearancePlan, MissingCharacters>, PdfError> {
    let Some(place) = field.widgets.get(widget) else {
        return Err(PdfError::Type {
            object: field.id,
            expected: "a widget",
        });
    };
    let widget_style = WidgetStyle::read(objects, &place.dictionary)?;
    let style = text_style_of(objects, field, place)?;
    let own = fonts.own(objects, &style.font)?;
    let simple = own.as_ref().map(|own| &*own.font);
    let heights = fonts.font_set.heights(simple);
    let align = widget_align(objects, field, place)?;
    let setting = setting(&widget_style, &style, align, true, None, heights);
    let first = first_line(objects, field, &setting, chosen)?;
    // The last line may be partly visible.
    let seen = options
        .iter()
        .skip(first)
        .take(lines_in_sight(&setting) + 1);
    let lines: Vec<String> = seen
        .flat_map(|option| paragraphs(&option.shown, false))
        .collect();
    let glyphs = match fonts.font_set.glyphs(&lines, simple, true) {
        Ok(glyphs) => glyphs,
        Err(missing) => return Ok(Err(MissingCharacters(missing))),
    };
    let (set, bands) = set_list(&glyphs, &setting);
    let band = |index: &usize| bands.get(index.checked_sub(first)?).copied();
    let appearance = AppearanceContent::Text(TextContent {
        set,
        color: style.color,
        own: own.map(|own| (style.font, own.object)),
        chosen: chosen.iter().filter_map(band).collect(),
    });
    Ok(Ok(AppearancePlan {
        widget,
        widget_style,
        appearance,
    }))
}

/// Index of the first visible option: `/TI`, unless no selected option would then be visible.
fn first_line(
    objects: &impl Objects,
    field: &FormField,
    setting: &Setting,
    chosen: &[usize],
) -> Result<usize, PdfError> {
    let top = match field.id {
        Some(id) => {
            let dictionary = objects.dictionary(id)?;
            objects.lookup(&dictionary, b"TI")?.as_integer()
        }
        None => None,
    };
    let top = top.and_then(|top| usize::try_from(top).ok()).unwrap_or(0);
    let room = lines_in_sight(setting);
    Ok(match chosen.iter().min() {
        Some(&first) if !(top..top.saturating_add(room)).contains(&first) => first,
        _ => top,
    })
}

/// The displayed text; for password fields, asterisks.
fn shown_paragraphs(field: &FormField, text: &str, multiline: bool) -> Vec<String> {
    if field.kind == Kind::Text && field.is(flags::PASSWORD) {
        return vec!["*".repeat(text.chars().count())];
    }
    paragraphs(text, multiline)
}

fn setting(
    widget_style: &WidgetStyle,
    style: &TextStyle,
    align: TextAlign,
    multiline: bool,
    comb: Option<u32>,
    (ascent, descent): (f64, f64),
) -> Setting {
    Setting {
        width: widget_style.space.width,
        height: widget_style.space.height,
        border: widget_style.visible_border(),
        size: style.size,
        align,
        multiline,
        comb,
        ascent,
        descent,
    }
}

/// Plans the state of a button: one of its appearances, or a drawn mark if it has none.
pub fn plan_toggle(
    objects: &impl Objects,
    field: &FormField,
    widget: usize,
    chosen: Option<&[u8]>,
) -> Result<Option<AppearancePlan>, PdfError> {
    let Some(place) = field.widgets.get(widget) else {
        return Ok(None);
    };
    let own = place.on_state(objects)?;
    let widget_style = WidgetStyle::read(objects, &place.dictionary)?;
    let drawn = match &own {
        Some(own) => place.shows(objects, own)?,
        None => false,
    };
    let state = own.unwrap_or_else(|| DEFAULT_ON.to_vec());
    let on = chosen.is_some_and(|chosen| chosen == state);
    let appearance = if drawn {
        let state = if on { state } else { crate::tree::OFF.to_vec() };
        AppearanceContent::State(state)
    } else {
        let color = text_style_of(objects, field, place)?.color;
        AppearanceContent::Toggle { on, state, color }
    };
    Ok(Some(AppearancePlan {
        widget,
        widget_style,
        appearance,
    }))
}

/// Name of the on state for a button without appearances.
pub const DEFAULT_ON: &[u8] = b"Yes";

/// Name of the on state of a widget.
pub fn state_of(objects: &impl Objects, widget: &Widget) -> Result<Vec<u8>, PdfError> {
    Ok(widget
        .on_state(objects)?
        .unwrap_or_else(|| DEFAULT_ON.to_vec()))
}
