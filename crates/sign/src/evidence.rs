//! Collects validation material: for every signature and time stamp the path to an anchor, and for every certificate
//! of the path a revocation status.

use countersign_cms::{
    Certificate, DigestAlgorithm, Existence, PathContext, Purpose, RevocationMaterial,
    RevocationMoment, RevocationSource, RevocationStatus, SignedData, TimeStampToken, ocsp_request,
    time, validate,
};
use countersign_pdf::{Dictionary, Document};

use crate::dss::Store;
use crate::error::SignError;
use crate::field::{self, SignedField};
use crate::proof::Proof;

/// Fetched certificates, OCSP responses and CRLs. Each is accepted only if its signature verifies; unreadable ones are
/// ignored.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// Certificates.
    pub certificates: Vec<Certificate>,
    /// OCSP responses, DER.
    pub ocsps: Vec<Vec<u8>>,
    /// CRLs, DER or PEM.
    pub crls: Vec<Vec<u8>>,
}

/// Which signatures to collect material for, and from which sources.
#[derive(Debug, Clone)]
pub struct MaterialOptions {
    /// Material in addition to what the document contains.
    pub material: Material,
    /// Trust anchors, at which paths end. Without any, a path may end at any root.
    pub anchors: Vec<Certificate>,
    /// Names of the signed fields to include; empty for all.
    pub fields: Vec<String>,
    /// Current time, in seconds since 1970.
    pub at: i64,
}

/// Material that must be fetched. The URLs come from certificates and are untrusted: the caller decides which to
/// access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// Field whose signature needs it.
    pub field: String,
    /// Subject of the certificate it concerns.
    pub subject: String,
    /// Kind of material.
    pub kind: NeedKind,
}

/// Kinds of [`Need`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NeedKind {
    /// The issuer's certificate.
    Issuer {
        /// URLs of the certificate.
        urls: Vec<String>,
    },
    /// The revocation status: an OCSP response or a CRL.
    Status {
        /// Body of the OCSP request, to send as `application/ocsp-request`.
        request: Vec<u8>,
        /// URLs of OCSP responders.
        ocsp_urls: Vec<String>,
        /// URLs of CRLs.
        crl_urls: Vec<String>,
    },
}

/// Returns the material that is still missing to validate the signatures; empty if the material is complete.
///
/// # Errors
/// A document that can't be read, a field that is not signed, a certificate that was revoked before it was used, or a
/// path that ends at an untrusted root.
pub fn validation_needs(
    document: &Document,
    options: &MaterialOptions,
) -> Result<Vec<Need>, SignError> {
    Ok(gather(document, options)?.1)
}

/// Returns the available validation material per signature, and what is missing.
pub(crate) fn gather(
    document: &Document,
    options: &MaterialOptions,
) -> Result<(Vec<Proof>, Vec<Need>), SignError> {
    let store = Store::read(document)?;
    let signatures = chosen(document, &options.fields)?;
    let uses = signatures
        .iter()
        .map(|signature| Uses::read(document, signature))
        .collect::<Result<Vec<_>, _>>()?;
    let mut known = Known::new(options, &store);
    uses.iter().for_each(|uses| known.take(uses));
    let mut proofs = Vec::new();
    let mut needs = Vec::new();
    for uses in &uses {
        let mut search = Search {
            known: &known,
            field: &uses.field,
            proof: Proof {
                key: uses.key.clone(),
                ..Proof::default()
            },
            needs: &mut needs,
        };
        for one in &uses.certificates {
            search.prove(one)?;
        }
        proofs.push(search.proof);
    }
    Ok((proofs, needs))
}

fn chosen(document: &Document, fields: &[String]) -> Result<Vec<SignedField>, SignError> {
    let mut signatures = field::signatures(document, &document.catalog()?)?;
    if fields.is_empty() {
        return Ok(signatures);
    }
    let is_signed = |name: &&String| signatures.iter().any(|one| one.name == **name);
    if let Some(missing) = fields.iter().find(|name| !is_signed(name)) {
        return Err(SignError::FieldNotFound(missing.clone()));
    }
    signatures.retain(|one| fields.contains(&one.name));
    Ok(signatures)
}

