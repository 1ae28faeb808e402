//! Date patterns of date fields, such as `MM/DD/YYYY`: parsing, checking while typing, and
//! formatting.

use crate::TextFindingCode;
use crate::date::{Date, days_in, is_leap};
use crate::matching::Verdict;
use std::fmt;

/// The patterns offered by the product; the text format `date` accepts all of them.
pub const DATE_PATTERNS: [&str; 18] = [
    "YYYY-MM-DD",
    "MM/DD/YYYY",
    "DD/MM/YYYY",
    "DD.MM.YYYY",
    "MM-DD-YYYY",
    "DD-MM-YYYY",
    "YYYY/MM/DD",
    "YYYY.MM.DD",
    "M/D/YYYY",
    "D/M/YYYY",
    "D.M.YYYY",
    "MM/DD/YY",
    "DD/MM/YY",
    "DD.MM.YY",
    "D MMM YYYY",
    "MMM D, YYYY",
    "D MMMM YYYY",
    "MMMM D, YYYY",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Two-digit years up to this one belong to the 21st century, as in POSIX.
const LAST_OF_CENTURY: u16 = 68;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Year4,
    Year2,
    Month2,
    Month1,
    MonthShort,
    MonthLong,
    Day2,
    Day1,
    Literal(char),
}

/// A date pattern. Parts: `YYYY`, `YY` (00–68 is 20xx), `MM`, `M`, `MMM` (Jan), `MMMM` (January),
/// `DD`, `D`, in upper or lower case, separated by spaces or punctuation. Year, month and day occur
/// once each.
///
/// ```
/// use countersign_formats::{Date, DatePattern};
/// let pattern = DatePattern::parse("DD.MM.YYYY").ok_or("pattern")?;
/// let day = Date::new(2024, 2, 29).ok_or("day")?;
/// assert_eq!(pattern.format(day), "29.02.2024");
/// assert_eq!(pattern.read("29.02.2024"), Some(day));
/// assert_eq!(pattern.read("30.02.2024"), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatePattern {
    parts: Vec<Part>,
}

impl DatePattern {
    /// Parses a pattern; `None` if it is invalid.
    #[must_use]
    pub fn parse(pattern: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            let letter = first.to_ascii_uppercase();
            let run = rest
                .chars()
                .take_while(|c| c.to_ascii_uppercase() == letter)
                .count();
            let (part, taken) = match (letter, run) {
                ('Y', 4) => (Part::Year4, 4),
                ('Y', 2) => (Part::Year2, 2),
                ('M', 4) => (Part::MonthLong, 4),
                ('M', 3) => (Part::MonthShort, 3),
                ('M', 2) => (Part::Month2, 2),
                ('M', 1) => (Part::Month1, 1),
                ('D', 2) => (Part::Day2, 2),
                ('D', 1) => (Part::Day1, 1),
                (c, _) if c == ' ' || c.is_ascii_punctuation() => (Part::Literal(first), 1),
                _ => return None,
            };
            parts.push(part);
            rest = &rest[taken..];
        }
        let pattern = Self { parts };
        pattern.is_whole().then_some(pattern)
    }

    /// `YYYY-MM-DD`.
    #[must_use]
    pub fn iso() -> Self {
        let dash = Part::Literal('-');
        Self {
            parts: vec![Part::Year4, dash, Part::Month2, dash, Part::Day2],
        }
    }

    /// True if year, month and day occur once each, and no part of variable length directly
    /// precedes another part.
    fn is_whole(&self) -> bool {
        let count = |kinds: &[Part]| {
            self.parts
                .iter()
                .filter(|part| kinds.contains(part))
                .count()
        };
        let open = [Part::Month1, Part::Day1, Part::MonthShort, Part::MonthLong];
        let apart = self.parts.windows(2).all(|pair| match pair {
            [a, b] => !open.contains(a) || matches!(b, Part::Literal(_)),
            _ => true,
        });
        apart
            && self.parts.len() <= 16
            && count(&[Part::Year4, Part::Year2]) == 1
            && count(&[
                Part::Month1,
                Part::Month2,
                Part::MonthShort,
                Part::MonthLong,
            ]) == 1
            && count(&[Part::Day1, Part::Day2]) == 1
    }

    /// Formats a date.
    #[must_use]
    pub fn format(&self, date: Date) -> String {
        let name = MONTHS
            .get(usize::from(date.month()).wrapping_sub(1))
            .copied()
            .unwrap_or_default();
        let write = |part: &Part| match part {
            Part::Year4 => format!("{:04}", date.year()),
            Part::Year2 => format!("{:02}", date.year() % 100),
            Part::Month2 => format!("{:02}", date.month()),
            Part::Month1 => date.month().to_string(),
            Part::MonthShort => name.chars().take(3).collect(),
            Part::MonthLong => name.to_owned(),
            Part::Day2 => format!("{:02}", date.day()),
            Part::Day1 => date.day().to_string(),
            Part::Literal(c) => c.to_string(),
        };
        self.parts.iter().map(write).collect()
    }

    /// Parses a date; `None` if the text does not match the pattern or the date is invalid.
    #[must_use]
    pub fn read(&self, value: &str) -> Option<Date> {
        let walk = self.walk(value);
        walk.verdict(value)
            .is_valid()
            .then(|| walk.possible.first())?
    }

    pub(crate) fn check(&self, value: &str) -> Verdict {
        self.walk(value).verdict(value)
    }

    fn walk(&self, value: &str) -> Walk {
        let mut walk = Walk {
            possible: Possible::default(),
            at: 0,
            number_at: 0,
            stop: None,
        };
        for part in &self.parts {
            if walk.stop.is_some() {
                break;
            }
            walk.step(*part, value);
        }
        walk
    }
}

