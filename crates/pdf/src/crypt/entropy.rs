//! Randomness provided by the caller.

use sha2::{Digest, Sha256};

/// Random bytes for one encryption. The core has no random source: the caller provides 64 bytes
/// from a cryptographically secure generator, and never reuses them.
///
/// ```
/// # use countersign_pdf::Entropy;
/// # let random_bytes = [7; 64];
/// let entropy = Entropy::new(random_bytes);
/// # let _ = entropy;
/// ```
#[derive(Clone)]
pub struct Entropy([u8; 64]);

impl Entropy {
    /// Takes 64 random bytes.
    pub const fn new(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }

    /// Derives bytes for one purpose. They reveal nothing about the bytes for other purposes.
    pub(crate) fn bytes<const N: usize>(&self, purpose: &str, round: u32) -> [u8; N] {
        const { assert!(N <= 32) }
        let mut digest = Sha256::new();
        digest.update(self.0);
        digest.update(round.to_le_bytes());
        digest.update(purpose.as_bytes());
        let digest = digest.finalize();
        std::array::from_fn(|index| digest.get(index).copied().unwrap_or(0))
    }
}

// The content must not appear in logs.
impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy")
    }
}
