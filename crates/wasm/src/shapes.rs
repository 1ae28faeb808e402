//! Shapes that exist at the boundary only: what a document tells of itself, and the options of its calls.

use std::fmt;

use countersign_cms::DigestAlgorithm;
use countersign_forms::{Bytes, FieldValues, PlaceField, Rect};
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

/// What the file allows (ISO 32000-2, 7.6.4.2); all true where it is not encrypted or the owner opened it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DocumentPermissions {
    /// Annotations may be added.
    pub annots: bool,
    /// Pages may be inserted, turned and removed.
    pub assemble_document: bool,
    /// Text and pictures may be copied.
    pub copy: bool,
    /// Fields may be filled.
    pub fill_forms: bool,
    /// Contents may be changed.
    pub modify_content: bool,
    /// Printing is allowed.
    pub print_document: bool,
    /// Printing in full quality is allowed.
    pub print_representation: bool,
}

/// A revision: the file as it was up to a length.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RevisionInfo {
    /// Bytes of the file up to and including this revision.
    pub length: u64,
}

/// An opened document.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DocumentInfo {
    /// How many pages there are; none of them is read for it.
    pub pages: usize,
    /// Such as `1.7`.
    pub version: String,
    /// Whether a security handler protects it.
    pub encrypted: bool,
    /// What it allows.
    pub permissions: DocumentPermissions,
    /// Oldest first.
    pub revisions: Vec<RevisionInfo>,
    /// Bytes.
    pub length: u64,
}

/// New bytes at the end of a document.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Tail {
    /// Length of the document that they continue.
    pub base_length: u64,
    /// The bytes to append.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
}

/// Values to fill in, and how.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MergeRequest {
    /// By field name; as JSON where none of them holds bytes.
    #[serde(deserialize_with = "values_or_json")]
    #[tsify(type = "FieldValues | string")]
    pub values: FieldValues,
    /// Every field becomes content of its page.
    #[serde(default)]
    #[tsify(optional)]
    pub flatten: bool,
    /// Font files (TrueType or OpenType) for what Helvetica lacks.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub fonts: Vec<Bytes>,
}

/// Fields to make widgets of.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlaceRequest {
    /// The fields.
    pub fields: Vec<PlaceField>,
    /// Font files (TrueType or OpenType) for what Helvetica lacks.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub fonts: Vec<Bytes>,
}

/// Values one by one, or all in one text: thousands of them cross the boundary faster that way.
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

/// The files as the crates take them.
pub fn font_files(fonts: Vec<Bytes>) -> Vec<Vec<u8>> {
    fonts.into_iter().map(|font| font.0).collect()
}

/// A signature field that is made in the same revision.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NewSigningField {
    /// Its name.
    pub name: String,
    /// Page, from 1. Without a page the field is invisible.
    #[serde(default)]
    #[tsify(optional)]
    pub page: Option<u32>,
    /// Its place on that page.
    #[serde(default)]
    #[tsify(optional)]
    pub rect: Option<Rect>,
}

/// Which field is signed: an existing one by name, or a new one.
#[derive(Deserialize, Tsify)]
#[serde(untagged)]
pub enum SigningFieldChoice {
    /// The name of an unsigned signature field.
    Existing(String),
    /// A field to make.
    New(NewSigningField),
}

