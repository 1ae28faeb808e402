//! The standard security handler.

use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Object, ObjectId};

/// With whose rights a document was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The owner's: everything is allowed.
    Owner,
    /// A user's: what the permissions say.
    User,
}

/// The key of an encrypted document, and what it may be used for.
#[derive(Clone)]
pub struct Security {
    access: Access,
    permissions: i32,
    dictionary: Option<ObjectId>,
}

impl Security {
    /// With whose rights the document was opened.
    pub fn access(&self) -> Access {
        self.access
    }

    /// The permission bits of `/P`.
    pub fn permissions(&self) -> i32 {
        self.permissions
    }

    /// Whether an object's strings are never encrypted: the encryption dictionary itself.
    pub(crate) fn is_exempt(&self, id: ObjectId) -> bool {
        self.dictionary == Some(id)
    }

    pub(crate) fn decrypt_object(&self, _id: ObjectId, _object: &mut Object) {}

    pub(crate) fn decrypt_stream(&self, _id: ObjectId, _dictionary: &Dictionary, data: Vec<u8>) -> Result<Vec<u8>> {
        Ok(data)
    }

    pub(crate) fn encrypt_string(&self, _id: ObjectId, bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    pub(crate) fn encrypt_stream(&self, _id: ObjectId, _dictionary: &Dictionary, data: Vec<u8>) -> Vec<u8> {
        data
    }
}

/// Finds the key with a password.
pub(crate) fn unlock(
    _encrypt: &Dictionary,
    _id: Option<ObjectId>,
    _file_id: &[u8],
    _password: Option<&str>,
) -> Result<Security> {
    Err(PdfError::EncryptionUnsupported("not yet"))
}
