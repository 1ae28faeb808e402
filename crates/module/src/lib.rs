//! The WebAssembly module that is loaded: everything that `countersign-wasm` exports, linked.
//!
//! A crate of its own for what the compiler does: the passes over the whole program follow the level of the crate that is
//! linked last. `countersign-wasm` is compiled for size, and while it came last no loop of any crate was vectorised.

use countersign_wasm as _;
