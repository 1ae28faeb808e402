//! OCSP responses and lists of revoked certificates: who is believed, about whom, for which time.
#![allow(clippy::unwrap_used)]

use countersign_cms::testing::{LONG, TestCertificate, TestRevocation, der, extension};
use countersign_cms::{
    Certificate, CmsErrorKind, Crl, OcspResponse, RevocationCheck, RevocationMaterial,
    RevocationMoment, RevocationStatus, ocsp_request,
};

const NOW: i64 = 1_800_000_000;
const OCSP_SIGNING: &str = "1.3.6.1.5.5.7.3.9";

struct Tree {
    root: TestCertificate,
    alice: TestCertificate,
}

fn tree() -> Tree {
    let root = TestCertificate {
        key_usage: Some(0x86),
        ..TestCertificate::root("Root", 1)
    };
    let alice = TestCertificate::person("Alice", 3, &root);
    Tree { root, alice }
}

fn ask(
    tree: &Tree,
    ocsps: &[Vec<u8>],
    crls: &[Vec<u8>],
    moment: RevocationMoment,
) -> RevocationCheck {
    let mut material = RevocationMaterial::new();
    for ocsp in ocsps {
        assert!(material.add_ocsp(ocsp));
    }
    for crl in crls {
        assert!(material.add_crl(crl));
    }
    material.check(&tree.alice.make(), &tree.root.make(), &[], moment)
}

const AT_NOW: RevocationMoment = RevocationMoment {
    used_at: NOW,
    now: NOW,
};

#[test]
fn good_and_revoked_are_distinguished_in_both_forms() {
    let tree = tree();
    let alice = tree.alice.make();
    let good = TestRevocation::good(&tree.root, NOW);
    let revoked = TestRevocation::revoked(&tree.root, NOW, NOW - 50);
    let is_revoked = |check: RevocationCheck| match check.status {
        RevocationStatus::Revoked(revocation) => revocation.since() == NOW - 50,
        _ => false,
    };
    let status = |ocsp: &[Vec<u8>], crl: &[Vec<u8>]| ask(&tree, ocsp, crl, AT_NOW);
    assert_eq!(
        status(&[good.ocsp(&alice)], &[]).status,
        RevocationStatus::Good
    );
    assert_eq!(
        status(&[], &[good.crl(&alice, &[])]).status,
        RevocationStatus::Good
    );
    assert!(is_revoked(status(&[revoked.ocsp(&alice)], &[])));
    assert!(is_revoked(status(&[], &[revoked.crl(&alice, &[])])));
    assert_eq!(status(&[], &[]).status, RevocationStatus::Unknown);
    // One "revoked" weighs more than any "good".
    let both = [good.ocsp(&alice)];
    assert!(is_revoked(status(&both, &[revoked.crl(&alice, &[])])));
}

#[test]
fn an_answer_about_another_certificate_says_nothing() {
    let tree = tree();
    let bob = TestCertificate::person("Bob", 4, &tree.root).make();
    let good = TestRevocation::good(&tree.root, NOW);
    let check = ask(&tree, &[good.ocsp(&bob)], &[], AT_NOW);
    assert_eq!(check.status, RevocationStatus::Unknown);
    let revoked = TestRevocation::revoked(&tree.root, NOW, NOW);
    let check = ask(&tree, &[], &[revoked.crl(&bob, &[])], AT_NOW);
    assert_eq!(check.status, RevocationStatus::Good);
}

