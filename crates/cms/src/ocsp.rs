//! OCSP responses and requests (RFC 6960).

use crate::asn1::{
    ENUMERATED, GENERALIZED_TIME, INTEGER, OCTET_STRING, OID, SEQUENCE, Value, context,
    context_primitive, encode, encode_oid, encode_parts, only,
};
use crate::certificate::Certificate;
use crate::crl::Revocation;
use crate::digest::{DigestAlgorithm, read_identifier};
use crate::error::{CmsError, CmsErrorKind};
use crate::extension::read_list;
use crate::name::Name;
use crate::signed::Signed;
use crate::{oid, time};

/// Maximum number of certificates or entries in a response; responders send fewer.
const MAX_PARTS: usize = 64;

/// A parsed OCSP response with its exact bytes.
#[derive(Debug, Clone)]
pub struct OcspResponse {
    der: Vec<u8>,
    signed: Signed,
    responder: ResponderId,
    produced_at: i64,
    entries: Vec<OcspEntry>,
    certificates: Vec<Certificate>,
    nonce: Option<Vec<u8>>,
    unknown_critical: bool,
}

#[derive(Debug, Clone)]
enum ResponderId {
    Name(Name),
    /// SHA-1 of the responder's key.
    Key(Vec<u8>),
}

/// Status of one certificate in a response (SingleResponse).
#[derive(Debug, Clone)]
pub struct OcspEntry {
    digest: DigestAlgorithm,
    issuer_name: Vec<u8>,
    issuer_key: Vec<u8>,
    serial: Vec<u8>,
    /// Status of the certificate.
    pub status: OcspStatus,
    /// Time at which the status was known to be correct (thisUpdate), in seconds since 1970.
    pub this_update: i64,
    /// Time by which newer information is available (nextUpdate), in seconds since 1970.
    pub next_update: Option<i64>,
    /// Archive cutoff, in seconds since 1970: certificates that expired since then are still covered.
    archive_cutoff: Option<i64>,
}

/// Status of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OcspStatus {
    /// Not revoked.
    Good,
    /// Revoked.
    Revoked(Revocation),
    /// Unknown to the responder.
    Unknown,
}

