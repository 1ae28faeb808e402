//! Lists of revoked certificates (RFC 5280, section 5).
//!
//! A list may have hundreds of thousands of entries: they stay as the bytes that were read and are
//! walked when one is looked for.
//!
//! Deliberately absent: delta lists and lists of other issuers' certificates. Both are read, and
//! say nothing about any certificate.

use crate::asn1::{
    ENUMERATED, GENERALIZED_TIME, INTEGER, Reader, SEQUENCE, Value, context, context_primitive,
    only,
};
use crate::certificate::Certificate;
use crate::error::{CmsError, CmsErrorKind};
use crate::extension::{Extension, read_list, read_point_name};
use crate::name::Name;
use crate::signed::Signed;
use crate::{oid, pem, time};

/// A list of revoked certificates: its exact bytes and what they say.
#[derive(Debug, Clone)]
pub struct Crl {
    der: Vec<u8>,
    signed: Signed,
    issuer: Name,
    this_update: i64,
    next_update: Option<i64>,
    /// The content of revokedCertificates.
    entries: Vec<u8>,
    authority_key_id: Option<Vec<u8>>,
    number: Option<Vec<u8>>,
    scope: Scope,
}

/// Which certificates a list speaks about.
#[derive(Debug, Clone, Default)]
struct Scope {
    /// A delta, an indirect list, or one with a critical extension that is not understood.
    unusable: bool,
    /// Only some reasons: that a certificate is not on the list says nothing.
    partial: bool,
    only_persons: bool,
    only_authorities: bool,
    /// Addresses of its distribution point; an empty list names one in a way not understood.
    point: Option<Vec<String>>,
    /// Entries stay on the list after the certificates' ends, since then.
    keeps_expired_since: Option<i64>,
}

/// The end of a certificate before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revocation {
    /// Since when, in seconds since 1970.
    pub at: i64,
    /// CRLReason (RFC 5280, section 5.3.1).
    pub reason: Option<u32>,
    /// Since when the key may have been in other hands, where the list knows.
    pub invalid_since: Option<i64>,
}

impl Revocation {
    /// The first moment at which the certificate proves nothing any more.
    pub fn since(&self) -> i64 {
        self.invalid_since
            .map_or(self.at, |since| since.min(self.at))
    }

    /// The name of the reason, as the standard has it.
    pub fn reason_name(&self) -> &'static str {
        match self.reason {
            Some(1) => "keyCompromise",
            Some(2) => "cACompromise",
            Some(3) => "affiliationChanged",
            Some(4) => "superseded",
            Some(5) => "cessationOfOperation",
            Some(6) => "certificateHold",
            Some(8) => "removeFromCRL",
            Some(9) => "privilegeWithdrawn",
            Some(10) => "aACompromise",
            _ => "unspecified",
        }
    }
}

