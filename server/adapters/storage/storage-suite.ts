/** Assertions for every storage; each implementation's test file runs them. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { bytesOf } from './source-bytes.ts';
import type { Holding, ObjectStorage } from './storage.ts';

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100);
  throw new Error('The connection broke');
}

async function contentOf(storage: ObjectStorage, ref: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await storage.read(ref)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** `overhead`: whether a stored body takes more bytes than its content. */
export function itStoresBodies(make: () => ObjectStorage, overhead = false): void {
  const limits = { maxSize: 10_000 };

  it('gives back what was written, with its size, hash and head', async () => {
    const storage = make();
    const ref = newId();
    const stored = await storage.write(ref, chunks(Buffer.from('%PDF-'), Buffer.from('1.7')), limits);
    expect(stored).toMatchObject({ size: 8, hash: '86edbaa24831badfa0a8b04bb410141e2ee4182b6d0014493fe262a7a331c20b' });
    expect(Buffer.from(stored.head).toString()).toBe('%PDF-1.7');
    expect((await contentOf(storage, ref)).toString()).toBe('%PDF-1.7');
    expect(await storage.size(ref)).toBe(8);
  });

  it('keeps nothing of a body that is too large or breaks off', async () => {
    const storage = make();
    const ref = newId();
    await expect(storage.write(ref, chunks(randomBytes(9_999), randomBytes(2)), limits)).rejects.toMatchObject({ code: 'too_large' });
    await expect(storage.write(ref, broken(), limits)).rejects.toThrow('The connection broke');
    await expect(storage.size(ref)).rejects.toMatchObject({ code: 'missing' });
  });

  it('never overwrites', async () => {
    const storage = make();
    const ref = newId();
    await storage.write(ref, chunks(Buffer.from('one')), limits);
    await expect(storage.write(ref, chunks(Buffer.from('two')), limits)).rejects.toMatchObject({ code: 'already_exists' });
    expect((await contentOf(storage, ref)).toString()).toBe('one');
  });

  it('gives the document core a body in ranges', async () => {
    const storage = make();
    const ref = newId();
    const content = randomBytes(9_000);
    await storage.write(ref, chunks(content), limits);
    const source = await storage.source(ref);
    for (const [start, end] of [[0, 9_000], [0, 2], [4_000, 4_001], [8_999, 9_000], [100, 8_000]] as const) {
      const read: Uint8Array[] = [];
      for await (const chunk of bytesOf([source], start, end)) read.push(chunk);
      expect([start, end, Buffer.concat(read).length, Buffer.concat(read).equals(content.subarray(start, end))]).toEqual([start, end, end - start, true]);
    }
    await expect(storage.source(newId())).rejects.toMatchObject({ code: 'missing' });
  });

  it('lends a body as a local file', async () => {
    const storage = make();
    const ref = newId();
    await storage.write(ref, chunks(Buffer.from('body')), limits);
    const local = await storage.local(ref);
    expect((await readFile(local.path)).toString()).toBe('body');
    await local.release();
    await expect(storage.local(newId())).rejects.toMatchObject({ code: 'missing' });
  });

  it('removes, once and again', async () => {
    const storage = make();
    const ref = newId();
    await storage.write(ref, chunks(Buffer.from('body')), limits);
    await storage.remove(ref);
    await storage.remove(ref);
    await expect(storage.read(ref)).rejects.toMatchObject({ code: 'missing' });
  });

  it('gives the bytes of a range', async () => {
    const storage = make();
    const ref = newId();
    await storage.write(ref, chunks(Buffer.from('0123456789')), limits);
    const parts: Buffer[] = [];
    for await (const part of await storage.read(ref, { first: 3, last: 6 })) parts.push(Buffer.from(part));
    expect(Buffer.concat(parts).toString()).toBe('3456');
  });

  it('keeps large bodies, whose pieces come in any size, as they are', async () => {
    const storage = make();
    const ref = newId();
    const body = randomBytes(20_000_003);
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < body.length; at += 1_000_001) yield body.subarray(at, at + 1_000_001);
    }
    const stored = await storage.write(ref, pieces(), { maxSize: body.length });
    expect(stored).toMatchObject({ size: body.length, hash: createHash('sha256').update(body).digest('hex') });
    const local = await storage.local(ref);
    expect((await readFile(local.path)).equals(body)).toBe(true);
    await local.release();
  });

  it('keeps nothing of a large body that breaks off', async () => {
    const storage = make();
    const ref = newId();
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield randomBytes(18_000_000);
      throw new Error('The connection broke');
    }
    await expect(storage.write(ref, breaking(), { maxSize: 50_000_000 })).rejects.toThrow('The connection broke');
    await expect(storage.size(ref)).rejects.toMatchObject({ code: 'missing' });
  });

  it('tells what it holds, and that it works', async () => {
    const storage = make();
    const ref = newId();
    await storage.write(ref, chunks(Buffer.from('held')), limits);
    const found: Holding[] = [];
    for await (const holding of storage.holdings()) if (holding.ref === ref) found.push(holding);
    expect(found).toMatchObject([{ size: overhead ? expect.any(Number) : 4 }]);
    expect(found.every(({ changedAt }) => Math.abs(changedAt.getTime() - Date.now()) < 60_000)).toBe(true);
    await storage.check();
  });

  it('takes only references as names', async () => {
    await expect(make().read('../../etc/passwd')).rejects.toMatchObject({ code: 'bad_reference' });
  });
}
