/** Recipients and carbon copies of transactions. */
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
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
const deliveryOfNotice = deliveryOf(sql.ref('recipients.notice_id'));
const delivery = deliveryOfNotice.as('delivery');

/** SQL expression: the recipients of a row of `transactions`, to be read in the same statement. */
export const recipientsAsJson = (): RawBuilder<unknown[]> => sql<unknown[]>`coalesce((
  select jsonb_agg(to_jsonb(r) order by r.position) from (
    select "recipients".*, ${deliveryOfNotice} as delivery from "recipients" where "recipients".transaction_id = "transactions".id) r), '[]')`;

type DateColumn = { [Key in keyof RecipientRow]: Extract<RecipientRow[Key], Date> extends never ? never : Key }[keyof RecipientRow];
const dateColumns = Object.keys({
  invited_at: true, completed_at: true, declined_at: true, reminded_at: true, next_reminder_at: true, viewed_at: true, presence_proven_at: true, access_entered_at: true,
  access_code_sent_at: true,
} satisfies Record<DateColumn, true>);

/** A recipient of `recipientsAsJson`. */
export function recipientFromJson(json: unknown): RecipientRow {
  const row = json as RecipientRow & Record<string, string | null>;
  return { ...row, ...Object.fromEntries(dateColumns.map((column) => [column, row[column] == null ? null : new Date(row[column])])) };
}

export function findCarbonCopies(db: Db | Tx, transactionIds: readonly string[]): Promise<CarbonCopyRow[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('carbon_copies').selectAll().where('transaction_id', '=', anyOf(transactionIds)).orderBy('position').execute();
}

/** Returns the stored rows, in the order of their positions, without a message so far. */
export async function setRecipients(tx: Tx, transactionId: string, rows: readonly Insertable<RecipientsTable>[]): Promise<RecipientRow[]> {
  await tx.deleteFrom('recipients').where('transaction_id', '=', transactionId).execute();
  const stored = rows.length === 0 ? [] : await tx.insertInto('recipients').values([...rows]).returningAll().execute();
  return stored.toSorted((a, b) => a.position - b.position).map((row) => ({ ...row, delivery: null }));
}

export async function setCarbonCopies(tx: Tx, transactionId: string, rows: readonly CarbonCopyRow[]): Promise<void> {
  await tx.deleteFrom('carbon_copies').where('transaction_id', '=', transactionId).execute();
  if (rows.length > 0) await tx.insertInto('carbon_copies').values([...rows]).execute();
}

export async function updateRecipient(tx: Tx, id: string, changes: Updateable<RecipientsTable>): Promise<void> {
  await tx.updateTable('recipients').set(changes).where('id', '=', id).execute();
}

/** A place in the order of due reminders. */
export interface ReminderPlace {
  id: string;
  transactionId: string;
  /** With microseconds, which a `Date` would lose. */
  at: string;
}

/** Recipients whose next reminder is due, the longest overdue first. */
export function findDueReminders(db: Db, moment: Date, after: ReminderPlace | null, limit: number): Promise<ReminderPlace[]> {
  return db.selectFrom('recipients')
    .select(['id', 'transaction_id as transactionId', sql<string>`next_reminder_at::text`.as('at')])
    .where('next_reminder_at', '<=', moment)
    .$if(after !== null, (query) => query.where(sql<boolean>`(next_reminder_at, id) > (${after?.at}::timestamptz, ${after?.id})`))
    .orderBy('recipients.next_reminder_at').orderBy('id').limit(limit).execute();
}

/** Nobody is reminded of the transaction any more. */
export async function clearReminders(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  await tx.updateTable('recipients').set({ next_reminder_at: null }).where('transaction_id', '=', anyOf(transactionIds)).where('next_reminder_at', 'is not', null).execute();
}

export function findDismissals(db: Db | Tx, transactionIds: readonly string[]): Promise<Selectable<TransactionDismissalsTable>[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('transaction_dismissals').selectAll().where('transaction_id', '=', anyOf(transactionIds)).execute();
}

/** `dismissals`: at least one. */
export async function insertDismissals(tx: Tx, dismissals: readonly Insertable<TransactionDismissalsTable>[]): Promise<void> {
  await tx.insertInto('transaction_dismissals').values(dismissals).onConflict((conflict) => conflict.doNothing()).execute();
}

/** Shows a dismissed transaction again to a person who is asked to sign. */
export async function deleteDismissal(tx: Tx, transactionId: string, userId: string): Promise<void> {
  await tx.deleteFrom('transaction_dismissals').where('transaction_id', '=', transactionId).where('user_id', '=', userId).execute();
}

/** Returns the recipient ids that belong to another transaction. */
export async function recipientIdsTaken(tx: Tx, ids: readonly string[], transactionId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('recipients').select('id').where('id', '=', anyOf(ids)).where('transaction_id', '<>', transactionId).execute();
  return rows.map((row) => row.id);
}
