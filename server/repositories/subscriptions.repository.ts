import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { defaultPlan } from '#contract/plans.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { PaymentsTable, PromoCodesTable, SubscriptionsTable } from '#server/platform/database/tables/billing.tables.ts';

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
  return holderIds.length === 0 ? Promise.resolve([]) : db.selectFrom('subscriptions').selectAll().where('holder_id', '=', anyOf(holderIds)).execute();
}

/** Creates the row if missing and locks it until the transaction ends. */
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

/**
 * Keeps the usage of the free plan when an organization is deleted, so that its owner can't start afresh with
 * another one.
 */
export async function endSubscription(tx: Tx, orgId: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('holder_id', '=', orgId).where('plan', '<>', defaultPlan).execute();
}

/**
 * Returns the free-plan usage of the owner's other organizations, including deleted ones: all of them share one
 * free plan.
 */
export async function usedElsewhere(db: Db | Tx, orgIds: readonly string[]): Promise<(orgId: string, kind: QuotaKind) => number> {
  const rows = orgIds.length === 0 ? [] : await db
    .selectFrom('organizations as its')
    .innerJoin('organizations as other', (join) => join.onRef('other.owner_id', '=', 'its.owner_id').onRef('other.id', '<>', 'its.id'))
    .innerJoin('subscriptions', 'subscriptions.holder_id', 'other.id')
    .where('its.id', '=', anyOf(orgIds)).where('subscriptions.plan', '=', defaultPlan)
    .groupBy('its.id')
    .select(['its.id', sql<number>`sum(transactions_used)::int`.as('transactions'), sql<number>`sum(templates_used)::int`.as('templates')])
    .execute();
  return (orgId, kind) => rows.find(({ id }) => id === orgId)?.[kind] ?? 0;
}

/**
 * Takes one unit of a quota; false when none is left. Atomic in the database, so concurrent calls can't exceed the
 * limit.
 */
export async function consumeQuota(tx: Tx, holder: Holder, kind: QuotaKind, limit: number): Promise<boolean> {
  await lockSubscription(tx, holder);
  const used = `${kind}_used` as const;
  const row = await tx
    .updateTable('subscriptions').set((column) => ({ [used]: column(used, '+', 1) }))
    .where('holder_id', '=', holder.id).where(used, '<', limit).returning('holder_id').executeTakeFirst();
  return row !== undefined;
}

export async function releaseQuota(tx: Tx, holderId: string, kind: QuotaKind): Promise<boolean> {
  const used = `${kind}_used` as const;
  const row = await tx
    .updateTable('subscriptions').set((column) => ({ [used]: column(used, '-', 1) }))
    .where('holder_id', '=', holderId).where(used, '>', 0).returning('holder_id').executeTakeFirst();
  return row !== undefined;
}

/** Whether a job with the key `task:id` is queued and has attempts left. */
const isQueued = (task: string, about: string) =>
  sql<boolean>`exists (select from graphile_worker.jobs where key = ${task} || ':' || ${sql.ref(about)} and attempts < max_attempts)`;

/** Returns holders whose plan ended more than an hour ago and for whom no renewal job is queued. */
export async function findOverdueRenewals(db: Db, task: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions').select('holder_id').where('end_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where('status', 'in', ['active', 'trialing', 'past_due']).where(sql<boolean>`not ${isQueued(task, 'holder_id')}`).execute();
  return rows.map((row) => row.holder_id);
}

/** Returns pending payments older than an hour for which no polling job is queued. */
export async function findStalePayments(db: Db, task: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments').select('id').where('state', '=', 'pending').where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`not ${isQueued(task, 'id')}`).execute();
  return rows.map((row) => row.id);
}

export async function insertPayment(tx: Tx, row: Insertable<PaymentsTable>): Promise<void> {
  await tx.insertInto('payments').values(row).execute();
}

/** Returns the pending payment; there is at most one. */
export function findWaitingPayment(db: Db | Tx, holderId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('holder_id', '=', holderId).where('state', '=', 'pending').executeTakeFirst();
}

export function findPayment(db: Db | Tx, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPaymentOfCharge(db: Db | Tx, providerId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('provider_id', '=', providerId).executeTakeFirst();
}

/**
 * Whether a payment was made since the subscription began or with this code. A promo code given at the start of a
 * trial discounts its first payment only.
 */
export async function hasPaidSince(db: Db | Tx, { holder_id: holderId, started_at: begin }: SubscriptionRow, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments').select('id').where('holder_id', '=', holderId).where('state', '=', 'paid')
    .where((is) => is.or([is('promo_code', '=', code), is('created_at', '>=', begin ?? new Date(0))])).limit(1).executeTakeFirst();
  return row !== undefined;
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

/** Takes one use of a code; false when none is left or the holder has already used it. Atomic in the database. */
export async function redeemPromoCode(tx: Tx, code: string, holderId: string): Promise<boolean> {
  const left = await tx
    .updateTable('promo_codes').set((row) => ({ uses_left: row('uses_left', '-', 1) }))
    .where('code', '=', code).where((is) => is.or([is('uses_left', 'is', null), is('uses_left', '>', 0)])).returning('code').executeTakeFirst();
  if (left === undefined) return false;
  const use = await tx
    .insertInto('promo_code_uses').values({ code, holder_id: holderId })
    .onConflict((conflict) => conflict.columns(['code', 'holder_id']).doNothing()).returning('code').executeTakeFirst();
  return use !== undefined;
}

/** Returns the use of a code after the purchase failed. */
export async function releasePromoCode(tx: Tx, code: string, holderId: string): Promise<void> {
  const use = await tx.deleteFrom('promo_code_uses').where('code', '=', code).where('holder_id', '=', holderId).returning('code').executeTakeFirst();
  if (use) await tx.updateTable('promo_codes').set((row) => ({ uses_left: row('uses_left', '+', 1) })).where('code', '=', code).execute();
}

/** Records a billing notice; false when it was recorded before. */
export async function recordNotice(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.insertInto('billing_notices').values({ id }).onConflict((conflict) => conflict.column('id').doNothing()).returning('id').executeTakeFirst();
  return row !== undefined;
}
