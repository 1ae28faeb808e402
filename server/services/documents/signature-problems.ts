/** Requirements on a signature: its holder, its stated attributes, and that it doesn't block other signers. */
import type { SignatureReport } from '@countersign/core/node';
import { sameContact } from '#contract/entities/common.ts';
import { timing } from '#contract/limits/timing.ts';
import type { Problem, SignedJob } from './document-checker.ts';
import { statedQualification, type Qualification } from '#server/adapters/core/qualified.ts';

type Refuse = (holds: boolean, code: string, message: string) => Problem[];

const refuseFor = ({ field }: SignatureReport): Refuse => (holds, code, message) => (holds ? [] : [{ code, message, field: field ?? undefined }]);

export function signatureProblems(report: SignatureReport | undefined, job: SignedJob, ownNames: ReadonlySet<string>): Problem[] {
  if (!report) return [{ code: 'signature_missing', message: 'The signer\'s field holds no signature' }];
  const isWhole = report.coversWholeFile && report.revisionEnd === job.upload.size;
  return [
    ...soundProblems(report),
    ...refuseFor(report)(isWhole, 'signature_coverage', 'The signature does not cover the whole file'),
    ...statementProblems(report, job),
    ...lockProblems(report, ownNames),
  ];
}

/** A signature beside a file states nothing but the time, and covers the file if it is intact. */
export function detachedProblems(report: SignatureReport | undefined, { at }: Pick<SignedJob, 'at'>): Problem[] {
  if (!report) return [{ code: 'signature_missing', message: 'There is no signature' }];
  const refused = refuseFor(report);
  return [
    ...soundProblems(report),
    ...refused(Boolean(report.signingTime), 'signature_time', 'The signature states no time'),
    // Such as BER: other programs may refuse it, and no time stamp can be added.
    ...refused(!report.acceptable || report.level !== 'none', 'signature_form', 'The signature does not have the form of a CAdES signature'),
    ...statementProblems(report, { at, uploadOpenedAt: at }),
  ];
}

function soundProblems(report: SignatureReport): Problem[] {
  const refused = refuseFor(report);
  return [
    ...refused(report.intact, 'signature_broken', 'The signature does not fit the bytes it covers'),
    ...refused(!report.findings.some(({ code }) => code === 'certificate_revoked'), 'certificate_revoked', 'The certificate was revoked'),
    ...refused(report.trusted, 'signature_untrusted', 'Nobody who is trusted here has issued the certificate'),
    ...refused(report.acceptable, 'signature_refused', report.findings.filter((each) => each.severity === 'error').map((each) => each.code).join(', ')),
  ];
}

/** Viewers display what a signature states, so the statements must be true. */
function statementProblems(report: SignatureReport, { at, uploadOpenedAt, reasons = [] }: Pick<SignedJob, 'at' | 'uploadOpenedAt' | 'reasons'>): Problem[] {
  const refused = refuseFor(report);
  const isNow = (stated: string | null | undefined): boolean => {
    if (!stated) return true;
    const time = Date.parse(stated);
    return time >= uploadOpenedAt.getTime() - timing.signingClock && time <= at.getTime() + timing.signingClock;
  };
  return [
    ...refused(isNow(report.signingTime) && isNow(report.cmsSigningTime), 'signature_time', `The time that the signature states is more than ${timing.signingClock / 60_000} minutes off: ${report.cmsSigningTime ?? report.signingTime}`),
    ...refused((report.name ?? null) === null || report.name === report.signer?.commonName, 'signature_name', 'The signature states another name than its certificate'),
    ...refused(!report.reason || reasons.includes(report.reason), 'signature_statement', 'The signature states a reason that nobody has agreed to'),
    ...refused([report.location, report.contact].every((stated) => (stated ?? null) === null), 'signature_statement', 'The signature states a place or a contact that nobody has agreed to'),
  ];
}

/** A signer must not lock the fields of later signers, unless the form's author did. */
function lockProblems(report: SignatureReport, ownNames: ReadonlySet<string>): Problem[] {
  const others = report.lockedBySigner.filter((name) => !ownNames.has(name));
  return refuseFor(report)(others.length === 0 && (report.docMdp ?? null) === null, 'signature_locks_others', `The signature forbids others their part: ${others.join(', ') || 'it certifies the document'}`);
}

/** The certificate must be the signer's and of the kind that the sender requires. */
export function certificateProblems(report: SignatureReport | undefined, issuedHere: boolean, { wanted, signer }: Pick<SignedJob, 'wanted' | 'signer'>): Problem[] {
  if (!report?.trusted || !report.certificate) return [];
  const holder = { email: report.signer?.email ?? null, phone: report.signer?.phone ?? null };
  // Certificates of this installation are neither. Of others, what nobody asks for is not read: that takes milliseconds.
  const isRequired = !issuedHere && (wanted.qualified || wanted.smartCard);
  const { qualified, onDevice } = isRequired ? qualificationOf(report, report.certificate) : { qualified: false, onDevice: false };
  const refused = refuseFor(report);
  return [
    ...refused(sameContact(holder, signer) || !(issuedHere || wanted.contactMatch), 'signature_of_another', 'The certificate belongs to somebody else'),
    ...refused(!wanted.qualified || qualified, 'certificate_not_qualified', `The sender asks for a qualified certificate${reasonsOf(report)}`),
    ...refused(!wanted.smartCard || onDevice, 'certificate_not_on_card', `The sender asks for a key on a smart card${reasonsOf(report)}`),
  ];
}

/** A certificate for seals belongs to an organization; a person does not sign with it. */
const withQualifiedCertificate: ReadonlySet<string> = new Set(['QES', 'AdES-QC']);

/** If trusted lists were consulted, they decide: a certificate may state anything of itself. */
function qualificationOf({ qualification }: SignatureReport, certificate: string): Qualification {
  if (!qualification) return statedQualification(Buffer.from(certificate, 'base64'));
  return { qualified: withQualifiedCertificate.has(qualification.level), onDevice: qualification.onDevice };
}

const reasonsOf = ({ qualification }: SignatureReport): string => (qualification?.reasons.length ? `: ${qualification.reasons.join(', ')}` : '');

/** Signatures other than the one of this field must be valid. */
export const earlierProblems = (reports: readonly Pick<SignatureReport, 'field' | 'intact' | 'indication'>[], anchorName: string | null): Problem[] =>
  reports
    // A third-party signature that can't be validated here isn't reported: the upload continues the served bytes,
    // so it is unchanged.
    .filter((report) => report.field !== anchorName && !report.intact && report.indication === 'failed')
    .map((report) => ({ code: 'earlier_signature_broken', message: 'A signature made before does not hold any more', field: report.field ?? undefined }));
