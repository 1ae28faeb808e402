//! SignedData: what is built is accepted, and every way to bend it is seen.
#![allow(clippy::unwrap_used)]

use countersign_cms::testing::{TestCertificate, TestKey};
use countersign_cms::{
    Certificate, CmsErrorKind, DigestAlgorithm, SignatureScheme, SignedData, SignedDataParts,
    SignerCheck, checked_signature, signed_attributes, signed_data,
};

const DIGEST: DigestAlgorithm = DigestAlgorithm::Sha256;
const SCHEME: SignatureScheme = SignatureScheme::Ecdsa(DIGEST);

fn certificates() -> (Certificate, Certificate) {
    let root = TestCertificate::root("Root", 1);
    (
        TestCertificate::person("Alice", 3, &root).make(),
        root.make(),
    )
}

fn build(content: &[u8]) -> Vec<u8> {
    let (alice, root) = certificates();
    let attributes = signed_attributes(&DIGEST.digest(content), &alice, DIGEST);
    let raw = TestKey::new(3).sign(&attributes);
    let value = checked_signature(&alice, SCHEME, &attributes, &raw).unwrap();
    signed_data(SignedDataParts {
        certificate: &alice,
        chain: &[root, alice.clone()],
        digest: DIGEST,
        scheme: SCHEME,
        signed_attributes: &attributes,
        signature: &value,
        time_stamp: None,
    })
    .unwrap()
}

fn codes(check: &SignerCheck) -> Vec<&str> {
    check
        .findings
        .iter()
        .map(|finding| finding.code.as_str())
        .collect()
}

#[test]
fn what_is_built_is_accepted() {
    let cms = build(b"content");
    let read = SignedData::read(&cms).unwrap();
    assert_eq!(read.length(), cms.len());
    assert_eq!(read.certificates().len(), 2);
    let check = read.check(&DIGEST.digest(b"content"));
    assert!(
        check.digest_matches && check.signature_matches,
        "{:?}",
        check.findings
    );
    assert!(check.findings.is_empty());
    assert_eq!(check.signer, Some(certificates().0));
    assert!(!read.signer().unwrap().has_signing_time());
}

#[test]
fn zeros_after_it_are_no_part_of_it() {
    let mut cms = build(b"content");
    let length = cms.len();
    cms.extend([0; 100]);
    assert_eq!(SignedData::read(&cms).unwrap().length(), length);
}

#[test]
fn other_content_is_seen() {
    let check = SignedData::read(&build(b"content"))
        .unwrap()
        .check(&DIGEST.digest(b"other"));
    assert!(!check.digest_matches);
    assert_eq!(codes(&check), ["digest_mismatch"]);
}

#[test]
fn the_signature_of_another_key_is_refused_before_it_is_built_in() {
    let (alice, _) = certificates();
    let attributes = signed_attributes(&DIGEST.digest(b"content"), &alice, DIGEST);
    let foreign = TestKey::new(4).sign(&attributes);
    let error = checked_signature(&alice, SCHEME, &attributes, &foreign).unwrap_err();
    assert_eq!(error.kind(), CmsErrorKind::Signature);
}

#[test]
fn a_certificate_with_the_same_key_and_number_is_seen_as_another() {
    let root = TestCertificate::root("Root", 1);
    let alice = TestCertificate::person("Alice", 3, &root);
    let twin = TestCertificate {
        name: "Mallory",
        ..alice.clone()
    };
    let (alice, twin) = (alice.make(), twin.make());
    let attributes = signed_attributes(&DIGEST.digest(b"content"), &alice, DIGEST);
    let raw = TestKey::new(3).sign(&attributes);
    let value = checked_signature(&twin, SCHEME, &attributes, &raw).unwrap();
    let cms = signed_data(SignedDataParts {
        certificate: &twin,
        chain: &[],
        digest: DIGEST,
        scheme: SCHEME,
        signed_attributes: &attributes,
        signature: &value,
        time_stamp: None,
    });
    let check = SignedData::read(&cms.unwrap())
        .unwrap()
        .check(&DIGEST.digest(b"content"));
    assert_eq!(codes(&check), ["signing_certificate_mismatch"]);
}

#[test]
fn no_tampered_byte_is_accepted_and_none_breaks_the_reader() {
    let cms = build(b"content");
    let digest = DIGEST.digest(b"content");
    let (_, root) = certificates();
    let spare = cms
        .windows(root.der().len())
        .position(|part| part == root.der())
        .unwrap();
    for at in 0..cms.len() {
        let mut tampered = cms.clone();
        tampered[at] ^= 0x41;
        let in_spare = (spare..spare + root.der().len()).contains(&at);
        if let (Ok(read), false) = (SignedData::read(&tampered), in_spare) {
            let check = read.check(&digest);
            let good =
                check.findings.is_empty() && check.signature_matches && read.length() == cms.len();
            // The list of digests and the version numbers are hints that nothing relies on.
            assert!(
                !good || at < 44 || is_version(&cms, at),
                "byte {at} of {}",
                cms.len()
            );
        }
        assert!(SignedData::read(&cms[..at]).is_err());
    }
}

fn is_version(cms: &[u8], at: usize) -> bool {
    at >= 2 && cms[at - 2..at] == [2, 1] && cms[at] == 1
}
