//! A byte source implemented in JavaScript.

use countersign_pdf::{Source, SourceError};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const SYNC_SOURCE: &str = "
/** Bytes that can be read in ranges, at once. */
export interface SyncSource {
  readonly length: number;
  read(offset: number, into: Uint8Array): void;
}
";

#[wasm_bindgen]
extern "C" {
    /// A source in JavaScript.
    #[wasm_bindgen(typescript_type = "SyncSource")]
    pub type JsSource;

    #[wasm_bindgen(method, getter)]
    fn length(this: &JsSource) -> f64;

    #[wasm_bindgen(method, catch)]
    fn read(this: &JsSource, offset: f64, into: &mut [u8]) -> Result<(), JsValue>;
}

/// A source whose bytes JavaScript holds. Offsets are exact up to 2^53.
pub struct ForeignSource {
    source: JsSource,
    length: u64,
}

impl ForeignSource {
    /// Wraps a source. Its length is read once.
    pub fn new(source: JsSource) -> Self {
        // A negative or excessive length becomes 0 or the maximum; reads then fail, and nothing else happens.
        let length = source.length() as u64;
        Self { source, length }
    }
}

impl Source for ForeignSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        let end = offset.checked_add(into.len() as u64);
        if end.is_none_or(|end| end > self.length) {
            return Err(SourceError::out_of_range());
        }
        self.source
            .read(offset as f64, into)
            .map_err(|thrown| SourceError::new(words_of(&thrown)))
    }
}

/// Message of a thrown value.
fn words_of(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => "the source could not be read".to_owned(),
    }
}
