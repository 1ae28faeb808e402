// @vitest-environment node
import { createHash } from 'node:crypto';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DocumentDownload } from '../api/document-download.ts';
import { continueVerified, downloadToSign, prefetchVerifiedDocuments, verifiedDocument } from './verified-document.ts';

let engine: Engine;
const hashedPieces: number[] = [];
const downloads = vi.hoisted(() => new Map<string, unknown>());

vi.mock('../engine/core/engine.service.ts', () => ({
  withEngine: (work: (given: unknown) => Promise<unknown>) => work({
    hashState: (piece: Blob) => (hashedPieces.push(piece.size), engine.hashState(piece)),
    continueHash: (state: Uint8Array, piece: Blob) => (hashedPieces.push(piece.size), engine.continueHash(state, piece)),
  }),
}));
vi.mock('../api/bodies.ts', () => ({
  startedDownload: (id: string, version: number) => downloads.get(`${id}/${version}`),
  downloadOf: async (id: string, { version }: { version: number }) => downloads.get(`${id}/${version} at the server`),
}));

beforeAll(async () => {
  engine = await createNodeEngine();
});
afterAll(() => engine.close());
beforeEach(() => {
  hashedPieces.length = 0;
  downloads.clear();
});

const body = new Uint8Array(2_500_000).map((_, index) => (index * 31 + (index >> 8)) % 253);
const sha256 = (...parts: Uint8Array[]): string => createHash('sha256').update(Buffer.concat(parts)).digest('hex');

/** A download of which nothing has to be fetched. */
function downloadOf(fileId: string, bytes: Uint8Array<ArrayBuffer>, hash = sha256(bytes), version = 1): DocumentDownload {
  const stored = { url: 'data:,', version, size: bytes.length, hash };
  return new DocumentDownload(fileId, stored, { renew: async () => stored });
}

const part = (begin: number, end: number) => ({ begin, bytes: new Blob([body.subarray(begin, end)]) });

test('hashes what arrives in order while the rest is on its way', async () => {
  const download = downloadOf('a', body);
  download.receive(part(2_000_000, body.length));
  const complete = vi.spyOn(download, 'complete').mockImplementation(async () => {
    download.receive(part(0, 1_500_000));
    await vi.waitFor(() => expect(hashedPieces.reduce((sum, size) => sum + size, 0)).toBe(1_500_000), { timeout: 20_000 });
    download.receive(part(1_500_000, 2_000_000));
    return download.body!;
  });
  const own = await verifiedDocument(download);
  expect([own.hash, own.body.size, Number(own.known.length)]).toEqual([sha256(body), body.length, body.length]);
  expect(hashedPieces.reduce((sum, size) => sum + size, 0)).toBe(body.length);
  expect(Math.max(...hashedPieces)).toBeLessThanOrEqual(1024 * 1024);
  // Nothing is hashed again for the next signer.
  hashedPieces.length = 0;
  complete.mockRestore();
  await verifiedDocument(download);
  expect(hashedPieces).toEqual([]);
});

test('a document that is not the one that the server names is refused', async () => {
  const another = downloadOf('b', body, sha256(body.subarray(1)));
  another.receive(part(0, body.length));
  await expect(verifiedDocument(another)).rejects.toMatchObject({ code: 'sign_document_differs' });
});

test('a document of which a range was shown differently is refused', async () => {
  const download = downloadOf('c', body);
  download.receive(part(0, body.length));
  download.receive({ begin: 5, bytes: new Blob(['something else']) });
  await expect(verifiedDocument(download)).rejects.toMatchObject({ code: 'sign_document_differs' });
});

test('the next version continues the one before: only its tail is fetched and hashed', async () => {
  const first = downloadOf('d', body);
  first.receive(part(0, body.length));
  await verifiedDocument(first);
  hashedPieces.length = 0;
  const tail = new TextEncoder().encode('an appended revision');
  const next = downloadOf('d', Uint8Array.from([...body, ...tail]), undefined, 2);
  const fetched = vi.spyOn(next, 'fetchRange').mockResolvedValue(new Blob([tail]));
  await continueVerified(next);
  expect(fetched.mock.calls).toEqual([[{ begin: body.length, end: body.length + tail.length }]]);
  expect((await verifiedDocument(next)).hash).toBe(sha256(body, tail));
  expect(hashedPieces).toEqual([tail.length]);
});

test('a version that does not continue the one before is fetched whole', async () => {
  const first = downloadOf('e', body);
  first.receive(part(0, body.length));
  await verifiedDocument(first);
  const rewritten = downloadOf('e', Uint8Array.from([1, ...body]), undefined, 2);
  vi.spyOn(rewritten, 'fetchRange').mockResolvedValue(new Blob([body.subarray(-1)]));
  await continueVerified(rewritten);
  expect(rewritten.body).toBeUndefined();
});

test('all documents are gathered, the shown one once its first page is there', async () => {
  const shown = downloadOf('f', body);
  const other = downloadOf('g', body);
  other.receive(part(0, body.length));
  downloads.set('f/1', shown).set('g/1', other);
  const gathering = prefetchVerifiedDocuments([{ id: 'f', version: 1 }, { id: 'g', version: 1 }], new AbortController().signal);
  const begun = vi.spyOn(other, 'complete');
  await new Promise(setImmediate);
  expect(begun).not.toHaveBeenCalled();
  shown.receive(part(0, body.length));
  await shown.complete();
  await gathering;
  expect(begun).toHaveBeenCalledOnce();
});

test('the stated version is signed, although an earlier one was opened', async () => {
  const [first, second] = [downloadOf('h', body), downloadOf('h', body, undefined, 2)];
  downloads.set('h/1', first).set('h/2 at the server', second);
  expect(await downloadToSign({ id: 'h', version: 2 })).toBe(second);
  downloads.set('h/2', second);
  expect(await downloadToSign({ id: 'h', version: 2 })).toBe(second);
});

test('fetching in advance ends at once when it is canceled, even before the first page is shown', async () => {
  const [shown, other] = [downloadOf('i', body), downloadOf('j', body)];
  downloads.set('i/1', shown).set('j/1', other);
  const fetched = [shown, other].map((download) => vi.spyOn(download, 'complete'));
  const stop = new AbortController();
  const running = prefetchVerifiedDocuments([{ id: 'i', version: 1 }, { id: 'j', version: 1 }], stop.signal);
  stop.abort();
  await expect(running).rejects.toMatchObject({ code: 'process_canceled' });
  shown.receive(part(0, body.length));
  await shown.complete();
  expect(fetched.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test('a canceled document is not hashed to its end', async () => {
  const download = downloadOf('k', body);
  download.receive(part(0, body.length));
  const stop = new AbortController();
  const hashing = verifiedDocument(download, { signal: stop.signal });
  stop.abort();
  await expect(hashing).rejects.toMatchObject({ code: 'process_canceled' });
});
