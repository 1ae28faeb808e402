//! Options of a signature.

use countersign_cms::DigestAlgorithm;
use countersign_forms::locks::FieldLock;
use countersign_forms::{FieldValues, Rect};

/// The field to sign.
#[derive(Debug, Clone, PartialEq)]
pub enum SigningField {
    /// An existing, unsigned signature field.
    Existing(String),
    /// A new visible field.
    Visible {
        /// Field name. A name that is in use is an error.
        name: String,
        /// Page number, from 1.
        page: u32,
        /// Position on the displayed page, in percent.
        rect: Rect,
    },
    /// A new invisible field.
    Invisible {
        /// Field name. A name that is in use is an error.
        name: String,
    },
}

impl SigningField {
    /// Name of the field.
    pub fn name(&self) -> &str {
        match self {
            Self::Existing(name) | Self::Visible { name, .. } | Self::Invisible { name } => name,
        }
    }
}

/// Options for preparing a signature.
#[derive(Debug, Clone, PartialEq)]
pub struct PrepareOptions {
    /// Field to sign.
    pub field: SigningField,
    /// The signer's certificate, DER or PEM.
    pub certificate: Vec<u8>,
    /// Issuer certificates in any order, DER or PEM. A PEM file may contain several.
    pub chain: Vec<Vec<u8>>,
    /// Field values to fill in with the same revision.
    pub values: FieldValues,
    /// Font files for characters that the bundled font lacks, in order of preference.
    pub fonts: Vec<Vec<u8>>,
    /// Image file (PNG, JPEG or WebP) to show in the field.
    pub picture: Option<Vec<u8>>,
    /// Lines of text to show in the field, beside the image if there is one. The caller words them, such as name,
    /// reason and date.
    pub lines: Vec<String>,
    /// Fields that the signature locks, for a field without a lock of its own.
    pub lock: Option<FieldLock>,
    /// Certifies the document at this level: 1 permits no changes, 2 filling and signing, 3 also annotations.
    pub doc_mdp: Option<u8>,
    /// Digest algorithm. Defaults to the one that fits the key.
    pub digest: Option<DigestAlgorithm>,
    /// Use RSASSA-PSS instead of PKCS#1 v1.5 for RSA keys.
    pub pss: bool,
    /// Bytes to reserve for the CMS. Defaults to its maximum size and room for a time stamp.
    pub reserve: Option<usize>,
    /// Reason for signing (`/Reason`).
    pub reason: Option<String>,
    /// Place of signing (`/Location`).
    pub location: Option<String>,
    /// Name of the signer (`/Name`), if it differs from the certificate's.
    pub name: Option<String>,
    /// Contact information of the signer (`/ContactInfo`).
    pub contact: Option<String>,
    /// Signing time by the caller's clock, in seconds since 1970 (`/M`).
    pub signing_time: i64,
}

impl PrepareOptions {
    /// Options of a signature with defaults for everything else.
    pub fn new(field: SigningField, certificate: impl Into<Vec<u8>>, signing_time: i64) -> Self {
        Self {
            field,
            certificate: certificate.into(),
            chain: Vec::new(),
            values: FieldValues::new(),
            fonts: Vec::new(),
            picture: None,
            lines: Vec::new(),
            lock: None,
            doc_mdp: None,
            digest: None,
            pss: false,
            reserve: None,
            reason: None,
            location: None,
            name: None,
            contact: None,
            signing_time,
        }
    }
}
