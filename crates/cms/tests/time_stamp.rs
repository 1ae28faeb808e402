//! Time stamps: about what, by whom, and when.
#![allow(clippy::unwrap_used)]

use std::slice::from_ref;

use countersign_cms::testing::{TestAuthority, TestCertificate, der};
use countersign_cms::{
    Certificate, DigestAlgorithm, Existence, PathContext, TimeStampCheck, TimeStampResponse,
    TimeStampToken,
};

const NOW: i64 = 1_800_000_000;

fn check(token: &[u8], message: &[u8], anchors: &[Certificate], at: i64) -> TimeStampCheck {
    let token = TimeStampToken::read(token).unwrap();
    let context = PathContext {
        pool: &[],
        anchors,
        at,
        existence: Existence::at(at),
    };
    token.check(&DigestAlgorithm::Sha256.digest(message), context)
}

fn codes(check: &TimeStampCheck) -> Vec<&str> {
    check.findings.iter().map(|one| one.code.as_str()).collect()
}

#[test]
fn a_stamp_of_a_known_authority_holds_and_says_what_it_says() {
    let root = TestCertificate::root("Root", 1);
    let token = TestAuthority::new(8, &root).stamp(b"value", NOW, Some(&[9, 9]));
    let found = check(&token, b"value", from_ref(&root.make()), NOW);
    assert!(found.intact && found.trusted, "{:?}", found.findings);
    assert_eq!(found.path.len(), 2);
    let read = TimeStampToken::read(&token).unwrap();
    assert_eq!((read.time(), read.nonce()), (NOW, Some(&[9, 9][..])));
    assert_eq!(read.policy(), "1.3.6.1.4.1.99999.2");
}

#[test]
fn each_way_of_not_holding_has_its_name() {
    let root = TestCertificate::root("Root", 1);
    let anchor = root.make();
    let authority = TestAuthority::new(8, &root);
    let token = authority.stamp(b"value", NOW, None);
    let other = check(&token, b"other", from_ref(&anchor), NOW);
    assert!(!other.intact && codes(&other) == ["timestamp_imprint"]);
    let stranger = check(&token, b"value", &[], NOW);
    assert!(stranger.intact && !stranger.trusted);
    let early = check(&token, b"value", from_ref(&anchor), NOW - 1_000);
    assert!(!early.trusted && codes(&early) == ["timestamp_in_future"]);
    let mut person = authority.clone();
    person.certificate.purposes = &[];
    let person = check(
        &person.stamp(b"value", NOW, None),
        b"value",
        from_ref(&anchor),
        NOW,
    );
    assert!(!person.trusted && codes(&person) == ["timestamp_key_usage"]);
}

#[test]
fn the_authority_must_be_valid_when_it_stamps_and_when_it_is_checked() {
    let root = TestCertificate::root("Root", 1);
    let mut authority = TestAuthority::new(8, &root);
    authority.certificate.validity = (NOW - 10, NOW + 10);
    let token = authority.stamp(b"value", NOW, None);
    let at = |token: &[u8], at: i64| check(token, b"value", from_ref(&root.make()), at);
    assert!(at(&token, NOW + 10).trusted);
    let ended = at(&token, NOW + 11);
    assert!(!ended.trusted && codes(&ended) == ["timestamp_certificate_expired"]);
    // Stamped before the certificate began: someone turned the clock back.
    let early = authority.stamp(b"value", NOW - 100, None);
    assert!(!at(&early, NOW).trusted);
}

#[test]
fn no_tampered_byte_is_accepted() {
    let root = TestCertificate::root("Root", 1);
    let anchor = root.make();
    let token = TestAuthority::new(8, &root).stamp(b"value", NOW, None);
    let spare = token
        .windows(anchor.der().len())
        .position(|part| part == anchor.der())
        .unwrap();
    for at in 0..token.len() {
        let mut tampered = token.clone();
        tampered[at] ^= 0x41;
        let in_spare = (spare..spare + anchor.der().len()).contains(&at);
        if let (Ok(read), false) = (TimeStampToken::read(&tampered), in_spare) {
            let context = PathContext {
                pool: &[],
                anchors: from_ref(&anchor),
                at: NOW,
                existence: Existence::at(NOW),
            };
            let found = read.check(&DigestAlgorithm::Sha256.digest(b"value"), context);
            // The version numbers and the list of digests are hints that nothing relies on.
            let hint = at < 44 || (token[at - 2..at] == [2, 1] && token[at] <= 3);
            assert!(!(found.intact && found.trusted) || hint, "byte {at}");
        }
        assert!(TimeStampToken::read(&token[..at]).is_err());
    }
}

#[test]
fn an_answer_grants_or_refuses() {
    let root = TestCertificate::root("Root", 1);
    let token = TestAuthority::new(8, &root).stamp(b"value", NOW, None);
    let granted = der(0x30, &[&der(0x30, &[&[2, 1, 0]]), &token]);
    match TimeStampResponse::read(&granted).unwrap() {
        TimeStampResponse::Granted(bytes) => assert_eq!(bytes, token),
        refused => panic!("{refused:?}"),
    }
    let words = der(0x30, &[&der(0x0c, &[b"no such policy"])]);
    let refused = der(0x30, &[&der(0x30, &[&[2, 1, 2], &words])]);
    match TimeStampResponse::read(&refused).unwrap() {
        TimeStampResponse::Refused { status, text } => {
            assert_eq!((status, text.as_str()), (2, "no such policy"));
        }
        granted => panic!("{granted:?}"),
    }
}
