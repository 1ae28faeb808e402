/** What a transaction sends without waiting is stored with it, or fails it. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ownDatabase } from '../../../tests/support/own-database.ts';
import { atOnce } from './at-once.ts';
import type { Db, Tx } from './database.ts';
import { sendBehind } from './write-behind.ts';

const database = ownDatabase();
beforeAll(() => sql`create table boxes (id text primary key, weight integer check (weight < 100))`.execute(database.db));
beforeEach(() => sql`delete from boxes`.execute(database.db));

const put = (db: Db | Tx, id: string, weight = 1): Promise<void> => sendBehind(db, sql`insert into boxes values (${id}, ${weight})`);
const boxes = async (db: Db | Tx = database.db): Promise<string[]> => (await sql<{ id: string }>`select id from boxes order by id`.execute(db)).rows.map(({ id }) => id);

test('the statement that follows sees it, and so does everybody after the commit', async () => {
  const within = await database.db.transaction().execute(async (tx) => {
    await put(tx, 'a');
    await put(tx, 'b');
    return boxes(tx);
  });
  expect([within, await boxes()]).toEqual([['a', 'b'], ['a', 'b']]);
});

test('what is sent last is waited for by the commit', async () => {
  await database.db.transaction().execute(async (tx) => put(tx, 'a'));
  expect(await boxes()).toEqual(['a']);
  await expect(database.db.transaction().execute(async (tx) => put(tx, 'a'))).rejects.toMatchObject({ code: '23505' });
});

test('its failure is told instead of those that follow from it, and nothing is stored', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await put(tx, 'a');
    await put(tx, 'b', 100);
    await put(tx, 'c');
    await boxes(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  const together = database.db.transaction().execute(async (tx) => {
    await put(tx, 'b', 100);
    await atOnce(tx, (db) => Promise.all([boxes(db), boxes(db), boxes(db)]));
  });
  await expect(together).rejects.toMatchObject({ code: '23514' });
  expect(await boxes()).toEqual([]);
  // Nor does a later transaction on the same connection fail.
  await database.db.transaction().execute(async (tx) => put(tx, 'd'));
  expect(await boxes()).toEqual(['d']);
});

test('an error of the caller rolls it back', async () => {
  await expect(database.db.transaction().execute(async (tx) => {
    await put(tx, 'a');
    throw new Error('no');
  })).rejects.toThrow('no');
  expect(await boxes()).toEqual([]);
});

test('outside of a transaction it is waited for', async () => {
  await put(database.db, 'a');
  await expect(put(database.db, 'a')).rejects.toMatchObject({ code: '23505' });
});

/** How often a connection wrote to the database. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const client = await database.pool.connect();
  const { stream } = (client as unknown as { connection: { stream: { constructor: { prototype: object } } } }).connection;
  client.release();
  const writes = vi.spyOn(stream.constructor.prototype as { _writev(chunks: unknown, done: unknown): void }, '_writev');
  await work();
  const count = writes.mock.calls.length;
  writes.mockRestore();
  return count;
}

test('what nobody waits for, and what is read at once, takes no round trip of its own', async () => {
  const behind = () => database.db.transaction().execute(async (tx) => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await put(tx, id);
    await atOnce(tx, (db) => Promise.all(Array.from({ length: 5 }, () => boxes(db))));
  });
  expect(await writesOf(behind)).toBeLessThanOrEqual(3);
});

test('statements of a transaction that are read at once belong to it', async () => {
  const counted = await database.db.transaction().execute(async (tx) => {
    await put(tx, 'a');
    return atOnce(tx, (db) => Promise.all([boxes(db), boxes(db)]));
  });
  expect(counted).toEqual([['a'], ['a']]);
});
