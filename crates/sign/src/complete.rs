//! Completing: the signature value comes back, is checked, and goes into its place.

use countersign_cms::{
    Hasher, SignatureScheme, SignedData, SignedDataParts, checked_signature, signed_data,
};
use countersign_pdf::{Document, Tail};
use serde::{Deserialize, Serialize};

use crate::error::SignError;
use crate::ranges;
use crate::session::Session;

/// What a session says about the signature that is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SessionInfo {
    /// `rsaPkcs1`, `rsaPss`, `ecdsa` or `ed25519`.
    pub scheme: String,
    /// `sha256`, `sha384` or `sha512`.
    pub digest: countersign_cms::DigestAlgorithm,
    /// Bytes of the document that the tail continues.
    pub base_length: u64,
    /// The byte range.
    pub byte_range: [u64; 4],
    /// Bytes reserved for the CMS.
    pub reserved: usize,
}

/// Reads what a session waits for.
pub fn session_info(session: &[u8]) -> Result<SessionInfo, SignError> {
    let session = Session::read(session)?;
    let scheme = match session.scheme {
        SignatureScheme::RsaPkcs1(_) => "rsaPkcs1",
        SignatureScheme::RsaPss { .. } => "rsaPss",
        SignatureScheme::Ecdsa(_) => "ecdsa",
        SignatureScheme::Ed25519 => "ed25519",
    };
    Ok(SessionInfo {
        scheme: scheme.to_owned(),
        digest: session.digest,
        base_length: session.base_length,
        byte_range: session.byte_range,
        reserved: session.digits.1 / 2,
    })
}

/// Fails unless `document` is the one that the session was prepared for. Completing does not need
/// the document; whoever stored a session for long may want to know before asking for a signature.
pub fn check_document(session: &[u8], document: &Document) -> Result<(), SignError> {
    let session = Session::read(session)?;
    if document.len() != session.base_length {
        return Err(SignError::DocumentChanged);
    }
    let mut hasher = Hasher::new(session.digest);
    ranges::hash_document(document, &mut hasher)?;
    ranges::hash_around(&session.tail, session.digits, &mut hasher);
    match hasher.finish() == session.content_digest {
        true => Ok(()),
        false => Err(SignError::DocumentChanged),
    }
}

/// Puts a signature value in: ECDSA raw (`r ‖ s`) or DER, RSA and Ed25519 as they are.
pub fn complete_with_signature(session: &[u8], signature: &[u8]) -> Result<Tail, SignError> {
    complete(Session::read(session)?, signature, None)
}

/// The same with a time stamp token over the signature value in its CMS form.
pub fn complete_with_time_stamp(
    session: &[u8],
    signature: &[u8],
    token: &[u8],
) -> Result<Tail, SignError> {
    complete(Session::read(session)?, signature, Some(token))
}

fn complete(session: Session, signature: &[u8], token: Option<&[u8]>) -> Result<Tail, SignError> {
    let value = checked_signature(
        &session.certificate,
        session.scheme,
        &session.tbs,
        signature,
    )
    .map_err(SignError::Mismatch)?;
    let cms = signed_data(SignedDataParts {
        certificate: &session.certificate,
        chain: &session.chain,
        digest: session.digest,
        scheme: session.scheme,
        signed_attributes: &session.tbs,
        signature: &value,
        time_stamp: token,
    })
    .map_err(SignError::Mismatch)?;
    embed(session, &cms)
}

/// Puts a whole CMS in that was made elsewhere. It must be a signature by the prepared certificate
/// over the prepared bytes.
pub fn complete_with_cms(session: &[u8], cms: &[u8]) -> Result<Tail, SignError> {
    let session = Session::read(session)?;
    let signed = SignedData::read(cms).map_err(SignError::Mismatch)?;
    let check = signed.check(&session.content_digest);
    let problem = check
        .findings
        .iter()
        .find(|finding| finding.severity == countersign_cms::Severity::Error);
    let foreign = check.signer.as_ref() != Some(&session.certificate);
    if problem.is_some() || foreign || signed.length() != cms.len() {
        let detail = problem.map_or("it is another signer's", |finding| finding.message.as_str());
        return Err(SignError::Mismatch(countersign_cms::CmsError::new(
            countersign_cms::CmsErrorKind::Signature,
            format!("the CMS does not belong here: {detail}"),
        )));
    }
    embed(session, cms)
}

fn embed(session: Session, cms: &[u8]) -> Result<Tail, SignError> {
    let (start, length) = session.digits;
    let digits = countersign_cms::hex(cms).into_bytes();
    if digits.len() > length {
        return Err(SignError::Reserve {
            needed: cms.len(),
            reserved: length / 2,
        });
    }
    let mut bytes = session.tail;
    let place = bytes
        .get_mut(start..start + digits.len())
        .ok_or(SignError::Layout("the signature's place"))?;
    place.copy_from_slice(&digits);
    Ok(Tail {
        base_length: session.base_length,
        bytes,
    })
}
