/** Transfers of an organization's resources to a new owner, in portions: there may be hundreds of thousands. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { ResourceTransfersTable } from '#server/platform/database/tables/organizations.tables.ts';
import { newId } from '#server/platform/id.ts';
import { deleteSendApprovals, releasePreparedBodies } from './send-approvals.repository.ts';

export type ResourceTransfer = Selectable<ResourceTransfersTable>;

/** `from`: null transfers the resources of all owners. `to.orgId`: null also moves them out of the organization. */
export function insertTransfer(tx: Tx, orgId: string, from: string | null, to: { ownerId: string; orgId: string | null }): Promise<ResourceTransfer> {
  return tx.insertInto('resource_transfers').values({ id: newId(), org_id: orgId, from_owner: from, to_owner: to.ownerId, to_org: to.orgId })
    .returningAll().executeTakeFirstOrThrow();
}

/** Locks the transfer, so that nobody else works at it at the same time. */
export function lockTransfer(tx: Tx, id: string): Promise<ResourceTransfer | undefined> {
  return tx.selectFrom('resource_transfers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Like `lockTransfer`, but returns undefined at once if somebody else works at it. */
export function tryLockTransfer(tx: Tx, id: string): Promise<ResourceTransfer | undefined> {
  return tx.selectFrom('resource_transfers').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
}

export async function deleteTransfer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('resource_transfers').where('id', '=', id).execute();
}

/** Returns the transfers from or to this person, oldest first. */
export async function findTransfersOf(db: Db | Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from resource_transfers where from_owner = ${userId} union select id from resource_transfers where to_owner = ${userId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns transfers that began before this time, oldest first. */
export async function findTransfersBefore(db: Db | Tx, moment: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('resource_transfers').select('id').where('started_at', '<', moment).orderBy('started_at').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Tables of an organization's resources; each has `org_id` and `owner_id`. Files follow what they are used in. */
const resourceTables = ['transactions', 'templates', 'files', 'bulks'] as const;

/** Transfers up to `limit` resources of one kind; 0 when none is left. */
export async function transferPortion(tx: Tx, transfer: ResourceTransfer, limit: number): Promise<number> {
  for (const table of resourceTables) {
    const ids = await idsIn(tx, table, transfer, limit);
    if (ids.length === 0) continue;
    if (table === 'transactions') await voidApprovals(tx, ids);
    if (table === 'transactions') await transferFiles(tx, transfer, sql`select file_id from transaction_files where transaction_id = ${anyOf(ids)} union select audit_file_id from transactions where id = ${anyOf(ids)}`);
    if (table === 'templates') await transferFiles(tx, transfer, sql`select file_id from template_files where template_id = ${anyOf(ids)}`);
    await sql`update ${sql.table(table)} set owner_id = ${transfer.to_owner}, org_id = ${transfer.to_org} where id = ${anyOf(ids)}`.execute(tx);
    return ids.length;
  }
  return 0;
}

/** Ends open requests for approval: the draft now belongs to the new owner. */
async function voidApprovals(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  await releasePreparedBodies(tx, transactionIds);
  await deleteSendApprovals(tx, transactionIds);
}

/** Resources that were made after the transfer began belong to somebody who joined again. */
async function idsIn(tx: Tx, table: (typeof resourceTables)[number], { org_id: orgId, from_owner: from, started_at: begun }: ResourceTransfer, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where org_id = ${orgId} and ${ownedBy(from)} and (${from}::text is null or created_at <= ${begun}) limit ${limit} for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Personal files that are used in an organization's transactions or templates are transferred with them. */
async function transferFiles(tx: Tx, { from_owner: from, to_owner: owner, to_org: orgId }: ResourceTransfer, ids: RawBuilder<unknown>): Promise<void> {
  await sql`update files set owner_id = ${owner}, org_id = ${orgId} where id in (${ids}) and ${ownedBy(from)}`.execute(tx);
}

const ownedBy = (from: string | null): RawBuilder<boolean> => (from === null ? sql<boolean>`true` : sql<boolean>`owner_id = ${from}`);
