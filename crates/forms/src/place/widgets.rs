//! Dictionaries of new widgets.

use crate::acroform::{MARK_FONT, TEXT_FONT};
use crate::appearance;
use crate::archival;
use crate::color::{BLACK, Color};
use crate::field::{Field, FieldType, TextAlign, points};
use crate::flags;
use crate::geometry::UserRect;
use crate::private_data;
use crate::tooltip;
use crate::tree::{OFF, ON};
use crate::widget_style::{TextStyle, WidgetStyle};
use countersign_pdf::{Dictionary, Name, Object, ObjectId, PdfError, PdfString, Update};
use std::collections::HashMap;

/// Longest name in bytes that all readers accept (ISO 32000-1, annex C).
const LONGEST_NAME: usize = 127;

/// Name of the on state: the option that a radio button stands for, if it can be a state.
fn on_state(field: &Field) -> &str {
    let is_state =
        |name: &&str| !name.is_empty() && name.as_bytes() != OFF && name.len() <= LONGEST_NAME;
    let option = field.export_value.as_deref().filter(is_state);
    option
        .filter(|_| field.kind == FieldType::Radio)
        .unwrap_or(ON)
}

/// The type of form field created for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// `Tx`
    Text,
    /// `Ch`, a drop-down list.
    Choice,
    /// `Btn`, a check box.
    Checkmark,
    /// `Btn`, a radio button.
    Radio,
    /// `Btn`, a push button that shows a picture.
    Picture,
    /// `Sig`
    Signature,
}

/// Position of a widget.
pub struct WidgetPlace {
    /// The page object.
    pub page: ObjectId,
    /// The rectangle in user space.
    pub rect: UserRect,
    /// Rotation of the page in degrees.
    pub rotate: u16,
    /// Points per user space unit of the page.
    pub user_unit: f64,
}

/// Entries common to all annotations.
pub fn base(field: &Field, place: &WidgetPlace, subtype: &str) -> Dictionary {
    let UserRect {
        left,
        bottom,
        right,
        top,
    } = place.rect;
    let mut annotation = Dictionary::new()
        .with("Type", Name::from("Annot"))
        .with("Subtype", Name::from(subtype))
        .with(
            "Rect",
            [left, bottom, right, top].map(Object::Real).to_vec(),
        )
        .with("P", place.page)
        .with("F", annotation_flags(field, 0));
    if place.rotate != 0 {
        annotation.insert("MK", Dictionary::new().with("R", i64::from(place.rotate)));
    }
    annotation
}

/// `/F` of a field's annotation.
pub fn annotation_flags(field: &Field, bits: i64) -> i64 {
    let bits = flags::with(bits, flags::HIDDEN, field.hidden);
    flags::with(bits, flags::PRINT, !field.do_not_print)
}

/// `/Ff` of a field, without the flags of specific types.
pub fn field_flags(field: &Field, bits: i64) -> i64 {
    let readonly = field.readonly || field.label;
    let bits = flags::with(bits, flags::READ_ONLY, readonly);
    flags::with(bits, flags::REQUIRED, field.required && !readonly)
}

/// `/Ff` of a text field.
pub fn text_flags(field: &Field, bits: i64) -> i64 {
    let bits = flags::with(field_flags(field, bits), flags::MULTILINE, field.multiline);
    let comb = field.comb && field.text_max_length > 0 && !field.multiline;
    flags::with(bits, flags::COMB, comb)
}

/// The text color of a field; already validated.
fn color_of(field: &Field) -> Color {
    Color::from_web(&field.text_color).unwrap_or(BLACK)
}

/// The default appearance (`/DA`) of a field.
pub fn text_style(field: &Field, user_unit: f64) -> Vec<u8> {
    TextStyle {
        font: TEXT_FONT.into(),
        size: points(field.font_size).map_or(0.0, |points| points / user_unit),
        color: color_of(field),
    }
    .to_bytes()
}

fn mark_style(field: &Field) -> Vec<u8> {
    TextStyle {
        font: MARK_FONT.into(),
        size: 0.0,
        color: color_of(field),
    }
    .to_bytes()
}

/// `/Q` of an alignment.
pub fn quadding(align: TextAlign) -> i64 {
    match align {
        TextAlign::Left => 0,
        TextAlign::Center => 1,
        TextAlign::Right => 2,
    }
}

fn traits(widget: &mut Dictionary, key: &str, value: Object) {
    let mut traits = widget.dictionary(b"MK").cloned().unwrap_or_default();
    traits.insert(key, value);
    widget.insert("MK", traits);
}

