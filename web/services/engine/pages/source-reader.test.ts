// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { SourceReader } from './source-reader.ts';

const body = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const bytes = (begin: number, end: number): Uint8Array<ArrayBuffer> => body.slice(begin, end);

test('reads from what others fetched, and reports what it fetches itself', async () => {
  const ranges: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: { range: string } }) => {
    ranges.push(headers.range);
    const [, first, last] = /bytes=(\d+)-(\d+)$/.exec(headers.range) ?? [];
    return new Response(bytes(Number(first), Number(last) + 1), { status: 206 });
  });
  const arrived: { begin: number; size: number }[] = [];
  const source = { url: 'http://localhost/', size: body.length, received: [{ begin: 0, bytes: new Blob([bytes(0, 100)]) }] };
  const reader = new SourceReader(source, ({ begin, bytes: { size } }) => arrived.push({ begin, size }));
  reader.receive({ begin: 200, bytes: new Blob([bytes(200, 300)]) });
  const [before, across] = await reader.read([{ begin: 10, end: 90 }, { begin: 50, end: 250 }]);
  expect([...new Uint8Array(before!)]).toEqual([...bytes(10, 90)]);
  expect([...new Uint8Array(across!)]).toEqual([...bytes(50, 250)]);
  await reader.read([{ begin: 120, end: 180 }]);
  expect(ranges).toEqual(['bytes=100-199']);
  expect(arrived).toEqual([{ begin: 100, size: 100 }]);
  vi.unstubAllGlobals();
});

test('keeps the whole document when a server without ranges sends it', async () => {
  const request = vi.fn<() => Promise<Response>>(async () => new Response(body.slice(), { status: 200 }));
  vi.stubGlobal('fetch', request);
  const arrived: { begin: number; size: number }[] = [];
  const reader = new SourceReader({ url: 'http://localhost/', size: body.length, received: [] }, ({ begin, bytes: { size } }) => arrived.push({ begin, size }));
  const [part] = await reader.read([{ begin: 300, end: 340 }]);
  const [first, last] = await reader.read([{ begin: 0, end: 10 }, { begin: 990, end: 1000 }]);
  expect([part!, first!, last!].map((each) => [...new Uint8Array(each)])).toEqual([[...bytes(300, 340)], [...bytes(0, 10)], [...bytes(990, 1000)]]);
  expect([request.mock.calls.length, arrived]).toEqual([1, [{ begin: 0, size: body.length }]]);
  vi.unstubAllGlobals();
});

test('refuses a document that is longer than announced', async () => {
  vi.stubGlobal('fetch', async () => new Response(body.slice(), { status: 200 }));
  const reader = new SourceReader({ url: 'http://localhost/', size: 500, received: [] }, () => undefined);
  await expect(reader.read([{ begin: 0, end: 10 }])).rejects.toThrow('longer than announced');
  vi.unstubAllGlobals();
});
