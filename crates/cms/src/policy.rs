//! End dates of algorithms and key sizes.
//!
//! The dates are those of the ETSI catalogue of cryptographic suites for validation (TS 119 312 V1.5.1, in the
//! machine-readable form of TS 119 322). Data made with an algorithm stays acceptable if something stronger proves
//! that it existed before the end date (EN 319 102-1, 5.2.8.4).

use countersign_codes::FindingCode;

use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::finding::Finding;
use crate::time;

/// Times by which data is proven to have existed, in seconds since 1970. Without proof it is the time of validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Existence {
    /// The signature made with the first certificate of a path.
    pub signature: i64,
    /// The certificates of the path.
    pub certificates: i64,
}

impl Existence {
    /// The same time for both.
    pub fn at(time: i64) -> Self {
        Self {
            signature: time,
            certificates: time,
        }
    }

    /// No proof of existence: rejects every algorithm that has an end date. For signatures and time stamps made now.
    pub fn new_now() -> Self {
        Self::at(i64::MAX)
    }
}

/// 2012-08-01.
const SHA1_END: i64 = 1_343_779_200;
/// 2015-12-01, for DSA under 1900 bits.
const DSA_END: i64 = 1_448_928_000;
/// End dates of RSA keys, each for moduli of fewer bits than the first number.
const RSA_ENDS: [(u32, i64); 3] = [
    // Shorter keys were never acceptable.
    (786, i64::MIN),
    // 2010-08-01.
    (1_024, 1_280_620_800),
    // 2019-10-01. The limit is not 2048, because some tokens generate keys of 2047 bits or fewer, which are acceptable
    // until 2029.
    (1_900, 1_569_888_000),
];

/// End date of a digest; `None` if it has none yet.
pub(crate) fn digest_end(digest: DigestAlgorithm) -> Option<i64> {
    match digest {
        DigestAlgorithm::Sha1 => Some(SHA1_END),
        // The catalogue ends it on 2029-01-01. End dates are entered when they are near and certain.
        DigestAlgorithm::Sha224 => None,
        DigestAlgorithm::Sha256 | DigestAlgorithm::Sha384 | DigestAlgorithm::Sha512 => None,
        DigestAlgorithm::Sha3_256 | DigestAlgorithm::Sha3_384 | DigestAlgorithm::Sha3_512 => None,
        DigestAlgorithm::Shake256 => None,
    }
}

/// End date of an RSA modulus of this size.
pub(crate) fn rsa_end(bits: u32) -> Option<i64> {
    let mut ends = RSA_ENDS.iter();
    ends.find(|(below, _)| bits < *below).map(|(_, end)| *end)
}

/// End date of a DSA prime of this size. Below 1024 bits it was never acceptable.
pub(crate) fn dsa_end(bits: u32) -> Option<i64> {
    match bits {
        0..1_024 => Some(i64::MIN),
        1_024..1_900 => Some(DSA_END),
        _ => None,
    }
}

/// Whether data that existed at `at` was made after the end date.
pub(crate) fn is_over(end: Option<i64>, at: i64) -> bool {
    end.is_some_and(|end| at >= end)
}

/// Finding for a digest that is no longer acceptable.
pub(crate) fn weak_digest(digest: DigestAlgorithm, place: &str) -> Finding {
    let (name, until) = (digest.name(), until(digest.ends()));
    let message = format!("{name} {until}, and nothing proves that this existed before");
    Finding::error(FindingCode::WeakDigest, message, place)
}

/// Finding for a certificate's key that was no longer acceptable at `at`.
pub(crate) fn weak_key(certificate: &Certificate, at: i64) -> Option<Finding> {
    let key = certificate.public_key().ok()?;
    let end = key.ends().filter(|end| at >= *end)?;
    let (name, until) = (key.describe(), until(Some(end)));
    let message =
        format!("a key {name} {until}, and nothing proves that what it signed existed before");
    Some(Finding::error(
        FindingCode::WeakKey,
        message,
        certificate.label(),
    ))
}

fn until(end: Option<i64>) -> String {
    match end {
        Some(end) if end > i64::MIN => format!("counted until {}", day(end)),
        _ => "never counted".to_owned(),
    }
}

fn day(at: i64) -> String {
    time::iso(at).chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_the_days_that_the_catalogue_names() {
        let dates = [SHA1_END, DSA_END, RSA_ENDS[1].1, RSA_ENDS[2].1].map(day);
        assert_eq!(
            dates,
            ["2012-08-01", "2015-12-01", "2010-08-01", "2019-10-01"]
        );
        assert_eq!(rsa_end(512), Some(i64::MIN));
        assert_eq!(rsa_end(1_024), Some(RSA_ENDS[2].1));
        assert_eq!(rsa_end(2_047), None);
    }
}
