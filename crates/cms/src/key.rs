//! Public keys, signature schemes, and whether a signature belongs to a key.

use p256::ecdsa::signature::hazmat::PrehashVerifier;
use rsa::pkcs1::DecodeRsaPublicKey;
use rsa::traits::PublicKeyParts;

use crate::asn1::{
    INTEGER, NULL, OID, Reader, SEQUENCE, Value, context, encode, encode_oid, encode_parts,
    encode_unsigned, only,
};
use crate::digest::{DigestAlgorithm, read_identifier};
use crate::error::CmsError;
use crate::{oid, policy};

/// How a signature value is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureScheme {
    /// RSASSA-PKCS1-v1_5.
    RsaPkcs1(DigestAlgorithm),
    /// RSASSA-PSS with MGF1 over the same digest.
    RsaPss {
        /// Digest of message and mask.
        digest: DigestAlgorithm,
        /// Bytes of salt.
        salt: usize,
    },
    /// ECDSA over the digest.
    Ecdsa(DigestAlgorithm),
    /// Ed25519 (RFC 8410), which signs the message itself.
    Ed25519,
}

impl SignatureScheme {
    /// The digest of the scheme; Ed25519 has none of its own.
    pub fn digest(self) -> Option<DigestAlgorithm> {
        match self {
            Self::RsaPkcs1(digest) | Self::RsaPss { digest, .. } | Self::Ecdsa(digest) => {
                Some(digest)
            }
            Self::Ed25519 => None,
        }
    }

    /// Reads an AlgorithmIdentifier. Plain `rsaEncryption`, as CMS allows it, takes `digest`.
    pub(crate) fn read(value: &Value<'_>, digest: DigestAlgorithm) -> Result<Self, CmsError> {
        let mut inside = value.inside();
        let algorithm = inside.expect(OID)?.oid()?;
        if algorithm == oid::RSA_PSS {
            let parameters = inside.expect(SEQUENCE)?;
            inside.finish()?;
            return read_pss(&parameters);
        }
        inside.optional(NULL)?;
        inside.finish()?;
        match algorithm.as_str() {
            oid::RSA => Ok(Self::RsaPkcs1(digest)),
            oid::RSA_SHA1 => Ok(Self::RsaPkcs1(DigestAlgorithm::Sha1)),
            oid::RSA_SHA256 => Ok(Self::RsaPkcs1(DigestAlgorithm::Sha256)),
            oid::RSA_SHA384 => Ok(Self::RsaPkcs1(DigestAlgorithm::Sha384)),
            oid::RSA_SHA512 => Ok(Self::RsaPkcs1(DigestAlgorithm::Sha512)),
            oid::ECDSA_SHA1 => Ok(Self::Ecdsa(DigestAlgorithm::Sha1)),
            oid::ECDSA_SHA256 => Ok(Self::Ecdsa(DigestAlgorithm::Sha256)),
            oid::ECDSA_SHA384 => Ok(Self::Ecdsa(DigestAlgorithm::Sha384)),
            oid::ECDSA_SHA512 => Ok(Self::Ecdsa(DigestAlgorithm::Sha512)),
            oid::ED25519 => Ok(Self::Ed25519),
            other => Err(CmsError::algorithm(format!(
                "signature algorithm {other} is not supported"
            ))),
        }
    }

