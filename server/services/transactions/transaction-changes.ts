/**
 * Changes of a loaded transaction. Each writes the rows and updates the state, so that whatever follows in the same database
 * transaction sees what is stored. Nothing else changes a `TransactionState`.
 */
import type { Insertable, Updateable } from 'kysely';
import type { TransactionMessage, TransactionOptions } from '#contract/entities/transaction.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AttachmentsTable, RecipientsTable, SendApprovalsTable, SigningsTable, WaitingSigningsTable, HeldDocument } from '#server/platform/database/tables/documents.tables.ts';
import { deleteAttachment, insertAttachment, type AttachmentRow } from '#server/repositories/attachments.repository.ts';
import type { IdentityChecksTable, IdentityEvidenceTable } from '#server/platform/database/tables/identity-checks.tables.ts';
import { deleteEvidenceOf, insertIdentityCheck, updateIdentityCheck, upsertEvidence, type IdentityCheckRow, type IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import { clearReminders, deleteDismissal, insertDismissals, setCarbonCopies, setRecipients, updateRecipient, type CarbonCopyRow, type RecipientRow } from '#server/repositories/people.repository.ts';
import { deleteWaitingSigning, insertSigning, insertWaitingSigning, markArchived, type WaitingKey } from '#server/repositories/signings.repository.ts';
import { deleteSendApprovals, holdPreparedBodies, putSendApproval, releasePreparedBodies, updateSendApproval } from '#server/repositories/send-approvals.repository.ts';
import { setTransactionFiles, updateTransactions } from '#server/repositories/transactions.repository.ts';
import { supersede } from '#server/services/identity-checks/cancellation.ts';
import type { TransactionColumns, TransactionState } from './transaction-state.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** The state as only this file sees it. */
const mutable = (state: TransactionState): Mutable<TransactionState> => state;

type TransactionChanges = Partial<Omit<TransactionColumns, 'id' | 'version' | 'locks' | 'created_at' | 'updated_at'>> & {
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
export const changeTransaction = (tx: Tx, state: TransactionState, changes: TransactionChanges = {}): Promise<void> => changeTransactions(tx, [state], changes);

/** The same changes in several transactions, in one statement. */
export async function changeTransactions(tx: Tx, states: readonly TransactionState[], { options, message, ...columns }: TransactionChanges): Promise<void> {
  if (states.length === 0) return;
  const stored = await updateTransactions(tx, states.map(({ row }) => row.id), {
    ...columns,
    ...(options && { options: JSON.stringify(options) }),
    ...(message && { message: JSON.stringify(message) }),
  });
  const versions = new Map(stored.map((each) => [each.id, each]));
  for (const state of states) {
    const version = versions.get(state.row.id);
    if (version === undefined) throw new Error(`Transaction ${state.row.id} is gone`);
    Object.assign(state.row, columns, version);
    Object.assign(state, options && { options }, message && { message });
  }
}

export async function changeRecipient(tx: Tx, recipient: RecipientRow, changes: Omit<Updateable<RecipientsTable>, 'identity_requirements'>): Promise<void> {
  await updateRecipient(tx, recipient.id, changes);
  // The delivery is that of the latest message.
  Object.assign(recipient, changes, 'notice_id' in changes && { delivery: null });
}

/** Nobody is reminded of the transactions any more. */
export async function endReminders(tx: Tx, states: readonly TransactionState[]): Promise<void> {
  await clearReminders(tx, states.map(({ row }) => row.id));
  for (const each of states.flatMap(({ recipients }) => recipients)) Object.assign(each, { next_reminder_at: null });
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
    mutable(state).attachments = [];
  }
  if (carbonCopies) await changeCarbonCopies(tx, state, carbonCopies);
}

type NewSendApproval = Omit<Insertable<SendApprovalsTable>, 'transaction_id' | 'status' | 'documents'> & { documents: readonly HeldDocument[] };

/** The draft waits for approval from now on. What is loaded of it does not say so: load it again. */
export async function holdForApproval(tx: Tx, state: TransactionState, { documents, ...row }: NewSendApproval): Promise<void> {
  await holdPreparedBodies(tx, documents.flatMap(({ bodyRef }) => bodyRef ?? []));
  await putSendApproval(tx, { ...row, transaction_id: state.row.id, status: 'waiting', documents: JSON.stringify(documents), decided_by: null, decided_at: null, reason: null });
  await changeTransaction(tx, state, { status: 'draft' });
}

/** The draft waits no longer. Its prepared bodies count as abandoned, unless they are used at once. */
export async function endSendApprovals(tx: Tx, states: readonly TransactionState[]): Promise<void> {
  const held = states.filter(({ sendApproval }) => sendApproval !== null);
  if (held.length === 0) return;
  const ids = held.map(({ row }) => row.id);
  await releasePreparedBodies(tx, ids);
  await deleteSendApprovals(tx, ids);
  for (const state of held) mutable(state).sendApproval = null;
}

/** The draft waits no longer, and its sender reads why. What they knew before is deleted. */
export async function returnDraft(tx: Tx, state: TransactionState, { deciderId, reason }: { deciderId: string; reason: string }): Promise<void> {
  await releasePreparedBodies(tx, [state.row.id]);
  await updateSendApproval(tx, state.row.id, { status: 'returned', decided_by: deciderId, decided_at: new Date(), reason, password_sealed: null, access_codes: '[]' });
  await changeTransaction(tx, state);
}

interface Dismissal {
  state: TransactionState;
  userId: string;
}

/** Hides each transaction from lists of a person who has a part in it. */
export async function dismiss(tx: Tx, dismissals: readonly Dismissal[]): Promise<void> {
  const added = dismissals.filter(({ state, userId }) => !state.dismissedBy.includes(userId));
  if (added.length === 0) return;
  await insertDismissals(tx, added.map(({ state, userId }) => ({ transaction_id: state.row.id, user_id: userId })));
  for (const { state, userId } of added) mutable(state).dismissedBy = [...state.dismissedBy, userId];
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
export async function removeEvidence(tx: Tx, states: readonly TransactionState[]): Promise<string[]> {
  for (const check of states.flatMap(({ identityChecks }) => identityChecks)) check.evidence = [];
  return deleteEvidenceOf(tx, states.map(({ row }) => row.id));
}

/** Returns the file that it replaces, which nothing refers to any more. */
export async function changeAttachment(tx: Tx, state: TransactionState, row: Insertable<AttachmentsTable>): Promise<AttachmentRow | null> {
  const [replaced = null] = await removeAttachments(tx, state, (each) => each.recipient_id === row.recipient_id && each.request_id === row.request_id);
  mutable(state).attachments = [...state.attachments, await insertAttachment(tx, row)];
  return replaced;
}

/** Returns the files, which nothing refers to any more. */
export async function removeAttachments(tx: Tx, state: TransactionState, isGone: (row: AttachmentRow) => boolean = () => true): Promise<AttachmentRow[]> {
  const gone = state.attachments.filter(isGone);
  for (const each of gone) await deleteAttachment(tx, each.body_ref);
  mutable(state).attachments = state.attachments.filter((each) => !gone.includes(each));
  return gone;
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
