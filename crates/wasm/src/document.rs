//! An open document.

use std::rc::Rc;

use countersign_forms::{Bytes, FieldFinding, MergeOptions};
use countersign_pdf::{Document, OpenOptions, Source, Update};
use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::field_table::field_table;
use crate::info::document_info;
use crate::password_hash::password_hash;
use crate::rewrite::{WasmRewrite, rewrapped};
use crate::shapes::{
    FilledTail, MergeRequest, PlaceRequest, PrepareOptions, PreparedSignature, RevisionLengths,
    VerifyOptions, font_files,
};
use crate::signing::{
    document_timestamp, material_options, need, planned, prepared, timestamp_options,
    to_prepare_options, to_tail, validation_need,
};
use crate::source::{ForeignSource, JsSource};

/// A PDF whose bytes stay in JavaScript and are read in ranges.
#[wasm_bindgen]
pub struct WasmDocument {
    document: Rc<Document>,
}

#[wasm_bindgen]
impl WasmDocument {
    /// Opens a document. Reads the cross-reference data, not the objects.
    pub fn open(
        source: JsSource,
        password: Option<String>,
        ignore_permissions: bool,
        #[wasm_bindgen(unchecked_param_type = "PasswordHash | undefined")] hash: Option<Function>,
        #[wasm_bindgen(unchecked_param_type = "KnownPrefix | undefined")] known: JsValue,
    ) -> Result<WasmDocument, JsValue> {
        let source = ForeignSource::new(source);
        let known = crate::hashing::known(known, source.len())?;
        let options = OpenOptions {
            password,
            ignore_permissions,
            password_hash: hash.map(password_hash),
            known_hash: known.hash,
            known_objects: known.objects,
        };
        let document = Document::open_shared(Rc::new(source), options).map_err(CoreError::from)?;
        Ok(Self {
            document: Rc::new(document),
        })
    }

