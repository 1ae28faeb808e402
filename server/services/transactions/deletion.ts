/**
 * Deletion of a transaction. If others have signed it or received a copy, it disappears only for its owner; the parties keep it
 * for `PARTY_COPY_DAYS`.
 */
import { isRunning } from '#contract/entities/transaction.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { revokeMagicCodes } from '#server/identity/magic-code.ts';
import { publishEvents } from '#server/events/publish-event.ts';
import { deleteEncryptedVersions } from '#server/repositories/encrypted-versions.repository.ts';
import { findUses } from '#server/repositories/files.repository.ts';
import { findOwnerLeftBefore } from '#server/repositories/transactions.repository.ts';
import { countInBulk } from '#server/services/bulks/counters.ts';
import type { Caller } from '#server/services/caller.ts';
import { queueCancellations } from '#server/services/identity-checks/cancellation.ts';
import { recordInsights } from '#server/services/audit/insights.service.ts';
import { audienceOf, linkPurpose, mailCancellation, publishTransactionEvent, transactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { deleteFile, removePictures } from '#server/services/storage/remove-bodies.ts';
import { approverIdsOf } from './send-approval-request.ts';
import { notifyOfRequest } from './request-news.ts';
import { changeTransaction, changeTransactions, dismiss, endReminders, endSendApprovals, removeAttachments, removeEvidence } from './transaction-changes.ts';
import { lockTransactionForJob, toRecipient, type TransactionState } from './transaction-state.ts';

const day = 24 * 60 * 60 * 1000;

/** Whether somebody other than the owner has signed or approved, or received a copy of the result. */
export function hasParties(state: TransactionState): boolean {
  const hasSigned = (id: string): boolean => state.signings.some((each) => each.recipient_id === id);
  const isCompleted = state.row.status === 'completed';
  const others = state.recipients.filter((each) => !toRecipient(each, state).owner);
  return others.some((each) => (each.completed_at !== null && (isCompleted || each.participation !== 'viewer')) || hasSigned(each.id)) || (isCompleted && state.carbonCopies.length > 0);
}

/** Deletes locked transactions of one owner on their behalf. Returns those that the parties keep. */
export async function deleteForOwner(tx: Tx, config: NotifyConfig, caller: Caller, states: readonly TransactionState[]): Promise<TransactionState[]> {
  const retained = states.filter(hasParties);
  const gone = states.filter((state) => !retained.includes(state));
  const running = retained.filter(({ row }) => isRunning(row.status));
  for (const state of states) if (isRunning(state.row.status)) await mailCancellation(tx, config, state);
  const ended = [...gone, ...running];
  for (const state of ended) await countInBulk(tx, state, 'canceled');
  await revokeMagicCodes(tx, ended.map(({ row }) => linkPurpose(row.id)));
  await endReminders(tx, states);
  const approverIds = new Map(states.map((state) => [state.row.id, approverIdsOf(state)]));
  await endSendApprovals(tx, states);
  await queueCancellations(tx, states.map(({ row }) => row.id));
  // Pictures of identity documents and faces were collected for these transactions only.
  await removePictures(tx, await removeEvidence(tx, states));
  // Files were attached for the owner.
  for (const state of states) await removePictures(tx, (await removeAttachments(tx, state)).map((each) => each.body_ref));
  await recordInsights(tx, caller, states.map(({ row }) => ({ resourceId: row.id, resourceType: 'transaction', action: 'transaction_deleted', attributes: { title: row.name } })));
  await leaveToParties(tx, caller, retained, running);
  await removeForEverybody(tx, caller, gone, approverIds);
  return retained;
}

/** Hides the transactions from their owner and from those they were shared with. The parties still see them. */
async function leaveToParties(tx: Tx, caller: Caller, retained: readonly TransactionState[], running: readonly TransactionState[]): Promise<void> {
  // They had access until now, which the events have to say.
  const before = retained.map((state) => ({ ...state, row: { ...state.row } }));
  const hidden = { owner_left_at: new Date(), public: false, shared_with: [], password_sealed: null };
  await changeTransactions(tx, running, { ...hidden, status: 'canceled' });
  await changeTransactions(tx, retained.filter((state) => !running.includes(state)), hidden);
  await dismiss(tx, retained.map((state) => ({ state, userId: state.row.owner_id })));
  await publishEvents(tx, before.flatMap((state, index) => {
    const losing = [state.row.owner_id, ...state.row.shared_with];
    const after = retained[index] ?? state;
    return [
      transactionEvent(state, caller, 'transaction_deleted', { userIds: losing, data: { status: after.row.status } }),
      transactionEvent(after, caller, 'transaction_updated', { userIds: audienceOf(state).filter((id) => !losing.includes(id)) }),
    ];
  }));
  for (const state of before) {
    await notifyOfRequest(tx, state, caller, 'deleted', { userIds: state.row.shared_with, person: 'actor' });
    if (isRunning(state.row.status)) await notifyOfRequest(tx, state, caller, 'canceled', { userIds: audienceOf(state).filter((id) => !state.row.shared_with.includes(id)), person: 'actor' });
  }
}

/** `approverIds`: for each, those who could have approved that it is sent. */
async function removeForEverybody(tx: Tx, caller: Caller, gone: readonly TransactionState[], approverIds: ReadonlyMap<string, readonly string[]>): Promise<void> {
  await changeTransactions(tx, gone, { deleted_at: new Date(), password_sealed: null });
  await removePictures(tx, await deleteEncryptedVersions(tx, gone.map(({ row }) => row.id)));
  // Files that a bulk created for one person are in no file list.
  for (const state of gone) if (state.row.bulk_id !== null) for (const fileId of copiesOf(state)) await deleteFile(tx, fileId);
  const readersOf = (state: TransactionState): string[] => [...new Set([...audienceOf(state), ...(approverIds.get(state.row.id) ?? [])])];
  await publishEvents(tx, gone.map((state) => transactionEvent(state, caller, 'transaction_deleted', { userIds: readersOf(state) })));
  for (const state of gone) await notifyOfRequest(tx, state, caller, 'deleted', { userIds: readersOf(state), person: 'actor' });
}

const copiesOf = ({ row, fileIds }: TransactionState): string[] => [...fileIds, ...(row.audit_file_id === null ? [] : [row.audit_file_id])];

/** Deletes transactions that parties kept, after `partyCopyDays`. */
export async function sweepPartyCopies(db: Db, { partyCopyDays }: Pick<Config, 'partyCopyDays'>, now = Date.now()): Promise<void> {
  if (partyCopyDays === null) return;
  for (const id of await findOwnerLeftBefore(db, new Date(now - partyCopyDays * day))) {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransactionForJob(tx, id);
      if (!state) return;
      await changeTransaction(tx, state, { deleted_at: new Date() });
      await endReminders(tx, [state]);
      await revokeMagicCodes(tx, [linkPurpose(id)]);
      await removePictures(tx, await deleteEncryptedVersions(tx, [id]));
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
