//! The slow hash of passwords, done by who has instructions for it.

use std::fmt;
use std::rc::Rc;

type Hash = dyn Fn(&[u8], &[u8], &[u8]) -> Option<[u8; 32]>;

/// Algorithm 2.B of ISO 32000-2 (7.6.4.3.4) as the caller computes it. The algorithm encrypts and digests some 350 kB for one
/// password, which instructions of the processor do several times faster than WebAssembly, where there are none.
///
/// The function takes the password (UTF-8, prepared, at most 127 bytes), the 8 bytes of the salt, and the 48 bytes of
/// `/U` or nothing; it gives the 32 bytes of the hash, or nothing where it can't: then the crate computes it.
///
/// ```
/// # use countersign_pdf::{OpenOptions, PasswordHash};
/// let elsewhere = PasswordHash::new(|_password, _salt, _user| None);
/// let options = OpenOptions { password_hash: Some(elsewhere), ..OpenOptions::with_password("open sesame") };
/// # let _ = options;
/// ```
#[derive(Clone)]
pub struct PasswordHash(Rc<Hash>);

impl PasswordHash {
    /// Takes the function.
    pub fn new(hash: impl Fn(&[u8], &[u8], &[u8]) -> Option<[u8; 32]> + 'static) -> Self {
        Self(Rc::new(hash))
    }

    pub(super) fn of(&self, password: &[u8], salt: &[u8], user: &[u8]) -> Option<[u8; 32]> {
        (self.0)(password, salt, user)
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash")
    }
}
