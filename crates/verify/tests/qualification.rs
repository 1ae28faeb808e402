//! Qualified or not, by trusted lists: at the time the certificate was issued and at the time of the signature.
#![allow(clippy::unwrap_used)]

use crate::proof::signed;
use crate::support::{NOW, Signer, form, root};
use countersign_cms::pem::base64_encode;
use countersign_cms::testing::{
    LONG, TestAuthority, TestCertificate, plain_extension, policies, qc_statements,
};
use countersign_pdf::Document;
use countersign_verify::{
    Assertion, Criteria, Indication, KeyUsageBit, QcUse, QualificationLevel as Level,
    QualificationReason as Reason, QualificationReport, QualificationRule, Qualifier,
    ServicePeriod, SignatureReport, TrustService, TrustServiceKind, VerifyOptions, verify,
};

const YEAR: i64 = 365 * 86_400;
const QC: &str = "0.4.0.1862.1.1";
const SSCD: &str = "0.4.0.1862.1.4";
const SEAL: &str = "0.4.0.1862.1.6.2";
const SITE: &str = "0.4.0.1862.1.6.3";

fn alice(statements: &[&str], kind: Option<&str>) -> Signer {
    with_extensions(vec![statement(statements, kind, &[])])
}

fn statement(statements: &[&str], kind: Option<&str>, law: &[&str]) -> Vec<u8> {
    plain_extension("1.3.6.1.5.5.7.1.3", &qc_statements(statements, kind, law))
}

fn with_extensions(extensions: Vec<Vec<u8>>) -> Signer {
    let mut alice = Signer::new("Alice", 2);
    alice.certificate.extensions = extensions;
    alice
}

fn period(since: i64) -> ServicePeriod {
    ServicePeriod {
        since,
        granted: true,
        taken_over: false,
        uses: Vec::new(),
        rules: Vec::new(),
    }
}

/// The root is listed, granted ever since.
fn service() -> TrustService {
    service_of(&root(), TrustServiceKind::CaQc, vec![period(0)])
}

fn service_of(
    owner: &TestCertificate,
    kind: TrustServiceKind,
    periods: Vec<ServicePeriod>,
) -> TrustService {
    TrustService {
        territory: "XA".to_owned(),
        provider: "Provider".to_owned(),
        name: "Service".to_owned(),
        kind,
        certificates: vec![base64_encode(owner.make().der())],
        list_until: NOW + YEAR,
        periods,
    }
}

fn ruled(rules: Vec<QualificationRule>) -> TrustService {
    let period = ServicePeriod { rules, ..period(0) };
    service_of(&root(), TrustServiceKind::CaQc, vec![period])
}

fn none() -> Criteria {
    Criteria {
        assert: Assertion::All,
        policies: Vec::new(),
        key_usage: Vec::new(),
        purposes: Vec::new(),
        lists: Vec::new(),
        others: false,
    }
}

/// Every certificate that may sign.
fn anybody() -> Criteria {
    let bit = KeyUsageBit {
        bit: 1,
        value: true,
    };
    Criteria {
        key_usage: vec![vec![bit]],
        ..none()
    }
}

fn rule(qualifiers: &[Qualifier], criteria: Criteria) -> QualificationRule {
    QualificationRule {
        qualifiers: qualifiers.to_vec(),
        criteria,
    }
}

fn verified(file: &[u8], services: Vec<TrustService>) -> SignatureReport {
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        at: NOW,
        services: Some(services),
        ..VerifyOptions::default()
    };
    verify(&document, &options).unwrap().remove(0)
}

fn qualification(alice: &Signer, services: Vec<TrustService>) -> QualificationReport {
    let report = verified(&alice.sign_field(&form(), "alice"), services);
    report.qualification.unwrap()
}

fn determined(alice: &Signer, services: Vec<TrustService>) -> (Level, Vec<Reason>) {
    let report = qualification(alice, services);
    (report.level, report.reasons)
}

