/** A message to a recipient that can't be sent waits and is tried again, and the sender sees that. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { OutageWorld } from './outage-world.ts';
import { at, draft, eventsOf, sign, start } from './transaction-world.ts';

let world: OutageWorld;
let ada: Client;
let bea: Client;

beforeAll(async () => {
  world = await OutageWorld.open();
  ({ ada, bea } = world.transactions);
});
afterAll(() => world.close());

const eventsOfAda = (id: string) => eventsOf(world.transactions.server, ada.userId, id);
const deliveriesOf = async (id: string) => (await ada.call('transactions.get', at({ id }))).recipients.map(({ delivery }) => delivery);
const expectDeliveries = (id: string, expected: unknown[]) => world.until(async () => expect(await deliveriesOf(id)).toEqual(expected));
const ask = async (recipients: string[], more = {}) => start(ada, await draft(ada, recipients, more));

test('shows the sender that an invitation is delayed, and that it was sent once the mail server is back', async () => {
  await world.mailServerGoes();
  const sent = await ask(['bea@example.org', 'carl@example.org']);
  await expectDeliveries(sent.id, ['waiting', null]);
  expect((await ada.call('transactions.list')).transactions.find(({ id }) => id === sent.id)?.recipients[0]?.delivery).toBe('waiting');
  const updates = (await eventsOfAda(sent.id)).filter((type) => type === 'transaction_updated').length;
  const there = await world.mailServerComes();
  await expectDeliveries(sent.id, ['sent', null]);
  expect(there.to('bea@example.org')).toHaveLength(1);
  // Nobody has to look again for it.
  expect((await eventsOfAda(sent.id)).filter((type) => type === 'transaction_updated')).toHaveLength(updates + 1);
});

test('publishes no event for immediate delivery, but one for a permanent failure', async () => {
  const there = await world.mailServerComes();
  const sent = await ask(['dora@example.org']);
  await expectDeliveries(sent.id, ['sent']);
  const before = await eventsOfAda(sent.id);
  there.refuse(true, 550);
  await ada.call('transactions.remind', { ...at(sent), body: { userId: sent.recipients[0]!.id, title: 'Please', message: 'Soon' } });
  await expectDeliveries(sent.id, ['failed']);
  expect((await eventsOfAda(sent.id)).slice(before.length)).toEqual(['transaction_updated']);
  there.refuse(false);
});

test('a new recipient does not inherit the delivery status of the previous one', async () => {
  await world.nothingWaits();
  world.mailbox.refuse(true, 550);
  const sent = await ask(['gone@example.org', 'later@example.org'], { options: { allowSignerReassignment: true } });
  await expectDeliveries(sent.id, ['failed', null]);
  world.mailbox.refuse(false);
  const changed = await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: { email: 'here@example.org' }, reason: 'Other address' } });
  expect(changed.recipients[0]?.delivery).not.toBe('failed');
  await expectDeliveries(sent.id, ['sent', null]);
});

test('shows the delivery status of a text message as well', async () => {
  world.gatewayAnswers = 503;
  const sent = await ask([], { recipients: [{ phone: '+4915100000055', firstName: 'Tina' }] });
  await expectDeliveries(sent.id, ['waiting']);
  world.gatewayAnswers = 200;
  await world.until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent']));
});

describe('delivery status of the final notice', () => {
  /** While no mail goes out; then the mail server comes back, and the page of the sender hears of it. */
  async function expectWaiting(id: string): Promise<void> {
    await expectDeliveries(id, ['waiting', null]);
    const count = (await eventsOfAda(id)).length;
    const there = await world.mailServerComes();
    await expectDeliveries(id, ['sent', null]);
    expect(there.to('bea@example.org')).toHaveLength(1);
    expect((await eventsOfAda(id)).slice(count)).toEqual(['transaction_updated']);
  }

  test('canceled: of the recipients already asked', async () => {
    await world.nothingWaits();
    const sent = await ask(['bea@example.org', 'carl@example.org']);
    await expectDeliveries(sent.id, ['sent', null]);
    await world.mailServerGoes();
    await ada.call('transactions.cancel', at(sent));
    // No word of the invitation any more.
    expect(await deliveriesOf(sent.id)).not.toContain('sent');
    await expectWaiting(sent.id);
  });

  test('expired: of the recipients already asked', async () => {
    await world.nothingWaits();
    const sent = await ask(['bea@example.org', 'carl@example.org'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    await expectDeliveries(sent.id, ['sent', null]);
    await world.mailServerGoes();
    const { db, pool } = world.transactions.server.infrastructure;
    await db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', sent.id).execute();
    await pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [`expire_transaction:${sent.id}`]);
    await world.until(async () => expect((await ada.call('transactions.get', at(sent))).status).toBe('expired'));
    await expectWaiting(sent.id);
  });

  test('completed: of everybody, including the sender who signs and gets one message', async () => {
    await world.nothingWaits();
    const sent = await ask(['bea@example.org', 'ada@example.org']);
    await sign(bea, sent);
    await world.nothingWaits();
    await world.mailServerGoes();
    const done = await sign(ada, sent);
    expect(done.status).toBe('completed');
    await expectDeliveries(sent.id, ['waiting', 'waiting']);
    const there = await world.mailServerComes();
    await expectDeliveries(sent.id, ['sent', 'sent']);
    expect(['bea@example.org', 'ada@example.org'].map((each) => there.to(each).length)).toEqual([1, 1]);
  });

  test('declined: only the sender is notified, so nothing waits', async () => {
    await world.nothingWaits();
    world.mailbox.refuse(true, 550);
    const sent = await ask(['bea@example.org', 'carl@example.org']);
    await expectDeliveries(sent.id, ['failed', null]);
    world.mailbox.refuse(false);
    await bea.call('transactions.decline', { ...at(sent), body: { reason: 'No' } });
    expect(await deliveriesOf(sent.id)).toEqual([null, null]);
  });
});
