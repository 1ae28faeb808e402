//! Completing: the signature value comes back, is checked, and goes into its place.

use countersign_cms::{
    Certificate, CmsError, CmsErrorKind, DigestAlgorithm, SignatureScheme, SignedData,
    SignedDataParts, StampProblem, TimeStampRequest, checked_signature, signed_data, time,
};
use countersign_pdf::{Document, Tail};
use serde::{Deserialize, Serialize};

use crate::error::SignError;
use crate::ranges;
use crate::session::{Purpose, Session};

/// What a session says about the signature that is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SessionInfo {
    /// `rsaPkcs1`, `rsaPss`, `ecdsa` or `ed25519`; `timeStamp` for a document time stamp.
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
/// # Errors
/// A session that is broken, or of another version.
pub fn session_info(session: &[u8]) -> Result<SessionInfo, SignError> {
    let session = Session::read(session)?;
    let scheme = match &session.purpose {
        Purpose::TimeStamp { .. } => "timeStamp",
        Purpose::Signature(signing) => match signing.scheme {
            SignatureScheme::RsaPkcs1(_) => "rsaPkcs1",
            SignatureScheme::RsaPss { .. } => "rsaPss",
            SignatureScheme::Ecdsa(_) => "ecdsa",
            SignatureScheme::Ed25519 => "ed25519",
            SignatureScheme::Dsa(_) | SignatureScheme::Ed448 => {
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

/// Fails unless `document` is the one that the session was prepared for. Completing does not need
/// the document; whoever stored a session for long may want to know before asking for a signature.
///
/// # Errors
/// `sign_document_changed`, or a session that is broken.
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

/// Puts a signature value in: ECDSA raw (`r ‖ s`) or DER, RSA and Ed25519 as they are.
///
/// # Errors
/// A value that the certificate's key did not make over what was prepared, or a CMS that is larger
/// than its place.
pub fn complete_with_signature(session: &[u8], signature: &[u8]) -> Result<Tail, SignError> {
    complete(&Session::read(session)?, signature, None)
}

/// A time stamp that was asked for, and what the authority answered.
#[derive(Debug, Clone, Copy)]
pub struct StampAnswer<'a> {
    /// What [`time_stamp_request`] gave.
    pub request: &'a [u8],
    /// The TimeStampResp.
    pub response: &'a [u8],
    /// Certificates of which one has to vouch for the authority. Without any, the path is checked as
    /// far as it goes.
    pub anchors: &'a [Certificate],
}

/// What to ask a time-stamp authority for this signature value, as DER. The nonce is the caller's,
/// fresh and random. The value is checked first: nobody is asked about a wrong one.
///
/// # Errors
/// As of [`complete_with_signature`]; a nonce or policy that can't be asked with.
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

/// The same as [`complete_with_signature`], with a time stamp over the signature value.
///
/// # Errors
/// Also an answer that is not one to this request, or not by an authority that may stamp.
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
    let request = TimeStampRequest::read(answer.request).map_err(SignError::Request)?;
    if request.imprint() != request.digest().digest(&value) {
        return Err(SignError::TimeStamp(StampProblem::Imprint));
    }
    let signing = session.signing()?;
    let stamp = request
        .accept(answer.response, &signing.chain, answer.anchors)
        .map_err(SignError::TimeStamp)?;
    if !signing.certificate.is_valid_at(stamp.time) {
        return Err(SignError::CertificateExpired(time::iso(
            signing.certificate.not_after(),
        )));
    }
    complete(&session, signature, Some(&stamp.token))
}

fn request_over(
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

/// The value in the form that CMS wants, once it is known to belong here.
fn checked_value(session: &Session, signature: &[u8]) -> Result<Vec<u8>, SignError> {
    let signing = session.signing()?;
    let attributes = signing.attributes(&session.content_digest, session.digest);
    checked_signature(&signing.certificate, signing.scheme, &attributes, signature)
        .map_err(SignError::Mismatch)
}

fn complete(session: &Session, signature: &[u8], token: Option<&[u8]>) -> Result<Tail, SignError> {
    let signing = session.signing()?;
    let value = checked_value(session, signature)?;
    let cms = signed_data(SignedDataParts {
        certificate: &signing.certificate,
        chain: &signing.chain,
        digest: session.digest,
        scheme: signing.scheme,
        signed_attributes: &signing.attributes(&session.content_digest, session.digest),
        signature: &value,
        time_stamp: token,
    })
    .map_err(SignError::Mismatch)?;
    embed(session, &cms)
}

/// Puts a whole CMS in that was made elsewhere. It must be a signature by the prepared certificate
/// over the prepared bytes, and name that certificate as PAdES asks.
///
/// # Errors
/// `sign_mismatch` for a CMS that does not belong here, `sign_cms_not_der` for one that is BER,
/// `sign_reserve` for one that is too large.
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

/// Puts DER into the gap of the session's revision.
pub(crate) fn embed(session: &Session, der: &[u8]) -> Result<Tail, SignError> {
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
