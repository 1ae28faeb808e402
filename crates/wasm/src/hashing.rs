//! Hash states of the first bytes of files.

use std::rc::Rc;

use countersign_cms::{DigestAlgorithm, HashState, HashStateError};
use countersign_forms::Bytes;
use countersign_pdf::check_known_objects;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::shapes::{HashedBytes, KnownPrefix};

/// A running hash with all algorithms of signatures.
#[wasm_bindgen]
pub struct WasmHashState {
    state: HashState,
}

#[wasm_bindgen]
impl WasmHashState {
    /// Starts, or continues after the bytes of a stored state.
    pub fn start(state: Option<Vec<u8>>) -> Result<WasmHashState, JsValue> {
        let state = match state {
            Some(stored) => HashState::read(&stored).map_err(CoreError::from)?,
            None => HashState::default(),
        };
        Ok(Self { state })
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.state.update(bytes);
    }

    /// Returns the state and the digests.
    #[wasm_bindgen(unchecked_return_type = "HashedBytes")]
    pub fn hashed(&self) -> Result<JsValue, JsValue> {
        let digest = |algorithm| Bytes(self.state.digest(algorithm).unwrap_or_default());
        to_js(&HashedBytes {
            length: self.state.length(),
            state: Bytes(self.state.write()),
            sha256: digest(DigestAlgorithm::Sha256),
            sha384: digest(DigestAlgorithm::Sha384),
            sha512: digest(DigestAlgorithm::Sha512),
        })
    }
}

/// A known prefix as a document takes it.
#[derive(Default)]
pub struct Known {
    /// The hash state.
    pub hash: Option<Rc<[u8]>>,
    /// What is known of the objects.
    pub objects: Option<Rc<[u8]>>,
}

/// Reads a known prefix and checks that it can be one of a source of this length.
pub fn known(prefix: JsValue, length: u64) -> Result<Known, JsValue> {
    if prefix.is_undefined() {
        return Ok(Known::default());
    }
    let prefix: KnownPrefix = from_js(prefix)?;
    let state = HashState::read(&prefix.state.0).map_err(CoreError::from)?;
    let objects = prefix.objects.map(|it| it.0);
    let is_theirs = |it: &Vec<u8>| check_known_objects(it, prefix.length);
    let is_sound = state.length() == prefix.length
        && prefix.length <= length
        && objects.as_ref().is_none_or(is_theirs);
    if !is_sound {
        return Err(CoreError::from(HashStateError::OF_OTHER_BYTES).into());
    }
    Ok(Known {
        hash: Some(prefix.state.0.into()),
        objects: objects.map(Rc::from),
    })
}
