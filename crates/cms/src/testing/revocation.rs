//! Test OCSP responses and CRLs.

use super::{TestCertificate, TestKey, bits, generalized};
use crate::asn1::{
    ENUMERATED, INTEGER, NULL, OCTET_STRING, SEQUENCE, context, context_primitive, encode,
    encode_oid, encode_parts,
};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::oid;

/// Revocation status of one certificate.
#[derive(Clone)]
pub struct TestRevocation {
    /// CA that issued the certificate.
    pub issuer: TestCertificate,
    /// Signer of the response: the issuer or a responder.
    pub signer: TestCertificate,
    /// thisUpdate, in seconds since 1970.
    pub this_update: i64,
    /// nextUpdate, in seconds since 1970.
    pub next_update: i64,
    /// Revocation time, in seconds since 1970, if revoked.
    pub revoked: Option<i64>,
}

impl TestRevocation {
    /// Status "good", signed by the issuer and valid for a day.
    pub fn good(issuer: &TestCertificate, this_update: i64) -> Self {
        Self {
            issuer: issuer.clone(),
            signer: issuer.clone(),
            this_update,
            next_update: this_update + 86_400,
            revoked: None,
        }
    }

    /// Status "revoked", signed by the issuer.
    pub fn revoked(issuer: &TestCertificate, this_update: i64, since: i64) -> Self {
        Self {
            revoked: Some(since),
            ..Self::good(issuer, this_update)
        }
    }

    /// Encodes an OCSPResponse for `certificate`.
    pub fn ocsp(&self, certificate: &Certificate) -> Vec<u8> {
        let issuer = self.issuer.make();
        let digest = DigestAlgorithm::Sha1;
        let id = encode_parts(
            SEQUENCE,
            &[
                &encode_parts(SEQUENCE, &[&encode_oid(oid::SHA1), &[NULL, 0]]),
                &encode(OCTET_STRING, &digest.digest(issuer.subject().encoded())),
                &encode(OCTET_STRING, &digest.digest(issuer.key_bits().unwrap())),
                &encode(INTEGER, certificate.serial()),
            ],
        );
        let status = match self.revoked {
            None => encode(context_primitive(0), &[]),
            Some(since) => {
                let reason = encode(context(0), &encode(ENUMERATED, &[1]));
                encode(context(1), &[generalized(since), reason].concat())
            }
        };
        let next = encode(context(0), &generalized(self.next_update));
        let entry = encode_parts(
            SEQUENCE,
            &[&id, &status, &generalized(self.this_update), &next],
        );
        let signer = self.signer.make();
        let data = encode_parts(
            SEQUENCE,
            &[
                &encode(context(1), signer.subject().encoded()),
                &generalized(self.this_update),
                &encode(SEQUENCE, &entry),
            ],
        );
        let certificates = encode(context(0), &encode(SEQUENCE, signer.der()));
        let basic = self.signed(&data, &certificates);
        let wrapped = encode_parts(
            SEQUENCE,
            &[&encode_oid(oid::OCSP_BASIC), &encode(OCTET_STRING, &basic)],
        );
        encode_parts(
            SEQUENCE,
            &[&encode(ENUMERATED, &[0]), &encode(context(0), &wrapped)],
        )
    }

    /// Encodes a CRL. It lists `certificate` if that is revoked. `extensions` are DER.
    pub fn crl(&self, certificate: &Certificate, extensions: &[Vec<u8>]) -> Vec<u8> {
        let entries = match self.revoked {
            None => Vec::new(),
            Some(since) => {
                let serial = encode(INTEGER, certificate.serial());
                let entry = encode_parts(SEQUENCE, &[&serial, &generalized(since)]);
                encode(SEQUENCE, &entry)
            }
        };
        let extensions = match extensions {
            [] => Vec::new(),
            list => encode(context(0), &encode(SEQUENCE, &list.concat())),
        };
        let list = encode_parts(
            SEQUENCE,
            &[
                &encode(INTEGER, &[1]),
                &encode_parts(SEQUENCE, &[&encode_oid(oid::ECDSA_SHA256)]),
                self.issuer.make().subject().encoded(),
                &generalized(self.this_update),
                &generalized(self.next_update),
                &entries,
                &extensions,
            ],
        );
        self.signed(&list, &[])
    }

    fn signed(&self, data: &[u8], rest: &[u8]) -> Vec<u8> {
        let raw = TestKey::new(self.signer.key).sign(data);
        let algorithm = encode_parts(SEQUENCE, &[&encode_oid(oid::ECDSA_SHA256)]);
        let signature = bits(&crate::key::ecdsa_to_der(&raw));
        encode_parts(SEQUENCE, &[data, &algorithm, &signature, rest])
    }
}
