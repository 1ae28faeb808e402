//! What PDF/A (ISO 19005) asks of what is drawn into a file that claims it: fonts travel with the file, colours mean
//! the same everywhere, nothing shines through in part 1, and buttons have a look for each state.

use crate::appearance::Appearance;
use crate::color::Color;
use crate::look::Look;
use countersign_pdf::{Dictionary, IntentColors, Name, Object, ObjectId, PdfA};

/// The one state of a push button that shows a picture: the look of a button is a list of states in PDF/A.
const PICTURE_STATE: &str = "Picture";
/// White of sRGB (IEC 61966-2-1).
const WHITE_POINT: [f64; 3] = [0.9505, 1.0, 1.089];
/// Close to the curve of sRGB.
const GAMMA: f64 = 2.2;
/// Its primaries.
const PRIMARIES: [f64; 9] = [
    0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505,
];

/// A colour as this file may have it: four inks only where its output intent is of inks.
pub fn color(claim: Option<PdfA>, color: Color) -> Color {
    match (claim.map(|claim| claim.intent), color) {
        (Some(Some(IntentColors::Cmyk)) | None, _) => color,
        (Some(_), Color::Cmyk(..)) => Color::from_web(&color.to_web()).unwrap_or(color),
        (Some(_), _) => color,
    }
}

/// The same of border and background.
pub fn look(claim: Option<PdfA>, look: &Look) -> Look {
    Look {
        background: look.background.map(|it| color(claim, it)),
        border: look.border.map(|it| color(claim, it)),
        ..look.clone()
    }
}

/// Gives the device colours of an appearance a meaning where the file's output intent gives them none
/// (ISO 19005-2, 6.2.4.3; ISO 32000-2, 8.6.5.6).
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

/// A space that stands for a device space; nothing where the output intent says what that one means.
pub fn calibrated(claim: PdfA, device: &str) -> Option<Object> {
    let numbers = |values: &[f64]| values.iter().copied().map(Object::Real).collect::<Vec<_>>();
    let white = Dictionary::new().with("WhitePoint", numbers(&WHITE_POINT));
    match (device, claim.intent) {
        ("DeviceGray", None) => {
            let gray = white.with("Gamma", Object::Real(GAMMA));
            Some(vec![Name::from("CalGray").into(), gray.into()].into())
        }
        ("DeviceRGB", None | Some(IntentColors::Gray | IntentColors::Cmyk)) => {
            let rgb = white
                .with("Gamma", numbers(&[GAMMA; 3]))
                .with("Matrix", numbers(&PRIMARIES));
            Some(vec![Name::from("CalRGB").into(), rgb.into()].into())
        }
        _ => None,
    }
}

/// Puts a look into a widget: as a stream, and for a button of PDF/A as the look of its one state
/// (ISO 19005-2, 6.3.3).
pub fn show(claim: Option<PdfA>, is_button: bool, widget: &mut Dictionary, look: ObjectId) {
    let normal = match claim.is_some() && is_button {
        true => {
            widget.insert("AS", Name::from(PICTURE_STATE));
            Object::from(Dictionary::new().with(PICTURE_STATE, look))
        }
        false => Object::from(look),
    };
    widget.insert("AP", Dictionary::new().with("N", normal));
}
