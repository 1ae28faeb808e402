//! Detection on what nothing is known of beforehand, so that the compiler has to keep all of it.

use countersign_detect::{Contents, Detector, PathItem, Raster, TextItem, gray_from_rgba, is_form};
use std::hint::black_box;

fn main() {
    let rgba: Vec<u8> = black_box(Vec::new());
    let numbers: Vec<f32> = black_box(Vec::new());
    let texts: Vec<TextItem> = black_box(Vec::new());
    let (width, height) = black_box((0_u32, 0_u32));
    let mut gray = Vec::new();
    gray_from_rgba(&rgba, &mut gray);
    let raster = Raster {
        width,
        height,
        gray: &gray,
    };
    let paths = PathItem::read(&numbers);
    let contents = Contents {
        texts: &texts,
        paths: &paths,
    };
    let fields = Detector::new().detect(raster, contents).unwrap_or_default();
    let names: Vec<_> = fields
        .iter()
        .filter_map(|field| field.suggested_name())
        .collect();
    black_box((is_form(fields.len(), names.len(), 1), fields, names));
}
