//! LZWDecode: codes of 9 to 12 bits, most significant bit first, as in TIFF.

use crate::error::{PdfError, Result};

const CLEAR: u16 = 256;
const END: u16 = 257;
const FIRST: u16 = 258;
const MOST: usize = 4096;

/// Entry `n` is the sequence of entry `parent[n]` followed by the byte `last[n]`.
struct Codes {
    parent: [u16; MOST],
    last: [u8; MOST],
    length: [u16; MOST],
    next: usize,
}

impl Codes {
    fn new() -> Self {
        let mut codes = Self {
            parent: [0; MOST],
            last: [0; MOST],
            length: [1; MOST],
            next: usize::from(FIRST),
        };
        for (byte, last) in codes.last.iter_mut().take(256).enumerate() {
            *last = byte as u8;
        }
        codes
    }

    fn add(&mut self, parent: u16, last: u8) {
        let index = self.next;
        let length = self
            .length
            .get(usize::from(parent))
            .copied()
            .unwrap_or(1)
            .saturating_add(1);
        if let (Some(parents), Some(lasts), Some(lengths)) = (
            self.parent.get_mut(index),
            self.last.get_mut(index),
            self.length.get_mut(index),
        ) {
            *parents = parent;
            *lasts = last;
            *lengths = length;
            self.next += 1;
        }
    }

    /// Appends the bytes of a code; returns the first one.
    fn write(&self, code: u16, into: &mut Vec<u8>) -> u8 {
        let length = usize::from(self.length.get(usize::from(code)).copied().unwrap_or(1));
        let start = into.len();
        into.resize(start + length, 0);
        let mut code = usize::from(code);
        for place in into.iter_mut().skip(start).rev() {
            *place = self.last.get(code).copied().unwrap_or(0);
            code = self.parent.get(code).copied().map_or(0, usize::from);
        }
        into.get(start).copied().unwrap_or(0)
    }
}

pub(super) fn decode(data: &[u8], early_change: bool, limit: usize) -> Result<Vec<u8>> {
    let early = usize::from(early_change);
    let mut codes = Box::new(Codes::new());
    let mut decoded = Vec::with_capacity(data.len().saturating_mul(2));
    let mut previous: Option<u16> = None;
    let (mut bits, mut held) = (0u32, 0u32);
    let mut width = 9;
    for byte in data {
        bits = bits << 8 | u32::from(*byte);
        held += 8;
        if held < width {
            continue;
        }
        held -= width;
        let code = (bits >> held) as u16 & ((1 << width) - 1);
        bits &= (1 << held) - 1;
        match code {
            END => break,
            CLEAR => {
                codes.next = usize::from(FIRST);
                previous = None;
            }
            code => {
                step(&mut codes, code, previous, &mut decoded)?;
                previous = Some(code);
            }
        }
        if decoded.len() > limit {
            return Err(PdfError::Limit("decoded size of a stream"));
        }
        width = match codes.next + early {
            0..=511 => 9,
            512..=1023 => 10,
            1024..=2047 => 11,
            _ => 12,
        };
    }
    Ok(decoded)
}

fn step(codes: &mut Codes, code: u16, previous: Option<u16>, decoded: &mut Vec<u8>) -> Result<()> {
    let Some(previous) = previous else {
        if code >= CLEAR {
            return Err(PdfError::Filter {
                filter: "LZWDecode",
                problem: "a code before it is defined",
            });
        }
        decoded.push(code as u8);
        return Ok(());
    };
    if usize::from(code) < codes.next {
        let first = codes.write(code, decoded);
        codes.add(previous, first);
        return Ok(());
    }
    if usize::from(code) > codes.next {
        return Err(PdfError::Filter {
            filter: "LZWDecode",
            problem: "a code before it is defined",
        });
    }
    // The code that is just being defined: the previous sequence plus its own first byte.
    let first = codes.write(previous, decoded);
    decoded.push(first);
    codes.add(previous, first);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard() {
        let data = [0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01];
        assert_eq!(
            decode(&data, true, 100).unwrap(),
            [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]
        );
    }

    #[test]
    fn undefined_codes_are_errors() {
        assert!(decode(&[0xff; 20], true, 100).is_err());
    }
}
