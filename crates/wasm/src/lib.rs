//! The document core as WebAssembly: converts and forwards, nothing else.
//!
//! Every operation takes at most one JavaScript value and gives one back, so that `bindings` can forward them by name.

mod convert;
mod detection;
mod document;
mod error;
mod info;
mod rewrite;
mod shapes;
mod signing;
mod source;
mod text;

use wasm_bindgen::prelude::*;

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    error::throw_on_panic();
}
