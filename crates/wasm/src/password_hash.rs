//! Password hash, for hosts where JavaScript has a faster implementation.

use countersign_pdf::PasswordHash;
use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const PASSWORD_HASH: &str = "
/** Algorithm 2.B of ISO 32000-2: the 32 bytes of a password's hash, of its salt and of `/U` or nothing. */
export type PasswordHash = (password: Uint8Array, salt: Uint8Array, user: Uint8Array) => Uint8Array;
";

/// Wraps a JavaScript hash function. If it throws or returns anything but 32 bytes, the core computes the hash itself.
pub fn password_hash(hash: Function) -> PasswordHash {
    PasswordHash::new(move |password, salt, user| {
        let arguments = Array::of3(&bytes(password), &bytes(salt), &bytes(user));
        let hash = hash.apply(&JsValue::UNDEFINED, &arguments).ok()?;
        let hash: Uint8Array = hash.dyn_into().ok()?;
        hash.to_vec().try_into().ok()
    })
}

fn bytes(bytes: &[u8]) -> Uint8Array {
    Uint8Array::from(bytes)
}
