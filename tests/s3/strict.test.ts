/** The storage where signatures are really enforced: `npm run check:s3`. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Storage } from '#server/adapters/storage/s3-storage.ts';
import { itStoresBodies } from '#server/adapters/storage/storage-suite.ts';
import { newId } from '#server/platform/id.ts';
import { Client, samplePdf } from '../api/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { StrictS3 } from '../support/strict-s3.ts';

const program = process.env.S3S_FS ?? '';
const lent = mkdtempSync(join(tmpdir(), 'strict-s3-lent-'));
let s3: StrictS3;
let storage: S3Storage;

beforeAll(async () => {
  if (program === '') throw new Error('Run npm run check:s3: it builds the server that these tests need.');
  s3 = await StrictS3.open(program);
  storage = new S3Storage(s3.settings, lent);
});
afterAll(async () => {
  storage.close();
  await s3.close();
  rmSync(lent, { recursive: true });
});

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* body(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function stored(text: string): Promise<string> {
  const ref = newId();
  await storage.write(ref, body(text), { maxSize: 100 });
  return ref;
}

const statusOf = async (address: URL, method = 'GET'): Promise<number> => {
  const answer = await fetch(address, { method });
  await answer.arrayBuffer();
  return answer.status;
};

/** The same address with one thing changed. */
function changed(address: URL, change: (copy: URL) => void): URL {
  const copy = new URL(address);
  change(copy);
  expect(copy.href).not.toBe(address.href);
  return copy;
}

const parameter = (name: string, value: string) => (copy: URL) => copy.searchParams.set(name, value);

describe('a storage that believes no wrong signature', () => {
  itStoresBodies(() => storage);

  it('copies the large parts of a body itself', async () => {
    const [base, middle, other, whole] = [newId(), newId(), newId(), newId()];
    const [first, tail, last] = [randomBytes(6_000_000), Buffer.from('a tail'), randomBytes(12_000_000)];
    for (const [ref, bytes] of [[base, first], [middle, tail], [other, last]] as const) {
      await storage.write(ref, bytesOf(bytes), { maxSize: bytes.length });
    }
    const parts = [{ ref: base, size: first.length }, { ref: middle, size: tail.length }, { ref: other, size: last.length }];
    expect(await storage.concatenate(whole, parts)).toBe(true);
    const read: Uint8Array[] = [];
    for await (const chunk of await storage.read(whole)) read.push(chunk as Uint8Array);
    expect(Buffer.concat(read).equals(Buffer.concat([first, tail, last]))).toBe(true);
    await expect(storage.concatenate(whole, parts)).rejects.toMatchObject({ code: 'already_exists' });
    await expect(storage.concatenate(newId(), [...parts, { ref: newId(), size: 6_000_000 }])).rejects.toMatchObject({ code: 'missing' });
  });

  it('gives a body to whoever has its address, and to nobody whose address was tampered with', async () => {
    const [ref, other] = [await stored('for one person'), await stored('for another')];
    const address = new URL((await storage.directAddress(ref, { mime: 'application/pdf', name: 'Lease.pdf', seconds: 60 }))!);
    expect(await (await fetch(address)).text()).toBe('for one person');

    const tampered: Record<string, URL> = {
      'another body': changed(address, (copy) => { copy.pathname = copy.pathname.replace(ref, other); }),
      'a longer life': changed(address, parameter('X-Amz-Expires', '604800')),
      'a later beginning': changed(address, parameter('X-Amz-Date', '20991231T000000Z')),
      'another type': changed(address, parameter('response-content-type', 'text/html')),
      'another name': changed(address, parameter('response-content-disposition', 'inline')),
      'a made-up signature': changed(address, parameter('X-Amz-Signature', '0'.repeat(64))),
      'another key': changed(address, (copy) => copy.searchParams.set('X-Amz-Credential', copy.searchParams.get('X-Amz-Credential')!.replace('the-access-key', 'another-key'))),
      'no signature': changed(address, (copy) => copy.searchParams.delete('X-Amz-Signature')),
      'nothing but the place': changed(address, (copy) => { copy.search = ''; }),
    };
    for (const [what, tried] of Object.entries(tampered)) expect([what, Math.floor((await statusOf(tried)) / 100)]).toEqual([what, 4]);
    for (const method of ['PUT', 'DELETE']) expect([method, Math.floor((await statusOf(address, method)) / 100)]).toEqual([method, 4]);
    expect(await (await fetch(address)).text()).toBe('for one person');
  });

  it('refuses an address whose time is over', async () => {
    const ref = await stored('for a second');
    const address = new URL((await storage.directAddress(ref, { mime: 'application/pdf', name: 'Lease.pdf', seconds: 1 }))!);
    await expect.poll(() => statusOf(address), { timeout: 10_000, interval: 500 }).toBeGreaterThanOrEqual(400);
  });

  it('is away for a server that has not the right key, whose secret is told nowhere', async () => {
    const stranger = new S3Storage({ ...s3.settings, credentials: { accessKeyId: 'the-access-key', secretAccessKey: 'a-wrong-secret' } }, lent);
    const refusal = await stranger.write(newId(), body('x'), { maxSize: 10 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'unavailable' });
    expect(String(refusal)).not.toContain('secret');
    stranger.close();
  });
});

describe('the product on it', () => {
  let server: TestApp;
  let ada: Client;
  beforeAll(async () => {
    server = await startTestApp(s3.env);
    ada = await Client.signIn(server, 'ada@example.org');
  });
  afterAll(() => server.close());

  it('takes a document in, sends people to the storage for it, and refuses a changed link itself', async () => {
    const file = await ada.addFile(samplePdf('in the bucket'));
    const { url } = await ada.call('files.downloadUrl', { params: { id: file.id } });
    const ask = (address: string) => server.app.inject({ method: 'GET', url: address.slice(new URL(address).origin.length) });
    const sent = await ask(url);
    expect(sent.statusCode).toBe(302);
    const direct = new URL(String(sent.headers.location));
    expect(direct.origin).toBe(s3.settings.endpoint);
    expect(Buffer.from(await (await fetch(direct)).arrayBuffer()).equals(Buffer.from(samplePdf('in the bucket')))).toBe(true);
    expect(await statusOf(changed(direct, (copy) => copy.searchParams.set('X-Amz-Expires', '604800')))).toBe(403);
    expect((await ask(`${url}x`)).json().error.code).toBe('forbidden');
  });
});
