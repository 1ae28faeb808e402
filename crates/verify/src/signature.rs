//! Validation of one signature: position, bytes and later changes. Trust is evaluated in
//! [`crate::verdict`], once all signatures are known.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use countersign_cms::{
    CmsErrorKind, DigestAlgorithm, Finding, FindingCode, SignedData, TimeStampToken, time,
};
use countersign_pdf::{Date, Dictionary, Document, Object, ObjectId, PdfError};

use crate::Anchors;
use crate::certification::{Lock, Transforms, certifying_signature};
use crate::compare::{self, Outcome, Side};
use crate::coverage::{Coverage, Prefixes};
use crate::error::VerifyError;
use crate::form::{FormTree, SignatureField};
use crate::options::VerifyOptions;
use crate::readers;
use crate::removed_signatures;
use crate::report::{SignatureKind, SignatureReport};
use crate::signature_check::{Contents, SignatureCheck};
use crate::subsequent_changes::{self, ChangeFindings, Current, Permission};

/// SubFilter of signatures whose CMS embeds the SHA-1 digest of the covered bytes (ISO 32000-1,
/// 12.8.3.3.1).
pub(crate) const EMBEDDED_SHA1: &[u8] = b"adbe.pkcs7.sha1";
/// Maximum number of changes, and of findings about them, in all reports of a document together.
const ALL_CHANGES: usize = 10_000;
/// Minimum and maximum per report.
const MIN_CHANGES: usize = 5;
const MAX_CHANGES: usize = 250;
/// Maximum number of locked fields listed per report.
const MAX_LOCKED: usize = 250;
/// Maximum number of older revisions cached.
const MAX_REVISIONS: usize = 32;
/// Maximum number of signature fields validated. Further ones are reported as not validated.
const MAX_SIGNATURES: usize = 2_000;

/// An older revision, and the changes since.
pub(crate) struct Revision {
    pub(crate) document: Document,
    pub(crate) form: Rc<FormTree>,
    changes: OnceCell<Result<Outcome, PdfError>>,
    /// Results by what the signature permits: signatures that permit the same share one.
    later_findings: RefCell<HashMap<Allowed, Rc<ChangeFindings>>>,
}

/// DocMDP level in force after a signature, and its field locks.
type Allowed = (Option<u8>, Vec<Lock>);

/// State shared by all signatures of a document.
pub(crate) struct Validator<'a> {
    pub(crate) document: &'a Document,
    pub(crate) form: &'a Rc<FormTree>,
    pub(crate) anchors: &'a Anchors,
    pub(crate) options: &'a VerifyOptions,
    /// The certification signature.
    pub(crate) certifying: Option<ObjectId>,
    /// DocMDP level of the certification signature.
    pub(crate) certified: Option<u8>,
    /// Names of the fields that hold document time stamps.
    pub(crate) time_stamps: HashSet<String>,
    /// The revision whose signatures were validated before.
    pub(crate) known: Option<Rc<Revision>>,
    /// The current document.
    current: Current<'a>,
    /// Maximum number of changes, and of findings about them, per report.
    limit: usize,
    /// Hash states of the document so far.
    prefixes: Prefixes,
    /// Older revisions by length: several signatures may cover the same one.
    revisions: RefCell<HashMap<u64, Option<Rc<Revision>>>>,
}

impl<'a> Validator<'a> {
    /// Reads what all signatures share.
    pub(crate) fn new(
        document: &'a Document,
        form: &'a Rc<FormTree>,
        anchors: &'a Anchors,
        options: &'a VerifyOptions,
    ) -> Self {
        // A certification that is unreadable now was readable when it was made: the comparison
        // reports the change.
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
        let signed = form.signatures.iter();
        let signed = signed.filter(|field| !field.value.is_null()).count();
        let limit = (ALL_CHANGES / signed.max(1)).clamp(MIN_CHANGES, MAX_CHANGES);
        let current = Current {
            document,
            form,
            shown_on: OnceCell::new(),
        };
        Self {
            document,
            form,
            anchors,
            options,
            certifying,
            certified,
            time_stamps,
            known: None,
            current,
            limit,
            prefixes: Prefixes::new(document),
            revisions: RefCell::default(),
        }
    }

