//! AES in CBC mode, table-based (FIPS 197).
//!
//! Without processor instructions, which WebAssembly lacks, the usual crate uses a bitsliced
//! implementation designed for many blocks in parallel. CBC encryption and the password hash
//! process one block after the other; tables are five times faster there. Decrypted strings and
//! small streams have few blocks each, too. The timing of table lookups depends on the data, which
//! matters if an attacker can measure it; here a user's own device encrypts that user's file.

/// Columns of a block or round key. The first row is the low byte, matching WebAssembly's
/// little-endian memory.
type Words = [u32; 4];

const SUBSTITUTES: [u8; 256] = substitutes();
const INVERSES: [u8; 256] = inverses();
/// Contribution of a byte of each row to a column. Four tables avoid rotations. `static`, not
/// `const`, because the lookup addresses are dynamic.
static TABLES: [[u32; 256]; 4] = turned(table());
/// The table for decryption, which is less frequent: other rows use a rotation.
const BACK: [u32; 256] = back();

/// Multiplies by x in the AES field.
const fn doubled(byte: u8) -> u8 {
    byte << 1 ^ if byte & 0x80 == 0 { 0 } else { 0x1b }
}

/// The S-box: inverse in the field, then the affine transformation.
const fn substitutes() -> [u8; 256] {
    let mut found = [0x63; 256];
    // 3 generates the multiplicative group: `power` runs through it, `inverse` in the opposite
    // direction.
    let (mut power, mut inverse) = (1u8, 1u8);
    loop {
        power ^= doubled(power);
        inverse ^= inverse << 1;
        inverse ^= inverse << 2;
        inverse ^= inverse << 4;
        inverse ^= if inverse & 0x80 == 0 { 0 } else { 0x09 };
        let turned = inverse.rotate_left(1)
            ^ inverse.rotate_left(2)
            ^ inverse.rotate_left(3)
            ^ inverse.rotate_left(4);
        found[power as usize] = inverse ^ turned ^ 0x63;
        if power == 1 {
            return found;
        }
    }
}

const fn table() -> [u32; 256] {
    let mut found = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let one = SUBSTITUTES[byte];
        let two = doubled(one);
        found[byte] = u32::from_le_bytes([two, one, one, two ^ one]);
        byte += 1;
    }
    found
}

/// One table per row.
const fn turned(first: [u32; 256]) -> [[u32; 256]; 4] {
    let mut found = [first; 4];
    let mut row = 1;
    while row < 4 {
        let mut byte = 0;
        while byte < 256 {
            found[row][byte] = first[byte].rotate_left(8 * row as u32);
            byte += 1;
        }
        row += 1;
    }
    found
}

const fn inverses() -> [u8; 256] {
    let mut found = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        found[SUBSTITUTES[byte] as usize] = byte as u8;
        byte += 1;
    }
    found
}

const fn back() -> [u32; 256] {
    let mut found = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let one = INVERSES[byte];
        let two = doubled(one);
        let four = doubled(two);
        let eight = doubled(four);
        found[byte] = u32::from_le_bytes([
            eight ^ four ^ two,
            eight ^ one,
            eight ^ four ^ one,
            eight ^ two ^ one,
        ]);
        byte += 1;
    }
    found
}

/// Expands a key of 16 or 32 bytes; `None` for other lengths.
fn expanded(key: &[u8]) -> Option<Vec<Words>> {
    let length = match key.len() {
        16 => 4,
        32 => 8,
        _ => return None,
    };
    let mut words = Vec::with_capacity(4 * (length + 7));
    words.extend(key.chunks_exact(4).map(word));
    let mut constant = 1u8;
    for index in length..4 * (length + 7) {
        let mut next = *words.last()?;
        if index % length == 0 {
            next = substituted(next.rotate_right(8)) ^ u32::from(constant);
            constant = doubled(constant);
        } else if length == 8 && index % length == 4 {
            next = substituted(next);
        }
        words.push(next ^ words.get(index - length)?);
    }
    let rounds = words
        .chunks_exact(4)
        .filter_map(|round| round.try_into().ok());
    Some(rounds.collect())
}

/// A key schedule for decryption.
pub(super) struct Decryptor {
    /// Round keys in order of use; the middle ones after InvMixColumns (FIPS 197, 5.3.5).
    rounds: Vec<Words>,
}

impl Decryptor {
    /// Expands a key of 16 or 32 bytes; `None` for other lengths.
    pub(super) fn new(key: &[u8]) -> Option<Self> {
        let mut rounds = expanded(key)?;
        rounds.reverse();
        let last = rounds.len() - 1;
        for round in rounds.get_mut(1..last)? {
            *round = round.map(unmixed);
        }
        Some(Self { rounds })
    }

    /// Decrypts whole blocks in CBC mode, in place.
    pub(super) fn cbc(&self, vector: [u8; 16], data: &mut [u8]) {
        let mut chain = words(&vector);
        for block in data.chunks_exact_mut(16) {
            let sealed = words(block);
            let plain = self.block(sealed);
            for (index, place) in block.chunks_exact_mut(4).enumerate() {
                place.copy_from_slice(&(plain[index % 4] ^ chain[index % 4]).to_le_bytes());
            }
            chain = sealed;
        }
    }

    fn block(&self, mut state: Words) -> Words {
        let [first, middle @ .., last] = self.rounds.as_slice() else {
            return state;
        };
        state = std::array::from_fn(|column| state[column] ^ first[column]);
        for round in middle {
            state =
                std::array::from_fn(|column| unshifted_and_unmixed(&state, column) ^ round[column]);
        }
        std::array::from_fn(|column| {
            u32::from_le_bytes(unshifted(&state, column).map(|byte| INVERSES[usize::from(byte)]))
                ^ last[column]
        })
    }
}

