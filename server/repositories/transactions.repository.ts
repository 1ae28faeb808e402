import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { TransactionsTable } from '#server/platform/database/tables/documents.tables.ts';

export type TransactionRow = Selectable<TransactionsTable>;

export function findTransactionRow(db: Db | Tx, id: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

export async function findTransactionRows(db: Db, ids: readonly string[]): Promise<TransactionRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('transactions').selectAll().where('id', '=', anyOf(ids)).execute();
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

/** Transfers transactions, with their files and audit trails, to another account, which doesn't list them. */
export async function transferTransactions(tx: Tx, from: string, to: string, ids: readonly string[]): Promise<void> {
  await sql`update files set owner_id = ${to}, org_id = null, public = false, shared_with = '{}', owner_left_at = coalesce(owner_left_at, now())
    where owner_id = ${from} and (id in (select file_id from transaction_files where transaction_id = ${anyOf(ids)})
      or id in (select audit_file_id from transactions where id = ${anyOf(ids)}))`.execute(tx);
  await sql`update transactions set owner_id = ${to}, org_id = null where id = ${anyOf(ids)}`.execute(tx);
}

/** Returns up to 500 transactions whose owners left them to the parties before this time, oldest first. */
export async function findOwnerLeftBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('transactions').select('id').where('owner_left_at', '<', before).where('deleted_at', 'is', null).orderBy('owner_left_at').limit(500).execute();
  return rows.map((row) => row.id);
}

/** Clears the reference to a deleted audit trail, so that a new one can be made. */
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
