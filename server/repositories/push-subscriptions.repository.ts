/** The devices on which people asked for web push messages. */
import { createHash } from 'node:crypto';
import { sql, type Insertable, type Selectable } from 'kysely';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { PushSubscriptionsTable } from '#server/platform/database/tables/operations.tables.ts';

type PushSubscriptionRow = Selectable<PushSubscriptionsTable>;

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

type NewSubscription = Omit<Insertable<PushSubscriptionsTable>, 'endpoint_hash'>;

/** A device belongs to whoever asked last: a browser that two people use shows the messages of one. */
export async function putPushSubscription(tx: Tx, row: NewSubscription): Promise<void> {
  const { user_id, p256dh, auth, session_uid } = row;
  await tx.insertInto('push_subscriptions').values({ ...row, endpoint_hash: hashOf(row.endpoint) })
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet({ user_id, p256dh, auth, session_uid })).execute();
}

/** The oldest beyond the number that a person may have go. */
export async function deleteExcessSubscriptions(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from push_subscriptions where user_id = ${userId} and id in (
      select id from push_subscriptions where user_id = ${userId} order by id desc offset ${counts.pushDevices})`.execute(tx);
}

/** Of this person only. */
export async function deletePushSubscriptionOf(db: Db | Tx, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).where('user_id', '=', userId).execute();
}

export function findPushSubscription(db: Db | Tx, id: string): Promise<PushSubscriptionRow | undefined> {
  return db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deletePushSubscription(db: Db | Tx, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Of the devices that asked in this session. */
export async function deletePushSubscriptionsOfSession(tx: Db | Tx, sessionUid: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('session_uid', '=', sessionUid).execute();
}

/** Of all devices of a person but those that asked in this session; null: of all. */
export async function deletePushSubscriptionsBut(tx: Db | Tx, userId: string, sessionUid: string | null): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).where(sql<boolean>`(${sessionUid}::text is null or session_uid is distinct from ${sessionUid})`).execute();
}
