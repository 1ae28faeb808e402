//! Text formats of form fields and identity patterns (document 2 §5.1 and §5.2 of the
//! specification), and rules between fields ([`apply_rules`]).
//!
//! [`check_text`] returns the problems of a value: while the user types ([`CheckMode::Typing`])
//! only those that further typing can't fix, at the end ([`CheckMode::Final`]) all of them. The
//! matchers are handwritten, because a regular expression engine would be larger than all other
//! checks of the core together.
//!
//! ```
//! use countersign_formats::{CheckMode, TextFormat, check_text};
//! assert!(check_text(TextFormat::Email, "ann@exam", CheckMode::Typing).is_empty());
//! assert_eq!(check_text(TextFormat::Email, "ann@exam", CheckMode::Final)[0].code.as_str(), "too_short");
//! assert!(check_text(TextFormat::Email, "ann@example.org", CheckMode::Final).is_empty());
//! ```

#![warn(clippy::missing_errors_doc)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod address;
mod contact;
mod date;
mod decimal;
mod expression;
mod finding;
mod identity;
mod matching;
mod number_format;
mod numbers;
mod pattern;
mod rules;
mod words;

pub use contact::{normalize_email, normalize_phone, same_contact};
pub use date::Date;
pub use decimal::Decimal;
pub use expression::{Expression, ExpressionCode, ExpressionProblem, Value};
pub use finding::{CheckMode, TextFinding, TextFindingCode, TextFormat, TextSeverity};
pub use identity::{IdentityPattern, is_contact, matches};
pub use number_format::NumberFormat;
pub use pattern::{DATE_PATTERNS, DatePattern};
pub use rules::{Rule, RuleField, RuleOutcome, RuleProblem, RuleValue, apply_rules};

use matching::Verdict;

/// Checks a value against the text format of a field. An empty value is valid in every format: the
/// field's `required` decides whether it may be empty.
#[must_use]
pub fn check_text(format: TextFormat, value: &str, mode: CheckMode) -> Vec<TextFinding> {
    findings(format, verdict(format, value), value, mode)
}

/// Checks a value against the date pattern of a date field.
///
/// ```
/// use countersign_formats::{CheckMode, DatePattern, check_date};
/// let pattern = DatePattern::parse("DD.MM.YYYY").ok_or("pattern")?;
/// assert!(check_date(&pattern, "29.02.", CheckMode::Typing).is_empty());
/// assert!(!check_date(&pattern, "30.02.2024", CheckMode::Final).is_empty());
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn check_date(pattern: &DatePattern, value: &str, mode: CheckMode) -> Vec<TextFinding> {
    findings(TextFormat::Date, pattern.check(value), value, mode)
        .into_iter()
        .map(|finding| TextFinding {
            hint: pattern.to_string(),
            ..finding
        })
        .collect()
}

fn verdict(format: TextFormat, value: &str) -> Verdict {
    match format {
        TextFormat::Email => address::email(value),
        TextFormat::Number | TextFormat::CreditCardNumber => numbers::digits(value),
        TextFormat::Letters => words::letters(value),
        TextFormat::PhoneNumber => numbers::phone(value),
        TextFormat::SocialSecurityNumber => numbers::social_security(value),
        TextFormat::Date => pattern::any_date(value),
        TextFormat::Url => address::url(value),
        TextFormat::FullName => words::full_name(value),
    }
}

fn findings(
    format: TextFormat,
    verdict: Verdict,
    value: &str,
    mode: CheckMode,
) -> Vec<TextFinding> {
    if value.is_empty() {
        return Vec::new();
    }
    let found = match verdict {
        Verdict::Valid => None,
        Verdict::Incomplete(_) if mode == CheckMode::Typing => None,
        Verdict::Incomplete(code) => Some((code, TextSeverity::Incomplete, value.len())),
        Verdict::Invalid(code, at) => Some((code, TextSeverity::Invalid, at)),
    };
    found
        .map(|(code, severity, at)| {
            TextFinding::new(format, code, severity, matching::utf16_index(value, at))
        })
        .into_iter()
        .collect()
}
