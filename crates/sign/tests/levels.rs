//! Time stamps, proofs of certificates, and archive time stamps: what is taken, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::support::{NOW, Signer, authority, form, granted, join, root};
use countersign_cms::testing::{TestAuthority, TestCertificate, TestRevocation};
use countersign_cms::{Certificate, SignedData};
use countersign_pdf::Document;
use countersign_sign::{
    DocumentTimeStampOptions, Material, MaterialOptions, NeedKind, SignError, SigningField,
    StampAnswer, add_validation_material, bind, bind_document_time_stamp,
    complete_document_time_stamp, complete_with_signature, complete_with_time_stamp,
    document_time_stamp_request, plan, plan_document_time_stamp, prepare,
    prepare_document_time_stamp, time_stamp_request, validation_needs,
};

const NONCE: [u8; 16] = [9; 16];

fn existing(name: &str) -> SigningField {
    SigningField::Existing(name.to_owned())
}

fn anchors() -> Vec<Certificate> {
    vec![root().make()]
}

/// The value of `/Contents` of a field's signature.
fn contents(file: &[u8], field: &str) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let catalog = document.catalog().unwrap();
    let fields = document.lookup(&catalog, b"AcroForm");
    let fields = fields.unwrap();
    let fields = fields.as_dictionary().unwrap().array(b"Fields").unwrap();
    for one in fields {
        let one = document.resolve(one).unwrap();
        let one = one.as_dictionary().unwrap();
        let is_it = one
            .get(b"T")
            .and_then(|it| it.as_string())
            .unwrap()
            .to_text()
            == field;
        if is_it {
            let value = document.lookup(one, b"V").unwrap();
            let contents = value.as_dictionary().unwrap().get(b"Contents");
            return contents.unwrap().as_string().unwrap().as_bytes().to_vec();
        }
    }
    Vec::new()
}

/// Signs a field with a time stamp that `stamp` makes of the signature value.
fn stamped(
    file: &[u8],
    field: &str,
    stamp: impl FnOnce(&[u8]) -> Vec<u8>,
) -> Result<Vec<u8>, SignError> {
    let alice = Signer::new("Alice", 2);
    let document = Document::from_bytes(file).unwrap();
    let prepared = prepare(&document, &alice.options(existing(field))).unwrap();
    let value = alice.key.sign(&prepared.tbs);
    let plain = complete_with_signature(&prepared.session, &value).unwrap();
    let signed = SignedData::read(&contents(&join(file, &plain), field)).unwrap();
    let message = signed.signer().unwrap().signature().to_vec();
    let request = time_stamp_request(&prepared.session, &value, &NONCE, None)?;
    let answer = StampAnswer {
        request: &request,
        response: &granted(&stamp(&message)),
        anchors: &anchors(),
    };
    let tail = complete_with_time_stamp(&prepared.session, &value, answer)?;
    Ok(join(file, &tail))
}

fn good_stamp(message: &[u8]) -> Vec<u8> {
    authority().stamp(message, NOW, Some(&NONCE))
}

#[test]
fn a_time_stamp_goes_in_with_the_signature() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let cms = SignedData::read(&contents(&signed, "alice")).unwrap();
    assert_eq!(cms.signer().unwrap().time_stamps().len(), 1);
}

#[test]
fn a_wrong_time_stamp_is_refused_with_its_reason() {
    type Stamp = fn(&[u8]) -> Vec<u8>;
    let cases: [(Stamp, &str); 4] = [
        (
            |message| authority().stamp(message, NOW, Some(&[1; 16])),
            "timestamp_nonce",
        ),
        (
            |_| authority().stamp(b"another value", NOW, Some(&NONCE)),
            "timestamp_imprint",
        ),
        (
            |message| {
                let stranger = TestCertificate::root("Stranger", 8);
                TestAuthority::new(9, &stranger).stamp(message, NOW, Some(&NONCE))
            },
            "timestamp_authority",
        ),
        (
            |message| {
                let mut token = good_stamp(message);
                let last = token.len() - 3;
                token[last] ^= 1;
                token
            },
            "timestamp_signature",
        ),
    ];
    for (stamp, code) in cases {
        let refused = stamped(&form(), "alice", stamp).unwrap_err();
        assert_eq!(refused.code().as_str(), code, "{refused}");
    }
}

#[test]
fn no_authority_is_called_for_a_value_that_does_not_belong_here() {
    let alice = Signer::new("Alice", 2);
    let document = Document::from_bytes(form()).unwrap();
    let prepared = prepare(&document, &alice.options(existing("alice"))).unwrap();
    let ask =
        |value: &[u8], nonce: &[u8]| time_stamp_request(&prepared.session, value, nonce, None);
    assert_eq!(
        ask(&[0; 64], &NONCE).unwrap_err().code().as_str(),
        "sign_mismatch"
    );
    let value = alice.key.sign(&prepared.tbs);
    assert_eq!(
        ask(&value, &[1]).unwrap_err().code().as_str(),
        "timestamp_request"
    );
    // The request of another value does not count.
    let other = Signer::new("Alice", 2);
    let request = ask(&value, &NONCE).unwrap();
    let again = prepare(&document, &other.options(existing("bob"))).unwrap();
    let answer = StampAnswer {
        request: &request,
        response: &granted(&good_stamp(b"any")),
        anchors: &[],
    };
    let refused = complete_with_time_stamp(&again.session, &other.key.sign(&again.tbs), answer);
    assert_eq!(refused.unwrap_err().code().as_str(), "timestamp_imprint");
}

