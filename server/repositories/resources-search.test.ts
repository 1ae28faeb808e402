/** Filter, search and order of files and templates: what each person may list and what matches, all of it and nothing else. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listOrders, listSorts, ownershipFilters, wholeList, type ResourcesQuery } from '#contract/entities/list-query.ts';
import type { Db } from '#server/platform/database/database.ts';
import { ownDatabase } from '../../tests/support/own-database.ts';
import { listFiles } from './files-list.repository.ts';
import { pageOfRows, readCursor } from '#server/http/list-cursors.ts';
import type { ListedRow } from './list-order.ts';
import type { Space } from './space.ts';
import { listLibrary, listTemplates } from './templates-list.repository.ts';

const database = ownDatabase();
const mass = 2500;
const works = { id: 'works', everything: false };
const idOf = (n: number): string => n.toString(16).padStart(24, '0');

interface Entry {
  id: string;
  owner_id: string;
  org_id: string | null;
  shared_with: string[];
  name: string;
  created: string;
  updated: string;
  archived: boolean;
  texts: string[];
}
type Kind = 'files' | 'templates';
const entries = {} as Record<Kind, Map<string, Entry>>;

beforeAll(async () => {
  const { db } = database;
  for (const id of ['heavy', 'member', 'boss', 'reader', 'stranger']) await sql`insert into users (id, email, first_name, last_name) values (${id}, ${`${id}@example.org`}, ${id === 'member' ? 'Zoë' : 'First'}, ${`Name-${id}`})`.execute(db);
  await sql`insert into organizations (id, owner_id, name) values ('works', 'boss', 'x')`.execute(db);
  await sql`insert into members (org_id, user_id, role, status) values ('works', 'boss', 'admin', 'active'), ('works', 'member', 'participant', 'active'), ('works', 'heavy', 'participant', 'active')`.execute(db);
  const name = sql`case when n = 2400 then 'Überraschung 100%_' when n % 500 = 7 then 'Договір ' || n when n % 700 = 3 then '契約書 ' || n when n % 250 = 9 then 'Twin' when n % 3 = 0 then 'lease ' || n else 'Élan ' || n end`;
  const common = sql`lpad(to_hex(n), 24, '0'), case when n % 9 = 0 then 'member' when n % 31 = 0 then 'stranger' else 'heavy' end, case when n % 2 = 0 or n % 9 = 0 then 'works' end, ${name},
    case when n % 20 = 0 then array['reader'] else '{}'::text[] end, now() - (n / 7) * interval '1 minute', now() - ((n * 7919) % 500) * interval '1 second'`;
  const numbers = sql`from generate_series(1, ${mass}::int) n`;
  await sql`insert into files (id, owner_id, org_id, title, shared_with, created_at, updated_at) select ${common} ${numbers}`.execute(db);
  await sql`insert into templates (id, owner_id, org_id, name, shared_with, created_at, updated_at, recipients, public)
    select ${common}, case when n % 4 = 0 then jsonb_build_array(jsonb_build_object('role', 'signer')) else jsonb_build_array(jsonb_build_object('role', 'Tenant'), jsonb_build_object('role', 'Landlord ' || n % 40)) end, n % 100 = 1 ${numbers}`.execute(db);
  for (const kind of ['files', 'templates']) await sql`update ${sql.table(kind)} set archived = true where id = any(array(select lpad(to_hex(n), 24, '0') from generate_series(13, ${mass}::int, 13) n))`.execute(db);
  await sql`update files set deleted_at = now() where id = ${idOf(6)}`.execute(db);
  await sql`update files set owner_left_at = now() where id = ${idOf(8)}`.execute(db);
  await sql`update files set in_bulk = true where id = ${idOf(10)}`.execute(db);
  await sql`update templates set deleted_at = now() where id = ${idOf(6)}`.execute(db);
  const owner = sql`u.first_name || ' ' || u.last_name, u.email`;
  const read = async (kind: Kind, title: string, more = sql`'{}'::text[]`) => {
    const { rows } = await sql<Entry>`select t.id, t.owner_id, t.org_id, t.shared_with, t.${sql.ref(title)} as name, t.created_at::text as created, t.updated_at::text as updated, t.archived, array[t.${sql.ref(title)}, ${owner}] || ${more} as texts
      from ${sql.table(kind)} t join users u on u.id = t.owner_id where t.deleted_at is null and t.id <> all(${kind === 'files' ? [idOf(8), idOf(10)] : []}::text[])`.execute(db);
    entries[kind] = new Map(rows.map((row) => [row.id, row]));
  };
  await read('files', 'title');
  await read('templates', 'name', sql`array(select r ->> 'role' from jsonb_array_elements(t.recipients) r)`);
}, 120_000);

const lists = { files: listFiles, templates: listTemplates };
const space = (userId: string, organization: Space['organization']): Space => ({ userId, organization, closedOrgIds: [] });
type List = (db: Db, place: { query: ResourcesQuery; after?: ListedRow | undefined }) => Promise<ListedRow[]>;

/** All pages, by cursors as a client has them. */
async function allOf(list: List, wanted: Partial<ResourcesQuery>): Promise<string[]> {
  const query = { ...wholeList, ...wanted };
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { ids, lastKey } = pageOfRows(await list(database.db, { query, after: readCursor(cursor, query.sort) }));
    found.push(...ids);
    if (lastKey === null) return found;
    cursor = lastKey;
  }
}

