//! Public keys, signature schemes, and signature verification.

use p256::ecdsa::signature::hazmat::PrehashVerifier;
use rsa::traits::PublicKeyParts;

use crate::asn1::{
    INTEGER, NULL, OID, Reader, SEQUENCE, Value, context, encode, encode_oid, encode_parts,
    encode_unsigned, only,
};
use crate::digest::{DigestAlgorithm, read_identifier};
use crate::dsa::DsaKey;
use crate::ed448::Ed448Key;
use crate::error::CmsError;
use crate::weierstrass::{Brainpool, WeierstrassKey};
use crate::{oid, policy, rsa_padding, verification_cache};

/// A signature scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureScheme {
    /// RSASSA-PKCS1-v1_5.
    RsaPkcs1(DigestAlgorithm),
    /// RSASSA-PSS with MGF1.
    RsaPss {
        /// Digest algorithm of the message.
        digest: DigestAlgorithm,
        /// Digest algorithm of the mask generation function.
        mask: DigestAlgorithm,
        /// Length of the salt, in bytes.
        salt: usize,
    },
    /// ECDSA over the digest.
    Ecdsa(DigestAlgorithm),
    /// ECDSA whose value is `r ‖ s` (BSI TR-03111, 5.2.1), as some German cards write it. Only verified.
    PlainEcdsa(DigestAlgorithm),
    /// DSA over the digest.
    Dsa(DigestAlgorithm),
    /// Ed25519 (RFC 8410). Signs the message itself.
    Ed25519,
    /// Ed448 (RFC 8410). Signs the message itself.
    Ed448,
}

/// Kinds of schemes whose identifiers name a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemeKind {
    Rsa,
    Ecdsa,
    PlainEcdsa,
    Dsa,
}

/// Schemes by object identifier.
const SCHEMES: [(&str, SchemeKind, DigestAlgorithm); 29] = {
    use DigestAlgorithm::{Sha1, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512};
    use SchemeKind::{Dsa, Ecdsa, PlainEcdsa, Rsa};
    [
        (oid::RSA_SHA1, Rsa, Sha1),
        (oid::RSA_SHA224, Rsa, Sha224),
        (oid::RSA_SHA256, Rsa, Sha256),
        (oid::RSA_SHA384, Rsa, Sha384),
        (oid::RSA_SHA512, Rsa, Sha512),
        (oid::RSA_SHA3_256, Rsa, Sha3_256),
        (oid::RSA_SHA3_384, Rsa, Sha3_384),
        (oid::RSA_SHA3_512, Rsa, Sha3_512),
        (oid::ECDSA_SHA1, Ecdsa, Sha1),
        (oid::ECDSA_SHA224, Ecdsa, Sha224),
        (oid::ECDSA_SHA256, Ecdsa, Sha256),
        (oid::ECDSA_SHA384, Ecdsa, Sha384),
        (oid::ECDSA_SHA512, Ecdsa, Sha512),
        (oid::ECDSA_SHA3_256, Ecdsa, Sha3_256),
        (oid::ECDSA_SHA3_384, Ecdsa, Sha3_384),
        (oid::ECDSA_SHA3_512, Ecdsa, Sha3_512),
        (oid::ECDSA_PLAIN_SHA224, PlainEcdsa, Sha224),
        (oid::ECDSA_PLAIN_SHA256, PlainEcdsa, Sha256),
        (oid::ECDSA_PLAIN_SHA384, PlainEcdsa, Sha384),
        (oid::ECDSA_PLAIN_SHA512, PlainEcdsa, Sha512),
        (oid::DSA_SHA1, Dsa, Sha1),
        (oid::DSA_SHA224, Dsa, Sha224),
        (oid::DSA_SHA256, Dsa, Sha256),
        (oid::DSA_SHA384, Dsa, Sha384),
        (oid::DSA_SHA512, Dsa, Sha512),
        (oid::DSA_SHA3_256, Dsa, Sha3_256),
        (oid::DSA_SHA3_384, Dsa, Sha3_384),
        (oid::DSA_SHA3_512, Dsa, Sha3_512),
        // sha1WithRSASignature, an older identifier of the same scheme (OIW).
        ("1.3.14.3.2.29", Rsa, Sha1),
    ]
};

