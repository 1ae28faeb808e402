import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { createEmptyDatabase } from '../../tests/support/test-database.ts';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import { newId } from '#server/platform/id.ts';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';
import { verifyBackup } from './verify.ts';

let server: TestApp;
let ada: Client;
const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
const saved = join(folder, 'saved');
const databases: { database: Database; drop(): Promise<void> }[] = [];
const empty = async (): Promise<Database> => {
  const { connectionString, drop } = await createEmptyDatabase(inject('testServer'));
  const database = openDatabase(connectionString, () => undefined);
  databases.push({ database, drop });
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

describe('further backups beside the first', () => {
  const beside = join(folder, 'beside');
  const [first, second] = [join(beside, '1'), join(beside, '2')];
  const pathIn = (backup: string, ref: string): string => join(backup, 'bodies', ref.slice(-2), ref);
  const refs = (): Promise<string[]> => server.infrastructure.db.selectFrom('file_versions').select('body_ref').execute().then((rows) => rows.map((row) => row.body_ref));

  test('have the same files of documents, copy only new ones, and need no other', async () => {
    const { pool, storage, config } = server.infrastructure;
    const source = { pool, storage, keyFile: join(config.dataDir, 'secret.key') };
    await backUp(source, first);
    const old = await refs();
    await ada.addFile(samplePdf('new'), 'New.pdf');
    const read = vi.spyOn(storage, 'read');
    const { bodies } = await backUp(source, second);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    expect(bodies.copied).toBe(samplePdf('new').length);
    for (const ref of old) expect(statSync(pathIn(second, ref)).ino).toBe(statSync(pathIn(first, ref)).ino);
    rmSync(first, { recursive: true });
    await verifyBackup(second);
    const database = await empty();
    await restore({ pool: database.pool, storage: new FolderStorage(join(folder, 'second-bodies')), keyFile: null }, second);
    expect((await dump(database)).files).toHaveLength((await dump(server.infrastructure)).files.length);
  });

  test('copy a document whose form has changed, and pass over a backup that was not finished', async () => {
    const { pool, storage } = server.infrastructure;
    const [changed] = await refs();
    const [third, fourth] = [join(beside, '3'), join(beside, '4')];
    const encrypted: typeof storage = Object.assign(Object.create(storage), {
      read: async (ref: string) => (ref === changed ? Readable.from([Buffer.from('another form')]) : storage.read(ref)),
      holdings: async function* () { for await (const each of storage.holdings()) yield each.ref === changed ? { ...each, size: 12 } : each; },
    });
    await backUp({ pool, storage: encrypted, keyFile: null }, third);
    expect(readFileSync(pathIn(third, changed!), 'utf8')).toBe('another form');
    rmSync(join(third, 'manifest.json'));
    await backUp({ pool, storage, keyFile: null }, fourth);
    expect(statSync(pathIn(fourth, changed!)).ino).toBe(statSync(pathIn(second, changed!)).ino);
    await expect(verifyBackup(third)).rejects.toThrow('no finished backup');
  });

  test('are verified without a restore: every fault is named', async () => {
    const { pool, storage } = server.infrastructure;
    const damaged = join(folder, 'apart', 'damaged');
    mkdirSync(join(folder, 'apart'));
    await backUp({ pool, storage, keyFile: null }, damaged);
    expect((await verifyBackup(damaged)).bodies.count).toBeGreaterThan(1);
    const [one, other] = await refs();
    writeFileSync(pathIn(damaged, one!), 'x'.repeat(statSync(pathIn(damaged, one!)).size));
    rmSync(pathIn(damaged, other!));
    const users = join(damaged, 'database', 'public.users.jsonl.gz');
    writeFileSync(users, gzipSync(gunzipSync(readFileSync(users)).toString().replace('ada@', 'eve@')));
    const fault = await verifyBackup(damaged).then(() => '', (error: Error) => error.message);
    for (const part of [`body ${one}: its hash differs`, `body ${other}: Body ${other} is missing`, 'the rows of public.users are not what was saved']) expect(fault).toContain(part);
    // A document that is not even listed.
    const list = join(damaged, 'bodies.jsonl');
    writeFileSync(list, readFileSync(list, 'utf8').split('\n').filter((line) => !line.includes(other!)).join('\n'));
    await expect(verifyBackup(damaged, { readBodies: false })).rejects.toThrow(`body ${other}, which public.file_versions refers to, is missing`);
  });
});

test.each([
  ['uploads', 'a stored upload', (ref: string) => `insert into uploads (body_ref, owner_id, holder_id, purpose, mime, max_size, token_hash, status, expires_at, stored_at, size, hash) select '${ref}', id, id, 'file', 'application/pdf', 1, sha256('${ref}'::bytea), 'stored', now(), now(), 1, 'x' from users limit 1`],
  ['uploads', 'a picture of an identity check', (ref: string) => `insert into uploads (body_ref, owner_id, holder_id, purpose, mime, max_size, token_hash, status, expires_at, stored_at, size, hash) select '${ref}', id, id, 'identity', 'image/png', 1, sha256('${ref}'::bytea), 'used', now(), now(), 1, 'x' from users limit 1`],
  ['mails', 'an attachment', (ref: string) => `insert into mails (id, template, recipient, locale, subject, text_body, html_body, attachments) values ('${ref}', 'x', 'x', 'en', '', '', '', '[{"ref": "${ref}"}]')`],
  ['bulks', 'a document of a bulk send', (ref: string) => `insert into bulks (id, owner_id, name, total, source_type, source_id, blueprint) select '${ref}', id, 'x', 1, 'template', 'x', '{"files": [{"bodyRef": "${ref}"}]}' from users limit 1`],
])('a backup without what %s refer to, %s, is damaged', async (table, _what, insert) => {
  const { pool, storage } = server.infrastructure;
  const ref = newId();
  await pool.query(insert(ref));
  const target = join(folder, `without-${ref}`);
  await backUp({ pool, storage, keyFile: null }, target);
  await expect(verifyBackup(target)).rejects.toThrow(`body ${ref}, which public.${table} refers to, is missing`);
  await pool.query(`delete from ${table} where ${table === 'uploads' ? 'body_ref' : 'id'} = '${ref}'`);
});

test('a row that cannot be restored is named, and nothing is restored (D11)', async () => {
  const { pool, storage } = server.infrastructure;
  const target = join(folder, 'dangling');
  await backUp({ pool, storage, keyFile: null }, target);
  const file = join(target, 'database', 'public.files.jsonl.gz');
  const rows = gunzipSync(readFileSync(file)).toString().replace(/"owner_id":"\w+"/, '"owner_id":"nobody"');
  writeFileSync(file, gzipSync(rows));
  const database = await empty();
  const { id } = JSON.parse(rows.split('\n')[0]!) as { id: string };
  const refused = restore({ pool: database.pool, storage: new FolderStorage(join(folder, 'dangling-bodies')), keyFile: null }, target);
  await expect(refused).rejects.toThrow(`Row id=${id} of public.files can't be restored: insert or update on table "files" violates foreign key constraint "files_owner_id_fkey" (Key (owner_id)=(nobody)`);
  expect((await database.pool.query('select count(*)::int from users')).rows).toEqual([{ count: 0 }]);
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

test('rows that refer to later ones of their table are restored', async () => {
  const { pool, storage } = server.infrastructure;
  const [original, correction] = [newId(), newId()];
  await pool.query(`insert into transactions (id, owner_id, name) values ($1, $2, repeat('Lease', 300))`, [original, ada.userId]);
  await pool.query(`insert into transactions (id, owner_id, name, corrects_id) values ($1, $2, 'Lease', $3)`, [correction, ada.userId, original]);
  // More than one statement restores. Then the original is changed, which writes it behind them: its page has no room for it.
  await pool.query(`insert into transactions (id, owner_id, name) select md5(n::text)::char(24), $1, repeat('Loan', 99) from generate_series(1, 1100) n`, [ada.userId]);
  await pool.query(`update transactions set status = 'canceled' where id = $1`, [original]);
  const { rows: places } = await pool.query<{ id: string }>(`select id from transactions order by ctid`);
  const placeOf = (id: string): number => places.findIndex((row) => row.id === id);
  expect(placeOf(original) - placeOf(correction)).toBeGreaterThan(500);
  const target = join(folder, 'corrected');
  await backUp({ pool, storage, keyFile: null }, target);
  const database = await empty();
  await restore({ pool: database.pool, storage: new FolderStorage(join(folder, 'corrected-bodies')), keyFile: null }, target);
  expect((await database.pool.query('select corrects_id from transactions where id = $1', [correction])).rows).toEqual([{ corrects_id: original }]);
});

test('a table may refer to itself only in a way that is checked at the end: rows are restored in no order', async () => {
  const { rows } = await server.infrastructure.pool.query(`
    select conname from pg_constraint where contype = 'f' and conrelid = confrelid and not condeferred and connamespace = 'public'::regnamespace`);
  expect(rows).toEqual([]);
});
