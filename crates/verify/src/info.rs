//! Signature descriptions for lists and detail views.

use countersign_cms::{CertificateInfo, DigestAlgorithm, hex};

use crate::form::SignatureField;
use crate::report::{SignatureInfo, SignatureKind, SignatureReport, SignatureState};

/// Describes a validated signature.
pub(crate) fn describe(field: &SignatureField, report: &SignatureReport) -> SignatureInfo {
    let signer = report.signer.as_ref();
    let of = |get: fn(&CertificateInfo) -> &Option<String>| signer.and_then(|it| get(it).clone());
    let stamp = report.timestamp.as_ref().filter(|stamp| stamp.intact);
    let stated = report.signing_time.clone();
    SignatureInfo {
        id: id(field, report),
        date: stamp.map(|stamp| stamp.time.clone()).or(stated),
        alt_name: of(|it| &it.common_name).or_else(|| report.name.clone()),
        first_name: of(|it| &it.first_name),
        second_name: of(|it| &it.last_name),
        organization_name: of(|it| &it.organization_name),
        signature_type: signature_type(report).to_owned(),
        serial_number: signer.map(|it| it.serial_number.clone()),
        states: states(report),
        email: of(|it| &it.email),
        linked_annotations: field
            .widgets
            .iter()
            .map(|id| format!("{}R", id.number))
            .collect(),
        timestamp_serial: report
            .timestamp
            .as_ref()
            .map(|stamp| stamp.serial_number.clone()),
        field: field.name.clone(),
        user_id: None,
        transaction_id: None,
    }
}

/// A stable ID: it does not change when revisions are appended.
fn id(field: &SignatureField, report: &SignatureReport) -> String {
    let text = format!(
        "{} {:?} {:?}",
        field.name, report.byte_range, report.certificate
    );
    let digest = DigestAlgorithm::Sha256.digest(text.as_bytes());
    hex(digest.get(..12).unwrap_or(&digest))
}

fn signature_type(report: &SignatureReport) -> &'static str {
    match report.kind {
        SignatureKind::DocumentTimestamp => "timestamp",
        SignatureKind::Signature if report.level > crate::report::Level::None => "pades",
        SignatureKind::Signature => "pkcs7",
    }
}

fn states(report: &SignatureReport) -> Vec<SignatureState> {
    let mut states = vec![SignatureState {
        kind: "signing_time".to_owned(),
        text: "Signing time".to_owned(),
        data: None,
        date: report
            .timestamp
            .as_ref()
            .map(|it| it.time.clone())
            .or(report.signing_time.clone()),
    }];
    let integrity = match report.intact {
        true => "The signed content is unchanged",
        false => "The signed content was changed or can't be checked",
    };
    states.push(plain(
        "integrity",
        integrity,
        Some(report.intact.to_string()),
    ));
    let coverage = match report.covers_whole_file {
        true => "The signature covers the whole file",
        false => "The file was continued after this signature",
    };
    states.push(plain(
        "coverage",
        coverage,
        Some(report.covers_whole_file.to_string()),
    ));
    states.extend(report.findings.iter().map(|finding| {
        plain(
            &finding.code.to_string(),
            &finding.message,
            Some(finding.place.clone()),
        )
    }));
    states
}

fn plain(kind: &str, text: &str, data: Option<String>) -> SignatureState {
    SignatureState {
        kind: kind.to_owned(),
        text: text.to_owned(),
        data,
        date: None,
    }
}
