/** An installation that keeps its documents encrypted: everything works as without, and nothing can be read in the storage. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createEmptyDatabase } from '../support/test-database.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openInfrastructure } from '#server/app/infrastructure.ts';
import { createLog } from '#server/platform/logging.ts';
import { runCommandLine } from '#server/cli/run.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf } from './client.ts';
import { deliver, openSigners, place, signedCopy, startForReal } from './real-signing.ts';
import { contact } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
const folder = mkdtempSync(join(tmpdir(), 'countersign-encrypted-'));

beforeAll(async () => {
  server = await startTestApp({ ENCRYPT_DOCUMENTS: 'true' });
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const bodies = (): Buffer[] => {
  const at = join(server.infrastructure.config.dataDir, 'bodies');
  return readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name)));
};
const settings = (): NodeJS.ProcessEnv => {
  const { databaseUrl, dataDir } = server.infrastructure.config;
  return { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, ENCRYPT_DOCUMENTS: 'true' };
};
async function call(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Record<string, unknown>[]> {
  const written = { out: '', error: '' };
  const status = await runCommandLine([...args, '--json'], { env, print: (text) => { written.out += text; }, complain: (text) => { written.error += text; } });
  if (status !== 0) throw new Error(written.error);
  return JSON.parse(written.out);
}

test('documents are stored encrypted and returned whole and in ranges', async () => {
  const { id } = await ada.addFile(samplePdf('the secret of the lease'));
  expect((await ada.contentOf(id)).toString()).toContain('the secret of the lease');
  expect(bodies().length).toBeGreaterThan(0);
  for (const body of bodies()) expect(body.subarray(0, 15).toString()).toBe('countersign-enc');
  const { url } = await ada.call('files.downloadUrl', { params: { id } });
  const part = await server.app.inject({ url: new URL(url).pathname + new URL(url).search, headers: { range: 'bytes=1-3' } });
  expect([part.statusCode, part.body]).toEqual([206, 'PDF']);
});

test('people sign an encrypted document', async () => {
  const { server: signing, engine, form, ada: sender, bea, carl, beasKey, carlsKey } = await openSigners({ ENCRYPT_DOCUMENTS: 'true' });
  try {
    const file = await sender.addFile(form, 'Lease.pdf');
    await sender.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
    const created = await sender.call('transactions.create', { body: { fileIds: [file.id] } });
    const draft = await sender.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(bea.email), contact(carl.email)] } });
    const transaction = await startForReal(engine, sender, draft);
    const first = await deliver(bea, transaction, file.id, await signedCopy(engine, bea, beasKey, transaction, file.id, { values: { name: 'Bea' } }));
    expect(first).toMatchObject({ status: 200, body: { status: 'pending' } });
    const running = first.body as Transaction;
    expect(await deliver(carl, running, file.id, await signedCopy(engine, carl, carlsKey, running, file.id))).toMatchObject({ status: 200, body: { status: 'completed' } });
    // No plaintext was written anywhere.
    expect(existsSync(join(signing.infrastructure.config.dataDir, 'lent'))).toBe(false);
  } finally {
    await engine.close();
    await signing.close();
  }
});

test('a backup contains them encrypted, and is restored where the key is', async () => {
  const { id } = await ada.addFile(samplePdf('kept in the backup'));
  await call(settings(), 'backup', join(folder, 'earlier'));
  expect(await call(settings(), 'backup', join(folder, 'saved'))).toMatchObject([{ copied: 0 }]);
  rmSync(join(folder, 'earlier'), { recursive: true });
  await call(settings(), 'backup', 'verify', join(folder, 'saved'));
  const saved = readdirSync(join(folder, 'saved', 'bodies'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(saved.length).toBeGreaterThan(0);
  for (const entry of saved) expect(readFileSync(join(entry.parentPath, entry.name)).includes('%PDF')).toBe(false);
  const empty = await createEmptyDatabase(inject('testServer'));
  try {
    // Whether it goes on encrypting or not: what is encrypted is read.
    const env = { DATABASE_URL: empty.connectionString, DATA_DIR: join(folder, 'elsewhere'), LOG_LEVEL: 'error', RUN_JOBS: 'false' };
    await call(env, 'restore', join(folder, 'saved'));
    const infrastructure = await openInfrastructure(loadConfig(env), createLog('error'));
    const { body_ref: ref } = await infrastructure.db.selectFrom('files').innerJoin('file_versions', (join) => join.onRef('file_versions.file_id', '=', 'files.id')).select('file_versions.body_ref').where('files.id', '=', id).executeTakeFirstOrThrow();
    const parts: Buffer[] = [];
    for await (const part of await infrastructure.storage.read(ref)) parts.push(Buffer.from(part));
    expect(Buffer.concat(parts).toString()).toContain('kept in the backup');
    await infrastructure.close();
  } finally {
    await empty.drop();
  }
});

test('a command encrypts older documents and waits for a running backup; another one changes the key', async () => {
  const plain = await startTestApp();
  try {
    const bea = await Client.signIn(plain, 'bea@example.org');
    const files = [];
    for (const word of ['one', 'two', 'three']) files.push(await bea.addFile(samplePdf(word)));
    const { databaseUrl, dataDir } = plain.infrastructure.config;
    const env = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir };
    expect(await call(env, 'documents', 'status')).toEqual([{ encrypted: 0, plain: 3, key: 'none' }]);
    await expect(call(env, 'documents', 'encrypt')).rejects.toThrow('Set ENCRYPT_DOCUMENTS=true first');
    await expect(call(env, 'documents', 'rotate-key')).rejects.toThrow('No document was ever encrypted');
    const encrypting = { ...env, ENCRYPT_DOCUMENTS: 'true' };
    expect(await call(encrypting, 'documents', 'encrypt')).toEqual([{ encrypted: 3 }]);
    expect(await call(encrypting, 'documents', 'encrypt')).toEqual([{ encrypted: 0 }]);
    expect(await call(encrypting, 'documents', 'rotate-key')).toEqual([{ key: 'documents/2', documents: 3 }]);
    expect(await call(encrypting, 'documents', 'status')).toEqual([{ encrypted: 3, plain: 0, key: 'documents/2' }]);
    // Nobody takes the keys back by taking back a migration.
    await expect(call(encrypting, 'migrate', 'down', '99')).rejects.toThrow('keys of encrypted documents');
    await call(encrypting, 'keys', 'rotate-secret');
    const infrastructure = await openInfrastructure(loadConfig({ ...encrypting, LOG_LEVEL: 'error', RUN_JOBS: 'false' }), createLog('error'));
    const versions = await infrastructure.db.selectFrom('file_versions').select('body_ref').where('file_id', '=', files[1]!.id).execute();
    const parts: Buffer[] = [];
    for await (const part of await infrastructure.storage.read(versions[0]!.body_ref)) parts.push(Buffer.from(part));
    expect(Buffer.concat(parts).toString()).toContain('two');
    await infrastructure.close();
  } finally {
    await plain.close();
  }
});

test('encryption and direct downloads exclude each other', () => {
  const s3 = { S3_BUCKET: 'documents', S3_DIRECT_DOWNLOADS: 'true' };
  expect(() => loadConfig({ ...s3, ENCRYPT_DOCUMENTS: 'true' })).toThrow('ENCRYPT_DOCUMENTS and S3_DIRECT_DOWNLOADS exclude each other');
  expect(loadConfig(s3).encryptDocuments).toBe(false);
});
