/** Subscriptions of people and organizations: start, change, cancellation, renewal and payment. */
import type { OutputOf } from '#contract/calls/calls.ts';
import type { Subscription, SubscriptionStart, SubscriptionUpdate } from '#contract/entities/billing.ts';
import { mayInOrganization } from '#contract/permissions/organization.permissions.ts';
import { currency, type PlanCode } from '#contract/plans.ts';
import type { CardProvider, Notice } from '#server/adapters/payments/card-provider.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import type { ReceiptFacts } from '#server/adapters/reports/receipt-document.ts';
import { renderApart } from '#server/adapters/reports/render-report.ts';
import { readableLocale } from '#server/platform/texts.ts';
import { joinName } from '#contract/person-names.ts';
import { personCounter } from '#server/adapters/limits/person-counters.ts';
import { countTowardsLimit } from '#server/adapters/limits/rate-counters.ts';
import { countMembers, findOrganization, lockOrganization } from '#server/repositories/organizations.repository.ts';
import {
  findPayment, findPaymentOfCharge, findPromoCode, findSubscription, findWaitingPayment, hasPaidSince, listPayments, lockSubscription, promoCodeUsedBy, recordNotice,
  updateSubscription, type Holder, type PaymentRow, type PromoCodeRow, type SubscriptionRow,
} from '#server/repositories/subscriptions.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { endPlan, openPayment, recordAnswer, requirePromoCode, resumeBilling, scheduleRenewal, settlePayment } from './payments.ts';
import { changeOf, discounted, paidAfter, periodEnd, priceOf } from './pricing.ts';
import { isPaid, toSubscription } from './subscription-state.ts';

const day = 24 * 60 * 60 * 1000;
const mostRenewalTries = 4;
/** Limits attempts per user and window (ms): promo codes are words and can be guessed. */
const codeGuesses = { most: 60, window: 60 * 60 * 1000 };
/** Limits receipts per user and window (ms): laying one out takes a moment, and audit trails wait for it. */
const receiptLimit = { most: 60, window: 60 * 60 * 1000 };

interface BillingDependencies {
  db: Db;
  provider: CardProvider;
  config: Pick<Config, 'appUrl' | 'billing' | 'locales'>;
}

export type BillingService = ReturnType<typeof createBillingService>;