#[test]
fn statements_and_service_make_a_signature_qualified() {
    let qualified = qualification(&alice(&[QC, SSCD], None), vec![service()]);
    assert_eq!((qualified.level, qualified.reasons), (Level::Qes, vec![]));
    assert!(qualified.on_device);
    let by = qualified.service.unwrap();
    assert_eq!(
        (by.territory.as_str(), by.provider.as_str()),
        ("XA", "Provider")
    );
    let cases = [
        (&[QC, SSCD][..], Some(SEAL), Level::QeSeal, None),
        (&[QC], None, Level::AdesQc, Some(Reason::NoDevice)),
        (&[QC], Some(SEAL), Level::AdesealQc, Some(Reason::NoDevice)),
        (&[SSCD], None, Level::Ades, Some(Reason::NotDeclared)),
        (
            &[QC, SSCD],
            Some(SITE),
            Level::Ades,
            Some(Reason::ForWebSites),
        ),
    ];
    for (statements, kind, level, reason) in cases {
        let found = determined(&alice(statements, kind), vec![service()]);
        assert_eq!(
            found,
            (level, reason.into_iter().collect()),
            "{statements:?}"
        );
    }
}

#[test]
fn the_service_vouches_for_the_signer() {
    let file = alice(&[QC, SSCD], None).sign_field(&form(), "alice");
    let report = verified(&file, vec![service()]);
    assert!(
        report.acceptable && report.trusted,
        "{:#?}",
        report.findings
    );
    // Lists were read, and none names anybody above.
    let report = verified(&file, vec![]);
    assert_eq!(report.indication, Indication::Indeterminate);
    let determined = report.qualification.unwrap();
    assert_eq!(determined.level, Level::Indeterminate);
    assert_eq!(determined.reasons, [Reason::NotValid, Reason::NotListed]);
    // No list was read.
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        at: NOW,
        ..VerifyOptions::default()
    };
    assert_eq!(verify(&document, &options).unwrap()[0].qualification, None);
}

/// A provider is supervised for what it is listed for.
#[test]
fn a_service_listed_for_time_stamps_vouches_for_no_signer() {
    let file = alice(&[QC, SSCD], None).sign_field(&form(), "alice");
    for kind in [TrustServiceKind::TsaQtst, TrustServiceKind::Tsa] {
        let stamps = service_of(&root(), kind, vec![period(0)]);
        let report = verified(&file, vec![stamps]);
        assert!(!report.trusted && !report.acceptable, "{kind:?}");
    }
}

#[test]
fn what_does_not_hold_is_nothing_in_law() {
    let mut file = alice(&[QC, SSCD], None).sign_field(&form(), "alice");
    let text = file.windows(8).position(|it| it == b"Contract").unwrap();
    file[text] = b'K';
    let determined = verified(&file, vec![service()]).qualification.unwrap();
    assert_eq!(
        (determined.level, determined.reasons),
        (Level::None, vec![Reason::NotValid])
    );
}

#[test]
fn another_service_of_the_same_name_says_nothing() {
    let impostor = TestCertificate::root("Root", 9);
    let service = service_of(&impostor, TrustServiceKind::CaQc, vec![period(0)]);
    let file = alice(&[QC, SSCD], None).sign_field(&form(), "alice");
    let report = verified(&file, vec![service]);
    assert!(!report.trusted);
    assert_eq!(report.qualification.unwrap().level, Level::Indeterminate);
}

