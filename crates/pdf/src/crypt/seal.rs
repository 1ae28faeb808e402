//! New encryption: generates a file key and the encryption dictionary with the passwords that open
//! it (ISO 32000-2, 7.6.3 and 7.6.4).

use serde::{Deserialize, Serialize};

use super::password::{self, Locks};
use super::{Access, Entropy, Method, PasswordHash, Permissions, Ready, Security};
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Name, ObjectId, PdfString};

/// Encryption algorithm of strings and streams (ISO 32000-2, 7.6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Algorithm {
    /// AES-256 (revision 6 of the security handler), required for new files by ISO 32000-2.
    #[default]
    #[serde(rename = "aes-256")]
    Aes256,
    /// AES-128 (revision 4), for readers from before 2008. Deprecated by ISO 32000-2.
    #[serde(rename = "aes-128")]
    Aes128,
}

/// Encryption settings of a document (ISO 32000-2, 7.6.4).
///
/// ```
/// use countersign_pdf::{Algorithm, Encryption, Permissions};
/// let encryption = Encryption { permissions: Permissions::from_bits(0), ..Encryption::new("to open", "to change") };
/// assert_eq!((encryption.algorithm, encryption.encrypt_metadata), (Algorithm::default(), true));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encryption {
    /// User password: opens the document with `permissions`. If empty, everybody can open it.
    pub user: String,
    /// Owner password: opens the document with all rights. If empty, the user password is used, as
    /// in Algorithm 3.
    pub owner: String,
    /// Permissions of those who open it with the user password.
    pub permissions: Permissions,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether metadata is encrypted. Unencrypted metadata is available to search engines.
    pub encrypt_metadata: bool,
}

impl Encryption {
    /// AES-256 with these passwords, all permissions, and encrypted metadata.
    pub fn new(user: impl Into<String>, owner: impl Into<String>) -> Self {
        Self {
            user: user.into(),
            owner: owner.into(),
            permissions: Permissions::ALL,
            algorithm: Algorithm::Aes256,
            encrypt_metadata: true,
        }
    }

    /// The encoded passwords for a handler of this revision: user, owner.
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

/// A new key, and the encryption dictionary that stores it.
pub(crate) struct Sealed {
    pub(crate) security: Security,
    pub(crate) dictionary: Dictionary,
}

/// Generates a key protected by the passwords. `file_id` is the permanent part of the file's `/ID`.
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
    /// Sets the ID of the encryption dictionary, which is not encrypted itself.
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

/// Password and permission entries of revisions 5 and 6.
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

/// Algorithms 8, 9 and 10: encrypts a file key with the passwords. `round` varies the salts.
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
