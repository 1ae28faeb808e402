//! Determines from trusted lists whether a signature is qualified (ETSI TS 119 615, 4.4 to 4.6),
//! both when the certificate was issued and when the signature was made.
//!
//! Strict by design: if a list contradicts itself, has expired or contains unknown criteria, the
//! result is "indeterminate", with the reason.

use countersign_cms::{Certificate, QcStatements, QcType, time};

use crate::criteria;
use crate::qualification_report::{
    QualificationLevel, QualificationReason, QualificationReport, ServiceName,
};
use crate::report::{Indication, SignatureReport};
use crate::services::{Listed, Services};
use crate::trust::Moment;
use crate::trust_service::{QcUse, Qualifier, ServicePeriod, TrustServiceKind};

use QualificationReason as Reason;

/// 2016-07-01, 00:00 in Brussels: Regulation (EU) No 910/2014 (eIDAS) applies from here.
const EIDAS: i64 = 1_467_324_000;
/// Certificate policies of qualified certificates before eIDAS (EN 319 411-2, 5.3): QCP public, and
/// QCP public + SSCD.
const QCP: &str = "0.4.0.1456.1.2";
const QCP_PLUS: &str = "0.4.0.1456.1.1";

/// Status of a certificate at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Status {
    on_device: bool,
    used_for: QcUse,
}

/// `Err((reason, false))`: not qualified. `Err((reason, true))`: can't be determined.
type Determination = Result<Status, (Reason, bool)>;

/// Qualification of a signature. `path`: certificate path of the signer. `None` if the caller
/// passed no trusted lists.
pub(crate) fn of_signer(
    services: &Services,
    path: &[Certificate],
    moment: Moment,
) -> Option<QualificationReport> {
    let (signer, above) = path.split_first()?;
    if !services.supplied {
        return None;
    }
    let found: Vec<&Listed> = services
        .listed
        .iter()
        .filter(|listed| listed.service.kind == TrustServiceKind::CaQc)
        .filter(|listed| above.iter().any(|it| listed.is_of(it)))
        .collect();
    let then = status(&found, signer, signer.not_before());
    let now = status(&found, signer, moment.used_at);
    let is_old = |listed: &&&Listed| listed.service.list_until < moment.now;
    let determined = match (then, now) {
        _ if found.iter().find(is_old).is_some() => Err((Reason::ListExpired, true)),
        (Err((why, true)), _) | (_, Err((why, true))) => Err((why, true)),
        (Err((why, false)), _) => Err((why, false)),
        (Ok(_), now) => now,
    };
    let service = current(&found, moment.used_at).or(found.first().copied());
    let (level, reason) = level(determined);
    Some(QualificationReport {
        level,
        reasons: reason.into_iter().collect(),
        service: service.map(name),
        on_device: determined.is_ok_and(|status| status.on_device),
        qualified_timestamp: None,
        at: time::iso(moment.used_at),
    })
}

/// Qualification of a document time stamp. `None` if the caller passed no trusted lists.
pub(crate) fn of_stamp(
    services: &Services,
    path: &[Certificate],
    at: i64,
    now: i64,
) -> Option<QualificationReport> {
    if !services.supplied {
        return None;
    }
    let qualified = services.is_qualified_stamp(path, at, now);
    let (level, reasons) = match qualified {
        true => (QualificationLevel::Qtst, Vec::new()),
        false => (QualificationLevel::Tst, vec![Reason::StampNotQualified]),
    };
    let of_path = |listed: &&Listed| path.iter().any(|it| listed.is_of(it));
    Some(QualificationReport {
        level,
        reasons,
        service: services.listed.iter().find(of_path).map(name),
        on_device: false,
        qualified_timestamp: Some(qualified),
        at: time::iso(at),
    })
}

/// Lowers the level of a signature that is not valid.
pub(crate) fn settle(report: &mut SignatureReport) {
    let Some(determined) = report.qualification.as_mut() else {
        return;
    };
    let level = match report.indication {
        Indication::Passed => return,
        Indication::Failed => QualificationLevel::None,
        Indication::Indeterminate => QualificationLevel::Indeterminate,
    };
    determined.level = level;
    determined.reasons.insert(0, Reason::NotValid);
}

fn level(determined: Determination) -> (QualificationLevel, Option<Reason>) {
    use QualificationLevel as Level;
    match determined {
        Err((why, true)) => (Level::Indeterminate, Some(why)),
        Err((why, false)) => (Level::Ades, Some(why)),
        Ok(status) => match (status.used_for, status.on_device) {
            (QcUse::Signatures, true) => (Level::Qes, None),
            (QcUse::Signatures, false) => (Level::AdesQc, Some(Reason::NoDevice)),
            (QcUse::Seals, true) => (Level::QeSeal, None),
            (QcUse::Seals, false) => (Level::AdesealQc, Some(Reason::NoDevice)),
            (QcUse::WebSites, _) => (Level::Ades, Some(Reason::ForWebSites)),
        },
    }
}

