//! Time stamps made up for tests.

use super::{TestCertificate, TestKey, generalized};
use crate::asn1::{
    INTEGER, OCTET_STRING, SEQUENCE, context, encode, encode_oid, encode_parts, encode_set_of,
    encode_unsigned,
};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::oid;

/// A time-stamp authority for tests.
#[derive(Clone)]
pub struct TestAuthority {
    /// Its certificate.
    pub certificate: TestCertificate,
    /// Certificates that come with every token.
    pub chain: Vec<Certificate>,
}

impl TestAuthority {
    /// An authority under `issuer` with this key.
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
        }
    }

    /// A token over a message, stating `time` (seconds since 1970).
    pub fn stamp(&self, message: &[u8], time: i64, nonce: Option<&[u8]>) -> Vec<u8> {
        let digest = DigestAlgorithm::Sha256;
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
        let digest = DigestAlgorithm::Sha256;
        let certificate = self.certificate.make();
        let attribute = |kind: &str, value: &[u8]| {
            let values = encode_set_of(vec![value.to_vec()]);
            encode_parts(SEQUENCE, &[&encode_oid(kind), &values])
        };
        let hash = encode(OCTET_STRING, &digest.digest(certificate.der()));
        let ids = encode(SEQUENCE, &encode(SEQUENCE, &encode(SEQUENCE, &hash)));
        let attributes = encode_set_of(vec![
            attribute(oid::CONTENT_TYPE, &encode_oid(oid::TST_INFO)),
            attribute(
                oid::MESSAGE_DIGEST,
                &encode(OCTET_STRING, &digest.digest(info)),
            ),
            attribute(oid::SIGNING_CERTIFICATE_V2, &ids),
        ]);
        let raw = TestKey::new(self.certificate.key).sign(&attributes);
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
                &encode_parts(SEQUENCE, &[&encode_oid(oid::ECDSA_SHA256)]),
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
                &encode_parts(SEQUENCE, &[&encode_oid(oid::TST_INFO), &content]),
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
