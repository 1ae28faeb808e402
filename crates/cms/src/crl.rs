//! Certificate revocation lists (RFC 5280, section 5).
//!
//! A CRL may have hundreds of thousands of entries. They are kept as bytes and scanned when a certificate is looked
//! up.
//!
//! Not supported: delta CRLs and indirect CRLs. Both can be read, but give no status for any certificate.

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

/// A parsed CRL with its exact bytes.
#[derive(Debug, Clone)]
pub struct Crl {
    der: Vec<u8>,
    signed: Signed,
    issuer: Name,
    this_update: i64,
    next_update: Option<i64>,
    /// Content octets of revokedCertificates.
    entries: Vec<u8>,
    authority_key_id: Option<Vec<u8>>,
    number: Option<Vec<u8>>,
    scope: Scope,
}

/// Which certificates a CRL covers.
#[derive(Debug, Clone, Default)]
struct Scope {
    /// A delta CRL, an indirect CRL, or one with an unsupported critical extension.
    unusable: bool,
    /// The CRL covers only some reasons (onlySomeReasons), so absence from it proves nothing.
    partial: bool,
    only_persons: bool,
    only_authorities: bool,
    /// URLs of its distribution point. Empty if the name of the point has another form.
    point: Option<Vec<String>>,
    /// expiredCertsOnCRL: entries of certificates that expired since this time, in seconds since 1970, stay on the
    /// CRL.
    keeps_expired_since: Option<i64>,
}

/// Revocation of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revocation {
    /// Revocation time, in seconds since 1970.
    pub at: i64,
    /// CRLReason (RFC 5280, section 5.3.1).
    pub reason: Option<u32>,
    /// Invalidity date, in seconds since 1970: since when the key may have been compromised.
    pub invalid_since: Option<i64>,
}

impl Revocation {
    /// The earlier of the revocation time and the invalidity date, in seconds since 1970.
    pub fn since(&self) -> i64 {
        self.invalid_since
            .map_or(self.at, |since| since.min(self.at))
    }

    /// Name of the reason as in RFC 5280.
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
    /// Reads one CRL, DER or PEM (RFC 5280, 5.1).
    ///
    /// # Errors
    /// `CmsErrorKind::Revocation` if it is malformed.
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

    /// Exact DER bytes.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Issuer of the CRL.
    pub fn issuer(&self) -> &Name {
        &self.issuer
    }

    /// Time of issue (thisUpdate), in seconds since 1970.
    pub fn this_update(&self) -> i64 {
        self.this_update
    }

    /// Time by which the next CRL is due (nextUpdate), in seconds since 1970.
    pub fn next_update(&self) -> Option<i64> {
        self.next_update
    }

    /// Content octets of the CRL number.
    pub fn number(&self) -> Option<&[u8]> {
        self.number.as_deref()
    }

    /// Whether `signer` is the CRL's issuer, may sign CRLs, and its key signed this one.
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

    /// Whether the CRL is signed with a weak digest (SHA-1). Such a CRL is not accepted as evidence.
    pub fn is_weak(&self) -> bool {
        self.signed.is_weak()
    }

    /// Whether the CRL's scope includes this certificate: a revocation by its issuer would be listed here.
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

    /// Whether absence from the CRL means that the certificate is not revoked: the CRL covers all reasons and was
    /// issued before the certificate expired, or keeps expired certificates.
    pub fn clears(&self, certificate: &Certificate) -> bool {
        let end = certificate.not_after();
        let listed_longer = self.scope.keeps_expired_since.is_some_and(|it| it <= end);
        !self.scope.partial && (self.this_update <= end || listed_longer)
    }

    /// Returns the entry of a serial number. A malformed list is an error, never "not revoked".
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` if the list or the entry is malformed.
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
                // Any certificate on the list counts as revoked, whatever other extensions the entry has.
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
    /// Reads the next value if it is a time.
    fn optional_time(&mut self) -> Result<Option<Value<'a>>, CmsError> {
        match self.optional(GENERALIZED_TIME)? {
            Some(value) => Ok(Some(value)),
            None => self.optional(crate::asn1::UTC_TIME),
        }
    }
}
