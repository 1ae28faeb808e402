//! Whether a signature is qualified, by trusted lists (ETSI TS 119 615, 4.4 to 4.6): at the time the certificate was
//! issued and at the time of the signature.
//!
//! Deliberately strict: where a list contradicts itself, has ended or says something that is not understood, the
//! answer is "indeterminate", with the reason.

use countersign_cms::{Certificate, QcStatements, QcType, time};
use serde::{Deserialize, Serialize};

use crate::criteria;
use crate::report::{Indication, SignatureReport};
use crate::services::{Listed, Services};
use crate::trust::Moment;
use crate::trust_service::{QcUse, Qualifier, ServicePeriod, TrustServiceKind};

use QualificationReason as Reason;

/// 2016-07-01 in Brussels: Regulation (EU) No 910/2014 applies.
const EIDAS: i64 = 1_467_324_000;
/// Policies of qualified certificates before that (EN 319 411-2, 5.3): without and with a device.
const QCP: &str = "0.4.0.1456.1.2";
const QCP_PLUS: &str = "0.4.0.1456.1.1";

/// What a signature is in law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum QualificationLevel {
    /// A qualified electronic signature.
    #[serde(rename = "QES")]
    Qes,
    /// A qualified electronic seal.
    #[serde(rename = "QESeal")]
    QeSeal,
    /// An advanced electronic signature with a qualified certificate.
    #[serde(rename = "AdES-QC")]
    AdesQc,
    /// An advanced electronic seal with a qualified certificate.
    #[serde(rename = "AdESeal-QC")]
    AdesealQc,
    /// An advanced electronic signature or seal.
    #[serde(rename = "AdES")]
    Ades,
    /// A qualified electronic time stamp.
    #[serde(rename = "QTST")]
    Qtst,
    /// Another time stamp.
    #[serde(rename = "TST")]
    Tst,
    /// It can't be told; the reasons say why.
    #[serde(rename = "indeterminate")]
    Indeterminate,
    /// The signature does not hold.
    #[serde(rename = "none")]
    None,
}

/// Why a signature is not qualified, or why that can't be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum QualificationReason {
    /// The signature does not hold, or nobody knows whether it does.
    NotValid,
    /// No list names an authority of the certificate.
    NotListed,
    /// The service was not on its list yet.
    NotListedThen,
    /// The service had lost its status.
    Withdrawn,
    /// The certificate does not say that it is qualified, nor does the list.
    NotDeclared,
    /// The certificate is qualified under the law of another country.
    OtherLaw,
    /// The list says that it is not qualified.
    ListDenies,
    /// The service is not listed for this use: signatures, seals.
    UseNotListed,
    /// The certificate is for web sites.
    ForWebSites,
    /// The key is not in a qualified device.
    NoDevice,
    /// The list has ended and no newer one was read.
    ListExpired,
    /// Criteria of the list are not understood.
    CriteriaUnknown,
    /// The list, or lists, contradict themselves.
    Contradiction,
    /// No qualified service made the time stamp.
    StampNotQualified,
}

/// Whether a signature is qualified, and by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct QualificationReport {
    /// What it is.
    pub level: QualificationLevel,
    /// What keeps it from being more.
    pub reasons: Vec<QualificationReason>,
    /// The service that it rests on.
    pub service: Option<ServiceName>,
    /// Whether the key is in a qualified device, where the certificate is qualified.
    pub on_device: bool,
    /// Whether a qualified service proves its time, where a time stamp does.
    pub qualified_timestamp: Option<bool>,
    /// The time that it is told for, ISO 8601: of the signature as far as that is proven.
    pub at: String,
}

/// A service of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ServiceName {
    /// The country of the list.
    pub territory: String,
    /// Who provides it.
    pub provider: String,
    /// What it is called.
    pub name: String,
    /// Until when its list is in force, ISO 8601.
    pub list_until: String,
}

/// What a certificate was at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Status {
    on_device: bool,
    used_for: QcUse,
}

/// Not qualified (`Err((reason, false))`), or nobody can tell (`true`).
type Told = Result<Status, (Reason, bool)>;

/// Whether a signature that holds is qualified. `path`: of its signer.
pub(crate) fn of_signer(
    services: &Services,
    path: &[Certificate],
    moment: Moment,
) -> Option<QualificationReport> {
    let (signer, above) = path.split_first()?;
    if !services.asked {
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
    let told = match (then, now) {
        _ if found.iter().find(is_old).is_some() => Err((Reason::ListExpired, true)),
        (Err((why, true)), _) | (_, Err((why, true))) => Err((why, true)),
        (Err((why, false)), _) => Err((why, false)),
        (Ok(_), now) => now,
    };
    let service = current(&found, moment.used_at).or(found.first().copied());
    let (level, reason) = level(told);
    Some(QualificationReport {
        level,
        reasons: reason.into_iter().collect(),
        service: service.map(name),
        on_device: told.is_ok_and(|status| status.on_device),
        qualified_timestamp: None,
        at: time::iso(moment.used_at),
    })
}

/// Whether a document time stamp is qualified.
pub(crate) fn of_stamp(
    services: &Services,
    path: &[Certificate],
    at: i64,
    now: i64,
) -> Option<QualificationReport> {
    if !services.asked {
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

/// Only what holds is anything in law.
pub(crate) fn settle(report: &mut SignatureReport) {
    let Some(told) = report.qualification.as_mut() else {
        return;
    };
    let level = match report.indication {
        Indication::Passed => return,
        Indication::Failed => QualificationLevel::None,
        Indication::Indeterminate => QualificationLevel::Indeterminate,
    };
    told.level = level;
    told.reasons.insert(0, Reason::NotValid);
}

fn level(told: Told) -> (QualificationLevel, Option<Reason>) {
    use QualificationLevel as Level;
    match told {
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

/// What a certificate was at a time, by all services that could say so.
fn status(found: &[&Listed], certificate: &Certificate, at: i64) -> Told {
    if found.is_empty() {
        return Err((Reason::NotListed, false));
    }
    let mut periods: Vec<&ServicePeriod> = found.iter().filter_map(|it| it.period(at)).collect();
    if periods.is_empty() {
        return Err((Reason::NotListedThen, false));
    }
    periods.retain(|period| period.granted);
    // Whoever took a service over lists it; what the one before says of it no longer counts.
    if periods.iter().any(|period| !period.taken_over) {
        periods.retain(|period| !period.taken_over);
    }
    let mut told = periods.iter().map(|period| during(period, certificate));
    let first = told.next().unwrap_or(Err((Reason::Withdrawn, false)));
    match told.all(|other| other == first) {
        true => first,
        false => Err((Reason::Contradiction, true)),
    }
}

/// What a certificate was during one period of one service.
fn during(period: &ServicePeriod, certificate: &Certificate) -> Told {
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

/// What it is for, as the list says or else the certificate.
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

/// What a certificate says of itself.
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
        // Before, policies were enough, and only people had qualified certificates.
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

/// The service that stood for the certificate at a time.
fn current<'a>(found: &[&'a Listed], at: i64) -> Option<&'a Listed> {
    let stands = |it: &&&Listed| {
        let period = it.period(at);
        period.is_some_and(|period| period.granted && !period.taken_over)
    };
    found.iter().find(stands).copied()
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
