/** The pictures of people: shown of those who have shown themselves, and of nobody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { Client, samplePng } from './client.ts';
import { at, draft, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let world: TransactionWorld;
beforeAll(async () => {
  world = await openTransactionWorld();
});
afterAll(() => world.server.close());

async function pictured(name: string): Promise<Client> {
  const person = await Client.signIn(world.server, `${name}@example.org`);
  const { fileId, uploadUrl } = await person.call('auth.avatarUploadUrl');
  await person.put(uploadUrl, samplePng(), 'image/png');
  await person.call('profile.update', { body: { avatar: fileId } });
  return person;
}

const shownIn = ({ recipients }: Transaction): boolean[] => recipients.map(({ avatar }) => avatar !== null);

describe('a recipient', () => {
  test('is shown with the account\'s picture after signing, not before', async () => {
    const { ada } = world;
    const [faye, gus] = [await pictured('faye'), await pictured('gus')];
    const sent = await start(ada, await draft(ada, [faye.email, gus.email]));
    expect(shownIn(sent)).toEqual([false, false]);
    expect(shownIn(await sign(faye, sent))).toEqual([true, false]);
    const seen = await ada.call('transactions.get', at(sent));
    expect(shownIn(seen)).toEqual([true, false]);
    expect(await ada.fetch(seen.recipients[0]!.avatar!)).toEqual(Buffer.from(samplePng()));
    const { transactions } = await ada.call('transactions.list', { query: {} });
    expect(shownIn(transactions.find(({ id }) => id === sent.id)!)).toEqual([true, false]);
    const canceled = await ada.call('transactions.cancel', at(sent));
    expect(await ada.fetch(canceled.recipients[0]!.avatar!)).toEqual(Buffer.from(samplePng()));
  });

  test('is shown without a picture if there is none or it was removed', async () => {
    const { ada, bea } = world;
    const hope = await pictured('hope');
    const sent = await start(ada, await draft(ada, [bea.email, hope.email]));
    await sign(bea, sent);
    expect(shownIn(await sign(hope, sent))).toEqual([false, true]);
    await hope.call('profile.update', { body: { avatar: null } });
    expect(shownIn(await ada.call('transactions.get', at(sent)))).toEqual([false, false]);
  });
});

test('a history shows the pictures of its actors', async () => {
  const { ada } = world;
  const ivy = await pictured('ivy');
  const sent = await start(ada, await draft(ada, [ivy.email]));
  await sign(ivy, sent);
  const { insights } = await ada.call('transactions.insights', at(sent));
  const signed = insights.find(({ action }) => action === 'transaction_signed_by_recipient')!;
  expect(await ada.fetch(signed.actor.avatar!)).toEqual(Buffer.from(samplePng()));
  expect(insights.find(({ action }) => action === 'transaction_created')!.actor.avatar).toBeNull();
  const { id } = await ivy.addFile();
  expect((await ivy.call('files.insights', { params: { id } })).insights[0]!.actor.avatar).not.toBeNull();
});

test('a contact shows the picture of a person who has revealed themselves to its owner', async () => {
  const { ada, eve } = world;
  const jo = await pictured('jo');
  const body = { email: jo.email.toUpperCase(), phone: null, firstName: 'Jo', lastName: null };
  const [adas, eves] = [await ada.call('contacts.create', { body }), await eve.call('contacts.create', { body })];
  expect([adas.avatar, eves.avatar]).toEqual([null, null]);
  await sign(jo, await start(ada, await draft(ada, [jo.email])));
  const listed = async (owner: Client) => (await owner.call('contacts.list', { query: {} })).contacts.find(({ firstName }) => firstName === 'Jo')!.avatar;
  expect(await ada.fetch((await listed(ada))!)).toEqual(Buffer.from(samplePng()));
  expect(await listed(eve)).toBeNull();
});
