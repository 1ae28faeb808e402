//! GeneralName, as in the subject alternative name (RFC 5280, section 4.2.1.6).

use crate::asn1::{SEQUENCE, Value, context, context_primitive};
use crate::error::CmsError;
use crate::name::{Name, text};

/// Maximum number of names; certificates have fewer.
const MAX_NAMES: usize = 1_000;

/// A GeneralName.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GeneralName {
    /// An e-mail address.
    Email(String),
    /// A DNS name.
    Dns(String),
    /// A distinguished name.
    Directory(Name),
    /// A URI.
    Uri(String),
    /// An IP address, followed by its mask in a name constraint.
    Ip(Vec<u8>),
    /// Any other kind, identified by its tag.
    Other(u8),
}

impl GeneralName {
    pub(crate) fn read(value: &Value<'_>) -> Result<Self, CmsError> {
        const EMAIL: u8 = context_primitive(1);
        const DNS: u8 = context_primitive(2);
        const DIRECTORY: u8 = context(4);
        const URI: u8 = context_primitive(6);
        const IP: u8 = context_primitive(7);
        Ok(match value.tag {
            EMAIL => Self::Email(text(value)),
            DNS => Self::Dns(text(value)),
            DIRECTORY => Self::Directory(Name::read(&value.inside().expect(SEQUENCE)?)?),
            URI => Self::Uri(text(value)),
            IP => Self::Ip(value.content.to_vec()),
            other => Self::Other(other),
        })
    }

    /// Reads a SEQUENCE OF GeneralName.
    pub(crate) fn read_all(list: &Value<'_>) -> Result<Vec<Self>, CmsError> {
        let mut out = Vec::new();
        let mut names = list.inside();
        while !names.is_empty() {
            if out.len() >= MAX_NAMES {
                return Err(CmsError::encoding("there are too many names"));
            }
            out.push(Self::read(&names.any()?)?);
        }
        Ok(out)
    }
}
