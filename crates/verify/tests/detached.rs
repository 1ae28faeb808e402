//! Signatures beside their content: the verdict, and every way to pass one off for another.
#![allow(clippy::unwrap_used)]

use countersign_cms::testing::{TestCertificate, TestKey, der};
use countersign_cms::{
    Certificate, DigestAlgorithm, SignatureScheme, SignedDataParts, detached_attributes,
    ecdsa_to_der, signed_attributes, signed_data, with_time_stamp,
};
use countersign_verify::{
    ContentDigests, Indication, Level, SignatureReport, SubIndication, VerifyOptions,
    detached_revocation_requests, verify_detached,
};

use crate::support::{NOW, Signer, authority, root};

const PAGE: &[u8] = b"<html>The rent is 500</html>";

fn options() -> VerifyOptions {
    VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW + 60,
        ..VerifyOptions::default()
    }
}

fn judged(cms: &[u8], content: &[u8]) -> SignatureReport {
    verify_detached(cms, &ContentDigests::of(content), &options()).unwrap()
}

fn errors(report: &SignatureReport) -> Vec<&str> {
    let errors = report.findings.iter();
    let errors = errors.filter(|it| it.severity == countersign_verify::Severity::Error);
    errors.map(|it| it.code.as_str()).collect()
}

fn alice() -> Signer {
    Signer::new("Alice", 2)
}

/// A CMS by Alice with these signed attributes.
fn with_attributes(attributes: &[u8], digest: DigestAlgorithm, chain: &[Certificate]) -> Vec<u8> {
    let certificate = alice().certificate.make();
    let scheme = SignatureScheme::Ecdsa(digest);
    let value = ecdsa_to_der(&TestKey::new(2).sign(attributes));
    signed_data(SignedDataParts {
        certificate: &certificate,
        chain,
        digest,
        scheme,
        signed_attributes: attributes,
        signature: &value,
        time_stamp: None,
    })
    .unwrap()
}

#[test]
fn a_signature_over_the_page_is_accepted_with_what_it_states() {
    let report = judged(&alice().sign_detached(PAGE), PAGE);
    assert!(report.intact && report.trusted && report.acceptable && report.covers_whole_file);
    assert_eq!(report.indication, Indication::Passed);
    assert_eq!(report.level, Level::BB);
    assert_eq!(report.field, None);
    assert_eq!(report.signing_time.as_deref(), Some("2026-11-21T00:00:00Z"));
    assert_eq!(report.signing_time, report.cms_signing_time);
    assert_eq!(report.signer.unwrap().common_name.as_deref(), Some("Alice"));
    assert_eq!(report.chain.len(), 2);
}

#[test]
fn a_stamp_raises_the_level_and_proves_the_time() {
    let bare = alice().sign_detached(PAGE);
    let signed = countersign_cms::SignedData::read(&bare).unwrap();
    let value = signed.signer().unwrap().signature();
    let token = authority().stamp(value, NOW + 5, Some(&[9; 16]));
    let report = judged(&with_time_stamp(&bare, &token).unwrap(), PAGE);
    assert!(report.acceptable, "{:?}", report.findings);
    assert_eq!(report.level, Level::BT);
    assert_eq!(report.proven_time.as_deref(), Some("2026-11-21T00:00:05Z"));
    let foreign = authority().stamp(b"another value", NOW + 5, Some(&[9; 16]));
    let report = judged(&with_time_stamp(&bare, &foreign).unwrap(), PAGE);
    assert_eq!(
        (report.level, report.proven_time.as_deref()),
        (Level::BB, None)
    );
}

#[test]
fn another_page_is_refused() {
    let report = judged(
        &alice().sign_detached(PAGE),
        b"<html>The rent is 900</html>",
    );
    assert!(!report.intact && !report.acceptable && !report.covers_whole_file);
    assert_eq!(report.indication, Indication::Failed);
    assert_eq!(report.sub_indication, Some(SubIndication::HashFailure));
    assert_eq!(errors(&report), ["digest_mismatch"]);
}

