//! Algorithms that others sign with: what OpenSSL made is verified, and nothing else is.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use countersign_cms::testing::der;
use countersign_cms::{CmsErrorKind, PublicKey, SignatureScheme, SignedData, SignerCheck};

const CONTENT: &[u8] = b"content";
/// 2011-06-01, and 2026-11-21.
const IN_2011: i64 = 1_306_886_400;
const NOW: i64 = 1_795_219_200;

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/algorithms");
    std::fs::read(folder.join(format!("{name}.der"))).unwrap()
}

fn check(cms: &[u8], content: &[u8]) -> SignerCheck {
    let signed = SignedData::read(cms).unwrap();
    let digest = signed.signer().unwrap().digest();
    signed.check(&digest.map(|it| it.digest(content)).unwrap_or_default())
}

fn codes(check: &SignerCheck) -> Vec<&str> {
    check.findings.iter().map(|it| it.code.as_str()).collect()
}

/// Every occurrence replaced by as many bytes.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let places: Vec<usize> = (0..bytes.len() - from.len())
        .filter(|at| bytes[*at..].starts_with(from))
        .collect();
    assert!(!places.is_empty() && from.len() == to.len());
    for at in places {
        out[at..at + to.len()].copy_from_slice(to);
    }
    out
}

#[test]
fn signatures_of_openssl_verify_and_others_do_not() {
    let names = [
        "rsa-sha224",
        "rsa-sha3-256",
        "rsa1024",
        "pss-sha1-mask",
        "brainpoolP256r1",
        "brainpoolP384r1",
        "brainpoolP512r1",
        "brainpoolP512r1-sha256",
        "dsa-sha256",
        "dsa-sha1",
    ];
    for name in names {
        let found = check(&fixture(name), CONTENT);
        assert!(
            found.digest_matches && found.signature_matches,
            "{name}: {:?}",
            found.findings
        );
        assert_eq!(codes(&found), Vec::<&str>::new(), "{name}");
        let found = check(&fixture(name), b"another");
        assert!(!found.digest_matches && found.signature_matches, "{name}");
        let mut tampered = fixture(name);
        *tampered.last_mut().unwrap() ^= 1;
        assert!(!check(&tampered, CONTENT).signature_matches, "{name}");
    }
}

#[test]
fn what_is_not_supported_is_distinguished_from_what_does_not_fit() {
    for name in ["secp256k1", "rsa-ripemd160"] {
        let found = check(&fixture(name), CONTENT);
        assert_eq!(codes(&found), ["algorithm_unsupported"], "{name}");
        assert!(found.signer.is_some(), "{name}");
    }
}

#[test]
fn algorithms_count_as_long_as_the_catalogue_says() {
    let weak = |name: &str, existed: i64| -> Vec<&str> {
        let signed = SignedData::read(&fixture(name)).unwrap();
        let check = signed.check(&[]);
        let found = signed
            .signer()
            .unwrap()
            .weaknesses(check.signer.as_ref(), existed);
        found.into_iter().map(|it| it.code.as_str()).collect()
    };
    for name in [
        "rsa-sha3-256",
        "brainpoolP512r1",
        "dsa-sha256",
        "pss-sha1-mask",
    ] {
        assert_eq!(weak(name, NOW), Vec::<&str>::new(), "{name}");
    }
    assert_eq!(weak("dsa-sha1", NOW), ["weak_digest"]);
    assert_eq!(weak("rsa1024", NOW), ["weak_key"]);
    for name in ["dsa-sha1", "rsa1024"] {
        assert_eq!(weak(name, IN_2011), Vec::<&str>::new(), "{name}");
    }
}

/// The identifier of ecdsa-with-SHA256 where that of SHA-256 belongs, as some programs write it.
#[test]
fn a_signature_identifier_names_its_digest() {
    let sha256 = [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1];
    let rsa_with_sha256 = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 0x0b];
    let cms = replaced(&fixture("brainpoolP256r1"), &sha256, &rsa_with_sha256);
    let found = check(&cms, CONTENT);
    assert!(
        found.digest_matches && found.signature_matches,
        "{:?}",
        found.findings
    );
}

