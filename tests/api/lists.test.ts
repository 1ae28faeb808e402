/** Filter, search, sort and order of every list, over HTTP: what is accepted, what is refused, and whose rows come. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListOrder, ListSort } from '#contract/entities/list-query.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';
import { at, draft, start } from './transaction-world.ts';
import { acceptingDocuments } from './accepting-documents.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { firstName: 'Bea', lastName: 'Zuse' });
});
afterAll(() => server.close());

type Kind = 'transactions' | 'files' | 'templates';
interface Query {
  filter?: 'all' | 'sharedWithMe';
  search?: string;
  sort?: ListSort;
  order?: ListOrder;
  exclusiveFrom?: string;
}
interface Page {
  names: string[];
  ids: string[];
  lastKey: string | null;
}

async function list(person: Client, kind: Kind, query: Query = {}): Promise<Page> {
  if (kind === 'transactions') {
    const { transactions, lastKey } = await person.call('transactions.list', { query });
    return { names: transactions.map(({ name }) => name), ids: transactions.map(({ id }) => id), lastKey };
  }
  if (kind === 'files') {
    const { files, lastKey } = await person.call('files.list', { query });
    return { names: files.map(({ title }) => title), ids: files.map(({ id }) => id), lastKey };
  }
  const { templates, lastKey } = await person.call('templates.list', { query });
  return { names: templates.map(({ name }) => name), ids: templates.map(({ id }) => id), lastKey };
}

const create: Record<Kind, (person: Client, name: string) => Promise<{ id: string }>> = {
  transactions: (person, name) => person.call('transactions.create', { body: { name } }),
  files: (person, name) => person.addFile(undefined, name),
  templates: (person, name) => person.call('templates.create', { body: { name } }),
};
const shareCalls = { transactions: 'transactions.share', files: 'files.share', templates: 'templates.share' } as const;
const share = (person: Client, kind: Kind, id: string, email: string) => person.call(shareCalls[kind], { params: { id }, body: { participants: [{ email }] } });
const kinds: Kind[] = ['transactions', 'files', 'templates'];

/** Adds 120 copies of a row, with other ids, in the same instant. */
async function copyRows(table: string, key: string, id: string): Promise<void> {
  const { pool } = server.infrastructure;
  const { rows } = await pool.query<{ name: string }>('select column_name as name from information_schema.columns where table_name = $1', [table]);
  const columns = rows.map(({ name }) => `"${name}"`);
  const values = rows.map(({ name }) => (name === key ? `lpad(to_hex(n), 8, 'b') || substr(${key}, 9)` : name === 'body_ref' ? 'body_ref || n' : `"${name}"`));
  await pool.query(`insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table}, generate_series(1, 120) n where ${key} = $1`, [id]);
}

