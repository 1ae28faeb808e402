//! Types that exist only at the WebAssembly boundary: document information, and options and results of calls.

use std::fmt;

use countersign_cms::DigestAlgorithm;
use countersign_forms::{Bytes, FieldFinding, FieldValues, PlaceField, Rect};
use countersign_pdf::Algorithm;
use countersign_sign::FieldLock;
use serde::de::{self, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const ALIASES: &str = "
/** Values by field name. A radio group takes the name of the button that is to be on. */
export type FieldValues = Record<string, FieldValue | Uint8Array>;
";

/// Permissions of the file (ISO 32000-2, 7.6.4.2). All are true if it is not encrypted or was opened with the owner
/// password.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DocumentPermissions {
    /// Add annotations.
    pub annots: bool,
    /// Insert, rotate and delete pages.
    pub assemble_document: bool,
    /// Copy text and images.
    pub copy: bool,
    /// Fill form fields.
    pub fill_forms: bool,
    /// Change the contents.
    pub modify_content: bool,
    /// Print.
    pub print_document: bool,
    /// Print in full quality.
    pub print_representation: bool,
}

/// A revision: the file up to a length.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RevisionInfo {
    /// Length of the file in bytes, up to and including this revision.
    pub length: u64,
}

/// Two revisions to compare.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RevisionLengths {
    /// Length of the file in bytes, up to and including the older revision.
    pub older_length: u64,
    /// Length of the file in bytes, up to and including the newer revision.
    pub newer_length: u64,
}

/// Information about an open document.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DocumentInfo {
    /// Number of pages. The pages themselves are not read.
    pub pages: usize,
    /// PDF version, such as `1.7`.
    pub version: String,
    /// Whether the document is encrypted.
    pub encrypted: bool,
    /// Permissions.
    pub permissions: DocumentPermissions,
    /// Revisions, oldest first.
    pub revisions: Vec<RevisionInfo>,
    /// Length of the file in bytes.
    pub length: u64,
}

/// The hash state and the digests of the first bytes of a file.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct HashedBytes {
    /// Number of bytes.
    pub length: u64,
    /// The state, to store: `continueHash` and `knownPrefix` take it. It holds nothing that its bytes and digests
    /// don't tell.
    #[tsify(type = "Uint8Array")]
    pub state: Bytes,
    /// SHA-256 of the bytes.
    #[tsify(type = "Uint8Array")]
    pub sha256: Bytes,
    /// SHA-384 of the bytes.
    #[tsify(type = "Uint8Array")]
    pub sha384: Bytes,
    /// SHA-512 of the bytes.
    #[tsify(type = "Uint8Array")]
    pub sha512: Bytes,
}

/// The first bytes of a file that were hashed before.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct KnownPrefix {
    /// Their number, the same as in the state.
    pub length: u64,
    /// Their hash state, from `hashState` or `continueHash`.
    #[tsify(type = "Uint8Array")]
    pub state: Bytes,
    /// What is known of their objects, from `describeObjects` of the document that they are, or of an earlier revision
    /// of it. With it, comparing and reading the fields leave out the objects that no later revision touches.
    #[serde(default)]
    #[tsify(type = "Uint8Array", optional)]
    pub objects: Option<Bytes>,
}

/// Bytes to append to a document.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Tail {
    /// Length in bytes of the document to which they are appended.
    pub base_length: u64,
    /// Bytes to append.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
}

/// Bytes to append to a document, and what was found that refuses nothing.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct FilledTail {
    /// Length in bytes of the document to which they are appended.
    pub base_length: u64,
    /// Bytes to append.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
    /// Texts that are cut (`text_cut`) and names that were changed (`name_changed`).
    pub findings: Vec<FieldFinding>,
}

/// Field values to fill in.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MergeRequest {
    /// Values by field name, or the same as JSON if no value contains bytes.
    #[serde(deserialize_with = "values_or_json")]
    #[tsify(type = "FieldValues | string")]
    pub values: FieldValues,
    /// Draw all fields into the pages and remove the form fields.
    #[serde(default)]
    #[tsify(optional)]
    pub flatten: bool,
    /// Font files (TrueType or OpenType) for characters that Helvetica lacks.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub fonts: Vec<Bytes>,
}

