//! Times, revocation and levels: what a signature is worth years later.
#![allow(clippy::unwrap_used)]

use crate::support::{NOW, Signer, form, join, root};
use countersign_cms::testing::{
    LONG, TestAuthority, TestCertificate, TestRevocation, der, extension,
};
use countersign_cms::{
    DigestAlgorithm, SignatureScheme, SignedDataParts, ecdsa_to_der, signed_data,
};
use countersign_pdf::{Dictionary, Document, Object, Stream, Update};
use countersign_sign::{SigningField, complete_with_cms, prepare};
use countersign_verify::{
    Level, RevocationState, SignatureReport, VerifyOptions, revocation_requests, verify,
};

const DAY: i64 = 86_400;
const YEAR: i64 = 365 * DAY;

/// An authority of this key whose certificate ends at `until`.
fn authority(key: u8, until: i64) -> TestAuthority {
    let mut authority = TestAuthority::new(key, &root());
    authority.certificate.validity = (LONG.0, until);
    authority
}

/// Alice's certificate ends a year from now.
fn alice() -> Signer {
    let mut alice = Signer::new("Alice", 2);
    alice.certificate.validity = (LONG.0, NOW + YEAR);
    alice
}

/// The form, signed by Alice at NOW, with a stamp where an authority is given.
pub fn signed(alice: &Signer, stamps: Option<&TestAuthority>) -> Vec<u8> {
    let document = Document::from_bytes(form()).unwrap();
    let options = alice.options(SigningField::Existing("alice".to_owned()));
    let prepared = prepare(&document, &options).unwrap();
    let value = alice.key.sign(&prepared.tbs);
    match stamps {
        None => alice.sign_field(&form(), "alice"),
        Some(authority) => {
            let token = authority.stamp(&ecdsa_to_der(&value), NOW, None);
            let cms = signed_data(SignedDataParts {
                certificate: &alice.certificate.make(),
                chain: &[root().make()],
                digest: DigestAlgorithm::Sha256,
                scheme: SignatureScheme::Ecdsa(DigestAlgorithm::Sha256),
                signed_attributes: &prepared.tbs,
                signature: &ecdsa_to_der(&value),
                time_stamp: Some(&token),
            });
            let tail = complete_with_cms(&prepared.session, &cms.unwrap()).unwrap();
            join(&form(), &tail)
        }
    }
}

fn verified(file: &[u8], options: VerifyOptions) -> Vec<SignatureReport> {
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        ..options
    };
    verify(&document, &options).unwrap()
}

fn at(time: i64) -> VerifyOptions {
    VerifyOptions {
        at: time,
        ..VerifyOptions::default()
    }
}

#[test]
fn time_stamps_may_lead_to_roots_of_their_own_which_vouch_for_no_signer() {
    let other = TestCertificate::root("Stamps", 41);
    let authority = TestAuthority::new(42, &other);
    let file = archived(&signed(&alice(), Some(&authority)), &authority, NOW + DAY);
    let trusted = |timestamp_trust: Vec<Vec<u8>>| {
        let reports = verified(
            &file,
            VerifyOptions {
                timestamp_trust,
                ..at(NOW + 2 * DAY)
            },
        );
        let stamp = reports[0].timestamp.as_ref().unwrap().trusted;
        (stamp, reports[1].trusted, reports[0].trusted)
    };
    let (own, root) = (other.make().der().to_vec(), root().make().der().to_vec());
    assert_eq!(trusted(Vec::new()), (false, false, true));
    assert_eq!(trusted(vec![own.clone()]), (true, true, true));
    assert_eq!(trusted(vec![root]), (false, false, true));
    let options = VerifyOptions {
        trust: vec![own.clone()],
        timestamp_trust: vec![own],
        ..at(NOW + 2 * DAY)
    };
    let document = Document::from_bytes(file.clone()).unwrap();
    assert!(!verify(&document, &options).unwrap()[0].trusted);
}

fn codes(report: &SignatureReport) -> Vec<&str> {
    report
        .findings
        .iter()
        .map(|one| one.code.as_str())
        .collect()
}