/// How a signature is prepared.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PrepareOptions {
    /// Where the signature goes.
    pub field: SigningFieldChoice,
    /// The signer's certificate, DER or PEM.
    #[tsify(type = "Uint8Array")]
    pub certificate: Bytes,
    /// Certificates above it, in any order.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub chain: Vec<Bytes>,
    /// Fields filled in the same revision.
    #[serde(default)]
    #[tsify(optional, type = "FieldValues")]
    pub values: FieldValues,
    /// Font files (TrueType or OpenType) for the values that Helvetica can't show.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub fonts: Vec<Bytes>,
    /// PNG, JPEG or WebP drawn in the field.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array")]
    pub picture: Option<Bytes>,
    /// Lines of text drawn in the field, beside the picture where there is one: name, reason, date.
    #[serde(default)]
    #[tsify(optional)]
    pub lines: Vec<String>,
    /// Fields that the signature locks; for a new field, or while nobody signed.
    #[serde(default)]
    #[tsify(optional)]
    pub lock: Option<FieldLock>,
    /// Certify the document: 1 no changes, 2 form filling and signing, 3 annotations too.
    #[serde(default)]
    #[tsify(optional)]
    pub doc_mdp: Option<u8>,
    /// By default what fits the key.
    #[serde(default)]
    #[tsify(optional)]
    pub digest: Option<DigestAlgorithm>,
    /// RSA keys sign with PSS.
    #[serde(default)]
    #[tsify(optional)]
    pub pss: bool,
    /// Bytes kept free for the CMS; by default enough for it and a time stamp.
    #[serde(default)]
    #[tsify(optional)]
    pub reserve: Option<usize>,
    /// Why.
    #[serde(default)]
    #[tsify(optional)]
    pub reason: Option<String>,
    /// Where.
    #[serde(default)]
    #[tsify(optional)]
    pub location: Option<String>,
    /// Who, as claimed.
    #[serde(default)]
    #[tsify(optional)]
    pub name: Option<String>,
    /// How to reach the signer.
    #[serde(default)]
    #[tsify(optional)]
    pub contact: Option<String>,
    /// The claimed time, seconds since 1970: the core has no clock.
    pub signing_time: i64,
}

/// A signature that lacks nothing but the value.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreparedSignature {
    /// Everything that completing needs; plain bytes that may be stored.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// What is signed: offset, length, offset, length.
    #[tsify(type = "[number, number, number, number]")]
    pub byte_range: [u64; 4],
    /// The signed attributes in DER: WebCrypto and Ed25519 sign these bytes.
    #[tsify(type = "Uint8Array")]
    pub tbs: Bytes,
    /// Their digest: cards and HSMs often want this.
    #[tsify(type = "Uint8Array")]
    pub tbs_digest: Bytes,
    /// The digest algorithm that the signature must use.
    pub digest: DigestAlgorithm,
    /// The revision with an empty place for the signature.
    pub tail: Tail,
}

/// A revision that is written but for what goes into its gap, and was not hashed yet.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlannedSignature {
    /// What the digest is bound to.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// What is to be hashed of the document followed by the tail: offset, length, offset, length.
    #[tsify(type = "[number, number, number, number]")]
    pub byte_range: [u64; 4],
    /// The digest algorithm.
    pub digest: DigestAlgorithm,
    /// The revision with an empty place for the signature.
    pub tail: Tail,
}

/// A document time stamp that lacks nothing but the token.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreparedTimestamp {
    /// Everything that completing needs; plain bytes that may be stored.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// What to send to the time-stamp authority, as `application/timestamp-query`.
    #[tsify(type = "Uint8Array")]
    pub request: Bytes,
    /// What is stamped: offset, length, offset, length.
    #[tsify(type = "[number, number, number, number]")]
    pub byte_range: [u64; 4],
    /// The revision with an empty place for the token.
    pub tail: Tail,
}

/// How a document time stamp is prepared.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampOptions {
    /// Name of the new field, which nobody sees; by default one that is free.
    #[serde(default)]
    #[tsify(optional)]
    pub field: Option<String>,
    /// SHA-256 unless said otherwise.
    #[serde(default)]
    #[tsify(optional)]
    pub digest: Option<DigestAlgorithm>,
    /// 8 to 32 bytes, fresh and random: the core has no random source.
    #[tsify(type = "Uint8Array")]
    pub nonce: Bytes,
    /// The policy to ask for, such as `1.3.6.1.4.1.1`.
    #[serde(default)]
    #[tsify(optional)]
    pub policy: Option<String>,
    /// Bytes kept free for the token.
    #[serde(default)]
    #[tsify(optional)]
    pub reserve: Option<usize>,
}

/// A session and the digest of what its byte range covers.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Binding {
    /// Of a planned signature or time stamp.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// The digest.
    #[tsify(type = "Uint8Array")]
    pub content_digest: Bytes,
}

/// A time stamp over a signature value that is to be asked for.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampQuestion {
    /// Of the prepared signature.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// The value that the key made.
    #[tsify(type = "Uint8Array")]
    pub signature: Bytes,
    /// 8 to 32 bytes, fresh and random: the core has no random source.
    #[tsify(type = "Uint8Array")]
    pub nonce: Bytes,
    /// The policy to ask for.
    #[serde(default)]
    #[tsify(optional)]
    pub policy: Option<String>,
}

