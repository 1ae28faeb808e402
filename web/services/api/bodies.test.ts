// @vitest-environment node
// Node's own fetch and streams, as browsers have them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadOf, fetchBody, fetchOpen, rememberBody, retainDownloads, startedDownload } from './bodies.ts';

const size = 1_000_000;
const quarter = new Uint8Array(size / 4);
let arriving: ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
  vi.stubGlobal('location', { origin: 'http://localhost', href: 'http://localhost/' });
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const url = input instanceof Request ? input.url : input;
    if (!url.endsWith('/bytes')) return Response.json({ url: '/bytes', version: 2, hash: 'f'.repeat(64), size });
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (arriving = controller) });
    return new Response(body, { headers: { 'content-type': 'application/pdf' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const soon = (what: () => unknown, expected: unknown) => vi.waitFor(() => expect(what()).toEqual(expected));

/** Sends quarters of the body. */
function pass(quarters: number): void {
  for (let sent = 0; sent < quarters; sent += 1) arriving.enqueue(quarter);
}

test('a download reports its progress', async () => {
  const shares: number[] = [];
  const coming = fetchBody('a'.repeat(24), { onProgress: (share) => shares.push(share) });
  await vi.waitFor(() => pass(1));
  await soon(() => shares, [0.25]);
  pass(3);
  arriving.close();
  const { body } = await coming;
  expect([shares, body.size, body.type]).toEqual([[0.25, 0.5, 0.75, 1], size, 'application/pdf']);
});

test('whoever needs a body that is coming in the background sees how far it is', async () => {
  const id = 'b'.repeat(24);
  const distant = await downloadOf(id);
  const background = distant.whole();
  await vi.waitFor(() => pass(2));
  const shares: number[] = [];
  const coming = fetchBody(id, { onProgress: (share) => shares.push(share) });
  await vi.waitFor(() => expect(shares.length).toBeGreaterThan(0));
  pass(2);
  arriving.close();
  const [{ body }, first] = await Promise.all([coming, background]);
  expect(body).toBe(first);
  expect(shares.at(-1)).toBe(1);
});

test('the downloads of documents that somebody is going to sign stay until that has ended', async () => {
  const ids = [...'cdef01'].map((letter) => letter.repeat(24));
  const here = () => ids.filter((id) => startedDownload(id, 2)).length;
  const release = retainDownloads(ids);
  const releaseTwin = retainDownloads(ids);
  for (const id of ids) {
    rememberBody(id, 2, new Blob([new Uint8Array(size)]));
    await downloadOf(id);
  }
  release();
  expect(here()).toBe(ids.length);
  releaseTwin();
  expect(here()).toBe(4);
});

test('a storage that is asked too often is named as that', async () => {
  vi.stubGlobal('fetch', async (input: Request | URL | string) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.endsWith('/bytes') ? new Response('', { status: 429 }) : Response.json({ url: '/bytes', version: 2, hash: 'f'.repeat(64), size });
  });
  await expect(fetchBody('b'.repeat(24))).rejects.toMatchObject({ code: 'rate_limit_exceeded', message: 'Exceeded limit while loading files' });
  await expect(fetchOpen('api', '/bytes')).rejects.toMatchObject({ code: 'rate_limit_exceeded', message: 'Exceeded limit while loading files' });
});
