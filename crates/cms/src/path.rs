//! Certification paths (RFC 5280, section 6) from a certificate to a trust anchor.
//!
//! The search tries all paths, anchors first. The depth and the number of signature checks are limited, because
//! hostile certificates could otherwise make it expensive.
//!
//! Not supported: policy constraints. A certificate that marks them critical is rejected.

use countersign_codes::FindingCode;

use crate::certificate::Certificate;
use crate::finding::Finding;
use crate::policy::{self, Existence};
use crate::{oid, time};

const MAX_DEPTH: usize = 10;
const MAX_CHECKS: usize = 100;

/// Intended use of the first certificate of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Signing documents.
    Signing,
    /// Signing time stamps.
    TimeStamping,
}

/// Result of path validation.
#[derive(Debug, Clone)]
pub struct PathReport {
    /// Whether a path leads to an anchor and has no error at the requested time.
    pub trusted: bool,
    /// The best path, from the validated certificate to where the search ended.
    pub path: Vec<Certificate>,
    /// Errors of the path, and information about it.
    pub findings: Vec<Finding>,
}

/// Sources of certificates for a path, and the time at which it must be valid.
#[derive(Debug, Clone, Copy)]
pub struct PathContext<'a> {
    /// Untrusted certificates, such as those found with the signature.
    pub pool: &'a [Certificate],
    /// Trust anchors.
    pub anchors: &'a [Certificate],
    /// Time at which the path must be valid, in seconds since 1970.
    pub at: i64,
    /// Times by which signature and certificates are proven to have existed. Decides whether their algorithms are
    /// acceptable.
    pub existence: Existence,
}

/// Searches and validates a path from `leaf` to one of the anchors.
///
/// ```
/// # use countersign_cms::testing::TestCertificate;
/// use countersign_cms::{Existence, PathContext, Purpose, validate};
/// # let root = TestCertificate::root("Root", 1);
/// # let between = TestCertificate::authority("Between", 3, &root, Some(0));
/// # let certificate = TestCertificate::person("Alice", 2, &between).make();
/// # let (pool, anchors) = ([between.make()], [root.make()]);
/// let at = 1_795_219_200;
/// let context = PathContext { pool: &pool, anchors: &anchors, at, existence: Existence::at(at) };
/// let report = validate(&certificate, context, Purpose::Signing);
/// assert!(report.trusted && report.path.len() == 3);
/// let nobody = PathContext { anchors: &[], ..context };
/// assert!(!validate(&certificate, nobody, Purpose::Signing).trusted);
/// ```
pub fn validate(leaf: &Certificate, context: PathContext<'_>, purpose: Purpose) -> PathReport {
    let mut search = Search {
        context,
        checks: 0,
        best: None,
    };
    search.extend(&mut vec![leaf.clone()]);
    let (trusted, path) = search.best.unwrap_or_else(|| (false, vec![leaf.clone()]));
    let mut findings = purpose_findings(leaf, purpose);
    findings.extend(path_findings(&path, context, trusted));
    let broken = findings
        .iter()
        .any(|finding| finding.severity == crate::Severity::Error);
    PathReport {
        trusted: trusted && !broken,
        path,
        findings,
    }
}

struct Search<'a> {
    context: PathContext<'a>,
    checks: usize,
    /// Whether the best path so far ends at an anchor, and the path. A path without findings ends the search.
    best: Option<(bool, Vec<Certificate>)>,
}

impl Search<'_> {
    /// Extends the path by one certificate. Returns true when the search is over.
    fn extend(&mut self, path: &mut Vec<Certificate>) -> bool {
        let Some(last) = path.last().cloned() else {
            return true;
        };
        if self.context.anchors.contains(&last) {
            return self.offer(path, true);
        }
        let candidates = self.candidates(&last, path);
        if candidates.is_empty() || path.len() >= MAX_DEPTH {
            return self.offer(path, false);
        }
        for candidate in candidates {
            path.push(candidate);
            let over = self.extend(path);
            path.pop();
            if over {
                return true;
            }
        }
        false
    }

    fn candidates(&mut self, last: &Certificate, path: &[Certificate]) -> Vec<Certificate> {
        let mut out: Vec<Certificate> = Vec::new();
        let both = self.context.anchors.iter().chain(self.context.pool);
        for candidate in both {
            let fits = last.issuer().matches(candidate.subject())
                && keys_match(last, candidate)
                && !path.contains(candidate)
                && !out.contains(candidate);
            if !fits || self.checks >= MAX_CHECKS {
                continue;
            }
            self.checks += 1;
            if last.is_signed_by(candidate) {
                out.push(candidate.clone());
            }
        }
        out
    }

    fn offer(&mut self, path: &[Certificate], trusted: bool) -> bool {
        let faultless = trusted && path_findings(path, self.context, true).is_empty();
        let better = match &self.best {
            None => true,
            Some((best, _)) => faultless || (trusted && !best),
        };
        if better {
            self.best = Some((trusted, path.to_vec()));
        }
        faultless || self.checks >= MAX_CHECKS
    }
}

