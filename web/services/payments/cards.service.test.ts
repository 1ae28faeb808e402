import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { confirmPayment, mountCardField } from './cards.service.ts';

const call = vi.hoisted(() => vi.fn<(id: string, input: object) => Promise<object>>(async () => ({ clientSecret: 'seti_1_secret' })));
vi.mock('../api/call.ts', () => ({ call }));
const confirmCardSetup = vi.fn<(secret: string, data: object) => Promise<object>>();
const confirmCardPayment = vi.fn<(secret: string) => Promise<object>>();
const card = { mount: vi.fn<() => void>(), destroy: vi.fn<() => void>() };
const deployment = { stripePublishableKey: 'pk_test_1' } as Deployment;

beforeEach(() => {
  vi.stubGlobal('Stripe', () => ({ elements: () => ({ create: () => card }), confirmCardSetup, confirmCardPayment }));
  vi.spyOn(document.head, 'append').mockImplementation((script) => (script as HTMLScriptElement).onload?.(new Event('load')));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const field = () => mountCardField(deployment, document.createElement('div'), 'en', {});

test('a card is confirmed with a setup intent of the payer before it is stored', async () => {
  confirmCardSetup.mockResolvedValueOnce({ setupIntent: { payment_method: 'pm_1' } });
  expect(await (await field()).confirm('org')).toBe('pm_1');
  expect(call).toHaveBeenCalledWith('billing.setupIntentSecret', { query: { orgId: 'org' } });
  expect(confirmCardSetup).toHaveBeenCalledWith('seti_1_secret', { payment_method: { card } });
});

test.each([[{ error: { message: 'Your card was declined.' } }], [{ setupIntent: { payment_method: null } }], [{}]])('%j is a failed setup', async (answer) => {
  confirmCardSetup.mockResolvedValueOnce(answer);
  await expect((await field()).confirm(undefined)).rejects.toMatchObject({ code: 'setup_card_error' });
});

test.each([
  ['payment_canceled', { error: { code: 'payment_intent_authentication_failure' } }],
  ['card_confirmation_error', { error: { code: 'card_declined', message: 'Your card was declined.' } }],
])('a payment that the bank does not confirm: %s', async (code, answer) => {
  confirmCardPayment.mockResolvedValueOnce(answer);
  await expect(confirmPayment(deployment, undefined)).rejects.toMatchObject({ code });
});
