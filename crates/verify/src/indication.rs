//! The indication and subindication of a report (ETSI EN 319 102-1, 5.1.3).
//!
//! Problems of the document or the signature value give TOTAL-FAILED. Facts that can't be
//! determined (an unsupported or obsolete algorithm, a signer without a trusted path) give
//! INDETERMINATE: they are no evidence of forgery.

use countersign_cms::Severity;

use crate::report::{Indication, SignatureReport, SubIndication};

use Indication::{Failed, Indeterminate};
use SubIndication as Sub;

/// Indication and subindication of each finding code, strongest first. An unlisted code concerns
/// the format of the signature or later changes: it fails.
const MEANINGS: [(Indication, Sub, &[&str]); 14] = [
    // Nothing was signed yet, so an invalid byte range proves nothing.
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

/// Index in [`MEANINGS`] of the format failure.
const FORM: usize = 3;

/// Derives the indication of an otherwise complete report.
pub(crate) fn conclude(report: &SignatureReport) -> (Indication, Option<SubIndication>) {
    if report.acceptable {
        return (Indication::Passed, None);
    }
    let errors = report.findings.iter();
    let errors = errors.filter(|it| it.severity == Severity::Error);
    let strongest = errors.map(|it| rank(&it.code)).min();
    match strongest.and_then(|rank| MEANINGS.get(rank)) {
        Some((indication, sub, _)) => (*indication, Some(*sub)),
        // Not accepted, and no error says why: there is no trusted path.
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