    /// The AlgorithmIdentifier, PSS parameters explicit.
    pub(crate) fn identifier(self) -> Vec<u8> {
        let null: &[u8] = &[NULL, 0];
        let none: &[u8] = &[];
        let (name, parameters) = match self {
            Self::RsaPkcs1(DigestAlgorithm::Sha1) => (oid::RSA_SHA1, null),
            Self::RsaPkcs1(DigestAlgorithm::Sha256) => (oid::RSA_SHA256, null),
            Self::RsaPkcs1(DigestAlgorithm::Sha384) => (oid::RSA_SHA384, null),
            Self::RsaPkcs1(DigestAlgorithm::Sha512) => (oid::RSA_SHA512, null),
            Self::Ecdsa(DigestAlgorithm::Sha1) => (oid::ECDSA_SHA1, none),
            Self::Ecdsa(DigestAlgorithm::Sha256) => (oid::ECDSA_SHA256, none),
            Self::Ecdsa(DigestAlgorithm::Sha384) => (oid::ECDSA_SHA384, none),
            Self::Ecdsa(DigestAlgorithm::Sha512) => (oid::ECDSA_SHA512, none),
            Self::Ed25519 => (oid::ED25519, none),
            Self::RsaPss { digest, salt } => return pss_identifier(digest, salt),
        };
        encode_parts(SEQUENCE, &[&encode_oid(name), parameters])
    }
}

fn pss_identifier(digest: DigestAlgorithm, salt: usize) -> Vec<u8> {
    let hash = encode_parts(SEQUENCE, &[&encode_oid(digest.oid()), &[NULL, 0]]);
    let mask = encode_parts(SEQUENCE, &[&encode_oid(oid::MGF1), &hash]);
    let salt = encode_unsigned(&salt.to_be_bytes());
    let parameters = encode_parts(
        SEQUENCE,
        &[
            &encode(context(0), &hash),
            &encode(context(1), &mask),
            &encode(context(2), &salt),
        ],
    );
    encode_parts(SEQUENCE, &[&encode_oid(oid::RSA_PSS), &parameters])
}

fn read_pss(parameters: &Value<'_>) -> Result<SignatureScheme, CmsError> {
    let mut inside = parameters.inside();
    let digest = match inside.optional(context(0))? {
        Some(hash) => read_identifier(&mut hash.inside())?,
        None => DigestAlgorithm::Sha1,
    };
    let mask = match inside.optional(context(1))? {
        Some(mask) => read_mask(&mask)?,
        None => DigestAlgorithm::Sha1,
    };
    let salt = match inside.optional(context(2))? {
        Some(salt) => salt.inside().expect(INTEGER)?.small_integer()?,
        None => 20,
    };
    let trailer = match inside.optional(context(3))? {
        Some(trailer) => trailer.inside().expect(INTEGER)?.small_integer()?,
        None => 1,
    };
    inside.finish()?;
    if mask != digest || trailer != 1 || salt > 512 {
        return Err(CmsError::algorithm(
            "PSS with another digest in the mask, or another trailer, is not supported",
        ));
    }
    Ok(SignatureScheme::RsaPss {
        digest,
        salt: salt as usize,
    })
}

fn read_mask(value: &Value<'_>) -> Result<DigestAlgorithm, CmsError> {
    let mut inside = Reader::new(value.content).expect(SEQUENCE)?.inside();
    if inside.expect(OID)?.oid()? != oid::MGF1 {
        return Err(CmsError::algorithm(
            "a mask that is not MGF1 is not supported",
        ));
    }
    read_identifier(&mut inside)
}

/// A public key of a certificate.
#[derive(Debug, Clone)]
pub enum PublicKey {
    /// RSA.
    Rsa(Box<rsa::RsaPublicKey>),
    /// NIST P-256.
    P256(Box<p256::ecdsa::VerifyingKey>),
    /// NIST P-384.
    P384(Box<p384::ecdsa::VerifyingKey>),
    /// NIST P-521.
    P521(Box<p521::ecdsa::VerifyingKey>),
    /// Ed25519.
    Ed25519(Box<ed25519_dalek::VerifyingKey>),
}

