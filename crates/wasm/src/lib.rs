//! WebAssembly bindings of the document core: conversion and forwarding only.
//!
//! Apart from `WasmDocument::open`, each operation takes at most one JavaScript value and returns one, so that
//! `bindings` can forward them by name.

mod convert;
mod detached;
mod detection;
mod document;
mod error;
mod field_table;
mod hashing;
mod info;
mod password_hash;
mod rewrite;
mod shapes;
mod signing;
mod source;
mod text;

use wasm_bindgen::prelude::*;

/// Memory requested at start, in bytes: the amount needed to fill a form among 310,000 objects. The allocator grows in
/// pages of 64 kB, and each growth recreates JavaScript's view of the whole memory, which the engine has to account
/// for and collect. That took half the time of such a call. Untouched memory costs nothing: a module that has just
/// started holds 0.5 MB.
const RESERVED: usize = 96 << 20;

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    error::throw_on_panic();
    // The allocator keeps the memory after the drop. If the reservation fails, it grows on demand.
    let mut reserve = Vec::<u8>::new();
    let _ = reserve.try_reserve_exact(RESERVED);
    drop(std::hint::black_box(reserve));
}