impl OcspResponse {
    /// Reads an OCSPResponse or a bare BasicOCSPResponse (RFC 6960, 4.2.1).
    ///
    /// # Errors
    /// `CmsErrorKind::Revocation` if it is malformed or an error response.
    ///
    /// ```
    /// # use countersign_cms::testing::{TestCertificate, TestRevocation};
    /// use countersign_cms::{OcspResponse, OcspStatus};
    /// # let root = TestCertificate::root("Root", 1);
    /// # let (issuer, certificate) = (root.make(), TestCertificate::person("Alice", 2, &root).make());
    /// # let answer = TestRevocation::good(&root, 1_795_219_200).ocsp(&certificate);
    /// let response = OcspResponse::read(&answer)?;
    /// let entry = response.entry(&certificate, &issuer).expect("it is about this certificate");
    /// assert_eq!(entry.status, OcspStatus::Good);
    /// // Who answered has to be the issuer, or somebody it named.
    /// assert!(response.responder(&issuer, &[]).is_some());
    /// # Ok::<(), countersign_cms::CmsError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, CmsError> {
        Self::read_der(bytes)
            .map_err(|cause| CmsError::new(CmsErrorKind::Revocation, cause.to_string()))
    }

    fn read_der(bytes: &[u8]) -> Result<Self, CmsError> {
        let outer = only(bytes, SEQUENCE)?;
        let mut inside = outer.inside();
        let Some(status) = inside.optional(ENUMERATED)? else {
            return Self::read_basic(bytes, bytes);
        };
        if status.enumerated()? != 0 {
            return Err(CmsError::encoding(format!(
                "the responder answered with an error ({})",
                status.enumerated()?
            )));
        }
        let mut wrapped = inside
            .expect(context(0))?
            .inside()
            .expect(SEQUENCE)?
            .inside();
        inside.finish()?;
        if wrapped.expect(OID)?.oid()? != oid::OCSP_BASIC {
            return Err(CmsError::encoding("the answer is of an unknown kind"));
        }
        let basic = wrapped.expect(OCTET_STRING)?.content;
        wrapped.finish()?;
        Self::read_basic(bytes, basic)
    }

    fn read_basic(whole: &[u8], basic: &[u8]) -> Result<Self, CmsError> {
        let mut inside = only(basic, SEQUENCE)?.inside();
        let (signed, data) = Signed::read(&mut inside)?;
        let certificates = match inside.optional(context(0))? {
            Some(list) => read_certificates(&list.inside().expect(SEQUENCE)?)?,
            None => Vec::new(),
        };
        inside.finish()?;
        let mut fields = data.inside();
        if let Some(version) = fields.optional(context(0))? {
            version.inside().expect(INTEGER)?;
        }
        let responder = ResponderId::read(&fields.any()?)?;
        let produced_at = time::read(&fields.expect(GENERALIZED_TIME)?)?;
        let entries = read_entries(&fields.expect(SEQUENCE)?)?;
        let mut response = Self {
            der: whole.to_vec(),
            signed,
            responder,
            produced_at,
            entries,
            certificates,
            nonce: None,
            unknown_critical: false,
        };
        if let Some(extensions) = fields.optional(context(1))? {
            for extension in read_list(&extensions.inside().expect(SEQUENCE)?)? {
                match extension.kind.as_str() {
                    // Older responders omit the OCTET STRING around the nonce.
                    oid::OCSP_NONCE => {
                        let inner = only(extension.content, OCTET_STRING);
                        let nonce = inner.map_or(extension.content, |it| it.content);
                        response.nonce = Some(nonce.to_vec());
                    }
                    _ => response.unknown_critical |= extension.critical,
                }
            }
        }
        fields.finish()?;
        Ok(response)
    }

    /// Exact DER bytes.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Time of signing (producedAt), in seconds since 1970.
    pub fn produced_at(&self) -> i64 {
        self.produced_at
    }

    /// Certificates embedded in the response.
    pub fn certificates(&self) -> &[Certificate] {
        &self.certificates
    }

    /// Nonce of the request that was answered.
    pub fn nonce(&self) -> Option<&[u8]> {
        self.nonce.as_deref()
    }

    /// Entry for `certificate`, which `issuer` issued.
    pub fn entry(&self, certificate: &Certificate, issuer: &Certificate) -> Option<&OcspEntry> {
        self.entries
            .iter()
            .find(|entry| entry.is_about(certificate, issuer))
    }

    /// Returns the certificate that signed the response, if it is authorized for `issuer`: the issuer's own, or an
    /// OCSP signing certificate that the issuer issued and that was valid when the response was signed. Searches the
    /// issuer, the embedded certificates and `pool`.
    pub fn responder<'a>(
        &'a self,
        issuer: &'a Certificate,
        pool: &'a [Certificate],
    ) -> Option<&'a Certificate> {
        if self.unknown_critical {
            return None;
        }
        let known = self.certificates.iter().chain(pool);
        std::iter::once(issuer)
            .chain(known)
            .filter(|one| self.responder.names(one))
            .find(|one| self.may_answer(one, issuer) && self.signed.is_by(one))
    }

    fn may_answer(&self, responder: &Certificate, issuer: &Certificate) -> bool {
        let own = responder.key_info() == issuer.key_info()
            && responder.subject().matches(issuer.subject());
        if own {
            return true;
        }
        let purposes = responder.extended_key_usage().unwrap_or_default();
        purposes.iter().any(|one| one == oid::OCSP_SIGNING)
            && responder.key_usage().is_none_or(|usage| usage.signs())
            && responder.unknown_critical().is_empty()
            && responder.is_valid_at(self.produced_at)
            && responder.issuer().matches(issuer.subject())
            && responder.is_signed_by(issuer)
    }

    /// Whether the response is signed with a weak digest (SHA-1). Such a response is not accepted as evidence.
    pub fn is_weak(&self) -> bool {
        self.signed.is_weak()
    }
}

impl OcspEntry {
    fn is_about(&self, certificate: &Certificate, issuer: &Certificate) -> bool {
        let digest = |bytes: &[u8]| self.digest.digest(bytes);
        self.serial == certificate.serial()
            && self.issuer_name == digest(issuer.subject().encoded())
            && issuer
                .key_bits()
                .is_some_and(|key| self.issuer_key == digest(key))
    }

    /// Whether "good" is conclusive for a certificate. A responder may no longer know certificates that have expired.
    pub fn clears(&self, certificate: &Certificate) -> bool {
        let end = certificate.not_after();
        self.this_update <= end || self.archive_cutoff.is_some_and(|since| since <= end)
    }
}

impl ResponderId {
    fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        if value.tag == context(1) {
            return Ok(Self::Name(Name::read(&value.inside().expect(SEQUENCE)?)?));
        }
        if value.tag == context(2) {
            let key = value.inside().expect(OCTET_STRING)?;
            return Ok(Self::Key(key.content.to_vec()));
        }
        Err(CmsError::encoding(
            "the responder is named in an unknown way",
        ))
    }

    fn names(&self, certificate: &Certificate) -> bool {
        match self {
            Self::Name(name) => name.matches(certificate.subject()),
            Self::Key(key) => certificate
                .key_bits()
                .is_some_and(|bits| DigestAlgorithm::Sha1.digest(bits) == *key),
        }
    }
}

/// Skips certificates that can't be read. Either the responder's certificate is found or not.
fn read_certificates(list: &Value<'_>) -> Result<Vec<Certificate>, CmsError> {
    let mut out = Vec::new();
    let mut members = list.inside();
    while !members.is_empty() && out.len() < MAX_PARTS {
        out.extend(Certificate::read(members.any()?.whole));
    }
    Ok(out)
}

