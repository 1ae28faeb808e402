/** The command line as an operator uses it, while a server runs on the same database. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../tests/support/test-database.ts';
import { buildApp } from '#server/app/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openInfrastructure } from '#server/app/infrastructure.ts';
import { createLog } from '#server/platform/logging.ts';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { appUrl } from '../../tests/support/app-url.ts';
import { Browser } from '../../tests/support/browser.ts';
import { signInByCode } from '../../tests/support/sign-in-by-code.ts';
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
  const { databaseUrl, dataDir } = server.infrastructure.config;
  return { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, BILLING: 'true' };
};
/** Runs the command in this process, since starting a process takes longer than any command. */
const callWith = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> => {
  const written = { out: '', error: '' };
  const status = await runCommandLine(args, { env, print: (text) => { written.out += text; }, complain: (text) => { written.error += text; } });
  return { status, ...written };
};
const call = (...args: string[]): Promise<Ended> => callWith(settings(), ...args);
const read = async (...args: string[]): Promise<Record<string, unknown>[]> => {
  const { status, out, error } = await call(...args, '--json');
  if (status !== 0) throw new Error(`${args.join(' ')}: ${status} ${error}`);
  return JSON.parse(out);
};

test('is an executable program', async () => {
  const env = { PATH: process.env.PATH, ...settings() };
  const ended = await new Promise<Ended>((resolve) => {
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), 'users', 'show', 'nobody'], { env }, (failure, out, error) =>
      resolve({ status: typeof failure?.code === 'number' ? failure.code : 0, out, error }));
  });
  expect(ended).toMatchObject({ status: 1, out: '', error: expect.stringContaining('nobody') });
});

test('prints help and explains a wrong invocation', async () => {
  const help = await call('--help');
  expect([help.status, help.out]).toEqual([0, expect.stringContaining('backup FOLDER')]);
  expect((await call('make', 'coffee')).status).toBe(2);
  expect(await call('users', 'show')).toMatchObject({ status: 2, error: expect.stringContaining('users show PERSON') });
  expect(await call('users', 'list', '--sorted')).toMatchObject({ status: 2, error: expect.stringContaining('--sorted') });
  expect(await call('users', 'show', 'nobody@example.org')).toMatchObject({ status: 1, error: expect.stringContaining('nobody') });
});

test('finds people, sets plans and flags, and records it', async () => {
  expect(await read('users', 'list', '--search', 'ADA@')).toMatchObject([{ email: 'ada@example.org', name: 'Ada' }]);
  expect(await read('users', 'show', 'ada@example.org')).toMatchObject([{ allowBulkSending: false }]);
  await call('plans', 'set', 'ada@example.org', 'h_u');
  expect(await read('users', 'show', 'ada@example.org')).toMatchObject([{ allowBulkSending: true }]);
  await call('flags', 'set', ada.userId, 'allowBulkSending', 'off');
  expect(await read('users', 'show', ada.userId)).toMatchObject([{ allowBulkSending: false }]);
  expect(await call('plans', 'set', 'ada@example.org', 'h_b_o_m')).toMatchObject({ status: 1, error: expect.stringContaining('no plan for a person') });
  expect((await read('audit', 'list')).map(({ action }) => action).slice(0, 2)).toEqual(['flag_set', 'plan_set']);
  expect(await read('audit', 'verify')).toMatchObject([{ state: 'as written' }]);
});

test('signs people out and deletes accounts', async () => {
  const bea = await Client.signIn(server, 'bea@example.org');
  await call('users', 'sign-out', bea.userId);
  expect(await bea.refusal('profile.get')).toBe('invalid_token');
  await call('users', 'delete', 'bea@example.org');
  expect(await read('users', 'list', '--search', 'bea@')).toEqual([]);
});

test('retries failed mails and text messages while their content is retained', async () => {
  const { db } = server.infrastructure;
  const failed = { template: 'invitation', locale: 'en', status: 'failed' } as const;
  await db.insertInto('mails').values(['Lease', ''].map((body) => ({ ...failed, id: `mail ${body}`, recipient: 'bob@example.org', subject: 'Lease', text_body: body, html_body: body }))).execute();
  await db.insertInto('text_messages').values(['Lease', ''].map((body) => ({ ...failed, id: `text ${body}`, recipient: '+4915100000066', body }))).execute();
  expect((await read('mails', 'failed')).map(({ kind }) => kind).sort()).toEqual(['mail', 'mail', 'text', 'text']);
  expect((await call('mails', 'retry')).out).toContain('2 messages');
  expect((await read('mails', 'failed')).map(({ id }) => id).sort()).toEqual(['mail ', 'text ']);
  const { rows } = await server.infrastructure.pool.query("select key from graphile_worker.jobs where key like 'retry/%' order by key");
  expect(rows.map(({ key }) => key)).toEqual(['retry/mail Lease', 'retry/text Lease']);
});

