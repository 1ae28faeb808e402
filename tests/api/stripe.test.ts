/** Paying with the card provider's protocol: its own library against a server that speaks it. */
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStripeProvider } from '#server/adapters/payments/stripe-provider.ts';
import { createBillingService } from '#server/services/billing/billing.service.ts';
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

const charges = () => stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents');

function tell(type: string, chargeId: string, options: { secret?: string; id?: string; at?: number; error?: string; payment?: string } = {}) {
  const payload = JSON.stringify({ id: options.id ?? `evt_${chargeId}_${type}`, object: 'event', type, data: { object: { id: chargeId, object: 'payment_intent', metadata: options.payment === undefined ? {} : { payment: options.payment }, ...(options.error !== undefined && { last_payment_error: { code: options.error } }) } } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: options.secret ?? webhookSecret, ...(options.at !== undefined && { timestamp: options.at }) });
  return server.app.inject({ method: 'POST', url: '/billing/webhook', headers: { 'content-type': 'application/json', 'stripe-signature': signature }, payload });
}

test('allows the provider\'s own card fields on the page if configured', async () => {
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

  test.each(['tok_chargeDeclined', 'tok_none'])('%s is rejected', async (token) => {
    const who = await Client.signIn(server, 'refused@example.org');
    expect(await who.refusal('billing.setPaymentMethod', { body: { token } })).toBe('card_error');
  });
});

