/** Several people may sign one version of a file at once. The first wins; the others sign again, on top of the new version. */
import type { Field } from '#contract/entities/field.ts';
import { belongsTo } from '#contract/entities/field-list.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { timing } from '#contract/limits/timing.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { downloadOf } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { knownPassword } from '#web/services/documents/document-password.ts';
import { continueVerified, verifiedDocument } from '#web/services/documents/verified-document.ts';
import type { VerifiedDocument } from '#web/services/documents/verified-document.ts';
import { signingChanges } from '#web/services/signing/appended-changes.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { showsFieldsAnew, isFilledTwice, ownWords, rebaseFields } from './rebase-fields.ts';
import { withRules } from './rule-outcomes.ts';
import { anchorNameOf, signOne } from './sign-one.ts';
import type { FileSignOptions, FileToSign } from './sign-one.ts';

/** Each conflict means that another recipient was accepted; some more are for other changes. */
const triesWith = ({ recipients }: Transaction): number => activeRecipients(recipients).length + timing.signAgainTries;

/** Keys of the browser sign by themselves; a card asks for its PIN, and the server signs on request only. */
const needsPerson = (key: SigningKey | null): boolean => key !== null && (key.signatureType === 'server' || key.id.startsWith('helper:'));

/** Whether the server has another version. Not if the signature is there already, or another one is being completed. */
function isOutdated(error: unknown): boolean {
  const { code, details } = toAppError(error);
  return code === 'conflict' && !(details as { reason?: string } | undefined)?.reason;
}

/** Spreads those who sign at once, so that they don't meet again. */
const pause = (others: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * timing.signAgainSpread * Math.max(1, others)));

/** Signs one file. If others signed the same version first, signs again on the new one, as long as only their fields have changed. */
export async function signUntilAccepted(options: FileSignOptions, base: VerifiedDocument): Promise<Transaction> {
  for (let left = triesWith(options.transaction), current = { options, base }; ; left -= 1) {
    try {
      return await signOne(current.options, current.base);
    } catch (error) {
      if (left <= 0 || !isOutdated(error)) throw error;
      const newer = await newerVersion(current.options, current.base);
      if (!newer) throw error;
      if ('done' in newer) return newer.done;
      if (newer.base !== current.base && needsPerson(options.key)) await options.onSignAgain();
      current = newer;
    }
  }
}

type Newer = { options: FileSignOptions; base: VerifiedDocument } | { done: Transaction } | null;

/** The version to sign now; null if it isn't this person's turn any more, or if more has changed than other people's fields. */
async function newerVersion(options: FileSignOptions, base: VerifiedDocument): Promise<Newer> {
  const { file, transaction: { id, recipients } } = options;
  await pause(activeRecipients(recipients).length - 1);
  const transaction = await call('transactions.get', { params: { id } });
  options.onTransaction(transaction);
  const recipient = transaction.recipients.find((each) => each.id === options.recipient.id);
  if (recipient?.signedFileIds.includes(file.id)) return { done: transaction };
  if (!recipient || !activeRecipients(transaction.recipients).includes(recipient)) return null;
  const { version, attributes: { fields } } = await call('files.getMeta', { params: { id: file.id } });
  if (version === file.version) return { options: { ...options, transaction, recipient }, base };
  options.onOutdated();
  const newer = await bodyOf(file.id, version);
  if (isFilledTwice(file, fields) || !(await isOfOthers(options, base, newer, fields))) return null;
  const rebased: FileToSign = { ...file, ...(await withRules(rebaseFields(file, fields, recipient), recipient)), version };
  // What is asked now has not been read yet.
  if (showsFieldsAnew(file, rebased, recipient)) throw new AppError('conflict', { details: { fileId: file.id, reason: 'fields' } });
  return { options: { ...options, transaction, recipient, file: rebased }, base: newer };
}

/** Fetches only what was appended. */
async function bodyOf(fileId: string, version: number): Promise<VerifiedDocument> {
  const download = await downloadOf(fileId, { version });
  await continueVerified(download);
  return verifiedDocument(download);
}

/** Whether the newer version differs only in what others filled in and signed. */
async function isOfOthers(options: FileSignOptions, base: VerifiedDocument, newer: VerifiedDocument, fields: readonly Field[]): Promise<boolean> {
  const changes = await signingChanges(base, newer, knownPassword());
  const own = ownNames(options, fields);
  return changes !== null && ![...changes.filledFields, ...changes.signedFields].some((name) => own.has(name));
}

/** Names of the fields that nobody else may have changed: the signer's own, and those they filled. */
function ownNames(options: FileSignOptions, newer: readonly Field[]): Set<string> {
  const { file, recipient } = options;
  const words = ownWords(file, newer);
  const isOwn = (field: Field): boolean => belongsTo(field, recipient) || words.has(field.id);
  return new Set([anchorNameOf(options), ...file.before.filter(isOwn).flatMap(({ fieldName, group }) => (group ? [fieldName, group] : [fieldName]))]);
}
