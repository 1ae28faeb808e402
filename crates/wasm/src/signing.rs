//! Two-step signing: conversion between the boundary's types and those of the crates.

use countersign_cms::{Certificate, DigestAlgorithm};
use countersign_forms::Bytes;
use countersign_pdf::Document;
use countersign_sign::{
    DocumentTimeStampOptions, Material, MaterialOptions, Need, NeedKind, Planned, Prepared,
    SignError, SigningField, StampAnswer, bind_document_time_stamp, complete_document_time_stamp,
    complete_with_time_stamp, document_time_stamp_request,
};
use countersign_verify::RevocationRequest;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::shapes::{
    Binding, CmsCompletion, Completion, NewSigningField, PlannedSignature, PrepareOptions,
    PreparedSignature, PreparedTimestamp, SigningFieldChoice, Tail, TimestampAnswer,
    TimestampCompletion, TimestampOptions, TimestampQuestion, ValidationMaterial, ValidationNeed,
    font_files,
};

/// Returns what a session is waiting for.
#[wasm_bindgen(js_name = sessionInfo, unchecked_return_type = "SessionInfo")]
pub fn session_info(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] session: JsValue,
) -> Result<JsValue, JsValue> {
    let session: Bytes = from_js(session)?;
    to_js(&countersign_sign::session_info(&session.0).map_err(CoreError::from)?)
}

/// Adds the content digest to a planned signature.
#[wasm_bindgen(js_name = bindSignature, unchecked_return_type = "PreparedSignature")]
pub fn bind_signature(
    #[wasm_bindgen(unchecked_param_type = "Binding")] binding: JsValue,
) -> Result<JsValue, JsValue> {
    let Binding {
        session,
        content_digest,
    } = from_js(binding)?;
    let done = countersign_sign::bind(&session.0, &content_digest.0).map_err(CoreError::from)?;
    to_js(&prepared(done))
}

/// Returns the DER of a time-stamp request over a signature value. The value is verified first.
#[wasm_bindgen(js_name = timestampRequest, unchecked_return_type = "Uint8Array")]
pub fn timestamp_request(
    #[wasm_bindgen(unchecked_param_type = "TimestampQuestion")] question: JsValue,
) -> Result<JsValue, JsValue> {
    let TimestampQuestion {
        session,
        signature,
        nonce,
        policy,
    } = from_js(question)?;
    let request =
        countersign_sign::time_stamp_request(&session.0, &signature.0, &nonce.0, policy.as_deref());
    to_js(&Bytes(request.map_err(CoreError::from)?))
}

/// Completes a signature with its value (second step).
#[wasm_bindgen(js_name = completeWithSignature, unchecked_return_type = "Tail")]
pub fn complete_with_signature(
    #[wasm_bindgen(unchecked_param_type = "Completion")] completion: JsValue,
) -> Result<JsValue, JsValue> {
    let Completion {
        session,
        signature,
        timestamp,
    } = from_js(completion)?;
    let tail = match timestamp {
        Some(answer) => with_stamp(&answer, |stamp| {
            complete_with_time_stamp(&session.0, &signature.0, stamp)
        })?,
        None => countersign_sign::complete_with_signature(&session.0, &signature.0)
            .map_err(CoreError::from)?,
    };
    to_js(&to_tail(tail))
}

/// Completes a signature with a CMS made elsewhere (second step).
#[wasm_bindgen(js_name = completeWithCms, unchecked_return_type = "Tail")]
pub fn complete_with_cms(
    #[wasm_bindgen(unchecked_param_type = "CmsCompletion")] completion: JsValue,
) -> Result<JsValue, JsValue> {
    let CmsCompletion { session, cms } = from_js(completion)?;
    let tail = countersign_sign::complete_with_cms(&session.0, &cms.0).map_err(CoreError::from)?;
    to_js(&to_tail(tail))
}

/// Adds the content digest to a planned document time stamp.
#[wasm_bindgen(js_name = bindDocumentTimestamp, unchecked_return_type = "PreparedTimestamp")]
pub fn bind_timestamp(
    #[wasm_bindgen(unchecked_param_type = "Binding")] binding: JsValue,
) -> Result<JsValue, JsValue> {
    let Binding {
        session,
        content_digest,
    } = from_js(binding)?;
    let done = bind_document_time_stamp(&session.0, &content_digest.0).map_err(CoreError::from)?;
    to_js(&prepared_timestamp(done)?)
}

/// Completes a document time stamp with a time-stamp response (second step).
#[wasm_bindgen(js_name = completeDocumentTimestamp, unchecked_return_type = "Tail")]
pub fn complete_timestamp(
    #[wasm_bindgen(unchecked_param_type = "TimestampCompletion")] completion: JsValue,
) -> Result<JsValue, JsValue> {
    let TimestampCompletion {
        session,
        response,
        trust,
    } = from_js(completion)?;
    let anchors = certificates(&trust)?;
    let tail = complete_document_time_stamp(&session.0, &response.0, &anchors);
    to_js(&to_tail(tail.map_err(CoreError::from)?))
}

