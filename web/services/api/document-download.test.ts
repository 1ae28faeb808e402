// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DocumentDownload } from './document-download.ts';

const MEGABYTE = 1024 * 1024;
const body = new Uint8Array(11 * MEGABYTE).map((_, index) => (index * 7 + (index >> 9)) % 251);

let server: Server;
let url: string;
/** Ranges of the requests; an empty text for the whole. */
let requests: string[];
let served: number;
let answer: (request: IncomingMessage, response: ServerResponse) => boolean;

const part = (first: number, last: number) => Buffer.concat([Buffer.from(`\r\n--x\r\nContent-Range: bytes ${first}-${last}/${body.length}\r\n\r\n`), body.subarray(first, last + 1)]);

function serve(request: IncomingMessage, response: ServerResponse): void {
  const range = request.headers.range ?? '';
  requests.push(range);
  if (answer(request, response)) return;
  const ranges = [...range.matchAll(/(\d+)-(\d+)/g)].map(([, first, last]) => [Number(first), Number(last)] as const);
  served += range === '' ? body.length : ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const [only] = ranges;
  if (!only) response.writeHead(200, { 'content-type': 'application/pdf' }).end(body);
  else if (ranges.length === 1) response.writeHead(206, { 'content-type': 'application/pdf', 'content-range': `bytes ${only[0]}-${only[1]}/${body.length}` }).end(body.subarray(only[0], only[1] + 1));
  else response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=x' }).end(Buffer.concat([...ranges.map(([first, last]) => part(first, last)), Buffer.from('\r\n--x--\r\n')]));
}

beforeEach(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
  requests = [];
  served = 0;
  answer = () => false;
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const stored = () => ({ url, version: 1, size: body.length, hash: '' });
const download = () => new DocumentDownload('a', stored(), { renew: async () => stored() });
const isBody = async (blob: Blob) => Buffer.compare(Buffer.from(await blob.arrayBuffer()), body) === 0;
const read = (begin: number, end: number) => ({ begin, bytes: new Blob([body.subarray(begin, end)]) });

test('fetches only what readers have not fetched', async () => {
  const coming = download();
  coming.receive(read(0, 65_536));
  coming.receive(read(5_000_000, 5_100_000));
  coming.receive(read(body.length - 65_536, body.length));
  const whole = await coming.complete();
  expect(await isBody(whole)).toBe(true);
  expect(served).toBe(body.length - 2 * 65_536 - 100_000);
  expect(coming.received.reduce((sum, { bytes }) => sum + bytes.size, 0)).toBe(body.length);
});

test('a failure loses nothing that has arrived', async () => {
  const coming = download();
  coming.receive(read(0, 1000));
  answer = (_, response) => {
    if (requests.length < 3) return false;
    response.writeHead(503).end();
    return true;
  };
  await expect(coming.complete()).rejects.toMatchObject({ code: 'unable_to_get' });
  const before = served;
  expect(before).toBeGreaterThan(4 * MEGABYTE);
  answer = () => false;
  expect(await isBody(await coming.complete())).toBe(true);
  expect(served).toBeLessThan(body.length + 4 * MEGABYTE);
});

test('asks for a new address when the old one has expired', async () => {
  const expired = new DocumentDownload('a', { ...stored(), url: `${url}expired` }, { renew: async () => stored() });
  answer = (request, response) => {
    if (request.url !== '/expired') return false;
    response.writeHead(403).end();
    return true;
  };
  await expect(expired.complete()).rejects.toMatchObject({ code: 'unable_to_get', status: 403 });
  expect(await isBody(await expired.complete())).toBe(true);
});

test('takes the whole document from a server without ranges, once', async () => {
  const coming = download();
  coming.receive(read(0, 1000));
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(body);
    return true;
  };
  expect(await isBody(await coming.complete())).toBe(true);
  expect(requests).toHaveLength(1);
});

