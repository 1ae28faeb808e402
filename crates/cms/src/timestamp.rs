//! Time stamp tokens (RFC 3161), read and checked.

use crate::asn1::{GENERALIZED_TIME, INTEGER, OCTET_STRING, OID, SEQUENCE, only};
use crate::certificate::Certificate;
use crate::digest::{DigestAlgorithm, read_identifier};
use crate::error::CmsError;
use crate::finding::Finding;
use crate::path::{self, PathContext, Purpose};
use crate::signed_data::SignedData;
use crate::{oid, time};

/// A time stamp token.
#[derive(Debug, Clone)]
pub struct TimeStampToken {
    signed: SignedData,
    content: Vec<u8>,
    digest: DigestAlgorithm,
    imprint: Vec<u8>,
    time: i64,
    policy: String,
    serial: Vec<u8>,
    nonce: Option<Vec<u8>>,
}

/// What checking a token found.
#[derive(Debug, Clone, Default)]
pub struct TimeStampCheck {
    /// True when the token is about what was asked and its signature holds.
    pub intact: bool,
    /// True when the authority's certificate leads to an anchor.
    pub trusted: bool,
    /// The authority.
    pub authority: Option<Certificate>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

impl TimeStampToken {
    /// Reads a token.
    pub fn read(token: &[u8]) -> Result<Self, CmsError> {
        let signed = SignedData::read(token)?;
        let content = signed
            .content()
            .ok_or_else(|| CmsError::encoding("the time stamp has no content"))?
            .to_vec();
        let mut fields = only(&content, SEQUENCE)?.inside();
        fields.expect(INTEGER)?.small_integer()?;
        let policy = fields.expect(OID)?.oid()?;
        let mut imprint = fields.expect(SEQUENCE)?.inside();
        let digest = read_identifier(&mut imprint)?;
        let hash = imprint.expect(OCTET_STRING)?.content.to_vec();
        let serial = fields.expect(INTEGER)?.content.to_vec();
        let time = time::read(&fields.expect(GENERALIZED_TIME)?)?;
        fields.optional(SEQUENCE)?;
        fields.optional(crate::asn1::BOOLEAN)?;
        let nonce = fields
            .optional(INTEGER)?
            .map(|nonce| nonce.content.to_vec());
        Ok(Self {
            content: content.clone(),
            signed,
            digest,
            imprint: hash,
            time,
            policy,
            serial,
            nonce,
        })
    }

    /// Bytes of the token.
    pub fn length(&self) -> usize {
        self.signed.length()
    }

    /// When it was issued, in seconds since 1970.
    pub fn time(&self) -> i64 {
        self.time
    }

    /// The digest of what was stamped.
    pub fn digest(&self) -> DigestAlgorithm {
        self.digest
    }

    /// The policy it was issued under.
    pub fn policy(&self) -> &str {
        &self.policy
    }

    /// Its serial number.
    pub fn serial(&self) -> &[u8] {
        &self.serial
    }

    /// The nonce of the request it answers.
    pub fn nonce(&self) -> Option<&[u8]> {
        self.nonce.as_deref()
    }

    /// Certificates that came with it.
    pub fn certificates(&self) -> &[Certificate] {
        self.signed.certificates()
    }

    /// Checks that the token is about a message of this digest (of [`Self::digest`]), signed by an
    /// authority that the anchors vouch for at the time it states.
    pub fn check(
        &self,
        message_digest: &[u8],
        pool: &[Certificate],
        anchors: &[Certificate],
    ) -> TimeStampCheck {
        let mut check = TimeStampCheck::default();
        if self.imprint != message_digest || self.digest.is_weak() {
            check.findings.push(Finding::warning(
                "timestamp_imprint",
                "the time stamp is about something else",
                "signature-time-stamp",
            ));
            return check;
        }
        let Some(info) = self.signed.signer() else {
            return check;
        };
        let inner = self
            .signed
            .check_type(oid::TST_INFO, &info.digest().digest(&self.content));
        check.intact =
            inner.digest_matches && inner.signature_matches && !has_error(&inner.findings);
        check.findings.extend(lowered(inner.findings));
        if let Some(authority) = inner.signer {
            let mut all = self.signed.certificates().to_vec();
            all.extend_from_slice(pool);
            let context = PathContext {
                pool: &all,
                anchors,
                at: self.time,
            };
            let path = path::validate(&authority, context, Purpose::TimeStamping);
            check.trusted = path.trusted;
            check.findings.extend(lowered(path.findings));
            check.authority = Some(authority);
        }
        check
    }
}

fn has_error(findings: &[Finding]) -> bool {
    findings
        .iter()
        .any(|finding| finding.severity == crate::Severity::Error)
}

/// A bad time stamp costs the level, not the signature under it.
fn lowered(findings: Vec<Finding>) -> Vec<Finding> {
    findings
        .into_iter()
        .map(|finding| Finding {
            severity: finding.severity.min(crate::Severity::Warning),
            code: match finding.code.starts_with("timestamp_") {
                true => finding.code,
                false => format!("timestamp_{}", finding.code),
            },
            ..finding
        })
        .collect()
}
