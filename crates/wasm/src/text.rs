//! Text format checks.

use countersign_formats::{CheckMode, TextFormat, check_text};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};

#[derive(Deserialize)]
struct Question {
    format: TextFormat,
    value: String,
    mode: CheckMode,
}

/// Checks a text against a format and returns the findings: `{format, value, mode}`.
#[wasm_bindgen(js_name = checkText, unchecked_return_type = "TextFinding[]")]
pub fn check(
    #[wasm_bindgen(
        unchecked_param_type = "{ format: TextFormat; value: string; mode: CheckMode }"
    )]
    question: JsValue,
) -> Result<JsValue, JsValue> {
    let Question {
        format,
        value,
        mode,
    } = from_js(question)?;
    to_js(&check_text(format, &value, mode))
}
