//! Flate, by the pure Rust zlib.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::error::{PdfError, Result};

const STEP: usize = 64 * 1024;

/// Inflates data; what could be read of damaged data is given back, as viewers do, unless it is nothing.
pub(super) fn inflate(data: &[u8], limit: usize) -> Result<Vec<u8>> {
    match run(Decompress::new(true), data, limit)? {
        (decoded, true) => Ok(decoded),
        (decoded, false) if !decoded.is_empty() => Ok(decoded),
        // Some writers leave the zlib header out.
        (_, false) => match run(Decompress::new(false), data, limit)? {
            (decoded, complete) if complete || !decoded.is_empty() => Ok(decoded),
            _ if data.iter().all(|byte| byte.is_ascii_whitespace()) => Ok(Vec::new()),
            _ => Err(PdfError::Filter {
                filter: "FlateDecode",
                problem: "damaged data",
            }),
        },
    }
}

/// The decoded bytes and whether the data was whole.
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

/// Compresses data with a zlib header.
pub(crate) fn deflate(data: &[u8]) -> Vec<u8> {
    let mut packer = Compress::new(Compression::default(), true);
    let mut packed = Vec::with_capacity(data.len() / 2 + 128);
    loop {
        let consumed = usize::try_from(packer.total_in()).unwrap_or(usize::MAX);
        let rest = data.get(consumed..).unwrap_or_default();
        match packer.compress_vec(rest, &mut packed, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => return packed,
            Ok(Status::Ok | Status::BufError) => packed.reserve(packed.len().max(STEP)),
            // The compressor fails only on misuse; an empty answer makes callers keep the data as it is.
            Err(_) => return data.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_was() {
        for length in [0usize, 1, 1000, 300_000] {
            let data: Vec<u8> = (0..length).map(|n| (n * n % 97) as u8).collect();
            assert_eq!(inflate(&deflate(&data), 1 << 20).unwrap(), data);
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
