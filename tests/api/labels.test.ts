/** Folders and tags: whose they are, what has them, and the lists by them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { deleteReferences, findReferences } from '#server/repositories/account-deletions.repository.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
let eve: Client;
let orgId: string;
beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { firstName: 'Bea', lastName: 'Zuse' });
  eve = await Client.signIn(server, 'eve@example.org');
  ({ id: orgId } = await ada.call('organizations.create', { body: { name: 'Works' } }));
  await ada.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: bea.email }] } });
  const { invites } = await bea.call('invites.list');
  await bea.call('invites.accept', { params: { id: invites[0]!.id } });
});
afterAll(() => server.close());

interface Row {
  id: string;
  folderId?: string | null | undefined;
  tagIds?: string[] | undefined;
}
interface Query {
  folder?: string;
  tag?: string;
  search?: string;
  orgId?: string;
}
async function list(person: Client, kind: ResourceKind, query: Query = {}): Promise<Row[]> {
  if (kind === 'transaction') return (await person.call('transactions.list', { query })).transactions;
  if (kind === 'file') return (await person.call('files.list', { query })).files;
  return (await person.call('templates.list', { query })).templates;
}
const idsOf = async (person: Client, kind: ResourceKind, query: Query): Promise<string[]> => (await list(person, kind, query)).map(({ id }) => id);

async function create(person: Client, kind: ResourceKind, name: string, space: { orgId?: string } = {}): Promise<string> {
  if (kind === 'transaction') return (await person.call('transactions.create', { query: space, body: { name } })).id;
  if (kind === 'template') return (await person.call('templates.create', { query: space, body: { name } })).id;
  return (await person.addFile(undefined, name)).id;
}
const kinds: ResourceKind[] = ['transaction', 'file', 'template'];
const label = (person: Client, kind: 'folder' | 'tag', name: string, query: { orgId?: string } = {}) => person.call('labels.create', { query, body: { kind, name } });

describe.each(kinds)('labels of %s lists', (kind) => {
  test('are shown in rows and filter them, alone, together and with a search', async () => {
    const owner = await Client.signIn(server, `owner-of-${kind}@example.org`);
    const [lease, offer, other] = [await create(owner, kind, 'Lease'), await create(owner, kind, 'Offer'), await create(owner, kind, 'Lease of others')];
    const [folder, second] = [await label(owner, 'folder', 'Housing'), await label(owner, 'folder', 'Work')];
    const urgent = await label(owner, 'tag', 'Urgent');
    const put = (ids: string[], body: object) => owner.call('lists.label', { body: { kind, ids, ...body } });
    expect((await put([lease, offer], { folderId: folder.id })).results).toEqual([{ id: lease, error: null }, { id: offer, error: null }]);
    await put([lease, other], { addTags: [urgent.id] });
    expect(await idsOf(owner, kind, { folder: folder.id })).toEqual([offer, lease]);
    expect(await idsOf(owner, kind, { tag: urgent.id })).toEqual([other, lease]);
    expect(await idsOf(owner, kind, { tag: urgent.id, folder: folder.id })).toEqual([lease]);
    expect(await idsOf(owner, kind, { tag: urgent.id, search: 'others' })).toEqual([other]);
    expect((await list(owner, kind)).find(({ id }) => id === lease)).toMatchObject({ folderId: folder.id, tagIds: [urgent.id] });

    await put([lease], { folderId: second.id, removeTags: [urgent.id] });
    expect((await list(owner, kind)).find(({ id }) => id === lease)).toMatchObject({ folderId: second.id, tagIds: [] });
    await put([lease], { folderId: null });
    expect(await idsOf(owner, kind, { folder: second.id })).toEqual([]);

    await owner.call('labels.delete', { params: { id: folder.id } });
    expect((await list(owner, kind)).map(({ id, folderId }) => [id, folderId])).toEqual([[other, null], [offer, null], [lease, null]]);
  });
});

test('labels of a person are nobody else\'s, also on an entry that they share', async () => {
  const id = await create(ada, 'transaction', 'Shared');
  await ada.call('transactions.share', { params: { id }, body: { participants: [{ email: bea.email }] } });
  const [hers, mine] = [await label(bea, 'tag', 'From Ada'), await label(ada, 'tag', 'To Bea')];
  await bea.call('lists.label', { body: { kind: 'transaction', ids: [id], addTags: [hers.id] } });
  expect(await idsOf(bea, 'transaction', { tag: hers.id })).toEqual([id]);
  expect((await list(ada, 'transaction')).find((each) => each.id === id)).toMatchObject({ tagIds: [] });
  expect(await ada.refusal('lists.label', { body: { kind: 'transaction', ids: [id], addTags: [hers.id] } })).toBe('not_found');
  expect(await ada.refusal('labels.update', { params: { id: hers.id }, body: { name: 'Mine' } })).toBe('not_found');
  expect((await ada.call('labels.list')).labels.map((each) => each.id)).toContain(mine.id);
  expect((await ada.call('labels.list')).labels.map((each) => each.id)).not.toContain(hers.id);
});

test('labels of an organization are seen by its members; owners of entries and administrators set them', async () => {
  const [hers, theirs] = [await create(bea, 'transaction', 'Of Bea', { orgId }), await create(ada, 'transaction', 'Of Ada', { orgId })];
  const folder = await label(bea, 'folder', 'Clients', { orgId });
  const put = async (person: Client, id: string) => (await person.call('lists.label', { query: { orgId }, body: { kind: 'transaction', ids: [id], folderId: folder.id } })).results;
  await ada.call('transactions.share', { params: { id: theirs }, body: { participants: [{ email: bea.email }] } });
  expect(await put(bea, hers)).toEqual([{ id: hers, error: null }]);
  expect(await put(bea, theirs)).toEqual([{ id: theirs, error: 'not_found' }]);
  expect(await put(ada, theirs)).toEqual([{ id: theirs, error: null }]);
  expect(await idsOf(ada, 'transaction', { orgId, folder: folder.id })).toEqual([theirs, hers]);
  expect((await bea.call('labels.list', { query: { orgId } })).labels).toMatchObject([{ id: folder.id, isEditable: true }]);
  const byAda = await label(ada, 'folder', 'Archive of Ada', { orgId });
  expect(await bea.refusal('labels.delete', { params: { id: byAda.id } })).toBe('permission_denied');
  expect(await eve.refusal('labels.delete', { params: { id: byAda.id } })).toBe('permission_denied');
  expect(await ada.call('labels.update', { params: { id: folder.id }, body: { name: 'Customers' } })).toMatchObject({ name: 'Customers', isEditable: true });
  expect(await eve.refusal('labels.list', { query: { orgId } })).toBe('permission_denied');
});

test('what belongs to another space is not labeled', async () => {
  const tag = await label(ada, 'tag', 'Office', { orgId });
  const id = await create(ada, 'transaction', 'Private');
  expect((await ada.call('lists.label', { query: { orgId }, body: { kind: 'transaction', ids: [id], addTags: [tag.id] } })).results).toEqual([{ id, error: 'not_found' }]);
  expect(await ada.refusal('lists.label', { body: { kind: 'transaction', ids: [id], addTags: [tag.id] } })).toBe('not_found');
  const folder = await label(ada, 'folder', 'Not a tag');
  expect(await ada.refusal('lists.label', { body: { kind: 'transaction', ids: [id], addTags: [folder.id] } })).toBe('not_found');
});

test('labels of a person go with the account; those of an organization stay', async () => {
  const leaver = await Client.signIn(server, 'leaver@example.org');
  await ada.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: leaver.email }] } });
  const { invites } = await leaver.call('invites.list');
  await leaver.call('invites.accept', { params: { id: invites[0]!.id } });
  const [own, ofAll] = [await label(leaver, 'tag', 'Own'), await label(leaver, 'tag', 'Of all', { orgId })];
  const { db, pool } = server.infrastructure;
  for (const reference of (await findReferences(db)).filter(({ table }) => table === 'labels')) await db.transaction().execute((tx) => deleteReferences(tx, reference, leaver.userId, 100));
  const { rows } = await pool.query<{ id: string }>('select id from labels where id = any($1)', [[own.id, ofAll.id]]);
  expect(rows).toEqual([{ id: ofAll.id }]);
});

test('a label that is deleted at the same time is not found', async () => {
  const { db, pool } = server.infrastructure;
  const [entry, folder] = [await create(ada, 'transaction', 'Moved'), await label(ada, 'folder', 'Gone')];
  const put = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('labels').where('id', '=', folder.id).execute();
    const answer = ada.send('lists.label', { body: { kind: 'transaction', ids: [entry], folderId: folder.id } });
    await vi.waitFor(async () => expect((await pool.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount).toBe(1), 10_000);
    return { answer };
  });
  expect((await put.answer).status).toBe(404);
});

test('the same id in two spaces at once is there once', async () => {
  for (let round = 0; round < 5; round++) {
    const body = { id: newId(), kind: 'tag' as const, name: `At once ${round}` };
    const answers = await Promise.all([ada.send('labels.create', { body }), bea.send('labels.create', { body })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});

test('names are there once, whatever their case, are not empty and not long, and a lost answer adds nothing', async () => {
  const person = await Client.signIn(server, 'names@example.org');
  const id = newId();
  const body = { id, kind: 'tag' as const, name: ' Élan ' };
  expect(await person.call('labels.create', { body })).toMatchObject({ id, name: 'Élan' });
  await person.call('labels.create', { body });
  expect((await person.call('labels.list')).labels).toHaveLength(1);
  expect(await person.refusal('labels.create', { body: { kind: 'tag', name: 'ÉLAN' } })).toBe('conflict');
  expect(await person.call('labels.create', { body: { kind: 'folder', name: 'ÉLAN' } })).toMatchObject({ kind: 'folder' });
  const other = await label(person, 'tag', 'Other');
  expect(await person.refusal('labels.update', { params: { id: other.id }, body: { name: 'élan' } })).toBe('conflict');
  for (const name of ['  ', 'x'.repeat(lengths.label + 1)]) expect(await person.refusal('labels.create', { body: { kind: 'tag', name } })).toBe('request_validation_error');
});

test('their number is limited, in a space and on an entry', async () => {
  const person = await Client.signIn(server, 'many@example.org');
  const id = await create(person, 'template', 'Form');
  const tags: string[] = [];
  for (let n = 0; n < counts.labels; n += 1) tags.push((await label(person, 'tag', `Tag ${n}`)).id);
  expect(await person.refusal('labels.create', { body: { kind: 'tag', name: 'One more' } })).toBe('limit_exceeded');
  const put = async (addTags: string[]) => (await person.call('lists.label', { body: { kind: 'template', ids: [id], addTags } })).results;
  expect(await put(tags.slice(0, counts.tagsOfEntry))).toEqual([{ id, error: null }]);
  expect(await put(tags.slice(0, 1))).toEqual([{ id, error: null }]);
  expect(await put(tags.slice(-1))).toEqual([{ id, error: 'limit_exceeded' }]);
});