#[test]
fn somebody_who_is_not_trusted_is_named_but_not_accepted() {
    let cms = alice().sign_detached(PAGE);
    let nobody = VerifyOptions {
        trust: vec![TestCertificate::root("Other", 7).make().der().to_vec()],
        ..options()
    };
    let report = verify_detached(&cms, &ContentDigests::of(PAGE), &nobody).unwrap();
    assert!(report.intact && !report.trusted && !report.acceptable);
    assert_eq!(report.indication, Indication::Indeterminate);
    let anybody = VerifyOptions {
        ignore_trust: true,
        ..nobody
    };
    let report = verify_detached(&cms, &ContentDigests::of(PAGE), &anybody).unwrap();
    assert!(report.acceptable);
}

/// What a CMS is made of, to build it in another way.
struct Parts {
    digests: Vec<u8>,
    certificates: Vec<u8>,
    signer: Vec<u8>,
}

/// Reads the parts by the lengths of DER.
fn parts(cms: &[u8]) -> Parts {
    let inside = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let mut rest = &content(bytes)[..];
        let mut out = Vec::new();
        while !rest.is_empty() {
            let length = whole(rest);
            out.push(rest[..length].to_vec());
            rest = &rest[length..];
        }
        out
    };
    let body = inside(&inside(&inside(cms)[1])[0]);
    Parts {
        digests: body[1].clone(),
        certificates: body[3].clone(),
        signer: inside(&body[4])[0].clone(),
    }
}

fn whole(bytes: &[u8]) -> usize {
    bytes.len() - content_start(bytes).1
}

/// Start of the content, and the number of bytes after it.
fn content_start(bytes: &[u8]) -> (usize, usize) {
    let (start, length) = match bytes[1] {
        short @ 0..=127 => (2, usize::from(short)),
        long => {
            let digits = usize::from(long & 127);
            let number = &bytes[2..2 + digits];
            (
                2 + digits,
                number
                    .iter()
                    .fold(0, |sum, it| (sum << 8) | usize::from(*it)),
            )
        }
    };
    (start, bytes.len() - start - length)
}

fn content(bytes: &[u8]) -> Vec<u8> {
    let (start, after) = content_start(bytes);
    bytes[start..bytes.len() - after].to_vec()
}

/// A SignedData of these parts; `content`: embedded.
fn assembled(parts: &Parts, content: Option<&[u8]>, signers: &[&[u8]]) -> Vec<u8> {
    let data = [6, 9, 42, 134, 72, 134, 247, 13, 1, 7, 1];
    let signed_data = [6, 9, 42, 134, 72, 134, 247, 13, 1, 7, 2];
    let embedded = content.map(|it| der(0xa0, &[&der(4, &[it])]));
    let content = der(0x30, &[&data, embedded.as_deref().unwrap_or_default()]);
    let body = der(
        0x30,
        &[
            &der(2, &[&[1]]),
            &parts.digests,
            &content,
            &parts.certificates,
            &der(0x31, signers),
        ],
    );
    der(0x30, &[&signed_data, &der(0xa0, &[&body])])
}

#[test]
fn content_inside_is_refused_even_if_it_is_the_same() {
    let parts = parts(&alice().sign_detached(PAGE));
    let again = assembled(&parts, None, &[&parts.signer]);
    assert!(judged(&again, PAGE).acceptable);
    for inside in [PAGE, b"<html>The rent is 900</html>".as_slice()] {
        let report = judged(&assembled(&parts, Some(inside), &[&parts.signer]), PAGE);
        assert!(!report.intact && !report.acceptable);
        assert_eq!(report.indication, Indication::Failed);
        assert_eq!(errors(&report), ["cms_not_detached"]);
    }
}

#[test]
fn several_signers_and_none_are_refused() {
    let parts = parts(&alice().sign_detached(PAGE));
    let two = judged(
        &assembled(&parts, None, &[&parts.signer, &parts.signer]),
        PAGE,
    );
    assert!(!two.acceptable);
    assert_eq!(errors(&two), ["cms_signer_count"]);
    assert_eq!(two.level, Level::None);
    let none = judged(&assembled(&parts, None, &[]), PAGE);
    assert!(!none.acceptable && !none.intact);
    assert_eq!(errors(&none), ["cms_signer_count"]);
}

