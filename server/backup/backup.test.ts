import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { command, withDatabase } from '../../tests/support/test-database.ts';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import { newId } from '#server/platform/id.ts';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

let server: TestApp;
let ada: Client;
const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
const saved = join(folder, 'saved');
const databases: { database: Database; drop(): Promise<void> }[] = [];
const empty = async (): Promise<Database> => {
  const { url } = inject('testServer');
  const name = `restored_${process.hrtime.bigint()}`;
  await command(url, `create database ${name}`);
  const database = openDatabase(withDatabase(url, name), () => undefined);
  databases.push({ database, drop: () => command(url, `drop database ${name} with (force)`) });
  return database;
};

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada\u2028\n"Lovelace"', lastName: '\\x00' });
  const file = await ada.addFile(samplePdf('kept'), 'Lease.pdf');
  await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ email: 'bea@example.org' }] } });
  const { pool, storage, config } = server.infrastructure;
  await backUp({ pool, storage, keyFile: join(config.dataDir, 'secret.key') }, saved);
});
afterAll(async () => {
  for (const { database, drop } of databases) {
    await database.close();
    await drop();
  }
  await server.close();
  rmSync(folder, { recursive: true });
});

const dump = async ({ db, pool }: Pick<Database, 'db' | 'pool'>) => ({
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  files: await db.selectFrom('files').selectAll().orderBy('id').execute(),
  versions: await db.selectFrom('file_versions').selectAll().execute(),
  events: await db.selectFrom('events').selectAll().orderBy('id').execute(),
  keys: await db.selectFrom('sealed_keys').select(['name', 'sealed']).orderBy('name').execute(),
  mails: await db.selectFrom('mails').select(['id', 'subject', 'attachments']).execute(),
  jobs: (await pool.query('select task_identifier, payload, run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id, lateral (select t.identifier as task_identifier) x order by j.id')).rows,
});

test('restores rows, pending jobs, documents and the key', async () => {
  const database = await empty();
  const storage = new FolderStorage(join(folder, 'restored-bodies'));
  const keyFile = join(folder, 'restored.key');
  await restore({ pool: database.pool, storage, keyFile }, saved);
  const [before, after] = [await dump(server.infrastructure), await dump(database)];
  expect(after).toEqual(before);
  expect(before.events.length).toBeGreaterThan(0);
  expect(before.jobs.length).toBeGreaterThan(0);
  const [version] = after.versions;
  const parts: Buffer[] = [];
  for await (const part of await storage.read(version!.body_ref)) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).toString()).toContain('kept');
  // Sequences continue after the restored ids.
  const { rows: [next] } = await database.pool.query("select nextval('event_ids') > (select max(id) from events) as follows");
  expect(next).toEqual({ follows: true });
});

test('refuses to overwrite a used database, another key or a folder that is not empty', async () => {
  const { pool, storage, config } = server.infrastructure;
  await expect(restore({ pool, storage, keyFile: null }, saved)).rejects.toThrow('not empty');
  const otherKey = join(folder, 'other.key');
  writeFileSync(otherKey, 'another');
  await expect(restore({ pool: (await empty()).pool, storage: new FolderStorage(join(folder, 'x')), keyFile: otherKey }, saved)).rejects.toThrow('another key');
  await expect(backUp({ pool, storage, keyFile: join(config.dataDir, 'secret.key') }, saved)).rejects.toThrow('not empty');
  await expect(restore({ pool, storage, keyFile: null }, folder)).rejects.toThrow('no finished backup');
});

test('rejects a damaged backup without restoring a row', async () => {
  const database = await empty();
  const bodies = join(saved, 'bodies');
  const [inside] = readdirSync(bodies);
  const [name] = readdirSync(join(bodies, inside!));
  truncateSync(join(bodies, inside!, name!), 3);
  await expect(restore({ pool: database.pool, storage: new FolderStorage(join(folder, 'damaged')), keyFile: null }, saved)).rejects.toThrow('hash differs');
  const { rows } = await database.pool.query("select count(*)::int from users");
  expect(rows).toEqual([{ count: 0 }]);
});

test('a rejected upload that is deleted at once does not abort a backup', async () => {
  const { pool, storage } = server.infrastructure;
  const gone = newId();
  const refusing: typeof storage = Object.assign(Object.create(storage), {
    read: (ref: string) => storage.read(ref),
    holdings: async function* () {
      yield { ref: gone, size: 5, changedAt: new Date() };
      yield* storage.holdings();
    },
  });
  const { bodies } = await backUp({ pool, storage: refusing, keyFile: null }, join(folder, 'third'));
  expect(bodies.count).toBeGreaterThan(0);
});

