/** A visit to the third party that looks at papers is called off when nobody needs it any more, whether the third party is there or not. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { StripeServer } from '../support/stripe-server.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { at, contact, draft, start } from './transaction-world.ts';

let thirdParty: StripeServer;
let server: TestApp;
let ada: Client;
let bea: Client;

beforeAll(async () => {
  thirdParty = await StripeServer.open();
  server = await startTestApp(
    { RUN_JOBS: 'true', IDENTITY_SECRET_KEY: 'sk_identity', IDENTITY_WEBHOOK_SECRET: 'whsec_identity', IDENTITY_API_BASE: thirdParty.url }, acceptingDocuments,
  );
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

/** Bea is on her way to the third party. */
async function visiting(sender = ada, more: Record<string, unknown> = {}): Promise<{ sent: Transaction; reference: string }> {
  const sent = await start(sender, await draft(sender, [], { recipients: [contact(bea.email, { identityRequirements: ['third_party'] })], ...more }));
  const { id } = await bea.call('identityChecks.begin', at(sent));
  const { reference } = await server.infrastructure.db.selectFrom('identity_checks').select('reference').where('id', '=', id).executeTakeFirstOrThrow();
  return { sent, reference: reference! };
}

const cancelsOf = (reference: string): number =>
  thirdParty.calls.filter(({ path }) => path === `/v1/identity/verification_sessions/${reference}/cancel`).length;
const calledOff = (reference: string) => vi.waitFor(() => expect(cancelsOf(reference)).toBeGreaterThan(0), { timeout: 90_000, interval: 100 });

const reassign = ({ id, recipients }: Transaction, toUser: { email: string }) =>
  ada.call('transactions.reassign', { params: { id }, body: { fromUserId: recipients[0]!.id, toUser, reason: 'Away' } });

test.each<[string, (sent: Transaction) => Promise<unknown>]>([
  ['it is canceled', (sent) => ada.call('transactions.cancel', at(sent))],
  ['it is declined', (sent) => bea.call('transactions.decline', { ...at(sent), body: { reason: 'No' } })],
  ['it is deleted', (sent) => ada.call('transactions.delete', at(sent))],
  ['it is reassigned', (sent) => reassign(sent, { email: 'carl@example.org' })],
  ['the recipient cancels the check', (sent) => bea.call('identityChecks.cancel', at(sent))],
])('cancels the check when %s', async (_, act) => {
  const { sent, reference } = await visiting();
  expect(cancelsOf(reference)).toBe(0);
  await act(sent);
  await calledOff(reference);
  expect(cancelsOf(reference)).toBe(1);
}, 120_000);

test('cancels the check when the transaction expires', async () => {
  const { reference } = await visiting(ada, { expiresAt: new Date(Date.now() + 3000).toISOString() });
  await calledOff(reference);
  expect(cancelsOf(reference)).toBe(1);
}, 120_000);

test('cancels the check when the sender\'s account is deleted', async () => {
  const sender = await Client.signIn(server, 'leaving@example.org', { firstName: 'Leo' });
  const { reference } = await visiting(sender);
  await sender.call('auth.deleteUser');
  await calledOff(reference);
  expect(cancelsOf(reference)).toBe(1);
}, 120_000);

test('cancels the check when the recipient takes too long', async () => {
  const { sent, reference } = await visiting();
  const { db, pool } = server.infrastructure;
  await db.updateTable('identity_checks').set({ expires_at: new Date() }).where('transaction_id', '=', sent.id).execute();
  await pool.query("update graphile_worker._private_jobs set run_at = now() where key = 'expire_identity_check:' || $1", [await checkIdOf(sent)]);
  await calledOff(reference);
  expect(cancelsOf(reference)).toBe(1);
}, 120_000);

const checkIdOf = async ({ id }: Transaction): Promise<string> => (await ada.call('identityChecks.list', { params: { id } })).checks[0]!.id;

test('cancels a check that the third party opens after the transaction has ended', async () => {
  const sent = await start(ada, await draft(ada, [], { recipients: [contact(bea.email, { identityRequirements: ['third_party'] })] }));
  const opened = thirdParty.hold();
  const begun = bea.call('identityChecks.begin', at(sent));
  await opened.received;
  await ada.call('transactions.cancel', at(sent));
  opened.goOn();
  const { url } = await begun;
  const { reference } = await server.infrastructure.db.selectFrom('identity_checks').select('reference').where('transaction_id', '=', sent.id).executeTakeFirstOrThrow();
  expect(url).toContain(reference);
  await calledOff(reference!);
  expect(cancelsOf(reference!)).toBe(1);
}, 120_000);

test('cancels the check later if the third party is down, without failing anything', async () => {
  const { sent, reference } = await visiting();
  thirdParty.troubles.push(503, 503, 503);
  expect((await ada.call('transactions.cancel', at(sent))).status).toBe('canceled');
  // Three tries of the first time, and one of the next.
  await vi.waitFor(() => expect(cancelsOf(reference)).toBe(4), { timeout: 90_000, interval: 100 });
}, 120_000);

test('treats a check that already ended at the third party as canceled', async () => {
  const { sent, reference } = await visiting();
  thirdParty.troubles.push(400);
  await ada.call('transactions.cancel', at(sent));
  await calledOff(reference);
  const waiting = () => server.infrastructure.pool.query("select 1 from graphile_worker._private_jobs where key = 'cancel_identity_session:' || $1", [reference]);
  await vi.waitFor(async () => expect((await waiting()).rowCount).toBe(0), { timeout: 90_000, interval: 100 });
  expect(cancelsOf(reference)).toBe(1);
}, 120_000);
