//! Message digests, streamed.

use serde::{Deserialize, Serialize};
use sha2::Digest;

use crate::asn1::{NULL, OID, Reader, SEQUENCE, Value, encode_oid, encode_parts};
use crate::error::CmsError;
use crate::finding::Finding;
use crate::{oid, policy};

/// A digest algorithm. SHA-1 is only read, and counts as long as [`DigestAlgorithm::ends`] says; nothing
/// is made with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum DigestAlgorithm {
    /// SHA-1: too weak for signatures.
    Sha1,
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
}

impl DigestAlgorithm {
    /// The object identifier.
    pub(crate) fn oid(self) -> &'static str {
        match self {
            Self::Sha1 => oid::SHA1,
            Self::Sha256 => oid::SHA256,
            Self::Sha384 => oid::SHA384,
            Self::Sha512 => oid::SHA512,
        }
    }

    pub(crate) fn from_oid(dotted: &str) -> Result<Self, CmsError> {
        match dotted {
            oid::SHA1 => Ok(Self::Sha1),
            oid::SHA256 => Ok(Self::Sha256),
            oid::SHA384 => Ok(Self::Sha384),
            oid::SHA512 => Ok(Self::Sha512),
            other => Err(CmsError::algorithm(format!(
                "digest {other} is not supported"
            ))),
        }
    }

    /// Reads a digest AlgorithmIdentifier.
    pub(crate) fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        let mut inside = value.inside();
        let algorithm = Self::from_oid(&inside.expect(OID)?.oid()?)?;
        inside.optional(NULL)?;
        inside.finish()?;
        Ok(algorithm)
    }

    /// The AlgorithmIdentifier, parameters absent (RFC 5754).
    pub(crate) fn identifier(self) -> Vec<u8> {
        encode_parts(SEQUENCE, &[&encode_oid(self.oid())])
    }

    /// Bytes of a digest.
    pub fn size(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
            Self::Sha384 => 48,
            Self::Sha512 => 64,
        }
    }

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sha1 => "SHA-1",
            Self::Sha256 => "SHA-256",
            Self::Sha384 => "SHA-384",
            Self::Sha512 => "SHA-512",
        }
    }

    /// From when it no longer counts, in seconds since 1970; `None` while it does.
    pub fn ends(self) -> Option<i64> {
        policy::digest_end(self)
    }

    /// The finding `weak_digest`, where what was made with it is proven only for a time (in seconds since
    /// 1970) at which it no longer counted.
    pub fn weakness(self, existed: i64, place: &str) -> Option<Finding> {
        policy::is_over(self.ends(), existed).then(|| policy::weak_digest(self, place))
    }

    /// True for algorithms that no new signature may use.
    pub fn is_weak(self) -> bool {
        self.ends().is_some()
    }

    /// The digest of bytes in memory.
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

/// Reads an AlgorithmIdentifier of a digest from its bytes.
pub(crate) fn read_identifier(reader: &mut Reader<'_>) -> Result<DigestAlgorithm, CmsError> {
    DigestAlgorithm::read(&reader.expect(SEQUENCE)?)
}

/// A digest that is fed chunk by chunk.
#[derive(Clone)]
pub struct Hasher(State);

#[derive(Clone)]
enum State {
    Sha1(sha1::Sha1),
    Sha256(sha2::Sha256),
    Sha384(sha2::Sha384),
    Sha512(sha2::Sha512),
}

impl Hasher {
    /// A hasher that has seen nothing.
    pub fn new(algorithm: DigestAlgorithm) -> Self {
        Self(match algorithm {
            DigestAlgorithm::Sha1 => State::Sha1(Default::default()),
            DigestAlgorithm::Sha256 => State::Sha256(Default::default()),
            DigestAlgorithm::Sha384 => State::Sha384(Default::default()),
            DigestAlgorithm::Sha512 => State::Sha512(Default::default()),
        })
    }

    /// Takes in more bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Sha1(state) => state.update(bytes),
            State::Sha256(state) => state.update(bytes),
            State::Sha384(state) => state.update(bytes),
            State::Sha512(state) => state.update(bytes),
        }
    }

    /// The digest of all that was taken in.
    pub fn finish(self) -> Vec<u8> {
        match self.0 {
            State::Sha1(state) => state.finalize().to_vec(),
            State::Sha256(state) => state.finalize().to_vec(),
            State::Sha384(state) => state.finalize().to_vec(),
            State::Sha512(state) => state.finalize().to_vec(),
        }
    }
}
