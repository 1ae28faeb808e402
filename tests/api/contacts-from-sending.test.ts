/** Who somebody sends a request to becomes a contact. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { counts } from '#contract/limits/counts.ts';
import { newId } from '#server/platform/id.ts';
import { lockContacts } from '#server/repositories/contacts.repository.ts';
import { Client } from './client.ts';
import { contact, draft, openTransactionWorld, start, type TransactionWorld } from './transaction-world.ts';

let { server } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server } = await openTransactionWorld());
});
afterAll(() => server.close());

const contactsOf = async (person: Client) => (await person.call('contacts.list')).contacts.map(({ email, phone, firstName }) => ({ email, phone, firstName }));
let number = 0;
const newSender = () => Client.signIn(server, `sender${(number += 1)}@example.org`, { firstName: 'Sam', lastName: 'Sender' });

const fillContacts = async (sender: Client, most: number): Promise<void> => {
  const row = (_: unknown, index: number) => ({ id: newId(), owner_id: sender.userId, email: `old${index}@example.org` });
  await server.infrastructure.db.insertInto('contacts').values(Array.from({ length: most }, row)).execute();
};
const countOf = async (sender: Client): Promise<number> =>
  (await server.infrastructure.db.selectFrom('contacts').select('id').where('owner_id', '=', sender.userId).execute()).length;

test('recipients and copies of a sent request become contacts, without the sender', async () => {
  const sender = await newSender();
  const transaction = await draft(sender, ['bea@example.org', sender.email], { cc: [contact('copy@example.org')] });
  expect(await contactsOf(sender)).toEqual([]);
  await start(sender, transaction);
  expect(await contactsOf(sender)).toEqual([
    { email: 'bea@example.org', phone: null, firstName: 'bea' }, { email: 'copy@example.org', phone: null, firstName: 'copy' },
  ]);
});

test('those who are contacts stay as they are, whatever the spelling; what was deleted comes back with the next request', async () => {
  const sender = await newSender();
  const known = await sender.call('contacts.create', { body: { email: 'BEA@example.org', firstName: 'Beatrice', phone: '+491510000099' } });
  await start(sender, await draft(sender, ['bea@example.org']));
  expect(await contactsOf(sender)).toEqual([{ email: 'BEA@example.org', phone: '+491510000099', firstName: 'Beatrice' }]);
  await sender.call('contacts.delete', { params: { id: known.id } });
  await start(sender, await draft(sender, ['bea@example.org']));
  expect(await contactsOf(sender)).toEqual([{ email: 'bea@example.org', phone: null, firstName: 'bea' }]);
});

test('a request is sent, too, when there is no room for more contacts, or for a part of them', async () => {
  const sender = await newSender();
  await fillContacts(sender, counts.contacts - 1);
  expect((await start(sender, await draft(sender, ['bea@example.org', 'carl@example.org']))).status).toBe('pending');
  const found = await Promise.all(['bea@', 'carl@'].map((search) => sender.call('contacts.list', { query: { search } })));
  expect(found.map(({ contacts }) => contacts.length)).toEqual([1, 0]);
});

test('those who are contacts already take no room of those who are not', async () => {
  const sender = await newSender();
  await fillContacts(sender, counts.contacts - 1);
  await start(sender, await draft(sender, ['OLD1@example.org', 'zoe@example.org']));
  expect((await sender.call('contacts.list', { query: { search: 'zoe@' } })).contacts).toHaveLength(1);
});

test('a request waits for a contact that is being added, so that there are never too many, nor one twice', async () => {
  const sender = await newSender();
  await fillContacts(sender, counts.contacts - 1);
  const transaction = await draft(sender, ['bea@example.org']);
  const { db, pool } = server.infrastructure;
  const isWaiting = async (): Promise<boolean> => (await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount !== 0;
  const sending = await db.transaction().execute(async (tx) => {
    await lockContacts(tx, sender.userId);
    await tx.insertInto('contacts').values({ id: newId(), owner_id: sender.userId, email: 'last@example.org' }).execute();
    const started = start(sender, transaction);
    await Promise.race([started, vi.waitUntil(isWaiting, { timeout: 20_000 })]);
    return { started };
  });
  expect((await sending.started).status).toBe('pending');
  expect(await countOf(sender)).toBe(counts.contacts);
});

test('requests that are sent at the same moment to the same people are both sent', async () => {
  const sender = await newSender();
  const drafts = [await draft(sender, ['bea@example.org', 'carl@example.org', 'dora@example.org']), await draft(sender, ['dora@example.org', 'carl@example.org', 'bea@example.org'])];
  const sent = await Promise.all(drafts.map((each) => start(sender, each)));
  expect(sent.map(({ status }) => status)).toEqual(['pending', 'pending']);
  expect(await contactsOf(sender)).toHaveLength(3);
});
