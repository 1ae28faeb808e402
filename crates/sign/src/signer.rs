//! Certificate, chain, digest and scheme of the signer, determined before anything is written.

use countersign_cms::{
    Certificate, CmsError, CmsErrorKind, DigestAlgorithm, SignatureScheme, SignedDataParts, chain,
    may_sign_documents, signed_data, time,
};

use crate::error::SignError;
use crate::options::PrepareOptions;
use crate::session::Signing;

/// Tolerated difference in seconds between the clocks of signer and CA, for certificates issued just now.
const CLOCK_SKEW: i64 = 600;
/// Bytes reserved for a time stamp token with its chain.
pub(crate) const TIME_STAMP_ROOM: usize = 8_192;
/// Maximum bytes reserved. Larger signatures do not occur, and no verifier would read them.
pub(crate) const MAX_RESERVE: usize = 4 * 1024 * 1024;

pub(crate) struct Signer {
    pub(crate) signing: Signing,
    pub(crate) digest: DigestAlgorithm,
}

/// Who signs and how, whatever is signed.
pub(crate) struct Choice<'a> {
    pub(crate) certificate: &'a [u8],
    pub(crate) chain: &'a [Vec<u8>],
    pub(crate) digest: Option<DigestAlgorithm>,
    pub(crate) pss: bool,
    pub(crate) signing_time: i64,
}

impl Signer {
    pub(crate) fn new(options: &PrepareOptions) -> Result<Self, SignError> {
        Self::chosen(Choice {
            certificate: &options.certificate,
            chain: &options.chain,
            digest: options.digest,
            pss: options.pss,
            signing_time: options.signing_time,
        })
    }

    pub(crate) fn chosen(choice: Choice<'_>) -> Result<Self, SignError> {
        let mut pool = Certificate::read_all(choice.certificate).map_err(SignError::Certificate)?;
        let certificate = pool.remove(0);
        for bytes in choice.chain {
            pool.extend(Certificate::read_all(bytes).map_err(SignError::Certificate)?);
        }
        check_validity(&certificate, choice.signing_time)?;
        let key = certificate.public_key().map_err(SignError::Certificate)?;
        let digest = match choice.digest {
            Some(digest) if digest.can_sign() => digest,
            Some(_) | None => key.natural_digest(),
        };
        let scheme = key.scheme(digest, choice.pss);
        // Ed25519 requires SHA-512 for the signed attributes (RFC 8419).
        let digest = match scheme {
            SignatureScheme::Ed25519 => DigestAlgorithm::Sha512,
            SignatureScheme::RsaPkcs1(_)
            | SignatureScheme::RsaPss { .. }
            | SignatureScheme::Ecdsa(_)
            | SignatureScheme::PlainEcdsa(_)
            | SignatureScheme::Dsa(_)
            | SignatureScheme::Ed448 => digest,
        };
        let chain = chain(&certificate, &pool);
        Ok(Self {
            signing: Signing {
                scheme,
                certificate,
                chain,
            },
            digest,
        })
    }

    /// Maximum size of the CMS in bytes, including room for a time stamp.
    pub(crate) fn reserve(&self, options: &PrepareOptions) -> Result<usize, SignError> {
        if let Some(reserve) = options.reserve {
            return Ok(reserve.min(MAX_RESERVE));
        }
        let Signing {
            scheme,
            certificate,
            chain,
        } = &self.signing;
        let key = certificate.public_key().map_err(SignError::Certificate)?;
        let attributes = self
            .signing
            .attributes(&vec![0; self.digest.size()], self.digest);
        let size = signed_data(SignedDataParts {
            certificate,
            chain,
            digest: self.digest,
            scheme: *scheme,
            signed_attributes: &attributes,
            signature: &vec![0; key.signature_size()],
            time_stamp: None,
        })
        .map_err(SignError::Certificate)?
        .len();
        Ok(size + TIME_STAMP_ROOM)
    }
}

fn check_validity(certificate: &Certificate, at: i64) -> Result<(), SignError> {
    if at > certificate.not_after() {
        return Err(SignError::CertificateExpired(time::iso(
            certificate.not_after(),
        )));
    }
    if at.saturating_add(CLOCK_SKEW) < certificate.not_before() {
        return Err(SignError::CertificateNotYetValid(time::iso(
            certificate.not_before(),
        )));
    }
    if !may_sign_documents(certificate) {
        return Err(SignError::CertificateUsage);
    }
    let key = certificate.public_key().map_err(SignError::Certificate)?;
    if key.ends().is_some() {
        return Err(SignError::CertificateKey(key.describe()));
    }
    if !key.can_sign() {
        let message = format!("keys of the kind {} are only verified", key.describe());
        let cause = CmsError::new(CmsErrorKind::Algorithm, message);
        return Err(SignError::Certificate(cause));
    }
    Ok(())
}
