//! Passed, failed or indeterminate, and why: nobody is accused of forgery because an algorithm is not
//! supported, no longer counts, or because there is no signature yet.
#![allow(clippy::unwrap_used)]

use crate::proof::archived;
use crate::support::{NOW, Signer, form, join, root};
use countersign_cms::testing::{Encapsulated, TestAuthority};
use countersign_cms::{
    DigestAlgorithm, SignatureScheme, SignedDataParts, ecdsa_to_der, hex, signed_attributes,
    signed_data,
};
use countersign_pdf::Document;
use countersign_sign::{SigningField, prepare};
use countersign_verify::{Indication, SignatureReport, SubIndication, VerifyOptions, verify};

/// 2005-01-01 to 2060-01-01.
const OLD: (i64, i64) = (1_104_537_600, 2_840_140_800);
/// 2011-06-01: SHA-1 still counts.
const IN_2011: i64 = 1_306_886_400;
/// 2013-06-01: it no longer does.
const IN_2013: i64 = 1_370_044_800;
const SHA1: DigestAlgorithm = DigestAlgorithm::Sha1;

/// A file with zeros in the place of Alice's signature, and the byte range of that place.
struct Hollow {
    file: Vec<u8>,
    range: [u64; 4],
}

impl Hollow {
    fn new(bend: impl Fn(&mut [u8])) -> Self {
        let document = Document::from_bytes(form()).unwrap();
        let options = alice().options(SigningField::Existing("alice".to_owned()));
        let prepared = prepare(&document, &options).unwrap();
        let mut file = join(&form(), &prepared.tail);
        bend(&mut file);
        Self {
            file,
            range: prepared.byte_range,
        }
    }

    fn covered(&self) -> Vec<u8> {
        let [_, first, rest, length] = self.range.map(|at| at as usize);
        [&self.file[..first], &self.file[rest..rest + length]].concat()
    }

    fn with(mut self, cms: &[u8]) -> Vec<u8> {
        let (start, digits) = (self.range[1] as usize + 1, hex(cms));
        self.file[start..start + digits.len()].copy_from_slice(digits.as_bytes());
        self.file
    }
}

fn alice() -> Signer {
    let mut alice = Signer::new("Alice", 2);
    alice.certificate.validity = OLD;
    alice
}

/// Signed over SHA-1, with a time stamp over SHA-256 where a time is given.
fn signed_over_sha1(stamped: Option<i64>) -> Vec<u8> {
    let hollow = Hollow::new(|_| {});
    let (alice, digest) = (alice(), SHA1.digest(&hollow.covered()));
    let certificate = alice.certificate.make();
    let attributes = signed_attributes(&digest, &certificate, SHA1);
    let value = ecdsa_to_der(&alice.key.sign_digest(&SHA1.digest(&attributes)));
    let mut authority = TestAuthority::new(8, &root());
    authority.certificate.validity = OLD;
    let token = stamped.map(|at| authority.stamp(&value, at, None));
    let cms = signed_data(SignedDataParts {
        certificate: &certificate,
        chain: &[root().make()],
        digest: SHA1,
        scheme: SignatureScheme::Ecdsa(SHA1),
        signed_attributes: &attributes,
        signature: &value,
        time_stamp: token.as_deref(),
    });
    hollow.with(&cms.unwrap())
}

fn verified(file: &[u8], ignore_trust: bool) -> SignatureReport {
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ignore_trust,
        ..VerifyOptions::default()
    };
    let mut reports = verify(&document, &options).unwrap();
    reports.remove(0)
}

fn codes(report: &SignatureReport) -> Vec<&str> {
    let errors = report.findings.iter();
    let errors = errors.filter(|it| it.severity == countersign_verify::Severity::Error);
    errors.map(|it| it.code.as_str()).collect()
}

fn assert_open(report: &SignatureReport, why: SubIndication, code: &str) {
    let found = (report.indication, report.sub_indication);
    let wanted = (Indication::Indeterminate, Some(why));
    assert_eq!(found, wanted, "{:#?}", report.findings);
    assert!(!report.acceptable && codes(report).contains(&code));
    let accused = ["digest_mismatch", "signature_invalid"];
    assert!(
        !codes(report).iter().any(|it| accused.contains(it)),
        "{code}"
    );
}

/// Every `from` in the digits of the signature becomes `to`.
fn tampered(from: &str, to: &str) -> Vec<u8> {
    let signed = alice().sign_field(&form(), "alice");
    let text = String::from_utf8(signed).unwrap();
    assert!(text.contains(from));
    text.replace(from, to).into_bytes()
}

#[test]
fn what_is_not_supported_is_not_called_altered() {
    // The last arcs of SHA-256, of ECDSA with it, and of P-256 become others.
    let cases = [
        ("0609608648016503040201", "060960864801650304025f"),
        ("06082a8648ce3d040302", "06082a8648ce3d04035f"),
        ("06082a8648ce3d030107", "06082a8648ce3d03015f"),
    ];
    for (from, to) in cases {
        for ignore_trust in [false, true] {
            let report = verified(&tampered(from, to), ignore_trust);
            assert_open(&report, SubIndication::Generic, "algorithm_unsupported");
            let signer = report.signer.and_then(|it| it.common_name);
            assert_eq!(signer.as_deref(), Some("Alice"), "{from}");
        }
    }
}

