import type { SignatureReport } from '../engine.ts';
import { qualificationInWords } from './qualification-words.ts';

/** Describes validation results: one sentence per signature, its evidence, then the findings. */
export function inWords(reports: readonly SignatureReport[]): string {
  if (reports.length === 0) return 'The document has no signatures.';
  return reports.map(oneInWords).join('\n\n');
}

function oneInWords(report: SignatureReport): string {
  const who = report.signer?.commonName ?? report.signer?.subject ?? report.name ?? 'someone unknown';
  const what = report.kind === 'documentTimestamp' ? `Time stamp by ${who}` : `Signed by ${who}`;
  const lines = [
    `${what}${report.field ? ` (field ${report.field})` : ''}: ${sentence(report)}`,
    ...facts(report).map((fact) => `  ${fact}`),
    ...happenedSince(report).map((fact) => `  + ${fact}`),
    ...report.findings.map((finding) => `  ${marks[finding.severity]} ${finding.message} [${finding.code}${finding.where ? `, ${finding.where}` : ''}]`),
    ...omitted(report),
  ];
  return lines.join('\n');
}

/** Returns the permitted changes after the signature, each filled field once with its value; other changes are among the findings. */
function happenedSince({ changes }: SignatureReport): string[] {
  const filled = new Map(changes.filter(({ kind, field }) => kind === 'fieldFilled' && field).map((change) => [change.field, change]));
  const others = changes.filter(({ kind, severity }) => kind !== 'fieldFilled' && severity === 'allowed');
  return [...[...filled.values()].map(fillingInWords), ...new Set(others.map(({ message, field }) => `${message}${field ? ` (field ${field})` : ''}`))];
}

function fillingInWords({ field, value, shown }: SignatureReport['changes'][number]): string {
  const says = value === undefined ? '' : `: ${JSON.stringify(value)}`;
  if (shown === undefined) return `field ${field} was filled${says}; what it shows can't be told`;
  return `field ${field} was filled${says}${shown.trim() === value?.trim() ? '' : `, and shows ${JSON.stringify(shown)}`}`;
}

function omitted({ changesOmitted, findingsOmitted }: SignatureReport): string[] {
  return [
    ...(changesOmitted > 0 ? [`  + ${changesOmitted} more changes`] : []),
    ...(findingsOmitted > 0 ? [`  x ${findingsOmitted} more findings about later changes`] : []),
  ];
}

const marks = { error: 'x', warning: '!', info: '-' } as const;

function sentence(report: SignatureReport): string {
  if (report.acceptable) return report.coversWholeFile ? 'holds, and nothing was changed since.' : 'holds; what came later was allowed.';
  if (report.indication === 'indeterminate') return `CAN'T TELL: ${unknown(report)}.`;
  if (report.subIndication === 'HASH_FAILURE') return 'does NOT hold: what was signed is not what stands here.';
  if (report.subIndication === 'SIG_CRYPTO_FAILURE') return 'does NOT hold: the value was not made with the key of this certificate over what stands here.';
  if (report.changes.some((change) => change.severity !== 'allowed')) return 'does NOT hold for the document as it is: it was changed afterwards.';
  return 'does NOT hold: it is not as a signature has to be.';
}

/** Returns the reason for an indeterminate result (ETSI EN 319 102-1, 5.1.3). */
function unknown({ subIndication, findings }: SignatureReport): string {
  if (findings.some(({ code }) => code === 'signature_missing')) return 'there is no signature in its place';
  return (subIndication && reasons[subIndication]) ?? 'it can\'t be judged here';
}

const reasons: Partial<Record<NonNullable<SignatureReport['subIndication']>, string>> = {
  GENERIC: 'it is of a kind that can\'t be judged here',
  NO_SIGNING_CERTIFICATE_FOUND: 'the certificate of the signer is not there',
  NO_CERTIFICATE_CHAIN_FOUND: 'it is intact, but nobody trusted vouches for the signer',
  CHAIN_CONSTRAINTS_FAILURE: 'it is intact, but the certificates do not permit this use',
  SIG_CONSTRAINTS_FAILURE: 'it breaks a rule of its own standard',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: 'its algorithm or key no longer counts, and nothing proves an earlier time',
  OUT_OF_BOUNDS_NO_POE: 'it is intact, but the certificate was not valid at any time that is proven',
  REVOKED_NO_POE: 'it is intact, but the certificate was revoked, and nothing proves an earlier time',
  REVOKED_CA_NO_POE: 'it is intact, but an authority\'s certificate was revoked, and nothing proves an earlier time',
  TRY_LATER: 'it is intact, but nobody says yet whether a certificate was revoked',
};

function facts(report: SignatureReport): string[] {
  const revocation = report.revocation.map(({ certificate, state, source }) => `${certificate}: ${state}${source ? ` (${source})` : ''}`);
  return [
    report.level === 'none' ? 'No PAdES level.' : `PAdES ${report.level}.`,
    ...(report.qualification ? [qualificationInWords(report.qualification)] : []),
    report.provenTime ? `Existed at ${report.provenTime}, as time stamps prove.` : `Nothing proves the time${report.signingTime ? `; the signer states ${report.signingTime}` : ''}.`,
    ...(revocation.length > 0 ? [`Revocation: ${revocation.join(', ')}.`] : []),
    ...(report.certified ? [`Certifies the document, P=${report.certified}.`] : []),
  ];
}
