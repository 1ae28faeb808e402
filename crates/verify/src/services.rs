//! The services of trusted lists that are relevant for a document.

use std::collections::HashSet;

use countersign_cms::{Certificate, Name, pem};

use crate::material::Material;
use crate::trust_service::{ServicePeriod, TrustService, TrustServiceKind};

/// Services whose certificates may be part of, or above, a certificate path of the document.
#[derive(Debug, Default)]
pub(crate) struct Services {
    pub(crate) listed: Vec<Listed>,
    /// True if the caller passed trusted lists, even without a match.
    pub(crate) supplied: bool,
}

/// A service with its parsed certificates.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) service: TrustService,
    pub(crate) certificates: Vec<Certificate>,
}

impl Services {
    /// Selects the services whose names occur in the certificates of document and caller. Lists
    /// contain thousands of services; only the matching ones are checked per signature.
    pub(crate) fn about(services: Option<&[TrustService]>, material: &Material) -> Self {
        let mut names = HashSet::new();
        for certificate in &material.certificates {
            names.insert(key(certificate.issuer()));
            names.insert(key(certificate.subject()));
        }
        let mut listed = Vec::new();
        for service in services.unwrap_or_default() {
            let read = service.certificates.iter();
            let read = read.filter_map(|text| Certificate::read(&pem::base64_decode(text)?).ok());
            let certificates: Vec<Certificate> = read
                .filter(|it| names.contains(&key(it.subject())))
                .collect();
            if !certificates.is_empty() {
                let service = service.clone();
                listed.push(Listed {
                    service,
                    certificates,
                });
            }
        }
        Self {
            listed,
            supplied: services.is_some(),
        }
    }

    /// Trust anchors for signers: `own`, plus the certificates of all services granted at the given
    /// time that issue qualified certificates. A service listed for time stamps vouches for nobody.
    pub(crate) fn signer_anchors_at(&self, own: &[Certificate], at: i64) -> Vec<Certificate> {
        self.anchors(own, at, |kind| kind == TrustServiceKind::CaQc)
    }

    /// Trust anchors for time stamps: `own`, plus the certificates of all services granted at the
    /// given time.
    pub(crate) fn stamp_anchors_at(&self, own: &[Certificate], at: i64) -> Vec<Certificate> {
        self.anchors(own, at, |_| true)
    }

    fn anchors(
        &self,
        own: &[Certificate],
        at: i64,
        counts: impl Fn(TrustServiceKind) -> bool,
    ) -> Vec<Certificate> {
        let mut anchors = own.to_vec();
        let counting = self.listed.iter().filter(|it| counts(it.service.kind));
        for listed in counting {
            if listed.period(at).is_some_and(|period| period.granted) {
                anchors.extend(listed.certificates.iter().cloned());
            }
        }
        anchors
    }

    /// True if a qualified service made the time stamp. `path`: certificate path of its authority.
    pub(crate) fn is_qualified_stamp(&self, path: &[Certificate], at: i64, now: i64) -> bool {
        self.listed.iter().any(|listed| {
            listed.service.kind == TrustServiceKind::TsaQtst
                && listed.service.list_until >= now
                && listed.period(at).is_some_and(|period| period.granted)
                && path.iter().any(|it| listed.is_of(it))
        })
    }
}

impl Listed {
    /// The period that contains a time.
    pub(crate) fn period(&self, at: i64) -> Option<&ServicePeriod> {
        let begun = self.service.periods.iter().filter(|it| it.since <= at);
        begun.max_by_key(|period| period.since)
    }

    /// True for a certificate of this service: same name and key, in any certificate.
    pub(crate) fn is_of(&self, certificate: &Certificate) -> bool {
        self.certificates.iter().any(|own| {
            own.key_info() == certificate.key_info() && own.subject().matches(certificate.subject())
        })
    }
}

/// A key that is equal for names that match (`Name::matches`).
fn key(name: &Name) -> String {
    let words = name.describe();
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}
