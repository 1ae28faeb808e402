//! RunLengthDecode.

use crate::error::{PdfError, Result};

pub(super) fn decode(data: &[u8], limit: usize) -> Result<Vec<u8>> {
    let mut decoded = Vec::with_capacity(data.len());
    let mut rest = data;
    while let [length, after @ ..] = rest {
        match (length, after) {
            (128, _) => break,
            (0..=127, _) => {
                let count = (usize::from(*length) + 1).min(after.len());
                let (copied, later) = after.split_at(count);
                decoded.extend_from_slice(copied);
                rest = later;
            }
            (_, [byte, later @ ..]) => {
                decoded.resize(decoded.len() + 257 - usize::from(*length), *byte);
                rest = later;
            }
            (_, []) => break,
        }
        if decoded.len() > limit {
            return Err(PdfError::Limit("decoded size of a stream"));
        }
    }
    Ok(decoded)
}

#[cfg(test)]
mod tests {
    #[test]
    fn copies_and_repeats() {
        assert_eq!(
            super::decode(&[2, b'a', b'b', b'c', 254, b'x', 128, 9], 100).unwrap(),
            b"abcxxx"
        );
        assert_eq!(super::decode(&[5, b'a'], 100).unwrap(), b"a");
        assert!(super::decode(&[129, 0, 129, 0], 100).is_err());
    }
}
