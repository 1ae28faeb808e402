//! Time stamps of signatures and of the document, and what they prove.
//!
//! A time stamp proves that the covered data existed at its time, as long as the certificate of its
//! authority is valid. Afterwards, a later document time stamp that covers the stamp preserves the
//! proof (EN 319 102-1, past validation). So document time stamps are validated from newest to
//! oldest, each at the time that the newer ones prove for it.

use countersign_cms::{
    Certificate, Finding, FindingCode, PathContext, Revocation, RevocationStatus, TimeStampCheck,
    TimeStampToken, hex, time,
};

use crate::material::Material;
use crate::report::{RevocationReport, TimestampReport};
use crate::trust::{self, Moment};

/// Valid document time stamps: the end of the covered bytes, and the time in seconds since 1970.
#[derive(Debug, Default)]
pub(crate) struct Proofs(Vec<(u64, i64)>);

impl Proofs {
    /// Adds a valid document time stamp.
    pub(crate) fn add(&mut self, end: u64, time: i64) {
        self.0.push((end, time));
    }

    /// Ends of the document time stamps that cover a revision ending at `end`.
    pub(crate) fn covering(&self, end: u64) -> impl Iterator<Item = u64> {
        let ends = self.0.iter().map(|(covered, _)| *covered);
        ends.filter(move |covered| *covered > end)
    }

    /// Earliest time at which a revision ending at `end` is proven to exist.
    pub(crate) fn of(&self, end: u64) -> Option<i64> {
        let covering = self.0.iter().filter(|(covered, _)| *covered > end);
        covering.map(|(_, time)| *time).min()
    }
}

/// Result of validating a time stamp.
pub(crate) struct ValidatedStamp {
    pub(crate) intact: bool,
    pub(crate) trusted: bool,
    pub(crate) authority: Option<Certificate>,
    pub(crate) path: Vec<Certificate>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) report: TimestampReport,
}

/// Validates a token over a message of the given digest, at the time in `moment`.
pub(crate) fn validate(
    token: &TimeStampToken,
    digest: &[u8],
    anchors: &[Certificate],
    material: &Material,
    moment: Moment,
) -> ValidatedStamp {
    let context = PathContext {
        pool: &material.certificates,
        anchors,
        at: moment.used_at,
        existence: moment.existence(),
    };
    let mut check = token.check(digest, context);
    let revocation = check_revocation(token, &mut check, material, moment);
    ValidatedStamp {
        intact: check.intact,
        trusted: check.trusted,
        report: report(token, &check, revocation),
        authority: check.authority,
        path: check.path,
        findings: check.findings,
    }
}

fn check_revocation(
    token: &TimeStampToken,
    check: &mut TimeStampCheck,
    material: &Material,
    moment: Moment,
) -> Vec<RevocationReport> {
    let path = check.path.clone();
    let mut reports = Vec::new();
    for (certificate, found) in trust::revocation(&path, material, moment) {
        reports.push(trust::report(certificate, &found));
        let RevocationStatus::Revoked(revocation) = found.status else {
            continue;
        };
        if revocation.since() > moment.used_at && moment.proven {
            continue;
        }
        if keeps_older(&revocation) && token.time() < revocation.since() {
            continue;
        }
        check.trusted = false;
        let since = time::iso(revocation.since());
        check.findings.push(Finding::warning(
            FindingCode::TimestampCertificateRevoked,
            format!("the certificate of the time stamp was revoked on {since}"),
            certificate.label(),
        ));
    }
    reports
}

/// True for revocation reasons that leave earlier time stamps valid (RFC 3161, section 4).
fn keeps_older(revocation: &Revocation) -> bool {
    matches!(revocation.reason, Some(0 | 3 | 4 | 5))
}

fn report(
    token: &TimeStampToken,
    check: &TimeStampCheck,
    revocation: Vec<RevocationReport>,
) -> TimestampReport {
    TimestampReport {
        time: time::iso(token.time()),
        authority: check.authority.as_ref().map(Certificate::info),
        intact: check.intact,
        trusted: check.trusted,
        serial_number: hex(token.serial()),
        policy: token.policy().to_owned(),
        revocation,
    }
}
