import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { isDatabaseUnavailable } from './connection-errors.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';

const database = ownDatabase();

beforeAll(async () => {
  await sql`create table shelves (id text primary key, books integer)`.execute(database.db);
  await sql`insert into shelves values ('a', 1), ('b', 2)`.execute(database.db);
});

const shelf = async (id: string): Promise<object | undefined> => (await sql<object>`select * from shelves where id = ${id}`.execute(database.reads)).rows[0];

test('concurrent queries each get their own result, and an error goes to its own caller', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => ['a', 'b', 'c'][index % 3] ?? '');
  const [answers, wrong] = await Promise.all([Promise.all(ids.map(shelf)), sql`select 1 / ${0}::int`.execute(database.reads).catch((error: Error) => error.message)]);
  expect(answers).toEqual(ids.map((id) => ({ a: { id, books: 1 }, b: { id, books: 2 } })[id]));
  expect(wrong).toBe('division by zero');
});

test('reads a table whose columns changed in the meantime', async () => {
  await Promise.all(Array.from({ length: 8 }, () => shelf('a')));
  await sql`alter table shelves add column place text default 'hall'`.execute(database.db);
  const answers = await Promise.all(Array.from({ length: 8 }, () => shelf('a')));
  expect(answers).toEqual(Array(8).fill({ id: 'a', books: 1, place: 'hall' }));
});

test('an unanswered query does not block later ones', async () => {
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  const waiting = sql`select pg_advisory_lock_shared(1)`.execute(database.reads);
  for (let count = 0; count < 20; count += 1) expect(await shelf('b')).toMatchObject({ books: 2 });
  await holder.query('select pg_advisory_unlock(1)');
  holder.release();
  await waiting;
});

test('a broken connection fails as unavailable, and the next query opens a new one', async () => {
  const result = sql`select pg_sleep(60)`.execute(database.reads).catch((error: unknown) => error);
  await expect.poll(async () => (await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(database.db)).rows.length).toBe(1);
  expect(isDatabaseUnavailable(await result)).toBe(true);
  expect(await shelf('b')).toMatchObject({ books: 2 });
});

test('rejects writes and transactions', async () => {
  await expect(sql`delete from shelves`.execute(database.reads)).rejects.toThrow('read-only');
  await expect(database.reads.transaction().execute(async () => undefined)).rejects.toThrow('single reads');
});
