//! A date of the Gregorian calendar.

/// A valid date between the years 1 and 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The date, if it is valid.
    ///
    /// ```
    /// use countersign_formats::Date;
    /// assert!(Date::new(2000, 2, 29).is_some());
    /// assert!(Date::new(1900, 2, 29).is_none());
    /// ```
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let real = (1..=9999).contains(&year) && (1..=days_in(month, is_leap(year))).contains(&day);
        real.then_some(Self { year, month, day })
    }

    /// 1 to 9999.
    #[must_use]
    pub fn year(self) -> u16 {
        self.year
    }

    /// 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        self.month
    }

    /// 1 to 31.
    #[must_use]
    pub fn day(self) -> u8 {
        self.day
    }
}

pub(crate) fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// Number of days in a month; 0 for an invalid month.
pub(crate) fn days_in(month: u8, leap: bool) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}
