//! Certificate path validation at the time of use, including revocation.

use countersign_cms::{
    Certificate, Existence, Finding, FindingCode, PathContext, Purpose, RevocationCheck,
    RevocationMoment, RevocationSource, RevocationStatus, time, validate,
};

use crate::material::Material;
use crate::report::{RevocationReport, RevocationState};

/// The time of use of a certificate, as far as it is proven. All times are seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Earliest proven time of use; the validation time if nothing proves an earlier one.
    pub(crate) used_at: i64,
    /// True if a time stamp proves `used_at`.
    pub(crate) proven: bool,
    /// Earliest time at which document time stamps prove the whole revision, including its
    /// certificates; the validation time if there are none.
    pub(crate) archived_at: i64,
    /// The validation time.
    pub(crate) now: i64,
}

impl Moment {
    /// Times by which signature and certificates are proven to exist.
    pub(crate) fn existence(self) -> Existence {
        Existence {
            signature: self.used_at,
            certificates: self.archived_at,
        }
    }
}

/// Result of validating a certificate and its path.
#[derive(Debug, Default)]
pub(crate) struct Trust {
    pub(crate) trusted: bool,
    pub(crate) path: Vec<Certificate>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) revocation: Vec<RevocationReport>,
}

/// Validates the certificate of a signer. `strict`: unknown revocation status is an error.
pub(crate) fn validate_signer(
    signer: &Certificate,
    anchors: &[Certificate],
    material: &Material,
    moment: Moment,
    strict: bool,
) -> Trust {
    let context = PathContext {
        pool: &material.certificates,
        anchors,
        at: moment.used_at,
        existence: moment.existence(),
    };
    let path = validate(signer, context, Purpose::Signing);
    let mut trust = Trust {
        trusted: path.trusted,
        path: path.path,
        findings: path.findings,
        revocation: Vec::new(),
    };
    let checks = revocation(&trust.path, material, moment);
    for (depth, (certificate, check)) in checks.into_iter().enumerate() {
        trust.revocation.push(report(certificate, &check));
        let (certificate, wrong) = (certificate.clone(), &mut trust.findings);
        let before = wrong.len();
        wrong.extend(finding(&certificate, &check, depth, moment, strict));
        let is_error = |it: &Finding| it.severity == countersign_cms::Severity::Error;
        trust.trusted &= !trust.findings[before..].iter().any(is_error);
    }
    trust
}

/// Revocation checks of all certificates of a path except the last, whose issuer is not in the
/// path.
pub(crate) fn revocation<'a>(
    path: &'a [Certificate],
    material: &Material,
    moment: Moment,
) -> Vec<(&'a Certificate, RevocationCheck)> {
    let moment = RevocationMoment {
        used_at: moment.used_at,
        now: moment.now,
    };
    let pairs = path.iter().zip(path.iter().skip(1));
    pairs
        .map(|(certificate, issuer)| {
            let pool = &material.certificates;
            let check = material.revocation.check(certificate, issuer, pool, moment);
            (certificate, check)
        })
        .collect()
}

/// The finding that results from a revocation check.
fn finding(
    certificate: &Certificate,
    check: &RevocationCheck,
    depth: usize,
    moment: Moment,
    strict: bool,
) -> Option<Finding> {
    let label = certificate.label();
    let open = |code: FindingCode, message: String| match strict {
        true => Finding::error(code, message, &label),
        false if has_source(certificate) => Finding::warning(code, message, &label),
        false => Finding::info(code, message, &label),
    };
    match check.status {
        RevocationStatus::Good => None,
        RevocationStatus::Revoked(revocation) => {
            let (since, why) = (time::iso(revocation.since()), revocation.reason_name());
            if moment.proven && moment.used_at < revocation.since() {
                let message = format!("the certificate was revoked later, on {since} ({why})");
                return Some(Finding::info(
                    FindingCode::CertificateRevokedLater,
                    message,
                    label,
                ));
            }
            let code = match depth {
                0 => FindingCode::CertificateRevoked,
                _ => FindingCode::AuthorityRevoked,
            };
            let message = match moment.proven {
                true => format!("the certificate was revoked when it was used: {since} ({why})"),
                false => format!(
                    "the certificate was revoked on {since} ({why}), and nothing proves that it was used before"
                ),
            };
            Some(Finding::error(code, message, label))
        }
        RevocationStatus::Stale => {
            let known = check.this_update.map(time::iso).unwrap_or_default();
            let message =
                format!("whether the certificate was revoked is known only as of {known}");
            Some(open(FindingCode::RevocationStale, message))
        }
        RevocationStatus::Unknown if certificate.is_never_revoked() => None,
        RevocationStatus::Unknown => {
            let message = "whether the certificate was revoked is not known".to_owned();
            Some(open(FindingCode::RevocationUnknown, message))
        }
    }
}

/// True if the certificate names a source of revocation information.
fn has_source(certificate: &Certificate) -> bool {
    !certificate.ocsp_urls().is_empty() || !certificate.crl_urls().is_empty()
}

/// The revocation report for the public API.
pub(crate) fn report(certificate: &Certificate, check: &RevocationCheck) -> RevocationReport {
    let (state, revocation) = match check.status {
        RevocationStatus::Good => (RevocationState::Good, None),
        RevocationStatus::Stale => (RevocationState::Stale, None),
        RevocationStatus::Revoked(revocation) => (RevocationState::Revoked, Some(revocation)),
        RevocationStatus::Unknown => (RevocationState::Unknown, None),
    };
    RevocationReport {
        certificate: certificate.label(),
        state,
        source: check.source.map(|source| {
            let name = match source {
                RevocationSource::Ocsp(_) => "ocsp",
                RevocationSource::Crl(_) => "crl",
            };
            name.to_owned()
        }),
        known_at: check.this_update.map(time::iso),
        revoked_at: revocation.map(|it| time::iso(it.since())),
        reason: revocation.map(|it| it.reason_name().to_owned()),
    }
}
