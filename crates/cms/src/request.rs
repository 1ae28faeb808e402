//! Time-stamp requests (RFC 3161, section 2.4.1).
//!
//! The caller keeps the request until the response arrives: a response is accepted only if it matches its request.

use crate::asn1::{
    BOOLEAN, INTEGER, NULL, OCTET_STRING, OID, SEQUENCE, encode, encode_oid, encode_parts,
    encode_unsigned, only,
};
use crate::digest::{DigestAlgorithm, read_identifier};
use crate::error::CmsError;

/// Maximum length of a nonce, in bytes. Longer ones add no security, and some authorities reject them.
const MAX_NONCE: usize = 32;

/// A TimeStampReq. It also requests the authority's certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeStampRequest {
    digest: DigestAlgorithm,
    imprint: Vec<u8>,
    nonce: Vec<u8>,
    policy: Option<String>,
}

impl TimeStampRequest {
    /// Creates a request for a message imprint. The caller supplies the nonce: 8 to 32 fresh random bytes. Leading
    /// zeros are dropped.
    ///
    /// # Errors
    /// `CmsErrorKind::Algorithm` for a weak digest or an imprint of the wrong length; `CmsErrorKind::Encoding` for a nonce that is
    /// too short or too long.
    ///
    /// ```
    /// # use countersign_cms::testing::{TestAuthority, TestCertificate, der};
    /// use countersign_cms::{DigestAlgorithm, StampProblem, TimeStampRequest};
    /// # let root = TestCertificate::root("Root", 1);
    /// # let fresh_nonce = [9; 16];
    /// let imprint = DigestAlgorithm::Sha256.digest(b"a signature value");
    /// let request = TimeStampRequest::new(DigestAlgorithm::Sha256, &imprint, &fresh_nonce)?;
    /// // Send `request.encode()` as `application/timestamp-query`; the answer is judged as a whole.
    /// # let token = TestAuthority::new(5, &root).stamp(b"a signature value", 1_795_219_200, Some(&fresh_nonce));
    /// # let response = der(0x30, &[&der(0x30, &[&der(2, &[&[0]])]), &token]);
    /// let stamp = request.accept(&response, &[], &[root.make()]).expect("it answers this request");
    /// assert_eq!(stamp.time, 1_795_219_200);
    /// let other = TimeStampRequest::new(DigestAlgorithm::Sha256, &imprint, &[1; 16])?;
    /// assert!(matches!(other.accept(&response, &[], &[]), Err(StampProblem::Nonce)));
    /// # Ok::<(), countersign_cms::CmsError>(())
    /// ```
    pub fn new(digest: DigestAlgorithm, imprint: &[u8], nonce: &[u8]) -> Result<Self, CmsError> {
        if digest.is_weak() || imprint.len() != digest.size() {
            return Err(CmsError::algorithm(
                "a time stamp needs the whole imprint of a strong digest",
            ));
        }
        if !(8..=MAX_NONCE).contains(&nonce.len()) {
            return Err(CmsError::encoding("a nonce has 8 to 32 bytes"));
        }
        Ok(Self {
            digest,
            imprint: imprint.to_vec(),
            nonce: unsigned_content(nonce)?,
            policy: None,
        })
    }

    /// Requests a time stamp under this policy, given as a dotted identifier.
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` if it is not an object identifier.
    pub fn with_policy(mut self, policy: &str) -> Result<Self, CmsError> {
        let encoded = encode_oid(policy);
        if only(&encoded, OID)?.oid()? != policy {
            return Err(CmsError::encoding(format!(
                "{policy:?} is no object identifier"
            )));
        }
        self.policy = Some(policy.to_owned());
        Ok(self)
    }

    /// Reads a request that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` for any other bytes, other requests included.
    pub fn read(der: &[u8]) -> Result<Self, CmsError> {
        let mut fields = only(der, SEQUENCE)?.inside();
        fields.expect(INTEGER)?.small_integer()?;
        let mut imprint = fields.expect(SEQUENCE)?.inside();
        let digest = read_identifier(&mut imprint)?;
        let hash = imprint.expect(OCTET_STRING)?.content;
        let policy = fields.optional(OID)?.map(|it| it.oid()).transpose()?;
        let nonce = fields.expect(INTEGER)?.content;
        let request = Self {
            digest,
            imprint: hash.to_vec(),
            nonce: nonce.to_vec(),
            policy,
        };
        match request.encode() == der {
            true => Ok(request),
            false => Err(CmsError::encoding("the time stamp request is another's")),
        }
    }

    /// DER to send as `application/timestamp-query`.
    pub fn encode(&self) -> Vec<u8> {
        let digest = encode_parts(SEQUENCE, &[&encode_oid(self.digest.oid()), &[NULL, 0]]);
        let imprint = encode_parts(SEQUENCE, &[&digest, &encode(OCTET_STRING, &self.imprint)]);
        let policy = self.policy.as_deref().map(encode_oid).unwrap_or_default();
        encode_parts(
            SEQUENCE,
            &[
                &encode(INTEGER, &[1]),
                &imprint,
                &policy,
                &encode(INTEGER, &self.nonce),
                &encode(BOOLEAN, &[0xff]),
            ],
        )
    }

    /// Digest algorithm of the imprint.
    pub fn digest(&self) -> DigestAlgorithm {
        self.digest
    }

    /// Digest of the data to be stamped.
    pub fn imprint(&self) -> &[u8] {
        &self.imprint
    }

    /// Content octets of the nonce.
    pub fn nonce(&self) -> &[u8] {
        &self.nonce
    }

    /// Requested policy.
    pub fn policy(&self) -> Option<&str> {
        self.policy.as_deref()
    }
}

fn unsigned_content(bytes: &[u8]) -> Result<Vec<u8>, CmsError> {
    let encoded = encode_unsigned(bytes);
    Ok(only(&encoded, INTEGER)?.content.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_survives_as_bytes() {
        let imprint = DigestAlgorithm::Sha256.digest(b"signature");
        let plain = TimeStampRequest::new(
            DigestAlgorithm::Sha256,
            &imprint,
            &[0, 0x80, 7, 7, 7, 7, 7, 7],
        );
        let plain = plain.unwrap();
        assert_eq!(plain.nonce(), [0, 0x80, 7, 7, 7, 7, 7, 7]);
        assert_eq!(TimeStampRequest::read(&plain.encode()), Ok(plain.clone()));
        let with_policy = plain.clone().with_policy("1.2.840.113549.1").unwrap();
        let again = TimeStampRequest::read(&with_policy.encode()).unwrap();
        assert_eq!(again.policy(), Some("1.2.840.113549.1"));
        assert_ne!(again, plain);
        assert!(plain.with_policy("one.two").is_err());
    }

    #[test]
    fn tampered_requests_are_refused() {
        let imprint = DigestAlgorithm::Sha512.digest(b"signature");
        let request = TimeStampRequest::new(DigestAlgorithm::Sha512, &imprint, &[7; 16]).unwrap();
        let bytes = request.encode();
        for at in 0..bytes.len() {
            assert!(TimeStampRequest::read(&bytes[..at]).is_err());
        }
        assert!(TimeStampRequest::new(DigestAlgorithm::Sha1, &imprint[..20], &[7; 16]).is_err());
        assert!(TimeStampRequest::new(DigestAlgorithm::Sha256, &imprint, &[7; 16]).is_err());
        assert!(TimeStampRequest::new(DigestAlgorithm::Sha512, &imprint, &[7; 7]).is_err());
    }
}
