import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { fileReader, streamReader, type BodyReader } from './body-reader.ts';

const text = 'The quick brown fox jumps over the lazy dog';

async function readBy(length: number, reader: BodyReader): Promise<string[]> {
  const memory = Buffer.alloc(length);
  const found: string[] = [];
  for (let read = await reader.read(memory); read > 0; read = await reader.read(memory)) found.push(memory.toString('utf8', 0, read));
  await reader.close();
  return found;
}

const slices = (of: string, length: number): string[] => Array.from({ length: Math.ceil(of.length / length) }, (_, index) => of.slice(index * length, (index + 1) * length));

it.each([1, 3, 7, 50])('a stream in chunks of %i bytes fills the buffer on every read but the last', async (chunk) => {
  for (const length of [1, 5, 8, 43, 44]) {
    const stream = Readable.from(slices(text, chunk).map((part) => Buffer.from(part)), { objectMode: false });
    expect(await readBy(length, streamReader(stream)), String(length)).toEqual(slices(text, length));
    expect(stream.destroyed).toBe(true);
  }
});

it('closing the reader closes the stream', async () => {
  const stream = Readable.from([Buffer.from('The quick'), Buffer.from('brown fox')], { objectMode: false });
  const reader = streamReader(stream);
  await reader.read(Buffer.alloc(4));
  await reader.close();
  expect(stream.destroyed).toBe(true);
});

it('a stream error reaches the reader', async () => {
  async function* breaking(): AsyncGenerator<Buffer> {
    yield Buffer.from('The quick');
    throw new Error('it broke off');
  }
  await expect(streamReader(Readable.from(breaking())).read(Buffer.alloc(20))).rejects.toThrow('it broke off');
});

it('reads a range of a file up to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'body-reader-'));
  writeFileSync(join(folder, 'body'), text);
  for (const [first, last] of [[0, 42], [4, 8], [10, 100], [43, 50]] as const) {
    for (const length of [1, 5, 44]) {
      expect(await readBy(length, fileReader(await open(join(folder, 'body')), { first, last })), `${first}-${last}`).toEqual(slices(text.slice(first, last + 1), length));
    }
  }
  rmSync(folder, { recursive: true });
});
