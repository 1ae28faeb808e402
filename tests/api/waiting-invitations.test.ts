/** An invitation to an organization that can't be sent: whoever may invite sees that it waits, and can send it again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from './client.ts';
import { OutageWorld } from './outage-world.ts';
import { at, eventsOf } from './transaction-world.ts';

let world: OutageWorld;
let olga: Client;
let adam: Client;
let paul: Client;

beforeAll(async () => {
  world = await OutageWorld.open();
  [olga, adam, paul] = await Promise.all(['olga', 'adam', 'paul'].map((name) => Client.signIn(world.transactions.server, `${name}@example.org`))) as [Client, Client, Client];
});
afterAll(() => world.close());

const invite = (id: string, email: string, more = {}) => olga.call('organizations.invite', { ...at({ id }), body: { members: [{ email, ...more }] } });

/** An organization of Olga's with Adam as admin and Paul as participant. */
async function staffed(): Promise<string> {
  const { id } = await olga.call('organizations.create', { body: { name: 'Works' } });
  for (const [person, role] of [[adam, 'admin'], [paul, 'participant']] as const) {
    await invite(id, person.email, { role });
    const { invites } = await person.call('invites.list');
    await person.call('invites.accept', at({ id: invites.find(({ orgId }) => orgId === id)!.id }));
  }
  return id;
}

async function seenBy(person: Client, id: string, email: string): Promise<unknown> {
  const { members } = await person.call('organizations.get', at({ id }));
  return members.find((each) => each.email === email)?.delivery;
}

test('shows owner and admins that the invitation is delayed, and then that it was sent', async () => {
  const id = await staffed();
  world.mailbox.refuse(true);
  await invite(id, 'ida@example.org');
  await world.until(async () => expect(await seenBy(olga, id, 'ida@example.org')).toBe('waiting'));
  expect([await seenBy(adam, id, 'ida@example.org'), await seenBy(paul, id, 'ida@example.org')]).toEqual(['waiting', null]);
  const { organizations } = await olga.call('organizations.list');
  expect(organizations.find((each) => each.id === id)?.members.find(({ email }) => email === 'ida@example.org')?.delivery).toBe('waiting');
  const events = await Promise.all([olga, adam, paul].map((each) => eventsOf(world.transactions.server, each.userId, id)));
  world.mailbox.refuse(false);
  await world.until(async () => expect(await seenBy(olga, id, 'ida@example.org')).toBe('sent'));
  expect(world.mailbox.to('ida@example.org')).toHaveLength(1);
  const now = await Promise.all([olga, adam, paul].map((each) => eventsOf(world.transactions.server, each.userId, id)));
  expect(now.map((each, index) => each.slice(events[index]!.length))).toEqual([['invite_to_org'], ['invite_to_org'], []]);
});

test('shows no delivery status once the invitation is answered', async () => {
  const id = await staffed();
  const ida = await Client.signIn(world.transactions.server, 'ida@example.org');
  await invite(id, ida.email);
  await world.until(async () => expect(await seenBy(olga, id, ida.email)).toBe('sent'));
  const { invites } = await ida.call('invites.list');
  await ida.call('invites.accept', at({ id: invites.find(({ orgId }) => orgId === id)!.id }));
  expect(await seenBy(olga, id, ida.email)).toBeNull();
});

test('sends no second invitation shortly after the first, unless delivery failed', async () => {
  const id = await staffed();
  world.mailbox.refuse(true, 550);
  await invite(id, 'gone@example.org');
  await world.until(async () => expect(await seenBy(olga, id, 'gone@example.org')).toBe('failed'));
  world.mailbox.refuse(false);
  await invite(id, 'gone@example.org');
  await world.until(async () => expect(await seenBy(olga, id, 'gone@example.org')).toBe('sent'));
  await invite(id, 'gone@example.org');
  const { rows } = await world.transactions.server.infrastructure.pool.query("select 1 from mails where recipient = 'gone@example.org'");
  expect(rows).toHaveLength(2);
});
