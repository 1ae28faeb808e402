//! Combines the single checks into a result: proofs by time stamps, trust, PAdES level.
//!
//! Document time stamps are validated first, newest to oldest, because they prove when everything
//! else existed. Each signature is then validated at the time proven for it.

use countersign_cms::{
    Certificate, DigestAlgorithm, Finding, FindingCode, Severity, SignedData, TimeStampToken, pem,
    time,
};
use countersign_pdf::Document;

use crate::Anchors;
use crate::appearance;
use crate::indication;
use crate::level::{self, LevelEvidence};
use crate::material::Material;
use crate::options::VerifyOptions;
use crate::qualification;
use crate::qualification_report::QualificationReport;
use crate::report::{Level, SignatureReport};
use crate::services::Services;
use crate::signature::{EMBEDDED_SHA1, Validator};
use crate::signature_check::{Contents, SignatureCheck};
use crate::stamps::{self, Proofs, ValidatedStamp};
use crate::trust::{self, Moment};

/// Maximum number of fields named in every report.
const MAX_NAMED: usize = 5;

/// Evidence shared by all signatures.
pub(crate) struct Evidence {
    /// Material in the document.
    pub(crate) inside: Material,
    /// Material in the document and from the caller.
    pub(crate) all: Material,
    pub(crate) proofs: Proofs,
    services: Services,
}

impl Evidence {
    /// `inside`: what came along with the signatures.
    pub(crate) fn new(inside: Material, options: &VerifyOptions) -> Self {
        let mut all = inside.clone();
        all.take_options(options);
        let services = Services::about(options.services.as_deref(), &all);
        Self {
            inside,
            all,
            proofs: Proofs::default(),
            services,
        }
    }
}

