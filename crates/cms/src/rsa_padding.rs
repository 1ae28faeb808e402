//! RSA signature padding (RFC 8017, 8.1.2 and 8.2.2) for every digest and mask.

use rsa::traits::PublicKeyParts;
use rsa::{BoxedUint, RsaPublicKey};

use crate::asn1::{NULL, OCTET_STRING, SEQUENCE, encode, encode_oid, encode_parts};
use crate::digest::DigestAlgorithm;

/// Verifies RSASSA-PKCS1-v1_5 by comparing the decrypted value with the expected encoding.
pub(crate) fn verifies_pkcs1(
    key: &RsaPublicKey,
    algorithm: DigestAlgorithm,
    digest: &[u8],
    value: &[u8],
) -> bool {
    let identifier = encode_parts(SEQUENCE, &[&encode_oid(algorithm.oid()), &[NULL, 0]]);
    let info = encode_parts(SEQUENCE, &[&identifier, &encode(OCTET_STRING, digest)]);
    // RFC 8017 requires at least eight bytes of padding.
    let Some(padding) = key.size().checked_sub(info.len() + 3).filter(|it| *it >= 8) else {
        return false;
    };
    let expected = [&[0, 1][..], &vec![0xff; padding], &[0], &info].concat();
    digest.len() == algorithm.size() && opened(key, value).is_some_and(|it| it == expected)
}

/// PSS parameters: digests of message and mask, and length of the salt in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pss {
    pub(crate) digest: DigestAlgorithm,
    pub(crate) mask: DigestAlgorithm,
    pub(crate) salt: usize,
}

impl Pss {
    /// Verifies RSASSA-PSS with MGF1 (RFC 8017, 9.1.2).
    pub(crate) fn verifies(self, key: &RsaPublicKey, digest: &[u8], value: &[u8]) -> bool {
        self.checked(key, digest, value).is_some_and(|holds| holds)
    }

    fn checked(self, key: &RsaPublicKey, digest: &[u8], value: &[u8]) -> Option<bool> {
        let bits = key.n().bits().checked_sub(1)?;
        let size = bits.div_ceil(8) as usize;
        let opened = opened(key, value)?;
        // A modulus of 8n + 1 bits has one byte more than the encoded message.
        let (surplus, encoded) = opened.split_at_checked(opened.len().checked_sub(size)?)?;
        let (encoded, trailer) = encoded.split_at_checked(size.checked_sub(1)?)?;
        let length = self.digest.size();
        let (masked, hash) = encoded.split_at_checked(encoded.len().checked_sub(length)?)?;
        let mut data = mask(self.mask, hash, masked.len());
        data.iter_mut()
            .zip(masked)
            .for_each(|(one, other)| *one ^= other);
        let spare = 8 * size as u32 - bits;
        let first = masked.first()?;
        if u32::from(*first) >> (8 - spare) != 0 && spare > 0 {
            return Some(false);
        }
        *data.first_mut()? &= 0xff_u8 >> spare;
        let (start, salt) = data.split_at_checked(data.len().checked_sub(self.salt)?)?;
        let (one, zeros) = start.split_last()?;
        let message = [&[0; 8], digest, salt].concat();
        Some(
            surplus.iter().all(|byte| *byte == 0)
                && trailer == [0xbc]
                && digest.len() == length
                && *one == 1
                && zeros.iter().all(|byte| *byte == 0)
                && self.digest.digest(&message) == hash,
        )
    }
}

/// MGF1 (RFC 8017, B.2.1).
fn mask(digest: DigestAlgorithm, seed: &[u8], length: usize) -> Vec<u8> {
    let blocks = length.div_ceil(digest.size()) as u32;
    let block = |count: u32| digest.digest(&[seed, &count.to_be_bytes()].concat());
    let mut out: Vec<u8> = (0..blocks).flat_map(block).collect();
    out.truncate(length);
    out
}

/// Applies the public key to a value of the modulus's length. The result has the same length.
fn opened(key: &RsaPublicKey, value: &[u8]) -> Option<Vec<u8>> {
    let number = BoxedUint::from_be_slice(value, key.n_bits_precision()).ok()?;
    if value.len() != key.size() || number >= *key.n().as_ref() {
        return None;
    }
    let opened = rsa::hazmat::rsa_encrypt(key, &number).ok()?.to_be_bytes();
    let start = opened.len().checked_sub(key.size())?;
    opened.get(start..).map(<[u8]>::to_vec)
}
