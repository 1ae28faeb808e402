//! CMS SignedData (RFC 5652): strict parsing and validation.

use countersign_codes::FindingCode;

use crate::asn1::{
    INTEGER, OCTET_STRING, OID, Reader, SEQUENCE, SET, Value, context, context_primitive, encode,
    only,
};
use crate::ber;
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::error::{CmsError, CmsErrorKind};
use crate::finding::Finding;
use crate::key::SignatureScheme;
use crate::name::Name;
use crate::{oid, policy, time};

/// Maximum number of certificates. More are a denial-of-service attempt.
const MAX_CERTIFICATES: usize = 64;

/// A parsed SignedData.
#[derive(Debug, Clone)]
pub struct SignedData {
    length: usize,
    is_der: bool,
    content_type: String,
    content: Option<Vec<u8>>,
    certificates: Vec<Certificate>,
    unreadable_certificates: usize,
    /// Embedded OCSP responses and CRLs.
    ocsps: Vec<Vec<u8>>,
    crls: Vec<Vec<u8>>,
    signers: Vec<SignerInfo>,
}

/// A parsed SignerInfo.
#[derive(Debug, Clone)]
pub struct SignerInfo {
    sid: SignerId,
    /// Digest identifier as written. The SignedData's list of digests must contain it.
    digest_name: String,
    /// Digest and signature scheme, or the reason why they are unsupported.
    algorithms: Result<Algorithms, CmsError>,
    signed_attributes: Option<Vec<u8>>,
    attributes: Vec<Attribute>,
    signature: Vec<u8>,
    unsigned_attributes: Vec<Attribute>,
    archived_ocsps: Vec<Vec<u8>>,
    archived_crls: Vec<Vec<u8>>,
}

/// Digest of the content and scheme of the signature value.
#[derive(Debug, Clone, Copy)]
struct Algorithms {
    digest: DigestAlgorithm,
    scheme: SignatureScheme,
}

impl Algorithms {
    fn read(digest: &Value<'_>, scheme: &Value<'_>) -> Result<Self, CmsError> {
        let digest = DigestAlgorithm::read(digest)?;
        let scheme = SignatureScheme::read(scheme, digest)?;
        Ok(Self { digest, scheme })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SignerId {
    /// The name may use other string types than the one in the certificate.
    IssuerAndSerial {
        issuer: Name,
        serial: Vec<u8>,
    },
    KeyId(Vec<u8>),
}

/// An attribute: its type and the DER of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    kind: String,
    values: Vec<Vec<u8>>,
}

/// Result of validating a SignedData.
#[derive(Debug, Clone, Default)]
pub struct SignerCheck {
    /// Certificate of the signer, if it is embedded.
    pub signer: Option<Certificate>,
    /// True if the signed digest equals the digest of the content.
    pub digest_matches: bool,
    /// True if the signature value verifies with the certificate's key.
    pub signature_matches: bool,
    /// Errors, warnings and information.
    pub findings: Vec<Finding>,
}

impl SignedData {
    /// Reads the SignedData at the start of `bytes`; the caller handles any bytes after it. BER is accepted too, and
    /// [`Self::check`] reports it.
    ///
    /// # Errors
    /// `CmsErrorKind::Encoding` if it is not a SignedData of RFC 5652, 5.1. Unsupported algorithms are not an error here:
    /// [`Self::check`] reports that the signature can't be validated.
    pub fn read(bytes: &[u8]) -> Result<Self, CmsError> {
        let strict = match Self::read_der(bytes) {
            Ok(signed) => return Ok(signed),
            Err(cause) => cause,
        };
        let Ok((der, length)) = ber::to_der(bytes) else {
            return Err(strict);
        };
        let signed = Self::read_der(&der).map_err(|_| strict)?;
        Ok(Self {
            length,
            is_der: false,
            ..signed
        })
    }

