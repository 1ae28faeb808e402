//! Certificate extensions (RFC 5280, section 4.2) that validation uses.

use crate::asn1::{
    BIT_STRING, BOOLEAN, INTEGER, OCTET_STRING, OID, SEQUENCE, Value, context, context_primitive,
    only,
};
use crate::error::CmsError;
use crate::general_name::GeneralName;
use crate::name_constraints::NameConstraints;
use crate::oid;
use crate::qualified::{QcStatements, read_policies};

/// Maximum number of extensions; certificates have fewer.
const MAX_EXTENSIONS: usize = 64;

/// The bits of the key usage extension, first bit highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyUsage(u16);

impl KeyUsage {
    fn bit(self, position: u16) -> bool {
        self.0 & (0x8000 >> position) != 0
    }

    /// Returns the bit at a position of RFC 5280, 4.2.1.3, from digitalSignature (0) to decipherOnly (8).
    pub fn has(self, position: u8) -> bool {
        position < 9 && self.bit(u16::from(position))
    }

    /// digitalSignature or nonRepudiation: the key may sign data.
    pub fn signs(self) -> bool {
        self.bit(0) || self.bit(1)
    }

    /// keyCertSign: the key may sign certificates.
    pub fn signs_certificates(self) -> bool {
        self.bit(5)
    }

    /// cRLSign: the key may sign CRLs.
    pub fn signs_revocation_lists(self) -> bool {
        self.bit(6)
    }
}

/// The basic constraints extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BasicConstraints {
    /// True for a CA certificate.
    pub authority: bool,
    /// Maximum number of intermediate CA certificates below this one.
    pub path_length: Option<u32>,
}

/// The extensions of a certificate.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extensions {
    pub(crate) key_usage: Option<KeyUsage>,
    pub(crate) extended_key_usage: Option<Vec<String>>,
    pub(crate) basic_constraints: Option<BasicConstraints>,
    pub(crate) subject_key_id: Option<Vec<u8>>,
    pub(crate) authority_key_id: Option<Vec<u8>>,
    pub(crate) alternative_names: Vec<GeneralName>,
    pub(crate) name_constraints: Option<NameConstraints>,
    pub(crate) ocsp_urls: Vec<String>,
    pub(crate) issuer_urls: Vec<String>,
    pub(crate) crl_urls: Vec<String>,
    /// ocsp-nocheck: the responder's certificate needs no revocation check (RFC 6960, 4.2.2.2.1).
    pub(crate) ocsp_no_check: bool,
    pub(crate) policies: Vec<String>,
    pub(crate) qc_statements: Option<QcStatements>,
    pub(crate) unknown_critical: Vec<String>,
    pub(crate) repeated: bool,
}

/// An encoded extension of a certificate, CRL or OCSP response.
pub(crate) struct Extension<'a> {
    pub(crate) kind: String,
    pub(crate) critical: bool,
    pub(crate) content: &'a [u8],
}

/// Reads a `SEQUENCE OF Extension`.
pub(crate) fn read_list<'a>(list: &Value<'a>) -> Result<Vec<Extension<'a>>, CmsError> {
    let mut out = Vec::new();
    let mut extensions = list.inside();
    while !extensions.is_empty() {
        if out.len() >= MAX_EXTENSIONS {
            return Err(CmsError::encoding("there are too many extensions"));
        }
        let mut extension = extensions.expect(SEQUENCE)?.inside();
        let kind = extension.expect(OID)?.oid()?;
        let critical = extension
            .optional(BOOLEAN)?
            .is_some_and(|value| value.content != [0]);
        let content = extension.expect(OCTET_STRING)?.content;
        out.push(Extension {
            kind,
            critical,
            content,
        });
    }
    Ok(out)
}

impl Extensions {
    pub(crate) fn read(list: &Value<'_>) -> Result<Self, CmsError> {
        let mut out = Self::default();
        let mut seen: Vec<String> = Vec::new();
        for extension in read_list(list)? {
            out.repeated |= seen.contains(&extension.kind);
            out.take(&extension)?;
            seen.push(extension.kind);
        }
        Ok(out)
    }

