//! An opened document.

use std::rc::Rc;

use countersign_forms::{Bytes, MergeOptions};
use countersign_pdf::{Document, OpenOptions, Update};
use js_sys::Function;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::error::CoreError;
use crate::field_table::field_table;
use crate::info::document_info;
use crate::password_hash::password_hash;
use crate::rewrite::{WasmRewrite, rewrapped};
use crate::shapes::{
    MergeRequest, PlaceRequest, PrepareOptions, PreparedSignature, Tail, VerifyOptions, font_files,
};
use crate::signing::{
    asked, document_timestamp, material_options, need, planned, prepared, timestamp_options,
    to_prepare_options, to_tail,
};
use crate::source::{ForeignSource, JsSource};

/// A PDF whose bytes stay in JavaScript and are read in ranges.
#[wasm_bindgen]
pub struct WasmDocument {
    document: Rc<Document>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RevisionLengths {
    older_length: u64,
    newer_length: u64,
}

#[wasm_bindgen]
impl WasmDocument {
    /// Opens a document: reads the cross-reference data, not the objects.
    pub fn open(
        source: JsSource,
        password: Option<String>,
        ignore_permissions: bool,
        #[wasm_bindgen(unchecked_param_type = "PasswordHash | undefined")] hash: Option<Function>,
    ) -> Result<WasmDocument, JsValue> {
        let options = OpenOptions {
            password,
            ignore_permissions,
            password_hash: hash.map(password_hash),
        };
        let document = Document::open_shared(Rc::new(ForeignSource::new(source)), options)
            .map_err(CoreError::from)?;
        Ok(Self {
            document: Rc::new(document),
        })
    }

    /// Pages, version, encryption, permissions, revisions.
    #[wasm_bindgen(unchecked_return_type = "DocumentInfo")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        to_js(&document_info(&self.document)?)
    }

    /// The part of ISO 19005 that the document claims to be of: every font it shows has to travel with it.
    #[wasm_bindgen(js_name = pdfA)]
    pub fn pdf_a(&self) -> Option<u8> {
        self.document.pdf_a().map(|claim| claim.part)
    }

    /// The fields, ordered by page, top, left.
    #[wasm_bindgen(unchecked_return_type = "FieldTable")]
    pub fn fields(&self) -> Result<String, JsValue> {
        let fields = countersign_forms::read(&self.document).map_err(CoreError::from)?;
        Ok(field_table(&fields).map_err(CoreError::from)?)
    }

    /// The signatures, as the product stores them; nothing is judged.
    #[wasm_bindgen(unchecked_return_type = "SignatureInfo[]")]
    pub fn signatures(&self) -> Result<JsValue, JsValue> {
        to_js(&countersign_verify::signatures(&self.document).map_err(CoreError::from)?)
    }

    /// Appends fields as widgets.
    #[wasm_bindgen(js_name = placeFields, unchecked_return_type = "Tail")]
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
        countersign_forms::place(&mut update, &fields, &options).map_err(CoreError::from)?;
        self.tail(update)
    }

    /// Appends values of fields with their appearances, or the pages with all fields drawn into them.
    #[wasm_bindgen(unchecked_return_type = "Tail")]
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
        countersign_forms::merge(&mut update, &values, &options).map_err(CoreError::from)?;
        self.tail(update)
    }

    /// Fails for a document that nobody can sign.
    #[wasm_bindgen(js_name = checkSignable)]
    pub fn check_signable(&self) -> Result<(), JsValue> {
        Ok(countersign_sign::check_signable(&self.document).map_err(CoreError::from)?)
    }

    /// Starts to write the document anew: encrypted, decrypted or without its signatures.
    #[wasm_bindgen(unchecked_return_type = "WasmRewrite")]
    pub fn rewrite(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RewriteOptions")] options: JsValue,
    ) -> Result<WasmRewrite, JsValue> {
        Ok(WasmRewrite::start(&self.document, from_js(options)?)?)
    }

    /// New passwords for the key that stays: the bytes to put in their place, or nothing where the document has
    /// to be encrypted anew.
    #[wasm_bindgen(unchecked_return_type = "Patch | null")]
    pub fn rewrap(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ProtectionOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&rewrapped(&self.document, from_js(options)?)?)
    }

    /// First step of a signature.
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

    /// First step of a signature in the place of the last one.
    #[wasm_bindgen(js_name = prepareInPlace, unchecked_return_type = "PreparedSignature")]
    pub fn prepare_in_place(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PrepareOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = to_prepare_options(from_js(options)?);
        let done = countersign_sign::prepare_in_place(&self.document, &options);
        to_js(&prepared(done.map_err(CoreError::from)?))
    }

    /// First step of a signature, without the hashing.
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

    /// Fails when the session was prepared for another document.
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

    /// First step of a document time stamp.
    #[wasm_bindgen(js_name = prepareDocumentTimestamp, unchecked_return_type = "PreparedTimestamp")]
    pub fn prepare_document_timestamp(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TimestampOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&document_timestamp(&self.document, from_js(options)?)?)
    }

    /// First step of a document time stamp, without the hashing.
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

    /// What is to be fetched before the signatures prove themselves.
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

    /// Appends what proves the signatures.
    #[wasm_bindgen(js_name = addValidationMaterial, unchecked_return_type = "Tail")]
    pub fn add_validation_material(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ValidationMaterial")] material: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = material_options(from_js(material)?)?;
        let tail = countersign_sign::add_validation_material(&self.document, &options);
        to_js(&to_tail(tail.map_err(CoreError::from)?))
    }

    /// Judges every signature.
    #[wasm_bindgen(unchecked_return_type = "SignatureReport[]")]
    pub fn verify(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VerifyOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = from_js::<VerifyOptions>(options)?.into();
        to_js(&countersign_verify::verify(&self.document, &options).map_err(CoreError::from)?)
    }

    /// Whom to ask whether certificates were revoked.
    #[wasm_bindgen(js_name = revocationRequests, unchecked_return_type = "ValidationNeed[]")]
    pub fn revocation_requests(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VerifyOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = from_js::<VerifyOptions>(options)?.into();
        let requests = countersign_verify::revocation_requests(&self.document, &options);
        let requests = requests.map_err(CoreError::from)?;
        to_js(&requests.into_iter().map(asked).collect::<Vec<_>>())
    }

    /// What changed between two revisions: `{olderLength, newerLength}`.
    #[wasm_bindgen(js_name = compareRevisions, unchecked_return_type = "Changes")]
    pub fn compare_revisions(
        &self,
        #[wasm_bindgen(unchecked_param_type = "{ olderLength: number; newerLength: number }")]
        lengths: JsValue,
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

    fn tail(&self, update: Update<'_>) -> Result<JsValue, JsValue> {
        let tail = update.finish().map_err(CoreError::from)?;
        to_js(&Tail {
            base_length: tail.base_length,
            bytes: Bytes(tail.bytes),
        })
    }
}
