//! Errors as JavaScript gets them: a stable code, words for a log, and more findings where there are some.

use countersign_detect::DetectError;
use countersign_forms::FormsError;
use countersign_pdf::PdfError;
use countersign_sign::SignError;
use countersign_verify::VerifyError;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::to_js;

/// What is thrown.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CoreError {
    /// Stable.
    pub code: String,
    /// English, for logs.
    pub message: String,
    /// Findings of the same call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// The core can't be used any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fatal: bool,
}

impl CoreError {
    /// An error without details.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            details: None,
            fatal: false,
        }
    }
}

impl From<PdfError> for CoreError {
    fn from(error: PdfError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<FormsError> for CoreError {
    fn from(error: FormsError) -> Self {
        Self {
            details: serde_json::to_value(error.findings()).ok(),
            ..Self::new(error.code(), error.to_string())
        }
    }
}

impl From<DetectError> for CoreError {
    fn from(error: DetectError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<SignError> for CoreError {
    fn from(error: SignError) -> Self {
        if let SignError::Forms(cause) = error {
            return cause.into();
        }
        let needed = error
            .needed()
            .map(|bytes| serde_json::json!({ "needed": bytes }));
        let missing = error
            .missing_characters()
            .map(|characters| serde_json::json!([{ "characters": characters }]));
        Self {
            details: needed.or(missing),
            ..Self::new(error.code(), error.to_string())
        }
    }
}

impl From<VerifyError> for CoreError {
    fn from(error: VerifyError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<serde_json::Error> for CoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::new("request_validation_error", error.to_string())
    }
}

impl From<CoreError> for JsValue {
    fn from(error: CoreError) -> Self {
        to_js(&error).unwrap_or_else(|_| JsValue::from_str(&error.code))
    }
}

/// Turns a panic into a thrown error: it says what happened, and that this core must not be used any more.
pub fn throw_on_panic() {
    std::panic::set_hook(Box::new(|info| {
        let error = CoreError {
            fatal: true,
            ..CoreError::new("unknown_parsing_error", info.to_string())
        };
        wasm_bindgen::throw_val(error.into());
    }));
}
