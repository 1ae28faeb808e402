import type { Tx } from '#server/adapters/database/database.ts';
import { publishEvent } from '#server/events/publish-event.ts';

/** What became of the message that asks a recipient is shown to the sender as it happens. */
export async function tellDelivery(tx: Tx, noticeId: string): Promise<void> {
  const transaction = await tx
    .selectFrom('recipients')
    .innerJoin('transactions', 'transactions.id', 'recipients.transaction_id')
    .select(['transactions.id', 'owner_id', 'shared_with', 'status'])
    .where('notice_id', '=', noticeId)
    .executeTakeFirst();
  if (transaction === undefined) return;
  const { id, owner_id: ownerId, shared_with: sharedWith, status } = transaction;
  await publishEvent(tx, { type: 'transaction_updated', resourceId: id, actorId: null, userIds: [ownerId, ...sharedWith], data: { status } });
}