#[test]
fn whoever_lost_the_status_vouches_no_longer_and_before_counts() {
    let withdrawn = |since| {
        let removed = ServicePeriod {
            granted: false,
            ..period(since)
        };
        vec![service_of(
            &root(),
            TrustServiceKind::CaQc,
            vec![removed, period(0)],
        )]
    };
    let alice = alice(&[QC, SSCD], None);
    let after = verified(&alice.sign_field(&form(), "alice"), withdrawn(NOW - YEAR));
    assert!(!after.acceptable);
    let determined = after.qualification.unwrap();
    assert_eq!(determined.level, Level::Indeterminate);
    assert_eq!(determined.reasons, [Reason::NotValid, Reason::Withdrawn]);
    // Withdrawn after a time stamp proves the signature.
    let mut services = withdrawn(NOW + 100);
    let authority = TestAuthority::new(8, &TestCertificate::root("Stamps", 7));
    let stamps = service_of(
        &authority.certificate,
        TrustServiceKind::TsaQtst,
        vec![period(0)],
    );
    services.push(stamps);
    let file = signed(&alice, Some(&authority));
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        at: NOW + 1000,
        services: Some(services.clone()),
        ..VerifyOptions::default()
    };
    let report = verify(&document, &options).unwrap().remove(0);
    assert!(report.acceptable, "{:#?}", report.findings);
    let determined = report.qualification.unwrap();
    assert_eq!(
        (determined.level, determined.qualified_timestamp),
        (Level::Qes, Some(true))
    );
    // The same stamp of a service that is not qualified proves the time all the same.
    services[1].kind = TrustServiceKind::Tsa;
    let options = VerifyOptions {
        services: Some(services.clone()),
        ..options
    };
    let determined = verify(&document, &options).unwrap().remove(0);
    let determined = determined.qualification.unwrap();
    assert_eq!(
        (determined.level, determined.qualified_timestamp),
        (Level::Qes, Some(false))
    );
    // One that had lost its status when it stamped proves nothing.
    services[1].periods[0].granted = false;
    let options = VerifyOptions {
        services: Some(services),
        ..options
    };
    let report = verify(&document, &options).unwrap().remove(0);
    assert!(!report.acceptable && report.proven_time.is_none());
}

#[test]
fn the_service_has_to_be_granted_when_the_certificate_was_issued() {
    let mut alice = alice(&[QC, SSCD], None);
    alice.certificate.validity = (NOW - 2 * YEAR, LONG.1);
    let later = service_of(&root(), TrustServiceKind::CaQc, vec![period(NOW - YEAR)]);
    let found = determined(&alice, vec![later]);
    assert_eq!(found, (Level::Ades, vec![Reason::NotListedThen]));
    let not_yet = ServicePeriod {
        granted: false,
        ..period(0)
    };
    let periods = vec![period(NOW - YEAR), not_yet];
    let later = service_of(&root(), TrustServiceKind::CaQc, periods);
    let found = determined(&alice, vec![later]);
    assert_eq!(found, (Level::Ades, vec![Reason::Withdrawn]));
}

#[test]
fn a_list_that_has_ended_says_nothing() {
    let ended = TrustService {
        list_until: NOW - 1,
        ..service()
    };
    let found = determined(&alice(&[QC, SSCD], None), vec![ended]);
    assert_eq!(found, (Level::Indeterminate, vec![Reason::ListExpired]));
}

#[test]
fn the_list_has_the_last_word() {
    use Qualifier as Q;
    let plain = alice(&[], None);
    let full = alice(&[QC, SSCD], None);
    let says = |qualifiers: &[Qualifier]| vec![ruled(vec![rule(qualifiers, anybody())])];
    let cases = [
        (
            &full,
            &[Q::NotQualified][..],
            Level::Ades,
            Some(Reason::ListDenies),
        ),
        (
            &plain,
            &[Q::Qualified],
            Level::AdesQc,
            Some(Reason::NoDevice),
        ),
        (&plain, &[Q::Qualified, Q::OnDevice], Level::Qes, None),
        (
            &full,
            &[Q::NotOnDevice],
            Level::AdesQc,
            Some(Reason::NoDevice),
        ),
        (&full, &[Q::DeviceAsInCertificate], Level::Qes, None),
        (&full, &[Q::ForSeals], Level::QeSeal, None),
        (
            &full,
            &[Q::ForWebSites],
            Level::Ades,
            Some(Reason::ForWebSites),
        ),
        (
            &plain,
            &[Q::OnDevice],
            Level::Ades,
            Some(Reason::NotDeclared),
        ),
    ];
    for (signer, qualifiers, level, reason) in cases {
        let found = determined(signer, says(qualifiers));
        assert_eq!(
            found,
            (level, reason.into_iter().collect()),
            "{qualifiers:?}"
        );
    }
    let contradictions = [
        [Q::Qualified, Q::NotQualified],
        [Q::OnDevice, Q::NotOnDevice],
        [Q::ForSignatures, Q::ForSeals],
    ];
    for qualifiers in contradictions {
        let found = determined(&full, says(&qualifiers));
        assert_eq!(found, (Level::Indeterminate, vec![Reason::Contradiction]));
    }
}

