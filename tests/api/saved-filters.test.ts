/** Filters of lists that people keep: whose they are, what they hold, and how many there may be. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counts } from '#contract/limits/counts.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
let orgId: string;
beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org');
  ({ id: orgId } = await ada.call('organizations.create', { body: { name: 'Works' } }));
});
afterAll(() => server.close());

const query = { filter: 'pending', person: 'bea@', from: '2026-01-01', until: '2026-12-31', sort: 'name', order: 'ascent' } as const;
const save = (person: Client, name: string, more: object = {}) => person.call('filters.create', { body: { kind: 'transaction', name, query, ...more } });
const named = async (person: Client, space: { orgId?: string } = {}): Promise<string[]> => (await person.call('filters.list', { query: space })).filters.map(({ name }) => name);

test('a filter is kept as it was saved, renamed and deleted; nobody else has it', async () => {
  const saved = await save(ada, ' Waiting for Bea ');
  expect(saved).toMatchObject({ kind: 'transaction', name: 'Waiting for Bea', query });
  expect((await ada.call('filters.list')).filters).toEqual([saved]);
  expect(await named(bea)).toEqual([]);
  for (const refused of [bea.refusal('filters.update', { params: { id: saved.id }, body: { name: 'Mine' } }), bea.refusal('filters.delete', { params: { id: saved.id } })]) expect(await refused).toBe('not_found');
  expect(await ada.call('filters.update', { params: { id: saved.id }, body: { name: 'Bea' } })).toEqual({ ...saved, name: 'Bea' });
  await ada.call('filters.delete', { params: { id: saved.id } });
  expect(await named(ada)).toEqual([]);
  expect(await ada.refusal('filters.delete', { params: { id: saved.id } })).toBe('not_found');
});

test('each space and each list has its own; a name is there once in each, also in other letters', async () => {
  await save(bea, 'Élan');
  expect(await bea.refusal('filters.create', { body: { kind: 'transaction', name: 'ÉLAN', query } })).toBe('conflict');
  await save(bea, 'Élan', { kind: 'file', query: {} });
  const other = await save(bea, 'Other');
  expect(await bea.refusal('filters.update', { params: { id: other.id }, body: { name: 'élan' } })).toBe('conflict');
  await ada.call('filters.create', { query: { orgId }, body: { kind: 'transaction', name: 'Of Works', query } });
  expect([await named(ada), await named(ada, { orgId })]).toEqual([[], ['Of Works']]);
  expect(await bea.refusal('filters.list', { query: { orgId } })).toBe('permission_denied');
});

test('a repeated save answers the same; an id of somebody else is refused', async () => {
  const id = newId();
  const first = await save(ada, 'Again', { id });
  expect(await save(ada, 'Again', { id })).toEqual(first);
  expect(await bea.refusal('filters.create', { body: { id, kind: 'file', name: 'Taken', query: {} } })).toBe('conflict');
});

test.each([
  ['a day that does not exist', { from: '2026-02-30' }], ['an unknown order', { sort: 'size' }], ['a folder that is no id', { folder: 'x' }], ['what it does not know', { color: 'red' }], ['a filter of another list', { filter: 'declined' }],
])('%s is refused', async (_, wrong) => {
  expect(await ada.refusal('filters.create', { body: { kind: 'file', name: 'Wrong', query: wrong as never } })).toBe('request_validation_error');
});

test('their number is limited for each list', async () => {
  const eve = await Client.signIn(server, 'eve@example.org');
  for (let number = 0; number < counts.savedFilters; number += 1) await save(eve, `Filter ${number}`);
  expect(await eve.refusal('filters.create', { body: { kind: 'transaction', name: 'One more', query } })).toBe('limit_exceeded');
  await save(eve, 'Of files', { kind: 'file', query: {} });
});
