/**
 * Changes of a loaded transaction. Each writes the rows and updates the state, so that whatever follows in the same database
 * transaction sees what is stored. Nothing else changes a `TransactionState`.
 */
import type { Insertable, Updateable } from 'kysely';
import type { TransactionMessage, TransactionOptions } from '#contract/entities/transaction.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RecipientsTable, SigningsTable, WaitingSigningsTable } from '#server/platform/database/tables/documents.tables.ts';
import type { IdentityChecksTable, IdentityEvidenceTable } from '#server/platform/database/tables/identity-checks.tables.ts';
import { deleteEvidenceOf, insertIdentityCheck, updateIdentityCheck, upsertEvidence, type IdentityCheckRow, type IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import { clearReminders, deleteDismissal, insertDismissal, setCarbonCopies, setRecipients, updateRecipient, type CarbonCopyRow, type RecipientRow } from '#server/repositories/people.repository.ts';
import { deleteWaitingSigning, insertSigning, insertWaitingSigning, markArchived, type WaitingKey } from '#server/repositories/signings.repository.ts';
import { setTransactionFiles, updateTransaction } from '#server/repositories/transactions.repository.ts';
import { supersede } from '#server/services/identity-checks/cancellation.ts';
import type { TransactionColumns, TransactionState } from './transaction-state.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** The state as only this file sees it. */
const mutable = (state: TransactionState): Mutable<TransactionState> => state;

type TransactionChanges = Partial<Omit<TransactionColumns, 'id' | 'version' | 'created_at' | 'updated_at'>> & {
  options?: TransactionOptions | undefined;
  message?: TransactionMessage | undefined;
};

/** Parts of a draft as rows. */
export interface PartRows {
  fileIds?: readonly string[] | undefined;
  recipients?: readonly Insertable<RecipientsTable>[] | undefined;
  carbonCopies?: readonly CarbonCopyRow[] | undefined;
}

/** Also gives the transaction its next version, even if no column changes. */
export async function changeTransaction(tx: Tx, state: TransactionState, { options, message, ...columns }: TransactionChanges = {}): Promise<void> {
  const stored = await updateTransaction(tx, state.row.id, {
    ...columns,
    ...(options && { options: JSON.stringify(options) }),
    ...(message && { message: JSON.stringify(message) }),
  });
  Object.assign(state.row, columns, stored);
  Object.assign(state, options && { options }, message && { message });
}

export async function changeRecipient(tx: Tx, recipient: RecipientRow, changes: Omit<Updateable<RecipientsTable>, 'identity_requirements'>): Promise<void> {
  await updateRecipient(tx, recipient.id, changes);
  // The delivery is that of the latest message.
  Object.assign(recipient, changes, 'notice_id' in changes && { delivery: null });
}

/** Nobody is reminded of the transaction any more. */
export async function endReminders(tx: Tx, state: TransactionState): Promise<void> {
  await clearReminders(tx, state.row.id);
  for (const each of state.recipients) Object.assign(each, { next_reminder_at: null });
}

export async function changeCarbonCopies(tx: Tx, state: TransactionState, copies: readonly CarbonCopyRow[]): Promise<void> {
  const rows = copies.map((each, position) => ({ ...each, position }));
  await setCarbonCopies(tx, state.row.id, rows);
  mutable(state).carbonCopies = rows;
}

export async function changeFiles(tx: Tx, state: TransactionState, fileIds: readonly string[]): Promise<void> {
  await setTransactionFiles(tx, state.row.id, fileIds);
  mutable(state).fileIds = fileIds;
}

/** Replaces parts of a draft, each if present. */
export async function changeParts(tx: Tx, state: TransactionState, { fileIds, recipients, carbonCopies }: PartRows): Promise<void> {
  if (fileIds) await changeFiles(tx, state, fileIds);
  if (recipients) {
    mutable(state).recipients = await setRecipients(tx, state.row.id, recipients);
    // They go with the recipients that they are of.
    mutable(state).identityChecks = [];
  }
  if (carbonCopies) await changeCarbonCopies(tx, state, carbonCopies);
}

/** Hides the transaction from lists of the person, who has a part in it. */
export async function dismiss(tx: Tx, state: TransactionState, userId: string): Promise<void> {
  if (state.dismissedBy.includes(userId)) return;
  await insertDismissal(tx, state.row.id, userId);
  mutable(state).dismissedBy = [...state.dismissedBy, userId];
}

/** Shows a dismissed transaction again to a person who is asked to sign. */
export async function undismiss(tx: Tx, state: TransactionState, userId: string): Promise<void> {
  if (!state.dismissedBy.includes(userId)) return;
  await deleteDismissal(tx, state.row.id, userId);
  mutable(state).dismissedBy = state.dismissedBy.filter((each) => each !== userId);
}

export async function addIdentityCheck(tx: Tx, state: TransactionState, row: Insertable<IdentityChecksTable>): Promise<IdentityCheckWithEvidence> {
  const check = { ...(await insertIdentityCheck(tx, row)), evidence: [] };
  mutable(state).identityChecks = [...state.identityChecks, check];
  return check;
}

/** `check`: of a loaded transaction; or one that no longer counts, which no state holds. */
export async function changeIdentityCheck(tx: Tx, check: Pick<IdentityCheckRow, 'id'>, changes: Updateable<IdentityChecksTable>): Promise<void> {
  Object.assign(check, changes, await updateIdentityCheck(tx, check.id, changes));
}

/** Replaces a picture of the same kind. Returns the replaced body, which nothing refers to any more. */
export async function changeEvidence(tx: Tx, check: IdentityCheckWithEvidence, row: Omit<Insertable<IdentityEvidenceTable>, 'check_id'>): Promise<string | null> {
  const { stored, replaced } = await upsertEvidence(tx, { check_id: check.id, ...row });
  check.evidence = [...check.evidence.filter((each) => each.kind !== row.kind), stored];
  return replaced;
}

/** Returns the bodies of all pictures, which nothing refers to any more. */
export async function removeEvidence(tx: Tx, state: TransactionState): Promise<string[]> {
  for (const check of state.identityChecks) check.evidence = [];
  return deleteEvidenceOf(tx, state.row.id);
}

/** The recipient's identity checks no longer count. */
export async function supersedeChecks(tx: Tx, state: TransactionState, recipient: Pick<RecipientRow, 'id'>): Promise<void> {
  await supersede(tx, recipient.id);
  mutable(state).identityChecks = state.identityChecks.filter((each) => each.recipient_id !== recipient.id);
}

export async function addSigning(tx: Tx, state: TransactionState, row: Insertable<SigningsTable>): Promise<void> {
  mutable(state).signings = [...state.signings, await insertSigning(tx, row)];
}

/** The PAdES signatures of a file have archive time stamps now, except those of the `unproven` fields. */
export async function archiveSignings(tx: Tx, state: TransactionState, fileId: string, unproven: readonly string[]): Promise<void> {
  const archived = new Map((await markArchived(tx, fileId, unproven)).map(({ id, signature }) => [id, signature]));
  mutable(state).signings = state.signings.map((each) => ({ ...each, signature: archived.get(each.id) ?? each.signature }));
}

export async function addWaitingSigning(tx: Tx, state: TransactionState, row: Insertable<WaitingSigningsTable>): Promise<void> {
  mutable(state).waitingSignings = [...state.waitingSignings, await insertWaitingSigning(tx, row)];
}

/**
 * Returns false if no such signature waits. `state`: loaded under the lock, or null if the transaction has been deleted, which no
 * state holds.
 */
export async function removeWaitingSigning(tx: Tx, state: TransactionState | null, key: WaitingKey): Promise<boolean> {
  const isIt = (each: WaitingKey): boolean => each.file_id === key.file_id && each.recipient_id === key.recipient_id;
  if (state && !state.waitingSignings.some(isIt)) return false;
  const body = await deleteWaitingSigning(tx, key);
  if (state) mutable(state).waitingSignings = state.waitingSignings.filter((each) => !isIt(each));
  return body !== undefined;
}
