/**
 * A charge in three steps: record it, send it to the card provider, apply the answer. After a failure between steps, it is sent
 * again under the same idempotency key, so the card is charged once.
 */
import type { CardProvider } from '#server/adapters/payments/card-provider.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { defaultPlan } from '#contract/plans.ts';
import { newId } from '#server/platform/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import {
  findStalePayments, findOverdueRenewals, findPayment, findSubscription, findWaitingPayment, releasePromoCode, insertPayment, lockSubscription, redeemPromoCode, updatePayment, updateSubscription,
  type Holder, type PaymentRow, type SubscriptionRow,
} from '#server/repositories/subscriptions.repository.ts';
import { paidAfter } from './pricing.ts';

export const renewTask = 'renew_subscription';
export const settleTask = 'settle_payment';

/**
 * How long a provider is sure to remember an idempotency key, in milliseconds. Stripe: at least a day
 * (docs.stripe.com/api/idempotent_requests).
 */
const keyLife = 20 * 60 * 60 * 1000;

/** How long (ms) a charge waits for the payer to confirm it with their bank. Longer for a renewal, where the payer is not present. */
const hour = 60 * 60 * 1000;
const confirmationLife: Readonly<Record<PaymentRow['purpose'], number>> = { start: hour, update: hour, renewal: 24 * hour };
const confirmableUntil = ({ purpose, created_at: createdAt }: PaymentRow): Date => new Date(createdAt.getTime() + confirmationLife[purpose]);

type NewPayment = Pick<PaymentRow, 'purpose' | 'plan' | 'quantity' | 'amount' | 'promo_code' | 'end_at'>;

/**
 * Records a charge and returns its id. Reuses an equal one that was recorded but not sent. Throws `conflict` if a different one
 * is pending.
 */
export async function openPayment(tx: Tx, holder: Holder, row: SubscriptionRow, wanted: NewPayment): Promise<string> {
  const waiting = await findWaitingPayment(tx, holder.id);
  if (waiting) {
    const same = waiting.provider_id === null && waiting.purpose === wanted.purpose && waiting.plan === wanted.plan
      && waiting.quantity === wanted.quantity && waiting.promo_code === wanted.promo_code;
    if (!same) throw new AppError('conflict', { payment: waiting.id });
    return waiting.id;
  }
  // The promo code of a trial was redeemed when the trial started.
  if (wanted.promo_code !== null && wanted.purpose === 'start') await requirePromoCode(tx, wanted.promo_code, holder.id);
  const id = newId();
  await insertPayment(tx, { id, holder_id: holder.id, ...wanted, card: row.card?.cardLast4 ?? null });
  // The job sends the charge if this process dies first.
  await addJob(tx, settleTask, { paymentId: id }, { runAt: new Date(Date.now() + 60_000), jobKey: `${settleTask}:${id}` });
  return id;
}

/** Of two concurrent claims on the last use of a code, one succeeds and the other gets `promo_code_not_found`. */
export async function requirePromoCode(tx: Tx, code: string, holderId: string): Promise<void> {
  if (!(await redeemPromoCode(tx, code, holderId))) throw new AppError('promo_code_not_found');
}

/** Sends the charge to the provider if necessary and applies the answer. Returns the updated payment. */
export async function settlePayment(db: Db, provider: CardProvider, id: string): Promise<PaymentRow> {
  const payment = await requirePayment(db, id);
  if (payment.state !== 'pending') return payment;
  if (payment.provider_id !== null) return confirmableUntil(payment) > new Date() ? payment : abandon(db, provider, payment, payment.provider_id);
  const row = await findSubscription(db, payment.holder_id);
  const balance = Math.min(row?.balance ?? 0, payment.amount);
  const amount = payment.amount - balance;
  const isOwed = amount < provider.leastCharge;
  const answer = isOwed ? { id: null, state: 'paid' as const, clientSecret: null, isOwed } : await charge(provider, row, payment, amount);
  await db.transaction().execute((tx) => recordAnswer(tx, id, answer));
  return requirePayment(db, id);
}

/** Cancels a charge that was not confirmed in time, so that it can't succeed later. */
async function abandon(db: Db, provider: CardProvider, { id }: PaymentRow, chargeId: string): Promise<PaymentRow> {
  const state = await provider.cancel(chargeId);
  await db.transaction().execute((tx) => recordAnswer(tx, id, { id: chargeId, state }));
  return requirePayment(db, id);
}

async function charge(provider: CardProvider, row: SubscriptionRow | undefined, payment: PaymentRow, amount: number) {
  if (!row?.customer || !row.card) return { id: null, state: 'failed' as const, clientSecret: null };
  const { id: key, created_at: since } = payment;
  try {
    // The provider has forgotten an old key and would charge again, so look the charge up first.
    const made = Date.now() - since.getTime() > keyLife ? await provider.findCharge(key, row.customer, since) : null;
    if (made) return made;
    return await provider.charge({ key, customer: row.customer, card: row.card.id, amount, description: `Countersign ${payment.plan}` });
  } catch (error) {
    if (error instanceof AppError && error.code === 'card_error') return { id: null, state: 'failed' as const, clientSecret: null };
    throw error;
  }
}