impl Validator<'_> {
    /// Validates every signature. Returns the material used.
    pub(crate) fn settle(&self, checks: &mut [SignatureCheck<'_>]) -> Material {
        let mut inside = Material::of_store(self.document);
        for check in checks.iter() {
            match &check.contents {
                Contents::Signature(signed, _) => take_signature(&mut inside, signed),
                Contents::TimeStamp(token, _) => inside.take_token(token),
                Contents::Unreadable => {}
            }
        }
        self.take_known(&mut inside, checks);
        let mut evidence = Evidence::new(inside, self.options);
        self.settle_time_stamps(checks, &mut evidence);
        for check in checks.iter_mut() {
            match std::mem::replace(&mut check.contents, Contents::Unreadable) {
                Contents::Signature(signed, signer_check) => {
                    self.settle_signature(check, &signed, signer_check.signer.as_ref(), &evidence);
                }
                Contents::TimeStamp(..) | Contents::Unreadable => {}
            }
        }
        self.point_out_appearances(checks);
        evidence.all
    }

    /// Adds a warning for fields that show something other than their value, whoever caused it.
    fn point_out_appearances(&self, checks: &mut [SignatureCheck<'_>]) {
        if checks.is_empty() {
            return;
        }
        let fields = appearance::differing_fields(self.document, self.form, self.known_document());
        for check in checks.iter_mut().filter(|check| check.report.intact) {
            for field in fields.iter().take(MAX_NAMED) {
                let message = "the field shows something other than its value";
                let place = format!("field {field}");
                let finding = Finding::warning(FindingCode::AppearanceDiffers, message, place);
                check.report.findings.push(finding);
            }
        }
    }

    fn settle_time_stamps(&self, checks: &mut [SignatureCheck<'_>], evidence: &mut Evidence) {
        let mut stamps: Vec<&mut SignatureCheck<'_>> = checks
            .iter_mut()
            .filter(|check| matches!(check.contents, Contents::TimeStamp(..)))
            .collect();
        stamps.sort_by_key(|check| std::cmp::Reverse(check.coverage.end()));
        for check in stamps {
            let Contents::TimeStamp(token, digest) = &check.contents else {
                continue;
            };
            let end = check.coverage.end();
            let archived = evidence.proofs.of(end);
            let moment = self.judge().moment(archived, archived);
            let (services, at) = (&evidence.services, token.time());
            let anchors = services.stamp_anchors_at(&self.anchors.stamps, at);
            let validated = stamps::validate(token, digest, &anchors, &evidence.all, moment);
            let holds = validated.intact && validated.trusted;
            check.report.qualification =
                qualification::of_stamp(services, &validated.path, at, moment.now);
            check.paths.push((validated.path.clone(), moment));
            take_time_stamp(check, validated, self.options.ignore_trust);
            if holds && check.is_well_placed() {
                evidence.proofs.add(end, at);
            }
        }
    }

    fn settle_signature(
        &self,
        check: &mut SignatureCheck<'_>,
        signed: &SignedData,
        signer: Option<&Certificate>,
        evidence: &Evidence,
    ) {
        let archived = evidence.proofs.of(check.coverage.end());
        let standing = Standing {
            report: &mut check.report,
            paths: &mut check.paths,
        };
        let Some(settled) = self
            .judge()
            .settle(standing, signed, signer, evidence, archived)
        else {
            return;
        };
        if check.dictionary.name(b"SubFilter") == Some(EMBEDDED_SHA1) {
            let weak = DigestAlgorithm::Sha1.weakness(settled.moment.used_at, "/SubFilter");
            check.report.findings.extend(weak);
        }
        settle_level(check, signed, &settled.level(Some(self.document), evidence));
    }

    fn judge(&self) -> Judge<'_> {
        Judge {
            anchors: self.anchors,
            options: self.options,
        }
    }

    /// Builds the report of a validated signature.
    pub(crate) fn conclude(&self, check: SignatureCheck<'_>) -> SignatureReport {
        let mut report = check.report;
        report.findings.extend(check.coverage.findings);
        conclude(report, self.options)
    }
}

/// Concludes a report that has all its findings.
pub(crate) fn conclude(mut report: SignatureReport, options: &VerifyOptions) -> SignatureReport {
    report
        .findings
        .sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let trusted = report.trusted || options.ignore_trust;
    report.acceptable = report.intact && trusted && !has_error(&report.findings);
    (report.indication, report.sub_indication) = indication::conclude(&report);
    qualification::settle(&mut report);
    report
}

/// What is established of a signature so far.
pub(crate) struct Standing<'a> {
    pub(crate) report: &'a mut SignatureReport,
    /// Certificate paths of the signer and of the time stamps, each with the time for which it is validated.
    pub(crate) paths: &'a mut Vec<(Vec<Certificate>, Moment)>,
}

/// A signature whose trust was evaluated.
pub(crate) struct Settled {
    pub(crate) moment: Moment,
    path: Vec<Certificate>,
    stamps: Vec<Vec<Certificate>>,
}

impl Settled {
    /// The evidence for the level.
    pub(crate) fn level<'a>(
        self,
        document: Option<&'a Document>,
        evidence: &'a Evidence,
    ) -> LevelEvidence<'a> {
        LevelEvidence {
            moment: self.moment,
            path: self.path,
            stamps: self.stamps,
            document,
            inside: &evidence.inside,
            proofs: &evidence.proofs,
        }
    }
}

/// Evaluates trust, wherever the signature is kept.
pub(crate) struct Judge<'a> {
    pub(crate) anchors: &'a Anchors,
    pub(crate) options: &'a VerifyOptions,
}

