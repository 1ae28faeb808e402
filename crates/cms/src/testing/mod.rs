//! Test certificates and keys (feature `testing`). Never part of a release.
//!
//! Keys are derived from a number, so every run produces the same bytes. Nothing here is secret or secure.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod revocation;
mod time_stamp;

pub use revocation::TestRevocation;
pub use time_stamp::{Encapsulated, TestAuthority};

use p256::ecdsa::signature::Signer;
use p256::ecdsa::signature::hazmat::PrehashSigner;

use crate::asn1::{
    BIT_STRING, BOOLEAN, GENERALIZED_TIME, INTEGER, OCTET_STRING, PRINTABLE_STRING, SEQUENCE, SET,
    UTF8_STRING, context, context_primitive, encode, encode_oid, encode_parts, encode_unsigned,
};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::key::SignatureScheme;
use crate::{oid, time};

/// A P-256 key derived from a number.
#[derive(Clone)]
pub struct TestKey(p256::ecdsa::SigningKey);

impl TestKey {
    /// Derives the key.
    pub fn new(number: u8) -> Self {
        Self(p256::ecdsa::SigningKey::from_slice(&[number.max(1); 32]).unwrap())
    }

    /// Signs a message. Returns raw `r ‖ s`, as WebCrypto does.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        let value: p256::ecdsa::Signature = self.0.sign(message);
        value.to_vec()
    }

    /// Signs a digest. Returns raw `r ‖ s`.
    pub fn sign_digest(&self, digest: &[u8]) -> Vec<u8> {
        let digest = [
            vec![0; 32_usize.saturating_sub(digest.len())],
            digest.to_vec(),
        ]
        .concat();
        let value: p256::ecdsa::Signature = self.0.sign_prehash(&digest).unwrap();
        value.to_vec()
    }

    fn info(&self) -> Vec<u8> {
        let algorithm = encode_parts(SEQUENCE, &[&encode_oid(oid::EC), &encode_oid(oid::P256)]);
        let point = self.0.verifying_key().to_sec1_point(false);
        encode_parts(SEQUENCE, &[&algorithm, &bits(point.as_bytes())])
    }
}

/// Contents of a test certificate.
#[derive(Clone)]
pub struct TestCertificate {
    /// Number of the key.
    pub key: u8,
    /// Common name of the subject.
    pub name: &'static str,
    /// Number of the issuer's key.
    pub issuer_key: u8,
    /// Common name of the issuer.
    pub issuer: &'static str,
    /// `Some` for a CA certificate, with its path length constraint.
    pub authority: Option<Option<u8>>,
    /// First byte of the key usage bits.
    pub key_usage: Option<u8>,
    /// Extended key usage, as dotted identifiers.
    pub purposes: &'static [&'static str],
    /// rfc822Name in the subject alternative name.
    pub email: Option<&'static str>,
    /// Validity period, in seconds since 1970.
    pub validity: (i64, i64),
    /// Whether it has an unknown critical extension.
    pub strange: bool,
    /// Additional extensions, DER.
    pub extensions: Vec<Vec<u8>>,
    /// Digest algorithm of the issuer's signature.
    pub digest: DigestAlgorithm,
}

/// Validity period from 2020-01-01 to 2060-01-01.
pub const LONG: (i64, i64) = (1_577_836_800, 2_840_140_800);

impl TestCertificate {
    /// A root certificate.
    pub fn root(name: &'static str, key: u8) -> Self {
        Self {
            key,
            name,
            issuer_key: key,
            issuer: name,
            authority: Some(None),
            key_usage: Some(0x06),
            purposes: &[],
            email: None,
            validity: LONG,
            strange: false,
            extensions: Vec::new(),
            digest: DigestAlgorithm::Sha256,
        }
    }

    /// A person's certificate, issued by `issuer`.
    pub fn person(name: &'static str, key: u8, issuer: &Self) -> Self {
        Self {
            key,
            name,
            issuer_key: issuer.key,
            issuer: issuer.name,
            authority: None,
            key_usage: Some(0xc0),
            purposes: &[],
            email: Some("alice@example.com"),
            validity: LONG,
            strange: false,
            extensions: Vec::new(),
            digest: DigestAlgorithm::Sha256,
        }
    }

    /// A CA certificate, issued by `issuer`.
    pub fn authority(name: &'static str, key: u8, issuer: &Self, path_length: Option<u8>) -> Self {
        Self {
            authority: Some(path_length),
            key_usage: Some(0x06),
            email: None,
            ..Self::person(name, key, issuer)
        }
    }