/// A certificate, and when its key was used.
struct Use {
    certificate: Certificate,
    purpose: Purpose,
    at: Option<i64>,
}

/// Certificates that one signature used: the signer's and those of its time-stamp authorities.
struct Uses {
    field: String,
    key: Vec<u8>,
    certificates: Vec<Use>,
    /// All embedded certificates.
    pool: Vec<Certificate>,
    ocsps: Vec<Vec<u8>>,
    crls: Vec<Vec<u8>>,
}

impl Uses {
    fn read(document: &Document, signature: &SignedField) -> Result<Self, SignError> {
        let contents = contents(document, &signature.dictionary)?;
        let mut uses = Self {
            field: signature.name.clone(),
            key: DigestAlgorithm::Sha1.digest(&contents),
            certificates: Vec::new(),
            pool: Vec::new(),
            ocsps: Vec::new(),
            crls: Vec::new(),
        };
        if signature.dictionary.name(b"SubFilter") == Some(b"ETSI.RFC3161") {
            uses.take_token(&contents)?;
            return Ok(uses);
        }
        let signed = SignedData::read(&contents).map_err(SignError::Signature)?;
        let tokens = signed.signer().map(|one| one.time_stamps());
        let mut at = None;
        for token in tokens.unwrap_or_default() {
            let stamped = uses.take_token(token)?;
            at = Some(at.map_or(stamped, |at: i64| at.min(stamped)));
        }
        uses.take(&signed, Purpose::Signing, at);
        Ok(uses)
    }

    /// Adds a time stamp and returns its time.
    fn take_token(&mut self, token: &[u8]) -> Result<i64, SignError> {
        let stamp = TimeStampToken::read(token).map_err(SignError::Signature)?;
        let signed = SignedData::read(token).map_err(SignError::Signature)?;
        self.take(&signed, Purpose::TimeStamping, Some(stamp.time()));
        Ok(stamp.time())
    }

    fn take(&mut self, signed: &SignedData, purpose: Purpose, at: Option<i64>) {
        // Only the signer's certificate is needed here. Whether the signature verifies is the verifier's task.
        if let Some(certificate) = signed.check(&[]).signer {
            self.certificates.push(Use {
                certificate,
                purpose,
                at,
            });
        }
        self.pool.extend_from_slice(signed.certificates());
        self.ocsps.extend(signed.ocsps().map(<[u8]>::to_vec));
        self.crls.extend(signed.crls().map(<[u8]>::to_vec));
    }
}

fn contents(document: &Document, dictionary: &Dictionary) -> Result<Vec<u8>, SignError> {
    let contents = document.lookup(dictionary, b"Contents")?;
    let contents = contents.as_string().map(|it| it.as_bytes().to_vec());
    Ok(contents.unwrap_or_default())
}

/// All available material.
struct Known<'a> {
    options: &'a MaterialOptions,
    pool: Vec<Certificate>,
    revocation: RevocationMaterial,
}

impl<'a> Known<'a> {
    fn new(options: &'a MaterialOptions, store: &Store) -> Self {
        let mut known = Self {
            options,
            pool: Vec::new(),
            revocation: RevocationMaterial::new(),
        };
        let stored = store.certificates();
        let stored = stored.filter_map(|der| Certificate::read(der).ok());
        known.add(&stored.collect::<Vec<_>>());
        known.add(&options.material.certificates);
        // Fetched material is newer than the stored one, so it comes first.
        for der in options.material.ocsps.iter().map(Vec::as_slice) {
            known.revocation.add_ocsp(der);
        }
        for der in options.material.crls.iter().map(Vec::as_slice) {
            known.revocation.add_crl(der);
        }
        for der in store.ocsps() {
            known.revocation.add_ocsp(der);
        }
        for der in store.crls() {
            known.revocation.add_crl(der);
        }
        known
    }

    fn take(&mut self, uses: &Uses) {
        self.add(&uses.pool);
        for der in &uses.ocsps {
            self.revocation.add_ocsp(der);
        }
        for der in &uses.crls {
            self.revocation.add_crl(der);
        }
    }

    fn add(&mut self, certificates: &[Certificate]) {
        for certificate in certificates {
            if !self.pool.contains(certificate) {
                self.pool.push(certificate.clone());
            }
        }
    }
}

