/** Documents that lie elsewhere: the engine in a worker thread reads them in ranges that this thread fetches. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEngine } from '@countersign/core/custom-worker';
import { createNodeEngine, createThreadEngine, type Engine, type RangeReader } from '@countersign/core/node';
import { fieldToPlace, formDocument, joined } from './documents.ts';

let engine: Engine;
beforeAll(() => {
  engine = createThreadEngine({ callTimeLimit: 20_000 });
});
afterAll(() => engine.close());

const large = 30 * 1024 * 1024;
/** A form whose last revision follows thirty megabytes that nobody needs. */
async function largeDocument(): Promise<Uint8Array> {
  const form = await formDocument();
  const base = joined(form, new TextEncoder().encode('\n%'), new Uint8Array(large).fill(32), new TextEncoder().encode('\n'));
  const inline = await createNodeEngine();
  const tail = await (await inline.open(base)).placeFields([fieldToPlace('placed', 'text', 0.5)]);
  await inline.close();
  return joined(base, tail.bytes);
}

/** Counts what is read. */
function elsewhere(bytes: Uint8Array) {
  const reader = {
    length: bytes.length,
    reads: [] as [start: number, end: number][],
    get total(): number {
      return reader.reads.reduce((sum, [start, end]) => sum + end - start, 0);
    },
    async readRange(start: number, end: number): Promise<Uint8Array> {
      reader.reads.push([start, end]);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return bytes.subarray(start, end);
    },
  };
  return reader satisfies RangeReader;
}

test('a large document is opened, read and continued with a small part of its bytes', async () => {
  const bytes = await largeDocument();
  const reader = elsewhere(bytes);
  const document = await engine.open(reader);
  const inMemory = await engine.open(bytes);
  expect(document.info).toEqual(inMemory.info);
  expect(await document.fields()).toEqual(await inMemory.fields());
  expect(reader.total).toBeLessThan(2 * 1024 * 1024);
  // What is read once is not asked for again.
  const before = reader.reads.length;
  await document.fields();
  expect(reader.reads.length).toBe(before);
  await document.close();
  await inMemory.close();
});

test('several are parts of one document, among others in memory', async () => {
  const bytes = await largeDocument();
  const [first, last] = [elsewhere(bytes.subarray(0, 1000)), elsewhere(bytes.subarray(2000))];
  const document = await engine.open([first, bytes.subarray(1000, 2000), [last]]);
  expect((await document.fields()).length).toBeGreaterThan(0);
  expect(first.reads.length + last.reads.length).toBeGreaterThan(1);
  await document.close();
});

test('every byte of it is hashed, in order', async () => {
  const bytes = Uint8Array.from({ length: 1_000_003 }, (_, index) => (index * 131) % 251);
  const reader = elsewhere(bytes);
  const { sha256, length } = await engine.hashState(reader);
  expect([length, Buffer.from(sha256).toString('hex')]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  expect(reader.total).toBe(bytes.length);
});

test('a failure is that of the call, and the engine works on', async () => {
  const gone: RangeReader = { length: 1000, readRange: () => Promise.reject(new Error('The bucket is gone')) };
  await expect(engine.hashState(gone)).rejects.toMatchObject({ code: 'unable_to_access', message: 'The bucket is gone' });
  await expect(engine.open(gone)).rejects.toThrow('The bucket is gone');
  expect((await engine.open(elsewhere(await formDocument()))).info.pages).toBe(1);
});

test.each<[string, () => unknown]>([
  ['throws', () => { throw new Error('Not even a promise'); }],
  ['gives something else', () => Promise.resolve(new ArrayBuffer(1000))],
  ['gives nothing', () => undefined],
])('a reader that %s fails the call, and leaves no thread asleep', async (_what, readRange) => {
  await expect(engine.hashState({ length: 1000, readRange: readRange as RangeReader['readRange'] })).rejects.toMatchObject({ code: 'unable_to_access' });
});

test.each([['too few', 5], ['too many', 5000]])('%s bytes are an error, not other bytes', async (_what, count) => {
  const wrong: RangeReader = { length: 1000, readRange: () => Promise.resolve(new Uint8Array(count)) };
  await expect(engine.hashState(wrong)).rejects.toThrow('The file ended before the range that was asked for');
  await expect(engine.open([wrong, await formDocument()])).rejects.toThrow();
});

test('one that never answers ends with the time limit of the call', async () => {
  const limited = createThreadEngine({ callTimeLimit: 500 });
  const silent: RangeReader = { length: 1000, readRange: () => new Promise(() => undefined) };
  await expect(limited.hashState(silent)).rejects.toMatchObject({ code: 'request_timeout_error' });
  await limited.close();
});

test('an engine in the worker of a page says that it cannot read it', async () => {
  const { port1, port2 } = new MessageChannel();
  const page = connectEngine(Object.assign(port1, { terminate: () => port1.close() }) as unknown as Worker);
  await expect(page.open([new Uint8Array(), elsewhere(new Uint8Array(9))])).rejects.toMatchObject({ code: 'unsupported_source' });
  await expect(page.hashState(elsewhere(new Uint8Array(9)))).rejects.toMatchObject({ code: 'unsupported_source' });
  await page.close();
  port2.close();
});

test('an engine in this thread cannot wait for it', async () => {
  const inline = await createNodeEngine();
  await expect(inline.open(elsewhere(await formDocument()))).rejects.toMatchObject({ code: 'unsupported_source' });
  await inline.close();
});
