//! Contacts (e-mail addresses and phone numbers): normalization and comparison.

/// Removes surrounding white space and the plus suffix of the local part. `keep_suffix` keeps the
/// suffix (for certificates, if the configuration permits it).
///
/// ```
/// use countersign_formats::normalize_email;
/// assert_eq!(normalize_email(" ann+work@example.org", false), "ann@example.org");
/// assert_eq!(normalize_email("ann+work@example.org", true), "ann+work@example.org");
/// ```
#[must_use]
pub fn normalize_email(email: &str, keep_suffix: bool) -> String {
    let email = email.trim();
    let suffix = email.rfind('@').and_then(|at| {
        email[..at]
            .find('+')
            .filter(|plus| *plus > 0)
            .map(|plus| (plus, at))
    });
    match suffix {
        Some((plus, at)) if !keep_suffix => [&email[..plus], &email[at..]].concat(),
        _ => email.to_owned(),
    }
}

/// Removes all white space from a phone number.
///
/// ```
/// use countersign_formats::normalize_phone;
/// assert_eq!(normalize_phone("+44 20 7946 0000"), "+442079460000");
/// ```
#[must_use]
pub fn normalize_phone(phone: &str) -> String {
    phone.chars().filter(|c| !c.is_whitespace()).collect()
}

/// True if two contacts are equal, ignoring case and white space. An empty contact equals nothing.
///
/// ```
/// use countersign_formats::same_contact;
/// assert!(same_contact("Ann@Example.org", "ann@example.org"));
/// assert!(same_contact("+44 20 79460000", "+442079460000"));
/// assert!(!same_contact("", ""));
/// ```
#[must_use]
pub fn same_contact(a: &str, b: &str) -> bool {
    let (a, b) = (normalize_phone(a), normalize_phone(b));
    !a.is_empty() && a.to_lowercase() == b.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_go_only_before_the_at_sign() {
        assert_eq!(normalize_email("a+b+c@x.org", false), "a@x.org");
        assert_eq!(normalize_email("a@x+y.org", false), "a@x+y.org");
        assert_eq!(normalize_email("+a@x.org", false), "+a@x.org");
        assert_eq!(normalize_email("no address", false), "no address");
    }

    #[test]
    fn contacts_are_compared_as_people_mean_them() {
        assert!(same_contact("Ann@Example.org", "ann@example.ORG"));
        assert!(same_contact("+1 202 555 0123", "+12025550123"));
        assert!(!same_contact("", " "));
        assert!(!same_contact("ann@example.org", "bob@example.org"));
    }
}
