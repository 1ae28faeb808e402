/** Files from an address: what is public is fetched, our own neighbourhood is not, whatever names and redirects say. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { openNetwork } from '#server/adapters/fetching/public-addresses.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf, samplePng } from './client.ts';

/** For these tests this machine's first address is the open network; everything else is as it is. */
const open = { addresses: ['127.0.0.1'] };
const contains = openNetwork.contains;

let server: TestApp;
let web: Server;
let base: string;
let ada: Client;
const requests: string[] = [];

beforeAll(async () => {
  vi.spyOn(openNetwork, 'contains').mockImplementation((address) => open.addresses.includes(address) || contains(address));
  server = await startTestApp({ MAX_FILE_SIZE: '100000' });
  ada = await Client.signIn(server, 'ada@example.org');
  web = createServer((request, response) => {
    const url = new URL(request.url ?? '/', base);
    requests.push(url.pathname);
    const answer = (status: number, headers: Record<string, string>, body: Uint8Array | string = '') => response.writeHead(status, headers).end(body);
    const hop = Number(url.searchParams.get('hop') ?? 0);
    if (url.pathname === '/Lease.pdf') answer(200, { 'content-type': 'application/octet-stream' }, samplePdf('fetched'));
    else if (url.pathname === '/named') answer(200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="../../Vertrag.pdf"' }, samplePdf());
    else if (url.pathname === '/photo') answer(200, { 'content-type': 'image/png' }, samplePng());
    else if (url.pathname === '/page') answer(200, { 'content-type': 'text/html' }, '<!doctype html><p>Hello');
    else if (url.pathname === '/to') answer(302, { location: url.searchParams.get('to') ?? '' });
    else if (url.pathname === '/hops') answer(302, { location: hop > 0 ? `/hops?hop=${hop - 1}` : '/Lease.pdf' });
    else if (url.pathname === '/large') answer(200, { 'content-type': 'application/pdf' }, Buffer.concat([samplePdf(), Buffer.alloc(100_001)]));
    else if (url.pathname === '/endless') {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 5);
      response.on('close', () => clearInterval(timer));
    } else answer(404, {});
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
beforeEach(() => void requests.splice(0));
afterAll(async () => {
  vi.restoreAllMocks();
  web.closeAllConnections();
  web.close();
  await server.close();
});

const take = (url: string) => ada.refusal('files.importUrl', { body: { url } });

test('a file is fetched, named and stored', async () => {
  const file = await ada.call('files.importUrl', { body: { url: `${base}/Lease.pdf` } });
  expect(file).toMatchObject({ title: 'Lease.pdf', ext: 'pdf', ownerId: ada.userId });
  expect((await ada.contentOf(file.id)).equals(Buffer.from(samplePdf('fetched')))).toBe(true);
  expect((await ada.call('files.importUrl', { body: { url: `${base}/named` } })).title).toBe('....Vertrag.pdf');
  expect(await ada.call('files.importUrl', { body: { url: `${base}/photo`, title: 'Me' } })).toMatchObject({ title: 'Me', ext: 'png' });
  expect((await ada.call('files.importUrl', { body: { url: `${base}/hops?hop=3` } })).title).toBe('Lease.pdf');
});

test('a repeated import fetches the file once', async () => {
  const body = { id: newId(), url: `${base}/Lease.pdf` };
  expect(await ada.call('files.importUrl', { body })).toEqual(await ada.call('files.importUrl', { body }));
  expect(requests).toEqual(['/Lease.pdf']);
});

test.each([
  ['a missing file', '/missing', 'unable_to_get'],
  ['a web page instead of a file', '/page', 'wrong_mime_type'],
  ['a file with a declared size over the limit', '/large', 'max_size_exceeded'],
  ['an endless file', '/endless', 'max_size_exceeded'],
  ['too many redirects', '/hops?hop=9', 'unable_to_get'],
])('rejects %s', async (_, path, code) => {
  expect(await take(base + path)).toBe(code);
});

describe('fetches nothing from', () => {
  test.each([
    'file:///etc/passwd', 'ftp://example.org/x.pdf', 'nowhere', 'http://user:secret@example.org/x.pdf', 'http://10.0.0.1/x', 'http://169.254.169.254/latest/meta-data',
    'http://[::1]/x', 'http://[::ffff:127.0.0.1]/x', 'http://[fd00::1]/x', 'http://0.0.0.0/x', 'http://0x7f.2/x', 'http://2130706434/x', 'http://127.2/x', 'http://localhost/x',
  ])('%s', async (url) => {
    // `localhost` is the machine's own name for 127.0.0.1, which is open in these tests only as a literal.
    if (url.includes('localhost')) open.addresses = [];
    expect(await take(url)).toBe(url.includes('localhost') ? 'unable_to_get' : 'invalid_url');
    open.addresses = ['127.0.0.1'];
  });

  test('a redirect target there', async () => {
    for (const to of ['http://127.0.0.2/x', 'http://169.254.169.254/', 'file:///etc/passwd', 'http://[::1]:1/', 'http://[', 'http://', '//']) {
      expect(await take(`${base}/to?to=${encodeURIComponent(to)}`)).toBe('invalid_url');
    }
  });
});

test('an internal name gets the same response as an unknown one (L9)', async () => {
  const refusal = async (url: string) => (await ada.refusalBody('files.importUrl', { body: { url } }));
  open.addresses = [];
  const inner = await refusal('http://localhost/x');
  open.addresses = ['127.0.0.1'];
  expect(await refusal('http://nowhere.invalid/x')).toEqual(inner);
  expect(inner).toMatchObject({ code: 'unable_to_get', details: { reason: 'connection' } });
});

test('classifies addresses as public by the IANA registries', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']) expect(openNetwork.contains(address)).toBe(true);
  for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1', 'ff02::1', '64:ff9b::a00:1', '2001:db8::1', '2002:a00:1::', 'x']) {
    expect([address, openNetwork.contains(address)]).toEqual([address, false]);
  }
});
