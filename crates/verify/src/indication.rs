//! The verdict in the terms of ETSI EN 319 102-1, 5.1.3: an indication, and why it is not the best one.
//!
//! What is wrong with the document or the signature value fails. What only can't be told (an algorithm
//! that is not supported or no longer counts, a signer nobody vouches for) is indeterminate: nobody
//! is accused of forgery for it.

use countersign_cms::Severity;

use crate::report::{Indication, SignatureReport, SubIndication};

use Indication::{Failed, Indeterminate};
use SubIndication as Sub;

/// What findings mean, the strongest first. A finding with another code is about the form of the signature
/// or about what came later: it fails.
const MEANINGS: [(Indication, Sub, &[&str]); 14] = [
    // Nothing was signed yet: that the place of it is not whole either proves nothing.
    (Indeterminate, Sub::Generic, &["signature_missing"]),
    (Failed, Sub::HashFailure, &["digest_mismatch"]),
    (Failed, Sub::SigCryptoFailure, &["signature_invalid"]),
    (Failed, Sub::FormatFailure, &[]),
    (
        Indeterminate,
        Sub::Generic,
        &["algorithm_unsupported", "subfilter_unsupported"],
    ),
    (
        Indeterminate,
        Sub::NoSigningCertificateFound,
        &["signer_certificate_missing", "signing_certificate_mismatch"],
    ),
    (
        Indeterminate,
        Sub::CryptoConstraintsFailureNoPoe,
        &["weak_digest", "weak_key"],
    ),
    (
        Indeterminate,
        Sub::SigConstraintsFailure,
        &["algorithm_mismatch"],
    ),
    (Indeterminate, Sub::RevokedNoPoe, &["certificate_revoked"]),
    (Indeterminate, Sub::RevokedCaNoPoe, &["authority_revoked"]),
    (
        Indeterminate,
        Sub::OutOfBoundsNoPoe,
        &["certificate_expired", "certificate_not_yet_valid"],
    ),
    (
        Indeterminate,
        Sub::ChainConstraintsFailure,
        &[
            "key_usage",
            "certificate_critical_extension",
            "certificate_malformed",
            "certificate_not_authority",
            "name_not_permitted",
            "path_length_exceeded",
        ],
    ),
    (
        Indeterminate,
        Sub::NoCertificateChainFound,
        &[
            "self_signed",
            "untrusted_root",
            "chain_incomplete",
            "untrusted",
            "timestamp_untrusted",
        ],
    ),
    (
        Indeterminate,
        Sub::TryLater,
        &["revocation_unknown", "revocation_stale"],
    ),
];

/// The place among [`MEANINGS`] of what fails for its form.
const FORM: usize = 3;

/// The indication of a report that is complete but for it.
pub(crate) fn conclude(report: &SignatureReport) -> (Indication, Option<SubIndication>) {
    if report.acceptable {
        return (Indication::Passed, None);
    }
    let errors = report.findings.iter();
    let errors = errors.filter(|it| it.severity == Severity::Error);
    let strongest = errors.map(|it| rank(&it.code)).min();
    match strongest.and_then(|rank| MEANINGS.get(rank)) {
        Some((indication, sub, _)) => (*indication, Some(*sub)),
        // Not accepted, and nothing says why: nobody vouches.
        None => (Indeterminate, Some(Sub::NoCertificateChainFound)),
    }
}

fn rank(code: &str) -> usize {
    let known = MEANINGS
        .iter()
        .position(|(.., codes)| codes.contains(&code));
    known.unwrap_or(FORM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_cms::Finding;

    fn of(codes: &[&str]) -> (Indication, Option<SubIndication>) {
        let mut report = SignatureReport::unjudged("field");
        let error = |code: &&str| Finding::error(code, "", "");
        report.findings = codes.iter().map(error).collect();
        conclude(&report)
    }

    #[test]
    fn what_fails_outweighs_what_can_not_be_told() {
        let failed = (Failed, Some(Sub::HashFailure));
        assert_eq!(
            of(&["weak_digest", "digest_mismatch", "later_content"]),
            failed
        );
        assert_eq!(of(&["untrusted_root", "later_content"]).0, Failed);
        assert_eq!(of(&["untrusted_root", "a_new_code"]).0, Failed);
        let open = (Indeterminate, Some(Sub::CryptoConstraintsFailureNoPoe));
        assert_eq!(of(&["untrusted_root", "weak_digest"]), open);
        let missing = of(&["byte_range_malformed", "signature_missing"]);
        assert_eq!(missing, (Indeterminate, Some(Sub::Generic)));
    }
}
