//! The standard security handler, revisions 2 to 6.

mod aes;
mod cipher;
mod entropy;
mod outside;
mod password;
mod rewrap;
mod seal;
mod unlock;

pub use entropy::Entropy;
pub use outside::PasswordHash;
pub use rewrap::{Patch, rewrap};
pub use seal::{Algorithm, Encryption};
pub(crate) use seal::{Sealed, seal};
pub(crate) use unlock::unlock;

use std::cell::OnceCell;

use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use self::aes::Encryptor;
use crate::object::{Dictionary, Object, ObjectId, PdfString};

/// Access rights with which a document was opened (ISO 32000-2, 7.6.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Owner: everything is permitted.
    Owner,
    /// User: restricted by the permissions.
    User,
}

/// What a document permits when opened with the user password (ISO 32000-2, table 22).
///
/// ```
/// use countersign_pdf::Permissions;
/// let permissions = Permissions { print: true, ..Permissions::from_bits(0) };
/// assert!(Permissions::from_bits(permissions.to_bits()).print);
/// assert!(Permissions::ALL.is_everything() && !permissions.is_everything());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Permissions {
    /// Print, possibly in low quality only.
    pub print: bool,
    /// Modify the content in ways not covered below.
    pub modify: bool,
    /// Copy text and graphics.
    pub copy: bool,
    /// Add and modify annotations, fill form fields.
    pub annotate: bool,
    /// Fill existing form fields and sign existing signature fields.
    pub fill_forms: bool,
    /// Extract for accessibility.
    pub accessibility: bool,
    /// Insert, rotate and delete pages.
    pub assemble: bool,
    /// Print in full quality.
    pub print_high: bool,
}

impl Permissions {
    /// Everything is permitted.
    pub const ALL: Self = Self::from_bits(-1);

    /// Reads the bits of `/P`.
    pub const fn from_bits(bits: i32) -> Self {
        const fn bit(bits: i32, number: u32) -> bool {
            bits >> (number - 1) & 1 == 1
        }
        Self {
            print: bit(bits, 3),
            modify: bit(bits, 4),
            copy: bit(bits, 5),
            annotate: bit(bits, 6),
            fill_forms: bit(bits, 9) || bit(bits, 6),
            accessibility: bit(bits, 10),
            assemble: bit(bits, 11) || bit(bits, 4),
            print_high: bit(bits, 12),
        }
    }

    /// The bits of `/P` (ISO 32000-2, table 22). Accessibility extraction is always permitted,
    /// since readers ignore that bit.
    pub const fn to_bits(self) -> i32 {
        // Reserved bits 7, 8 and 13 to 32 are 1, as is bit 10 (accessibility).
        let mut bits = !0xfff | 0b1100_0000 | 1 << 9;
        let flags = [
            (self.print, 3),
            (self.modify, 4),
            (self.copy, 5),
            (self.annotate, 6),
            (self.fill_forms, 9),
            (self.assemble, 11),
            (self.print_high, 12),
        ];
        let mut index = 0;
        while index < flags.len() {
            let (allowed, number) = flags[index];
            if allowed {
                bits |= 1 << (number - 1);
            }
            index += 1;
        }
        bits
    }

    /// True if users have the same rights as the owner.
    pub const fn is_everything(self) -> bool {
        self.to_bits() == Self::ALL.to_bits()
    }
}

/// Encryption method of strings or streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Identity,
    Rc4,
    Aes128,
    Aes256,
}

impl Method {
    pub(crate) const fn is_aes(self) -> bool {
        matches!(self, Self::Aes128 | Self::Aes256)
    }

    /// True if an external cipher may process data of this length: always for a plain copy, for AES
    /// if the data consists of whole blocks, never for RC4.
    pub(crate) const fn is_outside(self, length: u64) -> bool {
        match self {
            Self::Identity => true,
            Self::Rc4 => false,
            Self::Aes128 | Self::Aes256 => length.is_multiple_of(16),
        }
    }
}

/// An AES-CBC key of 16 or 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct JobKey(Vec<u8>);

impl JobKey {
    /// The bytes of the key.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

// Keys must not appear in logs.
impl std::fmt::Debug for JobKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JobKey")
    }
}

