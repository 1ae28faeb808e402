//! Reads the encryption dictionary of a file and opens it with a password (ISO 32000-2, 7.6.4 and
//! 7.6.6).

use super::password::Locks;
use super::{Method, Ready, Security};
use crate::document::OpenOptions;
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, ObjectId};

/// Derives the key from the given password, or from the empty one.
pub(crate) fn unlock(
    encrypt: &Dictionary,
    id: Option<ObjectId>,
    file_id: &[u8],
    options: &OpenOptions,
) -> Result<Security> {
    if encrypt.name(b"Filter") != Some(b"Standard") {
        return Err(PdfError::EncryptionUnsupported(
            "not the standard security handler",
        ));
    }
    let version = encrypt.integer(b"V").unwrap_or(0);
    let mut locks = locks(encrypt, version, file_id)?;
    let methods = Methods::read(encrypt, version)?;
    let password = options.password.as_deref();
    let open = |locks: &Locks| {
        let open = |password| locks.open(password, options.password_hash.as_ref());
        password.and_then(open).or_else(|| open(""))
    };
    let mut opened = open(&locks);
    for length in shorter_lengths(encrypt, version) {
        if opened.is_none() {
            locks.length = length;
            opened = open(&locks);
        }
    }
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
        ready: Ready::default(),
    })
}

pub(super) fn locks(encrypt: &Dictionary, version: i64, file_id: &[u8]) -> Result<Locks> {
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
        // Some writers use an unsigned integer.
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
        // Some writers give the length in bytes.
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

/// Key lengths in bytes that a file of version 4 may have instead of 16: those of its dictionary and its crypt filters
/// (ISO 32000-2, tables 20 and 25). Writers give bits or bytes.
fn shorter_lengths(encrypt: &Dictionary, version: i64) -> Vec<usize> {
    if version != 4 {
        return Vec::new();
    }
    let filters = encrypt
        .dictionary(b"CF")
        .into_iter()
        .flat_map(Dictionary::iter);
    let filters = filters.filter_map(|(_, filter)| filter.as_dictionary());
    let stated = filters
        .chain([encrypt])
        .filter_map(|it| it.integer(b"Length"));
    let bytes = stated.map(|length| if length < 40 { length } else { length / 8 });
    let mut lengths: Vec<usize> = bytes
        .filter(|length| (5..16).contains(length))
        .filter_map(|length| usize::try_from(length).ok())
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
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

/// Method of the crypt filter that the encryption dictionary names for strings or streams.
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
