/** Headers that every response has, pages and API alike (OWASP ASVS 5, V3.4 and V4.1). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, samplePdf } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let server: TestApp;
let document: string;

beforeAll(async () => {
  server = await startTestApp({ APP_URL: 'https://sign.example.org' });
  const ada = await Client.signIn(server, 'ada@example.org');
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
  await server.app.inject({ method: 'PUT', url: new URL(url).pathname, payload: samplePdf(), headers: { 'content-type': 'application/pdf' } });
  const { id } = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Lease.pdf' } } });
  const { pathname, search } = new URL((await ada.call('files.downloadUrl', { params: { id } })).url);
  document = pathname + search;
});
afterAll(() => server.close());

type Ask = { method?: 'GET' | 'POST' | 'OPTIONS'; url: string | (() => string); headers?: Record<string, string>; status: number };
const answers: Record<string, Ask> = {
  'the app': { url: '/', headers: page, status: 200 },
  'a screen': { url: '/files', headers: page, status: 200 },
  'a screen that is none': { url: '/no/such/page', headers: page, status: 404 },
  'a picture of the app': { url: '/favicon.svg', status: 200 },
  'a call': { url: '/healthz', status: 200 },
  'a call without a token': { url: '/profile', status: 401 },
  'a call that is none': { url: '/no-such-call', status: 404 },
  'an address that can\'t be read': { url: '/%zz', status: 400 },
  'what a foreign page asks with a cookie': { method: 'POST', url: '/v0/connections/otp/init', headers: { cookie: 'x=y', origin: 'https://evil.example' }, status: 403 },
  'what the app asks ahead of a call': { method: 'OPTIONS', url: '/contacts', headers: { origin: 'https://sign.example.org', 'access-control-request-method': 'POST' }, status: 204 },
  'the provider\'s description': { url: '/.well-known/openid-configuration', status: 200 },
  'a sign-in that is none': { url: '/oauth/authorize?client_id=nobody', headers: page, status: 400 },
  'the frame that renews silently': { url: '/silent_renew', status: 200 },
  'the description of the calls': { url: '/openapi.json', status: 200 },
  'a document': { url: () => document, status: 200 },
};

describe.each(Object.entries(answers))('%s', (_, { method = 'GET', url, headers, status }) => {
  const ask = () => server.app.inject({ method, url: typeof url === 'string' ? url : url(), headers: headers ?? {} });

  test('loads no foreign content and cannot be framed', async () => {
    const { statusCode, headers: given } = await ask();
    expect(statusCode).toBe(status);
    const policy = String(given['content-security-policy']);
    expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toMatch(/frame-ancestors '(none|self)'/);
  });

  test('declares its type, enforces TLS for a year and sends no referrer', async () => {
    const { headers: given, body } = await ask();
    expect(given).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    const [, age] = /^max-age=(\d+); includeSubDomains/.exec(String(given['strict-transport-security'])) ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
    if (body !== '') expect(given['content-type']).toMatch(/^(application\/pdf|image\/svg\+xml|(text\/\w+|application\/json); ?charset=utf-8)$/i);
  });
});

test.each(['a call', 'a call without a token', 'a call that is none', 'an address that can\'t be read', 'what a foreign page asks with a cookie'])('%s is never cached', async (name) => {
  const { method = 'GET', url, headers } = answers[name] as Ask & { url: string };
  expect((await server.app.inject({ method, url, headers: headers ?? {} })).headers['cache-control']).toBe('no-store');
});

test('disables TRACE and directory listings', async () => {
  const traced = await server.app.inject({ method: 'TRACE' as 'GET', url: '/healthz', headers: { authorization: 'Bearer secret' } });
  expect([traced.statusCode, traced.body.includes('secret')]).toEqual([404, false]);
  expect((await server.app.inject({ method: 'GET', url: '/assets/' })).statusCode).toBeGreaterThanOrEqual(400);
});
