//! The indication and subindication of a report (ETSI EN 319 102-1, 5.1.3).
//!
//! Problems of the document or the signature value give TOTAL-FAILED. Facts that can't be
//! determined (an unsupported or obsolete algorithm, a signer without a trusted path) give
//! INDETERMINATE: they are no evidence of forgery.

use countersign_cms::{FindingCode, Severity};

use crate::report::{Indication, SignatureReport, SubIndication};

use Indication::{Failed, Indeterminate};
use SubIndication as Sub;

/// Indication and subindication of each finding code, strongest first. An unlisted code concerns
/// the format of the signature or later changes: it fails.
const MEANINGS: [(Indication, Sub, &[FindingCode]); 14] = [
    // Nothing was signed yet, so an invalid byte range proves nothing.
    (
        Indeterminate,
        Sub::Generic,
        &[FindingCode::SignatureMissing],
    ),
    (Failed, Sub::HashFailure, &[FindingCode::DigestMismatch]),
    (
        Failed,
        Sub::SigCryptoFailure,
        &[FindingCode::SignatureInvalid],
    ),
    (Failed, Sub::FormatFailure, &[]),
    (
        Indeterminate,
        Sub::Generic,
        &[
            FindingCode::AlgorithmUnsupported,
            FindingCode::SubfilterUnsupported,
        ],
    ),
    (
        Indeterminate,
        Sub::NoSigningCertificateFound,
        &[
            FindingCode::SignerCertificateMissing,
            FindingCode::SigningCertificateMismatch,
        ],
    ),
    (
        Indeterminate,
        Sub::CryptoConstraintsFailureNoPoe,
        &[FindingCode::WeakDigest, FindingCode::WeakKey],
    ),
    (
        Indeterminate,
        Sub::SigConstraintsFailure,
        &[FindingCode::AlgorithmMismatch],
    ),
    (
        Indeterminate,
        Sub::RevokedNoPoe,
        &[FindingCode::CertificateRevoked],
    ),
    (
        Indeterminate,
        Sub::RevokedCaNoPoe,
        &[FindingCode::AuthorityRevoked],
    ),
    (
        Indeterminate,
        Sub::OutOfBoundsNoPoe,
        &[
            FindingCode::CertificateExpired,
            FindingCode::CertificateNotYetValid,
        ],
    ),
    (
        Indeterminate,
        Sub::ChainConstraintsFailure,
        &[
            FindingCode::KeyUsage,
            FindingCode::CertificateCriticalExtension,
            FindingCode::CertificateMalformed,
            FindingCode::CertificateNotAuthority,
            FindingCode::NameNotPermitted,
            FindingCode::PathLengthExceeded,
        ],
    ),
    (
        Indeterminate,
        Sub::NoCertificateChainFound,
        &[
            FindingCode::SelfSigned,
            FindingCode::UntrustedRoot,
            FindingCode::ChainIncomplete,
            FindingCode::Untrusted,
            FindingCode::TimestampUntrusted,
        ],
    ),
    (
        Indeterminate,
        Sub::TryLater,
        &[FindingCode::RevocationUnknown, FindingCode::RevocationStale],
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
    let strongest = errors.map(|it| rank(it.code)).min();
    match strongest.and_then(|rank| MEANINGS.get(rank)) {
        Some((indication, sub, _)) => (*indication, Some(*sub)),
        // Not accepted, and no error says why: there is no trusted path.
        None => (Indeterminate, Some(Sub::NoCertificateChainFound)),
    }
}

fn rank(code: FindingCode) -> usize {
    let known = MEANINGS
        .iter()
        .position(|(.., codes)| codes.contains(&code));
    known.unwrap_or(FORM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_cms::Finding;

    fn of(codes: &[FindingCode]) -> (Indication, Option<SubIndication>) {
        let mut report = SignatureReport::unvalidated("field");
        let error = |code: &FindingCode| Finding::error(*code, "", "");
        report.findings = codes.iter().map(error).collect();
        conclude(&report)
    }

    #[test]
    fn what_fails_outweighs_what_can_not_be_determined() {
        let failed = (Failed, Some(Sub::HashFailure));
        assert_eq!(
            of(&[
                FindingCode::WeakDigest,
                FindingCode::DigestMismatch,
                FindingCode::LaterContent
            ]),
            failed
        );
        assert_eq!(
            of(&[FindingCode::UntrustedRoot, FindingCode::LaterContent]).0,
            Failed
        );
        assert_eq!(
            of(&[FindingCode::UntrustedRoot, FindingCode::GapNotExact]).0,
            Failed
        );
        let open = (Indeterminate, Some(Sub::CryptoConstraintsFailureNoPoe));
        assert_eq!(
            of(&[FindingCode::UntrustedRoot, FindingCode::WeakDigest]),
            open
        );
        let missing = of(&[
            FindingCode::ByteRangeMalformed,
            FindingCode::SignatureMissing,
        ]);
        assert_eq!(missing, (Indeterminate, Some(Sub::Generic)));
    }
}
