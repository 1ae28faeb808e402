/** Card provider Stripe, by its own library: customers, payment methods, payment intents, signed webhooks. */
import Stripe from 'stripe';
import type { PaymentMethod } from '#contract/entities/billing.ts';
import { currency } from '#contract/plans.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import type { CardProvider, ChargeResult, Notice } from './card-provider.ts';
import { openStripe, readStripeEvent, stripeAnswer } from './stripe-client.ts';

/** Seconds that Stripe's clock may be behind ours. */
const clockSkew = 600;
/** Minimum in US dollar cents: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const leastCharge = 50;

export function createStripeProvider(settings: NonNullable<Config['billing']['stripe']>): CardProvider {
  const stripe = openStripe(settings);

  const customerOf = async (holder: { id: string; email: string | null; customer: string | null }): Promise<string> => {
    if (holder.customer !== null) return holder.customer;
    const created = await stripe.customers.create(
      { ...(holder.email !== null && { email: holder.email }), metadata: { holder: holder.id } }, { idempotencyKey: `customer-${holder.id}` });
    return created.id;
  };

  return {
    name: 'stripe',
    leastCharge,
    addCard: (holder, token) => translated(async () => {
      const customer = await customerOf(holder);
      const method = token.startsWith('pm_') ? await stripe.paymentMethods.retrieve(token) : await stripe.paymentMethods.create({ type: 'card', card: { token } });
      const attached = method.customer === null ? await stripe.paymentMethods.attach(method.id, { customer }) : method;
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: attached.id } });
      return { customer, card: methodOf(attached) };
    }),
    removeCard: (card) => translated(async () => {
      await stripe.paymentMethods.detach(card);
    }),
    charge: ({ key, customer, card, amount, description }) => translated(async () => {
      try {
        const intent = await stripe.paymentIntents.create(
          { amount, currency: currency.toLowerCase(), customer, payment_method: card, confirm: true, off_session: true, description, metadata: { payment: key } },
          { idempotencyKey: key });
        return resultOf(intent);
      } catch (error) {
        const intent = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
        if (intent === undefined) throw error;
        return resultOf(intent, 'code' in Object(error) && (error as { code?: string }).code === 'authentication_required');
      }
    }),
    findCharge: (key, customer, since) => translated(async () => {
      const made = { customer, limit: 100, created: { gte: Math.floor(since.getTime() / 1000) - clockSkew } };
      for await (const intent of stripe.paymentIntents.list(made)) {
        if (intent.metadata['payment'] === key) return resultOf(intent, intent.last_payment_error?.code === 'authentication_required');
      }
      return null;
    }),
    cancel: (charge) => translated(async () => {
      const { status } = await stripe.paymentIntents.retrieve(charge);
      if (status === 'succeeded') return 'paid';
      if (status === 'processing') return 'pending';
      if (status !== 'canceled') await stripe.paymentIntents.cancel(charge);
      return 'failed';
    }),
    setupSecret: (holder) => translated(async () => {
      const customer = await customerOf(holder);
      const intent = await stripe.setupIntents.create({ customer, usage: 'off_session' });
      if (intent.client_secret === null) throw new AppError('service_partner_error');
      return { customer, clientSecret: intent.client_secret };
    }),
    readNotice: (body, signature) => noticeOf(readStripeEvent(stripe, body, signature, settings.webhookSecret)),
  };
}

const methodOf = ({ id, card, billing_details: person }: Stripe.PaymentMethod): PaymentMethod => ({
  id,
  name: person.name,
  cardLast4: card?.last4 ?? '',
  brand: card?.brand ?? '',
  expMonth: card?.exp_month ?? 0,
  expYear: card?.exp_year ?? 0,
  address: person.address?.line1 ?? null,
  city: person.address?.city ?? null,
  country: person.address?.country ?? card?.country ?? null,
  zipCode: person.address?.postal_code ?? null,
});

function resultOf(intent: Stripe.PaymentIntent, needsPerson = false): ChargeResult {
  const waiting = needsPerson || ['requires_action', 'requires_confirmation', 'processing'].includes(intent.status);
  const state = intent.status === 'succeeded' ? 'paid' : waiting ? 'pending' : 'failed';
  return { id: intent.id, state, clientSecret: state === 'pending' ? intent.client_secret : null };
}

const chargeOf = ({ id, metadata }: Stripe.PaymentIntent): Pick<Notice, 'chargeId' | 'key'> => ({ chargeId: id, key: metadata?.['payment'] ?? null });

function noticeOf(event: Stripe.Event): Notice | null {
  if (event.type === 'payment_intent.succeeded') return { id: event.id, ...chargeOf(event.data.object), state: 'paid' };
  if (event.type === 'payment_intent.payment_failed' || event.type === 'payment_intent.canceled') {
    // The response to the charge already said so: it waits for the person's confirmation and hasn't failed.
    if (event.data.object.last_payment_error?.code === 'authentication_required' && event.type === 'payment_intent.payment_failed') return null;
    return { id: event.id, ...chargeOf(event.data.object), state: 'failed' };
  }
  return null;
}

/** Maps declined and invalid cards to `card_error`. */
const translated = <Result>(work: () => Promise<Result>): Promise<Result> => stripeAnswer(async () => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new AppError('card_error', { decline: error.decline_code ?? error.code ?? null });
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new AppError('card_error', { decline: error.code ?? 'invalid_request' });
    throw error;
  }
});
