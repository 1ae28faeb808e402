import { afterAll, beforeAll, expect, test } from 'vitest';
import { StripeServer } from '../../../tests/support/stripe-server.ts';
import { createStripeIdentity } from '../identity-check/stripe-identity.ts';
import { createStripeProvider } from './stripe-provider.ts';

let stripe: StripeServer;
beforeAll(async () => {
  stripe = await StripeServer.open();
});
afterAll(() => stripe.close());

const settings = () => ({ secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec_test', apiBase: stripe.url, timeLimit: 200 });
const charge = { key: 'payment-1', customer: 'cus_1', card: 'pm_visa', amount: 1500, description: 'A month' };

test('retries an unanswered charge with the same idempotency key and charges once', async () => {
  stripe.troubles = ['silence'];
  expect(await createStripeProvider(settings()).charge(charge)).toMatchObject({ state: 'paid' });
  expect(stripe.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['payment-1', 'payment-1']);
});

test.each([
  ['a charge', () => createStripeProvider(settings()).charge({ ...charge, key: 'payment-2' })],
  ['an external identity check', () => createStripeIdentity(settings()).open({ key: 'check-1', email: 'bea@example.org', phone: null, returnUrl: 'https://app.example/back' })],
])('times out on %s that is never answered, and reports a provider error', async (_, ask) => {
  stripe.troubles = ['silence', 'silence', 'silence'];
  await expect(ask()).rejects.toMatchObject({ code: 'service_partner_error' });
});