    fn take(&mut self, extension: &Extension<'_>) -> Result<(), CmsError> {
        let content = extension.content;
        match extension.kind.as_str() {
            oid::KEY_USAGE => self.key_usage = Some(read_key_usage(content)?),
            oid::EXTENDED_KEY_USAGE => self.extended_key_usage = Some(read_purposes(content)?),
            oid::BASIC_CONSTRAINTS => {
                self.basic_constraints = Some(read_basic_constraints(content)?);
            }
            oid::SUBJECT_KEY_ID => {
                self.subject_key_id = Some(only(content, OCTET_STRING)?.content.to_vec());
            }
            oid::AUTHORITY_KEY_ID => {
                let mut inside = only(content, SEQUENCE)?.inside();
                self.authority_key_id = inside
                    .optional(context_primitive(0))?
                    .map(|id| id.content.to_vec());
            }
            oid::SUBJECT_ALT_NAME => {
                self.alternative_names = GeneralName::read_all(&only(content, SEQUENCE)?)?;
            }
            oid::NAME_CONSTRAINTS => {
                self.name_constraints = Some(NameConstraints::read(content)?);
            }
            oid::OCSP_NO_CHECK => self.ocsp_no_check = true,
            oid::AUTHORITY_INFORMATION => self.read_access(content),
            oid::CRL_DISTRIBUTION_POINTS => {
                self.crl_urls = read_distribution_points(content).unwrap_or_default();
            }
            // Policies and QCStatements only decide whether the certificate is qualified. Unreadable content counts as
            // absent.
            oid::CERTIFICATE_POLICIES => self.policies = read_policies(content).unwrap_or_default(),
            oid::QC_STATEMENTS => {
                self.qc_statements = QcStatements::read(content).ok();
                if extension.critical {
                    self.unknown_critical.push(oid::QC_STATEMENTS.to_owned());
                }
            }
            oid::ISSUER_ALT_NAME => {}
            unknown if extension.critical => self.unknown_critical.push(unknown.to_owned()),
            _ => {}
        }
        Ok(())
    }

    /// Reads the authority information access URLs. They are hints, not evidence, so unreadable ones are skipped.
    fn read_access(&mut self, content: &[u8]) {
        let Ok(list) = only(content, SEQUENCE) else {
            return;
        };
        let mut descriptions = list.inside();
        while let Ok(description) = descriptions.expect(SEQUENCE) {
            let mut inside = description.inside();
            let (Ok(method), Ok(place)) = (inside.expect(OID), inside.any()) else {
                continue;
            };
            let (Ok(method), Ok(GeneralName::Uri(url))) = (method.oid(), GeneralName::read(&place))
            else {
                continue;
            };
            match method.as_str() {
                oid::ACCESS_OCSP => self.ocsp_urls.push(url),
                oid::ACCESS_ISSUERS => self.issuer_urls.push(url),
                _ => {}
            }
        }
    }
}

fn read_key_usage(content: &[u8]) -> Result<KeyUsage, CmsError> {
    match only(content, BIT_STRING)?.content {
        [_, first] => Ok(KeyUsage(u16::from(*first) << 8)),
        [_, first, second, ..] => Ok(KeyUsage(u16::from_be_bytes([*first, *second]))),
        _ => Err(CmsError::encoding("the key usage is empty")),
    }
}

fn read_purposes(content: &[u8]) -> Result<Vec<String>, CmsError> {
    let mut purposes = Vec::new();
    let mut inside = only(content, SEQUENCE)?.inside();
    while !inside.is_empty() {
        purposes.push(inside.expect(OID)?.oid()?);
    }
    Ok(purposes)
}

fn read_basic_constraints(content: &[u8]) -> Result<BasicConstraints, CmsError> {
    let mut inside = only(content, SEQUENCE)?.inside();
    let authority = inside
        .optional(BOOLEAN)?
        .is_some_and(|value| value.content != [0]);
    let path_length = match inside.optional(INTEGER)? {
        Some(length) => Some(length.small_integer()?),
        None => None,
    };
    Ok(BasicConstraints {
        authority,
        path_length,
    })
}

/// URLs of all distribution points.
fn read_distribution_points(content: &[u8]) -> Result<Vec<String>, CmsError> {
    let mut urls = Vec::new();
    let mut points = only(content, SEQUENCE)?.inside();
    while !points.is_empty() {
        let mut point = points.expect(SEQUENCE)?.inside();
        if let Some(name) = point.optional(context(0))? {
            urls.extend(read_point_name(&name)?);
        }
    }
    Ok(urls)
}

/// URLs of a DistributionPointName. Empty for a name relative to the issuer.
pub(crate) fn read_point_name(name: &Value<'_>) -> Result<Vec<String>, CmsError> {
    let Some(full) = name.inside().optional(context(0))? else {
        return Ok(Vec::new());
    };
    let names = GeneralName::read_all(&full)?;
    Ok(names
        .into_iter()
        .filter_map(|name| match name {
            GeneralName::Uri(url) => Some(url),
            _ => None,
        })
        .collect())
}