/// Adds the form field entries to a widget.
pub fn describe(
    widget: &mut Dictionary,
    field: &Field,
    kind: FieldKind,
    name: &str,
    user_unit: f64,
) {
    widget.insert("T", Object::text(name));
    if let Some(tooltip) = tooltip::of(field) {
        widget.insert(tooltip::KEY, Object::text(tooltip));
    }
    match kind {
        FieldKind::Text => describe_text(widget, field, user_unit),
        FieldKind::Choice => describe_choice(widget, field, user_unit),
        // ZapfDingbats characters: a check mark and a circle.
        FieldKind::Checkmark => describe_toggle(widget, field, 0, "4"),
        FieldKind::Radio => describe_toggle(widget, field, flags::RADIO, "l"),
        FieldKind::Picture => {
            widget.insert("FT", Name::from("Btn"));
            widget.insert("Ff", field_flags(field, flags::PUSHBUTTON));
            const ICON_ONLY: i64 = 1;
            traits(widget, "TP", Object::Integer(ICON_ONLY));
        }
        FieldKind::Signature => {
            widget.insert("FT", Name::from("Sig"));
            let bits = flags::with(annotation_flags(field, 0), flags::HIDDEN, false);
            widget.insert("F", bits | flags::LOCKED);
        }
    }
    widget.insert(private_data::key(), private_data::write(field));
}

fn describe_text(widget: &mut Dictionary, field: &Field, user_unit: f64) {
    widget.insert("FT", Name::from("Tx"));
    widget.insert("Ff", text_flags(field, 0));
    describe_style(widget, field, user_unit);
    if field.text_max_length > 0 {
        widget.insert("MaxLen", field.text_max_length);
    }
}

/// A combo box that accepts nothing but its options (ISO 32000-2, 12.7.5.4).
fn describe_choice(widget: &mut Dictionary, field: &Field, user_unit: f64) {
    widget.insert("FT", Name::from("Ch"));
    widget.insert("Ff", field_flags(field, flags::COMBO));
    widget.insert("Opt", option_list(field));
    describe_style(widget, field, user_unit);
}

/// `/Opt` of a choice field: the display texts are the export values.
fn option_list(field: &Field) -> Vec<Object> {
    let options = field.options.iter().flatten();
    options.map(|option| Object::text(option)).collect()
}

fn describe_style(widget: &mut Dictionary, field: &Field, user_unit: f64) {
    widget.insert("DA", PdfString::literal(text_style(field, user_unit)));
    if field.text_align != TextAlign::Left {
        widget.insert("Q", quadding(field.text_align));
    }
}

fn describe_toggle(widget: &mut Dictionary, field: &Field, bits: i64, mark: &str) {
    widget.insert("FT", Name::from("Btn"));
    widget.insert("Ff", field_flags(field, bits));
    widget.insert("DA", PdfString::literal(mark_style(field)));
    widget.insert("V", Name::new(OFF));
    traits(widget, "CA", Object::from(PdfString::literal(mark)));
}

/// Appearances of new widgets; identical ones are shared.
#[derive(Default)]
pub struct SharedAppearances {
    shared: HashMap<Vec<u8>, ObjectId>,
}

impl SharedAppearances {
    pub(super) fn share(
        &mut self,
        update: &mut Update<'_>,
        mut appearance: appearance::Appearance,
    ) -> ObjectId {
        archival::define_colors(update.document().pdf_a(), &mut appearance);
        let key = appearance.key();
        *self
            .shared
            .entry(key)
            .or_insert_with(|| update.add(appearance.into_stream()))
    }

    /// Gives a new widget its appearance without a value.
    pub fn write_appearance(
        &mut self,
        update: &mut Update<'_>,
        field: &Field,
        kind: FieldKind,
        widget: &mut Dictionary,
    ) -> Result<(), PdfError> {
        let widget_style = WidgetStyle::read(update, widget)?;
        let claim = update.document().pdf_a();
        if widget_style.space.width == 0.0 && widget_style.space.height == 0.0 && claim.is_none() {
            return Ok(());
        }
        let mark = match kind {
            FieldKind::Checkmark => Some(appearance::tick(&widget_style, color_of(field))),
            FieldKind::Radio => Some(appearance::dot(&widget_style, color_of(field))),
            FieldKind::Text | FieldKind::Choice | FieldKind::Picture | FieldKind::Signature => None,
        };
        if let Some(mark) = mark {
            self.toggle(update, &widget_style, (on_state(field), mark), widget);
            return Ok(());
        }
        let has_text = matches!(kind, FieldKind::Text | FieldKind::Choice);
        let empty = self.share(update, appearance::empty(&widget_style, has_text));
        archival::show(claim, kind == FieldKind::Picture, widget, empty);
        Ok(())
    }

    fn toggle(
        &mut self,
        update: &mut Update<'_>,
        widget_style: &WidgetStyle,
        (state, on): (&str, appearance::Appearance),
        widget: &mut Dictionary,
    ) {
        let on = self.share(update, on);
        let off = self.share(update, appearance::empty(widget_style, false));
        let states = Dictionary::new().with(state, on).with(OFF, off);
        widget.insert("AP", Dictionary::new().with("N", states));
        widget.insert("AS", Name::new(OFF));
    }
}
