//! New encryption: a file key, the passwords that open it, and the dictionary that says so
//! (ISO 32000-2, 7.6.3 and 7.6.4).

use serde::{Deserialize, Serialize};

use super::password::{self, Locks};
use super::{Access, Entropy, Method, PasswordHash, Permissions, Ready, Security};
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Name, ObjectId, PdfString};

/// What strings and streams are encrypted with (ISO 32000-2, 7.6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Algorithm {
    /// AES with 256 bits (revision 6 of the security handler); what ISO 32000-2 asks of new files.
    #[default]
    #[serde(rename = "aes-256")]
    Aes256,
    /// AES with 128 bits (revision 4), for readers from before 2008. Deprecated by ISO 32000-2.
    #[serde(rename = "aes-128")]
    Aes128,
}

/// How a document is to be encrypted (ISO 32000-2, 7.6.4).
///
/// ```
/// use countersign_pdf::{Algorithm, Encryption, Permissions};
/// let encryption = Encryption { permissions: Permissions::from_bits(0), ..Encryption::new("to open", "to change") };
/// assert_eq!((encryption.algorithm, encryption.encrypt_metadata), (Algorithm::default(), true));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encryption {
    /// Opens the document with the permissions below. May be empty: then everybody can open it.
    pub user: String,
    /// Opens it with all rights. An empty one becomes the same as the user's, as in Algorithm 3.
    pub owner: String,
    /// What those may do who open it with the user's password.
    pub permissions: Permissions,
    /// With what it is encrypted.
    pub algorithm: Algorithm,
    /// Whether metadata is encrypted too; plain metadata can be found by a search.
    pub encrypt_metadata: bool,
}

impl Encryption {
    /// AES-256 with these passwords; all is allowed, metadata is encrypted.
    pub fn new(user: impl Into<String>, owner: impl Into<String>) -> Self {
        Self {
            user: user.into(),
            owner: owner.into(),
            permissions: Permissions::ALL,
            algorithm: Algorithm::Aes256,
            encrypt_metadata: true,
        }
    }

    /// The passwords as they go into a handler of this revision, the user's first.
    pub(super) fn passwords(&self, revision: i64) -> Result<(Vec<u8>, Vec<u8>)> {
        let owner = if self.owner.is_empty() {
            &self.user
        } else {
            &self.owner
        };
        if owner.is_empty() {
            return Err(PdfError::PasswordUnusable("it is empty"));
        }
        Ok((
            password::prepared(&self.user, revision)?,
            password::prepared(owner, revision)?,
        ))
    }
}

/// A key and the dictionary that hands it to those who know a password.
pub(crate) struct Sealed {
    pub(crate) security: Security,
    pub(crate) dictionary: Dictionary,
}

/// Makes a new key, locked with the passwords. `file_id` is the permanent part of the file's `/ID`.
pub(crate) fn seal(
    encryption: &Encryption,
    entropy: &Entropy,
    file_id: &[u8],
    outside: Option<&PasswordHash>,
) -> Result<Sealed> {
    let permissions = encryption.permissions.to_bits();
    let (key, dictionary) = match encryption.algorithm {
        Algorithm::Aes256 => seal_with_256(encryption, entropy, permissions, outside)?,
        Algorithm::Aes128 => seal_with_128(encryption, permissions, file_id)?,
    };
    let (method, revision) = match encryption.algorithm {
        Algorithm::Aes256 => (Method::Aes256, 6),
        Algorithm::Aes128 => (Method::Aes128, 4),
    };
    let security = Security {
        key,
        access: Access::Owner,
        permissions,
        revision,
        strings: method,
        streams: method,
        named: Vec::new(),
        encrypt_metadata: encryption.encrypt_metadata,
        dictionary: None,
        ready: Ready::default(),
    };
    Ok(Sealed {
        security,
        dictionary,
    })
}

impl Sealed {
    /// Says under which number the encryption dictionary is written: it is not encrypted itself.
    pub(crate) fn written_as(mut self, id: ObjectId) -> Self {
        self.security.dictionary = Some(id);
        self
    }
}

