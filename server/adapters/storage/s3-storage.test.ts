import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { S3Bucket } from '../../../tests/support/s3-bucket.ts';
import { S3Storage, type S3Settings } from './s3-storage.ts';
import { itStoresBodies } from './storage-suite.ts';

const lent = mkdtempSync(join(tmpdir(), 's3-lent-'));
let bucket: S3Bucket;
let storage: S3Storage;

async function* body(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

beforeAll(async () => {
  bucket = await S3Bucket.open();
  storage = new S3Storage(bucket.settings, lent);
});
afterAll(async () => {
  storage.close();
  await bucket.close();
  rmSync(lent, { recursive: true });
});

describe('S3 storage', () => {
  itStoresBodies(() => storage);

  it('keeps its bodies under its prefix and sees no others', async () => {
    const other = new S3Storage({ ...bucket.settings, prefix: 'other/' }, lent);
    const ref = newId();
    await other.write(ref, body(Buffer.from('x')), { maxSize: 10 });
    await expect(storage.size(ref)).rejects.toMatchObject({ code: 'missing' });
    for await (const holding of storage.holdings()) expect(holding.ref).not.toBe(ref);
    other.close();
  });

  it('leaves no temporary file behind', async () => {
    const ref = newId();
    await storage.write(ref, body(Buffer.from('x')), { maxSize: 10 });
    const local = await storage.local(ref);
    await local.release();
    expect(readdirSync(lent)).toEqual([]);
  });

  it('says that it can\'t copy parts where the storage does not offer it, and leaves nothing behind', async () => {
    const [large, small, whole] = [newId(), newId(), newId()];
    await storage.write(large, body(randomBytes(6_000_000)), { maxSize: 6_000_000 });
    await storage.write(small, body(Buffer.from('tail')), { maxSize: 10 });
    expect(await storage.concatenate(whole, [{ ref: large, size: 6_000_000 }, { ref: small, size: 4 }])).toBe(false);
    await expect(storage.size(whole)).rejects.toMatchObject({ code: 'missing' });
    expect(await storage.removeIncompleteUploads(new Date(Date.now() + 60_000))).toBe(0);
  });

  it('signs URLs with expiry, type and name where the bucket allows it', async () => {
    const ref = newId();
    await storage.write(ref, body(Buffer.from('direct')), { maxSize: 10 });
    const download = { mime: 'application/pdf', name: 'Vertrag ü.pdf', seconds: 60 };
    expect(await storage.directAddress(ref, download)).toBeNull();
    const direct = new S3Storage({ ...bucket.settings, directDownloads: true }, lent);
    const address = new URL((await direct.directAddress(ref, download))!);
    expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
    const answer = await fetch(address);
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([200, 'direct', 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Vertrag%20%C3%BC.pdf");
    direct.close();
  });
});

describe('a failing storage', () => {
  let answering: (request: { method?: string; url?: string }) => { status: number; after?: number; breakAt?: number; hangAt?: number };
  let requests = 0;
  let server: Server;
  let settings: S3Settings;
  const bytes = randomBytes(100_000);

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1;
      request.resume();
      const { status, after = 0, breakAt, hangAt } = answering(request);
      setTimeout(() => {
        const [, first = '0'] = /bytes=(\d+)-/.exec(String(request.headers.range ?? '')) ?? [];
        const rest = bytes.subarray(Number(first));
        response.writeHead(status, { 'content-length': status < 300 ? rest.length : 0, etag: '"x"' });
        if (status >= 300 || request.method !== 'GET') return response.end();
        if (hangAt !== undefined) return response.write(rest.subarray(0, hangAt));
        if (breakAt === undefined) return response.end(rest);
        return response.write(rest.subarray(0, breakAt), () => response.destroy());
      }, after);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    settings = { ...bucket.settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeLimit: 1000 };
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is retried, then reported as unavailable', async () => {
    const failing = new S3Storage(settings, lent);
    requests = 0;
    answering = () => ({ status: 503 });
    await expect(failing.size(newId())).rejects.toMatchObject({ code: 'unavailable' });
    expect(requests).toBeGreaterThan(1);
    requests = 0;
    answering = () => ({ status: requests < 2 ? 503 : 200 });
    expect(await failing.size(newId())).toBe(bytes.length);
    failing.close();
  });

  it('is given up after a timeout', async () => {
    const slow = new S3Storage(settings, lent);
    answering = () => ({ status: 200, after: 8000 });
    const began = Date.now();
    await expect(slow.size(newId())).rejects.toMatchObject({ code: 'unavailable' });
    expect(Date.now() - began).toBeLessThan(60_000);
    slow.close();
  });

  it('resumes a download where it broke off', async () => {
    const breaking = new S3Storage(settings, lent);
    let broken = 0;
    answering = ({ method }) => (method === 'GET' && (broken += 1) === 1 ? { status: 206, breakAt: 40_000 } : { status: method === 'GET' ? 206 : 200 });
    const local = await breaking.local(newId());
    expect(broken).toBe(2);
    const { readFile } = await import('node:fs/promises');
    expect((await readFile(local.path)).equals(bytes)).toBe(true);
    await local.release();
    breaking.close();
  });

  it('is given up when it stalls in the middle of a body', async () => {
    const silent = new S3Storage(settings, lent);
    answering = ({ method }) => (method === 'GET' ? { status: 206, hangAt: 10_000 } : { status: 200 });
    const parts: Uint8Array[] = [];
    const reading = (async () => {
      for await (const part of (await silent.read(newId())) as AsyncIterable<Uint8Array>) parts.push(part);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
    expect(Buffer.concat(parts)).toHaveLength(10_000);
    await expect(silent.local(newId())).rejects.toMatchObject({ code: 'unavailable' });
    expect(readdirSync(lent)).toEqual([]);
    silent.close();
  });

  it('is not considered stalled when the reader is slow', async () => {
    const storageOfSlow = new S3Storage(settings, lent);
    answering = () => ({ status: 200 });
    const stream = await storageOfSlow.read(newId());
    let size = 0;
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      // The consumer takes longer for the first chunk than the storage's time limit.
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 2 * settings.timeLimit));
      size += part.byteLength;
    }
    expect(size).toBe(bytes.length);
    storageOfSlow.close();
  });

  it('reveals no secrets in its errors', async () => {
    const failing = new S3Storage(settings, lent);
    answering = () => ({ status: 403 });
    const failure = await failing.size(newId()).catch((error: Error) => error);
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure).filter((name) => name !== 'cause'))).not.toContain(bucket.settings.credentials!.secretAccessKey);
    failing.close();
  });
});
