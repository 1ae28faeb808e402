/** A mail server and a gateway that take the connection and never answer: whoever waits is told, and nothing else is held up. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Mailbox } from '../support/mailbox.ts';
import type { Client } from './client.ts';
import { at, draft, eventsOf, openTransactionWorld, start, type TransactionWorld } from './transaction-world.ts';

let server: TransactionWorld['server'];
let ada: Client;
let mailbox: Mailbox;
let gateway: Server;
const pending: ServerResponse[] = [];
let isSilent = true;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  gateway = createServer((request, response) => request.resume().on('end', () => (isSilent ? pending.push(response) : response.end())));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  ({ server, ada } = await openTransactionWorld({
    SMTP_URL: mailbox.url, SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`, RUN_JOBS: 'true', LOG_LEVEL: 'silent',
  }));
});
afterAll(async () => {
  mailbox.hold(false);
  await mailbox.close();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const soon = { timeout: 20_000, interval: 100 };
const stateOf = (id: string) => ada.call('transactions.get', at({ id }));
const deliveryOf = async (id: string) => (await stateOf(id)).recipients[0]!.delivery;
const ask = async (emails: string[], more = {}) => (await start(ada, await draft(ada, emails, more))).id;
/** It is over at once. */
async function expire(id: string): Promise<void> {
  await server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', id).execute();
  await server.infrastructure.pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [`expire_transaction:${id}`]);
}

test('shows the sender that mail and text messages are delayed, while other work continues', { timeout: 90_000 }, async () => {
  mailbox.hold(true);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const byMail: string[] = [];
  for (const name of names) byMail.push(await ask([`${name}@example.org`]));
  const byText = await ask([], { recipients: [{ phone: '+4915100000055', firstName: 'Tina' }] });
  // Whoever carries mail waits: four at a time.
  await vi.waitFor(() => expect([mailbox.held, pending.length]).toEqual([4, 1]), soon);
  const other = await ask([], { recipients: [{ phone: '+4915100000056', firstName: 'Tom' }], expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  await expire(other);
  await vi.waitFor(async () => expect((await stateOf(other)).status).toBe('expired'), soon);
  const deliveries = () => Promise.all([...byMail, byText].map(deliveryOf));
  await vi.waitFor(async () => expect(await deliveries()).toEqual(['waiting', 'waiting', 'waiting', 'waiting', null, 'waiting']), { ...soon, timeout: 40_000 });
  // One that nobody comes to try.
  await server.infrastructure.pool.query("update mails set created_at = now() - interval '61 seconds' where recipient = 'e@example.org'");
  expect(await deliveryOf(byMail[4]!)).toBe('waiting');

  const events = () => Promise.all([...byMail, byText].map((id) => eventsOf(server, ada.userId, id)));
  const published = await events();
  mailbox.hold(false);
  isSilent = false;
  for (const response of pending) response.end();
  await vi.waitFor(async () => expect(await deliveries()).toEqual(Array(6).fill('sent')), soon);
  for (const name of names) expect(mailbox.to(`${name}@example.org`)).toHaveLength(1);
  // Nobody has to look again for it.
  expect((await events()).map((each, index) => each.slice(published[index]!.length))).toEqual(Array(6).fill(['transaction_updated']));
});

test('a stopping server does not wait for pending mail and text messages', async () => {
  mailbox.hold(true);
  isSilent = true;
  const before = pending.length;
  await ask(['f@example.org']);
  await ask([], { recipients: [{ phone: '+4915100000057', firstName: 'Tea' }] });
  await vi.waitFor(() => expect([mailbox.held, pending.length - before]).toEqual([1, 1]), soon);
  const beginning = Date.now();
  await server.close();
  expect(Date.now() - beginning).toBeLessThan(10_000);
});
