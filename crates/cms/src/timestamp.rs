//! Time stamp tokens (RFC 3161): parsing and validation.

use countersign_codes::FindingCode;

use crate::asn1::{GENERALIZED_TIME, INTEGER, OCTET_STRING, OID, SEQUENCE, only};
use crate::certificate::Certificate;
use crate::digest::{DigestAlgorithm, read_identifier};
use crate::error::CmsError;
use crate::finding::Finding;
use crate::path::{self, PathContext, Purpose};
use crate::signed_data::SignedData;
use crate::{oid, time};

/// Tolerated clock difference, in seconds.
const SKEW: i64 = 300;

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

/// A time-stamp response (RFC 3161, section 2.4.2).
#[derive(Debug, Clone)]
pub enum TimeStampResponse {
    /// The exact bytes of the granted token.
    Granted(Vec<u8>),
    /// The request was refused.
    Refused {
        /// PKIStatus.
        status: u32,
        /// Text of the authority.
        text: String,
    },
}

impl TimeStampResponse {
    /// Reads a TimeStampResp (RFC 3161, 2.4.2).
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` if it is malformed. A refusal is not an error.
    pub fn read(bytes: &[u8]) -> Result<Self, CmsError> {
        let mut inside = only(bytes, SEQUENCE)?.inside();
        let mut info = inside.expect(SEQUENCE)?.inside();
        let status = info.expect(INTEGER)?.small_integer()?;
        let mut words = Vec::new();
        if let Some(texts) = info.optional(SEQUENCE)? {
            let mut texts = texts.inside();
            while !texts.is_empty() {
                words.push(crate::name::text(&texts.any()?));
            }
        }
        let token = inside.optional(SEQUENCE)?;
        inside.finish()?;
        match token {
            Some(token) if status <= 1 => Ok(Self::Granted(token.whole.to_vec())),
            Some(_) | None => Ok(Self::Refused {
                status,
                text: words.join(" "),
            }),
        }
    }
}

/// Result of validating a token.
#[derive(Debug, Clone, Default)]
pub struct TimeStampCheck {
    /// True if the token covers the expected digest and its signature verifies.
    pub intact: bool,
    /// True if the authority's path leads to an anchor and all algorithms are acceptable.
    pub trusted: bool,
    /// Certificate of the time-stamp authority.
    pub authority: Option<Certificate>,
    /// Path from the authority's certificate upwards, that certificate included.
    pub path: Vec<Certificate>,
    /// Warnings and information.
    pub findings: Vec<Finding>,
}

impl TimeStampToken {
    /// Reads a token (RFC 3161, 2.4.2): a SignedData over a TSTInfo.
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` if it is malformed; `CmsErrorKind::Algorithm` for an unknown digest.
    ///
    /// ```
    /// # use countersign_cms::testing::{TestAuthority, TestCertificate};
    /// use countersign_cms::{DigestAlgorithm, Existence, FindingCode, PathContext, TimeStampToken};
    /// # let root = TestCertificate::root("Root", 1);
    /// # let bytes = TestAuthority::new(5, &root).stamp(b"a signature value", 1_795_219_200, None);
    /// let token = TimeStampToken::read(&bytes)?;
    /// let anchors = [root.make()];
    /// let (at, existence) = (token.time(), Existence::at(token.time()));
    /// let context = PathContext { pool: &[], anchors: &anchors, at, existence };
    /// let check = token.check(&DigestAlgorithm::Sha256.digest(b"a signature value"), context);
    /// assert!(check.intact && check.trusted && check.findings.is_empty());
    /// let check = token.check(&DigestAlgorithm::Sha256.digest(b"another"), context);
    /// assert!(!check.intact && check.findings[0].code == FindingCode::TimestampImprint);
    /// # Ok::<(), countersign_cms::CmsError>(())
    /// ```
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

    /// Length of the token, in bytes.
    pub fn length(&self) -> usize {
        self.signed.length()
    }

    /// Time of issue (genTime), in seconds since 1970.
    pub fn time(&self) -> i64 {
        self.time
    }

    /// Digest algorithm of the message imprint.
    pub fn digest(&self) -> DigestAlgorithm {
        self.digest
    }

    /// The message imprint: the digest of what was stamped.
    pub fn imprint(&self) -> &[u8] {
        &self.imprint
    }

