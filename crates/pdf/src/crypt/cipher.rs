//! RC4 and AES-CBC as used in PDF.

use super::aes::{Decryptor, Encryptor};

const BLOCK: usize = 16;

/// RC4 encryption and decryption. Cryptographically broken, but required for old files.
pub(super) fn rc4(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
    if key.is_empty() {
        return data.to_vec();
    }
    let at = |state: &[u8; 256], index: u8| state.get(usize::from(index)).copied().unwrap_or(0);
    let mut j = 0u8;
    for (i, key) in (0..=255u8).zip(key.iter().cycle()) {
        j = j.wrapping_add(at(&state, i)).wrapping_add(*key);
        state.swap(usize::from(i), usize::from(j));
    }
    let (mut i, mut j) = (0u8, 0u8);
    let mut next = || {
        i = i.wrapping_add(1);
        j = j.wrapping_add(at(&state, i));
        state.swap(usize::from(i), usize::from(j));
        at(&state, at(&state, i).wrapping_add(at(&state, j)))
    };
    data.iter().map(|byte| byte ^ next()).collect()
}

/// Decrypts data that starts with its initialization vector, and removes valid padding. Of damaged
/// data (not a multiple of the block size) the whole blocks are decrypted.
pub(super) fn decrypt_cbc(key: &[u8], data: &[u8]) -> Vec<u8> {
    let Some((vector, rest)) = data.split_at_checked(BLOCK) else {
        return Vec::new();
    };
    let whole = rest.get(..rest.len() / BLOCK * BLOCK).unwrap_or_default();
    let mut plain = decrypt_blocks(key, vector, whole);
    if let Some(last) = plain.last().copied()
        && (1..=16).contains(&last)
        && plain
            .iter()
            .rev()
            .take(usize::from(last))
            .all(|byte| *byte == last)
    {
        plain.truncate(plain.len().saturating_sub(usize::from(last)));
    }
    plain
}

/// Decrypts whole blocks. Returns nothing if key or vector have an invalid length.
pub(super) fn decrypt_blocks(key: &[u8], vector: &[u8], data: &[u8]) -> Vec<u8> {
    let (Some(decryptor), Ok(vector)) = (Decryptor::new(key), vector.try_into()) else {
        return Vec::new();
    };
    if !data.len().is_multiple_of(BLOCK) {
        return Vec::new();
    }
    let mut plain = data.to_vec();
    decryptor.cbc(vector, &mut plain);
    plain
}

/// Encrypts with padding; the result starts with the initialization vector.
pub(super) fn encrypt_cbc(encryptor: &Encryptor, vector: [u8; BLOCK], data: &[u8]) -> Vec<u8> {
    let padding = BLOCK - data.len() % BLOCK;
    let mut sealed = Vec::with_capacity(BLOCK + data.len() + padding);
    sealed.extend(vector);
    sealed.extend_from_slice(data);
    sealed.extend(std::iter::repeat_n(padding as u8, padding));
    encryptor.cbc(vector, sealed.get_mut(BLOCK..).unwrap_or_default());
    sealed
}

/// Encrypts whole blocks without padding. Returns nothing if key or vector have an invalid length.
pub(super) fn encrypt_blocks(key: &[u8], vector: &[u8], data: &[u8]) -> Vec<u8> {
    match (Encryptor::new(key), vector.try_into()) {
        (Some(encryptor), Ok(vector)) => {
            let mut sealed = data.to_vec();
            encryptor.cbc(vector, &mut sealed);
            sealed
        }
        _ => Vec::new(),
    }
}

/// Encrypts whole blocks with AES-128, in place.
pub(super) fn seal_blocks(key: &[u8; BLOCK], vector: [u8; BLOCK], blocks: &mut [u8]) {
    if let Some(encryptor) = Encryptor::new(key) {
        encryptor.cbc(vector, blocks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rc4_known_answer() {
        assert_eq!(
            rc4(b"Key", b"Plaintext"),
            [0xbb, 0xf3, 0x16, 0xe8, 0xd9, 0x40, 0xaf, 0x0a, 0xd3]
        );
    }

    #[test]
    fn cbc_goes_both_ways() {
        for key in [[7u8; 32].as_slice(), &[7; 16]] {
            for length in [0usize, 1, 15, 16, 17, 1000] {
                let data = vec![0x5a; length];
                let encryptor = Encryptor::new(key).unwrap();
                let sealed = encrypt_cbc(&encryptor, [3; 16], &data);
                assert_eq!(decrypt_cbc(key, &sealed), data);
            }
        }
        assert_eq!(decrypt_cbc(&[7; 16], b"short"), b"");
        assert_eq!(decrypt_cbc(&[7; 16], &[1; 40]).len(), 16);
    }
}