/// Appends a security store with answers of responders.
fn stored(file: &[u8], ocsps: &[Vec<u8>]) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&document);
    let streams: Vec<Object> = ocsps
        .iter()
        .map(|ocsp| {
            update
                .add(Stream::new(Dictionary::new(), ocsp.clone()))
                .into()
        })
        .collect();
    let store = update.add(Dictionary::new().with("OCSPs", streams));
    let catalog = document.catalog_id().unwrap();
    update.edit(catalog, |it| it.insert("DSS", store)).unwrap();
    join(file, &update.finish().unwrap())
}

/// Appends a document time stamp.
pub fn archived(file: &[u8], authority: &TestAuthority, time: i64) -> Vec<u8> {
    const DIGITS: usize = 8_000;
    const RANGE: &str = "[0 9999999999 9999999999 9999999999]";
    let document = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&document);
    let stamp = Dictionary::new()
        .with("Type", Object::name("DocTimeStamp"))
        .with("Filter", Object::name("Adobe.PPKLite"))
        .with("SubFilter", Object::name("ETSI.RFC3161"))
        .with("ByteRange", Object::marked(RANGE, "range"))
        .with(
            "Contents",
            Object::marked(format!("<{}>", "0".repeat(DIGITS)), "contents"),
        );
    let stamp = update.add(stamp);
    let name = format!("stamp {time}");
    let field = update.add(
        Dictionary::new()
            .with("Type", Object::name("Annot"))
            .with("Subtype", Object::name("Widget"))
            .with("FT", Object::name("Sig"))
            .with("T", Object::text(&name))
            .with("Rect", [0, 0, 0, 0].map(Object::Integer).to_vec())
            .with("V", stamp),
    );
    let acroform = countersign_pdf::ObjectId::new(5, 0);
    update
        .edit(acroform, |it| {
            let mut fields = it.array(b"Fields").unwrap().to_vec();
            fields.push(field.into());
            it.insert("Fields", fields);
        })
        .unwrap();
    let mut out = join(file, &update.finish().unwrap());
    let hollow = format!("<{}", "0".repeat(DIGITS));
    let start = position(&out, hollow.as_bytes());
    let end = start + DIGITS + 2;
    let range = format!("[0 {start} {end} {}]", out.len() - end);
    let place = position(&out, RANGE.as_bytes());
    let padded = format!("{range:<width$}", width = RANGE.len());
    out[place..place + RANGE.len()].copy_from_slice(padded.as_bytes());
    let covered = [&out[..start], &out[end..]].concat();
    let token = authority.stamp(&covered, time, None);
    let digits: String = token.iter().map(|byte| format!("{byte:02x}")).collect();
    out[start + 1..start + 1 + digits.len()].copy_from_slice(digits.as_bytes());
    out
}

fn position(bytes: &[u8], part: &[u8]) -> usize {
    bytes
        .windows(part.len())
        .rposition(|it| it == part)
        .unwrap()
}

#[test]
fn a_stamp_keeps_a_signature_when_its_certificate_has_ended() {
    let alice = alice();
    let bare = signed(&alice, None);
    assert!(verified(&bare, at(NOW))[0].acceptable);
    let late = verified(&bare, at(NOW + 2 * YEAR)).remove(0);
    assert!(!late.acceptable && codes(&late).contains(&"certificate_expired"));
    let stamped = signed(&alice, Some(&authority(8, NOW + 5 * YEAR)));
    let late = verified(&stamped, at(NOW + 2 * YEAR)).remove(0);
    assert!(late.acceptable, "{:#?}", late.findings);
    assert_eq!(late.level, Level::BT);
    assert_eq!(late.proven_time.as_deref(), Some("2026-11-21T00:00:00Z"));
    assert_eq!(verified(&bare, at(NOW))[0].level, Level::BB);
}