/// Fields to add as widgets.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlaceRequest {
    /// Fields to add.
    pub fields: Vec<PlaceField>,
    /// Font files (TrueType or OpenType) for characters that Helvetica lacks.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub fonts: Vec<Bytes>,
}

/// Reads values from an object or from JSON. Thousands of values cross the boundary faster as one string.
fn values_or_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<FieldValues, D::Error> {
    deserializer.deserialize_any(ValuesVisitor)
}

struct ValuesVisitor;

impl<'de> Visitor<'de> for ValuesVisitor {
    type Value = FieldValues;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("values by field name")
    }

    fn visit_str<E: de::Error>(self, json: &str) -> Result<FieldValues, E> {
        serde_json::from_str(json).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<FieldValues, A::Error> {
        FieldValues::deserialize(MapAccessDeserializer::new(entries))
    }
}

/// Unwraps the font files.
pub fn font_files(fonts: Vec<Bytes>) -> Vec<Vec<u8>> {
    fonts.into_iter().map(|font| font.0).collect()
}

/// A signature field to create in the same revision.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NewSigningField {
    /// Field name.
    pub name: String,
    /// Page number, from 1. Without page and rectangle the field is invisible.
    #[serde(default)]
    #[tsify(optional)]
    pub page: Option<u32>,
    /// Position on the page, in percent.
    #[serde(default)]
    #[tsify(optional)]
    pub rect: Option<Rect>,
}

/// The field to sign: an existing one by name, or a new one.
#[derive(Deserialize, Tsify)]
#[serde(untagged)]
pub enum SigningFieldChoice {
    /// Name of an unsigned signature field.
    Existing(String),
    /// Field to create.
    New(NewSigningField),
}

/// Options for preparing a signature.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PrepareOptions {
    /// Field to sign.
    pub field: SigningFieldChoice,
    /// The signer's certificate, DER or PEM.
    #[tsify(type = "Uint8Array")]
    pub certificate: Bytes,
    /// Issuer certificates in any order, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub chain: Vec<Bytes>,
    /// Field values to fill in with the same revision.
    #[serde(default)]
    #[tsify(optional, type = "FieldValues")]
    pub values: FieldValues,
    /// Font files (TrueType or OpenType) for characters that Helvetica lacks.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub fonts: Vec<Bytes>,
    /// PNG, JPEG or WebP image to draw in the field.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array")]
    pub picture: Option<Bytes>,
    /// Lines of text to draw in the field, beside the image if there is one, such as name, reason and date.
    #[serde(default)]
    #[tsify(optional)]
    pub lines: Vec<String>,
    /// Fields that the signature locks. Only for a new field, or while the document has no signature.
    #[serde(default)]
    #[tsify(optional)]
    pub lock: Option<FieldLock>,
    /// Certifies the document at this level: 1 permits no changes, 2 form filling and signing, 3 also annotations.
    #[serde(default)]
    #[tsify(optional)]
    pub doc_mdp: Option<u8>,
    /// Digest algorithm. Defaults to the one that fits the key.
    #[serde(default)]
    #[tsify(optional)]
    pub digest: Option<DigestAlgorithm>,
    /// Use RSASSA-PSS for RSA keys.
    #[serde(default)]
    #[tsify(optional)]
    pub pss: bool,
    /// Bytes to reserve for the CMS. Defaults to its maximum size and room for a time stamp.
    #[serde(default)]
    #[tsify(optional)]
    pub reserve: Option<usize>,
    /// Reason for signing.
    #[serde(default)]
    #[tsify(optional)]
    pub reason: Option<String>,
    /// Place of signing.
    #[serde(default)]
    #[tsify(optional)]
    pub location: Option<String>,
    /// Claimed name of the signer.
    #[serde(default)]
    #[tsify(optional)]
    pub name: Option<String>,
    /// Contact information of the signer.
    #[serde(default)]
    #[tsify(optional)]
    pub contact: Option<String>,
    /// Claimed signing time, in seconds since 1970. The core has no clock.
    pub signing_time: i64,
}

