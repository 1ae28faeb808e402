/**
 * Deletion of a transaction. If others have signed it or received a copy, it disappears only for its owner; the parties keep it
 * for `PARTY_COPY_DAYS`.
 */
import { isRunning } from '#contract/entities/transaction.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { revokeMagicCodes } from '#server/identity/magic-code.ts';
import { findUses } from '#server/repositories/files.repository.ts';
import { findOwnerLeftBefore } from '#server/repositories/transactions.repository.ts';
import { countInBulk } from '#server/services/bulks/counters.ts';
import type { Caller } from '#server/services/caller.ts';
import { queueCancellations } from '#server/services/identity-checks/cancellation.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { audienceOf, linkPurpose, mailCancellation, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { deleteFile, removePictures } from '#server/services/storage/remove-bodies.ts';
import { changeTransaction, dismiss, endReminders, removeEvidence } from './transaction-changes.ts';
import { lockTransactionForJob, toRecipient, type TransactionState } from './transaction-state.ts';

const day = 24 * 60 * 60 * 1000;

/** Whether somebody other than the owner has signed, or received a copy of the result. */
export function hasParties(state: TransactionState): boolean {
  const hasSigned = (id: string): boolean => state.signings.some((each) => each.recipient_id === id);
  const others = state.recipients.filter((each) => !toRecipient(each, state).owner);
  return others.some((each) => each.completed_at !== null || hasSigned(each.id)) || (state.row.status === 'completed' && state.carbonCopies.length > 0);
}

/** Deletes a locked transaction on behalf of its owner. Returns true if the parties keep it. */
export async function deleteForOwner(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState): Promise<boolean> {
  const { row } = state;
  const isRetained = hasParties(state);
  const wasRunning = isRunning(row.status);
  if (wasRunning) await mailCancellation(tx, config, state);
  if (wasRunning || !isRetained) {
    await countInBulk(tx, state, 'canceled');
    await revokeMagicCodes(tx, linkPurpose(row.id));
  }
  await endReminders(tx, state);
  await queueCancellations(tx, row.id);
  // Pictures of identity documents and faces were collected for this transaction only.
  await removePictures(tx, await removeEvidence(tx, state));
  await recordInsight(tx, caller, { resourceId: row.id, resourceType: 'transaction', action: 'transaction_deleted', attributes: { title: row.name } });
  if (isRetained) await leaveToParties(tx, caller, state, wasRunning);
  else {
    await changeTransaction(tx, state, { deleted_at: new Date(), password_sealed: null });
    // Files that a bulk created for one person are in no file list.
    if (row.bulk_id !== null) for (const fileId of copiesOf(state)) await deleteFile(tx, fileId);
    await publishTransactionEvent(tx, state, caller, 'transaction_deleted');
  }
  return isRetained;
}

const copiesOf = ({ row, fileIds }: TransactionState): string[] => [...fileIds, ...(row.audit_file_id === null ? [] : [row.audit_file_id])];

/** Hides the transaction from its owner and from those it was shared with. The parties still see it. */
async function leaveToParties(tx: Tx, caller: Caller, state: TransactionState, wasRunning: boolean): Promise<void> {
  const { row } = state;
  const gone = [row.owner_id, ...row.shared_with];
  const parties = audienceOf(state).filter((id) => !gone.includes(id));
  const before = { ...state, row: { ...row } };
  await changeTransaction(tx, state, { owner_left_at: new Date(), public: false, shared_with: [], password_sealed: null, ...(wasRunning && { status: 'canceled' }) });
  await dismiss(tx, state, row.owner_id);
  // They had access until now, which the event has to say.
  await publishTransactionEvent(tx, before, caller, 'transaction_deleted', { userIds: gone, data: { status: row.status } });
  await publishTransactionEvent(tx, state, caller, 'transaction_updated', { userIds: parties });
}

/** Deletes transactions that parties kept, after `partyCopyDays`. */
export async function sweepPartyCopies(db: Db, { partyCopyDays }: Pick<Config, 'partyCopyDays'>, now = Date.now()): Promise<void> {
  if (partyCopyDays === null) return;
  for (const id of await findOwnerLeftBefore(db, new Date(now - partyCopyDays * day))) {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransactionForJob(tx, id);
      if (!state) return;
      await changeTransaction(tx, state, { deleted_at: new Date() });
      await endReminders(tx, state);
      await revokeMagicCodes(tx, linkPurpose(id));
      for (const fileId of state.fileIds) if ((await findUses(tx, [fileId])).length === 0) await removeLeftFile(tx, fileId);
      await publishTransactionEvent(tx, state, null, 'transaction_deleted');
    });
  }
}

/** Deletes the file only if its owner deleted it too. */
async function removeLeftFile(tx: Tx, id: string): Promise<void> {
  const left = await tx.selectFrom('files').select('id').where('id', '=', id).where('owner_left_at', 'is not', null).executeTakeFirst();
  if (left) await deleteFile(tx, id);
}
