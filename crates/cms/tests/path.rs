//! Certification paths: what is trusted, and why the rest is not.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::slice::from_ref;

use countersign_cms::testing::{TestCertificate, der, extension};
use countersign_cms::{
    Certificate, DigestAlgorithm, Existence, PathContext, PathReport, Purpose, chain,
    may_sign_documents, validate,
};

const NOW: i64 = 1_800_000_000;
/// 2011-06-01.
const IN_2011: i64 = 1_306_886_400;

fn check(leaf: &Certificate, pool: &[Certificate], anchors: &[Certificate]) -> PathReport {
    let context = PathContext {
        pool,
        anchors,
        at: NOW,
        existence: Existence::at(NOW),
    };
    validate(leaf, context, Purpose::Signing)
}

fn codes(report: &PathReport) -> Vec<&str> {
    report
        .findings
        .iter()
        .map(|finding| finding.code.as_str())
        .collect()
}

struct Tree {
    root: TestCertificate,
    middle: TestCertificate,
    alice: TestCertificate,
}

fn tree() -> Tree {
    let root = TestCertificate::root("Root", 1);
    let middle = TestCertificate::authority("Middle", 2, &root, Some(0));
    let alice = TestCertificate::person("Alice", 3, &middle);
    Tree {
        root,
        middle,
        alice,
    }
}

#[test]
fn a_path_over_an_authority_is_found() {
    let tree = tree();
    let (root, middle, alice) = (tree.root.make(), tree.middle.make(), tree.alice.make());
    let report = check(&alice, from_ref(&middle), from_ref(&root));
    assert!(report.trusted, "{:?}", report.findings);
    assert_eq!(report.path, [alice.clone(), middle.clone(), root.clone()]);
    assert_eq!(alice.emails(), ["alice@example.com"]);
    assert_eq!(
        chain(&alice, &[root.clone(), middle.clone()]),
        [middle, root]
    );
}

#[test]
fn an_anchor_may_be_the_certificate_itself_or_stand_in_the_middle() {
    let tree = tree();
    let (middle, alice) = (tree.middle.make(), tree.alice.make());
    assert!(check(&alice, &[], &[middle]).trusted);
    assert!(check(&alice, &[], from_ref(&alice)).trusted);
}

#[test]
fn what_is_missing_is_named() {
    let tree = tree();
    let (root, middle, alice) = (tree.root.make(), tree.middle.make(), tree.alice.make());
    assert_eq!(
        codes(&check(&alice, &[], from_ref(&root))),
        ["chain_incomplete"]
    );
    assert_eq!(
        codes(&check(&alice, &[middle, root], &[])),
        ["untrusted_root"]
    );
    let alone = TestCertificate {
        authority: None,
        key_usage: Some(0xc0),
        ..tree.root
    };
    assert_eq!(codes(&check(&alone.make(), &[], &[])), ["self_signed"]);
}

#[test]
fn a_person_can_not_issue() {
    let root = TestCertificate::root("Root", 1);
    let mallory = TestCertificate::person("Mallory", 2, &root);
    let victim = TestCertificate::person("Victim", 3, &mallory);
    let report = check(&victim.make(), &[mallory.make()], &[root.make()]);
    assert!(!report.trusted);
    assert!(codes(&report).contains(&"certificate_not_authority"));
}

#[test]
fn a_name_alone_proves_nothing() {
    let tree = tree();
    let forged = TestCertificate {
        issuer_key: 9,
        ..tree.alice
    };
    let report = check(&forged.make(), &[tree.middle.make()], &[tree.root.make()]);
    assert_eq!(codes(&report), ["chain_incomplete"]);
}

#[test]
fn path_length_is_held_to() {
    let tree = tree();
    let lower = TestCertificate::authority("Lower", 4, &tree.middle, None);
    let bob = TestCertificate::person("Bob", 5, &lower);
    let pool = [lower.make(), tree.middle.make()];
    let report = check(&bob.make(), &pool, &[tree.root.make()]);
    assert_eq!(codes(&report), ["path_length_exceeded"]);
}

#[test]
fn time_usage_and_strange_extensions_count() {
    let tree = tree();
    let (root, middle) = (tree.root.make(), tree.middle.make());
    let cases: [(TestCertificate, &str); 5] = [
        (
            TestCertificate {
                validity: (0, NOW - 1),
                ..tree.alice.clone()
            },
            "certificate_expired",
        ),
        (
            TestCertificate {
                validity: (NOW + 1, NOW + 2),
                ..tree.alice.clone()
            },
            "certificate_not_yet_valid",
        ),
        (
            TestCertificate {
                key_usage: Some(0x20),
                ..tree.alice.clone()
            },
            "key_usage",
        ),
        (
            TestCertificate {
                purposes: &["1.3.6.1.5.5.7.3.8"],
                ..tree.alice.clone()
            },
            "key_usage",
        ),
        (
            TestCertificate {
                strange: true,
                ..tree.alice.clone()
            },
            "certificate_critical_extension",
        ),
    ];
    for (case, code) in cases {
        let report = check(&case.make(), from_ref(&middle), from_ref(&root));
        assert!(!report.trusted, "{code}");
        assert_eq!(codes(&report), [code]);
    }
}