#[test]
fn criteria_choose_the_certificates() {
    let own = [
        statement(&[QC, SSCD], None, &[]),
        plain_extension("2.5.29.32", &policies(&["1.2.3", "1.2.4"])),
    ];
    let alice = with_extensions(own.to_vec());
    let set = |ids: &[&str]| {
        ids.iter()
            .map(|id| (*id).to_owned())
            .collect::<Vec<String>>()
    };
    let of = |assert, sets: &[&[&str]]| Criteria {
        assert,
        policies: sets.iter().map(|ids| set(ids)).collect(),
        ..none()
    };
    let bit = |bit, value| Criteria {
        key_usage: vec![vec![KeyUsageBit { bit, value }]],
        ..none()
    };
    let deny = |criteria| {
        determined(
            &alice,
            vec![ruled(vec![rule(&[Qualifier::NotQualified], criteria)])],
        )
        .0
    };
    use Assertion::{All, AtLeastOne, None as Neither};
    let cases = [
        (of(All, &[&["1.2.3"], &["1.2.4"]]), true),
        (of(All, &[&["1.2.3"], &["1.2.5"]]), false),
        (of(All, &[&["1.2.3", "1.2.5"]]), false),
        (of(AtLeastOne, &[&["1.2.5"], &["1.2.4"]]), true),
        (of(AtLeastOne, &[&["1.2.5"]]), false),
        (of(Neither, &[&["1.2.5"]]), true),
        (of(Neither, &[&["1.2.5"], &["1.2.3"]]), false),
        (bit(1, true), true),
        (bit(5, true), false),
        (bit(5, false), true),
        (
            Criteria {
                lists: vec![of(Neither, &[&["1.2.3"]]), bit(1, true)],
                ..none()
            },
            false,
        ),
        (
            Criteria {
                purposes: vec![set(&["1.9"])],
                ..none()
            },
            false,
        ),
    ];
    for (criteria, met) in cases {
        let level = if met { Level::Ades } else { Level::Qes };
        assert_eq!(deny(criteria.clone()), level, "{criteria:?}");
    }
    // What isn't understood, or says nothing, is never taken for met or not met.
    let open = [
        none(),
        of(All, &[&[]]),
        Criteria {
            others: true,
            ..of(All, &[&["1.2.3"]])
        },
        Criteria {
            others: true,
            ..of(Neither, &[&["1.2.5"]])
        },
    ];
    for criteria in open {
        assert_eq!(deny(criteria.clone()), Level::Indeterminate, "{criteria:?}");
    }
    let decided = [
        (
            Criteria {
                others: true,
                ..of(All, &[&["1.2.5"]])
            },
            Level::Qes,
        ),
        (
            Criteria {
                others: true,
                ..of(AtLeastOne, &[&["1.2.3"]])
            },
            Level::Ades,
        ),
    ];
    for (criteria, level) in decided {
        assert_eq!(deny(criteria), level);
    }
    let mut deep = anybody();
    for _ in 0..20 {
        deep = Criteria {
            lists: vec![deep],
            ..none()
        };
    }
    assert_eq!(deny(deep), Level::Indeterminate);
}

#[test]
fn a_service_is_listed_for_uses() {
    let listed_for = |uses: &[QcUse]| {
        let uses = uses.to_vec();
        let period = ServicePeriod { uses, ..period(0) };
        vec![service_of(&root(), TrustServiceKind::CaQc, vec![period])]
    };
    let (person, seal) = (alice(&[QC, SSCD], None), alice(&[QC, SSCD], Some(SEAL)));
    assert_eq!(
        determined(&person, listed_for(&[QcUse::Signatures])).0,
        Level::Qes
    );
    let refused = (Level::Ades, vec![Reason::UseNotListed]);
    assert_eq!(determined(&person, listed_for(&[QcUse::Seals])), refused);
    assert_eq!(determined(&seal, listed_for(&[QcUse::Signatures])), refused);
    assert_eq!(
        determined(&seal, listed_for(&[QcUse::Signatures, QcUse::Seals])).0,
        Level::QeSeal
    );
}

