//! Derivation of file keys from passwords (ISO 32000-2, 7.6.4).

use md5::{Digest, Md5};
use sha2::{Sha256, Sha384, Sha512};

use super::cipher::{decrypt_blocks, encrypt_blocks, rc4, seal_blocks};
use super::{Access, PasswordHash};
use crate::error::{PdfError, Result};
use crate::text::encode_text;

/// Maximum length of a password from revision 5 on, in bytes.
const MOST_BYTES: usize = 127;
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
    0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];

/// Password-related entries of the encryption dictionary and the trailer.
pub(super) struct Locks {
    pub(super) revision: i64,
    /// Length of the file key in bytes.
    pub(super) length: usize,
    pub(super) permissions: i32,
    pub(super) encrypt_metadata: bool,
    pub(super) owner: Vec<u8>,
    pub(super) user: Vec<u8>,
    pub(super) owner_key: Vec<u8>,
    pub(super) user_key: Vec<u8>,
    pub(super) file_id: Vec<u8>,
}

impl Locks {
    /// The file key, if the password is correct. Owner access if the password is both owner and
    /// user password.
    pub(super) fn open(
        &self,
        password: &str,
        outside: Option<&PasswordHash>,
    ) -> Option<(Vec<u8>, Access)> {
        if self.revision >= 5 {
            let prepared = stringprep::saslprep(password)
                .map(|it| it.into_owned())
                .unwrap_or_default();
            return [prepared.as_str(), password]
                .iter()
                .find_map(|it| self.open_with_aes(truncated(it.as_bytes(), MOST_BYTES), outside));
        }
        let encoded = encode_text(password);
        [encoded.as_slice(), password.as_bytes()]
            .iter()
            .find_map(|it| self.open_with_md5(it))
    }

    fn open_with_md5(&self, password: &[u8]) -> Option<(Vec<u8>, Access)> {
        let user = self.user_password(password);
        if let Some(key) = self.user_opens(&user) {
            return Some((key, Access::Owner));
        }
        self.user_opens(password).map(|key| (key, Access::User))
    }

    /// Algorithm 2: the file key of a user password.
    fn key(&self, password: &[u8]) -> Vec<u8> {
        let mut digest = Md5::new();
        digest.update(padded(password));
        digest.update(truncated(&self.owner, 32));
        digest.update(self.permissions.to_le_bytes());
        digest.update(&self.file_id);
        if self.revision >= 4 && !self.encrypt_metadata {
            digest.update([0xff; 4]);
        }
        let mut key = truncated(&digest.finalize(), self.length).to_vec();
        if self.revision >= 3 {
            for _ in 0..50 {
                key = truncated(&Md5::digest(&key), self.length).to_vec();
            }
        }
        key
    }

    /// Algorithm 6: the file key, if this is the user password.
    fn user_opens(&self, password: &[u8]) -> Option<Vec<u8>> {
        let key = self.key(password);
        if self.revision < 3 {
            return (rc4(&key, &PADDING) == self.user).then_some(key);
        }
        (self.user.get(..16) == Some(self.user_check(&key).as_slice())).then_some(key)
    }

    /// Algorithm 5: the 16 bytes that verify a user password.
    fn user_check(&self, key: &[u8]) -> Vec<u8> {
        let mut digest = Md5::new();
        digest.update(PADDING);
        digest.update(&self.file_id);
        (0..20u8).fold(digest.finalize().to_vec(), |check, round| {
            rc4(&xored(key, round), &check)
        })
    }

    /// The RC4 key derived from an owner password (Algorithm 3, steps a to d).
    fn owner_cipher(&self, owner: &[u8]) -> Vec<u8> {
        let mut key = Md5::digest(padded(owner)).to_vec();
        if self.revision >= 3 {
            for _ in 0..50 {
                key = Md5::digest(truncated(&key, self.length)).to_vec();
            }
        }
        truncated(&key, self.length).to_vec()
    }

    /// Algorithm 7: the user password, decrypted with an owner password.
    fn user_password(&self, owner: &[u8]) -> Vec<u8> {
        let key = self.owner_cipher(owner);
        let hidden = truncated(&self.owner, 32);
        if self.revision < 3 {
            return rc4(&key, hidden);
        }
        (0..20u8).rev().fold(hidden.to_vec(), |hidden, round| {
            rc4(&xored(&key, round), &hidden)
        })
    }

    /// Algorithms 2, 3 and 5: sets `/O` and `/U` for revisions 3 and 4. Returns the file key.
    pub(super) fn lock_with_md5(&mut self, user: &[u8], owner: &[u8]) -> Vec<u8> {
        let cipher = self.owner_cipher(owner);
        self.owner = (0..20u8).fold(padded(user), |hidden, round| {
            rc4(&xored(&cipher, round), &hidden)
        });
        let key = self.key(user);
        self.user = self.user_check(&key);
        // The second half of the entry is arbitrary.
        self.user.resize(32, 0);
        key
    }

    /// Algorithms 2.A, 11 and 12.
    fn open_with_aes(
        &self,
        password: &[u8],
        outside: Option<&PasswordHash>,
    ) -> Option<(Vec<u8>, Access)> {
        let owner = Lock::of(&self.owner, &self.owner_key)?;
        let user = Lock::of(&self.user, &self.user_key)?;
        let both = self.user.get(..48)?;
        let owner_key = self
            .try_lock(&owner, password, both, outside)
            .map(|key| (key, Access::Owner));
        owner_key.or_else(|| {
            self.try_lock(&user, password, &[], outside)
                .map(|key| (key, Access::User))
        })
    }

