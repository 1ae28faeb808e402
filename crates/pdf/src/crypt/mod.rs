//! The standard security handler, revisions 2 to 6.

mod cipher;
mod password;

use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Object, ObjectId, PdfString};
use password::Locks;

/// With whose rights a document was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The owner's: everything is allowed.
    Owner,
    /// A user's: what the permissions say.
    User,
}

/// What a document allows to those who open it with the user password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Permissions {
    /// Print, at least in low quality.
    pub print: bool,
    /// Change the content otherwise than below.
    pub modify: bool,
    /// Copy text and graphics.
    pub copy: bool,
    /// Add and change annotations, fill fields.
    pub annotate: bool,
    /// Fill existing fields, sign existing signature fields.
    pub fill_forms: bool,
    /// Extract for accessibility.
    pub accessibility: bool,
    /// Insert, turn and delete pages.
    pub assemble: bool,
    /// Print in full quality.
    pub print_high: bool,
}

impl Permissions {
    /// Everything is allowed.
    pub const ALL: Self = Self::from_bits(-1);

    /// From the bits of `/P`.
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
}

/// How strings or streams are encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Identity,
    Rc4,
    Aes128,
    Aes256,
}

/// The key of an encrypted document, and what it may be used for.
#[derive(Clone)]
pub struct Security {
    key: Vec<u8>,
    access: Access,
    permissions: i32,
    revision: i64,
    strings: Method,
    streams: Method,
    /// Other crypt filters by name, for streams that ask for one.
    named: Vec<(Vec<u8>, Method)>,
    encrypt_metadata: bool,
    dictionary: Option<ObjectId>,
}

impl Security {
    /// With whose rights the document was opened.
    pub fn access(&self) -> Access {
        self.access
    }

    /// What users may do.
    pub fn permissions(&self) -> Permissions {
        Permissions::from_bits(self.permissions)
    }

    /// The revision of the standard security handler, 2 to 6.
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// The length of the key in bits.
    pub fn key_bits(&self) -> usize {
        self.key.len() * 8
    }

    /// Whether an object's strings are never encrypted: the encryption dictionary itself.
    pub(crate) fn is_exempt(&self, id: ObjectId) -> bool {
        self.dictionary == Some(id)
    }

