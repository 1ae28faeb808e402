//! Ed448 (RFC 8032, 5.2). Verification only, on public values; see docs/decisions/0009-cryptographic-algorithms.md.

use crypto_bigint::BoxedUint;
use shake::Shake256;
use shake::digest::{ExtendableOutput, Update, XofReader};

use crate::modular::{Modulus, Residue, inverse, is_zero, power};

/// Size of a point and of half a signature, in bytes.
const SIZE: usize = 57;
/// 2⁴⁴⁸ - 2²²⁴ - 1.
const PRIME: &str = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffffffffffffffffffffffffffffffffffff";
/// Order of the base point.
const ORDER: &str = "3fffffffffffffffffffffffffffffffffffffffffffffffffffffff7cca23e9c44edb49aed63690216cc2728dc58f552378c292ab5844f3";
/// The curve constant d, negated.
const MINUS_D: &str = "98a9";
const BASE_X: &str = "4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324a3d3a46412ae1af72ab66511433b80e18b00938e2626a82bc70cc05e";
const BASE_Y: &str = "693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e05a0c2d73ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14";

/// An Ed448 public key.
#[derive(Debug, Clone)]
pub struct Ed448Key {
    bytes: [u8; SIZE],
    curve: Curve,
    point: Point,
}

#[derive(Debug, Clone)]
struct Curve {
    field: Modulus,
    order: Modulus,
    d: Residue,
}

/// Projective coordinates: (X/Z, Y/Z).
#[derive(Debug, Clone)]
struct Point {
    x: Residue,
    y: Residue,
    z: Residue,
}

impl Ed448Key {
    /// Reads a key. Returns `None` if it is not a point, not canonically encoded, or of small order: a key of small
    /// order accepts a signature for every message.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; SIZE] = bytes.try_into().ok()?;
        let curve = Curve::new()?;
        let point = curve.read(&bytes)?;
        let fourfold = curve.double(&curve.double(&point));
        let is_small = is_zero(&fourfold.x);
        (!is_small).then_some(Self {
            bytes,
            curve,
            point,
        })
    }

    /// Verifies a signature over `message` with an empty context.
    pub(crate) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        self.compared(message, signature).is_some_and(|equal| equal)
    }

    /// Compares [S]B with R + [k]A.
    fn compared(&self, message: &[u8], signature: &[u8]) -> Option<bool> {
        let curve = &self.curve;
        let signature: &[u8; 2 * SIZE] = signature.try_into().ok()?;
        let (commitment, scalar) = signature.split_at(SIZE);
        let scalar = curve.order.read_reduced(&reversed(scalar))?.retrieve();
        let left = curve.multiply(&scalar, &curve.base());
        let mut hash = Shake256::default();
        let parts: [&[u8]; 4] = [b"SigEd448\0\0", commitment, &self.bytes, message];
        parts.iter().for_each(|part| hash.update(part));
        let mut digest = [0; 2 * SIZE];
        hash.finalize_xof().read(&mut digest);
        let factor = curve.order.read(&reversed(&digest)).retrieve();
        let right = curve.multiply(&factor, &self.point);
        let right = curve.add(&right, &curve.read(commitment)?);
        let same = |one: &Residue, other: &Residue| one.mul(&right.z) == other.mul(&left.z);
        Some(same(&left.x, &right.x) && same(&left.y, &right.y))
    }
}

fn reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().rev().copied().collect()
}

impl Curve {
    fn new() -> Option<Self> {
        let field = Modulus::of_hex(PRIME)?;
        Some(Self {
            d: field.read_hex(MINUS_D).neg(),
            order: Modulus::of_hex(ORDER)?,
            field,
        })
    }

    fn base(&self) -> Point {
        Point {
            x: self.field.read_hex(BASE_X),
            y: self.field.read_hex(BASE_Y),
            z: self.field.one(),
        }
    }