    /// Policy under which the token was issued.
    pub fn policy(&self) -> &str {
        &self.policy
    }

    /// Serial number.
    pub fn serial(&self) -> &[u8] {
        &self.serial
    }

    /// Nonce of the request.
    pub fn nonce(&self) -> Option<&[u8]> {
        self.nonce.as_deref()
    }

    /// Embedded certificates.
    pub fn certificates(&self) -> &[Certificate] {
        self.signed.certificates()
    }

    /// Embedded OCSP responses.
    pub fn ocsps(&self) -> impl Iterator<Item = &[u8]> {
        self.signed.ocsps()
    }

    /// Embedded CRLs.
    pub fn crls(&self) -> impl Iterator<Item = &[u8]> {
        self.signed.crls()
    }

    /// Validates the token over a message with this digest (of [`Self::digest`]). The authority's path must be valid
    /// both at the token's own time and at `context.at`, with algorithms acceptable for `context.existence`. A token
    /// whose authority's certificate has expired proves nothing by itself. If other evidence proves that it existed
    /// earlier, set `at` to that time.
    pub fn check(&self, message_digest: &[u8], context: PathContext<'_>) -> TimeStampCheck {
        let mut check = TimeStampCheck::default();
        let findings = &mut check.findings;
        if self.imprint != message_digest {
            findings.push(warning(
                FindingCode::TimestampImprint,
                "the time stamp is about something else",
            ));
            return check;
        }
        let Some(info) = self.signed.signer() else {
            return check;
        };
        if !info.has_signing_certificate() {
            let message = "the time stamp does not say whose it is";
            findings.push(warning(FindingCode::TimestampSigningCertificate, message));
        }
        let content = info.digest().map(|digest| digest.digest(&self.content));
        let inner = self
            .signed
            .check_type(oid::TST_INFO, &content.unwrap_or_default());
        check.intact =
            inner.digest_matches && inner.signature_matches && !has_error(&inner.findings);
        check.findings.extend(lowered(inner.findings));
        let existed = context.existence.signature;
        let mut weak = info.weaknesses(inner.signer.as_ref(), existed);
        weak.extend(self.digest.weakness(existed, "TSTInfo"));
        if let Some(authority) = inner.signer {
            self.check_authority(authority, context, &mut check);
        }
        check.trusted &= weak.is_empty();
        check.findings.extend(lowered(weak));
        check
    }

    fn check_authority(
        &self,
        authority: Certificate,
        context: PathContext<'_>,
        check: &mut TimeStampCheck,
    ) {
        let mut pool = self.signed.certificates().to_vec();
        pool.extend_from_slice(context.pool);
        let at_time = |at: i64| {
            let context = PathContext {
                pool: &pool,
                at,
                ..context
            };
            path::validate(&authority, context, Purpose::TimeStamping)
        };
        let path = at_time(context.at);
        check.trusted = path.trusted;
        if self.time > context.at.saturating_add(SKEW) {
            check.trusted = false;
            let message = "the time stamp is of a time that has not come";
            check
                .findings
                .push(warning(FindingCode::TimestampInFuture, message));
        } else if path.trusted && !at_time(self.time).trusted {
            check.trusted = false;
            let message = "the authority's certificate was not valid when it stamped";
            check
                .findings
                .push(warning(FindingCode::TimestampCertificateExpired, message));
        }
        check.findings.extend(lowered(path.findings));
        check.path = path.path;
        check.authority = Some(authority);
    }
}

/// An invalid time stamp lowers the signature level and does not invalidate the signature, so it is a warning.
fn warning(code: FindingCode, message: &str) -> Finding {
    Finding::warning(code, message, "signature-time-stamp")
}

fn has_error(findings: &[Finding]) -> bool {
    findings
        .iter()
        .any(|finding| finding.severity == crate::Severity::Error)
}

/// Lowers findings of signature and path checks to warnings, with the codes for time stamps.
fn lowered(findings: Vec<Finding>) -> Vec<Finding> {
    findings
        .into_iter()
        .map(|finding| Finding {
            severity: finding.severity.min(crate::Severity::Warning),
            code: finding.code.in_time_stamp(),
            ..finding
        })
        .collect()
}
