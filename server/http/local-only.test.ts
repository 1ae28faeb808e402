import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { handleError } from './error-handler.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';
import { localOnly } from './local-only.ts';
import { loadConfig } from '#server/platform/config.ts';

const app = Fastify().setErrorHandler(handleError);
app.get('/outbox', { onRequest: localOnly }, async () => 'secret');
afterAll(() => app.close());

const statusOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<number> =>
  (await app.inject({ method: 'GET', url: '/outbox', remoteAddress, headers })).statusCode;

test.each(['localhost', 'localhost:3000', '127.0.0.1:3113', '127.9.9.9', '[::1]:3000'])('H4: shows the outbox to the local machine at %s', async (host) => {
  expect(await statusOf({ host })).toBe(200);
});

test.each([
  ['forwarded', 'for=9.9.9.9'], ['via', '1.1 p'], ['x-real-ip', '9.9.9.9'], ['x-forwarded-for', '9.9.9.9'], ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'sign.example.test'], ['x-forwarded', 'for=9.9.9.9'], ['cf-connecting-ip', '9.9.9.9'], ['cf-ray', '1'], ['true-client-ip', '9.9.9.9'],
  ['x-client-ip', '9.9.9.9'], ['client-ip', '9.9.9.9'], ['x-cluster-client-ip', '9.9.9.9'], ['x-original-forwarded-for', '9.9.9.9'], ['cdn-loop', 'x'],
])('H4: does not treat a request through a local proxy as local: %s', async (name, value) => {
  expect(await statusOf({ host: 'localhost', [name]: value })).toBe(404);
});

test('H4: rejects a foreign host name and a foreign caller', async () => {
  for (const host of ['sign.example.test', 'rebound.example:3000', '127.0.0.1.nip.example', '10.0.0.1', 'localhost.example']) expect(await statusOf({ host })).toBe(404);
  expect(await statusOf({ host: 'localhost' }, '192.0.2.7')).toBe(404);
});

test('H4: hides the outbox by default in an installation with a public URL', () => {
  expect(loadConfig({}).outbox).toBe(true);
  expect(loadConfig({ APP_URL: 'http://[::1]:3000' }).outbox).toBe(true);
  expect(loadConfig({ OUTBOX: 'false' }).outbox).toBe(false);
  expect(loadConfig({ APP_URL: 'https://sign.example.test' }).outbox).toBe(false);
  expect(loadConfig({ APP_URL: 'https://sign.example.test', OUTBOX: 'true' }).outbox).toBe(true);
  expect(isLoopbackUrl('http://192.168.0.4:3000')).toBe(false);
});
