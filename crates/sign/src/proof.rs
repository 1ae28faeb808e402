//! The validation material of one signature, as it is collected and stored.

use countersign_cms::Certificate;

/// Validation material of one signature.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proof {
    /// SHA-1 of its `/Contents`, the key of its VRI entry (ISO 32000-2, 12.8.4.4).
    pub(crate) key: Vec<u8>,
    pub(crate) certificates: Vec<Certificate>,
    pub(crate) ocsps: Vec<Vec<u8>>,
    pub(crate) crls: Vec<Vec<u8>>,
}