#[test]
fn a_service_that_was_taken_over() {
    let alice = alice(&[QC, SSCD], None);
    let old = |granted| {
        let handed_on = ServicePeriod {
            taken_over: true,
            granted,
            rules: vec![rule(&[Qualifier::NotQualified], anybody())],
            ..period(0)
        };
        service_of(&root(), TrustServiceKind::CaQc, vec![handed_on])
    };
    let new = TrustService {
        provider: "Successor".to_owned(),
        ..service()
    };
    for granted in [true, false] {
        let found = qualification(&alice, vec![old(granted), new.clone()]);
        assert_eq!(found.level, Level::Qes);
        assert_eq!(found.service.unwrap().provider, "Successor");
    }
}

#[test]
fn services_that_contradict_each_other() {
    let denies = ruled(vec![rule(&[Qualifier::NotQualified], anybody())]);
    let found = determined(&alice(&[QC, SSCD], None), vec![service(), denies]);
    assert_eq!(found, (Level::Indeterminate, vec![Reason::Contradiction]));
}

#[test]
fn the_law_of_another_country() {
    let under = |law: &[&str]| with_extensions(vec![statement(&[QC, SSCD], None, law)]);
    assert_eq!(
        determined(&under(&["CH"]), vec![service()]),
        (Level::Ades, vec![Reason::OtherLaw])
    );
    assert_eq!(
        determined(&under(&["CH", "EU"]), vec![service()]).0,
        Level::Qes
    );
}

#[test]
fn policies_were_enough_before_2016() {
    let mut old = with_extensions(vec![plain_extension(
        "2.5.29.32",
        &policies(&["0.4.0.1456.1.1"]),
    )]);
    assert_eq!(determined(&old, vec![service()]).1, [Reason::NotDeclared]);
    old.certificate.validity = (1_420_070_400, LONG.1);
    assert_eq!(determined(&old, vec![service()]).0, Level::Qes);
    let plain = plain_extension("2.5.29.32", &policies(&["0.4.0.1456.1.2"]));
    old.certificate.extensions = vec![plain];
    assert_eq!(
        determined(&old, vec![service()]),
        (Level::AdesQc, vec![Reason::NoDevice])
    );
}

#[test]
fn a_time_stamp_service_vouches_for_no_qualified_signer() {
    let stamps = service_of(&root(), TrustServiceKind::TsaQtst, vec![period(0)]);
    let found = determined(&alice(&[QC, SSCD], None), vec![stamps]);
    assert!(found.1.contains(&Reason::NotListed), "{found:?}");
}

#[test]
fn document_time_stamps_have_a_level_of_their_own() {
    let authority = TestAuthority::new(8, &root());
    let file = crate::proof::archived(
        &alice(&[QC], None).sign_field(&form(), "alice"),
        &authority,
        NOW,
    );
    let mut services = vec![service_of(
        &authority.certificate,
        TrustServiceKind::TsaQtst,
        vec![period(0)],
    )];
    let last = |services: &[TrustService]| {
        let document = Document::from_bytes(file.clone()).unwrap();
        let options = VerifyOptions {
            at: NOW,
            services: Some(services.to_vec()),
            ..VerifyOptions::default()
        };
        verify(&document, &options).unwrap().pop().unwrap()
    };
    let determined = last(&services).qualification.unwrap();
    assert_eq!(
        (determined.level, determined.qualified_timestamp),
        (Level::Qtst, Some(true))
    );
    services[0].list_until = NOW - 1;
    let determined = last(&services).qualification.unwrap();
    assert_eq!(
        (determined.level, determined.reasons),
        (Level::Tst, vec![Reason::StampNotQualified])
    );
}