impl fmt::Display for DatePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| match part {
            Part::Year4 => f.write_str("YYYY"),
            Part::Year2 => f.write_str("YY"),
            Part::Month2 => f.write_str("MM"),
            Part::Month1 => f.write_str("M"),
            Part::MonthShort => f.write_str("MMM"),
            Part::MonthLong => f.write_str("MMMM"),
            Part::Day2 => f.write_str("DD"),
            Part::Day1 => f.write_str("D"),
            Part::Literal(c) => write!(f, "{c}"),
        })
    }
}

/// The years, months and days still possible after the text so far; months and days as bit sets.
#[derive(Clone, Copy, Debug)]
struct Possible {
    years: (u16, u16),
    months: u16,
    days: u32,
}

impl Default for Possible {
    fn default() -> Self {
        Self {
            years: (1, 9999),
            months: 0x1ffe,
            days: 0xffff_fffe,
        }
    }
}

impl Possible {
    /// The first possible valid date, considering leap years if the range has one.
    fn first(&self) -> Option<Date> {
        let (from, to) = self.years;
        let leap = (from..=to).find(|year| is_leap(*year));
        let common = (from..=to).find(|year| !is_leap(*year));
        let days = |year: u16, month: u8| {
            let last = days_in(month, is_leap(year));
            (1..=last)
                .find(|day| self.days >> day & 1 == 1)
                .and_then(|day| Date::new(year, month, day))
        };
        [common, leap].into_iter().flatten().find_map(|year| {
            (1..=12_u8)
                .filter(|m| self.months >> m & 1 == 1)
                .find_map(|month| days(year, month))
        })
    }
}

/// Why the walk stopped before the last part.
#[derive(Clone, Copy, Debug)]
enum Stop {
    /// The text ended within or before a part.
    TextEnded,
    /// A wrong character, at this byte index.
    Wrong(usize),
}

struct Walk {
    possible: Possible,
    at: usize,
    /// Start of the last number or name.
    number_at: usize,
    stop: Option<Stop>,
}

impl Walk {
    fn verdict(&self, value: &str) -> Verdict {
        if let Some(Stop::Wrong(at)) = self.stop {
            return Verdict::wrong_character(at);
        }
        if self.possible.first().is_none() {
            return Verdict::Invalid(TextFindingCode::NotADate, self.number_at);
        }
        match self.stop {
            None if self.at == value.len() => Verdict::Valid,
            None => Verdict::too_long(self.at),
            Some(_) => Verdict::TOO_SHORT,
        }
    }

