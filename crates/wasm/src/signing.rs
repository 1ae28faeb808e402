//! Signing in two steps: shapes of the boundary to the crate's own and back.

use countersign_forms::Bytes;
use countersign_sign::{Prepared, SigningField};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::shapes::{
    NewSigningField, PrepareOptions, PreparedSignature, SigningFieldChoice, Tail, font_files,
};

#[derive(Deserialize)]
struct Completion {
    session: Bytes,
    signature: Bytes,
}

/// Second step of a signature: `{session, signature}`.
#[wasm_bindgen(js_name = completeWithSignature, unchecked_return_type = "Tail")]
pub fn complete_with_signature(
    #[wasm_bindgen(unchecked_param_type = "{ session: Uint8Array; signature: Uint8Array }")]
    completion: JsValue,
) -> Result<JsValue, JsValue> {
    let Completion { session, signature } = from_js(completion)?;
    let tail = countersign_sign::complete_with_signature(&session.0, &signature.0)
        .map_err(CoreError::from)?;
    to_js(&to_tail(tail))
}

/// The crate's options.
pub fn to_prepare_options(options: PrepareOptions) -> countersign_sign::PrepareOptions {
    countersign_sign::PrepareOptions {
        field: signing_field(options.field),
        certificate: options.certificate.0,
        chain: options
            .chain
            .into_iter()
            .map(|certificate| certificate.0)
            .collect(),
        values: options.values,
        fonts: font_files(options.fonts),
        picture: options.picture.map(|picture| picture.0),
        doc_mdp: options.doc_mdp,
        digest: options.digest,
        pss: options.pss,
        reserve: options.reserve,
        reason: options.reason,
        location: options.location,
        name: options.name,
        contact: options.contact,
        signing_time: options.signing_time,
    }
}

/// The boundary's shape of a prepared signature.
pub fn prepared(done: Prepared) -> PreparedSignature {
    PreparedSignature {
        session: Bytes(done.session),
        byte_range: done.byte_range,
        tbs: Bytes(done.tbs),
        tbs_digest: Bytes(done.tbs_digest),
        digest: done.digest,
        tail: to_tail(done.tail),
    }
}

fn signing_field(choice: SigningFieldChoice) -> SigningField {
    match choice {
        SigningFieldChoice::Existing(name) => SigningField::Existing(name),
        SigningFieldChoice::New(NewSigningField {
            name,
            page: Some(page),
            rect: Some(rect),
        }) => SigningField::Visible { name, page, rect },
        SigningFieldChoice::New(NewSigningField { name, .. }) => SigningField::Invisible { name },
    }
}

fn to_tail(tail: countersign_pdf::Tail) -> Tail {
    Tail {
        base_length: tail.base_length,
        bytes: Bytes(tail.bytes),
    }
}
