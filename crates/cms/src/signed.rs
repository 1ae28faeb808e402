//! SIGNED of X.509: some bytes, the algorithm, the signature value.

use crate::asn1::{BIT_STRING, Reader, SEQUENCE, Value};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::error::CmsError;
use crate::key::SignatureScheme;

/// Bytes and the signature over them.
#[derive(Debug, Clone)]
pub(crate) struct Signed {
    bytes: Vec<u8>,
    scheme: Result<SignatureScheme, CmsError>,
    signature: Vec<u8>,
    /// The AlgorithmIdentifier, to be compared with the one inside where there is one.
    pub(crate) algorithm: Vec<u8>,
}

impl Signed {
    /// Reads the three parts; what may follow them is the caller's.
    pub(crate) fn read<'a>(inside: &mut Reader<'a>) -> Result<(Self, Value<'a>), CmsError> {
        let signed = inside.expect(SEQUENCE)?;
        let algorithm = inside.expect(SEQUENCE)?;
        let signature = inside.expect(BIT_STRING)?.bits()?.to_vec();
        let read = Self {
            bytes: signed.whole.to_vec(),
            // Nothing says the digest of a plain rsaEncryption here, and nobody uses it.
            scheme: SignatureScheme::read(&algorithm, DigestAlgorithm::Sha256),
            signature,
            algorithm: algorithm.whole.to_vec(),
        };
        Ok((read, signed))
    }

    /// True when the key of `signer` made the signature.
    pub(crate) fn is_by(&self, signer: &Certificate) -> bool {
        match (&self.scheme, signer.public_key()) {
            (Ok(scheme), Ok(key)) => key.verifies(*scheme, &self.bytes, &self.signature),
            _ => false,
        }
    }

    /// True when it is made over SHA-1, which proves nothing.
    pub(crate) fn is_weak(&self) -> bool {
        let digest = self.scheme.as_ref().ok().and_then(|it| it.digest());
        digest.is_some_and(DigestAlgorithm::is_weak)
    }
}
