/** What every storage must do; run against each implementation by its own test file. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { newId } from '#server/app/id.ts';
import type { Storage } from './storage.ts';

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100);
  throw new Error('The connection broke');
}

async function contentOf(storage: Storage, ref: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of (await storage.read(ref)).stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

export function itStoresBodies(make: () => Storage): void {
  const limits = { maxSize: 10_000 };

  it('gives back what was written, with its size, hash and head', async () => {
    const storage = make();
    const ref = newId();
    const stored = await storage.write(ref, chunks(Buffer.from('%PDF-'), Buffer.from('1.7')), limits);
    expect(stored).toMatchObject({ size: 8, hash: '86edbaa24831badfa0a8b04bb410141e2ee4182b6d0014493fe262a7a331c20b' });
    expect(Buffer.from(stored.head).toString()).toBe('%PDF-1.7');
    expect((await contentOf(storage, ref)).toString()).toBe('%PDF-1.7');
    expect(await storage.exists(ref)).toBe(true);
  });

  it('keeps nothing of a body that is too large or breaks off', async () => {
    const storage = make();
    const ref = newId();
    await expect(storage.write(ref, chunks(randomBytes(9_999), randomBytes(2)), limits)).rejects.toMatchObject({ code: 'too_large' });
    await expect(storage.write(ref, broken(), limits)).rejects.toThrow('The connection broke');
    expect(await storage.exists(ref)).toBe(false);
  });

  it('never overwrites', async () => {
    const storage = make();
    const ref = newId();
    await storage.write(ref, chunks(Buffer.from('one')), limits);
    await expect(storage.write(ref, chunks(Buffer.from('two')), limits)).rejects.toMatchObject({ code: 'already_exists' });
    expect((await contentOf(storage, ref)).toString()).toBe('one');
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

  it('takes only references as names', async () => {
    await expect(make().read('../../etc/passwd')).rejects.toMatchObject({ code: 'bad_reference' });
  });
}