#[test]
fn a_stamp_whose_authority_has_ended_needs_an_archive() {
    let (alice, first) = (alice(), authority(8, NOW + 3 * YEAR));
    let stamped = signed(&alice, Some(&first));
    let late = NOW + 4 * YEAR;
    let lost = verified(&stamped, at(late)).remove(0);
    assert!(!lost.acceptable, "{:#?}", lost.findings);
    assert!(codes(&lost).contains(&"timestamp_certificate_expired"));
    // Stamped as a document in time, by an authority that lasts.
    let archived_file = archived(&stamped, &authority(9, NOW + 9 * YEAR), NOW + 2 * YEAR);
    for report in verified(&archived_file, at(late)) {
        assert!(report.acceptable, "{:#?}", report.findings);
    }
    // Stamped too late: by then the first authority had ended.
    let spoilt = archived(
        &stamped,
        &authority(9, NOW + 9 * YEAR),
        NOW + 3 * YEAR + DAY,
    );
    let reports = verified(&spoilt, at(late));
    assert!(!reports[0].acceptable && reports[1].acceptable);
    // A chain of archives: each newer one keeps the older.
    let chain = archived(
        &archived_file,
        &authority(10, NOW + 20 * YEAR),
        NOW + 8 * YEAR,
    );
    let reports = verified(&chain, at(NOW + 15 * YEAR));
    assert!(
        reports.iter().all(|report| report.acceptable),
        "{reports:#?}"
    );
    assert_eq!(
        reports[0].proven_time.as_deref(),
        Some("2026-11-21T00:00:00Z")
    );
    let broken = archived(
        &archived_file,
        &authority(10, NOW + 20 * YEAR),
        NOW + 10 * YEAR,
    );
    assert!(!verified(&broken, at(NOW + 15 * YEAR))[0].acceptable);
}

#[test]
fn revocation_counts_from_its_day() {
    let alice = alice();
    let certificate = alice.certificate.make();
    let revoked =
        |since: i64| TestRevocation::revoked(&root(), NOW + DAY, since).ocsp(&certificate);
    let bare = signed(&alice, None);
    let stamped = signed(&alice, Some(&authority(8, NOW + 5 * YEAR)));
    let with = |ocsp: Vec<u8>| VerifyOptions {
        ocsps: vec![ocsp],
        ..at(NOW + DAY)
    };
    let before = verified(&stamped, with(revoked(NOW - DAY))).remove(0);
    assert!(!before.acceptable && !before.trusted);
    assert!(codes(&before).contains(&"certificate_revoked"));
    assert_eq!(before.revocation[0].state, RevocationState::Revoked);
    let after = verified(&stamped, with(revoked(NOW + 60))).remove(0);
    assert!(after.acceptable, "{:#?}", after.findings);
    assert!(codes(&after).contains(&"certificate_revoked_later"));
    // Without a stamp nothing proves that the key was used before.
    let unproven = verified(&bare, with(revoked(NOW + 60))).remove(0);
    assert!(!unproven.acceptable && codes(&unproven).contains(&"certificate_revoked"));
    // A revoked signer is refused whoever is trusted.
    let blind = VerifyOptions {
        ignore_trust: true,
        ..with(revoked(NOW - DAY))
    };
    assert!(!verified(&stamped, blind)[0].acceptable);
    // The same from the document's own store.
    let store = stored(&stamped, &[revoked(NOW - DAY)]);
    assert!(!verified(&store, at(NOW + DAY))[0].acceptable);
}

#[test]
fn the_certificate_of_an_authority_counts_too() {
    let middle = TestCertificate::authority("Middle", 5, &root(), None);
    let mut alice = alice();
    alice.certificate = TestCertificate::person("Alice", 2, &middle);
    let file = signed(&alice, None);
    let options = |ocsps: Vec<Vec<u8>>| VerifyOptions {
        certificates: vec![middle.make().der().to_vec()],
        ocsps,
        ..at(NOW + DAY)
    };
    assert!(verified(&file, options(Vec::new()))[0].acceptable);
    let revoked = TestRevocation::revoked(&root(), NOW + DAY, NOW - DAY).ocsp(&middle.make());
    let report = verified(&file, options(vec![revoked])).remove(0);
    assert!(!report.acceptable && codes(&report).contains(&"authority_revoked"));
}