/// An initialization vector.
pub type Vector = [u8; 16];

/// Key and settings of an encrypted document (ISO 32000-2, 7.6.4).
#[derive(Clone)]
pub struct Security {
    key: Vec<u8>,
    access: Access,
    permissions: i32,
    revision: i64,
    strings: Method,
    streams: Method,
    /// Other crypt filters by name, for streams that specify one.
    named: Vec<(Vec<u8>, Method)>,
    encrypt_metadata: bool,
    dictionary: Option<ObjectId>,
    ready: Ready,
}

/// Values derived from the key once and used for every string.
#[derive(Clone, Default)]
struct Ready {
    /// Key schedule of AES-256, which uses a single key.
    encryptor: OnceCell<Option<Encryptor>>,
    /// Digest state of the common prefix of all vectors.
    vectors: OnceCell<Sha256>,
}

impl Security {
    /// Access rights with which the document was opened.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Permissions of users.
    pub fn permissions(&self) -> Permissions {
        Permissions::from_bits(self.permissions)
    }

    /// True if metadata is encrypted.
    pub fn encrypts_metadata(&self) -> bool {
        self.encrypt_metadata
    }

    /// Revision of the standard security handler, 2 to 6.
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Key length in bits.
    pub fn key_bits(&self) -> usize {
        self.key.len() * 8
    }

    /// True if the object's strings are never encrypted: the encryption dictionary.
    pub(crate) fn is_exempt(&self, id: ObjectId) -> bool {
        self.dictionary == Some(id)
    }

    /// Decrypts the strings of an object read from the file.
    pub(crate) fn decrypt_object(&self, id: ObjectId, object: &mut Object) {
        if self.strings == Method::Identity || self.is_exempt(id) {
            return;
        }
        let key = self.object_key(self.strings, id);
        self.decrypt_strings(&key, object);
    }

    fn decrypt_strings(&self, key: &[u8], object: &mut Object) {
        match object {
            Object::String(string) => {
                let plain = decrypt(self.strings, key, string.as_bytes());
                *string = if string.is_hexadecimal() {
                    PdfString::hexadecimal(plain)
                } else {
                    PdfString::literal(plain)
                };
            }
            Object::Array(array) => array
                .iter_mut()
                .for_each(|element| self.decrypt_strings(key, element)),
            Object::Dictionary(dictionary) => {
                let signature = is_signature(dictionary);
                for (name, value) in dictionary.iter_mut() {
                    if !(signature && name == &b"Contents") {
                        self.decrypt_strings(key, value);
                    }
                }
            }
            _ => {}
        }
    }

    pub(crate) fn decrypt_stream(
        &self,
        id: ObjectId,
        dictionary: &Dictionary,
        data: Vec<u8>,
    ) -> Vec<u8> {
        match self.stream_method(dictionary) {
            Method::Identity => data,
            method => decrypt(method, &self.object_key(method, id), &data),
        }
    }

    pub(crate) fn encrypt_string(&self, id: ObjectId, bytes: &[u8]) -> Vec<u8> {
        self.encrypt(self.strings, id, bytes)
    }

    pub(crate) fn encrypt_stream(
        &self,
        id: ObjectId,
        dictionary: &Dictionary,
        data: Vec<u8>,
    ) -> Vec<u8> {
        self.encrypt(self.stream_method(dictionary), id, &data)
    }

    fn encrypt(&self, method: Method, id: ObjectId, bytes: &[u8]) -> Vec<u8> {
        match method {
            Method::Identity => bytes.to_vec(),
            Method::Rc4 => cipher::rc4(&self.object_key(method, id), bytes),
            Method::Aes128 => {
                let encryptor = Encryptor::new(&self.object_key(method, id));
                self.seal(encryptor.as_ref(), id, bytes)
            }
            Method::Aes256 => {
                let encryptor = &self.ready.encryptor;
                let encryptor = encryptor.get_or_init(|| Encryptor::new(&self.key));
                self.seal(encryptor.as_ref(), id, bytes)
            }
        }
    }

