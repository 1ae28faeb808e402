import { isPage } from '#contract/entities/file.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import type { VerifiedDocument } from '#web/services/documents/verified-document.ts';
import { downloadToSign, verifiedDocument } from '#web/services/documents/verified-document.ts';
import { dryRunSignature } from '#web/services/signing/sign-file.service.ts';
import { toSigningError } from '#web/services/signing/signing-errors.ts';
import { certifiedKey } from '#web/services/signing/signing-key.service.ts';
import { signUntilAccepted } from './sign-again.ts';
import { anchorNameOf, revisionOf } from './sign-one.ts';
import type { FileSignOptions, FileToSign, SignOptions } from './sign-one.ts';

export type PrepareOptions = Pick<SignOptions, 'transaction' | 'signerId' | 'person' | 'files' | 'key' | 'reason' | 'signal'>;

/**
 * While the person reads what they agree to: gets the key of this browser certified unless another is chosen, and writes
 * the revision of the first document once without signing it, so that all that signing needs is loaded.
 */
export async function prepareToSign({ transaction, signerId, person, files, key, reason, signal }: PrepareOptions): Promise<void> {
  const own = key ?? (await certifiedKey(person));
  signal.throwIfAborted();
  const recipient = activeRecipients(transaction.recipients).find(({ id }) => id === signerId);
  const [file] = files;
  if (!file || !recipient) return;
  const parts = { file, recipient, transaction, reason };
  const base = await verifiedDocument(await downloadToSign(file, { signal }), { signal });
  // There is no revision to write.
  if (isPage(file)) return;
  const revision = await revisionOf(parts, base, anchorNameOf(parts));
  signal.throwIfAborted();
  await dryRunSignature(revision, own);
}

/** Loads all documents before the first is signed: until then nothing has happened, and the signing can be canceled. */
async function loadDocuments(files: readonly FileToSign[], { signal, onProgress }: SignOptions): Promise<(readonly [FileToSign, VerifiedDocument])[]> {
  const loaded: (readonly [FileToSign, VerifiedDocument])[] = [];
  for (const [index, file] of files.entries()) {
    const report = (share: number): void => onProgress({ step: 'loading', number: index + 1, total: files.length, share });
    report(0);
    loaded.push([file, await verifiedDocument(await downloadToSign(file, { signal }), { signal, onProgress: report })]);
  }
  signal.throwIfAborted();
  return loaded;
}

/**
 * Signs every file that this recipient has not signed yet. It can be repeated after any failure: files that the server
 * has are skipped, locally signed copies are sent again, and only the rest is signed.
 */
export async function signAll(options: SignOptions): Promise<Transaction> {
  const repeated = (error: unknown): Promise<Transaction> => {
    // Perhaps they have signed already, in another window.
    if (options.isRepeated || toAppError(error).code !== 'sign_conditions_not_accepted') throw error;
    return signRest({ ...options, isRepeated: true });
  };
  return signRest(options).catch(repeated).catch((error: unknown) => {
    throw toSigningError(error);
  });
}

async function signRest(options: SignOptions): Promise<Transaction> {
  const { signal } = options;
  const fresh = options.isRepeated ? await call('transactions.get', { params: { id: options.transaction.id } }, { signal }) : options.transaction;
  options.onTransaction(fresh);
  let transaction = fresh;
  const recipient = activeRecipients(fresh.recipients).find(({ id }) => id === options.signerId);
  if (!recipient) {
    // The answer to the last call was lost, but the recipient has completed signing.
    if (fresh.recipients.some((each) => each.id === options.signerId && each.completed)) return fresh;
    throw new AppError('sign_conditions_not_accepted');
  }
  const taken = new Set([...recipient.signedFileIds, ...recipient.waitingFileIds]);
  const rest = await loadDocuments(options.files.filter((file) => !taken.has(file.id)), options);
  for (const [index, [file, base]] of rest.entries()) {
    const at: FileSignOptions['at'] = (step) => options.onProgress({ step, number: index + 1, total: rest.length });
    transaction = await signUntilAccepted({ ...options, transaction, recipient, file, at }, base);
    options.onTransaction(transaction);
  }
  return transaction;
}
