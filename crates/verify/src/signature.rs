//! One signature, judged.

use std::cell::OnceCell;

use countersign_cms::{
    Certificate, Finding, PathContext, Purpose, Severity, SignedData, SignerCheck, TimeStampToken,
    hex, pem, time, validate,
};
use countersign_pdf::{Date, Dictionary, Document, Object, ObjectId, PdfError};

use crate::certification::{Transforms, certifying_signature};
use crate::compare::{self, Users};
use crate::coverage::{Coverage, Prefixes};
use crate::form::{FormTree, SignatureField};
use crate::later::{self, Permission};
use crate::report::{Level, SignatureKind, SignatureReport, TimestampReport, VerifyOptions};

/// Everything that all signatures of a document share.
pub(crate) struct Judge<'a> {
    pub(crate) document: &'a Document,
    pub(crate) form: &'a FormTree,
    pub(crate) anchors: &'a [Certificate],
    pub(crate) options: &'a VerifyOptions,
    /// The signature that certifies the document.
    pub(crate) certifying: Option<ObjectId>,
    /// Its level.
    pub(crate) certified: Option<u8>,
    /// Names of the fields that hold document time stamps.
    pub(crate) time_stamps: Vec<String>,
    /// What of the document is hashed already.
    prefixes: Prefixes,
    /// Who uses what in the document.
    users: OnceCell<Users>,
}

/// What is known about a signature while it is judged.
struct Case<'a> {
    field: &'a SignatureField,
    id: Option<ObjectId>,
    dictionary: Dictionary,
    coverage: Coverage,
    report: SignatureReport,
}

impl<'a> Judge<'a> {
    /// Settles what the signatures share.
    pub(crate) fn new(
        document: &'a Document,
        form: &'a FormTree,
        anchors: &'a [Certificate],
        options: &'a VerifyOptions,
    ) -> Self {
        // A certification that can't be read now was readable when it was made: comparing says so.
        let certifying = certifying_signature(document).unwrap_or_default();
        let certified = certifying.and_then(|id| {
            let object = document.object(id).ok()?;
            Transforms::read(document, object.as_dictionary()?)
                .ok()?
                .doc_mdp
        });
        let is_stamp = |field: &&SignatureField| {
            let value = document.resolve(&field.value);
            value.is_ok_and(|value| {
                let value = value.as_dictionary();
                value.is_some_and(|value| kind(value) == SignatureKind::DocumentTimestamp)
            })
        };
        let stamps = form.signatures.iter().filter(is_stamp);
        let time_stamps = stamps.map(|field| field.name.clone()).collect();
        Self {
            document,
            form,
            anchors,
            options,
            certifying,
            certified,
            time_stamps,
            prefixes: Prefixes::default(),
            users: OnceCell::new(),
        }
    }