    /// Returns pages, version, encryption, permissions and revisions.
    #[wasm_bindgen(unchecked_return_type = "DocumentInfo")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        to_js(&document_info(&self.document)?)
    }

    /// Part of ISO 19005 (PDF/A) that the document claims to conform to. Such a document must embed every font it
    /// uses.
    #[wasm_bindgen(js_name = pdfA)]
    pub fn pdf_a(&self) -> Option<u8> {
        self.document.pdf_a().map(|claim| claim.part)
    }

    /// Texts of the document that an operation draws in addition to its own, because the form asks readers to draw its
    /// values. They need fonts, too.
    #[wasm_bindgen(js_name = textsToDraw)]
    pub fn texts_to_draw(&self) -> Result<String, JsValue> {
        Ok(countersign_forms::texts_to_draw(&self.document).map_err(CoreError::from)?)
    }

    /// Returns the fields, sorted by page, top and left.
    #[wasm_bindgen(unchecked_return_type = "FieldTable")]
    pub fn fields(&self) -> Result<String, JsValue> {
        let fields = countersign_forms::read(&self.document).map_err(CoreError::from)?;
        Ok(field_table(&fields).map_err(CoreError::from)?)
    }

    /// Returns the scripts of the fields, which are not run.
    #[wasm_bindgen(unchecked_return_type = "FieldScript[]")]
    pub fn scripts(&self) -> Result<JsValue, JsValue> {
        to_js(&countersign_forms::scripts(&self.document).map_err(CoreError::from)?)
    }

    /// Returns the signatures as the product stores them, without validating them.
    #[wasm_bindgen(unchecked_return_type = "SignatureInfo[]")]
    pub fn signatures(&self) -> Result<JsValue, JsValue> {
        to_js(&countersign_verify::signatures(&self.document).map_err(CoreError::from)?)
    }

    /// Appends fields as form field widgets.
    #[wasm_bindgen(js_name = placeFields, unchecked_return_type = "FilledTail")]
    pub fn place_fields(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PlaceRequest")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        let PlaceRequest { fields, fonts } = from_js(request)?;
        let mut update = Update::new(&self.document);
        let options = MergeOptions {
            fonts: font_files(fonts),
            ..MergeOptions::default()
        };
        let placed = countersign_forms::place_with_findings(&mut update, &fields, &options);
        let (_, findings) = placed.map_err(CoreError::from)?;
        filled(update, findings)
    }

    /// Appends field values with their appearances. With `flatten`, draws all fields into the pages instead.
    #[wasm_bindgen(unchecked_return_type = "FilledTail")]
    pub fn merge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "MergeRequest")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        let MergeRequest {
            values,
            flatten,
            fonts,
        } = from_js(request)?;
        let mut update = Update::new(&self.document);
        let options = MergeOptions {
            fonts: font_files(fonts),
            flatten,
        };
        let findings = countersign_forms::merge_with_findings(&mut update, &values, &options);
        filled(update, findings.map_err(CoreError::from)?)
    }

    /// Throws if the document can't be signed by anyone.
    #[wasm_bindgen(js_name = checkSignable)]
    pub fn check_signable(&self) -> Result<(), JsValue> {
        Ok(countersign_sign::check_signable(&self.document).map_err(CoreError::from)?)
    }

    /// Starts a rewrite of the whole document: encrypted, decrypted, or without its signatures.
    #[wasm_bindgen(unchecked_return_type = "WasmRewrite")]
    pub fn rewrite(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RewriteOptions")] options: JsValue,
    ) -> Result<WasmRewrite, JsValue> {
        Ok(WasmRewrite::start(&self.document, from_js(options)?)?)
    }

    /// Changes the passwords and keeps the file key. Returns the bytes to replace, or `null` if the document must be
    /// encrypted again.
    #[wasm_bindgen(unchecked_return_type = "Patch | null")]
    pub fn rewrap(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ProtectionOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&rewrapped(&self.document, from_js(options)?)?)
    }

    /// Prepares a signature (first step).
    #[wasm_bindgen(js_name = prepareSignature, unchecked_return_type = "PreparedSignature")]
    pub fn prepare_signature(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PrepareOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options: PrepareOptions = from_js(options)?;
        let done = countersign_sign::prepare(&self.document, &to_prepare_options(options))
            .map_err(CoreError::from)?;
        let done: PreparedSignature = prepared(done);
        to_js(&done)
    }

    /// Prepares a signature in place of the document's last one (first step).
    #[wasm_bindgen(js_name = prepareInPlace, unchecked_return_type = "PreparedSignature")]
    pub fn prepare_in_place(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PrepareOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = to_prepare_options(from_js(options)?);
        let done = countersign_sign::prepare_in_place(&self.document, &options);
        to_js(&prepared(done.map_err(CoreError::from)?))
    }

    /// Prepares a signature without hashing the document; continue with `bindSignature`.
    #[wasm_bindgen(js_name = planSignature, unchecked_return_type = "PlannedSignature")]
    pub fn plan_signature(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PrepareOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options: PrepareOptions = from_js(options)?;
        let done = countersign_sign::plan(&self.document, &to_prepare_options(options))
            .map_err(CoreError::from)?;
        to_js(&planned(done))
    }

    /// Throws if the session was prepared for another document.
    #[wasm_bindgen(js_name = checkSession)]
    pub fn check_session(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] session: JsValue,
    ) -> Result<(), JsValue> {
        let session: Bytes = from_js(session)?;
        Ok(
            countersign_sign::check_document(&session.0, &self.document)
                .map_err(CoreError::from)?,
        )
    }

    /// Prepares a document time stamp (first step).
    #[wasm_bindgen(js_name = prepareDocumentTimestamp, unchecked_return_type = "PreparedTimestamp")]
    pub fn prepare_document_timestamp(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TimestampOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&document_timestamp(&self.document, from_js(options)?)?)
    }

    /// Prepares a document time stamp without hashing the document; continue with `bindDocumentTimestamp`.
    #[wasm_bindgen(js_name = planDocumentTimestamp, unchecked_return_type = "PlannedSignature")]
    pub fn plan_document_timestamp(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TimestampOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = timestamp_options(from_js(options)?);
        let done = countersign_sign::plan_document_time_stamp(&self.document, &options)
            .map_err(CoreError::from)?;
        to_js(&planned(done))
    }

    /// Returns the validation material that must still be fetched.
    #[wasm_bindgen(js_name = validationNeeds, unchecked_return_type = "ValidationNeed[]")]
    pub fn validation_needs(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ValidationMaterial")] material: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = material_options(from_js(material)?)?;
        let needs = countersign_sign::validation_needs(&self.document, &options)
            .map_err(CoreError::from)?;
        to_js(&needs.into_iter().map(need).collect::<Vec<_>>())
    }

    /// Appends the validation material of the signatures (DSS).
    #[wasm_bindgen(js_name = addValidationMaterial, unchecked_return_type = "Tail")]
    pub fn add_validation_material(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ValidationMaterial")] material: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = material_options(from_js(material)?)?;
        let tail = countersign_sign::add_validation_material(&self.document, &options);
        to_js(&to_tail(tail.map_err(CoreError::from)?))
    }

    /// Validates every signature.
    #[wasm_bindgen(unchecked_return_type = "SignatureReport[]")]
    pub fn verify(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VerifyOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = from_js::<VerifyOptions>(options)?.into();
        to_js(&countersign_verify::verify(&self.document, &options).map_err(CoreError::from)?)
    }

    /// Returns the OCSP requests and URLs needed for the revocation status of the signatures' certificates.
    #[wasm_bindgen(js_name = revocationRequests, unchecked_return_type = "ValidationNeed[]")]
    pub fn revocation_requests(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VerifyOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = from_js::<VerifyOptions>(options)?.into();
        let requests = countersign_verify::revocation_requests(&self.document, &options);
        let requests = requests.map_err(CoreError::from)?;
        to_js(
            &requests
                .into_iter()
                .map(validation_need)
                .collect::<Vec<_>>(),
        )
    }

    /// Returns what is known of the objects, for the known prefix of a later revision.
    #[wasm_bindgen(js_name = describeObjects, unchecked_return_type = "Uint8Array")]
    pub fn describe_objects(&self) -> Result<JsValue, JsValue> {
        let described = self.document.describe_objects().map_err(CoreError::from)?;
        to_js(&Bytes(described))
    }

    /// Returns the changes between two revisions, given by their lengths in bytes: `{olderLength, newerLength}`.
    #[wasm_bindgen(js_name = compareRevisions, unchecked_return_type = "Changes")]
    pub fn compare_revisions(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RevisionLengths")] lengths: JsValue,
    ) -> Result<JsValue, JsValue> {
        let RevisionLengths {
            older_length,
            newer_length,
        } = from_js(lengths)?;
        to_js(
            &countersign_verify::compare_revisions(&self.document, older_length, newer_length)
                .map_err(CoreError::from)?,
        )
    }
}

fn filled(update: Update<'_>, findings: Vec<FieldFinding>) -> Result<JsValue, JsValue> {
    let tail = update.finish().map_err(CoreError::from)?;
    to_js(&FilledTail {
        base_length: tail.base_length,
        bytes: Bytes(tail.bytes),
        findings,
    })
}
