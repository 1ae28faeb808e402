//! Validation material: certificates, OCSP responses and CRLs from the document security store (ISO
//! 32000-2, 12.8.4.3), the signatures themselves, and the caller. Its location confers no trust:
//! each item proves only what its own signature states.

use std::collections::HashSet;

use countersign_cms::{Certificate, RevocationMaterial, SignedData, TimeStampToken};
use countersign_pdf::{Dictionary, Document, Object, ObjectId};

use crate::options::VerifyOptions;

/// Maximum number of DSS streams read.
const MAX_STREAMS: usize = 2_000;
/// Maximum number of bytes read from the DSS.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// Maximum number of certificates stored.
const MAX_CERTIFICATES: usize = 1_000;

/// Kinds of DSS streams, with their keys in `/DSS` and in `/VRI` entries.
const KINDS: [(Kind, &[u8], &[u8]); 3] = [
    (Kind::Certificate, b"Certs", b"Cert"),
    (Kind::Ocsp, b"OCSPs", b"OCSP"),
    (Kind::Crl, b"CRLs", b"CRL"),
];

#[derive(Clone, Copy)]
enum Kind {
    Certificate,
    Ocsp,
    Crl,
}

/// Certificates and revocation data.
#[derive(Debug, Clone, Default)]
pub(crate) struct Material {
    pub(crate) certificates: Vec<Certificate>,
    pub(crate) revocation: RevocationMaterial,
    /// True if the document has a DSS.
    pub(crate) has_store: bool,
    known: HashSet<Vec<u8>>,
}

impl Material {
    /// Reads the DSS of a document. Unreadable items are skipped.
    pub(crate) fn of_store(document: &Document) -> Self {
        let mut out = Self::default();
        let catalog = document.catalog().unwrap_or_default();
        let Some(store) = dictionary(document, &catalog, b"DSS") else {
            return out;
        };
        out.has_store = true;
        let mut walk = Walk {
            document,
            seen: HashSet::new(),
            bytes: 0,
        };
        for (kind, key, _) in KINDS {
            walk.array(&store, key, &mut |der| out.add(kind, der));
        }
        let entries = dictionary(document, &store, b"VRI").unwrap_or_default();
        for (key, _) in entries.iter() {
            let Some(entry) = dictionary(document, &entries, key.as_bytes()) else {
                continue;
            };
            for (kind, _, key) in KINDS {
                walk.array(&entry, key, &mut |der| out.add(kind, der));
            }
        }
        out
    }

    /// Adds the material embedded in a signature.
    pub(crate) fn take_signed(&mut self, signed: &SignedData) {
        signed.ocsps().for_each(|der| self.add(Kind::Ocsp, der));
        signed.crls().for_each(|der| self.add(Kind::Crl, der));
        self.take_certificates(signed.certificates());
    }

    /// Adds the material embedded in a time stamp.
    pub(crate) fn take_token(&mut self, token: &TimeStampToken) {
        token.ocsps().for_each(|der| self.add(Kind::Ocsp, der));
        token.crls().for_each(|der| self.add(Kind::Crl, der));
        self.take_certificates(token.certificates());
    }

    /// Adds the caller's material, and the certificates in the OCSP responses.
    pub(crate) fn take_options(&mut self, options: &VerifyOptions) {
        for bytes in &options.certificates {
            self.take_certificates(&Certificate::read_all(bytes).unwrap_or_default());
        }
        options.ocsps.iter().for_each(|it| self.add(Kind::Ocsp, it));
        options.crls.iter().for_each(|it| self.add(Kind::Crl, it));
        let responders: Vec<Certificate> = self
            .revocation
            .ocsps()
            .iter()
            .flat_map(|response| response.certificates().to_vec())
            .collect();
        self.take_certificates(&responders);
    }

    pub(crate) fn take_certificates(&mut self, certificates: &[Certificate]) {
        for certificate in certificates {
            let room = self.certificates.len() < MAX_CERTIFICATES;
            if room && self.known.insert(certificate.der().to_vec()) {
                self.certificates.push(certificate.clone());
            }
        }
    }

    fn add(&mut self, kind: Kind, der: &[u8]) {
        match kind {
            Kind::Certificate => {
                if let Ok(certificate) = Certificate::read(der) {
                    self.take_certificates(&[certificate]);
                }
            }
            Kind::Ocsp => {
                self.revocation.add_ocsp(der);
            }
            Kind::Crl => {
                self.revocation.add_crl(der);
            }
        }
    }

    /// True if it has any OCSP response or CRL.
    pub(crate) fn has_revocation(&self) -> bool {
        !self.revocation.ocsps().is_empty() || !self.revocation.crls().is_empty()
    }

    /// True if the certificate is part of the material.
    pub(crate) fn has_certificate(&self, certificate: &Certificate) -> bool {
        self.known.contains(certificate.der())
    }
}

/// The streams of the document's DSS.
pub(crate) fn stored(document: &Document) -> HashSet<ObjectId> {
    let mut out = HashSet::new();
    let catalog = document.catalog().unwrap_or_default();
    let Some(store) = dictionary(document, &catalog, b"DSS") else {
        return out;
    };
    let mut take = |holder: &Dictionary, key: &[u8]| {
        if let Ok(list) = document.lookup(holder, key) {
            let ids = list.as_array().unwrap_or_default().iter();
            let room = MAX_STREAMS.saturating_sub(out.len());
            out.extend(ids.filter_map(Object::as_reference).take(room));
        }
    };
    let entries = dictionary(document, &store, b"VRI").unwrap_or_default();
    for (_, key, inner) in KINDS {
        take(&store, key);
        for (name, _) in entries.iter() {
            if let Some(entry) = dictionary(document, &entries, name.as_bytes()) {
                take(&entry, inner);
            }
        }
    }
    out
}

struct Walk<'a> {
    document: &'a Document,
    seen: HashSet<ObjectId>,
    bytes: usize,
}

impl Walk<'_> {
    fn array(&mut self, holder: &Dictionary, key: &[u8], take: &mut dyn FnMut(&[u8])) {
        let Ok(list) = self.document.lookup(holder, key) else {
            return;
        };
        for item in list.as_array().unwrap_or_default() {
            let fresh = item.as_reference().is_some_and(|id| self.seen.insert(id));
            if !fresh || self.seen.len() > MAX_STREAMS || self.bytes > MAX_BYTES {
                continue;
            }
            let Ok(object) = self.document.resolve(item) else {
                continue;
            };
            let data = object
                .as_stream()
                .and_then(|stream| self.document.stream_data(stream).ok());
            if let Some(data) = data {
                self.bytes += data.len();
                take(&data);
            }
        }
    }
}

fn dictionary(document: &Document, holder: &Dictionary, key: &[u8]) -> Option<Dictionary> {
    let value = document.lookup(holder, key).ok()?.into_object();
    match value {
        Object::Dictionary(dictionary) => Some(dictionary),
        _ => None,
    }
}
