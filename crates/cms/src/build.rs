//! Builds the CMS of a signature: first the signed attributes, then, with the signature value, the SignedData.

use crate::asn1::{
    INTEGER, OCTET_STRING, OID, Reader, SEQUENCE, SET, Value, context, encode, encode_oid,
    encode_parts, encode_set_of, only,
};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::error::{CmsError, CmsErrorKind};
use crate::key::SignatureScheme;
use crate::{oid, time};

/// Returns the signed attributes (EN 319 142-1): content-type, message-digest and signing-certificate-v2, as the DER
/// `SET OF` over which the signature is made. There is no signing-time attribute: PAdES states the time in the
/// signature dictionary.
pub fn signed_attributes(
    content_digest: &[u8],
    certificate: &Certificate,
    digest: DigestAlgorithm,
) -> Vec<u8> {
    encode_set_of(baseline(content_digest, certificate, digest))
}

/// Returns the signed attributes of a signature beside its content (CAdES baseline, EN 319 122-1, 6.3): those of
/// [`signed_attributes`] and the signing-time, in seconds since 1970.
///
/// # Errors
/// `CmsErrorKind::Encoding` for a time that no ASN.1 time can state.
pub fn detached_attributes(
    content_digest: &[u8],
    certificate: &Certificate,
    digest: DigestAlgorithm,
    signing_time: i64,
) -> Result<Vec<u8>, CmsError> {
    let mut attributes = baseline(content_digest, certificate, digest);
    attributes.push(attribute(oid::SIGNING_TIME, &time::encoded(signing_time)?));
    Ok(encode_set_of(attributes))
}

fn baseline(
    content_digest: &[u8],
    certificate: &Certificate,
    digest: DigestAlgorithm,
) -> Vec<Vec<u8>> {
    vec![
        attribute(oid::CONTENT_TYPE, &encode_oid(oid::DATA)),
        attribute(oid::MESSAGE_DIGEST, &encode(OCTET_STRING, content_digest)),
        attribute(
            oid::SIGNING_CERTIFICATE_V2,
            &signing_certificate(certificate, digest),
        ),
    ]
}

fn attribute(kind: &str, value: &[u8]) -> Vec<u8> {
    encode_parts(
        SEQUENCE,
        &[&encode_oid(kind), &encode_set_of(vec![value.to_vec()])],
    )
}

/// SigningCertificateV2 with one ESSCertIDv2. The hash algorithm is omitted for SHA-256, which is the default.
fn signing_certificate(certificate: &Certificate, digest: DigestAlgorithm) -> Vec<u8> {
    let hash = encode(OCTET_STRING, &digest.digest(certificate.der()));
    let id = match digest {
        DigestAlgorithm::Sha256 => encode_parts(SEQUENCE, &[&hash]),
        other => encode_parts(SEQUENCE, &[&other.identifier(), &hash]),
    };
    encode_parts(SEQUENCE, &[&encode_parts(SEQUENCE, &[&id])])
}

/// The parts of a SignedData.
#[derive(Debug, Clone, Copy)]
pub struct SignedDataParts<'a> {
    /// The signer's certificate.
    pub certificate: &'a Certificate,
    /// The rest of the chain. All of it is embedded.
    pub chain: &'a [Certificate],
    /// Digest algorithm of the content.
    pub digest: DigestAlgorithm,
    /// Signature scheme of the signature value.
    pub scheme: SignatureScheme,
    /// The signed attributes, as returned by [`signed_attributes`].
    pub signed_attributes: &'a [u8],
    /// The signature value; ECDSA values are DER-encoded.
    pub signature: &'a [u8],
    /// A time stamp token over the signature value.
    pub time_stamp: Option<&'a [u8]>,
}

/// Returns the DER ContentInfo of a detached SignedData (RFC 5652, 5.1) as PAdES requires it (EN 319 142-1, 6.2).
///
/// # Errors
/// `CmsErrorKind::Encoding` if the signed attributes are not one `SET` or the time stamp is not one `SEQUENCE`.
///
/// ```
/// # use countersign_cms::testing::{TestCertificate, TestKey};
/// use countersign_cms::{
///     DigestAlgorithm, SignedData, SignedDataParts, checked_signature, signed_attributes, signed_data,
/// };
/// # let root = TestCertificate::root("Root", 1);
/// # let certificate = TestCertificate::person("Alice", 2, &root).make();
/// # let chain = [root.make()];
/// # let key = |message: &[u8]| TestKey::new(2).sign(message);
/// let digest = DigestAlgorithm::Sha256;
/// let content = digest.digest(b"what is signed");
/// let signed_attributes = signed_attributes(&content, &certificate, digest);
/// let scheme = certificate.public_key()?.scheme(digest, false);
/// // A key somewhere signs the attributes.
/// let value = key(&signed_attributes);
/// let signature = checked_signature(&certificate, scheme, &signed_attributes, &value)?;
/// let cms = signed_data(SignedDataParts {
///     certificate: &certificate,
///     chain: &chain,
///     digest,
///     scheme,
///     signed_attributes: &signed_attributes,
///     signature: &signature,
///     time_stamp: None,
/// })?;
/// let check = SignedData::read(&cms)?.check(&content);
/// assert!(check.digest_matches && check.signature_matches);
/// assert_eq!(check.signer, Some(certificate));
/// # Ok::<(), countersign_cms::CmsError>(())
/// ```
pub fn signed_data(parts: SignedDataParts<'_>) -> Result<Vec<u8>, CmsError> {
    let digests = encode_set_of(vec![parts.digest.identifier()]);
    let content = encode_parts(SEQUENCE, &[&encode_oid(oid::DATA)]);
    let mut certificates = vec![parts.certificate.der().to_vec()];
    for certificate in parts.chain {
        let der = certificate.der().to_vec();
        if !certificates.contains(&der) {
            certificates.push(der);
        }
    }
    let certificates = retag(context(0), &encode_set_of(certificates))?;
    let signers = encode_set_of(vec![signer_info(parts)?]);
    let body = encode_parts(
        SEQUENCE,
        &[
            &encode(INTEGER, &[1]),
            &digests,
            &content,
            &certificates,
            &signers,
        ],
    );
    Ok(encode_parts(
        SEQUENCE,
        &[&encode_oid(oid::SIGNED_DATA), &encode(context(0), &body)],
    ))
}