const inSpace = ({ userId, organization }: Space) => ({ owner_id, org_id, shared_with }: Entry): boolean =>
  (organization?.everything === true ? org_id === organization.id : owner_id === userId && org_id === (organization?.id ?? null))
  || (shared_with.includes(userId) && (organization === null || org_id === organization.id));
/** Readers have an archive of their own. */
const isArchived = ({ userId, organization }: Space) => ({ owner_id, archived }: Entry): boolean => archived && (owner_id === userId || organization?.everything === true);
const passes = (userId: string, { filter, search }: ResourcesQuery) => ({ owner_id, texts }: Entry): boolean =>
  (filter !== 'sharedWithMe' || owner_id !== userId) && texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const compare = (sort: ResourcesQuery['sort'], a: Entry, b: Entry): number =>
  sort === 'name' ? collator.compare(a.name, b.name) : sort === 'updated_at' ? a.updated.localeCompare(b.updated) : a.created.localeCompare(b.created);

const spaces: [string, Space['organization']][] = [['heavy', null], ['heavy', works], ['member', works], ['boss', { id: 'works', everything: true }], ['reader', null], ['reader', works], ['stranger', null]];
const searches = ['', 'lease', 'ÉLAN', 'überr', '100%_', 'договір', '契約', 'twin', 'zoë', 'name-heavy', 'qq', 'x', '7', '77', 'landlord 39', 'tenant'];
const cases = (['files', 'templates'] as const).flatMap((kind) => spaces.map(([userId, organization]) => [kind, userId, organization] as const));

describe.each(cases)('%s of %s in %j', (kind, userId, organization) => {
  const own = space(userId, organization);
  const list: List = (db, place) => lists[kind](db, own, place);
  const expected = (query: ResourcesQuery) => [...entries[kind].values()].filter(inSpace(own)).filter((each) => isArchived(own)(each) === (query.filter === 'archived')).filter(passes(userId, query)).map(({ id }) => id).toSorted();

  test('are found by filter and search', async () => {
    for (const filter of ownershipFilters) {
      for (const search of searches) {
        const query = { ...wholeList, filter, search };
        expect([filter, search, (await allOf(list, query)).toSorted()]).toEqual([filter, search, expected(query)]);
      }
    }
  });

  test('come in every order, ties included, without gaps and duplicates', async () => {
    for (const sort of listSorts) {
      for (const order of listOrders) {
        const ids = await allOf(list, { sort, order });
        expect(ids.toSorted()).toEqual(expected(wholeList));
        const rows = ids.map((id) => entries[kind].get(id)!);
        const wrong = rows.slice(1).filter((row, index) => compare(sort, rows[index]!, row) * (order === 'descent' ? -1 : 1) > 0);
        expect([sort, order, wrong]).toEqual([sort, order, []]);
      }
    }
  });
});

test('the library has every order and is searched', async () => {
  const published = Array.from({ length: mass / 100 }, (_, index) => idOf(index * 100 + 1));
  for (const sort of listSorts) expect((await allOf(listLibrary, { sort })).toSorted()).toEqual(published);
  expect(await allOf(listLibrary, { search: 'Élan 1601' })).toEqual([idOf(1601)]);
});

test('the library is searched by names of owners, not by their addresses', async () => {
  const published = await allOf(listLibrary, {});
  expect(await allOf(listLibrary, { search: 'name-heavy' })).toEqual(published.filter((id) => entries.templates.get(id)?.owner_id === 'heavy'));
  expect(await allOf(listLibrary, { search: 'heavy@example' })).toEqual([]);
});

test.each(['Unterzeichner', 'signataire', '署名', 'підпис'])('templates are found by the role of a signer in any language: %s', async (search) => {
  const found = await allOf((db, place) => listTemplates(db, space('heavy', null), place), { search });
  const { rows } = await sql<{ id: string }>`select id from templates where owner_id = 'heavy' and org_id is null and deleted_at is null and recipients -> 0 ->> 'role' = 'signer'`.execute(database.db);
  expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test('a page continues where the last one ended although its last row has moved or is gone', async () => {
  const { db } = database;
  const list = (after?: ListedRow) => listFiles(db, space('heavy', null), { query: { ...wholeList, sort: 'name', order: 'ascent' }, after });
  const whole = await allOf((_, { after }) => list(after), { sort: 'name', order: 'ascent' });
  const first = await list();
  await sql`update files set title = 'Zzz' where id = ${first[49]!.id}`.execute(db);
  expect((await list(first[49])).map(({ id }) => id).slice(0, 50)).toEqual(whole.slice(50, 100));
  await sql`delete from files where id = ${first[49]!.id}`.execute(db);
  expect((await list(first[49])).map(({ id }) => id).slice(0, 50)).toEqual(whole.slice(50, 100));
});

test('a search follows changes of titles, roles and owners', async () => {
  const { db } = database;
  const found = async (kind: Kind, userId: string, search: string) => allOf((_, place) => lists[kind](db, space(userId, null), place), { search });
  await sql`update files set title = 'Quokka' where id = ${idOf(1)}`.execute(db);
  await sql`update templates set recipients = '[{"role": "Wombat"}]' where id = ${idOf(1)}`.execute(db);
  expect([await found('files', 'heavy', 'quokka'), await found('templates', 'heavy', 'wombat')]).toEqual([[idOf(1)], [idOf(1)]]);
  await sql`update files set owner_id = 'stranger' where id = ${idOf(1)}`.execute(db);
  expect([await found('files', 'heavy', 'quokka'), await found('files', 'stranger', 'quokka')]).toEqual([[], [idOf(1)]]);
});