test('ends when nobody waits any more, and continues for the next', async () => {
  const coming = download();
  const stop = new AbortController();
  const shares: number[] = [];
  const waiting = coming.complete({ signal: stop.signal, onProgress: (share) => {
    shares.push(share);
    if (share > 0.1) stop.abort();
  } });
  await expect(waiting).rejects.toMatchObject({ code: 'process_canceled' });
  expect(coming.body).toBeUndefined();
  expect(await isBody(await coming.complete())).toBe(true);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
});

test('notices that a range was different the second time', async () => {
  const coming = download();
  coming.receive(read(100, 200));
  coming.receive(read(150, 250));
  expect(await coming.isConsistent()).toBe(true);
  coming.receive({ begin: 180, bytes: new Blob([new Uint8Array(40)]) });
  expect(await coming.isConsistent()).toBe(false);
});

test('refuses more than the server announced', () => {
  expect(() => download().receive({ begin: body.length - 1, bytes: new Blob(['ab']) })).toThrow(expect.objectContaining({ code: 'unable_to_get' }));
});

/** Answers requests with the first bytes of what they want, and leaves the rest to come. */
const beginOnly = (bytes: number) => (request: IncomingMessage, response: ServerResponse): boolean => {
  const [, first = 0, last = 0] = /(\d+)-(\d+)/.exec(request.headers.range ?? `0-${body.length - 1}`)?.map(Number) ?? [];
  response.writeHead(request.headers.range ? 206 : 200, { 'content-type': 'application/pdf', 'content-range': `bytes ${first}-${last}/${body.length}` });
  response.write(body.subarray(first, first + bytes));
  return true;
};

test('a run that is canceled does not disturb the one after it', async () => {
  const renew = vi.fn<() => Promise<ReturnType<typeof stored>>>(async () => stored());
  const coming = new DocumentDownload('a', { ...stored(), url: `${url}expired` }, { renew });
  const isExpired = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url === '/expired') response.writeHead(403).end();
    return request.url === '/expired';
  };
  answer = isExpired;
  await expect(coming.complete()).rejects.toMatchObject({ status: 403 });
  const stop = new AbortController();
  answer = beginOnly(MEGABYTE);
  const shares: number[] = [];
  const canceled = coming.complete({ signal: stop.signal, onProgress: (share) => shares.push(share) }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(shares.at(-1)).toBeCloseTo(1 / 11));
  answer = isExpired;
  stop.abort();
  expect(await canceled).toMatchObject({ code: 'process_canceled' });
  expect(await isBody(await coming.complete())).toBe(true);
  // What had arrived is not fetched again, and the address has not failed.
  expect(requests.slice(2).every((range) => Number(/\d+/.exec(range)) >= MEGABYTE)).toBe(true);
  expect(renew).toHaveBeenCalledOnce();
});

test('what arrives here and at a reader counts once in the progress', async () => {
  const coming = download();
  answer = beginOnly(MEGABYTE);
  const stop = new AbortController();
  const shares: number[] = [];
  coming.complete({ signal: stop.signal, onProgress: (share) => shares.push(share) }).catch(() => undefined);
  await vi.waitFor(() => expect(shares.at(-1)).toBeCloseTo(1 / 11));
  coming.receive(read(0, 2 * MEGABYTE));
  expect(shares.at(-1)).toBeCloseTo(2 / 11);
  stop.abort();
});

test('takes the whole document from a server without ranges, whatever is missing', async () => {
  const coming = download();
  coming.receive(read(1_000_000, 1_001_000));
  coming.receive(read(2_000_000, 2_001_000));
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(body);
    return true;
  };
  expect(await isBody(await coming.complete())).toBe(true);
  // Several ranges at once, and one alone, which tells.
  expect(requests).toHaveLength(2);
});

test('a comparison that could not be made is made again', async () => {
  const coming = download();
  coming.receive(read(100, 200));
  const unreadable = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('The file could not be read', 'NotReadableError'));
  coming.receive(read(150, 250));
  await new Promise(setImmediate);
  expect(unreadable).toHaveBeenCalled();
  unreadable.mockRestore();
  expect(await coming.isConsistent()).toBe(true);
});