export function createBillingService({ db, provider, config }: BillingDependencies) {
  /** Returns the payer: the person, or the organization, for members who may manage its billing. */
  function holderOf({ organization, userId, profileType }: Caller): Holder {
    if (!config.billing.enabled) throw new AppError('feature_not_supported');
    if (!organization) {
      if (profileType === 'guest') throw new AppError('permission_denied');
      return { id: userId, type: 'person' };
    }
    if (!mayInOrganization(organization, userId, 'bill')) throw new AppError('permission_denied');
    return { id: organization.id, type: 'organization' };
  }

  const current = async (holder: Holder): Promise<Subscription> =>
    toSubscription(await findSubscription(db, holder.id), await findWaitingPayment(db, holder.id));

  async function start(caller: Caller, input: SubscriptionStart): Promise<Subscription> {
    const holder = holderOf(caller);
    const price = priceOf(holder, input.plan, input.quantity);
    if (input.promoCode) await countTowardsLimit(db, personCounter('promo-code', caller.userId), codeGuesses);
    const paymentId = await db.transaction().execute(async (tx) => {
      if (holder.type === 'organization') await assertSeats(tx, holder.id, input.quantity);
      const row = await lockSubscription(tx, holder);
      if (isPaid(row)) throw new AppError('conflict');
      const code = input.promoCode ? await usablePromoCode(tx, holder, input.plan, input.promoCode) : null;
      if (input.enableTrialPeriod) {
        await startTrial(tx, holder, row, input.plan, code);
        return null;
      }
      assertCard(row);
      return openPayment(tx, holder, row, {
        purpose: 'start', plan: input.plan, quantity: input.quantity, amount: discounted(price, code), promo_code: code?.code ?? null,
        end_at: periodEnd(input.plan, new Date()),
      });
    });
    if (paymentId !== null) assertNotRefused(await settlePayment(db, provider, paymentId));
    return current(holder);
  }

  /** One trial per person. Organizations have no trial. */
  async function startTrial(tx: Tx, holder: Holder, row: SubscriptionRow, plan: PlanCode, code: PromoCodeRow | null): Promise<void> {
    if (config.billing.trialDays === 0 || holder.type === 'organization') throw new AppError('feature_not_supported', { reason: 'trial' });
    if (row.trial_used) throw new AppError('conflict', { reason: 'trial' });
    const endAt = new Date(Date.now() + config.billing.trialDays * day);
    await updateSubscription(tx, holder.id, {
      plan, quantity: 1, status: 'trialing', started_at: new Date(), end_at: endAt, trial_used: true, promo_code: code?.code ?? null, cancel_at_period_end: false, paid: 0,
    });
    if (code) await requirePromoCode(tx, code.code, holder.id);
    await scheduleRenewal(tx, holder.id, endAt);
  }

  async function update(caller: Caller, input: SubscriptionUpdate): Promise<Subscription> {
    const holder = holderOf(caller);
    const paymentId = await db.transaction().execute(async (tx) => {
      // Lock order: organization before subscription, as everywhere else.
      if (holder.type === 'organization') await lockOrganization(tx, holder.id);
      const row = await lockSubscription(tx, holder);
      if (!isPaid(row)) throw new AppError('conflict');
      const to = { plan: input.plan ?? row.plan, quantity: input.quantity ?? row.quantity };
      const { due, endAt } = changeOf(holder, row, to, new Date());
      if (holder.type === 'organization') await assertSeats(tx, holder.id, to.quantity);
      if (due <= 0 && !(await findWaitingPayment(tx, holder.id))) {
        await updateSubscription(tx, holder.id, { ...to, end_at: endAt, balance: row.balance - due, paid: paidAfter(row, to), cancel_at_period_end: false });
        await scheduleRenewal(tx, holder.id, endAt);
        return null;
      }
      assertCard(row);
      return openPayment(tx, holder, row, { purpose: 'update', ...to, amount: Math.max(0, due), promo_code: null, end_at: endAt });
    });
    if (paymentId !== null) assertNotRefused(await settlePayment(db, provider, paymentId));
    return current(holder);
  }

  async function cancel(caller: Caller): Promise<Subscription> {
    const holder = holderOf(caller);
    await db.transaction().execute(async (tx) => {
      const row = await lockSubscription(tx, holder);
      if (!isPaid(row)) throw new AppError('unable_to_unsubscribe');
      await updateSubscription(tx, holder.id, { cancel_at_period_end: true });
    });
    return current(holder);
  }

  /** The renewal job. Ends a canceled or unpayable plan; otherwise opens the payment for the next period. */
  async function renew(holderId: string, now = new Date()): Promise<void> {
    const paymentId = await db.transaction().execute(async (tx) => {
      const known = await findSubscription(tx, holderId);
      if (!known) return null;
      const holder: Holder = { id: holderId, type: known.holder_type };
      const row = await lockSubscription(tx, holder);
      if (!isPaid(row) || row.end_at === null || row.end_at > now) return null;
      if (row.cancel_at_period_end || row.card === null || row.renewal_tries >= mostRenewalTries) {
        await endPlan(tx, holderId);
        return null;
      }
      if ((await findWaitingPayment(tx, holderId))?.provider_id) return null;
      const code = row.promo_code && !(await hasPaidSince(tx, row, row.promo_code)) ? ((await findPromoCode(tx, row.promo_code)) ?? null) : null;
      return openPayment(tx, holder, row, {
        purpose: 'renewal', plan: row.plan, quantity: row.quantity, amount: discounted(priceOf(holder, row.plan, row.quantity), code),
        promo_code: code?.code ?? null, end_at: periodEnd(row.plan, row.end_at),
      });
    });
    if (paymentId !== null) await settlePayment(db, provider, paymentId);
  }

  async function setPaymentMethod(caller: Caller, token: string): Promise<OutputOf<'billing.setPaymentMethod'>> {
    const holder = holderOf(caller);
    const before = await findSubscription(db, holder.id);
    const added = await provider.addCard({ id: holder.id, email: caller.email, customer: before?.customer ?? null }, token);
    await db.transaction().execute(async (tx) => {
      await lockSubscription(tx, holder);
      await updateSubscription(tx, holder.id, { customer: added.customer, card: JSON.stringify(added.card) });
    });
    if (before?.card && before.card.id !== added.card.id) await provider.removeCard(before.card.id);
    return { paymentMethod: added.card };
  }

  async function deletePaymentMethod(caller: Caller): Promise<void> {
    const holder = holderOf(caller);
    const removed = await db.transaction().execute(async (tx) => {
      const row = await lockSubscription(tx, holder);
      if (isPaid(row) && row.status !== 'trialing' && !row.cancel_at_period_end) throw new AppError('resource_in_use');
      await updateSubscription(tx, holder.id, { card: null });
      return row.card;
    });
    if (removed) await provider.removeCard(removed.id);
  }

  async function promoCodePreview(caller: Caller, plan: PlanCode, promoCode: string): Promise<OutputOf<'billing.promoCodePreview'>> {
    const holder = holderOf(caller);
    await countTowardsLimit(db, personCounter('promo-code', caller.userId), codeGuesses);
    const quantity = holder.type === 'organization' ? 2 : 1;
    const oldPrice = priceOf(holder, plan, quantity);
    const code = await usablePromoCode(db, holder, plan, promoCode);
    return {
      oldPrice, newPrice: discounted(oldPrice, code), currency, discountAmount: code.discount_amount,
      discountRate: code.discount_rate === null ? null : Number(code.discount_rate),
    };
  }

  /** A payment of somebody else is not found, nor is one that was not made. */
  async function receipt(caller: Caller, id: string): Promise<OutputOf<'billing.receipt'>> {
    const payment = await findPayment(db, id);
    if (payment?.state !== 'paid') throw new AppError('not_found');
    const holder = holderOf(caller);
    if (payment.holder_id !== holder.id) throw new AppError('not_found');
    await countTowardsLimit(db, personCounter('receipts', caller.userId), receiptLimit);
    const payer = holder.type === 'organization' ? ((await findOrganization(db, holder.id))?.name ?? '') : joinName(caller.firstName, caller.lastName);
    return new Uint8Array(await renderApart({ kind: 'receipt', facts: receiptOf(payment, { payer, contact: caller.email ?? caller.phone, locale: readableLocale(caller.locale, config.locales), installation: new URL(config.appUrl).host }) }));
  }

  async function balance(caller: Caller): Promise<OutputOf<'billing.balance'>> {
    const holder = holderOf(caller);
    const row = await findSubscription(db, holder.id);
    const next = row && isPaid(row) && !row.cancel_at_period_end ? priceOf(holder, row.plan, row.quantity) : 0;
    return { current: row?.balance ?? 0, ending: Math.max(0, (row?.balance ?? 0) - next) };
  }

  async function paymentIntentSecret(caller: Caller): Promise<{ clientSecret: string }> {
    const waiting = await findWaitingPayment(db, holderOf(caller).id);
    if (!waiting?.client_secret) throw new AppError('conflict');
    return { clientSecret: waiting.client_secret };
  }

  async function setupIntentSecret(caller: Caller): Promise<{ clientSecret: string }> {
    const holder = holderOf(caller);
    const before = await findSubscription(db, holder.id);
    const { customer, clientSecret } = await provider.setupSecret({ id: holder.id, email: caller.email, customer: before?.customer ?? null });
    await db.transaction().execute(async (tx) => {
      await lockSubscription(tx, holder);
      await updateSubscription(tx, holder.id, { customer });
    });
    return { clientSecret };
  }

  /** Handles a webhook of the payment provider. Each notice is applied once, however often it is delivered. */
  async function takeNotice(body: Buffer, signature: string | undefined): Promise<void> {
    if (!config.billing.enabled) throw new AppError('feature_not_supported');
    const notice = provider.readNotice(body, signature);
    if (notice === null) return;
    const known = await paymentOf(db, notice);
    // The provider could retry a failed charge after the payer has left. Cancels the charge there.
    const state = notice.state === 'failed' && known?.state === 'pending' ? await provider.cancel(notice.chargeId) : notice.state;
    await db.transaction().execute(async (tx) => {
      if (!(await recordNotice(tx, notice.id))) return;
      const payment = await paymentOf(tx, notice);
      if (payment) await recordAnswer(tx, payment.id, { id: notice.chargeId, state });
    });
  }

  return {
    start, update, cancel, renew, receipt, setPaymentMethod, deletePaymentMethod, promoCodePreview, balance, paymentIntentSecret, setupIntentSecret, takeNotice,
    resume: (): Promise<void> => resumeBilling(db),
    settle: async (paymentId: string): Promise<void> => void (await settlePayment(db, provider, paymentId)),
    subscription: (caller: Caller): Promise<Subscription> => current(holderOf(caller)),
    paymentMethod: async (caller: Caller): Promise<OutputOf<'billing.paymentMethod'>> => ({ paymentMethod: (await findSubscription(db, holderOf(caller).id))?.card ?? null }),
    history: async (caller: Caller): Promise<OutputOf<'billing.history'>> => ({ history: (await listPayments(db, holderOf(caller).id)).map(toEntry) }),
  };
}

