import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeyVault, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';
import { newId } from '#server/platform/id.ts';
import { S3Bucket } from '../../../tests/support/s3-bucket.ts';
import { headerLength, sealedBlock } from './body-cipher.ts';
import { createBodyKeys, generationsOf } from './body-keys.ts';
import { EncryptedStorage } from './encrypted-storage.ts';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
import { itStoresBodies } from './storage-suite.ts';
import type { ByteRange, FormStorage, ObjectStorage } from './storage.ts';

/** Plaintext bytes in each block but the first. */
const blockSize = sealedBlock - 16;
/** The first block also contains the header. */
const firstBlock = blockSize - headerLength;
const folder = mkdtempSync(join(tmpdir(), 'encrypted-storage-'));
const lendingFolder = join(folder, 'lent');
const inner = new FolderStorage(join(folder, 'bodies'));
const database = ownDatabase();
let vault: KeyVault;
let bucket: S3Bucket;
let s3: S3Storage;

const open = (below: FormStorage = inner, encryptNew = true): EncryptedStorage =>
  new EncryptedStorage({ inner: below, keys: createBodyKeys(database.db, vault), lendingFolder, encryptNew });
const pathOf = (ref: string): string => join(folder, 'bodies', ref.slice(-2), ref);
const limits = { maxSize: 10_000_000 };

