//! Who vouches for a certificate at the time it was used, and whether it was revoked by then.

use countersign_cms::{
    Certificate, Existence, Finding, PathContext, Purpose, RevocationCheck, RevocationMoment,
    RevocationSource, RevocationStatus, time, validate,
};

use crate::material::Material;
use crate::report::{RevocationReport, RevocationState};

/// When a certificate was used, as far as that is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The earliest time at which the use is proven; the time of judgement where nothing proves it.
    pub(crate) used_at: i64,
    /// True when a time stamp proves it.
    pub(crate) proven: bool,
    /// The earliest time at which document time stamps prove the whole revision, certificates included;
    /// the time of judgement where none does.
    pub(crate) archived_at: i64,
    /// The time of judgement.
    pub(crate) now: i64,
}

impl Moment {
    /// By when signature and certificates are proven to have existed.
    pub(crate) fn existence(self) -> Existence {
        Existence {
            signature: self.used_at,
            certificates: self.archived_at,
        }
    }
}

/// What was found about a certificate and those above it.
#[derive(Debug, Default)]
pub(crate) struct Trust {
    pub(crate) trusted: bool,
    pub(crate) path: Vec<Certificate>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) revocation: Vec<RevocationReport>,
}

/// Judges the certificate of a signer.
pub(crate) fn judge_signer(
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

/// What is known about each certificate of a path that has its issuer above it.
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

/// What a check means for the verdict.
fn finding(
    certificate: &Certificate,
    check: &RevocationCheck,
    depth: usize,
    moment: Moment,
    strict: bool,
) -> Option<Finding> {
    let label = certificate.label();
    let open = |code: &str, message: String| match strict {
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
                return Some(Finding::info("certificate_revoked_later", message, label));
            }
            let code = match depth {
                0 => "certificate_revoked",
                _ => "authority_revoked",
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
            Some(open("revocation_stale", message))
        }
        RevocationStatus::Unknown if certificate.is_never_revoked() => None,
        RevocationStatus::Unknown => {
            let message = "whether the certificate was revoked is not known".to_owned();
            Some(open("revocation_unknown", message))
        }
    }
}

/// True when the certificate says where its revocation would be known.
fn has_source(certificate: &Certificate) -> bool {
    !certificate.ocsp_urls().is_empty() || !certificate.crl_urls().is_empty()
}

/// The shape that leaves the core.
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
