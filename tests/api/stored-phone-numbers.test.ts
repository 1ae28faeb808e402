/** Phone numbers that earlier versions stored as they were typed are read as they are read today. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { migrateDown, migrateUp, readMigrations } from '#server/platform/database/migrations.ts';
import { newId } from '#server/platform/id.ts';
import { Client } from './client.ts';
import { draft, openTransactionWorld, start, type TransactionWorld } from './transaction-world.ts';

let { server } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server } = await openTransactionWorld());
});
afterAll(() => server.close());

const typed = ['2125550123', '12125550124', '004915123456789', '0114915123456780', '01142734567', '015123456789', '+4915123456781', '0012125550125', '00390612345678'];

/** Writes rows as an earlier version did, and migrates. */
async function fromEarlier(write: () => Promise<unknown>): Promise<void> {
  const { pool } = server.infrastructure;
  const later = (await readMigrations()).filter(({ name }) => name > '154_phone_numbers').length;
  await migrateDown(pool, later + 1);
  await write();
  await migrateUp(pool);
}

const phonesOf = async (person: Client) => (await person.call('contacts.list')).contacts.map(({ phone }) => phone ?? '').toSorted();

test('contacts', async () => {
  const { db } = server.infrastructure;
  const person = await Client.signIn(server, 'contacts@example.org');
  const row = (phone: string) => ({ id: newId(), owner_id: person.userId, phone });
  // Two spellings of one number stay two contacts: none of them loses its names.
  await fromEarlier(() => db.insertInto('contacts').values([...typed, '12125550123', '+12125550124'].map(row)).execute());
  const single = typed.filter((each) => !['2125550123', '12125550124'].includes(each)).map(canonicalPhone);
  const phones = await phonesOf(person);
  expect(phones).toEqual(expect.arrayContaining(single));
  expect(phones).toHaveLength(typed.length + 2);
  expect(phones.filter((each) => each === '+12125550123')).toHaveLength(1);
  expect(phones.filter((each) => each === '+12125550124')).toHaveLength(1);
});

test('a request to a number as typed is in the list of the person with the number, as is a template', async () => {
  const { db } = server.infrastructure;
  const [sender, signer] = [await Client.signIn(server, 'sender@example.org'), await Client.signIn(server, 'signer@example.org')];
  const sent = await start(sender, await draft(sender, ['bea@example.org']));
  const template = await sender.call('templates.create', { body: { name: 'Lease' } });
  await sender.call('templates.update', { params: { id: template.id }, body: { recipients: [{ role: 'Tenant', phone: '+12125550199' }, { role: 'Witness', email: 'bea@example.org' }] } });
  await fromEarlier(async () => {
    await db.updateTable('recipients').set({ email: null, phone: '2125550199' }).where('transaction_id', '=', sent.id).execute();
    await db.updateTable('users').set({ phone: '12125550199', phone_verified: true }).where('id', '=', signer.userId).execute();
    const { recipients } = await db.selectFrom('templates').select('recipients').where('id', '=', template.id).executeTakeFirstOrThrow();
    await db.updateTable('templates').set({ recipients: JSON.stringify(recipients.map((each) => (each.phone ? { ...each, phone: '2125550199' } : each))) }).where('id', '=', template.id).execute();
  });
  expect((await signer.call('transactions.list')).transactions.map(({ id }) => id)).toEqual([sent.id]);
  expect(await signer.call('profile.get')).toMatchObject({ phone: '+12125550199', phoneVerified: true });
  const { recipients } = await sender.call('templates.get', { params: { id: template.id } });
  expect(recipients.map(({ role, phone, email }) => [role, phone, email])).toEqual([['Tenant', '+12125550199', null], ['Witness', null, 'bea@example.org']]);
});
