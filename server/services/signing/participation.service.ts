/** What recipients do who don't sign: approvers and viewers open every document, and approvers agree to them. */
import type { CallBody } from '#contract/calls/define.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findFiles } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { assertNotEncrypted } from '#server/services/transactions/encrypted-transaction.ts';
import { completeRecipient } from '#server/services/transactions/recipient-completion.ts';
import { changeRecipient, changeTransaction } from '#server/services/transactions/transaction-changes.ts';
import { publishTransactionEvent, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { assertMay, lockTransaction, showTo, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { activeAs, activeOf, assertUnlocked, recipientOf } from './signer.ts';
import { evidenceOfReader, type ApprovedDocument } from './signing-evidence.ts';

type Seen = CallBody<(typeof transactionsCalls)['transactions.approve']>['documents'];

export type ParticipationService = ReturnType<typeof createParticipationService>;

export function createParticipationService({ db, config }: { db: Db; config: NotifyConfig }) {
  const changed = async (caller: Caller, id: string, change: (tx: Tx, state: TransactionState) => Promise<void>): Promise<Transaction> => {
    const state = await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, caller, 'read');
      assertNotEncrypted(locked);
      await change(tx, locked);
      return locked;
    });
    return showTo(db, state, caller);
  };

  const view = (caller: Caller, id: string, fileId: string): Promise<Transaction> => changed(caller, id, async (tx, state) => {
    if (!state.fileIds.includes(fileId)) throw new AppError('transaction_id_invalid');
    const known = recipientOf(state, caller, null);
    assertUnlocked(known, caller);
    if (known.participation !== 'signer' && known.viewed_file_ids.includes(fileId)) return;
    await assertMay(tx, state, caller, 'view');
    const reader = activeReader(state, caller);
    // May be another entry of the same person than the one above.
    assertUnlocked(reader, caller);
    await open(tx, caller, state, reader, fileId);
  });

  async function open(tx: Tx, caller: Caller, state: TransactionState, reader: RecipientRow, fileId: string): Promise<void> {
    await changeRecipient(tx, reader, { viewed_at: reader.viewed_at ?? new Date(), viewed_file_ids: [...reader.viewed_file_ids, fileId] });
    if (reader.participation === 'viewer' && unopened(state, reader).length === 0) {
      return completeRecipient(tx, config, caller, state, { recipient: reader, evidence: await evidenceOfReader(tx, caller) });
    }
    await changeTransaction(tx, state);
    await publishTransactionEvent(tx, state, caller, 'transaction_updated', { userIds: [state.row.owner_id] });
  }

  const approve = (caller: Caller, id: string, seen: Seen): Promise<Transaction> => changed(caller, id, async (tx, state) => {
    const known = recipientOf(state, caller, null, 'approver');
    assertUnlocked(known, caller);
    // A retry whose first response was lost.
    if (known.participation === 'approver' && known.completed_at !== null) return;
    const recipient = activeAs('approver', state, caller, null);
    await assertMay(tx, state, caller, 'approve');
    const fileIds = unopened(state, recipient);
    if (fileIds.length > 0) throw new AppError('sign_conditions_not_accepted', { reason: 'not_opened', fileIds });
    await completeRecipient(tx, config, caller, state, { recipient, evidence: await evidenceOfReader(tx, caller, await approvedDocuments(tx, state, seen)) });
  });

  return { view, approve };
}

const unopened = ({ fileIds }: TransactionState, { viewed_file_ids: opened }: RecipientRow): string[] => fileIds.filter((id) => !opened.includes(id));

/** A person may be listed twice, by e-mail and by phone, and sign besides. */
function activeReader(state: TransactionState, caller: Caller): RecipientRow {
  const viewer = activeOf(state, caller, null, 'viewer');
  return viewer.participation === 'viewer' ? viewer : activeAs('approver', state, caller, null);
}

/** Throws `conflict` if a document has another version than the one that the approver has seen. Whoever signs locks the transaction too. */
async function approvedDocuments(tx: Tx, state: TransactionState, seen: Seen): Promise<ApprovedDocument[]> {
  const files = await findFiles(tx, state.fileIds);
  return state.fileIds.map((fileId) => {
    const file = files.find(({ id }) => id === fileId);
    if (!file) throw new AppError('related_file_deleted', { fileId });
    if (!seen.some(({ id, version }) => id === fileId && version === file.version)) throw new AppError('conflict', { fileId });
    return { title: file.title, version: file.version, hash: file.hash };
  });
}