/// Collects the material of one signature.
struct Search<'a> {
    known: &'a Known<'a>,
    field: &'a str,
    proof: Proof,
    needs: &'a mut Vec<Need>,
}

impl Search<'_> {
    fn prove(&mut self, used: &Use) -> Result<(), SignError> {
        let Known { options, pool, .. } = self.known;
        let used_at = used.at.unwrap_or(options.at);
        let context = PathContext {
            pool,
            anchors: &options.anchors,
            at: used_at,
            existence: Existence::at(used_at),
        };
        let report = validate(&used.certificate, context, used.purpose);
        for certificate in &report.path {
            self.keep(certificate);
        }
        for pair in report.path.windows(2) {
            if let [certificate, issuer] = pair {
                self.prove_state(certificate, issuer, used_at)?;
            }
        }
        match report.path.last() {
            Some(last) if options.anchors.contains(last) => Ok(()),
            Some(last) if !last.is_self_signed() => {
                let urls = last.issuer_urls().to_vec();
                self.need(last, NeedKind::Issuer { urls });
                Ok(())
            }
            Some(last) if !options.anchors.is_empty() => Err(SignError::Untrusted(last.label())),
            Some(_) | None => Ok(()),
        }
    }

    /// Adds a revocation status of `certificate` that is valid for the time of its use, or records the need for one.
    fn prove_state(
        &mut self,
        certificate: &Certificate,
        issuer: &Certificate,
        used_at: i64,
    ) -> Result<(), SignError> {
        let Known {
            options,
            pool,
            revocation,
        } = self.known;
        if options.anchors.contains(certificate) || certificate.is_never_revoked() {
            return Ok(());
        }
        let moment = RevocationMoment {
            used_at,
            now: options.at,
        };
        let check = revocation.check(certificate, issuer, pool, moment);
        match check.status {
            RevocationStatus::Revoked(revoked) if revoked.since() <= used_at => {
                return Err(SignError::CertificateRevoked {
                    subject: certificate.label(),
                    since: time::iso(revoked.since()),
                });
            }
            RevocationStatus::Good | RevocationStatus::Revoked(_) => {}
            RevocationStatus::Stale | RevocationStatus::Unknown => {
                let request = ocsp_request(certificate, issuer, None);
                let kind = NeedKind::Status {
                    request: request.map_err(SignError::Certificate)?,
                    ocsp_urls: certificate.ocsp_urls().to_vec(),
                    crl_urls: certificate.crl_urls().to_vec(),
                };
                self.need(certificate, kind);
                return Ok(());
            }
        }
        match check.source {
            Some(RevocationSource::Ocsp(index)) => self.keep_answer(index, issuer, used_at),
            Some(RevocationSource::Crl(index)) => {
                let crl = revocation.crls().get(index);
                push_new(&mut self.proof.crls, crl.map(|crl| crl.der().to_vec()));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Adds an OCSP response and the revocation status of its responder.
    fn keep_answer(
        &mut self,
        index: usize,
        issuer: &Certificate,
        used_at: i64,
    ) -> Result<(), SignError> {
        let Some(answer) = self.known.revocation.ocsps().get(index) else {
            return Ok(());
        };
        push_new(&mut self.proof.ocsps, Some(answer.der().to_vec()));
        let Some(responder) = answer.responder(issuer, &self.known.pool) else {
            return Ok(());
        };
        if responder == issuer || self.proof.certificates.contains(responder) {
            return Ok(());
        }
        self.keep(responder);
        self.prove_state(responder, issuer, used_at)
    }

    fn keep(&mut self, certificate: &Certificate) {
        push_new(&mut self.proof.certificates, Some(certificate.clone()));
    }

    fn need(&mut self, certificate: &Certificate, kind: NeedKind) {
        let need = Need {
            field: self.field.to_owned(),
            subject: certificate.label(),
            kind,
        };
        // Several signatures of one signer need the same material.
        if !self.needs.iter().any(|one| one.kind == need.kind) {
            self.needs.push(need);
        }
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: Option<T>) {
    if let Some(item) = item.filter(|item| !list.contains(item)) {
        list.push(item);
    }
}
