import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { BulkRecipientsTable, BulksTable } from '#server/platform/database/tables/documents.tables.ts';
import { afterIn, inOrder, pageAndOne, type Cursor, type Ordering } from './list-order.ts';
import { ownedIn, type Space } from './space.ts';

export type BulkRow = Selectable<BulksTable>;
export type BulkRecipientRow = Selectable<BulkRecipientsTable>;

export function findBulk(db: Db | Tx, id: string): Promise<BulkRow | undefined> {
  return db.selectFrom('bulks').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Lock this row before the bulk's recipients. `for no key update` lets other sessions insert transactions that
 * reference the bulk.
 */
export function lockBulk(tx: Tx, id: string): Promise<BulkRow | undefined> {
  return tx.selectFrom('bulks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertBulk(tx: Tx, bulk: Insertable<BulksTable>, recipients: readonly Insertable<BulkRecipientsTable>[]): Promise<void> {
  await tx.insertInto('bulks').values(bulk).execute();
  await tx.insertInto('bulk_recipients').values([...recipients]).execute();
}

export function updateBulk(tx: Tx, id: string, changes: Updateable<BulksTable>): Promise<BulkRow> {
  return tx.updateTable('bulks').set({ ...changes, updated_at: new Date() }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Adds to the counters; a bulk whose recipients have all completed becomes `completed`. */
export function addToCounters(tx: Tx, id: string, more: { completed?: number; failed?: number }): Promise<BulkRow> {
  return tx
    .updateTable('bulks')
    .set({
      completed: sql<number>`completed + ${more.completed ?? 0}`,
      failed: sql<number>`failed + ${more.failed ?? 0}`,
      status: sql<'pending' | 'completed'>`case when completed + ${more.completed ?? 0} = total then 'completed' else 'pending' end`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Without what a bulk sends, which may be large. */
export type BulkSummaryRow = Omit<BulkRow, 'blueprint'>;
/** A bulk in a list. `key` is its place in the order. */
type ListedBulkRow = BulkSummaryRow & Cursor;

/** Returns a page of the newest, with one row more if there is a next page. */
export async function listBulks(db: Db, space: Space, after: Cursor | undefined): Promise<ListedBulkRow[]> {
  const newest: Ordering = { sort: 'created_at', order: 'descent', after, limit: pageAndOne };
  const { rows } = await sql<ListedBulkRow>`
    select t.id, t.owner_id, t.org_id, t.name, t.source_type, t.source_id, t.status, t.job_type, t.job_status, t.total, t.completed, t.failed, t.shared_with,
      t.created_at, t.updated_at, t.deleted_at, (extract(epoch from t.created_at) * 1000000)::bigint::text as key from bulks t
    where t.deleted_at is null and ${ownedIn(space, 't')} and ${afterIn(newest, 'name')} ${inOrder(newest, 'name')}`.execute(db);
  return rows;
}

export function findBulkRecipients(db: Db | Tx, bulkId: string): Promise<BulkRecipientRow[]> {
  return db.selectFrom('bulk_recipients').selectAll().where('bulk_id', '=', bulkId).orderBy('position').execute();
}

/** Returns the next recipients to send to, in order. */
export function findWaitingRecipients(db: Db, bulkId: string, limit: number): Promise<BulkRecipientRow[]> {
  return db.selectFrom('bulk_recipients').selectAll().where('bulk_id', '=', bulkId).where('status', '=', 'waiting').orderBy('position').limit(limit).execute();
}

/** Locks a recipient; false when it is no longer waiting (sent or canceled). */
export async function lockWaitingRecipient(tx: Tx, bulkId: string, position: number): Promise<boolean> {
  const row = await tx
    .selectFrom('bulk_recipients')
    .select('position')
    .where('bulk_id', '=', bulkId)
    .where('position', '=', position)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateBulkRecipient(tx: Tx, bulkId: string, position: number, changes: Updateable<BulkRecipientsTable>): Promise<void> {
  await tx.updateTable('bulk_recipients').set(changes).where('bulk_id', '=', bulkId).where('position', '=', position).execute();
}

/** Records the outcome of a sent transaction; false when it is already recorded. */
export async function settleBulkRecipient(tx: Tx, transactionId: string, status: 'completed' | 'failed' | 'canceled'): Promise<boolean> {
  const row = await tx
    .updateTable('bulk_recipients')
    .set({ status })
    .where('transaction_id', '=', transactionId)
    .where('status', '=', 'sent')
    .returning('position')
    .executeTakeFirst();
  return row !== undefined;
}

/** Cancels all waiting recipients; returns their number. */
export async function cancelWaitingRecipients(tx: Tx, bulkId: string): Promise<number> {
  const rows = await tx.updateTable('bulk_recipients').set({ status: 'canceled' }).where('bulk_id', '=', bulkId).where('status', '=', 'waiting').returning('position').execute();
  return rows.length;
}

/** Marks all waiting recipients as failed; returns their number. */
export async function failWaitingRecipients(tx: Tx, bulkId: string, error: string): Promise<number> {
  const rows = await tx.updateTable('bulk_recipients').set({ status: 'failed', error }).where('bulk_id', '=', bulkId).where('status', '=', 'waiting').returning('position').execute();
  return rows.length;
}

/**
 * Returns ids of the bulk's transactions that aren't deleted, in ascending order after `after`; with `onlyRunning`
 * only pending and opened ones.
 */
export async function findBulkTransactions(db: Db, bulkId: string, onlyRunning: boolean, after: string, limit: number): Promise<string[]> {
  let query = db.selectFrom('transactions').select('id').where('bulk_id', '=', bulkId).where('id', '>', after).where('deleted_at', 'is', null).orderBy('id').limit(limit);
  if (onlyRunning) query = query.where('status', 'in', ['pending', 'opened']);
  return (await query.execute()).map((row) => row.id);
}
