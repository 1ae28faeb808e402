//! Text strings: PDFDocEncoding, UTF-16BE and UTF-8.

/// Characters of the bytes 0x18–0x1f and 0x80–0xa0 in PDFDocEncoding (ISO 32000-2, annex D.3).
const LOW: [char; 8] = [
    '\u{2d8}', '\u{2c7}', '\u{2c6}', '\u{2d9}', '\u{2dd}', '\u{2db}', '\u{2da}', '\u{2dc}',
];
const HIGH: [char; 33] = [
    '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{192}', '\u{2044}',
    '\u{2039}', '\u{203a}', '\u{2212}', '\u{2030}', '\u{201e}', '\u{201c}', '\u{201d}', '\u{2018}',
    '\u{2019}', '\u{201a}', '\u{2122}', '\u{fb01}', '\u{fb02}', '\u{141}', '\u{152}', '\u{160}',
    '\u{178}', '\u{17d}', '\u{131}', '\u{142}', '\u{153}', '\u{161}', '\u{17e}', '\u{fffd}',
    '\u{20ac}',
];

/// Decodes a text string. Language escapes are removed, invalid data becomes U+FFFD (ISO 32000-2,
/// 7.9.2.2).
///
/// ```
/// assert_eq!(countersign_pdf::decode_text(b"\xFE\xFF\x03\xA9"), "Ω");
/// ```
pub fn decode_text(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        // UTF-16LE: not standard, but used by some writers.
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ if is_plain(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => bytes.iter().map(|byte| decode_byte(*byte)).collect(),
    }
}

/// Encodes a text string: PDFDocEncoding if it has all characters, otherwise UTF-16BE (ISO 32000-2,
/// 7.9.2.2).
///
/// ```
/// assert_eq!(countersign_pdf::encode_text("Ada"), b"Ada");
/// assert_eq!(countersign_pdf::encode_text("Ω"), b"\xFE\xFF\x03\xA9");
/// ```
pub fn encode_text(text: &str) -> Vec<u8> {
    if is_plain(text.as_bytes()) {
        return text.into();
    }
    let simple: Option<Vec<u8>> = text.chars().map(encode_char).collect();
    match simple {
        // The bytes must not look like a byte order mark.
        Some(bytes) if !starts_like_unicode(&bytes) => bytes,
        _ => [0xfe, 0xff]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_be_bytes))
            .collect(),
    }
}

/// True if all bytes are identical in all of the encodings.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' '..=b'~'))
}

fn starts_like_unicode(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0xef, 0xbb, 0xbf, ..]
    )
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes
        .chunks_exact(2)
        .filter_map(|pair| Some(unit(pair.try_into().ok()?)));
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut in_escape = false;
    for character in char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)) {
        match character {
            '\u{1b}' => in_escape = !in_escape,
            other if !in_escape => text.push(other),
            _ => {}
        }
    }
    text
}

fn decode_byte(byte: u8) -> char {
    match byte {
        0x18..=0x1f => LOW
            .get(usize::from(byte - 0x18))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
        0x80..=0xa0 => HIGH
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f | 0xad => char::REPLACEMENT_CHARACTER,
        _ => char::from(byte),
    }
}

fn encode_char(character: char) -> Option<u8> {
    match u32::from(character) {
        code @ (9 | 10 | 13 | 0x20..=0x7e | 0xa1..=0xac | 0xae..=0xff) => Some(code as u8),
        0xfffd => None,
        _ => {
            let low = LOW
                .iter()
                .position(|it| *it == character)
                .map(|at| at as u8 + 0x18);
            low.or_else(|| {
                HIGH.iter()
                    .position(|it| *it == character)
                    .map(|at| at as u8 + 0x80)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "",
            "plain",
            "Grüße €5 – „so“",
            "Ωμέγα",
            "日本語 😀",
            "þÿ",
            "tab\tline\n",
            "\u{fffd}",
        ] {
            assert_eq!(decode_text(&encode_text(text)), text);
        }
        assert_eq!(encode_text("€"), [0xa0]);
    }

    #[test]
    fn other_encodings_are_read() {
        assert_eq!(decode_text(b"\xff\xfeA\0"), "A");
        assert_eq!(decode_text(b"\xef\xbb\xbf\xc3\xa4"), "ä");
        assert_eq!(decode_text(b"\xfe\xff\0\x1b\0e\0n\0\x1b\0A"), "A");
        assert_eq!(decode_text(b"\xfe\xff\xd8"), "");
        assert_eq!(decode_text(b"\xfe\xff\xd8\x00\x00A"), "\u{fffd}A");
    }
}
