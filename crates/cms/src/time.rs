//! Conversion between ASN.1 times and seconds since 1970, without a clock.

use crate::asn1::{GENERALIZED_TIME, UTC_TIME, Value, encode};
use crate::error::CmsError;

/// Reads a UTCTime or GeneralizedTime that ends in `Z`. Fractions of a second are dropped.
pub(crate) fn read(value: &Value<'_>) -> Result<i64, CmsError> {
    let text = std::str::from_utf8(value.content).map_err(|_| broken())?;
    let text = text.strip_suffix('Z').ok_or_else(broken)?;
    let whole = text.split(['.', ',']).next().unwrap_or(text);
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(broken());
    }
    let (year, rest) = match value.tag {
        UTC_TIME if whole.len() == 12 || whole.len() == 10 => {
            let short = number(&whole[..2])?;
            let century = if short < 50 { 2000 } else { 1900 };
            (century + short, &whole[2..])
        }
        GENERALIZED_TIME if whole.len() >= 12 => (number(&whole[..4])?, &whole[4..]),
        _ => return Err(broken()),
    };
    let part = |at: usize| match rest.get(at..at + 2) {
        Some(digits) => number(digits),
        None => Ok(0),
    };
    seconds(year, part(0)?, part(2)?, [part(4)?, part(6)?, part(8)?]).ok_or_else(broken)
}

/// Writes a time as the attribute signing-time states it (RFC 5652, 11.3): a UTCTime up to 2049, a GeneralizedTime
/// from then on.
pub(crate) fn encoded(at: i64) -> Result<Vec<u8>, CmsError> {
    let [year, month, day, hour, minute, second] = civil(at);
    let rest = format!("{month:02}{day:02}{hour:02}{minute:02}{second:02}Z");
    match year {
        1950..=2049 => Ok(encode(
            UTC_TIME,
            format!("{:02}{rest}", year % 100).as_bytes(),
        )),
        0..=9999 => Ok(encode(
            GENERALIZED_TIME,
            format!("{year:04}{rest}").as_bytes(),
        )),
        _ => Err(broken()),
    }
}

fn broken() -> CmsError {
    CmsError::encoding("a time is not a UTC time")
}

fn number(digits: &str) -> Result<i64, CmsError> {
    digits.parse().map_err(|_| broken())
}

/// Converts a UTC date and time to seconds since 1970. `None` if the date or time does not exist.
///
/// ```
/// use countersign_cms::time;
/// let at = time::seconds(2026, 11, 21, [8, 30, 0]);
/// assert_eq!(at.map(time::iso).as_deref(), Some("2026-11-21T08:30:00Z"));
/// assert_eq!(time::seconds(2026, 2, 29, [0, 0, 0]), None);
/// ```
pub fn seconds(year: i64, month: i64, day: i64, time: [i64; 3]) -> Option<i64> {
    let [hour, minute, second] = time;
    let month_length = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    let possible = (0..=9999).contains(&year)
        && (1..=month_length).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    possible.then(|| {
        let shifted = if month <= 2 { year - 1 } else { year };
        let era = shifted.div_euclid(400);
        let year_of_era = shifted - era * 400;
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let days = era * 146_097 + day_of_era - 719_468;
        days * 86_400 + hour * 3_600 + minute * 60 + second
    })
}

/// Year, month, day, hour, minute and second (UTC) of seconds since 1970.
pub fn civil(at: i64) -> [i64; 6] {
    let days = at.div_euclid(86_400) + 719_468;
    let rest = at.rem_euclid(86_400);
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    [year, month, day, rest / 3_600, rest / 60 % 60, rest % 60]
}

/// ISO 8601 in UTC, the format of every time that the core returns.
pub fn iso(at: i64) -> String {
    let [year, month, day, hour, minute, second] = civil(at);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asn1::{Reader, only};

    fn of(tag: u8, text: &str) -> Result<i64, CmsError> {
        let encoded = encode(tag, text.as_bytes());
        read(&only(&encoded, tag)?)
    }

    #[test]
    fn what_is_written_is_read() {
        for at in [-631_152_000, 0, 1_795_219_200, 2_524_607_999, 2_524_608_000] {
            let encoded = encoded(at).unwrap();
            assert_eq!(read(&Reader::new(&encoded).any().unwrap()), Ok(at));
        }
        assert!(encoded(i64::from(u32::MAX) * 1_000).is_err());
    }

    #[test]
    fn both_forms_are_read() {
        assert_eq!(of(UTC_TIME, "200101000000Z"), Ok(1_577_836_800));
        assert_eq!(of(GENERALIZED_TIME, "20261121125425Z"), Ok(1_795_265_665));
        assert_eq!(
            of(GENERALIZED_TIME, "20261121125425.25Z"),
            Ok(1_795_265_665)
        );
        assert_eq!(
            iso(of(UTC_TIME, "500101000000Z").unwrap()),
            "1950-01-01T00:00:00Z"
        );
    }

    #[test]
    fn impossible_times_are_refused() {
        for text in [
            "20261321125425Z",
            "20260230000000Z",
            "20260101250000Z",
            "2026",
            "abc",
            "",
        ] {
            assert!(of(GENERALIZED_TIME, text).is_err(), "{text}");
        }
        assert!(of(UTC_TIME, "200101000000+0100").is_err());
    }

    #[test]
    fn days_survive_both_ways() {
        for at in [-86_401, 0, 951_782_399, 1_709_164_800, 4_102_444_799] {
            let [y, m, d, h, min, s] = civil(at);
            assert_eq!(seconds(y, m, d, [h, min, s]), Some(at));
        }
    }
}