impl Crl {
    /// Reads one list, DER or PEM (RFC 5280, 5.1).
    ///
    /// # Errors
    /// `revocation_unreadable`.
    ///
    /// ```
    /// # use countersign_cms::testing::{TestCertificate, TestRevocation};
    /// use countersign_cms::Crl;
    /// # let root = TestCertificate::root("Root", 1);
    /// # let (issuer, certificate) = (root.make(), TestCertificate::person("Alice", 2, &root).make());
    /// # let answer = TestRevocation::revoked(&root, 1_795_219_200, 1_795_000_000);
    /// # let file = answer.crl(&certificate, &[]);
    /// let list = Crl::read(&file)?;
    /// assert!(list.is_signed_by(&issuer) && list.covers(&certificate));
    /// let revocation = list.entry(certificate.serial())?.expect("it is on the list");
    /// assert_eq!((revocation.at, revocation.reason_name()), (1_795_000_000, "unspecified"));
    /// # Ok::<(), countersign_cms::CmsError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, CmsError> {
        let der = pem::decode(bytes, "X509 CRL").into_iter().next();
        let der = der.unwrap_or_else(|| bytes.to_vec());
        Self::read_der(der)
            .map_err(|cause| CmsError::new(CmsErrorKind::Revocation, cause.to_string()))
    }

    fn read_der(der: Vec<u8>) -> Result<Self, CmsError> {
        let mut inside = only(&der, SEQUENCE)?.inside();
        let (signed, list) = Signed::read(&mut inside)?;
        inside.finish()?;
        let mut fields = list.inside();
        let version = fields.optional(INTEGER)?;
        if version.is_some_and(|it| it.content != [1]) {
            return Err(CmsError::encoding("the list has an unknown version"));
        }
        if fields.expect(SEQUENCE)?.whole != signed.algorithm {
            return Err(CmsError::encoding("the two algorithms of the list differ"));
        }
        let issuer = Name::read(&fields.expect(SEQUENCE)?)?;
        let this_update = time::read(&fields.any()?)?;
        let next_update = match fields.optional_time()? {
            Some(value) => Some(time::read(&value)?),
            None => None,
        };
        let entries = fields.optional(SEQUENCE)?;
        let entries = entries.map(|it| it.content.to_vec()).unwrap_or_default();
        let extensions = fields.optional(context(0))?;
        fields.finish()?;
        let mut crl = Self {
            signed,
            issuer,
            this_update,
            next_update,
            entries,
            authority_key_id: None,
            number: None,
            scope: Scope::default(),
            der: Vec::new(),
        };
        if let Some(extensions) = extensions {
            for extension in read_list(&extensions.inside().expect(SEQUENCE)?)? {
                crl.take(&extension)?;
            }
        }
        crl.der = der;
        Ok(crl)
    }

    fn take(&mut self, extension: &Extension<'_>) -> Result<(), CmsError> {
        let content = extension.content;
        match extension.kind.as_str() {
            oid::AUTHORITY_KEY_ID => {
                let id = only(content, SEQUENCE)?
                    .inside()
                    .optional(context_primitive(0))?;
                self.authority_key_id = id.map(|id| id.content.to_vec());
            }
            oid::CRL_NUMBER => self.number = Some(only(content, INTEGER)?.content.to_vec()),
            oid::EXPIRED_ON_CRL => {
                let since = time::read(&only(content, GENERALIZED_TIME)?)?;
                self.scope.keeps_expired_since = Some(since);
            }
            oid::ISSUING_DISTRIBUTION_POINT => self.scope.read(content)?,
            oid::DELTA_CRL => self.scope.unusable = true,
            _ if extension.critical => self.scope.unusable = true,
            _ => {}
        }
        Ok(())
    }

    /// The exact DER.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Who publishes it.
    pub fn issuer(&self) -> &Name {
        &self.issuer
    }

    /// When it was made, in seconds since 1970.
    pub fn this_update(&self) -> i64 {
        self.this_update
    }

    /// When the next one comes at the latest.
    pub fn next_update(&self) -> Option<i64> {
        self.next_update
    }

    /// Content octets of its number.
    pub fn number(&self) -> Option<&[u8]> {
        self.number.as_deref()
    }

    /// True when `signer` may publish lists and its key made the signature of this one.
    pub fn is_signed_by(&self, signer: &Certificate) -> bool {
        let may = signer
            .key_usage()
            .is_none_or(|usage| usage.signs_revocation_lists());
        let named = match (&self.authority_key_id, signer.subject_key_id()) {
            (Some(wanted), Some(found)) => wanted == found,
            _ => true,
        };
        may && named && self.issuer.matches(signer.subject()) && self.signed.is_by(signer)
    }

    /// True when it is signed over SHA-1, which proves nothing.
    pub fn is_weak(&self) -> bool {
        self.signed.is_weak()
    }

    /// True when a certificate of its issuer would be on it, were it revoked.
    pub fn covers(&self, certificate: &Certificate) -> bool {
        let authority = certificate
            .basic_constraints()
            .is_some_and(|it| it.authority);
        let scope = &self.scope;
        let point = scope.point.as_ref().is_none_or(|urls| {
            let known = certificate.crl_urls();
            urls.iter().any(|url| known.contains(url))
        });
        let kind = !(scope.only_persons && authority || scope.only_authorities && !authority);
        !scope.unusable && kind && point && self.issuer.matches(certificate.issuer())
    }

    /// True when a certificate that is not on the list is not revoked: the list knows all reasons, and
    /// keeps certificates that have ended.
    pub fn clears(&self, certificate: &Certificate) -> bool {
        let end = certificate.not_after();
        let kept = self.scope.keeps_expired_since.is_some_and(|it| it <= end);
        !self.scope.partial && (self.this_update <= end || kept)
    }

    /// The entry of a serial number. A broken list is an error, never "not revoked".
    /// # Errors
    /// `cms_encoding` where the list is broken before or at the entry.
    pub fn entry(&self, serial: &[u8]) -> Result<Option<Revocation>, CmsError> {
        let mut entries = Reader::new(&self.entries);
        let mut found = None;
        while !entries.is_empty() {
            let entry = entries.expect(SEQUENCE)?;
            let mut fields = entry.inside();
            if fields.expect(INTEGER)?.content == serial {
                found = Some(read_entry(&mut fields)?);
            }
        }
        Ok(found)
    }
}

fn read_entry(fields: &mut Reader<'_>) -> Result<Revocation, CmsError> {
    let mut revocation = Revocation {
        at: time::read(&fields.any()?)?,
        reason: None,
        invalid_since: None,
    };
    if let Some(list) = fields.optional(SEQUENCE)? {
        for extension in read_list(&list)? {
            match extension.kind.as_str() {
                oid::CRL_REASON => {
                    revocation.reason = Some(only(extension.content, ENUMERATED)?.enumerated()?);
                }
                oid::INVALIDITY_DATE => {
                    let since = time::read(&only(extension.content, GENERALIZED_TIME)?)?;
                    revocation.invalid_since = Some(since);
                }
                // Whoever is on the list counts as revoked, whatever else the entry says.
                _ => {}
            }
        }
    }
    fields.finish()?;
    Ok(revocation)
}

impl Scope {
    /// Reads an IssuingDistributionPoint.
    fn read(&mut self, content: &[u8]) -> Result<(), CmsError> {
        let mut inside = only(content, SEQUENCE)?.inside();
        if let Some(name) = inside.optional(context(0))? {
            self.point = Some(read_point_name(&name)?);
        }
        self.only_persons = flag(&mut inside, 1)?;
        self.only_authorities = flag(&mut inside, 2)?;
        self.partial = inside.optional(context_primitive(3))?.is_some();
        let indirect = flag(&mut inside, 4)?;
        let attributes = flag(&mut inside, 5)?;
        self.unusable |= indirect || attributes;
        inside.finish()
    }
}

fn flag(inside: &mut Reader<'_>, number: u8) -> Result<bool, CmsError> {
    let value = inside.optional(context_primitive(number))?;
    Ok(value.is_some_and(|it| it.content != [0]))
}

impl<'a> Reader<'a> {
    /// The next value if it is a time.
    fn optional_time(&mut self) -> Result<Option<Value<'a>>, CmsError> {
        match self.optional(GENERALIZED_TIME)? {
            Some(value) => Ok(Some(value)),
            None => self.optional(crate::asn1::UTC_TIME),
        }
    }
}
