//! Internationalized host names: converts Unicode labels to Punycode (RFC 3492).

use unicode_normalization::UnicodeNormalization;

/// Label separators: the dot and its equivalents (RFC 3490, 3.1).
pub const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
/// Maximum length of a label.
const MAX_LABEL: usize = 63;
/// ACE prefix of Punycode labels.
const PREFIX: &str = "xn--";

/// Converts a host, with an optional port, to ASCII. `None` if a label is too long.
pub fn ascii(host: &str) -> Option<String> {
    if host.is_ascii() {
        return Some(host.to_owned());
    }
    let labels: Option<Vec<String>> = host.split(DOTS).map(label).collect();
    Some(labels?.join("."))
}

fn label(text: &str) -> Option<String> {
    if text.is_ascii() {
        return Some(text.to_owned());
    }
    // Only the last label can have a port.
    let (name, port) = match text.split_once(':') {
        Some((name, port)) => (name, format!(":{port}")),
        None => (text, String::new()),
    };
    let name: Vec<char> = name.to_lowercase().nfc().collect();
    let encoded = format!("{PREFIX}{}", punycode(&name)?);
    (encoded.len() <= MAX_LABEL).then(|| encoded + &port)
}

// Parameters of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// Encoder of RFC 3492, 6.3. `None` on integer overflow.
fn punycode(characters: &[char]) -> Option<String> {
    let mut out: String = characters.iter().filter(|it| it.is_ascii()).collect();
    let basic = u32::try_from(out.len()).ok()?;
    if basic > 0 {
        out.push('-');
    }
    let (mut n, mut delta, mut bias, mut handled) = (INITIAL_N, 0u32, INITIAL_BIAS, basic);
    let total = u32::try_from(characters.len()).ok()?;
    while handled < total {
        let codes = characters.iter().map(|&it| u32::from(it));
        let next = codes.clone().filter(|&code| code >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
        n = next;
        for code in codes {
            if code < n {
                delta = delta.checked_add(1)?;
            }
            if code == n {
                write_number(&mut out, delta, bias);
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n = n.checked_add(1)?;
    }
    Some(out)
}

/// Writes a variable-length integer, least significant digit first.
fn write_number(out: &mut String, mut number: u32, bias: u32) {
    for k in (BASE..).step_by(BASE as usize) {
        let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if number < threshold {
            break;
        }
        out.push(digit(threshold + (number - threshold) % (BASE - threshold)));
        number = (number - threshold) / (BASE - threshold);
    }
    out.push(digit(number));
}

fn digit(value: u32) -> char {
    char::from_digit((value + 10) % BASE, BASE).unwrap_or('a')
}

/// Bias adaptation of RFC 3492, 6.1.
fn adapt(delta: u32, count: u32, first: bool) -> u32 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        for (text, encoded) in [
            ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
            (
                "почемужеонинеговорятпорусски",
                "b1abfaaepdrnnbgefbadotcwatmq2g4l",
            ),
            (
                "porquénopuedensimplementehablarenespañol",
                "porqunopuedensimplementehablarenespaol-fmd56a",
            ),
            ("そのスピードで", "d9juau41awczczp"),
        ] {
            let characters: Vec<char> = text.chars().collect();
            assert_eq!(punycode(&characters).as_deref(), Some(encoded));
        }
    }

    #[test]
    fn composed_and_small_letters_are_the_same_name() {
        assert_eq!(ascii("BU\u{308}CHER.example"), ascii("bücher.example"));
        assert_eq!(ascii("example.org:80").as_deref(), Some("example.org:80"));
    }
}
