/** Backups of an installation that stores its documents in a bucket. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openInfrastructure } from '#server/app/infrastructure.ts';
import { runCommandLine } from '#server/cli/run.ts';
import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/logging.ts';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { S3Bucket } from '../../tests/support/s3-bucket.ts';
import { createEmptyDatabase } from '../../tests/support/test-database.ts';
import { openStorage } from '#server/adapters/storage/open-storage.ts';
import { backUp } from './back-up.ts';
import { verifyBackup } from './verify.ts';

let bucket: S3Bucket;
let server: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'countersign-bucket-'));

beforeAll(async () => {
  bucket = await S3Bucket.open();
  server = await startTestApp(bucket.env);
});
afterAll(async () => {
  await server.close();
  await bucket.close();
  rmSync(folder, { recursive: true });
});

const inodes = (backup: string): number[] =>
  readdirSync(join(backup, 'bodies'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => statSync(join(entry.parentPath, entry.name)).ino);

test('read each document from the bucket once, and are verified without it', async () => {
  const { pool, config } = server.infrastructure;
  const storage = openStorage(config);
  const ada = await Client.signIn(server, 'ada@example.org');
  await ada.addFile(samplePdf('old'), 'Old.pdf');
  const [first, second] = [join(folder, '1'), join(folder, '2')];
  expect((await backUp({ pool, storage, keyFile: null }, first)).bodies).toMatchObject({ count: 1, copied: samplePdf('old').length });
  await ada.addFile(samplePdf('newer'), 'New.pdf');
  expect((await backUp({ pool, storage, keyFile: null }, second)).bodies).toMatchObject({ count: 2, copied: samplePdf('newer').length });
  expect(inodes(second)).toEqual(expect.arrayContaining(inodes(first)));
  rmSync(first, { recursive: true });
  expect((await verifyBackup(second)).bodies.count).toBe(2);
});

/** Appends to a file, so that its current version consists of two objects. */
async function append(person: Client, fileId: string, text: string): Promise<Buffer> {
  const base = await person.contentOf(fileId);
  const { url } = await person.call('files.updateUrl', {
    params: { id: fileId }, body: { mimeType: 'application/pdf', base: { size: base.length, hash: createHash('sha256').update(base).digest('hex') } },
  });
  const tail = Buffer.from(`\n% ${text}\n%%EOF\n`);
  expect((await person.put(url, tail)).status).toBe(200);
  return Buffer.concat([base, tail]);
}

async function command(env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ status: number; error: string }> {
  let error = '';
  const status = await runCommandLine([...args, '--json'], { env, print: () => undefined, complain: (text) => { error += text; } });
  return { status, error };
}

test('of encrypted documents with tails are verified, and restored into another bucket', async () => {
  const encrypting = await startTestApp({ ...bucket.env, S3_PREFIX: 'encrypted/', ENCRYPT_DOCUMENTS: 'true' });
  const empty = await createEmptyDatabase(inject('testServer'));
  const other = await S3Bucket.open();
  try {
    const ada = await Client.signIn(encrypting, 'ada@example.org');
    const { id } = await ada.addFile(samplePdf('the secret of the lease'), 'Lease.pdf');
    const content = await append(ada, id, 'signed');
    const saved = join(folder, 'encrypted');
    const { databaseUrl, dataDir } = encrypting.infrastructure.config;
    const env = { ...bucket.env, S3_PREFIX: 'encrypted/', ENCRYPT_DOCUMENTS: 'true', DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir };
    expect(await command(env, 'backup', saved)).toEqual({ status: 0, error: '' });
    expect(await command(env, 'backup', 'verify', saved)).toEqual({ status: 0, error: '' });
    const files = readdirSync(join(saved, 'bodies'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(files).toHaveLength(2);
    for (const file of files) expect(readFileSync(file).subarray(0, 15).toString()).toBe('countersign-enc');

    const elsewhere = { ...other.env, ENCRYPT_DOCUMENTS: 'true', DATABASE_URL: empty.connectionString, DATA_DIR: join(folder, 'elsewhere') };
    expect(await command(elsewhere, 'restore', saved)).toEqual({ status: 0, error: '' });
    const restored = await openInfrastructure(loadConfig({ ...elsewhere, LOG_LEVEL: 'error', RUN_JOBS: 'false' }), createLog('error'));
    const { body_ref: ref } = await restored.db.selectFrom('file_versions').select('body_ref').where('file_id', '=', id).orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow();
    const parts: Buffer[] = [];
    for await (const part of await restored.storage.read(ref)) parts.push(Buffer.from(part));
    await restored.close();
    expect(Buffer.concat(parts).equals(content)).toBe(true);

    // One bit of what was appended.
    const [tail] = files.toSorted((a, b) => statSync(a).size - statSync(b).size);
    const bytes = readFileSync(tail ?? '');
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(tail ?? '', bytes);
    expect(await command(env, 'backup', 'verify', saved)).toEqual({ status: 1, error: expect.stringContaining('its hash differs') });
    rmSync(tail ?? '');
    expect(await command(env, 'backup', 'verify', saved)).toEqual({ status: 1, error: expect.stringContaining('is missing') });
    // Not even listed: the version refers to it as a part.
    const [list, tailRef] = [join(saved, 'bodies.jsonl'), (tail ?? '').slice(-24)];
    writeFileSync(list, readFileSync(list, 'utf8').split('\n').filter((line) => !line.includes(tailRef)).join('\n'));
    expect(await command(env, 'backup', 'verify', saved)).toEqual({ status: 1, error: expect.stringContaining(`body ${tailRef}, which public.file_versions refers to, is missing`) });
  } finally {
    await other.close();
    await empty.drop();
    await encrypting.close();
  }
});
