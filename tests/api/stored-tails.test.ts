/** What operators do with bodies that are composed of parts: back up, restore, encrypt, take back migrations. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openInfrastructure } from '#server/app/infrastructure.ts';
import { runCommandLine } from '#server/cli/run.ts';
import { loadConfig } from '#server/platform/config.ts';
import { migrateDown, migrateUp, readMigrations } from '#server/platform/database/migrations.ts';
import { createLog } from '#server/platform/logging.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createEmptyDatabase } from '../support/test-database.ts';
import { Client, samplePdf } from './client.ts';

let server: TestApp;
let ada: Client;
/** The versions of one file, by their references. */
const versions = new Map<string, string>();
const folder = mkdtempSync(join(tmpdir(), 'countersign-tails-'));

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org');
  let whole = Buffer.from(samplePdf('kept'));
  const { id } = await ada.addFile(whole);
  for (const word of ['second', 'third']) {
    const base = { size: whole.length, hash: createHash('sha256').update(whole).digest('hex') };
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf', base } });
    const tail = Buffer.from(`% ${word}\n%%EOF\n`);
    await ada.put(url, tail);
    whole = Buffer.concat([whole, tail]);
  }
  const rows = await server.infrastructure.db.selectFrom('file_versions').select(['body_ref', 'hash']).where('file_id', '=', id).execute();
  for (const { body_ref: ref, hash } of rows) versions.set(ref, hash);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const settings = (): NodeJS.ProcessEnv => {
  const { databaseUrl, dataDir } = server.infrastructure.config;
  return { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir };
};
async function call(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Record<string, unknown>[]> {
  const written = { out: '', error: '' };
  const status = await runCommandLine([...args, '--json'], { env, print: (text) => { written.out += text; }, complain: (text) => { written.error += text; } });
  if (status !== 0) throw new Error(written.error);
  return JSON.parse(written.out);
}
/** The hash of each version, as another process reads it. */
async function readIn(env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const infrastructure = await openInfrastructure(loadConfig({ ...env, LOG_LEVEL: 'error', RUN_JOBS: 'false' }), createLog('error'));
  try {
    const found = new Map<string, string>();
    for (const ref of versions.keys()) {
      const hash = createHash('sha256');
      for await (const chunk of await infrastructure.storage.read(ref)) hash.update(chunk);
      found.set(ref, hash.digest('hex'));
    }
    return found;
  } finally {
    await infrastructure.close();
  }
}

test('a backup holds each part once, and a restore puts the versions together', async () => {
  const [first, saved] = [join(folder, 'first'), join(folder, 'saved')];
  await call(settings(), 'backup', first);
  expect(await call(settings(), 'backup', saved)).toMatchObject([{ documents: 3, copied: 0 }]);
  rmSync(first, { recursive: true });
  expect(await call(settings(), 'backup', 'verify', saved)).toMatchObject([{ documents: 3 }]);
  const empty = await createEmptyDatabase(inject('testServer'));
  try {
    const env = { DATABASE_URL: empty.connectionString, DATA_DIR: join(folder, 'elsewhere'), LOG_LEVEL: 'error', RUN_JOBS: 'false' };
    await call(env, 'restore', join(folder, 'saved'));
    expect(await readIn(env)).toEqual(versions);
  } finally {
    await empty.drop();
  }
});

test('backup verify misses a part of a version', async () => {
  const saved = join(folder, 'incomplete');
  await call(settings(), 'backup', saved);
  const { part_ref: part } = await server.infrastructure.db.selectFrom('body_parts').select('part_ref').orderBy('part_ref', 'desc').executeTakeFirstOrThrow();
  const list = join(saved, 'bodies.jsonl');
  writeFileSync(list, readFileSync(list, 'utf8').split('\n').filter((line) => !line.includes(part)).join('\n'));
  await expect(call(settings(), 'backup', 'verify', saved)).rejects.toThrow(`body ${part}, which public.file_versions refers to, is missing`);
});

test('the migration that says what they are composed of stays while there are any', async () => {
  await expect(call(settings(), 'migrate', 'down', '99')).rejects.toThrow('125_body_parts stays');
  const { pool } = server.infrastructure;
  const later = (await readMigrations()).filter(({ name }) => name > '125_body_parts').length;
  await expect(migrateDown(pool, later + 1)).rejects.toThrow('stored in parts');
  await migrateUp(pool);
});

test('their parts are encrypted one by one, and the key of each can be changed', async () => {
  const env = { ...settings(), ENCRYPT_DOCUMENTS: 'true' };
  expect(await call(env, 'documents', 'encrypt')).toEqual([{ encrypted: 3 }]);
  expect(await readIn(env)).toEqual(versions);
  expect(await call(env, 'documents', 'rotate-key')).toMatchObject([{ documents: 3 }]);
  expect(await readIn(env)).toEqual(versions);
});
