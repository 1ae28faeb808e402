/** What became of a message is shown as it happens to whoever waits for it. */
import type { ResourceKind } from '#contract/entities/sharing.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { findAbout } from '#server/repositories/outbox.repository.ts';
import { givenOf } from './sharing/share-message.ts';

export async function tellDelivery(tx: Tx, noticeId: string): Promise<void> {
  await tellSender(tx, noticeId);
  await tellOwner(tx, noticeId);
}

/** Of what a recipient is asked, and of how it ended. */
async function tellSender(tx: Tx, noticeId: string): Promise<void> {
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

const tables = { file: 'files', transaction: 'transactions', template: 'templates' } as const satisfies Record<ResourceKind, string>;

/** Of what somebody was given. */
async function tellOwner(tx: Tx, noticeId: string): Promise<void> {
  const given = givenOf((await findAbout(tx, noticeId)) ?? '');
  if (given === null) return;
  const { kind, resourceId } = given;
  const resource = await tx.selectFrom(tables[kind]).select('owner_id').where('id', '=', resourceId).executeTakeFirst();
  if (resource === undefined) return;
  await publishEvent(tx, {
    type: 'resource_shared', resourceId, actorId: null, userIds: [resource.owner_id], data: { kind, role: 'owner', ownerId: resource.owner_id },
  });
}
