//! The document core as WebAssembly: converts and forwards, nothing else.
//!
//! Every operation takes at most one JavaScript value and gives one back, so that `bindings` can forward them by name.

mod convert;
mod detection;
mod document;
mod error;
mod field_table;
mod info;
mod password_hash;
mod rewrite;
mod shapes;
mod signing;
mod source;
mod text;

use wasm_bindgen::prelude::*;

/// Memory that is asked for at once: what filling a form among 310,000 objects takes. The allocator grows by pages of
/// 64 kB, and each growth makes JavaScript's view of the whole memory anew, for its engine to count and collect: half the
/// time of such a call went into that. What is not touched costs nothing: a module that has just started holds 0.5 MB.
const RESERVED: usize = 96 << 20;

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    error::throw_on_panic();
    // The allocator keeps what it was given once. Where there is less, it grows as it must.
    let mut reserve = Vec::<u8>::new();
    let _ = reserve.try_reserve_exact(RESERVED);
    drop(std::hint::black_box(reserve));
}