/// Kind and digest of a signature algorithm identifier.
pub(crate) fn scheme_of(dotted: &str) -> Option<(SchemeKind, DigestAlgorithm)> {
    let found = SCHEMES.iter().find(|(oid, ..)| *oid == dotted);
    found.map(|(_, kind, digest)| (*kind, *digest))
}

impl SchemeKind {
    fn with(self, digest: DigestAlgorithm) -> SignatureScheme {
        match self {
            Self::Rsa => SignatureScheme::RsaPkcs1(digest),
            Self::Ecdsa => SignatureScheme::Ecdsa(digest),
            Self::PlainEcdsa => SignatureScheme::PlainEcdsa(digest),
            Self::Dsa => SignatureScheme::Dsa(digest),
        }
    }
}

impl SignatureScheme {
    /// Digest algorithm of the scheme; `None` for Ed25519 and Ed448.
    pub fn digest(self) -> Option<DigestAlgorithm> {
        match self {
            Self::RsaPkcs1(digest)
            | Self::RsaPss { digest, .. }
            | Self::Ecdsa(digest)
            | Self::PlainEcdsa(digest)
            | Self::Dsa(digest) => Some(digest),
            Self::Ed25519 | Self::Ed448 => None,
        }
    }

    /// Reads an AlgorithmIdentifier. For plain `rsaEncryption`, which CMS allows, and for key types, which some
    /// programs write instead, the digest is `digest`.
    pub(crate) fn read(value: &Value<'_>, digest: DigestAlgorithm) -> Result<Self, CmsError> {
        let mut inside = value.inside();
        let algorithm = inside.expect(OID)?.oid()?;
        if algorithm == oid::RSA_PSS {
            let parameters = inside.expect(SEQUENCE)?;
            inside.finish()?;
            return read_pss(&parameters);
        }
        let unsupported =
            || CmsError::algorithm(format!("signature algorithm {algorithm} is not supported"));
        let scheme = match algorithm.as_str() {
            oid::RSA => Self::RsaPkcs1(digest),
            oid::EC => Self::Ecdsa(digest),
            oid::DSA => Self::Dsa(digest),
            oid::ED25519 => Self::Ed25519,
            oid::ED448 => Self::Ed448,
            other => match scheme_of(other) {
                Some((kind, digest)) => kind.with(digest),
                None => return Err(unsupported()),
            },
        };
        if matches!(scheme, Self::PlainEcdsa(_)) {
            // Some cards name the curve here. That of the key counts.
            inside.optional(OID)?;
        }
        inside.optional(NULL)?;
        inside.finish()?;
        Ok(scheme)
    }

    /// AlgorithmIdentifier, with explicit PSS parameters.
    pub(crate) fn identifier(self) -> Vec<u8> {
        let (kind, digest) = match self {
            Self::RsaPkcs1(digest) => (SchemeKind::Rsa, digest),
            Self::Ecdsa(digest) => (SchemeKind::Ecdsa, digest),
            Self::PlainEcdsa(digest) => (SchemeKind::PlainEcdsa, digest),
            Self::Dsa(digest) => (SchemeKind::Dsa, digest),
            Self::Ed25519 => return encode_parts(SEQUENCE, &[&encode_oid(oid::ED25519)]),
            Self::Ed448 => return encode_parts(SEQUENCE, &[&encode_oid(oid::ED448)]),
            Self::RsaPss { digest, mask, salt } => return pss_identifier(digest, mask, salt),
        };
        let mut schemes = SCHEMES.iter();
        let found = schemes.find(|(_, one, with)| (*one, *with) == (kind, digest));
        let name = found.map_or(oid::RSA, |(oid, ..)| *oid);
        let parameters: &[u8] = match kind {
            SchemeKind::Rsa => &[NULL, 0],
            SchemeKind::Ecdsa | SchemeKind::PlainEcdsa | SchemeKind::Dsa => &[],
        };
        encode_parts(SEQUENCE, &[&encode_oid(name), parameters])
    }
}

