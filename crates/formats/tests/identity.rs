//! Identity patterns against generators and rules written from the specification's words, not from the matchers.
#![allow(clippy::expect_used)]

use countersign_formats::{
    CheckMode, IdentityPattern as P, TextFormat, check_text, is_contact, matches, normalize_email,
    same_contact,
};
use proptest::prelude::*;

const PATTERNS: [P; 15] = [
    P::Password,
    P::FullName,
    P::Email,
    P::Phone,
    P::Number,
    P::NonEmpty,
    P::Letters,
    P::Date,
    P::Certificate,
    P::CertificateRequest,
    P::Hex,
    P::Base64,
    P::ObjectId,
    P::Url,
    P::OrganizationUrl,
];

/// Values that have a pattern.
fn valid(pattern: P) -> BoxedStrategy<String> {
    let block = |label: &'static str| {
        "[A-Za-z0-9+/]{4,80}".prop_map(move |body| {
            format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n")
        })
    };
    match pattern {
        P::Password => "[a-z][A-Z][0-9][!-~]{5,20}".boxed(),
        P::FullName => "[A-Za-zÀ-Öа-я][A-Za-zà-ö,.'_ -]{0,126}[a-z.]".boxed(),
        P::Email => "[a-z0-9][a-z0-9_+-]{0,20}@([a-z0-9]{1,9}\\.){1,3}[a-z]{2,6}".boxed(),
        P::Phone => "\\+?[0-9]{12}".boxed(),
        P::Number => "[0-9]{1,40}".boxed(),
        P::NonEmpty => "\\PC{0,9}[a-z]\\PC{0,9}".boxed(),
        P::Letters => "[a-zA-Zα-ωぁ-ゖ]{1,40}".boxed(),
        P::Date => (1u32..=9999, 1u32..=12, 1u32..=28)
            .prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"))
            .boxed(),
        P::Certificate => block("CERTIFICATE").boxed(),
        P::CertificateRequest => prop_oneof![
            block("CERTIFICATE REQUEST"),
            block("NEW CERTIFICATE REQUEST")
        ]
        .boxed(),
        P::Hex => "[0-9a-fA-F]{1,64}".boxed(),
        P::Base64 => "([A-Za-z0-9+/]{4}){1,9}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?".boxed(),
        P::ObjectId => "[0-9a-fA-F]{24}".boxed(),
        P::Url => "https?://([a-z0-9]{1,9}\\.){1,3}[a-z]{2,6}(/[a-z0-9._~-]{0,9}){0,3}".boxed(),
        P::OrganizationUrl => "(https?://)?([a-z0-9]{1,9}\\.){1,3}[a-z]{2,6}/?".boxed(),
    }
}

fn any_valid() -> impl Strategy<Value = (P, String)> {
    (0..PATTERNS.len()).prop_flat_map(|index| {
        let pattern = PATTERNS[index];
        valid(pattern).prop_map(move |value| (pattern, value))
    })
}

fn count(value: &str, test: fn(&char) -> bool) -> usize {
    value.chars().filter(test).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_has_a_pattern_is_accepted((pattern, value) in any_valid()) {
        prop_assert!(matches(pattern, &value), "{:?} {:?}", pattern, value);
    }

    #[test]
    fn no_text_breaks_a_pattern(value in "\\PC{0,40}", index in 0..PATTERNS.len()) {
        let _ = matches(PATTERNS[index], &value);
    }

    #[test]
    fn passwords_follow_the_rule(value in "[a-zA-Z0-9 !-~ä]{0,14}") {
        let wanted = value.len() >= 8
            && count(&value, char::is_ascii_digit) > 0
            && count(&value, char::is_ascii_lowercase) > 0
            && count(&value, char::is_ascii_uppercase) > 0
            && count(&value, |c| !('!'..='~').contains(c)) == 0;
        prop_assert_eq!(matches(P::Password, &value), wanted);
    }

    #[test]
    fn full_names_follow_the_rule(value in "[a-zA-Z,.'_ 1&()\t-]{0,140}") {
        let wanted = !value.is_empty()
            && !value.contains('\t')
            && value.len() <= 128
            && !value.starts_with(' ')
            && !value.ends_with(' ');
        prop_assert_eq!(matches(P::FullName, &value), wanted);
    }

    #[test]
    fn phones_have_exactly_twelve_digits(value in "\\+{0,2}[0-9]{10,14}") {
        let digits = value.strip_prefix('+').unwrap_or(&value);
        prop_assert_eq!(matches(P::Phone, &value), digits.len() == 12 && !digits.starts_with('+'));
    }

    #[test]
    fn dates_are_those_of_the_calendar(year in 0u32..=2100, month in 0u32..=13, day in 0u32..=32) {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let february = if leap { 29 } else { 28 };
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length = month.checked_sub(1).and_then(|month| lengths.get(month as usize));
        let real = year > 0 && length.is_some_and(|length| (1..=*length).contains(&day));
        prop_assert_eq!(matches(P::Date, &format!("{year:04}-{month:02}-{day:02}")), real);
    }

    #[test]
    fn social_security_numbers_follow_the_rule(area in 0u32..=999, group in 0u32..=99, serial in 0u32..=9999, first in "[- ]?", second in "[- ]?") {
        let digits = format!("{area:03}{group:02}{serial:04}");
        let never = area == 0 || area == 666 || area >= 900 || group == 0 || serial == 0;
        let known = digits == "078051120" || digits == "219099999";
        let text = format!("{area:03}{first}{group:02}{second}{serial:04}");
        let fits = check_text(TextFormat::SocialSecurityNumber, &text, CheckMode::Final).is_empty();
        prop_assert_eq!(fits, !never && !known);
    }

    #[test]
    fn an_address_is_the_same_without_its_suffix_and_whatever_its_case(local in "[a-z]{1,9}", suffix in "[a-z0-9]{0,9}", host in "[a-z]{1,9}\\.[a-z]{2,3}") {
        let plain = format!("{local}@{host}");
        prop_assert_eq!(normalize_email(&format!("{local}+{suffix}@{host}"), false), plain.clone());
        prop_assert!(same_contact(&plain.to_uppercase(), &plain));
        prop_assert!(is_contact(&plain, false));
    }

    #[test]
    fn a_phone_is_a_contact_only_where_sign_in_by_phone_is_on(digits in "\\+[0-9]{10,15}") {
        prop_assert!(is_contact(&digits, true));
        prop_assert!(!is_contact(&digits, false));
        let spaced = digits.replacen('0', "0 ", 1);
        prop_assert!(same_contact(&digits, &spaced));
    }
}