#[test]
fn only_the_issuer_and_its_responders_are_believed() {
    let tree = tree();
    let alice = tree.alice.make();
    let responder = |key: u8, issuer: &TestCertificate| TestCertificate {
        purposes: &[OCSP_SIGNING],
        ..TestCertificate::person("Responder", key, issuer)
    };
    let other = TestCertificate {
        key_usage: Some(0x86),
        ..TestCertificate::root("Other", 9)
    };
    let twin = TestCertificate::root("Root", 9);
    let ended = TestCertificate {
        validity: (0, NOW - 1),
        ..responder(5, &tree.root)
    };
    let cases = [
        (responder(5, &tree.root), RevocationStatus::Good),
        (
            TestCertificate::person("Bob", 5, &tree.root),
            RevocationStatus::Unknown,
        ),
        (responder(5, &other), RevocationStatus::Unknown),
        (responder(5, &twin), RevocationStatus::Unknown),
        (twin.clone(), RevocationStatus::Unknown),
        (ended, RevocationStatus::Unknown),
    ];
    for (signer, expected) in cases {
        let good = TestRevocation {
            signer: signer.clone(),
            ..TestRevocation::good(&tree.root, NOW)
        };
        let check = ask(&tree, &[good.ocsp(&alice)], &[], AT_NOW);
        assert_eq!(check.status, expected, "{}", signer.name);
        let check = ask(&tree, &[], &[good.crl(&alice, &[])], AT_NOW);
        assert_eq!(check.status, RevocationStatus::Unknown, "{}", signer.name);
    }
}

#[test]
fn a_responder_that_was_revoked_itself_is_not_believed() {
    let tree = tree();
    let responder = TestCertificate {
        purposes: &[OCSP_SIGNING],
        ..TestCertificate::person("Responder", 5, &tree.root)
    };
    let good = TestRevocation {
        signer: responder.clone(),
        ..TestRevocation::good(&tree.root, NOW)
    };
    let list = TestRevocation::revoked(&tree.root, NOW, NOW - 9).crl(&responder.make(), &[]);
    let check = ask(&tree, &[good.ocsp(&tree.alice.make())], &[list], AT_NOW);
    // The list itself clears Alice: it is the responder's word that does not count.
    assert!(matches!(
        check.source,
        Some(countersign_cms::RevocationSource::Crl(0))
    ));
}

#[test]
fn a_key_that_may_not_sign_lists_signs_none() {
    let tree = Tree {
        root: TestCertificate {
            key_usage: Some(0x84),
            ..TestCertificate::root("Root", 1)
        },
        ..tree()
    };
    let list = TestRevocation::good(&tree.root, NOW).crl(&tree.alice.make(), &[]);
    assert_eq!(
        ask(&tree, &[], &[list], AT_NOW).status,
        RevocationStatus::Unknown
    );
}

#[test]
fn knowledge_is_of_its_time() {
    let tree = tree();
    let alice = tree.alice.make();
    let good = TestRevocation::good(&tree.root, NOW).ocsp(&alice);
    let status = |used_at: i64, now: i64| {
        let moment = RevocationMoment { used_at, now };
        ask(&tree, std::slice::from_ref(&good), &[], moment).status
    };
    assert_eq!(status(NOW - 100_000, NOW), RevocationStatus::Good);
    assert_eq!(status(NOW + 86_400, NOW + 86_400), RevocationStatus::Good);
    assert_eq!(status(NOW + 86_401, NOW + 86_401), RevocationStatus::Stale);
    assert_eq!(
        status(NOW - 1_000, NOW - 1_000),
        RevocationStatus::Unknown,
        "not made yet"
    );
}

#[test]
fn who_may_have_been_forgotten_is_not_cleared() {
    let mut tree = tree();
    tree.alice.validity = (LONG.0, NOW - 10);
    let alice = tree.alice.make();
    let good = TestRevocation::good(&tree.root, NOW);
    let status = |ocsp: &[Vec<u8>], crl: &[Vec<u8>]| ask(&tree, ocsp, crl, AT_NOW).status;
    assert_eq!(status(&[good.ocsp(&alice)], &[]), RevocationStatus::Unknown);
    assert_eq!(
        status(&[], &[good.crl(&alice, &[])]),
        RevocationStatus::Unknown
    );
    let since = der(0x18, &[b"20200101000000Z"]);
    let keeps = extension("2.5.29.60", &since);
    assert_eq!(
        status(&[], &[good.crl(&alice, &[keeps])]),
        RevocationStatus::Good
    );
}