    fn read_der(bytes: &[u8]) -> Result<Self, CmsError> {
        let outer = Reader::new(bytes).expect(SEQUENCE)?;
        let mut inside = outer.inside();
        if inside.expect(OID)?.oid()? != oid::SIGNED_DATA {
            return Err(CmsError::encoding("the CMS is not a SignedData"));
        }
        let wrapped = inside.expect(context(0))?;
        inside.finish()?;
        let mut fields = only(wrapped.content, SEQUENCE)?.inside();
        let version = fields.expect(INTEGER)?.small_integer()?;
        let digests = read_digests(&fields.expect(SET)?)?;
        let (content_type, content) = read_content(&fields.expect(SEQUENCE)?)?;
        let certificates = fields.optional(context(0))?;
        let (certificates, unreadable_certificates) = read_certificates(certificates)?;
        let (ocsps, crls) = match fields.optional(context(1))? {
            Some(set) => read_revocation_choices(&set)?,
            None => (Vec::new(), Vec::new()),
        };
        let mut signers = Vec::new();
        let mut infos = fields.expect(SET)?.inside();
        while !infos.is_empty() {
            signers.push(SignerInfo::read(&infos.expect(SEQUENCE)?)?);
        }
        fields.finish()?;
        let named = |signer: &SignerInfo| digests.contains(&signer.digest_name);
        if !(1..=5).contains(&version) || !signers.iter().all(named) {
            return Err(CmsError::encoding("the SignedData contradicts its signers"));
        }
        Ok(Self {
            length: outer.whole.len(),
            is_der: true,
            content_type,
            content,
            certificates,
            unreadable_certificates,
            ocsps,
            crls,
            signers,
        })
    }

    /// Whether it is DER, as PDF and PAdES require.
    pub fn is_der(&self) -> bool {
        self.is_der
    }

    /// Length of the whole ContentInfo, in bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Content, if it is not detached.
    pub fn content(&self) -> Option<&[u8]> {
        self.content.as_deref()
    }

    /// All embedded certificates.
    pub fn certificates(&self) -> &[Certificate] {
        &self.certificates
    }

    /// Embedded OCSP responses, those in signed attributes included.
    pub fn ocsps(&self) -> impl Iterator<Item = &[u8]> {
        let archived = self.signers.iter().flat_map(|one| &one.archived_ocsps);
        self.ocsps.iter().chain(archived).map(Vec::as_slice)
    }

    /// Embedded CRLs, those in signed attributes included.
    pub fn crls(&self) -> impl Iterator<Item = &[u8]> {
        let archived = self.signers.iter().flat_map(|one| &one.archived_crls);
        self.crls.iter().chain(archived).map(Vec::as_slice)
    }

    /// First SignerInfo.
    pub fn signer(&self) -> Option<&SignerInfo> {
        self.signers.first()
    }

    /// The embedded certificate that the first SignerInfo names.
    pub fn signer_certificate(&self) -> Option<&Certificate> {
        let info = self.signer()?;
        self.certificates.iter().find(|one| info.names(one))
    }

    /// Validates a detached signature over content with this digest. Whether the algorithms are still acceptable
    /// is checked separately with [`SignerInfo::weaknesses`], once the time of existence is known.
    pub fn check(&self, content_digest: &[u8]) -> SignerCheck {
        let mut check = self.check_type(oid::DATA, content_digest);
        if self.content.is_some() {
            check.findings.push(Finding::error(
                FindingCode::CmsNotDetached,
                "the CMS carries content of its own",
                "SignedData",
            ));
        }
        check
    }

    /// The digest of the content that the first signer states: in the attribute message-digest (RFC 5652, 11.2). `None`
    /// without one; the signature value is then over the content itself.
    pub fn stated_digest(&self) -> Option<Vec<u8>> {
        let attributes = &self.signer()?.attributes;
        let stated = attributes
            .iter()
            .find(|it| it.kind == oid::MESSAGE_DIGEST)?;
        let value = only(stated.values.first()?, OCTET_STRING).ok()?;
        Some(value.content.to_vec())
    }

    /// Validates a signature whose CMS contains the digest of the content (`adbe.pkcs7.sha1` of ISO 32000-1,
    /// 12.8.3.3.1). Whether SHA-1 is still acceptable is checked separately.
    pub fn check_embedded(&self, content_digest: &[u8]) -> SignerCheck {
        let embedded = self.content.as_deref().unwrap_or_default();
        let digest = self.signer().and_then(|info| info.digest().ok());
        let digest = digest.map(|digest| digest.digest(embedded));
        let mut check = self.check_type(oid::DATA, &digest.unwrap_or_default());
        if embedded != content_digest {
            check.digest_matches = false;
            check.findings.push(Finding::error(
                FindingCode::DigestMismatch,
                "the signed bytes were changed after signing",
                "SignedData.encapContentInfo",
            ));
        }
        check
    }