async function* body(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function contentOf(storage: ObjectStorage, ref: string, range: { first: number; last: number } | null = null): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await storage.read(ref, range)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function put(bytes: Uint8Array, storage: ObjectStorage = open()): Promise<string> {
  const ref = newId();
  await storage.write(ref, body(bytes), limits);
  return ref;
}

beforeAll(async () => {
  vault = await openKeyVault(database.db, { secretKey: Buffer.alloc(32, 3), dataDir: folder });
  await createBodyKeys(database.db, vault).prepare();
  bucket = await S3Bucket.open();
  s3 = new S3Storage(bucket.settings, lendingFolder);
});
afterAll(async () => {
  s3.close();
  await bucket.close();
  rmSync(folder, { recursive: true });
});

describe.each([['a folder', (): FormStorage => inner], ['S3', (): FormStorage => s3]])('encrypted bodies in %s', (_, below) => {
  itStoresBodies(() => open(below()), true);

  it('are unreadable in the storage', async () => {
    const ref = newId();
    await open(below()).write(ref, body(Buffer.from('%PDF-1.7 the secret of the lease')), limits);
    expect((await contentOf(below(), ref)).includes('secret')).toBe(false);
    expect((await contentOf(below(), ref)).includes('%PDF')).toBe(false);
  });

  it('replace plain bodies without changing the content', async () => {
    const bytes = randomBytes(3 * blockSize + 5);
    const ref = await put(bytes, below());
    const storage = open(below());
    expect((await contentOf(storage, ref)).equals(bytes)).toBe(true);
    expect(await storage.encryptExisting(ref)).toBe(true);
    expect(await storage.encryptExisting(ref)).toBe(false);
    expect((await contentOf(below(), ref)).subarray(0, 16).toString()).toBe('countersign-enc2');
    expect((await contentOf(open(below()), ref)).equals(bytes)).toBe(true);
    expect(await storage.size(ref)).toBe(bytes.length);
    expect((await contentOf(storage, ref, { first: firstBlock - 1, last: firstBlock + 1 })).equals(bytes.subarray(firstBlock - 1, firstBlock + 2))).toBe(true);
  });
});

it.each([0, 1, firstBlock - 1, firstBlock, firstBlock + 1, firstBlock + blockSize, firstBlock + 3 * blockSize, 5 * blockSize + 17])('return %i bytes, whole and in ranges', async (size) => {
  const bytes = randomBytes(size);
  const storage = open();
  const ref = await put(bytes, storage);
  expect(await storage.size(ref)).toBe(size);
  expect((await contentOf(storage, ref)).equals(bytes)).toBe(true);
  const edges = [0, 1, firstBlock - 1, firstBlock, firstBlock + 1, firstBlock + blockSize, firstBlock + 4 * blockSize, size - 1].filter((at) => at >= 0 && at < size);
  for (const first of edges) {
    for (const last of edges.filter((at) => at >= first)) {
      expect((await contentOf(storage, ref, { first, last })).equals(bytes.subarray(first, last + 1)), `${first}-${last}`).toBe(true);
    }
  }
});

describe('tampering with a stored body is detected', () => {
  // Four blocks, the last one full: as many as one read takes.
  const bytes = randomBytes(firstBlock + 3 * blockSize);
  const at = (index: number): number => index * sealedBlock;
  const swapped = (was: Buffer): Buffer => Buffer.concat([was.subarray(0, at(1)), was.subarray(at(2), at(3)), was.subarray(at(1), at(2)), was.subarray(at(3))]);
  const changed: [string, (was: Buffer) => Buffer][] = [
    ['a byte is another', (was) => Buffer.from(was.map((byte, index) => (index === at(1) + 7 ? byte ^ 1 : byte)))],
    ['its last block is cut off', (was) => was.subarray(0, at(3))],
    ['its last bytes are cut off', (was) => was.subarray(0, -3)],
    ['bytes are added', (was) => Buffer.concat([was, Buffer.from('more')])],
    ['two blocks change places', swapped],
    ['a block is there twice', (was) => Buffer.concat([was.subarray(0, at(2)), was.subarray(at(1), at(2)), was.subarray(at(3))])],
    ['a block is there once more', (was) => Buffer.concat([was, was.subarray(at(3))])],
    ['its header is another', (was) => Buffer.concat([randomBytes(headerLength), was.subarray(headerLength)])],
    ['it is plain', () => bytes],
  ];

  it.each(changed)('%s', async (_, change) => {
    const storage = open();
    const ref = await put(bytes, storage);
    writeFileSync(pathOf(ref), change(readFileSync(pathOf(ref))));
    await expect(contentOf(storage, ref)).rejects.toMatchObject({ code: 'damaged' });
    await expect(storage.local(ref)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('detects a swapped body', async () => {
    const storage = open();
    const [one, other] = [await put(bytes, storage), await put(bytes, storage)];
    writeFileSync(pathOf(one), readFileSync(pathOf(other)));
    await expect(contentOf(storage, one)).rejects.toMatchObject({ code: 'damaged' });
    // The sealed key is bound to the reference as well.
    const row = await database.db.selectFrom('body_keys').select('sealed').where('body_ref', '=', other).executeTakeFirstOrThrow();
    await database.db.updateTable('body_keys').set({ sealed: row.sealed }).where('body_ref', '=', one).execute();
    await expect(contentOf(open(), one)).rejects.toThrow("can't be opened");
    await open().remove(one);
  });

  it('detects tampering in a range', async () => {
    const storage = open();
    const ref = await put(bytes, storage);
    const was = readFileSync(pathOf(ref));
    writeFileSync(pathOf(ref), swapped(was));
    await expect(contentOf(storage, ref, { first: blockSize + 10, last: blockSize + 20 })).rejects.toMatchObject({ code: 'damaged' });
    expect((await contentOf(storage, ref, { first: 3 * blockSize, last: 3 * blockSize + 3 })).equals(bytes.subarray(3 * blockSize, 3 * blockSize + 4))).toBe(true);
    writeFileSync(pathOf(ref), was.subarray(0, at(3)));
    await expect(storage.size(ref)).rejects.toMatchObject({ code: 'damaged' });
  });
});

it('encrypting stored bodies can be interrupted at each step and resumed', async () => {
  const bytes = randomBytes(blockSize + 100);
  const ref = await put(bytes, inner);
  const stopping = (when: 'before' | 'after'): EncryptedStorage => open(Object.assign(Object.create(inner) as FormStorage, {
    size: (name: string) => inner.size(name),
    read: (name: string, range: null) => inner.read(name, range),
    open: (name: string, range: ByteRange) => inner.open(name, range),
    replace: async (name: string, source: AsyncIterable<Uint8Array>) => {
      if (when === 'after') await inner.replace(name, source);
      throw new Error('killed');
    },
  }));
  for (const when of ['before', 'after'] as const) {
    await expect(stopping(when).encryptExisting(ref)).rejects.toThrow('killed');
    // Servers can read the body in any of these states.
    expect((await contentOf(open(), ref)).equals(bytes), when).toBe(true);
    expect(await open().size(ref)).toBe(bytes.length);
    const local = await open().local(ref);
    expect(readFileSync(local.path).equals(bytes)).toBe(true);
    await local.release();
  }
  expect(await open().encryptExisting(ref)).toBe(true);
  expect((await contentOf(open(), ref)).equals(bytes)).toBe(true);
  // From now on plaintext in its place is refused.
  writeFileSync(pathOf(ref), bytes);
  await expect(contentOf(open(), ref)).rejects.toMatchObject({ code: 'damaged' });
});

it('a plain body that looks encrypted stays as it is', async () => {
  const bytes = Buffer.concat([Buffer.from('countersign-enc2'), randomBytes(100)]);
  const ref = await put(bytes, inner);
  expect(await open().encryptExisting(ref)).toBe(false);
  expect((await contentOf(open(), ref)).equals(bytes)).toBe(true);
});

it('changing the document key reseals the body keys during writes and leaves the bodies alone', async () => {
  const storage = open();
  const before = await put(Buffer.from('before'), storage);
  const form = readFileSync(pathOf(before));
  const rotating = createBodyKeys(database.db, vault).rotate();
  const during = await Promise.all(Array.from({ length: 20 }, (_, index) => put(Buffer.from(`during ${index}`), storage)));
  const { generation } = await rotating;
  expect(await generationsOf(database.db)).toEqual([generation]);
  const left = await database.db.selectFrom('body_keys').select('body_ref').where('generation', '<', generation).execute();
  expect(left).toEqual([]);
  expect(readFileSync(pathOf(before)).equals(form)).toBe(true);
  for (const reader of [storage, open()]) {
    expect((await contentOf(reader, before)).toString()).toBe('before');
    expect((await contentOf(reader, during[7]!)).toString()).toBe('during 7');
  }
});

it('a deleted body cannot be decrypted from a retained copy', async () => {
  const storage = open();
  const ref = await put(Buffer.from('removed'), storage);
  const form = readFileSync(pathOf(ref));
  await storage.remove(ref);
  writeFileSync(pathOf(ref), form);
  expect((await contentOf(storage, ref)).equals(form)).toBe(true);
  expect(await database.db.selectFrom('body_keys').select('body_ref').where('body_ref', '=', ref).execute()).toEqual([]);
});

it('writes plain bodies without the setting, and still reads encrypted ones', async () => {
  const encrypted = await put(Buffer.from('encrypted'));
  const storage = open(inner, false);
  expect((await contentOf(storage, encrypted)).toString()).toBe('encrypted');
  const plain = await put(Buffer.from('plain'), storage);
  expect(readFileSync(pathOf(plain), 'utf8')).toBe('plain');
});

it('the storage serves only plain bodies directly', async () => {
  const direct = new S3Storage({ ...bucket.settings, directDownloads: true }, lendingFolder);
  const download = { mime: 'application/pdf', name: 'Lease.pdf', seconds: 60 };
  const [plain, encrypted] = [await put(Buffer.from('plain'), direct), await put(Buffer.from('encrypted'), open(direct))];
  expect(await open(direct).directAddress(plain, download)).toContain(plain);
  expect(await open(direct).directAddress(encrypted, download)).toBeNull();
  direct.close();
});

it('removes the temporary files of a killed process', async () => {
  const ref = await put(Buffer.from('lent'));
  const [old, young] = [await open().local(ref), await open().local(ref)];
  utimesSync(old.path, new Date(0), new Date(0));
  await open().removeIncompleteUploads(new Date(0));
  expect([existsSync(old.path), existsSync(young.path)]).toEqual([false, true]);
  await young.release();
  expect(readdirSync(lendingFolder)).toEqual([]);
});
