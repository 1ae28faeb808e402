//! Errors thrown to JavaScript: a stable code, a message for logs, and optional details.

use countersign_cms::HashStateError;
use countersign_codes::CoreErrorCode;
use countersign_detect::DetectError;
use countersign_forms::FormsError;
use countersign_forms::locks::Refusal;
use countersign_pdf::PdfError;
use countersign_sign::SignError;
use countersign_verify::VerifyError;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::to_js;

/// An error thrown to JavaScript.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CoreError {
    /// Stable error code.
    pub code: CoreErrorCode,
    /// Message in English, for logs.
    pub message: String,
    /// Details, such as findings of the same call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// The module must not be used any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fatal: bool,
}

impl CoreError {
    /// Creates an error without details.
    pub fn new(code: CoreErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
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

impl From<Refusal> for CoreError {
    fn from(refusal: Refusal) -> Self {
        FormsError::from(refusal).into()
    }
}

impl From<FormsError> for CoreError {
    fn from(error: FormsError) -> Self {
        let details = match error.refusal() {
            Some(refusal) => serde_json::to_value(refusal),
            None => serde_json::to_value(error.findings()),
        };
        Self {
            details: details.ok(),
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
        let refusal = error.refusal().and_then(|it| serde_json::to_value(it).ok());
        Self {
            details: needed.or(missing).or(refusal),
            ..Self::new(error.code(), error.to_string())
        }
    }
}

impl From<VerifyError> for CoreError {
    fn from(error: VerifyError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<HashStateError> for CoreError {
    fn from(error: HashStateError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<serde_json::Error> for CoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(CoreErrorCode::RequestValidationError, error.to_string())
    }
}

impl From<CoreError> for JsValue {
    fn from(error: CoreError) -> Self {
        to_js(&error).unwrap_or_else(|_| JsValue::from_str(error.code.as_str()))
    }
}

/// Converts a panic to a thrown error that contains the panic message and is marked `fatal`.
pub fn throw_on_panic() {
    std::panic::set_hook(Box::new(|info| {
        let error = CoreError {
            fatal: true,
            ..CoreError::new(CoreErrorCode::UnknownParsingError, info.to_string())
        };
        wasm_bindgen::throw_val(error.into());
    }));
}
