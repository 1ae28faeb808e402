//! Evaluates the criteria of a trusted list for a certificate (TS 119 612, 5.5.9.2.2).

use countersign_cms::Certificate;

use crate::trust_service::{Assertion, Criteria};

/// Maximum nesting of criteria lists.
const MAX_DEPTH: u8 = 8;

/// True if the certificate meets the criteria; `None` if that can't be determined.
pub(crate) fn meets(certificate: &Certificate, criteria: &Criteria) -> Option<bool> {
    within(certificate, criteria, MAX_DEPTH)
}

fn within(certificate: &Certificate, criteria: &Criteria, depth: u8) -> Option<bool> {
    let deeper = depth.checked_sub(1)?;
    let has_policies = |set: &Vec<String>| set.iter().all(|id| certificate.policies().contains(id));
    let purposes = certificate.extended_key_usage().unwrap_or_default();
    let has_purposes = |set: &Vec<String>| set.iter().all(|id| purposes.contains(id));
    let mut met: Vec<Option<bool>> = Vec::new();
    let policies = criteria.policies.iter();
    met.extend(policies.map(|set| known(set).then(|| has_policies(set))));
    let sets = criteria.purposes.iter();
    met.extend(sets.map(|set| known(set).then(|| has_purposes(set))));
    met.extend(criteria.key_usage.iter().map(|set| {
        let usage = certificate.key_usage();
        let is_so = |bit: u8, value| usage.is_some_and(|usage| usage.has(bit)) == value;
        known(set).then(|| set.iter().all(|it| is_so(it.bit, it.value)))
    }));
    let lists = criteria.lists.iter();
    met.extend(lists.map(|list| within(certificate, list, deeper)));
    if criteria.others {
        met.push(None);
    }
    // An empty list could match every certificate or none, so it is undetermined.
    if met.is_empty() {
        return None;
    }
    let (any, open) = (met.contains(&Some(true)), met.contains(&None));
    match criteria.assert {
        Assertion::All if met.contains(&Some(false)) => Some(false),
        Assertion::AtLeastOne if any => Some(true),
        Assertion::None if any => Some(false),
        _ if open => None,
        Assertion::All | Assertion::None => Some(true),
        Assertion::AtLeastOne => Some(false),
    }
}

/// A set without members is undetermined.
fn known<T>(set: &[T]) -> bool {
    !set.is_empty()
}
