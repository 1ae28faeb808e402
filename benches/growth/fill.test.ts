/** The filled rows are such as the server could have written. */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { findBrokenLines } from '#server/repositories/insights.repository.ts';
import { correctListCounts } from '#server/repositories/list-counts.repository.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { fill, leavers } from './fill.ts';

let stored: TestDatabase;
let database: Database;
beforeAll(async () => {
  stored = await createTestDatabase(inject('testServer'));
  const client = new pg.Client({ connectionString: stored.connectionString });
  await client.connect();
  await fill(client, { transactions: 10_000 });
  await client.end();
  database = openDatabase(stored.connectionString, () => undefined);
});
afterAll(async () => {
  await database.close();
  await stored.drop();
});

const rowsOf = async <Row extends object>(text: string): Promise<Row[]> => (await database.pool.query<Row>(text)).rows;

test('no row names one that is missing', async () => {
  const keys = await rowsOf<{ name: string; from: string; to: string; pairs: string; first: string }>(`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      (select string_agg(format('a.%I = b.%I', x.attname, y.attname), ' and ') from unnest(conkey, confkey) k(x, y)
        join pg_attribute x on x.attrelid = conrelid and x.attnum = k.x join pg_attribute y on y.attrelid = confrelid and y.attnum = k.y) as pairs,
      (select quote_ident(attname) from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as first
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  expect(keys.length).toBeGreaterThan(50);
  const wrong = [];
  for (const { name, from, to, pairs, first } of keys) {
    wrong.push(...(await rowsOf(`select '${name}' as key from ${from} a where a.${first} is not null and not exists (select 1 from ${to} b where ${pairs}) limit 1`)));
  }
  expect(wrong).toEqual([]);
});

test('files have their current version, and recipients and signings the same people', async () => {
  expect(await rowsOf('select id from files f where not exists (select 1 from file_versions v where v.file_id = f.id and v.version = f.version)')).toEqual([]);
  expect(await rowsOf('select s.id from signings s join recipients r on r.id = s.recipient_id where r.user_id <> s.user_id or r.transaction_id <> s.transaction_id')).toEqual([]);
  expect(await rowsOf('select s.id from signings s left join file_versions v on v.file_id = s.file_id and v.version = s.file_version and v.hash = s.hash where v.file_id is null')).toEqual([]);
});

test('counters, histories and indexes are as the server keeps them', async () => {
  expect(await findDrift(database.db)).toEqual([]);
  expect(await correctListCounts(database.db)).toEqual([]);
  expect(await findBrokenLines(database.db, null)).toEqual([]);
  expect(await rowsOf("select indexrelid::regclass from pg_index where not indisvalid")).toEqual([]);
  expect(await rowsOf("select count(*)::int as count from pg_indexes where indexname in ('transactions_owner', 'files_shared', 'mails_created', 'insights_chain')")).toEqual([{ count: 4 }]);
});

test('people own what was promised', async () => {
  const owners = await rowsOf<{ email: string; count: number }>(`
    select email, count(*)::int as count from transactions t join users u on u.id = t.owner_id
    where email in ('user1@corp.example', ${leavers.map((each) => `'user${each}@corp.example'`).join(', ')}) group by email order by length(email), email`);
  expect(owners).toEqual([{ email: 'user1@corp.example', count: 500 }, ...leavers.map((each) => ({ email: `user${each}@corp.example`, count: 400 }))]);
  expect(await rowsOf('select count(*)::int as count from transactions where org_id is not null')).toEqual([{ count: 2000 }]);
});
