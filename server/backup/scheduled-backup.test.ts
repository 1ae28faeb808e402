/** Scheduled backups: what counts as one, what is removed, and what an operator sees. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { openStorage } from '#server/adapters/storage/open-storage.ts';
import type { BackupSource } from './back-up.ts';
import { backUpInProcess, type BackupRequest } from './backup-process.ts';
import { finishedBackups, partOf } from './backup-folder.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';
import { verifyBackup } from './verify.ts';

let server: TestApp;
let source: BackupSource;
const folder = join(mkdtempSync(join(tmpdir(), 'countersign-schedule-')), 'backups');

beforeAll(async () => {
  server = await startTestApp({ RUN_JOBS: 'true', BACKUP_FOLDER: folder, BACKUP_SCHEDULE: '0 0 29 2 *', BACKUP_KEEP: '2' });
  const ada = await Client.signIn(server, 'ada@example.org');
  await ada.addFile(samplePdf('kept'), 'Lease.pdf');
  const { pool, config } = server.infrastructure;
  source = { pool, storage: openStorage(config), keyFile: join(config.dataDir, 'secret.key') };
});
afterAll(async () => {
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
});
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (keep = 2, from: Partial<BackupSource> = {}) => makeScheduledBackup({ ...source, ...from }, { folder, keep });
const made = async (...options: Parameters<typeof make>): Promise<string> => (await make(...options))!.path;
const left = (): string[] => readdirSync(folder).map((name) => join(folder, name)).toSorted();
/** The storage with another list of bodies. */
const storageWith = (holdings: BackupSource['storage']['holdings']): BackupSource['storage'] => ({ read: (ref) => source.storage.read(ref), holdings });

test('only whole older backups of the schedule are removed, and each that stays is complete', async () => {
  const manual = join(folder, '2030-01-31');
  mkdirSync(manual, { recursive: true });
  const [first, second] = [await made(), await made()];
  expect(left()).toEqual([manual, first, second]);
  const third = await made();
  expect(left()).toEqual([manual, second, third]);
  await verifyBackup(second);
  await verifyBackup(third);
  const [inside] = readdirSync(join(third, 'bodies'));
  const [ref] = readdirSync(join(third, 'bodies', inside!));
  expect(statSync(join(third, 'bodies', inside!, ref!)).ino).toBe(statSync(join(second, 'bodies', inside!, ref!)).ino);
});

test('a damaged backup does not take the place of a good one, and is not removed', async () => {
  const good = await made();
  const damaged = await made();
  rmSync(join(damaged, 'manifest.json'));
  const next = await made();
  expect(left()).toEqual([good, damaged, next]);
  expect((await finishedBackups(folder)).map(({ path }) => path)).toEqual([next, good]);
});

test('a failed backup leaves nothing and removes nothing', async () => {
  const good = await made();
  const failing = storageWith(async function* () {
    yield* source.storage.holdings();
    throw new Error('the storage is gone');
  });
  await expect(make(1, { storage: failing })).rejects.toThrow('the storage is gone');
  expect(left()).toEqual([good]);
});

test('a backup that lacks a document is not kept', async () => {
  const good = await made();
  const lost = storageWith(async function* () { /* none */ });
  await expect(make(1, { storage: lost })).rejects.toThrow('which public.file_versions refers to, is missing');
  expect(left()).toEqual([good]);
});

test('what a killed process left does not count, and goes with the next backup', async () => {
  const good = await made();
  const killed = await made();
  renameSync(killed, partOf(killed));
  const foreign = join(folder, 'another.part');
  writeFileSync(foreign, '');
  expect((await finishedBackups(folder)).map(({ path }) => path)).toEqual([good]);
  const next = await made();
  expect(left()).toEqual([foreign, good, next].toSorted());
});

test('a node that stops ends its backup', async () => {
  const stopping = new AbortController();
  const storage = storageWith(async function* () {
    stopping.abort();
    yield* source.storage.holdings();
  });
  await expect(make(2, { storage, signal: stopping.signal })).rejects.toThrow('aborted');
  expect(left()).toEqual([]);
});