impl Judge<'_> {
    /// `proven`: time proven by any time stamp; `archived`: time proven by document time stamps.
    fn moment(&self, proven: Option<i64>, archived: Option<i64>) -> Moment {
        let now = self.options.at;
        Moment {
            used_at: proven.unwrap_or(now),
            proven: proven.is_some(),
            archived_at: archived.unwrap_or(now),
            now,
        }
    }

    /// Evaluates the signer and the time stamps. `archived`: time at which document time stamps prove the signature.
    /// `None` if the signer is unknown.
    pub(crate) fn settle(
        &self,
        standing: Standing<'_>,
        signed: &SignedData,
        signer: Option<&Certificate>,
        evidence: &Evidence,
        archived: Option<i64>,
    ) -> Option<Settled> {
        let Standing { report, paths } = standing;
        let stamps = self.check_stamps(report, paths, signed, evidence, archived);
        let proven = stamps.iter().map(|stamp| stamp.time).chain(archived).min();
        report.proven_time = proven.map(time::iso);
        let signer = signer?;
        report.signer = Some(signer.info());
        report.certificate = Some(pem::base64_encode(signer.der()));
        let moment = self.moment(proven, archived);
        if let Some(info) = signed.signer() {
            let weak = info.weaknesses(Some(signer), moment.used_at);
            report.findings.extend(weak);
        }
        let strict = self.options.require_revocation;
        let anchors = evidence
            .services
            .signer_anchors_at(&self.anchors.signers, moment.used_at);
        let trust = trust::validate_signer(signer, &anchors, &evidence.all, moment, strict);
        report.trusted = trust.trusted;
        report.chain = trust.path.iter().map(Certificate::info).collect();
        report.revocation = trust.revocation;
        let counts = |finding: &Finding| finding.code.is_revoked() || !self.options.ignore_trust;
        let findings = trust.findings.into_iter().filter(counts);
        report.findings.extend(findings);
        paths.push((trust.path.clone(), moment));
        report.qualification = qualification::of_signer(&evidence.services, &trust.path, moment)
            .map(|determined| {
                let earliest = stamps.iter().min_by_key(|stamp| stamp.time);
                let qualified_timestamp = earliest.map(|stamp| stamp.qualified);
                QualificationReport {
                    qualified_timestamp,
                    ..determined
                }
            });
        Some(Settled {
            moment,
            path: trust.path,
            stamps: stamps.into_iter().map(|stamp| stamp.path).collect(),
        })
    }

    /// Validates the signature time stamps and returns the valid ones. `archived`: time at which
    /// document time stamps prove them.
    fn check_stamps(
        &self,
        report: &mut SignatureReport,
        paths: &mut Vec<(Vec<Certificate>, Moment)>,
        signed: &SignedData,
        evidence: &Evidence,
        archived: Option<i64>,
    ) -> Vec<Stamp> {
        let mut holding = Vec::new();
        let Some(info) = signed.signer() else {
            return holding;
        };
        for der in info.time_stamps().into_iter().take(level::MAX_STAMPS) {
            let token = match TimeStampToken::read(der) {
                Ok(token) => token,
                Err(cause) => {
                    let message = format!("the time stamp can't be read: {cause}");
                    let place = "signature-time-stamp";
                    let finding =
                        Finding::warning(FindingCode::TimestampUnreadable, message, place);
                    report.findings.push(finding);
                    continue;
                }
            };
            let digest = token.digest().digest(info.signature());
            let moment = self.moment(archived, archived);
            let (services, time) = (&evidence.services, token.time());
            let anchors = services.stamp_anchors_at(&self.anchors.stamps, time);
            let validated = stamps::validate(&token, &digest, &anchors, &evidence.all, moment);
            report.findings.extend(validated.findings);
            paths.push((validated.path.clone(), moment));
            if validated.intact && validated.trusted {
                let path = validated.path;
                let qualified = services.is_qualified_stamp(&path, time, moment.now);
                holding.push(Stamp {
                    time,
                    path,
                    qualified,
                });
            }
            if report.timestamp.is_none() {
                report.timestamp = Some(validated.report);
            }
        }
        holding
    }
}

/// A valid signature time stamp.
struct Stamp {
    time: i64,
    path: Vec<Certificate>,
    qualified: bool,
}

/// Adds the material of a signature and its time stamps.
pub(crate) fn take_signature(material: &mut Material, signed: &SignedData) {
    material.take_signed(signed);
    let Some(info) = signed.signer() else { return };
    for der in info.time_stamps().into_iter().take(level::MAX_STAMPS) {
        if let Ok(token) = TimeStampToken::read(der) {
            material.take_token(&token);
        }
    }
}

