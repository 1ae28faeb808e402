import type { SignatureReport } from '@countersign/core';
import type { Field } from '#contract/entities/field.ts';
import { isSignedValue } from '#contract/entities/field.ts';
import type { AnchorRecipient, SignatureAnchor } from '#contract/entities/signature-anchor.ts';
import { anchorName, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import { joinName } from '#contract/person-names.ts';
import { messageOf } from './finding-text.ts';

/** Text key of the summary sentence. */
type VerdictKey = 'whole' | 'sealed' | 'continued' | 'changed' | 'broken' | 'revoked' | 'outOfTime' | 'unknownSigner' | 'unverifiable' | 'weak' | 'empty' | 'unacceptable';

type VerdictMeaning = 'success' | 'attention' | 'negative';

export interface Verdict {
  readonly key: VerdictKey;
  readonly meaning: VerdictMeaning;
}

type Validated = Pick<SignatureReport, 'indication' | 'subIndication' | 'intact' | 'coversWholeFile' | 'trusted' | 'acceptable' | 'changes' | 'changesOmitted' | 'findings'>;

/** Returns the fields of document time stamps, which seal the document and are nobody's signature. */
export const stampsIn = (reports: readonly Pick<SignatureReport, 'kind' | 'field'>[]): ReadonlySet<string> =>
  new Set(reports.flatMap(({ kind, field }) => (kind === 'documentTimestamp' && field ? [field] : [])));

/** Returns the result for one signature, for people. `stamps`: the fields of the document's time stamps. */
export function verdictOf(report: Validated, stamps: ReadonlySet<string> = new Set()): Verdict {
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

/** Whether only time stamps and validation material (DSS) were added after the signature. */
const isSealed = ({ changes, changesOmitted }: Validated, stamps: ReadonlySet<string>): boolean =>
  changes.length > 0 && changesOmitted === 0 && changes.every(({ kind, field }) => kind === 'dss' || (field !== undefined && field !== null && stamps.has(field)));

/** A signature that can't be checked is not reported as changed. */
function notIntact({ indication, subIndication, findings }: Validated): Verdict {
  if (indication !== 'failed') {
    const isEmpty = findings.some(({ code }) => messageOf[code] === 'empty');
    return { key: isEmpty ? 'empty' : 'unverifiable', meaning: 'attention' };
  }
  return { key: subIndication === 'FORMAT_FAILURE' ? 'unacceptable' : 'broken', meaning: 'negative' };
}

/** Returns the problem of the certificate itself, which makes it invalid whoever issued it. */
function blameOf({ findings }: Validated): 'revoked' | 'outOfTime' | null {
  const reasons = findings.filter(({ severity }) => severity === 'error').map(({ code }) => messageOf[code]);
  if (reasons.includes('revoked')) return 'revoked';
  return reasons.includes('time') ? 'outOfTime' : null;
}

/** Returns the result for a document: that of its worst signature. */
export function worstOf(reports: readonly Validated[]): VerdictMeaning | null {
  const meanings = reports.map((report) => verdictOf(report).meaning);
  if (meanings.includes('negative')) return 'negative';
  if (meanings.includes('attention')) return 'attention';
  return meanings.length > 0 ? 'success' : null;
}

interface SignedFile {
  /** The fields of the document as they are now. */
  readonly fields: readonly Field[];
  readonly recipients: readonly AnchorRecipient[];
  /** Ids of the signatures that the document got in this transaction. */
  readonly signatures: readonly { readonly id: string }[];
}

/** Returns the recipients whose signature is invalid, or of a signer who is not trusted. */
export function untrustedSigners(reports: readonly (Validated & Pick<SignatureReport, 'field'>)[], { fields, recipients, signatures }: SignedFile): ReadonlySet<string> {
  const untrusted = new Set(reports.flatMap((report) => ((!report.trusted || verdictOf(report).meaning === 'negative') && report.field ? [report.field] : [])));
  const anchors = signatureAnchors(beforeSigning(fields, signatures), recipients);
  // A signer without a signature field of their own may have filled one that is in the document.
  const isUntrusted = ({ recipientId, fieldName }: SignatureAnchor): boolean => untrusted.has(fieldName) || untrusted.has(anchorName(recipientId));
  return new Set(anchors.filter(isUntrusted).map(({ recipientId }) => recipientId));
}

/** Returns the fields without the signatures of this transaction: its signature fields were assigned before anyone signed. */
function beforeSigning(fields: readonly Field[], signatures: SignedFile['signatures']): Field[] {
  const own = new Set(signatures.map(({ id }) => id));
  return fields.map((field) => (isSignedValue(field.value) && own.has(field.value.signatureId) ? { ...field, value: null } : field));
}

/** Returns the integrity of the signed bytes. */
export function integrityOf({ intact, indication }: Pick<SignatureReport, 'intact' | 'indication'>): 'intact' | 'broken' | 'unchecked' {
  if (intact) return 'intact';
  return indication === 'failed' ? 'broken' : 'unchecked';
}

/** Returns the proof of time: a trusted time-stamp authority, an unknown one, or the time claimed by the signer's device. */
export function timeProof({ timestamp }: Pick<SignatureReport, 'timestamp'>): 'stamped' | 'stampedUnknown' | 'claimedTime' {
  if (!timestamp) return 'claimedTime';
  return timestamp.intact && timestamp.trusted ? 'stamped' : 'stampedUnknown';
}

type Signed = Pick<SignatureReport, 'signer' | 'name'>;

/** Returns the signer's name from the certificate; the name in the document is only a claim. */
export function signerName({ signer, name }: Signed): string {
  const full = joinName(signer?.firstName, signer?.lastName);
  return signer?.commonName || full || signer?.email || name || '';
}
