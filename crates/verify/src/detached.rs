//! Signatures that are kept beside their content (CAdES, EN 319 122-1). The verdict is that of a signature in a PDF, as far
//! as it applies: there is no field, no byte range and no later change.

use countersign_cms::{
    Certificate, DigestAlgorithm, Finding, FindingCode, SignedData, SignerInfo, time,
};

use crate::error::VerifyError;
use crate::level;
use crate::material::Material;
use crate::options::VerifyOptions;
use crate::report::{Level, SignatureReport};
use crate::requests::{self, RevocationRequest};
use crate::trust::Moment;
use crate::verdict::{self, Evidence, Judge, Standing};

/// Place of findings about the signature as a whole.
const PLACE: &str = "SignedData";

/// Digests of the content, one for each algorithm with which new signatures are made. Others are not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentDigests {
    /// SHA-256.
    pub sha256: Vec<u8>,
    /// SHA-384.
    pub sha384: Vec<u8>,
    /// SHA-512.
    pub sha512: Vec<u8>,
}

impl ContentDigests {
    /// Digests of content in memory.
    pub fn of(content: &[u8]) -> Self {
        Self {
            sha256: DigestAlgorithm::Sha256.digest(content),
            sha384: DigestAlgorithm::Sha384.digest(content),
            sha512: DigestAlgorithm::Sha512.digest(content),
        }
    }

    fn by(&self, algorithm: DigestAlgorithm) -> Option<&[u8]> {
        match algorithm {
            DigestAlgorithm::Sha256 => Some(&self.sha256),
            DigestAlgorithm::Sha384 => Some(&self.sha384),
            DigestAlgorithm::Sha512 => Some(&self.sha512),
            _ => None,
        }
    }
}

/// Validates a detached signature over content with these digests. Every CMS gets a report: problems are findings.
/// [`VerifyOptions::since`] does not apply.
///
/// # Errors
/// `VerifyError::Trust` if a trusted certificate can't be read.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../sign/tests/support/mod.rs")); }
/// # let cms = support::Signer::new("Alice", 2).sign_detached(b"<html/>");
/// # let (root, now) = (support::root().make().der().to_vec(), support::NOW + 60);
/// use countersign_verify::{ContentDigests, VerifyOptions, verify_detached};
/// let options = VerifyOptions { trust: vec![root], at: now, ..VerifyOptions::default() };
/// let report = verify_detached(&cms, &ContentDigests::of(b"<html/>"), &options).expect("the root can be read");
/// assert!(report.intact && report.trusted && report.acceptable);
/// let report = verify_detached(&cms, &ContentDigests::of(b"<html>.</html>"), &options).expect("the root can be read");
/// assert!(!report.intact && !report.acceptable);
/// ```
pub fn verify_detached(
    cms: &[u8],
    digests: &ContentDigests,
    options: &VerifyOptions,
) -> Result<SignatureReport, VerifyError> {
    let anchors = crate::anchors(options)?;
    let judge = Judge {
        anchors: &anchors,
        options,
    };
    let mut report = SignatureReport::unvalidated("");
    report.field = None;
    report.findings.clear();
    if let Some(signed) = read(cms, &mut report) {
        let signer = check_content(&signed, digests, &mut report);
        settle(&judge, &signed, signer.as_ref(), &mut report);
    }
    Ok(verdict::conclude(report, options))
}

/// The OCSP and CRL requests that could settle open revocation checks of a detached signature, as
/// [`crate::revocation_requests`] returns them for a document. Their field is empty.
///
/// # Errors
/// As for [`verify_detached`].
pub fn detached_revocation_requests(
    cms: &[u8],
    options: &VerifyOptions,
) -> Result<Vec<RevocationRequest>, VerifyError> {
    let anchors = crate::anchors(options)?;
    let judge = Judge {
        anchors: &anchors,
        options,
    };
    let mut report = SignatureReport::unvalidated("");
    let Some(signed) = read(cms, &mut report) else {
        return Ok(Vec::new());
    };
    let signer = signed.signer_certificate().cloned();
    let (paths, evidence) = settle(&judge, &signed, signer.as_ref(), &mut report);
    Ok(requests::open_questions_of("", &paths, &evidence.all))
}