test('backs up a running server, verifies, cleans up and lists migrations', async () => {
  await ada.addFile();
  expect(await read('backup', join(folder, 'saved'))).toMatchObject([{ documents: 1 }]);
  expect(await read('check')).toMatchObject([{ storage: 'folder: works' }]);
  expect(await read('purge')).toEqual([{ 'abandoned uploads': 0, 'orphaned documents': 0 }]);
  expect((await read('migrate', 'status')).every(({ state }) => state === 'done')).toBe(true);
});

test('backup verify prints what a backup has, and names what is wrong with it', async () => {
  const target = join(folder, 'to verify');
  const [saved] = await read('backup', target);
  expect(await read('backup', 'verify', target)).toEqual([{ madeAt: expect.stringMatching(/^\d{4}-/), rows: saved?.rows, documents: saved?.documents, bytes: saved?.bytes }]);
  expect(await call('backup', 'verify', folder)).toMatchObject({ status: 1, error: expect.stringContaining('no finished backup') });
  rmSync(join(target, 'database', 'public.users.jsonl.gz'));
  rmSync(join(target, 'secret.key'));
  const damaged = await call('backup', 'verify', target);
  expect([damaged.status, damaged.out]).toEqual([1, '']);
  for (const fault of ['public.users', 'the key is missing']) expect(damaged.error).toContain(fault);
  expect((await call('backup', 'verify')).status).toBe(2);
});

test('backup verify opens an encrypted backup with its identity', async () => {
  const [target, identityFile] = [join(folder, 'sealed'), join(folder, 'identity.txt')];
  const identity = await generateIdentity();
  writeFileSync(identityFile, identity);
  await read('backup', target, '--recipient', await identityToRecipient(identity));
  expect(await call('backup', 'verify', target)).toMatchObject({ status: 1, error: expect.stringContaining('--identity') });
  expect(await read('backup', 'verify', target, '--identity', identityFile)).toMatchObject([{ documents: expect.any(Number) }]);
});

test('restores a backup into an empty installation, where people sign in and find their documents', async () => {
  const { id } = await ada.addFile(samplePdf('kept'));
  await read('backup', join(folder, 'whole'));
  const empty = await createEmptyDatabase(inject('testServer'));
  try {
    const env = { DATABASE_URL: empty.connectionString, DATA_DIR: join(folder, 'elsewhere'), APP_URL: appUrl, LOG_LEVEL: 'error', RUN_JOBS: 'false' };
    expect(await callWith(env, 'restore', join(folder, 'whole'))).toMatchObject({ status: 0, error: '' });
    expect((await callWith(env, 'restore', join(folder, 'whole'))).error).toContain('not empty');
    const infrastructure = await openInfrastructure(loadConfig(env), createLog('error'));
    const app = await buildApp(infrastructure);
    // The old session isn't restored: it may have ended since the backup.
    const signedInBefore = new Client({ app }, ada.email, { userId: ada.userId, token: '', headers: { authorization: ada.headers.authorization ?? '' } });
    expect(await signedInBefore.send('profile.get')).toMatchObject({ status: 401, body: { error: { code: 'invalid_token' } } });
    const { tokens } = await signInByCode(infrastructure.db, new Browser(app), ada.email);
    const returned = new Client({ app }, ada.email, { userId: ada.userId, token: '', headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(await returned.call('profile.get')).toMatchObject({ id: ada.userId, firstName: 'Ada' });
    expect((await returned.contentOf(id)).toString()).toContain('kept');
    await app.close();
  } finally {
    await empty.drop();
  }
});

test('names the history entry that was changed or removed', async () => {
  const { id } = await ada.addFile();
  for (let reported = 0; reported < 2; reported += 1) await ada.call('files.reportEvent', { params: { id }, body: { event: 'file_print' } });
  const { db } = server.infrastructure;
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

test('reseals everything with a new key', async () => {
  expect((await call('keys', 'rotate-secret')).status).toBe(0);
  const keys = await read('keys', 'list');
  expect(keys.map(({ key }) => key)).toContain('authority/root');
  expect(await read('audit', 'verify')).toMatchObject([{ state: 'as written' }]);
});