impl PublicKey {
    /// Reads a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
    ///
    /// # Errors
    /// `cms_encoding` for broken DER, `algorithm_unsupported` for keys of other kinds, RSA keys that are broken, too small or too
    /// large, and points that are not on their curve.
    pub fn read(spki: &[u8]) -> Result<Self, CmsError> {
        let mut inside = only(spki, SEQUENCE)?.inside();
        let mut algorithm = inside.expect(SEQUENCE)?.inside();
        let bits = inside.any()?.bits()?;
        inside.finish()?;
        match algorithm.expect(OID)?.oid()?.as_str() {
            oid::RSA | oid::RSA_PSS => rsa::RsaPublicKey::from_pkcs1_der(bits)
                .map(|key| Self::Rsa(Box::new(key)))
                .map_err(|_| CmsError::algorithm("the RSA key is broken, too small or too large")),
            oid::EC => read_curve(&algorithm.expect(OID)?.oid()?, bits),
            oid::ED25519 => bits
                .try_into()
                .ok()
                .and_then(|bytes| ed25519_dalek::VerifyingKey::from_bytes(bytes).ok())
                .map(|key| Self::Ed25519(Box::new(key)))
                .ok_or_else(|| CmsError::algorithm("the Ed25519 key is broken")),
            other => Err(CmsError::algorithm(format!(
                "key type {other} is not supported"
            ))),
        }
    }

    /// Name of the key's kind, for people: `RSA 2048`, `P-256`.
    pub fn describe(&self) -> String {
        match self {
            Self::Rsa(key) => format!("RSA {}", key.n().bits()),
            Self::P256(_) => "P-256".to_owned(),
            Self::P384(_) => "P-384".to_owned(),
            Self::P521(_) => "P-521".to_owned(),
            Self::Ed25519(_) => "Ed25519".to_owned(),
        }
    }

    /// From when keys of its kind and size no longer count, in seconds since 1970; `None` while they do.
    pub fn ends(&self) -> Option<i64> {
        match self {
            Self::Rsa(key) => policy::rsa_end(key.n().bits()),
            Self::P256(_) | Self::P384(_) | Self::P521(_) | Self::Ed25519(_) => None,
        }
    }

    /// The digest that fits the strength of the key.
    pub fn natural_digest(&self) -> DigestAlgorithm {
        match self {
            Self::Rsa(_) | Self::P256(_) => DigestAlgorithm::Sha256,
            Self::P384(_) => DigestAlgorithm::Sha384,
            // RFC 8419 allows nothing else with Ed25519.
            Self::P521(_) | Self::Ed25519(_) => DigestAlgorithm::Sha512,
        }
    }

    /// The scheme this key signs with.
    pub fn scheme(&self, digest: DigestAlgorithm, pss: bool) -> SignatureScheme {
        match self {
            Self::Rsa(_) if pss => SignatureScheme::RsaPss {
                digest,
                salt: digest.size(),
            },
            Self::Rsa(_) => SignatureScheme::RsaPkcs1(digest),
            Self::P256(_) | Self::P384(_) | Self::P521(_) => SignatureScheme::Ecdsa(digest),
            Self::Ed25519(_) => SignatureScheme::Ed25519,
        }
    }

    /// Most bytes that a signature value of this key takes.
    pub fn signature_size(&self) -> usize {
        match self {
            Self::Rsa(key) => key.size(),
            Self::P256(_) => 72,
            Self::P384(_) => 104,
            Self::P521(_) => 139,
            Self::Ed25519(_) => 64,
        }
    }

    fn coordinate_size(&self) -> Option<usize> {
        match self {
            Self::P256(_) => Some(32),
            Self::P384(_) => Some(48),
            Self::P521(_) => Some(66),
            Self::Rsa(_) | Self::Ed25519(_) => None,
        }
    }

