/** Backups of an installation that stores its documents in a bucket. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { S3Bucket } from '../../tests/support/s3-bucket.ts';
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
