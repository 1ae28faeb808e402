//! ECDSA on the Brainpool curves (RFC 5639), which no dependency provides. Verification only, on public values; see
//! docs/decisions/0009-cryptographic-algorithms.md.

use crate::modular::{Modulus, Residue, inverse, is_zero, leftmost};

/// A named curve y² = x³ + ax + b.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brainpool {
    /// brainpoolP256r1.
    P256r1,
    /// brainpoolP384r1.
    P384r1,
    /// brainpoolP512r1.
    P512r1,
}

/// Prime, a, b, x and y of the base point, and order, hexadecimal.
type Numbers = [&'static str; 6];

const P256R1: Numbers = [
    "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
    "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
    "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
    "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
    "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
    "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
];
const P384R1: Numbers = [
    "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53",
    "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826",
    "04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11",
    "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e",
    "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315",
    "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565",
];
const P512R1: Numbers = [
    "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3",
    "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca",
    "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723",
    "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822",
    "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892",
    "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069",
];

/// A public key on a Brainpool curve.
#[derive(Debug, Clone)]
pub struct WeierstrassKey {
    name: Brainpool,
    curve: Curve,
    point: Point,
}

#[derive(Debug, Clone)]
struct Curve {
    field: Modulus,
    order: Modulus,
    a: Residue,
    b: Residue,
    base: Point,
}

/// Jacobian coordinates: (X/Z², Y/Z³). Z is zero at infinity.
#[derive(Debug, Clone)]
struct Point {
    x: Residue,
    y: Residue,
    z: Residue,
}

impl Brainpool {
    /// Name as in the standard.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::P256r1 => "brainpoolP256r1",
            Self::P384r1 => "brainpoolP384r1",
            Self::P512r1 => "brainpoolP512r1",
        }
    }

    /// Size of a coordinate, in bytes.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::P256r1 => 32,
            Self::P384r1 => 48,
            Self::P512r1 => 64,
        }
    }

    fn numbers(self) -> Numbers {
        match self {
            Self::P256r1 => P256R1,
            Self::P384r1 => P384R1,
            Self::P512r1 => P512R1,
        }
    }
}

impl WeierstrassKey {
    /// Reads an uncompressed point (SEC 1, 2.3.4); `None` if it is not on the curve.
    pub(crate) fn read(name: Brainpool, bytes: &[u8]) -> Option<Self> {
        let curve = Curve::new(name)?;
        let [4, coordinates @ ..] = bytes else {
            return None;
        };
        if coordinates.len() != 2 * name.size() {
            return None;
        }
        let (x, y) = coordinates.split_at(name.size());
        let point = Point {
            x: curve.field.read_reduced(x)?,
            y: curve.field.read_reduced(y)?,
            z: curve.field.one(),
        };
        // The cofactor is 1, so every point of the curve is in the group.
        curve.holds(&point).then_some(Self { name, curve, point })
    }

    /// The curve.
    pub(crate) fn name(&self) -> Brainpool {
        self.name
    }

    /// Verifies an ECDSA signature value (FIPS 186-5, 6.4.2); `r` and `s` are big-endian.
    pub(crate) fn verifies(&self, digest: &[u8], r: &[u8], s: &[u8]) -> bool {
        self.recovered(digest, r, s).is_some_and(|matches| matches)
    }

    fn recovered(&self, digest: &[u8], r: &[u8], s: &[u8]) -> Option<bool> {
        let order = &self.curve.order;
        let (r, s) = (order.read_nonzero(r)?, order.read_nonzero(s)?);
        let inverse_of_s = inverse(&s)?;
        let digest = order.reduce(&leftmost(digest, order.bits()));
        let of_base = digest.mul(&inverse_of_s).retrieve();
        let of_key = r.mul(&inverse_of_s).retrieve();
        let mut sum = self.curve.infinity();
        let both = self.curve.add(&self.curve.base, &self.point);
        for bit in (0..order.bits()).rev() {
            sum = self.curve.double(&sum);
            let addend = match (of_base.bit_vartime(bit), of_key.bit_vartime(bit)) {
                (false, false) => continue,
                (true, false) => &self.curve.base,
                (false, true) => &self.point,
                (true, true) => &both,
            };
            sum = self.curve.add(&sum, addend);
        }
        let z = inverse(&sum.z)?;
        let x = sum.x.mul(&z.square()).retrieve();
        Some(order.reduce(&x) == r)
    }
}