    /// True when `signature` over `message` was made with this key.
    /// ```
    /// # use countersign_cms::testing::{TestCertificate, TestKey};
    /// use countersign_cms::DigestAlgorithm;
    /// # let certificate = TestCertificate::root("Alice", 2).make();
    /// # let sign = |message: &[u8]| TestKey::new(2).sign(message);
    /// let key = certificate.public_key()?;
    /// let scheme = key.scheme(DigestAlgorithm::Sha256, false);
    /// // ECDSA comes as `r ‖ s` from WebCrypto; CMS has it as DER.
    /// let value = key.cms_value(&sign(b"what is signed"));
    /// assert!(key.verifies(scheme, b"what is signed", &value));
    /// assert!(!key.verifies(scheme, b"something else", &value));
    /// # Ok::<(), countersign_cms::CmsError>(())
    /// ```
    pub fn verifies(&self, scheme: SignatureScheme, message: &[u8], signature: &[u8]) -> bool {
        match (self, scheme.digest()) {
            (_, Some(digest)) => self.verifies_digest(scheme, &digest.digest(message), signature),
            // Strictly: a key of small order would fit any message.
            (Self::Ed25519(key), None) => ed25519_dalek::Signature::from_slice(signature)
                .is_ok_and(|signature| key.verify_strict(message, &signature).is_ok()),
            (_, None) => false,
        }
    }

    /// The same where only the digest of the message is at hand.
    pub fn verifies_digest(&self, scheme: SignatureScheme, digest: &[u8], value: &[u8]) -> bool {
        match (self, scheme) {
            (Self::Rsa(key), SignatureScheme::RsaPkcs1(algorithm)) => {
                verifies_pkcs1(key, algorithm, digest, value)
            }
            (Self::Rsa(key), SignatureScheme::RsaPss { digest: hash, salt }) => {
                verifies_pss(key, hash, salt, digest, value)
            }
            (Self::P256(key), SignatureScheme::Ecdsa(_)) => p256::ecdsa::Signature::from_der(value)
                .is_ok_and(|value| key.verify_prehash(&widened(digest, 32), &value).is_ok()),
            (Self::P384(key), SignatureScheme::Ecdsa(_)) => p384::ecdsa::Signature::from_der(value)
                .is_ok_and(|value| key.verify_prehash(&widened(digest, 48), &value).is_ok()),
            (Self::P521(key), SignatureScheme::Ecdsa(_)) => p521::ecdsa::Signature::from_der(value)
                .is_ok_and(|value| key.verify_prehash(&widened(digest, 66), &value).is_ok()),
            _ => false,
        }
    }

    /// The signature value as CMS wants it: WebCrypto and PKCS#11 give ECDSA as raw `r ‖ s`.
    pub fn cms_value(&self, value: &[u8]) -> Vec<u8> {
        match self.coordinate_size() {
            Some(size) if value.len() == 2 * size => ecdsa_to_der(value),
            _ => value.to_vec(),
        }
    }
}

fn read_curve(curve: &str, point: &[u8]) -> Result<PublicKey, CmsError> {
    let broken = || CmsError::algorithm("the elliptic curve key is broken");
    match curve {
        oid::P256 => p256::ecdsa::VerifyingKey::from_sec1_bytes(point)
            .map(|key| PublicKey::P256(Box::new(key)))
            .map_err(|_| broken()),
        oid::P384 => p384::ecdsa::VerifyingKey::from_sec1_bytes(point)
            .map(|key| PublicKey::P384(Box::new(key)))
            .map_err(|_| broken()),
        oid::P521 => p521::ecdsa::VerifyingKey::from_sec1_bytes(point)
            .map(|key| PublicKey::P521(Box::new(key)))
            .map_err(|_| broken()),
        other => Err(CmsError::algorithm(format!(
            "curve {other} is not supported"
        ))),
    }
}

/// ECDSA reads a digest as a number: one shorter than the curve is the same number with zeros.
fn widened(digest: &[u8], size: usize) -> Vec<u8> {
    let missing = size.saturating_sub(digest.len());
    let mut out = vec![0; missing];
    out.extend_from_slice(digest);
    out
}