/// The bytes that InvShiftRows moves into a column.
fn unshifted(state: &Words, column: usize) -> [u8; 4] {
    [
        state[column] as u8,
        (state[(column + 3) % 4] >> 8) as u8,
        (state[(column + 2) % 4] >> 16) as u8,
        (state[(column + 1) % 4] >> 24) as u8,
    ]
}

/// The inverse steps of a round, for one column.
fn unshifted_and_unmixed(state: &Words, column: usize) -> u32 {
    let [a, b, c, d] = unshifted(state, column).map(|byte| BACK[usize::from(byte)]);
    a ^ b.rotate_left(8) ^ c.rotate_left(16) ^ d.rotate_left(24)
}

/// InvMixColumns of a column.
fn unmixed(word: u32) -> u32 {
    let [a, b, c, d] = word
        .to_le_bytes()
        .map(|byte| BACK[usize::from(SUBSTITUTES[usize::from(byte)])]);
    a ^ b.rotate_left(8) ^ c.rotate_left(16) ^ d.rotate_left(24)
}

/// A key schedule for encryption.
#[derive(Clone)]
pub(super) struct Encryptor {
    rounds: Vec<Words>,
}

impl Encryptor {
    /// Expands a key of 16 or 32 bytes; `None` for other lengths.
    pub(super) fn new(key: &[u8]) -> Option<Self> {
        Some(Self {
            rounds: expanded(key)?,
        })
    }

    /// Encrypts whole blocks in CBC mode, in place.
    pub(super) fn cbc(&self, vector: [u8; 16], data: &mut [u8]) {
        let mut chain = words(&vector);
        for block in data.chunks_exact_mut(16) {
            let plain = words(block);
            chain = self.block(std::array::from_fn(|column| chain[column] ^ plain[column]));
            for (place, word) in block.chunks_exact_mut(4).zip(chain) {
                place.copy_from_slice(&word.to_le_bytes());
            }
        }
    }

    fn block(&self, mut state: Words) -> Words {
        let (Some((first, rest)), Some(last)) = (self.rounds.split_first(), self.rounds.last())
        else {
            return state;
        };
        state = std::array::from_fn(|column| state[column] ^ first[column]);
        let middle = rest.get(..rest.len() - 1).unwrap_or_default();
        for round in middle {
            state = std::array::from_fn(|column| mixed(&state, column) ^ round[column]);
        }
        std::array::from_fn(|column| {
            u32::from_le_bytes(shifted(&state, column).map(|byte| SUBSTITUTES[usize::from(byte)]))
                ^ last[column]
        })
    }
}

/// The bytes that ShiftRows moves into a column.
fn shifted(state: &Words, column: usize) -> [u8; 4] {
    [
        state[column] as u8,
        (state[(column + 1) % 4] >> 8) as u8,
        (state[(column + 2) % 4] >> 16) as u8,
        (state[(column + 3) % 4] >> 24) as u8,
    ]
}

/// SubBytes, ShiftRows and MixColumns, for one column.
fn mixed(state: &Words, column: usize) -> u32 {
    let [a, b, c, d] = shifted(state, column).map(usize::from);
    TABLES[0][a] ^ TABLES[1][b] ^ TABLES[2][c] ^ TABLES[3][d]
}

fn substituted(word: u32) -> u32 {
    u32::from_le_bytes(
        word.to_le_bytes()
            .map(|byte| SUBSTITUTES[usize::from(byte)]),
    )
}

fn words(block: &[u8]) -> Words {
    let mut columns = block.chunks_exact(4).map(word);
    std::array::from_fn(|_| columns.next().unwrap_or(0))
}

fn word(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(0, u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aes::Aes256;
    use cbc::cipher::block_padding::NoPadding;
    use cbc::cipher::{BlockModeEncrypt, KeyIvInit};

    #[test]
    fn the_examples_of_the_standard() {
        // FIPS 197, appendix C.1 and C.3: one block. With a zero IV, CBC equals ECB.
        let plain: [u8; 16] = std::array::from_fn(|index| index as u8 * 0x11);
        for (length, expected) in [
            (16, 0x69c4e0d86a7b0430d8cdb78070b4c55a_u128),
            (32, 0x8ea2b7ca516745bfeafc49904b496089),
        ] {
            let key: Vec<u8> = (0..length).collect();
            let mut block = plain;
            Encryptor::new(&key).unwrap().cbc([0; 16], &mut block);
            assert_eq!(u128::from_be_bytes(block), expected);
            Decryptor::new(&key).unwrap().cbc([0; 16], &mut block);
            assert_eq!(block, plain);
        }
        assert!(Encryptor::new(&[0; 24]).is_none());
    }

    #[test]
    fn the_same_as_the_crate() {
        let mut data: Vec<u8> = (0..4096u32).map(|n| (n * n * 31 % 251) as u8).collect();
        let key: [u8; 32] = std::array::from_fn(|index| (index * 37) as u8);
        let expected = cbc::Encryptor::<Aes256>::new_from_slices(&key, &[9; 16])
            .unwrap()
            .encrypt_padded_vec::<NoPadding>(&data);
        let plain = data.clone();
        Encryptor::new(&key).unwrap().cbc([9; 16], &mut data);
        assert_eq!(data, expected);
        Decryptor::new(&key).unwrap().cbc([9; 16], &mut data);
        assert_eq!(data, plain);
    }
}