fn read_entries(list: &Value<'_>) -> Result<Vec<OcspEntry>, CmsError> {
    let mut out = Vec::new();
    let mut members = list.inside();
    while !members.is_empty() {
        if out.len() >= MAX_PARTS {
            return Err(CmsError::encoding(
                "the answer speaks of too many certificates",
            ));
        }
        out.push(read_entry(&members.expect(SEQUENCE)?)?);
    }
    Ok(out)
}

fn read_entry(value: &Value<'_>) -> Result<OcspEntry, CmsError> {
    let mut fields = value.inside();
    let mut id = fields.expect(SEQUENCE)?.inside();
    let digest = read_identifier(&mut id)?;
    let issuer_name = id.expect(OCTET_STRING)?.content.to_vec();
    let issuer_key = id.expect(OCTET_STRING)?.content.to_vec();
    let serial = id.expect(INTEGER)?.content.to_vec();
    id.finish()?;
    let status = read_status(&fields.any()?)?;
    let this_update = time::read(&fields.expect(GENERALIZED_TIME)?)?;
    let next_update = match fields.optional(context(0))? {
        Some(next) => Some(time::read(&next.inside().expect(GENERALIZED_TIME)?)?),
        None => None,
    };
    let mut archive_cutoff = None;
    if let Some(extensions) = fields.optional(context(1))? {
        for extension in read_list(&extensions.inside().expect(SEQUENCE)?)? {
            if extension.kind == oid::ARCHIVE_CUTOFF {
                let since = only(extension.content, GENERALIZED_TIME)?;
                archive_cutoff = Some(time::read(&since)?);
            } else if extension.critical {
                return Err(CmsError::encoding(
                    "a critical extension of the answer is not understood",
                ));
            }
        }
    }
    fields.finish()?;
    Ok(OcspEntry {
        digest,
        issuer_name,
        issuer_key,
        serial,
        status,
        this_update,
        next_update,
        archive_cutoff,
    })
}

fn read_status(value: &Value<'_>) -> Result<OcspStatus, CmsError> {
    const GOOD: u8 = context_primitive(0);
    const REVOKED: u8 = context(1);
    const UNKNOWN: u8 = context_primitive(2);
    match value.tag {
        GOOD => Ok(OcspStatus::Good),
        UNKNOWN => Ok(OcspStatus::Unknown),
        REVOKED => {
            let mut inside = value.inside();
            let at = time::read(&inside.expect(GENERALIZED_TIME)?)?;
            let reason = match inside.optional(context(0))? {
                Some(reason) => Some(reason.inside().expect(ENUMERATED)?.enumerated()?),
                None => None,
            };
            inside.finish()?;
            Ok(OcspStatus::Revoked(Revocation {
                at,
                reason,
                invalid_since: None,
            }))
        }
        _ => Err(CmsError::encoding("the status is of an unknown kind")),
    }
}

/// Builds the request for the status of `certificate`, which `issuer` issued (RFC 6960, section 4.1). The issuer is
/// identified by SHA-1, which every responder supports; the hash only identifies and proves nothing.
///
/// # Errors
/// `CmsErrorKind::Encoding` if the issuer's key can't be read.
///
/// ```
/// # use countersign_cms::testing::TestCertificate;
/// # let root = TestCertificate::root("Root", 1);
/// # let (issuer, certificate) = (root.make(), TestCertificate::person("Alice", 2, &root).make());
/// let request = countersign_cms::ocsp_request(&certificate, &issuer, Some(&[7; 16]))?;
/// // Send it to one of `certificate.ocsp_urls()` as `application/ocsp-request`.
/// assert_eq!(request.first(), Some(&0x30));
/// # Ok::<(), countersign_cms::CmsError>(())
/// ```
pub fn ocsp_request(
    certificate: &Certificate,
    issuer: &Certificate,
    nonce: Option<&[u8]>,
) -> Result<Vec<u8>, CmsError> {
    let digest = DigestAlgorithm::Sha1;
    let key = issuer
        .key_bits()
        .ok_or_else(|| CmsError::encoding("the key of the issuer can't be read"))?;
    let name = digest.digest(issuer.subject().encoded());
    let id = encode_parts(
        SEQUENCE,
        &[
            &encode_parts(SEQUENCE, &[&encode_oid(oid::SHA1), &[crate::asn1::NULL, 0]]),
            &encode(OCTET_STRING, &name),
            &encode(OCTET_STRING, &digest.digest(key)),
            &encode(INTEGER, certificate.serial()),
        ],
    );
    let list = encode(SEQUENCE, &encode(SEQUENCE, &id));
    let extensions = match nonce {
        Some(nonce) => {
            let value = encode(OCTET_STRING, &encode(OCTET_STRING, nonce));
            let extension = encode_parts(SEQUENCE, &[&encode_oid(oid::OCSP_NONCE), &value]);
            encode(context(2), &encode(SEQUENCE, &extension))
        }
        None => Vec::new(),
    };
    let request = encode_parts(SEQUENCE, &[&list, &extensions]);
    Ok(encode(SEQUENCE, &request))
}