    /// Takes the signatures of the revision that ends at `since` as validated.
    pub(crate) fn knowing(mut self, since: Option<u64>) -> Result<Self, VerifyError> {
        let Some(end) = since else {
            return Ok(self);
        };
        let possible = end > 0 && end <= self.document.len();
        let known = possible.then(|| self.revision(end)).transpose();
        let known = known.map_err(VerifyError::Pdf)?.flatten();
        self.known = Some(known.ok_or(VerifyError::Revision(end))?);
        Ok(self)
    }

    /// The revision whose signatures were validated before.
    pub(crate) fn known_document(&self) -> Option<&Document> {
        self.known.as_ref().map(|known| &known.document)
    }

    /// Signature fields in the order of their byte ranges, so that no byte is hashed twice.
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

    /// Examines all signatures, in the order of [`Self::in_order`].
    pub(crate) fn examine_all(
        &self,
    ) -> (
        Vec<SignatureCheck<'a>>,
        Vec<(SignatureField, SignatureReport)>,
    ) {
        let (mut checks, mut unreadable) = (Vec::new(), Vec::new());
        let mut claims: Vec<&SignatureField> = Vec::new();
        let fields = self.in_order();
        let mut values: HashSet<ObjectId> = HashSet::new();
        let mut unaffected: Vec<(Option<ObjectId>, u64)> = Vec::new();
        let is_revoking = self.brings_revocation();
        for (number, field) in fields.into_iter().enumerate() {
            let value = field.value.as_reference();
            if number >= MAX_SIGNATURES {
                let message = "there are too many signatures to judge this one";
                let report = refused(field, FindingCode::SignatureUnreadable, message);
                unreadable.push((field.clone(), report));
                continue;
            }
            let is_left_out = !self.options.include_known && !is_revoking;
            if is_left_out && let Some(end) = self.unaffected(field) {
                values.extend(value);
                unaffected.push((value, end));
                continue;
            }
            if value.is_some_and(|id| !values.insert(id)) {
                claims.push(field);
                continue;
            }
            match self.examine(field) {
                Some(Ok(check)) => checks.push(check),
                Some(Err(report)) => unreadable.push((field.clone(), *report)),
                None => {}
            }
        }
        let ends = checks.iter().map(|check| (check.id, check.coverage.end()));
        let ends: HashMap<Option<ObjectId>, u64> = ends.chain(unaffected).collect();
        for field in claims {
            let end = ends.get(&field.value.as_reference());
            if end.is_some_and(|end| self.is_signed_with(field, *end)) {
                continue;
            }
            let message = "the signature stands in another field too";
            let report = refused(field, FindingCode::SignatureReplaced, message);
            unreadable.push((field.clone(), report));
        }
        (checks, unreadable)
    }

    /// True if the signed revision, which ends at `end`, also has the signature in this field. A
    /// signature made for several fields is reported once.
    fn is_signed_with(&self, field: &SignatureField, end: u64) -> bool {
        let Ok(Some(signed)) = self.revision(end) else {
            return false;
        };
        let mut namesakes = signed.form.signatures_named(&field.name);
        namesakes.any(|it| it.id == field.id && it.value == field.value)
    }

    /// Reports removed signatures. If a remaining signature was made after the removal, its signer
    /// saw the document without the removed one: its report gets a warning. Otherwise the removed
    /// signature gets a report of its own.
    pub(crate) fn find_removed(
        &self,
        checks: &mut [SignatureCheck<'_>],
    ) -> Vec<(SignatureField, SignatureReport)> {
        let mut out = Vec::new();
        let known = self.known.as_deref();
        let known = known.map(|known| (&known.document, &*known.form));
        for removed in removed_signatures::find(self.document, self.form, known) {
            let saw_it_removed = |check: &&mut SignatureCheck<'_>| {
                let end = check.coverage.end();
                let revision = match check.report.intact && end > removed.end {
                    true => self.revision(end).ok().flatten(),
                    false => None,
                };
                revision.is_some_and(|it| removed.is_missing_in(&it.document, &it.form))
            };
            let name = removed.field.clone().unwrap_or_default();
            // A value that took the place of the removed signature is already an error.
            let mut in_place = checks.iter_mut();
            let in_place = in_place.find(|it| it.field.name == name && !it.is_well_placed());
            if let Some(check) = in_place {
                let findings = removed.report().findings;
                check.report.findings.extend(findings);
                continue;
            }
            match checks.iter_mut().find(saw_it_removed) {
                Some(check) => {
                    let message = "an earlier signature was taken out before this one was made";
                    let finding =
                        Finding::warning(FindingCode::SignatureRemovedBefore, message, name);
                    check.report.findings.push(finding);
                }
                None => out.push((SignatureField::unknown(&name), removed.report())),
            }
        }
        out
    }

