import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { piecesOf } from '../sources/pieces.ts';
import { openFile } from './file-source.ts';

/** Maximum bytes per system read, and the asynchronous reads that were started. */
const system = vi.hoisted(() => ({ most: Number.POSITIVE_INFINITY, reads: [] as Promise<unknown>[] }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const { promisify } = await import('node:util');
  const readBeside = promisify(fs.read);
  const beside = (descriptor: number, into: Uint8Array, at: number, length: number, position: number) => {
    const done = readBeside(descriptor, into, at, Math.min(length, system.most), position);
    system.reads.push(done);
    return done;
  };
  const readSync = (descriptor: number, into: Uint8Array, at: number, length: number, position: number) => fs.readSync(descriptor, into, at, Math.min(length, system.most), position);
  return { ...fs, readSync, read: Object.assign(() => undefined, { [promisify.custom]: beside }) };
});

afterEach(() => {
  system.most = Number.POSITIVE_INFINITY;
  system.reads.length = 0;
});

const folder = mkdtempSync(join(tmpdir(), 'countersign-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

const megabyte = 1 << 20;
/** Content in which all pieces differ. */
const bytes = Uint8Array.from({ length: 3.5 * megabyte }, (_none, index) => (index * 7 + (index >> 12) + 3 * (index >> 20)) & 255);

function file(name: string) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function gathered(pieces: AsyncIterable<Uint8Array>) {
  const parts = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece));
  return Buffer.concat(parts);
}

test.each([
  ['the whole of it', 0, bytes.length],
  ['a part that begins and ends within pieces', 1_000, 2 * megabyte + 77],
  ['whole pieces', megabyte, 3 * megabyte],
  ['nothing', 5, 5],
])('reads a file ahead in chunks: %s', async (_name, start, end) => {
  const source = openFile({ path: file('whole') });
  const read = await gathered(piecesOf(source, start, end));
  source.close();
  expect(read.equals(bytes.subarray(start, end))).toBe(true);
});

test('reports a truncated file instead of reading it as complete', async () => {
  const path = file('shorter');
  const source = openFile({ path });
  truncateSync(path, 2 * megabyte);
  await expect(gathered(piecesOf(source, 0, source.length))).rejects.toThrow('The file ended before the range');
  source.close();
});

test('a file closed during a read returns no bytes of another file', async () => {
  const source = openFile({ path: file('closed') });
  const pieces = piecesOf(source, 0, source.length);
  const first = pieces.next();
  source.close();
  const other = join(folder, 'other');
  writeFileSync(other, new Uint8Array(bytes.length));
  const takesTheDescriptor = openFile({ path: other });
  const { value } = await first;
  expect(Buffer.from(value as Uint8Array).equals(bytes.subarray(0, megabyte))).toBe(true);
  await expect(pieces.next()).rejects.toMatchObject({ code: 'pdf_parsing_error_no_proxy' });
  takesTheDescriptor.close();
});

test.each([['at once', Number.POSITIVE_INFINITY], ['in more reads than one, where the system gives less than asked', 300_000]])('reads ranges %s', async (_name, most) => {
  system.most = most;
  const source = openFile({ path: file('ranges') });
  expect(source.length).toBe(bytes.length);
  const into = new Uint8Array(megabyte);
  source.read(77_777, into);
  expect(Buffer.from(into).equals(bytes.subarray(77_777, 77_777 + megabyte))).toBe(true);
  expect((await gathered(piecesOf(source, 5, source.length))).equals(bytes.subarray(5))).toBe(true);
  source.close();
});

test('reports a range beyond the end', () => {
  const source = openFile({ path: file('range') });
  expect(() => source.read(source.length - 5, new Uint8Array(10))).toThrow('The file ended before the range');
  source.close();
});

test('a chunk stays unchanged while the next one is read', async () => {
  const source = openFile({ path: file('ahead') });
  const pieces = piecesOf(source, 0, source.length);
  const { value } = await pieces.next();
  expect(system.reads).toHaveLength(2);
  await Promise.all(system.reads);
  expect(Buffer.from(value as Uint8Array).equals(bytes.subarray(0, megabyte))).toBe(true);
  await pieces.return?.(undefined);
  source.close();
});

test('a missing file fails with unable_to_access', () => {
  expect(() => openFile({ path: join(folder, 'nowhere') })).toThrow(expect.objectContaining({ code: 'unable_to_access' }));
});
