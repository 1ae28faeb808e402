//! Validation of a time-stamp response against its request (RFC 3161, 2.4.2).

use std::fmt;

use countersign_codes::FindingCode;

use crate::certificate::Certificate;
use crate::error::CmsError;
use crate::finding::Finding;
use crate::oid;
use crate::path::PathContext;
use crate::policy::Existence;
use crate::request::TimeStampRequest;
use crate::timestamp::{TimeStampResponse, TimeStampToken};

/// Reason why a time stamp is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StampProblem {
    /// The authority refused the request, with its reason.
    Refused(String),
    /// The response can't be read.
    Unreadable(String),
    /// The message imprint differs.
    Imprint,
    /// The nonce differs.
    Nonce,
    /// The policy differs from the requested one; contains the policy of the token.
    Policy(String),
    /// The token's signature does not verify.
    Signature(String),
    /// The certificate is not a time-stamp authority's, or its path does not lead to an anchor.
    Authority(String),
}

impl fmt::Display for StampProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => write!(out, "the time-stamp authority refused: {reason}"),
            Self::Unreadable(cause) => write!(out, "the time stamp can't be read: {cause}"),
            Self::Imprint => out.write_str("the time stamp is about something else"),
            Self::Nonce => out.write_str("the time stamp answers another request"),
            Self::Policy(policy) => write!(out, "the time stamp was made under policy {policy}"),
            Self::Signature(cause) => write!(out, "the time stamp is not sound: {cause}"),
            Self::Authority(cause) => write!(out, "the time-stamp authority: {cause}"),
        }
    }
}

impl From<CmsError> for StampProblem {
    fn from(cause: CmsError) -> Self {
        Self::Unreadable(cause.to_string())
    }
}

/// A token that matches its request.
#[derive(Debug, Clone)]
pub struct AcceptedStamp {
    /// DER of the token.
    pub token: Vec<u8>,
    /// Time of issue, in seconds since 1970.
    pub time: i64,
    /// Certificate of the time-stamp authority.
    pub authority: Certificate,
    /// All certificates embedded in the token.
    pub certificates: Vec<Certificate>,
}

impl TimeStampRequest {
    /// Extracts the token from a TimeStampResp if it matches this request: granted, with the same imprint, nonce and
    /// policy, and a valid signature by a certificate for time stamping only. With `anchors`, the certificate's path
    /// must lead to one of them and be valid at the time of the stamp. Without, the path must have no other error as
    /// far as `pool` and the token allow.
    ///
    /// # Errors
    /// The first problem found.
    pub fn accept(
        &self,
        response: &[u8],
        pool: &[Certificate],
        anchors: &[Certificate],
    ) -> Result<AcceptedStamp, StampProblem> {
        let bytes = granted_token(response)?;
        let token = TimeStampToken::read(&bytes)?;
        if token.length() != bytes.len() {
            return Err(StampProblem::Unreadable("bytes follow the token".into()));
        }
        if token.nonce() != Some(self.nonce()) {
            return Err(StampProblem::Nonce);
        }
        if self.policy().is_some_and(|policy| policy != token.policy()) {
            return Err(StampProblem::Policy(token.policy().to_owned()));
        }
        let at = token.time();
        let context = PathContext {
            pool,
            anchors,
            at,
            existence: Existence::new_now(),
        };
        let check = token.check(self.imprint(), context);
        let mut codes = check.findings.iter().map(|it| it.code);
        let is_other = codes.any(|it| it == FindingCode::TimestampImprint);
        if is_other || token.digest() != self.digest() {
            return Err(StampProblem::Imprint);
        }
        let authority = match (check.intact, check.authority) {
            (true, Some(authority)) => authority,
            _ => return Err(StampProblem::Signature(words(&check.findings))),
        };
        let faults: Vec<Finding> = check
            .findings
            .into_iter()
            .filter(|it| !is_excused(it, anchors.is_empty()))
            .collect();
        if !is_for_time_stamps_only(&authority) || (!check.trusted && !faults.is_empty()) {
            let cause = match faults.is_empty() {
                true => "its certificate is not for time stamps alone".to_owned(),
                false => words(&faults),
            };
            return Err(StampProblem::Authority(cause));
        }
        Ok(AcceptedStamp {
            time: at,
            authority,
            certificates: token.certificates().to_vec(),
            token: bytes,
        })
    }
}

/// Without trust anchors the path may end anywhere; all other findings still count.
fn is_excused(finding: &Finding, without_anchors: bool) -> bool {
    finding.severity == crate::Severity::Info || (without_anchors && finding.code.is_open_path())
}

fn words(findings: &[Finding]) -> String {
    let messages: Vec<&str> = findings.iter().map(|it| it.message.as_str()).collect();
    match messages.is_empty() {
        true => "its signature does not hold".to_owned(),
        false => messages.join("; "),
    }
}

