//! Exact decimal numbers.

use std::cmp::Ordering;
use std::fmt;

/// Most digits after the decimal point. A product with more is rounded.
const MOST_DECIMALS: u32 = 18;
/// Decimals of a quotient.
const QUOTIENT_DECIMALS: u32 = 12;
/// Every absolute value is below this power of ten, so that all numbers fit a common scale.
const MOST_INTEGER_DIGITS: u32 = 18;

/// A decimal number below 10¹⁸ with at most 18 decimals. Sums are exact, and so are products with
/// at most 18 decimals. Quotients are rounded to 12 decimals. Halves are rounded away from zero.
///
/// ```
/// use countersign_formats::Decimal;
/// let sum = Decimal::parse("0.1").and_then(|tenth| tenth.checked_add(Decimal::parse("0.2")?));
/// assert_eq!(sum.map(|sum| sum.to_string()), Some("0.3".to_owned()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    units: i128,
    scale: u32,
}

const fn power(exponent: u32) -> i128 {
    10_i128.pow(exponent)
}

/// The quotient, rounded to an integer.
fn divided(dividend: i128, divisor: i128) -> i128 {
    let quotient = dividend / divisor;
    let rest = (dividend % divisor).unsigned_abs();
    let is_up = rest >= divisor.unsigned_abs() - rest;
    let step = if (dividend < 0) == (divisor < 0) {
        1
    } else {
        -1
    };
    if is_up { quotient + step } else { quotient }
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { units: 0, scale: 0 };
    /// One.
    pub const ONE: Self = Self { units: 1, scale: 0 };

    /// `None` if the number is out of range.
    fn new(units: i128, scale: u32) -> Option<Self> {
        let fits = units.unsigned_abs() < power(MOST_INTEGER_DIGITS + scale).unsigned_abs();
        fits.then_some(Self { units, scale })
    }

    /// Reads digits with an optional minus and decimal point.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_written = !whole.is_empty() && (!fraction.is_empty() || !digits.contains('.'));
        let all = [whole, fraction].concat();
        if !is_written || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let scale = u32::try_from(fraction.len()).ok()?;
        let units: i128 = all.parse().ok()?;
        let units = if digits.len() == text.len() {
            units
        } else {
            -units
        };
        (scale <= MOST_DECIMALS).then(|| Self::new(units, scale))?
    }

    /// The units at a larger scale. They fit, because both parts are bounded.
    fn units_at(self, scale: u32) -> i128 {
        self.units * power(scale - self.scale)
    }

    /// The sum; `None` if it is out of range.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        Self::new(self.units_at(scale) + other.units_at(scale), scale)
    }

    /// The negative number.
    #[must_use]
    pub fn negate(self) -> Self {
        Self {
            units: -self.units,
            scale: self.scale,
        }
    }

    /// The product; `None` if it is out of range.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (one, two) = (self.trimmed(), other.trimmed());
        let units = one.units.checked_mul(two.units)?;
        let scale = one.scale + two.scale;
        let excess = scale.saturating_sub(MOST_DECIMALS);
        Self::new(divided(units, power(excess)), scale - excess)
    }

    /// The quotient; `None` if it is out of range or the divisor is zero.
    #[must_use]
    pub fn checked_div(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let (dividend, divisor) = (self.trimmed(), other.trimmed());
        let more = QUOTIENT_DECIMALS + divisor.scale;
        let up = power(more.saturating_sub(dividend.scale));
        let down = power(dividend.scale.saturating_sub(more));
        let units = dividend.units.checked_mul(up)?;
        Self::new(
            divided(units, divisor.units.checked_mul(down)?),
            QUOTIENT_DECIMALS,
        )
    }

    /// Rounded to this number of decimals.
    #[must_use]
    pub fn round(self, decimals: u32) -> Option<Self> {
        let excess = self.scale.saturating_sub(decimals);
        Self::new(divided(self.units, power(excess)), self.scale - excess)
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.units == 0
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.units < 0
    }

    /// Without zeros at the end of the fraction.
    fn trimmed(mut self) -> Self {
        while self.scale > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.scale -= 1;
        }
        self
    }

    /// The number of decimals that `round` takes; `None` if it is no number from 0 to 18.
    #[must_use]
    pub fn to_decimals(self) -> Option<u32> {
        let whole = self.trimmed();
        let decimals = u32::try_from(whole.units)
            .ok()
            .filter(|_| whole.scale == 0)?;
        (decimals <= MOST_DECIMALS).then_some(decimals)
    }

    /// Digits before and after the point of the absolute value, rounded to this number of decimals.
    pub(crate) fn digits(self, decimals: u32) -> (String, String) {
        let excess = self.scale.saturating_sub(decimals);
        let units = divided(self.units, power(excess)).unsigned_abs();
        let scale = (self.scale - excess) as usize;
        let digits = format!("{units:0>width$}", width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        (
            whole.to_owned(),
            format!("{fraction:0<width$}", width = decimals as usize),
        )
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.units_at(scale).cmp(&other.units_at(scale))
    }
}

/// The shortest form, with a decimal point.
impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shortest = self.trimmed();
        let (whole, fraction) = shortest.digits(shortest.scale);
        let sign = if self.is_negative() { "-" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        write!(out, "{sign}{whole}{point}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn sums_and_products_are_exact() {
        let cent = number("0.01");
        let sum = (0..1000).try_fold(Decimal::ZERO, |sum, _| sum.checked_add(cent));
        assert_eq!(sum, Some(number("10")));
        let product = number("1.1").checked_mul(number("1.1"));
        assert_eq!(product.unwrap().to_string(), "1.21");
        assert_eq!(
            number("-0.5").checked_add(number("0.50")),
            Some(Decimal::ZERO)
        );
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        for (text, rounded) in [("2.345", "2.35"), ("-2.345", "-2.35"), ("2.344", "2.34")] {
            assert_eq!(number(text).round(2).unwrap().to_string(), rounded);
        }
        assert_eq!(
            number("1").checked_div(number("3")).unwrap().to_string(),
            "0.333333333333"
        );
        assert_eq!(
            number("-2").checked_div(number("3")).unwrap().to_string(),
            "-0.666666666667"
        );
    }

    #[test]
    fn what_is_out_of_range_is_no_number() {
        let large = number("999999999999999999");
        assert!(large.checked_add(Decimal::ONE).is_none());
        assert!(large.checked_mul(large).is_none());
        assert!(Decimal::ONE.checked_div(Decimal::ZERO).is_none());
        for text in [
            "",
            "-",
            ".",
            "1.",
            ".5",
            "1e5",
            "--1",
            "1000000000000000000",
            "٣",
        ] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn digits_have_as_many_decimals_as_wanted() {
        assert_eq!(number("0.05").digits(1), ("0".into(), "1".into()));
        assert_eq!(number("12").digits(2), ("12".into(), "00".into()));
        assert_eq!(number("-0.005").digits(0), ("0".into(), String::new()));
    }
}
