//! The document core as WebAssembly: converts and forwards, nothing else.