#[test]
fn a_signature_that_does_not_name_its_certificate_is_refused() {
    // The attributes of PAdES without the last one, signing-certificate-v2.
    let certificate = alice().certificate.make();
    let sha256 = DigestAlgorithm::Sha256;
    let attributes = signed_attributes(&sha256.digest(PAGE), &certificate, sha256);
    let mut rest = &content(&attributes)[..];
    let mut left: Vec<&[u8]> = Vec::new();
    let certificate_v2 = [42, 134, 72, 134, 247, 13, 1, 9, 16, 2, 47];
    while !rest.is_empty() {
        let (one, after) = rest.split_at(whole(rest));
        let is_it = one.windows(11).any(|part| part == certificate_v2);
        left.extend((!is_it).then_some(one));
        rest = after;
    }
    assert_eq!(left.len(), 2);
    let report = judged(&with_attributes(&der(0x31, &left), sha256, &[]), PAGE);
    assert!(report.intact && !report.acceptable);
    assert_eq!(errors(&report), ["signing_certificate_mismatch"]);
    assert_eq!(
        report.sub_indication,
        Some(SubIndication::NoSigningCertificateFound)
    );
}

#[test]
fn the_form_for_documents_is_accepted_below_the_level() {
    let certificate = alice().certificate.make();
    let sha256 = DigestAlgorithm::Sha256;
    let attributes = signed_attributes(&sha256.digest(PAGE), &certificate, sha256);
    let report = judged(&with_attributes(&attributes, sha256, &[]), PAGE);
    assert!(report.acceptable);
    assert_eq!((report.level, report.signing_time), (Level::None, None));
}

#[test]
fn sha_1_is_refused_whenever_it_was_used() {
    let certificate = alice().certificate.make();
    let sha1 = DigestAlgorithm::Sha1;
    let attributes = detached_attributes(&sha1.digest(PAGE), &certificate, sha1, NOW).unwrap();
    let report = judged(&with_attributes(&attributes, sha1, &[]), PAGE);
    assert!(!report.intact && !report.acceptable);
    assert!(errors(&report).contains(&"weak_digest"));
    assert_eq!(report.indication, Indication::Indeterminate);
}

#[test]
fn what_is_no_signature_is_said_and_nothing_breaks() {
    let cms = alice().sign_detached(PAGE);
    let longer = [cms.as_slice(), &[0]].concat();
    for bytes in [
        b"".as_slice(),
        b"%PDF-1.7",
        PAGE,
        &cms[..cms.len() - 1],
        &longer,
    ] {
        let report = judged(bytes, PAGE);
        assert!(!report.acceptable && !report.intact);
        assert_eq!(errors(&report), ["cms_unreadable"]);
    }
    for at in 0..cms.len() {
        let mut bent = cms.clone();
        bent[at] ^= 0x41;
        let report = judged(&bent, PAGE);
        // A certificate of the chain is only evidence; all else is signed or refused.
        let same_signer = report
            .signer
            .as_ref()
            .is_some_and(|it| it.common_name.as_deref() == Some("Alice"));
        assert!(!report.acceptable || same_signer, "byte {at}");
    }
}

#[test]
fn revocation_is_requested_where_certificates_name_a_source() {
    let cms = alice().sign_detached(PAGE);
    let requests = detached_revocation_requests(&cms, &options()).unwrap();
    assert!(requests.iter().all(|it| it.field.is_empty()));
    assert!(
        detached_revocation_requests(b"none", &options())
            .unwrap()
            .is_empty()
    );
    let strict = VerifyOptions {
        require_revocation: true,
        ..options()
    };
    let report = verify_detached(&cms, &ContentDigests::of(PAGE), &strict).unwrap();
    assert_eq!(report.acceptable, report.revocation.is_empty());
}
