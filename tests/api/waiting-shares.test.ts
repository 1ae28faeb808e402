/** A message to somebody who was given a thing waits where it can't be sent, and the owner sees that beside them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, samplePdf } from './client.ts';
import { OutageWorld } from './outage-world.ts';
import { at, draft, eventsOf } from './transaction-world.ts';

let world: OutageWorld;
let ada: Client;

beforeAll(async () => {
  world = await OutageWorld.open();
  ({ ada } = world.transactions);
});
afterAll(() => world.close());

describe.each(['files', 'transactions', 'templates'] as const)('sharing of %s', (kind) => {
  const resourceOf = async (): Promise<string> => {
    if (kind === 'transactions') return (await draft(ada, ['sig@example.org'])).id;
    const { id } = await ada.addFile(samplePdf(kind));
    return kind === 'files' ? id : (await ada.call('templates.create', { body: { name: 'Lease', fileIds: [id], recipients: [{ role: 'Tenant' }] } })).id;
  };
  const deliveries = async (id: string, seenBy = ada) => {
    const { participants } = await seenBy.call(`${kind}.getShare`, at({ id }));
    return Object.fromEntries(participants.map(({ email, delivery }) => [email, delivery]));
  };
  const share = (id: string, email: string) => ada.call(`${kind}.share`, { ...at({ id }), body: { participants: [{ email }] } });
  const person = (name: string) => Client.signIn(world.transactions.server, `${name}-${kind}@example.org`);

  /** The message of this moment waits; then the mail server comes back, and the owner's page hears of it. */
  async function expectWaiting(id: string, owner: Client, email: string): Promise<void> {
    await world.until(async () => expect((await deliveries(id, owner))[email]).toBe('waiting'));
    const count = (await eventsOf(world.transactions.server, owner.userId, id)).length;
    const there = await world.mailServerComes();
    await world.until(async () => expect((await deliveries(id, owner))[email]).toBe('sent'));
    expect(there.to(email)).toHaveLength(1);
    // Nobody has to look again for it.
    expect((await eventsOf(world.transactions.server, owner.userId, id)).slice(count)).toEqual(['resource_shared']);
  }

  test('shows the owner whose message is delayed, and that it was sent', async () => {
    await world.nothingWaits();
    await world.mailServerGoes();
    const id = await resourceOf();
    await share(id, `${kind}@example.org`);
    expect((await deliveries(id))['ada@example.org']).toBeNull();
    await expectWaiting(id, ada, `${kind}@example.org`);
  });

  test('shows the status of the message about granted access', async () => {
    const eve = await person('eve');
    const id = await resourceOf();
    await eve.call(`${kind}.requestAccess`, at({ id }));
    const { requests } = await ada.call(`${kind}.accessRequests`, at({ id }));
    expect(requests).toHaveLength(1);
    await world.nothingWaits();
    await world.mailServerGoes();
    await ada.call(`${kind}.acceptAccess`, { params: { id, requestId: requests[0]!.requestId } });
    await expectWaiting(id, ada, eve.email);
  });

  test('shows the status of the message to the new owner', async () => {
    const [nora, viewer] = [await person('nora'), await person('vera')];
    const id = await resourceOf();
    await share(id, nora.email);
    await share(id, viewer.email);
    await world.nothingWaits();
    expect(await deliveries(id)).toMatchObject({ [nora.email]: 'sent', [viewer.email]: 'sent' });
    await world.mailServerGoes();
    await ada.call(`${kind}.changeOwner`, { ...at({ id }), body: { userId: nora.userId } });
    // What was said of the share before is the word of another message.
    await expectWaiting(id, nora, nora.email);
  });

  test('shows a permanent failure, and a separate status for another share', async () => {
    await world.nothingWaits();
    const there = world.mailbox;
    const id = await resourceOf();
    there.refuse(true, 550);
    await share(id, 'gone@example.org');
    await world.until(async () => expect((await deliveries(id))['gone@example.org']).toBe('failed'));
    there.refuse(false);
    await share(id, 'here@example.org');
    await world.until(async () => expect(await deliveries(id)).toMatchObject({ 'gone@example.org': 'failed', 'here@example.org': 'sent' }));
    // Taken back and given again: the newest message counts.
    const { participants } = await ada.call(`${kind}.getShare`, at({ id }));
    await ada.call(`${kind}.stopSharing`, { ...at({ id }), body: { participants: [participants.find(({ email }) => email === 'gone@example.org')!.id] } });
    await share(id, 'gone@example.org');
    await world.until(async () => expect(await deliveries(id)).toMatchObject({ 'gone@example.org': 'sent' }));
  });
});
