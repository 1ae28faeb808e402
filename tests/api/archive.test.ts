/** The archive of the three lists: whose list an entry leaves, what counts, and what can't be archived. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { counts } from '#contract/limits/counts.ts';
import { checkLists } from '#server/services/lists/check-lists.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { at, draft, start } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
let orgId: string;
beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { firstName: 'Bea', lastName: 'Zuse' });
  ({ id: orgId } = await ada.call('organizations.create', { body: { name: 'Works' } }));
  await ada.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: bea.email }] } });
  const { invites } = await bea.call('invites.list');
  await bea.call('invites.accept', { params: { id: invites[0]!.id } });
});
afterAll(() => server.close());

const kinds: ResourceKind[] = ['transaction', 'file', 'template'];

interface Page {
  items: { id: string; archived?: boolean | undefined }[];
  counters: { all: number; sharedWithMe: number; archived: number };
}

async function list(person: Client, kind: ResourceKind, query: { filter?: 'all' | 'sharedWithMe' | 'archived'; search?: string; orgId?: string } = {}): Promise<Page> {
  if (kind === 'transaction') return person.call('transactions.list', { query }).then(({ transactions: items, counters }) => ({ items, counters }));
  if (kind === 'file') return person.call('files.list', { query }).then(({ files: items, counters }) => ({ items, counters }));
  return person.call('templates.list', { query }).then(({ templates: items, counters }) => ({ items, counters }));
}
const idsOf = async (...args: Parameters<typeof list>): Promise<string[]> => (await list(...args)).items.map(({ id }) => id);

async function create(person: Client, kind: ResourceKind, name: string, space: { orgId?: string } = {}): Promise<string> {
  if (kind === 'transaction') return (await person.call('transactions.create', { query: space, body: { name } })).id;
  if (kind === 'template') return (await person.call('templates.create', { query: space, body: { name } })).id;
  const { url, bodyRef } = await person.call('files.uploadUrl', { query: space, body: { mimeType: 'application/pdf' } });
  await person.put(url, Buffer.from('%PDF-1.7 %%EOF'));
  return (await person.call('files.createMeta', { query: space, body: { bodyRef, attributes: { title: name } } })).id;
}
const shareCalls = { transaction: 'transactions.share', file: 'files.share', template: 'templates.share' } as const;
const archive = async (person: Client, kind: ResourceKind, ids: string[], archived = true, query: { orgId?: string } = {}) =>
  (await person.call('lists.archive', { query, body: { kind, ids, archived } })).results;

describe.each(kinds)('the archive of %s lists', (kind) => {
  test('takes what its owner puts there out of all other lists and counters, and gives it back', async () => {
    const owner = await Client.signIn(server, `owner-of-${kind}@example.org`);
    const [first, gone] = [await create(owner, kind, 'Lease one'), await create(owner, kind, 'Lease gone')];
    expect(await archive(owner, kind, [gone])).toEqual([{ id: gone, error: null }]);
    expect(await idsOf(owner, kind)).toEqual([first]);
    expect(await idsOf(owner, kind, { search: 'lease' })).toEqual([first]);
    const archived = await list(owner, kind, { filter: 'archived', search: 'lease' });
    expect(archived.items).toMatchObject([{ id: gone, archived: true }]);
    expect(archived.counters).toMatchObject({ all: 1, sharedWithMe: 0, archived: 1 });
    await archive(owner, kind, [gone], false);
    expect(await idsOf(owner, kind)).toEqual([gone, first]);
    expect((await list(owner, kind)).counters).toMatchObject({ all: 2, archived: 0 });
  });

  test('of a person does not take an entry out of the lists of others', async () => {
    const [owner, reader] = [await Client.signIn(server, `shares-${kind}@example.org`), await Client.signIn(server, `reads-${kind}@example.org`)];
    const id = await create(owner, kind, 'Shared');
    await owner.call(shareCalls[kind], { params: { id }, body: { participants: [{ email: reader.email }] } });
    await archive(reader, kind, [id]);
    expect(await list(reader, kind)).toMatchObject({ items: [], counters: { all: 0, sharedWithMe: 0, archived: 1 } });
    expect(await idsOf(reader, kind, { filter: 'archived' })).toEqual([id]);
    expect(await idsOf(owner, kind)).toEqual([id]);
    await archive(reader, kind, [id], false);
    await archive(owner, kind, [id]);
    expect([await idsOf(reader, kind), await idsOf(owner, kind)]).toEqual([[id], []]);
  });

  test('of an organization is that of its administrators and of the member who owns the entry', async () => {
    const [mine, hers] = [await create(bea, kind, 'Of Bea', { orgId }), await create(ada, kind, 'Of Ada', { orgId })];
    expect(await archive(ada, kind, [mine], true, { orgId })).toEqual([{ id: mine, error: null }]);
    expect([await idsOf(ada, kind, { orgId }), await idsOf(bea, kind, { orgId })]).toEqual([[hers], []]);
    expect([await idsOf(ada, kind, { orgId, filter: 'archived' }), await idsOf(bea, kind, { orgId, filter: 'archived' })]).toEqual([[mine], [mine]]);
    expect((await list(ada, kind, { orgId })).counters).toMatchObject({ all: 1, sharedWithMe: 0, archived: 1 });
    expect(await archive(bea, kind, [hers], true, { orgId })).toEqual([{ id: hers, error: 'not_found' }]);
  });

  test('refuses what the person has in no list, and does not mind it for the others', async () => {
    const [owner, stranger] = [await Client.signIn(server, `few-${kind}@example.org`), await Client.signIn(server, `none-${kind}@example.org`)];
    const [foreign, own, unknown] = [await create(owner, kind, 'Foreign'), await create(stranger, kind, 'Own'), newId()];
    expect(await archive(stranger, kind, [foreign, own, unknown])).toEqual([{ id: foreign, error: 'not_found' }, { id: own, error: null }, { id: unknown, error: 'not_found' }]);
    expect(await idsOf(owner, kind)).toEqual([foreign]);
  });
});

test('a request that somebody is asked to sign is archived by the signer for themselves, and comes back', async () => {
  const signer = await Client.signIn(server, 'signer@example.org');
  const { id } = await start(ada, await draft(ada, [signer.email]));
  await archive(signer, 'transaction', [id]);
  expect(await list(signer, 'transaction')).toMatchObject({ items: [], counters: { all: 0, archived: 1 } });
  expect(await idsOf(ada, 'transaction')).toContain(id);
  expect(await signer.call('transactions.get', at({ id }))).toMatchObject({ id });
  await archive(signer, 'transaction', [id], false);
  expect(await idsOf(signer, 'transaction')).toEqual([id]);
});

test('an entry that is archived is as old as before', async () => {
  const id = await create(ada, 'transaction', 'Old');
  const before = await ada.call('transactions.get', at({ id }));
  await archive(ada, 'transaction', [id]);
  expect(await ada.call('transactions.get', at({ id }))).toEqual(before);
});

test('a call names a limited number of entries', async () => {
  const ids = Array.from({ length: counts.listChanges + 1 }, () => newId());
  expect(await ada.refusal('lists.archive', { body: { kind: 'file', ids, archived: true } })).toBe('request_validation_error');
});

test('the counters are what the check counts', async () => {
  expect(await checkLists(server.infrastructure.db)).toEqual([]);
});