/// Converts the options for validation material.
pub fn material_options(material: ValidationMaterial) -> Result<MaterialOptions, CoreError> {
    let bytes = |list: Vec<Bytes>| list.into_iter().map(|one| one.0).collect();
    // Skips fetched certificates that can't be read; the others are still of use.
    let fetched = material.certificates.iter();
    let fetched = fetched.filter_map(|file| Certificate::read_all(&file.0).ok());
    Ok(MaterialOptions {
        material: Material {
            certificates: fetched.flatten().collect(),
            ocsps: bytes(material.ocsps),
            crls: bytes(material.crls),
        },
        anchors: certificates(&material.trust)?,
        fields: material.fields,
        at: material.at,
    })
}

/// Converts a revocation request of the verifier to the boundary's type.
pub fn validation_need(request: RevocationRequest) -> ValidationNeed {
    ValidationNeed {
        field: request.field,
        subject: request.certificate,
        issuer_urls: request.issuer_urls,
        ocsp_request: request.ocsp_request.map(Bytes),
        ocsp_urls: request.ocsp_urls,
        crl_urls: request.crl_urls,
    }
}

/// Converts a need to the boundary's type.
pub fn need(need: Need) -> ValidationNeed {
    let Need {
        field,
        subject,
        kind,
    } = need;
    let empty = ValidationNeed {
        field,
        subject,
        issuer_urls: Vec::new(),
        ocsp_request: None,
        ocsp_urls: Vec::new(),
        crl_urls: Vec::new(),
    };
    match kind {
        NeedKind::Issuer { urls } => ValidationNeed {
            issuer_urls: urls,
            ..empty
        },
        NeedKind::Status {
            request,
            ocsp_urls,
            crl_urls,
        } => ValidationNeed {
            ocsp_request: Some(Bytes(request)),
            ocsp_urls,
            crl_urls,
            ..empty
        },
    }
}

/// Reads the certificates of DER or PEM files.
pub fn certificates(files: &[Bytes]) -> Result<Vec<Certificate>, CoreError> {
    let mut all = Vec::new();
    for file in files {
        let read = Certificate::read_all(&file.0).map_err(SignError::Certificate)?;
        all.extend(read);
    }
    Ok(all)
}

/// Runs `work` with a time-stamp answer and the certificates of its trust files.
pub fn with_stamp<T>(
    answer: &TimestampAnswer,
    work: impl FnOnce(StampAnswer<'_>) -> Result<T, SignError>,
) -> Result<T, CoreError> {
    let anchors = certificates(&answer.trust)?;
    let stamp = StampAnswer {
        request: &answer.request.0,
        response: &answer.response.0,
        anchors: &anchors,
    };
    work(stamp).map_err(CoreError::from)
}

/// Prepares a document time stamp and hashes it.
pub fn document_timestamp(
    document: &Document,
    options: TimestampOptions,
) -> Result<PreparedTimestamp, CoreError> {
    let options = timestamp_options(options);
    prepared_timestamp(countersign_sign::prepare_document_time_stamp(
        document, &options,
    )?)
}

/// Converts the options of a document time stamp.
pub fn timestamp_options(options: TimestampOptions) -> DocumentTimeStampOptions {
    DocumentTimeStampOptions {
        field: options.field,
        digest: options.digest.unwrap_or(DigestAlgorithm::Sha256),
        nonce: options.nonce.0,
        policy: options.policy,
        reserve: options.reserve,
    }
}

fn prepared_timestamp(done: Planned) -> Result<PreparedTimestamp, CoreError> {
    Ok(PreparedTimestamp {
        request: Bytes(document_time_stamp_request(&done.session)?),
        session: Bytes(done.session),
        byte_range: done.byte_range,
        tail: to_tail(done.tail),
    })
}

/// Converts a planned revision to the boundary's type.
pub fn planned(done: Planned) -> PlannedSignature {
    PlannedSignature {
        session: Bytes(done.session),
        byte_range: done.byte_range,
        digest: done.digest,
        tail: to_tail(done.tail),
        findings: done.findings,
    }
}

/// Converts the options of a signature.
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
        lines: options.lines,
        lock: options.lock,
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

/// Converts a prepared signature to the boundary's type.
pub fn prepared(done: Prepared) -> PreparedSignature {
    PreparedSignature {
        session: Bytes(done.session),
        byte_range: done.byte_range,
        tbs: Bytes(done.tbs),
        tbs_digest: Bytes(done.tbs_digest),
        digest: done.digest,
        tail: to_tail(done.tail),
        findings: done.findings,
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

/// Converts a tail to the boundary's type.
pub fn to_tail(tail: countersign_pdf::Tail) -> Tail {
    Tail {
        base_length: tail.base_length,
        bytes: Bytes(tail.bytes),
    }
}