/// Status of a certificate at a time, combined from all matching services.
fn status(found: &[&Listed], certificate: &Certificate, at: i64) -> Determination {
    if found.is_empty() {
        return Err((Reason::NotListed, false));
    }
    let mut periods: Vec<&ServicePeriod> = found.iter().filter_map(|it| it.period(at)).collect();
    if periods.is_empty() {
        return Err((Reason::NotListedThen, false));
    }
    periods.retain(|period| period.granted);
    // If another provider took the service over, its own listing counts; the former one is ignored.
    if periods.iter().any(|period| !period.taken_over) {
        periods.retain(|period| !period.taken_over);
    }
    let mut determined = periods.iter().map(|period| during(period, certificate));
    let first = determined.next().unwrap_or(Err((Reason::Withdrawn, false)));
    match determined.all(|other| other == first) {
        true => first,
        false => Err((Reason::Contradiction, true)),
    }
}

/// Status of a certificate according to one period of one service.
fn during(period: &ServicePeriod, certificate: &Certificate) -> Determination {
    let mut said: Vec<Qualifier> = Vec::new();
    for rule in &period.rules {
        match criteria::meets(certificate, &rule.criteria) {
            Some(true) => said.extend(&rule.qualifiers),
            Some(false) => {}
            None => return Err((Reason::CriteriaUnknown, true)),
        }
    }
    let says = |qualifier| said.contains(&qualifier);
    let own = Own::of(certificate);
    match (says(Qualifier::Qualified), says(Qualifier::NotQualified)) {
        (true, true) => return Err((Reason::Contradiction, true)),
        (_, true) => return Err((Reason::ListDenies, false)),
        (true, _) => {}
        _ if own.other_law => return Err((Reason::OtherLaw, false)),
        _ if !own.qualified => return Err((Reason::NotDeclared, false)),
        _ => {}
    }
    let on_device = match (says(Qualifier::OnDevice), says(Qualifier::NotOnDevice)) {
        (true, true) => return Err((Reason::Contradiction, true)),
        (true, _) => true,
        (_, true) => false,
        _ => own.on_device,
    };
    let used_for = used_for(&says, own.used_for)?;
    match period.uses.is_empty() || period.uses.contains(&used_for) {
        true => Ok(Status {
            on_device,
            used_for,
        }),
        false => Err((Reason::UseNotListed, false)),
    }
}

/// The use of the certificate: from the list, otherwise from the certificate.
fn used_for(says: &dyn Fn(Qualifier) -> bool, own: QcUse) -> Result<QcUse, (Reason, bool)> {
    let listed = [
        (Qualifier::ForSignatures, QcUse::Signatures),
        (Qualifier::ForSeals, QcUse::Seals),
        (Qualifier::ForWebSites, QcUse::WebSites),
    ];
    let mut listed = listed.into_iter().filter(|(it, _)| says(*it));
    match (listed.next(), listed.next()) {
        (Some(_), Some(_)) => Err((Reason::Contradiction, true)),
        (Some((_, used_for)), None) => Ok(used_for),
        (None, _) => Ok(own),
    }
}

/// What the certificate itself declares.
struct Own {
    qualified: bool,
    on_device: bool,
    other_law: bool,
    used_for: QcUse,
}

impl Own {
    fn of(certificate: &Certificate) -> Self {
        let none = QcStatements::default();
        let statements = certificate.qc_statements().unwrap_or(&none);
        // Before eIDAS, the policies were sufficient, and qualified certificates were issued only
        // to natural persons.
        let early = certificate.not_before() < EIDAS;
        let under = |policy: &str| early && certificate.policies().iter().any(|it| it == policy);
        let used_for = match statements.types.as_slice() {
            [QcType::Seal] => QcUse::Seals,
            [QcType::WebSite] => QcUse::WebSites,
            _ => QcUse::Signatures,
        };
        let law = &statements.legislation;
        Self {
            qualified: statements.compliant || under(QCP) || under(QCP_PLUS),
            on_device: statements.on_device || under(QCP_PLUS),
            other_law: !law.is_empty() && !law.iter().any(|it| it == "EU"),
            used_for,
        }
    }
}

/// The service that was granted at a time and not taken over.
fn current<'a>(found: &[&'a Listed], at: i64) -> Option<&'a Listed> {
    let applies = |it: &&&Listed| {
        let period = it.period(at);
        period.is_some_and(|period| period.granted && !period.taken_over)
    };
    found.iter().find(applies).copied()
}

fn name(listed: &Listed) -> ServiceName {
    let service = &listed.service;
    ServiceName {
        territory: service.territory.clone(),
        provider: service.provider.clone(),
        name: service.name.clone(),
        list_until: time::iso(service.list_until),
    }
}