    /// Signs the certificate.
    pub fn make(&self) -> Certificate {
        let algorithm = SignatureScheme::Ecdsa(self.digest).identifier();
        let validity = [generalized(self.validity.0), generalized(self.validity.1)].concat();
        let signed = encode_parts(
            SEQUENCE,
            &[
                &encode(context(0), &encode(INTEGER, &[2])),
                &encode_unsigned(&[1, self.key]),
                &algorithm,
                &name(self.issuer),
                &encode(SEQUENCE, &validity),
                &name(self.name),
                &TestKey::new(self.key).info(),
                &encode(context(3), &encode(SEQUENCE, &self.extensions())),
            ],
        );
        let issuer = TestKey::new(self.issuer_key);
        let raw = issuer.sign_digest(&self.digest.digest(&signed));
        let signature = bits(&crate::key::ecdsa_to_der(&raw));
        Certificate::read(&encode_parts(SEQUENCE, &[&signed, &algorithm, &signature])).unwrap()
    }

    fn extensions(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if let Some(length) = self.authority {
            let mut content = encode(BOOLEAN, &[0xff]);
            content.extend(
                length
                    .map(|length| encode(INTEGER, &[length]))
                    .unwrap_or_default(),
            );
            out.extend(extension(
                oid::BASIC_CONSTRAINTS,
                &encode(SEQUENCE, &content),
            ));
        }
        if let Some(usage) = self.key_usage {
            out.extend(extension(oid::KEY_USAGE, &encode(BIT_STRING, &[0, usage])));
        }
        if !self.purposes.is_empty() {
            let list: Vec<u8> = self
                .purposes
                .iter()
                .flat_map(|one| encode_oid(one))
                .collect();
            out.extend(extension(oid::EXTENDED_KEY_USAGE, &encode(SEQUENCE, &list)));
        }
        if let Some(email) = self.email {
            let names = encode(SEQUENCE, &encode(context_primitive(1), email.as_bytes()));
            out.extend(extension(oid::SUBJECT_ALT_NAME, &names));
        }
        if self.strange {
            out.extend(extension("1.3.6.1.4.1.99999.1", &[5, 0]));
        }
        out.extend(self.extensions.concat());
        out
    }
}

/// Encodes a critical extension.
pub fn extension(kind: &str, content: &[u8]) -> Vec<u8> {
    let critical = encode(BOOLEAN, &[0xff]);
    encode_parts(
        SEQUENCE,
        &[&encode_oid(kind), &critical, &encode(OCTET_STRING, content)],
    )
}

/// Encodes a non-critical extension.
pub fn plain_extension(kind: &str, content: &[u8]) -> Vec<u8> {
    encode_parts(
        SEQUENCE,
        &[&encode_oid(kind), &encode(OCTET_STRING, content)],
    )
}

/// Content of a QCStatements extension: statements without parameters, QcType, and countries of QcCClegislation.
pub fn qc_statements(ids: &[&str], kind: Option<&str>, countries: &[&str]) -> Vec<u8> {
    let mut statements: Vec<u8> = ids
        .iter()
        .flat_map(|id| encode(SEQUENCE, &encode_oid(id)))
        .collect();
    if let Some(kind) = kind {
        let types = encode(SEQUENCE, &encode_oid(kind));
        let parts = [encode_oid("0.4.0.1862.1.6"), types];
        statements.extend(encode(SEQUENCE, &parts.concat()));
    }
    if !countries.is_empty() {
        let names = countries
            .iter()
            .flat_map(|name| encode(PRINTABLE_STRING, name.as_bytes()));
        let names: Vec<u8> = encode(SEQUENCE, &names.collect::<Vec<u8>>());
        let parts = [encode_oid("0.4.0.1862.1.7"), names];
        statements.extend(encode(SEQUENCE, &parts.concat()));
    }
    encode(SEQUENCE, &statements)
}

/// Content of a certificate policies extension.
pub fn policies(ids: &[&str]) -> Vec<u8> {
    let list: Vec<u8> = ids
        .iter()
        .flat_map(|id| encode(SEQUENCE, &encode_oid(id)))
        .collect();
    encode(SEQUENCE, &list)
}

fn name(common: &str) -> Vec<u8> {
    let value = encode(UTF8_STRING, common.as_bytes());
    let pair = encode_parts(SEQUENCE, &[&encode_oid(oid::COMMON_NAME), &value]);
    encode(SEQUENCE, &encode(SET, &pair))
}

fn bits(bytes: &[u8]) -> Vec<u8> {
    encode(BIT_STRING, &[&[0], bytes].concat())
}

fn generalized(at: i64) -> Vec<u8> {
    let [year, month, day, hour, minute, second] = time::civil(at);
    let text = format!("{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z");
    encode(GENERALIZED_TIME, text.as_bytes())
}

/// Encodes a DER value of any tag from its parts.
pub fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    encode_parts(tag, parts)
}
