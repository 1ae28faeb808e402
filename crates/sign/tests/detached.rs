//! Signatures beside their content: made, stamped at once or later, and judged from outside by OpenSSL.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use countersign_cms::{DigestAlgorithm, PublicKey, SignedData, TimeStampToken};
use countersign_sign::{
    DetachedOptions, SigningField, StampAnswer, add_detached_time_stamp, bind, complete_detached,
    complete_with_signature, detached_time_stamp_request, plan_detached, prepare, session_info,
    time_stamp_request,
};

use crate::support::{NOW, Signer, authority, form, granted, root};

const PAGE: &[u8] = b"<html xmlns=\"http://www.w3.org/1999/xhtml\"/>\r\n";
const NONCE: [u8; 16] = [9; 16];

fn alice() -> Signer {
    Signer::new("Alice", 2)
}

/// The token of the test authority over a signature value.
fn stamp(value: &[u8]) -> Vec<u8> {
    granted(&authority().stamp(value, NOW, Some(&NONCE)))
}

#[test]
fn the_time_of_signing_is_signed_and_the_content_is_not_inside() {
    let signed = SignedData::read(&alice().sign_detached(PAGE)).unwrap();
    assert!(signed.is_der() && signed.content().is_none());
    let signer = signed.signer().unwrap();
    assert_eq!(signer.signing_time(), Some(NOW));
    assert!(signer.has_signing_certificate());
    let check = signed.check(&DigestAlgorithm::Sha256.digest(PAGE));
    assert!(check.digest_matches && check.signature_matches && check.findings.is_empty());
    assert_eq!(check.signer, Some(alice().certificate.make()));
}

#[test]
fn a_session_is_for_a_document_or_for_content_beside() {
    let plan = plan_detached(&alice().detached()).unwrap();
    // Before the content is hashed there is nothing to sign.
    let early = complete_detached(&plan.session, &[1; 64], None);
    assert_eq!(early.unwrap_err().code().as_str(), "sign_session");
    let prepared = bind(&plan.session, &plan.digest.digest(PAGE)).unwrap();
    assert_eq!(session_info(&prepared.session).unwrap().scheme, "ecdsa");
    let value = alice().key.sign(&prepared.tbs);
    let into_document = complete_with_signature(&prepared.session, &value);
    assert_eq!(into_document.unwrap_err().code().as_str(), "sign_session");
    let document = countersign_pdf::Document::from_bytes(form()).unwrap();
    let options = alice().options(SigningField::Existing("alice".to_owned()));
    let inside = prepare(&document, &options).unwrap();
    let value = alice().key.sign(&inside.tbs);
    let beside = complete_detached(&inside.session, &value, None);
    assert_eq!(beside.unwrap_err().code().as_str(), "sign_session");
}

#[test]
fn only_the_value_of_the_key_completes_it() {
    let plan = plan_detached(&alice().detached()).unwrap();
    let prepared = bind(&plan.session, &plan.digest.digest(PAGE)).unwrap();
    let other = Signer::new("Bob", 3).key.sign(&prepared.tbs);
    let refused = complete_detached(&prepared.session, &other, None);
    assert_eq!(refused.unwrap_err().code().as_str(), "sign_mismatch");
    let expired = DetachedOptions {
        signing_time: i64::from(u32::MAX),
        ..alice().detached()
    };
    let refused = plan_detached(&expired).unwrap_err();
    assert_eq!(refused.code().as_str(), "sign_certificate_expired");
}

#[test]
fn a_stamp_is_taken_at_once_or_added_later() {
    let plan = plan_detached(&alice().detached()).unwrap();
    let prepared = bind(&plan.session, &plan.digest.digest(PAGE)).unwrap();
    let value = alice().key.sign(&prepared.tbs);
    let request = time_stamp_request(&prepared.session, &value, &NONCE, None).unwrap();
    let key = PublicKey::read(alice().certificate.make().key_info()).unwrap();
    let anchors = [root().make()];
    let response = stamp(&key.cms_value(&value));
    let answer = StampAnswer {
        request: &request,
        response: &response,
        anchors: &anchors,
    };
    let at_once = complete_detached(&prepared.session, &value, Some(answer)).unwrap();
    let bare = complete_detached(&prepared.session, &value, None).unwrap();
    let later_request = detached_time_stamp_request(&bare, &NONCE, None).unwrap();
    assert_eq!(later_request, request);
    let later = add_detached_time_stamp(&bare, answer).unwrap();
    assert_eq!(later, at_once);
    // A second one joins the first.
    let twice = add_detached_time_stamp(&later, answer).unwrap();
    let read = SignedData::read(&twice).unwrap();
    let stamps = read.signer().unwrap().time_stamps();
    assert_eq!(stamps.len(), 2);
    assert_eq!(TimeStampToken::read(stamps[0]).unwrap().time(), NOW);
    let check = read.check(&plan.digest.digest(PAGE));
    assert!(check.digest_matches && check.signature_matches);
}

#[test]
fn a_stamp_of_something_else_or_behind_other_bytes_is_refused() {
    let cms = alice().sign_detached(PAGE);
    let request = detached_time_stamp_request(&cms, &NONCE, None).unwrap();
    let anchors = [root().make()];
    let foreign = stamp(b"something else");
    let answer = StampAnswer {
        request: &request,
        response: &foreign,
        anchors: &anchors,
    };
    let refused = add_detached_time_stamp(&cms, answer).unwrap_err();
    assert_eq!(refused.code().as_str(), "timestamp_imprint");
    let other = Signer::new("Bob", 3).sign_detached(PAGE);
    let refused = add_detached_time_stamp(&other, answer).unwrap_err();
    assert_eq!(refused.code().as_str(), "timestamp_imprint");
    let longer = [cms.as_slice(), b"more"].concat();
    assert_eq!(
        detached_time_stamp_request(&longer, &NONCE, None)
            .unwrap_err()
            .code()
            .as_str(),
        "sign_mismatch"
    );
}

/// A second opinion; passes where OpenSSL is absent.
#[test]
fn openssl_accepts_it_over_the_page_and_nothing_else() {
    let folder = std::env::temp_dir().join(format!("countersign-detached-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    write("page.xhtml", PAGE);
    write("other.xhtml", b"<html/>");
    write("page.p7s", &alice().sign_detached(PAGE));
    let accepts = |content: &str| {
        let verified = Command::new("openssl")
            .current_dir(&folder)
            .args(["cms", "-verify", "-binary", "-inform", "DER", "-noverify"])
            .args(["-in", "page.p7s", "-content", content, "-out", "content"])
            .output();
        verified.ok().map(|output| output.status.success())
    };
    let (page, other) = (accepts("page.xhtml"), accepts("other.xhtml"));
    std::fs::remove_dir_all(&folder).unwrap();
    match page {
        Some(accepted) => {
            assert!(accepted);
            assert_eq!(other, Some(false));
        }
        None => eprintln!("skipped: there is no openssl"),
    }
}
