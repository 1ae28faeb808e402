/**
 * Opens an encrypted request: decrypts every version and checks that each continues the one before. The server can't, so everybody
 * who reads the document does it in their own browser.
 */
import type { SignatureReport } from '@countersign/core';
import { canonicalEmail } from '#contract/entities/common.ts';
import type { EncryptedVersionEntry } from '#contract/entities/encrypted-version.ts';
import { fillableNames, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import { contentProblems } from '#contract/entities/signed-content.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fetchBytes } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { appended, PDF, withDocument } from '../engine/core/engine.service.ts';
import { isSigningChange } from '../signing/appended-changes.service.ts';
import { validateSignatures } from '../signing/verdict.service.ts';
import { decryptVersion, readHeader } from './container.ts';
import { undecryptable, type Bytes } from './keys.ts';
import { readSentManifest, readSignedManifest, type EncryptedSigner, type SentManifest } from './manifest.ts';
import { unpack } from './package.ts';
import { unwrapKey } from './password.ts';

/** What does not fit: to the sender's choice, to what the server says, or to the version before. */
export type ChainProblem = 'people' | 'order' | 'missing' | 'change' | 'field' | 'incomplete' | 'value' | 'signature' | 'timestamp';

interface OpenedVersion {
  readonly version: number;
  /** Who signed it; null for the sender's. */
  readonly signer: EncryptedSigner | null;
  readonly createdAt: string;
  readonly problems: readonly ChainProblem[];
}

export interface OpenedRequest {
  readonly sent: SentManifest;
  /** The document as it is now. */
  readonly body: Blob;
  readonly versions: readonly OpenedVersion[];
  /** Ids of those who can open it with a password. */
  readonly passwordSigners: readonly string[];
  /** Digest of the latest encrypted version, which the next one names. */
  readonly digest: Bytes;
  /** Problems of the request as a whole. */
  readonly problems: readonly ChainProblem[];
}

async function fetchVersion(transactionId: string, version: number): Promise<Blob> {
  const { url } = await call('encryptedTransactions.downloadUrl', { params: { id: transactionId }, query: { version } });
  return fetchBytes(url);
}

/** The key behind the password of this person; null if the sender gave them none. */
export async function keyOfPassword(transactionId: string, signerId: string, password: string): Promise<Bytes | null> {
  const { header } = await readHeader(await fetchVersion(transactionId, 1));
  const slot = header.slots.find((each) => each.recipientId === signerId);
  return slot ? unwrapKey(slot, password, transactionId) : null;
}

interface Decrypted {
  sent: SentManifest;
  /** The document as each version has it. */
  bodies: Blob[];
  signerIds: (string | null)[];
  passwordSigners: readonly string[];
  digest: Bytes;
}

async function decryptAll(transactionId: string, key: Bytes, entries: readonly EncryptedVersionEntry[]): Promise<Decrypted> {
  const bodies: Blob[] = [];
  const signerIds: (string | null)[] = [];
  let [sent, digest, passwordSigners]: [SentManifest | null, Bytes | null, readonly string[]] = [null, null, []];
  for (const [index, { version }] of entries.entries()) {
    if (version !== index + 1) throw undecryptable('order');
    const encrypted = await fetchVersion(transactionId, version);
    const opened = await decryptVersion(encrypted, { key, transactionId, version, previous: digest });
    const { manifest, body } = await unpack(opened.text);
    const before = bodies.at(-1);
    if (before === undefined) {
      sent = readSentManifest(manifest);
      passwordSigners = (await readHeader(encrypted)).header.slots.map((slot) => slot.recipientId);
    }
    signerIds.push(before === undefined ? null : readSignedManifest(manifest).signerId);
    // A later version has only what it appends, so that it can't change a byte of the one before.
    bodies.push(before === undefined ? new Blob([body], { type: PDF }) : appended(before, { bytes: body }));
    digest = opened.digest;
  }
  if (sent === null || digest === null) throw undecryptable('order');
  return { sent, bodies, signerIds, passwordSigners, digest };
}

type Server = Pick<Transaction, 'recipients'>;

/** Whether the server asks exactly those whom the sender chose, in their order. */
function peopleProblems({ signers }: SentManifest, { recipients }: Server): ChainProblem[] {
  const isSame = ({ id, email }: EncryptedSigner, other: Recipient | undefined): boolean =>
    other?.id === id && other.email !== null && canonicalEmail(other.email) === canonicalEmail(email);
  return signers.length === recipients.length && signers.every((each, index) => isSame(each, recipients[index])) ? [] : ['people'];
}

/** Who has completed, as the server says, must have left a version. The server may withhold one, but then says that they are awaited. */
const missingProblems = ({ signerIds }: Decrypted, { recipients }: Server): ChainProblem[] =>
  (recipients.every(({ id, completed }) => !completed || signerIds.includes(id)) ? [] : ['missing']);

/** A version and the one that it continues. */
interface Continuation {
  readonly sent: SentManifest;
  readonly before: Blob | undefined;
  readonly now: Blob | undefined;
  /** From 0, the sender's. */
  readonly index: number;
  readonly signerId: string | null | undefined;
}

/** Checks that a version was signed by whose turn it was, and that nothing but their part was changed. */
async function versionProblems({ sent, before, now, index, signerId }: Continuation, reports: readonly SignatureReport[]): Promise<ChainProblem[]> {
  const signer = sent.signers[index - 1];
  if (!before || !now || !signer || signerId !== signer.id) return ['order'];
  const anchor = signatureAnchors(sent.fields, sent.signers).find(({ recipientId }) => recipientId === signer.id);
  const report = reports.find(({ field }) => field === anchor?.fieldName);
  const at = new Date(report?.timestamp?.time ?? report?.signingTime ?? Date.now());
  const { changes, content } = await withDocument(now, async (document, engine) => {
    const compared = await document.compareRevisions(before.size, now.size);
    const filled = new Set(compared.filledFields);
    const part = { fields: sent.fields, recipients: sent.signers, recipientId: signer.id, anchorId: anchor?.fieldId ?? null, filled, at };
    return { changes: compared, content: await contentProblems(await document.fields(), engine, part) };
  });
  const own = new Set(fillableNames(sent.fields, sent.signers, signer.id));
  const hasSigned = changes.signedFields.length === 1 && changes.signedFields[0] === anchor?.fieldName;
  const isOwn = changes.addedFields.length === 0 && changes.filledFields.every((name) => own.has(name) || name === anchor?.fieldName);
  const isOfSigner = report?.signer?.email !== undefined && report.signer.email !== null && canonicalEmail(report.signer.email) === canonicalEmail(signer.email);
  const isValid = report?.intact === true && report.trusted && report.acceptable && report.revisionEnd === now.size && isOfSigner;
  return [
    ...(changes.acceptable && changes.changes.every(isSigningChange) ? [] : ['change' as const]),
    ...(isOwn ? [] : ['field' as const]),
    ...(content.some(({ code }) => code === 'field_empty') ? ['incomplete' as const] : []),
    ...(content.some(({ code }) => code !== 'field_empty') ? ['value' as const] : []),
    ...(hasSigned && isValid ? [] : ['signature' as const]),
    // Nobody adds one later: the server has no document to add it to.
    ...(!report || (report.timestamp?.intact === true && report.timestamp.trusted) ? [] : ['timestamp' as const]),
  ];
}

export async function openRequest({ id, recipients }: Pick<Transaction, 'id' | 'recipients'>, key: Bytes): Promise<OpenedRequest> {
  const { versions: entries } = await call('encryptedTransactions.versions', { params: { id } });
  const decrypted = await decryptAll(id, key, entries);
  const { sent, bodies, signerIds, digest, passwordSigners } = decrypted;
  const body = bodies.at(-1) ?? new Blob();
  const reports = bodies.length > 1 ? await validateSignatures(body) : [];
  const versions: OpenedVersion[] = [];
  for (const [index, { version, createdAt }] of entries.entries()) {
    versions.push({ version, createdAt, signer: index === 0 ? null : (sent.signers[index - 1] ?? null), problems: index === 0 ? [] : await versionProblems({ sent, before: bodies[index - 1], now: bodies[index], index, signerId: signerIds[index] }, reports) });
  }
  return { sent, body, versions, digest, passwordSigners, problems: [...peopleProblems(sent, { recipients }), ...missingProblems(decrypted, { recipients })] };
}

/** What every other reader would find in the next version. */
export async function problemsOfNext({ sent, body, versions }: OpenedRequest, signerId: string, tail: Bytes): Promise<readonly ChainProblem[]> {
  const now = appended(body, { bytes: tail });
  return versionProblems({ sent, before: body, now, index: versions.length, signerId }, await validateSignatures(now));
}

/** Everything that does not fit, once each. */
export const chainProblemsOf = ({ versions, problems }: OpenedRequest): readonly ChainProblem[] => [...new Set([...problems, ...versions.flatMap((each) => each.problems)])];
