//! Dates such as `D:20261121153000+01'00'`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A PDF date. Omitted parts have their smallest value (ISO 32000-2, 7.9.4).
///
/// ```
/// use countersign_pdf::Date;
/// let date = Date::parse("D:20240229120000+01'00").ok_or("no date")?;
/// assert_eq!((date.hour, date.offset), (12, Some(60)));
/// assert_eq!(Date::from_unix(date.to_unix()).hour, 11);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Date {
    /// The year, four digits.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// Offset of local time from UTC in minutes, if known.
    pub offset: Option<i16>,
}

impl Date {
    /// Parses a date; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("D:").unwrap_or(text).trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count().min(14);
        let (date, zone) = text.split_at_checked(digits)?;
        let part = |from: usize, length: usize, least: u16, most: u16| match date
            .get(from..from + length)
        {
            Some(digits) => digits
                .parse::<u16>()
                .ok()
                .filter(|it| (least..=most).contains(it)),
            None if date.len() > from => None,
            None => Some(least),
        };
        if date.len() < 4 {
            return None;
        }
        Some(Self {
            year: part(0, 4, 0, 9999)?,
            month: part(4, 2, 1, 12)? as u8,
            day: part(6, 2, 1, 31)? as u8,
            hour: part(8, 2, 0, 23)? as u8,
            minute: part(10, 2, 0, 59)? as u8,
            second: part(12, 2, 0, 59)? as u8,
            offset: parse_zone(zone),
        })
    }

    /// Converts from seconds since 1970-01-01T00:00Z; the result is in UTC.
    pub fn from_unix(seconds: i64) -> Self {
        let days = seconds.div_euclid(86_400);
        let rest = seconds.rem_euclid(86_400);
        let (year, month, day) = civil(days);
        Self {
            year: year.clamp(0, 9999) as u16,
            month,
            day,
            hour: (rest / 3600) as u8,
            minute: (rest / 60 % 60) as u8,
            second: (rest % 60) as u8,
            offset: Some(0),
        }
    }

    /// Converts to seconds since 1970-01-01T00:00Z. A date without an offset counts as UTC.
    pub fn to_unix(&self) -> i64 {
        let days = days_from_civil(
            i64::from(self.year),
            i64::from(self.month),
            i64::from(self.day),
        );
        let seconds =
            i64::from(self.hour) * 3600 + i64::from(self.minute) * 60 + i64::from(self.second);
        days * 86_400 + seconds - i64::from(self.offset.unwrap_or(0)) * 60
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
            offset,
        } = self;
        write!(
            f,
            "D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}"
        )?;
        match offset {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(offset) => {
                let sign = if *offset < 0 { '-' } else { '+' };
                let minutes = offset.unsigned_abs();
                write!(f, "{sign}{:02}'{:02}'", minutes / 60, minutes % 60)
            }
        }
    }
}

fn parse_zone(zone: &str) -> Option<i16> {
    let sign = match zone.bytes().next()? {
        b'Z' => return Some(0),
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits: String = zone.chars().filter(char::is_ascii_digit).take(4).collect();
    let hours: i16 = digits.get(..2)?.parse().ok()?;
    let minutes: i16 = digits
        .get(2..)
        .filter(|it| it.len() == 2)
        .map_or(Some(0), |it| it.parse().ok())?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// Days since 1970-01-01 of a Gregorian date. The year starts in March, so that the leap day is its
/// last day.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn civil(days: i64) -> (i64, u8, u8) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (
        year + era * 400 + i64::from(month <= 2),
        month as u8,
        day as u8,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_written() {
        for text in [
            "D:20261121153000+01'00'",
            "D:20240229235959Z",
            "D:19991231000000-03'30'",
            "D:20200101000000",
        ] {
            assert_eq!(Date::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            Date::parse("D:2020").unwrap().to_string(),
            "D:20200101000000"
        );
        assert_eq!(Date::parse("20200102").unwrap().day, 2);
        for text in ["", "D:", "D:20201301", "D:2020010", "yesterday"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn unix_time_goes_both_ways() {
        for seconds in [
            0,
            951_782_399,
            951_782_400,
            1_795_275_000,
            -1,
            4_102_444_800,
        ] {
            assert_eq!(Date::from_unix(seconds).to_unix(), seconds);
        }
        assert_eq!(
            Date::from_unix(951_782_400).to_string(),
            "D:20000229000000Z"
        );
        assert_eq!(Date::parse("D:19700101010000+01'00'").unwrap().to_unix(), 0);
    }
}
