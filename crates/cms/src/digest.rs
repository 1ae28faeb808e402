//! Streaming message digests.

use serde::{Deserialize, Serialize};
use sha2::Digest;
use shake::digest::{ExtendableOutput, XofReader};

use crate::asn1::{NULL, OID, Reader, SEQUENCE, Value, encode_oid, encode_parts};
use crate::error::CmsError;
use crate::finding::Finding;
use crate::key::scheme_of;
use crate::{oid, policy};

/// A digest algorithm. SHA-1 is verified, not used for signing; [`DigestAlgorithm::ends`] tells until when it is
/// acceptable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum DigestAlgorithm {
    /// SHA-1. Too weak for new signatures.
    Sha1,
    /// SHA-224. This algorithm and those marked `skip` are only verified; no serialized type contains them.
    #[serde(skip)]
    Sha224,
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
    /// SHA3-256 (FIPS 202).
    #[serde(skip)]
    Sha3_256,
    /// SHA3-384.
    #[serde(skip)]
    Sha3_384,
    /// SHA3-512.
    #[serde(skip)]
    Sha3_512,
    /// SHAKE256 with 64 bytes of output, as used with Ed448 (RFC 8702).
    #[serde(skip)]
    Shake256,
}

/// Object identifier, name and size in bytes of each algorithm.
const FACTS: [(DigestAlgorithm, &str, &str, usize); 9] = [
    (DigestAlgorithm::Sha1, oid::SHA1, "SHA-1", 20),
    (DigestAlgorithm::Sha224, oid::SHA224, "SHA-224", 28),
    (DigestAlgorithm::Sha256, oid::SHA256, "SHA-256", 32),
    (DigestAlgorithm::Sha384, oid::SHA384, "SHA-384", 48),
    (DigestAlgorithm::Sha512, oid::SHA512, "SHA-512", 64),
    (DigestAlgorithm::Sha3_256, oid::SHA3_256, "SHA3-256", 32),
    (DigestAlgorithm::Sha3_384, oid::SHA3_384, "SHA3-384", 48),
    (DigestAlgorithm::Sha3_512, oid::SHA3_512, "SHA3-512", 64),
    (DigestAlgorithm::Shake256, oid::SHAKE256, "SHAKE256", 64),
];

impl DigestAlgorithm {
    fn facts(self) -> (&'static str, &'static str, usize) {
        let known = FACTS.iter().find(|(one, ..)| *one == self);
        known.map_or(("", "", 0), |(_, oid, name, size)| (*oid, *name, *size))
    }