    /// The signature fields by the place of their signatures, so that no byte is hashed twice.
    pub(crate) fn in_order(&self) -> Vec<&'a SignatureField> {
        let place = |field: &&SignatureField| {
            let value = self.document.resolve(&field.value).ok()?;
            let range = self
                .document
                .lookup(value.as_dictionary()?, b"ByteRange")
                .ok()?;
            range.as_array()?.get(1)?.as_integer()
        };
        let mut fields: Vec<&SignatureField> = self.form.signatures.iter().collect();
        fields.sort_by_cached_key(place);
        fields
    }

    /// Judges the signature in a field; `None` for a field without one.
    pub(crate) fn judge(&self, field: &SignatureField) -> Option<SignatureReport> {
        let judged = match self.document.resolve(&field.value) {
            Ok(value) if value.is_null() => return None,
            Ok(value) => self.judge_value(field, value.into_object()),
            Err(cause) => Err(cause),
        };
        Some(judged.unwrap_or_else(|cause| unreadable(field, &cause)))
    }

    fn judge_value(
        &self,
        field: &SignatureField,
        value: Object,
    ) -> Result<SignatureReport, PdfError> {
        let dictionary = value.as_dictionary().cloned().unwrap_or_default();
        let id = field.value.as_reference().or(field.id);
        let coverage = Coverage::read(self.document, id, &dictionary)?;
        let report = self.blank(field, &dictionary, &coverage)?;
        let mut case = Case {
            field,
            id,
            dictionary,
            coverage,
            report,
        };
        self.check_contents(&mut case)?;
        self.check_revision(&mut case)?;
        Ok(self.verdict(case))
    }

    fn blank(
        &self,
        field: &SignatureField,
        dictionary: &Dictionary,
        coverage: &Coverage,
    ) -> Result<SignatureReport, PdfError> {
        let text = |key: &[u8]| -> Result<Option<String>, PdfError> {
            let value = self.document.lookup(dictionary, key)?;
            Ok(value.as_string().map(countersign_pdf::PdfString::to_text))
        };
        let stated = text(b"M")?;
        let stated = stated.as_deref().and_then(Date::parse);
        let is_certifying = field
            .value
            .as_reference()
            .is_some_and(|id| Some(id) == self.certifying);
        let certified = self.certified.filter(|_| is_certifying);
        let transforms = Transforms::read(self.document, dictionary)?;
        Ok(SignatureReport {
            kind: kind(dictionary),
            signing_time: stated.map(|date| time::iso(date.to_unix())),
            covers_whole_file: coverage.end() == self.document.len(),
            byte_range: coverage.byte_range.clone(),
            revision_end: coverage.end(),
            certified,
            locks_fields: !transforms.locks.is_empty(),
            reason: text(b"Reason")?,
            location: text(b"Location")?,
            name: text(b"Name")?,
            ..SignatureReport::unjudged(&field.name)
        })
    }

    /// The CMS: integrity, signer, time stamp, trust.
    fn check_contents(&self, case: &mut Case<'_>) -> Result<(), PdfError> {
        if case.coverage.contents.is_empty() {
            if case.coverage.findings.is_empty() {
                let message = "there is no signature in its place";
                case.report.findings.push(Finding::error(
                    "signature_missing",
                    message,
                    "/Contents",
                ));
            }
            return Ok(());
        }
        match case.report.kind {
            SignatureKind::Signature => self.check_signature(case),
            SignatureKind::DocumentTimestamp => self.check_document_time_stamp(case),
        }
    }

    fn check_signature(&self, case: &mut Case<'_>) -> Result<(), PdfError> {
        let signed = match SignedData::read(&case.coverage.contents) {
            Ok(signed) => signed,
            Err(cause) => {
                let message = format!("the signature can't be read: {cause}");
                case.report
                    .findings
                    .push(Finding::error("cms_unreadable", message, "/Contents"));
                return Ok(());
            }
        };
        case.coverage.check_padding(signed.length());
        let Some(info) = signed.signer() else {
            let message = "the signature has no signer";
            case.report
                .findings
                .push(Finding::error("cms_signer_count", message, "/Contents"));
            return Ok(());
        };
        let digest = case
            .coverage
            .digest(self.document, info.digest(), &self.prefixes)?;
        let check = signed.check(&digest);
        case.report.intact = check.digest_matches && check.signature_matches;
        case.report.findings.extend(check.findings.iter().cloned());
        let stamped = self.check_time_stamp(case, &signed);
        self.check_signer(case, &signed, &check, stamped);
        self.settle_level(case, &signed, stamped.is_some());
        Ok(())
    }

    /// The time of the first time stamp that holds.
    fn check_time_stamp(&self, case: &mut Case<'_>, signed: &SignedData) -> Option<i64> {
        let info = signed.signer()?;
        let mut time_of = None;
        for token in info.time_stamps() {
            let token = match TimeStampToken::read(token) {
                Ok(token) => token,
                Err(cause) => {
                    let message = format!("the time stamp can't be read: {cause}");
                    let place = "signature-time-stamp";
                    case.report.findings.push(Finding::warning(
                        "timestamp_unreadable",
                        message,
                        place,
                    ));
                    continue;
                }
            };
            let digest = token.digest().digest(info.signature());
            let check = token.check(&digest, self.now(signed.certificates()));
            case.report.findings.extend(check.findings.iter().cloned());
            if check.intact && check.trusted {
                time_of = time_of.or(Some(token.time()));
            }
            if case.report.timestamp.is_none() {
                case.report.timestamp = Some(stamp_report(&token, &check));
            }
        }
        time_of
    }

    fn now<'b>(&'b self, pool: &'b [Certificate]) -> PathContext<'b> {
        PathContext {
            pool,
            anchors: self.anchors,
            at: self.options.at,
        }
    }

    fn check_signer(
        &self,
        case: &mut Case<'_>,
        signed: &SignedData,
        check: &SignerCheck,
        stamped: Option<i64>,
    ) {
        let Some(signer) = &check.signer else { return };
        case.report.signer = Some(signer.info());
        case.report.certificate = Some(pem::base64_encode(signer.der()));
        let context = PathContext {
            pool: signed.certificates(),
            anchors: self.anchors,
            // A trusted time says when the key was used; without one only now is certain.
            at: stamped.unwrap_or(self.options.at),
        };
        let path = validate(signer, context, Purpose::Signing);
        case.report.trusted = path.trusted;
        case.report.chain = path.path.iter().map(Certificate::info).collect();
        if !self.options.ignore_trust {
            case.report.findings.extend(path.findings);
            let message = "whether the certificate was revoked is not checked";
            case.report.findings.push(Finding::info(
                "revocation_unchecked",
                message,
                signer.label(),
            ));
        }
    }

    /// What keeps it from being PAdES at all (EN 319 142-1), then how far it goes.
    fn settle_level(&self, case: &mut Case<'_>, signed: &SignedData, stamped: bool) {
        let mut problems = Vec::new();
        if case.dictionary.name(b"SubFilter") != Some(b"ETSI.CAdES.detached") {
            problems.push("the /SubFilter is not ETSI.CAdES.detached");
        }
        if case.dictionary.contains(b"Cert") {
            problems.push("the signature dictionary has /Cert");
        }
        if !case.dictionary.contains(b"M") {
            problems.push("the signature states no time");
        }
        if let Some(info) = signed.signer() {
            if !info.has_signing_certificate() {
                problems.push("the signed attribute signing-certificate-v2 is missing");
            }
            if info.has_signing_time() {
                problems.push("the signed attribute signing-time is there");
            }
        }
        for problem in &problems {
            let place = case.field.name.clone();
            case.report
                .findings
                .push(Finding::warning("level_not_reached", *problem, place));
        }
        let sound = case.report.intact
            && problems.is_empty()
            && case.coverage.findings.is_empty()
            && !has_error(&case.report.findings, true);
        case.report.level = match (sound, stamped) {
            (true, true) => Level::BT,
            (true, false) => Level::BB,
            (false, _) => Level::None,
        };
    }

    fn check_document_time_stamp(&self, case: &mut Case<'_>) -> Result<(), PdfError> {
        let token = match TimeStampToken::read(&case.coverage.contents) {
            Ok(token) => token,
            Err(cause) => {
                let message = format!("the time stamp can't be read: {cause}");
                case.error("timestamp_unreadable", &message, "/Contents".to_owned());
                return Ok(());
            }
        };
        case.coverage.check_padding(token.length());
        let digest = case
            .coverage
            .digest(self.document, token.digest(), &self.prefixes)?;
        let check = token.check(&digest, self.now(&[]));
        case.report.intact = check.intact;
        case.report.trusted = check.trusted;
        case.report.signer = check.authority.as_ref().map(Certificate::info);
        case.report.certificate = check
            .authority
            .as_ref()
            .map(|it| pem::base64_encode(it.der()));
        case.report.timestamp = Some(stamp_report(&token, &check));
        case.report.findings.extend(check.findings);
        if !check.intact {
            let message = "the document was changed after this time stamp, or the stamp is broken";
            case.report
                .findings
                .push(Finding::error("digest_mismatch", message, "/Contents"));
        }
        if !check.trusted && !self.options.ignore_trust {
            let message = "the authority of the time stamp is not trusted";
            case.report
                .findings
                .push(Finding::error("untrusted_root", message, "/Contents"));
        }
        Ok(())
    }

    /// The signed revision, and what came after it.
    fn check_revision(&self, case: &mut Case<'_>) -> Result<(), PdfError> {
        if case.coverage.ranges.is_none() {
            return Ok(());
        }
        let end = case.coverage.end();
        let signed = match self.document.earlier(end) {
            Ok(signed) if !signed.is_repaired() && compare::ends_cleanly(&signed)? => signed,
            Ok(_) | Err(_) => {
                let message = "the signed bytes do not end where a revision ends";
                case.error("coverage_incomplete", message, format!("byte {end}"));
                return Ok(());
            }
        };
        self.check_identity(case, &signed)?;
        if case.report.covers_whole_file {
            return Ok(());
        }
        let changes = match compare::compare(&signed, self.document, &self.users) {
            Ok(changes) => changes,
            Err(cause) => {
                let message = format!("what happened after signing can't be read: {cause}");
                case.error("later_unreadable", &message, format!("byte {end}"));
                return Ok(());
            }
        };
        let transforms = Transforms::read(self.document, &case.dictionary)?;
        let permission = Permission {
            level: self.certified,
            locks: &transforms.locks,
            time_stamps: &self.time_stamps,
        };
        let found = later::judge(self.document, self.form, &changes.changes, &permission)?;
        case.report.findings.extend(found);
        case.report.changes = changes.changes;
        Ok(())
    }

    /// The signature must be in the revision it covers as it is now, in the same field.
    fn check_identity(&self, case: &mut Case<'_>, signed: &Document) -> Result<(), PdfError> {
        let here = case.id.and_then(|id| self.document.location(id));
        let then = case.id.and_then(|id| signed.location(id));
        let form = FormTree::read(signed);
        let same_field = form.signatures.iter().any(|field| {
            field.id == case.field.id
                && field.name == case.field.name
                && field.value == case.field.value
        });
        if here != then || !same_field {
            let message = "the signature is not the one that the signed revision holds";
            case.error("signature_replaced", message, case.field.name.clone());
        }
        if self.form.is_ambiguous(&case.field.name) {
            let message = "two fields have the name of this signature's field";
            case.error("field_ambiguous", message, case.field.name.clone());
        }
        Ok(())
    }

    fn verdict(&self, case: Case<'_>) -> SignatureReport {
        let mut report = case.report;
        report.findings.extend(case.coverage.findings);
        report
            .findings
            .sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        let trusted = report.trusted || self.options.ignore_trust;
        report.acceptable = report.intact && trusted && !has_error(&report.findings, false);
        report
    }
}