#[test]
fn hashing_outside_gives_the_same_bytes() {
    let alice = Signer::new("Alice", 2);
    let file = form();
    let document = Document::from_bytes(file.clone()).unwrap();
    let options = alice.options(existing("alice"));
    let planned = plan(&document, &options).unwrap();
    let early = complete_with_signature(&planned.session, &[0; 64]).unwrap_err();
    assert_eq!(early.code().as_str(), "sign_session");
    let whole = [file.as_slice(), &planned.tail.bytes].concat();
    let digest = planned.digest.digest(&covered(&whole, planned.byte_range));
    let bound = bind(&planned.session, &digest).unwrap();
    assert_eq!(bound, prepare(&document, &options).unwrap());
    assert_eq!(
        bind(&planned.session, &digest[1..])
            .unwrap_err()
            .code()
            .as_str(),
        "sign_session"
    );
    let options = DocumentTimeStampOptions::new(NONCE);
    let planned = plan_document_time_stamp(&document, &options).unwrap();
    let whole = [file.as_slice(), &planned.tail.bytes].concat();
    let digest = planned.digest.digest(&covered(&whole, planned.byte_range));
    let bound = bind_document_time_stamp(&planned.session, &digest).unwrap();
    assert_eq!(
        bound,
        prepare_document_time_stamp(&document, &options).unwrap()
    );
}

fn covered(file: &[u8], range: [u64; 4]) -> Vec<u8> {
    let [start, length, rest, rest_length] = range.map(|it| it as usize);
    [
        &file[start..start + length],
        &file[rest..rest + rest_length],
    ]
    .concat()
}

/// Appends a document time stamp.
fn archive(file: &[u8]) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let options = DocumentTimeStampOptions::new(NONCE);
    let prepared = prepare_document_time_stamp(&document, &options).unwrap();
    document_time_stamp_request(&prepared.session).unwrap();
    let whole = [file, &prepared.tail.bytes].concat();
    let token = authority().stamp(&covered(&whole, prepared.byte_range), NOW, Some(&NONCE));
    let tail =
        complete_document_time_stamp(&prepared.session, &granted(&token), &anchors()).unwrap();
    join(file, &tail)
}

#[test]
fn a_document_time_stamp_covers_everything_before_it() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let archived = archive(&archive(&signed));
    assert!(archived.starts_with(&signed));
    let text = String::from_utf8_lossy(&archived).replace(' ', "");
    assert_eq!(text.matches("/SubFilter/ETSI.RFC3161").count(), 2);
    assert!(text.contains("/T(Timestamp1)") && text.contains("/T(Timestamp2)"));
    let document = Document::from_bytes(signed.as_slice()).unwrap();
    let options = DocumentTimeStampOptions::new(NONCE);
    let prepared = prepare_document_time_stamp(&document, &options).unwrap();
    let wrong = authority().stamp(b"another document", NOW, Some(&NONCE));
    let refused = complete_document_time_stamp(&prepared.session, &granted(&wrong), &[]);
    assert_eq!(refused.unwrap_err().code().as_str(), "timestamp_imprint");
    let stranger = [TestCertificate::root("Stranger", 8).make()];
    let token = authority().stamp(b"another document", NOW, Some(&NONCE));
    let refused = complete_document_time_stamp(&prepared.session, &granted(&token), &stranger);
    assert!(refused.is_err());
    let signature = complete_with_signature(&prepared.session, &[0; 64]);
    assert_eq!(signature.unwrap_err().code().as_str(), "sign_session");
}

#[test]
fn a_certification_without_changes_still_takes_a_document_time_stamp() {
    let alice = Signer::new("Alice", 2);
    let mut options = alice.options(existing("alice"));
    options.doc_mdp = Some(1);
    archive(&alice.sign(&form(), &options));
}

fn options(material: Material) -> MaterialOptions {
    MaterialOptions {
        material,
        anchors: anchors(),
        fields: Vec::new(),
        at: NOW + 60,
    }
}

fn alice() -> Certificate {
    Signer::new("Alice", 2).certificate.make()
}

/// Good answers about signer and authority.
fn proofs() -> Material {
    let good = TestRevocation::good(&root(), NOW + 30);
    Material {
        certificates: Vec::new(),
        // The list speaks of both; the answer is fresher.
        ocsps: vec![TestRevocation::good(&root(), NOW + 40).ocsp(&alice())],
        crls: vec![good.crl(&authority().certificate.make(), &[])],
    }
}