    /// Examines the signature in a field. `None` for an unsigned field; a finished report if the
    /// signature can't be read.
    fn examine(
        &self,
        field: &'a SignatureField,
    ) -> Option<Result<SignatureCheck<'a>, Box<SignatureReport>>> {
        let examined = match self.document.resolve(&field.value) {
            Ok(value) if value.is_null() => return None,
            Ok(value) => self.examine_value(field, value.into_object()),
            Err(cause) => Err(cause),
        };
        Some(examined.map_err(|cause| Box::new(unreadable(field, &cause))))
    }

    fn examine_value(
        &self,
        field: &'a SignatureField,
        value: Object,
    ) -> Result<SignatureCheck<'a>, PdfError> {
        let mut check = self.without_contents(field, value)?;
        self.read_contents(&mut check)?;
        self.check_revision(&mut check)?;
        Ok(check)
    }

    /// The check of a signature whose contents are not read.
    fn without_contents<'f>(
        &self,
        field: &'f SignatureField,
        value: Object,
    ) -> Result<SignatureCheck<'f>, PdfError> {
        let dictionary = value.as_dictionary().cloned().unwrap_or_default();
        let id = field.value.as_reference().or(field.id);
        let coverage = Coverage::read(self.document, id, &dictionary)?;
        let report = self.blank(field, &dictionary, &coverage)?;
        Ok(SignatureCheck {
            field,
            id,
            dictionary,
            coverage,
            contents: Contents::Unreadable,
            paths: Vec::new(),
            report,
        })
    }

    /// The check of a signature's place and of the changes since: all but its contents.
    pub(crate) fn outside<'f>(
        &self,
        field: &'f SignatureField,
    ) -> Result<SignatureCheck<'f>, PdfError> {
        let value = self.document.resolve(&field.value)?.into_object();
        let mut check = self.without_contents(field, value)?;
        self.check_revision(&mut check)?;
        Ok(check)
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
            doc_mdp: transforms.doc_mdp,
            locks_fields: !transforms.locks.is_empty(),
            locked_by_signer: self.locked_by_signer(field, &transforms)?,
            reason: text(b"Reason")?,
            location: text(b"Location")?,
            name: text(b"Name")?,
            contact: text(b"ContactInfo")?,
            ..SignatureReport::unvalidated(&field.name)
        })
    }

    /// Names of the fields that the signature locks but the `/Lock` of its field does not.
    fn locked_by_signer(
        &self,
        field: &SignatureField,
        transforms: &Transforms,
    ) -> Result<Vec<String>, PdfError> {
        if transforms.locks.is_empty() {
            return Ok(Vec::new());
        }
        let mut requested = Transforms::default();
        requested.take_lock(self.document, field.id)?;
        let locks = |transforms: &Transforms, name: &str| {
            let mut locks = transforms.locks.iter();
            locks.any(|lock| lock.holds(name))
        };
        let names = self.form.nodes.values().map(|node| &*node.name);
        let names = names.filter(|name| locks(transforms, name) && !locks(&requested, name));
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        names.truncate(MAX_LOCKED);
        Ok(names)
    }

    /// Reads the CMS and checks it against the covered bytes.
    fn read_contents(&self, check: &mut SignatureCheck<'_>) -> Result<(), PdfError> {
        let stated = self.document.lookup(&check.dictionary, b"Contents")?;
        let is_hollow = stated
            .as_string()
            .is_none_or(|it| it.as_bytes().iter().all(|byte| *byte == 0));
        if is_hollow {
            let message = "there is no signature in its place";
            check.error(FindingCode::SignatureMissing, message, "/Contents");
        }
        if is_hollow || check.coverage.contents.is_empty() {
            return Ok(());
        }
        match check.report.kind {
            SignatureKind::Signature => self.read_signature(check),
            SignatureKind::DocumentTimestamp => self.read_time_stamp(check),
        }
    }

    /// True for a signature that is reported although it was validated before.
    fn is_known(&self, check: &SignatureCheck<'_>) -> bool {
        self.options.include_known && self.is_in_known(check.field, &check.coverage)
    }

    fn read_signature(&self, check: &mut SignatureCheck<'_>) -> Result<(), PdfError> {
        let embeds_digest = match check.dictionary.name(b"SubFilter") {
            Some(b"ETSI.CAdES.detached" | b"adbe.pkcs7.detached") => false,
            Some(EMBEDDED_SHA1) => true,
            other => {
                let kind = String::from_utf8_lossy(other.unwrap_or_default());
                let message = format!("signatures of the kind {kind:?} are not supported");
                check.error(FindingCode::SubfilterUnsupported, &message, "/SubFilter");
                return Ok(());
            }
        };
        let signed = match SignedData::read(&check.coverage.contents) {
            Ok(signed) => signed,
            Err(cause) => {
                let message = format!("the signature can't be read: {cause}");
                check.error(FindingCode::CmsUnreadable, &message, "/Contents");
                return Ok(());
            }
        };
        check.coverage.check_padding(signed.length());
        let Some(info) = signed.signer() else {
            let message = "the signature has no signer";
            check.error(FindingCode::CmsSignerCount, message, "/Contents");
            return Ok(());
        };
        let algorithm = match embeds_digest {
            true => Ok(DigestAlgorithm::Sha1),
            false => info.digest(),
        };
        // If the digest algorithm is unsupported, the check below reports it.
        let stated = || signed.stated_digest().filter(|_| !embeds_digest);
        let digest = match (self.is_known(check).then(stated).flatten(), algorithm) {
            (Some(stated), _) => stated,
            (None, Ok(it)) => check.coverage.digest(self.document, it, &self.prefixes)?,
            (None, Err(_)) => Vec::new(),
        };
        check.report.cms_signing_time = info.signing_time().map(time::iso);
        let signer_check = match embeds_digest {
            true => signed.check_embedded(&digest),
            false => signed.check(&digest),
        };
        check.report.intact = signer_check.digest_matches && signer_check.signature_matches;
        check
            .report
            .findings
            .extend(signer_check.findings.iter().cloned());
        check.contents = Contents::Signature(Box::new(signed), Box::new(signer_check));
        Ok(())
    }

    fn read_time_stamp(&self, check: &mut SignatureCheck<'_>) -> Result<(), PdfError> {
        let token = match TimeStampToken::read(&check.coverage.contents) {
            Ok(token) => token,
            Err(cause) => {
                let (code, message) = match cause.kind() {
                    CmsErrorKind::Algorithm => {
                        (FindingCode::AlgorithmUnsupported, cause.to_string())
                    }
                    _ => {
                        let message = format!("the time stamp can't be read: {cause}");
                        (FindingCode::TimestampUnreadable, message)
                    }
                };
                check.error(code, &message, "/Contents");
                return Ok(());
            }
        };
        check.coverage.check_padding(token.length());
        let digest = match self.is_known(check) {
            true => token.imprint().to_vec(),
            false => check
                .coverage
                .digest(self.document, token.digest(), &self.prefixes)?,
        };
        check.contents = Contents::TimeStamp(Box::new(token), digest);
        Ok(())
    }

    /// Checks the signed revision and the changes after it.
    fn check_revision(&self, check: &mut SignatureCheck<'_>) -> Result<(), PdfError> {
        if check.coverage.ranges.is_none() {
            return Ok(());
        }
        let end = check.coverage.end();
        let Some(signed) = self.revision(end)? else {
            let message = "the signed bytes do not end where a revision ends";
            check.error(
                FindingCode::CoverageIncomplete,
                message,
                format!("byte {end}"),
            );
            return Ok(());
        };
        self.check_identity(check, &signed);
        let known = self.known_document().map(Document::len);
        readers::warn_of_earlier(self.document, check, known)?;
        if check.report.covers_whole_file {
            return Ok(());
        }
        let compare = || {
            let old = Side {
                document: &signed.document,
                form: Rc::clone(&signed.form),
            };
            let new = Side {
                document: self.document,
                form: Rc::clone(self.form),
            };
            compare::compare(old, new)
        };
        let outcome = match signed.changes.get_or_init(compare) {
            Ok(outcome) => outcome,
            Err(cause) => {
                let message = format!("what happened after signing can't be read: {cause}");
                check.error(
                    FindingCode::LaterUnreadable,
                    &message,
                    format!("byte {end}"),
                );
                return Ok(());
            }
        };
        let later_findings = self.check_later_changes(check, &signed, outcome)?;
        let changes = &outcome.changes.changes;
        let report = &mut check.report;
        report
            .findings
            .extend(later_findings.findings.iter().cloned());
        report.findings_omitted = count(later_findings.omitted);
        report.changes = changes.iter().take(self.limit).cloned().collect();
        report.changes_omitted = count(changes.len().saturating_sub(self.limit));
        Ok(())
    }

    /// Evaluates the changes since a revision for a signature. Cached: equal permissions give equal
    /// results.
    fn check_later_changes(
        &self,
        check: &SignatureCheck<'_>,
        signed: &Revision,
        outcome: &Outcome,
    ) -> Result<Rc<ChangeFindings>, PdfError> {
        let mut transforms = Transforms::read(self.document, &check.dictionary)?;
        transforms.take_lock(&signed.document, check.field.id)?;
        let level = self.certified.into_iter().chain(transforms.doc_mdp).min();
        let key = (level, transforms.locks);
        if let Some(known) = signed.later_findings.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let permission = Permission {
            level,
            locks: &key.1,
            time_stamps: &self.time_stamps,
        };
        let later_findings =
            subsequent_changes::check(&self.current, outcome, &permission, self.limit)?;
        let later_findings = Rc::new(later_findings);
        signed
            .later_findings
            .borrow_mut()
            .insert(key, Rc::clone(&later_findings));
        Ok(later_findings)
    }

    /// The revision that ends at `end`; `None` if there is none.
    fn revision(&self, end: u64) -> Result<Option<Rc<Revision>>, PdfError> {
        if let Some(known) = self.revisions.borrow().get(&end) {
            return Ok(known.clone());
        }
        let revision = match self.document.earlier(end) {
            Ok(document) if !document.is_repaired() && compare::ends_cleanly(&document)? => {
                Some(Rc::new(Revision {
                    form: Rc::new(FormTree::read_earlier(&document, self.document, self.form)),
                    document,
                    changes: OnceCell::new(),
                    later_findings: RefCell::default(),
                }))
            }
            Ok(_) | Err(_) => None,
        };
        let mut revisions = self.revisions.borrow_mut();
        if revisions.len() >= MAX_REVISIONS {
            revisions.clear();
        }
        revisions.insert(end, revision.clone());
        Ok(revision)
    }

    /// Checks that the signed revision contains this signature at the same place and in the same
    /// field.
    fn check_identity(&self, check: &mut SignatureCheck<'_>, signed: &Revision) {
        let here = check.id.and_then(|id| self.document.location(id));
        let then = check.id.and_then(|id| signed.document.location(id));
        let mut namesakes = signed.form.signatures_named(&check.field.name);
        let same_field =
            namesakes.any(|field| field.id == check.field.id && field.value == check.field.value);
        if here != then || !same_field {
            let message = "the signature is not the one that the signed revision holds";
            check.error(
                FindingCode::SignatureReplaced,
                message,
                check.field.name.clone(),
            );
        }
        if self.form.is_ambiguous(&check.field.name) {
            let message = "two fields have the name of this signature's field";
            check.error(
                FindingCode::FieldAmbiguous,
                message,
                check.field.name.clone(),
            );
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn kind(dictionary: &Dictionary) -> SignatureKind {
    let is_stamp = dictionary.is_type(b"DocTimeStamp")
        || dictionary.get(b"SubFilter").and_then(Object::as_name) == Some(b"ETSI.RFC3161");
    match is_stamp {
        true => SignatureKind::DocumentTimestamp,
        false => SignatureKind::Signature,
    }
}

/// A report for an unreadable signature.
fn unreadable(field: &SignatureField, cause: &PdfError) -> SignatureReport {
    let message = format!("the signature can't be read: {cause}");
    refused(field, FindingCode::SignatureUnreadable, &message)
}

/// A report for a signature that is not validated, with the reason.
fn refused(field: &SignatureField, code: FindingCode, message: &str) -> SignatureReport {
    let finding = Finding::error(code, message, field.name.clone());
    SignatureReport::refused(&field.name, finding)
}