impl Case<'_> {
    fn error(&mut self, code: &str, message: &str, place: String) {
        self.report
            .findings
            .push(Finding::error(code, message, place));
    }
}

/// Whether any finding is an error; trust can be left out.
fn has_error(findings: &[Finding], without_trust: bool) -> bool {
    const TRUST: [&str; 8] = [
        "self_signed",
        "untrusted_root",
        "chain_incomplete",
        "certificate_expired",
        "certificate_not_yet_valid",
        "certificate_not_authority",
        "path_length_exceeded",
        "key_usage",
    ];
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .any(|finding| !without_trust || !TRUST.contains(&finding.code.as_str()))
}

fn kind(dictionary: &Dictionary) -> SignatureKind {
    let is_stamp = dictionary.is_type(b"DocTimeStamp")
        || dictionary.get(b"SubFilter").and_then(Object::as_name) == Some(b"ETSI.RFC3161");
    match is_stamp {
        true => SignatureKind::DocumentTimestamp,
        false => SignatureKind::Signature,
    }
}

/// A signature of which nothing can be said but that.
fn unreadable(field: &SignatureField, cause: &PdfError) -> SignatureReport {
    let message = format!("the signature can't be read: {cause}");
    let finding = Finding::error("signature_unreadable", message, field.name.clone());
    SignatureReport {
        findings: vec![finding],
        ..SignatureReport::unjudged(&field.name)
    }
}

fn stamp_report(
    token: &TimeStampToken,
    check: &countersign_cms::TimeStampCheck,
) -> TimestampReport {
    TimestampReport {
        time: time::iso(token.time()),
        authority: check.authority.as_ref().map(Certificate::info),
        intact: check.intact,
        trusted: check.trusted,
        serial_number: hex(token.serial()),
    }
}
