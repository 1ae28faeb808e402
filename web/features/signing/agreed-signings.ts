/** Several people sign on one device while the server is away: each agrees, and their signatures are created in that order when it is back. */
import type { Field } from '#contract/entities/field.ts';
import { belongsTo, fillDates, fillsItself } from '#contract/entities/field-list.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { AppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import { serverNow } from '#web/services/api/server-clock.ts';
import { reportFileEvent } from '#web/services/api/file-events.ts';
import type { AgreedSigning } from '#web/services/signing/signing-draft.service.ts';
import { agreedSignings, deleteSigningDraft, storeSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import { isStillAgreed } from './agreement.ts';
import { restoredFields } from './rebase-fields.ts';
import type { FileToSign } from './sign-one.ts';
import { workSubject } from './sign-one.ts';
import { signAll } from './sign-run.ts';
import type { SignProgress } from './sign-progress.ts';

/** The transaction as it will be when those who have agreed have signed. */
export const withAgreed = (transaction: Transaction, signings: readonly AgreedSigning[]): Transaction => {
  const done = new Set(signings.map(({ agreed }) => agreed.signerId));
  return { ...transaction, recipients: transaction.recipients.map((each) => (done.has(each.id) ? { ...each, completed: true } : each)) };
};

/** Whoever has an address enters a code that goes there, which needs the server. */
export const signsWithoutServer = ({ inPerson, email, phone }: Recipient): boolean => inPerson && !email && !phone;

interface Filled {
  readonly id: string;
  readonly attributes: { readonly fields: Field[] };
}

/** The documents with what those who have agreed filled in: whoever signs after them reads it. */
export const withAgreedValues = <File extends Filled>(files: readonly File[], signings: readonly AgreedSigning[]): readonly File[] =>
  signings.length === 0 ? files : files.map((file) => {
    const values = new Map(signings.flatMap(({ fields }) => fields[file.id] ?? []).map(({ id, value }) => [id, value]));
    return { ...file, attributes: { ...file.attributes, fields: file.attributes.fields.map((field) => (values.has(field.id) ? { ...field, value: values.get(field.id) ?? null } : field)) } };
  });

const isSaid = ({ value }: Field): boolean => typeof value === 'string' ? value !== '' : value === true;

/** Whether a document says of others what its signer read of them: somebody before may have signed elsewhere, with other words. */
function saysTheSame({ before }: FileToSign, now: readonly Field[], signer: Recipient): boolean {
  const values = new Map(now.map((field) => [field.id, field.value]));
  return before.every((field) => !isSaid(field) || fillsItself(field) || belongsTo(field, signer) || values.get(field.id) === field.value);
}

/** What they agreed to sign: the version that they read, and what they filled in. Dates that fill themselves are those of the signature. */
function filesOf({ agreed, fields }: AgreedSigning, signer: Recipient): FileToSign[] {
  return (agreed.read ?? []).map(({ before, ...file }) => ({ ...file, before, fields: fillDates(restoredFields(before, fields[file.id], signer), signer, serverNow()) }));
}

interface AgreedRun {
  readonly transactionId: string;
  readonly signings: readonly AgreedSigning[];
  /** The host, whose certificate signs. */
  readonly host: Person;
  /** The reason in the signature of somebody who signs in person. */
  readonly reasonFor: (signer: Recipient) => string;
  readonly signal: AbortSignal;
  readonly onProgress: (signer: Recipient, progress: SignProgress) => void;
  readonly onSigned: (signerId: string) => void;
}

async function signOneAgreed({ agreed: { signerId, at } }: AgreedSigning, transaction: Transaction, { transactionId, host, reasonFor, signal, onProgress }: AgreedRun): Promise<Transaction> {
  const signer = transaction.recipients.find(({ id }) => id === signerId);
  if (!signer) throw new AppError('sign_conditions_not_accepted');
  if (signer.completed) return transaction;
  // Perhaps they have taken it back, in another tab.
  const signing = (await agreedSignings(transactionId, host.id)).find(({ agreed }) => agreed.signerId === signerId && agreed.at === at);
  if (!signing?.agreed.read) throw new AppError('sign_conditions_not_accepted');
  const files = filesOf(signing, signer);
  // What somebody changed after they had agreed, in another tab, is not what they agreed to.
  if (!(await isStillAgreed(signing.agreed, files, signer))) throw new AppError('conflict', { details: { reason: 'fields' } });
  for (const file of files) {
    const { attributes } = await call('files.getMeta', { params: { id: file.id } }, { signal, isFresh: true });
    if (!saysTheSame(file, attributes.fields, signer)) throw new AppError('conflict', { details: { reason: 'fields' } });
  }
  for (const { id } of files) reportFileEvent(id, 'file_constented_use_esignatures');
  return signAll({
    transaction,
    signerId: signer.id,
    person: host,
    files,
    key: null,
    reason: signer.inPerson ? reasonFor(signer) : undefined,
    // The server may have more than this browser was told.
    isRepeated: true,
    signal,
    onProgress: (progress) => onProgress(signer, progress),
    // The key of this browser signs by itself.
    onSignAgain: () => Promise.resolve(),
    onTransaction: () => undefined,
    onOutdated: () => undefined,
  });
}

/**
 * Signs for everybody who has agreed, one after the other. It can be repeated after any failure: whoever has signed is skipped.
 * A signature is made on the version that its signer read; where those before them have signed since, it is made again on
 * top of theirs, as long as only their fields have changed.
 */
export async function signAgreed(run: AgreedRun): Promise<Transaction> {
  let transaction = await call('transactions.get', { params: { id: run.transactionId } }, { signal: run.signal, isFresh: true });
  for (const signing of run.signings) {
    transaction = await signOneAgreed(signing, transaction, run);
    const signer = { id: signing.agreed.signerId, inPerson: signing.agreed.inPerson ?? false };
    await deleteSigningDraft(workSubject(transaction, signer), run.host.id);
    run.onSigned(signer.id);
  }
  return transaction;
}

/** What was filled in stays; everybody is asked again. */
export async function takeBackAgreed(transactionId: string, signings: readonly AgreedSigning[], userId: string): Promise<void> {
  for (const { agreed } of signings) {
    await storeSigningDraft(workSubject({ id: transactionId }, { id: agreed.signerId, inPerson: agreed.inPerson ?? false }), userId, { agreed: null });
  }
}