/// A signature that lacks only its value.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreparedSignature {
    /// Session with everything that completing needs; plain bytes that can be stored.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Signed bytes of the document followed by the tail: offset, length, offset, length.
    #[tsify(type = "[number, number, number, number]")]
    pub byte_range: [u64; 4],
    /// DER of the signed attributes: the input of WebCrypto and Ed25519.
    #[tsify(type = "Uint8Array")]
    pub tbs: Bytes,
    /// Digest of `tbs`: the input of many cards and HSMs.
    #[tsify(type = "Uint8Array")]
    pub tbs_digest: Bytes,
    /// Digest algorithm that the signature must use.
    pub digest: DigestAlgorithm,
    /// The revision with an empty signature.
    pub tail: Tail,
    /// What was found when the values were filled in, and refuses nothing.
    pub findings: Vec<FieldFinding>,
}

/// A revision with an empty signature or time stamp that is not hashed yet.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlannedSignature {
    /// Session to which the digest is added.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Bytes to hash in the document followed by the tail: offset, length, offset, length.
    #[tsify(type = "[number, number, number, number]")]
    pub byte_range: [u64; 4],
    /// Digest algorithm.
    pub digest: DigestAlgorithm,
    /// The revision with an empty signature.
    pub tail: Tail,
    /// What was found when the values were filled in, and refuses nothing.
    pub findings: Vec<FieldFinding>,
}

/// A document time stamp that lacks only its token.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreparedTimestamp {
    /// Session with everything that completing needs; plain bytes that can be stored.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Request to send to the time-stamp authority as `application/timestamp-query`.
    #[tsify(type = "Uint8Array")]
    pub request: Bytes,
    /// Stamped bytes of the document followed by the tail: offset, length, offset, length.
    #[tsify(type = "[number, number, number, number]")]
    pub byte_range: [u64; 4],
    /// The revision with an empty token.
    pub tail: Tail,
}

/// Options for preparing a document time stamp.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampOptions {
    /// Name of the new, invisible field. Defaults to an unused name.
    #[serde(default)]
    #[tsify(optional)]
    pub field: Option<String>,
    /// Digest algorithm. Defaults to SHA-256.
    #[serde(default)]
    #[tsify(optional)]
    pub digest: Option<DigestAlgorithm>,
    /// Fresh random nonce of 8 to 32 bytes. The core has no random source.
    #[tsify(type = "Uint8Array")]
    pub nonce: Bytes,
    /// Policy to request, as a dotted identifier such as `1.3.6.1.4.1.1`.
    #[serde(default)]
    #[tsify(optional)]
    pub policy: Option<String>,
    /// Bytes to reserve for the token.
    #[serde(default)]
    #[tsify(optional)]
    pub reserve: Option<usize>,
}

/// A session and the digest of the bytes in its byte range.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Binding {
    /// Session of a planned signature or time stamp.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Digest of those bytes.
    #[tsify(type = "Uint8Array")]
    pub content_digest: Bytes,
}

/// Parameters of a time-stamp request over a signature value.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampQuestion {
    /// Session of the prepared signature.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Signature value.
    #[tsify(type = "Uint8Array")]
    pub signature: Bytes,
    /// Fresh random nonce of 8 to 32 bytes. The core has no random source.
    #[tsify(type = "Uint8Array")]
    pub nonce: Bytes,
    /// Policy to request, as a dotted identifier.
    #[serde(default)]
    #[tsify(optional)]
    pub policy: Option<String>,
}

/// A time-stamp request and the authority's response.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampAnswer {
    /// The request that was sent.
    #[tsify(type = "Uint8Array")]
    pub request: Bytes,
    /// The TimeStampResp.
    #[tsify(type = "Uint8Array")]
    pub response: Bytes,
    /// Trust anchors of the time-stamp authority, DER or PEM. Without any, its path is validated only as far as it
    /// goes.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
}

/// A signature value that completes a session.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// Session of the prepared signature.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Signature value; ECDSA values may be raw (`r ‖ s`) or DER.
    #[tsify(type = "Uint8Array")]
    pub signature: Bytes,
    /// Time stamp over the signature value.
    #[serde(default)]
    #[tsify(optional)]
    pub timestamp: Option<TimestampAnswer>,
}

