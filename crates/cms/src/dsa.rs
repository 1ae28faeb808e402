//! DSA (FIPS 186-4, 4.7). Verification only, on public values; new signatures never use it.

use crate::asn1::{INTEGER, Reader, SEQUENCE, only};
use crate::error::CmsError;
use crate::modular::{Modulus, Residue, inverse, leftmost, power};

/// Maximum size of the prime, in bits. Larger keys cost time and do not occur in practice.
const MAX_BITS: usize = 4_096;
/// Maximum size of the order, in bits. FIPS 186-4 allows 256.
const MAX_ORDER_BITS: usize = 512;

/// A DSA public key.
#[derive(Debug, Clone)]
pub struct DsaKey {
    field: Modulus,
    order: Modulus,
    base: Residue,
    key: Residue,
}

impl DsaKey {
    /// Reads the parameters and the key of a SubjectPublicKeyInfo (RFC 3279, 2.3.2).
    pub(crate) fn read(algorithm: &mut Reader<'_>, bits: &[u8]) -> Result<Self, CmsError> {
        let broken = || {
            CmsError::algorithm("the DSA key is broken, too large, or its parameters are elsewhere")
        };
        let mut parameters = algorithm.expect(SEQUENCE).map_err(|_| broken())?.inside();
        let mut number = || parameters.expect(INTEGER).map(|it| it.content);
        let (p, q, g) = (number()?, number()?, number()?);
        if p.len() > MAX_BITS / 8 + 1 || q.len() > MAX_ORDER_BITS / 8 + 1 {
            return Err(broken());
        }
        let field = Modulus::new(p).ok_or_else(broken)?;
        let base = field.read_nonzero(g).ok_or_else(broken)?;
        let key = field
            .read_nonzero(only(bits, INTEGER)?.content)
            .ok_or_else(broken)?;
        let order = Modulus::new(q).ok_or_else(broken)?;
        // Generator and key must differ from 1 and lie in the group of order q. Otherwise one signature value would
        // fit every message.
        let one = field.one();
        let in_group = |it: &Residue| *it != one && power(it, order.value()) == one;
        if order.bits() < 160 || !in_group(&base) || !in_group(&key) {
            return Err(broken());
        }
        Ok(Self {
            field,
            order,
            base,
            key,
        })
    }

    /// Size of the prime, in bits.
    pub(crate) fn bits(&self) -> u32 {
        self.field.bits()
    }

    /// Size of the order, in bytes.
    pub(crate) fn order_size(&self) -> usize {
        self.order.bits().div_ceil(8) as usize
    }

    /// Verifies a signature value; `r` and `s` are big-endian.
    pub(crate) fn verifies(&self, digest: &[u8], r: &[u8], s: &[u8]) -> bool {
        self.compared(digest, r, s).is_some_and(|equal| equal)
    }

    fn compared(&self, digest: &[u8], r: &[u8], s: &[u8]) -> Option<bool> {
        let order = &self.order;
        let (r, s) = (order.read_nonzero(r)?, order.read_nonzero(s)?);
        let inverse_of_s = inverse(&s)?;
        let digest = order.reduce(&leftmost(digest, order.bits()));
        let of_base = digest.mul(&inverse_of_s).retrieve();
        let of_key = r.mul(&inverse_of_s).retrieve();
        let product = power(&self.base, &of_base).mul(&power(&self.key, &of_key));
        Some(order.reduce(&product.retrieve()) == r)
    }
}
