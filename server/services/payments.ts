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
  findForgottenPayments, findForgottenRenewals, findPayment, findSubscription, findWaitingPayment, givePromoCodeBack, insertPayment, lockSubscription, takePromoCode, updatePayment, updateSubscription,
  type Holder, type PaymentRow, type SubscriptionRow,
} from '#server/repositories/subscriptions.repository.ts';
import { paidAfter } from './pricing.ts';

export const renewTask = 'renew_subscription';
export const settleTask = 'settle_payment';

/** How long a provider surely remembers a key (docs.stripe.com/api/idempotent_requests: a day at least). */
const keyLife = 20 * 60 * 60 * 1000;

/** How long a charge waits for its person to confirm it with the bank: at a renewal nobody is there to do so at once. */
const hour = 60 * 60 * 1000;
const confirmationLife: Readonly<Record<PaymentRow['purpose'], number>> = { start: hour, update: hour, renewal: 24 * hour };
const confirmableUntil = ({ purpose, created_at: createdAt }: PaymentRow): Date => new Date(createdAt.getTime() + confirmationLife[purpose]);

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
  // The code of a trial was taken when that began.
  if (wanted.promo_code !== null && wanted.purpose === 'start') await requirePromoCode(tx, wanted.promo_code, holder.id);
  const id = newId();
  await insertPayment(tx, { id, holder_id: holder.id, ...wanted, card: row.card?.cardLast4 ?? null });
  // Should this process end before it has asked: the job asks.
  await addJob(tx, settleTask, { paymentId: id }, { runAt: new Date(Date.now() + 60_000), jobKey: `${settleTask}:${id}` });
  return id;
}

/** Of two who want the last use of a code at once, one gets it. */
export async function requirePromoCode(tx: Tx, code: string, holderId: string): Promise<void> {
  if (!(await takePromoCode(tx, code, holderId))) throw new AppError('promo_code_not_found');
}

/** Asks the provider, if need be, and makes its answer effective. Gives the payment as it is then. */
export async function settlePayment(db: Db, provider: CardProvider, id: string): Promise<PaymentRow> {
  const payment = await requirePayment(db, id);
  if (payment.state !== 'pending') return payment;
  if (payment.provider_id !== null) return confirmableUntil(payment) > new Date() ? payment : giveUp(db, provider, payment, payment.provider_id);
  const row = await findSubscription(db, payment.holder_id);
  const balance = Math.min(row?.balance ?? 0, payment.amount);
  const amount = payment.amount - balance;
  const isOwed = amount < provider.leastCharge;
  const answer = isOwed ? { id: null, state: 'paid' as const, clientSecret: null, isOwed } : await ask(provider, row, payment, amount);
  await db.transaction().execute((tx) => recordAnswer(tx, id, answer));
  return requirePayment(db, id);
}

/** Nobody has confirmed it in time: it is called back, so that nothing is paid for which nobody gets anything any more. */
async function giveUp(db: Db, provider: CardProvider, { id }: PaymentRow, chargeId: string): Promise<PaymentRow> {
  const state = await provider.giveUp(chargeId);
  await db.transaction().execute((tx) => recordAnswer(tx, id, { id: chargeId, state }));
  return requirePayment(db, id);
}

async function ask(provider: CardProvider, row: SubscriptionRow | undefined, payment: PaymentRow, amount: number) {
  if (!row?.customer || !row.card) return { id: null, state: 'failed' as const, clientSecret: null };
  const { id: key, created_at: since } = payment;
  try {
    // After a day a provider forgets its keys: asked again under one, it would charge again.
    const made = Date.now() - since.getTime() > keyLife ? await provider.findCharge(key, row.customer, since) : null;
    if (made) return made;
    return await provider.charge({ key, customer: row.customer, card: row.card.id, amount, description: `Countersign ${payment.plan}` });
  } catch (error) {
    if (error instanceof AppError && error.code === 'card_error') return { id: null, state: 'failed' as const, clientSecret: null };
    throw error;
  }
}

export interface Answer {
  /** Too little to be charged: it is charged with the next. */
  isOwed?: boolean;
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
  if (answer.state === 'paid') await grant(tx, row, payment, answer.isOwed);
  else if (answer.state === 'failed') await refuse(tx, row, payment);
  else await wait(tx, row, payment);
}

/** What is not paid yet is not renewed, and nothing waits for ever. */
async function wait(tx: Tx, row: SubscriptionRow, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'start') await updateSubscription(tx, row.holder_id, { status: 'incomplete' });
  if (payment.purpose === 'renewal') await updateSubscription(tx, row.holder_id, { status: 'past_due' });
  const runAt = new Date(Math.max(confirmableUntil(payment).getTime(), Date.now() + hour));
  await addJob(tx, settleTask, { paymentId: payment.id }, { runAt, jobKey: `${settleTask}:${payment.id}` });
}

/** What was paid is theirs: from the balance first, which falls below zero by what is owed. */
async function grant(tx: Tx, row: SubscriptionRow, payment: PaymentRow, isOwed = false): Promise<void> {
  await updateSubscription(tx, row.holder_id, {
    plan: payment.plan, quantity: payment.quantity, status: 'active', end_at: payment.end_at, renewal_tries: 0,
    balance: row.balance - (isOwed ? payment.amount : Math.min(row.balance, payment.amount)),
    paid: payment.purpose === 'update' ? paidAfter(row, payment) : payment.amount,
    ...(payment.purpose === 'start' && { started_at: new Date(), promo_code: payment.promo_code, cancel_at_period_end: false }),
    ...(payment.purpose === 'update' && { cancel_at_period_end: false }),
  });
  if (payment.end_at !== null) await scheduleRenewal(tx, row.holder_id, payment.end_at);
}

/** A start that was refused leaves things as they were; a renewal is tried again for some days. */
async function refuse(tx: Tx, row: SubscriptionRow, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'start') await updateSubscription(tx, row.holder_id, { status: 'active' });
  if (payment.purpose === 'start' && payment.promo_code !== null) await givePromoCodeBack(tx, payment.promo_code, row.holder_id);
  if (payment.purpose === 'renewal') {
    await updateSubscription(tx, row.holder_id, { status: 'past_due', renewal_tries: row.renewal_tries + 1 });
    await scheduleRenewal(tx, row.holder_id, new Date(Date.now() + 24 * 60 * 60 * 1000));
  }
}

export const scheduleRenewal = (tx: Tx, holderId: string, at: Date): Promise<void> =>
  addJob(tx, renewTask, { holderId }, { runAt: at, jobKey: `${renewTask}:${holderId}` });

/** What jobs gave up while the provider was away for long is begun anew: plans whose time is over, and charges without an answer. */
export async function resumeBilling(db: Db): Promise<void> {
  for (const holderId of await findForgottenRenewals(db, renewTask)) await db.transaction().execute((tx) => scheduleRenewal(tx, holderId, new Date()));
  for (const paymentId of await findForgottenPayments(db, settleTask)) {
    await db.transaction().execute((tx) => addJob(tx, settleTask, { paymentId }, { jobKey: `${settleTask}:${paymentId}` }));
  }
}

/** Back to what everybody has. The card stays known, and what was used stays used. */
export const endPlan = (tx: Tx, holderId: string): Promise<void> =>
  updateSubscription(tx, holderId, {
    plan: defaultPlan, quantity: 1, status: 'active', end_at: null, promo_code: null, cancel_at_period_end: false, renewal_tries: 0, paid: 0,
  });

async function requirePayment(db: Db | Tx, id: string): Promise<PaymentRow> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError('not_found');
  return payment;
}
