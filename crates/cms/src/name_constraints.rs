//! Name constraints (RFC 5280, sections 4.2.1.10 and 6.1.3): the names that a CA may certify.

use crate::asn1::{Reader, SEQUENCE, Value, context, context_primitive, only};
use crate::error::CmsError;
use crate::general_name::GeneralName;

/// Maximum number of subtrees; CA certificates have fewer. With the limit on names it bounds the work.
const MAX_SUBTREES: usize = 1_000;

/// Name constraints of one CA.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameConstraints {
    permitted: Vec<GeneralName>,
    excluded: Vec<GeneralName>,
    /// A subtree has a minimum or maximum distance, which RFC 5280 forbids. No name is then allowed.
    bounded: bool,
}

impl NameConstraints {
    pub(crate) fn read(content: &[u8]) -> Result<Self, CmsError> {
        let mut inside = only(content, SEQUENCE)?.inside();
        let mut out = Self::default();
        if let Some(list) = inside.optional(context(0))? {
            out.permitted = out.subtrees(&list)?;
        }
        if let Some(list) = inside.optional(context(1))? {
            out.excluded = out.subtrees(&list)?;
        }
        inside.finish()?;
        Ok(out)
    }

    fn subtrees(&mut self, list: &Value<'_>) -> Result<Vec<GeneralName>, CmsError> {
        let mut out = Vec::new();
        let mut subtrees: Reader<'_> = list.inside();
        while !subtrees.is_empty() {
            let mut subtree = subtrees.expect(SEQUENCE)?.inside();
            let base = GeneralName::read(&subtree.any()?)?;
            let minimum = subtree.optional(context_primitive(0))?;
            self.bounded |= minimum.is_some_and(|it| it.content != [0]);
            self.bounded |= !subtree.is_empty();
            if out.len() >= MAX_SUBTREES {
                return Err(CmsError::encoding("there are too many name constraints"));
            }
            out.push(base);
        }
        Ok(out)
    }

    /// Whether the CA may certify all these names.
    pub(crate) fn allow(&self, names: &[GeneralName]) -> bool {
        !self.bounded && names.iter().all(|name| self.allows(name))
    }

    fn allows(&self, name: &GeneralName) -> bool {
        let of_kind = |list: &[GeneralName], test: fn(&GeneralName, &GeneralName) -> bool| {
            list.iter()
                .filter(|base| same_kind(base, name))
                .fold((false, false), |(_, found), base| {
                    (true, found || test(base, name))
                })
        };
        let (limited, permitted) = of_kind(&self.permitted, is_within);
        let (_, excluded) = of_kind(&self.excluded, may_be_within);
        (!limited || permitted) && !excluded
    }
}

fn same_kind(one: &GeneralName, other: &GeneralName) -> bool {
    match (one, other) {
        (GeneralName::Other(one), GeneralName::Other(other)) => one == other,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// Whether `name` lies in the subtree of `base`. Unsupported kinds never match.
fn is_within(base: &GeneralName, name: &GeneralName) -> bool {
    match (base, name) {
        (GeneralName::Email(base), GeneralName::Email(name)) => email_within(base, name),
        (GeneralName::Dns(base), GeneralName::Dns(name)) => {
            base.is_empty() || same_host(base, name) || below(base, name)
        }
        (GeneralName::Uri(base), GeneralName::Uri(name)) => {
            host(name).is_some_and(|host| host_within(base, host))
        }
        (GeneralName::Directory(base), GeneralName::Directory(name)) => name.begins_with(base),
        (GeneralName::Ip(base), GeneralName::Ip(name)) => address_within(base, name),
        _ => false,
    }
}

/// The same for excluded subtrees: a name that can't be evaluated counts as excluded.
fn may_be_within(base: &GeneralName, name: &GeneralName) -> bool {
    match (base, name) {
        (GeneralName::Other(_), _) => true,
        (GeneralName::Uri(_), GeneralName::Uri(url)) if host(url).is_none() => true,
        (GeneralName::Ip(base), GeneralName::Ip(name)) if base.len() != 2 * name.len() => {
            // An address of the other IP version is outside the subtree; a malformed one counts as inside.
            !matches!((base.len(), name.len()), (8, 16) | (32, 4))
        }
        _ => is_within(base, name),
    }
}

/// Matches a whole address, a host, or, with a leading dot, all hosts below one.
fn email_within(base: &str, name: &str) -> bool {
    let Some((person, host)) = name.rsplit_once('@') else {
        return false;
    };
    match base.rsplit_once('@') {
        Some((wanted, at)) => wanted == person && same_host(at, host),
        None => host_within(base, host),
    }
}

fn host_within(base: &str, host: &str) -> bool {
    match base.strip_prefix('.') {
        Some(parent) => below(parent, host),
        None => same_host(base, host),
    }
}

fn same_host(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

fn below(parent: &str, host: &str) -> bool {
    let (parent, host) = (parent.to_ascii_lowercase(), host.to_ascii_lowercase());
    let rest = host.strip_suffix(parent.trim_start_matches('.'));
    rest.is_some_and(|rest| rest.ends_with('.'))
}

/// Host of a URL without user and port; `None` for an IP address or a URL without a host.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = host.split(':').next()?;
    let numeric = host.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    (!host.is_empty() && !numeric && !host.starts_with('[')).then_some(host)
}

fn address_within(base: &[u8], address: &[u8]) -> bool {
    if base.len() != 2 * address.len() {
        return false;
    }
    let (network, mask) = base.split_at(address.len());
    let masked = address.iter().zip(mask).map(|(byte, mask)| byte & mask);
    masked.eq(network.iter().zip(mask).map(|(byte, mask)| byte & mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_name_has_its_own_subtrees() {
        let email = |it: &str| GeneralName::Email(it.to_owned());
        let dns = |it: &str| GeneralName::Dns(it.to_owned());
        let uri = |it: &str| GeneralName::Uri(it.to_owned());
        let cases = [
            (email("example.com"), email("a@example.com"), true),
            (email("example.com"), email("a@sub.example.com"), false),
            (email(".example.com"), email("a@sub.Example.com"), true),
            (email(".example.com"), email("a@example.com"), false),
            (email("a@example.com"), email("a@EXAMPLE.com"), true),
            (email("a@example.com"), email("b@example.com"), false),
            (email("example.com"), email("nobody"), false),
            (dns("example.com"), dns("www.example.com"), true),
            (dns("example.com"), dns("example.com"), true),
            (dns("example.com"), dns("badexample.com"), false),
            (uri("example.com"), uri("https://example.com:8443/x"), true),
            (
                uri("example.com"),
                uri("https://evil.com/@example.com"),
                false,
            ),
            (uri(".example.com"), uri("http://u@a.example.com"), true),
            (uri("1.2.3.4"), uri("http://1.2.3.4/"), false),
            (
                GeneralName::Ip(vec![10, 0, 0, 0, 255, 0, 0, 0]),
                GeneralName::Ip(vec![10, 9, 8, 7]),
                true,
            ),
            (
                GeneralName::Ip(vec![10, 0, 0, 0, 255, 0, 0, 0]),
                GeneralName::Ip(vec![11, 9, 8, 7]),
                false,
            ),
        ];
        for (base, name, within) in cases {
            assert_eq!(is_within(&base, &name), within, "{base:?} {name:?}");
        }
    }
}
