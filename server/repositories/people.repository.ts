/** Recipients and carbon copies of transactions. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Delivery } from '#contract/entities/delivery.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { CarbonCopiesTable, TransactionDismissalsTable, RecipientsTable } from '#server/platform/database/tables/documents.tables.ts';
import { deliveryOf } from './outbox.repository.ts';

export type RecipientRow = Selectable<RecipientsTable> & { delivery: Delivery | null };
export type CarbonCopyRow = Selectable<CarbonCopiesTable>;

export function findRecipients(db: Db | Tx, transactionIds: readonly string[]): Promise<RecipientRow[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('recipients').selectAll().select(delivery).where('transaction_id', '=', anyOf(transactionIds)).orderBy('position').execute();
}

/** Delivery state of the last message to the recipient. */
const delivery = deliveryOf(sql.ref('recipients.notice_id')).as('delivery');

export function findCarbonCopies(db: Db | Tx, transactionIds: readonly string[]): Promise<CarbonCopyRow[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('carbon_copies').selectAll().where('transaction_id', '=', anyOf(transactionIds)).orderBy('position').execute();
}

export async function setRecipients(tx: Tx, transactionId: string, rows: readonly Insertable<RecipientsTable>[]): Promise<void> {
  await tx.deleteFrom('recipients').where('transaction_id', '=', transactionId).execute();
  if (rows.length > 0) await tx.insertInto('recipients').values([...rows]).execute();
}

export async function setCarbonCopies(tx: Tx, transactionId: string, rows: readonly Insertable<CarbonCopiesTable>[]): Promise<void> {
  await tx.deleteFrom('carbon_copies').where('transaction_id', '=', transactionId).execute();
  if (rows.length > 0) await tx.insertInto('carbon_copies').values([...rows]).execute();
}

export async function updateRecipient(tx: Tx, id: string, changes: Updateable<RecipientsTable>): Promise<void> {
  await tx.updateTable('recipients').set(changes).where('id', '=', id).execute();
}

export function findDismissals(db: Db | Tx, transactionIds: readonly string[]): Promise<Selectable<TransactionDismissalsTable>[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('transaction_dismissals').selectAll().where('transaction_id', '=', anyOf(transactionIds)).execute();
}

export async function insertDismissal(tx: Tx, transactionId: string, userId: string): Promise<void> {
  await tx.insertInto('transaction_dismissals').values({ transaction_id: transactionId, user_id: userId }).onConflict((conflict) => conflict.doNothing()).execute();
}

/** Shows a dismissed transaction again to a person who is asked to sign. */
export async function deleteDismissal(tx: Tx, transactionId: string, userId: string): Promise<void> {
  await tx.deleteFrom('transaction_dismissals').where('transaction_id', '=', transactionId).where('user_id', '=', userId).execute();
}

/** Returns the recipient ids that belong to another transaction. */
export async function recipientIdsTaken(tx: Tx, ids: readonly string[], transactionId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('recipients').select('id').where('id', 'in', [...ids]).where('transaction_id', '<>', transactionId).execute();
  return rows.map((row) => row.id);
}