export interface Answer {
  /** The amount is below the provider's minimum; it is carried over to the next charge. */
  isOwed?: boolean;
  id: string | null;
  state: 'paid' | 'pending' | 'failed';
  clientSecret?: string | null;
}

/** Applies the final outcome of a payment once, whether the answer, a job or a webhook reports it first. */
export async function recordAnswer(tx: Tx, paymentId: string, answer: Answer): Promise<void> {
  const seen = await requirePayment(tx, paymentId);
  const known = await findSubscription(tx, seen.holder_id);
  if (!known) return;
  const row = await lockSubscription(tx, { id: seen.holder_id, type: known.holder_type });
  const payment = await requirePayment(tx, paymentId);
  if (payment.state !== 'pending') return;
  await updatePayment(tx, paymentId, {
    state: answer.state,
    ...(answer.id !== null && { provider_id: answer.id }),
    ...(answer.clientSecret !== undefined && { client_secret: answer.clientSecret }),
    ...(answer.state !== 'pending' && { settled_at: new Date() }),
  });
  if (answer.state === 'paid') await grant(tx, row, payment, answer.isOwed);
  else if (answer.state === 'failed') await refuse(tx, row, payment);
  else await wait(tx, row, payment);
}

/** Waits for confirmation. The job ends the wait at the deadline, at the earliest in an hour. */
async function wait(tx: Tx, row: SubscriptionRow, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'start') await updateSubscription(tx, row.holder_id, { status: 'incomplete' });
  if (payment.purpose === 'renewal') await updateSubscription(tx, row.holder_id, { status: 'past_due' });
  const runAt = new Date(Math.max(confirmableUntil(payment).getTime(), Date.now() + hour));
  await addJob(tx, settleTask, { paymentId: payment.id }, { runAt, jobKey: `${settleTask}:${payment.id}` });
}

/** Applies a paid plan. The balance is used first; it becomes negative by an amount that is carried over. */
async function grant(tx: Tx, row: SubscriptionRow, payment: PaymentRow, isOwed = false): Promise<void> {
  const fromBalance = isOwed ? payment.amount : Math.min(row.balance, payment.amount);
  await updatePayment(tx, payment.id, { charged: payment.amount - fromBalance });
  await updateSubscription(tx, row.holder_id, {
    plan: payment.plan, quantity: payment.quantity, status: 'active', end_at: payment.end_at, renewal_tries: 0,
    balance: row.balance - fromBalance,
    paid: payment.purpose === 'update' ? paidAfter(row, payment) : payment.amount,
    ...(payment.purpose === 'start' && { started_at: new Date(), promo_code: payment.promo_code, cancel_at_period_end: false }),
    ...(payment.purpose === 'update' && { cancel_at_period_end: false }),
  });
  if (payment.end_at !== null) await scheduleRenewal(tx, row.holder_id, payment.end_at);
}

/** A refused start restores the state before it. A refused renewal is retried daily. */
async function refuse(tx: Tx, row: SubscriptionRow, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'start') await updateSubscription(tx, row.holder_id, { status: 'active' });
  if (payment.purpose === 'start' && payment.promo_code !== null) await releasePromoCode(tx, payment.promo_code, row.holder_id);
  if (payment.purpose === 'renewal') {
    await updateSubscription(tx, row.holder_id, { status: 'past_due', renewal_tries: row.renewal_tries + 1 });
    await scheduleRenewal(tx, row.holder_id, new Date(Date.now() + 24 * 60 * 60 * 1000));
  }
}

export const scheduleRenewal = (tx: Tx, holderId: string, at: Date): Promise<void> =>
  addJob(tx, renewTask, { holderId }, { runAt: at, jobKey: `${renewTask}:${holderId}` });

/** Requeues what jobs gave up on while the provider was unavailable: overdue renewals and charges without an answer. */
export async function resumeBilling(db: Db): Promise<void> {
  for (const holderId of await findOverdueRenewals(db, renewTask)) await db.transaction().execute((tx) => scheduleRenewal(tx, holderId, new Date()));
  for (const paymentId of await findStalePayments(db, settleTask)) {
    await db.transaction().execute((tx) => addJob(tx, settleTask, { paymentId }, { jobKey: `${settleTask}:${paymentId}` }));
  }
}

/** Reverts to the default plan. The card and the used quotas are kept. */
export const endPlan = (tx: Tx, holderId: string): Promise<void> =>
  updateSubscription(tx, holderId, {
    plan: defaultPlan, quantity: 1, status: 'active', end_at: null, promo_code: null, cancel_at_period_end: false, renewal_tries: 0, paid: 0,
  });

async function requirePayment(db: Db | Tx, id: string): Promise<PaymentRow> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError('not_found');
  return payment;
}
