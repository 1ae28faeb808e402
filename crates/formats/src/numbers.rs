//! Digits, phone numbers and social security numbers.

use crate::TextFindingCode;
use crate::matching::Verdict;

/// Checks for one or more digits and nothing else.
pub(crate) fn digits(value: &str) -> Verdict {
    if value.is_empty() {
        return Verdict::TOO_SHORT;
    }
    value
        .char_indices()
        .find(|(_, c)| !c.is_ascii_digit())
        .map_or(Verdict::Valid, |(at, _)| Verdict::wrong_character(at))
}

/// Checks a phone number: 7 to 15 digits, or a plus or digit followed by 10 to 15 digits. White
/// space is ignored, because it is removed before storing.
pub(crate) fn phone(value: &str) -> Verdict {
    let mut plus = false;
    let mut count = 0_usize;
    for (at, c) in value.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        match c {
            '+' if count == 0 && !plus => plus = true,
            '0'..='9' => count += 1,
            _ => return Verdict::wrong_character(at),
        }
        if count > if plus { 15 } else { 16 } {
            return Verdict::too_long(at);
        }
    }
    let least = if plus { 10 } else { 7 };
    if count < least {
        Verdict::TOO_SHORT
    } else {
        Verdict::Valid
    }
}

/// Numbers that appeared in advertisements and are never assigned.
const INVALID_SOCIAL: [[u8; 9]; 2] = [*b"078051120", *b"219099999"];

/// Checks three, two and four digits, separated by dashes, spaces or nothing.
pub(crate) fn social_security(value: &str) -> Verdict {
    let mut digits = [0_u8; 9];
    let mut count = 0_usize;
    let mut separated = false;
    for (at, c) in value.char_indices() {
        match c {
            '0'..='9' => {
                let Some(place) = digits.get_mut(count) else {
                    return Verdict::too_long(at);
                };
                *place = c as u8;
                count += 1;
                separated = false;
            }
            '-' | ' ' if !separated && (count == 3 || count == 5) => separated = true,
            '-' | ' ' => return Verdict::wrong_form(at),
            _ => return Verdict::wrong_character(at),
        }
        if c.is_ascii_digit() && is_forbidden(&digits, count) {
            return Verdict::Invalid(TextFindingCode::ForbiddenNumber, at);
        }
    }
    if count == digits.len() {
        Verdict::Valid
    } else {
        Verdict::TOO_SHORT
    }
}

/// True if the first `count` digits can't start a valid number. Checked when a digit completes a
/// group.
fn is_forbidden(digits: &[u8; 9], count: usize) -> bool {
    let [a, b, c, d, e, rest @ ..] = digits;
    match count {
        1 => *a == b'9',
        3 => matches!(&[*a, *b, *c], b"000" | b"666"),
        5 => *d == b'0' && *e == b'0',
        9 => rest == b"0000" || INVALID_SOCIAL.contains(digits),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones() {
        for good in [
            "5551234",
            "123456789012345",
            "1234567890123456",
            "+1234567890",
            "+123456789012345",
            "+1 202 555 0123",
        ] {
            assert_eq!(phone(good), Verdict::Valid, "{good}");
        }
        for short in ["+", "123456", "+123456789"] {
            assert_eq!(phone(short), Verdict::TOO_SHORT, "{short}");
        }
        for bad in [
            "12345678901234567",
            "+1234567890123456",
            "12+34567",
            "++1",
            "555-1234",
            "(202) 555",
        ] {
            assert!(matches!(phone(bad), Verdict::Invalid(..)), "{bad}");
        }
    }

    #[test]
    fn social_security_numbers() {
        for good in [
            "123-45-6789",
            "123 45 6789",
            "123456789",
            "899-99-9999",
            "665-01-0001",
        ] {
            assert_eq!(social_security(good), Verdict::Valid, "{good}");
        }
        for never in [
            "000-12-3456",
            "666-12-3456",
            "900-12-3456",
            "999-12-3456",
            "123-00-4567",
            "123-45-0000",
        ] {
            assert!(
                matches!(
                    social_security(never),
                    Verdict::Invalid(TextFindingCode::ForbiddenNumber, _)
                ),
                "{never}"
            );
        }
        for known in ["078-05-1120", "219099999", "219 09 9999"] {
            assert!(
                matches!(
                    social_security(known),
                    Verdict::Invalid(TextFindingCode::ForbiddenNumber, _)
                ),
                "{known}"
            );
        }
        assert_eq!(social_security("12-345-6789"), Verdict::wrong_form(2));
        assert_eq!(social_security("123--456789"), Verdict::wrong_form(4));
        assert_eq!(social_security("123-45-67890"), Verdict::too_long(11));
        assert_eq!(social_security("123-45-678"), Verdict::TOO_SHORT);
        assert_eq!(social_security("123-45-6789-"), Verdict::wrong_form(11));
    }
}
