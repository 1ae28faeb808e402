//! Certification paths (RFC 5280, section 6) from a certificate to a trust anchor.
//!
//! Every way up is tried, anchors first, with limits that hostile certificates can't exceed: each
//! signature check costs, so the number of checks is bounded, not only the depth.
//!
//! Deliberately absent: policy constraints. A certificate that makes them critical is refused, never
//! half understood.

use crate::certificate::Certificate;
use crate::finding::Finding;
use crate::{oid, time};

const MAX_DEPTH: usize = 10;
const MAX_CHECKS: usize = 100;

/// What the first certificate of the path is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Signing documents.
    Signing,
    /// Signing time stamps.
    TimeStamping,
}

/// What path validation found.
#[derive(Debug, Clone)]
pub struct PathReport {
    /// True when a path to an anchor holds at the time asked.
    pub trusted: bool,
    /// The best path, from the certificate asked about to where it ended.
    pub path: Vec<Certificate>,
    /// What is wrong with it, or worth knowing.
    pub findings: Vec<Finding>,
}

/// Where candidates for a path come from, and when it has to hold.
#[derive(Debug, Clone, Copy)]
pub struct PathContext<'a> {
    /// Certificates found with the signature: believed only as far as an anchor vouches for them.
    pub pool: &'a [Certificate],
    /// Certificates that are trusted.
    pub anchors: &'a [Certificate],
    /// Seconds since 1970.
    pub at: i64,
}

/// Looks for a path from `leaf` to one of the anchors.
/// ```
/// # use countersign_cms::testing::TestCertificate;
/// use countersign_cms::{PathContext, Purpose, validate};
/// # let root = TestCertificate::root("Root", 1);
/// # let between = TestCertificate::authority("Between", 3, &root, Some(0));
/// # let certificate = TestCertificate::person("Alice", 2, &between).make();
/// # let (pool, anchors) = ([between.make()], [root.make()]);
/// let context = PathContext { pool: &pool, anchors: &anchors, at: 1_795_219_200 };
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
    /// Whether it ends at an anchor, and the path. One without faults ends the search.
    best: Option<(bool, Vec<Certificate>)>,
}

impl Search<'_> {
    /// Returns true when the search is over.
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
            "key_usage",
            "the key of this certificate may not sign documents",
            leaf.label(),
        ));
    }
    let purposes = leaf.extended_key_usage();
    let stamps = purposes.is_some_and(|list| list.iter().any(|one| one == oid::TIME_STAMPING));
    match purpose {
        Purpose::TimeStamping if !stamps => findings.push(Finding::error(
            "timestamp_key_usage",
            "the certificate is not one of a time-stamp authority",
            leaf.label(),
        )),
        Purpose::Signing if stamps && purposes.is_some_and(|list| list.len() == 1) => {
            findings.push(Finding::error(
                "key_usage",
                "the certificate is for time stamps only",
                leaf.label(),
            ));
        }
        // Keys of machines: a web server's or a responder's certificate signs nothing for people.
        Purpose::Signing
            if purposes.is_some_and(|list| {
                let machine = [oid::SERVER_AUTHENTICATION, oid::OCSP_SIGNING];
                list.iter().all(|one| machine.contains(&one.as_str()))
            }) =>
        {
            findings.push(Finding::error(
                "key_usage",
                "the certificate is for servers only",
                leaf.label(),
            ));
        }
        Purpose::Signing | Purpose::TimeStamping => {}
    }
    findings
}

fn path_findings(path: &[Certificate], context: PathContext<'_>, trusted: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (depth, certificate) in path.iter().enumerate() {
        let is_anchor = trusted && depth + 1 == path.len();
        // An anchor is trusted as it is; only what it says about the path below is held to.
        if !is_anchor || depth == 0 {
            findings.extend(own_findings(certificate, context.at));
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
        findings.push(Finding::error("certificate_not_yet_valid", message, &label));
    }
    if at > certificate.not_after() {
        let until = time::iso(certificate.not_after());
        let message = format!("the certificate was valid until {until}");
        findings.push(Finding::error("certificate_expired", message, &label));
    }
    if !certificate.unknown_critical().is_empty() {
        let list = certificate.unknown_critical().join(", ");
        let message = format!("critical extensions that are not understood: {list}");
        findings.push(Finding::error(
            "certificate_critical_extension",
            message,
            &label,
        ));
    }
    if certificate.has_repeated_extension() {
        let message = "an extension occurs twice";
        findings.push(Finding::error("certificate_malformed", message, &label));
    }
    if certificate.has_short_key() {
        let message = "the RSA key is shorter than 2048 bits";
        findings.push(Finding::warning("weak_key", message, &label));
    }
    if certificate
        .signature_digest()
        .is_some_and(|digest| digest.is_weak())
    {
        let message = "the certificate is signed over SHA-1";
        findings.push(Finding::error("weak_digest", message, &label));
    }
    findings
}

/// Whether `certificate` may have issued what stands below it.
fn authority_findings(certificate: &Certificate, below: &[Certificate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let label = certificate.label();
    let constraints = certificate.basic_constraints();
    if !constraints.is_some_and(|constraints| constraints.authority) {
        let message = "the certificate is not one of an authority, and issued another";
        findings.push(Finding::error("certificate_not_authority", message, &label));
    }
    if certificate
        .key_usage()
        .is_some_and(|usage| !usage.signs_certificates())
    {
        let message = "the key may not sign certificates, and signed one";
        findings.push(Finding::error("certificate_not_authority", message, &label));
    }
    // Self-issued certificates don't count (RFC 5280, 6.1.4 l), nor does the leaf.
    let is_self_issued = |one: &&Certificate| one.issuer().matches(one.subject());
    let between = below
        .iter()
        .skip(1)
        .filter(|one| !is_self_issued(one))
        .count();
    let limit = constraints.and_then(|constraints| constraints.path_length);
    if limit.is_some_and(|limit| between > limit as usize) {
        let message = "more authorities stand below this one than it allows";
        findings.push(Finding::error("path_length_exceeded", message, &label));
    }
    if let Some(constraints) = certificate.name_constraints() {
        let others = below.iter().skip(1).filter(|one| !is_self_issued(one));
        let named = below.iter().take(1).chain(others);
        for one in named.filter(|one| !constraints.allow(one)) {
            let message = format!("{label} may not issue certificates for this name");
            findings.push(Finding::error("name_not_permitted", message, one.label()));
        }
    }
    findings
}

fn end_finding(path: &[Certificate]) -> Finding {
    let Some(last) = path.last() else {
        return Finding::error("untrusted", "there is no certificate", "");
    };
    match (last.is_self_signed(), path.len()) {
        (true, 1) => Finding::error(
            "self_signed",
            "the certificate is self-signed and not among the trusted ones",
            last.label(),
        ),
        (true, _) => Finding::error(
            "untrusted_root",
            "the path ends at a root that is not trusted",
            last.label(),
        ),
        (false, _) => Finding::error(
            "chain_incomplete",
            format!(
                "no certificate of the issuer was found: {}",
                last.issuer().describe()
            ),
            last.label(),
        ),
    }
}

/// Orders `pool` into the chain above `leaf`, as far as it goes. What vouches for nothing is left out.
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
