//! Types of text checks: formats, modes and findings.

use serde::{Deserialize, Serialize};

/// The text format of a field.
///
/// ```
/// use countersign_formats::TextFormat;
/// assert_eq!(TextFormat::from_name("phone_number"), Some(TextFormat::PhoneNumber));
/// assert_eq!(TextFormat::PhoneNumber.as_str(), "phone_number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum TextFormat {
    /// An e-mail address; Unicode letters are allowed.
    Email,
    /// Digits only.
    Number,
    /// Letters of any script; no digits, punctuation, emoji or spaces.
    Letters,
    /// 7 to 15 digits, or a plus or digit followed by 10 to 15 digits; white space is ignored.
    PhoneNumber,
    /// Digits only.
    CreditCardNumber,
    /// Three, two and four digits, separated by dashes, spaces or nothing. Numbers that are never
    /// assigned are rejected.
    SocialSecurityNumber,
    /// A valid date in one of [`crate::DATE_PATTERNS`].
    Date,
    /// A web address; the scheme is optional.
    Url,
    /// A person's name.
    #[serde(rename = "fullName")]
    FullName,
}

impl TextFormat {
    /// All formats, for tables that cover each of them.
    pub const ALL: [Self; 9] = [
        Self::Email,
        Self::Number,
        Self::Letters,
        Self::PhoneNumber,
        Self::CreditCardNumber,
        Self::SocialSecurityNumber,
        Self::Date,
        Self::Url,
        Self::FullName,
    ];

    /// The name in the specification, as serialized by serde.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Number => "number",
            Self::Letters => "letters",
            Self::PhoneNumber => "phone_number",
            Self::CreditCardNumber => "credit_card_number",
            Self::SocialSecurityNumber => "social_security_number",
            Self::Date => "date",
            Self::Url => "url",
            Self::FullName => "fullName",
        }
    }

    /// The format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// A valid example, to show next to the field.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Self::Email => "name@example.com",
            Self::Number => "12345",
            Self::Letters => "ABC",
            Self::PhoneNumber => "+12025550123",
            Self::CreditCardNumber => "4111111111111111",
            Self::SocialSecurityNumber => "123-45-6789",
            Self::Date => "YYYY-MM-DD",
            Self::Url => "https://example.com",
            Self::FullName => "Jane Doe",
        }
    }
}

/// When a value is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum CheckMode {
    /// On every keystroke: values that can still become valid have no finding.
    Typing,
    /// When the user has finished.
    Final,
}

/// Whether further typing can fix a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum TextSeverity {
    /// The end is missing.
    Incomplete,
    /// Something must be changed or removed.
    Invalid,
}

/// Code of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum TextFindingCode {
    /// A character that the format does not permit.
    WrongCharacter,
    /// The end is missing.
    TooShort,
    /// Longer than the format permits.
    TooLong,
    /// The characters are permitted, but not in this order.
    WrongForm,
    /// No such date exists.
    NotADate,
    /// A number that is never assigned.
    ForbiddenNumber,
    /// A number with more decimals than the format permits.
    TooManyDecimals,
    /// A number below the smallest permitted one.
    TooSmall,
    /// A number above the largest permitted one.
    TooLarge,
}

impl TextFindingCode {
    /// The stable code, as serialized by serde.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WrongCharacter => "wrong_character",
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::WrongForm => "wrong_form",
            Self::NotADate => "not_a_date",
            Self::ForbiddenNumber => "forbidden_number",
            Self::TooManyDecimals => "too_many_decimals",
            Self::TooSmall => "too_small",
            Self::TooLarge => "too_large",
        }
    }
}

/// A problem of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TextFinding {
    /// The problem.
    pub code: TextFindingCode,
    /// Whether further typing can fix it.
    pub severity: TextSeverity,
    /// Message in English, for logs and the command line; user interfaces translate the code.
    pub message: String,
    /// An example or pattern of the format.
    pub hint: String,
    /// Position in UTF-16 code units, as in JavaScript.
    pub position: u32,
}

impl TextFinding {
    pub(crate) fn new(
        format: TextFormat,
        code: TextFindingCode,
        severity: TextSeverity,
        position: u32,
    ) -> Self {
        let what = match code {
            TextFindingCode::WrongCharacter => "has a character that is not allowed",
            TextFindingCode::TooShort => "is not complete",
            TextFindingCode::TooLong => "is too long",
            TextFindingCode::WrongForm => "does not have the right form",
            TextFindingCode::NotADate => "is not a date of the calendar",
            TextFindingCode::ForbiddenNumber => "is a number that is never given out",
            TextFindingCode::TooManyDecimals => "has too many decimals",
            TextFindingCode::TooSmall => "is too small",
            TextFindingCode::TooLarge => "is too large",
        };
        let hint = format.hint().to_owned();
        Self {
            code,
            severity,
            message: format!("The {} {what}.", format.as_str()),
            hint,
            position,
        }
    }
}