    fn step(&mut self, part: Part, value: &str) {
        let rest = value.get(self.at..).unwrap_or_default();
        match part {
            Part::Literal(c) => match rest.chars().next() {
                None => self.stop = Some(Stop::TextEnded),
                Some(found) if found == c => self.at += c.len_utf8(),
                Some(_) => self.stop = Some(Stop::Wrong(self.at)),
            },
            Part::MonthShort => self.name(rest, 3),
            Part::MonthLong => self.name(rest, usize::MAX),
            Part::Year4 => self.number(rest, 4, true, |p, from, to| p.years = (from.max(1), to)),
            Part::Year2 => self.number(rest, 2, true, Possible::keep_short_years),
            Part::Month2 | Part::Month1 => {
                self.number(rest, 2, part == Part::Month2, Possible::keep_months)
            }
            Part::Day2 | Part::Day1 => {
                self.number(rest, 2, part == Part::Day2, Possible::keep_days)
            }
        }
    }

    /// Parses up to `width` digits. Keeps the dates that they can mean, including with further
    /// digits at the end of the text.
    fn number(&mut self, rest: &str, width: usize, fixed: bool, keep: fn(&mut Possible, u16, u16)) {
        let digits = rest
            .bytes()
            .take(width)
            .take_while(u8::is_ascii_digit)
            .count();
        let number = rest[..digits].parse::<u16>().unwrap_or(0);
        self.number_at = self.at;
        self.at += digits;
        let ended = digits == rest.len();
        if digits == 0 || (fixed && digits < width && !ended) {
            self.stop = Some(if ended {
                Stop::TextEnded
            } else {
                Stop::Wrong(self.at)
            });
            return;
        }
        if digits == width || !ended {
            keep(&mut self.possible, number, number);
            return;
        }
        let scale = 10_u16.pow(u32::try_from(width - digits).unwrap_or(0));
        let (from, to) = (number * scale, number * scale + (scale - 1));
        let mut grown = self.possible;
        keep(&mut grown, from, to);
        if !fixed {
            // The digit may be the whole value, so the part is complete; longer values remain
            // possible as well.
            let mut alone = self.possible;
            keep(&mut alone, number, number);
            if alone.first().is_some() {
                self.possible = alone;
                return;
            }
        }
        self.possible = grown;
        self.stop = Some(Stop::TextEnded);
    }

    /// Parses the first `length` letters of a month name, ignoring case.
    fn name(&mut self, rest: &str, length: usize) {
        self.number_at = self.at;
        let letters: usize = rest
            .chars()
            .take_while(|c| c.is_ascii_alphabetic())
            .map(char::len_utf8)
            .sum();
        let word = &rest[..letters];
        let short = |name: &'static str| &name[..name.len().min(length)];
        let is = |name: &str| name.eq_ignore_ascii_case(word);
        let begins = |name: &str| {
            name.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let (mut whole, mut started) = (0_u16, 0_u16);
        for (index, name) in MONTHS.iter().enumerate() {
            whole |= u16::from(is(short(name))) << (index + 1);
            started |= u16::from(begins(short(name))) << (index + 1);
        }
        let ended = letters == rest.len();
        self.at += letters;
        match (whole, ended && started != 0) {
            (0, true) => {
                self.possible.months &= started;
                self.stop = Some(Stop::TextEnded);
            }
            (0, false) => self.stop = Some(Stop::Wrong(self.number_at)),
            _ => self.possible.months &= whole,
        }
    }
}

impl Possible {
    /// The decade that spans two centuries counts as the full range of years: either way it
    /// contains leap and common years.
    fn keep_short_years(&mut self, from: u16, to: u16) {
        let (from, to) = (century(from), century(to));
        self.years = (from.min(to), from.max(to));
    }

    fn keep_months(&mut self, from: u16, to: u16) {
        self.months &= (from..=to.min(12)).fold(0, |bits, month| bits | 1 << month);
    }