/// Writes the result for a document time stamp into its report.
fn take_time_stamp(check: &mut SignatureCheck<'_>, validated: ValidatedStamp, ignore_trust: bool) {
    let report = &mut check.report;
    report.intact = validated.intact;
    report.trusted = validated.trusted;
    report.signer = validated.authority.as_ref().map(Certificate::info);
    let authority = validated.authority.as_ref();
    report.certificate = authority.map(|it| pem::base64_encode(it.der()));
    report.chain = validated.path.iter().map(Certificate::info).collect();
    report.revocation = validated.report.revocation.clone();
    report.timestamp = Some(validated.report);
    let lowered = validated.findings.into_iter();
    report
        .findings
        .extend(lowered.map(|it| raised(it, ignore_trust)));
    let is_weak = |it: &Finding| it.severity == Severity::Error && it.code.is_weak();
    let is_weak = report.findings.iter().any(is_weak);
    if !validated.intact && !has_error(&report.findings) {
        let message = "the time stamp is broken";
        check.error(FindingCode::TimestampMalformed, message, "/Contents");
    }
    if !validated.trusted && !is_weak && !ignore_trust {
        let message = "the authority of the time stamp is not trusted";
        check.error(FindingCode::TimestampUntrusted, message, "/Contents");
    }
}

/// Raises findings to errors for a document time stamp. For a signature time stamp they only lower
/// the signature's level.
fn raised(finding: Finding, ignore_trust: bool) -> Finding {
    let code = match finding.code {
        FindingCode::TimestampImprint => FindingCode::DigestMismatch,
        FindingCode::TimestampDigestMismatch | FindingCode::TimestampSignatureInvalid => {
            FindingCode::SignatureInvalid
        }
        FindingCode::TimestampAlgorithmUnsupported => FindingCode::AlgorithmUnsupported,
        FindingCode::TimestampWeakDigest => FindingCode::WeakDigest,
        FindingCode::TimestampWeakKey => FindingCode::WeakKey,
        _ => return finding,
    };
    let message = match code {
        FindingCode::DigestMismatch => "the document was changed after this time stamp".to_owned(),
        _ => finding.message.clone(),
    };
    // Weak certificates above the stamp are a matter of trust; a weak stamp itself is not.
    match code.is_weak()
        && ignore_trust
        && finding.place != "SignerInfo"
        && finding.place != "TSTInfo"
    {
        true => finding,
        false => Finding::error(code, message, finding.place),
    }
}

/// Reports PAdES violations, then determines the level.
fn settle_level(check: &mut SignatureCheck<'_>, signed: &SignedData, standing: &LevelEvidence<'_>) {
    let problems = level::baseline_problems(&check.dictionary, signed);
    for problem in &problems {
        let finding = Finding::warning(
            FindingCode::LevelNotReached,
            *problem,
            check.field.name.clone(),
        );
        check.report.findings.push(finding);
    }
    let sound = is_sound(&check.report) && problems.is_empty() && check.is_well_placed();
    let (level, missing) = match sound {
        true => level::reached(check.coverage.end(), standing),
        false => (Level::None, Vec::new()),
    };
    check.report.level = level;
    for missing in missing {
        let finding = Finding::info(FindingCode::LevelNext, missing, check.field.name.clone());
        check.report.findings.push(finding);
    }
}

/// True if all errors are about trust.
pub(crate) fn is_sound(report: &SignatureReport) -> bool {
    let faults = report.findings.iter();
    let mut faults = faults.filter(|it| it.severity == Severity::Error);
    report.intact && faults.all(|it| it.code.is_about_trust())
}

fn has_error(findings: &[Finding]) -> bool {
    let mut severities = findings.iter().map(|finding| finding.severity);
    severities.any(|severity| severity == Severity::Error)
}
