//! FlateDecode, with the pure Rust zlib. [`crate::compress`] does the opposite.

use flate2::{Decompress, FlushDecompress, Status};

use crate::error::{PdfError, Result};

const STEP: usize = 64 * 1024;
const DAMAGED: PdfError = PdfError::Filter {
    filter: "FlateDecode",
    problem: "damaged data",
};

/// Inflates data. Of damaged data the readable part is returned, as in viewers; an error only if
/// that is empty.
pub(super) fn inflate(data: &[u8], limit: usize) -> Result<Vec<u8>> {
    match run(Decompress::new(true), data, limit)? {
        (decoded, true) => Ok(decoded),
        (decoded, false) if !decoded.is_empty() => Ok(decoded),
        // Some writers omit the zlib header.
        (_, false) => match run(Decompress::new(false), data, limit)? {
            (decoded, complete) if complete || !decoded.is_empty() => Ok(decoded),
            _ if data.iter().all(|byte| byte.is_ascii_whitespace()) => Ok(Vec::new()),
            _ => Err(DAMAGED),
        },
    }
}

/// The decoded bytes, and whether the data was complete.
fn run(mut inflater: Decompress, data: &[u8], limit: usize) -> Result<(Vec<u8>, bool)> {
    let mut decoded = Vec::with_capacity(data.len().saturating_mul(4).clamp(256, 16 << 20));
    loop {
        let consumed = usize::try_from(inflater.total_in()).unwrap_or(usize::MAX);
        let rest = data.get(consumed..).unwrap_or_default();
        let before = (inflater.total_in(), decoded.len());
        match inflater.decompress_vec(rest, &mut decoded, FlushDecompress::None) {
            Ok(Status::StreamEnd) => return Ok((decoded, true)),
            Ok(Status::Ok | Status::BufError) => {}
            Err(_) => return Ok((decoded, false)),
        }
        if decoded.len() > limit {
            return Err(PdfError::Limit("decoded size of a stream"));
        }
        let full = decoded.len() == decoded.capacity();
        if full {
            decoded.reserve(decoded.len().max(STEP));
        } else if before == (inflater.total_in(), decoded.len()) {
            return Ok((decoded, false));
        }
    }
}

/// Inflates data in chunks, into a caller's buffer (zlib, RFC 1950).
///
/// ```
/// use countersign_pdf::{Compressor, Inflater};
/// let mut rows = Compressor::new();
/// rows.push(b"first row, second row");
/// let (packed, mut room) = (rows.finish(), [0; 9]);
/// let mut inflater = Inflater::default();
/// let (read, written) = inflater.inflate(&packed, &mut room)?;
/// assert_eq!((&room[..written], read <= packed.len()), (&b"first row"[..], true));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub struct Inflater(Decompress);

impl Default for Inflater {
    fn default() -> Self {
        Self(Decompress::new(true))
    }
}

impl Inflater {
    /// Reads compressed bytes and writes to the buffer. Returns the number of bytes read and
    /// written. Both are 0 if more input is needed or the data has ended.
    ///
    /// # Errors
    /// [`PdfError::Filter`] if the data is damaged and nothing more can be decoded.
    pub fn inflate(&mut self, packed: &[u8], room: &mut [u8]) -> Result<(usize, usize)> {
        let before = (self.0.total_in(), self.0.total_out());
        let outcome = self.0.decompress(packed, room, FlushDecompress::None);
        let length = |now: u64, before: u64| usize::try_from(now - before).unwrap_or(usize::MAX);
        let read = length(self.0.total_in(), before.0);
        match (outcome, length(self.0.total_out(), before.1)) {
            (Err(_), 0) => Err(DAMAGED),
            (_, written) => Ok((read, written)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compress::{Compressor, deflate};

    #[test]
    fn comes_back_as_it_was() {
        for length in [0usize, 1, 1000, 300_000] {
            let data: Vec<u8> = (0..length).map(|n| (n * n % 97) as u8).collect();
            assert_eq!(inflate(&deflate(&data), 1 << 20).unwrap(), data);
            let mut parts = Compressor::new();
            data.chunks(777).for_each(|part| parts.push(part));
            assert_eq!(inflate(&parts.finish(), 1 << 20).unwrap(), data);
        }
    }

    #[test]
    fn damaged_data_gives_its_beginning() {
        let data: Vec<u8> = (0..100_000u32)
            .flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes())
            .collect();
        let packed = deflate(&data);
        let half = inflate(&packed[..packed.len() / 2], 1 << 20).unwrap();
        assert!(!half.is_empty() && data.starts_with(&half));
        assert!(inflate(b"\xff\xff\xff\xff", 100).is_err());
    }

    #[test]
    fn bombs_are_refused() {
        let packed = deflate(&vec![0; 10 << 20]);
        assert_eq!(
            inflate(&packed, 1 << 20),
            Err(PdfError::Limit("decoded size of a stream"))
        );
    }
}
