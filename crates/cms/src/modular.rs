//! Modular arithmetic for key types that no dependency provides. All values are public, so it need not run in constant
//! time.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};

/// A residue in Montgomery form.
pub(crate) type Residue = BoxedMontyForm;

/// An odd modulus.
#[derive(Debug, Clone)]
pub(crate) struct Modulus(BoxedMontyParams);

impl Modulus {
    /// Creates a modulus from big-endian bytes; `None` if it is even.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        let modulus = Odd::new(BoxedUint::from_be_slice_vartime(bytes)).into_option()?;
        Some(Self(BoxedMontyParams::new(modulus)))
    }

    /// Creates a modulus from hexadecimal digits; `None` if it is even.
    pub(crate) fn of_hex(digits: &str) -> Option<Self> {
        Self::new(&bytes_of_hex(digits))
    }

    /// Value of the modulus.
    pub(crate) fn value(&self) -> &BoxedUint {
        self.0.modulus().as_ref()
    }

    /// Size in bits.
    pub(crate) fn bits(&self) -> u32 {
        self.value().bits_vartime()
    }

    /// Residue of a number.
    pub(crate) fn reduce(&self, number: &BoxedUint) -> Residue {
        let rest = number.rem(self.0.modulus().as_nz_ref());
        Residue::new(rest, &self.0)
    }

    /// Residue of big-endian bytes.
    pub(crate) fn read(&self, bytes: &[u8]) -> Residue {
        self.reduce(&BoxedUint::from_be_slice_vartime(bytes))
    }

    /// Residue of hexadecimal digits.
    pub(crate) fn read_hex(&self, digits: &str) -> Residue {
        self.read(&bytes_of_hex(digits))
    }

    /// Residue of big-endian bytes; `None` unless they are less than the modulus.
    pub(crate) fn read_reduced(&self, bytes: &[u8]) -> Option<Residue> {
        let number = BoxedUint::from_be_slice_vartime(bytes);
        (number < *self.value()).then(|| self.reduce(&number))
    }

    /// Residue of big-endian bytes that are neither zero nor as large as the modulus, as required of ECDSA and DSA
    /// values.
    pub(crate) fn read_nonzero(&self, bytes: &[u8]) -> Option<Residue> {
        let residue = self.read_reduced(bytes)?;
        (!is_zero(&residue)).then_some(residue)
    }

    pub(crate) fn one(&self) -> Residue {
        Residue::one(&self.0)
    }

    pub(crate) fn zero(&self) -> Residue {
        Residue::zero(&self.0)
    }
}

pub(crate) fn is_zero(residue: &Residue) -> bool {
    residue.is_zero().to_bool()
}

/// Inverse modulo a prime, by Fermat's little theorem; `None` if there is none.
pub(crate) fn inverse(residue: &Residue) -> Option<Residue> {
    let prime: &BoxedUint = residue.params().modulus().as_ref();
    let inverse = power(residue, &prime.wrapping_sub(BoxedUint::from(2_u8)));
    (inverse.mul(residue) == Residue::one(residue.params())).then_some(inverse)
}

pub(crate) fn power(base: &Residue, exponent: &BoxedUint) -> Residue {
    base.pow_bounded_exp(exponent, exponent.bits_vartime())
}

/// Leftmost `bits` of a digest, as ECDSA and DSA use it (FIPS 186-5, 6.4.1). `bits` is the size of the order.
pub(crate) fn leftmost(digest: &[u8], bits: u32) -> BoxedUint {
    let wanted = bits.div_ceil(8) as usize;
    let taken = digest.get(..wanted).unwrap_or(digest);
    let number = BoxedUint::from_be_slice_vartime(taken);
    let surplus = (taken.len() as u32 * 8).saturating_sub(bits);
    match taken.len() == wanted && surplus > 0 {
        true => number.shr_vartime(surplus).unwrap_or(number),
        false => number,
    }
}

fn bytes_of_hex(digits: &str) -> Vec<u8> {
    let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or_default() as u8;
    let pairs = digits.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| value(pair[0]) << 4 | value(pair[1]))
        .collect()
}