test('one backup runs at a time', async () => {
  let second: unknown = 'not asked';
  const storage = storageWith(async function* () {
    second = await make();
    yield* source.storage.holdings();
  });
  await made(2, { storage });
  expect(second).toBeNull();
  expect(left()).toHaveLength(1);
});

const order = (changes: Partial<BackupRequest> = {}): BackupRequest => {
  const { config, connectionString } = server.infrastructure;
  return { connectionString, storage: config, keyFile: source.keyFile, plan: { folder, keep: 2 }, ...changes };
};

test('a backup made in a process of its own is as any other', async () => {
  const made = await backUpInProcess(order());
  expect(left()).toEqual([made!.path]);
  expect((await verifyBackup(made!.path)).bodies.count).toBe(made!.manifest.bodies.count);
});

test('a process that fails says why, and one that was killed says so', async () => {
  const file = join(folder, '..', 'no-folder');
  writeFileSync(file, '');
  await expect(backUpInProcess(order({ plan: { folder: file, keep: 2 } }))).rejects.toThrow('EEXIST');
  await expect(backUpInProcess(order({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }))).rejects.toThrow('ECONNREFUSED');
  rmSync(file);
});

test('a node that stops ends the process of its backup, which leaves nothing', async () => {
  const { pool } = server.infrastructure;
  const holder = await pool.connect();
  // The backup waits for this table.
  await holder.query('begin; lock table files in access exclusive mode');
  const stopping = new AbortController();
  const making = backUpInProcess(order(), stopping.signal);
  const waiting = async (): Promise<number | null> => (await pool.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  stopping.abort(new Error('the node stops'));
  setTimeout(() => void holder.query('rollback').then(() => holder.release()), 200);
  await expect(making).rejects.toThrow('the node stops');
  expect(left()).toEqual([]);
}, 30_000);

test('encrypted backups are kept and removed as others are', async () => {
  const recipient = await identityToRecipient(await generateIdentity());
  const paths = [await made(2, { recipient }), await made(2, { recipient }), await made(2, { recipient })];
  expect(left()).toEqual(paths.slice(1));
  expect(existsSync(join(paths[2]!, 'secret.key.age'))).toBe(true);
});

async function age(): Promise<string | undefined> {
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost:3000' } });
  return body.split('\n').find((line) => line.startsWith('countersign_backup_age_seconds '))?.split(' ')[1];
}

test('a node makes the backup that is due, and its age is a metric', async () => {
  const { pool, db } = server.infrastructure;
  expect((await pool.query("select identifier from graphile_worker._private_known_crontabs where identifier = 'back_up'")).rowCount).toBe(1);
  expect(await age()).toBe('+Inf');
  await pool.query("select graphile_worker.add_job('back_up')");
  await vi.waitFor(async () => expect(Number(await age())).toBeLessThan(60), { timeout: 20_000, interval: 50 });
  await vi.waitFor(async () => expect(await db.selectFrom('administrative_actions').select(['action', 'actor']).execute()).toEqual([{ action: 'backup_made', actor: 'schedule' }]), 5000);
  const path = (await finishedBackups(folder))[0]!.path;
  await verifyBackup(path);
  const earlier = path.replace(/\d{4}(?=-)/, '2020');
  renameSync(path, earlier);
  expect(Number(await age())).toBeGreaterThan(5 * 365 * 86_400);
});

test('a backup that can not be recorded is not made again', async () => {
  const { pool } = server.infrastructure;
  const attempts = async (): Promise<unknown[]> => (await pool.query("select attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where identifier = 'back_up'")).rows;
  await pool.query('alter table administrative_actions rename to hidden_actions');
  await pool.query("select graphile_worker.add_job('back_up')");
  await vi.waitFor(async () => expect(await finishedBackups(folder)).toHaveLength(1), { timeout: 20_000, interval: 50 });
  await vi.waitFor(async () => expect(await attempts()).toEqual([]), { timeout: 10_000, interval: 50 });
  await pool.query('alter table hidden_actions rename to administrative_actions');
}, 40_000);