impl Curve {
    fn new(name: Brainpool) -> Option<Self> {
        let [prime, a, b, x, y, order] = name.numbers();
        let field = Modulus::of_hex(prime)?;
        Some(Self {
            a: field.read_hex(a),
            b: field.read_hex(b),
            base: Point {
                x: field.read_hex(x),
                y: field.read_hex(y),
                z: field.one(),
            },
            order: Modulus::of_hex(order)?,
            field,
        })
    }

    fn infinity(&self) -> Point {
        Point {
            x: self.field.one(),
            y: self.field.one(),
            z: self.field.zero(),
        }
    }

    /// Whether a point with Z = 1 satisfies the curve equation.
    fn holds(&self, point: &Point) -> bool {
        let right = point.x.square().add(&self.a).mul(&point.x).add(&self.b);
        point.y.square() == right
    }

    fn double(&self, point: &Point) -> Point {
        let (xx, yy, zz) = (point.x.square(), point.y.square(), point.z.square());
        let s = point.x.mul(&yy).double().double();
        let m = xx.double().add(&xx).add(&self.a.mul(&zz.square()));
        let x = m.square().sub(&s.double());
        let eight = yy.square().double().double().double();
        Point {
            y: m.mul(&s.sub(&x)).sub(&eight),
            z: point.y.mul(&point.z).double(),
            x,
        }
    }

    fn add(&self, one: &Point, other: &Point) -> Point {
        if is_zero(&one.z) {
            return other.clone();
        }
        if is_zero(&other.z) {
            return one.clone();
        }
        let (zz, other_zz) = (one.z.square(), other.z.square());
        let (u, other_u) = (one.x.mul(&other_zz), other.x.mul(&zz));
        let s = one.y.mul(&other.z).mul(&other_zz);
        let other_s = other.y.mul(&one.z).mul(&zz);
        let (h, r) = (other_u.sub(&u), other_s.sub(&s));
        if is_zero(&h) {
            return match is_zero(&r) {
                true => self.double(one),
                false => self.infinity(),
            };
        }
        let hh = h.square();
        let (hhh, v) = (h.mul(&hh), u.mul(&hh));
        let x = r.square().sub(&hhh).sub(&v.double());
        Point {
            y: r.mul(&v.sub(&x)).sub(&s.mul(&hhh)),
            z: one.z.mul(&other.z).mul(&h),
            x,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_points_are_on_their_curves_and_of_their_orders() {
        for name in [Brainpool::P256r1, Brainpool::P384r1, Brainpool::P512r1] {
            let curve = Curve::new(name).unwrap();
            assert!(curve.holds(&curve.base), "{name:?}");
            let order = curve.order.value().clone();
            let mut sum = curve.infinity();
            for bit in (0..curve.order.bits()).rev() {
                sum = curve.double(&sum);
                if order.bit_vartime(bit) {
                    sum = curve.add(&sum, &curve.base);
                }
            }
            assert!(is_zero(&sum.z), "{name:?}");
        }
    }

    #[test]
    fn a_point_beside_the_curve_is_no_key() {
        let mut point = vec![4; 65];
        point[64] = 1;
        assert!(WeierstrassKey::read(Brainpool::P256r1, &point).is_none());
        assert!(WeierstrassKey::read(Brainpool::P256r1, &[4; 33]).is_none());
        assert!(WeierstrassKey::read(Brainpool::P256r1, &[]).is_none());
    }
}
