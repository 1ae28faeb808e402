//! Detached signatures: conversion between the boundary's types and those of the crates.

use countersign_forms::Bytes;
use countersign_sign::bind;
use countersign_verify::ContentDigests;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::shapes::{
    Binding, Completion, DetachedOptions, DetachedPlan, DetachedRevocation, DetachedSignature,
    DetachedTimestamp, DetachedTimestampQuestion, PreparedDetached,
};
use crate::signing::{validation_need, with_stamp};

/// Plans a detached signature.
#[wasm_bindgen(js_name = planDetached, unchecked_return_type = "DetachedPlan")]
pub fn plan_detached(
    #[wasm_bindgen(unchecked_param_type = "DetachedOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: DetachedOptions = from_js(options)?;
    let plan = countersign_sign::plan_detached(&countersign_sign::DetachedOptions {
        certificate: options.certificate.0,
        chain: options.chain.into_iter().map(|it| it.0).collect(),
        digest: options.digest,
        pss: options.pss,
        signing_time: options.signing_time,
    })
    .map_err(CoreError::from)?;
    to_js(&DetachedPlan {
        session: Bytes(plan.session),
        digest: plan.digest,
    })
}

/// Adds the content digest to a planned detached signature.
#[wasm_bindgen(js_name = bindDetached, unchecked_return_type = "PreparedDetached")]
pub fn bind_detached(
    #[wasm_bindgen(unchecked_param_type = "Binding")] binding: JsValue,
) -> Result<JsValue, JsValue> {
    let Binding {
        session,
        content_digest,
    } = from_js(binding)?;
    let done = bind(&session.0, &content_digest.0).map_err(CoreError::from)?;
    to_js(&PreparedDetached {
        session: Bytes(done.session),
        tbs: Bytes(done.tbs),
        tbs_digest: Bytes(done.tbs_digest),
        digest: done.digest,
    })
}

/// Completes a detached signature with its value (second step).
#[wasm_bindgen(js_name = completeDetached, unchecked_return_type = "Uint8Array")]
pub fn complete_detached(
    #[wasm_bindgen(unchecked_param_type = "Completion")] completion: JsValue,
) -> Result<JsValue, JsValue> {
    let Completion {
        session,
        signature,
        timestamp,
    } = from_js(completion)?;
    let (session, value) = (&session.0, &signature.0);
    let cms = match timestamp {
        Some(answer) => with_stamp(&answer, |stamp| {
            countersign_sign::complete_detached(session, value, Some(stamp))
        })?,
        None => {
            countersign_sign::complete_detached(session, value, None).map_err(CoreError::from)?
        }
    };
    to_js(&Bytes(cms))
}

/// Returns the DER of a time-stamp request for a finished detached signature.
#[wasm_bindgen(js_name = detachedTimestampRequest, unchecked_return_type = "Uint8Array")]
pub fn detached_timestamp_request(
    #[wasm_bindgen(unchecked_param_type = "DetachedTimestampQuestion")] question: JsValue,
) -> Result<JsValue, JsValue> {
    let DetachedTimestampQuestion { cms, nonce, policy } = from_js(question)?;
    let request =
        countersign_sign::detached_time_stamp_request(&cms.0, &nonce.0, policy.as_deref());
    to_js(&Bytes(request.map_err(CoreError::from)?))
}

/// Adds a time stamp to a finished detached signature.
#[wasm_bindgen(js_name = addDetachedTimestamp, unchecked_return_type = "Uint8Array")]
pub fn add_detached_timestamp(
    #[wasm_bindgen(unchecked_param_type = "DetachedTimestamp")] stamp: JsValue,
) -> Result<JsValue, JsValue> {
    let DetachedTimestamp { cms, timestamp } = from_js(stamp)?;
    let stamped = with_stamp(&timestamp, |stamp| {
        countersign_sign::add_detached_time_stamp(&cms.0, stamp)
    })?;
    to_js(&Bytes(stamped))
}

/// Validates a detached signature.
#[wasm_bindgen(js_name = verifyDetached, unchecked_return_type = "SignatureReport")]
pub fn verify_detached(
    #[wasm_bindgen(unchecked_param_type = "DetachedSignature")] signature: JsValue,
) -> Result<JsValue, JsValue> {
    let DetachedSignature {
        cms,
        sha256,
        sha384,
        sha512,
        options,
    } = from_js(signature)?;
    let digests = ContentDigests {
        sha256: sha256.0,
        sha384: sha384.0,
        sha512: sha512.0,
    };
    let report = countersign_verify::verify_detached(&cms.0, &digests, &options.into());
    to_js(&report.map_err(CoreError::from)?)
}

/// Returns the OCSP requests and URLs needed for the revocation status of a detached signature's certificates.
#[wasm_bindgen(js_name = detachedRevocationRequests, unchecked_return_type = "ValidationNeed[]")]
pub fn detached_revocation_requests(
    #[wasm_bindgen(unchecked_param_type = "DetachedRevocation")] signature: JsValue,
) -> Result<JsValue, JsValue> {
    let DetachedRevocation { cms, options } = from_js(signature)?;
    let requests = countersign_verify::detached_revocation_requests(&cms.0, &options.into());
    let requests = requests.map_err(CoreError::from)?;
    let requests = requests.into_iter().map(validation_need);
    to_js(&requests.collect::<Vec<_>>())
}
