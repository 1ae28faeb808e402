//! The X.509 SIGNED type: the signed data, the algorithm and the signature value.

use crate::asn1::{BIT_STRING, Reader, SEQUENCE, Value};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::error::CmsError;
use crate::key::SignatureScheme;

/// Signed bytes and their signature.
#[derive(Debug, Clone)]
pub(crate) struct Signed {
    bytes: Vec<u8>,
    scheme: Result<SignatureScheme, CmsError>,
    signature: Vec<u8>,
    /// DER of the AlgorithmIdentifier, for comparison with the one inside the signed data.
    pub(crate) algorithm: Vec<u8>,
}

impl Signed {
    /// Reads the three parts. The caller handles any bytes after them.
    pub(crate) fn read<'a>(inside: &mut Reader<'a>) -> Result<(Self, Value<'a>), CmsError> {
        let signed = inside.expect(SEQUENCE)?;
        let algorithm = inside.expect(SEQUENCE)?;
        let signature = inside.expect(BIT_STRING)?.bits()?.to_vec();
        let read = Self {
            bytes: signed.whole.to_vec(),
            // A plain rsaEncryption identifier would not name the digest here. It does not occur in practice.
            scheme: SignatureScheme::read(&algorithm, DigestAlgorithm::Sha256),
            signature,
            algorithm: algorithm.whole.to_vec(),
        };
        Ok((read, signed))
    }

    /// Whether the key of `signer` made the signature.
    pub(crate) fn is_by(&self, signer: &Certificate) -> bool {
        match (&self.scheme, signer.public_key()) {
            (Ok(scheme), Ok(key)) => key.verifies(*scheme, &self.bytes, &self.signature),
            _ => false,
        }
    }

    /// Whether the signature uses a weak digest (SHA-1). Such data is not accepted as evidence.
    pub(crate) fn is_weak(&self) -> bool {
        let digest = self.scheme.as_ref().ok().and_then(|it| it.digest());
        digest.is_some_and(DigestAlgorithm::is_weak)
    }
}