#[test]
fn another_kind_of_signature_is_not_called_altered() {
    for kind in [
        "/SubFilter/Foo.bar",
        "/SubFilter/adbe.x509.rsa_sha1",
        "/SubTilfer/X",
    ] {
        let hollow = Hollow::new(|file| name(file, kind));
        let report = verified(&hollow.with(&[0x30, 0]), true);
        assert_open(&report, SubIndication::Generic, "subfilter_unsupported");
    }
}

/// Another `/SubFilter` of the same length in the signed bytes.
fn name(file: &mut [u8], kind: &str) {
    const OWN: &str = "/SubFilter/ETSI.CAdES.detached";
    let at = file.windows(OWN.len()).position(|it| it == OWN.as_bytes());
    let padded = format!("{kind:<width$}", width = OWN.len());
    file[at.unwrap()..at.unwrap() + OWN.len()].copy_from_slice(padded.as_bytes());
}

#[test]
fn a_place_without_a_signature_is_not_called_altered() {
    let report = verified(&Hollow::new(|_| {}).file, true);
    assert_open(&report, SubIndication::Generic, "signature_missing");
}

#[test]
fn altered_is_altered_whatever_else_is_wrong() {
    let mut file = signed_over_sha1(None);
    let text = file.windows(8).position(|it| it == b"Contract").unwrap();
    file[text] = b'K';
    let report = verified(&file, false);
    let found = (report.indication, report.sub_indication);
    assert_eq!(
        found,
        (Indication::Failed, Some(SubIndication::HashFailure))
    );
}

#[test]
fn without_a_trusted_issuer_it_is_open_and_passes_where_trust_is_ignored() {
    let signed = alice().sign_field(&form(), "alice");
    let document = Document::from_bytes(signed.clone()).unwrap();
    let options = VerifyOptions {
        at: NOW,
        ..VerifyOptions::default()
    };
    let report = verify(&document, &options).unwrap().remove(0);
    assert_open(
        &report,
        SubIndication::NoCertificateChainFound,
        "untrusted_root",
    );
    let report = verified(&signed, true);
    assert_eq!(
        (report.indication, report.sub_indication),
        (Indication::Passed, None)
    );
}

#[test]
fn sha1_counts_where_a_time_stamp_proves_that_it_did() {
    for (stamped, counts) in [(None, false), (Some(IN_2013), false), (Some(IN_2011), true)] {
        for ignore_trust in [false, true] {
            let report = verified(&signed_over_sha1(stamped), ignore_trust);
            assert!(report.intact, "{:#?}", report.findings);
            assert_eq!(
                report.acceptable, counts,
                "{stamped:?}: {:#?}",
                report.findings
            );
            if !counts {
                let why = SubIndication::CryptoConstraintsFailureNoPoe;
                assert_open(&report, why, "weak_digest");
            }
        }
    }
}

#[test]
fn an_embedded_sha1_is_compared_and_counts_as_long() {
    let signed = |alter: bool| {
        let hollow = Hollow::new(|file| name(file, "/SubFilter/adbe.pkcs7.sha1"));
        let mut covered = hollow.covered();
        covered[0] ^= u8::from(alter);
        let cms = Encapsulated {
            certificate: &alice().certificate,
            chain: &[root().make()],
            digest: DigestAlgorithm::Sha256,
        };
        hollow.with(&cms.sign_data(&SHA1.digest(&covered)))
    };
    let report = verified(&signed(false), false);
    assert!(report.intact, "{:#?}", report.findings);
    let why = SubIndication::CryptoConstraintsFailureNoPoe;
    assert_open(&report, why, "weak_digest");
    let report = verified(&signed(true), false);
    assert!(!report.intact && codes(&report).contains(&"digest_mismatch"));
    assert_eq!(report.indication, Indication::Failed);
}

#[test]
fn a_document_time_stamp_over_sha1_is_weak_and_not_broken() {
    let signed = alice().sign_field(&form(), "alice");
    let mut weak = TestAuthority::new(8, &root());
    weak.certificate.validity = OLD;
    weak.digest = SHA1;
    let stamped = archived(&signed, &weak, IN_2011);
    let document = Document::from_bytes(stamped.clone()).unwrap();
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ..VerifyOptions::default()
    };
    let reports = verify(&document, &options).unwrap();
    assert!(reports[1].intact);
    let why = SubIndication::CryptoConstraintsFailureNoPoe;
    assert_open(&reports[1], why, "weak_digest");
    assert!(!codes(&reports[1]).contains(&"timestamp_untrusted"));
    assert_eq!(reports[0].proven_time, None);
    // A newer stamp that is strong proves the older one for a time at which SHA-1 counted.
    let mut strong = TestAuthority::new(9, &root());
    strong.certificate.validity = OLD;
    let archived_file = archived(&stamped, &strong, IN_2011 + 86_400);
    let reports = verify(&Document::from_bytes(archived_file).unwrap(), &options).unwrap();
    assert!(reports[1].acceptable, "{:#?}", reports[1].findings);
    assert!(reports[0].proven_time.is_some());
}