/// Options of a detached signature: one that is kept beside its content.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DetachedOptions {
    /// The signer's certificate, DER or PEM.
    #[tsify(type = "Uint8Array")]
    pub certificate: Bytes,
    /// Issuer certificates in any order, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub chain: Vec<Bytes>,
    /// Digest algorithm. Defaults to the one that fits the key.
    #[serde(default)]
    #[tsify(optional)]
    pub digest: Option<DigestAlgorithm>,
    /// Use RSASSA-PSS for RSA keys.
    #[serde(default)]
    #[tsify(optional)]
    pub pss: bool,
    /// Time of signing, in seconds since 1970. The core has no clock.
    pub signing_time: i64,
}

/// A detached signature that waits for the digest of its content.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DetachedPlan {
    /// Session to which the digest is added.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// Digest algorithm of the content.
    pub digest: DigestAlgorithm,
}

/// A detached signature that lacks only its value.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreparedDetached {
    /// Session with everything that completing needs; plain bytes that can be stored.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// DER of the signed attributes: the input of WebCrypto and Ed25519.
    #[tsify(type = "Uint8Array")]
    pub tbs: Bytes,
    /// Digest of `tbs`: the input of many cards and HSMs.
    #[tsify(type = "Uint8Array")]
    pub tbs_digest: Bytes,
    /// Digest algorithm that the signature must use.
    pub digest: DigestAlgorithm,
}

/// Parameters of a time-stamp request for a finished detached signature.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DetachedTimestampQuestion {
    /// DER of the signature.
    #[tsify(type = "Uint8Array")]
    pub cms: Bytes,
    /// Fresh random nonce of 8 to 32 bytes. The core has no random source.
    #[tsify(type = "Uint8Array")]
    pub nonce: Bytes,
    /// Policy to request, as a dotted identifier.
    #[serde(default)]
    #[tsify(optional)]
    pub policy: Option<String>,
}

/// A time stamp for a finished detached signature.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DetachedTimestamp {
    /// DER of the signature.
    #[tsify(type = "Uint8Array")]
    pub cms: Bytes,
    /// Time stamp over the signature value.
    pub timestamp: TimestampAnswer,
}

/// A detached signature to validate, with the digests of the content beside it.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DetachedSignature {
    /// The signature.
    #[tsify(type = "Uint8Array")]
    pub cms: Bytes,
    /// SHA-256 of the content.
    #[tsify(type = "Uint8Array")]
    pub sha256: Bytes,
    /// SHA-384 of the content.
    #[tsify(type = "Uint8Array")]
    pub sha384: Bytes,
    /// SHA-512 of the content.
    #[tsify(type = "Uint8Array")]
    pub sha512: Bytes,
    /// Options of the validation.
    pub options: VerifyOptions,
}

/// A detached signature whose revocation data are open.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DetachedRevocation {
    /// The signature.
    #[tsify(type = "Uint8Array")]
    pub cms: Bytes,
    /// Options of the validation.
    pub options: VerifyOptions,
}

/// A CMS made elsewhere that completes a session.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CmsCompletion {
    /// Session of the prepared signature.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// DER of the ContentInfo.
    #[tsify(type = "Uint8Array")]
    pub cms: Bytes,
}

/// A time-stamp response that completes a document time stamp.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampCompletion {
    /// Session of the prepared time stamp.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// The TimeStampResp.
    #[tsify(type = "Uint8Array")]
    pub response: Bytes,
    /// Trust anchors of the time-stamp authority, DER or PEM. Without any, its path is validated only as far as it
    /// goes.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
}

/// Validation material, and the signatures it is for.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ValidationMaterial {
    /// Certificates, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub certificates: Vec<Bytes>,
    /// OCSP responses, DER.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub ocsps: Vec<Bytes>,
    /// CRLs, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub crls: Vec<Bytes>,
    /// Trust anchors, DER or PEM, at which paths end. Without any, a path may end at any root.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
    /// Names of the signed fields to include. Defaults to all.
    #[serde(default)]
    #[tsify(optional)]
    pub fields: Vec<String>,
    /// Current time, in seconds since 1970. The core has no clock.
    pub at: i64,
}