test('a backup is invalid unless its documents stayed locked until the end', async () => {
  const { pool, storage } = server.infrastructure;
  const restarting: typeof storage = Object.assign(Object.create(storage), {
    read: (ref: string) => storage.read(ref),
    holdings: async function* () {
      yield* storage.holdings();
      await pool.query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 4017263 and objid = 5 and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())");
    },
  });
  await expect(backUp({ pool, storage: restarting, keyFile: null }, join(folder, 'fourth'))).rejects.toThrow();
  await expect(restore({ pool, storage, keyFile: null }, join(folder, 'fourth'))).rejects.toThrow('no finished backup');
});

test('no document is deleted during a backup', async () => {
  const { pool, storage } = server.infrastructure;
  const slow: typeof storage = Object.assign(Object.create(storage), {
    read: async (ref: string) => {
      await expect(withDeletionLock(pool, async () => undefined)).rejects.toThrow('locked');
      return storage.read(ref);
    },
    holdings: () => storage.holdings(),
  });
  await backUp({ pool, storage: slow, keyFile: null }, join(folder, 'second'));
  expect(await withDeletionLock(pool, async () => 'free')).toBe('free');
});

test('an encrypted backup is opened only by its identity, and by age itself (L15)', async () => {
  const { pool, storage, config } = server.infrastructure;
  const [identity, other] = [await generateIdentity(), await generateIdentity()];
  const target = join(folder, 'encrypted');
  await backUp({ pool, storage, keyFile: join(config.dataDir, 'secret.key'), recipient: await identityToRecipient(identity) }, target);
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(readFileSync(file).subarray(0, 21).toString(), file).toBe('age-encryption.org/v1');
  const whole = new Decrypter();
  whole.addIdentity(identity);
  expect(Buffer.from(await whole.decrypt(readFileSync(join(target, 'secret.key.age')))).equals(readFileSync(join(config.dataDir, 'secret.key')))).toBe(true);

  const written = (text: string): string => {
    const path = join(folder, `identity-${process.hrtime.bigint()}`);
    writeFileSync(path, text);
    return path;
  };
  const database = await empty();
  const restored = { pool: database.pool, storage: new FolderStorage(join(folder, 'opened-bodies')), keyFile: join(folder, 'opened.key') };
  await expect(restore(restored, target)).rejects.toThrow('--identity');
  await expect(restore({ ...restored, identityFile: written(`${other}\n`) }, target)).rejects.toThrow('this identity');
  await expect(restore({ ...restored, identityFile: written('nothing') }, target)).rejects.toThrow('holds no identity');
  await expect(restore({ ...restored, identityFile: written('AGE-SECRET-KEY-1QQQ') }, target)).rejects.toThrow(/not whole\.$/);
  await restore({ ...restored, identityFile: written(`# created: today\n${identity}\n`) }, target);
  expect(await dump(database)).toEqual(await dump(server.infrastructure));
  expect(readFileSync(restored.keyFile).equals(readFileSync(join(config.dataDir, 'secret.key')))).toBe(true);
});

test('rejects a modified file of an encrypted backup without restoring a row', async () => {
  const { pool, storage } = server.infrastructure;
  const identity = await generateIdentity();
  const [target, identityFile] = [join(folder, 'changed'), join(folder, 'changed-identity')];
  writeFileSync(identityFile, identity);
  await backUp({ pool, storage, keyFile: null, recipient: await identityToRecipient(identity) }, target);
  const users = join(target, 'database', 'public.users.jsonl.gz.age');
  const was = readFileSync(users);
  was[was.length - 20]! ^= 1;
  writeFileSync(users, was);
  const database = await empty();
  await expect(restore({ pool: database.pool, storage: new FolderStorage(join(folder, 'changed-bodies')), keyFile: null, identityFile }, target)).rejects.toThrow('was changed');
  const { rows } = await database.pool.query('select count(*)::int from users');
  expect(rows).toEqual([{ count: 0 }]);
});

test('rejects an invalid recipient key before saving anything', async () => {
  const { pool, storage } = server.infrastructure;
  await expect(backUp({ pool, storage, keyFile: null, recipient: 'ada@example.org' }, join(folder, 'fifth'))).rejects.toThrow('no recipient of age');
  expect(readdirSync(folder)).not.toContain('fifth');
});