    /// Validates the first signer over content of this type and digest.
    pub(crate) fn check_type(&self, content_type: &str, content_digest: &[u8]) -> SignerCheck {
        let mut check = SignerCheck::default();
        self.check_shape(content_type, &mut check);
        let Some(info) = self.signer() else {
            return check;
        };
        check.signer = self.signer_certificate().cloned();
        let algorithms = match &info.algorithms {
            Ok(algorithms) => *algorithms,
            Err(cause) => {
                let finding = Finding::unusable(cause, "SignerInfo");
                check.findings.push(finding);
                return check;
            }
        };
        info.check_algorithms(algorithms, &mut check);
        info.check_attributes(content_type, content_digest, &mut check);
        let scheme = algorithms.scheme;
        match check.signer.clone() {
            Some(signer) => info.check_signer(&signer, scheme, content_digest, &mut check),
            None => check.findings.push(Finding::error(
                FindingCode::SignerCertificateMissing,
                "the certificate of the signer is not in the signature",
                "SignedData.certificates",
            )),
        }
        check
    }

    fn check_shape(&self, content_type: &str, check: &mut SignerCheck) {
        if self.signers.len() != 1 {
            check.findings.push(Finding::error(
                FindingCode::CmsSignerCount,
                format!("the CMS has {} signers and not one", self.signers.len()),
                "SignedData.signerInfos",
            ));
        }
        if self.content_type != content_type {
            check.findings.push(Finding::error(
                FindingCode::CmsContentType,
                format!("the CMS is about content of type {}", self.content_type),
                "SignedData.encapContentInfo",
            ));
        }
        if !self.is_der {
            check.findings.push(Finding::warning(
                FindingCode::CmsNotDer,
                "the CMS is BER, where PDF and PAdES ask for DER",
                "SignedData",
            ));
        }
        if self.unreadable_certificates > 0 {
            let count = self.unreadable_certificates;
            check.findings.push(Finding::info(
                FindingCode::CertificateUnreadable,
                format!("{count} certificates of the signature can't be read"),
                "SignedData.certificates",
            ));
        }
    }
}

/// Identifiers of the digests that the signers use.
fn read_digests(set: &Value<'_>) -> Result<Vec<String>, CmsError> {
    let mut out = Vec::new();
    let mut members = set.inside();
    while !members.is_empty() {
        out.push(members.expect(SEQUENCE)?.inside().expect(OID)?.oid()?);
    }
    Ok(out)
}

fn read_content(value: &Value<'_>) -> Result<(String, Option<Vec<u8>>), CmsError> {
    let mut inside = value.inside();
    let kind = inside.expect(OID)?.oid()?;
    let content = match inside.optional(context(0))? {
        Some(content) => Some(only(content.content, OCTET_STRING)?.content.to_vec()),
        None => None,
    };
    inside.finish()?;
    Ok((kind, content))
}

/// Counts certificates that can't be read instead of failing. Only the signer's certificate is required.
fn read_certificates(set: Option<Value<'_>>) -> Result<(Vec<Certificate>, usize), CmsError> {
    let mut out = Vec::new();
    let mut unreadable = 0;
    let Some(set) = set else {
        return Ok((out, unreadable));
    };
    let mut members = set.inside();
    while !members.is_empty() {
        let member = members.any()?;
        if out.len() + unreadable >= MAX_CERTIFICATES {
            return Err(CmsError::encoding("the CMS carries too many certificates"));
        }
        match Certificate::read(member.whole) {
            Ok(certificate) => out.push(certificate),
            Err(_) => unreadable += 1,
        }
    }
    Ok((out, unreadable))
}

/// OCSP responses and CRLs, each as DER.
type Choices = (Vec<Vec<u8>>, Vec<Vec<u8>>);

/// Reads RevocationInfoChoices (RFC 5652, section 10.2.1): OCSP responses and CRLs.
fn read_revocation_choices(set: &Value<'_>) -> Result<Choices, CmsError> {
    let (mut ocsps, mut crls) = (Vec::new(), Vec::new());
    let mut members = set.inside();
    while !members.is_empty() {
        let member = members.any()?;
        if member.tag == SEQUENCE {
            crls.push(member.whole.to_vec());
        } else if member.tag == context(1) {
            let mut inside = member.inside();
            if inside.expect(OID)?.oid()? == oid::OCSP_RESPONSE {
                ocsps.push(inside.any()?.whole.to_vec());
            }
        }
    }
    Ok((ocsps, crls))
}

/// Reads adbe-revocationInfoArchival (ISO 32000-2, 12.8.3.3.2). Unreadable parts are skipped, because the attribute is
/// only a source of evidence.
fn read_archival(attributes: &[Attribute]) -> Choices {
    let (mut ocsps, mut crls) = (Vec::new(), Vec::new());
    let archival = attributes
        .iter()
        .filter(|it| it.kind == oid::ADOBE_REVOCATION);
    for value in archival.flat_map(|it| &it.values) {
        let Ok(value) = only(value, SEQUENCE) else {
            continue;
        };
        let mut inside = value.inside();
        while let Ok(choice) = inside.any() {
            let out = match choice.tag {
                tag if tag == context(0) => &mut crls,
                tag if tag == context(1) => &mut ocsps,
                _ => continue,
            };
            let Ok(list) = choice.inside().expect(SEQUENCE) else {
                continue;
            };
            let mut members = list.inside();
            while let Ok(member) = members.any() {
                out.push(member.whole.to_vec());
            }
        }
    }
    (ocsps, crls)
}

impl SignerInfo {
    fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        let mut inside = value.inside();
        let version = inside.expect(INTEGER)?.small_integer()?;
        let sid = SignerId::read(&inside.any()?)?;
        if version != sid.version() {
            return Err(CmsError::encoding("the version of the signer is wrong"));
        }
        let digest = inside.expect(SEQUENCE)?;
        let signed = inside.optional(context(0))?;
        let attributes = match &signed {
            Some(attributes) => read_attributes(attributes)?,
            None => Vec::new(),
        };
        // Unsupported algorithms are reported later; malformed ones are an error.
        let algorithms = match Algorithms::read(&digest, &inside.expect(SEQUENCE)?) {
            Err(cause) if cause.kind() != CmsErrorKind::Algorithm => return Err(cause),
            read => read,
        };
        let signature = inside.expect(OCTET_STRING)?.content.to_vec();
        let unsigned_attributes = match inside.optional(context(1))? {
            Some(attributes) => read_attributes(&attributes)?,
            None => Vec::new(),
        };
        inside.finish()?;
        let (archived_ocsps, archived_crls) = read_archival(&attributes);
        Ok(Self {
            sid,
            digest_name: digest.inside().expect(OID)?.oid()?,
            algorithms,
            // The signature covers the attributes with the tag of SET OF; they are stored with the tag [0] (RFC 5652,
            // section 5.4).
            signed_attributes: signed.map(|attributes| encode(SET, attributes.content)),
            attributes,
            signature,
            unsigned_attributes,
            archived_ocsps,
            archived_crls,
        })
    }

