//! What the caller says about a signature.

use countersign_cms::DigestAlgorithm;
use countersign_forms::locks::FieldLock;
use countersign_forms::{FieldValues, Rect};

/// The field that takes the signature.
#[derive(Debug, Clone, PartialEq)]
pub enum SigningField {
    /// An existing, unsigned signature field.
    Existing(String),
    /// A new field that is seen.
    Visible {
        /// Its name; made unique is not: a taken name is an error.
        name: String,
        /// Page, from 1.
        page: u32,
        /// Place on the displayed page, in percent.
        rect: Rect,
    },
    /// A new field that is not seen.
    Invisible {
        /// Its name.
        name: String,
    },
}

impl SigningField {
    /// The name of the field.
    pub fn name(&self) -> &str {
        match self {
            Self::Existing(name) | Self::Visible { name, .. } | Self::Invisible { name } => name,
        }
    }
}

/// What to prepare.
#[derive(Debug, Clone, PartialEq)]
pub struct PrepareOptions {
    /// Where the signature goes.
    pub field: SigningField,
    /// The signer's certificate, DER or PEM.
    pub certificate: Vec<u8>,
    /// Certificates above it, in any order, DER or PEM; a PEM may hold several.
    pub chain: Vec<Vec<u8>>,
    /// Values that are filled in by the same revision.
    pub values: FieldValues,
    /// Font files for characters that the bundled font lacks, in order of preference.
    pub fonts: Vec<Vec<u8>>,
    /// An image file (PNG, JPEG or WebP) that is seen in the field.
    pub picture: Option<Vec<u8>>,
    /// Lines of text that are seen in the field, beside the picture where there is one: name, reason,
    /// date, as the caller words them.
    pub lines: Vec<String>,
    /// What the signature locks, where the field does not say it itself.
    pub lock: Option<FieldLock>,
    /// Certifies the document at this level: 1 allows no change, 2 filling and signing, 3 comments too.
    pub doc_mdp: Option<u8>,
    /// The digest; by default the one that fits the key.
    pub digest: Option<DigestAlgorithm>,
    /// RSASSA-PSS instead of PKCS#1 v1.5, for RSA keys.
    pub pss: bool,
    /// Bytes for the CMS; by default what it takes and room for a time stamp.
    pub reserve: Option<usize>,
    /// Why it is signed.
    pub reason: Option<String>,
    /// Where it is signed.
    pub location: Option<String>,
    /// Who signs, when it is not what the certificate says.
    pub name: Option<String>,
    /// How to reach the signer.
    pub contact: Option<String>,
    /// When it is signed, in seconds since 1970, by the caller's clock.
    pub signing_time: i64,
}

impl PrepareOptions {
    /// An invisible signature without anything special.
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
