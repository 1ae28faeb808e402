/** The transaction list after a bulk load, before the database has analyzed its tables. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ownDatabase } from '../../tests/support/own-database.ts';
import type { ListedRow } from './list-order.ts';
import { listTransactions } from './transactions-list.repository.ts';

const database = ownDatabase();
const mass = 60_000;
const viewer = { id: 'viewer', email: 'viewer@example.org', phone: null };
const space = { userId: viewer.id, organization: null, closedOrgIds: [] };

beforeAll(async () => {
  const { db } = database;
  await sql`alter table transactions set (autovacuum_enabled = false)`.execute(db);
  await sql`alter table recipients set (autovacuum_enabled = false)`.execute(db);
  // The texts for the search are not what is tested here.
  await sql`alter table transactions disable trigger texts_of_transactions`.execute(db);
  await sql`alter table recipients disable trigger texts_of_added_recipients`.execute(db);
  // `analyze` on nearly empty tables gives the planner outdated statistics afterwards.
  await sql`insert into users (id, email) values ('owner', 'owner@example.org'), ('viewer', 'viewer@example.org')`.execute(db);
  await sql`insert into transactions (id, owner_id, name, status) values ('first', 'owner', 'x', 'pending')`.execute(db);
  await sql`insert into recipients (id, transaction_id, position, email, invited_at) values ('r-first', 'first', 0, 'owner@example.org', now())`.execute(db);
  await sql`analyze`.execute(db);
  await sql`insert into transactions (id, owner_id, name, status, shared_with, created_at)
    select 't' || n, case when n % 3 = 0 then 'viewer' else 'owner' end, 'x', 'pending',
      case when n % 7 = 0 then array['viewer'] else '{}'::text[] end, now() - n * interval '1 second' from generate_series(1, ${mass}::int) n`.execute(db);
  await sql`insert into recipients (id, transaction_id, position, email, invited_at)
    select 'r' || n, 't' || n, 0, case when n % 5 = 0 then 'viewer@example.org' else 'somebody' || n || '@example.org' end, now() from generate_series(1, ${mass}::int) n`.execute(db);
}, 120_000);

const isShown = (n: number): boolean => n % 3 === 0 || n % 7 === 0 || n % 5 === 0;
const expected = Array.from({ length: mass }, (_, index) => index + 1).filter(isShown);

test('pages are fast, complete, in order and without duplicates', async () => {
  const seen: ListedRow[] = [];
  const began = performance.now();
  for (let page = 0; page < 4; page += 1) {
    const { rows } = await listTransactions(database.reads, viewer, space, { after: seen.at(-1) });
    expect(rows).toHaveLength(51);
    seen.push(...rows.slice(0, 50));
  }
  const each = (performance.now() - began) / 4;
  expect(seen.map(({ id }) => id)).toEqual(expected.slice(0, 200).map((n) => `t${n}`));
  expect(each).toBeLessThan(2000);
});

test('counts every item once', async () => {
  const [first, second] = [await listTransactions(database.reads, viewer, space), await listTransactions(database.reads, viewer, space, { after: { id: 't1', key: '1' } })];
  const { counters } = first;
  expect(second.counters).toEqual(counters);
  expect(counters).toMatchObject({ all: expected.length, pending: expected.length, sharedWithMe: expected.filter((n) => n % 3 !== 0).length });
});

test('returns each person\'s own first page in each space', async () => {
  const allOf = async (id: string, organization: { id: string; everything: boolean } | null): Promise<number> =>
    (await listTransactions(database.reads, { id, email: `${id}@example.org`, phone: null }, { userId: id, organization, closedOrgIds: [] })).counters.all;
  await sql`insert into organizations (id, owner_id, name) values ('org', 'owner', 'x')`.execute(database.db);
  await sql`insert into transactions (id, owner_id, org_id, name, status) values ('o1', 'owner', 'org', 'x', 'pending'), ('o2', 'viewer', 'org', 'x', 'pending')`.execute(database.db);
  expect(await allOf('viewer', null)).toBe(expected.length);
  expect(await allOf('owner', null)).toBe(mass - Math.floor(mass / 3) + 1);
  expect(await allOf('stranger', null)).toBe(0);
  expect(await allOf('owner', { id: 'org', everything: false })).toBe(1);
  expect(await allOf('owner', { id: 'org', everything: true })).toBe(2);
  expect(await allOf('owner', { id: 'other', everything: true })).toBe(0);
});
