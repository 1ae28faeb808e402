import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { PaymentsTable, PromoCodesTable, SubscriptionsTable } from '#server/adapters/database/tables/billing.tables.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type PromoCodeRow = Selectable<PromoCodesTable>;
export type QuotaKind = 'transactions' | 'templates';

export interface Holder {
  id: string;
  type: SubscriptionRow['holder_type'];
}

export function findSubscription(db: Db | Tx, holderId: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('holder_id', '=', holderId).executeTakeFirst();
}

export function findSubscriptions(db: Db | Tx, holderIds: readonly string[]): Promise<SubscriptionRow[]> {
  return holderIds.length === 0 ? Promise.resolve([]) : db.selectFrom('subscriptions').selectAll().where('holder_id', 'in', [...holderIds]).execute();
}

/** The row, made when there is none, with nobody else changing it until the database transaction ends. */
export async function lockSubscription(tx: Tx, holder: Holder): Promise<SubscriptionRow> {
  await tx
    .insertInto('subscriptions').values({ holder_id: holder.id, holder_type: holder.type })
    .onConflict((conflict) => conflict.column('holder_id').doNothing()).execute();
  return tx.selectFrom('subscriptions').selectAll().where('holder_id', '=', holder.id).forUpdate().executeTakeFirstOrThrow();
}

export async function updateSubscription(tx: Tx, holderId: string, changes: Updateable<SubscriptionsTable>): Promise<void> {
  await tx.updateTable('subscriptions').set({ ...changes, updated_at: new Date() }).where('holder_id', '=', holderId).execute();
}

export async function deleteSubscription(tx: Tx, holderId: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('holder_id', '=', holderId).execute();
}

/** Takes one of a quota, if there is one left: the database decides, however many ask at once. */
export async function takeOne(tx: Tx, holder: Holder, kind: QuotaKind, limit: number): Promise<boolean> {
  await lockSubscription(tx, holder);
  const used = `${kind}_used` as const;
  const row = await tx
    .updateTable('subscriptions').set((column) => ({ [used]: column(used, '+', 1) }))
    .where('holder_id', '=', holder.id).where(used, '<', limit).returning('holder_id').executeTakeFirst();
  return row !== undefined;
}

export async function giveOneBack(tx: Tx, holderId: string, kind: QuotaKind): Promise<boolean> {
  const used = `${kind}_used` as const;
  const row = await tx
    .updateTable('subscriptions').set((column) => ({ [used]: column(used, '-', 1) }))
    .where('holder_id', '=', holderId).where(used, '>', 0).returning('holder_id').executeTakeFirst();
  return row !== undefined;
}

export async function insertPayment(tx: Tx, row: Insertable<PaymentsTable>): Promise<void> {
  await tx.insertInto('payments').values(row).execute();
}

/** The charge that waits for its answer; there is at most one. */
export function findWaitingPayment(db: Db | Tx, holderId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('holder_id', '=', holderId).where('state', '=', 'pending').executeTakeFirst();
}

export function findPayment(db: Db | Tx, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPaymentOfCharge(db: Db | Tx, providerId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('provider_id', '=', providerId).executeTakeFirst();
}

export async function updatePayment(tx: Tx, id: string, changes: Updateable<PaymentsTable>): Promise<void> {
  await tx.updateTable('payments').set(changes).where('id', '=', id).execute();
}

export function listPayments(db: Db, holderId: string): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('holder_id', '=', holderId).orderBy('created_at', 'desc').limit(200).execute();
}

export function findPromoCode(db: Db | Tx, code: string): Promise<PromoCodeRow | undefined> {
  return db.selectFrom('promo_codes').selectAll().where(sql`lower(code)`, '=', code.toLowerCase()).executeTakeFirst();
}

export async function promoCodeUsedBy(db: Db | Tx, code: string, holderId: string): Promise<boolean> {
  return (await db.selectFrom('promo_code_uses').select('code').where('code', '=', code).where('holder_id', '=', holderId).executeTakeFirst()) !== undefined;
}

export async function recordPromoCodeUse(tx: Tx, code: string, holderId: string): Promise<void> {
  await tx.insertInto('promo_code_uses').values({ code, holder_id: holderId }).onConflict((conflict) => conflict.columns(['code', 'holder_id']).doNothing()).execute();
  await sql`update promo_codes set uses_left = greatest(uses_left - 1, 0) where code = ${code} and uses_left is not null`.execute(tx);
}

/** False when this was told before. */
export async function recordNotice(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.insertInto('billing_notices').values({ id }).onConflict((conflict) => conflict.column('id').doNothing()).returning('id').executeTakeFirst();
  return row !== undefined;
}
