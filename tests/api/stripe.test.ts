/** Paying with the card provider's protocol: its own library against a server that speaks it. */
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { StripeServer } from '../support/stripe-server.ts';
import { Client } from './client.ts';

const webhookSecret = 'whsec_for_tests';
let stripe: StripeServer;
let server: TestApp;
let number = 0;

beforeAll(async () => {
  stripe = await StripeServer.open();
  server = await startTestApp({
    BILLING: 'true', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: stripe.url,
  });
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});
beforeEach(() => {
  stripe.calls.length = 0;
  stripe.troubles = [];
});

async function payer(token = 'tok_visa'): Promise<Client> {
  const who = await Client.signIn(server, `payer${number += 1}@example.org`);
  await who.call('billing.setPaymentMethod', { body: { token } });
  stripe.calls.length = 0;
  return who;
}

const charges = () => stripe.calls.filter(({ path }) => path === '/v1/payment_intents');

function tell(type: string, chargeId: string, options: { secret?: string; id?: string; at?: number } = {}) {
  const payload = JSON.stringify({ id: options.id ?? `evt_${chargeId}_${type}`, object: 'event', type, data: { object: { id: chargeId, object: 'payment_intent' } } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: options.secret ?? webhookSecret, ...(options.at !== undefined && { timestamp: options.at }) });
  return server.app.inject({ method: 'POST', url: '/billing/webhook', headers: { 'content-type': 'application/json', 'stripe-signature': signature }, payload });
}

test('the provider\'s own fields may be shown, where it is set up', async () => {
  const policyOf = async (app: TestApp) => String((await app.app.inject({ method: 'GET', url: '/v0/deployment' })).headers['content-security-policy']);
  expect(await policyOf(server)).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/);
  const without = await startTestApp();
  expect(await policyOf(without)).not.toContain('stripe');
  await without.close();
});

describe('cards', () => {
  test('are saved with a customer of their own', async () => {
    const who = await Client.signIn(server, 'saving@example.org');
    const { paymentMethod } = await who.call('billing.setPaymentMethod', { body: { token: 'tok_visa' } });
    expect(paymentMethod).toEqual({ id: 'pm_visa', name: 'Ada Byron', cardLast4: '4242', brand: 'visa', expMonth: 12, expYear: 2030, address: 'Weg 1', city: 'Berlin', country: 'DE', zipCode: '10115' });
    expect(stripe.calls.map(({ path }) => path.replace(/cus_\d+/, 'cus'))).toEqual(['/v1/customers', '/v1/payment_methods', '/v1/payment_methods/pm_visa/attach', '/v1/customers/cus']);
    expect(stripe.calls[0]!.authorization).toBe('Bearer sk_test_1');
    expect(stripe.calls[0]!.form.get('email')).toBe('saving@example.org');
    await who.call('billing.deletePaymentMethod');
    expect(stripe.calls.at(-1)!.path).toBe('/v1/payment_methods/pm_visa/detach');
    expect((await who.call('billing.setupIntentSecret')).clientSecret).toBe('seti_secret');
    expect(await new Client(server, '', null).call('deployment.get')).toMatchObject({ paymentProvider: 'stripe', stripePublishableKey: 'pk_test_1', billing: true });
  });

  test.each(['tok_chargeDeclined', 'tok_none'])('%s is refused', async (token) => {
    const who = await Client.signIn(server, 'refused@example.org');
    expect(await who.refusal('billing.setPaymentMethod', { body: { token } })).toBe('card_error');
  });
});

describe('charges', () => {
  test('are made once, under the key of the payment', async () => {
    const who = await payer();
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m', status: 'active' });
    const { history } = await who.call('billing.history');
    expect(charges()).toHaveLength(1);
    expect(charges()[0]!.idempotencyKey).toBe(history[0]!.id);
    expect(Object.fromEntries(charges()[0]!.form)).toMatchObject({ amount: '1500', currency: 'usd', payment_method: 'pm_visa', confirm: 'true', off_session: 'true' });
  });

  test('that are declined change nothing', async () => {
    const who = await payer('tok_poor');
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('card_error');
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active' });
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'failed' }]);
  });

  test('whose answer is lost are asked for again and paid for once', async () => {
    const who = await payer();
    stripe.troubles = [500, 0, 503];
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('service_partner_error');
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'pending' }]);
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m' });
    expect(new Set(charges().map((each) => each.idempotencyKey)).size).toBe(1);
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'paid' }]);
  }, 30_000);

  test('that the bank wants confirmed wait, and the provider tells how it ended', async () => {
    const who = await payer('tok_bank');
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ status: 'incomplete', intentType: 'payment_intent' });
    const { clientSecret } = await who.call('billing.paymentIntentSecret');
    const chargeId = clientSecret.replace('_secret', '');
    expect((await tell('payment_intent.succeeded', chargeId, { secret: 'whsec_wrong' })).statusCode).toBe(403);
    expect((await tell('payment_intent.succeeded', chargeId, { at: Math.floor(Date.now() / 1000) - 3600 })).statusCode).toBe(403);
    expect((await server.app.inject({ method: 'POST', url: '/billing/webhook', payload: '{}' })).statusCode).toBe(403);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'incomplete' });
    const told = await Promise.all([tell('payment_intent.succeeded', chargeId), tell('payment_intent.succeeded', chargeId), tell('customer.created', chargeId)]);
    expect(told.map((each) => each.statusCode)).toEqual([204, 204, 204]);
    await tell('payment_intent.payment_failed', chargeId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status: 'active' });
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'paid' }]);
  });

  test('that fail later give the account back as it was', async () => {
    const who = await payer('tok_slow');
    await who.call('billing.start', { body: { plan: 'h_b_a' } });
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('conflict');
    expect(await who.refusal('auth.deleteUser')).toBe('unable_to_unsubscribe');
    const { clientSecret } = await who.call('billing.paymentIntentSecret');
    await tell('payment_intent.canceled', clientSecret.replace('_secret', ''));
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active', intentType: 'none' });
    await who.call('auth.deleteUser');
  });
});
