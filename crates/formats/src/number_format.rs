//! Numbers and amounts of money as people of a language write them.

use crate::decimal::Decimal;
use crate::{CheckMode, TextFindingCode};
use serde::{Deserialize, Serialize};

/// Most digits before the decimal sign.
const MOST_INTEGER_DIGITS: usize = 15;
/// Most decimals.
const MOST_DECIMALS: u32 = 6;
/// Digits between two grouping signs.
const GROUP: usize = 3;

/// How a number field shows its value, and which values it accepts.
///
/// ```
/// use countersign_formats::{Decimal, NumberFormat};
/// let euros = NumberFormat {
///     decimals: 2,
///     decimal_sign: ",".into(),
///     grouping: ".".into(),
///     suffix: " €".into(),
///     ..NumberFormat::default()
/// };
/// let amount = euros.read("1234,5").map_err(|code| code.as_str())?;
/// assert_eq!(amount, Decimal::parse("1234.5").ok_or("number")?);
/// assert_eq!(euros.write(amount), "1.234,50 €");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NumberFormat {
    /// Number of decimals, at most 6.
    pub decimals: u32,
    /// Sign before the decimals. Empty: a point.
    pub decimal_sign: String,
    /// Sign between groups of three digits. Empty: none.
    pub grouping: String,
    /// Text before the digits, such as `$`.
    pub prefix: String,
    /// Text after the digits, such as ` €`.
    pub suffix: String,
    /// Smallest value, with a decimal point.
    pub min: Option<String>,
    /// Largest value, with a decimal point.
    pub max: Option<String>,
}

impl NumberFormat {
    fn decimal_sign(&self) -> &str {
        if self.decimal_sign.is_empty() {
            "."
        } else {
            &self.decimal_sign
        }
    }

    fn decimals(&self) -> u32 {
        self.decimals.min(MOST_DECIMALS)
    }

