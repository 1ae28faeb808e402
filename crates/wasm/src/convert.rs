//! Conversion between Rust data and JavaScript values.

use countersign_codes::CoreErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::error::CoreError;

/// Converts to a JavaScript value: plain objects for maps and structs, `null` for missing values, `Uint8Array` for
/// bytes.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = Serializer::new()
        .serialize_maps_as_objects(true)
        .serialize_missing_as_null(true);
    value
        .serialize(&serializer)
        .map_err(|error| JsValue::from_str(&error.to_string()))
}

/// Reads a value from JavaScript. Fails with `request_validation_error` and a description of the mismatch.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, CoreError> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| CoreError::new(CoreErrorCode::RequestValidationError, error.to_string()))
}
