//! Identity patterns (document 2 §5.1): requirements for accounts, certificate requests and
//! addresses.

use crate::matching::{Verdict, is_letter};
use crate::{DatePattern, address, numbers, words};
use serde::{Deserialize, Serialize};

/// A pattern for a whole value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum IdentityPattern {
    /// At least 8 characters of letters, digits and ASCII symbols, with a digit, a lowercase and an
    /// uppercase letter.
    Password,
    /// A name in any script: displayable characters, at most 128, without a space at either end.
    FullName,
    /// A local part and a domain.
    Email,
    /// An optional plus and exactly 12 digits.
    Phone,
    /// Digits.
    Number,
    /// Not empty and not only white space.
    NonEmpty,
    /// Letters.
    Letters,
    /// A valid date, exactly as `YYYY-MM-DD`.
    Date,
    /// Text with a PEM certificate.
    Certificate,
    /// Text with a PEM certificate request.
    CertificateRequest,
    /// Hexadecimal digits.
    Hex,
    /// Base64 with padding.
    Base64,
    /// 24 hexadecimal digits.
    ObjectId,
    /// A web address with the scheme `http` or `https`.
    Url,
    /// A web address with only a host.
    OrganizationUrl,
}

/// True if the whole value matches the pattern.
///
/// ```
/// use countersign_formats::{IdentityPattern, matches};
/// assert!(matches(IdentityPattern::Date, "2024-02-29"));
/// assert!(!matches(IdentityPattern::Date, "2024-2-29"));
/// ```
#[must_use]
pub fn matches(pattern: IdentityPattern, value: &str) -> bool {
    match pattern {
        IdentityPattern::Password => is_password(value),
        IdentityPattern::FullName => words::full_name(value).is_valid(),
        IdentityPattern::Email => address::email(value).is_valid(),
        IdentityPattern::Phone => is_phone(value),
        IdentityPattern::Number => numbers::digits(value).is_valid(),
        IdentityPattern::NonEmpty => !value.trim().is_empty(),
        IdentityPattern::Letters => words::letters(value).is_valid(),
        IdentityPattern::Date => DatePattern::iso().check(value) == Verdict::Valid,
        IdentityPattern::Certificate => has_block(value, &["CERTIFICATE"]),
        IdentityPattern::CertificateRequest => {
            has_block(value, &["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"])
        }
        IdentityPattern::Hex => is_hex(value),
        IdentityPattern::Base64 => is_base64(value),
        IdentityPattern::ObjectId => value.len() == 24 && is_hex(value),
        IdentityPattern::Url => address::web_link(value),
        IdentityPattern::OrganizationUrl => address::organization_url(value),
    }
}

fn is_password(value: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|b| test(&b));
    value.len() >= 8
        && value.bytes().all(|b| b.is_ascii_graphic())
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
}

fn is_phone(value: &str) -> bool {
    let digits = value.strip_prefix('+').unwrap_or(value);
    digits.len() == 12 && digits.bytes().all(|b| b.is_ascii_digit())
}

fn is_hex(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|b| b.is_ascii_hexdigit())
}

fn is_base64(value: &str) -> bool {
    let body = value.trim_end_matches('=');
    !body.is_empty()
        && value.len().is_multiple_of(4)
        && value.len() - body.len() <= 2
        && body
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'+' || b == b'/')
}

fn has_block(value: &str, labels: &[&str]) -> bool {
    labels.iter().any(|label| {
        let (begin, end) = (
            format!("-----BEGIN {label}-----"),
            format!("-----END {label}-----"),
        );
        value
            .find(&begin)
            .is_some_and(|at| value[at..].contains(&end))
    })
}

/// True if a contact field may hold the value: an e-mail address, or a phone number if sign-in by
/// phone is enabled.
///
/// ```
/// use countersign_formats::is_contact;
/// assert!(is_contact("ann@example.org", false));
/// assert!(is_contact("+442079460000", true) && !is_contact("+442079460000", false));
/// ```
#[must_use]
pub fn is_contact(value: &str, phone_allowed: bool) -> bool {
    address::email(value).is_valid()
        || (phone_allowed && !value.contains(is_letter) && numbers::phone(value).is_valid())
}

#[cfg(test)]
mod tests {
    use super::*;
    use IdentityPattern as P;

    #[test]
    fn every_pattern_accepts_and_refuses() {
        let pem = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----";
        let request =
            "-----BEGIN CERTIFICATE REQUEST-----\nAA==\n-----END CERTIFICATE REQUEST-----";
        let table: [(P, &[&str], &[&str]); 15] = [
            (
                P::Password,
                &["Passw0rd", "aA1!@#$%^"],
                &[
                    "Passw0r",
                    "password1",
                    "PASSWORD1",
                    "Password",
                    "Pass w0rd",
                    "Pässw0rd",
                ],
            ),
            (
                P::FullName,
                &["Jane Doe", "7-Eleven"],
                &["", "Jane ", " Jane", "Jane\n"],
            ),
            (P::Email, &["a@b.co"], &["", "a@b", "a"]),
            (
                P::Phone,
                &["123456789012", "+123456789012"],
                &["12345678901", "1234567890123", "++12345678901", ""],
            ),
            (P::Number, &["0", "42"], &["", "4.2", "-1", "٤"]),
            (P::NonEmpty, &["x", " x"], &["", " ", "\t\n"]),
            (P::Letters, &["abc", "Ünal"], &["", "a b", "a1"]),
            (
                P::Date,
                &["2024-02-29", "1999-12-31"],
                &[
                    "2023-02-29",
                    "2024-1-01",
                    "2024-01-01 ",
                    "01-01-2024",
                    "2024/01/01",
                ],
            ),
            (
                P::Certificate,
                &[pem],
                &["", request, "-----BEGIN CERTIFICATE-----"],
            ),
            (P::CertificateRequest, &[request], &["", pem]),
            (P::Hex, &["0", "dEadBeef"], &["", "0x1", "g"]),
            (
                P::Base64,
                &["QQ==", "QUI=", "QUJD", "+/+/"],
                &["", "Q", "QQ=", "====", "QQ==QQ==", "a-b_"],
            ),
            (
                P::ObjectId,
                &["0123456789abcdefABCDEF01"],
                &["0123456789abcdef", "0123456789abcdefABCDEF0g"],
            ),
            (
                P::Url,
                &["https://example.com/x"],
                &["example.com", "ftp://example.com", "https://"],
            ),
            (
                P::OrganizationUrl,
                &["https://acme.example.com", "acme.example.com"],
                &["", "acme", "https://acme.example.com/x"],
            ),
        ];
        for (pattern, good, bad) in table {
            for value in good {
                assert!(
                    matches(pattern, value),
                    "{pattern:?} should accept {value:?}"
                );
            }
            for value in bad {
                assert!(
                    !matches(pattern, value),
                    "{pattern:?} should refuse {value:?}"
                );
            }
        }
    }

    #[test]
    fn contacts() {
        assert!(is_contact("a@b.co", false));
        assert!(!is_contact("+12025550123", false));
        assert!(is_contact("+12025550123", true));
    }
}