/// The name of the issuer as a PrintableString in the signature, as a UTF8String in the certificate.
#[test]
fn a_signer_is_found_whatever_string_type_names_its_issuer() {
    let name = b"brainpoolP256r1";
    let cms = fixture("brainpoolP256r1");
    let wanted = [&[0x0c, name.len() as u8][..], name].concat();
    let places: Vec<usize> = (0..cms.len())
        .filter(|at| cms[*at..].starts_with(&wanted))
        .collect();
    // Issuer and subject of the certificate, the signer's name, and the attribute that names its certificate.
    assert_eq!(places.len(), 4);
    let mut other = cms.clone();
    other[places[2]] = 0x13;
    let found = check(&other, CONTENT);
    assert!(found.signature_matches, "{:?}", found.findings);
    let mut stranger = cms;
    stranger[places[2] + 2] = b'B' + 1;
    assert_eq!(
        codes(&check(&stranger, CONTENT)),
        ["signer_certificate_missing"]
    );
}

/// Cards of Estonia carry keys whose modulus lacks its leading zero.
#[test]
fn a_modulus_without_its_leading_zero_is_the_same_key() {
    let key = |modulus: &[u8]| {
        let numbers = der(0x30, &[&der(2, &[modulus]), &[2, 3, 1, 0, 1]]);
        let bits = der(3, &[&[0], &numbers]);
        let rsa = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];
        PublicKey::read(&der(0x30, &[&der(0x30, &[&rsa]), &bits]))
    };
    let modulus = [0xc5; 256];
    let (PublicKey::Rsa(with), PublicKey::Rsa(without)) = (
        key(&[&[0], &modulus[..]].concat()).unwrap(),
        key(&modulus).unwrap(),
    ) else {
        panic!("no RSA keys");
    };
    assert_eq!(with, without);
}

/// With the identity as the key one value fits every message, unless it is verified strictly.
#[test]
fn keys_of_small_order_verify_nothing() {
    let key = |kind: u8, bytes: &[u8]| {
        let algorithm = der(0x30, &[&[6, 3, 0x2b, 0x65, kind]]);
        PublicKey::read(&der(0x30, &[&algorithm, &der(3, &[&[0], bytes])]))
    };
    let mut identity = [0; 32];
    identity[0] = 1;
    // R is the identity, S is zero.
    let value = [identity, [0; 32]].concat();
    let fits = key(0x70, &identity)
        .is_ok_and(|key| key.verifies(SignatureScheme::Ed25519, b"any message", &value));
    assert!(!fits);
    let mut identity = [0; 57];
    identity[0] = 1;
    assert_eq!(
        key(0x71, &identity).unwrap_err().kind(),
        CmsErrorKind::Algorithm
    );
}

/// A curve by its numbers (RFC 3279, 2.3.5) may be any curve, and no certificate of RFC 5480 has one.
#[test]
fn a_curve_by_its_numbers_is_not_supported_and_not_broken() {
    let ec = [6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
    let algorithm = der(0x30, &[&ec, &der(0x30, &[&[2, 1, 1]])]);
    let key = PublicKey::read(&der(0x30, &[&algorithm, &der(3, &[&[0, 4, 1, 1]])]));
    assert_eq!(key.unwrap_err().kind(), CmsErrorKind::Algorithm);
}

#[test]
fn numbers_that_make_no_key_are_refused() {
    let rsa = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];
    let dsa = [6, 7, 0x2a, 0x86, 0x48, 0xce, 0x38, 4, 1];
    let (none, zero, one, large): (&[u8], &[u8], &[u8], &[u8]) = (&[], &[0], &[1], &[0x7f; 256]);
    for first in [none, zero, one, large] {
        for second in [none, zero, one, large] {
            let numbers = [first, second, second].map(|it| der(2, &[it]));
            let numbers: Vec<&[u8]> = numbers.iter().map(Vec::as_slice).collect();
            let bits = der(3, &[&[0], &der(0x30, &numbers[..2])]);
            let algorithm = der(0x30, &[&rsa, &[5, 0]]);
            assert!(PublicKey::read(&der(0x30, &[&algorithm, &bits])).is_err());
            let algorithm = der(0x30, &[&dsa, &der(0x30, &numbers)]);
            let bits = der(3, &[&[0], numbers[1]]);
            assert!(PublicKey::read(&der(0x30, &[&algorithm, &bits])).is_err());
        }
    }
}
