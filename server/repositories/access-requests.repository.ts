import type { Insertable, Selectable } from 'kysely';
import type { AccessStatus, ResourceKind } from '#contract/entities/sharing.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { AccessRequestsTable } from '#server/platform/database/tables/documents.tables.ts';

export type AccessRequestRow = Selectable<AccessRequestsTable>;

const of = (db: Db | Tx, kind: ResourceKind, resourceId: string) =>
  db.selectFrom('access_requests').selectAll().where('kind', '=', kind).where('resource_id', '=', resourceId);

export function findWaitingRequests(db: Db | Tx, kind: ResourceKind, resourceId: string): Promise<AccessRequestRow[]> {
  return of(db, kind, resourceId).where('status', '=', 'pending').orderBy('created_at').orderBy('id').execute();
}

/** Returns one person's requests, oldest first. */
export function findRequestsOf(db: Db | Tx, kind: ResourceKind, resourceId: string, userId: string): Promise<AccessRequestRow[]> {
  return of(db, kind, resourceId).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
}

export function lockRequest(tx: Tx, kind: ResourceKind, resourceId: string, id: string): Promise<AccessRequestRow | undefined> {
  return of(tx, kind, resourceId).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<AccessRequestRow | undefined>;
}

/** Inserts a request; returns undefined when the person already has a pending one. */
export function insertRequest(tx: Tx, row: Insertable<AccessRequestsTable>): Promise<AccessRequestRow | undefined> {
  return tx
    .insertInto('access_requests')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'resource_id', 'user_id']).where('status', '=', 'pending').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function setRequestStatus(tx: Tx, id: string, status: AccessStatus): Promise<void> {
  await tx.updateTable('access_requests').set({ status, updated_at: new Date() }).where('id', '=', id).execute();
}

/** Accepts the pending requests of people who have been given access in another way. */
export async function settleRequests(tx: Tx, kind: ResourceKind, resourceId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .updateTable('access_requests')
    .set({ status: 'accepted', updated_at: new Date() })
    .where('kind', '=', kind)
    .where('resource_id', '=', resourceId)
    .where('user_id', '=', anyOf(userIds))
    .where('status', '=', 'pending')
    .execute();
}