#[test]
fn a_stamp_of_a_revoked_authority_proves_nothing() {
    let (alice, stamps) = (alice(), authority(8, NOW + 5 * YEAR));
    let stamped = signed(&alice, Some(&stamps));
    let certificate = stamps.certificate.make();
    let revoked = TestRevocation::revoked(&root(), NOW + DAY, NOW + 60).ocsp(&certificate);
    let options = |at: i64| VerifyOptions {
        at,
        ocsps: vec![revoked.clone()],
        ..VerifyOptions::default()
    };
    let report = verified(&stamped, options(NOW + DAY)).remove(0);
    assert_eq!(report.level, Level::BB);
    assert!(codes(&report).contains(&"timestamp_certificate_revoked"));
    assert!(!verified(&stamped, options(NOW + 2 * YEAR))[0].acceptable);
}

#[test]
fn levels_rest_on_what_the_document_holds() {
    let (alice, stamps) = (alice(), authority(8, NOW + 5 * YEAR));
    let stamped = signed(&alice, Some(&stamps));
    let good = TestRevocation::good(&root(), NOW + 60);
    let (of_alice, of_stamps) = (
        good.ocsp(&alice.certificate.make()),
        good.ocsp(&stamps.certificate.make()),
    );
    let level = |file: &[u8]| verified(file, at(NOW + DAY)).remove(0).level;
    let half = stored(&stamped, std::slice::from_ref(&of_alice));
    assert_eq!(level(&half), Level::BT);
    let whole = stored(&stamped, &[of_alice.clone(), of_stamps.clone()]);
    assert_eq!(level(&whole), Level::BLT);
    let outside = VerifyOptions {
        ocsps: vec![of_alice, of_stamps],
        ..at(NOW + DAY)
    };
    assert_eq!(verified(&stamped, outside)[0].level, Level::BT);
    let report = verified(&half, at(NOW + DAY)).remove(0);
    let missing = report
        .findings
        .iter()
        .find(|one| one.code.as_str() == "level_next");
    let missing = &missing.unwrap().message;
    assert!(
        missing.starts_with("B-LT") && missing.contains("Time Stamps"),
        "{missing}"
    );
    let archive = authority(9, NOW + 9 * YEAR);
    assert_eq!(level(&archived(&whole, &archive, NOW + 120)), Level::BLTA);
    // The archive came before the material: it does not cover it.
    let early = stored(
        &archived(&stamped, &archive, NOW + 120),
        &[
            good.ocsp(&alice.certificate.make()),
            good.ocsp(&stamps.certificate.make()),
        ],
    );
    assert_eq!(level(&early), Level::BLT);
}

#[test]
fn open_questions_say_whom_to_ask_until_they_are_answered() {
    let mut alice = alice();
    let url = |kind: &[u8], url: &str| der(0x30, &[kind, &der(0x86, &[url.as_bytes()])]);
    let ocsp = url(&[6, 8, 0x2b, 6, 1, 5, 5, 7, 48, 1], "http://ocsp.example/");
    alice.certificate.extensions = vec![extension("1.3.6.1.5.5.7.1.1", &der(0x30, &[&ocsp]))];
    let file = signed(&alice, None);
    let document = Document::from_bytes(file.clone()).unwrap();
    let mut options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        ..at(NOW)
    };
    let requests = revocation_requests(&document, &options).unwrap();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].ocsp_urls, ["http://ocsp.example/"]);
    assert!(requests[0].ocsp_request.is_some());
    let report = verified(&file, options.clone()).remove(0);
    assert!(report.acceptable && codes(&report).contains(&"revocation_unknown"));
    options.require_revocation = true;
    assert!(!verified(&file, options.clone())[0].acceptable);
    options.ocsps = vec![TestRevocation::good(&root(), NOW).ocsp(&alice.certificate.make())];
    assert!(verified(&file, options.clone())[0].acceptable);
    assert!(revocation_requests(&document, &options).unwrap().is_empty());
}
