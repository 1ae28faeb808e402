/** Plans, quotas and payments, with the test provider. */
import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plans } from '#contract/plans.ts';
import { insertMember, lockOrganization } from '#server/repositories/organizations.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { draft, stage, start } from './transaction-world.ts';

let server: TestApp;
let number = 0;

beforeAll(async () => {
  server = await startTestApp({ BILLING: 'true', TRIAL_DAYS: '14', COMPANY_DOMAINS: 'company.example' }, acceptingDocuments);
  await server.infrastructure.db.insertInto('promo_codes').values([
    { code: 'HALF', discount_rate: 0.5 }, { code: 'FIVE', discount_amount: 500, plans: ['h_b_m'] },
    { code: 'ALL', discount_rate: 1 }, { code: 'LAST', discount_rate: 1, uses_left: 1 }, { code: 'TRIED', discount_rate: 0.5, uses_left: 1 }, { code: 'BACK', discount_rate: 0.5, uses_left: 1 },
    { code: 'LATE', discount_amount: 100, expires_at: new Date(0) }, { code: 'GONE', discount_amount: 100, uses_left: 0 }, { code: 'ONCE', discount_rate: 1, uses_left: 1 },
  ]).execute();
});
afterAll(() => server.close());

const person = () => Client.signIn(server, `person${number += 1}@example.org`);
const visa = '4242 4242 4242 4242';

async function payer(token = visa): Promise<Client> {
  const who = await person();
  await who.call('billing.setPaymentMethod', { body: { token } });
  return who;
}

const set = (holder: string, changes: object) => server.infrastructure.db.updateTable('subscriptions').set(changes).where('holder_id', '=', holder).execute();
const jobs = async () => {
  const { createBillingService } = await import('#server/services/billing/billing.service.ts');
  const { createTestProvider } = await import('#server/adapters/payments/test-provider.ts');
  return createBillingService({ db: server.infrastructure.db, provider: createTestProvider(), config: server.infrastructure.config });
};
/** What the job does when its time has come. */
const renew = async (holder: string): Promise<void> => (await jobs()).renew(holder);
/** The charge that waits, as it is after so many hours; the job looks at it then. */
async function unconfirmedFor(hours: number, holder: string): Promise<void> {
  const { db } = server.infrastructure;
  const waiting = await db.selectFrom('payments').select('id').where('holder_id', '=', holder).where('state', '=', 'pending').executeTakeFirstOrThrow();
  await sql`update payments set created_at = now() - ${hours} * interval '1 hour' - interval '1 second' where id = ${waiting.id}`.execute(db);
  await (await jobs()).settle(waiting.id);
}
const needsBank = '4000002500003155';
const confirm = (clientSecret: string, outcome = 'paid') => server.app.inject({ method: 'POST', url: '/billing/webhook', headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ clientSecret, outcome }) });

describe('cards', () => {
  test('are stored without their number, replaced and removed', async () => {
    const who = await person();
    expect(await who.call('billing.paymentMethod')).toEqual({ paymentMethod: null });
    const { paymentMethod } = await who.call('billing.setPaymentMethod', { body: { token: 'tok_mastercard' } });
    expect(paymentMethod).toMatchObject({ brand: 'mastercard', cardLast4: '4444' });
    expect((await who.call('billing.setPaymentMethod', { body: { token: visa } })).paymentMethod.cardLast4).toBe('4242');
    await who.call('billing.deletePaymentMethod');
    await who.call('billing.deletePaymentMethod');
    expect(await who.call('billing.paymentMethod')).toEqual({ paymentMethod: null });
  });

  test.each(['4000000000000002', 'tok_chargeDeclined', '4000000000000069', '1234'])('%s is refused', async (token) => {
    expect(await (await person()).refusal('billing.setPaymentMethod', { body: { token } })).toBe('card_error');
  });
});

