//! Test time stamps.

use super::{TestCertificate, TestKey, generalized};
use crate::asn1::{
    INTEGER, OCTET_STRING, SEQUENCE, context, encode, encode_oid, encode_parts, encode_set_of,
    encode_unsigned,
};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::key::SignatureScheme;
use crate::oid;

/// A test time-stamp authority.
#[derive(Clone)]
pub struct TestAuthority {
    /// Certificate of the authority.
    pub certificate: TestCertificate,
    /// Certificates embedded in every token.
    pub chain: Vec<Certificate>,
    /// Digest algorithm of the message imprint and of the token.
    pub digest: DigestAlgorithm,
}

impl TestAuthority {
    /// Creates an authority whose certificate `issuer` issued.
    pub fn new(key: u8, issuer: &TestCertificate) -> Self {
        let certificate = TestCertificate {
            purposes: &[oid::TIME_STAMPING],
            email: None,
            key_usage: Some(0x80),
            ..TestCertificate::person("Time Stamps", key, issuer)
        };
        Self {
            certificate,
            chain: vec![issuer.make()],
            digest: DigestAlgorithm::Sha256,
        }
    }

    /// Issues a token over a message, with this time (seconds since 1970).
    pub fn stamp(&self, message: &[u8], time: i64, nonce: Option<&[u8]>) -> Vec<u8> {
        let digest = self.digest;
        let imprint = encode_parts(
            SEQUENCE,
            &[
                &encode_parts(SEQUENCE, &[&encode_oid(digest.oid())]),
                &encode(OCTET_STRING, &digest.digest(message)),
            ],
        );
        let nonce = nonce.map(encode_unsigned).unwrap_or_default();
        let info = encode_parts(
            SEQUENCE,
            &[
                &encode(INTEGER, &[1]),
                &encode_oid("1.3.6.1.4.1.99999.2"),
                &imprint,
                &encode(INTEGER, &[77]),
                &generalized(time),
                &nonce,
            ],
        );
        self.signed(&info)
    }

    fn signed(&self, info: &[u8]) -> Vec<u8> {
        let certificates = &self.chain;
        Encapsulated {
            certificate: &self.certificate,
            chain: certificates,
            digest: self.digest,
        }
        .sign(oid::TST_INFO, info)
    }
}

/// A SignedData with embedded content.
pub struct Encapsulated<'a> {
    /// Certificate of the signer.
    pub certificate: &'a TestCertificate,
    /// Further embedded certificates.
    pub chain: &'a [Certificate],
    /// Digest algorithm of the content and the signed attributes.
    pub digest: DigestAlgorithm,
}

impl Encapsulated<'_> {
    /// Signs content of type id-data (RFC 5652, 4).
    pub fn sign_data(&self, content: &[u8]) -> Vec<u8> {
        self.sign(oid::DATA, content)
    }

    fn sign(&self, content_type: &str, info: &[u8]) -> Vec<u8> {
        let digest = self.digest;
        let certificate = self.certificate.make();
        let attribute = |kind: &str, value: &[u8]| {
            let values = encode_set_of(vec![value.to_vec()]);
            encode_parts(SEQUENCE, &[&encode_oid(kind), &values])
        };
        let hash = DigestAlgorithm::Sha256.digest(certificate.der());
        let hash = encode(OCTET_STRING, &hash);
        let ids = encode(SEQUENCE, &encode(SEQUENCE, &encode(SEQUENCE, &hash)));
        let attributes = encode_set_of(vec![
            attribute(oid::CONTENT_TYPE, &encode_oid(content_type)),
            attribute(
                oid::MESSAGE_DIGEST,
                &encode(OCTET_STRING, &digest.digest(info)),
            ),
            attribute(oid::SIGNING_CERTIFICATE_V2, &ids),
        ]);
        let key = TestKey::new(self.certificate.key);
        let raw = key.sign_digest(&digest.digest(&attributes));
        let serial = encode(INTEGER, certificate.serial());
        let mut implicit = attributes.clone();
        implicit[0] = context(0);
        let signer = encode_parts(
            SEQUENCE,
            &[
                &encode(INTEGER, &[1]),
                &encode_parts(SEQUENCE, &[certificate.issuer().encoded(), &serial]),
                &digest.identifier(),
                &implicit,
                &SignatureScheme::Ecdsa(digest).identifier(),
                &encode(OCTET_STRING, &crate::key::ecdsa_to_der(&raw)),
            ],
        );
        let mut certificates = vec![certificate.der().to_vec()];
        certificates.extend(self.chain.iter().map(|one| one.der().to_vec()));
        let mut certificates = encode_set_of(certificates);
        certificates[0] = context(0);
        let content = encode(context(0), &encode(OCTET_STRING, info));
        let body = encode_parts(
            SEQUENCE,
            &[
                &encode(INTEGER, &[3]),
                &encode_set_of(vec![digest.identifier()]),
                &encode_parts(SEQUENCE, &[&encode_oid(content_type), &content]),
                &certificates,
                &encode_set_of(vec![signer]),
            ],
        );
        encode_parts(
            SEQUENCE,
            &[&encode_oid(oid::SIGNED_DATA), &encode(context(0), &body)],
        )
    }
}
