//! Statements of qualified certificates: QCStatements (ETSI EN 319 412-5) and certificate policies (RFC 5280,
//! 4.2.1.4).

use crate::asn1::{OID, PRINTABLE_STRING, SEQUENCE, only};
use crate::error::CmsError;

/// Maximum number of statements or policies; certificates have fewer.
const MAX_ENTRIES: usize = 64;

/// EN 319 412-5, 4.2.1 to 4.2.4.
const COMPLIANCE: &str = "0.4.0.1862.1.1";
const DEVICE: &str = "0.4.0.1862.1.4";
const TYPES: &str = "0.4.0.1862.1.6";
const LEGISLATION: &str = "0.4.0.1862.1.7";

/// The QCStatements extension. Unknown statements are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QcStatements {
    /// QcCompliance: the certificate was issued as a qualified certificate.
    pub compliant: bool,
    /// QcSSCD: the key is in a device from which it can't be copied.
    pub on_device: bool,
    /// QcType: intended use, in the order of the certificate.
    pub types: Vec<QcType>,
    /// QcCClegislation: countries under whose law it is qualified. Empty means the European Union.
    pub legislation: Vec<String>,
}

/// Intended use of a qualified certificate (EN 319 412-5, 4.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QcType {
    /// Electronic signatures.
    Signature,
    /// Electronic seals.
    Seal,
    /// Website authentication.
    WebSite,
}

impl QcStatements {
    pub(crate) fn read(content: &[u8]) -> Result<Self, CmsError> {
        let mut out = Self::default();
        let mut statements = only(content, SEQUENCE)?.inside();
        for _ in 0..MAX_ENTRIES {
            if statements.is_empty() {
                break;
            }
            let mut statement = statements.expect(SEQUENCE)?.inside();
            match statement.expect(OID)?.oid()?.as_str() {
                COMPLIANCE => out.compliant = true,
                DEVICE => out.on_device = true,
                TYPES => {
                    let mut types = statement.expect(SEQUENCE)?.inside();
                    while !types.is_empty() {
                        out.types.extend(kind(&types.expect(OID)?.oid()?));
                    }
                }
                LEGISLATION => {
                    let mut countries = statement.expect(SEQUENCE)?.inside();
                    while !countries.is_empty() {
                        let country = countries.expect(PRINTABLE_STRING)?.content;
                        out.legislation
                            .push(String::from_utf8_lossy(country).into_owned());
                    }
                }
                _ => {}
            }
        }
        Ok(out)
    }
}

fn kind(oid: &str) -> Option<QcType> {
    match oid {
        "0.4.0.1862.1.6.1" => Some(QcType::Signature),
        "0.4.0.1862.1.6.2" => Some(QcType::Seal),
        "0.4.0.1862.1.6.3" => Some(QcType::WebSite),
        _ => None,
    }
}

/// Identifiers of the certificate policies extension.
pub(crate) fn read_policies(content: &[u8]) -> Result<Vec<String>, CmsError> {
    let mut out = Vec::new();
    let mut policies = only(content, SEQUENCE)?.inside();
    while !policies.is_empty() && out.len() < MAX_ENTRIES {
        out.push(policies.expect(SEQUENCE)?.inside().expect(OID)?.oid()?);
    }
    Ok(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::testing::qc_statements;

    #[test]
    fn statements_say_what_a_certificate_is() {
        let extension = qc_statements(
            &["0.4.0.1862.1.1", "0.4.0.1862.1.4"],
            Some("0.4.0.1862.1.6.2"),
            &[],
        );
        let read = QcStatements::read(&extension).unwrap();
        assert!(read.compliant && read.on_device && read.legislation.is_empty());
        assert_eq!(read.types, [QcType::Seal]);
        let foreign = qc_statements(&["0.4.0.1862.1.1"], None, &["CH"]);
        assert_eq!(QcStatements::read(&foreign).unwrap().legislation, ["CH"]);
        let plain = QcStatements::read(&qc_statements(&[], None, &[])).unwrap();
        assert_eq!(plain, QcStatements::default());
        assert!(QcStatements::read(&[0x30, 5]).is_err());
    }
}