describe('a receipt', () => {
  const read = (pdf: Uint8Array): string => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/[ \u00a0]+/g, ' ');

  test('says who paid what for which plan until when, and by which card', async () => {
    const who = await payer();
    await who.call('profile.update', { body: { firstName: 'Ada', lastName: 'Byron' } });
    const { endAt } = await who.call('billing.start', { body: { plan: 'h_b_m', promoCode: 'FIVE' } });
    const { history: [paid] } = await who.call('billing.history');
    const text = read(await who.call('billing.receipt', { params: { id: paid!.id } }));
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(endAt!));
    for (const part of ['Receipt', paid!.id, `Ada Byron · ${who.email}`, 'Business · Monthly', `Paid until ${until}`, 'FIVE', 'Amount $10.00', 'Card ending in 4242 · $10.00']) expect(text).toContain(part);
    expect(text).not.toContain('From the balance');
  });

  test('tells what the card paid from what the balance paid, in the language of the payer', async () => {
    const who = await payer();
    await who.call('profile.update', { body: { firstName: 'Ada', lastName: 'Byron', locale: 'de' } });
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    await set(who.userId, { balance: 400, end_at: new Date(Date.now() - 1) });
    await renew(who.userId);
    const { history: [renewal] } = await who.call('billing.history');
    const text = read(await who.call('billing.receipt', { params: { id: renewal!.id } }));
    for (const part of ['Quittung', 'Betrag 15,00 $', 'Karte mit Endziffern 4242 · 11,00 $', 'Vom Guthaben 4,00 $']) expect(text).toContain(part);
  });

  test('is made sixty times an hour at most', async () => {
    const who = await payer();
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    const { history: [paid] } = await who.call('billing.history');
    await who.call('billing.receipt', { params: { id: paid!.id } });
    await server.infrastructure.db.updateTable('rate_counters').set({ count: '60' }).where('key', '=', `person/receipts/${who.userId}`).execute();
    expect(await who.refusal('billing.receipt', { params: { id: paid!.id } })).toBe('too_many_requests');
  });

  test('is for the payer only, and for payments that were made', async () => {
    const [who, declined] = [await payer(), await payer('4000000000000341')];
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    const { history: [paid] } = await who.call('billing.history');
    expect(await declined.refusal('billing.receipt', { params: { id: paid!.id } })).toBe('not_found');
    const { id: orgId } = await who.call('organizations.create', { body: { name: 'Analytical Engines' } });
    expect(await who.refusal('billing.receipt', { params: { id: paid!.id }, query: { orgId } })).toBe('not_found');
    await declined.refusal('billing.start', { body: { plan: 'h_b_m' } });
    const { history: [failed] } = await declined.call('billing.history');
    expect(await declined.refusal('billing.receipt', { params: { id: failed!.id } })).toBe('not_found');
  });
});

