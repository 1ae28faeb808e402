//! The hash states of the first bytes of a file, as bytes that can be stored. Digests of longer files continue from
//! them, so that the first bytes need not be read again.
//!
//! Layout: magic with version, length, the states of SHA-256, SHA-384 and SHA-512, and a SHA-256 over all of it. The
//! version changes with the layout of the `sha2` crate, which is stable within its minor version.

use sha2::digest::common::hazmat::{SerializableState, SerializedState};
use sha2::{Digest, Sha256, Sha384, Sha512};

use crate::digest::{DigestAlgorithm, Hasher};

const MAGIC: &[u8; 8] = b"CSGNHST\x01";
const CHECKSUM: usize = 32;

/// Why stored bytes are not a hash state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashStateError(&'static str);

impl HashStateError {
    /// The state is whole, but not of the bytes that it is given for.
    pub const OF_OTHER_BYTES: Self = Self("it is of another number of bytes");

    /// The stable code of the error.
    pub fn code(self) -> countersign_codes::CoreErrorCode {
        countersign_codes::CoreErrorCode::HashState
    }
}

impl std::fmt::Display for HashStateError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the hash state can't be used: {}", self.0)
    }
}

impl std::error::Error for HashStateError {}

/// SHA-256, SHA-384 and SHA-512 over the bytes so far: the digests that signatures are made with.
///
/// ```
/// use countersign_cms::{DigestAlgorithm, HashState};
/// let mut state = HashState::default();
/// state.update(b"the base, ");
/// let stored = state.write();
///
/// let mut state = HashState::read(&stored)?;
/// assert_eq!(state.length(), 10);
/// state.update(b"and its tail");
/// let whole = DigestAlgorithm::Sha384.digest(b"the base, and its tail");
/// assert_eq!(state.digest(DigestAlgorithm::Sha384), Some(whole));
/// assert!(HashState::read(&stored[1..]).is_err());
/// # Ok::<(), countersign_cms::HashStateError>(())
/// ```
#[derive(Clone, Default)]
pub struct HashState {
    length: u64,
    sha256: Sha256,
    sha384: Sha384,
    sha512: Sha512,
}

impl HashState {
    /// Number of bytes hashed so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.length = self.length.saturating_add(bytes.len() as u64);
        Digest::update(&mut self.sha256, bytes);
        Digest::update(&mut self.sha384, bytes);
        Digest::update(&mut self.sha512, bytes);
    }

    /// A hasher that continues after the bytes so far; `None` for an algorithm that has no state here.
    pub fn hasher(&self, algorithm: DigestAlgorithm) -> Option<Hasher> {
        match algorithm {
            DigestAlgorithm::Sha256 => Some(Hasher::of(self.sha256.clone())),
            DigestAlgorithm::Sha384 => Some(Hasher::of(self.sha384.clone())),
            DigestAlgorithm::Sha512 => Some(Hasher::of(self.sha512.clone())),
            DigestAlgorithm::Sha1
            | DigestAlgorithm::Sha224
            | DigestAlgorithm::Sha3_256
            | DigestAlgorithm::Sha3_384
            | DigestAlgorithm::Sha3_512
            | DigestAlgorithm::Shake256 => None,
        }
    }

    /// The digest of the bytes so far; `None` for an algorithm that has no state here.
    pub fn digest(&self, algorithm: DigestAlgorithm) -> Option<Vec<u8>> {
        self.hasher(algorithm).map(Hasher::finish)
    }

    /// The state as bytes for [`HashState::read`].
    pub fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.length.to_be_bytes());
        out.extend_from_slice(&self.sha256.serialize());
        out.extend_from_slice(&self.sha384.serialize());
        out.extend_from_slice(&self.sha512.serialize());
        let checksum = Sha256::digest(&out);
        out.extend_from_slice(&checksum);
        out
    }

    /// Reads a stored state.
    ///
    /// # Errors
    /// `hash_state` if the bytes are damaged or of another version.
    pub fn read(bytes: &[u8]) -> Result<Self, HashStateError> {
        const CUT: HashStateError = HashStateError("it is cut short");
        if !bytes.starts_with(MAGIC) {
            return Err(HashStateError("it is none, or of another version"));
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(CUT)?;
        if Sha256::digest(content).as_slice() != checksum {
            return Err(HashStateError("its checksum does not match"));
        }
        let mut rest = content.get(MAGIC.len()..).ok_or(CUT)?;
        let length = take(&mut rest, 8).and_then(|it| it.try_into().ok());
        let state = Self {
            length: u64::from_be_bytes(length.ok_or(CUT)?),
            sha256: restored(&mut rest)?,
            sha384: restored(&mut rest)?,
            sha512: restored(&mut rest)?,
        };
        match rest {
            [] => Ok(state),
            _ => Err(HashStateError("something follows it")),
        }
    }
}

impl std::fmt::Debug for HashState {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "HashState({} bytes)", self.length)
    }
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn restored<S: SerializableState>(rest: &mut &[u8]) -> Result<S, HashStateError> {
    const MALFORMED: HashStateError = HashStateError("it is malformed");
    let mut serialized = SerializedState::<S>::default();
    let stored = take(rest, serialized.len()).ok_or(MALFORMED)?;
    serialized.copy_from_slice(stored);
    S::deserialize(&serialized).map_err(|_| MALFORMED)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [DigestAlgorithm; 3] = [
        DigestAlgorithm::Sha256,
        DigestAlgorithm::Sha384,
        DigestAlgorithm::Sha512,
    ];

    fn state_of(bytes: &[u8]) -> HashState {
        let mut state = HashState::default();
        state.update(bytes);
        state
    }

    #[test]
    fn a_stored_state_continues_wherever_it_was_stored() {
        let bytes: Vec<u8> = (0..600u32).map(|n| (n * 31 % 251) as u8).collect();
        for split in 0..=bytes.len() {
            let (base, tail) = bytes.split_at(split);
            let mut state = HashState::read(&state_of(base).write()).unwrap();
            assert_eq!(state.length(), split as u64);
            state.update(tail);
            for algorithm in ALL {
                let digest = algorithm.digest(&bytes);
                assert_eq!(state.digest(algorithm), Some(digest), "{split}");
            }
        }
    }

    #[test]
    fn a_tampered_or_cut_state_is_refused() {
        let bytes = state_of(&[7; 200]).write();
        for at in 0..bytes.len() {
            let mut bent = bytes.clone();
            bent[at] ^= 1;
            assert!(HashState::read(&bent).is_err(), "{at}");
            assert!(HashState::read(&bytes[..at]).is_err(), "{at}");
        }
        let resealed = |mut content: Vec<u8>| {
            let checksum = Sha256::digest(&content);
            content.extend_from_slice(&checksum);
            HashState::read(&content)
        };
        let content = &bytes[..bytes.len() - CHECKSUM];
        assert!(resealed(content.to_vec()).is_ok());
        assert!(resealed([content, &[0]].concat()).is_err());
        assert!(resealed(content[..content.len() - 1].to_vec()).is_err());
    }

    /// Stored states must be readable after an upgrade of the crate; otherwise the version must change.
    #[test]
    fn the_layout_is_that_of_its_version() {
        let stored = state_of(b"Countersign").write();
        let digest = DigestAlgorithm::Sha256.digest(&stored);
        assert_eq!(stored.len(), 568);
        let expected = "d2cadf961fb8ab38cce0468cd33ffb99c7ece1eab85d4bc2e23dcd047f7cb818";
        assert_eq!(crate::hex(&digest), expected);
    }
}
