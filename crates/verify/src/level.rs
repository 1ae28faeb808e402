//! The PAdES baseline level of a signature, B-B to B-LTA (EN 319 142-1), and what the next level
//! lacks.

use countersign_cms::{Certificate, RevocationStatus, SignedData};
use countersign_pdf::{Dictionary, Document};

use crate::material::Material;
use crate::report::Level;
use crate::stamps::Proofs;
use crate::trust::{self, Moment};

/// Maximum number of signature time stamps checked per signature.
pub(crate) const MAX_STAMPS: usize = 8;
/// Maximum number of document time stamps whose revision is checked per signature.
const MAX_ARCHIVES: usize = 8;

/// The evidence for the level of a signature.
pub(crate) struct LevelEvidence<'a> {
    pub(crate) moment: Moment,
    /// Certificate path of the signer.
    pub(crate) path: Vec<Certificate>,
    /// Certificate paths of the valid signature time stamps.
    pub(crate) stamps: Vec<Vec<Certificate>>,
    /// The document of the signature; `None` for one that is kept beside its content.
    pub(crate) document: Option<&'a Document>,
    /// Validation material in the document, or in the detached signature.
    pub(crate) inside: &'a Material,
    pub(crate) proofs: &'a Proofs,
}

/// Violations of the PAdES baseline (EN 319 142-1).
pub(crate) fn baseline_problems(dictionary: &Dictionary, signed: &SignedData) -> Vec<&'static str> {
    let mut problems = Vec::new();
    if dictionary.name(b"SubFilter") != Some(b"ETSI.CAdES.detached") {
        problems.push("the /SubFilter is not ETSI.CAdES.detached");
    }
    if dictionary.contains(b"Cert") {
        problems.push("the signature dictionary has /Cert");
    }
    if !dictionary.contains(b"M") {
        problems.push("the signature states no time");
    }
    if !signed.is_der() {
        problems.push("the CMS is not DER");
    }
    if let Some(info) = signed.signer() {
        if !info.has_signing_certificate() {
            problems.push("the signed attribute signing-certificate-v2 is missing");
        }
        if info.has_signing_time() {
            problems.push("the signed attribute signing-time is there");
        }
    }
    problems
}

/// The level of a sound signature whose revision ends at byte `end`, and what the next level lacks.
pub(crate) fn reached(end: u64, evidence: &LevelEvidence<'_>) -> (Level, Vec<String>) {
    if !evidence.moment.proven {
        let missing = "B-T: no time stamp that holds proves when it was made";
        return (Level::BB, vec![missing.to_owned()]);
    }
    if !evidence.inside.has_store {
        let missing = "B-LT: the document has no security store (/DSS)";
        return (Level::BT, vec![missing.to_owned()]);
    }
    let missing = evidence.missing(evidence.inside);
    if !missing.is_empty() {
        let missing = missing.into_iter().map(|it| format!("B-LT: {it}"));
        return (Level::BT, missing.collect());
    }
    match evidence.is_archived(end) {
        true => (Level::BLTA, Vec::new()),
        false => {
            let missing = "B-LTA: no document time stamp that holds covers the material";
            (Level::BLT, vec![missing.to_owned()])
        }
    }
}

/// Violations of the CAdES baseline (EN 319 122-1, 6.3) that leave the signature valid.
pub(crate) fn detached_problems(signed: &SignedData) -> Vec<&'static str> {
    let mut problems = Vec::new();
    if !signed.is_der() {
        problems.push("the CMS is not DER");
    }
    if signed.signer().is_some_and(|info| !info.has_signing_time()) {
        problems.push("the signed attribute signing-time is missing");
    }
    problems
}

/// The level of a sound detached signature, and what the next level lacks. Archive time stamps of CAdES are not read.
pub(crate) fn reached_detached(evidence: &LevelEvidence<'_>) -> (Level, Vec<String>) {
    if !evidence.moment.proven {
        let missing = "B-T: no time stamp that holds proves when it was made";
        return (Level::BB, vec![missing.to_owned()]);
    }
    let missing = evidence.missing(evidence.inside);
    match missing.is_empty() {
        true => (Level::BLT, Vec::new()),
        false => {
            let missing = missing.into_iter().map(|it| format!("B-LT: {it}"));
            (Level::BT, missing.collect())
        }
    }
}

impl LevelEvidence<'_> {
    /// What `material` lacks to validate signer and stamps offline.
    fn missing(&self, material: &Material) -> Vec<String> {
        let mut out = Vec::new();
        for path in std::iter::once(&self.path).chain(&self.stamps) {
            // Relying parties already have the trust anchor.
            let below = path.len().saturating_sub(1);
            for certificate in path.iter().take(below) {
                if !material.has_certificate(certificate) {
                    out.push(format!(
                        "the certificate is missing: {}",
                        certificate.label()
                    ));
                }
            }
            for (certificate, check) in trust::revocation(path, material, self.moment) {
                let known = matches!(
                    check.status,
                    RevocationStatus::Good | RevocationStatus::Revoked(_)
                );
                if !known && !certificate.is_never_revoked() {
                    let label = certificate.label();
                    out.push(format!(
                        "nothing in the document says whether it was revoked: {label}"
                    ));
                }
            }
        }
        out.dedup();
        out
    }

    /// True if a document time stamp covers all required material.
    fn is_archived(&self, end: u64) -> bool {
        let Some(document) = self.document else {
            return false;
        };
        let covering = self.proofs.covering(end);
        covering.take(MAX_ARCHIVES).any(|covered| {
            let earlier = document.earlier(covered);
            earlier.is_ok_and(|earlier| {
                let mut stored = Material::of_store(&earlier);
                // The certificates in the signature and its stamps are covered as well.
                stored.take_certificates(&self.inside.certificates);
                stored.has_store && self.missing(&stored).is_empty()
            })
        })
    }
}
