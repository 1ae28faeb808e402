import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { filterStatuses, type TransactionCounters } from '#contract/entities/transaction.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import { counts } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { TransactionsTable } from '#server/adapters/database/tables/documents.tables.ts';
import { spellingsOf } from './users.repository.ts';
import { givenIn, ownedIn, type Space } from './space.ts';

export type TransactionRow = Selectable<TransactionsTable>;

export function findTransactionRow(db: Db | Tx, id: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Every change of a transaction takes this lock first. */
export function lockTransactionRow(tx: Tx, id: string): Promise<TransactionRow | undefined> {
  return tx.selectFrom('transactions').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
}

export async function transactionIdTaken(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('transactions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function insertTransaction(tx: Tx, row: Insertable<TransactionsTable>): Promise<void> {
  await tx.insertInto('transactions').values(row).execute();
}

export async function updateTransaction(tx: Tx, id: string, changes: Updateable<TransactionsTable>): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** When an audit is deleted another one can be made. */
export async function forgetAudit(tx: Tx, fileId: string): Promise<void> {
  await tx.updateTable('transactions').set({ audit_status: null, audit_file_id: null }).where('audit_file_id', '=', fileId).execute();
}

export async function setTransactionFiles(tx: Tx, transactionId: string, fileIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('transaction_files').where('transaction_id', '=', transactionId).execute();
  if (fileIds.length === 0) return;
  await tx
    .insertInto('transaction_files')
    .values(fileIds.map((file_id, position) => ({ transaction_id: transactionId, file_id, position })))
    .execute();
}

/**
 * What `may(transaction, viewer, 'read')` says, as a condition: keep both the same.
 * One look-up by index for each way to be a reader: the cost follows what a person has, not what all have.
 */
const readableIn = (viewer: Viewer, space: Space) => {
  const emails = sql`any(${viewer.email === null ? [] : spellingsOf(viewer.email)}::text[])`;
  return sql<boolean>`${givenIn(space, 'transactions')} and transactions.id in (
    select id from transactions where ${ownedIn(space, 'transactions')} and deleted_at is null
    union select id from transactions where shared_with @> array[${viewer.id}]::text[] and deleted_at is null
    union (select transaction_id from recipients where lower(email) = ${emails} and invited_at is not null
    union select transaction_id from recipients where phone = ${viewer.phone} and invited_at is not null
    union select t.id from carbon_copies c join transactions t on t.id = c.transaction_id
      where lower(c.email) = ${emails} and t.status = 'completed'
    union select t.id from carbon_copies c join transactions t on t.id = c.transaction_id
      where c.phone = ${viewer.phone} and t.status = 'completed'
    except select transaction_id from departures where user_id = ${viewer.id})
  )`;
};

/** What somebody sent in bulk is listed under the bulk, and not one by one. */
const ofBulk = (viewer: Viewer, bulkId: string | null) =>
  bulkId === null ? sql<boolean>`(bulk_id is null or owner_id <> ${viewer.id})` : sql<boolean>`bulk_id = ${bulkId}`;

/** A page of the ids a person may read, newest first. */
export async function listTransactionIds(db: Db, viewer: Viewer, space: Space, after: string | undefined, bulkId: string | null = null): Promise<string[]> {
  let query = db
    .selectFrom('transactions')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(readableIn(viewer, space))
    .where(ofBulk(viewer, bulkId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(counts.listPage + 1);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(transactions.created_at, transactions.id) < (select t.created_at, t.id from transactions t where t.id = ${after})`);
  }
  return (await query.execute()).map((row) => row.id);
}

const countWhere = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`(count(*) filter (where ${condition}))::int`;
const inStatus = (statuses: readonly string[]) => countWhere(sql<boolean>`status in (${sql.join([...statuses])})`);

export function countTransactions(db: Db, viewer: Viewer, space: Space): Promise<TransactionCounters> {
  return db
    .selectFrom('transactions')
    .select([
      sql<number>`count(*)::int`.as('all'),
      inStatus(filterStatuses.draft).as('draft'),
      inStatus(filterStatuses.pending).as('pending'),
      inStatus(filterStatuses.canceled).as('canceled'),
      inStatus(filterStatuses.declined).as('declined'),
      inStatus(filterStatuses.completed).as('completed'),
      countWhere(sql<boolean>`owner_id <> ${viewer.id}`).as('sharedWithMe'),
    ])
    .where('deleted_at', 'is', null)
    .where(readableIn(viewer, space))
    .where(ofBulk(viewer, null))
    .executeTakeFirstOrThrow();
}