    /// Reads a number, with or without grouping signs, prefix and suffix. Does not check the range.
    ///
    /// # Errors
    /// The reason why the text is no number of this format.
    pub fn read(&self, text: &str) -> Result<Decimal, TextFindingCode> {
        let (is_negative, digits) = self.digits_of(text.trim());
        let (whole, fraction) = match digits.split_once(self.decimal_sign()) {
            Some((whole, fraction)) => (whole, fraction),
            None => (digits, ""),
        };
        let whole = self.ungrouped(whole)?;
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(TextFindingCode::WrongCharacter);
        }
        if fraction.len() > self.decimals() as usize {
            return Err(TextFindingCode::TooManyDecimals);
        }
        if whole.len() > MOST_INTEGER_DIGITS {
            return Err(TextFindingCode::TooLong);
        }
        if whole.is_empty() {
            return Err(TextFindingCode::TooShort);
        }
        let point = if fraction.is_empty() { "" } else { "." };
        let number = Decimal::parse(&[&whole, point, fraction].concat());
        let number = number.ok_or(TextFindingCode::WrongForm)?;
        Ok(if is_negative { number.negate() } else { number })
    }

    /// The text without sign, prefix and suffix, and whether the sign is a minus.
    fn digits_of<'t>(&self, text: &'t str) -> (bool, &'t str) {
        let signless = |text: &'t str| text.strip_prefix(['-', '−']).map(str::trim_start);
        let before = signless(text);
        let text = before.unwrap_or(text);
        let text = text.strip_prefix(self.prefix.trim()).unwrap_or(text);
        let text = text.strip_suffix(self.suffix.trim()).unwrap_or(text).trim();
        let after = signless(text).filter(|_| before.is_none());
        (before.is_some() || after.is_some(), after.unwrap_or(text))
    }

    /// The digits before the decimal sign. Grouping signs must stand between groups of three digits:
    /// otherwise a point of another language would be read as one.
    fn ungrouped(&self, whole: &str) -> Result<String, TextFindingCode> {
        let is_grouping = |c: char| {
            let blank = self.grouping.trim().is_empty() && c.is_whitespace();
            blank || self.grouping.chars().eq([c])
        };
        if !whole.chars().all(|c| c.is_ascii_digit() || is_grouping(c)) {
            return Err(TextFindingCode::WrongCharacter);
        }
        let mut groups = whole.split(is_grouping);
        let first = groups.next().unwrap_or_default();
        let rest: Vec<&str> = groups.collect();
        let fits = rest.is_empty() || (1..=GROUP).contains(&first.len());
        if !fits || rest.iter().any(|group| group.len() != GROUP) {
            return Err(TextFindingCode::WrongForm);
        }
        Ok(first.to_owned() + &rest.concat())
    }

    /// Writes a number, rounded to the decimals of this format.
    #[must_use]
    pub fn write(&self, number: Decimal) -> String {
        let (whole, fraction) = number.digits(self.decimals());
        let is_zero = whole
            .bytes()
            .chain(fraction.bytes())
            .all(|digit| digit == b'0');
        let minus = if number.is_negative() && !is_zero {
            "-"
        } else {
            ""
        };
        let sign = if fraction.is_empty() {
            ""
        } else {
            self.decimal_sign()
        };
        let whole = self.grouped(&whole);
        [minus, &self.prefix, &whole, sign, &fraction, &self.suffix].concat()
    }

    fn grouped(&self, digits: &str) -> String {
        let mut grouped = String::with_capacity(digits.len() * 2);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(GROUP) {
                grouped.push_str(&self.grouping);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// The problem of a text; `None` if it is fine or, while typing, may become so.
    #[must_use]
    pub fn check(&self, text: &str, mode: CheckMode) -> Option<TextFindingCode> {
        let code = match self.read(text) {
            Ok(number) => self.range_problem(number)?,
            Err(code) => code,
        };
        let lasting = [
            TextFindingCode::WrongCharacter,
            TextFindingCode::TooManyDecimals,
            TextFindingCode::TooLong,
        ];
        (mode == CheckMode::Final || lasting.contains(&code)).then_some(code)
    }

    fn range_problem(&self, number: Decimal) -> Option<TextFindingCode> {
        let bound = |text: &Option<String>| text.as_deref().and_then(Decimal::parse);
        if bound(&self.min).is_some_and(|min| number < min) {
            return Some(TextFindingCode::TooSmall);
        }
        let is_large = bound(&self.max).is_some_and(|max| number > max);
        is_large.then_some(TextFindingCode::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euros() -> NumberFormat {
        NumberFormat {
            decimals: 2,
            decimal_sign: ",".into(),
            grouping: ".".into(),
            suffix: " €".into(),
            min: Some("0".into()),
            max: Some("10000".into()),
            ..NumberFormat::default()
        }
    }

    #[test]
    fn people_write_amounts_in_many_ways() {
        for text in ["1234,5", "1.234,50", "1.234,50 €", " 1234,50€", "1.234,5"] {
            assert_eq!(
                euros().write(euros().read(text).unwrap()),
                "1.234,50 €",
                "{text}"
            );
        }
        let dollars = NumberFormat {
            decimals: 2,
            grouping: ",".into(),
            prefix: "$".into(),
            ..NumberFormat::default()
        };
        for text in ["-$1,234.5", "$-1234.50", "−1234.5", "-1,234.50"] {
            assert_eq!(
                dollars.write(dollars.read(text).unwrap()),
                "-$1,234.50",
                "{text}"
            );
        }
        let francs = NumberFormat {
            grouping: "\u{202f}".into(),
            ..NumberFormat::default()
        };
        assert_eq!(
            francs.write(francs.read("12 345").unwrap()),
            "12\u{202f}345"
        );
    }

    #[test]
    fn a_point_of_another_language_is_no_grouping_sign() {
        assert_eq!(euros().read("1.50"), Err(TextFindingCode::WrongForm));
        assert_eq!(
            euros().read("1,234.50"),
            Err(TextFindingCode::WrongCharacter)
        );
        assert_eq!(euros().read("1,234"), Err(TextFindingCode::TooManyDecimals));
    }

    #[test]
    fn what_typing_can_still_mend_is_no_problem_yet() {
        for text in ["-", "1.2", "10001", ""] {
            assert_eq!(euros().check(text, CheckMode::Typing), None, "{text}");
            assert!(euros().check(text, CheckMode::Final).is_some(), "{text}");
        }
        assert_eq!(
            euros().check("1x", CheckMode::Typing),
            Some(TextFindingCode::WrongCharacter)
        );
        assert_eq!(
            euros().check("-1", CheckMode::Final),
            Some(TextFindingCode::TooSmall)
        );
        assert_eq!(
            euros().check("10000,01", CheckMode::Final),
            Some(TextFindingCode::TooLarge)
        );
        assert_eq!(
            euros().check("1234567890123456", CheckMode::Typing),
            Some(TextFindingCode::TooLong)
        );
    }

    #[test]
    fn nothing_has_no_minus() {
        assert_eq!(euros().write(Decimal::parse("-0.001").unwrap()), "0,00 €");
    }
}