/** Finds the payment by the charge's id, or by the idempotency key if the response with that id was lost. */
async function paymentOf(db: Db | Tx, { chargeId, key }: Notice): Promise<PaymentRow | undefined> {
  const known = await findPaymentOfCharge(db, chargeId);
  if (known || key === null) return known;
  const payment = await findPayment(db, key);
  return payment?.provider_id === null ? payment : undefined;
}

const toEntry = (row: PaymentRow) => ({
  id: row.id, amount: row.amount, date: row.created_at.toISOString(), plan: row.plan, state: row.state, card: row.card,
});

const receiptOf = ({ id, settled_at: settledAt, created_at: createdAt, plan, quantity, end_at: until, promo_code: promoCode, amount, charged, card }: PaymentRow, about: Pick<ReceiptFacts, 'payer' | 'contact' | 'locale' | 'installation'>): ReceiptFacts => ({
  ...about, madeAt: new Date(), number: id, paidAt: settledAt ?? createdAt, plan, seats: quantity, until, promoCode, amount, charged, card,
});

function assertCard(row: SubscriptionRow): void {
  if (row.card === null || row.customer === null) throw new AppError('required_property', { property: 'paymentMethod' });
}

function assertNotRefused(payment: PaymentRow): void {
  if (payment.state === 'failed') throw new AppError('card_error');
}

/** There must be a seat for every member. The lock blocks new invitations until the change is committed. */
async function assertSeats(tx: Tx, orgId: string, quantity: number): Promise<void> {
  await lockOrganization(tx, orgId);
  const members = await countMembers(tx, orgId);
  if (members > quantity) throw new AppError('resource_in_use', { members, quantity });
}

async function usablePromoCode(db: Db | Tx, holder: Holder, plan: PlanCode, wanted: string): Promise<PromoCodeRow> {
  const code = await findPromoCode(db, wanted);
  // The pending charge has already redeemed the code: this is a repeated call.
  if (code && (await findWaitingPayment(db, holder.id))?.promo_code === code.code) return code;
  const over = code !== undefined && ((code.expires_at !== null && code.expires_at < new Date()) || code.uses_left === 0);
  if (!code || over || (code.plans.length > 0 && !code.plans.includes(plan))) throw new AppError('promo_code_not_found');
  if (await promoCodeUsedBy(db, code.code, holder.id)) throw new AppError('promo_code_already_used');
  return code;
}