#[test]
fn what_is_missing_is_named_until_all_is_there() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let document = Document::from_bytes(signed).unwrap();
    let needs = validation_needs(&document, &options(Material::default())).unwrap();
    let mut subjects: Vec<&str> = needs.iter().map(|need| need.subject.as_str()).collect();
    subjects.sort_unstable();
    assert_eq!(subjects, ["Alice", "Time Stamps"]);
    assert!(
        needs.iter().all(
            |need| matches!(&need.kind, NeedKind::Status { request, .. } if !request.is_empty())
        )
    );
    let part = Material {
        crls: Vec::new(),
        ..proofs()
    };
    let refused = add_validation_material(&document, &options(part)).unwrap_err();
    assert_eq!(refused.code().as_str(), "validation_incomplete");
    assert!(refused.to_string().contains("Time Stamps"));
    assert_eq!(validation_needs(&document, &options(proofs())), Ok(vec![]));
}

#[test]
fn proofs_are_stored_once_and_nothing_else_changes() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let document = Document::from_bytes(signed.clone()).unwrap();
    let tail = add_validation_material(&document, &options(proofs())).unwrap();
    let long = join(&signed, &tail);
    let document = Document::from_bytes(long.clone()).unwrap();
    let catalog = document.catalog().unwrap();
    let store = document.lookup(&catalog, b"DSS").unwrap().into_object();
    let store = store.as_dictionary().unwrap();
    let count = |key: &[u8]| store.array(key).map_or(0, <[_]>::len);
    assert_eq!(
        (count(b"Certs"), count(b"OCSPs"), count(b"CRLs")),
        (3, 1, 1)
    );
    let entries = store.dictionary(b"VRI").unwrap();
    assert_eq!(entries.iter().count(), 1);
    let (name, _) = entries.iter().next().unwrap();
    assert_eq!(name.as_bytes().len(), 40);
    // The document needs nobody any more, and nothing is stored twice.
    let again = add_validation_material(&document, &options(Material::default())).unwrap();
    assert!(again.bytes.is_empty());
    let bob = Signer::new("Bob", 3).sign_field(&long, "bob");
    let mut more = proofs();
    let bobs =
        TestRevocation::good(&root(), NOW + 40).ocsp(&Signer::new("Bob", 3).certificate.make());
    more.ocsps.push(bobs);
    let document = Document::from_bytes(bob.clone()).unwrap();
    let tail = add_validation_material(&document, &options(more)).unwrap();
    let both = Document::from_bytes(join(&bob, &tail)).unwrap();
    let store = both
        .lookup(&both.catalog().unwrap(), b"DSS")
        .unwrap()
        .into_object();
    let store = store.as_dictionary().unwrap();
    assert_eq!(store.array(b"OCSPs").unwrap().len(), 2);
    assert_eq!(store.array(b"Certs").unwrap().len(), 4);
    assert_eq!(store.dictionary(b"VRI").unwrap().iter().count(), 2);
}

#[test]
fn an_archive_can_be_renewed() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let document = Document::from_bytes(signed.clone()).unwrap();
    let tail = add_validation_material(&document, &options(proofs())).unwrap();
    let archived = archive(&join(&signed, &tail));
    let document = Document::from_bytes(archived.clone()).unwrap();
    // The archive's own time stamp gets its entry.
    let tail = add_validation_material(&document, &options(Material::default())).unwrap();
    assert!(!tail.bytes.is_empty());
    archive(&join(&archived, &tail));
}

#[test]
fn a_certificate_that_was_revoked_before_is_refused() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let document = Document::from_bytes(signed).unwrap();
    let with = |since: i64| {
        let revoked = TestRevocation::revoked(&root(), NOW + 30, since);
        let mut material = proofs();
        material.ocsps = vec![revoked.ocsp(&alice())];
        add_validation_material(&document, &options(material))
    };
    let refused = with(NOW - 1).unwrap_err();
    assert_eq!(refused.code().as_str(), "sign_certificate_revoked");
    // What happened after the time stamp does not touch the signature.
    assert!(with(NOW + 10).is_ok());
}

#[test]
fn a_path_has_to_end_at_who_is_trusted() {
    let signed = stamped(&form(), "alice", good_stamp).unwrap();
    let document = Document::from_bytes(signed).unwrap();
    let stranger = MaterialOptions {
        anchors: vec![TestCertificate::root("Stranger", 8).make()],
        ..options(proofs())
    };
    let refused = validation_needs(&document, &stranger).unwrap_err();
    assert_eq!(refused.code().as_str(), "validation_untrusted");
    let nobody = MaterialOptions {
        fields: vec!["nobody".to_owned()],
        ..options(proofs())
    };
    assert_eq!(
        validation_needs(&document, &nobody)
            .unwrap_err()
            .code()
            .as_str(),
        "sign_field_not_found"
    );
}
