//! E-mail and web addresses.

use crate::TextFindingCode;
use crate::matching::{Verdict, is_combining_mark, is_letter};

const LOCAL_LIMIT: usize = 64;
const LABEL_LIMIT: usize = 63;
const DOMAIN_LIMIT: usize = 253;
const EMAIL_LIMIT: usize = 254;
const URL_LIMIT: usize = 2048;

/// Checks `local@domain`: a local part of letters, digits and common symbols with single dots
/// between them, and a domain of at least two labels. Quoted local parts and IP addresses are
/// rejected, because nobody enters them on purpose.
pub(crate) fn email(value: &str) -> Verdict {
    let Some(at) = value.find('@') else {
        return local_part(value, false);
    };
    let (local, domain) = (&value[..at], &value[at + 1..]);
    match local_part(local, true) {
        Verdict::Valid => {}
        Verdict::Incomplete(_) => return Verdict::wrong_form(at),
        invalid => return invalid,
    }
    let verdict = domain_name(domain).shifted(at + 1);
    if value.chars().count() > EMAIL_LIMIT && !matches!(verdict, Verdict::Invalid(..)) {
        return Verdict::too_long(value.len());
    }
    verdict
}

/// Checks a local part. Without the `@` (`closed` is false) it is at most incomplete.
fn local_part(local: &str, closed: bool) -> Verdict {
    let mut before_dot = false;
    for (count, (at, c)) in local.char_indices().enumerate() {
        if count >= LOCAL_LIMIT {
            return Verdict::too_long(at);
        }
        let known = is_letter(c) || c.is_ascii_digit() || "!#$%&'*+/=?^_`{|}~-".contains(c);
        match c {
            '.' if !before_dot => return Verdict::wrong_form(at),
            '.' => before_dot = false,
            _ if known || (count > 0 && is_combining_mark(c)) => before_dot = true,
            _ => return Verdict::wrong_character(at),
        }
    }
    if closed && before_dot {
        Verdict::Valid
    } else {
        Verdict::TOO_SHORT
    }
}

/// Checks a domain name: labels of letters, digits and inner hyphens, separated by dots; the last
/// one has at least two letters (or is `xn--…`).
fn domain_name(domain: &str) -> Verdict {
    let mut start = 0;
    let mut labels = 0_usize;
    let mut last = "";
    for label in domain.split('.') {
        let end = start + label.len();
        let closed = end < domain.len();
        if let Some(verdict) = label_fault(label, start, closed) {
            return verdict;
        }
        labels += 1;
        last = label;
        start = end + 1;
    }
    if domain.chars().count() > DOMAIN_LIMIT {
        return Verdict::too_long(domain.len());
    }
    let last_is_name = last.chars().count() >= 2
        && (last.chars().all(|c| is_letter(c) || is_combining_mark(c)) || is_punycode(last));
    if labels >= 2 && last_is_name && !last.ends_with('-') {
        Verdict::Valid
    } else {
        Verdict::TOO_SHORT
    }
}

fn is_punycode(label: &str) -> bool {
    label.len() > 4
        && label
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
}

/// The problem of one label. An open label (the last) may still grow.
fn label_fault(label: &str, start: usize, closed: bool) -> Option<Verdict> {
    for (count, (at, c)) in label.char_indices().enumerate() {
        let known =
            is_letter(c) || c.is_ascii_digit() || (count > 0 && (c == '-' || is_combining_mark(c)));
        if !known {
            return Some(Verdict::wrong_character(start + at));
        }
        if count >= LABEL_LIMIT {
            return Some(Verdict::too_long(start + at));
        }
    }
    if closed && (label.is_empty() || label.ends_with('-')) {
        return Some(Verdict::wrong_form(start + label.len()));
    }
    // A hyphen as 63rd character leaves no room for the required letter or digit.
    let full = label.ends_with('-') && label.chars().count() == LABEL_LIMIT;
    full.then(|| Verdict::Invalid(TextFindingCode::TooLong, start + label.len() - 1))
}

/// Checks a web address as users enter it: `http`, `https`, or no scheme.
pub(crate) fn url(value: &str) -> Verdict {
    for scheme in ["https://", "http://"] {
        let typed = value.len().min(scheme.len());
        if value.is_char_boundary(typed) && value[..typed].eq_ignore_ascii_case(&scheme[..typed]) {
            if typed == scheme.len() {
                return host_and_rest(&value[typed..]).shifted(typed);
            }
            // `https` may be an incomplete scheme or the first label of a host: incomplete in both
            // cases.
            return Verdict::TOO_SHORT;
        }
    }
    host_and_rest(value)
}

/// True for a link with a scheme: `http://` or `https://`.
pub(crate) fn web_link(value: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        let start = value.get(..scheme.len());
        start.is_some_and(|s| s.eq_ignore_ascii_case(scheme))
            && host_and_rest(&value[scheme.len()..]).is_valid()
    })
}

