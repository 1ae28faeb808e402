//! Text format checks, and rules between fields.

use countersign_formats::{
    CheckMode, NumberFormat, RuleField, TextFormat, apply_rules, check_text,
};
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

#[derive(Deserialize)]
struct NumberQuestion {
    format: NumberFormat,
    value: String,
    mode: CheckMode,
}

/// Checks a number against its format: `{format, value, mode}`. Returns the code of the problem, or null.
#[wasm_bindgen(js_name = checkNumber, unchecked_return_type = "TextFindingCode | null")]
pub fn check_number(
    #[wasm_bindgen(
        unchecked_param_type = "{ format: NumberFormat; value: string; mode: CheckMode }"
    )]
    question: JsValue,
) -> Result<JsValue, JsValue> {
    let NumberQuestion {
        format,
        value,
        mode,
    } = from_js(question)?;
    let code = format.check(&value, mode);
    Ok(code.map_or(JsValue::NULL, |code| code.as_str().into()))
}

/// Applies the rules of all fields of a document: one outcome per field.
#[wasm_bindgen(js_name = applyRules, unchecked_return_type = "RuleOutcome[]")]
pub fn rules(
    #[wasm_bindgen(unchecked_param_type = "RuleField[]")] fields: JsValue,
) -> Result<JsValue, JsValue> {
    let fields: Vec<RuleField> = from_js(fields)?;
    to_js(&apply_rules(&fields))
}
