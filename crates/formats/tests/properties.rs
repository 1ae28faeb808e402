//! Values made by independent generators are accepted, each of their beginnings is never refused while typing, and
//! no text at all makes a check fail.
#![allow(clippy::expect_used)]

use countersign_formats::{
    CheckMode, DATE_PATTERNS, Date, DatePattern, TextFormat, check_date, check_text,
};
use proptest::prelude::*;

/// Valid values of each format, built from the specification's words and not from the matchers.
fn valid(format: TextFormat) -> BoxedStrategy<String> {
    match format {
        TextFormat::Email => "[a-zA-Z0-9äλж][a-zA-Z0-9_+-]{0,20}(\\.[a-z0-9]{1,8}){0,2}@([a-z0-9]{1,10}\\.){1,3}[a-z]{2,6}".boxed(),
        TextFormat::Number | TextFormat::CreditCardNumber => "[0-9]{1,30}".boxed(),
        TextFormat::Letters => "[a-zA-Zà-öø-ÿα-ωА-яぁ-ゖ]{1,40}".boxed(),
        TextFormat::PhoneNumber => prop_oneof!["[0-9]{7,15}", "[+0-9][0-9]{10,15}"].boxed(),
        TextFormat::SocialSecurityNumber => social().boxed(),
        TextFormat::Date => date().boxed(),
        TextFormat::Url => "(https?://)?([a-z0-9]{1,10}\\.){1,3}[a-z]{2,6}(:[1-9][0-9]{0,3})?(/[a-zA-Z0-9._~%-]{0,12}){0,3}(\\?[a-z0-9=&]{0,12})?".boxed(),
        TextFormat::FullName => "[A-Za-zÀ-ÖА-Я]([A-Za-zà-ö,.'_ -]{0,60}[a-zа-я.])?".boxed(),
    }
}

fn social() -> impl Strategy<Value = String> {
    let parts = (1_u32..=899, 1_u32..=99, 1_u32..=9999, "[- ]?");
    parts.prop_filter_map("never given out", |(area, group, serial, between)| {
        let digits = format!("{area:03}{group:02}{serial:04}");
        let given = area != 666 && digits != "078051120" && digits != "219099999";
        given.then(|| format!("{area:03}{between}{group:02}{between}{serial:04}"))
    })
}

fn date() -> impl Strategy<Value = String> {
    let lengths = [31_u32, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    (1_u32..=9999, 0_usize..12, 0_u32..31, 0_usize..4).prop_map(move |(year, month, day, form)| {
        let (day, month) = (day % lengths[month] + 1, month + 1);
        match form {
            0 => format!("{year:04}-{month:02}-{day:02}"),
            1 => format!("{month:02}/{day:02}/{year:04}"),
            2 => format!("{day:02}.{month:02}.{year:04}"),
            _ => format!("{month}/{day}/{year:04}"),
        }
    })
}

fn any_format() -> impl Strategy<Value = (TextFormat, String)> {
    (0..TextFormat::ALL.len()).prop_flat_map(|index| {
        let format = TextFormat::ALL[index];
        valid(format).prop_map(move |value| (format, value))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_values_and_their_beginnings_pass((format, value) in any_format()) {
        prop_assert_eq!(check_text(format, &value, CheckMode::Final), vec![]);
        for (end, _) in value.char_indices() {
            let start = &value[..end];
            prop_assert_eq!(check_text(format, start, CheckMode::Typing), vec![], "{:?} {:?}", format, start);
        }
    }

    #[test]
    fn no_text_breaks_a_check(value in "\\PC{0,60}", index in 0..TextFormat::ALL.len()) {
        let format = TextFormat::ALL[index];
        let typing = check_text(format, &value, CheckMode::Typing);
        let finished = check_text(format, &value, CheckMode::Final);
        prop_assert!(typing.len() <= finished.len());
        for finding in finished {
            prop_assert!(finding.position as usize <= value.encode_utf16().count());
        }
    }

    #[test]
    fn digits_only_formats_agree_with_the_rule(value in "[0-9+ a]{0,20}") {
        let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
        prop_assert_eq!(check_text(TextFormat::Number, &value, CheckMode::Final).is_empty(), digits || value.is_empty());
        let bare: String = value.split_whitespace().collect();
        let count = bare.len();
        let all = bare.bytes().all(|b| b.is_ascii_digit());
        let rest = bare.bytes().skip(1).all(|b| b.is_ascii_digit());
        let phone = (all && (7..=15).contains(&count))
            || (rest && bare.starts_with(|c: char| c == '+' || c.is_ascii_digit()) && (11..=16).contains(&count));
        prop_assert_eq!(check_text(TextFormat::PhoneNumber, &value, CheckMode::Final).is_empty(), phone || value.is_empty());
    }

    #[test]
    fn patterns_read_back_what_they_write(year in 1969_u16..=2068, month in 1_u8..=12, day in 1_u8..=31, index in 0..DATE_PATTERNS.len()) {
        let pattern = DatePattern::parse(DATE_PATTERNS[index]).expect("an offered pattern");
        if let Some(date) = Date::new(year, month, day) {
            let text = pattern.format(date);
            prop_assert_eq!(pattern.read(&text), Some(date));
            for end in 0..text.len() {
                prop_assert_eq!(check_date(&pattern, &text[..end], CheckMode::Typing), vec![], "{} {}", pattern, &text[..end]);
            }
        } else {
            let text = format!("{year:04}-{month:02}-{day:02}");
            prop_assert!(!check_text(TextFormat::Date, &text, CheckMode::Final).is_empty());
        }
    }
}