describe.each(kinds)('the list of %s', (kind) => {
  let owner: Client;
  let other: Client;
  beforeAll(async () => {
    owner = await Client.signIn(server, `owner-of-${kind}@example.org`, { firstName: 'Olga', lastName: 'Owner' });
    other = await Client.signIn(server, `other-of-${kind}@example.org`, { firstName: 'Otto', lastName: 'Other' });
    for (const name of ['Lease 10', 'lease 9', 'Ärger', 'Offer']) await create[kind](owner, name);
    await create[kind](other, 'Lease of Otto');
    const shared = await create[kind](other, 'Shared by Otto');
    await share(other, kind, shared.id, owner.email);
  });

  test('has the newest first, and nothing of others', async () => {
    expect((await list(owner, kind)).names).toEqual(['Shared by Otto', 'Offer', 'Ärger', 'lease 9', 'Lease 10']);
  });
  test.each([
    [{ search: 'LEASE' }, ['lease 9', 'Lease 10']],
    [{ search: '  offer ' }, ['Offer']],
    [{ search: 'Otto' }, ['Shared by Otto']],
    [{ search: 'olga owner' }, ['Offer', 'Ärger', 'lease 9', 'Lease 10']],
    [{ search: 'Lease of Otto' }, []],
    [{ search: '%' }, []],
    [{ search: '_' }, []],
    [{ filter: 'sharedWithMe' }, ['Shared by Otto']],
    [{ filter: 'sharedWithMe', search: 'lease' }, []],
    [{ sort: 'name', order: 'ascent' }, ['Ärger', 'lease 9', 'Lease 10', 'Offer', 'Shared by Otto']],
    [{ sort: 'name', order: 'descent' }, ['Shared by Otto', 'Offer', 'Lease 10', 'lease 9', 'Ärger']],
    [{ sort: 'created_at', order: 'ascent' }, ['Lease 10', 'lease 9', 'Ärger', 'Offer', 'Shared by Otto']],
  ] satisfies [Query, string[]][])('answers %j', async (query, names) => expect((await list(owner, kind, query)).names).toEqual(names));

  test.each([
    { filter: 'mine' }, { sort: 'title' }, { order: 'up' }, { search: 'x'.repeat(1000) }, { search: 'a\0b' },
    { exclusiveFrom: 'x' }, { exclusiveFrom: '0'.repeat(24) }, { exclusiveFrom: `${'0'.repeat(24)}.` }, { exclusiveFrom: `${'0'.repeat(24)}.${Buffer.from('soon').toString('base64url')}` },
    { exclusiveFrom: `${'0'.repeat(24)}.${Buffer.from('9'.repeat(17)).toString('base64url')}` }, { sort: 'name', exclusiveFrom: `${'0'.repeat(24)}.${Buffer.from('a\0').toString('base64url')}` },
    { exclusiveFrom: `${'0'.repeat(24)}.${'A'.repeat(5000)}` },
  ])('refuses %j', async (query) => {
    expect(await owner.refusalBody(`${kind}.list`, { query } as never)).toMatchObject({ code: 'request_validation_error' });
  });

  test.each(["'; drop table users; --", String.raw`\\`, '\u202e', '𝔘𝔫𝔦', '%_%', '"', '*'])('finds nothing for %j, and breaks nothing', async (search) => {
    expect((await list(owner, kind, { search })).names).toEqual([]);
  });

  test.each([['created_at', 'descent'], ['updated_at', 'ascent'], ['name', 'ascent'], ['name', 'descent']] as const)('by %s, %s: pages have no gaps and no duplicates, ties included', async (sort, order) => {
    const many = await Client.signIn(server, `many-${kind}-${sort}-${order}@example.org`.replaceAll('_', '-'));
    const { id } = await create[kind](many, 'Twin');
    await copyRows(kind, 'id', id);
    if (kind === 'files') await copyRows('file_versions', 'file_id', id);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(many, kind, { sort, order, ...(cursor ? { exclusiveFrom: cursor } : {}) });
      seen.push(...page.ids);
      cursor = page.lastKey;
    }
    const { rows } = await server.infrastructure.pool.query<{ id: string }>(`select id from ${kind} where owner_id = $1`, [many.userId]);
    expect(rows.length).toBe(121);
    expect(seen.toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  });

  test('continues after a row that was renamed or deleted meanwhile', async () => {
    const many = await Client.signIn(server, `moving-${kind}@example.org`);
    const made: string[] = [];
    for (let n = 100; n < 160; n += 1) made.push((await create[kind](many, `N ${n}`)).id);
    const query: Query = { sort: 'name', order: 'ascent' };
    const first = await list(many, kind, query);
    expect(first.ids).toEqual(made.slice(0, 50));
    const name = kind === 'files' ? 'title' : 'name';
    await server.infrastructure.pool.query(`update ${kind} set ${name} = 'A' where id = $1`, [made[49]]);
    const next = async () => (await list(many, kind, { ...query, exclusiveFrom: first.lastKey! })).ids;
    expect(await next()).toEqual(made.slice(50));
    await server.infrastructure.pool.query(`delete from ${kind} where id = $1`, [made[49]]);
    expect(await next()).toEqual(made.slice(50));
  });
});

test('requests are filtered by status and found by their recipients', async () => {
  const sent = await start(ada, await draft(ada, [bea.email]));
  await ada.call('transactions.create', { body: { name: 'Only a draft' } });
  const of = async (person: Client, query: object) => (await person.call('transactions.list', { query })).transactions.map(({ id }) => id);
  expect(await of(ada, { filter: 'pending' })).toEqual([sent.id]);
  expect(await of(ada, { search: bea.email })).toEqual([sent.id]);
  expect(await of(ada, { filter: 'completed', search: bea.email })).toEqual([]);
  expect(await of(bea, { filter: 'sharedWithMe', search: 'ada byron' })).toEqual([sent.id]);
  await ada.call('transactions.cancel', at(sent));
  expect(await of(ada, { filter: 'pending' })).toEqual([]);
  expect(await of(ada, { filter: 'canceled' })).toEqual([sent.id]);
});

test('templates are found by their roles', async () => {
  const person = await Client.signIn(server, 'roles@example.org');
  const { id } = await person.call('templates.create', { body: { name: 'Rent', recipients: [{ role: 'Landlord' }, { role: 'signer' }] } });
  for (const search of ['landlord', 'signer', 'Unterzeichner', '署名者']) expect((await list(person, 'templates', { search })).ids, search).toEqual([id]);
  expect((await list(person, 'templates', { search: 'tenant' })).ids).toEqual([]);
});