fn pss_identifier(digest: DigestAlgorithm, mask: DigestAlgorithm, salt: usize) -> Vec<u8> {
    let identifier =
        |it: DigestAlgorithm| encode_parts(SEQUENCE, &[&encode_oid(it.oid()), &[NULL, 0]]);
    let mask = encode_parts(SEQUENCE, &[&encode_oid(oid::MGF1), &identifier(mask)]);
    let salt = encode_unsigned(&salt.to_be_bytes());
    let parameters = encode_parts(
        SEQUENCE,
        &[
            &encode(context(0), &identifier(digest)),
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
    if trailer != 1 || salt > 512 {
        return Err(CmsError::algorithm(
            "PSS with another trailer, or such a long salt, is not supported",
        ));
    }
    Ok(SignatureScheme::RsaPss {
        digest,
        mask,
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

/// Public key of a certificate.
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
    /// A Brainpool curve (RFC 5639).
    Brainpool(Box<WeierstrassKey>),
    /// DSA.
    Dsa(Box<DsaKey>),
    /// Ed25519.
    Ed25519(Box<ed25519_dalek::VerifyingKey>),
    /// Ed448.
    Ed448(Box<Ed448Key>),
}

impl PublicKey {
    /// Reads a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` for malformed DER; `CmsErrorKind::Algorithm` for other kinds of keys, for RSA keys that are
    /// malformed, too small or too large, and for points that are not on their curve.
    pub fn read(spki: &[u8]) -> Result<Self, CmsError> {
        let mut inside = only(spki, SEQUENCE)?.inside();
        let mut algorithm = inside.expect(SEQUENCE)?.inside();
        let bits = inside.any()?.bits()?;
        inside.finish()?;
        match algorithm.expect(OID)?.oid()?.as_str() {
            oid::RSA | oid::RSA_PSS => read_rsa(bits).map(|key| Self::Rsa(Box::new(key))),
            oid::EC => match algorithm.optional(OID)? {
                Some(curve) => read_curve(&curve.oid()?, bits),
                None => Err(CmsError::algorithm(
                    "curves that are given by their numbers are not supported",
                )),
            },
            oid::DSA => DsaKey::read(&mut algorithm, bits).map(|key| Self::Dsa(Box::new(key))),
            oid::ED25519 => bits
                .try_into()
                .ok()
                .and_then(|bytes| ed25519_dalek::VerifyingKey::from_bytes(bytes).ok())
                .map(|key| Self::Ed25519(Box::new(key)))
                .ok_or_else(|| CmsError::algorithm("the Ed25519 key is broken")),
            oid::ED448 => Ed448Key::read(bits)
                .map(|key| Self::Ed448(Box::new(key)))
                .ok_or_else(|| CmsError::algorithm("the Ed448 key is broken")),
            other => Err(CmsError::algorithm(format!(
                "key type {other} is not supported"
            ))),
        }
    }

    /// Display name of the key's kind, such as `RSA 2048` or `P-256`.
    pub fn describe(&self) -> String {
        match self {
            Self::Rsa(key) => format!("RSA {}", key.n().bits()),
            Self::P256(_) => "P-256".to_owned(),
            Self::P384(_) => "P-384".to_owned(),
            Self::P521(_) => "P-521".to_owned(),
            Self::Brainpool(key) => key.name().describe().to_owned(),
            Self::Dsa(key) => format!("DSA {}", key.bits()),
            Self::Ed25519(_) => "Ed25519".to_owned(),
            Self::Ed448(_) => "Ed448".to_owned(),
        }
    }

    /// End of the period in which keys of this kind and size are acceptable, in seconds since 1970; `None` if it has
    /// no end yet.
    pub fn ends(&self) -> Option<i64> {
        match self {
            Self::Rsa(key) => policy::rsa_end(key.n().bits()),
            Self::Dsa(key) => policy::dsa_end(key.bits()),
            Self::P256(_) | Self::P384(_) | Self::P521(_) | Self::Brainpool(_) => None,
            Self::Ed25519(_) | Self::Ed448(_) => None,
        }
    }

    /// Whether the core creates signatures with this kind of key; the others are only verified.
    pub fn can_sign(&self) -> bool {
        let verified_only = matches!(self, Self::Brainpool(_) | Self::Dsa(_) | Self::Ed448(_));
        !verified_only && self.ends().is_none()
    }

    /// Digest algorithm that matches the strength of the key.
    pub fn natural_digest(&self) -> DigestAlgorithm {
        match self {
            Self::Rsa(_) | Self::P256(_) | Self::Dsa(_) => DigestAlgorithm::Sha256,
            Self::P384(_) => DigestAlgorithm::Sha384,
            Self::Brainpool(key) => match key.name() {
                Brainpool::P256r1 => DigestAlgorithm::Sha256,
                Brainpool::P384r1 => DigestAlgorithm::Sha384,
                Brainpool::P512r1 => DigestAlgorithm::Sha512,
            },
            // RFC 8419 allows no other digest with Ed25519 and Ed448.
            Self::P521(_) | Self::Ed25519(_) => DigestAlgorithm::Sha512,
            Self::Ed448(_) => DigestAlgorithm::Shake256,
        }
    }

    /// Signature scheme of this key with a digest. `pss` selects RSASSA-PSS for RSA keys.
    pub fn scheme(&self, digest: DigestAlgorithm, pss: bool) -> SignatureScheme {
        match self {
            Self::Rsa(_) if pss => SignatureScheme::RsaPss {
                digest,
                mask: digest,
                salt: digest.size(),
            },
            Self::Rsa(_) => SignatureScheme::RsaPkcs1(digest),
            Self::P256(_) | Self::P384(_) | Self::P521(_) | Self::Brainpool(_) => {
                SignatureScheme::Ecdsa(digest)
            }
            Self::Dsa(_) => SignatureScheme::Dsa(digest),
            Self::Ed25519(_) => SignatureScheme::Ed25519,
            Self::Ed448(_) => SignatureScheme::Ed448,
        }
    }

    /// Maximum size of a signature value of this key, in bytes.
    pub fn signature_size(&self) -> usize {
        match self {
            Self::Rsa(key) => key.size(),
            Self::P256(_) => 72,
            Self::P384(_) => 104,
            Self::P521(_) => 139,
            // Two INTEGERs with their headers, and the header of the SEQUENCE.
            Self::Brainpool(key) => 2 * key.name().size() + 9,
            Self::Dsa(key) => 2 * key.order_size() + 9,
            Self::Ed25519(_) => 64,
            Self::Ed448(_) => 114,
        }
    }

    fn coordinate_size(&self) -> Option<usize> {
        match self {
            Self::P256(_) => Some(32),
            Self::P384(_) => Some(48),
            Self::P521(_) => Some(66),
            Self::Brainpool(key) => Some(key.name().size()),
            Self::Dsa(key) => Some(key.order_size()),
            Self::Rsa(_) | Self::Ed25519(_) | Self::Ed448(_) => None,
        }
    }

    /// Verifies `signature` over `message`. ECDSA and DSA values are DER-encoded.
    ///
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
        match (self, scheme) {
            // Strict verification: a key of small order would accept a signature for any message.
            (Self::Ed25519(key), SignatureScheme::Ed25519) => {
                ed25519_dalek::Signature::from_slice(signature)
                    .is_ok_and(|signature| key.verify_strict(message, &signature).is_ok())
            }
            (Self::Ed448(key), SignatureScheme::Ed448) => key.verifies(message, signature),
            _ => scheme.digest().is_some_and(|digest| {
                self.verifies_digest(scheme, &digest.digest(message), signature)
            }),
        }
    }

    /// Verifies a signature when only the digest of the message is known. Always false for Ed25519 and Ed448.
    pub fn verifies_digest(&self, scheme: SignatureScheme, digest: &[u8], value: &[u8]) -> bool {
        let compute = || self.verify_digest_uncached(scheme, digest, value);
        match self.cache_key() {
            Some(key) => verification_cache::verify_cached(
                [&key, format!("{scheme:?}").as_bytes(), digest, value],
                compute,
            ),
            None => compute(),
        }
    }

    /// The key as bytes, with its kind; `None` for kinds that are rarely seen.
    fn cache_key(&self) -> Option<Vec<u8>> {
        let of = |kind: u8, point: &[u8]| Some([&[kind], point].concat());
        match self {
            Self::Rsa(key) => {
                let (modulus, exponent) = (key.n().to_be_bytes(), key.e().to_be_bytes());
                let length = (modulus.len() as u64).to_be_bytes();
                of(0, &[&length, &*modulus, &*exponent].concat())
            }
            Self::P256(key) => of(1, key.to_sec1_point(false).as_bytes()),
            Self::P384(key) => of(2, key.to_sec1_point(false).as_bytes()),
            Self::P521(key) => of(3, key.to_sec1_point(false).as_bytes()),
            Self::Brainpool(_) | Self::Dsa(_) | Self::Ed25519(_) | Self::Ed448(_) => None,
        }
    }

    fn verify_digest_uncached(&self, scheme: SignatureScheme, digest: &[u8], value: &[u8]) -> bool {
        use SignatureScheme::{Dsa, Ecdsa, PlainEcdsa, RsaPkcs1, RsaPss};
        match (self, scheme) {
            (Self::Rsa(key), RsaPkcs1(algorithm)) => {
                rsa_padding::verifies_pkcs1(key, algorithm, digest, value)
            }
            #[rustfmt::skip]
            (Self::Rsa(key), RsaPss { digest: hash, mask, salt }) => {
                rsa_padding::Pss { digest: hash, mask, salt }.verifies(key, digest, value)
            },
            (Self::P256(key), Ecdsa(_)) => p256::ecdsa::Signature::from_der(value)
                .is_ok_and(|value| key.verify_prehash(&widened(digest, 32), &value).is_ok()),
            (Self::P384(key), Ecdsa(_)) => p384::ecdsa::Signature::from_der(value)
                .is_ok_and(|value| key.verify_prehash(&widened(digest, 48), &value).is_ok()),
            (Self::P521(key), Ecdsa(_)) => p521::ecdsa::Signature::from_der(value)
                .is_ok_and(|value| key.verify_prehash(&widened(digest, 66), &value).is_ok()),
            (Self::Brainpool(key), Ecdsa(_)) => {
                read_pair(value).is_ok_and(|(r, s)| key.verifies(digest, r, s))
            }
            (_, PlainEcdsa(algorithm))
                if self.coordinate_size() == Some(value.len() / 2)
                    && value.len().is_multiple_of(2) =>
            {
                self.verifies_digest(Ecdsa(algorithm), digest, &ecdsa_to_der(value))
            }
            (Self::Dsa(key), Dsa(_)) => {
                read_pair(value).is_ok_and(|(r, s)| key.verifies(digest, r, s))
            }
            _ => false,
        }
    }

    /// Converts a signature value to the form CMS requires: raw ECDSA `r ‖ s` from WebCrypto or PKCS#11 becomes DER.
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
        oid::BRAINPOOL_P256R1 => read_brainpool(Brainpool::P256r1, point),
        oid::BRAINPOOL_P384R1 => read_brainpool(Brainpool::P384r1, point),
        oid::BRAINPOOL_P512R1 => read_brainpool(Brainpool::P512r1, point),
        other => Err(CmsError::algorithm(format!(
            "curve {other} is not supported"
        ))),
    }
}

fn read_brainpool(name: Brainpool, point: &[u8]) -> Result<PublicKey, CmsError> {
    WeierstrassKey::read(name, point)
        .map(|key| PublicKey::Brainpool(Box::new(key)))
        .ok_or_else(|| CmsError::algorithm("the elliptic curve key is broken"))
}

/// Reads an RSAPublicKey (RFC 8017, A.1.1). Estonian ID cards encode the modulus without its leading zero, which DER
/// reads as a negative number. The sign is ignored, because no modulus is negative.
fn read_rsa(bits: &[u8]) -> Result<rsa::RsaPublicKey, CmsError> {
    let mut inside = only(bits, SEQUENCE)?.inside();
    let modulus = inside.expect(INTEGER)?.content;
    let exponent = inside.expect(INTEGER)?.content;
    inside.finish()?;
    let number = rsa::BoxedUint::from_be_slice_vartime;
    rsa::RsaPublicKey::new(number(modulus), number(exponent))
        .map_err(|_| CmsError::algorithm("the RSA key is broken, too small or too large"))
}

/// Reads an Ecdsa-Sig-Value or Dss-Sig-Value (RFC 3279, 2.2.2 and 2.2.3).
fn read_pair(value: &[u8]) -> Result<(&[u8], &[u8]), CmsError> {
    let mut inside = only(value, SEQUENCE)?.inside();
    let (r, s) = (inside.expect(INTEGER)?, inside.expect(INTEGER)?);
    inside.finish()?;
    let is_negative = |it: &Value<'_>| it.content.first().is_none_or(|byte| byte & 0x80 != 0);
    match is_negative(&r) || is_negative(&s) {
        true => Err(CmsError::encoding("a part of the value is negative")),
        false => Ok((r.content, s.content)),
    }
}

/// Left-pads a digest with zeros. ECDSA reads it as a number, so the padding does not change its value.
fn widened(digest: &[u8], size: usize) -> Vec<u8> {
    let missing = size.saturating_sub(digest.len());
    let mut out = vec![0; missing];
    out.extend_from_slice(digest);
    out
}

/// Converts raw `r ‖ s` to `SEQUENCE { r INTEGER, s INTEGER }`.
pub fn ecdsa_to_der(raw: &[u8]) -> Vec<u8> {
    let (r, s) = raw.split_at(raw.len() / 2);
    encode_parts(SEQUENCE, &[&encode_unsigned(r), &encode_unsigned(s)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestCertificate, TestKey};
    use p256::ecdsa::signature::Signer;

    #[test]
    fn a_forged_value_is_refused_after_the_real_one_was_verified() {
        let key = TestCertificate::root("Alice", 2)
            .make()
            .public_key()
            .unwrap();
        let scheme = key.scheme(DigestAlgorithm::Sha256, false);
        let value = key.cms_value(&TestKey::new(2).sign(b"signed"));
        for _ in 0..2 {
            assert!(key.verifies(scheme, b"signed", &value));
            assert!(!key.verifies(scheme, b"forged", &value));
            let mut bent = value.clone();
            *bent.last_mut().unwrap() ^= 1;
            assert!(!key.verifies(scheme, b"signed", &bent));
        }
    }

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
    fn a_plain_ecdsa_value_is_verified_as_it_is() {
        let key = p256::ecdsa::SigningKey::from_slice(&[7; 32]).unwrap();
        let public = PublicKey::P256(Box::new(*key.verifying_key()));
        let raw: p256::ecdsa::Signature = key.sign(b"message");
        let (raw, der) = (raw.to_vec(), public.cms_value(&raw.to_vec()));
        let identifier = encode_parts(SEQUENCE, &[&encode_oid("0.4.0.127.0.7.1.1.4.1.3")]);
        let value = only(&identifier, SEQUENCE).unwrap();
        let scheme = SignatureScheme::read(&value, DigestAlgorithm::Sha512).unwrap();
        assert_eq!(scheme.identifier(), identifier);
        let parts = [encode_oid("0.4.0.127.0.7.1.1.4.1.3"), encode_oid(oid::P256)];
        let with_curve = encode_parts(SEQUENCE, &[&parts[0], &parts[1]]);
        let value = only(&with_curve, SEQUENCE).unwrap();
        assert_eq!(
            SignatureScheme::read(&value, DigestAlgorithm::Sha512),
            Ok(scheme)
        );
        assert!(public.verifies(scheme, b"message", &raw));
        assert!(!public.verifies(scheme, b"massage", &raw));
        assert!(!public.verifies(scheme, b"message", &der));
        let longer = [&raw[..32], &[0], &raw[32..]].concat();
        assert!(!public.verifies(scheme, b"message", &longer));
        let usual = SignatureScheme::Ecdsa(DigestAlgorithm::Sha256);
        assert!(!public.verifies(usual, b"message", &raw));
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
            mask: DigestAlgorithm::Sha1,
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
