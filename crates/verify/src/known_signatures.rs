//! Signatures of a revision that was validated before, and whether later revisions affect them.
//!
//! The bytes of a known revision are the ones that were validated, and so are the signed bytes, the
//! certificates and the signature values in it. What can change is everything around: the field,
//! the later changes, and what is known of revocation. If a signature gets a fault from that which
//! it did not have in the known revision, it is validated and reported in full.

use std::collections::HashSet;
use std::rc::Rc;

use countersign_cms::{Finding, Severity, SignedData};
use countersign_pdf::{Dictionary, Document, PdfString};

use crate::coverage::Coverage;
use crate::form::SignatureField;
use crate::material::{Material, stored};
use crate::signature::{Revision, Validator};
use crate::signature_check::SignatureCheck;
use crate::verdict::take_signature;

impl Validator<'_> {
    /// The end of the revision that a signature of the known revision covers, if nothing later did
    /// it harm; `None` for any other signature.
    pub(crate) fn unaffected(&self, field: &SignatureField) -> Option<u64> {
        let known = self.known.as_ref()?;
        let before = self.same_field(field, known)?;
        if field.value.is_null() {
            return None;
        }
        let now = self.outside(field).ok()?;
        if now.coverage.end() > known.document.len() {
            return None;
        }
        let faults = faults(&now);
        if !faults.is_empty() {
            let mut validator =
                Validator::new(&known.document, &known.form, self.anchors, self.options);
            validator.known = Some(Rc::clone(known));
            let before = validator.outside(before).ok()?;
            let is_old = faults.is_subset(&self::faults(&before))
                && now.report.findings_omitted <= before.report.findings_omitted
                && now.coverage.ranges == before.coverage.ranges;
            if !is_old {
                return None;
            }
        }
        Some(now.coverage.end())
    }

    /// True if the known revision has this signature, and ends with or after what it covers.
    pub(crate) fn is_in_known(&self, field: &SignatureField, coverage: &Coverage) -> bool {
        self.known.as_ref().is_some_and(|known| {
            self.same_field(field, known).is_some()
                && coverage.ranges.is_some()
                && coverage.end() <= known.document.len()
        })
    }

    /// The same field of the known revision, with the same signature at the same place.
    fn same_field<'k>(
        &self,
        field: &SignatureField,
        known: &'k Revision,
    ) -> Option<&'k SignatureField> {
        let mut namesakes = known.form.signatures_named(&field.name);
        let before = namesakes.find(|it| it.id == field.id && it.value == field.value)?;
        let id = field.value.as_reference().or(field.id)?;
        let place = self.document.object_offset(id)?;
        (known.document.object_offset(id) == Some(place)).then_some(before)
    }

    /// True if a later revision brings revocation data, which may concern any signature.
    pub(crate) fn brings_revocation(&self) -> bool {
        let Some(known) = &self.known else {
            return false;
        };
        brings_new(self.document, &known.document)
            || self.later_contents(known).any(|contents| {
                // Unreadable contents revoke nothing.
                let mut material = Material::default();
                take_contents(&mut material, &contents);
                material.has_revocation()
            })
    }

    /// The contents of the signatures that the known revision does not hold.
    fn later_contents<'s>(&'s self, known: &'s Revision) -> impl Iterator<Item = Vec<u8>> + 's {
        let fields = self.form.signatures.iter();
        let later = fields.filter(move |field| self.same_field(field, known).is_none());
        later.filter_map(|field| {
            let value = self.document.resolve(&field.value).ok()?;
            contents_of(self.document, value.as_dictionary()?)
        })
    }

    /// Adds the material of the signatures that are not validated: later ones may rely on it.
    pub(crate) fn take_known(&self, material: &mut Material, checks: &[SignatureCheck<'_>]) {
        let Some(known) = &self.known else { return };
        let checked: HashSet<&str> = checks.iter().map(|it| it.field.name.as_str()).collect();
        for field in &known.form.signatures {
            if checked.contains(field.name.as_str()) {
                continue;
            }
            let Ok(value) = known.document.resolve(&field.value) else {
                continue;
            };
            let contents = value.as_dictionary();
            let contents = contents.and_then(|it| contents_of(&known.document, it));
            if let Some(contents) = contents {
                take_contents(material, &contents);
            }
        }
    }
}

/// True if the document's security store has a stream that the known revision's has not.
fn brings_new(document: &Document, known: &Document) -> bool {
    let before = stored(known);
    stored(document)
        .into_iter()
        .any(|id| !before.contains(&id) || document.object_offset(id) != known.object_offset(id))
}

/// Adds the material in the contents of a signature. A time stamp is a signature as well.
fn take_contents(material: &mut Material, contents: &[u8]) {
    if let Ok(signed) = SignedData::read(contents) {
        take_signature(material, &signed);
    }
}

fn contents_of(document: &Document, signature: &Dictionary) -> Option<Vec<u8>> {
    let contents = document.lookup(signature, b"Contents").ok()?;
    contents.as_string().map(PdfString::as_bytes).map(Vec::from)
}

/// The errors outside of the contents.
fn faults(check: &SignatureCheck<'_>) -> HashSet<Finding> {
    let findings = check.report.findings.iter().chain(&check.coverage.findings);
    let errors = findings.filter(|it| it.severity == Severity::Error);
    errors.cloned().collect()
}