    fn try_lock(
        &self,
        lock: &Lock<'_>,
        password: &[u8],
        extra: &[u8],
        outside: Option<&PasswordHash>,
    ) -> Option<Vec<u8>> {
        let hash = |salt| hash(self.revision, password, salt, extra, outside);
        if hash(lock.validation_salt) != lock.hash {
            return None;
        }
        let key = hash(lock.key_salt);
        Some(decrypt_blocks(&key, &[0; 16], lock.sealed_key))
    }
}

/// The hash of a password in revision 5 or 6.
fn hash(
    revision: i64,
    password: &[u8],
    salt: &[u8],
    extra: &[u8],
    outside: Option<&PasswordHash>,
) -> Vec<u8> {
    if let (6.., Some(outside)) = (revision, outside)
        && let Some(hash) = outside.of(password, salt, extra)
    {
        return hash.to_vec();
    }
    let first = Sha256::digest([password, salt, extra].concat()).to_vec();
    if revision < 6 {
        first
    } else {
        hardened(first, password, extra)
    }
}

/// Encodes a new password for the algorithms: SASLprep and UTF-8 from revision 5 on, PDFDocEncoding
/// before.
pub(super) fn prepared(password: &str, revision: i64) -> Result<Vec<u8>> {
    if revision >= 5 {
        let prepared = stringprep::saslprep(password).map_err(|_| {
            PdfError::PasswordUnusable("it has characters that passwords can't have")
        })?;
        return Ok(truncated(prepared.as_bytes(), MOST_BYTES).to_vec());
    }
    let encoded = encode_text(password);
    if encoded.starts_with(b"\xfe\xff") {
        return Err(PdfError::PasswordUnusable(
            "it has characters that AES-128 files can't take",
        ));
    }
    Ok(encoded)
}

/// Algorithms 8 and 9: the entry that verifies a password, and the file key encrypted with it.
pub(super) fn wrap(
    key: &[u8; 32],
    password: &[u8],
    salts: [u8; 16],
    extra: &[u8],
    revision: i64,
    outside: Option<&PasswordHash>,
) -> (Vec<u8>, Vec<u8>) {
    let (validation_salt, key_salt) = salts.split_at(8);
    let mut entry = hash(revision, password, validation_salt, extra, outside);
    entry.extend(salts);
    let wrapping = hash(revision, password, key_salt, extra, outside);
    (entry, encrypt_blocks(&wrapping, &[0; 16], key))
}

/// Algorithm 10: the encrypted copy of the permissions, which protects them from modification
/// without the key.
pub(super) fn seal_permissions(
    key: &[u8; 32],
    permissions: i32,
    encrypt_metadata: bool,
    noise: [u8; 4],
) -> Vec<u8> {
    let mut block = permissions.to_le_bytes().to_vec();
    block.extend([0xff; 4]);
    block.push(if encrypt_metadata { b'T' } else { b'F' });
    block.extend(b"adb");
    block.extend(noise);
    // CBC with a zero IV on a single block equals ECB.
    encrypt_blocks(key, &[0; 16], &block)
}

/// The parts of `/U` and `/UE`, or of `/O` and `/OE`.
struct Lock<'a> {
    hash: &'a [u8],
    validation_salt: &'a [u8],
    key_salt: &'a [u8],
    sealed_key: &'a [u8],
}

impl<'a> Lock<'a> {
    fn of(value: &'a [u8], sealed: &'a [u8]) -> Option<Self> {
        Some(Self {
            hash: value.get(..32)?,
            validation_salt: value.get(32..40)?,
            key_salt: value.get(40..48)?,
            sealed_key: sealed.get(..32)?,
        })
    }
}

/// Algorithm 2.B: the slow hash of revision 6.
fn hardened(mut key: Vec<u8>, password: &[u8], extra: &[u8]) -> Vec<u8> {
    let mut round = 0usize;
    // The buffer is reused in all rounds: opening with one password takes several hundred of them.
    let mut sealed = Vec::new();
    loop {
        sealed.clear();
        for _ in 0..64 {
            sealed.extend_from_slice(password);
            sealed.extend_from_slice(&key);
            sealed.extend_from_slice(extra);
        }
        let (Some(aes_key), Some(vector)) = (
            key.first_chunk(),
            key.get(16..).and_then(<[u8]>::first_chunk),
        ) else {
            return key;
        };
        seal_blocks(aes_key, *vector, &mut sealed);
        let sum: u32 = sealed.iter().take(16).map(|byte| u32::from(*byte)).sum();
        key = match sum % 3 {
            0 => Sha256::digest(&sealed).to_vec(),
            1 => Sha384::digest(&sealed).to_vec(),
            _ => Sha512::digest(&sealed).to_vec(),
        };
        round += 1;
        let last = sealed.last().copied().map_or(0, usize::from);
        if round >= 64 && last + 32 <= round {
            key.truncate(32);
            return key;
        }
    }
}

fn truncated(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}

fn padded(password: &[u8]) -> Vec<u8> {
    password.iter().chain(&PADDING).copied().take(32).collect()
}

fn xored(key: &[u8], with: u8) -> Vec<u8> {
    key.iter().map(|byte| byte ^ with).collect()
}
