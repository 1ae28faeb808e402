import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { ownDatabase } from '../../../tests/support/own-database.ts';

const database = ownDatabase();

beforeAll(async () => {
  await sql`create table boxes (id text primary key, weight integer)`.execute(database.db);
  await sql`insert into boxes values ('a', 1), ('b', 2)`.execute(database.db);
});

const weightOf = (id: string) => database.db.transaction().execute(async (tx) => (await sql<{ weight: number }>`select weight from boxes where id = ${id}`.execute(tx)).rows[0]?.weight);

/** The names under which the statements were sent that contain the word. */
async function namesOf(word: string, work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const sent = spy.mock.calls.map(([given]) => given as unknown as { text?: string; name?: string }).filter(({ text }) => text?.includes(word));
  spy.mockRestore();
  return sent.map(({ name }) => name);
}

test('in transactions, a statement that is sent again gets a name, and its rows are right', async () => {
  const weights: unknown[] = [];
  const names = await namesOf('from boxes', async () => {
    for (const id of ['a', 'b', 'x', 'a']) weights.push(await weightOf(id));
  });
  expect(weights).toEqual([1, 2, undefined, 1]);
  expect(names).toEqual([undefined, expect.any(String), expect.any(String), expect.any(String)]);
  expect(new Set(names.slice(1)).size).toBe(1);
});

test('outside of transactions, without parameters and with all columns, statements have no name', async () => {
  const each = async (): Promise<void> => {
    await sql`select weight from boxes where id = ${'a'} and true`.execute(database.db);
    await database.db.transaction().execute(async (tx) => {
      await sql`select * from boxes where id = ${'a'}`.execute(tx);
      await sql`select boxes.* from boxes where id = ${'a'}`.execute(tx);
      await sql`update boxes set weight = weight where id = ${'b'} returning *`.execute(tx);
      await sql`select weight from boxes where id = 'a'`.execute(tx);
    });
    await sql`select weight from boxes where id = ${'b'} and true`.execute(database.db);
  };
  expect(new Set(await namesOf('boxes', async () => { for (let count = 0; count < 3; count += 1) await each(); }))).toEqual(new Set([undefined]));
});

test('counted rows are no columns', async () => {
  const count = () => database.db.transaction().execute((tx) => sql`select count(*)::int as count from boxes where weight > ${0}`.execute(tx));
  expect((await namesOf('count(*)', async () => { for (let times = 0; times < 3; times += 1) await count(); })).filter(Boolean)).toHaveLength(2);
});

test('after a column has changed its type, one transaction fails and later ones succeed', async () => {
  for (let times = 0; times < 8; times += 1) await weightOf('a');
  await sql`alter table boxes alter column weight type text`.execute(database.db);
  const answers = [];
  for (let times = 0; times < 4; times += 1) answers.push(await weightOf('a').catch((error: { code: string }) => error.code));
  expect(answers).toEqual(['0A000', '1', '1', '1']);
});

test('an error of a named statement reaches its caller, and the connection goes on', async () => {
  const divide = (by: number) => database.db.transaction().execute(async (tx) => (await sql<{ result: number }>`select 6 / ${by}::int as result`.execute(tx)).rows[0]?.result);
  expect([await divide(1), await divide(2), await divide(3)]).toEqual([6, 3, 2]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(6)).toBe(1);
});
