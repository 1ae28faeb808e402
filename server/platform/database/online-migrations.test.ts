import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appliedMigrations, migrateDown, migrateUp, migrationsFolder } from './migrations.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';

const database = ownDatabase();
const folder = mkdtempSync(join(tmpdir(), 'countersign-concurrent-'));
const head = '-- runs outside a transaction\n';

beforeAll(async () => {
  cpSync(migrationsFolder, folder, { recursive: true });
  await database.pool.query('create table shelves (id integer, place text)');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  for (const name of ['shelves_id', 'shelves_place']) await database.pool.query(`drop index if exists ${name}`);
  await database.pool.query("delete from schema_migrations where name like '998%'");
  await database.pool.query("truncate shelves; insert into shelves values (1, 'hall'), (2, 'attic')");
});

function write(up: string): void {
  writeFileSync(join(folder, '998_shelves.up.sql'), up);
  writeFileSync(join(folder, '998_shelves.down.sql'), `${head}drop index concurrently if exists shelves_place;\ndrop index concurrently if exists shelves_id;`);
}
const both = `${head}create unique index concurrently shelves_id on shelves (id);\n-- Then this; one after the other.\ncreate index concurrently shelves_place on shelves (place);\n`;
const indexes = async (): Promise<object[]> =>
  (await database.pool.query<object>("select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'shelves'::regclass order by 1")).rows;
const built = [{ name: 'shelves_id', valid: true }, { name: 'shelves_place', valid: true }];

test('builds indexes, and takes them back', async () => {
  write(both);
  expect(await migrateUp(database.pool, folder)).toEqual(['998_shelves']);
  expect(await indexes()).toEqual(built);
  expect(await migrateDown(database.pool, 1, folder)).toEqual(['998_shelves']);
  expect(await indexes()).toEqual([]);
});

test('an index that was left half built is built anew, and one that is there is kept', async () => {
  write(both);
  await database.pool.query("insert into shelves values (1, 'cellar')");
  await expect(migrateUp(database.pool, folder)).rejects.toThrow('could not create unique index');
  expect(await indexes()).toEqual([{ name: 'shelves_id', valid: false }]);
  expect((await appliedMigrations(database.pool)).has('998_shelves')).toBe(false);
  await database.pool.query("delete from shelves where place = 'cellar'");
  await database.pool.query('create index shelves_place on shelves (place)');
  const identity = async (): Promise<unknown> => (await database.pool.query("select 'shelves_place'::regclass::oid as oid")).rows[0];
  const before = await identity();
  expect(await migrateUp(database.pool, folder)).toEqual(['998_shelves']);
  expect(await indexes()).toEqual(built);
  expect(await identity()).toEqual(before);
});

test('waits for changes that are under way, while other nodes wait for it, and one of them builds', async () => {
  write(both);
  const writer = await database.pool.connect();
  await writer.query("begin; insert into shelves values (3, 'hall')");
  const nodes = [migrateUp(database.pool, folder), migrateUp(database.pool, folder), migrateUp(database.pool, folder)];
  await expect.poll(async () => (await database.pool.query("select 1 from pg_stat_activity where query like 'create unique index concurrently%' and wait_event_type = 'Lock'")).rowCount).toBe(1);
  await writer.query('commit');
  writer.release();
  expect((await Promise.all(nodes)).flat()).toEqual(['998_shelves']);
  expect(await indexes()).toEqual(built);
});

test('is refused with a statement that could not be done again', async () => {
  write(`${head}create index concurrently shelves_id on shelves (id);\nupdate shelves set place = 'hall';`);
  await expect(migrateUp(database.pool, folder)).rejects.toThrow('or call a procedure that fills a table: update shelves');
  expect(await indexes()).toEqual([]);
});
