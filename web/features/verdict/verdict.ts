import type { SignatureReport } from '@countersign/core';
import { joinName } from '#contract/person-names.ts';
import { toldBy } from './finding-text.ts';

/** The sentence that comes first, by its key in the texts. */
export type VerdictKey = 'whole' | 'sealed' | 'continued' | 'changed' | 'broken' | 'revoked' | 'outOfTime' | 'unknownSigner' | 'unverifiable' | 'weak' | 'empty' | 'unacceptable';

export type VerdictMeaning = 'success' | 'attention' | 'negative';

export interface Verdict {
  readonly key: VerdictKey;
  readonly meaning: VerdictMeaning;
}

type Judged = Pick<SignatureReport, 'indication' | 'subIndication' | 'intact' | 'coversWholeFile' | 'trusted' | 'acceptable' | 'changes' | 'changesOmitted' | 'findings'>;

/** The fields of document time stamps: they seal what stands there and are nobody's signature. */
export const stampsIn = (reports: readonly Pick<SignatureReport, 'kind' | 'field'>[]): ReadonlySet<string> =>
  new Set(reports.flatMap(({ kind, field }) => (kind === 'documentTimestamp' && field ? [field] : [])));

/** What a person must know of one signature, before any evidence. `stamps`: the fields of the document's time stamps. */
export function verdictOf(report: Judged, stamps: ReadonlySet<string> = new Set()): Verdict {
  if (!report.intact) return notIntact(report);
  if (report.changes.some((change) => change.severity !== 'allowed')) {
    return { key: 'changed', meaning: 'negative' };
  }
  const blame = blameOf(report);
  if (blame) return { key: blame, meaning: 'negative' };
  if (report.subIndication === 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE') return { key: 'weak', meaning: 'attention' };
  if (!report.trusted) return { key: 'unknownSigner', meaning: 'attention' };
  if (!report.acceptable) return { key: 'unacceptable', meaning: 'negative' };
  return { key: report.coversWholeFile ? 'whole' : isSealed(report, stamps) ? 'sealed' : 'continued', meaning: 'success' };
}

/** Nothing came after it but time stamps, and what proves certificates. */
const isSealed = ({ changes, changesOmitted }: Judged, stamps: ReadonlySet<string>): boolean =>
  changes.length > 0 && changesOmitted === 0 && changes.every(({ kind, field }) => kind === 'dss' || (field !== undefined && field !== null && stamps.has(field)));

/** What can't be checked is not called changed. */
function notIntact({ indication, subIndication, findings }: Judged): Verdict {
  if (indication !== 'failed') {
    const isEmpty = findings.some(({ code }) => toldBy(code) === 'empty');
    return { key: isEmpty ? 'empty' : 'unverifiable', meaning: 'attention' };
  }
  return { key: subIndication === 'FORMAT_FAILURE' ? 'unacceptable' : 'broken', meaning: 'negative' };
}

/** What is wrong with the certificate itself: whoever issued it, it does not count. */
function blameOf({ findings }: Judged): 'revoked' | 'outOfTime' | null {
  const reasons = findings.filter(({ severity }) => severity === 'error').map(({ code }) => toldBy(code));
  if (reasons.includes('revoked')) return 'revoked';
  return reasons.includes('time') ? 'outOfTime' : null;
}

/** The verdict on a document: as good as its worst signature. */
export function worstOf(reports: readonly Judged[]): VerdictMeaning | null {
  const meanings = reports.map((report) => verdictOf(report).meaning);
  if (meanings.includes('negative')) return 'negative';
  if (meanings.includes('attention')) return 'attention';
  return meanings.length > 0 ? 'success' : null;
}

/** What is known of the signed bytes. */
export function integrityOf({ intact, indication }: Pick<SignatureReport, 'intact' | 'indication'>): 'intact' | 'broken' | 'unchecked' {
  if (intact) return 'intact';
  return indication === 'failed' ? 'broken' : 'unchecked';
}

/** Who says when it was: a time-stamp authority that is trusted, one that is not, or the signer's device. */
export function timeProof({ timestamp }: Pick<SignatureReport, 'timestamp'>): 'stamped' | 'stampedUnknown' | 'claimedTime' {
  if (!timestamp) return 'claimedTime';
  return timestamp.intact && timestamp.trusted ? 'stamped' : 'stampedUnknown';
}

type Signed = Pick<SignatureReport, 'signer' | 'name'>;

/** Who signed, as the certificate says; the name in the document is only a claim. */
export function signerName({ signer, name }: Signed): string {
  const full = joinName(signer?.firstName, signer?.lastName);
  return signer?.commonName || full || signer?.email || name || '';
}