fn signer_info(parts: SignedDataParts<'_>) -> Result<Vec<u8>, CmsError> {
    let serial = encode(INTEGER, parts.certificate.serial());
    let sid = encode_parts(SEQUENCE, &[parts.certificate.issuer().encoded(), &serial]);
    let unsigned = match parts.time_stamp {
        Some(token) => {
            only(token, SEQUENCE)?;
            let set = encode_set_of(vec![attribute(oid::SIGNATURE_TIME_STAMP, token)]);
            retag(context(1), &set)?
        }
        None => Vec::new(),
    };
    Ok(encode_parts(
        SEQUENCE,
        &[
            &encode(INTEGER, &[1]),
            &sid,
            &parts.digest.identifier(),
            &retag(context(0), parts.signed_attributes)?,
            &parts.scheme.identifier(),
            &encode(OCTET_STRING, parts.signature),
            &unsigned,
        ],
    ))
}

/// Adds a time stamp token over the signature value to a SignedData with one signer, as an unsigned attribute (RFC
/// 3161, appendix A). Everything that is signed stays as it is, byte for byte.
///
/// # Errors
/// `CmsErrorKind::Encoding` if the CMS is not DER, has not exactly one signer, or the token is not one `SEQUENCE`.
pub fn with_time_stamp(cms: &[u8], token: &[u8]) -> Result<Vec<u8>, CmsError> {
    only(token, SEQUENCE)?;
    let mut outer = only(cms, SEQUENCE)?.inside();
    let kind = outer.expect(OID)?;
    let wrapped = outer.expect(context(0))?;
    outer.finish()?;
    let members = all(only(wrapped.content, SEQUENCE)?.inside())?;
    let Some((signers, before)) = members.split_last() else {
        return Err(CmsError::encoding("the SignedData is empty"));
    };
    let info = only(only(signers.whole, SET)?.content, SEQUENCE)?;
    let stamp = attribute(oid::SIGNATURE_TIME_STAMP, token);
    let signers = encode(SET, &with_unsigned(&info, stamp)?);
    let mut parts: Vec<&[u8]> = before.iter().map(|member| member.whole).collect();
    parts.push(&signers);
    let body = encode_parts(SEQUENCE, &parts);
    Ok(encode_parts(
        SEQUENCE,
        &[kind.whole, &encode(context(0), &body)],
    ))
}

/// A SignerInfo with one more unsigned attribute.
fn with_unsigned(info: &Value<'_>, added: Vec<u8>) -> Result<Vec<u8>, CmsError> {
    let members = all(info.inside())?;
    let is_unsigned = |member: &&Value<'_>| member.tag == context(1);
    let mut attributes = vec![added];
    for present in members.iter().filter(is_unsigned) {
        attributes.extend(all(present.inside())?.iter().map(|it| it.whole.to_vec()));
    }
    let unsigned = retag(context(1), &encode_set_of(attributes))?;
    let signed = members.iter().filter(|member| !is_unsigned(member));
    let mut parts: Vec<&[u8]> = signed.map(|member| member.whole).collect();
    parts.push(&unsigned);
    Ok(encode_parts(SEQUENCE, &parts))
}

fn all(mut reader: Reader<'_>) -> Result<Vec<Value<'_>>, CmsError> {
    let mut out = Vec::new();
    while !reader.is_empty() {
        out.push(reader.any()?);
    }
    Ok(out)
}

/// Replaces the tag of a SET with an implicit tag.
fn retag(tag: u8, set: &[u8]) -> Result<Vec<u8>, CmsError> {
    Ok(encode(tag, only(set, SET)?.content))
}

/// Verifies `signature` over `signed_attributes` with the certificate's key and returns it in the form CMS requires
/// (ECDSA as DER).
///
/// # Errors
/// `CmsErrorKind::Signature` if the signature does not verify, and the errors of [`crate::PublicKey::read`].
pub fn checked_signature(
    certificate: &Certificate,
    scheme: SignatureScheme,
    signed_attributes: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>, CmsError> {
    let key = certificate.public_key()?;
    let value = key.cms_value(signature);
    if key.verifies(scheme, signed_attributes, &value) {
        return Ok(value);
    }
    // In rare cases a DER value is as long as a raw one.
    if value != signature && key.verifies(scheme, signed_attributes, signature) {
        return Ok(signature.to_vec());
    }
    Err(CmsError::new(
        CmsErrorKind::Signature,
        "the signature value was not made with the certificate's key over what was prepared",
    ))
}
