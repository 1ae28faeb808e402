//! Signatures that are kept beside their content (CAdES, EN 319 122-1), for content of any kind.
//!
//! The content itself is not read: the caller hashes it with the digest of the plan.

use countersign_cms::{
    CmsError, CmsErrorKind, DigestAlgorithm, SignedData, SignerInfo, with_time_stamp,
};

use crate::complete::{StampAnswer, accepted_token, checked_value, completed_cms, request_over};
use crate::error::SignError;
use crate::session::{Purpose, Session};
use crate::signer::{Choice, Signer};

/// Options for a detached signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetachedOptions {
    /// The signer's certificate, DER or PEM.
    pub certificate: Vec<u8>,
    /// Issuer certificates in any order, DER or PEM. A PEM file may contain several.
    pub chain: Vec<Vec<u8>>,
    /// Digest algorithm. Defaults to the one that fits the key.
    pub digest: Option<DigestAlgorithm>,
    /// Use RSASSA-PSS instead of PKCS#1 v1.5 for RSA keys.
    pub pss: bool,
    /// Signing time by the caller's clock, in seconds since 1970 (the signed attribute signing-time).
    pub signing_time: i64,
}

/// A detached signature that waits for the digest of its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetachedPlan {
    /// Session for [`crate::bind`], plain bytes to store or send.
    pub session: Vec<u8>,
    /// Digest algorithm of the content.
    pub digest: DigestAlgorithm,
}

/// Plans a detached signature. Hash the content with the plan's digest, and add it with [`crate::bind`].
///
/// # Errors
/// Those of [`crate::prepare`] about certificate, chain and key.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let (certificate, now) = (alice.certificate.make().der().to_vec(), support::NOW);
/// use countersign_sign::{DetachedOptions, bind, complete_detached, plan_detached};
/// let options = DetachedOptions { certificate, chain: vec![], digest: None, pss: false, signing_time: now };
/// let plan = plan_detached(&options).expect("the certificate is for signing");
/// let prepared = bind(&plan.session, &plan.digest.digest(b"<html/>")).expect("the digest has its length");
/// let value = alice.key.sign(&prepared.tbs);
/// let cms = complete_detached(&prepared.session, &value, None).expect("the value is the key's");
/// assert!(countersign_cms::SignedData::read(&cms).is_ok_and(|signed| signed.content().is_none()));
/// ```
pub fn plan_detached(options: &DetachedOptions) -> Result<DetachedPlan, SignError> {
    let Signer { signing, digest } = Signer::chosen(Choice {
        certificate: &options.certificate,
        chain: &options.chain,
        digest: options.digest,
        pss: options.pss,
        signing_time: options.signing_time,
    })?;
    let session = Session {
        digest,
        base_length: 0,
        byte_range: [0; 4],
        digits: (0, 0),
        content_digest: Vec::new(),
        purpose: Purpose::Detached {
            signing: Box::new(signing),
            time: options.signing_time,
        },
        tail: Vec::new(),
    };
    Ok(DetachedPlan {
        session: session.write(),
        digest,
    })
}

/// Completes a detached signature: the DER of its CMS, to be kept beside the content.
///
/// # Errors
/// Those of [`crate::complete_with_signature`] and [`crate::complete_with_time_stamp`]; `sign_session` for the session
/// of a signature in a document.
pub fn complete_detached(
    session: &[u8],
    signature: &[u8],
    answer: Option<StampAnswer<'_>>,
) -> Result<Vec<u8>, SignError> {
    let session = Session::read(session)?;
    if !session.is_detached() {
        return Err(SignError::Session("its signature is part of a document"));
    }
    let signing = session.signing()?;
    let value = checked_value(&session, signature)?;
    let token = answer
        .map(|answer| accepted_token(&value, &signing.certificate, &signing.chain, answer))
        .transpose()?;
    completed_cms(&session, signature, token.as_deref())
}

/// Returns the DER of a time-stamp request over the value of a finished detached signature. The caller supplies a fresh
/// random nonce of 8 to 32 bytes.
///
/// # Errors
/// `sign_mismatch` if the CMS can't be read; `timestamp_request` if nonce or policy is invalid.
pub fn detached_time_stamp_request(
    cms: &[u8],
    nonce: &[u8],
    policy: Option<&str>,
) -> Result<Vec<u8>, SignError> {
    let signed = read(cms)?;
    let signer = signer_of(&signed)?;
    let digest = signer.digest().map_err(SignError::Mismatch)?;
    request_over(signer.signature(), digest, nonce, policy).map(|it| it.encode())
}

/// Adds a time stamp to a finished detached signature. What is signed stays as it is.
///
/// # Errors
/// `sign_mismatch` if the CMS can't be read; an error `timestamp_…` if the response does not match the request or its
/// authority is not accepted; `sign_certificate_expired` if the signer's certificate was not valid at its time.
pub fn add_detached_time_stamp(cms: &[u8], answer: StampAnswer<'_>) -> Result<Vec<u8>, SignError> {
    let signed = read(cms)?;
    let value = signer_of(&signed)?.signature();
    let signer = signed
        .signer_certificate()
        .ok_or_else(|| refused("the certificate of the signer is not in the signature"))?;
    let token = accepted_token(value, signer, signed.certificates(), answer)?;
    with_time_stamp(cms, &token).map_err(SignError::Mismatch)
}

fn read(cms: &[u8]) -> Result<SignedData, SignError> {
    let signed = SignedData::read(cms).map_err(SignError::Mismatch)?;
    match signed.length() == cms.len() {
        true => Ok(signed),
        false => Err(refused("bytes follow the signature")),
    }
}

fn signer_of(signed: &SignedData) -> Result<&SignerInfo, SignError> {
    signed
        .signer()
        .ok_or_else(|| refused("the signature has no signer"))
}

fn refused(message: &str) -> SignError {
    SignError::Mismatch(CmsError::new(CmsErrorKind::Signature, message))
}