    /// Object identifier.
    pub(crate) fn oid(self) -> &'static str {
        self.facts().0
    }

    /// Some programs write the identifier of the signature algorithm where the digest's belongs. It is accepted and
    /// mapped to its digest.
    pub(crate) fn from_oid(dotted: &str) -> Result<Self, CmsError> {
        let known = FACTS.iter().find(|(_, oid, ..)| *oid == dotted);
        let digest = known.map(|(digest, ..)| *digest);
        let digest = digest.or_else(|| scheme_of(dotted).map(|(_, digest)| digest));
        digest.ok_or_else(|| CmsError::algorithm(format!("digest {dotted} is not supported")))
    }

    /// Reads an AlgorithmIdentifier.
    pub(crate) fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        let mut inside = value.inside();
        let algorithm = Self::from_oid(&inside.expect(OID)?.oid()?)?;
        inside.optional(NULL)?;
        inside.finish()?;
        Ok(algorithm)
    }

    /// AlgorithmIdentifier with absent parameters (RFC 5754).
    pub(crate) fn identifier(self) -> Vec<u8> {
        encode_parts(SEQUENCE, &[&encode_oid(self.oid())])
    }

    /// Size of a digest, in bytes.
    pub fn size(self) -> usize {
        self.facts().2
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        self.facts().1
    }

    /// End of the period in which the algorithm is acceptable, in seconds since 1970; `None` if it has no end yet.
    pub fn ends(self) -> Option<i64> {
        policy::digest_end(self)
    }

    /// Returns the finding `weak_digest` if the algorithm was no longer acceptable at `existed`, the time (seconds
    /// since 1970) by which the data is proven to have existed.
    pub fn weakness(self, existed: i64, place: &str) -> Option<Finding> {
        policy::is_over(self.ends(), existed).then(|| policy::weak_digest(self, place))
    }

    /// Whether the core creates signatures with this algorithm; the others are only verified.
    pub fn can_sign(self) -> bool {
        matches!(self, Self::Sha256 | Self::Sha384 | Self::Sha512)
    }

    /// Whether the algorithm must not be used for new signatures.
    pub fn is_weak(self) -> bool {
        self.ends().is_some()
    }

    /// Digest of bytes in memory.
    ///
    /// ```
    /// use countersign_cms::{DigestAlgorithm, Hasher, hex};
    /// let digest = DigestAlgorithm::Sha256.digest(b"abc");
    /// assert_eq!(hex(&digest), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    /// let mut hasher = Hasher::new(DigestAlgorithm::Sha256);
    /// hasher.update(b"a");
    /// hasher.update(b"bc");
    /// assert_eq!(hasher.finish(), digest);
    /// ```
    pub fn digest(self, bytes: &[u8]) -> Vec<u8> {
        let mut hasher = Hasher::new(self);
        hasher.update(bytes);
        hasher.finish()
    }
}

/// Reads a digest AlgorithmIdentifier from a reader.
pub(crate) fn read_identifier(reader: &mut Reader<'_>) -> Result<DigestAlgorithm, CmsError> {
    DigestAlgorithm::read(&reader.expect(SEQUENCE)?)
}

/// An incremental digest.
pub struct Hasher(Box<dyn State>);

impl Clone for Hasher {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl Hasher {
    /// Creates a hasher without input.
    pub fn new(algorithm: DigestAlgorithm) -> Self {
        Self(match algorithm {
            DigestAlgorithm::Sha1 => Box::<sha1::Sha1>::default(),
            DigestAlgorithm::Sha224 => Box::<sha2::Sha224>::default(),
            DigestAlgorithm::Sha256 => Box::<sha2::Sha256>::default(),
            DigestAlgorithm::Sha384 => Box::<sha2::Sha384>::default(),
            DigestAlgorithm::Sha512 => Box::<sha2::Sha512>::default(),
            DigestAlgorithm::Sha3_256 => Box::<sha3::Sha3_256>::default(),
            DigestAlgorithm::Sha3_384 => Box::<sha3::Sha3_384>::default(),
            DigestAlgorithm::Sha3_512 => Box::<sha3::Sha3_512>::default(),
            DigestAlgorithm::Shake256 => Box::<Shake>::default(),
        })
    }

    /// Continues a hash that has input already.
    pub(crate) fn of(state: impl Digest + Clone + 'static) -> Self {
        Self(Box::new(state))
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest of all bytes added.
    pub fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

/// A trait object, so that the code using it is compiled once and not for each algorithm.
trait State {
    fn update(&mut self, bytes: &[u8]);
    fn finish(self: Box<Self>) -> Vec<u8>;
    fn copy(&self) -> Box<dyn State>;
}

impl<D: Digest + Clone + 'static> State for D {
    fn update(&mut self, bytes: &[u8]) {
        Digest::update(self, bytes);
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        Digest::finalize(*self).to_vec()
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }
}

/// SHAKE256 as a digest of 64 bytes.
#[derive(Clone, Default)]
struct Shake(shake::Shake256);

impl State for Shake {
    fn update(&mut self, bytes: &[u8]) {
        shake::digest::Update::update(&mut self.0, bytes);
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        let mut out = vec![0; DigestAlgorithm::Shake256.size()];
        self.0.finalize_xof().read(&mut out);
        out
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }
}
