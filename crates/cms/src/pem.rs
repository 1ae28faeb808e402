//! PEM and base64, without a dependency.

/// Decodes all PEM blocks with this label. Empty if the bytes are not PEM.
///
/// ```
/// use countersign_cms::pem;
/// let file = format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", pem::base64_encode(b"DER"));
/// assert_eq!(pem::decode(file.as_bytes(), "CERTIFICATE"), [b"DER"]);
/// assert!(pem::decode(b"\x30\x82", "CERTIFICATE").is_empty());
/// ```
pub fn decode(bytes: &[u8], label: &str) -> Vec<Vec<u8>> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Vec::new();
    };
    let begin = format!("-----BEGIN {label}-----");
    let end = format!("-----END {label}-----");
    text.split(begin.as_str())
        .skip(1)
        .filter_map(|rest| rest.split(end.as_str()).next())
        .filter_map(base64_decode)
        .collect()
}

/// Decodes base64, ignoring white space. `None` for any other character.
pub fn base64_decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits: u32 = 0;
    let mut count = 0;
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => continue,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}

/// Encodes base64 with padding.
pub fn base64_encode(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|at| u32::from(chunk.get(at).copied().unwrap_or(0)));
        let group = (a << 16) | (b << 8) | c;
        for position in 0..4 {
            let index = (group >> (18 - 6 * position)) & 63;
            let used = position <= chunk.len();
            out.push(if used {
                char::from(ALPHABET[index as usize])
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_survives_both_ways() {
        for bytes in [&b""[..], b"f", b"fo", b"foo", b"\xff\xfe\xfd\xfc"] {
            assert_eq!(base64_decode(&base64_encode(bytes)).unwrap(), bytes);
        }
        assert_eq!(base64_encode(b"fo"), "Zm8=");
        assert_eq!(base64_decode("!"), None);
    }
}