fn seal_with_256(
    encryption: &Encryption,
    entropy: &Entropy,
    permissions: i32,
    outside: Option<&PasswordHash>,
) -> Result<(Vec<u8>, Dictionary)> {
    let key: [u8; 32] = entropy.bytes("file key", 0);
    let locks = aes_locks(&key, encryption, entropy, (6, permissions, 0), outside)?;
    let mut dictionary = handler(5, 6, permissions, "AESV3", 32, encryption.encrypt_metadata);
    for (name, value) in locks.entries() {
        dictionary.insert(name, PdfString::hexadecimal(value));
    }
    Ok((key.to_vec(), dictionary))
}

fn seal_with_128(
    encryption: &Encryption,
    permissions: i32,
    file_id: &[u8],
) -> Result<(Vec<u8>, Dictionary)> {
    let (user, owner) = encryption.passwords(4)?;
    let mut locks = Locks {
        revision: 4,
        length: 16,
        permissions,
        encrypt_metadata: encryption.encrypt_metadata,
        owner: Vec::new(),
        user: Vec::new(),
        owner_key: Vec::new(),
        user_key: Vec::new(),
        file_id: file_id.to_vec(),
    };
    let key = locks.lock_with_md5(&user, &owner);
    let dictionary = handler(4, 4, permissions, "AESV2", 16, encryption.encrypt_metadata)
        .with("O", PdfString::hexadecimal(locks.owner))
        .with("U", PdfString::hexadecimal(locks.user));
    Ok((key, dictionary))
}

/// The entries that do not depend on the passwords.
fn handler(
    version: i64,
    revision: i64,
    permissions: i32,
    method: &str,
    key_length: i64,
    encrypt_metadata: bool,
) -> Dictionary {
    let filter = Dictionary::new()
        .with("AuthEvent", Name::new("DocOpen"))
        .with("CFM", Name::new(method))
        .with("Length", key_length);
    let mut dictionary = Dictionary::new()
        .with("Filter", Name::new("Standard"))
        .with("V", version)
        .with("R", revision)
        .with("Length", key_length * 8)
        .with("P", permissions)
        .with("CF", Dictionary::new().with("StdCF", filter))
        .with("StmF", Name::new("StdCF"))
        .with("StrF", Name::new("StdCF"));
    if !encrypt_metadata {
        dictionary.insert("EncryptMetadata", false);
    }
    dictionary
}

/// What revisions 5 and 6 keep of passwords and permissions.
pub(super) struct AesLocks {
    owner: Vec<u8>,
    user: Vec<u8>,
    owner_key: Vec<u8>,
    user_key: Vec<u8>,
    permissions: Vec<u8>,
}

impl AesLocks {
    /// The entries of the encryption dictionary.
    pub(super) fn entries(self) -> [(&'static str, Vec<u8>); 5] {
        [
            ("O", self.owner),
            ("U", self.user),
            ("OE", self.owner_key),
            ("UE", self.user_key),
            ("Perms", self.permissions),
        ]
    }
}

/// Algorithms 8, 9 and 10: wraps a file key. Another `round` gives other salts.
pub(super) fn aes_locks(
    key: &[u8; 32],
    encryption: &Encryption,
    entropy: &Entropy,
    (revision, permissions, round): (i64, i32, u32),
    outside: Option<&PasswordHash>,
) -> Result<AesLocks> {
    let (user, owner) = encryption.passwords(revision)?;
    let salts = |purpose| entropy.bytes::<16>(purpose, round);
    let wrap = |password: &[u8], purpose, extra: &[u8]| {
        password::wrap(key, password, salts(purpose), extra, revision, outside)
    };
    let (user, user_key) = wrap(&user, "user salts", &[]);
    let (owner, owner_key) = wrap(&owner, "owner salts", &user);
    let noise = entropy.bytes("permissions", round);
    let sealed = password::seal_permissions(key, permissions, encryption.encrypt_metadata, noise);
    Ok(AesLocks {
        owner,
        user,
        owner_key,
        user_key,
        permissions: sealed,
    })
}