fn keys_match(certificate: &Certificate, issuer: &Certificate) -> bool {
    match (certificate.authority_key_id(), issuer.subject_key_id()) {
        (Some(wanted), Some(found)) => wanted == found,
        _ => true,
    }
}

fn purpose_findings(leaf: &Certificate, purpose: Purpose) -> Vec<Finding> {
    let mut findings = Vec::new();
    if leaf.key_usage().is_some_and(|usage| !usage.signs()) {
        findings.push(Finding::error(
            FindingCode::KeyUsage,
            "the key of this certificate may not sign documents",
            leaf.label(),
        ));
    }
    let purposes = leaf.extended_key_usage();
    let stamps = purposes.is_some_and(|list| list.iter().any(|one| one == oid::TIME_STAMPING));
    match (purpose, signing_purposes(leaf)) {
        (Purpose::TimeStamping, _) if !stamps => findings.push(Finding::error(
            FindingCode::TimestampKeyUsage,
            "the certificate is not one of a time-stamp authority",
            leaf.label(),
        )),
        (Purpose::Signing, SigningPurposes::Machines) => findings.push(Finding::error(
            FindingCode::KeyUsage,
            "the certificate is for servers, responders or time stamps only",
            leaf.label(),
        )),
        (Purpose::Signing, SigningPurposes::Others) => findings.push(Finding::warning(
            FindingCode::KeyPurpose,
            "the certificate names purposes, and signing documents is none of them",
            leaf.label(),
        )),
        (Purpose::Signing | Purpose::TimeStamping, _) => {}
    }
    findings
}

/// What the extended key usage says about signing documents.
enum SigningPurposes {
    /// Signing documents is allowed, or there is no restriction.
    Documents,
    /// Only other purposes of people and programs, such as client authentication.
    Others,
    /// Only purposes of machines, such as server authentication.
    Machines,
}

fn signing_purposes(certificate: &Certificate) -> SigningPurposes {
    const MACHINES: [&str; 3] = [
        oid::SERVER_AUTHENTICATION,
        oid::OCSP_SIGNING,
        oid::TIME_STAMPING,
    ];
    let purposes = certificate.extended_key_usage().unwrap_or_default();
    let all = |list: &[&str]| purposes.iter().all(|one| list.contains(&one.as_str()));
    if purposes.is_empty() {
        return SigningPurposes::Documents;
    }
    match all(&MACHINES) {
        true => SigningPurposes::Machines,
        // RFC 9336 defined a purpose for document signing only in 2022. Earlier certificates get a warning and not an
        // error: EN 319 102-1 does not check this extension.
        false
            if all(&[
                &MACHINES[..],
                &[oid::CLIENT_AUTHENTICATION, oid::CODE_SIGNING],
            ]
            .concat()) =>
        {
            SigningPurposes::Others
        }
        false => SigningPurposes::Documents,
    }
}

/// Whether the key usage and extended key usage of `certificate` (RFC 5280, 4.2.1.3 and 4.2.1.12) allow signing
/// documents. [`validate`] rejects the same certificates.
pub fn may_sign_documents(certificate: &Certificate) -> bool {
    let usage = certificate.key_usage();
    usage.is_none_or(|usage| usage.signs())
        && !matches!(signing_purposes(certificate), SigningPurposes::Machines)
}

fn path_findings(path: &[Certificate], context: PathContext<'_>, trusted: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (depth, certificate) in path.iter().enumerate() {
        let is_anchor = trusted && depth + 1 == path.len();
        // An anchor is trusted as it is. Only its constraints on the certificates below it are checked.
        if !is_anchor || depth == 0 {
            findings.extend(own_findings(certificate, context.at));
        }
        if let Some(issuer) = path.get(depth + 1) {
            findings.extend(algorithm_findings(certificate, issuer, context.existence));
        }
        if depth > 0 {
            findings.extend(authority_findings(certificate, &path[..depth]));
        }
    }
    if !trusted {
        findings.push(end_finding(path));
    }
    findings
}

fn own_findings(certificate: &Certificate, at: i64) -> Vec<Finding> {
    let mut findings = Vec::new();
    let label = certificate.label();
    if at < certificate.not_before() {
        let from = time::iso(certificate.not_before());
        let message = format!("the certificate is valid only from {from}");
        findings.push(Finding::error(
            FindingCode::CertificateNotYetValid,
            message,
            &label,
        ));
    }
    if at > certificate.not_after() {
        let until = time::iso(certificate.not_after());
        let message = format!("the certificate was valid until {until}");
        findings.push(Finding::error(
            FindingCode::CertificateExpired,
            message,
            &label,
        ));
    }
    if !certificate.unknown_critical().is_empty() {
        let list = certificate.unknown_critical().join(", ");
        let message = format!("critical extensions that are not understood: {list}");
        findings.push(Finding::error(
            FindingCode::CertificateCriticalExtension,
            message,
            &label,
        ));
    }
    if certificate.has_repeated_extension() {
        let message = "an extension occurs twice";
        findings.push(Finding::error(
            FindingCode::CertificateMalformed,
            message,
            &label,
        ));
    }
    findings
}