/// True for the web address of an organization: without path, query or fragment.
pub(crate) fn organization_url(value: &str) -> bool {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| {
            value
                .get(..scheme.len())
                .filter(|s| s.eq_ignore_ascii_case(scheme))
                .map(|s| &value[s.len()..])
        })
        .unwrap_or(value);
    let host = host.strip_suffix('/').unwrap_or(host);
    !host.contains(['/', '?', '#']) && host_and_rest(host).is_valid()
}

fn host_and_rest(value: &str) -> Verdict {
    if value.chars().count() > URL_LIMIT {
        return Verdict::too_long(
            value
                .char_indices()
                .nth(URL_LIMIT)
                .map_or(value.len(), |(at, _)| at),
        );
    }
    let host_end = value.find(['/', '?', '#']).unwrap_or(value.len());
    let (authority, rest) = value.split_at(host_end);
    if let Some((at, _)) = rest
        .char_indices()
        .find(|(_, c)| c.is_whitespace() || c.is_control() || "<>\"\\^`{|}".contains(*c))
    {
        return Verdict::wrong_character(host_end + at);
    }
    let (host, port) = authority
        .split_once(':')
        .map_or((authority, None), |(host, port)| (host, Some(port)));
    let name = host_name(host);
    match (name, port) {
        (Verdict::Valid, Some(port)) => port_number(port, !rest.is_empty()).shifted(host.len() + 1),
        (Verdict::Incomplete(_), Some(_)) => Verdict::wrong_form(host.len()),
        (Verdict::Incomplete(_), None) if !rest.is_empty() => Verdict::wrong_form(host_end),
        (verdict, _) => verdict,
    }
}

/// Checks a host: a domain name, `localhost` or an IPv4 address.
fn host_name(host: &str) -> Verdict {
    let known = host.eq_ignore_ascii_case("localhost") || is_ipv4(host);
    if known {
        Verdict::Valid
    } else {
        domain_name(host)
    }
}

fn is_ipv4(host: &str) -> bool {
    let good = |part: &str| part.len() <= 3 && part.parse::<u8>().is_ok();
    host.split('.').count() == 4 && host.split('.').all(good)
}

fn port_number(port: &str, closed: bool) -> Verdict {
    if let Some((at, _)) = port.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        return Verdict::wrong_character(at);
    }
    match port.parse::<u16>() {
        Ok(_) => Verdict::Valid,
        Err(_) if port.is_empty() && !closed => Verdict::TOO_SHORT,
        Err(_) if port.is_empty() => Verdict::wrong_form(0),
        Err(_) => Verdict::too_long(port.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails() {
        for good in [
            "a@b.co",
            "ann.lee+tag@mail.example.org",
            "jürgen@münchen.de",
            "χρήστης@παράδειγμα.ελ",
            "o'neil@x-y.io",
            "a@xn--80ak6aa92e.xn--p1ai",
        ] {
            assert_eq!(email(good), Verdict::Valid, "{good}");
        }
        for unfinished in [
            "ann",
            "ann.",
            "ann@",
            "ann@example",
            "ann@example.",
            "ann@example.c",
            "a@b.co-",
            "a@1.2",
        ] {
            assert_eq!(email(unfinished), Verdict::TOO_SHORT, "{unfinished}");
        }
        for bad in [
            ".ann@x.org",
            "a..b@x.org",
            "ann.@x.org",
            "@x.org",
            "a@-x.org",
            "a@x-.org",
            "a@x..org",
            "a b@x.org",
            "a@b@c.org",
            "a@x.org ",
            "a\u{1f600}@x.org",
        ] {
            assert!(matches!(email(bad), Verdict::Invalid(..)), "{bad}");
        }
        assert_eq!(email(&format!("{}@x.org", "a".repeat(64))), Verdict::Valid);
        assert!(matches!(
            email(&format!("{}@x.org", "a".repeat(65))),
            Verdict::Invalid(TextFindingCode::TooLong, 64)
        ));
    }

    #[test]
    fn urls() {
        for good in [
            "https://example.com",
            "HTTP://example.com/a?b=c#d",
            "www.example.com",
            "example.com:8080/x",
            "http://localhost:3000",
            "http://127.0.0.1/",
            "https://bücher.de/straße",
        ] {
            assert_eq!(url(good), Verdict::Valid, "{good}");
        }
        for unfinished in [
            "h",
            "https",
            "https:",
            "https:/",
            "https://",
            "https://exam",
            "www.",
            "example.com:",
        ] {
            assert_eq!(url(unfinished), Verdict::TOO_SHORT, "{unfinished}");
        }
        for bad in [
            "ftp://example.com",
            "https://exa mple.com",
            "https:///x",
            "http://x/y",
            "example.com:99999",
            "javascript:alert(1)",
            "https://a.com/<b>",
        ] {
            assert!(matches!(url(bad), Verdict::Invalid(..)), "{bad}");
        }
        assert!(
            web_link("https://example.com/x")
                && !web_link("example.com")
                && !web_link("ftp://example.com")
        );
        assert!(
            organization_url("acme.example.com")
                && organization_url("https://acme.example.com/")
                && !organization_url("https://acme.example.com/x")
        );
    }
}