describe('a subscription', () => {
  test('is Essentials by default', async () => {
    const who = await person();
    expect(await who.call('billing.subscription')).toEqual({
      plan: 'h_e', quantity: 1, startedAt: null, endAt: null, trialActive: false, status: 'active', intentType: 'none', promoCode: null, enableTrialPeriod: false, cancelAtPeriodEnd: false,
    });
    expect((await who.call('profile.get')).featureFlags).toMatchObject({ transactionsQuota: 5, templatesQuota: 1, billingPlanTemplatesQuota: 1, allowAPIAccess: false, allowBulkSending: false });
    expect(await who.refusal('apps.create', { body: { name: 'Robot' } })).toBe('permission_denied');
  });

  test('starts once and is paid once, also with concurrent requests', async () => {
    const who = await payer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => who.send('billing.start', { body: { plan: 'h_b_m' } })));
    expect(answers.filter((each) => each.status === 200).length).toBeGreaterThan(0);
    expect(answers.every((each) => [200, 409].includes(each.status))).toBe(true);
    const { history } = await who.call('billing.history');
    expect(history).toMatchObject([{ amount: plans.h_b_m.price, plan: 'h_b_m', state: 'paid', card: '4242' }]);
    const subscription = await who.call('billing.subscription');
    expect(subscription).toMatchObject({ plan: 'h_b_m', status: 'active' });
    const days = (Date.parse(subscription.endAt!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(31.1);
    const profile = await who.call('profile.get');
    expect(profile.featureFlags).toMatchObject({ transactionsQuota: -1, templatesQuota: 5, allowAPIAccess: true, allowBulkSending: false });
    expect(profile.subscription).toMatchObject({ plan: 'h_b_m' });
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_a' } })).toBe('conflict');
  });

  test('needs a card, a plan on sale, and enough seats', async () => {
    const who = await person();
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('required_property');
    expect(await who.refusal('billing.start', { body: { plan: 'h_u' } })).toBe('feature_not_supported');
    for (const body of [{ plan: 'h_e' }, { plan: 'h_b_o_m', quantity: 2 }, { plan: 'h_b_m', quantity: 2 }, { plan: 'gold' }, { plan: 'h_b_m', quantity: 0 }]) {
      expect((await who.send('billing.start', { body })).status, JSON.stringify(body)).toBe(400);
    }
    const guest = await Client.signIn(server, 'guest@example.org', { type: 'guest' });
    expect(await guest.refusal('billing.subscription')).toBe('permission_denied');
  });

  test('does not start with a declined card, but can start with another one', async () => {
    const who = await payer('4000000000000341');
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('card_error');
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active' });
    expect((await who.call('billing.history')).history).toMatchObject([{ state: 'failed' }]);
    await who.call('billing.setPaymentMethod', { body: { token: visa } });
    expect(await who.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m', status: 'active' });
  });

  test('waits for the person\'s confirmation with the bank', async () => {
    const who = await payer('4000002500003155');
    expect(await who.refusal('billing.paymentIntentSecret')).toBe('conflict');
    expect(await who.call('billing.start', { body: { plan: 'h_b_a' } })).toMatchObject({ plan: 'h_e', status: 'incomplete', intentType: 'payment_intent' });
    const { clientSecret } = await who.call('billing.paymentIntentSecret');
    const tell = (outcome: string) => server.app.inject({ method: 'POST', url: '/billing/webhook', headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ clientSecret, outcome }) });
    const answers = await Promise.all([tell('paid'), tell('paid')]);
    expect(answers.map((each) => each.statusCode)).toEqual([204, 204]);
    await tell('failed');
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_a', status: 'active', intentType: 'none' });
    expect((await who.call('billing.history')).history).toMatchObject([{ amount: 15_000, state: 'paid' }]);
    const forged = await server.app.inject({ method: 'POST', url: '/billing/webhook', payload: { clientSecret: 'made-up', outcome: 'paid' } });
    expect([forged.statusCode, forged.json().error.code]).toEqual([403, 'forbidden']);
  });

  test('has one trial of some days, for people only', async () => {
    const who = await person();
    expect(await who.call('billing.start', { body: { plan: 'h_b_m', enableTrialPeriod: true } })).toMatchObject({ plan: 'h_b_m', trialActive: true, status: 'trialing', intentType: 'setup_intent' });
    expect((await who.call('billing.setupIntentSecret')).clientSecret).toMatch(/secret/);
    expect((await who.call('profile.get')).featureFlags.transactionsQuota).toBe(-1);
    await set(who.userId, { end_at: new Date(Date.now() - 1) });
    await renew(who.userId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', trialActive: false, enableTrialPeriod: true });
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m', enableTrialPeriod: true } })).toBe('conflict');
  });

  test('is canceled at the end of the period, and cannot be canceled if there is none', async () => {
    const who = await payer();
    expect(await who.refusal('billing.cancel')).toBe('unable_to_unsubscribe');
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    expect(await who.refusal('billing.deletePaymentMethod')).toBe('resource_in_use');
    expect(await who.call('billing.cancel')).toMatchObject({ plan: 'h_b_m', status: 'active', cancelAtPeriodEnd: true });
    expect(await who.call('billing.cancel')).toMatchObject({ cancelAtPeriodEnd: true });
    await renew(who.userId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m' });
    await set(who.userId, { end_at: new Date(Date.now() - 1) });
    await renew(who.userId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', endAt: null, cancelAtPeriodEnd: false });
    expect((await who.call('billing.history')).history).toHaveLength(1);
  });

  test('is renewed and charged once per period, and ends after some days without payment', async () => {
    const who = await payer();
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    const over = () => set(who.userId, { end_at: new Date(Date.now() - 1) });
    await over();
    await Promise.allSettled([renew(who.userId), renew(who.userId)]);
    expect((await who.call('billing.history')).history.map((each) => each.state)).toEqual(['paid', 'paid']);
    await who.call('billing.setPaymentMethod', { body: { token: '4000000000000341' } });
    await over();
    for (const status of ['past_due', 'past_due', 'past_due', 'past_due']) {
      await renew(who.userId);
      expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status });
    }
    await renew(who.userId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active' });
  });

  test('is prorated when the plan changes', async () => {
    const who = await payer();
    await who.call('billing.start', { body: { plan: 'h_b_a' } });
    expect(await who.call('billing.update', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m' });
    const balance = await who.call('billing.balance');
    expect(balance.current).toBeGreaterThan(13_400);
    expect(balance.current).toBeLessThanOrEqual(13_500);
    expect(balance.ending).toBe(balance.current - 1500);
    await set(who.userId, { end_at: new Date(Date.now() - 1) });
    await renew(who.userId);
    expect((await who.call('billing.balance')).current).toBe(balance.current - 1500);
    expect(await (await person()).refusal('billing.update', { body: { plan: 'h_b_m' } })).toBe('conflict');
  });

  test('is credited no more for the rest of a period than was paid for it', async () => {
    const [free, half] = [await payer(), await payer()];
    await free.call('billing.start', { body: { plan: 'h_b_a', promoCode: 'ALL' } });
    await free.call('billing.update', { body: { plan: 'h_b_m' } });
    expect((await free.call('billing.balance')).current).toBe(0);
    expect((await free.call('billing.history')).history.map((each) => each.amount)).toEqual([1500, 0]);
    await half.call('billing.start', { body: { plan: 'h_b_a', promoCode: 'HALF' } });
    await half.call('billing.update', { body: { plan: 'h_b_m' } });
    const { current } = await half.call('billing.balance');
    expect([current > 5900, current <= 6000]).toEqual([true, true]);
    // What the credit has paid for counts as paid: there and back again costs what a year costs.
    await half.call('billing.update', { body: { plan: 'h_b_a' } });
    const paid = (await half.call('billing.history')).history.reduce((sum, { amount }) => sum + amount, 0);
    expect(paid - (await half.call('billing.balance')).current).toBeGreaterThan(14_900);
  });

  test('is not charged when changed to the same plan, which reverts the cancellation', async () => {
    const who = await payer();
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    await who.call('billing.cancel');
    for (const body of [{ plan: 'h_b_m' as const }, {}]) expect(await who.call('billing.update', { body })).toMatchObject({ plan: 'h_b_m', cancelAtPeriodEnd: false });
    expect((await who.call('billing.history')).history.map((each) => each.amount)).toEqual([1500]);
  });

  test('is not renewed while a charge awaits confirmation, and ends if none comes', async () => {
    const who = await payer();
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    await who.call('billing.setPaymentMethod', { body: { token: needsBank } });
    await set(who.userId, { end_at: new Date(Date.now() - 1) });
    for (let day = 0; day < 4; day += 1) {
      await renew(who.userId);
      expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_b_m', status: 'past_due', intentType: 'payment_intent' });
      await unconfirmedFor(23, who.userId);
      expect(await who.call('billing.subscription')).toMatchObject({ intentType: 'payment_intent' });
      await unconfirmedFor(24, who.userId);
      expect(await who.call('billing.subscription')).toMatchObject({ status: 'past_due', intentType: 'none' });
    }
    await renew(who.userId);
    expect(await who.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active' });
    const { rows } = await server.infrastructure.pool.query<{ task: string; due: boolean }>("select task_identifier as task, run_at > now() + interval '30 minutes' as due from graphile_worker.jobs where key like any (select '%' || id from payments where holder_id = $1 union select '%' || $1)", [who.userId]);
    expect(rows.filter(({ task, due }) => task === 'settle_payment' && due).length).toBeGreaterThan(0);
  });

  test('that is never confirmed is dropped after an hour: another one can start, or the account be deleted', async () => {
    const [other, leaving] = [await payer(needsBank), await payer(needsBank)];
    for (const who of [other, leaving]) await who.call('billing.start', { body: { plan: 'h_b_a' } });
    const { clientSecret } = await other.call('billing.paymentIntentSecret');
    expect(await other.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('conflict');
    expect(await leaving.refusal('auth.deleteUser')).toBe('unable_to_unsubscribe');
    for (const who of [other, leaving]) await unconfirmedFor(1, who.userId);
    expect(await other.call('billing.subscription')).toMatchObject({ plan: 'h_e', status: 'active', intentType: 'none' });
    await leaving.call('auth.deleteUser');
    await other.call('billing.setPaymentMethod', { body: { token: visa } });
    expect(await other.call('billing.start', { body: { plan: 'h_b_m' } })).toMatchObject({ plan: 'h_b_m' });
    await confirm(clientSecret);
    expect(await other.call('billing.subscription')).toMatchObject({ plan: 'h_b_m' });
  });
});

describe('promo codes', () => {
  const ask = (who: Client, promoCode: string, plan: 'h_b_m' | 'h_b_a' = 'h_b_m') => who.call('billing.promoCodePreview', { body: { plan, promoCode } });

  test('are previewed, and used once per person', async () => {
    const who = await payer();
    expect(await ask(who, 'half')).toEqual({ oldPrice: 1500, newPrice: 750, currency: 'USD', discountAmount: null, discountRate: 0.5 });
    expect(await ask(who, 'FIVE')).toMatchObject({ newPrice: 1000, discountAmount: 500 });
    expect(await who.call('billing.start', { body: { plan: 'h_b_m', promoCode: 'HALF' } })).toMatchObject({ promoCode: 'HALF' });
    expect((await who.call('billing.history')).history[0]!.amount).toBe(750);
    expect(await who.refusal('billing.promoCodePreview', { body: { plan: 'h_b_m', promoCode: 'HALF' } })).toBe('promo_code_already_used');
  });

  test.each([['NONE', 'h_b_m'], ['LATE', 'h_b_m'], ['GONE', 'h_b_m'], ['FIVE', 'h_b_a']] as const)('%s for %s is rejected', async (promoCode, plan) => {
    const who = await payer();
    expect(await who.refusal('billing.promoCodePreview', { body: { plan, promoCode } })).toBe('promo_code_not_found');
    expect(await who.refusal('billing.start', { body: { plan, promoCode } })).toBe('promo_code_not_found');
  });

  test('have a limit on wrong guesses', async () => {
    const who = await person();
    const tries = await Promise.all(Array.from({ length: 62 }, (_, index) => who.send('billing.promoCodePreview', { body: { plan: 'h_b_m', promoCode: `GUESS${index}` } })));
    expect(tries.filter((each) => each.status === 429)).toHaveLength(2);
    expect(await who.refusal('billing.start', { body: { plan: 'h_b_m', promoCode: 'HALF' } })).toBe('too_many_requests');
  });

  test('of 100 % charge nothing, and have a limited number of uses', async () => {
    const who = await payer('4000000000000341');
    expect(await who.call('billing.start', { body: { plan: 'h_b_m', promoCode: 'ONCE' } })).toMatchObject({ plan: 'h_b_m', status: 'active' });
    expect(await (await payer()).refusal('billing.start', { body: { plan: 'h_b_m', promoCode: 'ONCE' } })).toBe('promo_code_not_found');
  });
});

describe('the last redemption of a promo code', () => {
  const wanting = (promoCode: string, more: object = {}) => ({ body: { plan: 'h_b_m' as const, promoCode, ...more } });

  test('goes to one person, also with concurrent requests', async () => {
    const people = await Promise.all([payer(), payer(), payer(), payer()]);
    const answers = await Promise.all(people.map((who) => who.send('billing.start', wanting('LAST'))));
    expect(answers.map((each) => each.status).sort()).toEqual([200, 404, 404, 404]);
  });

  test('is reserved by a trial for its first payment, also after a failed attempt', async () => {
    const [who, other] = [await payer('4000000000000341'), await payer()];
    await who.call('billing.start', wanting('TRIED', { enableTrialPeriod: true }));
    expect(await other.refusal('billing.start', wanting('TRIED', { enableTrialPeriod: true }))).toBe('promo_code_not_found');
    await set(who.userId, { end_at: new Date(Date.now() - 1) });
    await renew(who.userId);
    await who.call('billing.setPaymentMethod', { body: { token: visa } });
    await renew(who.userId);
    await set(who.userId, { end_at: new Date(Date.now() - 1) });
    await renew(who.userId);
    expect((await who.call('billing.history')).history.map(({ amount, state }) => [amount, state])).toEqual([[1500, 'paid'], [750, 'paid'], [750, 'failed']]);
  });

  test('is released when the subscription fails', async () => {
    const [poor, other] = [await payer('4000000000000341'), await payer()];
    expect(await poor.refusal('billing.start', wanting('BACK'))).toBe('card_error');
    expect((await other.call('billing.start', wanting('BACK'))).promoCode).toBe('BACK');
    expect(await poor.refusal('billing.start', wanting('BACK'))).toBe('promo_code_not_found');
  });
});

describe('quotas', () => {
  test('count down with every start and never below zero, also concurrently', async () => {
    const who = await person();
    const drafts = [];
    for (let index = 0; index < 7; index += 1) drafts.push(await draft(who, ['friend@example.org']));
    for (const each of drafts) await stage(who, each, each.fileIds[0]!);
    const answers = await Promise.all(drafts.map((each) => who.send('transactions.start', { params: { id: each.id } })));
    expect(answers.map((each) => each.status).sort()).toEqual([200, 200, 200, 200, 200, 403, 403]);
    expect((await who.call('profile.get')).featureFlags.transactionsQuota).toBe(0);
    expect(await who.refusal('transactions.create', { body: { name: 'One more' } })).toBe('limit_exceeded');
    const refused = drafts[answers.findIndex((each) => each.status === 403)]!;
    expect((await who.call('transactions.get', { params: { id: refused.id } })).status).toBe('draft');
    await who.call('billing.setPaymentMethod', { body: { token: visa } });
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    await who.call('transactions.start', { params: { id: refused.id } });
  });

  test('of templates are restored by a deletion', async () => {
    const who = await person();
    const create = () => who.send('templates.create', { body: { name: 'Lease' } });
    const made = await Promise.all([create(), create(), create()]);
    expect(made.map((each) => each.status).sort()).toEqual([200, 403, 403]);
    expect((await who.call('profile.get')).featureFlags.templatesQuota).toBe(0);
    await who.call('templates.delete', { params: { id: (made.find((each) => each.status === 200)!.body as { id: string }).id } });
    expect((await create()).status).toBe(200);
  });

  test('do not apply to verified addresses of the company', async () => {
    const who = await Client.signIn(server, 'staff@company.example');
    expect((await who.call('profile.get')).featureFlags.transactionsQuota).toBe(-1);
    // What they are shown of an organization is what they may do there.
    expect((await who.call('organizations.create', { body: { name: 'Theirs' } })).featureFlags.allowBulkSending).toBe(true);
    expect((await (await person()).call('organizations.create', { body: { name: 'Another' } })).featureFlags.allowBulkSending).toBe(false);
  });

  test('block the features that the plan lacks', async () => {
    const who = await person();
    const transaction = await draft(who, ['friend@example.org'], { options: { allowSignerReassignment: true } });
    await stage(who, transaction, transaction.fileIds[0]!);
    expect(await who.refusalBody('transactions.start', { params: { id: transaction.id } })).toMatchObject({ code: 'permission_denied', details: { features: ['allowSignerReassignment'] } });
    await who.call('billing.setPaymentMethod', { body: { token: visa } });
    await who.call('billing.start', { body: { plan: 'h_b_m' } });
    expect((await who.call('transactions.start', { params: { id: transaction.id } })).status).toBe('pending');
  });
});

describe('an organization', () => {
  test('is paid by its owner per seat, and its members share its quota', async () => {
    const owner = await person();
    const member = await person();
    const { id } = await owner.call('organizations.create', { body: { name: 'Works' } });
    await owner.call('organizations.invite', { params: { id }, body: { members: [{ email: member.email, role: 'admin' }] } });
    await member.call('invites.accept', { params: { id: (await member.call('invites.list')).invites[0]!.id } });
    const query = { orgId: id };
    expect(await member.refusal('billing.subscription', { query })).toBe('permission_denied');
    await owner.call('billing.setPaymentMethod', { query, body: { token: visa } });
    for (const quantity of [1, 151]) expect((await owner.send('billing.start', { query, body: { plan: 'h_b_o_m', quantity } })).status).toBe(400);
    expect((await owner.send('billing.start', { query, body: { plan: 'h_b_m', quantity: 2 } })).status).toBe(400);
    expect(await owner.refusal('billing.start', { query, body: { plan: 'h_b_o_m', quantity: 2, enableTrialPeriod: true } })).toBe('feature_not_supported');
    const sent = await draft(member, ['friend@example.org']);
    await server.infrastructure.db.updateTable('transactions').set({ org_id: id }).where('id', '=', sent.id).execute();
    await start(member, sent);
    expect((await owner.call('organizations.get', { params: { id } })).featureFlags.transactionsQuota).toBe(4);
    expect((await member.call('profile.get')).featureFlags.transactionsQuota).toBe(5);

    expect(await owner.call('billing.start', { query, body: { plan: 'h_b_o_m', quantity: 2 } })).toMatchObject({ plan: 'h_b_o_m', quantity: 2 });
    expect((await owner.call('billing.history', { query })).history).toMatchObject([{ amount: 3000 }]);
    const seen = await owner.call('organizations.get', { params: { id } });
    expect(seen).toMatchObject({ subscription: { plan: 'h_b_o_m' }, featureFlags: { transactionsQuota: -1 } });
    expect((await member.call('organizations.get', { params: { id } })).subscription).toBeNull();
    expect(await owner.refusal('organizations.invite', { params: { id }, body: { members: [{ email: 'third@example.org' }] } })).toBe('limit_exceeded');
    expect(await owner.call('billing.update', { query, body: { quantity: 3 } })).toMatchObject({ quantity: 3 });
    const [more] = (await owner.call('billing.history', { query })).history;
    expect(more!.amount).toBeGreaterThan(1400);
    await owner.call('organizations.invite', { params: { id }, body: { members: [{ email: 'third@example.org' }] } });
    expect(await owner.refusal('billing.update', { query, body: { quantity: 2 } })).toBe('resource_in_use');
    await owner.call('organizations.delete', { params: { id } });
    expect(await server.infrastructure.db.selectFrom('subscriptions').select('plan').where('holder_id', '=', id).execute()).toEqual([]);
  });
});

describe('seats', () => {
  const invite = (owner: Client, id: string, ...names: string[]) => owner.send('organizations.invite', { params: { id }, body: { members: names.map((name) => ({ email: `${name}.${id}@example.org` })) } });

  async function works(token = visa): Promise<{ owner: Client; id: string; query: { orgId: string } }> {
    const owner = await person();
    const { id } = await owner.call('organizations.create', { body: { name: 'Works' } });
    await owner.call('billing.setPaymentMethod', { query: { orgId: id }, body: { token } });
    return { owner, id, query: { orgId: id } };
  }

  test('paid for are the maximum', async () => {
    const { owner, id, query } = await works(needsBank);
    await owner.call('billing.start', { query, body: { plan: 'h_b_o_m', quantity: 2 } });
    expect((await invite(owner, id, 'b', 'c')).status).toBe(403);
    expect((await invite(owner, id, 'b')).status).toBe(200);
    await confirm((await owner.call('billing.paymentIntentSecret', { query })).clientSecret);
    expect(await owner.call('billing.subscription', { query })).toMatchObject({ status: 'active', quantity: 2 });
  });

  test('cannot be reduced while another invitation takes them', async () => {
    const { owner, id, query } = await works();
    await owner.call('billing.start', { query, body: { plan: 'h_b_o_m', quantity: 3 } });
    await invite(owner, id, 'b');
    const { db } = server.infrastructure;
    const late = await person();
    // An invitation as it stands in the database before it is there for others.
    const inviting = await db.startTransaction().execute();
    await lockOrganization(inviting, id);
    await insertMember(inviting, { org_id: id, user_id: late.userId, role: 'participant', permissions: null });
    let answered = false;
    const fewer = owner.send('billing.update', { query, body: { quantity: 2 } }).finally(() => { answered = true; });
    const waits = async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length > 0;
    await expect.poll(async () => answered || (await waits()), { timeout: 15_000 }).toBe(true);
    await inviting.commit().execute();
    expect(await fewer).toMatchObject({ body: { error: { code: 'resource_in_use', details: { members: 3 } } } });
  });

  test('are credited pro rata when reduced', async () => {
    const { owner, query } = await works();
    await owner.call('billing.start', { query, body: { plan: 'h_b_o_a', quantity: 4, promoCode: 'HALF' } });
    await owner.call('billing.update', { query, body: { quantity: 2 } });
    const { current } = await owner.call('billing.balance', { query });
    expect([current > 14_900, current <= 15_000]).toEqual([true, true]);
  });
});

test('without billing there are no limits and nothing is sold', async () => {
  const free = await startTestApp({}, acceptingDocuments);
  const who = await Client.signIn(free, 'free@example.org');
  expect((await who.call('profile.get')).featureFlags).toMatchObject({ transactionsQuota: -1, templatesQuota: -1, allowBulkSending: true });
  expect((await who.call('profile.get')).subscription).toBeNull();
  expect(await who.refusal('billing.start', { body: { plan: 'h_b_m' } })).toBe('feature_not_supported');
  await free.close();
});
