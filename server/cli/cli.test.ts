/** The command line as an operator calls it, beside a server that works on the same database. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { runCommandLine } from './run.ts';

let server: TestApp;
let ada: Client;
const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));

beforeAll(async () => {
  server = await startTestApp({ BILLING: 'true' });
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  status: number;
  out: string;
  error: string;
}

const settings = (): NodeJS.ProcessEnv => {
  const { databaseUrl, dataDir } = server.foundation.config;
  return { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, BILLING: 'true' };
};
/** In this process: starting one of its own takes longer than any command. */
const call = async (...args: string[]): Promise<Ended> => {
  const written = { out: '', error: '' };
  const status = await runCommandLine(args, { env: settings(), print: (text) => { written.out += text; }, complain: (text) => { written.error += text; } });
  return { status, ...written };
};
const read = async (...args: string[]): Promise<Record<string, unknown>[]> => {
  const { status, out, error } = await call(...args, '--json');
  if (status !== 0) throw new Error(`${args.join(' ')}: ${status} ${error}`);
  return JSON.parse(out);
};

test('is a program', async () => {
  const env = { PATH: process.env.PATH, ...settings() };
  const ended = await new Promise<Ended>((resolve) => {
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), 'users', 'show', 'nobody'], { env }, (failure, out, error) =>
      resolve({ status: typeof failure?.code === 'number' ? failure.code : 0, out, error }));
  });
  expect(ended).toMatchObject({ status: 1, out: '', error: expect.stringContaining('nobody') });
});

test('helps, and says what was not called rightly', async () => {
  const help = await call('--help');
  expect([help.status, help.out]).toEqual([0, expect.stringContaining('backup FOLDER')]);
  expect((await call('make', 'coffee')).status).toBe(2);
  expect(await call('users', 'show')).toMatchObject({ status: 1, error: expect.stringContaining('users show PERSON') });
  expect(await call('users', 'show', 'nobody@example.org')).toMatchObject({ status: 1, error: expect.stringContaining('nobody') });
});

test('finds people, gives plans and flags, and writes down that it did', async () => {
  expect(await read('users', 'list', '--search', 'ADA@')).toMatchObject([{ email: 'ada@example.org', name: 'Ada' }]);
  expect(await read('users', 'show', 'ada@example.org')).toMatchObject([{ allowBulkSending: false }]);
  await call('plans', 'set', 'ada@example.org', 'h_u');
  expect(await read('users', 'show', 'ada@example.org')).toMatchObject([{ allowBulkSending: true }]);
  await call('flags', 'set', ada.userId, 'allowBulkSending', 'off');
  expect(await read('users', 'show', ada.userId)).toMatchObject([{ allowBulkSending: false }]);
  expect(await call('plans', 'set', 'ada@example.org', 'h_b_o_m')).toMatchObject({ status: 1, error: expect.stringContaining('no plan for a person') });
  expect((await read('audit', 'list')).map(({ act }) => act).slice(0, 2)).toEqual(['flag_set', 'plan_set']);
  expect(await read('audit', 'verify')).toMatchObject([{ state: 'as written' }]);
});

test('signs out, and deletes', async () => {
  const bea = await Client.signIn(server, 'bea@example.org');
  await call('users', 'sign-out', bea.userId);
  expect(await bea.refusal('profile.get')).toBe('invalid_token');
  await call('users', 'delete', 'bea@example.org');
  expect(await read('users', 'list', '--search', 'bea@')).toEqual([]);
});

test('saves while the server works, checks, purges, and tells of migrations', async () => {
  await ada.addFile();
  expect(await read('backup', join(folder, 'saved'))).toMatchObject([{ documents: 1 }]);
  expect(await read('check')).toMatchObject([{ storage: 'folder: works' }]);
  expect(await read('purge')).toEqual([{ 'abandoned uploads': 0, 'orphaned documents': 0 }]);
  expect((await read('migrate', 'status')).every(({ state }) => state === 'done')).toBe(true);
});

test('says which line of a history was changed, or taken out', async () => {
  const { id } = await ada.addFile();
  for (let told = 0; told < 2; told += 1) await ada.call('files.reportEvent', { params: { id }, body: { event: 'file_print' } });
  const { db } = server.foundation;
  const lines = await db.selectFrom('insights').selectAll().where('resource_id', '=', id).orderBy('number').execute();
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(await read('verify-audit', '--of', id)).toEqual([{ histories: '1', lines: String(lines.length), state: 'as written' }]);
  expect(await read('verify-audit')).toMatchObject([{ state: 'as written' }]);
  expect(await call('verify-audit', '--of', 'nothing')).toMatchObject({ status: 1, error: expect.stringContaining('no history of nothing') });

  const [, second, third] = lines;
  await db.updateTable('insights').set({ action: 'transaction_viewed' }).where('id', '=', second?.id ?? '').execute();
  const changed = await call('verify-audit');
  expect([changed.status, changed.out]).toEqual([1, '']);
  expect(changed.error).toMatch(new RegExp(`${id}, line ${second?.number} .*is not what was written`));
  expect(changed.error).not.toContain(third?.id ?? 'none');

  await db.deleteFrom('insights').where('id', '=', second?.id ?? '').execute();
  const cut = await call('verify-audit', '--of', id);
  expect([cut.status, cut.error]).toEqual([1, expect.stringMatching(new RegExp(`line ${third?.number} .*one before it was taken out`))]);
  await db.deleteFrom('insights').where('resource_id', '=', id).execute();
  expect((await call('verify-audit')).status).toBe(0);
});

test('seals everything under a new key', async () => {
  expect((await call('keys', 'rotate-secret')).status).toBe(0);
  const keys = await read('keys', 'list');
  expect(keys.map(({ key }) => key)).toContain('authority/root');
  expect(await read('audit', 'verify')).toMatchObject([{ state: 'as written' }]);
});
