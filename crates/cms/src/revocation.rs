//! Revocation status of a certificate from OCSP responses and CRLs.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::certificate::Certificate;
use crate::crl::{Crl, Revocation};
use crate::ocsp::{OcspResponse, OcspStatus};

/// Maximum number of OCSP responses, and of CRLs, evaluated per certificate. A hostile file may contain thousands.
const MAX_CHECKS: usize = 32;
/// Maximum number of responses and CRLs stored.
const MAX_PIECES: usize = 2_000;
/// Tolerated clock difference, in seconds.
const SKEW: i64 = 300;
/// Validity of a response without nextUpdate, in seconds.
const UNSTATED: i64 = 24 * 3_600;

/// OCSP responses and CRLs from any source. Each is accepted only if its signature verifies.
#[derive(Debug, Clone, Default)]
pub struct RevocationMaterial {
    ocsps: Vec<OcspResponse>,
    crls: Vec<Crl>,
    known: HashSet<Vec<u8>>,
    /// Whether an issuer signed a CRL. Cached, because CRLs are large.
    signed: RefCell<HashMap<(usize, Vec<u8>), bool>>,
}

/// Revocation status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevocationStatus {
    /// Not revoked; the information is fresh enough for the requested time.
    Good,
    /// Not revoked; the information was out of date at the requested time.
    Stale,
    /// Revoked at some time.
    Revoked(Revocation),
    /// No authorized source gives a status.
    Unknown,
}

/// Source of a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevocationSource {
    /// An OCSP response, by its index in [`RevocationMaterial::ocsps`].
    Ocsp(usize),
    /// A CRL, by its index in [`RevocationMaterial::crls`].
    Crl(usize),
}

/// Revocation status of one certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevocationCheck {
    /// Status.
    pub status: RevocationStatus,
    /// Source of the status.
    pub source: Option<RevocationSource>,
    /// thisUpdate of the source, in seconds since 1970.
    pub this_update: Option<i64>,
    /// nextUpdate of the source, in seconds since 1970.
    pub next_update: Option<i64>,
}

/// Times of a revocation check, in seconds since 1970.
#[derive(Debug, Clone, Copy)]
pub struct RevocationMoment {
    /// Time at which the certificate was used. The information must be valid at this time or newer.
    pub used_at: i64,
    /// Time of validation. Information issued later is ignored.
    pub now: i64,
}

/// A status from a source whose signature was verified.
struct Statement {
    source: RevocationSource,
    revoked: Option<Revocation>,
    this_update: i64,
    next_update: Option<i64>,
}

impl RevocationMaterial {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an OCSP response and returns true. Returns false if it can't be read, is already there, or the limit is
    /// reached.
    pub fn add_ocsp(&mut self, der: &[u8]) -> bool {
        match self.may_add(der).then(|| OcspResponse::read(der)) {
            Some(Ok(response)) => {
                self.known.insert(der.to_vec());
                self.ocsps.push(response);
                true
            }
            Some(Err(_)) | None => false,
        }
    }

    /// Adds a CRL, with the same result as [`Self::add_ocsp`].
    pub fn add_crl(&mut self, der: &[u8]) -> bool {
        match self.may_add(der).then(|| Crl::read(der)) {
            Some(Ok(crl)) => {
                self.known.insert(der.to_vec());
                self.crls.push(crl);
                true
            }
            Some(Err(_)) | None => false,
        }
    }

    fn may_add(&self, der: &[u8]) -> bool {
        self.ocsps.len() + self.crls.len() < MAX_PIECES && !self.known.contains(der)
    }

    /// Stored OCSP responses.
    pub fn ocsps(&self) -> &[OcspResponse] {
        &self.ocsps
    }

    /// Stored CRLs.
    pub fn crls(&self) -> &[Crl] {
        &self.crls
    }

