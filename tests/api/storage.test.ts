/** The storage addresses over a real connection: injected requests hide how streams end. */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf, samplePng } from './client.ts';

let server: TestApp;
let ada: Client;
let origin: string;

beforeAll(async () => {
  server = await startTestApp({ MAX_FILE_SIZE: '1000000' });
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(async () => {
  const closed = server.close();
  // The client here opens a connection in advance, which may be accepted just after all were closed.
  await new Promise((resolve) => setTimeout(resolve, 200));
  server.app.server.closeAllConnections();
  await closed;
});

const put = async (url: string, body: BodyInit, mime = 'application/pdf') => {
  const answer = await fetch(origin + new URL(url).pathname, { method: 'PUT', body, headers: { 'content-type': mime }, duplex: 'half' } as RequestInit);
  return { status: answer.status, body: await answer.json() };
};
const address = () => ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });

test('a body is uploaded and downloaded unchanged, under its own name', async () => {
  const bytes = Buffer.concat([samplePdf(), Buffer.alloc(900_000, 'x')]);
  const { url, bodyRef } = await address();
  expect((await put(url, bytes)).status).toBe(200);
  const { id } = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Über "uns".pdf' } } });
  const { url: from } = await ada.call('files.downloadUrl', { params: { id } });
  const answer = await fetch(origin + from.slice(new URL(from).origin.length));
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cber%20%22uns%22.pdf");
});

test('browsers cache no document or signature, but avatars for an hour', async () => {
  const cacheControlOf = async (url: string): Promise<string | null> => (await fetch(origin + url.slice(new URL(url).origin.length))).headers.get('cache-control');
  const { id } = await ada.addFile(samplePdf());
  expect(await cacheControlOf((await ada.call('files.downloadUrl', { params: { id } })).url)).toBe('no-store');
  const { url, imageRef } = await ada.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
  expect((await ada.put(url, samplePng(), 'image/png')).status).toBe(200);
  const signature = await ada.call('media.create', { body: { imageRef, type: 'signature', fillType: 'draw' } });
  expect(await cacheControlOf(signature.imageUrl)).toBe('no-store');
  const { fileId, uploadUrl } = await ada.call('auth.avatarUploadUrl');
  expect((await ada.put(uploadUrl, samplePng(), 'image/png')).status).toBe(200);
  const { avatar } = await ada.call('profile.update', { body: { avatar: fileId } });
  expect(await cacheControlOf(avatar ?? '')).toBe('private, max-age=3600, immutable');
});

test('serves one range as such, several as multipart, and invalid ranges as the whole body', async () => {
  const bytes = Buffer.concat([samplePdf(), Buffer.alloc(50_000, 'x')]);
  const { url, bodyRef } = await address();
  expect((await put(url, bytes)).status).toBe(200);
  const { id } = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Parts.pdf' } } });
  const { url: from } = await ada.call('files.downloadUrl', { params: { id } });
  const part = async (range: string) => {
    const answer = await fetch(origin + from.slice(new URL(from).origin.length), { headers: { range: `bytes=${range}` } });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const size = bytes.length;
  const one = await part('-4');
  expect([one.status, one.headers.get('content-range'), one.body.toString()]).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, 'xxxx']);
  const several = await part('0-3, 49990-49999');
  const [, boundary = ''] = /^multipart\/byteranges; boundary=(\w+)$/.exec(several.headers.get('content-type') ?? '') ?? [];
  expect([several.status, several.headers.get('content-length')]).toEqual([206, String(several.body.length)]);
  const head = (range: string): string => `\r\n--${boundary}\r\ncontent-type: application/pdf\r\ncontent-range: bytes ${range}/${size}\r\n\r\n`;
  expect(several.body.toString()).toBe(`${head('0-3')}%PDF${head('49990-49999')}${'x'.repeat(10)}\r\n--${boundary}--\r\n`);
  const tooMany = Array.from({ length: 101 }, (_, index) => `${index * 10}-${index * 10}`).join(',');
  for (const wrong of ['9-5', '0-3, 9-5', `0-${size - 1}, 0-3`, tooMany]) {
    const { status, body } = await part(wrong);
    expect([wrong, status, body.length]).toEqual([wrong, 200, size]);
  }
});

test.each([
  ['over the limit of its URL', Buffer.concat([samplePdf(), Buffer.alloc(20_000_000)])],
  ['over the limit of every URL', Buffer.alloc(300_000_000)],
])('rejects a body %s with a message, not with a broken connection', async (_, bytes) => {
  const { url } = await address();
  expect(await put(url, bytes)).toMatchObject({ status: 413, body: { error: { code: 'max_size_exceeded' } } });
});

test('checks the real size, whatever the request declares', async () => {
  const { url } = await address();
  const endless = new ReadableStream({
    start(controller) {
      for (let index = 0; index < 30; index++) controller.enqueue(Buffer.alloc(100_000, '%PDF-'));
      controller.close();
    },
  });
  expect(await put(url, endless)).toMatchObject({ status: 413, body: { error: { code: 'max_size_exceeded' } } });
});

test('rejects a call whose body is over its limit before reading it', async () => {
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(`${origin}/contacts`, { method: 'POST', headers: { ...ada.headers, 'content-type': 'application/json', 'content-length': 100_000_000 } });
    call.on('response', (response) => {
      let body = '';
      response.on('data', (chunk) => { body += chunk; });
      response.on('end', () => { resolve({ status: response.statusCode, body }); call.destroy(); });
    });
    call.on('error', reject);
    // It says how long it is, and sends the first byte only.
    call.write('{');
  });
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([413, 'max_size_exceeded']);
});

test('a broken connection leaves nothing behind', async () => {
  const { url, bodyRef } = await address();
  const abort = new AbortController();
  const slow = new ReadableStream({
    async pull(controller) {
      controller.enqueue(Buffer.from('%PDF-1.7 and then'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      abort.abort();
    },
  });
  await expect(fetch(origin + new URL(url).pathname, { method: 'PUT', body: slow, duplex: 'half', signal: abort.signal, headers: { 'content-type': 'application/pdf' } } as RequestInit)).rejects.toThrow();
  await expect.poll(async () => (await server.infrastructure.db.selectFrom('uploads').select('status').where('body_ref', '=', bodyRef).executeTakeFirstOrThrow()).status).toBe('refused');
  expect(await ada.refusal('files.createMeta', { body: { bodyRef, attributes: { title: 'x' } } })).toBe('file_body_missing');
});
