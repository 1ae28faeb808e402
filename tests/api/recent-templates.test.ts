/** The templates that the start page offers: those used last, then those that changed last, and only those that may be used. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counts } from '#contract/limits/counts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';

let server: TestApp;
let orgId: string;
beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
});
afterAll(() => server.close());

const make = async (person: Client, name: string, space: { orgId?: string } = {}): Promise<string> => (await person.call('templates.create', { query: space, body: { name } })).id;
const use = (person: Client, id: string, space: { orgId?: string } = {}) => person.call('templates.use', { params: { id }, query: space, body: {} });
const recent = async (person: Client, space: { orgId?: string } = {}): Promise<string[]> => (await person.call('templates.recent', { query: space })).templates.map(({ name }) => name);

test('what was used last comes first, then what changed last; not more than there is room for', async () => {
  const ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  const [lease, offer] = [await make(ada, 'Lease'), await make(ada, 'Offer')];
  expect(await recent(ada)).toEqual(['Offer', 'Lease']);
  for (const id of [offer, lease, lease]) await use(ada, id);
  for (let number = 1; number <= counts.recentTemplates; number += 1) await make(ada, `New ${number}`);
  expect(await recent(ada)).toEqual(['Lease', 'Offer', `New ${counts.recentTemplates}`, `New ${counts.recentTemplates - 1}`]);
  await use(ada, offer);
  expect((await recent(ada)).slice(0, 2)).toEqual(['Offer', 'Lease']);
});

test('what is gone, archived or no longer shared is not offered; each space has its own', async () => {
  const bea = await Client.signIn(server, 'bea@example.org', { firstName: 'Bea', lastName: 'Zuse' });
  const eve = await Client.signIn(server, 'eve@example.org', { firstName: 'Eve', lastName: 'Moss' });
  ({ id: orgId } = await bea.call('organizations.create', { body: { name: 'Works' } }));
  const [offered, deleted, archived, shared, theirs] = [await make(bea, 'Kept'), await make(bea, 'Deleted'), await make(bea, 'Archived'), await make(eve, 'Shared'), await make(eve, 'Theirs')];
  await make(bea, 'Of Works', { orgId });
  for (const id of [shared, theirs]) await eve.call('templates.share', { params: { id }, body: { participants: [{ email: bea.email }] } });
  for (const id of [theirs, shared, archived, deleted, offered]) await use(bea, id);
  expect(await recent(bea)).toEqual(['Kept', 'Deleted', 'Archived', 'Shared']);
  await bea.call('templates.delete', { params: { id: deleted } });
  await bea.call('lists.archive', { body: { kind: 'template', ids: [archived, theirs], archived: true } });
  await eve.call('templates.stopSharing', { params: { id: shared }, body: { participants: [bea.userId] } });
  expect(await recent(bea)).toEqual(['Kept']);
  expect(await recent(bea, { orgId })).toEqual(['Of Works']);
  expect(await eve.refusal('templates.recent', { query: { orgId } })).toBe('permission_denied');
});
