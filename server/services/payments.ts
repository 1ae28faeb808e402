/**
 * A charge in three steps: written down, asked of the card provider, and its answer made effective. Between the steps
 * anything may break: what was written down is asked again under the same key, and charges once.
 */
import type { CardProvider } from '#server/adapters/payments/card-provider.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { defaultPlan } from '#contract/plans.ts';
import { newId } from '#server/app/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import {
  findPayment, findSubscription, findWaitingPayment, insertPayment, lockSubscription, recordPromoCodeUse, updatePayment, updateSubscription,
  type Holder, type PaymentRow, type SubscriptionRow,
} from '#server/repositories/subscriptions.repository.ts';

export const renewTask = 'renew_subscription';
export const settleTask = 'settle_payment';

export type NewPayment = Pick<PaymentRow, 'purpose' | 'plan' | 'quantity' | 'amount' | 'promo_code' | 'end_at'>;

/** Writes a charge down. One that was written before for the same and not asked yet is taken up again. */
export async function openPayment(tx: Tx, holder: Holder, row: SubscriptionRow, wanted: NewPayment): Promise<string> {
  const waiting = await findWaitingPayment(tx, holder.id);
  if (waiting) {
    const same = waiting.provider_id === null && waiting.purpose === wanted.purpose && waiting.plan === wanted.plan
      && waiting.quantity === wanted.quantity && waiting.promo_code === wanted.promo_code;
    if (!same) throw new AppError('conflict', { payment: waiting.id });
    return waiting.id;
  }
  const id = newId();
  await insertPayment(tx, { id, holder_id: holder.id, ...wanted, card: row.card?.cardLast4 ?? null });
  // Should this process end before it has asked: the job asks.
  await addJob(tx, settleTask, { paymentId: id }, { runAt: new Date(Date.now() + 60_000), jobKey: `${settleTask}:${id}` });
  return id;
}

/** Asks the provider, if need be, and makes its answer effective. Gives the payment as it is then. */
export async function settlePayment(db: Db, provider: CardProvider, id: string): Promise<PaymentRow> {
  const payment = await requirePayment(db, id);
  if (payment.state !== 'pending' || payment.provider_id !== null) return payment;
  const row = await findSubscription(db, payment.holder_id);
  const balance = Math.min(row?.balance ?? 0, payment.amount);
  const amount = payment.amount - balance;
  const answer = amount === 0 ? { id: null, state: 'paid' as const, clientSecret: null } : await ask(provider, row, payment, amount);
  await db.transaction().execute((tx) => recordAnswer(tx, id, answer));
  return requirePayment(db, id);
}

async function ask(provider: CardProvider, row: SubscriptionRow | undefined, payment: PaymentRow, amount: number) {
  if (!row?.customer || !row.card) return { id: null, state: 'failed' as const, clientSecret: null };
  try {
    return await provider.charge({ key: payment.id, customer: row.customer, card: row.card.id, amount, description: `Countersign ${payment.plan}` });
  } catch (error) {
    if (error instanceof AppError && error.code === 'card_error') return { id: null, state: 'failed' as const, clientSecret: null };
    throw error;
  }
}

export interface Answer {
  id: string | null;
  state: 'paid' | 'pending' | 'failed';
  clientSecret?: string | null;
}

/** Each payment comes to one end, whoever tells of it first: the answer, a job, or the provider's notice. */
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
  if (answer.state === 'paid') await grant(tx, row, payment);
  else if (answer.state === 'failed') await refuse(tx, row, payment);
  else if (payment.purpose === 'start') await updateSubscription(tx, row.holder_id, { status: 'incomplete' });
}

async function grant(tx: Tx, row: SubscriptionRow, payment: PaymentRow): Promise<void> {
  await updateSubscription(tx, row.holder_id, {
    plan: payment.plan, quantity: payment.quantity, status: 'active', end_at: payment.end_at, renewal_tries: 0,
    balance: row.balance - Math.min(row.balance, payment.amount),
    ...(payment.purpose === 'start' && { started_at: new Date(), promo_code: payment.promo_code, cancel_at_period_end: false }),
    ...(payment.purpose === 'update' && { cancel_at_period_end: false }),
  });
  if (payment.promo_code !== null) await recordPromoCodeUse(tx, payment.promo_code, row.holder_id);
  if (payment.end_at !== null) await scheduleRenewal(tx, row.holder_id, payment.end_at);
}

/** A start that was refused leaves things as they were; a renewal is tried again for some days. */
async function refuse(tx: Tx, row: SubscriptionRow, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'start') await updateSubscription(tx, row.holder_id, { status: 'active' });
  if (payment.purpose === 'renewal') {
    await updateSubscription(tx, row.holder_id, { status: 'past_due', renewal_tries: row.renewal_tries + 1 });
    await scheduleRenewal(tx, row.holder_id, new Date(Date.now() + 24 * 60 * 60 * 1000));
  }
}

export const scheduleRenewal = (tx: Tx, holderId: string, at: Date): Promise<void> =>
  addJob(tx, renewTask, { holderId }, { runAt: at, jobKey: `${renewTask}:${holderId}` });

/** Back to what everybody has. The card stays known, and what was used stays used. */
export const endPlan = (tx: Tx, holderId: string): Promise<void> =>
  updateSubscription(tx, holderId, {
    plan: defaultPlan, quantity: 1, status: 'active', end_at: null, promo_code: null, cancel_at_period_end: false, renewal_tries: 0,
  });

async function requirePayment(db: Db | Tx, id: string): Promise<PaymentRow> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError('not_found');
  return payment;
}
