import { sql, type Insertable, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { SigningsTable, WaitingSigningsTable } from '#server/platform/database/tables/documents.tables.ts';

export type SigningRow = Selectable<SigningsTable>;
export type WaitingSigning = Selectable<WaitingSigningsTable>;
/** Primary key of a waiting signing. */
export type WaitingKey = Pick<WaitingSigning, 'transaction_id' | 'file_id' | 'recipient_id'>;

export function findSignings(db: Db | Tx, transactionIds: readonly string[]): Promise<SigningRow[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('signings').selectAll().where('transaction_id', '=', anyOf(transactionIds)).orderBy('created_at').execute();
}

export function findSigningsOfFile(db: Db | Tx, fileId: string): Promise<SigningRow[]> {
  return db.selectFrom('signings').selectAll().where('file_id', '=', fileId).orderBy('created_at').execute();
}

export const insertSigning = (tx: Tx, row: Insertable<SigningsTable>): Promise<SigningRow> =>
  tx.insertInto('signings').values(row).returningAll().executeTakeFirstOrThrow();

/**
 * Marks the PAdES signatures of a file as B-LTA, except those of the `unproven` fields. Other signatures have no
 * level. Returns those that it has marked.
 */
export function markArchived(tx: Tx, fileId: string, unproven: readonly string[]): Promise<Pick<SigningRow, 'id' | 'signature'>[]> {
  return tx.updateTable('signings').set({ signature: sql`signature || '{"level": "B-LTA"}'` })
    .where('file_id', '=', fileId).where(sql`signature ->> 'level'`, 'like', 'B-%').where(sql`signature ->> 'field'`, '<>', sql`all(${[...unproven]}::text[])`)
    .returning(['id', 'signature']).execute();
}

export function findWaitingSignings(db: Db | Tx, transactionIds: readonly string[]): Promise<WaitingSigning[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('waiting_signings').selectAll().where('transaction_id', '=', anyOf(transactionIds)).orderBy('created_at').execute();
}

export const allWaitingSignings = (db: Db | Tx): Promise<WaitingKey[]> =>
  db.selectFrom('waiting_signings').select(['transaction_id', 'file_id', 'recipient_id']).execute();

export const insertWaitingSigning = (tx: Tx, row: Insertable<WaitingSigningsTable>): Promise<WaitingSigning> =>
  tx.insertInto('waiting_signings').values(row).returningAll().executeTakeFirstOrThrow();

/** Deletes a waiting signing and returns the reference of its body, if it existed. */
export async function deleteWaitingSigning(db: Db | Tx, key: WaitingKey): Promise<string | undefined> {
  const row = await db.deleteFrom('waiting_signings')
    .where('transaction_id', '=', key.transaction_id).where('file_id', '=', key.file_id).where('recipient_id', '=', key.recipient_id)
    .returning('body_ref').executeTakeFirst();
  return row?.body_ref;
}
