//! Certification paths: what is trusted, and why the rest is not.
#![allow(clippy::unwrap_used)]

use std::slice::from_ref;

use countersign_cms::testing::TestCertificate;
use countersign_cms::{Certificate, PathContext, PathReport, Purpose, chain, validate};

const NOW: i64 = 1_800_000_000;

fn check(leaf: &Certificate, pool: &[Certificate], anchors: &[Certificate]) -> PathReport {
    let context = PathContext {
        pool,
        anchors,
        at: NOW,
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