    /// Returns the status of `certificate`, which `issuer` issued. `pool` may contain certificates of OCSP responders.
    /// A revocation takes precedence; otherwise the latest information decides.
    ///
    /// ```
    /// # use countersign_cms::testing::{TestCertificate, TestRevocation};
    /// use countersign_cms::{RevocationMaterial, RevocationMoment, RevocationStatus};
    /// # let root = TestCertificate::root("Root", 1);
    /// # let (issuer, certificate) = (root.make(), TestCertificate::person("Alice", 2, &root).make());
    /// # let answer = TestRevocation::good(&root, 1_795_219_200).ocsp(&certificate);
    /// let moment = RevocationMoment { used_at: 1_795_219_200, now: 1_795_219_300 };
    /// let mut material = RevocationMaterial::new();
    /// let status = |material: &RevocationMaterial| material.check(&certificate, &issuer, &[], moment).status;
    /// assert_eq!(status(&material), RevocationStatus::Unknown);
    /// assert!(material.add_ocsp(&answer));
    /// assert_eq!(status(&material), RevocationStatus::Good);
    /// ```
    pub fn check(
        &self,
        certificate: &Certificate,
        issuer: &Certificate,
        pool: &[Certificate],
        moment: RevocationMoment,
    ) -> RevocationCheck {
        let mut statements = self.ocsp_statements(certificate, issuer, pool);
        statements.extend(self.crl_statements(certificate, issuer));
        statements.retain(|one| one.this_update <= moment.now.saturating_add(SKEW));
        let revoked = statements
            .iter()
            .filter_map(|one| Some((one, one.revoked?)))
            .min_by_key(|(_, revocation)| revocation.since());
        if let Some((one, revocation)) = revoked {
            return one.says(RevocationStatus::Revoked(revocation));
        }
        let latest = statements.iter().max_by_key(|one| one.this_update);
        match latest {
            Some(one) if one.is_fresh(moment.used_at) => one.says(RevocationStatus::Good),
            Some(one) => one.says(RevocationStatus::Stale),
            None => RevocationCheck {
                status: RevocationStatus::Unknown,
                source: None,
                this_update: None,
                next_update: None,
            },
        }
    }

    fn ocsp_statements(
        &self,
        certificate: &Certificate,
        issuer: &Certificate,
        pool: &[Certificate],
    ) -> Vec<Statement> {
        let about = |(index, response): (usize, &OcspResponse)| {
            let entry = response.entry(certificate, issuer)?;
            let revoked = match entry.status {
                OcspStatus::Good if entry.clears(certificate) => None,
                OcspStatus::Revoked(revocation) => Some(revocation),
                OcspStatus::Good | OcspStatus::Unknown => return None,
            };
            let statement = Statement {
                source: RevocationSource::Ocsp(index),
                revoked,
                this_update: entry.this_update,
                next_update: entry.next_update,
            };
            Some((index, statement))
        };
        let all = self.ocsps.iter().enumerate();
        all.filter_map(about)
            .take(MAX_CHECKS)
            .filter(|(index, _)| {
                let response = self.ocsps.get(*index);
                response.is_some_and(|it| self.is_believed(it, issuer, pool))
            })
            .map(|(_, statement)| statement)
            .collect()
    }

    /// Whether a responder authorized for `issuer` signed the response and was not revoked before.
    fn is_believed(
        &self,
        response: &OcspResponse,
        issuer: &Certificate,
        pool: &[Certificate],
    ) -> bool {
        let Some(responder) = response.responder(issuer, pool) else {
            return false;
        };
        if response.is_weak() {
            return false;
        }
        let own = responder.key_info() == issuer.key_info();
        own || responder.is_never_revoked()
            || self
                .crl_statements(responder, issuer)
                .iter()
                .filter_map(|one| one.revoked)
                .all(|revocation| revocation.since() > response.produced_at())
    }

    fn crl_statements(&self, certificate: &Certificate, issuer: &Certificate) -> Vec<Statement> {
        let mut statements = Vec::new();
        let covering = self.crls.iter().enumerate();
        let covering = covering.filter(|(_, crl)| crl.covers(certificate) && !crl.is_weak());
        for (index, crl) in covering.take(MAX_CHECKS) {
            if !self.is_signed(index, crl, issuer) {
                continue;
            }
            let revoked = match crl.entry(certificate.serial()) {
                Ok(Some(revocation)) => Some(revocation),
                Ok(None) if crl.clears(certificate) => None,
                Ok(None) | Err(_) => continue,
            };
            statements.push(Statement {
                source: RevocationSource::Crl(index),
                revoked,
                this_update: crl.this_update(),
                next_update: crl.next_update(),
            });
        }
        statements
    }

    fn is_signed(&self, index: usize, crl: &Crl, issuer: &Certificate) -> bool {
        let mut signed = self.signed.borrow_mut();
        *signed
            .entry((index, issuer.der().to_vec()))
            .or_insert_with(|| crl.is_signed_by(issuer))
    }
}

impl Statement {
    fn is_fresh(&self, used_at: i64) -> bool {
        let until = self
            .next_update
            .unwrap_or(self.this_update.saturating_add(UNSTATED));
        self.this_update >= used_at || until >= used_at
    }

    fn says(&self, status: RevocationStatus) -> RevocationCheck {
        RevocationCheck {
            status,
            source: Some(self.source),
            this_update: Some(self.this_update),
            next_update: self.next_update,
        }
    }
}
