import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteInPortions } from './delete-in-portions.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';

const database = ownDatabase();

const left = async (): Promise<number> => (await sql<{ count: number }>`select count(*)::int as count from rate_counters`.execute(database.db)).rows[0]?.count ?? NaN;

test('deletes all rows that fit, each portion in a database transaction of its own, and no other', async () => {
  await sql`insert into rate_counters (key, count, ends_at) select 'k' || n, 1, now() + (n - 2500) * interval '1 minute' from generate_series(1, 2600) n`.execute(database.db);
  // Each statement tells its transaction. The numbers of transactions count for all databases of the server, so others may use some.
  await database.pool.query(`
    create table portions (txid bigint);
    create function note_portion() returns trigger language plpgsql as 'begin insert into portions values (txid_current()); return null; end';
    create trigger note_portion after delete on rate_counters for each statement execute function note_portion()`);
  expect(await deleteInPortions(database.db, 'rate_counters', sql<boolean>`ends_at < now() - interval '1 second'`)).toBe(2499);
  const { rows } = await database.pool.query('select count(distinct txid)::int as count from portions');
  expect(rows).toEqual([{ count: 3 }]);
  expect(await left()).toBe(101);
});

test('leaves a row that somebody is changing, without waiting', async () => {
  const other = await database.pool.connect();
  await other.query("begin; update rate_counters set ends_at = now() + interval '1 day' where key = 'k2500'");
  expect(await deleteInPortions(database.db, 'rate_counters', sql<boolean>`ends_at <= now() + interval '50 minutes'`)).toBe(50);
  await other.query('commit');
  other.release();
  expect(await left()).toBe(51);
});
