import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { clamdServer, findsEicar } from '../../../tests/support/clamd.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { Client, samplePdf } from '../../../tests/api/client.ts';
import { openScanner } from './scanner.ts';

const servers: { close(done: () => void): unknown }[] = [];
let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
});

const listening = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const clamd = (judge: (body: Buffer) => string): Promise<number> => listening(clamdServer(judge));

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('sends every byte to the daemon', async () => {
  const scanner = openScanner(`clamd://127.0.0.1:${await clamd(findsEicar)}`);
  expect(await scanner.scan(chunks('harm', 'less'))).toEqual({ clean: true, found: null });
  expect(await scanner.scan(chunks('EI', 'CAR'))).toEqual({ clean: false, found: 'Eicar-Test-Signature' });
  const failing = openScanner(`clamd://127.0.0.1:${await clamd(() => 'INSTREAM size limit exceeded. ERROR')}`);
  await expect(failing.scan(chunks('x'))).rejects.toThrow('size limit');
});

test('rejects and discards an infected file', async () => {
  const requests: string[] = [];
  const port = await listening(createHttpServer((request, response) => {
    let text = '';
    request.on('data', (part) => { text += part; });
    request.on('end', () => {
      requests.push(text);
      response.end(JSON.stringify(text.includes('EICAR') ? { clean: false, found: 'Eicar' } : { clean: true }));
    });
  }) as unknown as Server);
  app = await startTestApp({ SCANNER_URL: `http://127.0.0.1:${port}/scan` });
  const ada = await Client.signIn(app, 'ada@example.org');
  const { url } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
  expect(await ada.put(url, samplePdf('EICAR'))).toMatchObject({ status: 422, body: { error: { code: 'verification_failed' } } });
  const left: string[] = [];
  for await (const { ref } of app.infrastructure.storage.holdings()) left.push(ref);
  expect(left).toEqual([]);
  await ada.addFile(samplePdf('harmless'));
  expect(requests).toHaveLength(2);
});

test('rejects all uploads while the scanner is down, and accepts them at the same URL once it is back', async () => {
  const gone = await listening(createServer());
  await new Promise<void>((resolve) => servers.pop()!.close(() => resolve()));
  app = await startTestApp({ SCANNER_URL: `clamd://127.0.0.1:${gone}` });
  const ada = await Client.signIn(app, 'ada@example.org');
  const { url } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
  expect(await ada.put(url, samplePdf())).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
  const back = createServer((socket) => { socket.resume(); socket.end('stream: OK\0'); });
  servers.push(back);
  await new Promise<void>((resolve) => back.listen(gone, '127.0.0.1', resolve));
  expect((await ada.put(url, samplePdf())).status).toBe(200);
});