/// What was asked of a time-stamp authority, and what it answered.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampAnswer {
    /// The request that was sent.
    #[tsify(type = "Uint8Array")]
    pub request: Bytes,
    /// The answer.
    #[tsify(type = "Uint8Array")]
    pub response: Bytes,
    /// Certificates of which one has to vouch for the authority, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
}

/// A signature value that completes a session.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// Of the prepared signature.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// The value that the key made: ECDSA raw or DER.
    #[tsify(type = "Uint8Array")]
    pub signature: Bytes,
    /// A time stamp over it.
    #[serde(default)]
    #[tsify(optional)]
    pub timestamp: Option<TimestampAnswer>,
}

/// A CMS that was made elsewhere and completes a session.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CmsCompletion {
    /// Of the prepared signature.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// The DER of the ContentInfo.
    #[tsify(type = "Uint8Array")]
    pub cms: Bytes,
}

/// The answer of a time-stamp authority that completes a document time stamp.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TimestampCompletion {
    /// Of the prepared time stamp.
    #[tsify(type = "Uint8Array")]
    pub session: Bytes,
    /// The answer.
    #[tsify(type = "Uint8Array")]
    pub response: Bytes,
    /// Certificates of which one has to vouch for the authority, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
}

/// Certificates, answers of responders and lists of revoked certificates, and for which signatures.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ValidationMaterial {
    /// Certificates, DER or PEM.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub certificates: Vec<Bytes>,
    /// OCSP responses.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub ocsps: Vec<Bytes>,
    /// Lists of revoked certificates.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub crls: Vec<Bytes>,
    /// Trust anchors, DER or PEM: paths end at them. Without any they end at any root.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
    /// Names of the signed fields that count; by default all of them.
    #[serde(default)]
    #[tsify(optional)]
    pub fields: Vec<String>,
    /// Now, seconds since 1970: the core has no clock.
    pub at: i64,
}

/// Something that has to be fetched before the signatures prove themselves.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ValidationNeed {
    /// The field whose signature needs it.
    pub field: String,
    /// The certificate it is about.
    pub subject: String,
    /// Where the issuer's certificate is, when that is what is missing.
    pub issuer_urls: Vec<String>,
    /// What to send to a responder as `application/ocsp-request`; null when the issuer is missing.
    #[tsify(type = "Uint8Array | null")]
    pub ocsp_request: Option<Bytes>,
    /// Responders.
    pub ocsp_urls: Vec<String>,
    /// Where lists of revoked certificates are.
    pub crl_urls: Vec<String>,
}

/// How signatures are judged.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct VerifyOptions {
    /// Trust anchors, DER or PEM.
    #[tsify(type = "Uint8Array[]")]
    pub trust: Vec<Bytes>,
    /// Trust anchors of time stamps, DER or PEM, which vouch for nobody else; without any, those of `trust`.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub timestamp_trust: Vec<Bytes>,
    /// The time of judgement, seconds since 1970: the core has no clock.
    pub at: i64,
    /// A signature counts although nobody vouches for its signer.
    #[serde(default)]
    #[tsify(optional)]
    pub ignore_trust: bool,
    /// Certificates that help to build paths, DER or PEM.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub certificates: Vec<Bytes>,
    /// Answers of OCSP responders, beside those in the document.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub ocsps: Vec<Bytes>,
    /// Lists of revoked certificates, beside those in the document.
    #[serde(default)]
    #[tsify(type = "Uint8Array[]", optional)]
    pub crls: Vec<Bytes>,
    /// A signature is not acceptable while nobody says that its certificates were not revoked.
    #[serde(default)]
    #[tsify(optional)]
    pub require_revocation: bool,
    /// Services of trusted lists, as `readTrustedList` of `@countersign/core/trusted-lists` gives them: they vouch for
    /// certificates beside `trust`, and say whether a signature is qualified.
    #[serde(default)]
    #[tsify(optional)]
    pub services: Option<Vec<countersign_verify::TrustService>>,
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
        }
    }
}

