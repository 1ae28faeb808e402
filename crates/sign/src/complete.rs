//! Completion: verifies the signature value or time stamp and inserts it into the prepared revision.

use countersign_cms::{
    Certificate, CmsError, CmsErrorKind, DigestAlgorithm, SignatureScheme, SignedData,
    SignedDataParts, StampProblem, TimeStampRequest, checked_signature, signed_data, time,
};
use countersign_pdf::{Document, Tail};
use serde::{Deserialize, Serialize};

use crate::error::SignError;
use crate::ranges;
use crate::session::{Purpose, Session};

/// What a session is waiting for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SessionInfo {
    /// `rsaPkcs1`, `rsaPss`, `ecdsa` or `ed25519`; `timeStamp` for a document time stamp.
    pub scheme: String,
    /// Digest algorithm: `sha256`, `sha384` or `sha512`.
    pub digest: countersign_cms::DigestAlgorithm,
    /// Length in bytes of the document to which the tail is appended.
    pub base_length: u64,
    /// `/ByteRange` of the signature.
    pub byte_range: [u64; 4],
    /// Number of bytes reserved for the CMS.
    pub reserved: usize,
}

/// Reads what a session is waiting for.
///
/// # Errors
/// `sign_session` if it is malformed or of another version.
pub fn session_info(session: &[u8]) -> Result<SessionInfo, SignError> {
    let session = Session::read(session)?;
    let scheme = match &session.purpose {
        Purpose::TimeStamp { .. } => "timeStamp",
        Purpose::Signature(signing) | Purpose::Detached { signing, .. } => match signing.scheme {
            SignatureScheme::RsaPkcs1(_) => "rsaPkcs1",
            SignatureScheme::RsaPss { .. } => "rsaPss",
            SignatureScheme::Ecdsa(_) => "ecdsa",
            SignatureScheme::Ed25519 => "ed25519",
            SignatureScheme::PlainEcdsa(_) | SignatureScheme::Dsa(_) | SignatureScheme::Ed448 => {
                return Err(SignError::Session("its scheme is not signed with"));
            }
        },
    };
    Ok(SessionInfo {
        scheme: scheme.to_owned(),
        digest: session.digest,
        base_length: session.base_length,
        byte_range: session.byte_range,
        reserved: session.digits.1 / 2,
    })
}

/// Checks that `document` is the one that the session was prepared for. Completing does not need the document; use
/// this before requesting a signature for a session that was stored for long.
///
/// # Errors
/// `sign_document_changed` if it is another document; `sign_session` if the session is malformed.
pub fn check_document(session: &[u8], document: &Document) -> Result<(), SignError> {
    let session = Session::read(session)?;
    session.check_hashed()?;
    if document.len() != session.base_length {
        return Err(SignError::DocumentChanged);
    }
    match ranges::digest_of(document, &session)? == session.content_digest {
        true => Ok(()),
        false => Err(SignError::DocumentChanged),
    }
}

/// Completes a session with a signature value. ECDSA values may be raw (`r ‖ s`) or DER.
///
/// # Errors
/// `sign_mismatch` if the value was not made with the certificate's key over the prepared bytes; `sign_reserve` if the
/// CMS does not fit the reserved space.
pub fn complete_with_signature(session: &[u8], signature: &[u8]) -> Result<Tail, SignError> {
    complete(&Session::read(session)?, signature, None)
}

/// A time-stamp request and the authority's response.
#[derive(Debug, Clone, Copy)]
pub struct StampAnswer<'a> {
    /// The request that [`time_stamp_request`] returned.
    pub request: &'a [u8],
    /// The TimeStampResp.
    pub response: &'a [u8],
    /// Trust anchors of the time-stamp authority. Without any, the authority's path is validated only as far as it
    /// goes.
    pub anchors: &'a [Certificate],
}

/// Returns the DER of the time-stamp request for a signature value. The caller supplies a fresh random nonce of 8 to
/// 32 bytes. The signature value is verified first, so no request is made for a wrong one.
///
/// # Errors
/// `sign_mismatch` if the value does not verify; `timestamp_request` if nonce or policy is invalid.
pub fn time_stamp_request(
    session: &[u8],
    signature: &[u8],
    nonce: &[u8],
    policy: Option<&str>,
) -> Result<Vec<u8>, SignError> {
    let session = Session::read(session)?;
    let value = checked_value(&session, signature)?;
    request_over(&value, session.digest, nonce, policy).map(|it| it.encode())
}

/// Completes a session like [`complete_with_signature`], with a time stamp over the signature value.
///
/// # Errors
/// Those of [`complete_with_signature`]; an error `timestamp_…` if the response does not match the request or its
/// authority is not accepted; `sign_certificate_expired` if the signer's certificate was not valid at the time of the
/// stamp.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let document = countersign_pdf::Document::from_bytes(support::form())?;
/// # let options = alice.options(countersign_sign::SigningField::Existing("alice".to_owned()));
/// use countersign_sign::{StampAnswer, complete_with_time_stamp, prepare, time_stamp_request};
/// let prepared = prepare(&document, &options).expect("it can be signed");
/// let value = alice.key.sign(&prepared.tbs);
/// let request = time_stamp_request(&prepared.session, &value, &[9; 16], None).expect("the value is the key's");
/// # let stamped = countersign_cms::PublicKey::read(alice.certificate.make().key_info()).expect("a key").cms_value(&value);
/// # let response = support::granted(&support::authority().stamp(&stamped, support::NOW, Some(&[9; 16])));
/// // An authority answers with a TimeStampResp (RFC 3161).
/// let answer = StampAnswer { request: &request, response: &response, anchors: &[support::root().make()] };
/// let tail = complete_with_time_stamp(&prepared.session, &value, answer).expect("the stamp is the request's");
/// assert_eq!(tail.base_length, document.len());
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn complete_with_time_stamp(
    session: &[u8],
    signature: &[u8],
    answer: StampAnswer<'_>,
) -> Result<Tail, SignError> {
    let session = Session::read(session)?;
    let value = checked_value(&session, signature)?;
    let signing = session.signing()?;
    let token = accepted_token(&value, &signing.certificate, &signing.chain, answer)?;
    complete(&session, signature, Some(&token))
}