/// Validation material that must be fetched.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ValidationNeed {
    /// Field whose signature needs it.
    pub field: String,
    /// Subject of the certificate it concerns.
    pub subject: String,
    /// URLs of the issuer's certificate, if that is missing.
    pub issuer_urls: Vec<String>,
    /// OCSP request to send as `application/ocsp-request`; null if the issuer's certificate is missing.
    #[tsify(type = "Uint8Array | null")]
    pub ocsp_request: Option<Bytes>,
    /// URLs of OCSP responders.
    pub ocsp_urls: Vec<String>,
    /// URLs of CRLs.
    pub crl_urls: Vec<String>,
}

/// Options of signature validation.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct VerifyOptions {
    /// Trust anchors, DER or PEM.
    #[tsify(type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
    /// Trust anchors for time stamps only, DER or PEM. Without any, those of `trust` are used.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub timestamp_trust: Vec<Bytes>,
    /// Time of validation, in seconds since 1970. The core has no clock.
    pub at: i64,
    /// Accept signatures whose certificate does not lead to a trust anchor.
    #[serde(default)]
    #[tsify(optional)]
    pub ignore_trust: bool,
    /// Certificates for building paths, DER or PEM.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub certificates: Vec<Bytes>,
    /// OCSP responses in addition to those in the document.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub ocsps: Vec<Bytes>,
    /// CRLs in addition to those in the document.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub crls: Vec<Bytes>,
    /// Reject signatures whose certificates have no known revocation status.
    #[serde(default)]
    #[tsify(optional)]
    pub require_revocation: bool,
    /// Services of trusted lists, as returned by `readTrustedList` of `@countersign/core/trusted-lists`. They act as
    /// trust anchors in addition to `trust` and decide whether a signature is qualified.
    #[serde(default)]
    #[tsify(optional)]
    pub services: Option<Vec<countersign_verify::TrustService>>,
    /// Length in bytes of a revision whose signatures were verified before. Reported are then only later signatures,
    /// and those of that revision to which a later one did harm: removed, replaced, revoked or overruled them. Nothing
    /// else of that revision is read. Throws `verify_revision` if no sound revision ends there. What the revision
    /// itself was accepted with is not reported again, be it a warning or an error.
    #[serde(default)]
    #[tsify(optional)]
    pub since: Option<u64>,
    /// With `since`: reports all signatures, for their certificates and time stamps. Those of that revision are taken as
    /// verified: the bytes that they sign are not read.
    #[serde(default)]
    #[tsify(optional)]
    pub include_known: bool,
}

impl From<VerifyOptions> for countersign_verify::VerifyOptions {
    fn from(options: VerifyOptions) -> Self {
        let bytes = |list: Vec<Bytes>| list.into_iter().map(|one| one.0).collect();
        Self {
            trust: bytes(options.trust),
            timestamp_trust: bytes(options.timestamp_trust),
            at: options.at,
            ignore_trust: options.ignore_trust,
            certificates: bytes(options.certificates),
            ocsps: bytes(options.ocsps),
            crls: bytes(options.crls),
            require_revocation: options.require_revocation,
            services: options.services,
            since: options.since,
            include_known: options.include_known,
        }
    }
}

/// Permissions for users without the owner password: a wish, of which omitted ones are granted. `DocumentPermissions` is what a
/// file says, where none is omitted.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct PermissionChoice {
    /// Add annotations.
    pub annots: bool,
    /// Insert, rotate and delete pages.
    pub assemble_document: bool,
    /// Copy text and images.
    pub copy: bool,
    /// Fill form fields. Implied by `annots`.
    pub fill_forms: bool,
    /// Change the contents. Implies `assembleDocument`.
    pub modify_content: bool,
    /// Print.
    pub print_document: bool,
    /// Print in full quality.
    pub print_representation: bool,
}

