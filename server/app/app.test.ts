import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { buildApp } from './app.ts';
import { AppError } from '#server/platform/app-error.ts';

const webDir = mkdtempSync(join(tmpdir(), 'countersign-web-'));
mkdirSync(join(webDir, 'assets'));
const first = 'document.title = 1;';
writeFileSync(join(webDir, 'index.html'), `<title>the app</title><script>${first}</script>`);
writeFileSync(join(webDir, 'sign-in.html'), '<title>sign in</title>');
writeFileSync(join(webDir, 'assets/app-1234.js'), 'export {};');
for (const name of ['touch-icon.png', 'build-info.json']) writeFileSync(join(webDir, name), '{}');
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let server: TestApp;
let probe: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  server = await startTestApp({ WEB_DIR: webDir });
  probe = await buildApp({ ...server.infrastructure, close: async () => undefined });
  probe.post('/probe/:id', { schema: { params: z.object({ id: z.string().length(3) }), body: z.object({ age: z.number() }) } }, async (request) => ({ age: request.body.age }));
  probe.get('/probe/known', async () => { throw new AppError('limit_exceeded', { left: 0 }); });
  probe.get('/probe/defect', async () => { throw new Error('secret detail'); });
  await probe.ready();
});
afterAll(async () => {
  await probe.close();
  await server.close();
  rmSync(webDir, { recursive: true });
});

test('rejects an unknown call in the format of the contract', async () => {
  const response = await server.app.inject({ method: 'POST', url: '/no-such-call', payload: {} });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ error: { code: 'route_not_found', message: "This address doesn't exist." } });
});

test('returns code, details and status of a known error, and hides the details of a defect', async () => {
  const known = await probe.inject({ method: 'GET', url: '/probe/known' });
  expect(known.statusCode).toBe(403);
  expect(known.json().error).toMatchObject({ code: 'limit_exceeded', details: { left: 0 } });
  const defect = await probe.inject({ method: 'GET', url: '/probe/defect' });
  expect(defect.statusCode).toBe(500);
  expect(defect.json().error.code).toBe('internal_error');
  expect(defect.body).not.toContain('secret');
});

test.each([
  ['an invalid body', '/probe/abc', JSON.stringify({ age: 'old' }), 'application/json', 'body/age'],
  ['an invalid path parameter', '/probe/abcd', JSON.stringify({ age: 1 }), 'application/json', 'params/id'],
  ['malformed JSON', '/probe/abc', '{"age":', 'application/json', 'body'],
  ['an unsupported content type', '/probe/abc', '<age/>', 'application/xml', 'body'],
  ['a malformed URL', '/probe/%zz', '{}', 'application/json', 'path'],
])('%s is a validation error that names the position', async (_what, url, payload, type, path) => {
  const response = await probe.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toMatchObject({ code: 'request_validation_error', details: [{ path }] });
});

test.each(['{"age":1,"__proto__":{"admin":true}}', '{"age":1,"constructor":{"prototype":{"admin":true}}}'])('a body cannot pollute a prototype: %s', async (payload) => {
  const response = await probe.inject({ method: 'POST', url: '/probe/abc', payload, headers: { 'content-type': 'application/json' } });
  expect([response.statusCode, response.json().error.code]).toEqual([400, 'request_validation_error']);
  expect({}).not.toHaveProperty('admin');
});

test('rejects a duplicate query parameter', async () => {
  const twice = await server.app.inject({ method: 'GET', url: '/storage/downloads?token=one&token=two' });
  expect([twice.statusCode, twice.json().error.details]).toEqual([400, [{ path: 'querystring/token', message: expect.any(String) }]]);
});

test('serves the screen to a browser navigation, and the API to a call at the same path', async () => {
  const screen = await server.app.inject({ method: 'GET', url: '/transaction/0123456789abcdef01234567?code=x', headers: page });
  expect([screen.statusCode, screen.body, screen.headers['cache-control']]).toEqual([200, expect.stringContaining('<title>the app</title>'), 'no-cache']);
  expect((await server.app.inject({ method: 'GET', url: '/files', headers: page })).headers.vary).toContain('accept');
  const call = await server.app.inject({ method: 'GET', url: '/profile', headers: { ...page, authorization: 'Bearer none' } });
  expect(call.headers['content-type']).toContain('application/json');
});

test('serves the start page to every client, browser or not', async () => {
  const start = await server.app.inject({ method: 'GET', url: '/', headers: { accept: '*/*' } });
  expect([start.statusCode, start.body]).toEqual([200, expect.stringContaining('<title>the app</title>')]);
});

test('serves the app\'s own not-found screen at an unknown path', async () => {
  const screen = await server.app.inject({ method: 'GET', url: '/no/such/page', headers: page });
  expect([screen.statusCode, screen.body]).toEqual([404, expect.stringContaining('<title>the app</title>')]);
});

test('caches files with hashed names forever, and serves nothing outside the folder', async () => {
  const asset = await server.app.inject({ method: 'GET', url: '/assets/app-1234.js' });
  expect(asset.headers['cache-control']).toContain('immutable');
  // Cached for an hour, so that pages don't refetch it. `build-info.json` has the version number and must be
  // revalidated each time.
  expect((await server.app.inject({ method: 'GET', url: '/touch-icon.png' })).headers['cache-control']).toBe('public, max-age=3600');
  expect((await server.app.inject({ method: 'GET', url: '/build-info.json' })).headers['cache-control']).toBe('no-cache');
  expect((await server.app.inject({ method: 'GET', url: '/sign-in?uid=1', headers: page })).body).toBe('<title>sign in</title>');
  for (const url of ['/../secret.key', '/%2e%2e/secret.key', '/assets/..%2f..%2fsecret.key']) {
    expect((await server.app.inject({ method: 'GET', url })).statusCode).toBeGreaterThanOrEqual(400);
  }
});

test('allows only the app\'s own scripts and WebAssembly', async () => {
  const { headers } = await server.app.inject({ method: 'GET', url: '/', headers: page });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update(first).digest('base64')}';`);
  expect(policy).toContain("object-src 'none'");
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('L18: pages may use only camera, geolocation and passkeys; L17: discovery lists only endpoints that exist', async () => {
  const { app } = server;
  const answer = await app.inject({ method: 'GET', url: '/.well-known/openid-configuration' });
  const page = await app.inject({ method: 'GET', url: '/healthz' });
  expect(page.headers['permissions-policy']).toMatch(/camera=\(self\).*microphone=\(\)/);
  // Chromium logs a warning on every page for a feature that it doesn't know.
  expect(page.headers['permissions-policy']).not.toContain('bluetooth');
  expect(answer.json()).not.toHaveProperty('pushed_authorization_request_endpoint');
});

test('finishes running requests before the server stops', async () => {
  const app = await buildApp({ ...server.infrastructure, close: async () => undefined });
  let began = (): void => undefined;
  const underWay = new Promise<void>((resolve) => { began = resolve; });
  app.get('/probe/slow', async () => {
    began();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { done: true };
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(`${base}/probe/slow`);
  await underWay;
  await app.close();
  expect(await (await answer).json()).toEqual({ done: true });
});
