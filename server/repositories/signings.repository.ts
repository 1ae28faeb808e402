import { sql, type Insertable, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { SigningsTable, WaitingSigningsTable } from '#server/platform/database/tables/documents.tables.ts';

/** Without the fields as they were before, which only a copy of the transaction needs. */
export type SigningRow = Omit<Selectable<SigningsTable>, 'replaced_fields'>;
const columns = ['id', 'transaction_id', 'file_id', 'recipient_id', 'user_id', 'file_version', 'hash', 'signature', 'created_at'] as const satisfies readonly (keyof SigningRow)[];
export type WaitingSigning = Selectable<WaitingSigningsTable>;
/** Primary key of a waiting signing. */
export type WaitingKey = Pick<WaitingSigning, 'transaction_id' | 'file_id' | 'recipient_id'>;

export function findSignings(db: Db | Tx, transactionIds: readonly string[]): Promise<SigningRow[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('signings').select(columns).where('transaction_id', '=', anyOf(transactionIds)).orderBy('created_at').execute();
}

export function findSigningsOfFile(db: Db | Tx, fileId: string): Promise<SigningRow[]> {
  return db.selectFrom('signings').select(columns).where('file_id', '=', fileId).orderBy('created_at').execute();
}

export const insertSigning = (tx: Tx, row: Insertable<SigningsTable>): Promise<SigningRow> =>
  tx.insertInto('signings').values(row).returning(columns).executeTakeFirstOrThrow();

export type FilledFields = Pick<Selectable<SigningsTable>, 'file_id' | 'recipient_id' | 'replaced_fields'>;

/** Returns what signers filled as it was before, newest signature first. */
export const findFilledFields = (db: Db | Tx, transactionId: string): Promise<FilledFields[]> =>
  db.selectFrom('signings').select(['file_id', 'recipient_id', 'replaced_fields']).where('transaction_id', '=', transactionId).orderBy('created_at', 'desc').orderBy('file_version', 'desc').execute();

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