    /// Decrypts the strings of an object as it stands in the file.
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
            Method::Aes128 | Method::Aes256 => {
                cipher::encrypt_cbc(&self.object_key(method, id), self.vector(id, bytes), bytes)
            }
        }
    }

    /// An initialization vector without a random source: a keyed digest of what is encrypted, so that it
    /// can't be foreseen without the key and repeats only when object and content repeat.
    fn vector(&self, id: ObjectId, bytes: &[u8]) -> [u8; 16] {
        let mut digest = Sha256::new();
        digest.update(b"countersign initialization vector");
        digest.update(&self.key);
        digest.update(id.number.to_le_bytes());
        digest.update(id.generation.to_le_bytes());
        digest.update(bytes);
        let digest = digest.finalize();
        std::array::from_fn(|index| digest.get(index).copied().unwrap_or(0))
    }

    fn stream_method(&self, dictionary: &Dictionary) -> Method {
        // Cross-reference streams are never encrypted; metadata need not be.
        let metadata =
            dictionary.is_type(b"Metadata") && !self.encrypt_metadata && self.revision >= 4;
        if metadata || dictionary.is_type(b"XRef") {
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

    /// Algorithm 1: the key of one object. Algorithm 1.A has one key for all.
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

/// Signature contents are never encrypted (ISO 32000-2, 7.6.2).
pub(crate) fn is_signature(dictionary: &Dictionary) -> bool {
    dictionary.contains(b"ByteRange") && dictionary.contains(b"Contents")
}

/// The name of the crypt filter that a stream asks for by a `Crypt` filter of its own.
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

/// Finds the key with the given password, or with the empty one.
pub(crate) fn unlock(
    encrypt: &Dictionary,
    id: Option<ObjectId>,
    file_id: &[u8],
    password: Option<&str>,
) -> Result<Security> {
    if encrypt.name(b"Filter") != Some(b"Standard") {
        return Err(PdfError::EncryptionUnsupported(
            "not the standard security handler",
        ));
    }
    let version = encrypt.integer(b"V").unwrap_or(0);
    let locks = locks(encrypt, version, file_id)?;
    let methods = Methods::read(encrypt, version)?;
    let opened = password
        .and_then(|password| locks.open(password))
        .or_else(|| locks.open(""));
    let Some((key, access)) = opened else {
        return Err(match password {
            None | Some("") => PdfError::PasswordNeeded,
            Some(_) => PdfError::PasswordIncorrect,
        });
    };
    Ok(Security {
        key,
        access,
        permissions: locks.permissions,
        revision: locks.revision,
        strings: methods.strings,
        streams: methods.streams,
        named: methods.named,
        encrypt_metadata: locks.encrypt_metadata,
        dictionary: id,
    })
}

fn locks(encrypt: &Dictionary, version: i64, file_id: &[u8]) -> Result<Locks> {
    let revision = encrypt.integer(b"R").unwrap_or(0);
    if !(2..=6).contains(&revision)
        || !matches!(version, 1 | 2 | 4 | 5)
        || (version == 5) != (revision >= 5)
    {
        return Err(PdfError::EncryptionUnsupported(
            "an unknown version of the standard security handler",
        ));
    }
    let string = |key: &[u8]| {
        encrypt
            .string(key)
            .map(|it| it.as_bytes().to_vec())
            .unwrap_or_default()
    };
    let bits = key_bits(encrypt, version)?;
    Ok(Locks {
        revision,
        length: bits / 8,
        // Written unsigned by some.
        permissions: encrypt.integer(b"P").unwrap_or(0) as i32,
        encrypt_metadata: encrypt.bool(b"EncryptMetadata").unwrap_or(true),
        owner: string(b"O"),
        user: string(b"U"),
        owner_key: string(b"OE"),
        user_key: string(b"UE"),
        file_id: file_id.to_vec(),
    })
}

fn key_bits(encrypt: &Dictionary, version: i64) -> Result<usize> {
    let bits = match version {
        1 => 40,
        4 => 128,
        5 => 256,
        // Some writers give bytes.
        _ => match encrypt.integer(b"Length").unwrap_or(40) {
            bytes @ 5..=16 => bytes * 8,
            bits => bits,
        },
    };
    match usize::try_from(bits) {
        Ok(bits @ 40..=128) if bits % 8 == 0 => Ok(bits),
        Ok(256) if version == 5 => Ok(256),
        _ => Err(PdfError::EncryptionUnsupported("an impossible key length")),
    }
}

struct Methods {
    strings: Method,
    streams: Method,
    named: Vec<(Vec<u8>, Method)>,
}

impl Methods {
    fn read(encrypt: &Dictionary, version: i64) -> Result<Self> {
        if version < 4 {
            return Ok(Self {
                strings: Method::Rc4,
                streams: Method::Rc4,
                named: Vec::new(),
            });
        }
        let mut named = Vec::new();
        for (name, filter) in encrypt
            .dictionary(b"CF")
            .into_iter()
            .flat_map(Dictionary::iter)
        {
            let method = filter
                .as_dictionary()
                .and_then(|it| it.name(b"CFM"))
                .unwrap_or(b"None");
            named.push((name.as_bytes().to_vec(), method_named(method)?));
        }
        let methods = Self {
            strings: chosen(encrypt, b"StrF", &named)?,
            streams: chosen(encrypt, b"StmF", &named)?,
            named,
        };
        let all = methods
            .named
            .iter()
            .map(|(_, method)| *method)
            .chain([methods.strings, methods.streams]);
        let fits = |method: Method| {
            method == Method::Identity || (method == Method::Aes256) == (version == 5)
        };
        if !all.into_iter().all(fits) {
            return Err(PdfError::EncryptionUnsupported(
                "a crypt filter that does not fit the version",
            ));
        }
        Ok(methods)
    }
}

/// The method of the crypt filter that the encryption dictionary names for strings or streams.
fn chosen(encrypt: &Dictionary, key: &[u8], named: &[(Vec<u8>, Method)]) -> Result<Method> {
    let name = encrypt.name(key).unwrap_or(b"Identity");
    match named.iter().find(|(known, _)| known == name) {
        Some((_, method)) => Ok(*method),
        None if name == b"Identity" => Ok(Method::Identity),
        None => Err(PdfError::EncryptionUnsupported(
            "a crypt filter that is not defined",
        )),
    }
}

fn method_named(name: &[u8]) -> Result<Method> {
    match name {
        b"None" | b"Identity" => Ok(Method::Identity),
        b"V2" => Ok(Method::Rc4),
        b"AESV2" => Ok(Method::Aes128),
        b"AESV3" => Ok(Method::Aes256),
        _ => Err(PdfError::EncryptionUnsupported(
            "an unknown crypt filter method",
        )),
    }
}
