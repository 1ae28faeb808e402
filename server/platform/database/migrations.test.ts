import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appliedMigrations, migrateDown, migrateUp, migrationsFolder, readMigrations } from './migrations.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';

const database = ownDatabase();
const folder = mkdtempSync(join(tmpdir(), 'countersign-migrations-'));

beforeAll(async () => {
  cpSync(migrationsFolder, folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>("select table_name as name from information_schema.tables where table_schema = 'public' order by 1");
  return rows.map((row) => row.name);
};

test('every migration can be reverted and applied again', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const before = await tables();
  expect(await migrateUp(database.pool)).toEqual([]);
  expect(await migrateDown(database.pool, names.length)).toEqual(names.toReversed());
  expect(await tables()).toEqual(['schema_migrations']);
  expect(await migrateUp(database.pool)).toEqual(names);
  expect(await tables()).toEqual(before);
});

test('nodes that start together migrate once', async () => {
  const [newest = ''] = await migrateDown(database.pool, 1);
  const ran = await Promise.all([migrateUp(database.pool), migrateUp(database.pool), migrateUp(database.pool)]);
  expect(ran.flat()).toEqual([newest]);
});

test('a queued cancellation of an identity session is run under the name of either version', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const count = names.length - names.indexOf('117_cancel_identity_session');
  const taskOf = async (key: string): Promise<unknown> =>
    (await database.pool.query('select task_identifier as task from graphile_worker.jobs where key = $1', [key])).rows[0]?.task;
  await database.pool.query("select graphile_worker.add_job('cancel_identity_session', '{}', job_key => 'new')");
  await migrateDown(database.pool, count);
  expect(await taskOf('new')).toBe('call_off_identity_session');
  await database.pool.query("select graphile_worker.add_job('call_off_identity_session', '{}', job_key => 'old')");
  await migrateUp(database.pool);
  expect([await taskOf('new'), await taskOf('old')]).toEqual(['cancel_identity_session', 'cancel_identity_session']);
});

test('an older version neither starts on the database of a newer one nor reverts its migrations', async () => {
  const older = mkdtempSync(join(tmpdir(), 'countersign-older-'));
  cpSync(migrationsFolder, older, { recursive: true });
  const [newest = '', before = ''] = (await readMigrations()).map(({ name }) => name).toReversed();
  for (const direction of ['up', 'down']) rmSync(join(older, `${newest}.${direction}.sql`));
  await expect(migrateUp(database.pool, older)).rejects.toThrow(`belongs to a newer version of Countersign, which has migrated it: ${newest}`);
  await expect(migrateDown(database.pool, 1, older)).rejects.toThrow(`newer version of Countersign: ${newest}`);
  expect((await appliedMigrations(database.pool)).has(before)).toBe(true);
  rmSync(older, { recursive: true });
});

test('rejects a migration that was changed after it was applied', async () => {
  const path = join(folder, '001_users.up.sql');
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n-- changed`);
  await expect(migrateUp(database.pool, folder)).rejects.toThrow('001_users was changed');
});

test('a failed migration leaves no trace', async () => {
  cpSync(migrationsFolder, folder, { recursive: true });
  writeFileSync(join(folder, '999_broken.up.sql'), 'create table half (id text); select no_such_function();');
  writeFileSync(join(folder, '999_broken.down.sql'), 'drop table half;');
  await expect(migrateUp(database.pool, folder)).rejects.toThrow('no_such_function');
  expect(await tables()).not.toContain('half');
});
