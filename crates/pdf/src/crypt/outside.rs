//! The password hash of revision 6, computed by the caller.

use std::fmt;
use std::rc::Rc;

type Hash = dyn Fn(&[u8], &[u8], &[u8]) -> Option<[u8; 32]>;

/// Algorithm 2.B of ISO 32000-2 (7.6.4.3.4), implemented by the caller. It encrypts and digests
/// about 350 kB per password, which native code with processor instructions does several times
/// faster than WebAssembly.
///
/// The function receives the password (UTF-8, prepared, at most 127 bytes), the 8 bytes of the
/// salt, and the 48 bytes of `/U` or nothing. It returns the 32 bytes of the hash, or `None` if it
/// can't compute it; the crate then does.
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
    /// Wraps the function.
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