/// Reads the CMS, which must be all there is.
fn read(cms: &[u8], report: &mut SignatureReport) -> Option<SignedData> {
    let problem = match SignedData::read(cms) {
        Ok(signed) if signed.length() == cms.len() => return Some(signed),
        Ok(_) => "bytes follow the signature".to_owned(),
        Err(cause) => format!("the signature can't be read: {cause}"),
    };
    let finding = Finding::error(FindingCode::CmsUnreadable, problem, PLACE);
    report.findings.push(finding);
    None
}

/// Checks the signature against the content. Returns the signer's certificate.
fn check_content(
    signed: &SignedData,
    digests: &ContentDigests,
    report: &mut SignatureReport,
) -> Option<Certificate> {
    let Some(info) = signed.signer() else {
        let message = "the signature has no signer";
        let finding = Finding::error(FindingCode::CmsSignerCount, message, PLACE);
        report.findings.push(finding);
        return None;
    };
    let time = info.signing_time().map(time::iso);
    report.signing_time = time.clone();
    report.cms_signing_time = time;
    check_named(info, report);
    let stated = match info.digest() {
        Ok(algorithm) => match digests.by(algorithm) {
            Some(digest) => digest,
            None => {
                report.findings.push(unaccepted(algorithm));
                return signed.signer_certificate().cloned();
            }
        },
        // The check below reports it.
        Err(_) => &[],
    };
    let check = signed.check(stated);
    // A signature over content of its own says nothing about the content beside it.
    let is_beside = signed.content().is_none();
    report.intact = check.digest_matches && check.signature_matches && is_beside;
    report.covers_whole_file = report.intact;
    report.findings.extend(check.findings);
    check.signer
}

/// Without the attribute, another certificate for the same key could take the place of the signer's.
fn check_named(info: &SignerInfo, report: &mut SignatureReport) {
    if info.has_signing_certificate() {
        return;
    }
    report.findings.push(Finding::error(
        FindingCode::SigningCertificateMismatch,
        "the signed attribute signing-certificate-v2 is missing",
        "SignerInfo.signedAttrs",
    ));
}

/// Algorithms that are no longer secure are not accepted at all, whatever a time stamp proves: no old signatures of this
/// kind have to be kept alive.
fn unaccepted(algorithm: DigestAlgorithm) -> Finding {
    let place = "SignerInfo";
    algorithm.weakness(i64::MAX, place).unwrap_or_else(|| {
        let message = "the digest is not one with which signatures are made";
        Finding::error(FindingCode::AlgorithmUnsupported, message, place)
    })
}

type Paths = Vec<(Vec<Certificate>, Moment)>;

fn settle(
    judge: &Judge<'_>,
    signed: &SignedData,
    signer: Option<&Certificate>,
    report: &mut SignatureReport,
) -> (Paths, Evidence) {
    let mut inside = Material::default();
    verdict::take_signature(&mut inside, signed);
    let evidence = Evidence::new(inside, judge.options);
    let mut paths = Paths::new();
    let standing = Standing {
        report,
        paths: &mut paths,
    };
    let settled = judge.settle(standing, signed, signer, &evidence, None);
    if let Some(settled) = settled {
        let standing = settled.level(None, &evidence);
        let problems = level::detached_problems(signed);
        let (level, missing) = match verdict::is_sound(report) && problems.is_empty() {
            true => level::reached_detached(&standing),
            false => (Level::None, Vec::new()),
        };
        report.level = level;
        let problems = problems
            .iter()
            .map(|problem| Finding::warning(FindingCode::LevelNotReached, *problem, PLACE));
        report.findings.extend(problems);
        let missing = missing
            .into_iter()
            .map(|missing| Finding::info(FindingCode::LevelNext, missing, PLACE));
        report.findings.extend(missing);
    }
    (paths, evidence)
}