impl Default for PermissionChoice {
    fn default() -> Self {
        Self {
            annots: true,
            assemble_document: true,
            copy: true,
            fill_forms: true,
            modify_content: true,
            print_document: true,
            print_representation: true,
        }
    }
}

/// Passwords and permissions of a document.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProtectionOptions {
    /// User password. Empty to let everybody open the document.
    #[serde(default)]
    #[tsify(optional)]
    pub user: String,
    /// Owner password, which grants all permissions. If empty, the user password is used.
    #[serde(default)]
    #[tsify(optional)]
    pub owner: String,
    /// Permissions of users. Defaults to all, or, when passwords of an encrypted document change, to its current ones.
    #[serde(default)]
    #[tsify(optional)]
    pub permissions: Option<PermissionChoice>,
    /// Encryption algorithm. Defaults to AES-256.
    #[serde(default)]
    #[tsify(optional)]
    pub algorithm: Algorithm,
    /// Whether metadata is encrypted too. Defaults to true, or, when passwords change, to the current setting.
    #[serde(default)]
    #[tsify(optional)]
    pub encrypt_metadata: Option<bool>,
    /// 64 random bytes. The core has no random source.
    #[tsify(type = "Uint8Array")]
    pub entropy: Bytes,
}

/// Purpose of a rewrite. Determines the error code.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum RewriteTask {
    /// Encrypt the document.
    Encrypt,
    /// Remove the encryption.
    Decrypt,
    /// Change the passwords.
    UpdatePassword,
    /// Remove the signatures.
    RemoveSignatures,
}

/// Options of a rewrite.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteOptions {
    /// Purpose.
    pub task: RewriteTask,
    /// Passwords and permissions, for `encrypt` and `updatePassword`.
    #[serde(default)]
    #[tsify(optional)]
    pub protection: Option<ProtectionOptions>,
}

/// Key and initialization vector for AES-CBC with PKCS #7 padding.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct JobCipher {
    /// 16 or 32 bytes.
    #[tsify(type = "Uint8Array")]
    pub key: Bytes,
    /// Initialization vector, 16 bytes.
    #[tsify(type = "Uint8Array")]
    pub vector: Bytes,
}

/// A stream's data to decrypt or encrypt with WebCrypto.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteJob {
    /// Start offset of the data in the source.
    pub start: u64,
    /// End offset of the data in the source.
    pub end: u64,
    /// Key to decrypt the data with. The first 16 bytes of the data are the initialization vector.
    #[tsify(type = "Uint8Array | null")]
    pub decrypt: Option<Bytes>,
    /// Key and vector to encrypt the result with.
    #[tsify(type = "JobCipher | null")]
    pub encrypt: Option<JobCipher>,
}

/// Many streams to encrypt with one key in one AES-CBC call. The plaintext is, for each stream, its vector followed by
/// its padded data; the initialization vector of the whole is zero. The encrypted vector becomes the initialization
/// vector of the stream (NIST SP 800-38A, appendix C). Each stream's result is its part of the ciphertext, vector
/// included.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteChain {
    /// 32 bytes, the same for the whole file.
    #[tsify(type = "Uint8Array")]
    pub key: Bytes,
    /// 16 bytes per stream.
    #[tsify(type = "Uint8Array")]
    pub vectors: Bytes,
    /// Start and end offsets of each stream's data in the source.
    pub ranges: Vec<u64>,
}

/// A batch of objects that are written together.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteBatch {
    /// Jobs to do before the batch is finished, each separately.
    pub jobs: Vec<RewriteJob>,
    /// The jobs as one chain; `jobs` is empty then.
    #[tsify(type = "RewriteChain | null")]
    pub chain: Option<RewriteChain>,
    /// Bytes of the source processed so far, this batch included.
    pub done: u64,
    /// Length of the source in bytes.
    pub total: u64,
}

/// Bytes of the new file, and the positions at which the jobs' results are inserted.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteText {
    /// Bytes without the results.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
    /// Position in `bytes` at which each job's result is inserted.
    pub cuts: Vec<usize>,
}

/// Replacement of a byte range by the same number of bytes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// Start offset of the range.
    pub start: u64,
    /// End offset of the range.
    pub end: u64,
    /// Replacement bytes.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
}