    /// Digest algorithm of the content.
    ///
    /// # Errors
    /// `CmsErrorKind::Algorithm` if digest or scheme is unsupported; the signature can't be validated then.
    pub fn digest(&self) -> Result<DigestAlgorithm, CmsError> {
        self.algorithms.clone().map(|it| it.digest)
    }

    /// Scheme of the signature value.
    ///
    /// # Errors
    /// The same as [`Self::digest`].
    pub fn scheme(&self) -> Result<SignatureScheme, CmsError> {
        self.algorithms.clone().map(|it| it.scheme)
    }

    /// Returns the findings `weak_digest` and `weak_key` for algorithms of the signature and `signer`'s key that were
    /// no longer acceptable at `existed`, the time (seconds since 1970) by which the signature is proven to have
    /// existed.
    pub fn weaknesses(&self, signer: Option<&Certificate>, existed: i64) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Ok(Algorithms { digest, scheme }) = self.algorithms {
            // The mask's digest is not checked: it needs no collision resistance (RFC 8017, 8.1).
            let digests = [digest, scheme.digest().unwrap_or(digest)].into_iter();
            findings.extend(digests.filter_map(|it| it.weakness(existed, "SignerInfo")));
            findings.dedup();
        }
        if let Some(signer) = signer {
            findings.extend(policy::weak_key(signer, existed));
        }
        findings
    }

    /// Signature value. A signature time stamp covers it.
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// Whether the signing-time attribute is present.
    pub fn has_signing_time(&self) -> bool {
        self.attributes
            .iter()
            .any(|one| one.kind == oid::SIGNING_TIME)
    }

    /// Time claimed in the signing-time attribute (RFC 5652, 11.3), in seconds since 1970. `None` if it is absent or
    /// malformed.
    pub fn signing_time(&self) -> Option<i64> {
        let attribute = self
            .attributes
            .iter()
            .find(|one| one.kind == oid::SIGNING_TIME)?;
        let value = Reader::new(attribute.values.first()?).any().ok()?;
        time::read(&value).ok()
    }

    /// Whether the ESS signing-certificate-v2 attribute, or its first version, is present.
    pub fn has_signing_certificate(&self) -> bool {
        let kinds = [oid::SIGNING_CERTIFICATE, oid::SIGNING_CERTIFICATE_V2];
        self.attributes
            .iter()
            .any(|one| kinds.contains(&one.kind.as_str()))
    }

    /// DER of each signature time stamp.
    pub fn time_stamps(&self) -> Vec<&[u8]> {
        self.unsigned_attributes
            .iter()
            .filter(|one| one.kind == oid::SIGNATURE_TIME_STAMP)
            .flat_map(|one| one.values.iter().map(Vec::as_slice))
            .collect()
    }

    fn names(&self, certificate: &Certificate) -> bool {
        match &self.sid {
            SignerId::IssuerAndSerial { issuer, serial } => {
                serial == certificate.serial() && issuer.matches(certificate.issuer())
            }
            SignerId::KeyId(id) => certificate.subject_key_id() == Some(id.as_slice()),
        }
    }

    fn check_algorithms(&self, algorithms: Algorithms, check: &mut SignerCheck) {
        let used = algorithms.scheme.digest();
        if used.is_some_and(|digest| digest != algorithms.digest) {
            let message = "content and signature use different digests";
            check.findings.push(Finding::error(
                FindingCode::AlgorithmMismatch,
                message,
                "SignerInfo",
            ));
        }
    }

    /// Returns the value of an attribute that may occur only once and with one value. Adds a finding otherwise.
    fn single(&self, kind: &str, name: &str, check: &mut SignerCheck) -> Option<&[u8]> {
        let found: Vec<&Attribute> = self.attributes.iter().filter(|a| a.kind == kind).collect();
        match found.as_slice() {
            [] => None,
            [one] if one.values.len() == 1 => Some(&one.values[0]),
            _ => {
                check.findings.push(Finding::error(
                    FindingCode::CmsAttributeRepeated,
                    format!("the signed attribute {name} occurs more than once"),
                    "SignerInfo.signedAttrs",
                ));
                None
            }
        }
    }

    fn check_attributes(&self, content_type: &str, digest: &[u8], check: &mut SignerCheck) {
        if self.signed_attributes.is_none() {
            // The signature value covers the content itself; `check_signer` verifies it.
            check.findings.push(Finding::warning(
                FindingCode::SignedAttributesMissing,
                "the signature has no signed attributes",
                "SignerInfo",
            ));
            return;
        }
        let stated = self.single(oid::CONTENT_TYPE, "content-type", check);
        let stated = stated.and_then(|value| only(value, OID).ok()?.oid().ok());
        if stated.as_deref() != Some(content_type) {
            check.findings.push(Finding::error(
                FindingCode::CmsContentType,
                "the signed attribute content-type is missing or wrong",
                "SignerInfo.signedAttrs",
            ));
        }
        let signed = self.single(oid::MESSAGE_DIGEST, "message-digest", check);
        let signed = signed.and_then(|value| only(value, OCTET_STRING).ok());
        check.digest_matches = signed.is_some_and(|value| value.content == digest);
        if !check.digest_matches {
            check.findings.push(Finding::error(
                FindingCode::DigestMismatch,
                "the signed bytes were changed after signing",
                "SignerInfo.signedAttrs",
            ));
        }
    }

    fn check_signer(
        &self,
        signer: &Certificate,
        scheme: SignatureScheme,
        content_digest: &[u8],
        check: &mut SignerCheck,
    ) {
        self.check_signing_certificate(signer, check);
        let key = match signer.public_key() {
            Ok(key) => key,
            Err(cause) => {
                let place = signer.label();
                check.findings.push(Finding::unusable(&cause, place));
                return;
            }
        };
        check.signature_matches = match &self.signed_attributes {
            Some(signed) => key.verifies(scheme, signed, &self.signature),
            None => key.verifies_digest(scheme, content_digest, &self.signature),
        };
        check.digest_matches |= self.signed_attributes.is_none() && check.signature_matches;
        if !check.signature_matches {
            check.findings.push(Finding::error(
                FindingCode::SignatureInvalid,
                "the signature value does not belong to the signer's key and what was signed",
                "SignerInfo.signature",
            ));
        }
    }

    fn check_signing_certificate(&self, signer: &Certificate, check: &mut SignerCheck) {
        let second = self.single(oid::SIGNING_CERTIFICATE_V2, "signing-certificate-v2", check);
        let second = second.map(<[u8]>::to_vec);
        let first = self.single(oid::SIGNING_CERTIFICATE, "signing-certificate", check);
        let stated = match (&second, first) {
            (Some(value), _) => read_certificate_hash(value, DigestAlgorithm::Sha256),
            (None, Some(value)) => read_certificate_hash(value, DigestAlgorithm::Sha1),
            (None, None) => return,
        };
        let matches = stated.is_ok_and(|(digest, hash)| digest.digest(signer.der()) == hash);
        if !matches {
            check.findings.push(Finding::error(
                FindingCode::SigningCertificateMismatch,
                "the signature was made for another certificate than the one that came along",
                "SignerInfo.signedAttrs",
            ));
        }
    }
}

