//! Color spaces that don't depend on a device (ISO 32000-2, 8.6.5.2 and 8.6.5.3), for PDF/A.

use countersign_pdf::{Dictionary, IntentColors, Name, Object, PdfA};

/// White point of sRGB (IEC 61966-2-1).
const WHITE_POINT: [f64; 3] = [0.9505, 1.0, 1.089];
/// Approximation of the sRGB transfer curve.
const GAMMA: f64 = 2.2;
/// Matrix of the sRGB primaries.
const PRIMARIES: [f64; 9] = [
    0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505,
];

/// A calibrated replacement for a device color space; `None` if the output intent covers that
/// space.
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