/// What the file is to allow to users who are not its owner; what is not said is allowed.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct PermissionChoice {
    /// Adding annotations.
    pub annots: bool,
    /// Inserting, turning and removing pages.
    pub assemble_document: bool,
    /// Copying text and pictures.
    pub copy: bool,
    /// Filling fields; also allowed by `annots`.
    pub fill_forms: bool,
    /// Changing contents; allows assembling too.
    pub modify_content: bool,
    /// Printing.
    pub print_document: bool,
    /// Printing in full quality.
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

/// The passwords of a document and what they allow.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProtectionOptions {
    /// Opens the document; empty where everybody may.
    #[serde(default)]
    #[tsify(optional)]
    pub user: String,
    /// Opens it with all rights; the same as the user's where it is empty.
    #[serde(default)]
    #[tsify(optional)]
    pub owner: String,
    /// What users may do. Everything unless said otherwise; with new passwords for a protected document, the same
    /// as before.
    #[serde(default)]
    #[tsify(optional)]
    pub permissions: Option<PermissionChoice>,
    /// AES-256 unless said otherwise.
    #[serde(default)]
    #[tsify(optional)]
    pub algorithm: Algorithm,
    /// Whether metadata is encrypted too. It is unless said otherwise; with new passwords, the same as before.
    #[serde(default)]
    #[tsify(optional)]
    pub encrypt_metadata: Option<bool>,
    /// 64 random bytes.
    #[tsify(type = "Uint8Array")]
    pub entropy: Bytes,
}

/// Why a document is written anew; errors are named after it.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum RewriteTask {
    /// Protection is put on.
    Encrypt,
    /// Protection is taken off.
    Decrypt,
    /// Other passwords.
    UpdatePassword,
    /// Signatures go.
    RemoveSignatures,
}

/// How a document is written anew.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteOptions {
    /// Why.
    pub task: RewriteTask,
    /// For `encrypt` and `updatePassword`.
    #[serde(default)]
    #[tsify(optional)]
    pub protection: Option<ProtectionOptions>,
}

/// A key for AES in CBC mode with the padding of PKCS #7, and the vector to begin with.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct JobCipher {
    /// 16 or 32 bytes.
    #[tsify(type = "Uint8Array")]
    pub key: Bytes,
    /// 16 bytes.
    #[tsify(type = "Uint8Array")]
    pub vector: Bytes,
}

/// The data of a stream, for WebCrypto.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteJob {
    /// Where the data starts in the source.
    pub start: u64,
    /// Where it ends.
    pub end: u64,
    /// The key that opens the data, whose first 16 bytes are the vector.
    #[tsify(type = "Uint8Array | null")]
    pub decrypt: Option<Bytes>,
    /// What the result is closed with.
    #[tsify(type = "JobCipher | null")]
    pub encrypt: Option<JobCipher>,
}

/// The data of many streams, to be encrypted with one key in one call: the vector and the padded data of each, one after
/// the other, from a vector of zeros on. The result of each is its part of the whole, with its vector.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteChain {
    /// 32 bytes, the same for all of a file.
    #[tsify(type = "Uint8Array")]
    pub key: Bytes,
    /// 16 bytes for each stream.
    #[tsify(type = "Uint8Array")]
    pub vectors: Bytes,
    /// Where the data of each starts and ends in the source.
    pub ranges: Vec<u64>,
}

/// Some objects that are written at once.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteBatch {
    /// What is to be done before they can be, each by itself.
    pub jobs: Vec<RewriteJob>,
    /// What is to be done before they can be, all at once; there are no jobs then.
    #[tsify(type = "RewriteChain | null")]
    pub chain: Option<RewriteChain>,
    /// Bytes of the source that were dealt with, these included.
    pub done: u64,
    /// All bytes of the source.
    pub total: u64,
}

/// Bytes of the new file, and before which of them the result of each job belongs.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RewriteText {
    /// The bytes without the results.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
    /// One for each job.
    pub cuts: Vec<usize>,
}

/// Bytes that take the place of as many others.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// Where they stand.
    pub start: u64,
    /// Where they end.
    pub end: u64,
    /// What is to stand there.
    #[tsify(type = "Uint8Array")]
    pub bytes: Bytes,
}