/// RFC 3161, section 2.3: time stamping must be the only purpose of the key.
fn is_for_time_stamps_only(authority: &Certificate) -> bool {
    let purposes = authority.extended_key_usage().unwrap_or_default();
    matches!(purposes, [one] if one == oid::TIME_STAMPING)
}

/// Returns the token of a TimeStampResp whose status is granted or grantedWithMods.
fn granted_token(response: &[u8]) -> Result<Vec<u8>, StampProblem> {
    match TimeStampResponse::read(response)? {
        TimeStampResponse::Granted(token) => Ok(token),
        TimeStampResponse::Refused { status, text } => {
            Err(StampProblem::Refused(format!("{text} (status {status})")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asn1::{INTEGER, SEQUENCE, UTF8_STRING, encode, encode_parts};
    use crate::digest::DigestAlgorithm;
    use crate::testing::{TestAuthority, TestCertificate};

    const NOW: i64 = 1_795_219_200;
    const MESSAGE: &[u8] = b"a signature value";
    const NONCE: [u8; 16] = [9; 16];

    fn root() -> TestCertificate {
        TestCertificate::root("Root", 1)
    }

    fn authority() -> TestAuthority {
        TestAuthority::new(5, &root())
    }

    fn request() -> TimeStampRequest {
        let imprint = DigestAlgorithm::Sha256.digest(MESSAGE);
        TimeStampRequest::new(DigestAlgorithm::Sha256, &imprint, &NONCE).unwrap()
    }

    fn granted(token: &[u8]) -> Vec<u8> {
        let status = encode(SEQUENCE, &encode(INTEGER, &[0]));
        encode_parts(SEQUENCE, &[&status, token])
    }

    fn problem(token: &[u8], anchors: &[Certificate]) -> StampProblem {
        let taken = request().accept(&granted(token), &[], anchors);
        taken.unwrap_err()
    }

    #[test]
    fn an_answer_to_the_request_is_taken() {
        let response = granted(&authority().stamp(MESSAGE, NOW, Some(&NONCE)));
        for anchors in [vec![], vec![root().make()]] {
            let stamp = request().accept(&response, &[], &anchors).unwrap();
            assert_eq!(stamp.time, NOW);
            assert_eq!(stamp.authority.label(), "Time Stamps");
            assert_eq!(stamp.certificates.len(), 2);
        }
    }

    #[test]
    fn answers_that_are_wrong_in_one_thing_say_which() {
        let good = authority();
        let stamp = |authority: &TestAuthority| authority.stamp(MESSAGE, NOW, Some(&NONCE));
        let is_authority = |problem| matches!(problem, StampProblem::Authority(_));
        assert_eq!(
            problem(&good.stamp(MESSAGE, NOW, Some(&[1; 16])), &[]),
            StampProblem::Nonce
        );
        assert_eq!(
            problem(&good.stamp(MESSAGE, NOW, None), &[]),
            StampProblem::Nonce
        );
        assert_eq!(
            problem(&good.stamp(b"another", NOW, Some(&NONCE)), &[]),
            StampProblem::Imprint
        );
        let stranger = TestCertificate::root("Stranger", 8).make();
        assert!(is_authority(problem(&stamp(&good), &[stranger])));
        let late = good.stamp(MESSAGE, 4_000_000_000, Some(&NONCE));
        assert!(is_authority(problem(&late, &[])));
        let mut person = good.clone();
        person.certificate.purposes = &[];
        assert!(is_authority(problem(&stamp(&person), &[])));
        let mut both = good.clone();
        both.certificate.purposes = &[oid::TIME_STAMPING, "1.3.6.1.5.5.7.3.4"];
        assert!(is_authority(problem(&stamp(&both), &[])));
        let request = request().with_policy("1.2.3").unwrap();
        let other = request.accept(&granted(&stamp(&good)), &[], &[]);
        assert!(matches!(other.unwrap_err(), StampProblem::Policy(_)));
    }

    #[test]
    fn a_refusal_says_why() {
        let text = encode(SEQUENCE, &encode(UTF8_STRING, b"not today"));
        let status = encode_parts(SEQUENCE, &[&encode(INTEGER, &[2]), &text]);
        let refused = request().accept(&encode(SEQUENCE, &status), &[], &[]);
        let words = refused.unwrap_err().to_string();
        assert!(words.contains("not today"), "{words}");
    }

    #[test]
    fn a_tampered_answer_is_not_taken_for_another_stamp() {
        let response = granted(&authority().stamp(MESSAGE, NOW, Some(&NONCE)));
        let anchors = [root().make()];
        let good = request().accept(&response, &[], &anchors).unwrap();
        for at in 0..response.len() {
            let mut bent = response.clone();
            bent[at] ^= 1;
            // The list of certificates and the status are not signed, so they may differ.
            if let Ok(taken) = request().accept(&bent, &[], &anchors) {
                assert_eq!((taken.time, taken.authority), (NOW, good.authority.clone()));
            }
        }
    }
}