    fn keep_days(&mut self, from: u16, to: u16) {
        self.days &= (from..=to.min(31)).fold(0, |bits, day| bits | 1 << day);
    }
}

fn century(year: u16) -> u16 {
    if year <= LAST_OF_CENTURY {
        2000 + year
    } else {
        1900 + year
    }
}

/// The text format `date`: valid if any pattern matches; otherwise incomplete if any pattern can
/// still match; otherwise the result of the pattern that matched the longest prefix.
pub(crate) fn any_date(value: &str) -> Verdict {
    let mut best = Verdict::wrong_character(0);
    for pattern in DATE_PATTERNS
        .iter()
        .filter_map(|pattern| DatePattern::parse(pattern))
    {
        let verdict = pattern.check(value);
        let better = match (verdict, best) {
            (Verdict::Valid, _) => return verdict,
            (_, Verdict::Incomplete(_)) => false,
            (Verdict::Incomplete(_), _) => true,
            (Verdict::Invalid(code, at), Verdict::Invalid(_, best_at)) => {
                at > best_at || (at == best_at && code == TextFindingCode::NotADate)
            }
            (Verdict::Invalid(..), Verdict::Valid) => false,
        };
        if better {
            best = verdict;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, value: &str) -> Verdict {
        DatePattern::parse(pattern).expect(pattern).check(value)
    }

    #[test]
    fn every_offered_pattern_writes_what_it_reads() {
        let day = Date::new(2024, 11, 5).unwrap();
        for text in DATE_PATTERNS {
            let pattern = DatePattern::parse(text).expect(text);
            assert_eq!(pattern.to_string(), text);
            assert_eq!(pattern.read(&pattern.format(day)), Some(day), "{text}");
        }
        assert_eq!(
            DatePattern::parse("mm/dd/yyyy"),
            DatePattern::parse("MM/DD/YYYY")
        );
        assert_eq!(
            DatePattern::parse("MMMM D, YYYY").unwrap().format(day),
            "November 5, 2024"
        );
    }

    #[test]
    fn what_is_no_pattern() {
        for bad in [
            "",
            "YYYY",
            "MM/DD",
            "YYYY-MM-DD-DD",
            "MDYYYY",
            "YYY-MM-DD",
            "HH:MM",
            "DDD.MM.YYYY",
            "YYYYMMMDD",
        ] {
            assert_eq!(DatePattern::parse(bad), None, "{bad}");
        }
        assert!(DatePattern::parse("YYYYMMDD").is_some());
    }

    #[test]
    fn typing_is_stopped_only_where_nothing_can_follow() {
        for start in [
            "0", "02", "02/", "02/2", "02/29", "02/29/", "02/29/20", "12/31/9", "1",
        ] {
            assert_eq!(check("MM/DD/YYYY", start), Verdict::TOO_SHORT, "{start}");
        }
        for (bad, at) in [
            ("2", 0),
            ("13", 0),
            ("00", 0),
            ("02/3", 3),
            ("02/30", 3),
            ("02/29/2023", 6),
            ("04/31", 3),
            ("02/29/19", 6),
        ] {
            let verdict = check("MM/DD/YYYY", bad);
            let expected = if bad == "02/29/19" {
                Verdict::TOO_SHORT
            } else {
                Verdict::Invalid(TextFindingCode::NotADate, at)
            };
            assert_eq!(verdict, expected, "{bad}");
        }
        assert_eq!(check("MM/DD/YYYY", "2/1/2024"), Verdict::wrong_character(1));
        assert_eq!(check("MM/DD/YYYY", "02/01/2024x"), Verdict::too_long(10));
        assert_eq!(check("M/D/YYYY", "2/1/2024"), Verdict::Valid);
        assert_eq!(check("D MMM YYYY", "5 nov 2024"), Verdict::Valid);
        assert_eq!(
            check("D MMM YYYY", "31 Feb"),
            Verdict::Invalid(TextFindingCode::NotADate, 3)
        );
        assert_eq!(check("D MMM YYYY", "5 xyz"), Verdict::wrong_character(2));
        assert_eq!(
            check("YYYY-MM-DD", "0000"),
            Verdict::Invalid(TextFindingCode::NotADate, 0)
        );
    }

    #[test]
    fn any_pattern_will_do_for_the_text_format() {
        for good in [
            "2024-02-29",
            "12/31/2024",
            "31/12/2024",
            "31.12.2024",
            "December 31, 2024",
            "1/2/2024",
        ] {
            assert_eq!(any_date(good), Verdict::Valid, "{good}");
        }
        for bad in [
            "2023-02-29",
            "31/31/2024",
            "32.12.2024",
            "tomorrow",
            "2024-13-01",
        ] {
            assert!(matches!(any_date(bad), Verdict::Invalid(..)), "{bad}");
        }
        assert_eq!(any_date("2024-"), Verdict::TOO_SHORT);
    }
}