#[test]
fn a_list_speaks_only_of_its_scope() {
    let tree = tree();
    let alice = tree.alice.make();
    let good = TestRevocation::good(&tree.root, NOW);
    let point = |parts: &[&[u8]]| extension("2.5.29.28", &der(0x30, parts));
    let url = der(
        0xa0,
        &[&der(0xa0, &[&der(0x86, &[b"http://a.example/crl"])])],
    );
    let cases = [
        (
            "persons",
            point(&[&[0x81, 1, 0xff]]),
            RevocationStatus::Good,
        ),
        (
            "authorities",
            point(&[&[0x82, 1, 0xff]]),
            RevocationStatus::Unknown,
        ),
        (
            "some reasons",
            point(&[&[0x83, 2, 1, 6]]),
            RevocationStatus::Unknown,
        ),
        (
            "indirect",
            point(&[&[0x84, 1, 0xff]]),
            RevocationStatus::Unknown,
        ),
        ("another point", point(&[&url]), RevocationStatus::Unknown),
        (
            "delta",
            extension("2.5.29.27", &[2, 1, 1]),
            RevocationStatus::Unknown,
        ),
        (
            "strange",
            extension("1.3.6.1.4.1.99999.1", &[5, 0]),
            RevocationStatus::Unknown,
        ),
    ];
    for (what, extension, expected) in cases {
        let list = good.crl(&alice, &[extension]);
        assert_eq!(ask(&tree, &[], &[list], AT_NOW).status, expected, "{what}");
    }
    let mut tree = tree;
    let points = der(0x30, &[&der(0x30, &[&url])]);
    tree.alice.extensions = vec![extension("2.5.29.31", &points)];
    assert_eq!(tree.alice.make().crl_urls(), ["http://a.example/crl"]);
    let list = good.crl(&tree.alice.make(), &[point(&[&url])]);
    assert_eq!(
        ask(&tree, &[], &[list], AT_NOW).status,
        RevocationStatus::Good
    );
}

#[test]
fn no_tampered_byte_is_believed() {
    let tree = tree();
    let (alice, root) = (tree.alice.make(), tree.root.make());
    let revoked = TestRevocation::revoked(&tree.root, NOW, NOW - 9);
    let good = TestRevocation::good(&tree.root, NOW);
    let believed = |ocsp: &[u8], crl: &[u8]| {
        let mut material = RevocationMaterial::new();
        material.add_ocsp(ocsp);
        material.add_crl(crl);
        let check = material.check(&alice, &root, &[], AT_NOW);
        matches!(check.status, RevocationStatus::Good)
    };
    let (ocsp, crl) = (revoked.ocsp(&alice), revoked.crl(&alice, &[]));
    for at in 0..ocsp.len() {
        let mut tampered = ocsp.clone();
        tampered[at] ^= 0x21;
        assert!(!believed(&tampered, &[]), "byte {at} of the answer");
        assert!(OcspResponse::read(&ocsp[..at]).is_err());
    }
    for at in 0..crl.len() {
        let mut tampered = crl.clone();
        tampered[at] ^= 0x21;
        assert!(!believed(&[], &tampered), "byte {at} of the list");
        assert!(Crl::read(&crl[..at]).is_err());
    }
    assert!(believed(&good.ocsp(&alice), &[]) && believed(&[], &good.crl(&alice, &[])));
}

#[test]
fn a_refusal_of_the_responder_is_an_error_with_its_number() {
    let refused = der(0x30, &[&der(0x0a, &[&[6]])]);
    let error = OcspResponse::read(&refused).unwrap_err();
    assert_eq!(error.kind(), CmsErrorKind::Revocation);
    assert!(error.to_string().contains("(6)"), "{error}");
}

#[test]
fn a_request_names_certificate_and_issuer() {
    let tree = tree();
    let alice = tree.alice.make();
    let request = ocsp_request(&alice, &tree.root.make(), Some(&[7; 16])).unwrap();
    let serial = der(2, &[alice.serial()]);
    let holds = |part: &[u8]| request.windows(part.len()).any(|one| one == part);
    assert!(holds(&serial) && holds(&[7; 16]));
    assert!(Certificate::read(&request).is_err());
}
