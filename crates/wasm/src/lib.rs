//! The document core as WebAssembly: converts and forwards, nothing else.
//!
//! Every operation takes at most one JavaScript value and gives one back, so that `bindings` can forward them by name.

mod convert;
mod detection;
mod document;
mod error;
mod field_table;
mod info;
mod rewrite;
mod shapes;
mod signing;
mod source;
mod text;

use wasm_bindgen::prelude::*;

/// Memory that is asked for at once. Every growth makes JavaScript's views of the memory anew, and growing page by
/// page costs more than most calls; what is not touched costs nothing.
const RESERVED: usize = 8 << 20;

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    error::throw_on_panic();
    // The allocator keeps what it was given once.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(RESERVED)));
}
