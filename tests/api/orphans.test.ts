/** The nightly clean-up: what a killed node left behind is found in the storage itself, what anything names stays. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockDeletion } from '#server/adapters/storage/deletion-lock.ts';
import { newId } from '#server/platform/id.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { S3Bucket } from '../support/s3-bucket.ts';
import { Client, samplePdf, samplePng } from './client.ts';

const day = 24 * 60 * 60 * 1000;
let bucket: S3Bucket;

beforeAll(async () => {
  bucket = await S3Bucket.open();
});
afterAll(() => bucket.close());

describe.each([['a folder', () => ({})], ['S3', () => bucket.env]])('bodies in %s', (_, env) => {
  let server: TestApp;
  let ada: Client;
  beforeAll(async () => {
    server = await startTestApp(env());
    ada = await Client.signIn(server, 'ada@example.org');
  });
  afterAll(() => server.close());

  const held = async (): Promise<string[]> => {
    const refs: string[] = [];
    for await (const { ref } of server.infrastructure.storage.holdings()) refs.push(ref);
    return refs.toSorted();
  };
  /** Written, and the node killed before the database knew. */
  const orphan = async (): Promise<string> => {
    const ref = newId();
    await server.infrastructure.storage.write(ref, (async function* body() { yield samplePdf('lost'); })(), { maxSize: 1000 });
    return ref;
  };
  const inTwoDays = (): Promise<number> => removeOrphans(server.infrastructure, Date.now() + 2 * day);

  test('are deleted when unreferenced, and kept while referenced', async () => {
    const file = await ada.addFile();
    const { url } = await ada.call('files.updateUrl', { params: { id: file.id }, body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf('second version'));
    const picture = await ada.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
    await ada.put(picture.url, samplePng(), 'image/png');
    await ada.call('media.create', { body: { imageRef: picture.imageRef } });
    const named = await held();
    expect(named).toHaveLength(3);
    const lost = [await orphan(), await orphan()];
    expect(await removeOrphans(server.infrastructure)).toBe(0);
    expect(await held()).toEqual([...named, ...lost].toSorted());
    expect(await inTwoDays()).toBe(2);
    expect(await held()).toEqual(named);
    expect((await ada.contentOf(file.id)).toString()).toContain('second version');
    expect((await ada.contentOf(file.id, 1)).toString()).toContain('sample');
  });

  test('are kept during a backup', async () => {
    await orphan();
    const backup = await lockDeletion(server.infrastructure.pool);
    await expect(inTwoDays()).rejects.toThrow('Deletion is locked');
    await backup.release();
    expect(await inTwoDays()).toBe(1);
  });

  test('are removed in portions: a backup that comes meanwhile says that it waits, and goes first', async () => {
    const { storage, ...resources } = server.infrastructure;
    const refs = Array.from({ length: 1200 }, () => newId());
    const removed: string[] = [];
    const notices: string[] = [];
    let backup: ReturnType<typeof lockDeletion> | undefined;
    const held = Object.assign(Object.create(storage), {
      removeIncompleteUploads: async () => 0,
      holdings: async function* holdings() { for (const ref of refs) yield { ref, size: 1, changedAt: new Date(0) }; },
      remove: async (ref: string) => {
        backup ??= lockDeletion(resources.pool, () => notices.push('waits'));
        // The backup's question is there before the portion ends.
        if (removed.length === 0) await expect.poll(() => notices).toEqual(['waits']);
        removed.push(ref);
      },
    });
    await expect(removeOrphans({ ...resources, storage: held })).rejects.toThrow('Deletion is locked');
    expect(removed).toHaveLength(500);
    await (await backup)?.release();
    expect(await removeOrphans({ ...resources, storage: held })).toBe(1200);
  }, 20_000);
});

test('are deleted when a killed writer left them incomplete', async () => {
  const server = await startTestApp();
  const folder = join(server.infrastructure.config.dataDir, 'bodies', 'ab');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${newId()}.0011.part`), 'half');
  expect(await removeOrphans(server.infrastructure)).toBe(0);
  expect(await removeOrphans(server.infrastructure, Date.now() + 2 * day)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  await server.close();
});
