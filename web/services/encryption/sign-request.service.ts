/** Signs an encrypted request: in this browser, with the key that the installation certifies for the person. The certificate is issued for a key, and the time stamp is of the signature, so that neither says anything of the document. */
import type { FieldValues } from '@countersign/core';
import { signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { AppError } from '../app-error.ts';
import { serverNow } from '../api/server-clock.ts';
import { signFile } from '../signing/sign-file.service.ts';
import { certifiedKey, type Person } from '../signing/signing-key.service.ts';
import { askForStamp } from '../signing/time-stamp.ts';
import { encryptVersion } from './container.ts';
import { handOver } from './hand-over.ts';
import type { Bytes } from './keys.ts';
import type { SentManifest } from './manifest.ts';
import { problemsOfNext, type ChainProblem, type OpenedRequest } from './open-request.service.ts';
import { pack } from './package.ts';

interface SignOptions {
  readonly transactionId: string;
  readonly signerId: string;
  readonly person: Person;
  readonly key: Bytes;
  readonly opened: OpenedRequest;
  readonly values: FieldValues;
  /** PNG or JPEG for the visible signature. */
  readonly picture: Uint8Array | null;
}

/** Name of the signature field of a signer. */
export function anchorOfSigner({ fields, signers }: SentManifest, signerId: string): string {
  const anchor = signatureAnchors(fields, signers).find(({ recipientId }) => recipientId === signerId);
  if (!anchor) throw new AppError('sign_conditions_not_accepted');
  return anchor.fieldName;
}

interface Signed {
  /** With what it was signed. */
  readonly of: string;
  readonly body: Blob;
}

/** The version that was encrypted last for an opened request. After a failure it is handed over again, and not signed again. */
const signed = new WeakMap<OpenedRequest, Signed>();

async function signedVersion({ transactionId, signerId, person, key, opened, values, picture }: SignOptions): Promise<Blob> {
  const of = JSON.stringify([signerId, values, picture]);
  const known = signed.get(opened);
  if (known?.of === of) return known.body;
  const { sent, body: file, versions, digest } = opened;
  // The sender says whose turn it is. The server might want a signature before another one that it withholds.
  if (sent.signers[versions.length - 1]?.id !== signerId) throw new AppError('verification_failed', { details: { problems: ['order' satisfies ChainProblem] } });
  const options = { file, field: anchorOfSigner(sent, signerId), values, picture, at: serverNow(), stamp: askForStamp, needsStamp: true };
  const tail = (await signFile(options, await certifiedKey(person), () => undefined)) as Bytes;
  const problems = await problemsOfNext(opened, signerId, tail);
  if (problems.length > 0) throw new AppError('verification_failed', { details: { problems } });
  const { body } = await encryptVersion(pack({ signerId }, new Blob([tail])), { key, transactionId, version: versions.length + 1, previous: digest });
  signed.set(opened, { of, body });
  return body;
}

/**
 * Fails with `conflict` if somebody else has added a version meanwhile, and with `verification_failed` if nobody would accept the
 * version: the server would take it, and nobody could mend it. It can be repeated.
 */
export async function signEncrypted(options: SignOptions): Promise<Transaction> {
  const { transactionId, signerId } = options;
  const hasArrived = ({ recipients }: Transaction): boolean => recipients.some(({ id, completed }) => id === signerId && completed);
  return handOver({ transactionId, body: await signedVersion(options), as: 'encryptedTransactions.sign', hasArrived });
}