/// Checks the algorithms with which `issuer` signed `certificate`. A collision attack on the digest needs the issuer's
/// cooperation at the time of issue, so proof that the later document signature existed is enough. A key that is too
/// short can be broken by anyone at any time, so only proof that the certificate itself existed helps.
fn algorithm_findings(
    certificate: &Certificate,
    issuer: &Certificate,
    existence: Existence,
) -> Vec<Finding> {
    let digest = certificate.signature_digest();
    let digest = digest.and_then(|it| it.weakness(existence.signature, &certificate.label()));
    let key = policy::weak_key(issuer, existence.certificates);
    digest.into_iter().chain(key).collect()
}

/// Checks whether `certificate` may have issued the certificates below it.
fn authority_findings(certificate: &Certificate, below: &[Certificate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let label = certificate.label();
    let constraints = certificate.basic_constraints();
    if !constraints.is_some_and(|constraints| constraints.authority) {
        let message = "the certificate is not one of an authority, and issued another";
        findings.push(Finding::error(
            FindingCode::CertificateNotAuthority,
            message,
            &label,
        ));
    }
    if certificate
        .key_usage()
        .is_some_and(|usage| !usage.signs_certificates())
    {
        let message = "the key may not sign certificates, and signed one";
        findings.push(Finding::error(
            FindingCode::CertificateNotAuthority,
            message,
            &label,
        ));
    }
    // Self-issued certificates and the leaf do not count (RFC 5280, 6.1.4 l).
    let is_self_issued = |one: &&Certificate| one.issuer().matches(one.subject());
    let between = below
        .iter()
        .skip(1)
        .filter(|one| !is_self_issued(one))
        .count();
    let limit = constraints.and_then(|constraints| constraints.path_length);
    if limit.is_some_and(|limit| between > limit as usize) {
        let message = "more authorities stand below this one than it allows";
        findings.push(Finding::error(
            FindingCode::PathLengthExceeded,
            message,
            &label,
        ));
    }
    if let Some(constraints) = certificate.name_constraints() {
        let others = below.iter().skip(1).filter(|one| !is_self_issued(one));
        let named = below.iter().take(1).chain(others);
        for one in named.filter(|one| !constraints.allow(&one.constrained_names())) {
            let message = format!("{label} may not issue certificates for this name");
            findings.push(Finding::error(
                FindingCode::NameNotPermitted,
                message,
                one.label(),
            ));
        }
    }
    findings
}

fn end_finding(path: &[Certificate]) -> Finding {
    let Some(last) = path.last() else {
        return Finding::error(FindingCode::Untrusted, "there is no certificate", "");
    };
    match (last.is_self_signed(), path.len()) {
        (true, 1) => Finding::error(
            FindingCode::SelfSigned,
            "the certificate is self-signed and not among the trusted ones",
            last.label(),
        ),
        (true, _) => Finding::error(
            FindingCode::UntrustedRoot,
            "the path ends at a root that is not trusted",
            last.label(),
        ),
        (false, _) => Finding::error(
            FindingCode::ChainIncomplete,
            format!(
                "no certificate of the issuer was found: {}",
                last.issuer().describe()
            ),
            last.label(),
        ),
    }
}

/// Orders `pool` into the chain above `leaf`, as far as it goes. Leaves out unrelated certificates.
///
/// ```
/// # use countersign_cms::testing::TestCertificate;
/// # let root = TestCertificate::root("Root", 1);
/// # let certificate = TestCertificate::person("Alice", 2, &root).make();
/// let chain = countersign_cms::chain(&certificate, &[root.make()]);
/// assert_eq!(chain.last(), Some(&root.make()));
/// ```
pub fn chain(leaf: &Certificate, pool: &[Certificate]) -> Vec<Certificate> {
    let context = PathContext {
        pool,
        anchors: &[],
        at: leaf.not_before(),
        existence: Existence::at(leaf.not_before()),
    };
    let mut search = Search {
        context,
        checks: 0,
        best: None,
    };
    let mut chain: Vec<Certificate> = vec![leaf.clone()];
    while chain.len() < MAX_DEPTH {
        let Some(last) = chain.last().cloned() else {
            break;
        };
        match search.candidates(&last, &chain).into_iter().next() {
            Some(issuer) => chain.push(issuer),
            None => break,
        }
    }
    chain.remove(0);
    chain
}
