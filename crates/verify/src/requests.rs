//! Requests for revocation information that the document lacks. The core performs no network
//! access: it returns what to request, and reads the responses.

use std::collections::HashSet;

use countersign_cms::{Certificate, RevocationStatus, ocsp_request};

use crate::material::Material;
use crate::signature_check::SignatureCheck;
use crate::trust::{self, Moment};

/// Maximum number of requests per document: a limit against documents made to cause traffic.
const MAX_QUESTIONS: usize = 50;

/// Missing information about one certificate, and its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevocationRequest {
    /// Name of the signature field that depends on the certificate.
    pub field: String,
    /// Name of the certificate.
    pub certificate: String,
    /// OCSP responder URLs. The request is sent as `application/ocsp-request`.
    pub ocsp_urls: Vec<String>,
    /// OCSP request, DER; `None` if it can't be built.
    pub ocsp_request: Option<Vec<u8>>,
    /// CRL URLs.
    pub crl_urls: Vec<String>,
    /// URLs of the issuer's certificate, if the path ends without it.
    pub issuer_urls: Vec<String>,
}

/// The requests for all signatures, one per certificate.
pub(crate) fn open_questions(
    checks: &[SignatureCheck<'_>],
    material: &Material,
) -> Vec<RevocationRequest> {
    let mut all = Questions::default();
    for check in checks {
        all.add(&check.field.name, &check.paths, material);
    }
    all.requests
}

/// The requests for one signature outside of a document, one per certificate.
pub(crate) fn open_questions_of(
    field: &str,
    paths: &[(Vec<Certificate>, Moment)],
    material: &Material,
) -> Vec<RevocationRequest> {
    let mut all = Questions::default();
    all.add(field, paths, material);
    all.requests
}

#[derive(Default)]
struct Questions {
    requests: Vec<RevocationRequest>,
    requested: HashSet<Vec<u8>>,
}

impl Questions {
    fn add(&mut self, field: &str, paths: &[(Vec<Certificate>, Moment)], material: &Material) {
        for (path, moment) in paths {
            for (certificate, request) in questions(field, path, *moment, material) {
                let fresh = self.requested.insert(certificate.der().to_vec());
                if fresh && self.requests.len() < MAX_QUESTIONS {
                    self.requests.push(request);
                }
            }
        }
    }
}

fn questions<'a>(
    field: &str,
    path: &'a [Certificate],
    moment: Moment,
    material: &Material,
) -> Vec<(&'a Certificate, RevocationRequest)> {
    let mut out = Vec::new();
    let checks = trust::revocation(path, material, moment);
    for ((certificate, check), issuer) in checks.into_iter().zip(path.iter().skip(1)) {
        let open = matches!(
            check.status,
            RevocationStatus::Unknown | RevocationStatus::Stale
        );
        let sources = !certificate.ocsp_urls().is_empty() || !certificate.crl_urls().is_empty();
        if !open || !sources || certificate.is_never_revoked() {
            continue;
        }
        let request = ocsp_request(certificate, issuer, None).ok();
        let request = RevocationRequest {
            field: field.to_owned(),
            certificate: certificate.label(),
            ocsp_urls: certificate.ocsp_urls().to_vec(),
            ocsp_request: request,
            crl_urls: certificate.crl_urls().to_vec(),
            issuer_urls: Vec::new(),
        };
        out.push((certificate, request));
    }
    if let Some(last) = path.last().filter(|last| !last.issuer_urls().is_empty())
        && !last.issuer().matches(last.subject())
    {
        let request = RevocationRequest {
            field: field.to_owned(),
            certificate: last.label(),
            ocsp_urls: Vec::new(),
            ocsp_request: None,
            crl_urls: Vec::new(),
            issuer_urls: last.issuer_urls().to_vec(),
        };
        out.push((last, request));
    }
    out
}
