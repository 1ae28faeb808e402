import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DraftLocks } from '#contract/entities/template-lock.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { TransactionsTable } from '#server/platform/database/tables/documents.tables.ts';
import { recipientFromJson, recipientsAsJson, type RecipientRow } from './people.repository.ts';

export type TransactionRow = Selectable<TransactionsTable>;

export function findTransactionRow(db: Db | Tx, id: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

interface TransactionWithRecipients {
  row: TransactionRow;
  recipients: RecipientRow[];
}

/** In one statement: who opens or signs a transaction changes its row and a recipient, and nobody reads only one of the two. */
export async function findTransactionsWithRecipients(db: Db | Tx, ids: readonly string[]): Promise<TransactionWithRecipients[]> {
  if (ids.length === 0) return [];
  const found = await db.selectFrom('transactions').selectAll().select(recipientsAsJson().as('recipients')).where('id', '=', anyOf(ids)).execute();
  return found.map(({ recipients, ...row }) => ({ row, recipients: recipients.map(recipientFromJson) }));
}

/** Every change of a transaction takes this lock first. */
export function lockTransactionRow(tx: Tx, id: string): Promise<TransactionRow | undefined> {
  return tx.selectFrom('transactions').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
}

/** Locks transactions until the database transaction ends, in the order of their ids. */
export function lockTransactionRows(tx: Tx, ids: readonly string[]): Promise<TransactionRow[]> {
  return tx.selectFrom('transactions').selectAll().where('id', '=', anyOf(ids)).where('deleted_at', 'is', null).orderBy('id').forUpdate().execute();
}

export async function transactionIdTaken(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('transactions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function insertTransaction(tx: Tx, row: Insertable<TransactionsTable>): Promise<void> {
  await tx.insertInto('transactions').values(row).execute();
}

export type Correction = Pick<TransactionRow, 'id' | 'owner_id' | 'org_id' | 'status' | 'expires_at'>;

/** Finds what was made to correct the transaction and its owner has not deleted, newest first. */
export function findCorrections(tx: Tx, transactionId: string): Promise<Correction[]> {
  return tx.selectFrom('transactions').select(['id', 'owner_id', 'org_id', 'status', 'expires_at'])
    .where('corrects_id', '=', transactionId).where('deleted_at', 'is', null).where('owner_left_at', 'is', null).orderBy('created_at', 'desc').execute();
}

/** Writes the columns and returns the next version. */
/** Gives the transactions the same values, and each its next version. */
export function updateTransactions(tx: Tx, ids: readonly string[], changes: Updateable<TransactionsTable>): Promise<Pick<TransactionRow, 'id' | 'version' | 'updated_at'>[]> {
  return tx
    .updateTable('transactions')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: new Date() })
    .where('id', '=', anyOf(ids))
    .returning(['id', 'version', 'updated_at'])
    .execute();
}

/** Transfers transactions, with their files and audit trails, to another account, which doesn't list them. */
export async function transferTransactions(tx: Tx, from: string, to: string, ids: readonly string[]): Promise<void> {
  await sql`update files set owner_id = ${to}, org_id = null, public = false, shared_with = '{}', owner_left_at = coalesce(owner_left_at, now())
    where owner_id = ${from} and id = any(array(
      select file_id from transaction_files where transaction_id = ${anyOf(ids)} union select audit_file_id from transactions where id = ${anyOf(ids)}))`.execute(tx);
  await sql`update transactions set owner_id = ${to}, org_id = null, public = false where id = ${anyOf(ids)}`.execute(tx);
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

/** The locks of the drafts that a file is in. */
export async function findLocksOfFile(db: Db | Tx, fileId: string): Promise<{ transactionId: string; locks: DraftLocks }[]> {
  const rows = await db
    .selectFrom('transaction_files')
    .innerJoin('transactions', 'transactions.id', 'transaction_files.transaction_id')
    .select(['transactions.id', 'transactions.locks'])
    .where('transaction_files.file_id', '=', fileId)
    .where('transactions.deleted_at', 'is', null)
    .where('transactions.status', 'in', ['created', 'draft'])
    .where('transactions.locks', 'is not', null)
    .execute();
  return rows.flatMap(({ id, locks }) => (locks ? [{ transactionId: id, locks }] : []));
}
