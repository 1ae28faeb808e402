//! ASCII85Decode and ASCIIHexDecode.

use crate::error::{PdfError, Result};
use crate::lexer::{decode_hexadecimal, is_whitespace};

pub(super) fn decode_hex(data: &[u8]) -> Vec<u8> {
    let end = memchr::memchr(b'>', data).unwrap_or(data.len());
    decode_hexadecimal(data.get(..end).unwrap_or_default())
}

pub(super) fn decode_85(data: &[u8]) -> Result<Vec<u8>> {
    let data = data.strip_prefix(b"<~").unwrap_or(data);
    let mut decoded = Vec::with_capacity(data.len() / 5 * 4 + 4);
    let mut group = [0u8; 5];
    let mut filled = 0usize;
    for byte in data.iter().copied().filter(|byte| !is_whitespace(*byte)) {
        match byte {
            b'~' => break,
            b'z' if filled == 0 => decoded.extend([0; 4]),
            b'!'..=b'u' => {
                if let Some(place) = group.get_mut(filled) {
                    *place = byte - b'!';
                }
                filled += 1;
                if filled == 5 {
                    decoded.extend(four(group));
                    filled = 0;
                }
            }
            _ => {
                return Err(PdfError::Filter {
                    filter: "ASCII85Decode",
                    problem: "a byte that is no digit",
                });
            }
        }
    }
    if filled > 1 {
        if let Some(rest) = group.get_mut(filled..) {
            rest.fill(84);
        }
        decoded.extend(four(group).iter().take(filled - 1));
    }
    Ok(decoded)
}

/// The value of a group modulo 2³². Larger groups are invalid, but no reader reports them.
fn four(group: [u8; 5]) -> [u8; 4] {
    let value = group
        .iter()
        .fold(0u64, |value, digit| value * 85 + u64::from(*digit));
    (value as u32).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_85() {
        assert_eq!(decode_85(b"87cURD]i,\"Ebo80~>").unwrap(), b"Hello World!");
        assert_eq!(decode_85(b"<~87cU\nRD]~>rest").unwrap(), b"Hello");
        assert_eq!(decode_85(b"z!!").unwrap(), [0, 0, 0, 0, 0]);
        assert!(decode_85(b"ab\xff").is_err());
    }

    #[test]
    fn decodes_hex() {
        assert_eq!(decode_hex(b"48 6 5 7>99"), b"Hep");
    }
}