describe('charges', () => {
  test('are made once, with the payment id as idempotency key', async () => {
    const who = await payer();
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m', status: 'active' });
    const { history } = await who.call('billing.history');
    expect(charges()).toHaveLength(1);
    expect(charges()[0]!.idempotencyKey).toBe(history[0]!.id);
    expect(Object.fromEntries(charges()[0]!.form)).toMatchObject({ amount: '1500', currency: 'usd', payment_method: 'pm_visa', confirm: 'true', off_session: 'true' });
  });

  test('below the minimum amount are added to the next one', async () => {
    const who = await payer();
    const { db, config } = server.infrastructure;
    const { id } = await who.call('organizations.create', { body: { name: 'Works' } });
    const query = { orgId: id };
    await who.call('billing.setPaymentMethod', { query, body: { token: 'tok_visa' } });
    await who.call('billing.start', { query, body: { plan: 'h_b_o_m', quantity: 2 } });
    await sql`update subscriptions set end_at = now() + interval '1 hour' where holder_id = ${id}`.execute(db);
    expect(await who.call('billing.update', { query, body: { quantity: 3 } })).toMatchObject({ quantity: 3, status: 'active' });
    const { current } = await who.call('billing.balance', { query });
    expect(current).toBeGreaterThan(-50);
    expect(current).toBeLessThan(0);
    await sql`update subscriptions set end_at = now() where holder_id = ${id}`.execute(db);
    await createBillingService({ db, provider: createStripeProvider(config.billing.stripe!), config }).renew(id);
    expect(charges().map(({ form }) => Number(form.get('amount')))).toEqual([3000, 4500 - current]);
    expect(await who.call('billing.balance', { query })).toEqual({ current: 0, ending: 0 });
    expect((await who.call('billing.history', { query })).history.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  });

  test('below the minimum amount after credit still renew the plan', async () => {
    const who = await payer();
    const { db, config } = server.infrastructure;
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    await sql`update subscriptions set end_at = now(), balance = 1480 where holder_id = ${who.userId}`.execute(db);
    await createBillingService({ db, provider: createStripeProvider(config.billing.stripe!), config }).renew(who.userId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status: 'active' });
    expect((await who.call('billing.balance')).current).toBe(-20);
    expect(charges()).toHaveLength(1);
  });

  test('that are declined change nothing', async () => {
    const who = await payer('tok_poor');
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('card_error');
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active' });
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'failed' }]);
  });

  test('without a response are retried and paid once', async () => {
    const who = await payer();
    stripe.troubles = [500, 0, 503];
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('service_partner_error');
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'pending' }]);
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m' });
    expect(new Set(charges().map((each) => each.idempotencyKey)).size).toBe(1);
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'paid' }]);
  }, 30_000);

  test('without a response are found after the provider has forgotten the idempotency key', async () => {
    const who = await payer();
    const { db, config } = server.infrastructure;
    stripe.troubles = ['unanswered', 0, 0, 0];
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('service_partner_error');
    const { id } = await db.selectFrom('payments').select('id').where('holder_id', '=', who.userId).executeTakeFirstOrThrow();
    await sql`update payments set created_at = now() - interval '2 days' where id = ${id}`.execute(db);
    stripe.troubles = [];
    stripe.forgetKeys();
    await createBillingService({ db, provider: createStripeProvider(config.billing.stripe!), config }).settle(id);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status: 'active' });
    expect(stripe.made.filter(({ payment }) => payment === id)).toHaveLength(1);
  }, 30_000);

  test('without a response are settled by a webhook', async () => {
    const who = await payer();
    stripe.troubles = ['unanswered', 0, 0, 0];
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('service_partner_error');
    stripe.troubles = [];
    const { id } = (await who.call('billing.history')).history[0]!;
    const charge = stripe.made.find(({ payment }) => payment === id)!;
    expect((await tell('payment_intent.succeeded', charge.id, { payment: 'f'.repeat(24) })).statusCode).toBe(204);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e' });
    expect((await tell('payment_intent.succeeded', charge.id, { payment: id, id: 'evt_with_key' })).statusCode).toBe(204);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status: 'active' });
    expect((await who.call('billing.history')).history).toMatchObject([{ id, state: 'paid' }]);
  }, 30_000);

  test('and renewals abandoned by jobs are restarted, those not yet due are not', async () => {
    const { db, config } = server.infrastructure;
    const [over, waiting, unanswered] = [await payer(), await payer(), await payer()];
    for (const who of [over, waiting]) await who.call('billing.start', { body: { plan: 'h_b_m' } });
    stripe.troubles = [500, 500, 500];
    await unanswered.send('billing.start', { body: { plan: 'h_b_m' } });
    stripe.troubles = [];
    await sql`update subscriptions set end_at = now() - interval '2 hours' where holder_id in (${over.userId}, ${waiting.userId})`.execute(db);
    const { id } = await db.selectFrom('payments').select('id').where('holder_id', '=', unanswered.userId).executeTakeFirstOrThrow();
    await sql`update payments set created_at = now() - interval '2 hours' where id = ${id}`.execute(db);
    const given = [`renew_subscription:${over.userId}`, `settle_payment:${id}`];
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key in (${sql.join(given)})`.execute(db);
    const later = new Date(Date.now() + 60 * 60_000);
    await sql`update graphile_worker._private_jobs set run_at = ${later} where key = ${`renew_subscription:${waiting.userId}`}`.execute(db);
    const before = async (key: string) => (await sql<{ attempts: number; run_at: Date }>`select attempts, run_at from graphile_worker._private_jobs where key = ${key}`.execute(db)).rows;
    await createBillingService({ db, provider: createStripeProvider(config.billing.stripe!), config }).resume();
    for (const key of given) expect(await before(key), key).toMatchObject([{ attempts: 0 }]);
    for (const key of given) expect((await before(key))[0]!.run_at.getTime(), key).toBeLessThan(Date.now() + 60_000);
    expect(await before(`renew_subscription:${waiting.userId}`)).toMatchObject([{ run_at: later }]);
  }, 30_000);

  test('awaiting confirmation by the bank stay pending until the webhook reports the outcome', async () => {
    const who = await payer('tok_bank');
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ status: 'incomplete', intentType: 'payment_intent' });
    const { clientSecret } = await who.call('billing.paymentIntentSecret');
    const chargeId = clientSecret.replace('_secret', '');
    expect((await tell('payment_intent.succeeded', chargeId, { secret: 'whsec_wrong' })).statusCode).toBe(403);
    expect((await tell('payment_intent.succeeded', chargeId, { at: Math.floor(Date.now() / 1000) - 3600 })).statusCode).toBe(403);
    expect((await server.app.inject({ method: 'POST', url: '/billing/webhook', payload: '{}' })).statusCode).toBe(403);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'incomplete' });
    const answers = await Promise.all([tell('payment_intent.succeeded', chargeId), tell('payment_intent.succeeded', chargeId), tell('customer.created', chargeId)]);
    expect(answers.map((each) => each.statusCode)).toEqual([204, 204, 204]);
    await tell('payment_intent.payment_failed', chargeId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status: 'active' });
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'paid' }]);
  });

  test('awaiting confirmation by the bank do not fail, and cannot be paid after they have', async () => {
    const who = await payer('tok_bank');
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    const chargeId = (await who.call('billing.paymentIntentSecret')).clientSecret.replace('_secret', '');
    await tell('payment_intent.payment_failed', chargeId, { error: 'authentication_required' });
    expect(await who.call('billing.subscription')).toMatchObject({ status: 'incomplete', intentType: 'payment_intent' });
    await tell('payment_intent.payment_failed', chargeId, { error: 'card_declined', id: 'evt_declined' });
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active', intentType: 'none' });
    expect(stripe.intents.get(chargeId)).toBe('canceled');
  });

  test.each([['succeeded', 'h_b_m', 'none'], ['processing', 'h_e', 'payment_intent'], ['requires_action', 'h_e', 'none']])('not confirmed in time but %s at the provider keep that state', async (status, plan, intentType) => {
    const who = await payer('tok_bank');
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    const { db, config } = server.infrastructure;
    const { id, provider_id: chargeId } = await db.selectFrom('payments').select(['id', 'provider_id']).where('holder_id', '=', who.userId).executeTakeFirstOrThrow();
    await sql`update payments set created_at = now() - interval '61 minutes' where id = ${id}`.execute(db);
    stripe.intents.set(chargeId!, status);
    await createBillingService({ db, provider: createStripeProvider(config.billing.stripe!), config }).settle(id);
    expect(await who.call('billing.subscription')).toMatchObject({ plan, intentType });
    expect(stripe.intents.get(chargeId!)).toBe(status === 'requires_action' ? 'canceled' : status);
  });

  test('that fail later restore the account', async () => {
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
