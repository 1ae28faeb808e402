//! PDF/A requirements (ISO 19005) for added content: fonts are embedded, colors are
//! device-independent, part 1 has no transparency, and buttons have an appearance per state.

use crate::appearance::Appearance;
use crate::calibrated_colors::calibrated;
use crate::color::Color;
use crate::widget_style::WidgetStyle;
use countersign_pdf::{Dictionary, IntentColors, Name, Object, ObjectId, PdfA};

/// The only state of a push button that shows a picture: PDF/A requires appearance states for
/// buttons.
const PICTURE_STATE: &str = "Picture";

/// Converts a color for the document: CMYK stays only if the output intent is CMYK.
pub fn color(claim: Option<PdfA>, color: Color) -> Color {
    match (claim.map(|claim| claim.intent), color) {
        (Some(Some(IntentColors::Cmyk)) | None, _) => color,
        (Some(_), Color::Cmyk(..)) => Color::from_web(&color.to_web()).unwrap_or(color),
        (Some(_), _) => color,
    }
}

/// Converts the border and background colors.
pub fn widget_style(claim: Option<PdfA>, widget_style: &WidgetStyle) -> WidgetStyle {
    WidgetStyle {
        background: widget_style.background.map(|it| color(claim, it)),
        border: widget_style.border.map(|it| color(claim, it)),
        ..widget_style.clone()
    }
}

/// Defines default color spaces for device colors that the output intent does not cover (ISO
/// 19005-2, 6.2.4.3; ISO 32000-2, 8.6.5.6).
pub fn define_colors(claim: Option<PdfA>, appearance: &mut Appearance) {
    let Some(claim) = claim else { return };
    let mut spaces = Dictionary::new();
    for (key, device) in [("DefaultGray", "DeviceGray"), ("DefaultRGB", "DeviceRGB")] {
        if let Some(space) = calibrated(claim, device) {
            spaces.insert(key, space);
        }
    }
    if spaces.iter().next().is_some() {
        appearance.resources.insert("ColorSpace", spaces);
    }
}

/// Sets the appearance of a widget: as a stream, or for a button in PDF/A as its only state (ISO
/// 19005-2, 6.3.3).
pub fn show(claim: Option<PdfA>, is_button: bool, widget: &mut Dictionary, widget_style: ObjectId) {
    let normal = match claim.is_some() && is_button {
        true => {
            widget.insert("AS", Name::from(PICTURE_STATE));
            Object::from(Dictionary::new().with(PICTURE_STATE, widget_style))
        }
        false => Object::from(widget_style),
    };
    widget.insert("AP", Dictionary::new().with("N", normal));
}