/// Digest algorithm and hash of the first ESSCertID in a SigningCertificate attribute.
fn read_certificate_hash(
    value: &[u8],
    default: DigestAlgorithm,
) -> Result<(DigestAlgorithm, Vec<u8>), CmsError> {
    let mut list = only(value, SEQUENCE)?.inside().expect(SEQUENCE)?.inside();
    let mut first = list.expect(SEQUENCE)?.inside();
    let digest = match first.optional(SEQUENCE)? {
        Some(algorithm) => DigestAlgorithm::read(&algorithm)?,
        None => default,
    };
    Ok((digest, first.expect(OCTET_STRING)?.content.to_vec()))
}

fn read_attributes(set: &Value<'_>) -> Result<Vec<Attribute>, CmsError> {
    let mut out = Vec::new();
    let mut members = set.inside();
    while !members.is_empty() {
        let mut attribute = members.expect(SEQUENCE)?.inside();
        let kind = attribute.expect(OID)?.oid()?;
        let mut values = Vec::new();
        let mut inside = attribute.expect(SET)?.inside();
        while !inside.is_empty() {
            values.push(inside.any()?.whole.to_vec());
        }
        attribute.finish()?;
        out.push(Attribute { kind, values });
    }
    Ok(out)
}

impl SignerId {
    /// The SignerInfo version that belongs to this kind of signer identifier.
    fn version(&self) -> u32 {
        match self {
            Self::IssuerAndSerial { .. } => 1,
            Self::KeyId(_) => 3,
        }
    }

    fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        if value.tag == context_primitive(0) {
            return Ok(Self::KeyId(value.content.to_vec()));
        }
        if value.tag != SEQUENCE {
            return Err(CmsError::encoding("the signer is named in an unknown way"));
        }
        let mut inside = value.inside();
        let issuer = Name::read(&inside.expect(SEQUENCE)?)?;
        let serial = inside.expect(INTEGER)?.content.to_vec();
        inside.finish()?;
        Ok(Self::IssuerAndSerial { issuer, serial })
    }
}