fn verifies_pkcs1(
    key: &rsa::RsaPublicKey,
    algorithm: DigestAlgorithm,
    digest: &[u8],
    value: &[u8],
) -> bool {
    use rsa::Pkcs1v15Sign;
    let scheme = match algorithm {
        DigestAlgorithm::Sha1 => Pkcs1v15Sign::new::<sha1::Sha1>(),
        DigestAlgorithm::Sha256 => Pkcs1v15Sign::new::<sha2::Sha256>(),
        DigestAlgorithm::Sha384 => Pkcs1v15Sign::new::<sha2::Sha384>(),
        DigestAlgorithm::Sha512 => Pkcs1v15Sign::new::<sha2::Sha512>(),
    };
    key.verify(scheme, digest, value).is_ok()
}

fn verifies_pss(
    key: &rsa::RsaPublicKey,
    algorithm: DigestAlgorithm,
    salt: usize,
    digest: &[u8],
    value: &[u8],
) -> bool {
    use rsa::Pss;
    let result = match algorithm {
        DigestAlgorithm::Sha1 => key.verify(Pss::<sha1::Sha1>::new_with_salt(salt), digest, value),
        DigestAlgorithm::Sha256 => {
            key.verify(Pss::<sha2::Sha256>::new_with_salt(salt), digest, value)
        }
        DigestAlgorithm::Sha384 => {
            key.verify(Pss::<sha2::Sha384>::new_with_salt(salt), digest, value)
        }
        DigestAlgorithm::Sha512 => {
            key.verify(Pss::<sha2::Sha512>::new_with_salt(salt), digest, value)
        }
    };
    result.is_ok()
}

/// Raw `r ‖ s` → `SEQUENCE { r INTEGER, s INTEGER }`.
pub fn ecdsa_to_der(raw: &[u8]) -> Vec<u8> {
    let (r, s) = raw.split_at(raw.len() / 2);
    encode_parts(SEQUENCE, &[&encode_unsigned(r), &encode_unsigned(s)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::signature::Signer;

    #[test]
    fn a_raw_ecdsa_value_becomes_der_and_verifies() {
        let key = p256::ecdsa::SigningKey::from_slice(&[7; 32]).unwrap();
        let public = PublicKey::P256(Box::new(*key.verifying_key()));
        let raw: p256::ecdsa::Signature = key.sign(b"message");
        let value = public.cms_value(&raw.to_vec());
        let scheme = public.scheme(DigestAlgorithm::Sha256, false);
        assert!(public.verifies(scheme, b"message", &value));
        assert!(!public.verifies(scheme, b"massage", &value));
        assert_eq!(public.cms_value(&value), value);
    }

    #[test]
    fn a_short_digest_fits_a_long_curve() {
        use p256::ecdsa::signature::hazmat::PrehashSigner;
        let key = p521::ecdsa::SigningKey::from_slice(&[1; 66]);
        let key = key.unwrap_or_else(|_| {
            let mut bytes = [1; 66];
            bytes[0] = 0;
            p521::ecdsa::SigningKey::from_slice(&bytes).unwrap()
        });
        let public = PublicKey::P521(Box::new(*key.verifying_key()));
        let digest = DigestAlgorithm::Sha256.digest(b"message");
        let raw: p521::ecdsa::Signature = key.sign_prehash(&widened(&digest, 66)).unwrap();
        let scheme = SignatureScheme::Ecdsa(DigestAlgorithm::Sha256);
        assert!(public.verifies(scheme, b"message", &public.cms_value(&raw.to_vec())));
    }

    #[test]
    fn pss_parameters_survive_both_ways() {
        let scheme = SignatureScheme::RsaPss {
            digest: DigestAlgorithm::Sha384,
            salt: 48,
        };
        let encoded = scheme.identifier();
        let value = only(&encoded, SEQUENCE).unwrap();
        assert_eq!(
            SignatureScheme::read(&value, DigestAlgorithm::Sha256),
            Ok(scheme)
        );
    }
}
