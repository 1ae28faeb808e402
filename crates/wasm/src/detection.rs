//! Field detection on page rasters.

use std::cell::RefCell;

use countersign_codes::CoreErrorCode;
use countersign_detect::{
    Contents, DETECTION_WIDTH, DetectedField, DetectedRect, DetectedType, Detector, LabelTarget,
    MAX_SIDE, PathItem, Raster, TextItem, gray_from_rgba, is_form, labels,
};
use countersign_forms::{Field, FieldType, Rect};
use js_sys::{Float32Array, Reflect, Uint8Array};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;

thread_local! {
    /// Reused for every page.
    static DETECTOR: RefCell<(Detector, Vec<u8>)> = RefCell::new((Detector::new(), Vec::new()));
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    page: u32,
    text_items: Vec<TextItem>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LabelQuestion {
    fields: Vec<LabelledField>,
    text_items: Vec<TextItem>,
    ratio: f64,
}

#[derive(Deserialize)]
struct LabelledField {
    #[serde(rename = "type")]
    kind: FieldType,
    rect: Rect,
}

#[derive(Deserialize)]
struct FormQuestion {
    fields: Vec<Field>,
    pages: usize,
}

/// Detects the fields of a page raster: `{raster: {width, height, data}, page, textItems, paths}`. `data` has one gray
/// byte or four RGBA bytes per pixel; `paths` has seven numbers per path. Returns them from top to bottom.
#[wasm_bindgen(unchecked_return_type = "Field[]")]
pub fn detect(
    #[wasm_bindgen(
        unchecked_param_type = "{ raster: { width: number; height: number; data: Uint8Array | Uint8ClampedArray }; page: number; textItems: TextItem[]; paths?: Float32Array }"
    )]
    question: JsValue,
) -> Result<JsValue, JsValue> {
    let raster = Reflect::get(&question, &"raster".into())?;
    let paths = Reflect::get(&question, &"paths".into())?;
    let paths = paths
        .dyn_into::<Float32Array>()
        .map_or_else(|_| Vec::new(), |numbers| PathItem::read(&numbers.to_vec()));
    let Question { page, text_items } = from_js(question)?;
    let (width, height) = (side(&raster, "width")?, side(&raster, "height")?);
    let data = Uint8Array::new(&Reflect::get(&raster, &"data".into())?);
    let found = DETECTOR.with_borrow_mut(|(detector, gray)| {
        gray_pixels(&data, width, height, gray)?;
        detector
            .detect(
                Raster {
                    width,
                    height,
                    gray,
                },
                Contents {
                    texts: &text_items,
                    paths: &paths,
                },
            )
            .map_err(CoreError::from)
    })?;
    let fields: Vec<Field> = found
        .into_iter()
        .enumerate()
        .map(|(index, field)| to_field(field, page, index))
        .collect();
    to_js(&fields)
}

/// Returns a label for each of the fields of one page, `null` if there is none: `{fields, textItems, ratio}`. `ratio`
/// is the page's height divided by its width.
#[wasm_bindgen(js_name = labelFields, unchecked_return_type = "(string | null)[]")]
pub fn label_fields(
    #[wasm_bindgen(
        unchecked_param_type = "{ fields: { type: FieldType; rect: Rect }[]; textItems: TextItem[]; ratio: number }"
    )]
    question: JsValue,
) -> Result<JsValue, JsValue> {
    let LabelQuestion {
        fields,
        text_items,
        ratio,
    } = from_js(question)?;
    let targets: Vec<LabelTarget> = fields
        .iter()
        .map(|field| LabelTarget {
            rect: DetectedRect {
                x: field.rect.x,
                y: field.rect.y,
                width: field.rect.width,
                height: field.rect.height,
            },
            mark: field.kind.is_button(),
        })
        .collect();
    let height = (f64::from(DETECTION_WIDTH) * ratio).clamp(1.0, f64::from(MAX_SIDE));
    to_js(&labels(&text_items, height as u32, &targets))
}

/// Returns whether a document is classified as a form: `{fields, pages}`.
#[wasm_bindgen(js_name = isForm)]
pub fn is_form_document(
    #[wasm_bindgen(unchecked_param_type = "{ fields: Field[]; pages: number }")] question: JsValue,
) -> Result<bool, JsValue> {
    let FormQuestion { fields, pages } = from_js(question)?;
    let marks = fields
        .iter()
        .filter(|field| {
            matches!(
                field.kind,
                FieldType::Checkmark | FieldType::Radio | FieldType::Signature
            )
        })
        .count();
    Ok(is_form(fields.len(), marks, pages))
}

fn side(raster: &JsValue, name: &str) -> Result<u32, JsValue> {
    let value = Reflect::get(raster, &name.into())?
        .as_f64()
        .unwrap_or_default();
    Ok(value as u32)
}

/// Copies gray bytes, or converts RGBA bytes to gray.
fn gray_pixels(
    data: &Uint8Array,
    width: u32,
    height: u32,
    gray: &mut Vec<u8>,
) -> Result<(), CoreError> {
    let pixels = (width as usize).saturating_mul(height as usize);
    let length = data.length() as usize;
    if length == pixels {
        gray.resize(length, 0);
        data.copy_to(gray);
        return Ok(());
    }
    if Some(length) == pixels.checked_mul(4) {
        gray_from_rgba(&data.to_vec(), gray);
        return Ok(());
    }
    Err(CoreError::new(
        CoreErrorCode::RasterSizeMismatch,
        format!("{length} bytes are neither gray nor RGBA of {width} by {height} pixels"),
    ))
}

/// Converts a detected field. Its id consists of page and number in the order of detection; its name begins with the
/// suggested name, if there is one.
fn to_field(found: DetectedField, page: u32, index: usize) -> Field {
    let number = index + 1;
    let id = format!("detected-{page}-{number}");
    let suggested = found.suggested_name();
    Field {
        field_name: suggested.map_or_else(|| id.clone(), |name| format!("{name}-{page}-{number}")),
        id,
        kind: kind_of(found.field_type),
        page,
        rect: Rect {
            x: found.rect.x,
            y: found.rect.y,
            width: found.rect.width,
            height: found.rect.height,
        },
        tooltip: found.label,
        comb: found.comb,
        text_max_length: if found.comb { found.comb_count } else { 0 },
        multiline: found.multiline,
        group: found.group,
        detected: true,
        ..Field::default()
    }
}

fn kind_of(kind: DetectedType) -> FieldType {
    match kind {
        DetectedType::Text => FieldType::Text,
        DetectedType::Date => FieldType::Date,
        DetectedType::Checkmark => FieldType::Checkmark,
        DetectedType::Radio => FieldType::Radio,
        DetectedType::Signature => FieldType::Signature,
        DetectedType::Initials => FieldType::Initials,
        DetectedType::Image => FieldType::Image,
    }
}