    /// Decodes a point (RFC 8032, 5.2.3).
    fn read(&self, bytes: &[u8]) -> Option<Point> {
        let (last, rest) = bytes.split_last()?;
        let (is_odd, one) = (last >> 7 == 1, self.field.one());
        let y = self.field.read_reduced(&reversed(rest))?;
        if last & 0x7f != 0 || rest.len() != SIZE - 1 {
            return None;
        }
        let square = y.square();
        let below = inverse(&self.d.mul(&square).sub(&one))?;
        let square = square.sub(&one).mul(&below);
        // The square root by exponentiation: the prime is 3 modulo 4.
        let exponent = self.field.value().wrapping_add(BoxedUint::one());
        let exponent = exponent.shr_vartime(2)?;
        let x = power(&square, &exponent);
        if x.square() != square || (is_zero(&x) && is_odd) {
            return None;
        }
        let x = match x.retrieve().bit_vartime(0) == is_odd {
            true => x,
            false => x.neg(),
        };
        Some(Point { x, y, z: one })
    }

    fn double(&self, point: &Point) -> Point {
        self.add(point, point)
    }

    /// Point addition (RFC 8032, 5.2.4). The formula is complete: it holds for all points.
    fn add(&self, one: &Point, other: &Point) -> Point {
        let a = one.z.mul(&other.z);
        let b = a.square();
        let c = one.x.mul(&other.x);
        let d = one.y.mul(&other.y);
        let e = self.d.mul(&c).mul(&d);
        let (f, g) = (b.sub(&e), b.add(&e));
        let h = one.x.add(&one.y).mul(&other.x.add(&other.y));
        Point {
            x: a.mul(&f).mul(&h.sub(&c).sub(&d)),
            y: a.mul(&g).mul(&d.sub(&c)),
            z: f.mul(&g),
        }
    }

    fn multiply(&self, factor: &BoxedUint, point: &Point) -> Point {
        let mut sum = Point {
            x: self.field.zero(),
            y: self.field.one(),
            z: self.field.one(),
        };
        for bit in (0..factor.bits_vartime()).rev() {
            sum = self.double(&sum);
            if factor.bit_vartime(bit) {
                sum = self.add(&sum, point);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(digits: &str) -> Vec<u8> {
        let pairs = digits.as_bytes().chunks_exact(2);
        pairs
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    /// Test vectors of RFC 8032, 7.4: "Blank" and "1 octet".
    const VECTORS: [(&str, &str, &str); 2] = [
        (
            "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180",
            "",
            "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4dbb61149f05a7363268c71d95808ff2e652600",
        ),
        (
            "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4cb82169c235160627b4c3a9480",
            "03",
            "26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f4352541b143c4b981b7e18f62de8ccdf633fc1bf037ab7cd779805e0dbcc0aae1cbcee1afb2e027df36bc04dcecbf154336c19f0af7e0a6472905e799f1953d2a0ff3348ab21aa4adafd1d234441cf807c03a00",
        ),
    ];

    #[test]
    fn the_vectors_of_the_standard_verify_and_nothing_else_does() {
        for (key, message, signature) in VECTORS {
            let key = Ed448Key::read(&hex(key)).unwrap();
            let (message, mut signature) = (hex(message), hex(signature));
            assert!(key.verifies(&message, &signature));
            assert!(!key.verifies(b"another", &signature));
            signature[3] ^= 1;
            assert!(!key.verifies(&message, &signature));
            assert!(!key.verifies(&message, &signature[1..]));
        }
    }

    #[test]
    fn keys_of_small_order_are_none() {
        let mut identity = [0; SIZE];
        identity[0] = 1;
        assert!(Ed448Key::read(&identity).is_none());
        // A point of order 4: y is zero.
        assert!(Ed448Key::read(&[0; SIZE]).is_none());
        assert!(Ed448Key::read(&[0xff; SIZE]).is_none());
    }
}