/// The token of an answer about this signature value, from a time at which the signer's certificate was valid.
pub(crate) fn accepted_token(
    value: &[u8],
    signer: &Certificate,
    pool: &[Certificate],
    answer: StampAnswer<'_>,
) -> Result<Vec<u8>, SignError> {
    let request = TimeStampRequest::read(answer.request).map_err(SignError::Request)?;
    if request.imprint() != request.digest().digest(value) {
        return Err(SignError::TimeStamp(StampProblem::Imprint));
    }
    let stamp = request
        .accept(answer.response, pool, answer.anchors)
        .map_err(SignError::TimeStamp)?;
    match signer.is_valid_at(stamp.time) {
        true => Ok(stamp.token),
        false => Err(SignError::CertificateExpired(time::iso(signer.not_after()))),
    }
}

pub(crate) fn request_over(
    bytes: &[u8],
    digest: DigestAlgorithm,
    nonce: &[u8],
    policy: Option<&str>,
) -> Result<TimeStampRequest, SignError> {
    let request =
        TimeStampRequest::new(digest, &digest.digest(bytes), nonce).map_err(SignError::Request)?;
    match policy {
        Some(policy) => request.with_policy(policy).map_err(SignError::Request),
        None => Ok(request),
    }
}

/// Verifies a signature value and returns it in the form CMS requires.
pub(crate) fn checked_value(session: &Session, signature: &[u8]) -> Result<Vec<u8>, SignError> {
    let signing = session.signing()?;
    let attributes = session.attributes()?;
    checked_signature(&signing.certificate, signing.scheme, &attributes, signature)
        .map_err(SignError::Mismatch)
}

fn complete(session: &Session, signature: &[u8], token: Option<&[u8]>) -> Result<Tail, SignError> {
    embed(session, &completed_cms(session, signature, token)?)
}

/// The CMS of a session with its verified signature value.
pub(crate) fn completed_cms(
    session: &Session,
    signature: &[u8],
    token: Option<&[u8]>,
) -> Result<Vec<u8>, SignError> {
    let signing = session.signing()?;
    let value = checked_value(session, signature)?;
    signed_data(SignedDataParts {
        certificate: &signing.certificate,
        chain: &signing.chain,
        digest: session.digest,
        scheme: signing.scheme,
        signed_attributes: &session.attributes()?,
        signature: &value,
        time_stamp: token,
    })
    .map_err(SignError::Mismatch)
}

/// Completes a session with a CMS that was made elsewhere. It must be a signature by the prepared certificate over the
/// prepared bytes and have the PAdES signed attributes: a signing certificate and no signing time.
///
/// # Errors
/// `sign_mismatch` for a CMS that does not belong to the session, `sign_cms_not_der` for BER, `sign_reserve` if it
/// does not fit the reserved space.
pub fn complete_with_cms(session: &[u8], cms: &[u8]) -> Result<Tail, SignError> {
    let session = Session::read(session)?;
    let signing = session.signing()?;
    let signed = SignedData::read(cms).map_err(SignError::Mismatch)?;
    if !signed.is_der() {
        return Err(SignError::NotDer);
    }
    let check = signed.check(&session.content_digest);
    let signer = signed.signer();
    let weak = signer.map(|it| it.weaknesses(check.signer.as_ref(), i64::MAX));
    let problem = check
        .findings
        .iter()
        .chain(weak.iter().flatten())
        .find(|finding| finding.severity == countersign_cms::Severity::Error)
        .map(|finding| finding.message.as_str());
    let names_itself =
        signer.is_some_and(|signer| signer.has_signing_certificate() && !signer.has_signing_time());
    let foreign = check.signer.as_ref() != Some(&signing.certificate);
    let problem = match (problem, foreign, names_itself) {
        (Some(problem), ..) => problem,
        (None, true, _) => "it is another signer's",
        (None, false, false) => "its signed attributes are not those of PAdES",
        (None, false, true) if signed.length() != cms.len() => "bytes follow it",
        (None, false, true) => return embed(&session, cms),
    };
    Err(SignError::Mismatch(CmsError::new(
        CmsErrorKind::Signature,
        format!("the CMS does not belong here: {problem}"),
    )))
}

/// Writes DER into the `/Contents` gap of the session's revision.
pub(crate) fn embed(session: &Session, der: &[u8]) -> Result<Tail, SignError> {
    if session.is_detached() {
        return Err(SignError::Session(
            "its signature is kept beside the content",
        ));
    }
    let (start, length) = session.digits;
    let digits = countersign_cms::hex(der).into_bytes();
    if digits.len() > length {
        return Err(SignError::Reserve {
            needed: der.len(),
            reserved: length / 2,
        });
    }
    let mut bytes = session.tail.clone();
    let place = bytes
        .get_mut(start..start + digits.len())
        .ok_or(SignError::Layout("the signature's place"))?;
    place.copy_from_slice(&digits);
    Ok(Tail {
        base_length: session.base_length,
        bytes,
    })
}