#[test]
fn a_maze_of_certificates_ends() {
    let root = TestCertificate::root("Root", 1);
    let maze: Vec<Certificate> = (2..60)
        .map(|key| {
            let issuer = TestCertificate::authority("Maze", 2 + (key + 7) % 58, &root, None);
            TestCertificate::authority("Maze", key, &issuer, None).make()
        })
        .collect();
    let lost = TestCertificate::person(
        "Lost",
        70,
        &TestCertificate::authority("Maze", 5, &root, None),
    );
    assert!(!check(&lost.make(), &maze, &[root.make()]).trusted);
}

/// Name constraints of one permitted and one excluded subtree.
fn constraints(permitted: &[u8], excluded: &[u8]) -> Vec<u8> {
    let subtrees = |tag: u8, base: &[u8]| match base {
        [] => Vec::new(),
        base => der(tag, &[&der(0x30, &[base])]),
    };
    let content = [subtrees(0xa0, permitted), subtrees(0xa1, excluded)].concat();
    extension("2.5.29.30", &der(0x30, &[&content]))
}

#[test]
fn an_authority_names_only_whom_it_may() {
    let Tree {
        root,
        middle,
        alice,
    } = tree();
    let email = |name: &[u8]| der(0x81, &[name]);
    let directory = |name: &str| {
        let pair = der(0x30, &[&[6, 3, 0x55, 4, 3], &der(0x0c, &[name.as_bytes()])]);
        der(0xa4, &[&der(0x30, &[&der(0x31, &[&pair])])])
    };
    let cases = [
        (constraints(&email(b"example.com"), &[]), true),
        (constraints(&email(b"example.org"), &[]), false),
        (constraints(&[], &email(b"example.com")), false),
        (constraints(&[], &email(b"example.org")), true),
        (constraints(&directory("alice"), &[]), true),
        (constraints(&directory("Bob"), &[]), false),
        (constraints(&[], &directory("Alice")), false),
        // No certificate below names a host, so none may not.
        (constraints(&der(0x82, &[b"example.org"]), &[]), true),
    ];
    for (number, (extension, allowed)) in cases.into_iter().enumerate() {
        let middle = TestCertificate {
            extensions: vec![extension],
            ..middle.clone()
        };
        let report = check(&alice.make(), &[middle.make()], &[root.make()]);
        assert_eq!(report.trusted, allowed, "case {number}");
        assert_eq!(codes(&report).contains(&"name_not_permitted"), !allowed);
    }
}

#[test]
fn constraints_bind_all_below_and_the_anchor_too() {
    let Tree { root, alice, .. } = tree();
    let other = constraints(&der(0x81, &[b"example.org"]), &[]);
    let root = TestCertificate {
        extensions: vec![other],
        ..root
    };
    let middle = TestCertificate::authority("Middle", 2, &root, Some(0));
    let report = check(&alice.make(), &[middle.make()], &[root.make()]);
    assert_eq!(codes(&report), ["name_not_permitted"]);
}

#[test]
fn keys_of_servers_sign_no_documents() {
    let Tree {
        root,
        middle,
        alice,
    } = tree();
    let purposes: [(&'static [&'static str], bool); 3] = [
        (&["1.3.6.1.5.5.7.3.1"], false),
        (&["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.4"], true),
        (&["1.3.6.1.5.5.7.3.36"], true),
    ];
    for (purposes, allowed) in purposes {
        let alice = TestCertificate {
            purposes,
            ..alice.clone()
        };
        let report = check(&alice.make(), &[middle.make()], &[root.make()]);
        assert_eq!(report.trusted, allowed, "{purposes:?}");
        assert_eq!(may_sign_documents(&alice.make()), allowed, "{purposes:?}");
    }
    // Before documents had a purpose of their own, people got certificates for clients.
    let alice = TestCertificate {
        purposes: &["1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.3"],
        ..alice
    };
    let report = check(&alice.make(), &[middle.make()], &[root.make()]);
    assert!(report.trusted && codes(&report) == ["key_purpose"]);
}

/// By when signature and certificates are proven to have existed, and whether the path is good then.
fn judged_for(leaf: &Certificate, anchor: &Certificate, existence: Existence) -> PathReport {
    let context = PathContext {
        pool: &[],
        anchors: from_ref(anchor),
        at: NOW,
        existence,
    };
    validate(leaf, context, Purpose::Signing)
}

#[test]
fn a_certificate_over_sha1_counts_for_signatures_of_its_time() {
    let root = TestCertificate::root("Root", 1);
    let mut alice = TestCertificate::person("Alice", 3, &root);
    alice.digest = DigestAlgorithm::Sha1;
    let (root, alice) = (root.make(), alice.make());
    let report = judged_for(&alice, &root, Existence::at(NOW));
    assert!(!report.trusted && codes(&report) == ["weak_digest"]);
    let in_time = Existence {
        signature: IN_2011,
        certificates: NOW,
    };
    assert!(judged_for(&alice, &root, in_time).trusted);
}

/// Whoever breaks the short key of an authority now can issue for any old signature.
#[test]
fn a_short_key_of_an_authority_counts_only_for_certificates_of_its_time() {
    let read = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/algorithms");
        Certificate::read(&std::fs::read(folder.join(name)).unwrap()).unwrap()
    };
    let (root, leaf) = (read("short-root.der"), read("under-short-root.der"));
    for (signature, certificates, trusted) in [
        (NOW, NOW, false),
        (IN_2011, NOW, false),
        (IN_2011, IN_2011, true),
    ] {
        let existence = Existence {
            signature,
            certificates,
        };
        let report = judged_for(&leaf, &root, existence);
        assert_eq!(report.trusted, trusted, "{:?}", report.findings);
        assert_eq!(codes(&report).contains(&"weak_key"), !trusted);
    }
}