    /// Empty if the key has an invalid length.
    fn seal(&self, encryptor: Option<&Encryptor>, id: ObjectId, bytes: &[u8]) -> Vec<u8> {
        encryptor.map_or_else(Vec::new, |encryptor| {
            cipher::encrypt_cbc(encryptor, self.vector(id, bytes), bytes)
        })
    }

    /// Derives an initialization vector without a random source: a keyed digest of the plaintext.
    /// It is unpredictable without the key, and repeats only if object and content repeat.
    fn vector(&self, id: ObjectId, bytes: &[u8]) -> [u8; 16] {
        let vectors = self.ready.vectors.get_or_init(|| {
            Sha256::new()
                .chain_update(b"countersign initialization vector")
                .chain_update(&self.key)
        });
        let mut digest = vectors.clone();
        digest.update(id.number.to_le_bytes());
        digest.update(id.generation.to_le_bytes());
        digest.update(bytes);
        let digest = digest.finalize();
        std::array::from_fn(|index| digest.get(index).copied().unwrap_or(0))
    }

    /// The key of an object's stream, if its data is encrypted with AES.
    pub(crate) fn job_key(&self, method: Method, id: ObjectId) -> Option<JobKey> {
        method.is_aes().then(|| JobKey(self.object_key(method, id)))
    }

    /// The vector of a stream whose data is not read here. It is unique per object, and the key it
    /// depends on is new for every newly encrypted file.
    pub(crate) fn job_vector(&self, id: ObjectId) -> Vector {
        self.vector(id, b"stream data")
    }

    /// True for metadata that stays unencrypted.
    pub(crate) fn leaves_plain(&self, dictionary: &Dictionary) -> bool {
        dictionary.is_type(b"Metadata") && !self.encrypt_metadata && self.revision >= 4
    }

    pub(crate) fn stream_method(&self, dictionary: &Dictionary) -> Method {
        // Cross-reference streams are never encrypted; metadata is optional.
        if self.leaves_plain(dictionary) || dictionary.is_type(b"XRef") {
            return Method::Identity;
        }
        match crypt_filter(dictionary) {
            None => self.streams,
            Some(name) => {
                let named = self.named.iter().find(|(known, _)| known == name);
                named.map_or(Method::Identity, |(_, method)| *method)
            }
        }
    }

    /// Algorithm 1: the key of one object. AES-256 (Algorithm 1.A) uses the file key for all
    /// objects.
    fn object_key(&self, method: Method, id: ObjectId) -> Vec<u8> {
        if method == Method::Aes256 {
            return self.key.clone();
        }
        let mut digest = Md5::new();
        digest.update(&self.key);
        digest.update(id.number.to_le_bytes().get(..3).unwrap_or_default());
        digest.update(id.generation.to_le_bytes());
        if method == Method::Aes128 {
            digest.update(b"sAlT");
        }
        let digest = digest.finalize();
        digest
            .get(..(self.key.len() + 5).min(16))
            .unwrap_or_default()
            .to_vec()
    }
}

/// The contents of signatures are never encrypted (ISO 32000-2, 7.6.2).
pub(crate) fn is_signature(dictionary: &Dictionary) -> bool {
    dictionary.contains(b"ByteRange") && dictionary.contains(b"Contents")
}

/// Name of the crypt filter that a stream specifies with a leading `Crypt` filter.
fn crypt_filter(dictionary: &Dictionary) -> Option<&[u8]> {
    let first = |key: &[u8]| match dictionary.get(key) {
        Some(Object::Array(array)) => array.first(),
        other => other,
    };
    if !first(b"Filter")?.is_name(b"Crypt") {
        return None;
    }
    let name = first(b"DecodeParms")
        .and_then(|it| it.as_dictionary())
        .and_then(|it| it.name(b"Name"));
    Some(name.unwrap_or(b"Identity"))
}

fn decrypt(method: Method, key: &[u8], data: &[u8]) -> Vec<u8> {
    match method {
        Method::Identity => data.to_vec(),
        Method::Rc4 => cipher::rc4(key, data),
        Method::Aes128 | Method::Aes256 => cipher::decrypt_cbc(key, data),
    }
}
